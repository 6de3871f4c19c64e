//! Random statements with others inside, and those that decide how it goes on: branches, loops, locks, sections, the end.

use super::writer::Writer;
use super::{Role, section_kind};
use crate::command::{Action, Section};
use crate::expr::{BinaryOp, Expr, UnaryOp, VarRef};
use crate::ids::NodeId;
use crate::types::Type;
use crate::value::Value;

impl Writer<'_> {
    pub fn branch(&mut self, from: NodeId, to: NodeId, depth: usize) {
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
    pub fn repeat(&mut self, from: NodeId, to: NodeId, depth: usize) {
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

    /// Goes round until a condition holds.
    pub fn spin(&mut self, from: NodeId, to: NodeId) {
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
    pub fn done(&mut self, percent: usize) -> Option<Expr> {
        let (flag, setter) = self.flavour.done?;
        (setter != self.index && self.random.chance(percent)).then(|| self.is_up(flag))
    }

    /// `lock; statements; unlock`, with a boolean or an integer as the lock.
    pub fn critical(&mut self, from: NodeId, to: NodeId, depth: usize) {
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

    /// `atomic { statements }`, which may wait inside, and which may be in another one.
    pub fn atomic(&mut self, from: NodeId, to: NodeId, depth: usize) {
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

    /// `enter; statements; leave`, mostly.
    pub fn section(&mut self, from: NodeId, to: NodeId, depth: usize) {
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

    /// Ends the program if a condition holds, or perhaps, or in any case.
    pub fn halt(&mut self, from: NodeId, to: NodeId) {
        let before = if self.random.chance(30) { vec![self.assignment()] } else { Vec::new() };
        let condition = match self.random.below(3) {
            0 => self.done(100),
            1 => None,
            _ => Some(self.condition(1)),
        };
        let wait = condition.map(Action::Assume);
        // What follows the end of the program does not happen.
        let after = if self.random.chance(20) { vec![self.assignment()] } else { Vec::new() };
        self.edge(from, to, wait.into_iter().chain(before).chain([Action::Halt]).chain(after).collect());
        if self.random.chance(60) {
            self.edge(from, to, Vec::new());
        }
    }
}
