//! C and C++: LLVM IR to program.
//!
//! `docs/C.md` says what a C program means here; this folder says the same in code.
//! The modules are listed in reading order: several files as one, types, constants, where things stand in the source,
//! and then functions: which variables need no memory, edges, instructions, calls, the whole program.

pub mod units;
mod leaves;
mod constants;
mod session;
mod spans;
mod uses;
mod places;
mod edges;
mod function;
mod operators;
mod instructions;
mod memory;
mod calls;
mod exceptions;
mod standard;
mod thread_locals;
mod intrinsics;
mod output;
mod chosen;
mod confined;
mod random;
mod verifiers;
mod variadic;
mod sections;
mod forget;
mod start;
mod prune;
pub mod primitives;
pub mod runtime;

use std::path::Path;

use program::program::Program;
use program::span::Span;
use program::validate::validate;

use crate::error::Error;
use crate::llvm;
use session::Session;
use units::Units;

/// What the user may choose.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// The function to start at; `main` if none is given.
    pub entry: Option<String>,
    /// Functions without a body that have no effect on any thread and return some value.
    pub assume_pure: Vec<String>,
}

/// Reads the files of LLVM IR, each a name and a text, as one program; `read_source` finds the sources that they come from.
pub fn lower(
    texts: Vec<(String, String)>,
    read_source: &mut dyn FnMut(&Path) -> Option<String>,
    options: &Options,
) -> Result<Program, Error> {
    let mut modules = Vec::new();
    for (name, text) in &texts {
        modules.push(llvm::parse(name, text)?);
    }
    let units = Units::new(&modules).map_err(plain)?;
    let library = primitives::library()?;
    let mut session = Session::new(&units, library, options);
    // What comes first is made last: it must know all that the functions have brought with them.
    let first = start::find(&mut session).map_err(plain)?;
    session.lower_all().map_err(plain)?;
    let start = start::lower(&mut session, first).map_err(plain)?;
    session.lower_all().map_err(plain)?;
    let program = prune::prune(session.finish(start, read_source));
    validate(&program).map_err(|invalid| plain(format!("internal error of the front end: {invalid}")))?;
    Ok(program)
}

fn plain(what: String) -> Error {
    Error::new(Span::NOWHERE, what)
}
