//! Source files, read and lowered.

use std::error::Error;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Result, anyhow, bail};
use engine::budget::Budget;
use evidence::format;
use frontend::boogie;
use portfolio::Missed;
use program::program::{EndRule, Program};
use program::span::SourceFile;
use program::text::number;

/// Endings of languages that unhang does not read yet.
const NOT_YET: &[&str] = &["c", "h", "cc", "cpp", "cxx", "hpp", "i", "ll", "rs"];

/// The files were not read and lowered in time.
#[derive(Debug)]
pub struct Late(Duration);

impl fmt::Display for Late {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "UNKNOWN: the time of {} s was used up before the program was read [UH-TIME]", self.0.as_secs_f64())
    }
}

impl Error for Late {}

/// The program that the files make up.
pub fn lower(paths: &[PathBuf], entry: Option<&str>) -> Result<Program> {
    lower_files(read_all(paths)?, entry)
}

/// The program that the files make up; fails with [`Late`] if that takes longer than the budget allows.
pub fn lower_in_time(paths: &[PathBuf], entry: Option<&str>, budget: &Budget) -> Result<Program> {
    let (paths, entry) = (paths.to_vec(), entry.map(str::to_owned));
    in_time(budget, move || lower(&paths, entry.as_deref()))
}

/// The result of the work; fails with [`Late`] if it takes longer than the budget allows.
pub fn in_time<T: Send + 'static>(budget: &Budget, work: impl FnOnce() -> Result<T> + Send + 'static) -> Result<T> {
    match portfolio::within(budget, work) {
        Ok(result) => result,
        Err(Missed::Time) => Err(Late(budget.limits().time).into()),
        // A panic goes on here, and is reported where it always was.
        Err(Missed::Thread(message)) => panic!("{message}"),
    }
}

/// A program of which nothing is known but the names of its files.
pub fn unread(paths: &[PathBuf]) -> Program {
    let file = |path: &PathBuf| SourceFile { name: path.display().to_string(), text: "".into() };
    Program {
        files: paths.iter().map(file).collect(),
        sorts: Vec::new(),
        globals: Vec::new(),
        objects: Vec::new(),
        procedures: Vec::new(),
        start: Vec::new(),
        end: EndRule::AllThreads,
        section_kinds: Vec::new(),
    }
}

/// The program that the files make up.
pub fn lower_files(files: Vec<SourceFile>, entry: Option<&str>) -> Result<Program> {
    let options = boogie::Options { entry: entry.map(str::to_owned) };
    boogie::lower(files, &options).map_err(|error| anyhow!(error.render().trim_end().to_owned()))
}

/// The files.
pub fn read_all(paths: &[PathBuf]) -> Result<Vec<SourceFile>> {
    paths.iter().map(|path| read(path)).collect()
}

fn read(path: &Path) -> Result<SourceFile> {
    let name = path.display().to_string();
    let ending = path.extension().and_then(|ending| ending.to_str());
    if let Some(ending) = ending.filter(|ending| NOT_YET.contains(ending)) {
        bail!("{name}: error: unhang reads Boogie (.bpl) and not yet .{ending} files");
    }
    // What is not UTF-8 is marked, not refused: in a comment it does no harm, and elsewhere the front end knows the place.
    let bytes = read_bytes(path)?;
    let text = String::from_utf8_lossy(&bytes);
    if text.trim().is_empty() {
        bail!("{name}: error: the file is empty");
    }
    if text.starts_with(format::FIRST_WORDS) {
        bail!("{name}: error: this is evidence, not a program; `unhang verify` and `unhang replay` read it");
    }
    Ok(SourceFile { name, text: (*text).into() })
}

/// The text of an evidence file.
pub fn read_evidence(path: &Path) -> Result<String> {
    String::from_utf8(read_bytes(path)?).map_err(|error| {
        let (name, position) = (path.display(), number(error.utf8_error().valid_up_to() + 1));
        anyhow!("{name}: error: this is not an evidence file: from byte {position} on it is not a text in UTF-8")
    })
}

fn read_bytes(path: &Path) -> Result<Vec<u8>> {
    let name = path.display();
    if path.is_dir() {
        bail!("{name}: error: this is a directory, not a file");
    }
    fs::read(path).map_err(|error| anyhow!("{name}: error: cannot be read: {error}"))
}
