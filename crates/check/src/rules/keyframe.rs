//! Cycles in which stacks grow: a thread that calls itself again and again comes to no state twice.
//!
//! Of a thread's stack a cycle *sees* the frames from the top down to the lowest one that is on top at some time. That one is never
//! returned from, and those below it are neither read nor written: what the thread can do depends on the frame on top alone, and
//! only a return brings a frame below it there. So the cycle does the same whatever lies below what it sees, and if the frames on top
//! of the stack after it are those that it saw, it can be taken again, on a stack that is deeper by as many frames each time.
//! The lowest frame that is seen is the *keyframe* of Atig, Bouajjani, Emmi and Lal, whose translation looks for a procedure at work
//! that the cycle does not return from.
//!
//! No step both returns and calls, so that the states of the cycle show all heights that the stack has. A thread that is over or
//! missing at some time in the cycle is seen as a whole.

use std::collections::BTreeMap;
use std::sync::Arc;

use program::ids::ThreadSlot;

use crate::replay::Run;
use crate::semantics::canonical::canonical;
use crate::semantics::state::{Frame, Phase, State, Thread};

/// What a cycle sees of the stacks at its head.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sight {
    /// How many frames from the top, of the threads that run throughout.
    frames: BTreeMap<ThreadSlot, usize>,
}

/// What the cycle sees that starts in this state.
pub fn sight(head: &State, cycle: &Run) -> Sight {
    let states = || std::iter::once(head).chain(cycle.reached.iter().map(|reached| &reached.state));
    let height = |state: &State, slot: ThreadSlot| Some(state.thread(slot)?.frames()?.len());
    let seen = |slot: ThreadSlot| {
        let heights = states().map(|state| height(state, slot)).collect::<Option<Vec<usize>>>()?;
        let lowest = heights.iter().min()?;
        Some((slot, heights[0] - lowest + 1))
    };
    Sight { frames: head.slots().filter_map(seen).collect() }
}

/// What is seen of the state.
pub fn visible(state: &State, sight: &Sight) -> State {
    let mut seen = state.clone();
    for (&slot, &count) in &sight.frames {
        if let Some(Some(thread)) = seen.threads.get_mut(slot.index()) {
            only_top(Arc::make_mut(thread), count);
        }
    }
    seen
}

/// Whether the cycle sees the same in both states, up to the names of objects.
pub fn looks_same(head: &State, last: &State, sight: &Sight) -> bool {
    canonical(&visible(head, sight)) == canonical(&visible(last, sight))
}

/// The state with the frames of the other one below what is seen of it.
pub fn on_stacks_of(seen: &State, other: &State, sight: &Sight) -> State {
    let mut whole = seen.clone();
    for (&slot, &count) in &sight.frames {
        let Some(Some(thread)) = whole.threads.get_mut(slot.index()) else { continue };
        let (Phase::Running(frames), Some(below)) =
            (&mut Arc::make_mut(thread).phase, other.thread(slot).and_then(Thread::frames))
        else {
            continue;
        };
        let Some(lowest) = below.len().checked_sub(count) else { continue };
        if let Some(keyframe) = frames.first_mut() {
            keyframe.called_by = below[lowest].called_by;
            keyframe.objects = below[lowest].objects.clone();
        }
        frames.splice(0..0, below[..lowest].iter().cloned());
    }
    whole
}

/// Drops what is below the topmost frames. The lowest of them is not returned from, so that nobody asks whither, and which objects would
/// end with it.
fn only_top(thread: &mut Thread, count: usize) {
    let Phase::Running(frames) = &mut thread.phase else { return };
    if let Some(below) = frames.len().checked_sub(count) {
        frames.drain(..below);
        if let Some(keyframe) = frames.first_mut() {
            *keyframe = Frame { called_by: None, objects: Vec::new(), ..keyframe.clone() };
        }
    }
}
