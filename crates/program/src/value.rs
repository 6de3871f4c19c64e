//! Values: literals of expressions, contents of variables in a state, choices in evidence.

use std::collections::BTreeMap;
use std::sync::Arc;

use num_bigint::{BigInt, BigUint};
use num_traits::{One, ToPrimitive, Zero};

use crate::bytes::{Byte, POINTER_BYTES, Turning, whole_pointer};
use crate::ids::{ObjectId, ProcId, SortId};
use crate::polynomial::Polynomial;
use crate::types::{MapType, Type};

/// A value of some [`Type`].
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Value {
    /// An arbitrary value that nobody has looked at yet.
    ///
    /// Variables hold it before their first assignment and after a `havoc` without a chosen value.
    /// It may be overwritten but not read: reading it is a fault, since the outcome would depend on the choice.
    Any,
    /// Of type `bool`.
    Bool(bool),
    /// Of type `int`.
    Int(BigInt),
    /// Of type `bits(n)`.
    Bits(Bits),
    /// Of pointer type.
    Pointer(Pointer),
    /// The element with the given number of a sort.
    Element(SortId, u32),
    /// Of map type.
    Map(Arc<MapValue>),
    /// Of type `bits(n)` or a pointer, with bits that have no value.
    Vague(Arc<Vague>),
    /// Of type `bits(n)` or a pointer: bytes, low ones first, with parts of pointers among them, or of numbers that change each time around.
    ///
    /// The eight bytes of a pointer in their order are this as `bits(64)`, and [`Value::Pointer`] as a pointer.
    Parts(Arc<[Byte]>),
    /// Of type `int`, in terms of parameters, and not the same for all of them: while a cycle is looked at that can be taken for ever
    /// though numbers grow. Programs do not have it, only evidence, and states in which such a cycle is checked.
    Form(Arc<Polynomial>),
}

impl Value {
    /// The integer as a value.
    pub fn int(value: impl Into<BigInt>) -> Value {
        Value::Int(value.into())
    }

    /// The integer that the polynomial is.
    pub fn form(polynomial: Polynomial) -> Value {
        match polynomial.as_constant() {
            Some(number) => Value::Int(number),
            None => Value::Form(Arc::new(polynomial)),
        }
    }

    /// A fixed, ordinary value of the type: false, zero, null, the map of zeros.
    pub fn default_of(ty: &Type) -> Value {
        match ty {
            Type::Bool => Value::Bool(false),
            Type::Int => Value::Int(BigInt::zero()),
            Type::Bits(width) => Value::Bits(Bits::zero(*width)),
            Type::Pointer => Value::Pointer(Pointer::NULL),
            Type::Sort(sort) => Value::Element(*sort, 0),
            Type::Map(map) => Value::Map(Arc::new(MapValue::constant(Value::default_of(&map.value)))),
        }
    }

    /// Whether this is a value of the type; [`Value::Any`] is one of every type.
    pub fn has_type(&self, ty: &Type) -> bool {
        match (self, ty) {
            (Value::Any, _)
            | (Value::Bool(_), Type::Bool)
            | (Value::Int(_) | Value::Form(_), Type::Int)
            | (Value::Pointer(_), Type::Pointer) => true,
            (Value::Bits(bits), Type::Bits(width)) => bits.width() == *width,
            (Value::Element(of, _), Type::Sort(sort)) => of == sort,
            (Value::Map(map), Type::Map(ty)) => map.has_type(ty),
            (Value::Vague(vague), Type::Bits(width)) => vague.bits.width() == *width,
            (Value::Vague(vague), Type::Pointer) => vague.bits.width() == 8 * u32::from(POINTER_BYTES),
            (Value::Parts(bytes), Type::Bits(width)) => 8 * bytes.len() as u64 == u64::from(*width),
            (Value::Parts(bytes), Type::Pointer) => {
                bytes.len() == usize::from(POINTER_BYTES) && whole_pointer(bytes).is_none()
            }
            _ => false,
        }
    }
}

/// A machine integer: a width and a number below two to that width.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Bits {
    width: u32,
    value: BigUint,
}

impl Bits {
    /// Zero of the given width.
    pub fn zero(width: u32) -> Bits {
        Bits { width, value: BigUint::zero() }
    }

    /// The low `width` bits of the two's complement of `value`.
    pub fn wrap(width: u32, value: &BigInt) -> Bits {
        // Most fit into a register, of which the low bits are what is wanted.
        if width <= 64
            && let Some(small) = value.to_i128()
        {
            let mask = (1_u128 << width) - 1;
            return Bits { width, value: BigUint::from(small as u128 & mask) };
        }
        let modulus = BigInt::one() << width;
        let remainder = ((value % &modulus) + &modulus) % &modulus;
        let value = remainder.to_biguint().expect("a remainder made non-negative");
        Bits { width, value }
    }

