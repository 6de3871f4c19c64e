//! Replay: a sequence of steps executed with the reference semantics.

use evidence::counterexample::Step;
use program::program::Program;
use program::span::Span;

use crate::semantics::fault::{Failure, Fault};
use crate::semantics::state::State;
use crate::semantics::step::{Reached, Stop, motions, step, steps};
use evidence::counterexample::Motion;
use program::ids::ThreadSlot;

/// What came of a sequence of steps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    /// What each executed step led to, in order.
    pub reached: Vec<Reached>,
    /// How the last step failed, if it did; it is then the step after those in `reached`.
    pub failure: Option<(Failure, Span)>,
}

/// The first step that cannot be taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stuck {
    /// Its position, counted from zero.
    pub position: usize,
    /// Why it cannot be taken.
    pub why: Stop,
}

/// Executes the steps one after the other. Only the last one may fail.
pub fn replay(program: &Program, from: &State, taken: &[Step]) -> Result<Run, Stuck> {
    let mut run = Run { reached: Vec::with_capacity(taken.len()), failure: None };
    for (position, next) in taken.iter().enumerate() {
        let state = run.reached.last().map_or(from, |reached| &reached.state);
        match step(program, state, next) {
            Ok(reached) => run.reached.push(reached),
            Err(Stop::Fault(Fault::Failure(failure), span)) if position + 1 == taken.len() => {
                run.failure = Some((failure, span));
            }
            Err(why) => return Err(Stuck { position, why }),
        }
    }
    Ok(run)
}

impl Run {
    /// The state after all steps that did not fail.
    pub fn last_state<'a>(&'a self, from: &'a State) -> &'a State {
        self.reached.last().map_or(from, |reached| &reached.state)
    }
}

/// Whether the step may happen but cannot be counted on.
pub fn is_spurious(program: &Program, state: &State, taken: &Step) -> bool {
    match (state.top(taken.thread), taken.motion) {
        (Some(top), Motion::Edge(edge)) => program.procedure(top.procedure).edge(edge).spurious,
        _ => false,
    }
}

/// Whether the thread can step, spurious steps aside.
///
/// Fails if that depends on a value that was not chosen.
pub fn is_enabled(program: &Program, state: &State, slot: ThreadSlot) -> Result<bool, (Fault, Span)> {
    Ok(steps(program, state, slot)?.iter().any(|taken| !is_spurious(program, state, &taken.step)))
}

/// Where in the source the step stands: at its edge, or for a return at the call it comes back to.
pub fn span_of(program: &Program, state: &State, taken: &Step) -> Option<Span> {
    if !motions(program, state, taken.thread).contains(&taken.motion) {
        return None;
    }
    let frames = state.thread(taken.thread)?.frames()?;
    let top = frames.last()?;
    match taken.motion {
        Motion::Edge(edge) => Some(program.procedure(top.procedure).edge(edge).span),
        Motion::Return => {
            let caller = frames.get(frames.len().checked_sub(2)?)?;
            Some(program.procedure(caller.procedure).edge(top.called_by?).span)
        }
    }
}
