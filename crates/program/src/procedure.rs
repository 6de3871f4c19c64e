//! Procedures: control-flow automata whose edges carry commands.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::command::{Call, Command};
use crate::expr::VarRef;
use crate::ids::{ChoiceId, EdgeId, LocalId, NodeId, SectionKindId};
use crate::span::Span;
use crate::types::Type;

/// A procedure.
///
/// A thread in it stands at a node and takes one of the node's edges at a time.
/// At [`Procedure::exit`] the procedure is over: the bottom-most frame's thread has finished there,
/// any other frame takes one more step, the return to its caller.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Procedure {
    /// Its name in the source.
    pub name: String,
    /// Where it is declared.
    pub span: Span,
    /// Local variables: first the parameters, then all others, results among them.
    pub locals: Vec<Variable>,
    /// How many of the locals are parameters. All others hold [`crate::value::Value::Any`] when a frame is made.
    pub parameters: usize,
    /// The locals whose contents at the exit are the results.
    pub results: Vec<LocalId>,
    /// The control locations.
    pub nodes: Vec<Node>,
    /// The edges, ordered by [`Edge::from`].
    pub edges: Vec<Edge>,
    /// Where a new frame starts.
    pub entry: NodeId,
    /// Where the procedure is over; it has no edges.
    pub exit: NodeId,
    /// If set, every call of the procedure is a section of this kind, from its first step to its return.
    pub section: Option<SectionKindId>,
    /// Whether it stands for what it calls: a thread that starts with it is known as the first procedure above it on the stack
    /// that does not wrap, and runs that one for as long as it is there. See [`crate::property::Property::Thread`].
    pub wraps: bool,
    /// If set, what it chooses are random numbers.
    pub random: Option<Draws>,
}

/// What is known of random numbers besides that each of them may come up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Draws {
    /// They do not come up in the same way for ever. A run that needs that is none of the program's.
    Fresh,
    /// They also follow from a seed, so that they may have to be the same as others. It is not known whether a run with such a choice
    /// is one of the program's.
    Repeatable,
}

/// A variable's declaration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    /// Its name in the source.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// Where it is declared.
    pub span: Span,
}

/// A control location.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Node {
    /// If set, a thread that stands here is in a section of this kind, which it leaves by its next step.
    pub section: Option<SectionKindId>,
    /// If set, a thread that is blocked here does not hang: it waits for an assumption that this run does not meet.
    /// A run that ends with a thread blocked at such a node is no run of the program at all.
    pub discards: bool,
}

/// A step from one control location to another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edge {
    /// Where the thread must stand.
    pub from: NodeId,
    /// Where it stands afterwards; after a call, where it goes on when the callee has returned.
    pub to: NodeId,
    /// What happens, in order.
    pub commands: Vec<Command>,
    /// The call that ends the step, if it is one.
    pub call: Option<Call>,
    /// Whether the step may happen, finitely often, but cannot be counted on: a wake-up for no reason.
    /// A thread that can take no other step is blocked.
    pub spurious: bool,
    /// If set, the step is a way that is taken eventually: a thread does not pass over a choice for ever.
    ///
    /// It *passes over* the choice if it takes a step without this mark from a location at which a step with it can be taken.
    /// An infinite run in which one thread does so infinitely often, and takes steps with the mark finitely often, is none of the
    /// program's, under whatever notion of fairness.
    pub eventually: Option<ChoiceId>,
    /// Where the step is written.
    pub span: Span,
}

/// Which way a thread goes in a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Motion {
    /// Along an edge of the procedure in its topmost frame.
    Edge(EdgeId),
    /// From the exit of the procedure in its topmost frame back to the caller.
    Return,
}

impl Procedure {
    /// The ids of the edges that leave the node.
    pub fn edges_from(&self, node: NodeId) -> Range<usize> {
        let start = self.edges.partition_point(|edge| edge.from < node);
        let end = self.edges.partition_point(|edge| edge.from <= node);
        start..end
    }

    /// The edge.
    pub fn edge(&self, edge: EdgeId) -> &Edge {
        &self.edges[edge.index()]
    }

    /// The choices that a thread may pass over by taking the edge: those of other edges at its location.
    pub fn alternatives(&self, edge: EdgeId) -> BTreeSet<ChoiceId> {
        let taken = self.edge(edge);
        let marked = self.edges[self.edges_from(taken.from)].iter().filter_map(|other| other.eventually);
        marked.filter(|choice| taken.eventually != Some(*choice)).collect()
    }

    /// The local variable.
    pub fn local(&self, local: LocalId) -> &Variable {
        &self.locals[local.index()]
    }
}

impl Edge {
    /// Calls `visit` on every variable that the step reads.
    pub fn for_each_read(&self, visit: &mut impl FnMut(VarRef)) {
        for command in &self.commands {
            command.action.for_each_expr(|expr| expr.for_each_variable(visit));
        }
        if let Some(call) = &self.call {
            call.for_each_expr(|expr| expr.for_each_variable(visit));
        }
    }

    /// Calls `visit` on every variable that the step may write.
    ///
    /// The variables that take a call's results are written by the return step, not by this one.
    pub fn for_each_write(&self, visit: &mut impl FnMut(VarRef)) {
        for command in &self.commands {
            command.action.for_each_target(&mut *visit);
        }
    }
}
