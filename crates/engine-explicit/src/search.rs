//! The search: one pass over the reduced graph that decides the property on the fly.
//!
//! # Infinite fair runs
//!
//! An infinite run of a finite graph stays in one strongly connected component in the end and takes some cycle through it.
//! While components form, their summaries tell which threads step inside, which are ever enabled and which always are.
//! Under no fairness any cycle will do. Under weak fairness a component has a fair cycle exactly if every thread that is always
//! enabled steps; under strong fairness it has one if every thread that is ever enabled steps, and if not, perhaps a part of
//! it has: [`crate::decompose`] looks, once the component is complete.
//!
//! Whoever passes over a choice of which a way is taken eventually must take it in the cycle, under every notion of fairness
//! ([`crate::offers`]): again a matter of decomposition.
//!
//! # Sections and the end
//!
//! (Štill and Barnat 2019, doi:10.1007/978-3-030-30446-1_20.) The paper explores the graph once more for every section, with
//! the section *active*, and looks for terminal components that are active throughout. That is not needed.
//!
//! It is enough to look at bottom components, of the graph that plain exploration walks anyway: at the sections that are open
//! in any one of its states, less those that are left on some edge inside. `check::rules::exploration` has the argument.
//! For `exit` the section is the whole program.
//!
//! Discarded runs are none of the program's. States from which there is no other are void: components are complete in the order
//! from the bottom up, so that it is known of each whether anything but void states follows.
//!
//! # What is not known
//!
//! Where it is not known what happens next, nothing follows, as far as the search is concerned: such a state is no deadlock and
//! no point of no return. What is found all the same is true; if nothing is, there is no proof.
//!
//! A section that is open in one state of the component and not in another is left on the way. So edges need no labels:
//! states are looked at until no section is left that is open in all of them, which are few as a rule. Only if there is one,
//! the edges are looked at again: steps that were fused may leave a section and enter it again.

use automata::bottom::{self, Bottom, Fate};
use automata::components::{self, Component, Summarise};
use program::program::Program;
use program::property::{Fairness, Property};
use rustc_hash::FxHashSet;

use crate::decompose::{self, FairPart};
use crate::execute::SectionKey;
use crate::graph::{Graph, Halt};
use crate::machine::{Slots, Wanted};
use crate::near::{self, Lookout, Near};

/// What is looked for.
#[derive(Clone, PartialEq, Eq)]
pub enum Goal {
    /// An infinite fair run or, if asked for, a deadlock.
    FairCycle {
        /// Which cycles count.
        fairness: Fairness,
        /// Whether a deadlock counts, too.
        deadlocks: bool,
    },
    /// A fair cycle in which a thread that runs this procedure steps and does not return from it.
    ThreadCycle {
        /// Which cycles count.
        fairness: Fairness,
        /// The name of the procedure.
        name: String,
    },
    /// A section that cannot be left.
    StuckSection,
    /// A state from which the program cannot end.
    NoEnd,
}

impl Goal {
    /// What violates the property.
    pub fn against(property: &Property, fairness: Fairness) -> Goal {
        match property {
            Property::Finish => Goal::FairCycle { fairness, deadlocks: true },
            Property::Terminate => Goal::FairCycle { fairness, deadlocks: false },
            Property::Thread(name) => Goal::ThreadCycle { fairness, name: name.clone() },
            Property::Sections => Goal::StuckSection,
            Property::Exit => Goal::NoEnd,
        }
    }

    /// What labels must tell of a program.
    pub fn wanted(&self, program: &Program) -> Wanted {
        let mut edges = program.procedures.iter().flat_map(|procedure| &procedure.edges);
        let choices = edges.any(|edge| edge.eventually.is_some());
        match self {
            Goal::FairCycle { .. } | Goal::ThreadCycle { .. } => Wanted { choices, ..self.wanted_of_any_program() },
            Goal::StuckSection | Goal::NoEnd => self.wanted_of_any_program(),
        }
    }

    fn wanted_of_any_program(&self) -> Wanted {
        match self {
            Goal::FairCycle { fairness: Fairness::None, .. } | Goal::StuckSection | Goal::NoEnd => Wanted::default(),
            Goal::FairCycle { .. } => Wanted { threads: true, ..Wanted::default() },
            Goal::ThreadCycle { name, .. } => {
                Wanted { threads: true, procedure: Some(name.clone()), ..Wanted::default() }
            }
        }
    }
}

