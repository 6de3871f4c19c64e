//! Arithmetic on machine integers that are not plain numbers: some of their bits have no value, or they are made of pointers.
//!
//! Bits without a value may be moved about, masked and combined; every bit of a result has a value if it does not depend on one
//! that has none. Arithmetic spoils the whole result. It is an error if what the program does depends on such a bit.
//!
//! A pointer in a machine integer may be moved about byte by byte; a number may be added to it and taken from it;
//! its low bits are those of its offset, since objects and procedures lie at multiples of [`ALIGNMENT`];
//! and no object lies below [`LOWEST_ADDRESS`]. Apart from that nobody knows the number that an address is.
//!
//! What is so far from its object that it cannot be an address (`FAR`) stands for a number of which nobody knows anything, such as
//! a time: only how far two of the same object are apart.
//!
//! Numbers that nobody knows can be computed with; that gives numbers that nobody knows. It is not known what happens if what the
//! program does depends on one.

use num_bigint::{BigInt, BigUint};
use num_traits::{One, ToPrimitive, Zero};

use crate::arithmetic::{Undetermined, bits};
use crate::bytes::{Byte, POINTER_BYTES, whole_pointer};
use crate::expr::{BinaryOp, BitsComparison, BitsOp, OverflowOp, UnaryOp};
use crate::types::Type;
use crate::value::{Base, Bits, Pointer, Value};

/// Every object and every procedure lies at a multiple of this.
pub const ALIGNMENT: i64 = 16;

/// No object and no procedure lies below this.
pub const LOWEST_ADDRESS: i64 = 4096;

/// What is as far from its object as this is no address.
const FAR: u64 = 1 << 61;

const NUMBER_OF_AN_ADDRESS: Undetermined =
    Undetermined::Unspecified("the number that stands for an address, a time or a random choice");

/// A byte that nobody knows: of a pointer that is a plain number, and so has no such bytes; alone, so that it never makes a pointer.
const UNKNOWN: Byte = Byte::PointerPart(Pointer::NULL, POINTER_BYTES - 1);

/// The same of a number of which nobody knows more than that it is less than [`SMALL`] away from zero.
const UNKNOWN_BUT_SMALL: Byte = Byte::PointerPart(Pointer::NULL, POINTER_BYTES - 2);

/// Remainders of what is divided by this, or less, are small: sums of two such fit into all integers but the narrowest.
const SMALL: i64 = 1 << 14;

/// A machine integer that nobody knows; it must have whole bytes.
fn unknown(width: u32) -> Result<Value, Undetermined> {
    of_unknown(UNKNOWN, width)
}

fn of_unknown(byte: Byte, width: u32) -> Result<Value, Undetermined> {
    if !width.is_multiple_of(8) {
        return Err(NUMBER_OF_AN_ADDRESS);
    }
    Ok(Value::Parts(vec![byte; (width / 8) as usize].into()))
}

/// What comes of arithmetic with numbers that nobody knows.
fn unknown_result(op: BitsOp, right: &Value, width: u32) -> Result<Value, Undetermined> {
    let is_remainder = matches!(op, BitsOp::RemainderSigned | BitsOp::RemainderUnsigned);
    of_unknown(if is_remainder && is_small(right) { UNKNOWN_BUT_SMALL } else { UNKNOWN }, width)
}

/// Whether the number is known to be small.
fn is_small(value: &Value) -> bool {
    match value {
        Value::Bits(bits) => bits.signed().to_i64().is_some_and(|number| number.abs() <= SMALL),
        Value::Parts(bytes) => bytes.iter().all(|byte| *byte == UNKNOWN_BUT_SMALL),
        _ => false,
    }
}

/// Whether the pointer stands for a number of which nothing is known.
pub fn is_far(pointer: Pointer) -> bool {
    pointer.base != Base::Address && pointer.offset.unsigned_abs() >= FAR
}