    /// How many bits.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Read as an unsigned number.
    pub fn unsigned(&self) -> &BigUint {
        &self.value
    }

    /// Read as a number in two's complement.
    pub fn signed(&self) -> BigInt {
        let unsigned = BigInt::from(self.value.clone());
        let negative = self.width > 0 && self.value.bit(u64::from(self.width) - 1);
        if negative { unsigned - (BigInt::one() << self.width) } else { unsigned }
    }
}

/// A machine integer with bits that have no value.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Vague {
    /// The bits that have a value; the others are zero here.
    pub bits: Bits,
    /// Which bits have no value: at least one.
    pub undefined: BigUint,
}

impl Value {
    /// The machine integer with the bits in `undefined` deprived of their values.
    pub fn vague(bits: Bits, undefined: BigUint) -> Value {
        let width = bits.width();
        let all = (BigUint::one() << width) - 1u32;
        let undefined = undefined & &all;
        if undefined.is_zero() {
            return Value::Bits(bits);
        }
        let value = bits.unsigned() & (&all ^ &undefined);
        Value::Vague(Arc::new(Vague { bits: Bits { width, value }, undefined }))
    }

    /// A value of `bits(width)`, or of a pointer, of which no bit has a value.
    pub fn undefined(width: u32) -> Value {
        Value::vague(Bits::zero(width), (BigUint::one() << width) - 1u32)
    }

    /// The value of the type, a machine integer or a pointer, whose bytes these are.
    pub fn of_bytes(bytes: &[Byte], ty: &Type) -> Value {
        let width = 8 * bytes.len() as u32;
        let (mut data, mut undefined) = (Vec::with_capacity(bytes.len()), Vec::with_capacity(bytes.len()));
        for byte in bytes {
            let (value, unknown) = match *byte {
                Byte::Data(value) => (value, 0),
                Byte::Vague { value, undefined } => (value, undefined),
                Byte::PointerPart(..) => {
                    return match whole_pointer(bytes) {
                        Some(pointer) if *ty == Type::Pointer => Value::Pointer(pointer),
                        _ => Value::Parts(bytes.into()),
                    };
                }
                Byte::TurningPart(..) => return Value::Parts(bytes.into()),
            };
            data.push(value);
            undefined.push(unknown);
        }
        let bits = Bits { width, value: BigUint::from_bytes_le(&data) };
        match Value::vague(bits, BigUint::from_bytes_le(&undefined)) {
            Value::Bits(bits) if *ty == Type::Pointer => Value::Pointer(Pointer::to_address(&bits)),
            value => value,
        }
    }

    /// The machine integer that changes each time around, or the one that it is all the time.
    pub fn turning(turning: Turning) -> Value {
        if turning.by() == 0 {
            return Value::Bits(Bits::wrap(8 * u32::from(turning.bytes()), &BigInt::from(turning.first())));
        }
        Value::Parts((0..turning.bytes()).map(|position| Byte::TurningPart(turning, position)).collect())
    }

    /// Whether it is a machine integer, or something like it, that is not the same each time around.
    pub fn turns(&self) -> bool {
        matches!(self, Value::Parts(bytes) if bytes.iter().any(|byte| matches!(byte, Byte::TurningPart(..))))
    }

    /// The bytes of a machine integer of whole bytes, or of a pointer; nothing for other values.
    pub fn to_bytes(&self) -> Option<Vec<Byte>> {
        let plain = |bits: &Bits, undefined: &BigUint| {
            let count = (bits.width / 8) as usize;
            let (mut data, mut undefined) = (bits.value.to_bytes_le(), undefined.to_bytes_le());
            data.resize(count, 0);
            undefined.resize(count, 0);
            let byte = |(value, undefined): (u8, u8)| match undefined {
                0 => Byte::Data(value),
                _ => Byte::Vague { value, undefined },
            };
            data.into_iter().zip(undefined).map(byte).collect()
        };
        match self {
            Value::Bits(bits) => Some(plain(bits, &BigUint::zero())),
            Value::Vague(vague) => Some(plain(&vague.bits, &vague.undefined)),
            Value::Parts(bytes) => Some(bytes.to_vec()),
            Value::Pointer(Pointer { base: Base::Address, offset }) => {
                Some(offset.to_le_bytes().into_iter().map(Byte::Data).collect())
            }
            Value::Pointer(pointer) => Some(Byte::of_pointer(*pointer).to_vec()),
            Value::Any | Value::Bool(_) | Value::Int(_) | Value::Form(_) | Value::Element(..) | Value::Map(_) => None,
        }
    }
}

