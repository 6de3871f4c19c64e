//! Replay: a sequence of steps executed with the reference semantics.

use std::collections::BTreeSet;

use evidence::counterexample::Step;
use program::program::Program;
use program::span::Span;

use crate::semantics::access::Log;
use crate::semantics::fault::{Failure, Fault};
use crate::semantics::state::State;
use crate::semantics::step::{Reached, Stop, for_each_step, motions, step};
use evidence::counterexample::Motion;
use program::ids::{ChoiceId, ThreadSlot};

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
    /// The state in which it was to be taken.
    pub state: State,
    /// Why it cannot be taken.
    pub why: Stop,
}

/// Where a sequence of steps ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct End {
    /// The state after all steps that did not fail.
    pub state: State,
    /// How the last step failed, if it did.
    pub failure: Option<(Failure, Span)>,
}

/// Executes the steps one after the other. Only the last one may fail.
pub fn replay(program: &Program, from: &State, taken: &[Step]) -> Result<Run, Stuck> {
    let mut reached = Vec::with_capacity(taken.len());
    let End { failure, .. } = replay_each(program, from, taken, |next| reached.push(next.clone()))?;
    Ok(Run { reached, failure })
}

/// The same without keeping what the steps led to: `visit` is told of it.
pub fn replay_each(
    program: &Program,
    from: &State,
    taken: &[Step],
    mut visit: impl FnMut(&Reached),
) -> Result<End, Stuck> {
    let mut state = from.clone();
    for (position, next) in taken.iter().enumerate() {
        match step(program, &state, next) {
            Ok(reached) => {
                visit(&reached);
                state = reached.state;
            }
            Err(Stop::Fault(Fault::Failure(failure), span)) if position + 1 == taken.len() => {
                return Ok(End { state, failure: Some((failure, span)) });
            }
            Err(why) => return Err(Stuck { position, state, why }),
        }
    }
    Ok(End { state, failure: None })
}

/// Whether the step may happen but cannot be counted on.
pub fn is_spurious(program: &Program, state: &State, taken: &Step) -> bool {
    match (state.top(taken.thread), taken.motion) {
        (Some(top), Motion::Edge(edge)) => program.procedure(top.procedure).edge(edge).spurious,
        _ => false,
    }
}

/// The choice that the step takes, if it is a way that is taken eventually.
pub fn chosen(program: &Program, state: &State, taken: &Step) -> Option<ChoiceId> {
    match (state.top(taken.thread), taken.motion) {
        (Some(top), Motion::Edge(edge)) => program.procedure(top.procedure).edge(edge).eventually,
        _ => None,
    }
}

/// The choices that the thread passes over by taking the step: those that it could take as well.
///
/// Fails if that depends on a value that was not chosen.
pub fn passed_over(program: &Program, state: &State, taken: &Step) -> Result<BTreeSet<ChoiceId>, (Fault, Span)> {
    let mut passed_over = BTreeSet::new();
    let alternatives = alternatives(program, state, taken);
    if !alternatives.is_empty() {
        for_each_step(program, state, taken.thread, &Log::default(), |attempt| {
            let could_take = attempt.and_then(|other| chosen(program, state, &other.step));
            passed_over.extend(could_take.filter(|choice| alternatives.contains(choice)));
            Ok::<(), (Fault, Span)>(())
        })?;
    }
    Ok(passed_over)
}

/// The choices that the thread may pass over by taking the step, as far as the program's text tells.
pub fn alternatives(program: &Program, state: &State, taken: &Step) -> BTreeSet<ChoiceId> {
    match (state.top(taken.thread), taken.motion) {
        (Some(top), Motion::Edge(edge)) => program.procedure(top.procedure).alternatives(edge),
        _ => BTreeSet::new(),
    }
}

/// Whether the thread can step, spurious steps aside.
///
/// Fails if that depends on a value that was not chosen.
pub fn is_enabled(program: &Program, state: &State, slot: ThreadSlot) -> Result<bool, (Fault, Span)> {
    let mut is_enabled = false;
    for_each_step(program, state, slot, &Log::default(), |attempt| {
        is_enabled |= attempt.is_some_and(|taken| !is_spurious(program, state, &taken.step));
        Ok::<(), (Fault, Span)>(())
    })?;
    Ok(is_enabled)
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
