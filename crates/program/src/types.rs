//! Types of variables and expressions.

use std::fmt;
use std::sync::Arc;

use crate::ids::SortId;

/// The type of a variable or an expression.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Type {
    /// Truth values.
    Bool,
    /// Mathematical integers, without bound.
    Int,
    /// Machine integers of the given width in bits, with wrap-around; signedness is in the operations.
    Bits(u32),
    /// Pointers: an object and an offset into it.
    Pointer,
    /// Elements of a user-declared type: infinitely many, and only equality tells them apart.
    Sort(SortId),
    /// Total maps.
    Map(Arc<MapType>),
}

/// From a tuple of keys to a value.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MapType {
    /// The types of the keys; at least one.
    pub keys: Vec<Type>,
    /// The type of the values.
    pub value: Type,
}

impl Type {
    /// The type of maps from `keys` to `value`.
    pub fn map(keys: Vec<Type>, value: Type) -> Type {
        Type::Map(Arc::new(MapType { keys, value }))
    }

    /// How many values the type has, if they are finitely many and fit in a `u64`.
    pub fn cardinality(&self) -> Option<u64> {
        match self {
            Type::Bool => Some(2),
            Type::Bits(width) if *width < 64 => Some(1 << width),
            Type::Map(map) => {
                let mut exponent: u64 = 1;
                for key in &map.keys {
                    exponent = exponent.checked_mul(key.cardinality()?)?;
                }
                map.value.cardinality()?.checked_pow(u32::try_from(exponent).ok()?)
            }
            Type::Bits(_) | Type::Int | Type::Pointer | Type::Sort(_) => None,
        }
    }
}

/// Boogie's notation, with sorts by number; `text` prints them by name.
impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Bool => f.write_str("bool"),
            Type::Int => f.write_str("int"),
            Type::Bits(width) => write!(f, "bv{width}"),
            Type::Pointer => f.write_str("$pointer"),
            Type::Sort(sort) => write!(f, "{sort:?}"),
            Type::Map(map) => {
                f.write_str("[")?;
                for (position, key) in map.keys.iter().enumerate() {
                    let comma = if position == 0 { "" } else { ", " };
                    write!(f, "{comma}{key}")?;
                }
                write!(f, "]{}", map.value)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finite_types_are_counted() {
        assert_eq!(Type::Bool.cardinality(), Some(2));
        assert_eq!(Type::Bits(8).cardinality(), Some(256));
        assert_eq!(Type::map(vec![Type::Bool], Type::Bits(2)).cardinality(), Some(16));
        assert_eq!(Type::map(vec![Type::Int], Type::Bool).cardinality(), None);
        assert_eq!(Type::Bits(64).cardinality(), None);
    }
}
