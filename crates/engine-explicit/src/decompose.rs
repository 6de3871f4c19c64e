//! Strong fairness, decided exactly: decomposition of a component as for Streett automata
//! (Emerson and Lei 1987, doi:10.1016/0167-6423(87)90036-0).
//!
//! If a thread is enabled somewhere in a strongly connected set but steps on none of its edges, then no fair cycle inside the set
//! passes a state in which the thread is enabled. These states are taken out and the rest is decomposed again,
//! until a part is left in which every thread that is enabled also steps, or nothing is.
//!
//! A thread that passes over a choice on an edge of the set, and neither takes it on any of them nor ends, must not pass over it:
//! the edges on which it does are taken out.
//!
//! For `thread=NAME` the edges on which the thread steps to where it does not run the procedure are taken out first: a cycle that
//! begins where it runs it is then taken by one and the same thread in one and the same frame, and it must step in it.

use std::collections::BTreeSet;

use automata::components::{Component, Summarise, Visit, search};
use program::property::Fairness;
use rustc_hash::FxHashMap;

use crate::graph::{Graph, Halt};
use crate::machine::{Label, Machine};
use crate::offers::{Chosen, SlotChoice};
use crate::search::Summary;

/// States that are strongly connected, and a cycle through all of which is fair.
pub struct FairPart {
    /// The states.
    pub members: Vec<u32>,
    /// What the cycle must not do.
    pub barred: Barred,
    /// The choices that threads may pass over in it, and take or end.
    pub to_choose: BTreeSet<SlotChoice>,
}

/// What a cycle must not do.
#[derive(Clone, Default)]
pub struct Barred {
    /// The thread that must step and stay in the procedure, if one is asked for.
    pub stepping: Option<u32>,
    /// Choices that must not be passed over.
    choices: BTreeSet<SlotChoice>,
}

impl FairPart {
    /// Any cycle through all of these states.
    pub fn of(members: Vec<u32>) -> FairPart {
        FairPart { members, barred: Barred::default(), to_choose: BTreeSet::new() }
    }
}

impl Barred {
    /// Whether a cycle may take an edge with the label.
    pub fn may_take(&self, machine: &Machine<'_>, label: &Label) -> bool {
        !label.spurious
            && self.stepping.is_none_or(|slot| label.finished >> slot & 1 == 0)
            && !machine.offers.of(label).passed_over().any(|choice| self.choices.contains(&choice))
    }
}

/// A part with a fair cycle among these states, in which the thread steps and lives if one is given.
pub fn fair_part(
    graph: &mut Graph<'_>,
    members: &[u32],
    fairness: Fairness,
    stepping: Option<(u32, &str)>,
) -> Result<Option<FairPart>, Halt> {
    let barred = Barred { stepping: stepping.map(|(slot, _)| slot), choices: BTreeSet::new() };
    let mut waiting = vec![(members.to_vec(), barred)];
    while let Some((states, barred)) = waiting.pop() {
        let numbers = states.iter().zip(0..).map(|(state, number)| (*state, number)).collect();
        let all: Vec<u32> = (0..states.len() as u32).collect();
        let mut parts = Parts { graph, states: &states, numbers, fairness, stepping, barred, rest: Vec::new() };
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
    barred: Barred,
    /// What is left of components after states, or edges, were taken out.
    rest: Vec<(Vec<u32>, Barred)>,
}

impl Parts<'_, '_, '_> {
    fn states(&self, members: &[u32]) -> Vec<u32> {
        members.iter().map(|member| self.states[*member as usize]).collect()
    }
}

impl Summarise for Parts<'_, '_, '_> {
    type Label = u32;
    type Summary = (Summary, Chosen);
    type Stop = Stop;

    fn expand(&mut self, member: u32, _: usize, successors: &mut Vec<(u32, u32)>) -> Result<(Summary, Chosen), Stop> {
        let before = successors.len();
        let enabled = self.graph.expand(self.states[member as usize], |label, target, _| {
            if let Some(number) = self.numbers.get(&target) {
                successors.push((label, *number));
            }
        });
        let enabled = enabled.map_err(Stop::Halt)?;
        if self.barred.stepping.is_some() || !self.barred.choices.is_empty() {
            let mut kept = before;
            for edge in before..successors.len() {
                if self.barred.may_take(&self.graph.machine, self.graph.label(successors[edge].0)) {
                    successors.swap(kept, edge);
                    kept += 1;
                }
            }
            successors.truncate(kept);
        }
        Ok((Summary::of_state(enabled), Chosen::default()))
    }

    fn absorb(&mut self, (summary, chosen): &mut (Summary, Chosen), label: u32) {
        let label = self.graph.label(label);
        summary.absorb(label);
        chosen.absorb(self.graph.machine.offers.of(label), label);
    }

    fn merge(&mut self, (summary, chosen): &mut (Summary, Chosen), other: (Summary, Chosen)) {
        summary.merge(&other.0);
        chosen.merge(other.1);
    }
}

impl Visit for Parts<'_, '_, '_> {
    fn cycle(&mut self, _: &[u32], _: &(Summary, Chosen)) -> Result<(), Stop> {
        Ok(())
    }

    fn component(&mut self, component: Component<'_, (Summary, Chosen)>) -> Result<(), Stop> {
        let (summary, chosen) = component.summary;
        let members = self.states(component.members);
        let steps = |(slot, name): (u32, &str)| {
            let row = self.graph.row(members[0]);
            summary.stepped >> slot & 1 == 1 && self.graph.machine.runs(&row, slot, name)
        };
        if !component.has_cycle || !self.stepping.is_none_or(steps) {
            return Ok(());
        }
        let unfairly = summary.treated_unfairly(self.fairness);
        let never_chosen = chosen.never_chosen();
        let mut barred = self.barred.clone();
        if unfairly == 0 && never_chosen.is_empty() {
            return Err(Stop::Found(FairPart { members, barred, to_choose: chosen.passed_over().clone() }));
        }
        // Under weak fairness no part of the component treats those threads better.
        if self.fairness == Fairness::Strong || unfairly == 0 {
            let mut rest = Vec::new();
            for member in members {
                let enabled = self.graph.expand(member, |_, _, _| {}).map_err(Stop::Halt)?;
                if enabled & unfairly == 0 {
                    rest.push(member);
                }
            }
            barred.choices.extend(never_chosen);
            self.rest.push((rest, barred));
        }
        Ok(())
    }
}
