//! What steps touch, and what a thread may still touch: the static half of the partial-order reduction.
//!
//! The reduction is defined, and shown to be right for every property offered, in the documentation of `check::reduction`.
//! This is another implementation of the same definition, made for speed: everything that depends on a node alone is a mask
//! that is computed once.

use program::command::{Action, Callee};
use program::expr::{Expr, VarRef};
use program::ids::NodeId;
use program::procedure::{Edge, Procedure};
use program::program::Program;

/// One bit for each thing that steps can touch: memory, slots, finished threads, then the global variables.
pub type Mask = u128;

const MEMORY: Mask = 1;
const SLOTS: Mask = 2;
const FINISHED: Mask = 4;
const FIRST_GLOBAL: usize = 3;

/// What is read and written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Footprint {
    reads: Mask,
    writes: Mask,
    everything: bool,
}

impl Footprint {
    /// Both together.
    #[must_use]
    pub fn union(self, other: Footprint) -> Footprint {
        Footprint {
            reads: self.reads | other.reads,
            writes: self.writes | other.writes,
            everything: self.everything || other.everything,
        }
    }

    /// Whether one may write what the other touches.
    pub fn conflicts_with(self, other: Footprint) -> bool {
        self.everything
            || other.everything
            || self.writes & (other.reads | other.writes) != 0
            || self.reads & other.writes != 0
    }
}

/// What is known of a procedure's nodes.
pub struct NodeFacts {
    /// The steps at the node, all together.
    pub here: Footprint,
    /// All that can happen from the node to the procedure's exit, in callees and forked threads as well.
    pub future: Footprint,
    /// The global variables that the steps at the node read.
    pub reads: Vec<u32>,
    /// Whether some edge leads from the node to the exit.
    pub may_reach_exit: bool,
    /// Whether the node must not be passed over: every cycle of steps goes through such a node.
    pub is_cut: bool,
}

/// What is known of a program's nodes and calls.
pub struct StaticFacts {
    /// By procedure and node.
    pub nodes: Vec<Vec<NodeFacts>>,
    /// By procedure and edge: what the return from the edge's call writes.
    pub returns: Vec<Vec<Footprint>>,
}

/// A thread's end: one that can be joined tells that it has finished, any other frees its slot.
pub fn finishing(can_be_joined: bool, ends_program: bool) -> Footprint {
    Footprint { reads: 0, writes: if can_be_joined { FINISHED } else { SLOTS }, everything: ends_program }
}

/// Looks at the program.
pub fn static_facts(program: &Program) -> StaticFacts {
    let futures = futures(program);
    let of_procedure = |(index, procedure): (usize, &Procedure)| {
        let recursive = starts_itself(program, index);
        let heads = loop_heads(procedure);
        let of_node = |node: usize| {
            let edges = || procedure.edges[procedure.edges_from(NodeId::new(node))].iter();
            NodeFacts {
                here: edges().map(of_edge).fold(Footprint::default(), Footprint::union),
                future: futures[index][node],
                reads: globals_read(edges()),
                may_reach_exit: edges().any(|edge| edge.to == procedure.exit),
                is_cut: heads[node] || recursive && node == procedure.entry.index(),
            }
        };
        (0..procedure.nodes.len()).map(of_node).collect()
    };
    let returns = |procedure: &Procedure| procedure.edges.iter().map(of_return).collect();
    StaticFacts {
        nodes: program.procedures.iter().enumerate().map(of_procedure).collect(),
        returns: program.procedures.iter().map(returns).collect(),
    }
}

fn variable_mask(variable: VarRef) -> Mask {
    match variable {
        VarRef::Global(global) => 1 << (FIRST_GLOBAL + global.index()).min(127),
        VarRef::Local(_) => 0,
    }
}

fn globals_read<'a>(edges: impl Iterator<Item = &'a Edge>) -> Vec<u32> {
    let mut reads = Vec::new();
    for edge in edges {
        edge.for_each_read(&mut |variable| {
            if let VarRef::Global(global) = variable {
                reads.push(global.0);
            }
        });
    }
    reads.sort_unstable();
    reads.dedup();
    reads
}

fn of_return(edge: &Edge) -> Footprint {
    let results = edge.call.iter().flat_map(|call| &call.results);
    let writes = results.fold(0, |mask, target| mask | variable_mask(*target));
    Footprint { writes, ..Footprint::default() }
}

