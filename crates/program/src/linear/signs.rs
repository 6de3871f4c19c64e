//! Which machine integers are read with a sign, so that most of what is asked of them needs no case distinction.
//!
//! This is a matter of speed only: whatever is chosen, [`super::words`] is exact. Variables that are copied to each other are read in the same
//! way.

use std::collections::BTreeMap;

use crate::command::{Action, Callee};
use crate::expr::{BinaryOp, BitsComparison, BitsOp, Expr, OverflowOp, UnaryOp, VarRef};
use crate::ids::{GlobalId, LocalId, ProcId};
use crate::program::Program;

/// A variable of the program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Owned {
    /// Shared.
    Global(GlobalId),
    /// Of a procedure.
    Local(ProcId, LocalId),
}

/// Which variables have signs.
#[derive(Default)]
pub struct Signs {
    same_as: BTreeMap<Owned, Owned>,
    votes: BTreeMap<Owned, i64>,
}

impl Signs {
    /// Looks at all that is asked of machine integers.
    pub fn of(program: &Program) -> Signs {
        let mut signs = Signs::default();
        for (number, procedure) in program.procedures.iter().enumerate() {
            let own = ProcId::new(number);
            for command in procedure.edges.iter().flat_map(|edge| &edge.commands) {
                match &command.action {
                    Action::Assign(assignments) => {
                        for (target, value) in assignments {
                            signs.copied(owned(own, *target), own, value);
                        }
                    }
                    Action::Fork { callee: Callee::Procedure(callee), arguments, .. } => {
                        for (number, argument) in arguments.iter().enumerate() {
                            signs.copied(Owned::Local(*callee, LocalId::new(number)), own, argument);
                        }
                    }
                    _ => {}
                }
                command.action.for_each_expr(|expr| signs.ask(own, expr));
            }
        }
        signs
    }

    /// Whether the variable is read with a sign.
    pub fn is_signed(&self, variable: Owned) -> bool {
        self.votes.get(&self.representative(variable)).is_some_and(|votes| *votes > 0)
    }

    fn representative(&self, mut variable: Owned) -> Owned {
        while let Some(next) = self.same_as.get(&variable) {
            variable = *next;
        }
        variable
    }

    fn copied(&mut self, target: Owned, own: ProcId, value: &Expr) {
        let Expr::Variable(source) = value else { return };
        let (first, second) = (self.representative(target), self.representative(owned(own, *source)));
        if first != second {
            let votes = self.votes.remove(&first).unwrap_or_default();
            *self.votes.entry(second).or_default() += votes;
            self.same_as.insert(first, second);
        }
    }

    fn ask(&mut self, own: ProcId, expr: &Expr) {
        let vote = match expr {
            Expr::Unary(UnaryOp::SignExtend(_) | UnaryOp::SignedToInt, _) => 1,
            Expr::Binary(BinaryOp::Bits(BitsOp::DivideSigned | BitsOp::RemainderSigned), ..) => 1,
            Expr::Binary(BinaryOp::Bits(BitsOp::DivideUnsigned | BitsOp::RemainderUnsigned), ..) => -1,
            Expr::Unary(UnaryOp::ZeroExtend(_) | UnaryOp::UnsignedToInt, _) => -1,
            Expr::Binary(BinaryOp::BitsCompare(comparison), ..) => match comparison {
                BitsComparison::SignedLess
                | BitsComparison::SignedLessEqual
                | BitsComparison::SignedGreater
                | BitsComparison::SignedGreaterEqual => 1,
                BitsComparison::UnsignedLess
                | BitsComparison::UnsignedLessEqual
                | BitsComparison::UnsignedGreater
                | BitsComparison::UnsignedGreaterEqual => -1,
            },
            Expr::Binary(BinaryOp::BitsOverflow(op), ..) => match op {
                OverflowOp::AddSigned | OverflowOp::SubtractSigned | OverflowOp::MultiplySigned => 1,
                OverflowOp::AddUnsigned | OverflowOp::SubtractUnsigned | OverflowOp::MultiplyUnsigned => -1,
            },
            _ => 0,
        };
        if vote != 0 {
            expr.for_each_operand(|operand| self.vote(own, operand, vote));
        }
        expr.for_each_operand(|operand| self.ask(own, operand));
    }

    fn vote(&mut self, own: ProcId, expr: &Expr, vote: i64) {
        match expr {
            Expr::Variable(variable) => {
                let of = self.representative(owned(own, *variable));
                *self.votes.entry(of).or_default() += vote;
            }
            Expr::Binary(BinaryOp::Bits(BitsOp::Add | BitsOp::Subtract), ..) => {
                expr.for_each_operand(|operand| self.vote(own, operand, vote));
            }
            _ => {}
        }
    }
}

/// The variable as one of the program, as seen from the procedure.
pub(crate) fn owned(own: ProcId, variable: VarRef) -> Owned {
    match variable {
        VarRef::Global(global) => Owned::Global(global),
        VarRef::Local(local) => Owned::Local(own, local),
    }
}
