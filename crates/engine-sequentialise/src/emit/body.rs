//! A procedure of the sequential program while it is written.

use program::command::{Action, Call, Callee, Command};
use program::expr::Expr;
use program::ids::{LocalId, NodeId, ProcId};
use program::procedure::{Edge, Node, Procedure, Variable};
use program::span::Span;
use program::types::Type;

/// A procedure while it is written.
pub struct Body {
    name: String,
    span: Span,
    locals: Vec<Variable>,
    parameters: usize,
    results: Vec<LocalId>,
    nodes: usize,
    edges: Vec<Edge>,
}

impl Body {
    /// Where every procedure begins.
    pub const ENTRY: NodeId = NodeId(0);
    /// Where every procedure is over.
    pub const EXIT: NodeId = NodeId(1);

    /// A procedure with nothing but its beginning and its end.
    pub fn new(name: impl Into<String>, span: Span) -> Body {
        Body {
            name: name.into(),
            span,
            locals: Vec::new(),
            parameters: 0,
            results: Vec::new(),
            nodes: 2,
            edges: Vec::new(),
        }
    }

    /// With these variables, the first ones of which are parameters.
    pub fn with_locals(self, locals: Vec<Variable>, parameters: usize, results: Vec<LocalId>) -> Body {
        Body { locals, parameters, results, ..self }
    }

    /// One more variable.
    pub fn local(&mut self, name: &str, ty: Type) -> LocalId {
        self.locals.push(Variable { name: name.to_owned(), ty, span: Span::NOWHERE });
        LocalId::new(self.locals.len() - 1)
    }

    /// One more location.
    pub fn node(&mut self) -> NodeId {
        self.nodes += 1;
        NodeId::new(self.nodes - 1)
    }

    /// A way from one location to another.
    pub fn edge(&mut self, from: NodeId, to: NodeId, actions: Vec<Action>, call: Option<Call>) {
        self.push(from, to, actions, call, Span::NOWHERE, false);
    }

    /// A step of the program that is translated; a run of the sequential program that takes such steps for ever is none that anybody asks
    /// about, which is what it says of itself.
    pub fn step(&mut self, from: NodeId, to: NodeId, actions: Vec<Action>, call: Option<Call>, span: Span) {
        self.push(from, to, actions, call, span, true);
    }

    fn push(&mut self, from: NodeId, to: NodeId, actions: Vec<Action>, call: Option<Call>, span: Span, spurious: bool) {
        let commands = actions.into_iter().map(|action| Command { action, span }).collect();
        self.edges.push(Edge { from, to, commands, call, spurious, eventually: None, span });
    }

    /// The procedure. A run that cannot go on in it is none.
    pub fn finish(mut self) -> Procedure {
        self.edges.sort_by_key(|edge| edge.from);
        Procedure {
            name: self.name,
            span: self.span,
            locals: self.locals,
            parameters: self.parameters,
            results: self.results,
            nodes: vec![Node { section: None, discards: true }; self.nodes],
            edges: self.edges,
            entry: Body::ENTRY,
            exit: Body::EXIT,
            section: None,
            wraps: false,
            random: None,
        }
    }
}

/// A call without results.
pub fn call(procedure: ProcId, arguments: Vec<Expr>) -> Option<Call> {
    Some(Call { callee: Callee::Procedure(procedure), arguments, results: Vec::new() })
}
