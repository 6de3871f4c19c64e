//! Programs in languages that a compiler reads first.

use std::fs;
use std::path::{Path, PathBuf, absolute};

use anyhow::{Result, anyhow};
use engine::budget::Budget;
use frontend::c::{self, Overflow};
use frontend::compiler::flags::{Request, Warnings};
use frontend::compiler::{self, Compiled, Compiler, Error, find};
use frontend::reproduction::build::Unit;
use program::program::Program;

use crate::arguments::{Compiling, Reading};
use crate::sources::{Input, Late, rendered};

/// What the compiler has made of the files of a program.
pub struct Translated {
    /// LLVM IR of all files, in order, and of what they need of the runtime.
    sources: c::Sources,
    /// What it said about them all the same.
    pub warnings: String,
}

/// Has the files compiled.
///
/// Fails with [`Late`] if the compiler has not ended in time.
pub fn translate(inputs: &[Input], reading: &Reading, warnings: Warnings, budget: &Budget) -> Result<Translated> {
    let said_why = |error: Error| said_why(error, budget);
    let is_over = || budget.is_over();
    let compiler = find::find(reading.compiling.compiler.as_deref(), &programs(find::NAME), &is_over);
    let compiled = compile(&compiler, inputs, &reading.compiling, warnings, budget)?;
    let warnings = compiled.iter().map(|one| one.warnings.as_str()).collect();
    let mut sources = c::Sources::read(&texts(inputs, compiled)).map_err(|error| rendered(&error))?;
    // Files that need no compiler are read without one: what the runtime would have brought is not known then.
    if let Ok(compiler) = compiler {
        complete(&mut sources, &mut |missing| {
            compiler::compile_runtime(&compiler, missing, &is_over).map_err(said_why)
        })?;
    }
    Ok(Translated { sources, warnings })
}

/// A compiler, and what it makes of each of the files, with the names that messages about them show.
pub fn units(inputs: &[Input], compiling: &Compiling, budget: &Budget) -> Result<(Compiler, Vec<Unit>)> {
    let compiler = find::find(compiling.compiler.as_deref(), &programs(find::NAME), &|| budget.is_over());
    let compiled = compile(&compiler, inputs, compiling, Warnings::Hidden, budget)?;
    let compiler = compiler.map_err(|error| said_why(error, budget))?;
    let unit = |((name, text), input): ((String, String), &Input)| Unit { path: input.path.clone(), name, text };
    Ok((compiler, texts(inputs, compiled).into_iter().zip(inputs).map(unit).collect()))
}

fn compile(
    compiler: &Result<Compiler, Error>,
    inputs: &[Input],
    compiling: &Compiling,
    warnings: Warnings,
    budget: &Budget,
) -> Result<Vec<Compiled>> {
    let files: Vec<PathBuf> =
        inputs.iter().filter(|input| input.language.is_compiled()).map(|input| input.path.clone()).collect();
    match (compiler, files.is_empty()) {
        (_, true) => Ok(Vec::new()),
        (Ok(compiler), false) => {
            let request = Request { flags: &compiling.flags, warnings };
            compiler::compile(compiler, &files, &request, &|| budget.is_over()).map_err(|error| said_why(error, budget))
        }
        (Err(error), false) => Err(said_why(error.clone(), budget)),
    }
}

fn said_why(error: Error, budget: &Budget) -> anyhow::Error {
    match error {
        Error::Stopped => Late(budget.limits().time).into(),
        error => anyhow!("{error}"),
    }
}

/// The program that the files make up.
pub fn lower(translated: &Translated, inputs: &[Input], reading: &Reading) -> Result<Program> {
    c::lower(&translated.sources, &mut |path| source(inputs, path), &options(reading)).map_err(|error| rendered(&error))
}

/// Whether the program looks at its arguments, and is given none.
pub fn misses_arguments(translated: &Translated, reading: &Reading) -> bool {
    reading.arguments.is_empty() && c::looks_at_arguments(&translated.sources, &options(reading)).unwrap_or(false)
}

fn options(reading: &Reading) -> c::Options {
    let Reading { entry, assume_pure, assume_no_overflow, arguments, .. } = reading;
    c::Options {
        entry: entry.clone(),
        assume_pure: assume_pure.clone(),
        arguments: arguments.clone(),
        overflow: if *assume_no_overflow { Overflow::Ends } else { Overflow::Fails },
    }
}

/// Adds what the program needs of the runtime, and what that needs in turn.
fn complete(
    sources: &mut c::Sources,
    compile: &mut dyn FnMut(&[c::runtime::Source]) -> Result<Vec<Compiled>>,
) -> Result<()> {
    loop {
        let missing = sources.missing().map_err(|error| rendered(&error))?;
        if missing.is_empty() {
            return Ok(());
        }
        for (source, compiled) in missing.iter().zip(compile(&missing)?) {
            sources.add(*source, &compiled.text).map_err(|error| rendered(&error))?;
        }
    }
}

/// The texts of all files, in order, with the names that messages about them show.
fn texts(inputs: &[Input], compiled: Vec<Compiled>) -> Vec<(String, String)> {
    let mut compiled = compiled.into_iter();
    let text = |input: &Input| match input.language.is_compiled() {
        true => (format!("LLVM IR of {}", input.file.name), compiled.next().map_or(String::new(), |one| one.text)),
        false => (input.file.name.clone(), input.file.text.to_string()),
    };
    inputs.iter().map(text).collect()
}

/// The text of a source file, for reports. What was read already is not read again: it may have changed.
fn source(inputs: &[Input], path: &Path) -> Option<String> {
    // Debug information may name it from the root.
    let is_meant = |input: &&Input| input.path == path || absolute(&input.path).is_ok_and(|whole| whole == path);
    match inputs.iter().find(is_meant) {
        Some(input) => Some(input.file.text.to_string()),
        None => fs::read(path).ok().map(|bytes| String::from_utf8_lossy(&bytes).into_owned()),
    }
}

/// The programs on the path whose names begin like this.
fn programs(beginning: &str) -> Vec<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    // An empty folder in the list would be the current one, in which a program could lie that somebody else put there.
    let folders = std::env::split_paths(&path).filter(|folder| !folder.as_os_str().is_empty());
    folders.flat_map(|folder| programs_in(&folder, beginning)).collect()
}

fn programs_in(folder: &Path, beginning: &str) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let is_wanted = |path: &PathBuf| {
        path.file_name().and_then(|name| name.to_str()).is_some_and(|name| name.starts_with(beginning))
            && path.is_file()
    };
    let mut found: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).filter(is_wanted).collect();
    found.sort();
    found
}
