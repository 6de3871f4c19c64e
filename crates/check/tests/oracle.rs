//! The reduced graph and the rules of `check` against a naive model checker on the full graph, for random programs.
//!
//! `UNHANG_RANDOM_PROGRAMS=1000000 UNHANG_SEED=42 cargo test --release -p check --test oracle` tries harder.

mod naive;

use check::explore::{Graph as Reduced, NoGraph, Spurious};
use check::rules::exploration;
use check::semantics::state::initial;
use naive::MOST_STATES;
use naive::tally::{Tally, Use, use_of};
use program::arbitrary::shrink::minimise;
use program::program::Program;

/// Of how many programs out of a hundred all answers are compared; the others fail, or are left out.
const LEAST_COMPARED: usize = 70;

#[test]
fn the_rules_agree_with_the_oracle_on_random_programs() {
    let count = naive::random_programs(4_000);
    let outcomes = naive::for_seeds(count, |seed| {
        let program = naive::random_program(seed);
        compare(&program).map_err(|how| report(seed, &program, &how))
    });
    let disagreements: Vec<&String> = outcomes.iter().filter_map(|outcome| outcome.as_ref().err()).collect();
    assert!(disagreements.is_empty(), "{} disagreements; the first:\n{}", disagreements.len(), disagreements[0]);
    Tally::of(outcomes.into_iter().flatten()).expect_compared(LEAST_COMPARED);
}

/// Marks that make no difference would test nothing.
#[test]
fn ways_that_are_taken_eventually_make_a_difference_to_random_programs() {
    let differs = naive::for_seeds(2_000, |seed| {
        let program = naive::random_program(seed);
        let mut plain = program.clone();
        plain.procedures.iter_mut().flat_map(|it| &mut it.edges).for_each(|edge| edge.eventually = None);
        let answers = |program: &Program| {
            let graph =
                naive::graph::Graph::build(program, MOST_STATES).filter(|graph| use_of(graph) == Use::Compared)?;
            let questions = naive::questions(program);
            Some(questions.iter().map(|question| naive::holds(program, question, &graph)).collect::<Vec<bool>>())
        };
        usize::from(plain != program && answers(&plain) != answers(&program))
    });
    let count: usize = differs.into_iter().sum();
    assert!(count >= 8, "only {count} programs have other answers without the marks");
}

fn explore(program: &Program) -> Result<Reduced<'_>, NoGraph> {
    Reduced::explore(program, &initial(program), Spurious::Taken, &|states, _| states > MOST_STATES as u64)
}

/// What the program was good for, or how the rules and the oracle disagree.
fn compare(program: &Program) -> Result<Use, String> {
    let Some(full) = naive::graph::Graph::build(program, MOST_STATES) else { return Ok(Use::TooLarge) };
    let reduced = match explore(program) {
        Ok(reduced) => reduced,
        Err(NoGraph::Failure(failure, _)) if full.failures.contains(&failure) => return Ok(use_of(&full)),
        Err(NoGraph::Fault(..)) if full.undetermined => return Ok(Use::Undetermined),
        Err(other) => return Err(format!("the reduced graph cannot be built: {other:?}")),
    };
    if !full.failures.is_empty() || full.undetermined {
        let undetermined = full.undetermined;
        return Err(format!("missed: failures {:?}, undetermined {undetermined}", full.failures));
    }
    if reduced.len() > full.states.len() {
        let (reduced, full) = (reduced.len(), full.states.len());
        return Err(format!("{reduced} reduced states are more than {full}"));
    }
    for question in naive::questions(program) {
        let expected = naive::holds(program, &question, &full);
        match exploration::holds(program, &question, &reduced) {
            Ok(found) if found == expected => {}
            found => {
                let (property, fairness) = (&question.property, question.fairness);
                return Err(format!("{property} under {fairness}: oracle {expected}, rules {found:?}"));
            }
        }
    }
    Ok(Use::Compared)
}

fn report(seed: u64, program: &Program, how: &str) -> String {
    let smallest = minimise(program, &|candidate: &Program| compare(candidate).is_err());
    let smallest_how = compare(&smallest).expect_err("minimised programs still fail");
    format!("UNHANG_SEED={seed}: {how}; minimised: {smallest_how}\n{smallest:#?}")
}
