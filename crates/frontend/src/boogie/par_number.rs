//! Numbers that tell the arms of threads apart that are at the same `par` statement at the same time.
//!
//! A thread takes the lowest number that is free when it forks its arms, and gives it back when it has joined them.
//! So a program that comes to the statement for ever needs no more numbers than threads that are there at once,
//! and has finitely many states if it had finitely many without the numbers.
//!
//! Free and taken numbers are the bits of a machine integer, and a number is the one bit that stands for it:
//! the lowest bit of `busy` that is not set is `~busy & (busy + 1)`.
//! When all [`WIDTH`] bits are set that is zero; then a counter tells the threads apart.

use num_bigint::BigInt;
use program::command::{Action, Command};
use program::expr::{BinaryOp, BitsOp, Expr, UnaryOp, VarRef};
use program::ids::{GlobalId, LocalId};
use program::procedure::Variable;
use program::span::Span;
use program::types::Type;
use program::value::{Bits, Value};

use crate::boogie::builder::Builder;

/// How many threads can be at the statement at once before numbers are no longer used again.
const WIDTH: u32 = 32;

/// The variables that one `par` statement needs.
pub struct ParNumber {
    /// Which numbers are taken.
    busy: GlobalId,
    /// How many threads found none free.
    beyond: GlobalId,
    /// The number that the thread has taken; zero if none was free.
    bit: LocalId,
    /// The thread's place among those that found none free; zero for others.
    place: LocalId,
}

impl ParNumber {
    /// The variables for a new statement.
    pub fn new(builder: &mut Builder<'_, '_>, span: Span) -> ParNumber {
        // Nobody wrote these variables, so they stand nowhere.
        let name = |what: &str| format!("{}#{what}", statement_name(span));
        let global = |what: &str, ty: Type, initial: Value| {
            builder.session.hidden_global(Variable { name: name(what), ty, span: Span::NOWHERE }, initial)
        };
        let busy = global("busy", Type::Bits(WIDTH), zero_bits());
        let beyond = global("beyond", Type::Int, Value::int(0));
        let bit = builder.fresh_local(name("bit"), Type::Bits(WIDTH), Span::NOWHERE);
        let place = builder.fresh_local(name("place"), Type::Int, Span::NOWHERE);
        ParNumber { busy, beyond, bit, place }
    }

    /// Takes a number.
    pub fn take(&self, span: Span) -> [Command; 2] {
        let busy = || Expr::global(self.busy);
        let one = Expr::Literal(Value::Bits(Bits::wrap(WIDTH, &BigInt::from(1))));
        let lowest_free = bits(BitsOp::And, not(busy()), bits(BitsOp::Add, busy(), one));
        let none_is_free = Expr::binary(BinaryOp::Equal, Expr::local(self.bit), Expr::Literal(zero_bits()));
        let if_none =
            |then: Expr, otherwise: Expr| Expr::If(Box::new(none_is_free.clone()), Box::new(then), Box::new(otherwise));
        let one_more = Expr::binary(BinaryOp::Add, Expr::global(self.beyond), Expr::int(1));
        let find = vec![(VarRef::Local(self.bit), lowest_free)];
        let take = vec![
            (VarRef::Global(self.busy), bits(BitsOp::Or, busy(), Expr::local(self.bit))),
            (VarRef::Global(self.beyond), if_none(one_more.clone(), Expr::global(self.beyond))),
            (VarRef::Local(self.place), if_none(one_more, Expr::int(0))),
        ];
        [find, take].map(|assignments| Command { action: Action::Assign(assignments), span })
    }

    /// What is added to the ids of the arms.
    pub fn id(&self) -> [Expr; 2] {
        [Expr::local(self.bit), Expr::local(self.place)]
    }

    /// Gives the number back, and forgets it, so that what comes later does not depend on which it was.
    pub fn give_back(&self, span: Span) -> Command {
        let others = bits(BitsOp::And, Expr::global(self.busy), not(Expr::local(self.bit)));
        let assignments = vec![
            (VarRef::Global(self.busy), others),
            (VarRef::Local(self.bit), Expr::Literal(zero_bits())),
            (VarRef::Local(self.place), Expr::int(0)),
        ];
        Command { action: Action::Assign(assignments), span }
    }
}

/// What a `par` statement is called in the names of what it needs.
pub fn statement_name(span: Span) -> String {
    format!("par.{}.{}", span.line, span.column)
}

fn zero_bits() -> Value {
    Value::Bits(Bits::wrap(WIDTH, &BigInt::from(0)))
}

fn bits(op: BitsOp, left: Expr, right: Expr) -> Expr {
    Expr::binary(BinaryOp::Bits(op), left, right)
}

fn not(operand: Expr) -> Expr {
    Expr::unary(UnaryOp::BitsNot, operand)
}
