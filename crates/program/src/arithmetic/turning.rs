//! Operators on machine integers that change by the same each time a cycle is taken, and wrap around: what is such a number, or is the same
//! for all turns, has a value, and the rest has none.
//!
//! A number is `first + by * n`, of which it has the low bytes; `n` is any natural number. So sums, products with numbers that stay, and low bytes
//! are numbers of that kind again, since machine integers are computed modulo a power of two, and a power of two with a larger exponent is a
//! multiple of one with a smaller one. Low bits are the same for all `n` if they are zero in `by`. Two numbers are equal for all `n`, or for
//! none, if their difference stays, or is not a multiple of the largest power of two that divides each change of it. Whether one is below
//! another one depends on `n` in general; but a number that wraps around lies between the least and the largest that it ever is, so that
//! `0 <= n` holds whatever `n` is. Whether a sum fits depends on `n`: there they are not followed.

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use crate::arithmetic::Undetermined;
use crate::arithmetic::forms::DIFFERS;
use crate::bytes::Turning;
use crate::bytes::{Byte, whole_turning};
use crate::expr::{BinaryOp, BitsComparison, BitsOp, UnaryOp};
use crate::types::Type;
use crate::value::{Bits, Value};

/// The machine integer of one to eight whole bytes as one that may change; nothing if it is no such number.
fn number(value: &Value) -> Option<Turning> {
    match value {
        Value::Bits(bits) if bits.width() % 8 == 0 && (8..=64).contains(&bits.width()) => {
            Some(Turning::new(bits.unsigned().to_u64()?, 0, (bits.width() / 8) as u8))
        }
        Value::Parts(bytes) => whole_turning(bytes),
        _ => None,
    }
}

/// The low bits of a number, if they are the same for all turns.
fn low_bits(number: Turning, count: u32) -> Option<u64> {
    let mask = match count {
        0 => 0,
        _ => u64::MAX >> (64_u32.checked_sub(count)?),
    };
    (number.by() & mask == 0).then_some(number.first() & mask)
}

/// An operator applied to a value that turns.
pub fn unary(op: UnaryOp, operand: &Value) -> Result<Value, Undetermined> {
    let Value::Parts(bytes) = operand else { return Err(DIFFERS) };
    let whole = || whole_turning(bytes).ok_or(DIFFERS);
    let with = |first: u64, by: u64| Ok(Value::turning(Turning::new(first, by, bytes.len() as u8)));
    match op {
        UnaryOp::PointerToBits | UnaryOp::BitsToPointer => Ok(operand.clone()),
        UnaryOp::BitsNot => whole().and_then(|it| with(!it.first(), it.by().wrapping_neg())),
        UnaryOp::BitsNegate => whole().and_then(|it| with(it.first().wrapping_neg(), it.by().wrapping_neg())),
        UnaryOp::Extract { high, low } if low % 8 == 0 && high % 8 == 0 => {
            let taken = &bytes[(low / 8) as usize..(high / 8) as usize];
            Ok(Value::of_bytes(taken, &Type::Bits(high - low)))
        }
        UnaryOp::Extract { high, low } => {
            let bits = low_bits(whole()?, high).ok_or(DIFFERS)?;
            Ok(Value::Bits(Bits::wrap(high - low, &(BigInt::from(bits) >> low))))
        }
        UnaryOp::ZeroExtend(width) if width % 8 == 0 => {
            let zeros = std::iter::repeat_n(Byte::Data(0), (width / 8) as usize - bytes.len());
            Ok(Value::Parts(bytes.iter().copied().chain(zeros).collect()))
        }
        _ => Err(DIFFERS),
    }
}

