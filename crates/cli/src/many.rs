//! Programs that are checked one by one: those in a folder, or those that were named with `--each`.
//!
//! Several work at once. Each has the time limit for itself, and its share of the memory.
//! What came of them is told in the order of their names, whoever is first.

use std::fs;
use std::io::{IsTerminal, Write, stderr};
use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, available_parallelism};
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use engine::event::Silent;
use frontend::language::{Language, accepted};
use program::property::{Fairness, Property};
use report::outcome::Outcome;
use report::suite::{Checked, Expected, Finding, Grade, table};
use report::terminal::{Detail, Saved};
use report::{github, json, junit, sarif, suite, terminal};

use crate::arguments::{Check, Format, Said};
use crate::ask::ask;
use crate::exit::{self, Exit};
use crate::expectations::{self, Expectation};
use crate::progress::WIPE;
use crate::{interrupt, machine, output};

/// A question about one of the programs.
struct Asked {
    files: Vec<String>,
    property: Property,
    fairness: Fairness,
    expected: Option<Expected>,
    /// The command that asks it, or what is wrong with it.
    command: Result<Box<Check>, String>,
}

/// Whether the files are programs of their own.
pub fn is_wanted(arguments: &Check) -> bool {
    arguments.each || arguments.reading.files.iter().any(|path| path.is_dir())
}

/// Checks every program, and tells what came of them.
pub fn check(arguments: &Check) -> Result<Exit> {
    refuse_files(arguments)?;
    let jobs = arguments.jobs.or_else(|| available_parallelism().ok()).map_or(1, NonZero::get);
    let questions = Arc::new(questions(arguments, jobs)?);
    let results: Arc<Mutex<Vec<Option<Checked>>>> = Arc::new(Mutex::new(vec![None; questions.len()]));
    let teller = Teller { format: arguments.format, detail: arguments.detail() };
    let (asked, known) = (questions.clone(), results.clone());
    interrupt::on_interrupt(move || {
        let all: Vec<Checked> = asked.iter().zip(lock(&known).iter()).map(|(asked, one)| so_far(asked, one)).collect();
        // Whoever does not listen any more has interrupted us for good.
        let _ = teller.end(&all);
        worst(&all).max_unknown()
    })?;
    let next = Arc::new(AtomicUsize::new(0));
    let (sender, done) = channel();
    for _ in 0..jobs.min(questions.len()) {
        let (questions, next, sender) = (questions.clone(), next.clone(), sender.clone());
        Builder::new()
            .stack_size(exit::STACK_BYTES)
            .spawn(move || work(&questions, &next, &sender, Asked::answered))
            .context("error: no thread can be started")?;
    }
    drop(sender);
    let mut told = 0;
    for (count, (position, checked)) in done.iter().enumerate() {
        lock(&results)[position] = Some(checked);
        wipe();
        while let Some(Some(checked)) = lock(&results).get(told).cloned() {
            teller.one(&checked)?;
            told += 1;
        }
        progress(count + 1, questions.len());
    }
    wipe();
    interrupt::begin_telling();
    let all: Vec<Checked> =
        questions.iter().zip(lock(&results).iter()).map(|(asked, one)| so_far(asked, one)).collect();
    teller.end(&all)?;
    Ok(worst(&all))
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A list of results is whole whoever panicked.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn so_far(asked: &Asked, result: &Option<Checked>) -> Checked {
    result.clone().unwrap_or_else(|| asked.with(Finding::Interrupted, Duration::ZERO))
}

/// What is for one program only.
fn refuse_files(arguments: &Check) -> Result<()> {
    let given = [("--evidence", &arguments.evidence), ("--html", &arguments.html), ("--witness", &arguments.witness)];
    match given.iter().find(|(_, path)| path.is_some()) {
        Some((option, _)) => bail!("error: {option} is for one program, not for many"),
        None => Ok(()),
    }
}

/// The questions about all programs, in the order of their names.
fn questions(arguments: &Check, jobs: usize) -> Result<Vec<Asked>> {
    let mut found = Vec::new();
    for path in &arguments.reading.files {
        if path.is_dir() { programs_in(path, &mut found)? } else { found.push(path.clone()) }
    }
    if found.is_empty() {
        let folders: Vec<String> = arguments.reading.files.iter().map(|path| path.display().to_string()).collect();
        bail!("error: there is no program in {}; unhang reads {}", folders.join(", "), accepted());
    }
    let said: Vec<Result<expectations::Said>> = found.iter().map(|path| said_in(path)).collect();
    let beside = |path: &Path, name: &String| path.with_file_name(name);
    let belonging: Vec<PathBuf> = found
        .iter()
        .zip(&said)
        .flat_map(|(path, said)| said.iter().flat_map(|said| &said.files).map(|name| beside(path, name)))
        .collect();
    let mut all = Vec::new();
    for (path, said) in found.iter().zip(said).filter(|(path, _)| !belonging.contains(path)) {
        let base = Base { arguments, jobs, files: vec![path.clone()] };
        match said {
            Err(error) => all.push(base.refused(format!("{error:#}"))),
            Ok(said) => {
                let files = std::iter::once(path.clone()).chain(said.files.iter().map(|name| beside(path, name)));
                let base = Base { files: files.collect(), ..base };
                if said.expectations.is_empty() {
                    all.push(base.asked(&said.options, None));
                }
                all.extend(said.expectations.iter().map(|one| base.asked(&said.options, Some(one))));
            }
        }
    }
    Ok(all)
}

fn programs_in(folder: &Path, found: &mut Vec<PathBuf>) -> Result<()> {
    let cannot = || format!("{}: error: cannot be read", folder.display());
    let mut entries: Vec<_> = fs::read_dir(folder).and_then(Iterator::collect).with_context(cannot)?;
    entries.sort_by_key(fs::DirEntry::path);
    for entry in entries {
        let (path, kind) = (entry.path(), entry.file_type().with_context(cannot)?);
        let is_hidden = entry.file_name().to_string_lossy().starts_with('.');
        if kind.is_dir() && !is_hidden {
            programs_in(&path, found)?;
        } else if path.is_file() && !is_hidden && Language::of(&path).is_some() {
            found.push(path);
        }
    }
    Ok(())
}

fn said_in(path: &Path) -> Result<expectations::Said> {
    let name = path.display().to_string();
    let bytes = fs::read(path).map_err(|error| anyhow!("{name}: error: cannot be read: {error}"))?;
    expectations::read(&name, &String::from_utf8_lossy(&bytes))
}

/// A program to be asked about.
struct Base<'a> {
    arguments: &'a Check,
    jobs: usize,
    files: Vec<PathBuf>,
}

