//! Sections: which are open in a state.
//!
//! A section that is open before a step is still open after it if the step did not leave it
//! ([`crate::semantics::step::Reached::left`]) and it is open in the state that the step leads to.

use evidence::counterexample::{SectionIdentity, SectionInstance};
use program::ids::ThreadSlot;
use program::program::Program;

use crate::semantics::state::{State, Thread};

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
    let identity = |(position, section): (usize, &crate::semantics::state::OpenSection)| {
        let level = thread.sections[..position].iter().filter(|other| *other == section).count() as u32;
        SectionIdentity::Opened { kind: section.kind, object: section.object.clone(), level }
    };
    thread.sections.iter().enumerate().map(identity).collect()
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