/// What was found.
pub enum Found {
    /// The states of a strongly connected part of the graph with a fair cycle.
    Cycle(FairPart),
    /// A state in which nobody can step.
    Deadlock(u32),
    /// A state of a bottom component in which the section stays open.
    StuckSection(u32, u32, SectionKey),
    /// A state of a bottom component in which the program does not end.
    NoEnd(u32),
    /// The search ended before it had seen everything.
    Halt(Halt),
}

/// Looks for what violates the property in all that can be reached; finds nothing if it holds.
pub fn search(graph: &mut Graph<'_>, goal: &Goal) -> Result<(), Found> {
    let roots = graph.roots().map_err(Found::Halt)?;
    let found = match goal {
        Goal::FairCycle { .. } | Goal::ThreadCycle { .. } => {
            components::search(&mut Cycles { graph, goal, lookout: Lookout::new(&roots), worth_a_look: 0 }, &roots)
        }
        Goal::StuckSection | Goal::NoEnd => {
            let judge = if *goal == Goal::NoEnd { judge_end } else { judge_sections };
            bottom::search(&mut Bottoms { graph, walk: Walk::All(Lookout::new(&roots)), judge }, &roots)
        }
    };
    match (found, graph.first_unknown()) {
        // More time would not have helped.
        (Ok(()) | Err(Found::Halt(Halt::Unknown(_))), Some(reason)) => Err(Found::Halt(Halt::Unknown(reason))),
        (found, _) => found,
    }
}

/// Visits all states that can be reached, looking for failures and deadlocks only: the measure for the cost of [`search`].
pub fn plain(graph: &mut Graph<'_>) -> Result<(), Found> {
    let roots = graph.roots().map_err(Found::Halt)?;
    automata::explore::depth_first(&roots, |state, waiting| {
        let enabled = graph.expand(state, |_, target, is_new| {
            if is_new {
                waiting.push(target);
            }
        });
        let enabled = enabled.map_err(Found::Halt)?;
        waiting.extend(std::iter::from_fn(|| graph.next_spurious()));
        graph.search_bytes = (waiting.capacity() * 4) as u64;
        let is_stuck = enabled == 0 && !graph.machine.may_stop(&graph.row(state));
        if is_stuck { Err(Found::Deadlock(state)) } else { Ok(()) }
    })
}

/// Looks for fair cycles, and for deadlocks if these count.
struct Cycles<'a, 'b> {
    graph: &'a mut Graph<'b>,
    goal: &'a Goal,
    lookout: Lookout,
    /// How many states a component has to have, where choices count, before it is looked at again while it grows.
    worth_a_look: usize,
}

/// What is known of a strongly connected set of states.
#[derive(Clone, Copy)]
pub struct Summary {
    /// The threads that step on an edge inside.
    pub stepped: Slots,
    /// The threads that can step in some state.
    pub ever_enabled: Slots,
    /// The threads that can step everywhere.
    pub always_enabled: Slots,
}

impl Summary {
    /// What is known of a single state.
    pub fn of_state(enabled: Slots) -> Summary {
        Summary { stepped: 0, ever_enabled: enabled, always_enabled: enabled }
    }

    /// Adds an edge inside.
    pub fn absorb(&mut self, label: &crate::machine::Label) {
        self.stepped |= label.stepped;
        self.always_enabled &= !label.disabled;
    }

    /// Adds another set with which this one is strongly connected.
    pub fn merge(&mut self, other: &Summary) {
        self.stepped |= other.stepped;
        self.ever_enabled |= other.ever_enabled;
        self.always_enabled &= other.always_enabled;
    }

    /// The threads that a cycle through all of the set treats unfairly.
    pub fn treated_unfairly(&self, fairness: Fairness) -> Slots {
        match fairness {
            Fairness::None => 0,
            Fairness::Weak => self.always_enabled & !self.stepped,
            Fairness::Strong => self.ever_enabled & !self.stepped,
        }
    }
}

impl Summarise for Cycles<'_, '_> {
    type Label = u32;
    type Summary = Summary;
    type Stop = Found;