impl Base<'_> {
    fn refused(&self, why: String) -> Asked {
        Asked { command: Err(why), ..self.question(None) }
    }

    fn question(&self, expectation: Option<&Expectation>) -> Asked {
        let property = expectation.and_then(|it| it.property.clone());
        Asked {
            files: self.files.iter().map(|path| path.display().to_string()).collect(),
            property: property.unwrap_or_else(|| self.arguments.property.clone()),
            fairness: expectation.and_then(|it| it.fairness).unwrap_or(self.arguments.fairness),
            expected: expectation.map(|it| it.answer.clone()),
            command: Err(String::new()),
        }
    }

    fn asked(&self, options: &[String], expectation: Option<&Expectation>) -> Asked {
        let asked = self.question(expectation);
        let further = expectation.map_or(&[][..], |it| &it.options);
        let command = self.command(&asked, options, further).map(Box::new);
        let command = command.map_err(|error| format!("{}: {error:#}", asked.files[0]).trim_end().to_owned());
        // Options may ask for another property, such as `--sections`.
        match &command {
            Ok(check) => Asked { property: check.property.clone(), fairness: check.fairness, command, ..asked },
            Err(_) => Asked { command, ..asked },
        }
    }

    /// The user's own command, about this program, with what its comments add.
    fn command(&self, asked: &Asked, options: &[String], further: &[String]) -> Result<Check> {
        let mut check = self.arguments.clone();
        check.reading.files = self.files.clone();
        for words in [options, further].into_iter().filter(|words| !words.is_empty()) {
            check = check.with(Said::read(words)?);
        }
        if asked.expected.is_some() {
            (check.property, check.fairness) = (asked.property.clone(), asked.fairness);
        }
        let share = machine::default_memory() / self.jobs.max(1) as u64;
        check.limits.memory = check.limits.memory.or(Some(share));
        check.limits.beside = self.jobs as u64;
        Ok(check)
    }
}

/// Answers one question after the other; a crash is the answer to one of them only.
fn work(
    questions: &[Asked],
    next: &AtomicUsize,
    sender: &Sender<(usize, Checked)>,
    answer: impl Fn(&Asked) -> Checked,
) {
    while let Some((position, asked)) = {
        let position = next.fetch_add(1, Ordering::Relaxed);
        questions.get(position).map(|asked| (position, asked))
    } {
        let checked = catch_unwind(AssertUnwindSafe(|| answer(asked))).unwrap_or_else(|_| {
            let outcome = Outcome::crashed(asked.files.clone(), asked.property.clone(), asked.fairness);
            asked.with(Finding::Answered(Box::new(outcome), None), Duration::ZERO)
        });
        // Nobody listens any more if standard output is closed.
        let _ = sender.send((position, checked));
    }
}

