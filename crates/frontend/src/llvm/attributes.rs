//! Attributes of functions, parameters, results and calls, as data.
//!
//! They are kept as words, known or not: newer compilers add some.
//! Those that carry a type carry it as data.

use std::sync::Arc;

use crate::llvm::types::Type;

/// An attribute.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Attribute {
    /// As written: `noreturn`, `align 8`, `dereferenceable(8)`; `"key"="value"` loses its quotes.
    Word(Arc<str>),
    /// `byval(T)`, `sret(T)`, `byref(T)`, `inalloca(T)`, `preallocated(T)`, `elementtype(T)`.
    Typed(Arc<str>, Type),
}

/// Whether the attribute with this word is there.
pub fn has(attributes: &[Attribute], word: &str) -> bool {
    attributes.iter().any(|attribute| match attribute {
        Attribute::Word(found) | Attribute::Typed(found, _) => &**found == word,
    })
}

/// The type that the attribute with this name carries.
pub fn type_of<'a>(attributes: &'a [Attribute], name: &str) -> Option<&'a Type> {
    attributes.iter().find_map(|attribute| match attribute {
        Attribute::Typed(found, ty) if &**found == name => Some(ty),
        _ => None,
    })
}

/// The alignment in bytes that `align N` states.
pub fn alignment(attributes: &[Attribute]) -> Option<u64> {
    attributes.iter().find_map(|attribute| match attribute {
        Attribute::Word(word) => word.strip_prefix("align ")?.parse().ok(),
        Attribute::Typed(..) => None,
    })
}
