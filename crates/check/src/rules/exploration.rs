//! Proofs by exploration: the reduced graph is finite, and no run in it violates the property.
//!
//! The graph is that of [`crate::reduction`]. On it, the property is decided in the plainest way there is:
//!
//! - spurious steps lead to more states, but are edges of no run: where a run takes one for the last time, another begins;
//! - a *deadlock* is a state without successors in which the program has not ended;
//! - an infinite fair run exists exactly if a cycle does in which every thread is treated fairly; such cycles are looked for
//!   in strongly connected components. Under weak fairness a component has one exactly if every thread steps in it or is
//!   disabled somewhere in it. Under strong fairness, a thread that is enabled in a component in which it cannot step must not
//!   be enabled in the cycle: the states where it is are taken out, and the rest is decomposed again;
//! - for `thread=NAME`, the thread in some slot must step in the cycle and not finish in it;
//! - for `exit` and `sections`, void states are taken out first ([`crate::rules::discarded`]). From every other state a bottom
//!   component of what remains can be reached, and from there nothing else:
//!   it must be the end of the program or, for `sections`, have no section that stays open throughout.
//!
//! # Why bottom components decide `exit` and `sections`
//!
//! A section instance that is open in a state `s` can never be left, nor the program end, exactly if no state that `s` can
//! reach has ended and no edge on the way leaves the section. Then `s` reaches a bottom component, and all states and edges of
//! it are among those: in it, the section is open in every state and left on no edge, and the program has not ended.
//! Conversely, a bottom component that has not ended and keeps a section open in all of its states and on all of its edges is
//! such a state's future entire, as nothing leaves a bottom component. For `exit` the section is the whole program.

use std::collections::BTreeSet;

use evidence::counterexample::SectionInstance;
use program::ids::ThreadSlot;
use program::program::Program;
use program::property::{Fairness, Property, Question};
use program::text::{counted, number};

use crate::explore::{Graph, NoGraph, Spurious};
use crate::rules::components::{Components, components};
use crate::rules::discarded::void_states;
use crate::rules::{Rejection, broken, no_graph};
use crate::sections;
use crate::semantics::state::initial;
use crate::watch::Interrupt;

/// Accepts the claim that the reduced graph has so many states and satisfies the property.
pub fn check(program: &Program, question: &Question, states: u64, interrupt: Interrupt<'_>) -> Result<(), Rejection> {
    let rejected = |why| no_graph(program, "exploration", why);
    let graph = Graph::explore(program, &initial(program), Spurious::Taken, interrupt).map_err(rejected)?;
    if graph.len() as u64 != states {
        let found = counted(graph.len() as u64, "state");
        return Err(broken("exploration", format!("the graph has {found}, not {}", number(states))));
    }
    let holds = holds(program, question, &graph).map_err(rejected)?;
    if holds { Ok(()) } else { Err(broken("exploration", format!("`{}` does not hold", question.property))) }
}

/// Whether the property holds of the program that the graph was explored for.
pub fn holds(program: &Program, question: &Question, graph: &Graph<'_>) -> Result<bool, NoGraph> {
    let judge = Judge { program, graph, fairness: question.fairness };
    match &question.property {
        Property::Finish => Ok(!judge.has_deadlock() && !judge.has_fair_cycle(None)?),
        Property::Terminate => Ok(!judge.has_fair_cycle(None)?),
        Property::Thread(name) => {
            for slot in judge.slots_that_run(name) {
                if judge.has_fair_cycle(Some((slot, name)))? {
                    return Ok(false);
                }
            }
            Ok(true)
        }
        Property::Exit => Ok(judge.bottom_components().iter().all(|component| judge.has_ended(component))),
        Property::Sections => {
            for component in judge.bottom_components().iter() {
                if !judge.has_ended(component) && judge.keeps_a_section_open(component)? {
                    return Ok(false);
                }
            }
            Ok(true)
        }
    }
}

struct Judge<'a> {
    program: &'a Program,
    graph: &'a Graph<'a>,
    fairness: Fairness,
}

