//! The graph of places: where threads stand, and what the proof knows there.

use std::collections::{BTreeSet, HashMap};

use evidence::ranked::{Effect, Place};
use program::linear::cases::Outcome;
use program::linear::symmetry::Renaming;
use program::linear::system::System;
use program::program::Program;
use rustc_hash::FxBuildHasher;

use crate::rules::components::components;
use crate::rules::ranked::facts::Facts;
use crate::rules::ranked::names::Names;
use crate::rules::ranked::order::Order;
use crate::rules::{Rejection, at, broken};
use crate::watch::Interrupt;

/// What every node and position takes in memory, about, apart from one number for each thread or module.
pub const BYTES_OF_NODE: usize = 256;

/// A step from a node to another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edge {
    /// The letter.
    pub letter: usize,
    /// The names that threads are given behind it, by their place in [`Graph::renamings`].
    pub renaming: usize,
    /// Where it leads.
    pub to: usize,
}

/// The places that can be reached, and what is left of the steps between them.
#[derive(Default)]
pub struct Graph {
    /// The places, by number.
    pub places: Vec<Place>,
    /// By node, the steps. Once parts have been asked for, edges are taken out, and only [`Graph::add_below`] adds any.
    pub edges: Vec<Vec<Edge>>,
    /// Names that threads are given; the first are those that they have.
    pub renamings: Vec<Renaming>,
    /// By node, the threads that are followed.
    pub followed: Vec<Vec<usize>>,
    numbers: HashMap<Place, usize, FxBuildHasher>,
    /// Nodes that were on cycles with each other when that was found out last, in ascending order. As edges are taken out, nobody gets onto a
    /// cycle with a node of another group.
    groups: Vec<Vec<usize>>,
    /// By node, the number of its group; nothing if that was not found out since edges were added that may join groups.
    group_of: Vec<usize>,
}

impl Graph {
    /// All that can be reached, if no step is left out and none fails.
    pub fn explore(
        program: &Program,
        system: &System,
        facts: &Facts<'_>,
        order: &Order<'_>,
        names: &Names,
        interrupt: Interrupt<'_>,
    ) -> Result<Graph, Rejection> {
        let mut graph = Graph { renamings: names.renamings.clone(), ..Graph::default() };
        graph.add(Place { control: system.initial(), sets: vec![0] }, Vec::new());
        let bytes = BYTES_OF_NODE + 32 * system.threads.len();
        let mut next = 0;
        while next < graph.places.len() {
            let states = graph.places.len() as u64;
            if next % 64 == 0 && interrupt(states, states * bytes as u64) {
                return Err(Rejection::Interrupted { states });
            }
            let (place, set) = (graph.places[next].clone(), graph.set(next));
            let followed = order.followed(&place.control, &facts.known(set));
            for thread in &followed {
                let Some(node) = place.control.0[*thread] else { continue };
                for number in system.letters_at(*thread, node) {
                    let letter = &system.letters[number];
                    let where_it_is = at(program, letter.span);
                    match facts.after(set, number) {
                        None => {
                            return Err(broken("ranked", format!("a step{where_it_is} is left out")));
                        }
                        Some(Effect::Never(_)) => {}
                        Some(Effect::To(..)) if letter.outcome == Outcome::Fails => {
                            return Err(broken("ranked", format!("a step{where_it_is} may fail")));
                        }
                        Some(Effect::To(after, _)) => {
                            let control = system.after(&place.control, letter);
                            let reached = Place { control, sets: vec![*after] };
                            let renaming = names.at(&reached);
                            let to = renamed(facts, &reached, &graph.renamings[renaming])?;
                            let to = graph.add(to, Vec::new());
                            graph.edges[next].push(Edge { letter: number, renaming, to });
                        }
                    }
                }
            }
            graph.followed[next] = followed;
            next += 1;
        }
        Ok(graph)
    }

    /// The number of the place, which is new or not.
    fn add(&mut self, place: Place, followed: Vec<usize>) -> usize {
        let number = self.places.len();
        if let Some(known) = self.numbers.get(&place) {
            return *known;
        }
        self.numbers.insert(place.clone(), number);
        self.places.push(place);
        self.edges.push(Vec::new());
        self.followed.push(followed);
        number
    }

    /// The number of the place, if there is one.
    pub fn number(&self, place: &Place) -> Option<usize> {
        self.numbers.get(place).copied()
    }

    /// The set of the stem that is known at the node.
    pub fn set(&self, node: usize) -> usize {
        self.places[node].sets.last().copied().unwrap_or_default()
    }

