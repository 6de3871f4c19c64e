//! Fairness of a lasso: what each thread does in the infinite run that repeats the cycle for ever.
//!
//! A thread that steps in the cycle steps infinitely often. One that does not is enabled infinitely often exactly if it is
//! enabled in some state of the cycle, and enabled for ever exactly if it is enabled in all of them.
//! Threads that come and go within the cycle step in it, or have nothing to do at all; they live finitely long.
//! For the same reason one that passes over a choice does so infinitely often exactly if it does in the cycle and does not end there.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use evidence::counterexample::Step;
use program::arithmetic::forms::DIFFERS;
use program::ids::{ChoiceId, ThreadSlot};
use program::program::Program;
use program::property::Fairness;
use program::span::Span;

use crate::replay::{alternatives, chosen, is_enabled, passed_over};
use crate::semantics::fault::Fault;
use crate::semantics::state::State;

/// What a thread does in the cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// It steps.
    Steps,
    /// It does not step and is enabled in every state.
    AlwaysEnabled,
    /// It does not step and is enabled in some states only, as far as is known: in others it certainly is not.
    SometimesEnabled,
    /// It does not step and is never enabled: it has finished, or is blocked throughout.
    NeverEnabled,
    /// It does not step, and whether it is enabled is not the same each time around, or not known where nobody asks for fairness.
    Unsteady,
}

/// What comes behind the thread's name.
impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Part::Steps => "steps in the cycle",
            Part::AlwaysEnabled => "can always step in the cycle and never does",
            Part::SometimesEnabled => "can step now and then in the cycle and never does",
            Part::NeverEnabled => "can never step in the cycle",
            Part::Unsteady => "never steps in the cycle, whether it can or not",
        })
    }
}

impl Part {
    /// Whether the scheduler may treat a thread so.
    pub fn is_fair(self, fairness: Fairness) -> bool {
        match self {
            Part::Steps | Part::NeverEnabled => true,
            Part::SometimesEnabled => fairness != Fairness::Strong,
            Part::AlwaysEnabled | Part::Unsteady => fairness == Fairness::None,
        }
    }
}

/// What each thread that exists in the cycle does there, given the states that the cycle's steps start from
/// and who takes them, and the fairness that is asked for.
pub fn parts(
    program: &Program,
    cycle: &[(&State, ThreadSlot)],
    fairness: Fairness,
) -> Result<BTreeMap<ThreadSlot, Part>, (Fault, Span)> {
    let mut parts = BTreeMap::new();
    let slots = cycle.iter().flat_map(|(state, _)| state.slots());
    for slot in slots.collect::<BTreeSet<_>>() {
        parts.insert(slot, part(program, cycle, slot, fairness)?);
    }
    Ok(parts)
}

fn part(
    program: &Program,
    cycle: &[(&State, ThreadSlot)],
    slot: ThreadSlot,
    fairness: Fairness,
) -> Result<Part, (Fault, Span)> {
    if cycle.iter().any(|(_, stepping)| *stepping == slot) {
        return Ok(Part::Steps);
    }
    let (mut enabled, mut disabled, mut unknown) = (0, 0, None);
    for (state, _) in cycle {
        match is_enabled(program, state, slot) {
            Ok(true) => enabled += 1,
            Ok(false) => disabled += 1,
            Err(fault) => unknown = unknown.or(Some(fault)),
        }
    }
    match unknown {
        None if enabled == 0 => Ok(Part::NeverEnabled),
        None if disabled == 0 => Ok(Part::AlwaysEnabled),
        None => Ok(Part::SometimesEnabled),
        // One state is enough where the scheduler only has to serve those who can always step.
        Some(_) if disabled > 0 && fairness == Fairness::Weak => Ok(Part::SometimesEnabled),
        Some((fault, _)) if fault == DIFFERS.into() || fairness == Fairness::None => Ok(Part::Unsteady),
        Some(fault) => Err(fault),
    }
}

/// A thread that passes over a choice in the cycle, never takes it there, and lives on; and the choice.
///
/// Given are the states that the cycle's steps start from, the steps, and the state after them.
/// Where it is not known whether the choice could be taken, or not the same each time around, it counts as one that could.
pub fn never_chosen(program: &Program, cycle: &[(&State, &Step)], last: &State) -> Option<(ThreadSlot, ChoiceId)> {
    let after = cycle.iter().skip(1).map(|(state, _)| *state).chain([last]);
    let mut is_done_with = BTreeSet::new();
    let mut ended = BTreeSet::new();
    for ((state, step), after) in cycle.iter().zip(after) {
        is_done_with.extend(chosen(program, state, step).map(|choice| (step.thread, choice)));
        // Nobody else can be in the slot: what the step itself forks takes another one.
        if after.top(step.thread).is_none() {
            ended.insert(step.thread);
        }
    }
    for (state, step) in cycle.iter().filter(|(_, step)| !ended.contains(&step.thread)) {
        let passed = passed_over(program, state, step).unwrap_or_else(|_| alternatives(program, state, step));
        let mut passed = passed.into_iter().map(|choice| (step.thread, choice));
        if let Some(found) = passed.find(|found| !is_done_with.contains(found)) {
            return Some(found);
        }
    }
    None
}
