//! C and C++: LLVM IR to program.
//!
//! `docs/C.md` says what a C program means here; this folder says the same in code.
//! The modules are listed in reading order: several files as one, types, constants, where things stand in the source,
//! and then functions: which variables need no memory, edges, instructions, calls, the whole program.

pub mod units;
mod names;
mod leaves;
mod constants;
mod session;
mod spans;
mod uses;
pub(crate) mod places;
mod edges;
mod function;
pub(crate) mod operators;
mod instructions;
mod memory;
mod addresses;
mod times;
mod effects;
mod calls;
mod thread_start;
mod exceptions;
mod handlers;
mod standard;
mod thread_locals;
mod own;
mod throwing;
mod intrinsics;
mod formats;
mod output;
mod chosen;
mod chosen_globals;
mod confined;
mod astray;
mod random;
mod ranges;
mod assumptions;
pub(crate) mod verifiers;
mod variadic;
mod sections;
mod shapes;
mod orders;
mod forget;
mod start;
mod prune;
pub mod primitives;
pub mod runtime;

use std::collections::BTreeSet;
use std::path::Path;

use program::program::Program;
use program::span::Span;
use program::validate::validate;

use crate::error::Error;
use crate::llvm;
use crate::llvm::module::Module;
use session::Session;
use units::Units;

/// What the user may choose.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// The function to start at; `main` if none is given.
    pub entry: Option<String>,
    /// Functions without a body that have no effect on any thread and return some value.
    pub assume_pure: Vec<String>,
    /// What the program is called with, after its name.
    pub arguments: Vec<String>,
    /// What becomes of a signed integer that overflows.
    pub overflow: Overflow,
}

/// What becomes of a signed integer that overflows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Overflow {
    /// The run fails.
    #[default]
    Fails,
    /// The program ends: C says nothing of such a run, and whoever asks takes it that there is none.
    Ends,
}

/// The files of a program, as data.
pub struct Sources {
    modules: Vec<Module>,
    /// How many of them are the user's; the others belong to the runtime.
    own: usize,
    present: BTreeSet<runtime::Source>,
}

impl Sources {
    /// Reads the files of LLVM IR, each a name and a text.
    pub fn read(texts: &[(String, String)]) -> Result<Sources, Error> {
        let modules = texts.iter().map(|(name, text)| llvm::parse(name, text)).collect::<Result<Vec<_>, _>>()?;
        Ok(Sources { own: modules.len(), modules, present: BTreeSet::new() })
    }

    /// The files of the runtime that the program needs, as it is now.
    pub fn missing(&self) -> Result<Vec<runtime::Source>, Error> {
        Ok(runtime::missing(&self.units()?, &self.present))
    }

    /// Adds a file of the runtime, in LLVM IR.
    pub fn add(&mut self, source: runtime::Source, text: &str) -> Result<(), Error> {
        self.modules.push(llvm::parse(source.name, text)?);
        self.present.insert(source);
        Ok(())
    }

    fn units(&self) -> Result<Units<'_>, Error> {
        Units::new(&self.modules, self.own).map_err(plain)
    }
}

/// Reads the files as one program; `read_source` finds the sources that they come from.
pub fn lower(
    sources: &Sources,
    read_source: &mut dyn FnMut(&Path) -> Option<String>,
    options: &Options,
) -> Result<Program, Error> {
    let units = sources.units()?;
    let library = primitives::library()?;
    let mut session = Session::new(&units, library, options);
    check_pure(&session, options).map_err(plain)?;
    // What comes first is made last: it must know all that the functions have brought with them.
    let first = start::find(&mut session).map_err(plain)?;
    session.lower_all().map_err(plain)?;
    let start = start::lower(&mut session, first).map_err(plain)?;
    session.lower_all().map_err(plain)?;
    let has_thread_locals = session.has_thread_locals();
    let mut program = prune::prune(session.finish(start, read_source));
    if has_thread_locals {
        program = prune::prune(own::hand_on(program));
    }
    validate(&program).map_err(|invalid| plain(format!("internal error of the front end: {invalid}")))?;
    Ok(program)
}

/// What is assumed of functions makes sense only where nothing is known of them.
fn check_pure(session: &Session<'_>, options: &Options) -> Result<(), String> {
    for pure in &options.assume_pure {
        if !session.units.names(pure) {
            return Err(format!("--assume-pure {pure}: the program calls no function `{pure}`"));
        }
        if session.units.defines(pure) {
            return Err(format!(
                "--assume-pure {pure}: the source of `{pure}` is there, and is followed; this is for functions without one"
            ));
        }
        if session.primitive(pure).is_some() {
            return Err(format!(
                "--assume-pure {pure}: unhang knows what `{pure}` does; this is for functions that it does not know"
            ));
        }
    }
    Ok(())
}

/// Whether the program looks at what it is called with.
pub fn looks_at_arguments(sources: &Sources, options: &Options) -> Result<bool, Error> {
    Ok(start::looks_at_arguments(&sources.units()?, options))
}

fn plain(what: String) -> Error {
    Error::new(Span::NOWHERE, what)
}
