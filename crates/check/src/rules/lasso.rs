//! Lassos: infinite runs that repeat a cycle for ever.

use std::collections::BTreeMap;

use evidence::counterexample::{Closing, Lasso, Step};
use program::ids::ThreadSlot;
use program::program::Program;
use program::property::{Property, Question};

use crate::fairness::{Part, never_chosen, parts};
use crate::replay::is_spurious;
use crate::rules::growing::Turn;
use crate::rules::keyframe::{self, Sight};
use crate::rules::{Rejection, broken, growing, located, replayed, replayed_to_end, thread};
use crate::semantics::canonical::canonical;
use crate::semantics::state::{State, initial};

/// Accepts the lasso if it is a run of the program that violates the property, and tells what each thread does in its cycle.
pub fn check(program: &Program, question: &Question, lasso: &Lasso) -> Result<BTreeMap<ThreadSlot, Part>, Rejection> {
    if lasso.cycle.is_empty() {
        return Err(broken("cycle", "the cycle has no step"));
    }
    let start = initial(program);
    let stem = replayed_to_end(program, "stem", &start, &lasso.stem)?;
    if stem.failure.is_some() {
        return Err(broken("replay", "the last step of the stem fails"));
    }
    let head = &head(program, &stem.state, lasso)?;
    let cycle = replayed(program, "cycle", head, &lasso.cycle)?;
    if cycle.failure.is_some() {
        return Err(broken("replay", "the last step of the cycle fails"));
    }
    let states: Vec<&State> = cycle.reached.iter().map(|reached| &reached.state).collect();
    let last = states[states.len() - 1];
    closes(head, last, &keyframe::sight(head, &cycle), &lasso.closing)?;

    let mut sources = std::iter::once(head).chain(states.iter().copied());
    if lasso.cycle.iter().any(|step| sources.next().is_some_and(|state| is_spurious(program, state, step))) {
        return Err(broken("spurious", "the cycle has a step that cannot be counted on"));
    }
    let sources = std::iter::once(head).chain(states.iter().copied());
    let moments: Vec<(&State, ThreadSlot)> = sources.zip(lasso.cycle.iter().map(|step| step.thread)).collect();
    let parts = parts(program, &moments, question.fairness)
        .map_err(|(fault, span)| broken("fair", located(program, span, fault)))?;
    if let Some((slot, part)) = parts.iter().find(|(_, part)| !part.is_fair(question.fairness)) {
        let (who, fairness) = (thread(program, head, *slot), question.fairness);
        return Err(broken("fair", format!("{who} {part}, which is not fair under `{fairness}`")));
    }
    let sources = std::iter::once(head).chain(states.iter().copied());
    let taken: Vec<(&State, &Step)> = sources.zip(&lasso.cycle).collect();
    if let Some((slot, _)) = never_chosen(program, &taken, last) {
        let who = thread(program, head, slot);
        return Err(broken("eventually", format!("{who} never takes a way that is taken eventually")));
    }
    match &question.property {
        Property::Finish | Property::Terminate => {}
        Property::Thread(name) => steps_for_ever(program, name, &moments, last)?,
        Property::Sections | Property::Exit => {
            return Err(broken("kind", format!("a lasso does not refute `{}`", question.property)));
        }
    }
    Ok(parts)
}

/// The state from which the cycle is looked at, given the one after the stem: that one, or what it is in general.
pub fn head(program: &Program, after_stem: &State, lasso: &Lasso) -> Result<State, Rejection> {
    match &lasso.closing {
        Closing::SameState | Closing::SameUpToHeapNames | Closing::Keyframe => Ok(after_stem.clone()),
        Closing::Growing(parameters) => growing::general(program, after_stem, &lasso.cycle, parameters),
    }
}

fn closes(head: &State, last: &State, sight: &Sight, closing: &Closing) -> Result<(), Rejection> {
    let same = match closing {
        Closing::SameState => head == last,
        Closing::SameUpToHeapNames => canonical(head) == canonical(last),
        Closing::Keyframe => keyframe::looks_same(head, last, sight),
        Closing::Growing(parameters) => {
            let (general, last) = (keyframe::visible(head, sight), keyframe::visible(last, sight));
            growing::covers(&general, &growing::next(parameters), Turn::Next, &last)
        }
    };
    if same { Ok(()) } else { Err(broken("closing", "the state after the cycle differs from the state before it")) }
}

/// A thread that runs the procedure ([`Property::Thread`]) steps in the cycle, does not return from it, and is never replaced by
/// another one in its slot.
fn steps_for_ever(
    program: &Program,
    name: &str,
    moments: &[(&State, ThreadSlot)],
    last: &State,
) -> Result<(), Rejection> {
    let lives_and_steps = |slot: ThreadSlot| {
        let is_running = |state: &State| state.thread(slot).is_some_and(|thread| thread.runs(program, name).is_some());
        // A thread that finished in a step would be missing in the state that the next step starts from,
        // unless another one took its slot in that very step, which only its own fork could do.
        // In the same way, a frame that was returned from is missing after the step, since no step returns and calls.
        // What is below the frame stays as long as it does, so that the bottom-most such frame is always the same.
        // Where stacks grow, the frames that a turn adds come to lie between those that stay and those that the cycle sees: what is
        // bottom-most after the first turn is so for ever.
        moments.iter().all(|(state, _)| is_running(state))
            && is_running(last)
            && moments.iter().any(|(_, stepping)| *stepping == slot)
    };
    let mut slots = moments.iter().map(|(_, slot)| *slot);
    if slots.any(lives_and_steps) {
        Ok(())
    } else {
        Err(broken("thread", format!("no thread that runs `{name}` stays in it through the cycle and steps there")))
    }
}
