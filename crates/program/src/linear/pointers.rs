//! Pointers as numbers.
//!
//! In a program without memory pointers are copied and compared, and nothing else. So it is enough that pointers which differ have
//! different numbers: null and the addresses of static objects and of procedures have one each. What other pointers are, and what is
//! computed of pointers, may be any number, that of a pointer among them.

use crate::value::{Base, Pointer};

/// The number that stands for the pointer, if it has one of its own.
pub fn number(pointer: Pointer) -> Option<i128> {
    if pointer.offset != 0 {
        return None;
    }
    match pointer.base {
        Base::Address => Some(0),
        Base::Static(object) => Some(1 + i128::from(object.0)),
        Base::Procedure(procedure) => Some(-1 - i128::from(procedure.0)),
        Base::Dynamic(_) => None,
    }
}