    fn expand(&mut self, state: u32, search_bytes: usize, successors: &mut Vec<(u32, u32)>) -> Result<Summary, Found> {
        let before = successors.len();
        let enabled = expand(self.graph, state, search_bytes, successors, |label, target| (label, target))?;
        let looks_for_deadlocks = matches!(self.goal, Goal::FairCycle { deadlocks: true, .. });
        let is_stuck = successors.len() == before && !self.graph.is_passed_over(state);
        if looks_for_deadlocks && is_stuck && !self.graph.machine.may_stop(&self.graph.row(state)) {
            return Err(Found::Deadlock(state));
        }
        if let Some(most) = self.lookout.is_due(self.graph) {
            near::cycles(self.graph, self.goal, &self.lookout, most)?;
        }
        Ok(Summary::of_state(enabled))
    }

    fn next_root(&mut self) -> Option<u32> {
        self.graph.next_spurious()
    }

    fn absorb(&mut self, summary: &mut Summary, label: u32) {
        summary.absorb(self.graph.label(label));
    }

    fn merge(&mut self, summary: &mut Summary, other: Summary) {
        summary.merge(&other);
    }
}

impl components::Visit for Cycles<'_, '_> {
    fn cycle(&mut self, members: &[u32], summary: &Summary) -> Result<(), Found> {
        match self.goal {
            Goal::FairCycle { fairness, .. } if summary.treated_unfairly(*fairness) == 0 => {
                if self.graph.machine.wanted.choices {
                    return self.cycle_with_choices(members, *fairness);
                }
                Err(Found::Cycle(FairPart::of(members.to_vec())))
            }
            _ => Ok(()),
        }
    }

    fn component(&mut self, component: Component<'_, Summary>) -> Result<(), Found> {
        self.worth_a_look = 0;
        let part = match self.goal {
            Goal::FairCycle { fairness, .. }
                if component.has_cycle && (*fairness == Fairness::Strong || self.graph.machine.wanted.choices) =>
            {
                decompose::fair_part(self.graph, component.members, *fairness, None)
            }
            Goal::ThreadCycle { fairness, name } if component.has_cycle => {
                decompose::thread_part(self.graph, component.members, *fairness, name)
            }
            _ => return Ok(()),
        };
        part.map_err(Found::Halt)?.map_or(Ok(()), |part| Err(Found::Cycle(part)))
    }
}

impl Cycles<'_, '_> {
    /// Whether these states, strongly connected so far, have a cycle that passes over no choice for ever.
    ///
    /// Looking takes time, so that it is done again only when they have become twice as many.
    fn cycle_with_choices(&mut self, members: &[u32], fairness: Fairness) -> Result<(), Found> {
        if members.len() < self.worth_a_look {
            return Ok(());
        }
        self.worth_a_look = 2 * members.len();
        let part = decompose::fair_part(self.graph, members, fairness, None).map_err(Found::Halt)?;
        part.map_or(Ok(()), |part| Err(Found::Cycle(part)))
    }
}

/// Looks for bottom components that violate the property.
struct Bottoms<'a, 'b> {
    graph: &'a mut Graph<'b>,
    walk: Walk,
    judge: Judge,
}

/// What becomes of a bottom component, unless it violates the property.
type Judge = fn(&mut Graph<'_>, &Bottom<'_>) -> Result<Fate, Found>;

/// Which states bottom components are looked for among.
enum Walk {
    /// All that can be reached.
    All(Lookout),
    /// These, which are near the start. Behind others there may be anything. The search for all takes so many bytes.
    Near(FxHashSet<u32>, u64),
}

impl Bottoms<'_, '_> {
    /// Whether the state is none of those that are looked at.
    fn is_beyond(&self, state: u32) -> bool {
        matches!(&self.walk, Walk::Near(states, _) if !states.contains(&state))
    }
}

impl bottom::Visit for Bottoms<'_, '_> {
    type Stop = Found;

    fn expand(&mut self, state: u32, search_bytes: usize, successors: &mut Vec<u32>) -> Result<(), Found> {
        if self.is_beyond(state) {
            return Ok(());
        }
        expand(self.graph, state, search_bytes, successors, |_, target| target)?;
        match &mut self.walk {
            Walk::All(lookout) => match lookout.is_due(self.graph) {
                Some(most) => bottoms_near(self.graph, self.judge, lookout, most),
                None => Ok(()),
            },
            Walk::Near(_, elsewhere) => {
                self.graph.search_bytes += *elsewhere;
                Ok(())
            }
        }
    }

    fn next_root(&mut self) -> Option<u32> {
        match self.walk {
            Walk::All(_) => self.graph.next_spurious(),
            Walk::Near(..) => None,
        }
    }

