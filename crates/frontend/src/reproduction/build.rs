//! Building the program that follows a run.
//!
//! Everything is handed to the compiler through pipes; what it writes goes into a folder that the caller has made and removes.

use std::path::{Path, PathBuf};

use thiserror::Error;

use super::instrument::{self, Lines};
use super::table::{self, Places, Table};
use crate::compiler::{self, Compiler, diagnostics};
use crate::language::Language;

/// The scheduler library.
const SCHEDULER: &str = include_str!("../../reproduction/scheduler.c");

/// What it shares with the table.
const HEADER: &str = include_str!("../../reproduction/schedule.h");

/// How the library names that file.
const INCLUDE: &str = "#include \"schedule.h\"\n";

/// Of the user's flags, those that begin so matter to the linker.
const FOR_LINKER: [&str; 8] = ["-l", "-L", "-Wl,", "-B", "--sysroot", "-m", "-fuse-ld", "-stdlib"];

/// A file of the program.
pub struct Unit {
    /// Where it is, which says what it is written in.
    pub path: PathBuf,
    /// The name that messages about it show.
    pub name: String,
    /// What the compiler has made of it.
    pub text: String,
}

/// Why there is no such program.
#[derive(Debug, Error)]
pub enum Error {
    /// The compiler could not be run, or not in time.
    #[error(transparent)]
    Compiler(#[from] compiler::Error),
    /// What it has written cannot be read.
    #[error(transparent)]
    Text(#[from] crate::error::Error),
    /// It does not take what it gets.
    #[error("{diagnostics}error: {compiler} cannot build {what}")]
    Refused {
        /// The name of the compiler.
        compiler: String,
        /// What was to be built.
        what: &'static str,
        /// What it says.
        diagnostics: String,
    },
}

/// Builds the program; `folder` is for files under way, `is_own` says of a file whether the user has written it.
pub fn build(
    compiler: &Compiler,
    units: &[Unit],
    table: &Table,
    flags: &[String],
    (folder, output): (&Path, &Path),
    is_own: &dyn Fn(&str) -> bool,
    is_over: &dyn Fn() -> bool,
) -> Result<(), Error> {
    let places = Places::of(table);
    let mut lines = Lines::default();
    let mut objects = Vec::new();
    for (index, unit) in units.iter().enumerate() {
        let text = instrument::instrument(&unit.name, &unit.text, &places, &mut lines, is_own)?;
        let object = folder.join(format!("{index}.o"));
        let mut command = compiler.command();
        command.args(["-x", "ir", "-O0", "-w", "-fPIC", "-c", "-o"]).arg(&object).arg("-");
        finish(compiler, &mut command, Some(text), "the program", is_over)?;
        objects.push(object);
    }
    let library = SCHEDULER.replace(INCLUDE, HEADER) + &table::text(table, &places, &lines.texts());
    let object = folder.join("scheduler.o");
    let mut command = compiler.command();
    // Debuggers show where a thread waits in the library as well.
    command.args(["-x", "c", "-std=gnu11", "-O1", "-g", "-w", "-fPIC", "-c", "-o"]).arg(&object).arg("-");
    finish(compiler, &mut command, Some(library), "the scheduler library", is_over)?;
    objects.push(object);
    let mut command = compiler.command();
    command.args(&objects).arg("-o").arg(output).args(["-pthread", "-Qunused-arguments"]);
    command.args(flags.iter().filter(|flag| FOR_LINKER.iter().any(|beginning| flag.starts_with(beginning))));
    if units.iter().any(|unit| Language::of(&unit.path) != Some(Language::C)) {
        command.arg("-lstdc++");
    }
    command.args(["-lm", "-ldl"]);
    finish(compiler, &mut command, None, "the program: its parts cannot be linked", is_over)
}

fn finish(
    compiler: &Compiler,
    command: &mut std::process::Command,
    input: Option<String>,
    what: &'static str,
    is_over: &dyn Fn() -> bool,
) -> Result<(), Error> {
    let output = compiler.run(command, input, is_over)?;
    if output.status.success() {
        return Ok(());
    }
    let diagnostics = diagnostics::shortened(&output.errors);
    Err(Error::Refused { compiler: compiler.name(), what, diagnostics })
}
