//! Which values to try for a havocked variable.
//!
//! Booleans and machine integers of up to [`ENUMERATED_BITS`] bits have all their values tried.
//! Integers, and wider machine integers read as unsigned, are tried within the range to which the assumptions that directly
//! follow the havoc in the same edge confine them.
//! The range is found by interval propagation: it may be too wide, never too narrow, and the assumptions then filter.
//! A variable with more than [`MOST_VALUES`] candidates stays [`Value::Any`], and so does one whose candidates, with those of the
//! variables before it, make more than [`MOST_COMBINATIONS`].

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_traits::{One, ToPrimitive};
use program::command::{Action, Command};
use program::expr::{BinaryOp, BitsComparison, Expr, UnaryOp, VarRef};
use program::types::Type;
use program::value::{Bits, Value};

use crate::semantics::eval::Scope;
use crate::semantics::state::arbitrary;

/// Machine integers of this width and below are enumerated.
pub const ENUMERATED_BITS: u32 = 16;

/// How many values of one variable are tried at most.
pub const MOST_VALUES: u64 = 1 << 16;

/// How many combinations of values of all variables are tried at most.
pub const MOST_COMBINATIONS: u64 = 1 << 18;

/// Enough rounds for bounds to pass through a chain of variables.
const ROUNDS: usize = 8;

/// The candidates for each of the variables that the first command havocs, in order;
/// `following` are the commands of the edge after it.
pub fn candidates(scope: Scope<'_>, havocked: &[VarRef], types: &[Type], following: &[Command]) -> Vec<Vec<Value>> {
    let mut intervals: Intervals = BTreeMap::new();
    let ranged = |ty: &Type| matches!(ty, Type::Int) || matches!(ty, Type::Bits(width) if *width > ENUMERATED_BITS);
    for (variable, ty) in havocked.iter().zip(types) {
        intervals.insert(*variable, initial_interval(ty));
    }
    if types.iter().any(ranged) {
        let assumptions: Vec<&Expr> = following.iter().map_while(assumption).collect();
        for _ in 0..ROUNDS {
            for assumption in &assumptions {
                narrow(scope, &mut intervals, assumption);
            }
        }
    }
    let mut combinations = 1;
    let of_variable = |(variable, ty): (&VarRef, &Type)| {
        let values = match ty {
            Type::Bool => vec![Value::Bool(false), Value::Bool(true)],
            Type::Int | Type::Bits(_) => values(&intervals[variable], ty),
            _ => vec![arbitrary(ty)],
        };
        let with_these = combinations * values.len() as u64;
        if with_these > MOST_COMBINATIONS {
            return vec![Value::Any];
        }
        combinations = with_these;
        values
    };
    havocked.iter().zip(types).map(of_variable).collect()
}

fn assumption(command: &Command) -> Option<&Expr> {
    match &command.action {
        Action::Assume(condition) => Some(condition),
        _ => None,
    }
}

type Intervals = BTreeMap<VarRef, Interval>;

/// Bounds, both included, where known.
#[derive(Clone, PartialEq, Debug, Default)]
struct Interval {
    low: Option<BigInt>,
    high: Option<BigInt>,
}

fn initial_interval(ty: &Type) -> Interval {
    match ty {
        Type::Bits(width) => Interval { low: Some(BigInt::from(0)), high: Some((BigInt::one() << width) - 1) },
        _ => Interval::default(),
    }
}

fn values(interval: &Interval, ty: &Type) -> Vec<Value> {
    let (Some(low), Some(high)) = (&interval.low, &interval.high) else { return vec![Value::Any] };
    let count: BigInt = high - low + 1;
    match count.to_u64() {
        Some(count) if count <= MOST_VALUES => {
            let value = |offset: u64| match ty {
                Type::Bits(width) => Value::Bits(Bits::wrap(*width, &(low + offset))),
                _ => Value::Int(low + offset),
            };
            (0..count).map(value).collect()
        }
        Some(_) => vec![Value::Any],
        None if count.sign() == num_bigint::Sign::Minus => Vec::new(),
        None => vec![Value::Any],
    }
}

/// Narrows the intervals to what is possible if the condition holds.
fn narrow(scope: Scope<'_>, intervals: &mut Intervals, condition: &Expr) {
    let Expr::Binary(op, left, right) = condition else {
        if let Expr::Unary(UnaryOp::Not, negated) = condition
            && let Expr::Binary(op, left, right) = &**negated
            && let Some(op) = negation(*op)
        {
            compare(scope, intervals, op, left, right);
        }
        return;
    };
    match op {
        BinaryOp::And => {
            narrow(scope, intervals, left);
            narrow(scope, intervals, right);
        }
        BinaryOp::Or => {
            let mut other = intervals.clone();
            narrow(scope, intervals, left);
            narrow(scope, &mut other, right);
            for (variable, interval) in intervals.iter_mut() {
                *interval = hull(interval, &other[variable]);
            }
        }
        _ => compare(scope, intervals, *op, left, right),
    }
}

