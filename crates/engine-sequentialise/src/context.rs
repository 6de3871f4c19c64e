//! A context: what one thread does before the next one runs, for all ways in which it can go, as terms.
//!
//! The thread starts where it was stopped the last time, which may be one of many locations. Its automaton is unrolled from there:
//! a *copy* of a location is told apart by how often the thread has gone back to an earlier location in this context. Ways that
//! meet at a copy are merged. At every copy the thread may be stopped: the context switch of the translation (`yield` in the paper's
//! Figure 2), which passes control, and the valuation of what is shared, to the next thread.

use std::collections::BTreeMap;
use std::sync::Arc;

use engine::budget::Budget;
use program::ids::{EdgeId, NodeId, ProcId};
use program::program::Program;
use solver::sort::Sort;
use solver::terms::{Term, Terms};

use crate::merge::{Merge, Way};
use crate::state::{Local, Shared, Unlike};
use crate::step::{Beyond, Chosen, Facts};

/// Where the locations of a thread stand in the order in which they are unrolled.
pub struct Order {
    /// The locations, each one before those that can be reached from it only.
    pub nodes: Vec<NodeId>,
    /// Where each location is in that list.
    positions: Vec<u32>,
}

impl Order {
    /// The order for a thread: reverse postorder.
    pub fn of(program: &Program, thread: ProcId) -> Order {
        let procedure = program.procedure(thread);
        let mut seen = vec![false; procedure.nodes.len()];
        let mut finished = Vec::new();
        let mut stack = vec![(procedure.entry, procedure.edges_from(procedure.entry))];
        seen[procedure.entry.index()] = true;
        while let Some((node, edges)) = stack.last_mut() {
            match edges.next() {
                Some(edge) => {
                    let to = procedure.edges[edge].to;
                    if !std::mem::replace(&mut seen[to.index()], true) {
                        stack.push((to, procedure.edges_from(to)));
                    }
                }
                None => {
                    finished.push(*node);
                    stack.pop();
                }
            }
        }
        finished.reverse();
        let mut positions = vec![u32::MAX; procedure.nodes.len()];
        for (position, node) in finished.iter().enumerate() {
            positions[node.index()] = position as u32;
        }
        Order { nodes: finished, positions }
    }

    /// Whether the edge goes back: every loop has such an edge.
    pub fn goes_back(&self, from: NodeId, to: NodeId) -> bool {
        self.positions[to.index()] <= self.positions[from.index()]
    }
}

/// Where a thread may be: under which condition it is at each location, and what it has there.
pub type Whereabouts = BTreeMap<NodeId, (Term, Arc<Local>)>;

/// A context, for all ways in which it can go.
pub struct Context {
    /// Whose.
    pub thread: ProcId,
    /// The copies, by the number of times that the thread has gone back and by location.
    pub copies: BTreeMap<(u32, NodeId), Copy>,
}

/// A location that a context may come to.
pub struct Copy {
    /// Whether it comes here.
    pub reached: Term,
    /// What all threads see then.
    pub shared: Shared,
    /// The steps from here that may be taken.
    pub steps: Vec<CopyStep>,
}

/// A step that may be taken in a context.
pub struct CopyStep {
    /// Along which edge.
    pub edge: EdgeId,
    /// Whether it is taken: a symbol.
    pub taken: Term,
    /// What it chooses.
    pub choices: Vec<Chosen>,
    /// The copy to which it leads.
    pub to: (u32, NodeId),
}

/// What is not covered by what was unrolled.
#[derive(Default, Debug)]
pub struct Losses {
    /// Whether some thread may go back more often.
    pub unrolling: bool,
    /// Steps that there are no terms for.
    pub beyond: std::collections::BTreeSet<Beyond>,
    /// Whether ways to one location cannot be merged.
    pub unlike: bool,
    /// Whether a thread counts as enabled since nobody knows whether some choice of values would let it go on.
    pub open_choices: bool,
    /// Whether the solver does not know.
    pub solver_gave_up: bool,
}

/// What is made on the way.
pub struct Unrolling<'f, 'a> {
    /// The program.
    pub facts: &'f Facts<'a>,
    /// The orders of its threads.
    pub orders: &'f [Order],
    /// The terms.
    pub terms: Terms,
    /// What holds of every run.
    pub assertions: Vec<Term>,
    /// What is not covered.
    pub losses: Losses,
    /// How often a thread may go back in a context.
    pub unrolling: u32,
    /// How long this may take.
    pub budget: &'f Budget,
}

/// Ways that lead to one place.
type Ways = Vec<(Term, Shared, Arc<Local>)>;

impl Unrolling<'_, '_> {
    /// A symbol that stands for the condition, or the condition itself if it is no more than that.
    ///
    /// Names keep what is built from conditions small, and are what the solver is asked about.
    pub fn named(&mut self, name: &str, condition: Term) -> Term {
        let terms = &mut self.terms;
        if terms.as_bool(condition).is_some() || terms.operands(condition).is_empty() {
            return condition;
        }
        let symbol = terms.symbol(name, Sort::Bool);
        let equal = terms.equal(symbol, condition);
        self.assertions.push(equal);
        symbol
    }

