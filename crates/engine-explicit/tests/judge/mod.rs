//! What is asked of every verdict of the engine:
//!
//! - the checker accepts it,
//! - the naive model checker, which lives in `check/tests/naive`, says the same,
//! - it is the same when asked again,
//! - not knowing has a reason that the program gives, and
//! - no single step of a counterexample can be dropped.

use check::accept::accept;
use engine::budget::{Budget, Limits};
use engine::event::Silent;
use engine::{Engine, Task};
use engine_explicit::Explicit;
use evidence::counterexample::{Counterexample, Lasso, Step, Trap};
use evidence::reason::Reason;
use evidence::verdict::Verdict;
use program::arbitrary::shrink;
use program::program::Program;
use program::property::Question;
use program::types::Type;

use super::naive;
use super::naive::graph::Graph;
use super::naive::tally::{Use, use_of};

/// Asks every question about the program; what it was good for, or which answer was not as it should be.
pub fn judge(program: &Program) -> Result<Use, String> {
    let Some(graph) = Graph::build(program, naive::MOST_STATES) else { return Ok(Use::TooLarge) };
    let mut used_for = use_of(&graph);
    for question in naive::questions(program) {
        let judged = judge_answer(program, &question, &graph);
        let (property, fairness) = (&question.property, question.fairness);
        match judged.map_err(|how| format!("{property} under {fairness}: {how}"))? {
            Verdict::Unknown(Reason::Unsupported { .. }) => used_for = Use::Refused,
            Verdict::Unknown(_) if used_for == Use::Compared => unreachable!("nothing keeps the engine from knowing"),
            _ => {}
        }
    }
    Ok(used_for)
}

fn judge_answer(program: &Program, question: &Question, graph: &Graph) -> Result<Verdict, String> {
    let verdict = solve(program, question);
    if verdict != solve(program, question) {
        return Err(format!("a second answer differs from {verdict:?}"));
    }
    if let Err(rejection) = accept(program, question, verdict.clone(), &|_, _| false) {
        return Err(format!("{verdict:?} is rejected: {rejection}"));
    }
    let is_determined = !graph.undetermined;
    match &verdict {
        Verdict::Unknown(reason) if is_legitimate(program, reason, graph) => Ok(verdict),
        Verdict::Unknown(reason) => Err(format!("unknown for no good reason: {reason:?}")),
        Verdict::Proved(_) if is_determined && graph.failures.is_empty() && naive::holds(program, question, graph) => {
            Ok(verdict)
        }
        Verdict::Proved(_) => Err(format!("proved; undetermined {}, failures {:?}", !is_determined, graph.failures)),
        Verdict::Refuted(counterexample) => {
            if is_determined && graph.failures.is_empty() && naive::holds(program, question, graph) {
                return Err(format!("refuted by {counterexample:?}, but it holds"));
            }
            match shorter(counterexample).into_iter().find(|shorter| is_accepted(program, question, shorter)) {
                Some(shorter) => Err(format!("{counterexample:?} can be shortened to {shorter:?}")),
                None => Ok(verdict),
            }
        }
    }
}

fn solve(program: &Program, question: &Question) -> Verdict {
    Explicit.solve(Task { program, question }, &Budget::start(Limits::default()), &Silent)
}

fn is_accepted(program: &Program, question: &Question, counterexample: &Counterexample) -> bool {
    accept(program, question, Verdict::Refuted(counterexample.clone()), &|_, _| false).is_ok()
}

/// Whether it lies in the program that the engine does not know.
fn is_legitimate(program: &Program, reason: &Reason, graph: &Graph) -> bool {
    match reason {
        Reason::Unsupported { .. } => has_memory(program),
        Reason::UnboundedChoice { .. } | Reason::Unspecified { .. } => graph.undetermined,
        _ => false,
    }
}

fn has_memory(program: &Program) -> bool {
    let locals = program.procedures.iter().flat_map(|procedure| &procedure.locals);
    let has_pointers = program.globals.iter().chain(locals).any(|variable| variable.ty == Type::Pointer);
    has_pointers || !program.objects.is_empty() || shrink::has_calls_through_pointers(program)
}

/// The counterexamples that have one step less.
fn shorter(counterexample: &Counterexample) -> Vec<Counterexample> {
    match counterexample {
        Counterexample::Deadlock(steps) => less_a_step(steps).map(Counterexample::Deadlock).collect(),
        Counterexample::Failure(steps) => less_a_step(steps).map(Counterexample::Failure).collect(),
        Counterexample::Trap(trap) => {
            less_a_step(&trap.steps).map(|steps| Counterexample::Trap(Trap { steps, ..trap.clone() })).collect()
        }
        Counterexample::Lasso(lasso) => {
            let shorter_stems = less_a_step(&lasso.stem).map(|stem| Lasso { stem, ..lasso.clone() });
            let shorter_cycles = less_a_step(&lasso.cycle).map(|cycle| Lasso { cycle, ..lasso.clone() });
            shorter_stems.chain(shorter_cycles).map(Counterexample::Lasso).collect()
        }
    }
}

fn less_a_step(steps: &[Step]) -> impl Iterator<Item = Vec<Step>> {
    (0..steps.len()).map(|dropped| {
        let mut shorter = steps.to_vec();
        shorter.remove(dropped);
        shorter
    })
}
