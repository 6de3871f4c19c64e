//! Random statements of one step: assignments, choices, flags that are raised and lowered.

use super::writer::Writer;
use crate::command::Action;
use crate::expr::{BinaryOp, Expr, UnaryOp, VarRef};
use crate::ids::NodeId;
use crate::types::Type;

impl Writer<'_> {
    pub fn simple(&mut self, from: NodeId, to: NodeId) {
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

    /// Raises or lowers a flag, by a call once in a while.
    pub fn set(&mut self, from: NodeId, to: NodeId, before: Vec<Action>, flag: VarRef, value: Expr) {
        if self.flavour.calls && !self.flavour.flags_in_memory && self.random.chance(40) {
            return self.assign_by_call(from, to, before, flag, &Type::Bool, value);
        }
        let set = self.set_flag(flag, value);
        self.edge(from, to, before.into_iter().chain([set]).collect());
    }

    /// Flips a boolean that others may be waiting for.
    pub fn toggle(&mut self, from: NodeId, to: NodeId) {
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
        if self.flavour.assertions && self.random.chance(25) {
            return vec![Action::Assert(self.condition(1), None)];
        }
        let waits = if self.flavour.tame { 0 } else { 2 };
        match self.random.below(16 + waits * 2) {
            0 | 1 => Vec::new(),
            2 if self.random.chance(20) => {
                let condition = self.condition(1);
                vec![
                    Action::Assert(Expr::binary(BinaryOp::Implies, condition.clone(), condition), None),
                    self.assignment(),
                ]
            }
            2..=13 => vec![self.assignment()],
            14 | 15 => self.havoc(),
            16 => vec![Action::Assume(self.condition(1))],
            17 | 18 => vec![Action::Assume(self.condition(1)), self.assignment()],
            _ => vec![self.assignment(), Action::Assume(self.condition(1)), self.assignment()],
        }
    }

    /// A parallel assignment to one or two variables. Pointers have statements of their own.
    pub fn assignment(&mut self) -> Action {
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

    /// Chooses values that nobody ever looks at, or passes them on.
    pub fn open(&mut self, from: NodeId, to: NodeId) {
        let (one, other) = match (self.flavour.open.as_slice(), self.random.chance(50)) {
            (&[first, second], true) => (first, second),
            (&[first, second], false) => (second, first),
            _ => return self.simple(from, to),
        };
        let copy = |to, from| (to, Expr::Variable(from));
        let mut actions = match self.random.below(5) {
            0 | 1 => vec![Action::Havoc(vec![one])],
            2 => vec![Action::Havoc(vec![one, other])],
            3 => vec![Action::Assign(vec![copy(one, other)])],
            _ => vec![Action::Assign(vec![copy(one, other), copy(other, one)])],
        };
        if self.random.chance(30) {
            actions.extend(self.simple_actions());
        }
        self.edge(from, to, actions);
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
}
