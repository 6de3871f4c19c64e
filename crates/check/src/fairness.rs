//! Fairness of a lasso: what each thread does in the infinite run that repeats the cycle for ever.
//!
//! A thread that steps in the cycle steps infinitely often. One that does not is enabled infinitely often exactly if it is
//! enabled in some state of the cycle, and enabled for ever exactly if it is enabled in all of them.
//! Threads that come and go within the cycle step in it, or have nothing to do at all; they live finitely long.

use std::collections::BTreeMap;
use std::fmt;

use program::arithmetic::forms::DIFFERS;
use program::ids::ThreadSlot;
use program::program::Program;
use program::property::Fairness;
use program::span::Span;

use crate::replay::is_enabled;
use crate::semantics::fault::Fault;
use crate::semantics::state::State;

/// What a thread does in the cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// It steps.
    Steps,
    /// It does not step and is enabled in every state.
    AlwaysEnabled,
    /// It does not step and is enabled in some states only.
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
    for slot in slots.collect::<std::collections::BTreeSet<_>>() {
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
    let mut enabled = 0;
    for (state, _) in cycle {
        match is_enabled(program, state, slot) {
            Ok(is_enabled) => enabled += usize::from(is_enabled),
            Err((fault, _)) if fault == DIFFERS.into() || fairness == Fairness::None => return Ok(Part::Unsteady),
            Err(fault) => return Err(fault),
        }
    }
    Ok(match enabled {
        0 => Part::NeverEnabled,
        all if all == cycle.len() => Part::AlwaysEnabled,
        _ => Part::SometimesEnabled,
    })
}
