//! Strong fairness, decided exactly: decomposition of a component as for Streett automata
//! (Emerson and Lei 1987, doi:10.1016/0167-6423(87)90036-0).
//!
//! If a thread is enabled somewhere in a strongly connected set but steps on none of its edges, then no fair cycle inside the set
//! passes a state in which the thread is enabled. These states are taken out and the rest is decomposed again,
//! until a part is left in which every thread that is enabled also steps, or nothing is.
//!
//! For `thread=NAME` the edges on which the thread steps to where it does not run the procedure are taken out first: a cycle that
//! begins where it runs it is then taken by one and the same thread in one and the same frame, and it must step in it.

use automata::components::{Component, Summarise, Visit, search};
use program::property::Fairness;
use rustc_hash::FxHashMap;

use crate::graph::{Graph, Halt};
use crate::machine::{Label, Machine};
use crate::search::Summary;

/// States that are strongly connected, and a cycle through all of which is fair.
pub struct FairPart {
    /// The states.
    pub members: Vec<u32>,
    /// The thread that must step in the cycle and stay in the procedure, if one is asked for.
    pub stepping: Option<u32>,
}

impl FairPart {
    /// Whether a cycle may take an edge with the label.
    pub fn may_take(&self, label: &Label) -> bool {
        !label.spurious && self.stepping.is_none_or(|slot| label.finished >> slot & 1 == 0)
    }
}

/// A part with a fair cycle among these states, in which the thread steps and lives if one is given.
pub fn fair_part(
    graph: &mut Graph<'_>,
    members: &[u32],
    fairness: Fairness,
    stepping: Option<(u32, &str)>,
) -> Result<Option<FairPart>, Halt> {
    let mut waiting = vec![members.to_vec()];
    while let Some(states) = waiting.pop() {
        let numbers = states.iter().zip(0..).map(|(state, number)| (*state, number)).collect();
        let all: Vec<u32> = (0..states.len() as u32).collect();
        let mut parts = Parts { graph, states: &states, numbers, fairness, stepping, rest: Vec::new() };
        match search(&mut parts, &all) {
            Ok(()) => waiting.append(&mut parts.rest),
            Err(Stop::Found(part)) => return Ok(Some(part)),
            Err(Stop::Halt(halt)) => return Err(halt),
        }
    }
    Ok(None)
}

/// A part with a fair cycle in which some thread that runs the procedure of this name steps and stays in it.
pub fn thread_part(
    graph: &mut Graph<'_>,
    members: &[u32],
    fairness: Fairness,
    name: &str,
) -> Result<Option<FairPart>, Halt> {
    let mut slots: Vec<u32> = Vec::new();
    for &member in members {
        let row = graph.row(member);
        for slot in Machine::slots(&row) {
            if !slots.contains(&slot) && graph.machine.runs(&row, slot, name) {
                slots.push(slot);
            }
        }
    }
    slots.sort_unstable();
    for slot in slots {
        if let Some(part) = fair_part(graph, members, fairness, Some((slot, name)))? {
            return Ok(Some(part));
        }
    }
    Ok(None)
}

enum Stop {
    Found(FairPart),
    Halt(Halt),
}

/// The components of a part of the graph, whose states have numbers of their own here: the cost is that of the part alone.
struct Parts<'a, 'b, 'c> {
    graph: &'a mut Graph<'b>,
    states: &'c [u32],
    numbers: FxHashMap<u32, u32>,
    fairness: Fairness,
    stepping: Option<(u32, &'c str)>,
    /// What is left of components after states were taken out.
    rest: Vec<Vec<u32>>,
}

impl Parts<'_, '_, '_> {
    fn states(&self, members: &[u32]) -> Vec<u32> {
        members.iter().map(|member| self.states[*member as usize]).collect()
    }
}

impl Summarise for Parts<'_, '_, '_> {
    type Label = u32;
    type Summary = Summary;
    type Stop = Stop;

    fn expand(&mut self, member: u32, _: usize, successors: &mut Vec<(u32, u32)>) -> Result<Summary, Stop> {
        let before = successors.len();
        let enabled = self.graph.expand(self.states[member as usize], |label, target, _| {
            if let Some(number) = self.numbers.get(&target) {
                successors.push((label, *number));
            }
        });
        let enabled = enabled.map_err(Stop::Halt)?;
        if let Some((slot, _)) = self.stepping {
            let mut kept = before;
            for edge in before..successors.len() {
                if self.graph.label(successors[edge].0).finished >> slot & 1 == 0 {
                    successors.swap(kept, edge);
                    kept += 1;
                }
            }
            successors.truncate(kept);
        }
        Ok(Summary::of_state(enabled))
    }

    fn absorb(&mut self, summary: &mut Summary, label: u32) {
        summary.absorb(self.graph.label(label));
    }

    fn merge(&mut self, summary: &mut Summary, other: Summary) {
        summary.merge(&other);
    }
}

impl Visit for Parts<'_, '_, '_> {
    fn cycle(&mut self, _: &[u32], _: &Summary) -> Result<(), Stop> {
        Ok(())
    }

    fn component(&mut self, component: Component<'_, Summary>) -> Result<(), Stop> {
        let summary = component.summary;
        let members = self.states(component.members);
        let steps = |(slot, name): (u32, &str)| {
            let row = self.graph.row(members[0]);
            summary.stepped >> slot & 1 == 1 && self.graph.machine.runs(&row, slot, name)
        };
        if !component.has_cycle || !self.stepping.is_none_or(steps) {
            return Ok(());
        }
        let unfairly = summary.treated_unfairly(self.fairness);
        if unfairly == 0 {
            return Err(Stop::Found(FairPart { members, stepping: self.stepping.map(|(slot, _)| slot) }));
        }
        if self.fairness == Fairness::Strong {
            let mut rest = Vec::new();
            for member in members {
                let enabled = self.graph.expand(member, |_, _, _| {}).map_err(Stop::Halt)?;
                if enabled & unfairly == 0 {
                    rest.push(member);
                }
            }
            self.rest.push(rest);
        }
        Ok(())
    }
}
