//! Operators of expressions.

use check::semantics::fault::{Failure, Fault, MemoryError};
use check::semantics::state::initial;
use check::semantics::step::steps;
use program::expr::{BinaryOp, BitsOp, Expr, UnaryOp};
use program::ids::ThreadSlot;
use program::types::Type;
use program::value::Value;

use crate::builder::*;
use crate::stepping::{failure_of, global, link, offset, one_thread, run};

/// The value of the expression, whose type it is, in a thread that has looked at nothing yet.
fn value_of(ty: Type, expr: Expr) -> Value {
    global(&run(&one_thread(&[ty], vec![vec![set(g(0), expr)], vec![]]), &[0]), 0).clone()
}

fn unary(op: UnaryOp, operand: Expr) -> Expr {
    Expr::unary(op, operand)
}

#[test]
fn machine_integers_are_cut_and_joined_and_read_as_numbers() {
    let extract = UnaryOp::Extract { high: 6, low: 2 };
    let joined = Expr::binary(BinaryOp::Concat, bits(4, 0b1010), bits(8, 0b0110_0001));
    let cases = [
        (Type::Bits(4), unary(extract, bits(8, 0b1011_0110)), bits(4, 0b1101)),
        (Type::Bits(12), joined, bits(12, 0b1010_0110_0001)),
        (Type::Bits(8), unary(UnaryOp::BitsNot, bits(8, 0b1010_0101)), bits(8, 0b0101_1010)),
        (Type::Bits(8), unary(UnaryOp::BitsNegate, bits(8, 1)), bits(8, 255)),
        (Type::Bits(8), unary(UnaryOp::ZeroExtend(8), bits(4, 0b1000)), bits(8, 0b1000)),
        (Type::Bits(8), unary(UnaryOp::SignExtend(8), bits(4, 0b1000)), bits(8, 0b1111_1000)),
        (Type::Int, unary(UnaryOp::UnsignedToInt, bits(4, 0b1000)), Expr::int(8)),
        (Type::Int, unary(UnaryOp::SignedToInt, bits(4, 0b1000)), Expr::int(-8)),
        (Type::Bits(4), unary(UnaryOp::IntToBits(4), Expr::int(-3)), bits(4, 13)),
    ];
    for (ty, expr, expected) in cases {
        let shown = format!("{expr:?}");
        assert_eq!(Expr::Literal(value_of(ty, expr)), expected, "{shown}");
    }
}

#[test]
fn pointers_are_moved_and_compared_within_their_object() {
    let below = |left, right| Expr::binary(BinaryOp::PointerLess, left, right);
    let distance = Expr::binary(BinaryOp::Distance, offset(link(), 5), offset(link(), 2));
    let address = unary(UnaryOp::BitsToPointer, bits(64, -3));
    let cases = [
        (Type::Bits(64), distance, bits(64, 3)),
        (Type::Bool, below(link(), offset(link(), 1)), truth(true)),
        (Type::Bool, below(offset(link(), 1), link()), truth(false)),
        (Type::Bool, below(link(), link()), truth(false)),
        (Type::Bool, below(link(), null()), truth(false)),
        (Type::Bool, below(null(), link()), truth(true)),
        (Type::Bool, Expr::binary(BinaryOp::Ordered, null(), link()), truth(true)),
        (Type::Bool, Expr::binary(BinaryOp::Ordered, offset(link(), 1), link()), truth(true)),
        (Type::Bool, equal(offset(offset(link(), 2), -2), link()), truth(true)),
        (Type::Bits(64), unary(UnaryOp::PointerToBits, offset(address, 1)), bits(64, -2)),
    ];
    for (ty, expr, expected) in cases {
        let shown = format!("{expr:?}");
        assert_eq!(Expr::Literal(value_of(ty, expr)), expected, "{shown}");
    }
    let distance = Expr::binary(BinaryOp::Distance, link(), null());
    let program = one_thread(&[Type::Bits(64)], vec![vec![set(g(0), distance)]]);
    assert_eq!(failure_of(&program), Failure::Memory(MemoryError::DifferentObjects));
    for pointer in [link(), pointer_to(0)] {
        let product =
            Expr::binary(BinaryOp::Bits(BitsOp::Multiply), unary(UnaryOp::PointerToBits, pointer.clone()), bits(64, 3));
        // Nobody knows the product, and so nobody knows whether it is zero.
        let numbered = one_thread(&[Type::Bool], vec![vec![set(g(0), equal(product, bits(64, 0)))]]);
        let found = steps(&numbered, &initial(&numbered), ThreadSlot(0));
        assert!(matches!(found, Err((Fault::Unspecified { .. }, _))), "{found:?}");
        let there_and_back = unary(UnaryOp::BitsToPointer, unary(UnaryOp::PointerToBits, pointer.clone()));
        assert_eq!(Expr::Literal(value_of(Type::Pointer, there_and_back)), pointer);
    }
}
