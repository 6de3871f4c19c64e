//! Operators on integers: division as Boogie defines it, everything else as everywhere.

use num_bigint::BigInt;
use num_traits::{Signed, Zero};

use crate::arithmetic::Undetermined;
use crate::expr::BinaryOp;
use crate::value::Value;

/// The operator applied to two integers; nothing if it does not apply.
pub fn binary(op: BinaryOp, left: &BigInt, right: &BigInt) -> Option<Result<Value, Undetermined>> {
    let divided = || euclidean(left, right).ok_or(Undetermined::Unspecified("a division by zero"));
    Some(Ok(match op {
        BinaryOp::Equal => Value::Bool(left == right),
        BinaryOp::NotEqual => Value::Bool(left != right),
        BinaryOp::Less => Value::Bool(left < right),
        BinaryOp::LessEqual => Value::Bool(left <= right),
        BinaryOp::Greater => Value::Bool(left > right),
        BinaryOp::GreaterEqual => Value::Bool(left >= right),
        BinaryOp::Add => Value::Int(left + right),
        BinaryOp::Subtract => Value::Int(left - right),
        BinaryOp::Multiply => Value::Int(left * right),
        BinaryOp::Divide => return Some(divided().map(|(quotient, _)| Value::Int(quotient))),
        BinaryOp::Modulo => return Some(divided().map(|(_, remainder)| Value::Int(remainder))),
        _ => return None,
    }))
}

/// The Euclidean quotient `q` and remainder `r`: `left = q * right + r` with `0 <= r < |right|`.
/// There are none by zero.
pub fn euclidean(left: &BigInt, right: &BigInt) -> Option<(BigInt, BigInt)> {
    if right.is_zero() {
        return None;
    }
    // These round towards zero, so that the remainder has the sign of the dividend.
    let (quotient, remainder) = (left / right, left % right);
    Some(if !remainder.is_negative() {
        (quotient, remainder)
    } else if right.is_negative() {
        (quotient + 1, remainder - right)
    } else {
        (quotient - 1, remainder + right)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn divided(left: i64, right: i64) -> Option<(i64, i64)> {
        let (quotient, remainder) = euclidean(&left.into(), &right.into())?;
        Some((quotient.try_into().unwrap(), remainder.try_into().unwrap()))
    }

    #[test]
    fn the_remainder_is_never_negative() {
        assert_eq!(divided(7, 2), Some((3, 1)));
        assert_eq!(divided(-7, 2), Some((-4, 1)));
        assert_eq!(divided(7, -2), Some((-3, 1)));
        assert_eq!(divided(-7, -2), Some((4, 1)));
        assert_eq!(divided(-6, -3), Some((2, 0)));
    }

    #[test]
    fn quotient_and_remainder_make_up_the_dividend() {
        for left in -20..=20 {
            for right in (-6..=6).filter(|right| *right != 0) {
                let (quotient, remainder) = divided(left, right).unwrap();
                assert_eq!(quotient * right + remainder, left);
                assert!((0..right.abs()).contains(&remainder), "{left} by {right}");
            }
        }
    }

    #[test]
    fn nothing_is_divided_by_zero() {
        assert_eq!(divided(7, 0), None);
    }
}
