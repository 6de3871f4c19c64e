//! Cycles of the nodes of a proof: whether each is ranked or excused.

use std::collections::HashSet;

use evidence::ranked::Place;
use program::linear::system::System;
use rustc_hash::FxBuildHasher;

use crate::rules::ranked::facts::Facts;
use crate::rules::ranked::order::Order;
use crate::rules::ranked::{BYTES_OF_NODE, Graph};
use crate::rules::{Rejection, broken};
use crate::watch::Interrupt;

/// Which cycles need no ranking function.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Excuse {
    /// Those with a step that happens only finitely often.
    Nothing,
    /// Also those in which a thread waits that can go on whatever the numbers are, and is followed somewhere.
    Waiting,
}

/// Where a word from a head has come to, and what is known about it.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Position {
    node: usize,
    /// By module, the set that is known, if any.
    sets: Vec<Option<usize>>,
    /// The threads that can always go on at the head and have not stepped since, each with whether it was followed somewhere.
    waiting: Vec<(usize, bool)>,
    /// Whether it has a step that happens only finitely often.
    spurious: bool,
}

/// Checks all words from each head back to itself, around the earlier ones, and that there are no other cycles.
pub fn check(
    system: &System,
    order: &Order<'_>,
    facts: &Facts<'_>,
    graph: &Graph,
    heads: &[Place],
    excuse: Excuse,
    interrupt: Interrupt<'_>,
) -> Result<(), Rejection> {
    let mut removed = vec![false; graph.places.len()];
    let mut before = vec![Vec::new(); graph.places.len()];
    for (from, edges) in graph.edges.iter().enumerate() {
        edges.iter().for_each(|(_, to)| before[*to].push(from));
    }
    for head in heads {
        // A place that cannot be reached begins no cycle.
        let Some(&head) = graph.numbers.get(head) else { continue };
        let search = Search { system, order, facts, graph, before: &before, removed: &removed, head };
        search.check(excuse, interrupt)?;
        removed[head] = true;
    }
    if has_cycle(graph, &removed) {
        return Err(broken("ranked", "there is a cycle without a head"));
    }
    Ok(())
}

struct Search<'a> {
    system: &'a System,
    order: &'a Order<'a>,
    facts: &'a Facts<'a>,
    graph: &'a Graph,
    /// By node, from where edges lead to it.
    before: &'a [Vec<usize>],
    removed: &'a [bool],
    head: usize,
}

impl Search<'_> {
    fn check(&self, excuse: Excuse, interrupt: Interrupt<'_>) -> Result<(), Rejection> {
        let on_cycles = self.on_cycles();
        let control = &self.graph.places[self.head].control;
        let waiting = match excuse {
            Excuse::Nothing => Vec::new(),
            Excuse::Waiting => {
                let threads = 0..self.system.threads.len();
                threads
                    .filter(|thread| self.order.can_always_go_on(control, *thread))
                    .map(|thread| (thread, false))
                    .collect()
            }
        };
        let sets = vec![Some(0); self.facts.modules()];
        let mut open = vec![Position { node: self.head, sets, waiting, spurious: false }];
        let mut known: HashSet<Position, FxBuildHasher> = HashSet::default();
        let bytes = (BYTES_OF_NODE + 16 * (self.facts.modules() + self.system.threads.len())) as u64;
        while let Some(position) = open.pop() {
            let states = (self.graph.places.len() + known.len()) as u64;
            if interrupt(states, states * bytes) {
                return Err(Rejection::Interrupted { states });
            }
            for (letter, to) in &self.graph.edges[position.node] {
                if !on_cycles.contains(to) {
                    continue;
                }
                let after = self.step(&position, *letter, *to);
                if *to == self.head && !self.is_fine(&after) {
                    return Err(broken("ranked", "there is a cycle that no module ranks"));
                }
                if known.insert(after.clone()) {
                    open.push(after);
                }
            }
        }
        Ok(())
    }

    /// The nodes on cycles of the head: those that it can reach, and that can reach it, without those that were removed.
    fn on_cycles(&self) -> HashSet<usize, FxBuildHasher> {
        let reached = closure(self.head, |node| {
            self.graph.edges[node].iter().map(|(_, to)| *to).filter(|to| !self.removed[*to]).collect()
        });
        closure(self.head, |node| self.before[node].iter().copied().filter(|from| reached.contains(from)).collect())
    }

    fn step(&self, position: &Position, letter: usize, to: usize) -> Position {
        let stem = self.graph.places[position.node].set;
        let taken = &self.system.letters[letter];
        let after = |(module, set): (usize, &Option<usize>)| self.facts.module_after(module, stem, *set, letter);
        let followed = &self.graph.followed[position.node];
        let still = position.waiting.iter().filter(|(thread, _)| *thread != taken.thread);
        let waiting = still.map(|(thread, before)| (*thread, *before || followed.contains(thread)));
        Position {
            node: to,
            sets: position.sets.iter().enumerate().map(after).collect(),
            waiting: waiting.collect(),
            spurious: position.spurious || taken.spurious,
        }
    }

    fn is_fine(&self, position: &Position) -> bool {
        let is_ranked = position.sets.iter().enumerate().any(|(module, set)| self.facts.is_ranked(module, *set));
        is_ranked || position.spurious || position.waiting.iter().any(|(_, was_followed)| *was_followed)
    }
}

/// The node, and all that can be reached from it.
fn closure(from: usize, next: impl Fn(usize) -> Vec<usize>) -> HashSet<usize, FxBuildHasher> {
    let mut found = HashSet::default();
    let mut open = vec![from];
    while let Some(node) = open.pop() {
        if found.insert(node) {
            open.extend(next(node));
        }
    }
    found
}

/// Whether there is a cycle among the nodes that are left: they are taken away one by one, each when no edge leads to it any more.
fn has_cycle(graph: &Graph, removed: &[bool]) -> bool {
    let mut incoming = vec![0_usize; graph.places.len()];
    let edges = |node: usize| graph.edges[node].iter().map(|(_, to)| *to).filter(|to| !removed[*to]);
    let left: Vec<usize> = (0..graph.places.len()).filter(|node| !removed[*node]).collect();
    left.iter().flat_map(|node| edges(*node)).for_each(|to| incoming[to] += 1);
    let mut free: Vec<usize> = left.iter().copied().filter(|node| incoming[*node] == 0).collect();
    let mut taken = 0;
    while let Some(node) = free.pop() {
        taken += 1;
        for to in edges(node) {
            incoming[to] -= 1;
            if incoming[to] == 0 {
                free.push(to);
            }
        }
    }
    taken < left.len()
}
