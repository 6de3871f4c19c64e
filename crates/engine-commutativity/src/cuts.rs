//! Why no fair run stays anywhere for ever: the part of `fast$` behind the `$`.
//!
//! The paper puts the `$` anywhere, and asks for a module that accepts what comes behind it. Here the graph of nodes is taken to pieces,
//! one strongly connected part after the other, until no cycle is left. `check::rules::ranked` has the argument for each [`Cut`]:
//!
//! - A thread that steps nowhere in a part, and could: nodes at which it could are taken out, as for strong fairness in explicit search.
//! - A function of a module that gets larger nowhere in a part: steps on which it gets less are taken out. This is a lexicographic argument,
//!   and one of several phases if it is not known that the function is bounded: then the part is looked at again, below the bound.
//! - A head of which all words back to itself are ranked, each by some module, or keep a thread waiting; the head is taken out. This is the
//!   paper's inclusion with a disjunctive argument, which also finds functions that get larger on the way.
//!
//! The first two take time in proportion to the part; words are many, so heads come last.

use std::collections::BTreeSet;
use std::convert::Infallible;

use automata::components::{Component, Summarise, Visit, search};
use program::linear::system::System;
use program::property::Fairness;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::alphabet::Alphabet;
use crate::graph::{Edge, Graph, Node};
use crate::proof::{Proof, Set};

/// How often a part is looked at again below a bound, at most.
const MOST_PHASES: usize = 6;

/// A piece that is taken out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cut {
    /// Words from the node back to it are ranked.
    Head(Node),
    /// The function of the module falls in the part around the node.
    Falls(Node, usize),
    /// The thread waits in the part around the node.
    Waits(Node, usize),
}

/// What became of the cycles.
pub enum Cuts {
    /// None is left after these cuts.
    Made(Vec<Cut>),
    /// A cycle that is not ranked.
    Unranked {
        /// Where it begins.
        head: Node,
        /// Its steps.
        edges: Vec<Edge>,
    },
    /// The budget is used up.
    Over,
}

/// Cuts until no cycle is left.
pub fn cuts(
    system: &System,
    alphabet: &Alphabet,
    graph: &mut Graph,
    proof: &mut Proof<'_>,
    fairness: Fairness,
    is_over: &dyn Fn(usize) -> bool,
) -> Cuts {
    proof.forget_used();
    for edges in &mut graph.edges {
        edges.retain(|edge| !system.letters[edge.letter].spurious);
    }
    let mut made = Vec::new();
    let all: Vec<Node> = (0..graph.nodes.len()).collect();
    let mut waiting = parts(graph, &all);
    while let Some(part) = waiting.pop() {
        if is_over(graph.nodes.len()) {
            return Cuts::Over;
        }
        let mut cutter = Cutter { system, alphabet, graph: &mut *graph, proof: &mut *proof, fairness, part: &part };
        let copy = if let Some(cut) = cutter.waits() {
            made.push(cut);
            Vec::new()
        } else if let Some((cut, copy)) = cutter.falls() {
            made.push(cut);
            copy
        } else if let Some(cut) = cutter.waits_by_numbers() {
            made.push(cut);
            Vec::new()
        } else {
            // The node that was found first.
            let head = part[0];
            match cutter.unranked(head, is_over) {
                // Where threads are given other names, words are not enough.
                Ok(None) if !cutter.renamings().is_empty() => {
                    return Cuts::Unranked { head, edges: cutter.around(head) };
                }
                Ok(None) => {}
                Ok(Some(edges)) => return Cuts::Unranked { head, edges },
                Err(Over) => return Cuts::Over,
            }
            graph.edges[head].clear();
            made.push(Cut::Head(head));
            Vec::new()
        };
        waiting.extend(parts(graph, &part));
        waiting.extend(parts(graph, &copy));
    }
    Cuts::Made(made)
}

/// The strongly connected parts with a cycle among these nodes, each in ascending order.
fn parts(graph: &Graph, among: &[Node]) -> Vec<Vec<Node>> {
    let numbers: FxHashMap<Node, u32> = among.iter().copied().zip(0..).collect();
    let mut parts = Parts { graph, among, numbers, found: Vec::new() };
    let roots: Vec<u32> = (0..among.len()).filter_map(|number| u32::try_from(number).ok()).collect();
    let Ok(()) = search(&mut parts, &roots);
    parts.found
}

struct Parts<'a> {
    graph: &'a Graph,
    among: &'a [Node],
    numbers: FxHashMap<Node, u32>,
    found: Vec<Vec<Node>>,
}