    /// A context of the thread, from where it may be, unless it is `missing` since it does not exist yet; in the cycle no step may
    /// be taken that cannot be counted on.
    ///
    /// Gives what all threads see afterwards, and where the thread may be then.
    pub fn context(
        &mut self,
        thread: ProcId,
        shared: &Shared,
        from: &Whereabouts,
        missing: Term,
        in_cycle: bool,
    ) -> (Context, Shared, Whereabouts) {
        let procedure = self.facts.program.procedure(thread);
        let orders = self.orders;
        let order = &orders[thread.index()];
        let mut ways: BTreeMap<(u32, NodeId), Ways> = BTreeMap::new();
        for (node, (condition, local)) in from {
            ways.entry((0, *node)).or_default().push((*condition, shared.clone(), local.clone()));
        }
        let mut context = Context { thread, copies: BTreeMap::new() };
        let mut stops: BTreeMap<NodeId, Ways> = BTreeMap::new();
        for back in 0..=self.unrolling {
            for node in &order.nodes {
                let Some(arriving) = ways.remove(&(back, *node)) else { continue };
                let Some((reached, shared, local)) = self.merged(arriving) else { continue };
                let reached = self.named("at", reached);
                if self.terms.as_bool(reached) == Some(false) {
                    continue;
                }
                let mut steps = Vec::new();
                let mut left = Vec::new();
                for edge in procedure.edges_from(*node).map(EdgeId::new) {
                    let to = procedure.edge(edge).to;
                    if in_cycle && procedure.edge(edge).spurious {
                        continue;
                    }
                    let next = match self.facts.step(&mut self.terms, thread, edge, &shared, &local) {
                        Ok(Some(next)) => next,
                        Ok(None) => continue,
                        Err(beyond) => {
                            self.losses.beyond.insert(beyond);
                            continue;
                        }
                    };
                    if self.terms.as_bool(next.condition) == Some(false) {
                        continue;
                    }
                    let copy = (back + u32::from(order.goes_back(*node, to)), to);
                    if copy.0 > self.unrolling {
                        self.losses.unrolling = true;
                        continue;
                    }
                    let taken = self.terms.symbol("step", Sort::Bool);
                    let needed = self.terms.and(reached, next.condition);
                    let fits = self.terms.implies(taken, needed);
                    self.assertions.push(fits);
                    for other in &left {
                        let both = self.terms.and(*other, taken);
                        let not_both = self.terms.not(both);
                        self.assertions.push(not_both);
                    }
                    left.push(taken);
                    ways.entry(copy).or_default().push((taken, next.shared, Arc::new(next.local)));
                    steps.push(CopyStep { edge, taken, choices: next.choices, to: copy });
                }
                let goes_on = self.terms.any(left);
                let stays = self.terms.not(goes_on);
                let stopped = self.terms.and(reached, stays);
                let stopped = self.named("stop", stopped);
                stops.entry(*node).or_default().push((stopped, shared.clone(), local));
                context.copies.insert((back, *node), Copy { reached, shared, steps });
            }
        }
        let mut whereabouts = Whereabouts::new();
        let mut ends: Vec<(Term, Shared)> = Vec::new();
        for (node, ways) in stops {
            if let Some((condition, shared, local)) = self.merged(ways) {
                let condition = self.named("stopped", condition);
                whereabouts.insert(node, (condition, local));
                ends.push((condition, shared));
            }
        }
        // A thread that does not exist yet stops nowhere, and changes nothing.
        if self.terms.as_bool(missing) != Some(false) {
            ends.push((missing, shared.clone()));
        }
        let after = match &ends[..] {
            [] => shared.clone(),
            ends => {
                let ends: Vec<Way<&Shared>> = ends.iter().map(|(stopped, shared)| (*stopped, shared)).collect();
                self.merge().shared(&ends)
            }
        };
        (context, after, whereabouts)
    }

    /// Where ways are merged.
    pub fn merge(&mut self) -> Merge<'_> {
        Merge { terms: &mut self.terms, assertions: &mut self.assertions }
    }

    /// What comes of ways that lead to one place, of which at most one is gone; nothing if none of them is possible.
    fn merged(&mut self, mut ways: Ways) -> Option<(Term, Shared, Arc<Local>)> {
        ways.retain(|(gone, ..)| self.terms.as_bool(*gone) != Some(false));
        let locals: Vec<Way<&Arc<Local>>> = ways.iter().map(|(gone, _, local)| (*gone, local)).collect();
        if locals.is_empty() {
            return None;
        }
        let local = match self.merge().local(&locals) {
            Ok(local) => local,
            Err(Unlike) => {
                // Only the first way is followed.
                self.losses.unlike = true;
                for (gone, ..) in ways.drain(1..) {
                    let not = self.terms.not(gone);
                    self.assertions.push(not);
                }
                ways[0].2.clone()
            }
        };
        let shared: Vec<Way<&Shared>> = ways.iter().map(|(gone, shared, _)| (*gone, shared)).collect();
        let shared = self.merge().shared(&shared);
        let reached = self.terms.any(ways.iter().map(|(gone, ..)| *gone));
        Some((reached, shared, local))
    }
}
