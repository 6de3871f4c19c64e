//! A context: what one thread does before the next one runs, for all ways in which it can go, as terms.
//!
//! The thread starts where it was stopped the last time, which may be one of many locations. Its automaton is unrolled from there:
//! a *copy* of a location is told apart by how often the thread has gone back to an earlier location in this context. Ways that
//! meet at a copy are merged. At every copy the thread may be stopped: the context switch of the translation (`yield` in the paper's
//! Figure 2), which passes control, and the valuation of what is shared, to the next thread.

use std::collections::BTreeMap;
use std::sync::Arc;

use engine::budget::Budget;
use engine::prepare::PreparedThread;
use engine::prepare::pools::ObjectPool;
use engine::prepare::stacks::Stack;
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
    /// Which locations are those where threads stop if they stop in few places.
    resting: Vec<bool>,
}

impl Order {
    /// The order for a thread, with the stacks at its locations if recursion is cut off: reverse postorder.
    pub fn of(program: &Program, thread: ProcId, stacks: &[Option<Stack>]) -> Order {
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
        let mut order = Order { nodes: finished, positions, resting: vec![false; procedure.nodes.len()] };
        for (node, facts) in procedure.nodes.iter().enumerate() {
            let node = NodeId::new(node);
            let begins_again = matches!(stacks.get(node.index()), Some(Some(stack)) if stack.begins_again);
            order.resting[node.index()] =
                node == procedure.entry || node == procedure.exit || facts.section.is_some() || begins_again;
        }
        let back = procedure.edges.iter().filter(|edge| order.goes_back(edge.from, edge.to));
        let loop_heads: Vec<NodeId> = back.map(|edge| edge.to).collect();
        loop_heads.into_iter().for_each(|head| order.resting[head.index()] = true);
        order
    }

    /// Whether threads stop there even if they stop in few places.
    fn is_resting_place(&self, node: NodeId) -> bool {
        self.resting[node.index()]
    }

    /// Whether there is a way to the location.
    pub fn is_reached(&self, node: NodeId) -> bool {
        self.positions[node.index()] != u32::MAX
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
    /// What the thread itself has then.
    pub local: Arc<Local>,
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
    /// What its threads are in the program that was given.
    pub threads: &'f [PreparedThread],
    /// Its objects that are alike.
    pub pools: &'f [ObjectPool],
    /// The terms.
    pub terms: Terms,
    /// What holds of every run.
    pub assertions: Vec<Term>,
    /// What is not covered.
    pub losses: Losses,
    /// How often a thread may go back in a context.
    pub unrolling: u32,
    /// Where threads may be stopped.
    pub stops: Stops,
    /// How long this may take.
    pub budget: &'f Budget,
}

/// Where threads may be stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stops {
    /// Everywhere.
    Everywhere,
    /// Where they start and end, where loops and procedures that call themselves begin, and where they wait.
    Few,
}

/// A turn of a thread that is being unrolled.
struct Turn<'o> {
    thread: ProcId,
    order: &'o Order,
    in_cycle: bool,
    /// Ways to places that were not visited yet.
    ways: BTreeMap<(u32, NodeId), Ways>,
    /// Where the turn may end.
    stops: Vec<Stop>,
}

/// Where a turn may end.
struct Stop {
    node: NodeId,
    stopped: Term,
    shared: Shared,
    local: Arc<Local>,
}

/// A way to a place: whether it is gone, and the states that it leads to.
type Arrival = (Term, Shared, Arc<Local>);

