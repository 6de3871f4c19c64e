//! Writing a procedure: its entry, its statements, and some disturbance at the end.

use super::random::Random;
use super::{
    COUNTER, Declaration, Flavour, Role, Shape, assemble, command, first_value, global_references, section_kind,
};
use crate::command::{Action, Call, Callee};
use crate::expr::{BinaryOp, Expr, VarRef};
use crate::ids::{LocalId, NodeId, ProcId, SectionKindId};
use crate::procedure::{Edge, Node, Procedure, Variable};
use crate::span::Span;
use crate::types::Type;
use crate::value::Value;

/// A procedure being written.
pub(super) struct Writer<'a> {
    pub random: &'a mut Random,
    pub shape: &'a Shape,
    pub flavour: &'a Flavour,
    pub declarations: &'a [Declaration],
    /// Which of the declared procedures is written.
    pub index: usize,
    /// All variables in scope that have no special purpose.
    pub scope: Vec<(VarRef, Type)>,
    pub nodes: Vec<Node>,
    pub edges: Vec<Edge>,
    pub entry: NodeId,
    pub exit: NodeId,
    pub procedure_section: Option<SectionKindId>,
    pub counter: Option<VarRef>,
    /// In how many loops the statement being written is.
    pub loops: usize,
}

impl<'a> Writer<'a> {
    pub fn new(
        random: &'a mut Random,
        shape: &'a Shape,
        flavour: &'a Flavour,
        globals: &[Variable],
        declarations: &'a [Declaration],
        index: usize,
    ) -> Writer<'a> {
        let locals = declarations[index].locals.iter().enumerate();
        let local = |(index, local): (usize, &Variable)| (VarRef::Local(LocalId::new(index)), local.ty.clone());
        let mut scope: Vec<(VarRef, Type)> = global_references(globals).into_iter().chain(locals.map(local)).collect();
        let counter = declarations[index].locals.iter().position(|local| flavour.tame && local.name == COUNTER);
        let counter = counter.map(|index| VarRef::Local(LocalId::new(index)));
        let reserved = [flavour.done.map(|(done, _)| done), flavour.lock, flavour.signal, counter];
        scope.retain(|(variable, _)| !reserved.contains(&Some(*variable)) && !flavour.open.contains(variable));
        let (entry, exit) = (NodeId(0), NodeId(1));
        let nodes = vec![Node::default(), Node::default()];
        let edges = Vec::new();
        let procedure_section = None;
        let loops = 0;
        Writer {
            random,
            shape,
            flavour,
            declarations,
            index,
            scope,
            nodes,
            edges,
            entry,
            exit,
            procedure_section,
            counter,
            loops,
        }
    }

    pub fn procedure(mut self) -> Procedure {
        let declaration = &self.declarations[self.index];
        if self.random.chance(1) {
            // A thread with nothing to do.
            self.exit = self.entry;
            return assemble(declaration, self);
        }
        if declaration.role == Role::Identity {
            if self.random.chance(30) {
                self.exit = self.entry;
            } else {
                self.edge(self.entry, self.exit, Vec::new());
            }
            return assemble(declaration, self);
        }
        let body = self.first_values();
        match declaration.role {
            Role::Recursive => self.recursive_body(body),
            Role::Identity => unreachable!("written before"),
            _ => self.body(body),
        }
        self.disturb();
        if self.flavour.sections && self.random.chance(30) {
            self.procedure_section = Some(section_kind(self.random));
        }
        assemble(declaration, self)
    }

    pub fn declaration(&self) -> &'a Declaration {
        &self.declarations[self.index]
    }

    /// The procedures with a role, with their declarations.
    pub fn procedures(&self, role: Role) -> Vec<(ProcId, &'a Declaration)> {
        let all = self.declarations.iter().enumerate();
        all.filter(|(_, other)| other.role == role).map(|(index, other)| (ProcId::new(index), other)).collect()
    }

    pub fn fresh(&mut self) -> NodeId {
        self.nodes.push(Node::default());
        NodeId::new(self.nodes.len() - 1)
    }

    pub fn edge(&mut self, from: NodeId, to: NodeId, actions: Vec<Action>) {
        self.call_edge(from, to, actions, None);
    }

    pub fn call_edge(&mut self, from: NodeId, to: NodeId, actions: Vec<Action>, call: Option<Call>) {
        let commands = actions.into_iter().map(command).collect();
        let spurious = self.flavour.spurious && self.random.chance(10);
        self.edges.push(Edge { from, to, commands, call, spurious, eventually: None, span: Span::NOWHERE });
    }

    /// Whether to do something that often ends in a failure, or never ends.
    pub fn odd(&mut self) -> bool {
        self.random.chance(self.shape.oddities)
    }

    /// The first step gives values to variables; returns where the body starts.
    fn first_values(&mut self) -> NodeId {
        if self.flavour.uninitialised && self.random.chance(50) {
            return self.entry;
        }
        let is_starter = self.declaration().role == Role::Starter;
        let parameters = self.declaration().parameters;
        let needs_value = |variable: VarRef| match variable {
            VarRef::Global(_) => is_starter,
            VarRef::Local(local) => local.index() >= parameters,
        };
        let flags =
            self.flavour.done.map(|(done, _)| done).into_iter().chain(self.flavour.lock).chain(self.flavour.signal);
        let lower = |flag: VarRef| (flag, Expr::Literal(Value::Bool(false)));
        let mut assignments: Vec<(VarRef, Expr)> = flags.filter(|_| is_starter).map(lower).collect();
        assignments.extend(self.counter.map(|counter| (counter, Expr::int(0))));
        let mut havocked = Vec::new();
        for (variable, ty) in self.scope.clone() {
            if !needs_value(variable) {
                continue;
            }
            if ty == Type::Bool && self.random.chance(10) {
                havocked.push(variable);
            } else {
                assignments.push(first_value(variable, &ty, self.random));
            }
        }
        let mut actions = Vec::new();
        if !havocked.is_empty() {
            actions.push(Action::Havoc(havocked));
        }
        if !assignments.is_empty() {
            actions.push(Action::Assign(assignments));
        }
        if actions.is_empty() {
            return self.entry;
        }
        let body = self.fresh();
        self.edge(self.entry, body, actions);
        body
    }

    fn body(&mut self, from: NodeId) {
        let forks = self.declaration().role == Role::Starter && !self.procedures(Role::Worker).is_empty();
        let is_first = self.index == 0;
        let after_fork = if forks && (is_first || self.random.chance(20)) { self.fork_all(from) } else { from };
        let most = match self.declaration().role {
            Role::Helper => self.shape.statements.min(2),
            Role::Worker if self.flavour.restless => self.shape.statements.min(2),
            _ if self.declarations.iter().filter(|other| other.role != Role::Identity).count() > 2 => {
                self.shape.statements.min(2)
            }
            _ => self.shape.statements,
        };
        let count = 1 + self.random.below(most);
        let Some((flag, _)) = self.flavour.done.filter(|(_, setter)| *setter == self.index) else {
            return self.sequence(after_fork, self.exit, count, 2);
        };
        let last = self.fresh();
        self.sequence(after_fork, last, count - 1, 2);
        let signal = self.flavour.signal.map(|signal| self.is_up(signal)).filter(|_| self.random.chance(80));
        let wait = match signal {
            Some(signal) => vec![Action::Assume(signal)],
            None if self.random.chance(30) => vec![Action::Assume(self.condition(0))],
            None => Vec::new(),
        };
        self.set(last, self.exit, wait, flag, Expr::truth());
    }

    /// `if n <= 0 return; statement; recursive(n - 1)`.
    fn recursive_body(&mut self, from: NodeId) {
        let parameter = || Expr::local(LocalId(0));
        let zero = || Expr::int(0);
        let base = Action::Assume(Expr::binary(BinaryOp::LessEqual, parameter(), zero()));
        self.edge(from, self.exit, vec![base]);
        let deeper = self.fresh();
        let step = Action::Assume(Expr::binary(BinaryOp::Greater, parameter(), zero()));
        self.edge(from, deeper, vec![step]);
        let ready = self.fresh();
        self.sequence(deeper, ready, 1, 1);
        let smaller = Expr::binary(BinaryOp::Subtract, parameter(), Expr::int(1));
        let callee = Callee::Procedure(ProcId::new(self.index));
        let call = Call { callee, arguments: vec![smaller], results: Vec::new() };
        self.call_edge(ready, self.exit, Vec::new(), Some(call));
    }

    /// An edge more, an edge less, a node that is a section.
    fn disturb(&mut self) {
        let often = if self.flavour.tame { 5 } else { 20 };
        if self.random.chance(often) {
            let from = NodeId::new(self.random.below(self.nodes.len()));
            let to = NodeId::new(self.random.below(self.nodes.len()));
            if from != self.exit {
                let actions = self.simple_actions();
                self.edge(from, to, actions);
            }
        }
        if self.random.chance(often / 2) && !self.edges.is_empty() {
            let removed = self.random.below(self.edges.len());
            self.edges.remove(removed);
        }
        if self.flavour.discards {
            for node in 0..self.nodes.len() {
                self.nodes[node].discards = self.random.chance(30);
            }
        }
        if self.flavour.sections {
            for node in 0..self.nodes.len() {
                if self.random.chance(10) {
                    self.nodes[node].section = Some(section_kind(self.random));
                }
            }
        }
    }
}
