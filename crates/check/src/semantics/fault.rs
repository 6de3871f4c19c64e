//! Why an expression has no value, or an action no outcome.

use program::arithmetic::Undetermined;
use thiserror::Error;

/// Why an expression has no value, or an action no outcome.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Fault {
    /// The program does something wrong: the run ends here with an error.
    #[error("{0}")]
    Failure(Failure),
    /// The outcome depends on an arbitrary value that has not been chosen.
    #[error("`{variable}` has no definite value")]
    Unchosen {
        /// What was looked at.
        variable: String,
    },
    /// What happens here is not modelled.
    #[error("{what}")]
    Unsupported {
        /// What is not modelled.
        what: String,
    },
    /// The language does not say what the value is.
    #[error("{what} has no specified value")]
    Unspecified {
        /// What was asked for.
        what: String,
    },
}

/// What a program does wrong.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Failure {
    /// An assertion does not hold.
    #[error("assertion fails")]
    Assertion,
    /// Something goes wrong of which the program has its own name.
    #[error("{0}")]
    Named(String),
    /// A memory access or a release goes wrong.
    #[error("{0}")]
    Memory(MemoryError),
    /// A section is left that the thread has not entered.
    #[error("a section is left that was not entered")]
    SectionNotOpen,
    /// An atomic block is ended that was not begun.
    #[error("an atomic block is ended that was not begun")]
    NotAtomic,
    /// A call or a fork through a pointer that does not point to a fitting procedure.
    #[error("the pointer does not point to a procedure that fits the call")]
    BadCallee,
}

/// What goes wrong with memory.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MemoryError {
    /// Through a null pointer or a number.
    #[error("access through a pointer to no object")]
    NoObject,
    /// To an object whose life has ended.
    #[error("access to an object whose life has ended")]
    Dangling,
    /// Outside the bounds of the object.
    #[error("access outside the bounds of the object")]
    OutOfBounds,
    /// To bytes that were never written.
    #[error("use of an uninitialised value")]
    Uninitialised,
    /// A write to a constant object.
    #[error("write to a constant object")]
    Constant,
    /// A release of what is not the start of a living heap object.
    #[error("release of a pointer that is not the start of a living heap object")]
    BadFree,
    /// A release of a heap object whose life has ended.
    #[error("release of an object whose life has ended")]
    FreedTwice,
    /// Pointers into different objects subtracted.
    #[error("difference of pointers into different objects")]
    DifferentObjects,
}

impl From<Failure> for Fault {
    fn from(failure: Failure) -> Fault {
        Fault::Failure(failure)
    }
}

impl From<Undetermined> for Fault {
    fn from(why: Undetermined) -> Fault {
        match why {
            Undetermined::Uninitialised => MemoryError::Uninitialised.into(),
            Undetermined::DifferentObjects => MemoryError::DifferentObjects.into(),
            Undetermined::Unspecified(what) => Fault::Unspecified { what: what.to_owned() },
        }
    }
}

impl From<MemoryError> for Fault {
    fn from(error: MemoryError) -> Fault {
        Fault::Failure(Failure::Memory(error))
    }
}
