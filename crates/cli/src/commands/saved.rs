//! Saved evidence, read back together with the program that it is about.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Result, anyhow, bail};
use check::accept::Accepted;
use engine::Task;
use engine::budget::Budget;
use engine::event::Silent;
use evidence::format::{self, EvidenceFile, Source};
use portfolio::Refusal;
use program::program::Program;
use program::text::counted;

use crate::arguments::Saved;
use crate::sources;

/// Evidence and the program as it is now.
pub struct Loaded {
    /// The program.
    pub program: Program,
    /// The evidence.
    pub file: EvidenceFile,
    /// The names of the files that are not as they were when the evidence was saved.
    pub changed: Vec<String>,
}

/// Reads the program and the evidence. Without files, the program is made of those that the evidence names.
///
/// Fails with [`sources::Late`] if that takes longer than the budget allows.
pub fn load(saved: &Saved, budget: &Budget) -> Result<Loaded> {
    let files = saved.files.clone();
    sources::in_time(budget, move || load_files(&files))
}

fn load_files(files: &[PathBuf]) -> Result<Loaded> {
    let Some((path, files)) = files.split_last() else { bail!("error: no evidence is given") };
    let text = sources::read_text(path)?;
    let file = format::read(&text).map_err(|error| anyhow!("error: {}: {error}", path.display()))?;
    let named: Vec<PathBuf> = file.sources.iter().map(|source| PathBuf::from(&source.name)).collect();
    let files = sources::read_all(if files.is_empty() { &named } else { files })?;
    if files.len() != file.sources.len() {
        let (about, given) = (counted(file.sources.len(), "file"), files.len());
        bail!("error: the evidence is about a program of {about}, not {given}");
    }
    let is_changed = |(now, then): &(Source, &Source)| now.hash != then.hash;
    let compared = files.iter().map(Source::of).zip(&file.sources);
    let changed = compared.filter(is_changed).map(|(now, _)| now.name).collect();
    let program = sources::lower_files(files, file.entry.as_deref())?;
    Ok(Loaded { program, file, changed })
}

/// Checks the evidence against the program as it is now.
pub fn accept(loaded: &Loaded, budget: &Budget) -> Result<Accepted, Refusal> {
    let task = Task { program: &loaded.program, question: &loaded.file.question };
    portfolio::verify(task, loaded.file.claim.clone().into_verdict(), budget, Arc::new(Silent))
}

/// A sentence about files that have changed, or nothing.
pub fn note_on_changes(loaded: &Loaded) -> String {
    match &loaded.changed[..] {
        [] => String::new(),
        [only] => format!("note: {only} has changed since the evidence was saved\n"),
        several => format!("note: {} have changed since the evidence was saved\n", several.join(", ")),
    }
}

/// Why the evidence was not accepted.
pub fn describe(refusal: &Refusal) -> String {
    match refusal {
        Refusal::Rejected(why) => format!("REJECTED: the evidence does not hold: {why}"),
        Refusal::NotChecked(what) => format!("UNKNOWN: the evidence could not be checked: {what} [UH-UNCHECKED]"),
        Refusal::Crashed(message) => {
            format!("UNKNOWN: the checker crashed, which is a bug in unhang: {message} [UH-CRASHED]")
        }
    }
}
