//! Source files, read and lowered.
//!
//! What the user names is read first, whatever the language, so that a file which is missing, empty or something else is always
//! complained about in the same words. Files of C and C++ are then compiled, and all files of that family make up one program.

use std::error::Error;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Result, anyhow, bail};
use engine::budget::Budget;
use evidence::format;
use frontend::assertions::{self, Origin};
use frontend::compiler::flags::Warnings;
use frontend::language::{Language, accepted};
use frontend::{boogie, spurious};
use portfolio::Missed;
use program::program::{EndRule, Program};
use program::span::SourceFile;
use program::text::number;
use report::outcome::Granted;

use crate::arguments::Reading;
use crate::compiled;

/// The files were not read and lowered in time.
#[derive(Debug)]
pub struct Late(pub Duration);

impl fmt::Display for Late {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "UNKNOWN: the time of {} s was used up before the program was read [UH-TIME]", self.0.as_secs_f64())
    }
}

impl Error for Late {}

/// What LLVM IR in its binary form begins with.
const BITCODE: &[u8] = b"BC\xc0\xde";

/// A file that the user named.
#[derive(Clone, Debug)]
pub struct Input {
    /// Its name and its text.
    pub file: SourceFile,
    /// Where it is.
    pub path: PathBuf,
    /// What it is written in.
    pub language: Language,
}

/// A program and what it was made from.
pub struct Lowered {
    /// The program.
    pub program: Program,
    /// The files that the user named. The program may know others as well, which these include.
    pub inputs: Vec<SourceFile>,
    /// What the compiler said all the same.
    pub warnings: String,
    /// Whether the program looks at its arguments, and is given none.
    pub misses_arguments: bool,
    /// What the user takes for granted.
    pub granted: Vec<Granted>,
}

/// The program that the files make up.
pub fn lower(reading: &Reading, warnings: Warnings, budget: &Budget) -> Result<Lowered> {
    lower_inputs(read_all(&reading.paths())?, reading, warnings, budget)
}

