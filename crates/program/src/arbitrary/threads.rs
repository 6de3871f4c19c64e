//! Random statements that start threads and join them.

use super::writer::Writer;
use super::{Declaration, Role};
use crate::command::{Action, Callee};
use crate::expr::{BinaryOp, Expr, UnaryOp, VarRef};
use crate::ids::{NodeId, ProcId};
use crate::procedure::Variable;
use crate::types::Type;
use crate::value::Value;

/// The id by which everybody knows the worker; no other thread has it.
fn known_id(worker: ProcId) -> Expr {
    Expr::int(10 + worker.index() as i64)
}

impl Writer<'_> {
    /// Forks every worker once, with the first thread id that comes to mind; returns where to go on.
    pub fn fork_all(&mut self, from: NodeId) -> NodeId {
        let mut from = from;
        let mut workers = self.procedures(Role::Worker);
        if workers.len() == 1 && self.random.chance(25) {
            workers.push(workers[0]);
        }
        for (worker, declaration) in workers {
            let to = self.fresh();
            let id = if self.flavour.numbered { Some(vec![known_id(worker)]) } else { self.thread_id() };
            self.fork_as(from, to, worker, declaration, id);
            from = to;
        }
        from
    }

    fn thread_id(&mut self) -> Option<Vec<Expr>> {
        match self.random.below(8) {
            0 | 1 => None,
            2 => Some(vec![self.integer(0)]),
            3 => Some(vec![Expr::truth()]),
            4 => Some(vec![Expr::int(self.random.below(2) as i64), Expr::truth()]),
            _ => Some(vec![Expr::int(self.random.below(2) as i64)]),
        }
    }

    fn fork_as(&mut self, from: NodeId, to: NodeId, worker: ProcId, declared: &Declaration, id: Option<Vec<Expr>>) {
        let arguments = self.arguments(declared);
        let callee = self.callee(worker);
        self.edge(from, to, vec![Action::Fork { id, callee, arguments }]);
    }

    pub fn fork(&mut self, from: NodeId, to: NodeId) {
        let workers = self.procedures(Role::Worker);
        let Some(&(worker, declaration)) = self.random.pick(&workers) else { return self.simple(from, to) };
        let forks_itself = worker.index() == self.index;
        if forks_itself && !self.random.chance(20) {
            return self.simple(from, to);
        }
        let id = self.thread_id();
        self.fork_as(from, to, worker, declaration, id);
    }

    pub fn fork_and_join(&mut self, from: NodeId, to: NodeId) {
        let workers = self.procedures(Role::Worker);
        let Some(&(worker, declaration)) = self.random.pick(&workers) else { return self.simple(from, to) };
        if worker.index() == self.index {
            return self.join(from, to);
        }
        let id = Expr::int(self.random.below(3) as i64);
        let forked = self.fresh();
        self.fork_as(from, forked, worker, declaration, Some(vec![id.clone()]));
        let results = self.results(declaration);
        self.edge(forked, to, vec![Action::Join { id: vec![id], results }]);
    }

    /// Joins a worker and forks the next one, again and again, so that one slot sees many threads.
    pub fn relay(&mut self, from: NodeId, to: NodeId) {
        let workers = self.procedures(Role::Worker);
        let Some(&(worker, declaration)) = self.random.pick(&workers) else { return self.simple(from, to) };
        if worker.index() == self.index {
            return self.simple(from, to);
        }
        let id = || vec![Expr::int(3)];
        let (head, running, joined) = (self.fresh(), self.fresh(), self.fresh());
        self.fork_as(from, head, worker, declaration, Some(id()));
        self.toggle(head, running);
        self.edge(running, joined, vec![Action::Join { id: id(), results: Vec::new() }]);
        self.fork_as(joined, head, worker, declaration, Some(id()));
        let leave = self.done(100).map(Action::Assume);
        if !self.random.chance(15) {
            self.edge(head, to, Vec::from_iter(leave));
        }
    }

    /// Forks two workers under one id, and joins one of them or both. The result tells who it was, and may be waited for.
    pub fn twins(&mut self, from: NodeId, to: NodeId) {
        let mut workers = self.procedures(Role::Worker);
        workers.retain(|(worker, _)| worker.index() != self.index);
        let setter = workers.iter().find(|(worker, _)| self.flavour.done.is_some_and(|(_, by)| by == worker.index()));
        let setter = setter.copied().filter(|_| self.random.chance(60));
        let Some(one) = setter.or(self.random.pick(&workers).copied()) else { return self.simple(from, to) };
        let result_types = |declared: &Declaration| -> Vec<Type> {
            declared.results.iter().map(|result| declared.locals[result.index()].ty.clone()).collect()
        };
        workers.retain(|(_, other)| result_types(other) == result_types(one.1));
        let Some(&other) = self.random.pick(&workers) else { return self.simple(from, to) };
        let id = || vec![Expr::int(4)];
        let (first, ready, second) = (self.fresh(), self.fresh(), self.fresh());
        let (joined, last) = (self.fresh(), self.fresh());
        self.fork_twin(from, first, one, id(), false);
        // The flag is set in a thread's last step: the first has finished before the second starts.
        let wait = self.done(70).filter(|_| self.flavour.done.is_some_and(|(_, setter)| setter == one.0.index()));
        self.edge(first, ready, wait.map(Action::Assume).into_iter().collect());
        self.fork_twin(ready, second, other, id(), true);
        let results: Vec<VarRef> = match result_types(one.1).first().and_then(|ty| self.local_of(ty)) {
            Some(local) if self.random.chance(70) => vec![local],
            _ => self.results(one.1),
        };
        self.edge(second, joined, vec![Action::Join { id: id(), results: results.clone() }]);
        let is_expected = match (results.first(), result_types(one.1).first()) {
            (Some(result), Some(Type::Bool)) => {
                let result = Expr::Variable(*result);
                Some(if self.random.chance(70) { Expr::unary(UnaryOp::Not, result) } else { result })
            }
            (Some(result), Some(Type::Int)) => {
                let value = Expr::int(self.random.below(2) as i64);
                Some(Expr::binary(BinaryOp::Equal, Expr::Variable(*result), value))
            }
            _ => None,
        };
        match is_expected.filter(|_| self.random.chance(80)) {
            Some(is_expected) => {
                self.edge(joined, last, vec![Action::Assume(is_expected.clone())]);
                self.edge(joined, joined, vec![Action::Assume(Expr::unary(UnaryOp::Not, is_expected))]);
            }
            None => self.edge(joined, last, Vec::new()),
        }
        let results = self.results(one.1);
        let join_last = if self.random.chance(70) { vec![Action::Join { id: id(), results }] } else { Vec::new() };
        self.edge(last, to, join_last);
        if self.random.chance(20) {
            // Or both in one step.
            let join = || Action::Join { id: id(), results: Vec::new() };
            self.edge(second, to, vec![join(), join()]);
        }
    }

    /// Forks a worker with arguments that tell it from the other one.
    fn fork_twin(&mut self, from: NodeId, to: NodeId, twin: (ProcId, &Declaration), id: Vec<Expr>, second: bool) {
        let argument = |parameter: &Variable| match parameter.ty {
            Type::Bool => Expr::Literal(Value::Bool(second)),
            Type::Int => Expr::int(i64::from(second)),
            _ => self.expression(&parameter.ty, 0),
        };
        let arguments = twin.1.locals[..twin.1.parameters].iter().map(argument).collect();
        let callee = self.callee(twin.0);
        self.edge(from, to, vec![Action::Fork { id: Some(id), callee, arguments }]);
    }

    fn local_of(&mut self, ty: &Type) -> Option<VarRef> {
        let is_local = |variable: &VarRef| matches!(variable, VarRef::Local(_));
        let locals: Vec<VarRef> = self.variables(ty).into_iter().filter(is_local).collect();
        self.random.pick(&locals).copied()
    }

    /// Forks workers that nobody can join. Their slots are free again when they finish, and the next thread may take them.
    pub fn detach(&mut self, from: NodeId, to: NodeId) {
        let workers = self.procedures(Role::Worker);
        let Some(&(worker, declaration)) = self.random.pick(&workers) else { return self.simple(from, to) };
        if worker.index() == self.index {
            return self.simple(from, to);
        }
        let (forked, later) = (self.fresh(), self.fresh());
        self.fork_as(from, forked, worker, declaration, None);
        self.statement(forked, later, 0);
        let instant = self.procedures(Role::Identity).first().copied();
        match (self.random.below(4), instant) {
            (0, _) => self.edge(later, to, Vec::new()),
            (1, _) => self.fork_as(later, to, worker, declaration, None),
            (2, Some((same, declaration))) => {
                // In one step, which can be taken if the thread has nothing to do, or if one with the id has finished before.
                let (id, arguments) = (vec![Expr::int(5)], self.arguments(declaration));
                let fork = Action::Fork { id: Some(id.clone()), callee: Callee::Procedure(same), arguments };
                self.edge(later, to, vec![fork, Action::Join { id, results: Vec::new() }]);
                self.edge(later, to, Vec::new());
            }
            _ => self.fork_and_join(later, to),
        }
    }

    /// Joins a worker that everybody knows, or whoever has the id without taking results, since nobody knows whose they are.
    pub fn join(&mut self, from: NodeId, to: NodeId) {
        let mut workers = self.procedures(Role::Worker);
        workers.retain(|(worker, _)| worker.index() != self.index);
        if self.flavour.numbered
            && let Some(&(worker, declaration)) = self.random.pick(&workers)
        {
            let results = self.results(declaration);
            return self.edge(from, to, vec![Action::Join { id: vec![known_id(worker)], results }]);
        }
        let id = match self.random.below(8) {
            0 => vec![Expr::truth()],
            1 => vec![self.integer(0)],
            2 => vec![Expr::int(self.random.below(2) as i64), Expr::truth()],
            _ => vec![Expr::int(self.random.below(2) as i64)],
        };
        let mut actions = vec![Action::Join { id, results: Vec::new() }];
        if self.random.chance(30) {
            actions.push(self.assignment());
        }
        self.edge(from, to, actions);
    }
}
