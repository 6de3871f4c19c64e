//! Names of operators on machine integers, as in SMT-LIB and so in Boogie's `{:bvbuiltin "…"}`.
//!
//! The printer declares a function for each operator that it needs; the front end knows functions by the same names.

use crate::expr::{BinaryOp, BitsComparison, BitsOp, FloatComparison, FloatOp, OverflowOp, UnaryOp};

/// Operators with two operands.
const BINARY: &[(&str, BinaryOp)] = &[
    ("bvadd", BinaryOp::Bits(BitsOp::Add)),
    ("bvsub", BinaryOp::Bits(BitsOp::Subtract)),
    ("bvmul", BinaryOp::Bits(BitsOp::Multiply)),
    ("bvudiv", BinaryOp::Bits(BitsOp::DivideUnsigned)),
    ("bvsdiv", BinaryOp::Bits(BitsOp::DivideSigned)),
    ("bvurem", BinaryOp::Bits(BitsOp::RemainderUnsigned)),
    ("bvsrem", BinaryOp::Bits(BitsOp::RemainderSigned)),
    ("bvsmod", BinaryOp::Bits(BitsOp::ModuloSigned)),
    ("bvand", BinaryOp::Bits(BitsOp::And)),
    ("bvor", BinaryOp::Bits(BitsOp::Or)),
    ("bvxor", BinaryOp::Bits(BitsOp::Xor)),
    ("bvshl", BinaryOp::Bits(BitsOp::ShiftLeft)),
    ("bvlshr", BinaryOp::Bits(BitsOp::ShiftRight)),
    ("bvashr", BinaryOp::Bits(BitsOp::ShiftRightSigned)),
    ("bvult", BinaryOp::BitsCompare(BitsComparison::UnsignedLess)),
    ("bvule", BinaryOp::BitsCompare(BitsComparison::UnsignedLessEqual)),
    ("bvugt", BinaryOp::BitsCompare(BitsComparison::UnsignedGreater)),
    ("bvuge", BinaryOp::BitsCompare(BitsComparison::UnsignedGreaterEqual)),
    ("bvslt", BinaryOp::BitsCompare(BitsComparison::SignedLess)),
    ("bvsle", BinaryOp::BitsCompare(BitsComparison::SignedLessEqual)),
    ("bvsgt", BinaryOp::BitsCompare(BitsComparison::SignedGreater)),
    ("bvsge", BinaryOp::BitsCompare(BitsComparison::SignedGreaterEqual)),
    ("bvsaddo", BinaryOp::BitsOverflow(OverflowOp::AddSigned)),
    ("bvuaddo", BinaryOp::BitsOverflow(OverflowOp::AddUnsigned)),
    ("bvssubo", BinaryOp::BitsOverflow(OverflowOp::SubtractSigned)),
    ("bvusubo", BinaryOp::BitsOverflow(OverflowOp::SubtractUnsigned)),
    ("bvsmulo", BinaryOp::BitsOverflow(OverflowOp::MultiplySigned)),
    ("bvumulo", BinaryOp::BitsOverflow(OverflowOp::MultiplyUnsigned)),
    ("concat", BinaryOp::Concat),
];

/// Operators with one operand and no parameter. Where there are two names for one, the first is printed.
const UNARY: &[(&str, UnaryOp)] = &[
    ("bvnot", UnaryOp::BitsNot),
    ("bvneg", UnaryOp::BitsNegate),
    ("bv2nat", UnaryOp::UnsignedToInt),
    ("bv2int", UnaryOp::UnsignedToInt),
    ("ubv_to_int", UnaryOp::UnsignedToInt),
    ("sbv_to_int", UnaryOp::SignedToInt),
];

/// The operator with two operands that has this name.
pub fn binary_operator(name: &str) -> Option<BinaryOp> {
    BINARY.iter().find(|(known, _)| *known == name).map(|(_, op)| *op)
}

/// The operator with one operand that has this name.
pub fn unary_operator(name: &str) -> Option<UnaryOp> {
    UNARY.iter().find(|(known, _)| *known == name).map(|(_, op)| *op)
}

/// The name of an operation on floating-point numbers.
pub fn float_name(op: FloatOp) -> &'static str {
    match op {
        FloatOp::Add => "$float_add",
        FloatOp::Subtract => "$float_subtract",
        FloatOp::Multiply => "$float_multiply",
        FloatOp::Divide => "$float_divide",
        FloatOp::Remainder => "$float_remainder",
    }
}

/// The name of a comparison of floating-point numbers.
pub fn float_comparison_name(comparison: FloatComparison) -> &'static str {
    match comparison {
        FloatComparison::Equal => "$float_equal",
        FloatComparison::Less => "$float_less",
        FloatComparison::LessEqual => "$float_less_equal",
        FloatComparison::Unordered => "$float_unordered",
    }
}

/// The operator's name, if it is one on machine integers.
pub fn binary_name(op: BinaryOp) -> Option<&'static str> {
    BINARY.iter().find(|(_, known)| *known == op).map(|(name, _)| *name)
}

/// The operator's name, if it is one on machine integers without a parameter.
pub fn unary_name(op: UnaryOp) -> Option<&'static str> {
    UNARY.iter().find(|(_, known)| *known == op).map(|(name, _)| *name)
}