/// Where a pointer points: what it is based on, and how many bytes from its start.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Pointer {
    /// The object, if any, that the pointer may be used to reach: its provenance.
    pub base: Base,
    /// The distance in bytes from the start of the base; for [`Base::Address`] the address itself.
    pub offset: i64,
}

impl Pointer {
    /// The null pointer.
    pub const NULL: Pointer = Pointer { base: Base::Address, offset: 0 };

    /// The pointer to a number.
    pub fn to_address(number: &Bits) -> Pointer {
        let offset = number.value.iter_u64_digits().next().unwrap_or(0) as i64;
        Pointer { base: Base::Address, offset }
    }
}

/// What a pointer is based on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Base {
    /// Nothing: a number made into a pointer, null among them. It cannot be dereferenced.
    Address,
    /// An object that exists from the start of the program.
    Static(ObjectId),
    /// An object allocated on the way, by its number in the state.
    ///
    /// The number carries no meaning: two states that differ only in it are the same state.
    Dynamic(u32),
    /// A procedure: a function pointer.
    Procedure(ProcId),
}

/// A total map with finitely many exceptions from its default.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MapValue {
    default: Value,
    /// No entry equals the default, so that equal contents over infinite keys look equal.
    entries: BTreeMap<Vec<Value>, Value>,
}

impl MapValue {
    /// The map that has the same value everywhere.
    pub fn constant(default: Value) -> MapValue {
        MapValue { default, entries: BTreeMap::new() }
    }

    /// The value that all keys without an entry have.
    pub fn default_value(&self) -> &Value {
        &self.default
    }

    /// The exceptions from the default, in the order of their keys.
    pub fn entries(&self) -> impl Iterator<Item = (&[Value], &Value)> {
        self.entries.iter().map(|(keys, value)| (keys.as_slice(), value))
    }

    /// The value at the keys.
    pub fn get(&self, keys: &[Value]) -> &Value {
        self.entries.get(keys).unwrap_or(&self.default)
    }

    /// The map that differs from this one at `keys` only.
    pub fn with(&self, keys: Vec<Value>, value: Value) -> MapValue {
        let mut changed = self.clone();
        if value == changed.default {
            changed.entries.remove(&keys);
        } else {
            changed.entries.insert(keys, value);
        }
        changed
    }

    fn has_type(&self, ty: &MapType) -> bool {
        let fits = |keys: &[Value], value: &Value| {
            keys.len() == ty.keys.len()
                && keys.iter().zip(&ty.keys).all(|(key, ty)| key.has_type(ty))
                && value.has_type(&ty.value)
        };
        self.default.has_type(&ty.value) && self.entries().all(|(keys, value)| fits(keys, value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_wrap_around_and_read_back_with_a_sign() {
        let minus_one = Bits::wrap(8, &BigInt::from(-1));
        assert_eq!(minus_one.unsigned(), &BigUint::from(255u32));
        assert_eq!(minus_one.signed(), BigInt::from(-1));
        assert_eq!(Bits::wrap(8, &BigInt::from(256)), Bits::zero(8));
        assert_eq!(Bits::wrap(8, &BigInt::from(127)).signed(), BigInt::from(127));
    }

    #[test]
    fn values_and_their_bytes() {
        let pointer = Pointer { base: Base::Static(ObjectId(1)), offset: 4 };
        let parts = Byte::of_pointer(pointer);
        let bits = |number: i64| Value::Bits(Bits::wrap(64, &number.into()));
        let there_and_back = |value: &Value, ty: &Type| Value::of_bytes(&value.to_bytes().unwrap(), ty);
        for value in [bits(0), bits(-2), Value::undefined(64), Value::Parts(parts.into())] {
            assert!(value.has_type(&Type::Bits(64)));
            assert_eq!(there_and_back(&value, &Type::Bits(64)), value);
        }
        let odd = Value::Parts([&parts[4..], &parts[..4]].concat().into());
        for value in [Value::Pointer(pointer), Value::Pointer(Pointer::NULL), Value::undefined(64), odd] {
            assert!(value.has_type(&Type::Pointer));
            assert_eq!(there_and_back(&value, &Type::Pointer), value);
        }
        assert_eq!(there_and_back(&Value::Pointer(Pointer::NULL), &Type::Bits(64)), bits(0));
        assert_eq!(there_and_back(&bits(-1), &Type::Pointer), Value::Pointer(Pointer { offset: -1, ..Pointer::NULL }));
    }

    #[test]
    fn a_map_forgets_entries_that_equal_its_default() {
        let zeros = MapValue::constant(Value::int(0));
        let key = || vec![Value::int(3)];
        let changed = zeros.with(key(), Value::int(7));
        assert_eq!(changed.get(&key()), &Value::int(7));
        assert_eq!(changed.with(key(), Value::int(0)), zeros);
    }
}
