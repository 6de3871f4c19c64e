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
//! - a thread that passes over a choice on an edge of a component, and neither takes it on any edge there nor ends, must not pass over
//!   it in the cycle, whatever the fairness: the edges on which it does are taken out, and the rest is decomposed again;
//! - for `thread=NAME`, the thread in some slot must run the procedure ([`Property::Thread`]), step in the cycle, and neither return
//!   from that very frame nor finish: only states in which it runs the procedure are looked at, and edges on which it returns
//!   are taken out. What is left of a component keeps the frame, and so do all frames below, so that it is the same everywhere;
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
use program::ids::{ChoiceId, ThreadSlot};
use program::program::Program;
use program::property::{Fairness, Property, Question};
use program::text::{counted, number};

use crate::explore::{Graph, NoGraph, Spurious};
use crate::reduction::Label;
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
                if judge.has_fair_cycle(Some(Stepping { slot, name }))? {
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
                !state.has_ended() && !state.ends_no_run(self.program)
            }
        };
        self.all().iter().any(is_stuck)
    }

    fn slots_that_run(&self, name: &str) -> BTreeSet<ThreadSlot> {
        let mut slots = BTreeSet::new();
        for number in self.all() {
            let state = self.graph.state(number);
            slots.extend(state.slots().filter(|slot| self.runs(number, Stepping { slot: *slot, name }).is_some()));
        }
        slots
    }

    /// The depth of the frame of the procedure, if the thread runs it in the state.
    fn runs(&self, number: u32, Stepping { slot, name }: Stepping<'_>) -> Option<usize> {
        self.graph.state(number).thread(slot)?.runs(self.program, name)
    }

    /// Whether there is a fair cycle, in which the thread steps and stays in the procedure if one is given.
    fn has_fair_cycle(&self, stepping: Option<Stepping<'_>>) -> Result<bool, NoGraph> {
        let is_asked_for = |number: &u32| stepping.is_none_or(|stepping| self.runs(*number, stepping).is_some());
        let all: Vec<u32> = self.all().into_iter().filter(is_asked_for).collect();
        let mut waiting = vec![(all, Barred { stepping, choices: BTreeSet::new() })];
        while let Some((nodes, barred)) = waiting.pop() {
            for component in self.components_with_cycles(&nodes, &barred)?.iter() {
                let facts = self.facts(component, &barred)?;
                if stepping.is_some_and(|Stepping { slot, .. }| !facts.stepped.contains(&slot)) {
                    continue;
                }
                let treated_unfairly: Vec<ThreadSlot> = match self.fairness {
                    Fairness::None => Vec::new(),
                    Fairness::Weak => facts.always_enabled.difference(&facts.stepped).copied().collect(),
                    Fairness::Strong => facts.ever_enabled.difference(&facts.stepped).copied().collect(),
                };
                let never_chosen = facts.never_chosen();
                if treated_unfairly.is_empty() && never_chosen.is_empty() {
                    return Ok(true);
                }
                // Under weak fairness no part of the component treats those threads better.
                if self.fairness == Fairness::Strong || treated_unfairly.is_empty() {
                    let mut rest = Vec::new();
                    for &number in component {
                        let enabled = self.graph.enabled(number)?;
                        if !treated_unfairly.iter().any(|slot| enabled.contains(slot)) {
                            rest.push(number);
                        }
                    }
                    let mut barred = barred.clone();
                    barred.choices.extend(never_chosen);
                    waiting.push((rest, barred));
                }
            }
        }
        Ok(false)
    }

    /// Whether a cycle may take the edge from the state.
    fn may_take(&self, number: u32, label: &Label, barred: &Barred<'_>) -> bool {
        // The thread, which runs the procedure in the state, is still in it at the end of the edge.
        let stays = |stepping: Stepping<'_>| {
            self.runs(number, stepping).is_some_and(|depth| !label.returned.contains(&(stepping.slot, depth)))
        };
        barred.stepping.is_none_or(stays) && barred.choices.is_disjoint(&label.passed_over)
    }

    /// The components of the subgraph in which there is a cycle; edges that are barred are left out.
    fn components_with_cycles(&self, nodes: &[u32], barred: &Barred<'_>) -> Result<Components, NoGraph> {
        let mut removed = BTreeSet::new();
        if barred.stepping.is_some() || !barred.choices.is_empty() {
            // Between two states there may be several edges; the pair is kept if one of them may be taken.
            for &number in nodes {
                let edges = self.graph.edges(number)?;
                for (_, target) in &edges {
                    let is_kept =
                        |(label, other): &(Label, u32)| other == target && self.may_take(number, label, barred);
                    if !edges.iter().any(is_kept) {
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

    fn facts(&self, component: &[u32], barred: &Barred<'_>) -> Result<Facts, NoGraph> {
        let members: BTreeSet<u32> = component.iter().copied().collect();
        let mut facts = Facts::default();
        let mut sometimes_disabled = BTreeSet::new();
        for &number in component {
            let enabled = self.graph.enabled(number)?;
            let state = self.graph.state(number);
            sometimes_disabled.extend(state.slots().filter(|slot| !enabled.contains(slot)));
            facts.ever_enabled.extend(enabled);
            for (label, target) in self.graph.edges(number)? {
                if members.contains(&target) && self.may_take(number, &label, barred) {
                    facts.stepped.extend(label.stepped);
                    sometimes_disabled.extend(label.disabled);
                    facts.passed_over.extend(label.passed_over);
                    facts.chosen.extend(label.chosen);
                    facts.ended.extend(label.returned.iter().filter(|(_, depth)| *depth == 0).map(|(slot, _)| *slot));
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

/// A thread of which a procedure that it runs is looked at.
#[derive(Clone, Copy)]
struct Stepping<'a> {
    slot: ThreadSlot,
    name: &'a str,
}

/// What a cycle must not do.
#[derive(Clone)]
struct Barred<'a> {
    /// The thread, if one is asked for, must not leave the procedure.
    stepping: Option<Stepping<'a>>,
    /// Threads must not pass over these choices.
    choices: BTreeSet<(ThreadSlot, ChoiceId)>,
}

/// What the threads do in a component.
#[derive(Default)]
struct Facts {
    stepped: BTreeSet<ThreadSlot>,
    ever_enabled: BTreeSet<ThreadSlot>,
    always_enabled: BTreeSet<ThreadSlot>,
    passed_over: BTreeSet<(ThreadSlot, ChoiceId)>,
    chosen: BTreeSet<(ThreadSlot, ChoiceId)>,
    ended: BTreeSet<ThreadSlot>,
}

impl Facts {
    /// The choices that threads pass over and never take, though they live on.
    fn never_chosen(&self) -> Vec<(ThreadSlot, ChoiceId)> {
        let passed_over = self.passed_over.difference(&self.chosen);
        passed_over.filter(|(slot, _)| !self.ended.contains(slot)).copied().collect()
    }
}