impl Summarise for Parts<'_> {
    type Label = ();
    type Summary = ();
    type Stop = Infallible;

    fn expand(&mut self, node: u32, _: usize, successors: &mut Vec<((), u32)>) -> Result<(), Infallible> {
        let edges = &self.graph.edges[self.among[node as usize]];
        successors.extend(edges.iter().filter_map(|edge| self.numbers.get(&edge.to).map(|to| ((), *to))));
        Ok(())
    }

    fn absorb(&mut self, (): &mut (), (): ()) {}

    fn merge(&mut self, (): &mut (), (): ()) {}
}

impl Visit for Parts<'_> {
    fn cycle(&mut self, _: &[u32], (): &()) -> Result<(), Infallible> {
        Ok(())
    }

    fn component(&mut self, component: Component<'_, ()>) -> Result<(), Infallible> {
        if component.has_cycle {
            let mut part: Vec<Node> = component.members.iter().map(|member| self.among[*member as usize]).collect();
            part.sort_unstable();
            self.found.push(part);
        }
        Ok(())
    }
}

/// The budget is used up.
struct Over;

/// A part of the graph that is to be cut.
struct Cutter<'a, 'p> {
    system: &'a System,
    alphabet: &'a Alphabet,
    graph: &'a mut Graph,
    proof: &'a mut Proof<'p>,
    fairness: Fairness,
    /// In ascending order.
    part: &'a [Node],
}

impl Cutter<'_, '_> {
    fn is_inside(&self, node: Node) -> bool {
        self.part.binary_search(&node).is_ok()
    }

