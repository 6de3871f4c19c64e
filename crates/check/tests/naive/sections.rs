//! Sections, followed one at a time.
//!
//! The product of the graph with one section that is watched has a node for each state and each section open in it.
//! An edge of the product is a step that the section survives. The property is violated exactly if from some node neither
//! a step that the section does not survive nor the end of the program can be reached.
//! States through which all runs are discarded are left out.
//! Sections are watched by their place in the thread and not by what they are called, so that the numbering of heap objects,
//! which changes from state to state, has no part in it.

use std::collections::{HashMap, HashSet};

use check::semantics::state::{State, Thread};
use evidence::counterexample::{Choice, SectionIdentity};
use program::ids::ThreadSlot;
use program::program::Program;

use super::graph::{Edge, Graph};

/// An open section.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Watched {
    slot: ThreadSlot,
    place: Place,
}

/// Where a thread keeps an open section.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Place {
    /// Among those it has opened, in their order.
    Opened(usize),
    /// It stands at a node that is a section.
    Node,
    /// The call in the frame at this depth.
    Frame(usize),
}

/// Whether some section, open in some state, can neither be left nor the program ended.
pub fn can_stay_open(program: &Program, graph: &Graph) -> bool {
    let has_a_run = graph.has_a_run();
    let mut nodes = Vec::new();
    for (number, state) in graph.states.iter().enumerate().filter(|(number, _)| has_a_run[*number]) {
        nodes.extend(open(program, state).into_iter().map(|watched| (number, watched)));
    }
    let mut before: HashMap<(usize, Watched), Vec<(usize, Watched)>> = HashMap::new();
    let mut waiting = Vec::new();
    for &(number, watched) in &nodes {
        let mut can_be_left = graph.ends[number];
        for edge in graph.edges[number].iter().filter(|edge| has_a_run[edge.to]) {
            match survives(watched, &graph.states[number], edge, &graph.states[edge.to]) {
                Some(later) => before.entry((edge.to, later)).or_default().push((number, watched)),
                None => can_be_left = true,
            }
        }
        if can_be_left {
            waiting.push((number, watched));
        }
    }
    let mut good: HashSet<(usize, Watched)> = waiting.iter().copied().collect();
    while let Some(node) = waiting.pop() {
        for &earlier in before.get(&node).into_iter().flatten() {
            if good.insert(earlier) {
                waiting.push(earlier);
            }
        }
    }
    nodes.iter().any(|node| !good.contains(node))
}

fn open(program: &Program, state: &State) -> Vec<Watched> {
    let mut all = Vec::new();
    for slot in state.slots() {
        let thread = state.thread(slot).expect("the slot is taken");
        let mut places: Vec<Place> = (0..thread.sections.len()).map(Place::Opened).collect();
        for (depth, frame) in thread.frames().unwrap_or_default().iter().enumerate() {
            if program.procedure(frame.procedure).section.is_some() {
                places.push(Place::Frame(depth));
            }
        }
        if let Some(top) = state.top(slot)
            && program.procedure(top.procedure).nodes[top.node.index()].section.is_some()
        {
            places.push(Place::Node);
        }
        all.extend(places.into_iter().map(|place| Watched { slot, place }));
    }
    all
}

/// Where the section is after the step, if it is still open.
fn survives(watched: Watched, before: &State, edge: &Edge, after: &State) -> Option<Watched> {
    let is_joined = edge.step.choices.contains(&Choice::Thread(watched.slot));
    if is_joined {
        return None;
    }
    if edge.step.thread != watched.slot {
        return Some(watched);
    }
    let thread = before.thread(watched.slot).expect("only threads that exist have sections");
    let place = match watched.place {
        Place::Node => None,
        Place::Frame(depth) => {
            let frames = after.thread(watched.slot).and_then(Thread::frames).map_or(0, <[_]>::len);
            (depth < frames).then_some(watched.place)
        }
        Place::Opened(position) => {
            surviving(thread, &edge.left).iter().position(|old| *old == position).map(Place::Opened)
        }
    }?;
    Some(Watched { place, ..watched })
}

/// Which of the sections that the thread had opened before a step are still open after it, in order.
fn surviving(thread: &Thread, left: &[SectionIdentity]) -> Vec<usize> {
    let mut survivors: Vec<usize> = (0..thread.sections.len()).collect();
    for identity in left {
        let SectionIdentity::Opened { place, .. } = identity else { continue };
        // A section behind all survivors was opened in this very step.
        if (*place as usize) < survivors.len() {
            survivors.remove(*place as usize);
        }
    }
    survivors
}
