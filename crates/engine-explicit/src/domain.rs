//! Which values to try for a havocked variable: the finite range to which the assumptions right after it confine it.
//!
//! The ranges follow the same definition as those of the reference semantics, on words instead of big numbers:
//! booleans and narrow machine integers are enumerated, wider ones and integers are confined by interval propagation.
//!
//! What is not confined stays open. A search that comes across something that depends on it proves nothing; another one may then try some
//! values ([`Candidates::samples`]), since whatever is found with these is true.

use evidence::reason::Reason;
use program::expr::{BinaryOp, BitsComparison, Expr, UnaryOp, VarRef};
use program::types::Type;

use crate::code::Code;
use crate::compile::Scope;
use crate::maps::Maps;
use crate::odd::is_odd;
use crate::words::{ANY, Word};

/// Machine integers up to this width are enumerated.
const ENUMERATED_BITS: u32 = 16;

/// How many values of one variable are tried at most.
const MOST_VALUES: i128 = 1 << 16;

/// How many combinations of values of all variables are tried at most.
const MOST_COMBINATIONS: usize = 1 << 18;

/// How many combinations of samples are tried at most, where values stay open otherwise.
const MOST_SAMPLES: usize = 1 << 6;

/// The numbers that are tried first.
const SAMPLES: [i128; 4] = [1, 0, 2, -1];

/// Enough rounds for bounds to pass through a chain of variables.
const ROUNDS: usize = 8;

/// What an assumption says about the ranges of havocked variables.
pub enum Condition {
    /// Nothing that is understood.
    Anything,
    /// Both hold.
    Both(Box<Condition>, Box<Condition>),
    /// One of them holds.
    Either(Box<Condition>, Box<Condition>),
    /// A comparison.
    Compare(Relation, Side, Side),
}

/// How two sides compare.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Relation {
    /// They are equal.
    Equal,
    /// The left one is less.
    Less,
    /// The left one is less, or they are equal.
    LessEqual,
}

/// A side of a comparison.
pub enum Side {
    /// The havocked variable at this position.
    Variable(usize),
    /// Something that does not depend on a havocked variable; a machine integer is read as unsigned.
    Fixed(Code, Reading),
    /// A sum.
    Sum(Box<Side>, Box<Side>),
    /// A difference.
    Difference(Box<Side>, Box<Side>),
    /// Something that is not understood.
    Unknown,
}

/// How a word stands for a number.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Reading {
    /// As it is.
    Signed,
    /// As a machine integer without sign.
    Unsigned,
}

/// Reads an assumption that follows the havoc of the variables.
pub fn compile_condition(scope: &Scope<'_>, havocked: &[VarRef], condition: &Expr) -> Result<Condition, Reason> {
    match condition {
        Expr::Binary(BinaryOp::And, left, right) => Ok(Condition::Both(
            Box::new(compile_condition(scope, havocked, left)?),
            Box::new(compile_condition(scope, havocked, right)?),
        )),
        Expr::Binary(BinaryOp::Or, left, right) => Ok(Condition::Either(
            Box::new(compile_condition(scope, havocked, left)?),
            Box::new(compile_condition(scope, havocked, right)?),
        )),
        Expr::Binary(op, left, right) => compile_comparison(scope, havocked, *op, left, right),
        Expr::Unary(UnaryOp::Not, negated) => match &**negated {
            Expr::Binary(BinaryOp::NotEqual, left, right) => {
                compile_comparison(scope, havocked, BinaryOp::Equal, left, right)
            }
            // The negation of an order is the converse order with or without equality.
            Expr::Binary(BinaryOp::Less, left, right) => {
                compile_comparison(scope, havocked, BinaryOp::LessEqual, right, left)
            }
            Expr::Binary(BinaryOp::LessEqual, left, right) => {
                compile_comparison(scope, havocked, BinaryOp::Less, right, left)
            }
            Expr::Binary(BinaryOp::Greater, left, right) => {
                compile_comparison(scope, havocked, BinaryOp::LessEqual, left, right)
            }
            Expr::Binary(BinaryOp::GreaterEqual, left, right) => {
                compile_comparison(scope, havocked, BinaryOp::Less, left, right)
            }
            _ => Ok(Condition::Anything),
        },
        _ => Ok(Condition::Anything),
    }
}

