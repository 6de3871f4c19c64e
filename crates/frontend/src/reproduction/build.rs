//! Building the program that follows a run, or one with delays.
//!
//! Everything is handed to the compiler through pipes; what it writes goes into a folder that the caller has made and removes.

use std::path::{Path, PathBuf};
use std::process::Command;

use thiserror::Error;

use super::instrument::{self, Lines};
use super::table::{self, Places, Table};
use crate::compiler::{self, Compiler, diagnostics};
use crate::language::Language;

/// The scheduler library.
const SCHEDULER: &str = include_str!("../../reproduction/scheduler.c");

/// The library of programs that are run with delays.
const STRESS: &str = include_str!("../../reproduction/stress.c");

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

/// How a program is built.
pub struct Building<'a> {
    /// By whom.
    pub compiler: &'a Compiler,
    /// Of what.
    pub units: &'a [Unit],
    /// The user's flags.
    pub flags: &'a [String],
    /// For files under way.
    pub folder: &'a Path,
    /// Where the program is put.
    pub output: &'a Path,
    /// Says that there is no time left.
    pub is_over: &'a dyn Fn() -> bool,
}

impl Building<'_> {
    /// Builds the program that follows the run; `is_own` says of a file whether the user has written it.
    pub fn following(&self, table: &Table, is_own: &dyn Fn(&str) -> bool) -> Result<(), Error> {
        let places = Places::of(table);
        let mut lines = Lines::default();
        let instrument = |unit: &Unit| instrument::instrument(&unit.name, &unit.text, &places, &mut lines, is_own);
        let texts = self.units.iter().map(instrument).collect::<Result<Vec<String>, _>>()?;
        let library = SCHEDULER.replace(INCLUDE, HEADER) + &table::text(table, &places, &lines.texts());
        self.link(texts, library)
    }

    /// Builds the program with delays.
    pub fn delayed(&self) -> Result<(), Error> {
        let delay = |unit: &Unit| instrument::delay(&unit.name, &unit.text);
        let texts = self.units.iter().map(delay).collect::<Result<Vec<String>, _>>()?;
        self.link(texts, STRESS.to_owned())
    }

    /// Compiles what the files have become, and the library, and makes a program of them.
    fn link(&self, texts: Vec<String>, library: String) -> Result<(), Error> {
        let mut objects = Vec::new();
        for (index, text) in texts.into_iter().enumerate() {
            let object = self.folder.join(format!("{index}.o"));
            let mut command = self.compiler.command();
            command.args(["-x", "ir", "-O0", "-w", "-fPIC", "-c", "-o"]).arg(&object).arg("-");
            self.finish(&mut command, Some(text), "the program")?;
            objects.push(object);
        }
        let object = self.folder.join("library.o");
        let mut command = self.compiler.command();
        // Debuggers show where a thread waits in the library as well.
        command.args(["-x", "c", "-std=gnu11", "-O1", "-g", "-w", "-fPIC", "-c", "-o"]).arg(&object).arg("-");
        self.finish(&mut command, Some(library), "the scheduler library")?;
        objects.push(object);
        let mut command = self.compiler.command();
        command.args(&objects).arg("-o").arg(self.output).args(["-pthread", "-Qunused-arguments"]);
        let is_for_linker = |flag: &&String| FOR_LINKER.iter().any(|beginning| flag.starts_with(beginning));
        command.args(self.flags.iter().filter(is_for_linker));
        if self.units.iter().any(|unit| Language::of(&unit.path) != Some(Language::C)) {
            command.arg("-lstdc++");
        }
        // Atomic values that no instruction knows are a library's.
        if self.units.iter().any(|unit| unit.text.contains("@__atomic_")) {
            command.arg("-latomic");
        }
        command.args(["-lm", "-ldl"]);
        self.finish(&mut command, None, "the program: its parts cannot be linked")
    }

    fn finish(&self, command: &mut Command, input: Option<String>, what: &'static str) -> Result<(), Error> {
        let output = self.compiler.run(command, input, self.is_over)?;
        if output.status.success() {
            return Ok(());
        }
        let diagnostics = diagnostics::shortened(&output.errors);
        Err(Error::Refused { compiler: self.compiler.name(), what, diagnostics })
    }
}
