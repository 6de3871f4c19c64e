//! Whether every cycle of the graph is ranked: the part of `fast$` behind the `$`.
//!
//! The paper puts the `$` anywhere. It is enough to put it at *heads*, one after the other: all words from a head back to itself are
//! followed together with all modules, then the head is taken out of the graph, and so on until no cycle is left. Of an infinite path the
//! first head that it visits again and again cuts it into such words, and by Ramsey's theorem some of them, and whatever is between two of
//! them, are ranked by one module, which cannot go on for ever. So modules may share the work: the argument as a whole is a disjunctive
//! one.
//!
//! Under a fair scheduler a cycle need not be ranked if it keeps a thread waiting that could always go on, and the reduction has not put
//! that thread off: it was among the threads to be followed somewhere on the cycle. Without this condition, on which the paper is silent, a
//! word would be excused that stands for others, in which the thread does step.

use program::linear::system::System;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::alphabet::Alphabet;
use crate::graph::{Graph, Node};
use crate::proof::{Proof, Set};

/// What became of the cycles.
pub enum Cycles {
    /// All are ranked: the heads, in the order in which they were taken out.
    Ranked(Vec<Node>),
    /// A cycle that is not.
    Unranked {
        /// Where it begins.
        head: Node,
        /// Its word.
        word: Vec<usize>,
    },
    /// The budget is used up.
    Over,
}

/// Which cycles are excused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Excuse {
    /// None.
    None,
    /// Those that keep a thread waiting that could always go on.
    Waiting,
}

/// Goes through all cycles.
pub fn cycles(
    system: &System,
    alphabet: &Alphabet,
    graph: &Graph,
    proof: &mut Proof<'_>,
    excuse: Excuse,
    is_over: &dyn Fn(usize) -> bool,
) -> Cycles {
    proof.forget_used();
    let mut removed = vec![false; graph.nodes.len()];
    let mut heads = Vec::new();
    let mut waiting = components(graph, &removed, &(0..graph.nodes.len()).collect::<Vec<_>>());
    while let Some(component) = waiting.pop() {
        // The node that was found first.
        let Some(head) = component.first().copied() else { continue };
        let search = Search { system, alphabet, graph, excuse, head };
        match search.unranked(&component, proof, is_over) {
            Ok(None) => {}
            Ok(Some(word)) => return Cycles::Unranked { head, word },
            Err(Over) => return Cycles::Over,
        }
        heads.push(head);
        removed[head] = true;
        waiting.extend(components(graph, &removed, &component));
    }
    Cycles::Ranked(heads)
}

/// The strongly connected components with a cycle among these nodes, without those that were removed.
fn components(graph: &Graph, removed: &[bool], among: &[Node]) -> Vec<Vec<Node>> {
    let mut inside: FxHashMap<Node, usize> = FxHashMap::default();
    among.iter().filter(|node| !removed[**node]).for_each(|node| {
        inside.insert(*node, usize::MAX);
    });
    let mut nodes: Vec<Node> = inside.keys().copied().collect();
    nodes.sort_unstable();
    // Tarjan's algorithm with a stack of its own: (node, next edge).
    let mut lowest: FxHashMap<Node, usize> = FxHashMap::default();
    let mut stack: Vec<Node> = Vec::new();
    let mut on_stack: FxHashMap<Node, bool> = FxHashMap::default();
    let mut count = 0;
    let mut found = Vec::new();
    for root in nodes {
        if inside[&root] != usize::MAX {
            continue;
        }
        let mut calls = vec![(root, 0)];
        while let Some((node, edge)) = calls.pop() {
            if edge == 0 {
                inside.insert(node, count);
                lowest.insert(node, count);
                count += 1;
                stack.push(node);
                on_stack.insert(node, true);
            }
            match graph.edges[node].get(edge) {
                Some((_, to)) => {
                    calls.push((node, edge + 1));
                    match inside.get(to) {
                        Some(&usize::MAX) => calls.push((*to, 0)),
                        Some(&number) if on_stack.get(to) == Some(&true) => {
                            let low = lowest[&node].min(number);
                            lowest.insert(node, low);
                        }
                        _ => {}
                    }
                }
                None => {
                    if let Some((parent, _)) = calls.last() {
                        let low = lowest[parent].min(lowest[&node]);
                        lowest.insert(*parent, low);
                    }
                    if lowest[&node] == inside[&node] {
                        let mut component = Vec::new();
                        while let Some(member) = stack.pop() {
                            on_stack.insert(member, false);
                            component.push(member);
                            if member == node {
                                break;
                            }
                        }
                        let has_cycle = component.len() > 1 || graph.edges[node].iter().any(|(_, to)| *to == node);
                        if has_cycle {
                            component.sort_unstable();
                            found.push(component);
                        }
                    }
                }
            }
        }
    }
    found
}