fn negation(op: BinaryOp) -> Option<BinaryOp> {
    match op {
        BinaryOp::Less => Some(BinaryOp::GreaterEqual),
        BinaryOp::LessEqual => Some(BinaryOp::Greater),
        BinaryOp::Greater => Some(BinaryOp::LessEqual),
        BinaryOp::GreaterEqual => Some(BinaryOp::Less),
        BinaryOp::NotEqual => Some(BinaryOp::Equal),
        _ => None,
    }
}

/// Narrows the variables that stand alone on a side of a comparison.
fn compare(scope: Scope<'_>, intervals: &mut Intervals, op: BinaryOp, left: &Expr, right: &Expr) {
    let (left_interval, right_interval) = (bounds(scope, intervals, left), bounds(scope, intervals, right));
    let one_less = |bound: Option<BigInt>| bound.map(|bound| bound - 1);
    let one_more = |bound: Option<BigInt>| bound.map(|bound| bound + 1);
    let mut limit = |side: &Expr, low: Option<BigInt>, high: Option<BigInt>| {
        if let Expr::Variable(variable) = side
            && let Some(interval) = intervals.get_mut(variable)
        {
            *interval = meet(interval, &Interval { low, high });
        }
    };
    use BitsComparison::{UnsignedGreater, UnsignedGreaterEqual, UnsignedLess, UnsignedLessEqual};
    match op {
        BinaryOp::Equal => {
            limit(left, right_interval.low, right_interval.high);
            limit(right, left_interval.low, left_interval.high);
        }
        BinaryOp::Less | BinaryOp::BitsCompare(UnsignedLess) => {
            limit(left, None, one_less(right_interval.high));
            limit(right, one_more(left_interval.low), None);
        }
        BinaryOp::LessEqual | BinaryOp::BitsCompare(UnsignedLessEqual) => {
            limit(left, None, right_interval.high);
            limit(right, left_interval.low, None);
        }
        BinaryOp::Greater | BinaryOp::BitsCompare(UnsignedGreater) => {
            limit(left, one_more(right_interval.low), None);
            limit(right, None, one_less(left_interval.high));
        }
        BinaryOp::GreaterEqual | BinaryOp::BitsCompare(UnsignedGreaterEqual) => {
            limit(left, right_interval.low, None);
            limit(right, None, left_interval.high);
        }
        _ => {}
    }
}

/// Bounds of an expression's value: exact if it does not depend on a havocked variable.
fn bounds(scope: Scope<'_>, intervals: &Intervals, expr: &Expr) -> Interval {
    let mut depends = false;
    expr.for_each_variable(&mut |variable| depends |= intervals.contains_key(&variable));
    if !depends {
        let point = |number: BigInt| Interval { low: Some(number.clone()), high: Some(number) };
        return match scope.eval(expr) {
            Ok(Value::Int(number)) => point(number),
            Ok(Value::Bits(bits)) => point(BigInt::from(bits.unsigned().clone())),
            _ => Interval::default(),
        };
    }
    let sum = |left: &Option<BigInt>, right: &Option<BigInt>| Some(left.as_ref()? + right.as_ref()?);
    let difference = |left: &Option<BigInt>, right: &Option<BigInt>| Some(left.as_ref()? - right.as_ref()?);
    match expr {
        Expr::Variable(variable) => intervals[variable].clone(),
        Expr::Binary(BinaryOp::Add, left, right) => {
            let (left, right) = (bounds(scope, intervals, left), bounds(scope, intervals, right));
            Interval { low: sum(&left.low, &right.low), high: sum(&left.high, &right.high) }
        }
        Expr::Binary(BinaryOp::Subtract, left, right) => {
            let (left, right) = (bounds(scope, intervals, left), bounds(scope, intervals, right));
            Interval { low: difference(&left.low, &right.high), high: difference(&left.high, &right.low) }
        }
        _ => Interval::default(),
    }
}

fn meet(left: &Interval, right: &Interval) -> Interval {
    Interval {
        low: [&left.low, &right.low].into_iter().flatten().max().cloned(),
        high: [&left.high, &right.high].into_iter().flatten().min().cloned(),
    }
}

fn hull(left: &Interval, right: &Interval) -> Interval {
    let both = |left: &Option<BigInt>, right: &Option<BigInt>, pick: fn(BigInt, BigInt) -> BigInt| {
        Some(pick(left.clone()?, right.clone()?))
    };
    Interval { low: both(&left.low, &right.low, BigInt::min), high: both(&left.high, &right.high, BigInt::max) }
}