    fn bottom(&mut self, component: Bottom<'_>) -> Result<Fate, Found> {
        match self.is_beyond(component.members[0]) {
            true => Ok(Fate::Kept),
            false => (self.judge)(self.graph, &component),
        }
    }
}

/// Looks at the states nearest to the start only: at those in which nobody can step first, then at components.
fn bottoms_near(graph: &mut Graph<'_>, judge: Judge, lookout: &Lookout, most: usize) -> Result<(), Found> {
    let elsewhere = graph.search_bytes;
    let near = Near::look(graph, lookout, most, |graph, state| {
        judge(graph, &Bottom { members: &[state], has_cycle: false, leads_to_void: false }).map(|_| ())
    })?;
    let walk = Walk::Near(near.states.iter().copied().collect(), elsewhere);
    bottom::search(&mut Bottoms { graph, walk, judge }, &near.states)
}

/// The program must end somewhere in the component.
fn judge_end(graph: &mut Graph<'_>, component: &Bottom<'_>) -> Result<Fate, Found> {
    end(graph, component).ok_or(Found::NoEnd(component.members[0]))
}

/// No section may stay open in the component.
fn judge_sections(graph: &mut Graph<'_>, component: &Bottom<'_>) -> Result<Fate, Found> {
    if let Some(fate) = end(graph, component) {
        return Ok(fate);
    }
    let members = component.members;
    for (slot, key) in open_in_all(graph, members) {
        if !is_left(graph, (slot, key), members)? {
            return Err(Found::StuckSection(members[0], slot, key));
        }
    }
    Ok(Fate::Kept)
}

/// The sections that are open in all of the states.
fn open_in_all(graph: &Graph<'_>, states: &[u32]) -> Vec<(u32, SectionKey)> {
    let open_in = |state: u32| graph.machine.open_sections(&graph.row(state));
    let (first, others) = states.split_first().expect("a component has a state");
    let mut open = open_in(*first);
    for state in others {
        if open.is_empty() {
            break;
        }
        let open_here = open_in(*state);
        open.retain(|section| open_here.contains(section));
    }
    open
}

/// Whether the section is left on some edge from one of the states, which form a bottom component, to another.
fn is_left(graph: &mut Graph<'_>, section: (u32, SectionKey), states: &[u32]) -> Result<bool, Found> {
    let inside: FxHashSet<u32> = states.iter().copied().collect();
    let mut edges = Vec::new();
    let mut is_left = false;
    graph.machine.wanted.section = Some(section);
    for state in states {
        let expanded = graph.expand(*state, |label, target, _| edges.push((label, target)));
        expanded.map_err(Found::Halt)?;
        let leaves = |(label, target): (u32, u32)| graph.label(label).left && inside.contains(&target);
        is_left = edges.drain(..).any(leaves);
        if is_left {
            break;
        }
    }
    graph.machine.wanted.section = None;
    Ok(is_left)
}

/// Appends the successors of the state, each as `of` puts its label and its number, and tells which threads can step.
/// A state of which it is not known what happens next has none.
fn expand<T>(
    graph: &mut Graph<'_>,
    state: u32,
    search_bytes: usize,
    successors: &mut Vec<T>,
    of: impl Fn(u32, u32) -> T,
) -> Result<Slots, Found> {
    let before = successors.len();
    let expanded = graph.expand(state, |label, target, _| successors.push(of(label, target)));
    graph.search_bytes = search_bytes as u64;
    match expanded {
        Ok(enabled) => Ok(enabled),
        Err(Halt::Unknown(reason)) if !reason.is_limit() && !graph.gives_up() => {
            successors.truncate(before);
            graph.pass_over(state, reason);
            Ok(0)
        }
        Err(halt) => Err(Found::Halt(halt)),
    }
}

/// What becomes of the bottom component if it is an end, of the program or of runs that are discarded. Then it has one state.
fn end(graph: &Graph<'_>, component: &Bottom<'_>) -> Option<Fate> {
    if component.has_cycle {
        return None;
    }
    let row = graph.row(component.members[0]);
    // Of a state that was passed over it is not known whether the program ends behind it.
    if graph.machine.has_ended(&row) || graph.is_passed_over(component.members[0]) {
        return Some(Fate::Kept);
    }
    (component.leads_to_void || graph.machine.may_stop(&row)).then_some(Fate::Void)
}
