//! Clang, which turns C and C++ into LLVM IR: how it is found, what it is told, and how it is run.
//!
//! It is started without a shell, reads nothing but the files and the headers that they name, and writes to a pipe:
//! nothing is left behind. The clock and the environment belong to the caller, who says which programs there are and when to stop.

pub(crate) mod diagnostics;
pub mod find;
pub mod flags;
pub(crate) mod run;

use std::num::NonZero;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use thiserror::Error;

use self::find::OLDEST;
use self::flags::Request;
use crate::c::runtime::Source;

/// The header with which users mark sections of their own.
pub const HEADER: &str = include_str!("../../include/unhang.h");

/// The name of that header.
pub const HEADER_NAME: &str = "unhang.h";

/// A clang that is recent enough.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Compiler {
    path: PathBuf,
}

impl Compiler {
    /// A command that runs it.
    pub(crate) fn command(&self) -> Command {
        Command::new(&self.path)
    }

    /// What the command writes; it reads the text that is given.
    pub(crate) fn run(
        &self,
        command: &mut Command,
        input: Option<String>,
        is_over: &dyn Fn() -> bool,
    ) -> Result<run::Output, Error> {
        run::run(command, &self.path, input, is_over)
    }

    /// The last part of its path.
    pub(crate) fn name(&self) -> String {
        self.path.file_name().unwrap_or(self.path.as_os_str()).to_string_lossy().into_owned()
    }
}

/// What came of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Compiled {
    /// LLVM IR.
    pub text: String,
    /// What the compiler said all the same.
    pub warnings: String,
}

/// Why there is no LLVM IR.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Error {
    /// Nothing that could be clang was found.
    #[error(
        "error: C and C++ need clang, version {OLDEST} or later, and there is none on the PATH; \
         install it (sudo apt-get install clang), or say where it is with --clang PATH"
    )]
    Missing,
    /// It could not be run.
    #[error("{}: error: cannot be started: {why}", .path.display())]
    NotStarted {
        /// What was to be run.
        path: PathBuf,
        /// What the system says.
        why: String,
    },
    /// It is something else.
    #[error("{}: error: this is not clang: it calls itself `{says}`", .path.display())]
    Another {
        /// What was run.
        path: PathBuf,
        /// The beginning of what it says about itself.
        says: String,
    },
    /// It is too old.
    #[error(
        "{}: error: this is clang {version}, and C and C++ need version {OLDEST} or later; \
         install one (sudo apt-get install clang), or say where one is with --clang PATH", .path.display()
    )]
    Old {
        /// What was found.
        path: PathBuf,
        /// Its version.
        version: String,
    },
    /// It is told to add what unhang does not know.
    #[error("error: the flag {flag} has code added to the program that unhang knows nothing of; leave it out")]
    Instrumented {
        /// The flag.
        flag: String,
    },
    /// It does not accept some of the files.
    #[error(
        "{diagnostics}error: {compiler} does not compile {files}; \
         flags for it, such as -I FOLDER or -std=c++20, go after `--`"
    )]
    Refused {
        /// The name of the compiler.
        compiler: String,
        /// What it says, with the end of its last line.
        diagnostics: String,
        /// The names of the files.
        files: String,
    },
    /// It wrote something that is not LLVM IR.
    #[error(
        "error: {compiler} wrote no LLVM IR for {file}; \
         flags after `--` that change what it writes, such as -E, are of no use here"
    )]
    NoIr {
        /// The name of the compiler.
        compiler: String,
        /// The name of the file.
        file: String,
    },
    /// The time was over.
    #[error("the compiler was stopped")]
    Stopped,
}

/// LLVM IR for each of the files, in their order. Several files are compiled at a time.
pub fn compile(
    compiler: &Compiler,
    files: &[PathBuf],
    request: &Request<'_>,
    is_over: &(dyn Fn() -> bool + Sync),
) -> Result<Vec<Compiled>, Error> {
    if let Some(flag) = flags::instrumenting(request.flags) {
        return Err(Error::Instrumented { flag: flag.to_owned() });
    }
    let one = |file: &PathBuf| {
        let mut command = Command::new(&compiler.path);
        command.args(flags::of(file, request));
        compile_one(compiler, &mut command, &file.display().to_string(), None, is_over)
    };
    compile_all(compiler, files, &one)
}

/// LLVM IR for each of the files of the runtime, in their order.
pub fn compile_runtime(
    compiler: &Compiler,
    sources: &[Source],
    is_over: &(dyn Fn() -> bool + Sync),
) -> Result<Vec<Compiled>, Error> {
    let one = |source: &Source| {
        let mut command = Command::new(&compiler.path);
        command.args(flags::of_runtime(source.language()));
        compile_one(compiler, &mut command, source.name, Some(source.input()), is_over)
    };
    compile_all(compiler, sources, &one)
}

fn compile_all<T: Sync>(
    compiler: &Compiler,
    files: &[T],
    one: &(dyn Fn(&T) -> Result<Compiled, Error> + Sync),
) -> Result<Vec<Compiled>, Error> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(vec![None; files.len()]);
    let work = || {
        while let Some((position, file)) = take(&next, files) {
            let result = one(file);
            results.lock().expect("nobody panics while holding the list")[position] = Some(result);
        }
    };
    let processors = std::thread::available_parallelism().map_or(1, NonZero::get);
    std::thread::scope(|scope| (0..processors.min(files.len())).for_each(|_| drop(scope.spawn(work))));
    let results = results.into_inner().expect("nobody panics while holding the list");
    together(compiler, results.into_iter().map(|result| result.expect("every file was taken")).collect())
}

fn take<'a, T>(next: &AtomicUsize, files: &'a [T]) -> Option<(usize, &'a T)> {
    let position = next.fetch_add(1, Ordering::Relaxed);
    Some((position, files.get(position)?))
}

fn compile_one(
    compiler: &Compiler,
    command: &mut Command,
    name: &str,
    input: Option<String>,
    is_over: &dyn Fn() -> bool,
) -> Result<Compiled, Error> {
    let path = &compiler.path;
    let output = run::run(command, path, input, is_over)?;
    let mut diagnostics = output.errors;
    if !output.status.success() {
        if output.status.code().is_none() {
            diagnostics.push_str(&format!("{}: {}\n", path.display(), output.status));
        }
        let diagnostics = diagnostics::shortened(&diagnostics);
        return Err(Error::Refused { compiler: compiler.name(), diagnostics, files: name.to_owned() });
    }
    // Whatever was asked for, every file of LLVM IR that clang writes has this line.
    if !output.text.lines().take(10).any(|line| line.starts_with("source_filename = ")) {
        return Err(Error::NoIr { compiler: compiler.name(), file: name.to_owned() });
    }
    Ok(Compiled { text: output.text, warnings: diagnostics })
}

/// All results, or all that is to be said about those files which are refused.
fn together(compiler: &Compiler, results: Vec<Result<Compiled, Error>>) -> Result<Vec<Compiled>, Error> {
    let mut compiled = Vec::new();
    let (mut said, mut names) = (String::new(), Vec::new());
    for result in results {
        match result {
            Ok(one) => compiled.push(one),
            Err(Error::Refused { diagnostics, files, .. }) => {
                said.push_str(&diagnostics);
                names.push(files);
            }
            Err(other) => return Err(other),
        }
    }
    match names.is_empty() {
        true => Ok(compiled),
        false => Err(Error::Refused { compiler: compiler.name(), diagnostics: said, files: names.join(", ") }),
    }
}
