//! Edges under way: actions are collected until there is a reason to let others step.
//!
//! At most one action of an edge touches memory that others may reach; all else is the thread's own business and happens with it.

use program::command::{Action, Call, Command};
use program::expr::Expr;
use program::ids::{LocalId, NodeId};
use program::procedure::{Edge, Node, Procedure, Variable};
use program::span::Span;

/// The nodes and edges of a procedure under way.
pub struct Edges {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    /// Where the edge under way begins; `None` where control does not come.
    from: Option<NodeId>,
    commands: Vec<Command>,
    has_access: bool,
    /// Where the actions stand that come next.
    pub span: Span,
}

/// An edge that was begun, to be gone on with later.
#[derive(Clone)]
pub struct Begun {
    from: Option<NodeId>,
    commands: Vec<Command>,
    has_access: bool,
}

impl Edges {
    /// Begins at the entry; the exit is there, too.
    pub fn new(span: Span) -> Edges {
        Edges {
            nodes: vec![Node::default(); 2],
            edges: Vec::new(),
            from: Some(Edges::ENTRY),
            commands: Vec::new(),
            has_access: false,
            span,
        }
    }

    /// Where a procedure starts.
    pub const ENTRY: NodeId = NodeId(0);

    /// Where it is over.
    pub const EXIT: NodeId = NodeId(1);

    /// A new node.
    pub fn node(&mut self) -> NodeId {
        self.nodes.push(Node::default());
        NodeId::new(self.nodes.len() - 1)
    }

    /// A new node where a run is discarded if a thread is blocked there for ever.
    pub fn discarding_node(&mut self) -> NodeId {
        self.nodes.push(Node { discards: true, ..Node::default() });
        NodeId::new(self.nodes.len() - 1)
    }

    /// Whether control comes here.
    pub fn is_reached(&self) -> bool {
        self.from.is_some()
    }

    /// Adds an action.
    pub fn emit(&mut self, action: Action) {
        self.commands.push(Command { action, span: self.span });
    }

    /// Adds an action that stands nowhere in the source, and of which no report tells.
    pub fn emit_untold(&mut self, action: Action) {
        self.commands.push(Command { action, span: Span::NOWHERE });
    }

    /// Says that the next action touches memory that others may reach.
    pub fn access(&mut self) {
        if self.has_access {
            self.cut();
        }
        self.has_access = true;
    }

    /// Adds the condition to the edge under way if a value is chosen by it, so that the choice is one which meets the condition;
    /// if there is none, then the run is discarded.
    pub fn selects(&mut self, condition: &Expr) -> bool {
        let chooses = |command: &Command| matches!(command.action, Action::Havoc(_));
        let Some(from) = self.from.filter(|_| self.commands.iter().any(chooses)) else { return false };
        self.nodes[from.index()].discards = true;
        self.emit(Action::Assume(condition.clone()));
        true
    }

    /// Ends the edge under way, so that what follows is another step.
    pub fn cut(&mut self) {
        if !self.commands.is_empty() {
            let next = self.node();
            self.finish(next, None);
            self.from = Some(next);
        }
    }

    /// Ends the edge under way with a call; what follows comes after its return.
    pub fn call(&mut self, call: Call) {
        let next = self.node();
        self.finish(next, Some(call));
        self.from = Some(next);
    }

    /// Ends the edge under way at the node.
    pub fn go(&mut self, to: NodeId) {
        self.finish(to, None);
    }

    fn finish(&mut self, to: NodeId, call: Option<Call>) {
        let commands = std::mem::take(&mut self.commands);
        self.has_access = false;
        if let Some(from) = self.from.take() {
            let span = commands.iter().map(|command| command.span).find(|span| span.line > 0).unwrap_or(self.span);
            let span = if call.is_some() { self.span } else { span };
            self.edges.push(Edge { from, to, commands, call, spurious: false, eventually: None, span });
        }
    }

    /// The edge under way, to be gone on with by [`Edges::resume`], perhaps in several ways.
    pub fn suspend(&mut self) -> Begun {
        Begun {
            from: self.from.take(),
            commands: std::mem::take(&mut self.commands),
            has_access: std::mem::take(&mut self.has_access),
        }
    }

    /// Goes on with an edge that was begun.
    pub fn resume(&mut self, begun: Begun) {
        (self.from, self.commands, self.has_access) = (begun.from, begun.commands, begun.has_access);
    }

    /// Begins an edge at the node.
    pub fn start(&mut self, node: NodeId) {
        self.resume(Begun { from: Some(node), commands: Vec::new(), has_access: false });
    }

    /// Where the edge under way begins; it has no actions yet.
    pub fn here(&mut self) -> Option<NodeId> {
        self.cut();
        self.from
    }

    /// The procedure that stands nowhere in the source, with these variables, the parameters first.
    pub fn into_procedure(
        self,
        name: &str,
        locals: Vec<Variable>,
        parameters: usize,
        results: Vec<LocalId>,
    ) -> Procedure {
        let (nodes, edges) = self.into_parts();
        Procedure {
            name: name.to_owned(),
            span: Span::NOWHERE,
            locals,
            parameters,
            results,
            nodes,
            edges,
            entry: Edges::ENTRY,
            exit: Edges::EXIT,
            section: None,
            wraps: false,
            random: None,
        }
    }

    /// The nodes, and the edges in their order.
    fn into_parts(mut self) -> (Vec<Node>, Vec<Edge>) {
        self.edges.sort_by_key(|edge| edge.from);
        (self.nodes, self.edges)
    }
}
