//! What `check` leaves behind: the report on standard output, and the files that were wished for.
//!
//! A file that cannot be written is an error before the work starts, not after it.
//! Without evidence to save, a file of that name is left as it was: it is still evidence for what it says.

use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write, stderr, stdout};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Error, Result, bail};
use check::accept::Accepted;
use evidence::format::{self, Claim, EvidenceFile, Source};
use report::course::{self, Course};
use report::html;
use report::lens::Telling;
use report::outcome::Outcome;
use report::resolve::{self, rescue, resolve_as};
use report::suite::{Checked, Finding};
use report::terminal::Saved;
use report::{github, json, junit, sarif, terminal};

use crate::arguments::{Check, Format, Reading};
use crate::ask::Answered;
use crate::sources::Lowered;
use crate::witness;

/// Saves what was wished for, and prints the report.
pub fn answer(answered: &Answered, arguments: &Check, time: Duration) -> Result<()> {
    let Answered { accepted, lowered, .. } = answered;
    let outcome = in_full(answered, arguments);
    let saved = match (&arguments.evidence, evidence_file(accepted, lowered, &arguments.reading)) {
        (Some(path), Some(file)) => Some((path, save(path, &format::write(&file)))),
        _ => None,
    };
    let replayed_by = match &saved {
        Some((path, Ok(()))) => {
            let flags = with_flags(&arguments.reading.compiling.flags);
            Some(format!("unhang replay {}{flags}", quoted(&path.display().to_string())))
        }
        _ => None,
    };
    let needs_states = arguments.html.is_some() || arguments.witness.is_some() || arguments.format == Format::Sarif;
    let course = needs_states.then(|| course::of(accepted, &lowered.program, arguments.telling())).flatten();
    let told = Told { outcome: &outcome, course: course.as_ref(), replayed_by };
    told.print(arguments, time)?;
    if let Some(path) = &arguments.html {
        let own = lowered.program.files.iter().filter(|file| file.origin.is_own());
        let sources: Vec<html::Source<'_>> =
            own.map(|file| html::Source { name: &file.name, text: &file.text }).collect();
        save(path, &html::write(&outcome, course.as_ref(), &sources))?;
    }
    if let Some(path) = &arguments.witness {
        witness::save(path, &told, lowered)?;
    }
    match (saved, &arguments.evidence) {
        (Some((_, result)), _) => result,
        (None, Some(path)) => note(&not_written(path)),
        (None, None) => Ok(()),
    }
}

/// Prints the report of what is known, though nothing was accepted.
pub fn tell(outcome: &Outcome, course: Option<&Course>, arguments: &Check, time: Duration) -> Result<()> {
    Told { outcome, course, replayed_by: None }.print(arguments, time)
}

/// What came of a question, for reports on many.
pub fn finding(answered: &Answered, arguments: &Check) -> Finding {
    let Answered { accepted, lowered, .. } = answered;
    let outcome = in_full(answered, arguments);
    let needs_states = arguments.format == Format::Sarif;
    let course = needs_states.then(|| course::of(accepted, &lowered.program, arguments.telling())).flatten();
    Finding::Answered(Box::new(outcome), course.map(Box::new))
}

/// An answer as it is told.
pub struct Told<'a> {
    /// In words.
    pub outcome: &'a Outcome,
    /// The run with its states, if there is one and somebody wants it.
    pub course: Option<&'a Course>,
    /// The command that replays it.
    pub replayed_by: Option<String>,
}

impl Told<'_> {
    fn print(&self, arguments: &Check, time: Duration) -> Result<()> {
        let saved = self.replayed_by.clone().map_or(Saved::No, Saved::ReplayedBy);
        let checked = || Checked {
            files: self.outcome.files.clone(),
            property: self.outcome.property.clone(),
            fairness: self.outcome.fairness,
            time,
            finding: Finding::Answered(Box::new(self.outcome.clone()), self.course.cloned().map(Box::new)),
            expected: None,
        };
        print(&match arguments.format {
            Format::Text => terminal::write(self.outcome, arguments.detail(), &saved),
            Format::Json => json::write(self.outcome),
            Format::Sarif => sarif::write(&[checked()]),
            Format::Github => github::write(&checked()),
            Format::Junit => junit::write(&[checked()]),
        })
    }
}

