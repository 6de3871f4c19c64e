//! Floating-point numbers, kept as machine integers in the format of IEEE 754.

use num_bigint::BigInt;
use num_traits::{FromPrimitive, ToPrimitive};

use crate::expr::{FloatComparison, FloatOp};
use crate::value::{Bits, Value};

/// A floating-point number of either width.
#[derive(Clone, Copy)]
enum Float {
    Single(f32),
    Double(f64),
}

fn read(bits: &Bits) -> Float {
    let number = bits.unsigned().to_u64().expect("floating-point numbers have 32 or 64 bits");
    match bits.width() {
        32 => Float::Single(f32::from_bits(number as u32)),
        _ => Float::Double(f64::from_bits(number)),
    }
}

fn write(float: Float) -> Value {
    match float {
        Float::Single(number) => Value::Bits(Bits::wrap(32, &BigInt::from(number.to_bits()))),
        Float::Double(number) => Value::Bits(Bits::wrap(64, &BigInt::from(number.to_bits()))),
    }
}

/// The number as one of 64 bits, which is exact.
fn widened(bits: &Bits) -> f64 {
    match read(bits) {
        Float::Single(number) => f64::from(number),
        Float::Double(number) => number,
    }
}

/// The result of an operation on two numbers of one width.
pub fn apply(op: FloatOp, left: &Bits, right: &Bits) -> Value {
    write(match (read(left), read(right)) {
        (Float::Single(x), Float::Single(y)) => Float::Single(match op {
            FloatOp::Add => x + y,
            FloatOp::Subtract => x - y,
            FloatOp::Multiply => x * y,
            FloatOp::Divide => x / y,
            FloatOp::Remainder => x % y,
        }),
        _ => {
            let (x, y) = (widened(left), widened(right));
            Float::Double(match op {
                FloatOp::Add => x + y,
                FloatOp::Subtract => x - y,
                FloatOp::Multiply => x * y,
                FloatOp::Divide => x / y,
                FloatOp::Remainder => x % y,
            })
        }
    })
}

/// The result of comparing two numbers of one width.
pub fn compare(comparison: FloatComparison, left: &Bits, right: &Bits) -> bool {
    let (x, y) = (widened(left), widened(right));
    match comparison {
        FloatComparison::Equal => x == y,
        FloatComparison::Less => x < y,
        FloatComparison::LessEqual => x <= y,
        FloatComparison::Unordered => x.is_nan() || y.is_nan(),
    }
}

/// The number in another width.
pub fn convert(number: &Bits, width: u32) -> Value {
    from_double(widened(number), width)
}

fn from_double(number: f64, width: u32) -> Value {
    write(if width == 32 { Float::Single(number as f32) } else { Float::Double(number) })
}

/// The number without its fraction as a machine integer; undefined if it does not fit.
pub fn to_integer(number: &Bits, width: u32, signed: bool) -> Value {
    let Some(integer) = BigInt::from_f64(widened(number).trunc()) else { return Value::undefined(width) };
    let bits = Bits::wrap(width, &integer);
    let read_back = if signed { bits.signed() } else { BigInt::from(bits.unsigned().clone()) };
    if read_back == integer { Value::Bits(bits) } else { Value::undefined(width) }
}

/// The machine integer as a floating-point number, rounded to the nearest.
pub fn from_integer(number: &Bits, width: u32, signed: bool) -> Value {
    let integer = if signed { number.signed() } else { BigInt::from(number.unsigned().clone()) };
    // Rounding once: by way of 64 bits a number of 32 would be rounded twice.
    match (width, integer.to_i128().expect("numbers of up to 64 bits fit in 128")) {
        (32, integer) => write(Float::Single(integer as f32)),
        (_, integer) => write(Float::Double(integer as f64)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn double(number: f64) -> Bits {
        Bits::wrap(64, &BigInt::from(number.to_bits()))
    }

    fn value(bits: Bits) -> Value {
        Value::Bits(bits)
    }

    #[test]
    fn arithmetic_is_that_of_the_machine() {
        let sum = apply(FloatOp::Add, &double(0.1), &double(0.2));
        assert_eq!(sum, value(double(0.1 + 0.2)));
        assert_eq!(apply(FloatOp::Remainder, &double(-7.5), &double(2.0)), value(double(-1.5)));
        assert!(compare(FloatComparison::Unordered, &double(f64::NAN), &double(0.0)));
        assert!(!compare(FloatComparison::Equal, &double(f64::NAN), &double(f64::NAN)));
        assert!(compare(FloatComparison::LessEqual, &double(-0.0), &double(0.0)));
    }

    #[test]
    fn conversions_round_once_and_know_what_does_not_fit() {
        let integer = |number: i64| Bits::wrap(64, &BigInt::from(number));
        assert_eq!(to_integer(&double(-3.9), 8, true), value(Bits::wrap(8, &BigInt::from(-3))));
        assert_eq!(to_integer(&double(-3.9), 8, false), Value::undefined(8));
        assert_eq!(to_integer(&double(f64::INFINITY), 64, true), Value::undefined(64));
        assert_eq!(from_integer(&integer(-2), 64, true), value(double(-2.0)));
        assert_eq!(from_integer(&integer(-1), 64, false), value(double(18446744073709551616.0)));
        let tricky = (1i64 << 60) + (1 << 36) + 1;
        let expect = Bits::wrap(32, &BigInt::from((tricky as f32).to_bits()));
        assert_eq!(from_integer(&integer(tricky), 32, true), value(expect));
        assert_eq!(convert(&double(0.1), 32), value(Bits::wrap(32, &BigInt::from(0.1f32.to_bits()))));
    }
}