/// An operator applied to a machine integer or a pointer that is not plain.
pub fn unary(op: UnaryOp, operand: &Value) -> Result<Value, Undetermined> {
    match (op, operand) {
        (UnaryOp::PointerToBits, _) => Ok(operand.clone()),
        (UnaryOp::BitsToPointer, Value::Parts(bytes)) => Ok(Value::of_bytes(bytes, &Type::Pointer)),
        (UnaryOp::BitsToPointer, _) => Ok(operand.clone()),
        (_, Value::Parts(bytes)) => unary_parts(op, bytes),
        (_, Value::Vague(vague)) => unary_vague(op, &vague.bits, &vague.undefined),
        _ => unreachable!("only values that are not plain come here"),
    }
}

fn unary_parts(op: UnaryOp, bytes: &[Byte]) -> Result<Value, Undetermined> {
    match op {
        UnaryOp::Extract { high, low } if low % 8 == 0 && high % 8 == 0 => {
            Ok(of_bytes(&bytes[(low / 8) as usize..(high / 8) as usize]))
        }
        UnaryOp::Extract { high, low } => {
            if let Some(pointer) = whole_pointer(bytes).filter(|pointer| !is_far(*pointer))
                && high <= ALIGNMENT.ilog2()
            {
                return Ok(Value::Bits(Bits::wrap(
                    high - low,
                    &BigInt::from((pointer.offset & (ALIGNMENT - 1)) >> low),
                )));
            }
            let first = low / 8;
            match of_bytes(&bytes[first as usize..high.div_ceil(8) as usize]) {
                Value::Parts(_) => Err(NUMBER_OF_AN_ADDRESS),
                Value::Bits(bits) => {
                    let shifted = BigInt::from(bits.unsigned() >> (low - 8 * first));
                    Ok(Value::Bits(Bits::wrap(high - low, &shifted)))
                }
                vague => unary(UnaryOp::Extract { high: high - 8 * first, low: low - 8 * first }, &vague),
            }
        }
        UnaryOp::ZeroExtend(width) if width % 8 == 0 => {
            let zeros = std::iter::repeat_n(Byte::Data(0), (width / 8) as usize - bytes.len());
            Ok(of_bytes(&bytes.iter().copied().chain(zeros).collect::<Vec<_>>()))
        }
        UnaryOp::BitsNot | UnaryOp::BitsNegate => unknown(8 * bytes.len() as u32),
        UnaryOp::SignExtend(width) if bytes.iter().all(|byte| *byte == UNKNOWN_BUT_SMALL) => {
            of_unknown(UNKNOWN_BUT_SMALL, width)
        }
        UnaryOp::SignExtend(width)
        | UnaryOp::FloatToFloat(width)
        | UnaryOp::FloatToSigned(width)
        | UnaryOp::FloatToUnsigned(width)
        | UnaryOp::SignedToFloat(width)
        | UnaryOp::UnsignedToFloat(width) => unknown(width),
        _ => Err(NUMBER_OF_AN_ADDRESS),
    }
}

fn unary_vague(op: UnaryOp, bits: &Bits, undefined: &BigUint) -> Result<Value, Undetermined> {
    let width = bits.width();
    let number = || BigInt::from(bits.unsigned().clone());
    Ok(match op {
        UnaryOp::BitsNot => Value::vague(Bits::wrap(width, &(-number() - 1)), undefined.clone()),
        UnaryOp::BitsNegate => Value::undefined(width),
        UnaryOp::Extract { high, low } => Value::vague(Bits::wrap(high - low, &(number() >> low)), undefined >> low),
        UnaryOp::ZeroExtend(wide) => Value::vague(Bits::wrap(wide, &number()), undefined.clone()),
        UnaryOp::SignExtend(wide) => {
            let mask = Bits::wrap(width, &BigInt::from(undefined.clone())).signed();
            Value::vague(Bits::wrap(wide, &bits.signed()), Bits::wrap(wide, &mask).unsigned().clone())
        }
        UnaryOp::FloatToFloat(wide)
        | UnaryOp::FloatToSigned(wide)
        | UnaryOp::FloatToUnsigned(wide)
        | UnaryOp::SignedToFloat(wide)
        | UnaryOp::UnsignedToFloat(wide) => Value::undefined(wide),
        _ => return Err(Undetermined::Uninitialised),
    })
}