/// The answer with everything that was found out besides.
fn in_full(answered: &Answered, arguments: &Check) -> Outcome {
    let Answered { accepted, lowered, gave_up } = answered;
    let others = gave_up.iter().map(|one| resolve::gave_up(&lowered.program, one.engine, &one.reason));
    told(accepted, lowered, arguments.telling())
        .with_rescue(rescue::of(accepted, &lowered.program))
        .with_others(others.collect())
}

/// The answer in words, about the files that the user named, in the lines that the user has written.
pub fn outcome(accepted: &Accepted, lowered: &Lowered) -> Outcome {
    told(accepted, lowered, Telling::OwnLines)
}

fn told(accepted: &Accepted, lowered: &Lowered, telling: Telling) -> Outcome {
    let names = lowered.inputs.iter().map(|file| file.name.clone()).collect();
    let outcome = resolve_as(accepted, &lowered.program, telling).about(names);
    let outcome = if lowered.misses_arguments { outcome.without_arguments() } else { outcome };
    outcome.granting(lowered.granted.clone())
}

fn not_written(path: &Path) -> String {
    let name = path.display();
    let outcome = if path.exists() { "stays as it was" } else { "is not written" };
    format!("note: there is no evidence to save, so {name} {outcome}")
}

/// Fails if something could not be saved later. Leaves no file behind that was not there.
pub fn prepare(arguments: &Check) -> Result<()> {
    let wished =
        [(&arguments.evidence, "evidence"), (&arguments.html, "the page"), (&arguments.witness, "the witness")];
    let wished: Vec<(&Path, &str)> = wished.iter().filter_map(|(path, what)| Some((path.as_deref()?, *what))).collect();
    for (number, (path, what)) in wished.iter().enumerate() {
        prepare_file(path, what, &arguments.reading)?;
        for (other, also) in &wished[..number] {
            // What listens at a pipe can take several.
            if path == other && (path.is_file() || !path.exists()) {
                bail!("{}: error: {also} goes there already; {what} must go to a file of its own", path.display());
            }
        }
    }
    Ok(())
}

/// Fails if what is to be written would go to a file that was given, which is what the word says.
pub fn keep(path: &Path, what: &str, given: &[PathBuf], is: &str) -> Result<()> {
    let place = |path: &Path| fs::canonicalize(path).ok();
    if place(path).is_some_and(|found| given.iter().any(|file| place(file).as_ref() == Some(&found))) {
        bail!("{}: error: this is {is}; {what} must go to a file of its own", path.display());
    }
    Ok(())
}

fn prepare_file(path: &Path, what: &str, reading: &Reading) -> Result<()> {
    keep(path, what, &reading.paths(), "the program")?;
    let outcome = match OpenOptions::new().write(true).create_new(true).open(path) {
        Ok(_) => fs::remove_file(path),
        // A file keeps its contents until there is something to replace them. Whoever listens at a pipe must not be disturbed.
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
    let checked = || Checked {
        files: arguments.names(),
        property: arguments.property.clone(),
        fairness: arguments.fairness,
        time: Duration::ZERO,
        finding: Finding::WrongInput(format!("{error:#}")),
        expected: None,
    };
    let text = match arguments.format {
        Format::Text => return,
        Format::Json => json::error(&arguments.names(), &arguments.property, arguments.fairness, &format!("{error:#}")),
        Format::Sarif => sarif::write(&[checked()]),
        Format::Github => github::write(&checked()),
        Format::Junit => junit::write(&[checked()]),
    };
    // If standard output is closed there is nobody to tell.
    let _ = print(&text);
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

/// Writes the text to the file.
pub fn save(path: &Path, text: &str) -> Result<()> {
    fs::write(path, text).with_context(|| cannot_be_written(path))
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
