//! Programs about one number `x`, the first global variable, and facts about it: for the rules of proofs in linear arithmetic.

use program::command::Action;
use program::expr::{BinaryOp, Expr};
use program::linear::expr::{Linear, Var};
use program::linear::sum::Sum;

use crate::builder::*;

/// The number now.
pub const X: Var = Var::State(0);
/// What it was.
pub const OLD: Var = Var::Old(0);

/// `old_times * old + x_times * x + constant`
pub fn fact(old_times: i128, x_times: i128, constant: i128) -> Linear {
    Linear::of([(OLD, old_times), (X, x_times)], constant).expect("these are small numbers")
}

/// So many times the premises with these positions.
pub fn sum(multiples: &[(usize, i128)]) -> Sum {
    Sum { scale: 1, multiples: multiples.to_vec() }
}

/// Waits until the number compares so.
pub fn compares(op: BinaryOp, number: i64) -> Action {
    assume(Expr::binary(op, get(g(0)), Expr::int(number)))
}

/// Adds to the number.
pub fn adds(number: i64) -> Action {
    set(g(0), Expr::binary(BinaryOp::Add, get(g(0)), Expr::int(number)))
}