    /// The edges inside the part.
    fn edges(&self) -> impl Iterator<Item = (Node, Edge)> + '_ {
        let edges_of = |node: Node| self.graph.edges[node].iter().map(move |edge| (node, *edge));
        self.part.iter().copied().flat_map(edges_of).filter(|(_, edge)| self.is_inside(edge.to))
    }

    /// The names that threads are given inside the part, other than those that they have.
    fn renamings(&self) -> BTreeSet<usize> {
        self.edges().map(|(_, edge)| edge.renaming).filter(|renaming| *renaming != 0).collect()
    }

    /// The threads that are running in the part and step nowhere in it.
    fn standing(&self) -> Vec<usize> {
        if self.fairness == Fairness::None {
            return Vec::new();
        }
        let stepping: FxHashSet<usize> =
            self.edges().map(|(_, edge)| self.system.letters[edge.letter].thread).collect();
        let renamings = self.renamings();
        let keeps_name = |thread: usize| renamings.iter().all(|it| self.graph.renamings[*it].thread(thread) == thread);
        let running = self.system.running(&self.graph.nodes[self.part[0]].control);
        running.filter(|thread| !stepping.contains(thread) && keeps_name(*thread)).collect()
    }

    /// A thread that can always go on and is followed somewhere in the part.
    fn waits(&mut self) -> Option<Cut> {
        let control = &self.graph.nodes[self.part[0]].control;
        for thread in self.standing() {
            if !control.0[thread].is_some_and(|node| self.alphabet.is_total(thread, node)) {
                continue;
            }
            let could: Vec<Node> =
                self.part.iter().copied().filter(|node| self.graph.followed[*node].contains(&thread)).collect();
            if !could.is_empty() {
                return Some(self.without(thread, could));
            }
        }
        None
    }

    /// A thread that can go on at some nodes, as the proof knows, in a part where nobody is put off.
    fn waits_by_numbers(&mut self) -> Option<Cut> {
        let graph = &*self.graph;
        let all_are_followed =
            |node: &Node| self.system.running(&graph.nodes[*node].control).eq(graph.followed[*node].iter().copied());
        let standing = self.standing();
        if standing.is_empty() || !self.part.iter().all(all_are_followed) {
            return None;
        }
        let control = graph.nodes[self.part[0]].control.clone();
        for thread in standing {
            let Some(node) = control.0[thread] else { continue };
            let blocked = self.alphabet.blocked(thread, node);
            let mut able = Vec::new();
            for node in self.part {
                let set = self.graph.set(*node);
                let sums: Option<Vec<_>> = blocked.iter().map(|facts| self.proof.contradicts(set, facts)).collect();
                able.extend(sums.map(|sums| (*node, thread, sums)));
            }
            let is_enough = match self.fairness {
                Fairness::Strong => !able.is_empty(),
                Fairness::Weak => able.len() == self.part.len(),
                Fairness::None => false,
            };
            if is_enough {
                let could = able.iter().map(|(node, ..)| *node).collect();
                self.graph.able.extend(able);
                return Some(self.without(thread, could));
            }
        }
        None
    }

    fn without(&mut self, thread: usize, could: Vec<Node>) -> Cut {
        for node in could {
            self.graph.edges[node].clear();
        }
        Cut::Waits(self.part[0], thread)
    }

    /// A function that falls: one that is bounded, if there is one. Also gives the nodes that were added below the bound.
    fn falls(&mut self) -> Option<(Cut, Vec<Node>)> {
        let edges: Vec<(Node, Edge)> = self.edges().collect();
        let renamings = self.renamings();
        let mut unbounded = None;
        let mut seen: BTreeSet<usize> = BTreeSet::new();
        for module in 0..self.proof.modules.len() {
            if seen.contains(&module) {
                continue;
            }
            let Some(family) = self.family(module, &renamings) else { continue };
            seen.extend(&family);
            let Some(lower) = self.lower(&family, &edges) else { continue };
            if lower.is_bounded {
                return Some((self.without_lower(&family, &edges, &lower.places), Vec::new()));
            }
            // Where threads are given other names, nothing is looked at again.
            let may_be_phase = self.proof.kinship.is_none() && unbounded.is_none();
            if may_be_phase && lower.is_worth_a_phase && self.is_new_below(module) {
                unbounded = Some((module, lower));
            }
        }
        let (module, lower) = unbounded?;
        let copy = self.graph.add_below(self.proof, self.part, module);
        Some((self.without_lower(&[module], &edges, &lower.places), copy))
    }

    /// The module, and all whose functions its own becomes by these names; nothing if one of these has no module.
    fn family(&self, module: usize, renamings: &BTreeSet<usize>) -> Option<Vec<usize>> {
        let mut family = vec![module];
        let mut next = 0;
        while let Some(member) = family.get(next).copied() {
            for renaming in renamings {
                let rank = self.graph.renamings[*renaming].linear(&self.proof.modules[member].rank);
                let found = self.proof.modules.iter().position(|module| module.rank == rank)?;
                if !family.contains(&found) {
                    family.push(found);
                }
            }
            next += 1;
        }
        Some(family)
    }

    /// Whether the part is not yet below zero for the module, and not below too many others.
    fn is_new_below(&self, module: usize) -> bool {
        let is_new = |node: &Node| {
            let sets = &self.graph.nodes[*node].sets;
            sets.len() <= MOST_PHASES && !self.proof.is_below(self.graph.set(*node), module)
        };
        self.part.iter().all(is_new)
    }

    /// Which of the edges make a function of these modules less, if none makes one larger and some make one less.
    fn lower(&mut self, family: &[usize], edges: &[(Node, Edge)]) -> Option<Lower> {
        let mut places = Vec::new();
        let (mut is_bounded, mut has_bound) = (true, false);
        for (place, (node, edge)) in edges.iter().enumerate() {
            let mut is_lower = false;
            for module in family {
                let change = self.proof.change(*module, self.graph.set(*node), edge.letter);
                if !change.is_not_higher {
                    return None;
                }
                has_bound |= change.was_not_negative;
                // Of several functions only those count that are bounded.
                if change.is_lower && (family.len() == 1 || change.was_not_negative) {
                    is_lower = true;
                    is_bounded &= change.was_not_negative;
                }
            }
            if is_lower {
                places.push(place);
            }
        }
        let is_worth_a_phase = has_bound || family.iter().any(|module| self.proof.modules[*module].is_phase);
        (!places.is_empty()).then_some(Lower { places, is_bounded, is_worth_a_phase })
    }

    fn without_lower(&mut self, family: &[usize], edges: &[(Node, Edge)], lower: &[usize]) -> Cut {
        for (node, edge) in edges {
            for module in family {
                self.proof.use_change(*module, self.graph.set(*node), edge.letter);
            }
        }
        for place in lower {
            let (node, taken) = edges[*place];
            self.graph.edges[node].retain(|edge| *edge != taken);
        }
        Cut::Falls(self.part[0], family[0])
    }

    /// A word from the head back to itself, within the part, that is neither ranked nor excused.
    fn unranked(&mut self, head: Node, is_over: &dyn Fn(usize) -> bool) -> Result<Option<Vec<Edge>>, Over> {
        let first = Position {
            node: head,
            sets: self.proof.modules.iter().map(|module| module.first).collect(),
            waiting: self.waiting_at(head),
            offered: 0,
        };
        let mut positions = vec![(first.clone(), None)];
        let mut known: FxHashSet<Position> = FxHashSet::default();
        known.insert(first);
        let mut next = 0;
        while next < positions.len() {
            if is_over(self.graph.nodes.len() + positions.len()) {
                return Err(Over);
            }
            let position = positions[next].0.clone();
            for edge in self.graph.edges[position.node].clone() {
                if !self.is_inside(edge.to) {
                    continue;
                }
                let after = self.step(&position, edge);
                if edge.to == head && !is_fine(&after, self.proof) {
                    return Ok(Some(edges_to(&positions, next, edge)));
                }
                if known.insert(after.clone()) {
                    positions.push((after, Some((next, edge))));
                }
            }
            next += 1;
        }
        Ok(None)
    }

    /// The shortest word from the head back to itself, within the part.
    fn around(&self, head: Node) -> Vec<Edge> {
        let mut reached: Vec<(Node, Option<(usize, Edge)>)> = vec![(head, None)];
        let mut known: FxHashSet<Node> = FxHashSet::default();
        let mut next = 0;
        while next < reached.len() {
            for edge in self.graph.edges[reached[next].0].iter().filter(|edge| self.is_inside(edge.to)) {
                if edge.to == head {
                    return edges_to(&reached, next, *edge);
                }
                if known.insert(edge.to) {
                    reached.push((edge.to, Some((next, *edge))));
                }
            }
            next += 1;
        }
        Vec::new()
    }

    /// The threads that can always go on at the head.
    fn waiting_at(&self, head: Node) -> u128 {
        if self.fairness == Fairness::None {
            return 0;
        }
        let control = &self.graph.nodes[head].control;
        let can_always = |thread: &usize| control.0[*thread].is_some_and(|node| self.alphabet.is_total(*thread, node));
        self.system.running(control).filter(can_always).fold(0, |bits, thread| bits | bit(thread))
    }

    fn step(&mut self, position: &Position, edge: Edge) -> Position {
        let Edge { letter, renaming, to } = edge;
        let stem = self.graph.set(position.node);
        let mut sets = Vec::with_capacity(position.sets.len());
        for (module, set) in position.sets.iter().enumerate() {
            let is_empty = self.proof.modules[module].annotation.is_empty_set(*set);
            let next = if is_empty { *set } else { self.proof.module_step(module, stem, *set, letter) };
            sets.push(self.proof.modules[module].annotation.renamed(next, &self.graph.renamings[renaming]));
        }
        let mut waiting = position.waiting & !bit(self.system.letters[letter].thread);
        for thread in self.graph.renamings[renaming].threads().keys() {
            waiting &= !bit(*thread);
        }
        let followed = self.graph.followed[position.node].iter();
        let offered = followed.fold(position.offered, |bits, thread| bits | bit(*thread));
        Position { node: to, sets, waiting, offered: offered & waiting }
    }
}