fn compile_comparison(
    scope: &Scope<'_>,
    havocked: &[VarRef],
    op: BinaryOp,
    left: &Expr,
    right: &Expr,
) -> Result<Condition, Reason> {
    use BitsComparison::{UnsignedGreater, UnsignedGreaterEqual, UnsignedLess, UnsignedLessEqual};
    let (relation, left, right) = match op {
        BinaryOp::Equal => (Relation::Equal, left, right),
        BinaryOp::Less | BinaryOp::BitsCompare(UnsignedLess) => (Relation::Less, left, right),
        BinaryOp::LessEqual | BinaryOp::BitsCompare(UnsignedLessEqual) => (Relation::LessEqual, left, right),
        BinaryOp::Greater | BinaryOp::BitsCompare(UnsignedGreater) => (Relation::Less, right, left),
        BinaryOp::GreaterEqual | BinaryOp::BitsCompare(UnsignedGreaterEqual) => (Relation::LessEqual, right, left),
        _ => return Ok(Condition::Anything),
    };
    Ok(Condition::Compare(relation, compile_side(scope, havocked, left)?, compile_side(scope, havocked, right)?))
}

fn compile_side(scope: &Scope<'_>, havocked: &[VarRef], expr: &Expr) -> Result<Side, Reason> {
    if !havocked.iter().any(|variable| expr.mentions(*variable)) {
        let is_bits = matches!(scope.type_of(expr), Type::Bits(_));
        let reading = if is_bits { Reading::Unsigned } else { Reading::Signed };
        return Ok(Side::Fixed(scope.code(expr)?, reading));
    }
    let boxed = |side: &Expr| Ok(Box::new(compile_side(scope, havocked, side)?));
    Ok(match expr {
        Expr::Variable(variable) => {
            let position = havocked.iter().position(|other| other == variable);
            position.map_or(Side::Unknown, Side::Variable)
        }
        Expr::Binary(BinaryOp::Add, left, right) => Side::Sum(boxed(left)?, boxed(right)?),
        Expr::Binary(BinaryOp::Subtract, left, right) => Side::Difference(boxed(left)?, boxed(right)?),
        _ => Side::Unknown,
    })
}

/// Bounds, both included, where known.
#[derive(Clone, Copy, PartialEq, Default)]
struct Interval {
    low: Option<i128>,
    high: Option<i128>,
}

/// Whether some values are tried for what is not confined to few.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Open {
    /// It stays open.
    Stays,
    /// Some are.
    Sampled,
}

/// The values to try for several variables.
pub struct Candidates {
    /// The values for each of them, in order: just the arbitrary one if they are not confined to few.
    pub values: Vec<Vec<Word>>,
    intervals: Vec<Interval>,
}

impl Candidates {
    /// Some values for each variable that stays open, and all for the others. Nothing if none stays open.
    pub fn samples(&self, types: &[&Type], maps: &mut Maps) -> Option<Vec<Vec<Word>>> {
        let is_open = |values: &Vec<Word>| *values == [ANY];
        if !self.values.iter().any(is_open) {
            return None;
        }
        let confined: usize = self.values.iter().map(Vec::len).product();
        let mut room = MOST_SAMPLES.min(MOST_COMBINATIONS / confined.max(1)).max(1);
        let mut samples = self.values.clone();
        for ((values, ty), interval) in samples.iter_mut().zip(types).zip(&self.intervals) {
            if is_open(values) {
                *values = some_of(ty, *interval, maps);
                values.truncate(room);
                room /= values.len().max(1);
                room = room.max(1);
            }
        }
        Some(samples)
    }
}

/// Some values of the type: numbers in the range, and maps that are the same everywhere.
fn some_of(ty: &Type, interval: Interval, maps: &mut Maps) -> Vec<Word> {
    match ty {
        Type::Bool | Type::Sort(_) => vec![0, 1],
        Type::Int | Type::Bits(_) => {
            let near =
                |end: Option<i128>, other: i128| end.map_or([None; 2], |end| [Some(end), end.checked_add(other)]);
            let ends = near(interval.low, 1).into_iter().chain(near(interval.high, -1)).flatten();
            let mut found = Vec::new();
            for number in SAMPLES.into_iter().chain(ends) {
                let is_within = interval.low.is_none_or(|low| low <= number)
                    && interval.high.is_none_or(|high| number <= high)
                    && (matches!(ty, Type::Bits(_)) || i64::try_from(number).is_ok());
                let word = number as Word;
                if is_within && word != ANY && !is_odd(word) && !found.contains(&word) {
                    found.push(word);
                }
            }
            if found.is_empty() { vec![ANY] } else { found }
        }
        Type::Map(map) => {
            let values = some_of(&map.value, initial(&map.value), maps);
            let constant = |value: Word| if value == ANY { ANY } else { maps.constant(value) };
            values.into_iter().map(constant).collect()
        }
        Type::Pointer => vec![ANY],
    }
}

fn initial(ty: &Type) -> Interval {
    match ty {
        Type::Bits(width) => Interval { low: Some(0), high: Some((1i128 << width) - 1) },
        _ => Interval::default(),
    }
}