/// An operator applied to two machine integers or pointers, of which at least one is not plain.
pub fn binary(op: BinaryOp, left: &Value, right: &Value) -> Result<Value, Undetermined> {
    match op {
        BinaryOp::Offset => offset(left, right),
        BinaryOp::Concat => concat(left, right),
        BinaryOp::BitsOverflow(_) if is_wide(left) || is_vague(left) || is_vague(right) => Ok(Value::Bool(false)),
        BinaryOp::BitsOverflow(OverflowOp::AddSigned | OverflowOp::SubtractSigned)
            if width_of(left) >= 32 && is_small(left) && is_small(right) =>
        {
            Ok(Value::Bool(false))
        }
        BinaryOp::Bits(op) => arithmetic(op, left, right),
        BinaryOp::BitsCompare(comparison) => compare(comparison, left, right),
        BinaryOp::Float(_) if is_vague(left) || is_vague(right) => Ok(Value::undefined(width_of(left))),
        _ if is_vague(left) || is_vague(right) => Err(Undetermined::Uninitialised),
        BinaryOp::Ordered => Ok(Value::Bool(false)),
        BinaryOp::Float(_) => unknown(width_of(left)),
        _ => Err(NUMBER_OF_AN_ADDRESS),
    }
}

/// Whether there is room for addresses and times, and what is usually added to them.
fn is_wide(value: &Value) -> bool {
    width_of(value) >= 64
}

/// Whether two machine integers or pointers are equal, of which at least one is not plain.
pub fn equal(left: &Value, right: &Value) -> Result<bool, Undetermined> {
    if is_vague(left) || is_vague(right) {
        return Err(Undetermined::Uninitialised);
    }
    match (address(left), address(right)) {
        (Some(left), Some(right)) if left.base == right.base || !is_far(left) && !is_far(right) => Ok(left == right),
        _ => Err(NUMBER_OF_AN_ADDRESS),
    }
}

/// The pointer or small number that a machine integer is.
fn address(value: &Value) -> Option<Pointer> {
    match value {
        Value::Parts(bytes) => whole_pointer(bytes),
        Value::Pointer(pointer) => Some(*pointer),
        Value::Bits(bits) => {
            let small = bits.unsigned().to_i64().filter(|number| *number < LOWEST_ADDRESS);
            small.map(|offset| Pointer { base: Base::Address, offset })
        }
        _ => None,
    }
}

/// Whether one pointer lies below the other, where that is known.
pub fn below(left: Pointer, right: Pointer) -> Result<bool, Undetermined> {
    let is_low = |pointer: Pointer| pointer.base == Base::Address && (0..LOWEST_ADDRESS).contains(&pointer.offset);
    match (left.base, right.base) {
        (Base::Address, Base::Address) => Ok((left.offset as u64) < right.offset as u64),
        _ if left.base == right.base => Ok(left.offset < right.offset),
        _ if is_far(left) || is_far(right) => Err(NUMBER_OF_AN_ADDRESS),
        (_, Base::Address) if is_low(right) => Ok(false),
        (Base::Address, _) if is_low(left) => Ok(true),
        _ => Err(Undetermined::Unspecified("the order of the addresses of different objects")),
    }
}

fn compare(comparison: BitsComparison, left: &Value, right: &Value) -> Result<Value, Undetermined> {
    if is_vague(left) || is_vague(right) {
        return Err(Undetermined::Uninitialised);
    }
    let (Some(left), Some(right)) = (address(left), address(right)) else { return Err(NUMBER_OF_AN_ADDRESS) };
    Ok(Value::Bool(match comparison {
        BitsComparison::UnsignedLess | BitsComparison::SignedLess => below(left, right)?,
        BitsComparison::UnsignedLessEqual | BitsComparison::SignedLessEqual => !below(right, left)?,
        BitsComparison::UnsignedGreater | BitsComparison::SignedGreater => below(right, left)?,
        BitsComparison::UnsignedGreaterEqual | BitsComparison::SignedGreaterEqual => !below(left, right)?,
    }))
}

fn offset(pointer: &Value, by: &Value) -> Result<Value, Undetermined> {
    match (pointer, by) {
        (Value::Vague(_), _) | (_, Value::Vague(_)) => Ok(Value::undefined(64)),
        _ => Err(NUMBER_OF_AN_ADDRESS),
    }
}

