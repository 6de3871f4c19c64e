//! Sections: which are open in a state, and which stay open over a step.
//!
//! Sections that a thread has opened are known by their place in the list of them.
//! When one is left, those behind it move up: they are counted as left, too, which makes no difference where it matters,
//! in components that are never left. There, a section that stays open has a place that never changes,
//! so that nothing in front of it is ever left.

use evidence::counterexample::{SectionIdentity, SectionInstance};
use program::ids::ThreadSlot;
use program::program::Program;

use crate::semantics::state::{State, Thread};
use crate::semantics::step::Reached;

/// All sections that are open in the state.
pub fn open(program: &Program, state: &State) -> Vec<SectionInstance> {
    let mut all = Vec::new();
    for slot in state.slots() {
        let Some(thread) = state.thread(slot) else { continue };
        let identities = opened(thread).into_iter().chain(calls(program, thread)).chain(at_node(program, state, slot));
        all.extend(identities.map(|identity| SectionInstance { thread: slot, identity }));
    }
    all
}

/// The section that the thread is in because of where it stands.
pub fn at_node(program: &Program, state: &State, slot: ThreadSlot) -> Option<SectionIdentity> {
    let frames = state.thread(slot)?.frames()?;
    let frame = frames.last()?;
    let node = &program.procedure(frame.procedure).nodes[frame.node.index()];
    node.section?;
    let depth = frames.len() as u32 - 1;
    Some(SectionIdentity::Node { depth, procedure: frame.procedure, node: frame.node })
}

/// Sections that the thread has entered by a command, finished or not.
fn opened(thread: &Thread) -> Vec<SectionIdentity> {
    let places = thread.sections.iter().enumerate();
    places.map(|(place, section)| SectionIdentity::Opened { kind: section.kind, place: place as u32 }).collect()
}

/// The sections open before a step of the thread that are not the same after it: those that the step left, those that moved up,
/// and those that ended with a thread that finished or was joined.
pub fn ended(program: &Program, before: &State, stepping: ThreadSlot, reached: &Reached) -> Vec<SectionInstance> {
    let first_place_left = reached.left.iter().filter_map(opened_place).min();
    let moves_up = |identity: &SectionIdentity| match (opened_place(identity), first_place_left) {
        (Some(place), Some(first)) => place >= first,
        _ => false,
    };
    let open_after = open(program, &reached.state);
    let has_ended = |section: &SectionInstance| {
        let is_left =
            section.thread == stepping && (reached.left.contains(&section.identity) || moves_up(&section.identity));
        is_left || !open_after.contains(section)
    };
    open(program, before).into_iter().filter(has_ended).collect()
}

fn opened_place(identity: &SectionIdentity) -> Option<u32> {
    match identity {
        SectionIdentity::Opened { place, .. } => Some(*place),
        SectionIdentity::Node { .. } | SectionIdentity::Call { .. } => None,
    }
}

/// Calls under way of procedures whose calls are sections.
fn calls(program: &Program, thread: &Thread) -> Vec<SectionIdentity> {
    let frames = thread.frames().unwrap_or_default().iter().enumerate();
    let is_section =
        |(_, frame): &(usize, &crate::semantics::state::Frame)| program.procedure(frame.procedure).section.is_some();
    let identity = |(depth, frame): (usize, &crate::semantics::state::Frame)| SectionIdentity::Call {
        depth: depth as u32,
        procedure: frame.procedure,
    };
    frames.filter(is_section).map(identity).collect()
}
