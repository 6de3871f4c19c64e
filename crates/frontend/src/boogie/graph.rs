//! A control-flow graph in the making: steps, and jumps that are not steps.
//!
//! `eliminate` turns it into the automaton of a procedure.

use program::command::{Call, Command};
use program::ids::{ChoiceId, SectionKindId};
use program::span::Span;

/// A node of a graph in the making.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RawNode(pub usize);

/// The graph.
pub struct Graph {
    /// For every node, its rank in the order of the source.
    pub orders: Vec<u32>,
    pub edges: Vec<RawEdge>,
    next_order: u32,
}

/// An edge.
pub struct RawEdge {
    pub from: RawNode,
    pub to: RawNode,
    pub motion: Motion,
}

/// How an edge is taken.
pub enum Motion {
    /// As no step of its own; written at the place, if anywhere.
    Jump(Option<Span>),
    /// As no step, from the end of a statement to the label behind it, or to what follows a loop that begins with a guard:
    /// a guard there is one for whoever comes this way.
    Fall,
    /// As one of several ways that the program chooses freely, at the place. A step only if it matters when it is chosen.
    Choice(Span),
    Step(Step),
}

/// What an edge of the finished automaton does.
#[derive(Clone)]
pub struct Step {
    pub commands: Vec<Command>,
    pub call: Option<Call>,
    pub span: Span,
    pub wait: Option<Wait>,
    /// Whether it begins with an `assume` that guards the rest: a way chosen freely is chosen only if its guard holds.
    pub is_guard: bool,
    /// Whether it may happen but cannot be counted on.
    pub spurious: bool,
    /// The choice of which it is a way that is taken eventually.
    pub eventually: Option<ChoiceId>,
}

/// What a thread in front of the step may have to wait for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wait {
    Assumption,
    Thread,
    /// Something that has a name.
    Named(SectionKindId),
}

/// How far a graph has grown.
#[derive(Clone, Copy)]
pub struct Mark {
    nodes: usize,
    edges: usize,
}

impl Step {
    /// A step that only carries out commands.
    pub fn new(commands: Vec<Command>, span: Span) -> Step {
        Step { commands, call: None, span, wait: None, is_guard: false, spurious: false, eventually: None }
    }
}

impl Graph {
    /// The node at the end of every procedure; it comes after all others.
    pub const EXIT: RawNode = RawNode(0);

    /// A graph with nothing but the exit.
    pub fn new() -> Graph {
        Graph { orders: vec![u32::MAX], edges: Vec::new(), next_order: 0 }
    }

    /// A new node that stands here in the source.
    pub fn node(&mut self) -> RawNode {
        let node = self.unplaced();
        self.place(node);
        node
    }

    /// A new node whose place in the source comes later.
    pub fn unplaced(&mut self) -> RawNode {
        self.orders.push(u32::MAX - 1);
        RawNode(self.orders.len() - 1)
    }

    /// Says that the node stands here in the source.
    pub fn place(&mut self, node: RawNode) {
        self.orders[node.0] = self.next_order;
        self.next_order += 1;
    }

    pub fn jump(&mut self, from: RawNode, to: RawNode, span: Option<Span>) {
        self.edges.push(RawEdge { from, to, motion: Motion::Jump(span) });
    }

    pub fn fall(&mut self, from: RawNode, to: RawNode) {
        self.edges.push(RawEdge { from, to, motion: Motion::Fall });
    }

    pub fn choice(&mut self, from: RawNode, to: RawNode, span: Span) {
        self.edges.push(RawEdge { from, to, motion: Motion::Choice(span) });
    }

    pub fn step(&mut self, from: RawNode, to: RawNode, step: Step) {
        self.edges.push(RawEdge { from, to, motion: Motion::Step(step) });
    }

    pub fn mark(&self) -> Mark {
        Mark { nodes: self.orders.len(), edges: self.edges.len() }
    }

    /// Whether the first statement at the node, behind labels perhaps, is a guard, as far as edges since the mark tell.
    pub fn begins_with_guard(&self, node: RawNode, mark: Mark) -> bool {
        let mut at = node;
        loop {
            let motions = || self.edges[mark.edges..].iter().filter(|edge| edge.from == at);
            if motions().any(|edge| matches!(&edge.motion, Motion::Step(step) if step.is_guard)) {
                return true;
            }
            // Labels follow each other in the text, so this comes to an end.
            let Some(falls) = motions().find(|edge| matches!(edge.motion, Motion::Fall)) else { return false };
            at = falls.to;
        }
    }

    /// How many edges were added since the mark.
    pub fn growth(&self, mark: Mark) -> usize {
        self.edges.len() - mark.edges
    }

    /// The edges added since the mark, to be changed.
    pub fn edges_since(&mut self, mark: Mark) -> &mut [RawEdge] {
        &mut self.edges[mark.edges..]
    }

    /// Removes all nodes and edges added since the mark, and returns the edges.
    pub fn cut(&mut self, mark: Mark) -> Vec<RawEdge> {
        self.orders.truncate(mark.nodes);
        self.edges.split_off(mark.edges)
    }

    /// Whether the node was there at the mark.
    pub fn is_older(node: RawNode, mark: Mark) -> bool {
        node.0 < mark.nodes
    }
}