/// The budget is used up.
struct Over;

/// Where a word from the head has come to.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Position {
    node: Node,
    /// By module, what is known of it.
    sets: Vec<Set>,
    /// The threads that could always go on at the head and have not stepped since; and which of them were to be followed on the way.
    waiting: u128,
    offered: u128,
    /// Whether a step was taken that happens only finitely often.
    spurious: bool,
}

struct Search<'a> {
    system: &'a System,
    alphabet: &'a Alphabet,
    graph: &'a Graph,
    excuse: Excuse,
    head: Node,
}

impl Search<'_> {
    /// A word from the head back to itself, within the component, that is neither ranked nor excused.
    fn unranked(
        &self,
        component: &[Node],
        proof: &mut Proof<'_>,
        is_over: &dyn Fn(usize) -> bool,
    ) -> Result<Option<Vec<usize>>, Over> {
        let inside = |node: Node| component.binary_search(&node).is_ok();
        let first = Position {
            node: self.head,
            sets: proof.modules.iter().map(|module| module.first).collect(),
            waiting: self.waiting_at_head(),
            offered: 0,
            spurious: false,
        };
        let mut positions = vec![(first.clone(), None)];
        let mut known: FxHashSet<Position> = FxHashSet::default();
        known.insert(first);
        let mut next = 0;
        while next < positions.len() {
            if is_over(positions.len()) {
                return Err(Over);
            }
            let position = positions[next].0.clone();
            for (letter, to) in &self.graph.edges[position.node] {
                if !inside(*to) {
                    continue;
                }
                let after = self.step(&position, *letter, *to, proof);
                if *to == self.head && !is_fine(&after, proof) {
                    return Ok(Some(word_to(&positions, next, *letter)));
                }
                if known.insert(after.clone()) {
                    positions.push((after, Some((next, *letter))));
                }
            }
            next += 1;
        }
        Ok(None)
    }

    fn waiting_at_head(&self) -> u128 {
        if self.excuse == Excuse::None {
            return 0;
        }
        let control = &self.graph.nodes[self.head].0;
        let can_always = |thread: &usize| control.0[*thread].is_some_and(|node| self.alphabet.is_total(*thread, node));
        self.system.running(control).filter(can_always).fold(0, |bits, thread| bits | bit(thread))
    }

    fn step(&self, position: &Position, letter: usize, to: Node, proof: &mut Proof<'_>) -> Position {
        let stem = self.graph.nodes[position.node].1;
        let sets = (0..position.sets.len()).map(|module| {
            let set = position.sets[module];
            if proof.modules[module].annotation.is_empty_set(set) {
                return set;
            }
            proof.module_step(module, stem, set, letter)
        });
        let sets = sets.collect();
        let taken = &self.system.letters[letter];
        let offered =
            self.graph.followed[position.node].iter().fold(position.offered, |bits, thread| bits | bit(*thread));
        let waiting = position.waiting & !bit(taken.thread);
        Position { node: to, sets, waiting, offered: offered & waiting, spurious: position.spurious || taken.spurious }
    }
}

/// Whether the word that has come back to the head is ranked or excused.
fn is_fine(position: &Position, proof: &Proof<'_>) -> bool {
    let is_ranked = proof.modules.iter().zip(&position.sets).any(|(module, set)| module.is_ranked(*set));
    is_ranked || position.waiting & position.offered != 0 || position.spurious
}

/// The thread among the first 128; others are never excused.
fn bit(thread: usize) -> u128 {
    u32::try_from(thread).ok().and_then(|thread| 1_u128.checked_shl(thread)).unwrap_or(0)
}

fn word_to(positions: &[(Position, Option<(usize, usize)>)], last: usize, letter: usize) -> Vec<usize> {
    let mut word = vec![letter];
    let mut at = last;
    while let Some((before, letter)) = positions[at].1 {
        word.push(letter);
        at = before;
    }
    word.reverse();
    word
}