fn concat(high: &Value, low: &Value) -> Result<Value, Undetermined> {
    if let (Some((high_bits, high_undefined)), Some((low_bits, low_undefined))) = (masked(high), masked(low)) {
        let width = low_bits.width();
        let join = |high: &BigUint, low: &BigUint| (high << width) | low;
        let number = BigInt::from(join(high_bits.unsigned(), low_bits.unsigned()));
        return Ok(Value::vague(Bits::wrap(high_bits.width() + width, &number), join(&high_undefined, &low_undefined)));
    }
    match (whole_bytes(high), whole_bytes(low)) {
        (Some(high), Some(low)) => Ok(of_bytes(&[low, high].concat())),
        _ => Err(NUMBER_OF_AN_ADDRESS),
    }
}

fn arithmetic(op: BitsOp, left: &Value, right: &Value) -> Result<Value, Undetermined> {
    match (masked(left), masked(right)) {
        (Some(left), Some(right)) => vague_arithmetic(op, left, right),
        _ => match pointer_arithmetic(op, left, right) {
            Some(value) => Ok(value),
            None => match bytewise(op, left, right) {
                Some(value) => Ok(value),
                None if is_vague(left) || is_vague(right) => Err(Undetermined::Uninitialised),
                None => unknown_result(op, right, width_of(left)),
            },
        },
    }
}

type Masked = (Bits, BigUint);

fn vague_arithmetic(op: BitsOp, (left, u): Masked, (right, v): Masked) -> Result<Value, Undetermined> {
    let width = left.width();
    let result = |undefined: BigUint| Ok(Value::vague(bits::apply(op, &left, &right), undefined));
    let (x, y) = (left.unsigned(), right.unsigned());
    match op {
        // A bit is zero whatever the other is, if it is zero here; bits without value are zero in `x` and `y`.
        BitsOp::And => result((&u & &v) | (&u & y) | (&v & x)),
        BitsOp::Or => {
            let all = (BigUint::one() << width) - 1u32;
            result((&u | &v) & (&all ^ (x | y)))
        }
        BitsOp::Xor => result(&u | &v),
        BitsOp::ShiftLeft | BitsOp::ShiftRight | BitsOp::ShiftRightSigned if v.is_zero() => {
            let mask = Bits::wrap(width, &BigInt::from(u));
            result(bits::apply(op, &mask, &right).unsigned().clone())
        }
        BitsOp::DivideUnsigned
        | BitsOp::DivideSigned
        | BitsOp::RemainderUnsigned
        | BitsOp::RemainderSigned
        | BitsOp::ModuloSigned
            if !v.is_zero() =>
        {
            Err(Undetermined::Uninitialised)
        }
        _ => Ok(Value::undefined(width)),
    }
}

/// What is known of arithmetic with a whole pointer.
fn pointer_arithmetic(op: BitsOp, left: &Value, right: &Value) -> Option<Value> {
    let pointer = |value: &Value| match value {
        Value::Parts(bytes) => whole_pointer(bytes),
        _ => None,
    };
    let number = |value: &Value| match value {
        Value::Bits(bits) => bits.signed().to_i64(),
        _ => None,
    };
    let moved =
        |pointer: Pointer, offset: i64| Some(Value::Parts(Byte::of_pointer(Pointer { offset, ..pointer }).into()));
    let bits = |number: i64| Some(Value::Bits(Bits::wrap(64, &BigInt::from(number))));
    if let (Some(left), Some(right)) = (pointer(left), pointer(right)) {
        let distance = left.offset.wrapping_sub(right.offset);
        return if op == BitsOp::Subtract && left.base == right.base { bits(distance) } else { None };
    }
    let (pointer, number, is_left) = match (pointer(left), number(right)) {
        (Some(pointer), Some(number)) => (pointer, number, true),
        _ => (pointer(right)?, number(left)?, false),
    };
    let low_bits = ALIGNMENT - 1;
    match op {
        BitsOp::Add => moved(pointer, pointer.offset.wrapping_add(number)),
        BitsOp::Subtract if is_left => moved(pointer, pointer.offset.wrapping_sub(number)),
        _ if is_far(pointer) => None,
        BitsOp::And if (0..ALIGNMENT).contains(&number) => bits(pointer.offset & number),
        BitsOp::And if number | low_bits == -1 => moved(pointer, pointer.offset & number),
        BitsOp::Or if (0..ALIGNMENT).contains(&number) => moved(pointer, pointer.offset | number),
        _ => None,
    }
}

