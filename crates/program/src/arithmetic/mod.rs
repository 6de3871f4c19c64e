//! Arithmetic on values: what the operators of expressions compute, where that is the same for everybody.
//!
//! What it takes to evaluate an expression — variables, memory, what was not chosen yet — is not here but in `check::semantics`.

pub mod integers;
pub mod forms;
pub mod bits;
pub mod float;
pub mod raw;
pub mod turning;
pub mod machine;

/// Why an operator has no value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Undetermined {
    /// It depends on bits that have no value, which is an error of the program.
    Uninitialised,
    /// It is the difference of pointers into different objects, which is an error of the program.
    DifferentObjects,
    /// Nobody says what it is.
    Unspecified(&'static str),
}
