//! Runs that draw random numbers.
//!
//! To the semantics a random number is a choice like any other, so that proofs hold whatever the numbers are. A run is another matter:
//!
//! - A generator does not give the same numbers for ever. A lasso whose cycle draws some is accepted only if the program cannot end
//!   from there, whatever is drawn: then every fair run from there hangs. For `terminate` it must not deadlock either.
//! - Numbers that follow from a seed may have to be the same as others. Whether a run that draws them exists is not known.

use evidence::counterexample::{Counterexample, Motion, Step};
use evidence::reason::Doubt;
use program::procedure::Draws;
use program::program::Program;
use program::property::{Property, Question};
use program::span::Span;

use crate::explore::{Graph, NoGraph, Spurious};
use crate::rules::Rejection;
use crate::rules::discarded::void_states;
use crate::semantics::state::{State, initial};
use crate::semantics::step::step;
use crate::watch::Interrupt;

/// How many states are looked at, at most, to see that the program cannot end.
const MOST_STATES: u64 = 5_000;

/// Accepts the counterexample, which has passed all other rules, if it does not depend on what random numbers come up.
pub fn check(
    program: &Program,
    question: &Question,
    counterexample: &Counterexample,
    interrupt: Interrupt<'_>,
) -> Result<(), Rejection> {
    if program.procedures.iter().all(|procedure| procedure.random.is_none()) {
        return Ok(());
    }
    let (run, cycle): (&[Step], &[Step]) = match counterexample {
        Counterexample::Lasso(lasso) => (&lasso.stem, &lasso.cycle),
        Counterexample::Deadlock(steps) | Counterexample::Failure(steps) => (steps, &[]),
        Counterexample::Trap(trap) => (&trap.steps, &[]),
    };
    let mut head = initial(program);
    repeatable(draws(program, &mut head, run))?;
    let in_cycle = draws(program, &mut head.clone(), cycle);
    let first = in_cycle.first().map(|(_, span)| *span);
    repeatable(in_cycle)?;
    match first {
        Some(span) if !never_ends(program, &question.property, &head, interrupt)? => {
            Err(Rejection::Random { doubt: Doubt::ForEver, span })
        }
        _ => Ok(()),
    }
}

fn repeatable(draws: Vec<(Draws, Span)>) -> Result<(), Rejection> {
    match draws.into_iter().find(|(draws, _)| *draws == Draws::Repeatable) {
        Some((_, span)) => Err(Rejection::Random { doubt: Doubt::Seeded, span }),
        None => Ok(()),
    }
}

/// The random numbers that the steps draw, and where. Takes the state to their end.
fn draws(program: &Program, state: &mut State, steps: &[Step]) -> Vec<(Draws, Span)> {
    let mut found = Vec::new();
    for next in steps {
        if let (Some(top), Motion::Edge(_)) = (state.top(next.thread), next.motion)
            && let Some(draws) = program.procedure(top.procedure).random
        {
            found.push((draws, place(program, state, next)));
        }
        match step(program, state, next) {
            Ok(reached) => *state = reached.state,
            // The last step of a run that fails.
            Err(_) => break,
        }
    }
    found
}

/// Where the program itself asks for the number.
fn place(program: &Program, state: &State, next: &Step) -> Span {
    let frames = state.thread(next.thread).and_then(|thread| thread.frames()).unwrap_or_default();
    let mut calls = frames
        .windows(2)
        .rev()
        .filter_map(|pair| Some(program.procedure(pair[0].procedure).edge(pair[1].called_by?).span));
    let is_own = |span: &Span| program.files.get(span.file.index()).is_some_and(|file| file.origin.is_own());
    calls.find(is_own).unwrap_or(Span::NOWHERE)
}

/// Whether no run from the state comes to an end, and none deadlocks if the property asks for infinite ones.
fn never_ends(
    program: &Program,
    property: &Property,
    from: &State,
    interrupt: Interrupt<'_>,
) -> Result<bool, Rejection> {
    let may_deadlock = match property {
        Property::Finish => true,
        Property::Terminate => false,
        _ => return Ok(false),
    };
    let is_enough = |states: u64, bytes: u64| states > MOST_STATES || interrupt(states, bytes);
    let graph = match Graph::explore(program, from, Spurious::LeftOut, &is_enough) {
        Ok(graph) => graph,
        Err(NoGraph::Interrupted(states)) if states <= MOST_STATES => return Err(Rejection::Interrupted { states }),
        Err(_) => return Ok(false),
    };
    let is_void = void_states(program, &graph);
    Ok((0..graph.len() as u32).all(|number| {
        !is_void[number as usize]
            && !graph.state(number).has_ended()
            && (may_deadlock || !graph.successors(number).is_empty())
    }))
}