/// Masks and shifts by whole bytes.
fn bytewise(op: BitsOp, left: &Value, right: &Value) -> Option<Value> {
    let (x, y) = (whole_bytes(left)?, whole_bytes(right)?);
    let shift = || match right {
        Value::Bits(bits) => bits.unsigned().to_usize().filter(|by| by % 8 == 0 && by / 8 <= x.len()).map(|by| by / 8),
        _ => None,
    };
    let zeros = |count: usize| std::iter::repeat_n(Byte::Data(0), count);
    let bytes: Vec<Byte> = match op {
        BitsOp::And => x.iter().zip(&y).map(|pair| keep_or_clear(*pair.0, *pair.1)).collect::<Option<_>>()?,
        BitsOp::Or => x.iter().zip(&y).map(|pair| one_of(*pair.0, *pair.1)).collect::<Option<_>>()?,
        BitsOp::ShiftRight => x.iter().copied().skip(shift()?).chain(zeros(shift()?)).collect(),
        BitsOp::ShiftLeft => zeros(shift()?).chain(x.iter().copied()).take(x.len()).collect(),
        _ => return None,
    };
    Some(of_bytes(&bytes))
}

fn keep_or_clear(left: Byte, right: Byte) -> Option<Byte> {
    match (left, right) {
        (Byte::Data(0), _) | (_, Byte::Data(0)) => Some(Byte::Data(0)),
        (byte, Byte::Data(u8::MAX)) | (Byte::Data(u8::MAX), byte) => Some(byte),
        (Byte::Data(left), Byte::Data(right)) => Some(Byte::Data(left & right)),
        _ => None,
    }
}

fn one_of(left: Byte, right: Byte) -> Option<Byte> {
    match (left, right) {
        (byte, Byte::Data(0)) | (Byte::Data(0), byte) => Some(byte),
        (Byte::Data(left), Byte::Data(right)) => Some(Byte::Data(left | right)),
        _ => None,
    }
}

fn of_bytes(bytes: &[Byte]) -> Value {
    Value::of_bytes(bytes, &Type::Bits(8 * bytes.len() as u32))
}

/// The bytes of a machine integer that has whole bytes.
fn whole_bytes(value: &Value) -> Option<Vec<Byte>> {
    width_of(value).is_multiple_of(8).then(|| value.to_bytes()).flatten()
}

/// The bits and which of them have no value, unless there are pointers.
fn masked(value: &Value) -> Option<Masked> {
    match value {
        Value::Bits(bits) => Some((bits.clone(), BigUint::zero())),
        Value::Vague(vague) => Some((vague.bits.clone(), vague.undefined.clone())),
        _ => None,
    }
}

fn width_of(value: &Value) -> u32 {
    match value {
        Value::Bits(bits) => bits.width(),
        Value::Vague(vague) => vague.bits.width(),
        Value::Parts(bytes) => 8 * bytes.len() as u32,
        _ => 64,
    }
}

