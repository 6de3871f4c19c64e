//! From what the search found to a run of the program.
//!
//! The way to a state is a shortest one among the states that the search had reached, so that telling the story costs no more
//! than finding it did. A cycle serves one thread after the other, each by a shortest way, and returns to where it began.

use automata::path::shortest;
use program::property::Fairness;
use rustc_hash::FxHashSet;

use crate::decompose::FairPart;
use crate::graph::{Graph, Halt};
use crate::machine::{Label, MicroStep};

/// An edge of the reduced graph with its steps.
type Way = (Label, Vec<MicroStep>);

/// The steps of a shortest way from the start to one of the states, and that state.
pub fn stem(graph: &mut Graph<'_>, goals: &FxHashSet<u32>) -> Result<(Vec<MicroStep>, u32), Halt> {
    let known = graph.count() as u32;
    let roots = graph.root_paths()?;
    if let Some((root, steps)) = roots.iter().find(|(root, _)| goals.contains(root)) {
        return Ok((steps.clone(), *root));
    }
    // The start is a node of its own, from which the roots are reached.
    let successors = |node: Option<u32>| match node {
        None => Ok(roots.iter().map(|(root, steps)| ((Label::default(), steps.clone()), Some(*root))).collect()),
        Some(state) => {
            // From a state that the search had not come to yet, a step may fail or be beyond the engine.
            // The way that the search took does not pass it.
            let all = graph.with_paths(state).unwrap_or_default().into_iter();
            let reached = all.filter(|(_, target, _)| *target < known);
            Ok(reached
                .map(|(label, target, steps)| ((label, steps), Some(target)))
                .collect::<Vec<(Way, Option<u32>)>>())
        }
    };
    let is_goal = |_: &Way, node: Option<u32>| node.is_some_and(|state| goals.contains(&state));
    let path = shortest(None, successors, is_goal)?.expect("the search came here from the start");
    let end = path.last().and_then(|(_, node)| *node).expect("a path ends in a state");
    Ok((concatenated(path.into_iter().map(|(way, _)| way)), end))
}

/// The steps of a fair cycle through the part, starting and ending in the state, which is in the part.
pub fn cycle(graph: &mut Graph<'_>, part: &FairPart, fairness: Fairness, head: u32) -> Result<Vec<MicroStep>, Halt> {
    let inside: FxHashSet<u32> = part.members.iter().copied().collect();
    let mut waiting = Waiting::new(graph, part, fairness)?;
    let mut ways: Vec<Way> = Vec::new();
    let mut at = head;
    while !waiting.is_empty() {
        let path = inner_path(graph, part, &inside, at, |label, enabled, _| waiting.is_served_by(label, enabled))?;
        for (label, enabled, way, target) in path {
            waiting.serve(&label, enabled);
            ways.push((label, way));
            at = target;
        }
    }
    if at != head || ways.is_empty() {
        let path = inner_path(graph, part, &inside, at, |_, _, target| target == head)?;
        ways.extend(path.into_iter().map(|(label, _, way, _)| (label, way)));
    }
    Ok(concatenated(ways.into_iter()))
}

/// An edge inside the part: label, threads that can step after it, steps, target.
type InnerEdge = (Label, u128, Vec<MicroStep>, u32);

/// A shortest path inside the part whose last edge is a goal.
fn inner_path(
    graph: &mut Graph<'_>,
    part: &FairPart,
    inside: &FxHashSet<u32>,
    from: u32,
    mut is_goal: impl FnMut(&Label, u128, u32) -> bool,
) -> Result<Vec<InnerEdge>, Halt> {
    let successors = |state: u32| {
        let mut edges = Vec::new();
        for (label, target, steps) in graph.with_paths(state)? {
            if inside.contains(&target) && part.may_take(&label) {
                let enabled = graph.expand(target, |_, _, _| {})?;
                edges.push(((label, enabled, steps), target));
            }
        }
        Ok(edges)
    };
    let goal = |(label, enabled, _): &(Label, u128, Vec<MicroStep>), target: u32| is_goal(label, *enabled, target);
    let path = shortest(from, successors, goal)?.expect("the part is strongly connected");
    Ok(path.into_iter().map(|((label, enabled, steps), target)| (label, enabled, steps, target)).collect())
}

/// The threads that the cycle has not yet treated fairly.
struct Waiting {
    /// Must still step.
    to_step: u128,
    /// Must still step or be disabled.
    to_step_or_rest: u128,
}

impl Waiting {
    fn new(graph: &mut Graph<'_>, part: &FairPart, fairness: Fairness) -> Result<Waiting, Halt> {
        let mut ever_enabled = 0;
        for &member in &part.members {
            ever_enabled |= graph.expand(member, |_, _, _| {})?;
        }
        let must_step = part.stepping.map_or(0, |slot| 1 << slot);
        Ok(match fairness {
            Fairness::None => Waiting { to_step: must_step, to_step_or_rest: 0 },
            Fairness::Weak => Waiting { to_step: must_step, to_step_or_rest: ever_enabled },
            Fairness::Strong => Waiting { to_step: must_step | ever_enabled, to_step_or_rest: 0 },
        })
    }

    fn is_empty(&self) -> bool {
        self.to_step == 0 && self.to_step_or_rest == 0
    }

    fn is_served_by(&self, label: &Label, enabled: u128) -> bool {
        self.to_step & label.stepped != 0 || self.to_step_or_rest & (label.stepped | label.disabled | !enabled) != 0
    }

    fn serve(&mut self, label: &Label, enabled: u128) {
        self.to_step &= !label.stepped;
        self.to_step_or_rest &= !(label.stepped | label.disabled | !enabled);
    }
}

fn concatenated(ways: impl Iterator<Item = Way>) -> Vec<MicroStep> {
    ways.flat_map(|(_, steps)| steps).collect()
}
