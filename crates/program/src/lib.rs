//! The concurrent program as data: what every front end produces and every engine and the checker consume.
//!
//! A [`Program`](program::Program) is a set of procedures, each a control-flow automaton.
//! Its edges carry guarded atomic commands over typed variables and an addressable memory.
//! Threads run procedures; some start with the program, others are forked on the way.
//! What a command *means* is not written here but in `check::semantics`, the reference.
//!
//! The modules are listed in reading order.
//!
//! ```
//! use program::types::Type;
//! let flags = Type::map(vec![Type::Int], Type::Bool);
//! assert_eq!(flags.to_string(), "[int]bool");
//! ```

pub mod ids;
pub mod types;
pub mod polynomial;
pub mod value;
pub mod bytes;
pub mod arithmetic;
pub mod expr;
pub mod command;
pub mod procedure;
pub mod program;
pub mod property;
pub mod span;
pub mod shape;
pub mod typing;
pub mod validate;
pub mod prepare;
pub mod linear;
pub mod text;

#[cfg(feature = "arbitrary")]
pub mod arbitrary;