fn of_edge(edge: &Edge) -> Footprint {
    let mut footprint = Footprint::default();
    edge.for_each_read(&mut |variable| footprint.reads |= variable_mask(variable));
    edge.for_each_write(&mut |variable| footprint.writes |= variable_mask(variable));
    for command in &edge.commands {
        let mut loads = false;
        command.action.for_each_expr(|expr: &Expr| loads |= expr.loads());
        footprint.reads |= if loads { MEMORY } else { 0 };
        match &command.action {
            Action::Store { .. } | Action::Allocate { .. } | Action::Free(_) => footprint.writes |= MEMORY,
            Action::Fork { callee, .. } => {
                footprint.writes |= SLOTS | FINISHED;
                footprint.everything |= matches!(callee, Callee::Pointer(_));
            }
            Action::Join { .. } => {
                footprint.writes |= SLOTS;
                footprint.reads |= FINISHED;
            }
            Action::BeginAtomic | Action::Halt => footprint.everything = true,
            _ => {}
        }
    }
    if let Some(call) = &edge.call {
        call.for_each_expr(|expr| footprint.reads |= if expr.loads() { MEMORY } else { 0 });
        footprint.everything |= matches!(call.callee, Callee::Pointer(_));
    }
    footprint
}

/// The procedures that an edge calls, and those that it forks.
fn starts(edge: &Edge) -> (Option<usize>, Vec<usize>) {
    let known = |callee: &Callee| match callee {
        Callee::Procedure(procedure) => Some(procedure.index()),
        Callee::Pointer(_) => None,
    };
    let forked = edge.commands.iter().filter_map(|command| match &command.action {
        Action::Fork { callee, .. } => known(callee),
        _ => None,
    });
    (edge.call.as_ref().and_then(|call| known(&call.callee)), forked.collect())
}

/// The least solution of: what can follow a node is what its edges do, what can follow their targets,
/// and what can follow the entry of whatever they call or fork.
fn futures(program: &Program) -> Vec<Vec<Footprint>> {
    let mut futures: Vec<Vec<Footprint>> =
        program.procedures.iter().map(|procedure| vec![Footprint::default(); procedure.nodes.len()]).collect();
    let mut is_stable = false;
    while !is_stable {
        is_stable = true;
        for (index, procedure) in program.procedures.iter().enumerate() {
            for edge in procedure.edges.iter().rev() {
                let entry_future = |callee: usize| futures[callee][program.procedures[callee].entry.index()];
                let (called, forked) = starts(edge);
                let mut future = of_edge(edge).union(of_return(edge)).union(futures[index][edge.to.index()]);
                future = called.map_or(future, |callee| future.union(entry_future(callee)));
                for callee in forked {
                    future =
                        future.union(entry_future(callee)).union(finishing(true, false)).union(finishing(false, false));
                }
                let known = &mut futures[index][edge.from.index()];
                let all = known.union(future);
                is_stable &= all == *known;
                *known = all;
            }
        }
    }
    futures
}

/// Nodes to which a depth-first search, edges in order, finds an edge while they are on its stack.
fn loop_heads(procedure: &Procedure) -> Vec<bool> {
    #[derive(Clone, Copy, PartialEq)]
    enum Colour {
        White,
        Grey,
        Black,
    }
    let mut colours = vec![Colour::White; procedure.nodes.len()];
    let mut heads = vec![false; procedure.nodes.len()];
    let mut path = vec![(procedure.entry, procedure.edges_from(procedure.entry))];
    colours[procedure.entry.index()] = Colour::Grey;
    while let Some((node, edges)) = path.last_mut() {
        match edges.next() {
            None => {
                colours[node.index()] = Colour::Black;
                path.pop();
            }
            Some(edge) => {
                let to = procedure.edges[edge].to;
                match colours[to.index()] {
                    Colour::White => {
                        colours[to.index()] = Colour::Grey;
                        path.push((to, procedure.edges_from(to)));
                    }
                    Colour::Grey => heads[to.index()] = true,
                    Colour::Black => {}
                }
            }
        }
    }
    heads
}

/// Whether the procedure can call or fork itself, by way of others or through a pointer.
fn starts_itself(program: &Program, index: usize) -> bool {
    let mut seen = vec![false; program.procedures.len()];
    let mut waiting = vec![index];
    while let Some(procedure) = waiting.pop() {
        for edge in &program.procedures[procedure].edges {
            let through_pointer = edge.call.as_ref().is_some_and(|call| matches!(call.callee, Callee::Pointer(_)))
                || edge
                    .commands
                    .iter()
                    .any(|command| matches!(&command.action, Action::Fork { callee: Callee::Pointer(_), .. }));
            if through_pointer {
                return true;
            }
            let (called, forked) = starts(edge);
            for callee in called.into_iter().chain(forked) {
                if !std::mem::replace(&mut seen[callee], true) {
                    waiting.push(callee);
                }
            }
        }
    }
    seen[index]
}
