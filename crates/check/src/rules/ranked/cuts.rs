//! What is taken away of the graph, since no fair run stays there for ever.

use std::collections::BTreeSet;

use evidence::ranked::{Cut, Place, Ranked};
use program::linear::expr::Linear;
use program::linear::system::System;

use crate::rules::ranked::facts::Facts;
use crate::rules::ranked::graph::{BYTES_OF_NODE, Edge, Graph};
use crate::rules::ranked::order::Order;
use crate::rules::ranked::words;
use crate::rules::{Rejection, broken};
use crate::watch::Interrupt;

/// Which threads may not be kept waiting for ever.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Excuse {
    /// Any may.
    Nothing,
    /// Not those that can go on from some time on.
    Weak,
    /// Not those that can go on again and again.
    Strong,
}

/// What cuts are made with.
pub struct Cuts<'a> {
    /// Of which system.
    pub system: &'a System,
    /// Who is followed where.
    pub order: &'a Order<'a>,
    /// What is known.
    pub facts: &'a Facts<'a>,
    /// The proof.
    pub proof: &'a Ranked,
    /// Who may wait for ever.
    pub excuse: Excuse,
    /// Whether to stop.
    pub interrupt: Interrupt<'a>,
}

impl Cuts<'_> {
    /// Makes all cuts of the proof. No cycle must be left.
    pub fn check(&self, graph: &mut Graph) -> Result<(), Rejection> {
        // Steps that happen only finitely often are on no cycle that is taken for ever.
        for edges in &mut graph.edges {
            edges.retain(|edge| !self.system.letters[edge.letter].spurious);
        }
        for cut in &self.proof.cuts {
            let states = graph.places.len() as u64;
            if (self.interrupt)(states, states * self.bytes()) {
                return Err(Rejection::Interrupted { states });
            }
            // A place that there is not begins no cycle.
            match cut {
                Cut::Head(place) => {
                    if let Some(head) = graph.number(place) {
                        words::check(self, graph, head)?;
                        graph.edges[head].clear();
                    }
                }
                Cut::Falls { around, module } => {
                    if let Some(node) = graph.number(around) {
                        self.falls(graph, node, *module)?;
                    }
                }
                Cut::Waits { around, thread } => {
                    if let Some(node) = graph.number(around) {
                        self.waits(graph, node, *thread)?;
                    }
                }
            }
        }
        if graph.has_cycle() {
            return Err(broken("ranked", "there is a cycle of which it is not said why it ends"));
        }
        Ok(())
    }

    /// What a node or a position takes in memory, about.
    pub fn bytes(&self) -> u64 {
        (BYTES_OF_NODE + 32 * (self.facts.modules() + self.system.threads.len())) as u64
    }

    fn falls(&self, graph: &mut Graph, around: usize, module: usize) -> Result<(), Rejection> {
        if module >= self.facts.modules() {
            return Err(broken("ranked", "there is no such module"));
        }
        let part = graph.part(around);
        let family = self.family(graph, &part, module)?;
        let mut lower: BTreeSet<(usize, Edge)> = BTreeSet::new();
        let mut is_bounded = true;
        for (node, edge) in within(graph, &part) {
            for module in &family {
                let change = self.facts.change(*module, graph.set(node), edge.letter);
                if !change.is_not_higher {
                    return Err(broken("ranked", "a function that falls may get larger"));
                }
                // Of several functions, each of which may fall without end, it is not said which one does.
                if change.is_lower && (family.len() == 1 || change.was_not_negative) {
                    lower.insert((node, edge));
                    is_bounded &= change.was_not_negative;
                }
            }
        }
        if !is_bounded {
            graph.add_below(self.facts, &part, module)?;
        }
        for node in &part {
            graph.edges[*node].retain(|edge| !lower.contains(&(*node, *edge)));
        }
        Ok(())
    }

    /// The module, and all whose functions its own becomes where threads are given other names in the part.
    fn family(&self, graph: &Graph, part: &BTreeSet<usize>, module: usize) -> Result<BTreeSet<usize>, Rejection> {
        let used: BTreeSet<usize> = within(graph, part).map(|(_, edge)| edge.renaming).collect();
        let mut family = BTreeSet::from([module]);
        let mut open = vec![module];
        while let Some(member) = open.pop() {
            for renaming in &used {
                let rank = graph.renamings[*renaming].linear(self.facts.rank(member));
                let found = self.facts.module_of(&rank);
                let found = found.ok_or_else(|| broken("ranked", "a function has no module by another name"))?;
                if family.insert(found) {
                    open.push(found);
                }
            }
        }
        Ok(family)
    }

    fn waits(&self, graph: &mut Graph, around: usize, thread: usize) -> Result<(), Rejection> {
        let part = graph.part(around);
        let steps = within(graph, &part).any(|(_, edge)| self.system.letters[edge.letter].thread == thread);
        let is_renamed = within(graph, &part).any(|(_, edge)| graph.renamings[edge.renaming].thread(thread) != thread);
        let control = &graph.places[around].control;
        if self.excuse == Excuse::Nothing || steps || is_renamed || thread >= control.0.len() {
            return Err(broken("ranked", "a thread that need not step is said to wait"));
        }
        let could = if self.order.can_always_go_on(control, thread) {
            part.iter().copied().filter(|node| graph.followed[*node].contains(&thread)).collect()
        } else {
            self.able(graph, &part, thread)?
        };
        for node in could {
            graph.edges[node].clear();
        }
        Ok(())
    }

    /// Where in the part the thread is known to be able to go on, if that makes its waiting unfair.
    fn able(&self, graph: &Graph, part: &BTreeSet<usize>, thread: usize) -> Result<Vec<usize>, Rejection> {
        let all_are_followed =
            |node: &usize| self.system.running(&graph.places[*node].control).eq(graph.followed[*node].iter().copied());
        if !part.iter().all(all_are_followed) {
            return Err(broken("ranked", "a thread is said to wait where others are put off"));
        }
        let able: Vec<usize> =
            part.iter().copied().filter(|node| self.is_able(&graph.places[*node], thread, graph.set(*node))).collect();
        if self.excuse == Excuse::Weak && able.len() < part.len() {
            return Err(broken("ranked", "a thread that waits may not always be able to step"));
        }
        Ok(able)
    }

    fn is_able(&self, place: &Place, thread: usize, set: usize) -> bool {
        let Some(node) = place.control.0[thread].filter(|_| self.system.is_running(&place.control, thread)) else {
            return false;
        };
        let given = self.proof.able.iter().find(|able| able.thread == thread && able.place == *place);
        let alternatives = self.order.blocked(thread, node);
        let contradicts = |(facts, sum): (&Vec<Linear>, &program::linear::sum::Sum)| {
            let mut premises = self.facts.known(set);
            premises.extend(facts.iter().cloned());
            premises.extend(self.facts.ranges().iter().cloned());
            sum.shows(&premises, &Linear::constant(-1))
        };
        given.is_some_and(|able| {
            able.sums.len() == alternatives.len() && alternatives.iter().zip(&able.sums).all(contradicts)
        })
    }
}

/// The steps within the part, each with the node from which it leads.
pub fn within<'a>(graph: &'a Graph, part: &'a BTreeSet<usize>) -> impl Iterator<Item = (usize, Edge)> + 'a {
    let of_node = |node: &'a usize| graph.edges[*node].iter().map(move |edge| (*node, *edge));
    part.iter().flat_map(of_node).filter(|(_, edge)| part.contains(&edge.to))
}
