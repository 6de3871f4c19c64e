//! What `check` leaves behind: the report on standard output, and the evidence file.
//!
//! An evidence file that cannot be written is an error before the work starts, not after it.
//! Without evidence to save, a file of that name is left as it was: it is still evidence for what it says.

use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write, stderr, stdout};
use std::path::Path;

use anyhow::{Context, Error, Result, bail};
use check::accept::Accepted;
use evidence::format::{self, Claim, EvidenceFile, Source};
use report::lens::Telling;
use report::outcome::Outcome;
use report::resolve::resolve_as;
use report::terminal::Saved;
use report::{json, terminal};

use crate::arguments::{Check, Format, Reading};
use crate::sources::Lowered;

/// Saves the evidence if wished for, and prints the report.
pub fn answer(accepted: &Accepted, lowered: &Lowered, arguments: &Check) -> Result<()> {
    let saved = match (&arguments.evidence, evidence_file(accepted, lowered, &arguments.reading)) {
        (Some(path), Some(file)) => Some((path, save(path, &file))),
        _ => None,
    };
    let outcome = told(accepted, lowered, arguments.telling());
    let replayed_by = match &saved {
        Some((path, Ok(()))) => {
            let flags = with_flags(&arguments.reading.compiling.flags);
            Saved::ReplayedBy(format!("unhang replay {}{flags}", quoted(&path.display().to_string())))
        }
        _ => Saved::No,
    };
    print(&match arguments.format {
        Format::Text => terminal::write(&outcome, arguments.detail(), &replayed_by),
        Format::Json => json::write(&outcome),
    })?;
    match (saved, &arguments.evidence) {
        (Some((_, result)), _) => result,
        (None, Some(path)) => note(&not_written(path)),
        (None, None) => Ok(()),
    }
}

/// The answer in words, about the files that the user named, in the lines that the user has written.
pub fn outcome(accepted: &Accepted, lowered: &Lowered) -> Outcome {
    told(accepted, lowered, Telling::OwnLines)
}

fn told(accepted: &Accepted, lowered: &Lowered, telling: Telling) -> Outcome {
    let names = lowered.inputs.iter().map(|file| file.name.clone()).collect();
    let outcome = resolve_as(accepted, &lowered.program, telling).about(names);
    if lowered.misses_arguments { outcome.without_arguments() } else { outcome }
}

fn not_written(path: &Path) -> String {
    let name = path.display();
    let outcome = if path.exists() { "stays as it was" } else { "is not written" };
    format!("note: there is no evidence to save, so {name} {outcome}")
}

/// Fails if the evidence could not be saved later. Leaves no file behind that was not there.
pub fn prepare(arguments: &Check) -> Result<()> {
    let Some(path) = &arguments.evidence else { return Ok(()) };
    let place = |path: &Path| fs::canonicalize(path).ok();
    if place(path)
        .is_some_and(|found| arguments.reading.paths().iter().any(|file| place(file).as_ref() == Some(&found)))
    {
        bail!("{}: error: this is the program; evidence must go to a file of its own", path.display());
    }
    let outcome = match OpenOptions::new().write(true).create_new(true).open(path) {
        Ok(_) => fs::remove_file(path),
        // A file keeps its contents until there is evidence to replace them. Whoever listens at a pipe must not be disturbed.
        Err(error) if error.kind() == ErrorKind::AlreadyExists => match fs::metadata(path) {
            Ok(found) if !found.is_file() && !found.is_dir() => Ok(()),
            _ => OpenOptions::new().append(true).open(path).map(drop),
        },
        Err(error) => Err(error),
    };
    outcome.with_context(|| cannot_be_written(path))
}

fn cannot_be_written(path: &Path) -> String {
    format!("{}: error: cannot be written", path.display())
}

/// Tells programs that read standard output of an error that a person reads on standard error.
pub fn error(error: &Error, arguments: &Check) {
    if arguments.format == Format::Json {
        let files: Vec<String> = arguments.reading.paths().iter().map(|path| path.display().to_string()).collect();
        // If standard output is closed there is nobody to tell.
        let _ = print(&json::error(&files, &arguments.property, arguments.fairness, &format!("{error:#}")));
    }
}

/// What the compiler said.
pub fn warn(text: &str) {
    // If standard error is closed there is nobody to tell.
    let _ = write!(stderr(), "{text}");
}

/// A line on standard error. If that is closed there is nobody to tell.
pub fn note(line: &str) -> Result<()> {
    let _ = writeln!(stderr(), "{line}");
    Ok(())
}

/// Writes to standard output. Whoever stopped reading does not want the rest.
pub fn print(text: &str) -> Result<()> {
    let mut output = stdout().lock();
    match output.write_all(text.as_bytes()).and_then(|()| output.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(error).context("error: standard output cannot be written")
        }
        _ => Ok(()),
    }
}

/// The evidence for the answer as a file, unless there is none.
pub fn evidence_file(accepted: &Accepted, lowered: &Lowered, reading: &Reading) -> Option<EvidenceFile> {
    Some(EvidenceFile {
        question: accepted.question().clone(),
        reading: reading.saved(),
        sources: lowered.inputs.iter().map(Source::of).collect(),
        claim: Claim::of(accepted.verdict())?,
    })
}

fn save(path: &Path, file: &EvidenceFile) -> Result<()> {
    fs::write(path, format::write(file)).with_context(|| cannot_be_written(path))
}

/// The flags for the compiler as the end of a shell command.
pub fn with_flags(flags: &[String]) -> String {
    let words: String = flags.iter().map(|flag| format!(" {}", quoted(flag))).collect();
    if words.is_empty() { words } else { format!(" --{words}") }
}

/// The text as a word of a shell command.
pub fn quoted(text: &str) -> String {
    let is_plain = |character: char| character.is_alphanumeric() || "/._-+,:@%=".contains(character);
    let is_word = !text.is_empty() && text.chars().all(is_plain);
    if is_word { text.to_owned() } else { format!("'{}'", text.replace('\'', "'\\''")) }
}