/// The values to try for each variable, in order. `eval` gives the value of what does not depend on them, if it has one.
pub fn candidates(
    types: &[&Type],
    conditions: &[Condition],
    mut eval: impl FnMut(&Code) -> Option<Word>,
) -> Candidates {
    let mut intervals: Vec<Interval> = types.iter().map(|ty| initial(ty)).collect();
    let is_ranged = |ty: &&Type| match ty {
        Type::Int => true,
        Type::Bits(width) => *width > ENUMERATED_BITS,
        _ => false,
    };
    if types.iter().any(is_ranged) {
        let mut number = |code: &Code, reading: Reading| {
            let word = eval(code)?;
            Some(if reading == Reading::Unsigned { i128::from(word as u64) } else { i128::from(word) })
        };
        for _ in 0..ROUNDS {
            for condition in conditions {
                narrow(&mut intervals, condition, &mut number);
            }
        }
    }
    let mut combinations = 1;
    let of_variable = |(ty, interval): (&&Type, &Interval)| {
        let values = values(ty, *interval);
        let with_these = combinations * values.len();
        if with_these > MOST_COMBINATIONS {
            return vec![ANY];
        }
        combinations = with_these;
        values
    };
    Candidates { values: types.iter().zip(&intervals).map(of_variable).collect(), intervals }
}

fn values(ty: &Type, interval: Interval) -> Vec<Word> {
    match ty {
        Type::Bool => vec![0, 1],
        Type::Int | Type::Bits(_) => match (interval.low, interval.high) {
            (Some(low), Some(high)) if high - low < MOST_VALUES => {
                let fits = |value: &i128| matches!(ty, Type::Bits(_)) || i64::try_from(*value).is_ok();
                let values: Vec<Word> = (low..=high).filter(fits).map(|value| value as Word).collect();
                let all_fit = values.len() as i128 == (high - low + 1).max(0)
                    && !values.iter().any(|word| *word == ANY || is_odd(*word));
                if all_fit { values } else { vec![ANY] }
            }
            _ => vec![ANY],
        },
        _ => vec![ANY],
    }
}

fn narrow(
    intervals: &mut Vec<Interval>,
    condition: &Condition,
    number: &mut impl FnMut(&Code, Reading) -> Option<i128>,
) {
    match condition {
        Condition::Anything => {}
        Condition::Both(left, right) => {
            narrow(intervals, left, number);
            narrow(intervals, right, number);
        }
        Condition::Either(left, right) => {
            let mut other = intervals.clone();
            narrow(intervals, left, number);
            narrow(&mut other, right, number);
            for (interval, other) in intervals.iter_mut().zip(other) {
                let both =
                    |left: Option<i128>, right: Option<i128>, pick: fn(i128, i128) -> i128| Some(pick(left?, right?));
                interval.low = both(interval.low, other.low, i128::min);
                interval.high = both(interval.high, other.high, i128::max);
            }
        }
        Condition::Compare(relation, left, right) => {
            let (left_bounds, right_bounds) = (bounds(intervals, left, number), bounds(intervals, right, number));
            let gap = i128::from(*relation == Relation::Less);
            let mut limit = |side: &Side, low: Option<i128>, high: Option<i128>| {
                if let Side::Variable(position) = side {
                    let interval = &mut intervals[*position];
                    interval.low = [interval.low, low].into_iter().flatten().max();
                    interval.high = [interval.high, high].into_iter().flatten().min();
                }
            };
            if *relation == Relation::Equal {
                limit(left, right_bounds.low, right_bounds.high);
                limit(right, left_bounds.low, left_bounds.high);
            } else {
                limit(left, None, right_bounds.high.map(|bound| bound - gap));
                limit(right, left_bounds.low.map(|bound| bound + gap), None);
            }
        }
    }
}

fn bounds(intervals: &[Interval], side: &Side, number: &mut impl FnMut(&Code, Reading) -> Option<i128>) -> Interval {
    match side {
        Side::Variable(position) => intervals[*position],
        Side::Fixed(code, reading) => {
            let value = number(code, *reading);
            Interval { low: value, high: value }
        }
        Side::Sum(left, right) => {
            let (left, right) = (bounds(intervals, left, number), bounds(intervals, right, number));
            let sum = |left: Option<i128>, right: Option<i128>| left?.checked_add(right?);
            Interval { low: sum(left.low, right.low), high: sum(left.high, right.high) }
        }
        Side::Difference(left, right) => {
            let (left, right) = (bounds(intervals, left, number), bounds(intervals, right, number));
            let difference = |left: Option<i128>, right: Option<i128>| left?.checked_sub(right?);
            Interval { low: difference(left.low, right.high), high: difference(left.high, right.low) }
        }
        Side::Unknown => Interval::default(),
    }
}