/// Edges on which a function gets less.
struct Lower {
    /// Their places among the edges of the part.
    places: Vec<usize>,
    /// Whether the function is known not to be negative before each of them.
    is_bounded: bool,
    /// Whether it may help to look at the part again below the bound.
    is_worth_a_phase: bool,
}

/// Where a word from the head has come to.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Position {
    node: Node,
    /// By module, what is known of it.
    sets: Vec<Set>,
    /// The threads that could always go on at the head and have not stepped since; and which of them were to be followed on the way.
    waiting: u128,
    offered: u128,
}

/// Whether the word that has come back to the head is ranked or excused.
fn is_fine(position: &Position, proof: &Proof<'_>) -> bool {
    let is_ranked = proof.modules.iter().zip(&position.sets).any(|(module, set)| module.is_ranked(*set));
    is_ranked || position.waiting & position.offered != 0
}

/// The thread among the first 128; others are never excused by words.
fn bit(thread: usize) -> u128 {
    u32::try_from(thread).ok().and_then(|thread| 1_u128.checked_shl(thread)).unwrap_or(0)
}

/// The edges to what was come to from the first, and then one more.
fn edges_to<T>(reached: &[(T, Option<(usize, Edge)>)], last: usize, edge: Edge) -> Vec<Edge> {
    let mut edges = vec![edge];
    let mut at = last;
    while let Some((before, edge)) = reached[at].1 {
        edges.push(edge);
        at = before;
    }
    edges.reverse();
    edges
}
