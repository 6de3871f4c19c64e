//! Random statements: what programmers of concurrent programs write, and some things that they should not.

use super::writer::Writer;
use super::{Declaration, Role, section_kind};
use crate::command::{Action, Call, Callee, Section};
use crate::expr::{BinaryOp, Expr, UnaryOp, VarRef};
use crate::ids::{NodeId, ProcId};
use crate::procedure::Variable;
use crate::types::Type;
use crate::value::{Base, Pointer, Value};

/// Kinds of statements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Statement {
    Simple,
    Toggle,
    Critical,
    Spin,
    Branch,
    Loop,
    Atomic,
    Fork,
    ForkAndJoin,
    Join,
    Relay,
    Twins,
    Detach,
    Call,
    Section,
    Memory,
    Halt,
    Stuck,
}

/// The id by which everybody knows the worker; no other thread has it.
fn known_id(worker: ProcId) -> Expr {
    Expr::int(10 + worker.index() as i64)
}

impl Writer<'_> {
    /// So many statements, one after the other.
    pub fn sequence(&mut self, from: NodeId, to: NodeId, count: usize, depth: usize) {
        let mut from = from;
        for left in (0..count).rev() {
            let next = if left == 0 { to } else { self.fresh() };
            self.statement(from, next, depth);
            from = next;
        }
        if count == 0 {
            self.edge(from, to, Vec::new());
        }
    }

    fn statement(&mut self, from: NodeId, to: NodeId, depth: usize) {
        let nested = usize::from(depth > 0);
        let if_used = |used: bool, weight: usize| if used { weight } else { 0 };
        let tame = self.flavour.tame;
        let waits = self.flavour.done.is_some_and(|(_, setter)| setter != self.index);
        let has_workers = !self.procedures(Role::Worker).is_empty();
        let may_fork = has_workers && self.loops == 0;
        let often = if self.flavour.restless { 3 } else { 1 };
        let statement = self.random.weighted(&[
            (35, Statement::Simple),
            (if_used(self.flavour.signal.is_some(), 10) + 8, Statement::Toggle),
            (10 * nested, Statement::Critical),
            (if_used(!tame || waits, 12), Statement::Spin),
            (8 * nested, Statement::Branch),
            (20 * nested, Statement::Loop),
            (if_used(self.flavour.atomic_blocks, 15 * nested), Statement::Atomic),
            (if_used(may_fork, 3), Statement::Fork),
            (if_used(has_workers, 4 * often), Statement::ForkAndJoin),
            (if_used(has_workers && (!tame || self.flavour.numbered), 5 * often), Statement::Join),
            (if_used(may_fork, 2 * often), Statement::Relay),
            (if_used(may_fork, 4 * often), Statement::Twins),
            (if_used(may_fork, 2 * often), Statement::Detach),
            (if_used(self.flavour.calls, 20), Statement::Call),
            (if_used(self.flavour.sections, 15 * nested), Statement::Section),
            (if_used(self.flavour.memory, 25), Statement::Memory),
            (if_used(self.flavour.halt, 8), Statement::Halt),
            (if_used(!tame, 1), Statement::Stuck),
        ]);
        match statement {
            Statement::Simple => self.simple(from, to),
            Statement::Toggle => self.toggle(from, to),
            Statement::Critical => self.critical(from, to, depth),
            Statement::Spin => self.spin(from, to),
            Statement::Branch => self.branch(from, to, depth),
            Statement::Loop => self.repeat(from, to, depth),
            Statement::Atomic => self.atomic(from, to, depth),
            Statement::Fork => self.fork(from, to),
            Statement::ForkAndJoin => self.fork_and_join(from, to),
            Statement::Join => self.join(from, to),
            Statement::Relay => self.relay(from, to),
            Statement::Twins => self.twins(from, to),
            Statement::Detach => self.detach(from, to),
            Statement::Call => self.call(from, to),
            Statement::Section => self.section(from, to, depth),
            Statement::Memory => self.memory_statement(from, to),
            Statement::Halt => self.halt(from, to),
            Statement::Stuck => {}
        }
    }

    fn simple(&mut self, from: NodeId, to: NodeId) {
        if self.flavour.calls && self.random.chance(if self.flavour.flags_in_memory { 60 } else { 30 }) {
            let ty = if self.random.chance(50) { Type::Bool } else { Type::Int };
            let prefers_globals = self.random.chance(70);
            if let Some(target) = self.result_target(&ty, prefers_globals) {
                let watches_flag = ty == Type::Bool && self.random.chance(40);
                let flag = self.flavour.signal.or(self.flavour.lock).or(self.flavour.done.map(|(done, _)| done));
                let value = match flag.filter(|_| watches_flag) {
                    Some(flag) => self.is_up(flag),
                    None => self.expression(&ty, 1),
                };
                return self.assign_by_call(from, to, Vec::new(), target, &ty, value);
            }
        }
        let actions = self.simple_actions();
        self.edge(from, to, actions);
    }

    /// `target := value` by way of a procedure that returns its argument.
    fn assign_by_call(
        &mut self,
        from: NodeId,
        to: NodeId,
        before: Vec<Action>,
        target: VarRef,
        ty: &Type,
        value: Expr,
    ) {
        let same = self.procedures(Role::Identity).into_iter().find(|(_, other)| other.locals[0].ty == *ty);
        let (procedure, _) = same.expect("programs with calls have these procedures for both types");
        let call = Call { callee: Callee::Procedure(procedure), arguments: vec![value], results: vec![target] };
        self.call_edge(from, to, before, Some(call));
    }

    /// Raises or lowers a flag, by a call once in a while.
    pub fn set(&mut self, from: NodeId, to: NodeId, before: Vec<Action>, flag: VarRef, value: Expr) {
        if self.flavour.calls && !self.flavour.flags_in_memory && self.random.chance(40) {
            return self.assign_by_call(from, to, before, flag, &Type::Bool, value);
        }
        let set = self.set_flag(flag, value);
        self.edge(from, to, before.into_iter().chain([set]).collect());
    }

    /// Flips a boolean that others may be waiting for.
    fn toggle(&mut self, from: NodeId, to: NodeId) {
        let is_global = |variable: &VarRef| matches!(variable, VarRef::Global(_));
        let booleans: Vec<VarRef> = self.variables(&Type::Bool).into_iter().filter(is_global).collect();
        let any = self.random.pick(&booleans).copied();
        let Some(flag) = self.flavour.signal.filter(|_| self.random.chance(80)).or(any) else {
            return self.simple(from, to);
        };
        let flipped = Expr::unary(UnaryOp::Not, self.is_up(flag));
        self.set(from, to, Vec::new(), flag, flipped);
    }

    /// The actions of one edge without calls, forks and joins.
    pub fn simple_actions(&mut self) -> Vec<Action> {
        let waits = if self.flavour.tame { 0 } else { 2 };
        match self.random.below(16 + waits * 2) {
            0 | 1 => Vec::new(),
            2..=13 => vec![self.assignment()],
            14 | 15 => self.havoc(),
            16 => vec![Action::Assume(self.condition(1))],
            17 | 18 => vec![Action::Assume(self.condition(1)), self.assignment()],
            _ if self.flavour.assertions && self.random.chance(40) => vec![Action::Assert(self.condition(1))],
            _ => vec![self.assignment(), Action::Assume(self.condition(1)), self.assignment()],
        }
    }

    /// A parallel assignment to one or two variables. Pointers have statements of their own.
    fn assignment(&mut self) -> Action {
        let is_plain = |(_, ty): &&(VarRef, Type)| *ty != Type::Pointer;
        let mut targets: Vec<(VarRef, Type)> = self.scope.iter().filter(is_plain).cloned().collect();
        let count = 1 + usize::from(self.random.chance(25));
        let mut assignments = Vec::new();
        while assignments.len() < count && !targets.is_empty() {
            let (target, ty) = targets.swap_remove(self.random.below(targets.len()));
            assignments.push((target, self.expression(&ty, 1)));
        }
        Action::Assign(assignments)
    }

    /// Chooses a value for one or two variables, integers between 0 and 1 or 2.
    fn havoc(&mut self) -> Vec<Action> {
        let is_enumerated = |(_, ty): &&(VarRef, Type)| matches!(ty, Type::Bool | Type::Int | Type::Bits(_));
        let choices: Vec<(VarRef, Type)> = self.scope.iter().filter(is_enumerated).cloned().collect();
        let Some((variable, ty)) = self.random.pick(&choices).cloned() else { return Vec::new() };
        let mut actions = vec![Action::Havoc(vec![variable])];
        if ty == Type::Int && !self.odd() {
            let bound = |op, number| Expr::binary(op, Expr::Variable(variable), Expr::int(number));
            let high = 1 + self.random.below(2) as i64;
            let range = Expr::binary(BinaryOp::And, bound(BinaryOp::GreaterEqual, 0), bound(BinaryOp::LessEqual, high));
            actions.push(Action::Assume(range));
        }
        if self.random.chance(30) {
            actions.push(Action::Assume(self.condition(1)));
        }
        actions
    }

    /// `lock; statements; unlock`, with a boolean or an integer as the lock.
    fn critical(&mut self, from: NodeId, to: NodeId, depth: usize) {
        if let Some(lock) = self.flavour.lock {
            return self.critical_with(lock, &Type::Bool, from, to, depth);
        }
        let ty = if self.random.chance(50) { Type::Bool } else { Type::Int };
        let is_global = |variable: &VarRef| matches!(variable, VarRef::Global(_));
        let locks: Vec<VarRef> = self.variables(&ty).into_iter().filter(is_global).collect();
        let Some(lock) = self.random.pick(&locks).copied() else { return self.simple(from, to) };
        self.critical_with(lock, &ty, from, to, depth);
    }

    fn critical_with(&mut self, lock: VarRef, ty: &Type, from: NodeId, to: NodeId, depth: usize) {
        let value = |taken: bool| match ty {
            Type::Bool => Expr::Literal(Value::Bool(taken)),
            _ => Expr::int(i64::from(taken)),
        };
        let is_flag = *ty == Type::Bool;
        let (is_free, take) = if is_flag {
            (Action::Assume(Expr::unary(UnaryOp::Not, self.is_up(lock))), self.set_flag(lock, value(true)))
        } else {
            let is_free = Expr::binary(BinaryOp::Equal, Expr::Variable(lock), value(false));
            (Action::Assume(is_free), Action::Assign(vec![(lock, value(true))]))
        };
        let (inside, last) = (self.fresh(), self.fresh());
        if self.random.chance(if self.flavour.tame { 5 } else { 20 }) {
            // Looks and takes in two steps: not a lock.
            let looked = self.fresh();
            self.edge(from, looked, vec![is_free]);
            self.edge(looked, inside, vec![take]);
        } else {
            self.edge(from, inside, vec![is_free, take]);
        }
        self.sequence(inside, last, 1, depth - 1);
        if is_flag {
            self.set(last, to, Vec::new(), lock, value(false));
        } else {
            self.edge(last, to, vec![Action::Assign(vec![(lock, value(false))])]);
        }
    }

    /// Goes round until a condition holds.
    fn spin(&mut self, from: NodeId, to: NodeId) {
        let condition = self.done(if self.flavour.tame { 100 } else { 30 }).unwrap_or_else(|| self.condition(1));
        self.edge(from, to, vec![Action::Assume(condition.clone())]);
        let negated = Action::Assume(Expr::unary(UnaryOp::Not, condition));
        if self.flavour.atomic_blocks && self.random.chance(50) {
            // While it holds the scheduler, nobody else can step: weak fairness is content with that.
            let (waiting, inside) = (self.fresh(), self.fresh());
            self.edge(from, waiting, vec![negated]);
            self.edge(waiting, inside, vec![Action::BeginAtomic]);
            self.edge(inside, from, vec![Action::EndAtomic]);
        } else if self.random.chance(60) {
            self.edge(from, from, vec![negated]);
        } else {
            let waiting = self.fresh();
            self.edge(from, waiting, vec![negated]);
            let actions = if self.random.chance(30) { Vec::new() } else { self.simple_actions() };
            self.edge(waiting, from, actions);
        }
    }

    /// The flag that another thread sets in the end, so often out of a hundred times.
    fn done(&mut self, percent: usize) -> Option<Expr> {
        let (flag, setter) = self.flavour.done?;
        (setter != self.index && self.random.chance(percent)).then(|| self.is_up(flag))
    }

    fn branch(&mut self, from: NodeId, to: NodeId, depth: usize) {
        let (first, second) = (self.fresh(), self.fresh());
        if self.random.chance(50) {
            let condition = self.condition(1);
            self.edge(from, first, vec![Action::Assume(condition.clone())]);
            self.edge(from, second, vec![Action::Assume(Expr::unary(UnaryOp::Not, condition))]);
        } else {
            self.edge(from, first, Vec::new());
            self.edge(from, second, Vec::new());
        }
        self.statement(first, to, depth - 1);
        self.statement(second, to, depth - 1);
    }

    /// A loop that ends when a condition does not hold, or whenever it likes, or, rarely, never.
    fn repeat(&mut self, from: NodeId, to: NodeId, depth: usize) {
        if self.flavour.tame && self.loops == 0 && self.random.chance(30) {
            return self.counted(from, to, depth);
        }
        let body = self.fresh();
        match self.random.below(10) {
            0..=7 => {
                let done =
                    self.done(if self.flavour.tame { 100 } else { 60 }).map(|done| Expr::unary(UnaryOp::Not, done));
                let condition = done.unwrap_or_else(|| self.condition(1));
                self.edge(from, body, vec![Action::Assume(condition.clone())]);
                self.edge(from, to, vec![Action::Assume(Expr::unary(UnaryOp::Not, condition))]);
            }
            8 => {
                self.edge(from, body, Vec::new());
                self.edge(from, to, Vec::new());
            }
            _ => self.edge(from, body, Vec::new()),
        }
        self.loops += 1;
        let count = 1 + self.random.below(2);
        self.sequence(body, from, count, depth - 1);
        self.loops -= 1;
    }

    /// A loop with one or two rounds.
    fn counted(&mut self, from: NodeId, to: NodeId, depth: usize) {
        let Some(counter) = self.counter else { return self.simple(from, to) };
        let (head, body, last) = (self.fresh(), self.fresh(), self.fresh());
        let rounds = Expr::int(1 + self.random.below(2) as i64);
        let compare = |op| Action::Assume(Expr::binary(op, Expr::Variable(counter), Expr::int(0)));
        self.edge(from, head, vec![Action::Assign(vec![(counter, rounds)])]);
        self.edge(head, body, vec![compare(BinaryOp::Greater)]);
        self.edge(head, to, vec![compare(BinaryOp::LessEqual)]);
        self.loops += 1;
        self.sequence(body, last, 1, depth - 1);
        self.loops -= 1;
        let fewer = Expr::binary(BinaryOp::Subtract, Expr::Variable(counter), Expr::int(1));
        self.edge(last, head, vec![Action::Assign(vec![(counter, fewer)])]);
    }

    /// `atomic { statements }`, which may wait inside, and which may be in another one.
    fn atomic(&mut self, from: NodeId, to: NodeId, depth: usize) {
        let (begun, inside, last) = (self.fresh(), self.fresh(), self.fresh());
        let nested = self.random.chance(25);
        let wait = if self.random.chance(30) { vec![Action::Assume(self.condition(0))] } else { Vec::new() };
        if self.random.chance(50) {
            self.edge(from, begun, vec![Action::BeginAtomic]);
            self.edge(begun, inside, wait);
        } else {
            self.edge(from, inside, [vec![Action::BeginAtomic], wait].concat());
        }
        let count = self.random.below(3);
        if nested {
            let (inner, end) = (self.fresh(), self.fresh());
            self.edge(inside, inner, vec![Action::BeginAtomic]);
            self.sequence(inner, end, count, depth - 1);
            self.edge(end, last, vec![Action::EndAtomic]);
        } else {
            self.sequence(inside, last, count, depth - 1);
        }
        let end = if self.odd() { Vec::new() } else { vec![Action::EndAtomic] };
        self.edge(last, to, end);
    }

    /// Ends the program if a condition holds, or perhaps, or in any case.
    fn halt(&mut self, from: NodeId, to: NodeId) {
        let before = if self.random.chance(30) { vec![self.assignment()] } else { Vec::new() };
        let condition = match self.random.below(3) {
            0 => self.done(100),
            1 => None,
            _ => Some(self.condition(1)),
        };
        let wait = condition.map(Action::Assume);
        self.edge(from, to, wait.into_iter().chain(before).chain([Action::Halt]).collect());
        if self.random.chance(60) {
            self.edge(from, to, Vec::new());
        }
    }

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
            _ => Some(vec![Expr::int(self.random.below(2) as i64)]),
        }
    }

    fn fork_as(&mut self, from: NodeId, to: NodeId, worker: ProcId, declared: &Declaration, id: Option<Vec<Expr>>) {
        let arguments = self.arguments(declared);
        let callee = self.callee(worker);
        self.edge(from, to, vec![Action::Fork { id, callee, arguments }]);
    }

    fn fork(&mut self, from: NodeId, to: NodeId) {
        let workers = self.procedures(Role::Worker);
        let Some(&(worker, declaration)) = self.random.pick(&workers) else { return self.simple(from, to) };
        let forks_itself = worker.index() == self.index;
        if forks_itself && !self.random.chance(20) {
            return self.simple(from, to);
        }
        let id = self.thread_id();
        self.fork_as(from, to, worker, declaration, id);
    }

    fn fork_and_join(&mut self, from: NodeId, to: NodeId) {
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
    fn relay(&mut self, from: NodeId, to: NodeId) {
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
    fn twins(&mut self, from: NodeId, to: NodeId) {
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
            _ => Expr::int(i64::from(second)),
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
    fn detach(&mut self, from: NodeId, to: NodeId) {
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
    fn join(&mut self, from: NodeId, to: NodeId) {
        let mut workers = self.procedures(Role::Worker);
        workers.retain(|(worker, _)| worker.index() != self.index);
        if self.flavour.numbered
            && let Some(&(worker, declaration)) = self.random.pick(&workers)
        {
            let results = self.results(declaration);
            return self.edge(from, to, vec![Action::Join { id: vec![known_id(worker)], results }]);
        }
        let id = match self.random.below(8) {
            0 => Expr::truth(),
            1 => self.integer(0),
            _ => Expr::int(self.random.below(2) as i64),
        };
        let mut actions = vec![Action::Join { id: vec![id], results: Vec::new() }];
        if self.random.chance(30) {
            actions.push(self.assignment());
        }
        self.edge(from, to, actions);
    }

    fn call(&mut self, from: NodeId, to: NodeId) {
        let mut callees = self.procedures(Role::Helper);
        callees.extend(self.procedures(Role::Recursive));
        callees.retain(|(callee, _)| callee.index() > self.index);
        let Some(&(procedure, declaration)) = self.random.pick(&callees) else { return self.simple(from, to) };
        let arguments = match declaration.role {
            Role::Recursive => vec![Expr::int(self.random.below(3) as i64)],
            _ => self.arguments(declaration),
        };
        let results = self.results(declaration);
        let callee = self.callee(procedure);
        let actions = if self.random.chance(30) { self.simple_actions() } else { Vec::new() };
        self.call_edge(from, to, actions, Some(Call { callee, arguments, results }));
    }

    fn callee(&mut self, procedure: ProcId) -> Callee {
        if self.flavour.function_pointers && self.random.chance(50) {
            let pointer = Pointer { base: Base::Procedure(procedure), offset: i64::from(self.odd()) };
            Callee::Pointer(Expr::Literal(Value::Pointer(pointer)))
        } else {
            Callee::Procedure(procedure)
        }
    }

    fn arguments(&mut self, callee: &Declaration) -> Vec<Expr> {
        let types: Vec<Type> = callee.locals[..callee.parameters].iter().map(|local| local.ty.clone()).collect();
        types.iter().map(|ty| self.expression(ty, 0)).collect()
    }

    /// Variables that fit the callee's results, or none.
    fn results(&mut self, callee: &Declaration) -> Vec<VarRef> {
        let types: Vec<Type> = callee.results.iter().map(|local| callee.locals[local.index()].ty.clone()).collect();
        let prefers_globals = self.random.chance(50);
        let targets: Option<Vec<VarRef>> = types.iter().map(|ty| self.result_target(ty, prefers_globals)).collect();
        if self.random.chance(60) { targets.unwrap_or_default() } else { Vec::new() }
    }

    fn result_target(&mut self, ty: &Type, prefers_globals: bool) -> Option<VarRef> {
        let is_global = |variable: &VarRef| matches!(variable, VarRef::Global(_));
        let globals: Vec<VarRef> = self.variables(ty).into_iter().filter(is_global).collect();
        let global = self.random.pick(&globals).copied().filter(|_| prefers_globals);
        global.or_else(|| self.variable_of(ty))
    }

    /// `enter; statements; leave`, mostly.
    fn section(&mut self, from: NodeId, to: NodeId, depth: usize) {
        let kind = section_kind(self.random);
        let object = match self.random.below(4) {
            0 => Some(Expr::int(self.random.below(2) as i64)),
            1 => Some(Expr::Literal(Value::Bool(false))),
            _ => None,
        };
        let section = || Section { kind, object: object.clone() };
        let (inside, last) = (self.fresh(), self.fresh());
        self.edge(from, inside, vec![Action::Enter(section())]);
        let count = 1 + self.random.below(2);
        self.sequence(inside, last, count, depth - 1);
        let leaving = match self.random.below(20) {
            0 | 3 if !self.flavour.tame || self.loops == 0 => Vec::new(),
            4..=7 if self.declaration().role == Role::Worker && self.loops == 0 => Vec::new(),
            1 => vec![Action::Leave(section()), Action::Enter(section()), Action::Leave(section())],
            2 if self.odd() => vec![Action::Leave(section()), Action::Leave(section())],
            _ => vec![Action::Leave(section())],
        };
        self.edge(last, to, leaving);
    }
}
