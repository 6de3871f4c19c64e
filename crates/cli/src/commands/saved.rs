//! Saved evidence, read back together with the program that it is about.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Error, Result, anyhow, bail};
use check::accept::Accepted;
use engine::Task;
use engine::budget::Budget;
use engine::event::Silent;
use evidence::format::{self, EvidenceFile, FormatError, Source};
use frontend::compiler::flags::Warnings;
use portfolio::Refusal;
use program::text::{counted, number};

use crate::arguments::{Reading, Saved};
use crate::exit::Exit;
use crate::sources::Lowered;
use crate::threads::no_such_thread;
use crate::{output, sources};

/// Evidence and the program as it is now.
pub struct Loaded {
    /// The program.
    pub lowered: Lowered,
    /// The evidence.
    pub file: EvidenceFile,
    /// What the compiler is told.
    pub flags: Vec<String>,
    /// The names of the files that are not as they were when the evidence was saved, and their names at that time.
    pub changed: Vec<(String, String)>,
}

/// Reads the program and the evidence. Without files, the program is made of those that the evidence names.
///
/// Fails with [`sources::Late`] if that takes longer than the budget allows.
pub fn load(saved: &Saved, budget: &Budget) -> Result<Loaded> {
    let (saved, share) = (saved.clone(), budget.clone());
    sources::in_time(budget, move || load_files(&saved, &share))
}

fn load_files(saved: &Saved, budget: &Budget) -> Result<Loaded> {
    let Some((path, files)) = saved.files.split_last() else { bail!("error: no evidence is given") };
    let text = sources::read_evidence(path)?;
    let file = format::read(&text).map_err(|error| not_evidence(path, files, &error))?;
    if files.is_empty() && file.sources.is_empty() {
        bail!("{}: error: the evidence does not say which program it is about; name its files", path.display());
    }
    let named: Vec<PathBuf> = file.sources.iter().map(|source| PathBuf::from(&source.name)).collect();
    let paths = if files.is_empty() { &named } else { files };
    let inputs = sources::read_all(paths)?;
    if inputs.len() != file.sources.len() {
        let (about, given) = (counted(file.sources.len(), "file"), number(inputs.len()));
        bail!("error: the evidence is about a program of {about}, not {given}");
    }
    check_flags(&file.reading.flags, &saved.compiling.flags)?;
    let is_changed = |(now, then): &(Source, &Source)| now.hash != then.hash;
    let compared = inputs.iter().map(|input| Source::of(&input.file)).zip(&file.sources);
    let changed = compared.filter(is_changed).map(|(now, then)| (now.name, then.name.clone())).collect();
    let reading = Reading::again(&file.reading, paths.to_vec(), saved.compiling.clone())
        .map_err(|why| anyhow!("{}: error: {why}", path.display()))?;
    let lowered = sources::lower_inputs(inputs, &reading, Warnings::Hidden, budget)?;
    Ok(Loaded { lowered, file, flags: reading.compiling.flags, changed })
}

/// Flags for the compiler are never taken from a file: with some of them it would run other programs.
fn check_flags(saved: &[String], given: &[String]) -> Result<()> {
    if saved.is_empty() || !given.is_empty() {
        return Ok(());
    }
    bail!(
        "error: the evidence is about a program that was compiled with further flags, which are not taken from the evidence; \
         if you trust them, give them again:{}",
        output::with_flags(saved)
    )
}

/// Checks the evidence against the program as it is now.
pub fn accept(loaded: &Loaded, budget: &Budget) -> Result<Accepted, Refusal> {
    if let Some(why) = no_such_thread(&loaded.lowered.program, &loaded.file.question) {
        return Err(Refusal::Rejected(format!("it is about `{}`, and {why}", loaded.file.question.property)));
    }
    let task = Task { program: &loaded.lowered.program, question: &loaded.file.question };
    portfolio::verify(task, loaded.file.claim.clone().into_verdict(), budget, Arc::new(Silent))
}

/// A sentence about each file that is not as it was, and about other flags, or nothing.
pub fn note_on_changes(loaded: &Loaded) -> String {
    let note = |(now, then): &(String, String)| match now == then {
        true => format!("note: {now} has changed since the evidence was saved\n"),
        false => format!("note: the evidence was saved for {then}, and {now} is not the same\n"),
    };
    let mut notes: String = loaded.changed.iter().map(note).collect();
    let (then, now) = (&loaded.file.reading.flags, &loaded.flags);
    if then != now {
        let flags = |flags: &[String]| output::with_flags(flags).trim_start().to_owned();
        let saved = if then.is_empty() { "without flags".to_owned() } else { format!("with `{}`", flags(then)) };
        notes.push_str(&format!(
            "note: the evidence was saved for the program compiled {saved}, not with `{}`\n",
            flags(now)
        ));
    }
    notes
}

fn not_evidence(path: &Path, programs: &[PathBuf], error: &FormatError) -> Error {
    let is_evidence = |path: &PathBuf| sources::read_evidence(path).is_ok_and(|text| format::read(&text).is_ok());
    match programs.iter().find(|program| is_evidence(program)) {
        Some(evidence) => anyhow!("error: {} is the evidence, and must come last", evidence.display()),
        None => anyhow!("{}: error: {error}", path.display()),
    }
}

/// Says why there is nothing to show.
pub fn refused(refusal: &Refusal, note: &str) -> Result<Exit> {
    output::print(&format!("{}\n{note}", describe(refusal)))?;
    Ok(if matches!(refusal, Refusal::Rejected(_)) { Exit::Bad } else { Exit::Unknown })
}

/// Why the evidence was not accepted.
pub fn describe(refusal: &Refusal) -> String {
    match refusal {
        Refusal::Rejected(why) => format!("REJECTED: the evidence does not hold: {why}"),
        Refusal::Random(doubt, _) => format!("UNKNOWN: {doubt} [UH-RANDOM]"),
        Refusal::NotChecked(what) => format!("UNKNOWN: the evidence could not be checked: {what} [UH-UNCHECKED]"),
        Refusal::Crashed(message) => {
            format!("UNKNOWN: the checker crashed, which is a bug in unhang: {message} [UH-CRASHED]")
        }
    }
}
