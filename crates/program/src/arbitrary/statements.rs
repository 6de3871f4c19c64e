//! Random statements: what programmers of concurrent programs write, and some things that they should not.

use super::writer::Writer;
use super::{Declaration, Role, section_kind};
use crate::command::{Action, Call, Callee, Section};
use crate::expr::{BinaryOp, Expr, UnaryOp, VarRef};
use crate::ids::{NodeId, ProcId};
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
    Call,
    Section,
    Memory,
    Halt,
    Stuck,
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
        let statement = self.random.weighted(&[
            (35, Statement::Simple),
            (if_used(self.flavour.signal.is_some(), 10) + 8, Statement::Toggle),
            (10 * nested, Statement::Critical),
            (if_used(!tame || waits, 12), Statement::Spin),
            (8 * nested, Statement::Branch),
            (20 * nested, Statement::Loop),
            (if_used(self.flavour.atomic_blocks, 15 * nested), Statement::Atomic),
            (if_used(has_workers && self.loops == 0, 3), Statement::Fork),
            (if_used(has_workers, 5), Statement::ForkAndJoin),
            (if_used(has_workers && !tame, 5), Statement::Join),
            (if_used(has_workers && self.loops == 0, 3), Statement::Relay),
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
            Statement::Call => self.call(from, to),
            Statement::Section => self.section(from, to, depth),
            Statement::Memory => self.memory_statement(from, to),
            Statement::Halt => {
                let actions = vec![Action::Assume(self.condition(1)), Action::Halt];
                self.edge(from, to, actions);
                self.edge(from, to, Vec::new());
            }
            Statement::Stuck => {}
        }
    }

    fn simple(&mut self, from: NodeId, to: NodeId) {
        let actions = self.simple_actions();
        self.edge(from, to, actions);
    }

    /// Flips a boolean that others may be waiting for.
    fn toggle(&mut self, from: NodeId, to: NodeId) {
        let is_global = |variable: &VarRef| matches!(variable, VarRef::Global(_));
        let booleans: Vec<VarRef> = self.variables(&Type::Bool).into_iter().filter(is_global).collect();
        let any = self.random.pick(&booleans).copied();
        let Some(flag) = self.flavour.signal.filter(|_| self.random.chance(80)).or(any) else {
            return self.simple(from, to);
        };
        self.edge(from, to, vec![Action::Assign(vec![(flag, Expr::unary(UnaryOp::Not, Expr::Variable(flag)))])]);
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
        let is_free = Action::Assume(Expr::binary(BinaryOp::Equal, Expr::Variable(lock), value(false)));
        let take = Action::Assign(vec![(lock, value(true))]);
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
        self.edge(last, to, vec![Action::Assign(vec![(lock, value(false))])]);
    }

    /// Goes round until a condition holds.
    fn spin(&mut self, from: NodeId, to: NodeId) {
        let condition = self.done(if self.flavour.tame { 100 } else { 30 }).unwrap_or_else(|| self.condition(1));
        self.edge(from, to, vec![Action::Assume(condition.clone())]);
        let negated = Action::Assume(Expr::unary(UnaryOp::Not, condition));
        if self.random.chance(60) {
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
        (setter != self.index && self.random.chance(percent)).then_some(Expr::Variable(flag))
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

    fn atomic(&mut self, from: NodeId, to: NodeId, depth: usize) {
        let (inside, last) = (self.fresh(), self.fresh());
        self.edge(from, inside, vec![Action::BeginAtomic]);
        let count = self.random.below(3);
        self.sequence(inside, last, count, depth - 1);
        let end = if self.odd() { Vec::new() } else { vec![Action::EndAtomic] };
        self.edge(last, to, end);
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
            let id = self.thread_id();
            self.fork_as(from, to, worker, declaration, id);
            from = to;
        }
        from
    }

    fn thread_id(&mut self) -> Option<Vec<Expr>> {
        match self.random.below(4) {
            0 => None,
            1 => Some(vec![self.integer(0)]),
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
        self.edge(head, to, Vec::from_iter(leave));
    }

    /// Joins whoever has the id, without taking results, since nobody knows whose they are.
    fn join(&mut self, from: NodeId, to: NodeId) {
        let id = if self.odd() { Expr::truth() } else { Expr::int(self.random.below(2) as i64) };
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
        let targets: Option<Vec<VarRef>> = types.iter().map(|ty| self.variable_of(ty)).collect();
        if self.random.chance(60) { targets.unwrap_or_default() } else { Vec::new() }
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
            0 => Vec::new(),
            1 => vec![Action::Leave(section()), Action::Enter(section()), Action::Leave(section())],
            2 if self.odd() => vec![Action::Leave(section()), Action::Leave(section())],
            _ => vec![Action::Leave(section())],
        };
        self.edge(last, to, leaving);
    }
}