/// The program that the files make up; fails with [`Late`] if that takes longer than the budget allows.
pub fn lower_in_time(reading: &Reading, warnings: Warnings, budget: &Budget) -> Result<Lowered> {
    let (reading, share) = (reading.clone(), budget.clone());
    in_time(budget, move || lower(&reading, warnings, &share))
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

/// Whether a compiler has to look at some of the files.
pub fn is_compiled(reading: &Reading) -> bool {
    reading.paths().iter().filter_map(|path| Language::of(path)).any(Language::is_compiled)
}

/// A program of which nothing is known but the names of its files.
pub fn unread(reading: &Reading) -> Lowered {
    let file = |path: &PathBuf| SourceFile::new(path.display().to_string(), "".into());
    let inputs: Vec<SourceFile> = reading.paths().iter().map(file).collect();
    let program = Program {
        files: inputs.clone(),
        sorts: Vec::new(),
        globals: Vec::new(),
        objects: Vec::new(),
        procedures: Vec::new(),
        start: Vec::new(),
        end: EndRule::AllThreads,
        section_kinds: Vec::new(),
        weaker_orders: Vec::new(),
        shapes: program::shape::Shapes::default(),
    };
    Lowered { program, inputs, warnings: String::new(), misses_arguments: false, granted: Vec::new() }
}

/// The program that the files make up.
pub fn lower_inputs(inputs: Vec<Input>, reading: &Reading, warnings: Warnings, budget: &Budget) -> Result<Lowered> {
    translate(inputs, reading, warnings, budget)?.lower(reading)
}

/// Files of which a program can be made: those that need a compiler have been compiled.
pub struct Translated {
    inputs: Vec<Input>,
    /// What the compiler has made of them; nothing, if they are Boogie.
    compiled: Option<compiled::Translated>,
}

/// Has the files compiled, if they need it; fails with [`Late`] if that takes longer than the budget allows.
pub fn translate(inputs: Vec<Input>, reading: &Reading, warnings: Warnings, budget: &Budget) -> Result<Translated> {
    check_mixture(&inputs)?;
    let is_boogie = inputs.iter().all(|input| input.language == Language::Boogie);
    let translate = || compiled::translate(&inputs, reading, warnings, budget);
    let compiled = (!is_boogie).then(translate).transpose()?;
    Ok(Translated { inputs, compiled })
}

impl Translated {
    /// The program that the files make up.
    pub fn lower(&self, reading: &Reading) -> Result<Lowered> {
        let Translated { inputs, compiled } = self;
        let mut program = match compiled {
            None => boogie(inputs, reading)?,
            Some(compiled) => compiled::lower(compiled, inputs, reading)?,
        };
        if reading.assume_assertions {
            let origin = if compiled.is_none() { Origin::User } else { Origin::Compiled };
            program = assertions::assumed(program, origin);
        }
        if !reading.spurious {
            program = spurious::removed(program);
        }
        if let Some(selection) = &reading.sections {
            program = selection.apply(program).map_err(|why| anyhow!("error: --sections {selection}: {why}"))?;
        }
        let warnings = compiled.as_ref().map_or(String::new(), |compiled| compiled.warnings.clone());
        let misses_arguments = compiled.as_ref().is_some_and(|compiled| compiled::misses_arguments(compiled, reading));
        let inputs = inputs.iter().map(|input| input.file.clone()).collect();
        Ok(Lowered { program, inputs, warnings, misses_arguments, granted: granted(reading) })
    }
}

fn granted(reading: &Reading) -> Vec<Granted> {
    let all = [(reading.assume_no_overflow, Granted::NoOverflow), (reading.assume_assertions, Granted::Assertions)];
    all.into_iter().filter_map(|(is_given, what)| is_given.then_some(what)).collect()
}

/// Boogie describes whole programs, and so do the others; there is no way to call one from the other.
fn check_mixture(inputs: &[Input]) -> Result<()> {
    let is_boogie = |input: &&Input| input.language == Language::Boogie;
    let (boogie, other) = (inputs.iter().find(is_boogie), inputs.iter().find(|input| !is_boogie(input)));
    let (Some(boogie), Some(other)) = (boogie, other) else { return Ok(()) };
    let (boogie, other, language) = (&boogie.file.name, &other.file.name, other.language.name());
    bail!(
        "error: {boogie} is Boogie and {other} is {language}; \
         a program is made of Boogie files only, or of C, C++ and LLVM IR files"
    )
}

fn boogie(inputs: &[Input], reading: &Reading) -> Result<Program> {
    let has_flags = !reading.compiling.flags.is_empty();
    let meant_for_others = [
        ("--argument is", !reading.arguments.is_empty()),
        ("--assume-pure is", !reading.assume_pure.is_empty()),
        ("--assume-no-overflow is", reading.assume_no_overflow),
        ("flags after `--` are", has_flags),
    ];
    if let Some((what, _)) = meant_for_others.iter().find(|(_, is_given)| *is_given) {
        bail!("error: {what} for C and C++, and {} is Boogie", inputs[0].file.name);
    }
    let files = inputs.iter().map(|input| input.file.clone()).collect();
    let options = boogie::Options { entry: reading.entry.clone() };
    boogie::lower(files, &options).map_err(|error| rendered(&error))
}

/// What a front end says, with the line that it is about.
pub fn rendered(error: &frontend::error::Error) -> anyhow::Error {
    anyhow!(error.render().trim_end().to_owned())
}

/// The files.
pub fn read_all(paths: &[PathBuf]) -> Result<Vec<Input>> {
    paths.iter().map(|path| read(path)).collect()
}

fn read(path: &Path) -> Result<Input> {
    let name = path.display().to_string();
    // What is not UTF-8 is marked, not refused: in a comment it does no harm, and elsewhere the front end knows the place.
    let bytes = read_bytes(path)?;
    let text = String::from_utf8_lossy(&bytes);
    if text.starts_with(format::FIRST_WORDS) {
        bail!("{name}: error: this is evidence, not a program; `unhang verify` and `unhang replay` read it");
    }
    let language = language(path, &name)?;
    if bytes.starts_with(BITCODE) {
        bail!("{name}: error: this is LLVM IR in its binary form; `llvm-dis` makes a text of it");
    }
    if bytes.contains(&0) {
        bail!("{name}: error: this is not a text: it has zeros among its bytes");
    }
    if text.trim().is_empty() {
        bail!("{name}: error: the file is empty");
    }
    Ok(Input { file: SourceFile::new(name, (*text).into()), path: path.to_owned(), language })
}

/// What the end of the file's name says that it is written in. A pipe has no such end, and is taken for Boogie.
fn language(path: &Path, name: &str) -> Result<Language> {
    if let Some(language) = Language::of(path) {
        return Ok(language);
    }
    let what = match path.extension() {
        Some(ending) => format!(".{} files", ending.to_string_lossy()),
        None if !path.is_file() => return Ok(Language::Boogie),
        None => "files whose names have no ending".to_owned(),
    };
    bail!("{name}: error: unhang does not read {what}; it reads {}", accepted())
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