/// An operator applied to two values of which at least one turns.
pub fn binary(op: BinaryOp, left: &Value, right: &Value) -> Result<Value, Undetermined> {
    if op == BinaryOp::Concat {
        // Of whole bytes: others have none.
        let (low, high) = (right.to_bytes().ok_or(DIFFERS)?, left.to_bytes().ok_or(DIFFERS)?);
        let is_whole = |value: &Value| !matches!(value, Value::Bits(bits) if bits.width() % 8 != 0);
        if !is_whole(left) || !is_whole(right) {
            return Err(DIFFERS);
        }
        let bytes = [low, high].concat();
        return Ok(Value::of_bytes(&bytes, &Type::Bits(8 * bytes.len() as u32)));
    }
    if let BinaryOp::BitsCompare(comparison) = op {
        return compare(comparison, left, right).map(Value::Bool).ok_or(DIFFERS);
    }
    let BinaryOp::Bits(op) = op else { return Err(DIFFERS) };
    let (left, right) = (number(left).ok_or(DIFFERS)?, number(right).ok_or(DIFFERS)?);
    let with = |first: u64, by: u64| Ok(Value::turning(Turning::new(first, by, left.bytes())));
    let times = |number: Turning, by: u64| with(number.first().wrapping_mul(by), number.by().wrapping_mul(by));
    let plain = |bits: u64| Ok(Value::Bits(Bits::wrap(8 * u32::from(left.bytes()), &BigInt::from(bits))));
    // What is left of the number below a power of two.
    let masked = |number: Turning, mask: u64| {
        let bits = low_bits(number, 64 - mask.leading_zeros()).ok_or(DIFFERS)?;
        plain(bits & mask)
    };
    match (op, left.by(), right.by()) {
        (BitsOp::Add, ..) => with(left.first().wrapping_add(right.first()), left.by().wrapping_add(right.by())),
        (BitsOp::Subtract, ..) => with(left.first().wrapping_sub(right.first()), left.by().wrapping_sub(right.by())),
        (BitsOp::Multiply, _, 0) => times(left, right.first()),
        (BitsOp::Multiply, 0, _) => times(right, left.first()),
        (BitsOp::ShiftLeft, _, 0) if right.first() < 64 => times(left, 1 << right.first()),
        (BitsOp::And, _, 0) => masked(left, right.first()),
        (BitsOp::And, 0, _) => masked(right, left.first()),
        (BitsOp::RemainderUnsigned, _, 0) if right.first().is_power_of_two() => masked(left, right.first() - 1),
        _ => Err(DIFFERS),
    }
}

/// Whether the comparison holds in all turns; nothing if that is not so, nor its contrary.
fn compare(comparison: BitsComparison, left: &Value, right: &Value) -> Option<bool> {
    use BitsComparison::{
        SignedGreater, SignedGreaterEqual, SignedLess, SignedLessEqual, UnsignedGreater, UnsignedGreaterEqual,
        UnsignedLess, UnsignedLessEqual,
    };
    let is_signed = matches!(comparison, SignedLess | SignedLessEqual | SignedGreater | SignedGreaterEqual);
    let (left, right) = (range(left, is_signed)?, range(right, is_signed)?);
    let less = |(_, left_most): (i128, i128), (right_least, _): (i128, i128)| left_most < right_least;
    let less_equal = |(_, left_most): (i128, i128), (right_least, _): (i128, i128)| left_most <= right_least;
    let decided = |always: bool, never: bool| if always { Some(true) } else { never.then_some(false) };
    match comparison {
        SignedLess | UnsignedLess => decided(less(left, right), less_equal(right, left)),
        SignedLessEqual | UnsignedLessEqual => decided(less_equal(left, right), less(right, left)),
        SignedGreater | UnsignedGreater => decided(less(right, left), less_equal(left, right)),
        SignedGreaterEqual | UnsignedGreaterEqual => decided(less_equal(right, left), less(left, right)),
    }
}

/// The least and the largest that the value is in some turn, also of a number that was extended by zeros, which has no sign.
fn range(value: &Value, is_signed: bool) -> Option<(i128, i128)> {
    if let Some(number) = number(value) {
        return Some(range_of(number, is_signed));
    }
    let Value::Parts(bytes) = value else { return None };
    let zeros = bytes.iter().rev().take_while(|byte| **byte == Byte::Data(0)).count();
    (zeros > 0).then(|| whole_turning(&bytes[..bytes.len() - zeros])).flatten().map(|low| range_of(low, false))
}

