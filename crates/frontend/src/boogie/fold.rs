//! Evaluation of what is constant: the values of constants, the bounds and the instances of quantifiers.
//!
//! Expressions that the user wrote are otherwise left as they are, so that reports show them as written.

use num_bigint::BigInt;
use program::arithmetic::integers;
use program::expr::{BinaryOp, Expr, UnaryOp};
use program::value::Value;

/// Products that may have more bits are left as they are: to write them out could take longer than all the rest.
const MAXIMAL_BITS: u64 = 1 << 16;

/// The expression with every part evaluated that needs no variable.
pub fn fold(expr: Expr) -> Expr {
    match expr {
        Expr::Unary(op, operand) => unary(op, fold(*operand)),
        Expr::Binary(op, left, right) => {
            let left = fold(*left);
            match short_cut(op, &left) {
                Some(ShortCut::Known(value)) => boolean(value),
                Some(ShortCut::Right) => fold(*right),
                None => binary(op, left, fold(*right)),
            }
        }
        Expr::If(condition, first, second) => match fold(*condition) {
            Expr::Literal(Value::Bool(true)) => fold(*first),
            Expr::Literal(Value::Bool(false)) => fold(*second),
            condition => Expr::If(Box::new(condition), Box::new(fold(*first)), Box::new(fold(*second))),
        },
        Expr::Select(map, keys) => Expr::Select(Box::new(fold(*map)), keys.into_iter().map(fold).collect()),
        Expr::Update(map, keys, value) => {
            let keys = keys.into_iter().map(fold).collect();
            Expr::Update(Box::new(fold(*map)), keys, Box::new(fold(*value)))
        }
        Expr::Load(pointer, ty) => Expr::Load(Box::new(fold(*pointer)), ty),
        Expr::Literal(_) | Expr::Variable(_) => expr,
    }
}

/// What the left operand alone decides.
enum ShortCut {
    Known(bool),
    Right,
}

fn short_cut(op: BinaryOp, left: &Expr) -> Option<ShortCut> {
    let Expr::Literal(Value::Bool(left)) = left else { return None };
    match (op, left) {
        (BinaryOp::And, true) | (BinaryOp::Or, false) | (BinaryOp::Implies, true) => Some(ShortCut::Right),
        (BinaryOp::And, false) => Some(ShortCut::Known(false)),
        (BinaryOp::Or, true) | (BinaryOp::Implies, false) => Some(ShortCut::Known(true)),
        _ => None,
    }
}

fn boolean(value: bool) -> Expr {
    Expr::Literal(Value::Bool(value))
}

fn unary(op: UnaryOp, operand: Expr) -> Expr {
    match (op, &operand) {
        (UnaryOp::Not, Expr::Literal(Value::Bool(value))) => boolean(!value),
        (UnaryOp::Negate, Expr::Literal(Value::Int(value))) => Expr::Literal(Value::Int(-value)),
        _ => Expr::unary(op, operand),
    }
}

fn binary(op: BinaryOp, left: Expr, right: Expr) -> Expr {
    if let (Expr::Literal(first), Expr::Literal(second)) = (&left, &right) {
        let result = match (first, second) {
            (Value::Int(first), Value::Int(second)) => integers(op, first, second),
            _ => equality(op, first, second),
        };
        if let Some(value) = result {
            return Expr::Literal(value);
        }
    }
    Expr::binary(op, left, right)
}

fn equality(op: BinaryOp, left: &Value, right: &Value) -> Option<Value> {
    match op {
        BinaryOp::Equal => Some(Value::Bool(left == right)),
        BinaryOp::NotEqual => Some(Value::Bool(left != right)),
        _ => None,
    }
}

fn integers(op: BinaryOp, left: &BigInt, right: &BigInt) -> Option<Value> {
    let is_large = op == BinaryOp::Multiply && left.bits() + right.bits() > MAXIMAL_BITS;
    if is_large { None } else { integers::binary(op, left, right)?.ok() }
}
