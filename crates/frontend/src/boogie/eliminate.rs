//! Elimination of choices and jumps: only steps remain.
//!
//! A free choice is a step without effect if the thread could get stuck behind it: having chosen, it cannot go back.
//! It is a jump if the way begins with a guard, or with something that is never in want of anything.
//!
//! A node takes over the steps of every node that it can jump to, in the order of the source.
//! Nodes on a cycle of jumps become one node with one step without effect, from itself to itself.
//! A node that can jump to the exit, but has steps as well, gets a step without effect to the exit.
//! Nodes that cannot be reached vanish.

use std::collections::{BTreeMap, BTreeSet};

use program::ids::NodeId;
use program::procedure::{Edge, Node};
use program::span::Span;

use crate::boogie::components::components;
use crate::boogie::graph::{Graph, Motion, RawNode, Step, Wait};
use crate::boogie::session::Session;

/// What is left of a graph.
pub struct Automaton {
    pub nodes: Vec<Node>,
    pub edges: Vec<Edge>,
    pub entry: NodeId,
    pub exit: NodeId,
}

/// The automaton with the same runs; `end` is where the procedure's text ends.
pub fn eliminate(session: &Session<'_>, graph: &mut Graph, entry: RawNode, end: Span) -> Automaton {
    settle_choices(graph);
    let classes = Classes::of(graph);
    let entry = classes.class(entry);
    let exit = classes.class(Graph::EXIT);
    let mut steps: BTreeMap<usize, Vec<(usize, Step)>> = BTreeMap::new();
    let mut reached = BTreeSet::from([entry, exit]);
    let mut work = vec![entry];
    while let Some(class) = work.pop() {
        let outgoing = classes.steps(graph, class, (exit, end));
        work.extend(outgoing.iter().map(|(to, _)| *to).filter(|to| reached.insert(*to)));
        steps.insert(class, outgoing);
    }
    let mut order: Vec<usize> = reached.into_iter().collect();
    order.sort_by_key(|class| classes.orders[*class]);
    let number: BTreeMap<usize, NodeId> =
        order.iter().enumerate().map(|(index, class)| (*class, NodeId::new(index))).collect();
    let mut automaton = Automaton { nodes: Vec::new(), edges: Vec::new(), entry: number[&entry], exit: number[&exit] };
    for class in &order {
        let outgoing = steps.remove(class).unwrap_or_default();
        automaton.nodes.push(Node { section: section(session, &outgoing), discards: false });
        automaton.edges.extend(outgoing.into_iter().map(|(to, step)| Edge {
            from: number[class],
            to: number[&to],
            commands: step.commands,
            call: step.call,
            spurious: step.spurious,
            eventually: step.eventually,
            span: step.span,
        }));
    }
    automaton
}

/// Makes steps or jumps of all choices, and jumps of what falls through to a label.
fn settle_choices(graph: &mut Graph) {
    let mut outgoing = vec![Vec::new(); graph.orders.len()];
    for (index, edge) in graph.edges.iter().enumerate() {
        outgoing[edge.from.0].push(index);
    }
    let is_guarded: Vec<bool> = (0..outgoing.len()).map(|node| begins_with_guard(graph, &outgoing, node)).collect();
    let goes_on = goes_on(graph, &outgoing, &is_guarded);
    for edge in &mut graph.edges {
        match edge.motion {
            Motion::Choice(span) if is_guarded[edge.to.0] || goes_on[edge.to.0] => {
                edge.motion = Motion::Jump(Some(span))
            }
            Motion::Choice(span) => edge.motion = Motion::Step(Step::new(Vec::new(), span)),
            Motion::Fall => edge.motion = Motion::Jump(None),
            Motion::Jump(_) | Motion::Step(_) => {}
        }
    }
}

/// Whether the first statement at the node, behind labels perhaps, is a guard.
fn begins_with_guard(graph: &Graph, outgoing: &[Vec<usize>], node: usize) -> bool {
    let mut at = node;
    loop {
        let motions = || outgoing[at].iter().map(|index| &graph.edges[*index].motion);
        if motions().any(|motion| matches!(motion, Motion::Step(step) if step.is_guard)) {
            return true;
        }
        // Labels follow each other in the text, so this comes to an end.
        let falls = |index: &&usize| matches!(graph.edges[**index].motion, Motion::Fall);
        let Some(index) = outgoing[at].iter().find(falls) else { return false };
        at = graph.edges[*index].to.0;
    }
}

/// For each node whether a thread there always finds a way on, whatever the values are: the statement there waits for nothing,
/// or a way that has no guard can be chosen, or a jump leads to such a node.
fn goes_on(graph: &Graph, outgoing: &[Vec<usize>], is_guarded: &[bool]) -> Vec<bool> {
    let by_itself = |edges: &Vec<usize>| {
        let edges = || edges.iter().map(|index| &graph.edges[*index]);
        let waits = |step: &Step| step.wait.is_some();
        let can_choose = edges().any(|edge| matches!(edge.motion, Motion::Choice(_)) && !is_guarded[edge.to.0]);
        let can_step = edges().any(|edge| matches!(edge.motion, Motion::Step(_)));
        let may_wait = edges().any(|edge| matches!(&edge.motion, Motion::Step(step) if waits(step)));
        can_choose || can_step && !may_wait
    };
    let mut goes_on: Vec<bool> = outgoing.iter().map(by_itself).collect();
    goes_on[Graph::EXIT.0] = true;
    let mut jumps_to = vec![Vec::new(); outgoing.len()];
    for edge in &graph.edges {
        if let Motion::Jump(_) | Motion::Fall = edge.motion {
            jumps_to[edge.to.0].push(edge.from.0);
        }
    }
    let mut work: Vec<usize> = (0..goes_on.len()).filter(|node| goes_on[*node]).collect();
    while let Some(node) = work.pop() {
        for before in &jumps_to[node] {
            if !std::mem::replace(&mut goes_on[*before], true) {
                work.push(*before);
            }
        }
    }
    goes_on
}