/// The least and the largest that the number is in some turn: it comes to all that are the same modulo the largest power of two that divides
/// its change.
fn range_of(number: Turning, is_signed: bool) -> (i128, i128) {
    let all = 1_i128 << (8 * u32::from(number.bytes()));
    let first = i128::from(number.first());
    if number.by() == 0 {
        let least = if is_signed && first >= all / 2 { first - all } else { first };
        return (least, least);
    }
    let power = 1_i128 << number.by().trailing_zeros();
    // The power divides half of all, so that numbers with a sign are the same as others modulo the power, but for half of all itself.
    let lowest = if is_signed { -(all / 2) } else { 0 };
    let least = lowest + (first - lowest).rem_euclid(power);
    (least, least + all - power)
}

/// Whether two values are equal of which at least one turns: for all turns, or for none.
pub fn equal(left: &Value, right: &Value) -> Result<bool, Undetermined> {
    if left == right {
        return Ok(true);
    }
    let (left, right) = (number(left).ok_or(DIFFERS)?, number(right).ok_or(DIFFERS)?);
    let (first, by) = (left.first().wrapping_sub(right.first()), left.by().wrapping_sub(right.by()));
    let difference = Turning::new(first, by, left.bytes());
    if difference.by() == 0 {
        return Ok(difference.first() == 0);
    }
    // All of its changes are multiples of this power of two, and so is zero, but not the difference at first.
    let power = 1_u64 << difference.by().trailing_zeros();
    if difference.first().is_multiple_of(power) { Err(DIFFERS) } else { Ok(false) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arithmetic::machine;
    use crate::expr::OverflowOp;

    /// What the value is in the turn.
    fn at(value: &Value, turn: u64) -> Value {
        let Value::Parts(bytes) = value else { return value.clone() };
        let byte = |byte: &Byte| match byte {
            Byte::TurningPart(turning, position) => {
                let number = turning.first().wrapping_add(turning.by().wrapping_mul(turn));
                let low = Turning::new(number, 0, turning.bytes()).first();
                Byte::Data(low.to_le_bytes()[usize::from(*position)])
            }
            other => *other,
        };
        let bytes: Vec<Byte> = bytes.iter().map(byte).collect();
        Value::of_bytes(&bytes, &Type::Bits(8 * bytes.len() as u32))
    }

    const NUMBERS: [u64; 12] = [0, 1, 2, 3, 4, 8, 0x7f, 0x80, 0xfe, 0xff, 0x1ff, 0xffff];

    fn numbers(bytes: u8) -> impl Iterator<Item = Value> {
        let of = move |first: u64| NUMBERS.into_iter().map(move |by| Value::turning(Turning::new(first, by, bytes)));
        NUMBERS.into_iter().flat_map(of)
    }

    /// Whatever has a value has it in each turn.
    #[test]
    fn operators_agree_with_machine_integers() {
        let ops = [
            BitsOp::Add,
            BitsOp::Subtract,
            BitsOp::Multiply,
            BitsOp::And,
            BitsOp::Or,
            BitsOp::Xor,
            BitsOp::ShiftLeft,
            BitsOp::ShiftRight,
            BitsOp::DivideUnsigned,
            BitsOp::RemainderUnsigned,
            BitsOp::RemainderSigned,
        ];
        let ops = ops.map(BinaryOp::Bits).into_iter().chain([
            BinaryOp::Equal,
            BinaryOp::NotEqual,
            BinaryOp::Concat,
            BinaryOp::BitsCompare(BitsComparison::UnsignedLess),
            BinaryOp::BitsCompare(BitsComparison::UnsignedLessEqual),
            BinaryOp::BitsCompare(BitsComparison::UnsignedGreater),
            BinaryOp::BitsCompare(BitsComparison::UnsignedGreaterEqual),
            BinaryOp::BitsCompare(BitsComparison::SignedLess),
            BinaryOp::BitsCompare(BitsComparison::SignedLessEqual),
            BinaryOp::BitsCompare(BitsComparison::SignedGreater),
            BinaryOp::BitsCompare(BitsComparison::SignedGreaterEqual),
            BinaryOp::BitsOverflow(OverflowOp::AddSigned),
        ]);
        let ops: Vec<BinaryOp> = ops.collect();
        let (mut decided, mut open) = (0, 0);
        for bytes in [1, 2] {
            for (left, right) in numbers(bytes).flat_map(|left| numbers(bytes).map(move |right| (left.clone(), right)))
            {
                for op in &ops {
                    match machine::binary(*op, &left, &right).unwrap() {
                        Err(_) => open += 1,
                        Ok(value) => {
                            decided += 1;
                            for turn in [0, 1, 2, 3, 7, 255, 256, 65_535, 1 << 40] {
                                let plain = machine::binary(*op, &at(&left, turn), &at(&right, turn)).unwrap();
                                assert_eq!(Ok(at(&value, turn)), plain, "{op:?} of {left:?} and {right:?} in {turn}");
                            }
                        }
                    }
                }
            }
        }
        assert!(decided > 20_000 && open > 20_000, "{decided} {open}");
    }

    #[test]
    fn what_has_one_operand_agrees_as_well() {
        let ops = [
            UnaryOp::BitsNot,
            UnaryOp::BitsNegate,
            UnaryOp::Extract { high: 8, low: 0 },
            UnaryOp::Extract { high: 16, low: 8 },
            UnaryOp::Extract { high: 1, low: 0 },
            UnaryOp::Extract { high: 3, low: 1 },
            UnaryOp::Extract { high: 9, low: 7 },
            UnaryOp::ZeroExtend(32),
            UnaryOp::SignExtend(32),
            UnaryOp::UnsignedToInt,
        ];
        let (mut decided, mut open) = (0, 0);
        for value in numbers(2).filter(Value::turns) {
            for op in ops {
                match machine::unary(op, &value).unwrap() {
                    Err(_) => open += 1,
                    Ok(made) => {
                        decided += 1;
                        for turn in [0, 1, 2, 3, 7, 255, 256, 65_535] {
                            let plain = machine::unary(op, &at(&value, turn)).unwrap();
                            assert_eq!(Ok(at(&made, turn)), plain, "{op:?} of {value:?} in {turn}");
                        }
                    }
                }
            }
        }
        assert!(decided > 400 && open > 200, "{decided} {open}");
    }

    #[test]
    fn whether_it_fits_and_which_is_less_is_open() {
        let counter = Value::turning(Turning::new(0, 1, 4));
        let one = Value::Bits(Bits::wrap(32, &1.into()));
        for op in [OverflowOp::AddSigned, OverflowOp::AddUnsigned, OverflowOp::MultiplySigned] {
            assert_eq!(machine::binary(BinaryOp::BitsOverflow(op), &counter, &one), Some(Err(DIFFERS)));
        }
        let less = BinaryOp::BitsCompare(BitsComparison::UnsignedLess);
        assert_eq!(machine::binary(less, &counter, &one), Some(Err(DIFFERS)));
        let zero = Value::Bits(Bits::wrap(32, &0.into()));
        assert_eq!(machine::binary(less, &counter, &zero), Some(Ok(Value::Bool(false))));
        let vague = Value::undefined(32);
        assert_eq!(
            machine::binary(BinaryOp::BitsOverflow(OverflowOp::AddSigned), &counter, &vague),
            Some(Err(DIFFERS))
        );
    }

    #[test]
    fn bytes_that_were_moved_apart_come_together() {
        let counter = Value::turning(Turning::new(7, 3, 2));
        let half = |high, low| machine::unary(UnaryOp::Extract { high, low }, &counter).unwrap().unwrap();
        assert_eq!(machine::binary(BinaryOp::Concat, &half(16, 8), &half(8, 0)), Some(Ok(counter.clone())));
        assert!(machine::binary(BinaryOp::Bits(BitsOp::Add), &half(16, 8), &half(8, 0)).unwrap().is_err());
    }
}
