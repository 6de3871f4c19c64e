//! From what the search found to a run of the program.
//!
//! The way to a state is a shortest one among the states that the search had reached, so that telling the story costs no more
//! than finding it did. A cycle serves one thread after the other, each by a shortest way, and returns to where it began.

use std::collections::BTreeSet;

use automata::path::shortest;
use program::property::Fairness;
use rustc_hash::FxHashSet;

use crate::decompose::FairPart;
use crate::graph::{Graph, Halt};
use crate::machine::{Label, MicroStep};
use crate::offers::{Offer, SlotChoice};

/// The steps of a shortest way from the start to one of the states, and that state.
pub fn stem(graph: &mut Graph<'_>, goals: &FxHashSet<u32>) -> Result<(Vec<MicroStep>, u32), Halt> {
    let known = graph.count() as u32;
    let roots = graph.root_paths()?;
    if let Some((root, steps)) = roots.iter().find(|(root, _)| goals.contains(root)) {
        return Ok((steps.clone(), *root));
    }
    let starts: Vec<u32> = roots.iter().map(|(root, _)| *root).collect();
    let successors = |state: u32, bytes: usize, edges: &mut Vec<((), u32)>| {
        graph.search_bytes = bytes as u64;
        let list = |_, _, target, _| edges.extend((target < known).then_some(((), target)));
        let expanded = graph.expand_all(state, list);
        match expanded {
            Err(Halt::Unknown(reason)) if reason.is_limit() => Err(Halt::Unknown(reason)),
            // From a state that the search had not come to yet, a step may fail or be beyond the engine.
            // The way that the search took does not pass it.
            Err(_) => {
                edges.clear();
                Ok(())
            }
            Ok(_) => Ok(()),
        }
    };
    let is_goal = |(): &(), state: u32| goals.contains(&state);
    let path = shortest(&starts, successors, is_goal)?.expect("the search came here from the start");
    let first = path[0].0;
    let (_, first_steps) = roots.into_iter().find(|(root, _)| *root == first).expect("paths begin at roots");
    let (mut stem, mut end) = (first_steps, first);
    for (state, place) in path {
        let mut reached = graph.with_paths(state)?.into_iter().filter(|(_, target, _)| *target < known);
        let (_, target, steps) = reached.nth(place as usize).expect("successors are the same every time");
        stem.extend(steps);
        end = target;
    }
    Ok((stem, end))
}

/// The steps of a fair cycle through the part, starting and ending in the state, which is in the part.
pub fn cycle(graph: &mut Graph<'_>, part: &FairPart, fairness: Fairness, head: u32) -> Result<Vec<MicroStep>, Halt> {
    let inside: FxHashSet<u32> = part.members.iter().copied().collect();
    let mut waiting = Waiting::new(graph, part, fairness)?;
    let mut cycle = Vec::new();
    let mut at = head;
    while !waiting.is_empty() {
        let path = inner_path(graph, part, &inside, at, |offer, label, enabled, _| {
            waiting.is_served_by(offer, label, enabled)
        })?;
        for (label, enabled, steps, target) in path {
            waiting.serve(graph.machine.offers.of(&label), &label, enabled);
            cycle.extend(steps);
            at = target;
        }
    }
    if at != head || cycle.is_empty() {
        let path = inner_path(graph, part, &inside, at, |_, _, _, target| target == head)?;
        cycle.extend(path.into_iter().flat_map(|(_, _, steps, _)| steps));
    }
    Ok(cycle)
}

/// An edge inside the part: label, threads that can step after it, steps, target.
type InnerEdge = (Label, u128, Vec<MicroStep>, u32);

/// A shortest path inside the part whose last edge is a goal.
fn inner_path(
    graph: &mut Graph<'_>,
    part: &FairPart,
    inside: &FxHashSet<u32>,
    from: u32,
    mut is_goal: impl FnMut(&Offer, &Label, u128, u32) -> bool,
) -> Result<Vec<InnerEdge>, Halt> {
    let inside_bytes = inside.capacity() * 2 * size_of::<u32>();
    let mut reached: Vec<(u32, u32)> = Vec::new();
    let successors = |state: u32, bytes: usize, edges: &mut Vec<((Label, Offer, u128), u32)>| {
        graph.search_bytes = (bytes + inside_bytes) as u64;
        graph.expand(state, |label, target, _| reached.push((label, target)))?;
        for (label, target) in reached.drain(..) {
            let label = *graph.label(label);
            if inside.contains(&target) && part.barred.may_take(&graph.machine, &label) {
                let offer = graph.machine.offers.of(&label).clone();
                edges.push(((label, offer, enabled(graph, target)?), target));
            }
        }
        Ok(())
    };
    let goal = |(label, offer, enabled): &(Label, Offer, u128), target: u32| is_goal(offer, label, *enabled, target);
    let path = shortest(&[from], successors, goal)?.expect("the part is strongly connected");
    let mut edges = Vec::new();
    for (state, place) in path {
        let reached = graph.with_paths(state)?;
        let is_inner = |(label, target, _): &(Label, u32, _)| {
            inside.contains(target) && part.barred.may_take(&graph.machine, label)
        };
        let mut inner = reached.into_iter().filter(is_inner);
        let (label, target, steps) = inner.nth(place as usize).expect("successors are the same every time");
        edges.push((label, enabled(graph, target)?, steps, target));
    }
    Ok(edges)
}

/// The threads that can step in the state.
fn enabled(graph: &mut Graph<'_>, state: u32) -> Result<u128, Halt> {
    graph.expand(state, |_, _, _| {})
}

/// The threads that the cycle has not yet treated fairly.
struct Waiting {
    /// Must still step.
    to_step: u128,
    /// Must still step or be disabled.
    to_step_or_rest: u128,
    /// Must still take these choices, or end.
    to_choose: BTreeSet<SlotChoice>,
}

impl Waiting {
    fn new(graph: &mut Graph<'_>, part: &FairPart, fairness: Fairness) -> Result<Waiting, Halt> {
        let mut ever_enabled = 0;
        for &member in &part.members {
            ever_enabled |= enabled(graph, member)?;
        }
        let must_step = part.barred.stepping.map_or(0, |slot| 1 << slot);
        let (to_step, to_step_or_rest) = match fairness {
            Fairness::None => (must_step, 0),
            Fairness::Weak => (must_step, ever_enabled),
            Fairness::Strong => (must_step | ever_enabled, 0),
        };
        Ok(Waiting { to_step, to_step_or_rest, to_choose: part.to_choose.clone() })
    }

    fn is_empty(&self) -> bool {
        self.to_step == 0 && self.to_step_or_rest == 0 && self.to_choose.is_empty()
    }

    fn is_served_by(&self, offer: &Offer, label: &Label, enabled: u128) -> bool {
        self.to_step & label.stepped != 0
            || self.to_step_or_rest & (label.stepped | label.disabled | !enabled) != 0
            || self.to_choose.iter().any(|choice| is_done(*choice, offer, label))
    }

    fn serve(&mut self, offer: &Offer, label: &Label, enabled: u128) {
        self.to_choose.retain(|choice| !is_done(*choice, offer, label));
        self.to_step &= !label.stepped;
        self.to_step_or_rest &= !(label.stepped | label.disabled | !enabled);
    }
}

/// Whether the thread takes the choice, or ends.
fn is_done((slot, choice): SlotChoice, offer: &Offer, label: &Label) -> bool {
    offer.chosen() == Some((slot, choice)) || label.ended >> slot & 1 == 1
}
