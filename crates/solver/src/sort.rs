//! Sorts: what a term is.

use std::fmt;
use std::sync::Arc;

/// What a term is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Sort {
    /// A truth value.
    Bool,
    /// A mathematical integer.
    Int,
    /// A rational number.
    Real,
    /// A machine integer of so many bits.
    Bits(u32),
    /// A map from one sort to another, the theory's array. Maps with several keys are maps of maps.
    Map(Arc<(Sort, Sort)>),
}

impl Sort {
    /// The map from keys to values.
    pub fn map(key: Sort, value: Sort) -> Sort {
        Sort::Map(Arc::new((key, value)))
    }
}

/// As SMT-LIB writes it.
impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sort::Bool => f.write_str("Bool"),
            Sort::Int => f.write_str("Int"),
            Sort::Real => f.write_str("Real"),
            Sort::Bits(width) => write!(f, "(_ BitVec {width})"),
            Sort::Map(map) => write!(f, "(Array {} {})", map.0, map.1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorts_are_written_as_in_smt_lib() {
        let map = Sort::map(Sort::Int, Sort::map(Sort::Bits(8), Sort::Bool));
        assert_eq!(map.to_string(), "(Array Int (Array (_ BitVec 8) Bool))");
    }
}