fn section(session: &Session<'_>, outgoing: &[(usize, Step)]) -> Option<program::ids::SectionKindId> {
    let wait = outgoing.iter().find_map(|(_, step)| step.wait)?;
    Some(match wait {
        Wait::Assumption => session.section_kind("wait"),
        Wait::Thread => session.section_kind("join"),
        Wait::Named(kind) => kind,
    })
}

/// Nodes sorted into classes: those on one cycle of jumps, and those that only pass on to one other class.
struct Classes {
    component_of: Vec<usize>,
    /// For every component, the component that stands for it.
    stands_for: Vec<usize>,
    /// For every component, the place of its first node in the source.
    orders: Vec<u32>,
    /// For every component, the indices of the edges that leave its nodes, in the order of the source.
    outgoing: Vec<Vec<usize>>,
    /// For every component on a cycle of jumps, where the cycle is written.
    cycles: Vec<Option<Span>>,
}

impl Classes {
    fn of(graph: &Graph) -> Classes {
        let count = graph.orders.len();
        let mut jumps = vec![Vec::new(); count];
        for edge in &graph.edges {
            if let Motion::Jump(_) = edge.motion {
                jumps[edge.from.0].push(edge.to.0);
            }
        }
        let component_of = components(&jumps);
        let components = component_of.iter().max().map_or(0, |last| last + 1);
        let mut classes = Classes {
            component_of,
            stands_for: Vec::new(),
            orders: vec![u32::MAX; components],
            outgoing: vec![Vec::new(); components],
            cycles: vec![None; components],
        };
        for (node, order) in graph.orders.iter().enumerate() {
            let first = &mut classes.orders[classes.component_of[node]];
            *first = (*first).min(*order);
        }
        for (index, edge) in graph.edges.iter().enumerate() {
            classes.outgoing[classes.component_of[edge.from.0]].push(index);
        }
        classes.find_cycles(graph);
        classes.find_stand_ins(graph);
        classes
    }

    fn class(&self, node: RawNode) -> usize {
        self.stands_for[self.component_of[node.0]]
    }

    fn find_cycles(&mut self, graph: &Graph) {
        for edge in &graph.edges {
            let component = self.component_of[edge.from.0];
            let Motion::Jump(span) = &edge.motion else { continue };
            if component != self.component_of[edge.to.0] {
                continue;
            }
            let cycle = self.cycles[component].get_or_insert(Span::NOWHERE);
            if *cycle == Span::NOWHERE {
                *cycle = span.unwrap_or(Span::NOWHERE);
            }
        }
    }

    /// Components are numbered so that jumps lead to smaller numbers, and so stand-ins of targets are known first.
    fn find_stand_ins(&mut self, graph: &Graph) {
        for component in 0..self.orders.len() {
            let edges = || self.outgoing[component].iter().map(|index| &graph.edges[*index]);
            let has_steps = edges().any(|edge| matches!(edge.motion, Motion::Step(_)));
            let stand_in = if has_steps || self.cycles[component].is_some() {
                component
            } else {
                let targets: BTreeSet<usize> =
                    edges().map(|edge| self.stands_for[self.component_of[edge.to.0]]).collect();
                match (targets.first(), targets.len()) {
                    (Some(target), 1) => *target,
                    _ => component,
                }
            };
            self.stands_for.push(stand_in);
        }
    }

    /// The steps of the class and of all classes that it can jump to.
    fn steps(&self, graph: &Graph, class: usize, (exit, end): (usize, Span)) -> Vec<(usize, Step)> {
        let mut steps = Vec::new();
        let mut visited = BTreeSet::from([class]);
        let mut work = vec![(class, 0)];
        while let Some((class, position)) = work.pop() {
            if position == 0
                && let Some(span) = self.cycles[class]
            {
                steps.push((class, Step::new(Vec::new(), span)));
            }
            let Some(index) = self.outgoing[class].get(position) else { continue };
            work.push((class, position + 1));
            let edge = &graph.edges[*index];
            let target = self.class(edge.to);
            match &edge.motion {
                Motion::Step(step) => steps.push((target, step.clone())),
                Motion::Jump(_) if visited.insert(target) => {
                    if target == exit {
                        steps.push((exit, Step::new(Vec::new(), end)));
                    } else {
                        work.push((target, 0));
                    }
                }
                Motion::Jump(_) => {}
                Motion::Choice(_) | Motion::Fall => unreachable!("all are steps or jumps by now"),
            }
        }
        steps.sort_by_key(|(_, step)| step.span);
        steps
    }
}
