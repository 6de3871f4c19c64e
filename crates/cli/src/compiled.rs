//! Programs in languages that a compiler reads first.

use std::fs;
use std::path::{Path, PathBuf, absolute};

use anyhow::{Result, anyhow};
use engine::budget::Budget;
use frontend::c;
use frontend::compiler::flags::{Request, Warnings};
use frontend::compiler::{self, Compiled, Error, find};
use program::program::Program;

use crate::arguments::Reading;
use crate::sources::{Input, Late, rendered};

/// The program that the files make up, and what the compiler said about them all the same.
///
/// Fails with [`Late`] if the compiler has not ended in time.
pub fn lower(inputs: &[Input], reading: &Reading, warnings: Warnings, budget: &Budget) -> Result<(Program, String)> {
    let compiled = compile(inputs, reading, warnings, budget).map_err(|error| match error {
        Error::Stopped => Late(budget.limits().time).into(),
        error => anyhow!("{error}"),
    })?;
    let said = compiled.iter().map(|one| one.warnings.as_str()).collect();
    let mut texts = texts(inputs, compiled);
    texts.extend(runtime(&texts, reading, budget)?);
    let options = c::Options { entry: reading.entry.clone(), assume_pure: reading.assume_pure.clone() };
    let program = c::lower(texts, &mut |path| source(inputs, path), &options).map_err(|error| rendered(&error))?;
    Ok((program, said))
}

/// What programs call of the C library and is written in C, if the program calls any of it and there is a compiler.
fn runtime(texts: &[(String, String)], reading: &Reading, budget: &Budget) -> Result<Option<(String, String)>> {
    if !c::runtime::is_needed(texts.iter().map(|(_, text)| text.as_str())) {
        return Ok(None);
    }
    let is_over = || budget.is_over();
    let Ok(found) = find::find(reading.compiling.compiler.as_deref(), &programs(find::NAME), &is_over) else {
        return Ok(None);
    };
    match compiler::compile_own(&found, c::runtime::text(), &is_over) {
        Ok(text) => Ok(Some((c::runtime::NAME.to_owned(), text))),
        Err(Error::Stopped) => Err(Late(budget.limits().time).into()),
        Err(error) => Err(anyhow!("{error}")),
    }
}

fn compile(inputs: &[Input], reading: &Reading, warnings: Warnings, budget: &Budget) -> Result<Vec<Compiled>, Error> {
    let files: Vec<PathBuf> =
        inputs.iter().filter(|input| input.language.is_compiled()).map(|input| input.path.clone()).collect();
    if files.is_empty() {
        return Ok(Vec::new());
    }
    let is_over = || budget.is_over();
    let found = find::find(reading.compiling.compiler.as_deref(), &programs(find::NAME), &is_over)?;
    let request = Request { flags: &reading.compiling.flags, warnings };
    compiler::compile(&found, &files, &request, &is_over)
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
    if let Some(text) = c::runtime::source(path) {
        return Some(text.to_owned());
    }
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
