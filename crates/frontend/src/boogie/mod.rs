//! Boogie: text to program.
//!
//! `docs/LANGUAGE.md` says what the language means; this folder says the same in code.
//! The modules are listed in reading order: text to tokens, tokens to syntax trees, names and types,
//! expressions, statements, procedures, the whole program.

mod token;
mod lexer;
mod reals;
mod ast;
mod parse;
mod types;
mod declarations;
mod call_graph;
mod session;
mod typed;
mod expressions;
mod operators;
mod functions;
mod builtins;
mod intrinsics;
mod quantifiers;
mod fold;
mod unexecutable;
mod constants;
mod graph;
mod components;
mod builder;
mod labels;
mod statements;
mod assignments;
mod contract;
mod calls;
mod threads;
mod par_number;
mod atomic;
mod expand;
mod eliminate;
mod leading;
mod procedures;
mod liveness;
mod entry;
mod first_step;
pub(crate) mod rename;
mod whole;
mod lowered;

use program::ids::FileId;
use program::program::Program;
use program::span::{SourceFile, Span};
use program::validate::{Invalid, validate, validate_parts};

use crate::error::{Error, Result};

/// What the user may choose.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// The procedure to start at; by default it is found as `docs/LANGUAGE.md` says.
    pub entry: Option<String>,
}

/// Reads the files as one program.
pub fn lower(files: Vec<SourceFile>, options: &Options) -> std::result::Result<Program, Error> {
    match lower_files(&files, options) {
        Ok(program) => Ok(Program { files, ..program }),
        Err(error) => Err(Error { files, ..error }),
    }
}

/// Reads the files as procedures for another program to call: it has all that have a body, and none starts.
///
/// Global variables have no values before somebody assigns them.
pub fn library(files: Vec<SourceFile>) -> std::result::Result<Program, Error> {
    match library_files(&files) {
        Ok(program) => Ok(Program { files, ..program }),
        Err(error) => Err(Error { files, ..error }),
    }
}

fn lower_files(files: &[SourceFile], options: &Options) -> Result<Program> {
    let (parsed, real) = parse_files(files)?;
    let mut program = whole::lower(&parsed, options)?;
    if let Some(real) = real {
        reals::mark(&mut program, real);
    }
    match validate(&program) {
        Ok(()) => Ok(program),
        // A program that was printed may have been changed by hand; any other is our own doing.
        Err(invalid) if lowered::header(&parsed).is_some() => {
            Err(Error::new(Span::NOWHERE, format!("this lowered program is not valid: {invalid}")))
        }
        Err(invalid) => Err(our_own_doing(&invalid)),
    }
}

fn library_files(files: &[SourceFile]) -> Result<Program> {
    let program = whole::library(&parse_files(files)?.0)?;
    validate_parts(&program).map_err(|invalid| our_own_doing(&invalid))?;
    Ok(program)
}

/// The declarations of all files, and where the first real number is.
fn parse_files(files: &[SourceFile]) -> Result<(Vec<ast::Declaration>, Option<Span>)> {
    let mut tokens = Vec::new();
    for (index, file) in files.iter().enumerate() {
        tokens.push(lexer::tokens(FileId::new(index), &file.text)?);
    }
    let real = reals::as_integers(&mut tokens)?;
    let mut parsed = Vec::new();
    for tokens in &tokens {
        parsed.extend(parse::declarations(tokens)?);
    }
    Ok((parsed, real))
}

fn our_own_doing(invalid: &Invalid) -> Error {
    Error::new(Span::NOWHERE, format!("internal error of the front end: {invalid}"))
}
