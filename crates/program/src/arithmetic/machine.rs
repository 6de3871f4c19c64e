//! Operators on machine integers and pointers, whatever they hold.

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use crate::arithmetic::{Undetermined, bits, float, raw, turning};
use crate::bytes::Byte;
use crate::expr::{BinaryOp, UnaryOp};
use crate::value::{Base, Bits, Pointer, Value};

/// Whether a machine integer or a pointer is not plain.
fn is_raw(value: &Value) -> bool {
    matches!(value, Value::Vague(_) | Value::Parts(_))
}

/// The operator applied to a machine integer or a pointer; nothing if it does not apply.
pub fn unary(op: UnaryOp, operand: &Value) -> Option<Result<Value, Undetermined>> {
    if operand.turns() {
        return Some(turning::unary(op, operand));
    }
    if is_raw(operand) {
        return Some(raw::unary(op, operand));
    }
    let value = match (op, operand) {
        (UnaryOp::BitsNot, Value::Bits(bits)) => Value::Bits(Bits::wrap(bits.width(), &(-bits.signed() - 1))),
        (UnaryOp::BitsNegate, Value::Bits(bits)) => Value::Bits(Bits::wrap(bits.width(), &-bits.signed())),
        (UnaryOp::Extract { high, low }, Value::Bits(bits)) => {
            let shifted = BigInt::from(bits.unsigned() >> low);
            Value::Bits(Bits::wrap(high - low, &shifted))
        }
        (UnaryOp::ZeroExtend(width), Value::Bits(bits)) => {
            Value::Bits(Bits::wrap(width, &BigInt::from(bits.unsigned().clone())))
        }
        (UnaryOp::SignExtend(width), Value::Bits(bits)) => Value::Bits(Bits::wrap(width, &bits.signed())),
        (UnaryOp::UnsignedToInt, Value::Bits(bits)) => Value::Int(BigInt::from(bits.unsigned().clone())),
        (UnaryOp::SignedToInt, Value::Bits(bits)) => Value::Int(bits.signed()),
        (UnaryOp::PointerToBits, Value::Pointer(pointer)) => match pointer.base {
            Base::Address => Value::Bits(Bits::wrap(64, &BigInt::from(pointer.offset))),
            _ => Value::Parts(Byte::of_pointer(*pointer).into()),
        },
        (UnaryOp::BitsToPointer, Value::Bits(bits)) => Value::Pointer(Pointer::to_address(bits)),
        (UnaryOp::FloatToFloat(width), Value::Bits(bits)) => float::convert(bits, width),
        (UnaryOp::FloatToSigned(width), Value::Bits(bits)) => float::to_integer(bits, width, true),
        (UnaryOp::FloatToUnsigned(width), Value::Bits(bits)) => float::to_integer(bits, width, false),
        (UnaryOp::SignedToFloat(width), Value::Bits(bits)) => float::from_integer(bits, width, true),
        (UnaryOp::UnsignedToFloat(width), Value::Bits(bits)) => float::from_integer(bits, width, false),
        _ => return None,
    };
    Some(Ok(value))
}

/// The operator applied to two machine integers or pointers; nothing if it does not apply.
pub fn binary(op: BinaryOp, left: &Value, right: &Value) -> Option<Result<Value, Undetermined>> {
    if let BinaryOp::Equal | BinaryOp::NotEqual = op {
        let equal = if left.turns() || right.turns() {
            turning::equal(left, right)
        } else if is_raw(left) || is_raw(right) {
            raw::equal(left, right)
        } else {
            Ok(left == right)
        };
        return Some(equal.map(|equal| Value::Bool(equal == (op == BinaryOp::Equal))));
    }
    if left.turns() || right.turns() {
        return Some(turning::binary(op, left, right));
    }
    if is_raw(left) || is_raw(right) {
        return Some(raw::binary(op, left, right));
    }
    let value = match (left, right) {
        (Value::Bits(left), Value::Bits(right)) => match op {
            BinaryOp::Concat => {
                let high = BigInt::from(left.unsigned().clone()) << right.width();
                let width = left.width() + right.width();
                Value::Bits(Bits::wrap(width, &(high | BigInt::from(right.unsigned().clone()))))
            }
            BinaryOp::Bits(op) => Value::Bits(bits::apply(op, left, right)),
            BinaryOp::BitsCompare(comparison) => Value::Bool(bits::compare(comparison, left, right)),
            BinaryOp::BitsOverflow(op) => Value::Bool(bits::overflows(op, left, right)),
            BinaryOp::Float(op) => float::apply(op, left, right),
            BinaryOp::FloatCompare(comparison) => Value::Bool(float::compare(comparison, left, right)),
            _ => return None,
        },
        (Value::Pointer(pointer), Value::Bits(by)) if op == BinaryOp::Offset => {
            let by = by.signed().to_i64()?;
            Value::Pointer(Pointer { offset: pointer.offset.wrapping_add(by), ..*pointer })
        }
        (Value::Pointer(left), Value::Pointer(right)) => return pointers(op, *left, *right),
        _ => return None,
    };
    Some(Ok(value))
}

fn pointers(op: BinaryOp, left: Pointer, right: Pointer) -> Option<Result<Value, Undetermined>> {
    Some(match op {
        BinaryOp::Distance if left.base != right.base => Err(Undetermined::DifferentObjects),
        BinaryOp::Distance => {
            Ok(Value::Bits(Bits::wrap(64, &(BigInt::from(left.offset) - BigInt::from(right.offset)))))
        }
        BinaryOp::PointerLess => raw::below(left, right).map(Value::Bool),
        BinaryOp::Ordered => Ok(Value::Bool(raw::below(left, right).is_ok())),
        _ => return None,
    })
}