    /// The nodes that can be reached from the node and from which it can be reached.
    ///
    /// Only the node's group is looked at, and falls into its parts: what was taken to pieces is not gone through again for each piece.
    pub fn part(&mut self, node: usize) -> BTreeSet<usize> {
        if self.group_of.is_empty() {
            self.groups = vec![(0..self.places.len()).collect()];
            self.group_of = vec![0; self.places.len()];
        }
        let group = std::mem::take(&mut self.groups[self.group_of[node]]);
        let place = |to: &usize| group.binary_search(to).ok().map(|place| place as u32);
        let leads_to = |from: &usize| self.edges[*from].iter().filter_map(|edge| place(&edge.to)).collect();
        let targets: Vec<Vec<u32>> = group.iter().map(leads_to).collect();
        let all: Vec<u32> = (0..group.len() as u32).collect();
        for part in components(&all, |from| &targets[from as usize], |_, _| true).iter() {
            let part: Vec<usize> = part.iter().map(|place| group[*place as usize]).collect();
            part.iter().for_each(|member| self.group_of[*member] = self.groups.len());
            self.groups.push(part);
        }
        self.groups[self.group_of[node]].iter().copied().collect()
    }

    /// Adds the part once more, with the function of the module below zero everywhere: each place with what is known there and that, and
    /// with what follows after steps of the part.
    pub fn add_below(&mut self, facts: &Facts<'_>, part: &BTreeSet<usize>, module: usize) -> Result<(), Rejection> {
        let mut open = Vec::new();
        for node in part {
            let set = facts.below(module, self.set(*node));
            let set = set.ok_or_else(|| broken("ranked", "it is not said what is known below a bound"))?;
            open.push((*node, set));
        }
        let first_new = self.places.len();
        let mut known_got_steps = false;
        let mut done = BTreeSet::new();
        while let Some((node, set)) = open.pop() {
            if !done.insert((node, set)) {
                continue;
            }
            let mut edges = Vec::new();
            for edge in self.edges[node].clone() {
                if !part.contains(&edge.to) {
                    continue;
                }
                if edge.renaming != 0 {
                    return Err(broken("ranked", "a part is followed on below a bound where threads get other names"));
                }
                match facts.after(set, edge.letter) {
                    None => return Err(broken("ranked", "a step below a bound is left out")),
                    Some(Effect::Never(_)) => {}
                    Some(Effect::To(after, _)) => {
                        edges.push(Edge { to: self.above(edge.to, *after), ..edge });
                        open.push((edge.to, *after));
                    }
                }
            }
            // The place may be one of another copy, whose steps stay.
            let place = self.above(node, set);
            edges.retain(|edge| !self.edges[place].contains(edge));
            known_got_steps |= place < first_new && !edges.is_empty();
            self.edges[place].extend(edges);
        }
        self.group_added(first_new, known_got_steps);
        Ok(())
    }

    /// Takes the nodes from the given one on, which are new, into account. They are a group of their own if nothing that was there before leads
    /// to them, as then no cycle goes through both; else groups have to be found out once more.
    fn group_added(&mut self, first_new: usize, is_led_to: bool) {
        if is_led_to {
            self.group_of.clear();
        } else if !self.group_of.is_empty() {
            self.group_of.resize(self.places.len(), self.groups.len());
            self.groups.push((first_new..self.places.len()).collect());
        }
    }

    /// The node with one more set.
    fn above(&mut self, node: usize, set: usize) -> usize {
        let mut place = self.places[node].clone();
        place.sets.push(set);
        self.add(place, self.followed[node].clone())
    }

    /// Whether there is a cycle: nodes are taken away one by one, each when no edge leads to it any more.
    pub fn has_cycle(&self) -> bool {
        let mut incoming = vec![0_usize; self.places.len()];
        self.edges.iter().flatten().for_each(|edge| incoming[edge.to] += 1);
        let mut free: Vec<usize> = (0..incoming.len()).filter(|node| incoming[*node] == 0).collect();
        let mut taken = 0;
        while let Some(node) = free.pop() {
            taken += 1;
            for Edge { to, .. } in &self.edges[node] {
                incoming[*to] -= 1;
                if incoming[*to] == 0 {
                    free.push(*to);
                }
            }
        }
        taken < incoming.len()
    }
}

/// The place with other names.
fn renamed(facts: &Facts<'_>, place: &Place, renaming: &Renaming) -> Result<Place, Rejection> {
    let sets: Option<Vec<usize>> = place.sets.iter().map(|set| facts.renamed(*set, renaming)).collect();
    let sets = sets.ok_or_else(|| broken("ranked", "it is not said what is known by other names"))?;
    Ok(Place { control: renaming.control(&place.control), sets })
}