fn is_vague(value: &Value) -> bool {
    match value {
        Value::Vague(_) => true,
        Value::Parts(bytes) => bytes.iter().any(|byte| matches!(byte, Byte::Vague { .. })),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::{ObjectId, ProcId};

    fn bits(width: u32, number: i64) -> Value {
        Value::Bits(Bits::wrap(width, &BigInt::from(number)))
    }

    fn vague(value: i64, undefined: u32) -> Value {
        Value::vague(Bits::wrap(8, &BigInt::from(value)), undefined.into())
    }

    fn to_object(offset: i64) -> Pointer {
        Pointer { base: Base::Static(ObjectId(2)), offset }
    }

    fn address_of(offset: i64) -> Value {
        Value::Parts(Byte::of_pointer(to_object(offset)).into())
    }

    fn computed(op: BitsOp, left: Value, right: Value) -> Value {
        binary(BinaryOp::Bits(op), &left, &right).unwrap()
    }

    #[test]
    fn a_bit_has_a_value_if_it_depends_on_none_that_has_not() {
        assert_eq!(computed(BitsOp::And, vague(3, 0xf0), bits(8, 0x0f)), bits(8, 3));
        assert_eq!(computed(BitsOp::And, vague(3, 0xf0), bits(8, 0x1f)), vague(3, 0x10));
        assert_eq!(computed(BitsOp::Or, vague(3, 0xf0), bits(8, 0xf0)), bits(8, 0xf3));
        assert_eq!(computed(BitsOp::Or, vague(3, 0xf0), bits(8, 0x70)), vague(0x73, 0x80));
        assert_eq!(computed(BitsOp::Xor, vague(3, 0xf0), bits(8, 0xff)), vague(0x0c, 0xf0));
        assert_eq!(computed(BitsOp::ShiftLeft, vague(3, 0xf0), bits(8, 4)), bits(8, 0x30));
        assert_eq!(computed(BitsOp::ShiftRight, vague(3, 0xf0), bits(8, 4)), vague(0, 0x0f));
        assert_eq!(computed(BitsOp::ShiftRightSigned, vague(3, 0xf0), bits(8, 4)), vague(0, 0xff));
        assert_eq!(computed(BitsOp::Add, vague(3, 0xf0), bits(8, 4)), Value::undefined(8));
        assert_eq!(unary(UnaryOp::Extract { high: 4, low: 0 }, &vague(3, 0xf0)), Ok(bits(4, 3)));
        assert_eq!(unary(UnaryOp::BitsNot, &vague(3, 0xf0)), Ok(vague(0x0c, 0xf0)));
        assert_eq!(unary(UnaryOp::ZeroExtend(8), &vague(3, 0xf0)), Ok(vague(3, 0xf0)));
        let widened = unary(UnaryOp::SignExtend(16), &vague(3, 0x80)).unwrap();
        assert_eq!(widened, Value::vague(Bits::wrap(16, &3.into()), 0xff80u32.into()));
    }

    #[test]
    fn what_depends_on_a_bit_without_value_is_an_error() {
        let uninitialised = Err(Undetermined::Uninitialised);
        let less = BinaryOp::BitsCompare(BitsComparison::UnsignedLess);
        assert_eq!(binary(less, &vague(3, 1), &bits(8, 9)), uninitialised);
        assert_eq!(binary(BinaryOp::Bits(BitsOp::DivideUnsigned), &bits(8, 9), &vague(3, 0xf0)), uninitialised);
        assert_eq!(equal(&vague(3, 1), &bits(8, 9)), Err(Undetermined::Uninitialised));
    }

    #[test]
    fn a_pointer_in_an_integer_stays_one() {
        assert_eq!(computed(BitsOp::Add, address_of(8), bits(64, -3)), address_of(5));
        assert_eq!(computed(BitsOp::Add, bits(64, 2), address_of(8)), address_of(10));
        assert_eq!(computed(BitsOp::Subtract, address_of(8), bits(64, 3)), address_of(5));
        assert_eq!(computed(BitsOp::Subtract, address_of(8), address_of(5)), bits(64, 3));
        assert_eq!(computed(BitsOp::And, address_of(9), bits(64, 1)), bits(64, 1));
        assert_eq!(computed(BitsOp::And, address_of(9), bits(64, -2)), address_of(8));
        assert_eq!(computed(BitsOp::Or, address_of(8), bits(64, 1)), address_of(9));
        assert_eq!(unary(UnaryOp::BitsToPointer, &address_of(9)), Ok(Value::Pointer(to_object(9))));
        assert_eq!(unary(UnaryOp::Extract { high: 1, low: 0 }, &address_of(9)), Ok(bits(1, 1)));
        let half = |high, low| unary(UnaryOp::Extract { high, low }, &address_of(9)).unwrap();
        assert_eq!(concat(&half(64, 32), &half(32, 0)), Ok(address_of(9)));
        let shifted = computed(BitsOp::ShiftRight, address_of(9), bits(64, 32));
        assert_eq!(
            computed(BitsOp::ShiftLeft, shifted, bits(64, 32)),
            computed(BitsOp::And, address_of(9), bits(64, -1 << 32))
        );
    }

    #[test]
    fn nobody_knows_the_number_that_an_address_is() {
        let unspecified = |value: Result<Value, Undetermined>| matches!(value, Err(Undetermined::Unspecified(_)));
        let unknown = |width| unknown(width).unwrap();
        for op in [BitsOp::Multiply, BitsOp::Xor, BitsOp::ShiftRight, BitsOp::DivideUnsigned] {
            assert_eq!(computed(op, address_of(8), bits(64, 7)), unknown(64), "{op:?}");
        }
        assert_eq!(computed(BitsOp::Subtract, bits(64, 7), address_of(8)), unknown(64));
        assert_eq!(computed(BitsOp::Multiply, unknown(32), bits(32, 0)), unknown(32));
        assert_eq!(unary(UnaryOp::SignedToFloat(64), &unknown(32)), Ok(unknown(64)));
        assert_eq!(unary(UnaryOp::Extract { high: 32, low: 0 }, &unknown(64)), Ok(unknown(32)));
        assert!(unspecified(unary(UnaryOp::Extract { high: 1, low: 0 }, &unknown(64))));
        let less = BinaryOp::BitsCompare(BitsComparison::SignedLess);
        assert!(unspecified(binary(less, &unknown(64), &bits(64, 7))));
        assert!(equal(&unknown(64), &unknown(64)).is_err());
        let overflows = BinaryOp::BitsOverflow(OverflowOp::AddSigned);
        assert!(unspecified(binary(overflows, &unknown(32), &bits(32, 7))));
        let remainder = computed(BitsOp::RemainderSigned, unknown(32), bits(32, 60));
        assert_eq!(binary(overflows, &remainder, &bits(32, 1900)), Ok(Value::Bool(false)));
        assert!(unspecified(binary(overflows, &remainder, &bits(32, 1 << 30))));
        let large = computed(BitsOp::RemainderSigned, unknown(32), bits(32, 1 << 20));
        assert_eq!(large, unknown(32));
        assert_eq!(equal(&address_of(8), &bits(64, 0)), Ok(false));
        assert_eq!(equal(&address_of(8), &address_of(8)), Ok(true));
        assert!(equal(&address_of(8), &bits(64, 1 << 20)).is_err());
        let other = Pointer { base: Base::Dynamic(1), offset: 0 };
        assert_eq!(below(to_object(1), to_object(2)), Ok(true));
        assert_eq!((below(other, Pointer::NULL), below(Pointer::NULL, to_object(2))), (Ok(false), Ok(true)));
        let bases = [Base::Static(ObjectId(1)), Base::Dynamic(2), Base::Procedure(ProcId(0))];
        for elsewhere in bases.map(|base| Pointer { base, offset: 0 }) {
            assert!(
                below(to_object(2), elsewhere).is_err() && below(elsewhere, to_object(2)).is_err(),
                "{elsewhere:?}"
            );
        }
    }

    #[test]
    fn of_what_is_far_from_its_object_only_distances_are_known() {
        let far = FAR as i64;
        assert_eq!(computed(BitsOp::Subtract, address_of(far + 8), address_of(far)), bits(64, 8));
        assert_eq!(below(to_object(far), to_object(far + 1)), Ok(true));
        assert_eq!(equal(&address_of(far), &address_of(far)), Ok(true));
        assert!(equal(&address_of(far), &bits(64, 7)).is_err());
        assert!(below(to_object(far), Pointer::NULL).is_err());
        assert!(below(to_object(far), Pointer { base: Base::Dynamic(1), offset: far }).is_err());
        assert_eq!(computed(BitsOp::And, address_of(far), bits(64, 1)), unknown(64).unwrap());
        assert!(unary(UnaryOp::Extract { high: 1, low: 0 }, &address_of(far)).is_err());
    }
}
