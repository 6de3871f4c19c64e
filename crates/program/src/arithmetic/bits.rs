//! Arithmetic of machine integers, as SMT-LIB's theory of bit vectors defines it.

use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive, Zero};

use crate::expr::{BitsComparison, BitsOp, OverflowOp};
use crate::value::Bits;

/// The result of an operation on two integers of one width.
pub fn apply(op: BitsOp, left: &Bits, right: &Bits) -> Bits {
    let width = left.width();
    let wrap = |number: BigInt| Bits::wrap(width, &number);
    let (x, y) = (BigInt::from(left.unsigned().clone()), BigInt::from(right.unsigned().clone()));
    let (signed_x, signed_y) = (left.signed(), right.signed());
    match op {
        BitsOp::Add => wrap(x + y),
        BitsOp::Subtract => wrap(x - y),
        BitsOp::Multiply => wrap(x * y),
        BitsOp::DivideUnsigned if y.is_zero() => wrap(BigInt::from(-1)),
        BitsOp::DivideUnsigned => wrap(x / y),
        BitsOp::RemainderUnsigned if y.is_zero() => wrap(x),
        BitsOp::RemainderUnsigned => wrap(x % y),
        BitsOp::DivideSigned if y.is_zero() => wrap(BigInt::from(if signed_x.is_negative() { 1 } else { -1 })),
        BitsOp::DivideSigned => wrap(signed_x / signed_y),
        BitsOp::RemainderSigned | BitsOp::ModuloSigned if y.is_zero() => wrap(x),
        BitsOp::RemainderSigned => wrap(signed_x % signed_y),
        BitsOp::ModuloSigned => {
            let remainder = signed_x % &signed_y;
            let other_sign = !remainder.is_zero() && remainder.is_negative() != signed_y.is_negative();
            wrap(if other_sign { remainder + signed_y } else { remainder })
        }
        BitsOp::And => wrap(x & y),
        BitsOp::Or => wrap(x | y),
        BitsOp::Xor => wrap(x ^ y),
        BitsOp::ShiftLeft => shift(&y, width).map_or(Bits::zero(width), |by| wrap(x << by)),
        BitsOp::ShiftRight => shift(&y, width).map_or(Bits::zero(width), |by| wrap(x >> by)),
        BitsOp::ShiftRightSigned => wrap(signed_x >> shift(&y, width).unwrap_or(width)),
    }
}

/// How far to shift, if by less than the width.
fn shift(by: &BigInt, width: u32) -> Option<u32> {
    by.to_u32().filter(|by| *by < width)
}

/// Whether an operation on two integers of one width gives a number that the width cannot hold.
pub fn overflows(op: OverflowOp, left: &Bits, right: &Bits) -> bool {
    let (x, y) = (BigInt::from(left.unsigned().clone()), BigInt::from(right.unsigned().clone()));
    let (signed_x, signed_y) = (left.signed(), right.signed());
    let fits_signed = |number: BigInt| Bits::wrap(left.width(), &number).signed() == number;
    let fits_unsigned = |number: BigInt| BigInt::from(Bits::wrap(left.width(), &number).unsigned().clone()) == number;
    !match op {
        OverflowOp::AddSigned => fits_signed(signed_x + signed_y),
        OverflowOp::AddUnsigned => fits_unsigned(x + y),
        OverflowOp::SubtractSigned => fits_signed(signed_x - signed_y),
        OverflowOp::SubtractUnsigned => fits_unsigned(x - y),
        OverflowOp::MultiplySigned => fits_signed(signed_x * signed_y),
        OverflowOp::MultiplyUnsigned => fits_unsigned(x * y),
    }
}

/// The result of comparing two integers of one width.
pub fn compare(comparison: BitsComparison, left: &Bits, right: &Bits) -> bool {
    match comparison {
        BitsComparison::UnsignedLess => left.unsigned() < right.unsigned(),
        BitsComparison::UnsignedLessEqual => left.unsigned() <= right.unsigned(),
        BitsComparison::UnsignedGreater => left.unsigned() > right.unsigned(),
        BitsComparison::UnsignedGreaterEqual => left.unsigned() >= right.unsigned(),
        BitsComparison::SignedLess => left.signed() < right.signed(),
        BitsComparison::SignedLessEqual => left.signed() <= right.signed(),
        BitsComparison::SignedGreater => left.signed() > right.signed(),
        BitsComparison::SignedGreaterEqual => left.signed() >= right.signed(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bits(value: i64) -> Bits {
        Bits::wrap(8, &BigInt::from(value))
    }

    #[test]
    fn operations_follow_smt_lib() {
        let cases = [
            (BitsOp::Add, 200, 100, 44),
            (BitsOp::Subtract, 1, 2, 255),
            (BitsOp::DivideUnsigned, 7, 0, 255),
            (BitsOp::DivideSigned, -7, 2, -3),
            (BitsOp::DivideSigned, -7, 0, 1),
            (BitsOp::DivideSigned, 7, 0, -1),
            (BitsOp::DivideSigned, -128, -1, -128),
            (BitsOp::RemainderSigned, -7, 2, -1),
            (BitsOp::RemainderUnsigned, 7, 0, 7),
            (BitsOp::ModuloSigned, -7, 2, 1),
            (BitsOp::ModuloSigned, 7, -2, -1),
            (BitsOp::ModuloSigned, -8, 2, 0),
            (BitsOp::ShiftLeft, 1, 8, 0),
            (BitsOp::ShiftLeft, 3, 7, 128),
            (BitsOp::ShiftRight, -1, 7, 1),
            (BitsOp::ShiftRightSigned, -128, 3, -16),
            (BitsOp::ShiftRightSigned, -1, 200, -1),
            (BitsOp::Xor, 0b1100, 0b1010, 0b0110),
        ];
        for (op, left, right, expected) in cases {
            assert_eq!(apply(op, &bits(left), &bits(right)), bits(expected), "{op:?} {left} {right}");
        }
    }

    #[test]
    fn overflow_is_what_does_not_fit() {
        let cases = [
            (OverflowOp::AddSigned, 127, 1, true),
            (OverflowOp::AddSigned, -128, 1, false),
            (OverflowOp::AddUnsigned, 255, 1, true),
            (OverflowOp::AddUnsigned, 127, 1, false),
            (OverflowOp::SubtractSigned, -128, 1, true),
            (OverflowOp::SubtractUnsigned, 0, 1, true),
            (OverflowOp::SubtractUnsigned, 1, 1, false),
            (OverflowOp::MultiplySigned, -128, -1, true),
            (OverflowOp::MultiplySigned, -64, 2, false),
            (OverflowOp::MultiplyUnsigned, 16, 16, true),
        ];
        for (op, left, right, expected) in cases {
            assert_eq!(overflows(op, &bits(left), &bits(right)), expected, "{op:?} {left} {right}");
        }
    }

    #[test]
    fn comparisons_know_signs() {
        assert!(compare(BitsComparison::SignedLess, &bits(-1), &bits(0)));
        assert!(compare(BitsComparison::UnsignedGreater, &bits(-1), &bits(0)));
    }
}