impl Asked {
    fn answered(&self) -> Checked {
        let check = match &self.command {
            Ok(check) => check,
            Err(why) => return self.with(Finding::WrongInput(why.clone()), Duration::ZERO),
        };
        let budget = check.start();
        let finding = match ask(check, &budget, Arc::new(Silent)) {
            Ok(answered) => output::finding(&answered, check),
            Err(error) => Finding::WrongInput(format!("{error:#}")),
        };
        self.with(finding, budget.elapsed())
    }

    fn with(&self, finding: Finding, time: Duration) -> Checked {
        let Asked { files, property, fairness, expected, .. } = self;
        let expected = expected.clone();
        Checked { files: files.clone(), property: property.clone(), fairness: *fairness, time, finding, expected }
    }
}

/// Tells what came of questions.
#[derive(Clone, Copy)]
struct Teller {
    format: Format,
    detail: Detail,
}

impl Teller {
    /// One of them, as soon as its turn comes.
    fn one(&self, checked: &Checked) -> Result<()> {
        match self.format {
            Format::Github => output::print(&github::write(checked)),
            Format::Text => output::print(&self.text(checked)),
            Format::Json | Format::Sarif | Format::Junit => Ok(()),
        }
    }

    fn text(&self, checked: &Checked) -> String {
        let surprise = checked.surprise().map(|what| format!("  NOT AS EXPECTED: {what}\n")).unwrap_or_default();
        let is_told = self.detail != Detail::Headline || checked.grade() != Grade::Good;
        let report = match &checked.finding {
            _ if !is_told => return String::new(),
            Finding::Answered(outcome, _) => {
                let detail = if self.detail == Detail::Full { Detail::Full } else { Detail::Headline };
                terminal::write(outcome, detail, &Saved::No)
            }
            Finding::WrongInput(message) => format!("{}\n", message.trim_end()),
            Finding::Interrupted => format!("{}: {}\n", checked.name(), checked.headline()),
        };
        format!("{report}{surprise}")
    }

    /// All of them, after the last one.
    fn end(&self, all: &[Checked]) -> Result<()> {
        output::print(&match self.format {
            Format::Text if self.detail == Detail::Headline => format!("{}\n", suite::Tally::of(all)),
            Format::Text => format!("\n{}", table(all)),
            Format::Github => format!("{}\n", suite::Tally::of(all)),
            Format::Json => json::write_all(all),
            Format::Sarif => sarif::write(all),
            Format::Junit => junit::write(all),
        })
    }
}

/// The worst of all: wrong input, then what is refuted or not as expected, then what is not known.
fn worst(all: &[Checked]) -> Exit {
    match all.iter().map(Checked::grade).max() {
        None | Some(Grade::Good) => Exit::Good,
        Some(Grade::Unknown) => Exit::Unknown,
        Some(Grade::Bad) => Exit::Bad,
        Some(Grade::WrongInput) => Exit::WrongInput,
    }
}

fn wipe() {
    if stderr().is_terminal() {
        // A progress line that cannot be written is no loss.
        let _ = write!(stderr(), "{WIPE}");
    }
}

fn progress(count: usize, all: usize) {
    if stderr().is_terminal() && count < all {
        let _ = write!(stderr(), "{WIPE}{count} of {all} checked");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_that_crashes_leaves_the_others_alone() {
        let asked = |name: &str| Asked {
            files: vec![name.to_owned()],
            property: Property::Finish,
            fairness: Fairness::Strong,
            expected: None,
            command: Err("not asked".to_owned()),
        };
        let questions = ["first.bpl", "crashes.bpl", "last.bpl"].map(asked);
        let (sender, done) = channel();
        let answer = |asked: &Asked| {
            assert!(asked.files != ["crashes.bpl"], "a crash on purpose");
            asked.answered()
        };
        work(&questions, &AtomicUsize::new(0), &sender, answer);
        drop(sender);
        let all: Vec<(usize, Checked)> = done.iter().collect();
        let is_refused = |checked: &Checked| matches!(checked.finding, Finding::WrongInput(_));
        assert_eq!(all.iter().map(|(position, _)| *position).collect::<Vec<_>>(), [0, 1, 2]);
        assert!(is_refused(&all[0].1) && is_refused(&all[2].1));
        let Finding::Answered(outcome, _) = &all[1].1.finding else { panic!("{:?}", all[1].1.finding) };
        assert_eq!((outcome.word(), outcome.files.as_slice()), ("unknown", &["crashes.bpl".to_owned()][..]));
    }
}
