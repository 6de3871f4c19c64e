//! Values: literals of expressions, contents of variables in a state, choices in evidence.

use std::collections::BTreeMap;
use std::sync::Arc;

use num_bigint::{BigInt, BigUint};
use num_traits::{One, Zero};

use crate::ids::{ObjectId, ProcId, SortId};
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
}

impl Value {
    /// The integer as a value.
    pub fn int(value: impl Into<BigInt>) -> Value {
        Value::Int(value.into())
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
            | (Value::Int(_), Type::Int)
            | (Value::Pointer(_), Type::Pointer) => true,
            (Value::Bits(bits), Type::Bits(width)) => bits.width() == *width,
            (Value::Element(of, _), Type::Sort(sort)) => of == sort,
            (Value::Map(map), Type::Map(ty)) => map.has_type(ty),
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
    fn a_map_forgets_entries_that_equal_its_default() {
        let zeros = MapValue::constant(Value::int(0));
        let key = || vec![Value::int(3)];
        let changed = zeros.with(key(), Value::int(7));
        assert_eq!(changed.get(&key()), &Value::int(7));
        assert_eq!(changed.with(key(), Value::int(0)), zeros);
    }
}