impl Judge<'_> {
    fn all(&self) -> Vec<u32> {
        (0..self.graph.len() as u32).collect()
    }

    fn has_deadlock(&self) -> bool {
        let is_stuck = |number: &u32| {
            self.graph.successors(*number).is_empty() && {
                let state = self.graph.state(*number);
                !state.has_ended() && !state.waits_for_input_only(self.program)
            }
        };
        self.all().iter().any(is_stuck)
    }

    fn slots_that_run(&self, name: &str) -> BTreeSet<ThreadSlot> {
        let mut slots = BTreeSet::new();
        for number in self.all() {
            let state = self.graph.state(number);
            slots.extend(state.slots().filter(|slot| self.runs(number, *slot, name)));
        }
        slots
    }

    fn runs(&self, number: u32, slot: ThreadSlot, name: &str) -> bool {
        let state = self.graph.state(number);
        state.thread(slot).is_some_and(|thread| self.program.procedure(thread.root).name == name)
    }

    /// Whether there is a fair cycle, in which the thread steps and lives if one is given.
    fn has_fair_cycle(&self, stepping: Option<(ThreadSlot, &str)>) -> Result<bool, NoGraph> {
        let mut waiting = vec![self.all()];
        while let Some(nodes) = waiting.pop() {
            for component in self.components_with_cycles(&nodes, stepping.map(|(slot, _)| slot))?.iter() {
                let facts = self.facts(component, stepping.map(|(slot, _)| slot))?;
                let steps_as_asked = stepping
                    .is_none_or(|(slot, name)| facts.stepped.contains(&slot) && self.runs(component[0], slot, name));
                if !steps_as_asked {
                    continue;
                }
                let treated_unfairly: Vec<ThreadSlot> = match self.fairness {
                    Fairness::None => Vec::new(),
                    Fairness::Weak => facts.always_enabled.difference(&facts.stepped).copied().collect(),
                    Fairness::Strong => facts.ever_enabled.difference(&facts.stepped).copied().collect(),
                };
                if treated_unfairly.is_empty() {
                    return Ok(true);
                }
                if self.fairness == Fairness::Strong {
                    let mut rest = Vec::new();
                    for &number in component {
                        let enabled = self.graph.enabled(number)?;
                        if !treated_unfairly.iter().any(|slot| enabled.contains(slot)) {
                            rest.push(number);
                        }
                    }
                    waiting.push(rest);
                }
            }
        }
        Ok(false)
    }

    /// The components of the subgraph in which there is a cycle; edges on which `living` finishes are left out.
    fn components_with_cycles(&self, nodes: &[u32], living: Option<ThreadSlot>) -> Result<Components, NoGraph> {
        let mut removed = BTreeSet::new();
        if let Some(slot) = living {
            // Between two states there may be several edges; the pair is kept if the thread lives on one of them.
            for &number in nodes {
                let edges = self.graph.edges(number)?;
                for (label, target) in &edges {
                    let lives = |(label, other): &(crate::reduction::Label, u32)| {
                        other == target && !label.finished.contains(&slot)
                    };
                    if label.finished.contains(&slot) && !edges.iter().any(lives) {
                        removed.insert((number, *target));
                    }
                }
            }
        }
        let kept = |from, to| !removed.contains(&(from, to));
        let found = components(nodes, |number| self.graph.successors(number), kept);
        let has_cycle = |component: &[u32]| {
            component.len() > 1
                || self.graph.successors(component[0]).contains(&component[0]) && kept(component[0], component[0])
        };
        Ok(found.filtered(has_cycle))
    }

    fn facts(&self, component: &[u32], living: Option<ThreadSlot>) -> Result<Facts, NoGraph> {
        let members: BTreeSet<u32> = component.iter().copied().collect();
        let mut facts = Facts::default();
        let mut sometimes_disabled = BTreeSet::new();
        for &number in component {
            let enabled = self.graph.enabled(number)?;
            let state = self.graph.state(number);
            sometimes_disabled.extend(state.slots().filter(|slot| !enabled.contains(slot)));
            facts.ever_enabled.extend(enabled);
            for (label, target) in self.graph.edges(number)? {
                let dies = living.is_some_and(|slot| label.finished.contains(&slot));
                if members.contains(&target) && !dies {
                    facts.stepped.extend(label.stepped);
                    sometimes_disabled.extend(label.disabled);
                }
            }
        }
        facts.always_enabled = facts.ever_enabled.difference(&sometimes_disabled).copied().collect();
        // A slot that is free somewhere in the component is not enabled there.
        for &number in component {
            let state = self.graph.state(number);
            facts.always_enabled.retain(|slot| state.thread(*slot).is_some());
        }
        Ok(facts)
    }

    /// The bottom components of the graph without the void states.
    fn bottom_components(&self) -> Components {
        let is_void = void_states(self.program, self.graph);
        let is_kept = |number: &u32| !is_void[*number as usize];
        let nodes: Vec<u32> = self.all().into_iter().filter(is_kept).collect();
        let found = components(&nodes, |number| self.graph.successors(number), |_, _| true);
        let is_bottom = |component: &[u32]| {
            let stays = |target: &u32| component.binary_search(target).is_ok() || !is_kept(target);
            component.iter().all(|number| self.graph.successors(*number).iter().all(stays))
        };
        found.filtered(is_bottom)
    }

    /// Whether the program ends in the component, which then has this one state.
    fn has_ended(&self, component: &[u32]) -> bool {
        component.iter().any(|number| self.graph.state(*number).has_ended())
    }

    fn keeps_a_section_open(&self, component: &[u32]) -> Result<bool, NoGraph> {
        let open = |number: u32| sections::open(self.program, &self.graph.state(number));
        let mut kept: BTreeSet<SectionInstance> = open(component[0]).into_iter().collect();
        for &number in component {
            let open_here: BTreeSet<SectionInstance> = open(number).into_iter().collect();
            kept.retain(|section| open_here.contains(section));
            for (label, target) in self.graph.edges(number)? {
                let is_inside = component.binary_search(&target).is_ok();
                kept.retain(|section| !(is_inside && label.left.contains(section)));
            }
        }
        Ok(!kept.is_empty())
    }
}

/// What the threads do in a component.
#[derive(Default)]
struct Facts {
    stepped: BTreeSet<ThreadSlot>,
    ever_enabled: BTreeSet<ThreadSlot>,
    always_enabled: BTreeSet<ThreadSlot>,
}