/// Ways that lead to one place.
type Ways = Vec<Arrival>;

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
        let orders = self.orders;
        let mut turn =
            Turn { thread, order: &orders[thread.index()], in_cycle, ways: BTreeMap::new(), stops: Vec::new() };
        for (node, (condition, local)) in from {
            turn.ways.entry((0, *node)).or_default().push((*condition, shared.clone(), local.clone()));
        }
        let mut context = Context { thread, copies: BTreeMap::new() };
        for back in 0..=self.unrolling {
            for node in &turn.order.nodes {
                if let Some(arriving) = turn.ways.remove(&(back, *node))
                    && let Some(copy) = self.copy(&mut turn, (back, *node), arriving)
                {
                    context.copies.insert((back, *node), copy);
                }
            }
        }
        // A thread that does not exist yet stops nowhere, and changes nothing.
        let mut ends: Vec<Way<&Shared>> = turn.stops.iter().map(|stop| (stop.stopped, &stop.shared)).collect();
        if self.terms.as_bool(missing) != Some(false) || ends.is_empty() {
            ends.push((missing, shared));
        }
        let after = self.merge().shared(&ends);
        let whereabouts = self.stopped(&turn);
        (context, after, whereabouts)
    }

    /// A location that the context may come to, by ways that lead there.
    fn copy(&mut self, turn: &mut Turn<'_>, place: (u32, NodeId), arriving: Ways) -> Option<Copy> {
        let (reached, shared, local) = self.merged(arriving)?;
        let reached = self.named("at", reached);
        let edges = self.facts.program.procedure(turn.thread).edges_from(place.1).map(EdgeId::new);
        let mut steps: Vec<CopyStep> = Vec::new();
        for edge in edges {
            let Some((step, way)) = self.copy_step(turn, place, edge, reached, &shared, &local) else { continue };
            for other in &steps {
                let both = self.terms.and(other.taken, step.taken);
                let not_both = self.terms.not(both);
                self.assertions.push(not_both);
            }
            turn.ways.entry(step.to).or_default().push(way);
            steps.push(step);
        }
        let goes_on = self.terms.any(steps.iter().map(|step| step.taken));
        if self.stops == Stops::Few && !turn.order.is_resting_place(place.1) {
            let must_go_on = self.terms.implies(reached, goes_on);
            self.assertions.push(must_go_on);
        } else {
            let stays = self.terms.not(goes_on);
            let stopped = self.terms.and(reached, stays);
            let stopped = self.named("stop", stopped);
            turn.stops.push(Stop { node: place.1, stopped, shared: shared.clone(), local: local.clone() });
        }
        Some(Copy { reached, shared, local, steps })
    }

    /// A step that may be taken from the place, and where it leads.
    fn copy_step(
        &mut self,
        turn: &Turn<'_>,
        place: (u32, NodeId),
        edge: EdgeId,
        reached: Term,
        shared: &Shared,
        local: &Local,
    ) -> Option<(CopyStep, Arrival)> {
        let taken_edge = self.facts.program.procedure(turn.thread).edge(edge);
        if turn.in_cycle && taken_edge.spurious {
            return None;
        }
        let next = match self.facts.step(&mut self.terms, turn.thread, edge, shared, local) {
            Ok(next) => next?,
            Err(beyond) => {
                self.losses.beyond.insert(beyond);
                return None;
            }
        };
        if self.terms.as_bool(next.condition) == Some(false) {
            return None;
        }
        let to = (place.0 + u32::from(turn.order.goes_back(place.1, taken_edge.to)), taken_edge.to);
        if to.0 > self.unrolling {
            self.losses.unrolling = true;
            return None;
        }
        let taken = self.terms.symbol("step", Sort::Bool);
        let needed = self.terms.and(reached, next.condition);
        let fits = self.terms.implies(taken, needed);
        self.assertions.push(fits);
        Some((CopyStep { edge, taken, choices: next.choices, to }, (taken, next.shared, Arc::new(next.local))))
    }

    /// Where the thread may be after its turn.
    fn stopped(&mut self, turn: &Turn<'_>) -> Whereabouts {
        let mut by_node: BTreeMap<NodeId, Vec<&Stop>> = BTreeMap::new();
        for stop in &turn.stops {
            by_node.entry(stop.node).or_default().push(stop);
        }
        let mut whereabouts = Whereabouts::new();
        for (node, mut stops) in by_node {
            let locals: Vec<Way<&Arc<Local>>> = stops.iter().map(|stop| (stop.stopped, &stop.local)).collect();
            let local = match self.merge().local(&locals) {
                Ok(local) => local,
                Err(Unlike) => {
                    self.only_first(stops.drain(1..).map(|stop| stop.stopped));
                    stops[0].local.clone()
                }
            };
            let there = self.terms.any(stops.iter().map(|stop| stop.stopped));
            whereabouts.insert(node, (self.named("stopped", there), local));
        }
        whereabouts
    }

    /// Ways that cannot be merged with the first one are not followed.
    pub fn only_first(&mut self, others: impl Iterator<Item = Term>) {
        self.losses.unlike = true;
        for gone in others {
            let not = self.terms.not(gone);
            self.assertions.push(not);
        }
    }

    /// Where ways are merged.
    pub fn merge(&mut self) -> Merge<'_> {
        Merge { terms: &mut self.terms, assertions: &mut self.assertions, growth: &self.facts.growth }
    }

    /// What comes of ways that lead to one place, of which at most one is gone; nothing if none of them is possible.
    fn merged(&mut self, mut ways: Ways) -> Option<Arrival> {
        ways.retain(|(gone, ..)| self.terms.as_bool(*gone) != Some(false));
        let locals: Vec<Way<&Arc<Local>>> = ways.iter().map(|(gone, _, local)| (*gone, local)).collect();
        if locals.is_empty() {
            return None;
        }
        let local = match self.merge().local(&locals) {
            Ok(local) => local,
            Err(Unlike) => {
                self.only_first(ways.drain(1..).map(|(gone, ..)| gone));
                ways[0].2.clone()
            }
        };
        let shared: Vec<Way<&Shared>> = ways.iter().map(|(gone, shared, _)| (*gone, shared)).collect();
        let shared = self.merge().shared(&shared);
        let reached = self.terms.any(ways.iter().map(|(gone, ..)| *gone));
        Some((reached, shared, local))
    }
}
