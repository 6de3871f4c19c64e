//! The corpus: programs with their expected answers beside them, answered in this process.
//!
//! Every question is asked twice, and must get the same answer with the same evidence.
//! Whatever is answered also goes through everything that a user could do with it: the evidence is written and read back,
//! and the report is rendered in every format.

mod expect;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Context, Result, ensure};
use check::accept::Accepted;
use engine::Task;
use engine::event::Silent;
use evidence::format;
use evidence::verdict::Verdict;
use program::program::Program;
use report::resolve::resolve;
use report::terminal::{Detail, Saved};
use report::{json, run, terminal};
use unhang::arguments::{self, Check, Command};
use unhang::{output, sources};

use crate::corpus::expect::{Expectation, Question};
use crate::root::{self, Report};

/// A program and what is expected of it.
struct Case {
    name: String,
    program: PathBuf,
    expectation: Expectation,
}

/// Runs all programs of the corpus whose path contains the text.
pub fn check(root: &Path, part: &str) -> Result<Report> {
    let cases = cases(root, part)?;
    ensure!(!cases.is_empty(), "there is no program in the corpus whose path contains `{part}`");
    let next = AtomicUsize::new(0);
    let problems = Mutex::new(Vec::new());
    let work = || {
        while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
            let found = problems_of(case);
            problems.lock().expect("nobody panics while holding the list").extend(found);
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
    let mut problems = problems.into_inner().expect("nobody panics while holding the list");
    problems.sort();
    let questions: usize = cases.iter().map(|case| case.expectation.questions().len()).sum();
    let note = format!("corpus: {} programs, {questions} questions, {} wrong", cases.len(), problems.len());
    Ok(Report { notes: vec![note], problems })
}

fn cases(root: &Path, part: &str) -> Result<Vec<Case>> {
    for beside in root::files(&root.join("corpus"), &[".expect"])? {
        let has_program = ["bpl", "c", "cpp"].iter().any(|ending| beside.with_extension(ending).exists());
        ensure!(has_program, "{} has no program beside it", root::relative(root, &beside));
    }
    let mut cases = Vec::new();
    for program in root::files(&root.join("corpus"), &[".bpl"])? {
        let name = root::relative(root, &program);
        if name.contains(part) {
            let beside = program.with_extension("expect");
            let text = fs::read_to_string(&beside).with_context(|| format!("{name} has no .expect file"))?;
            let expectation = expect::read(&text).with_context(|| root::relative(root, &beside))?;
            cases.push(Case { name, program, expectation });
        }
    }
    Ok(cases)
}

fn problems_of(case: &Case) -> Vec<String> {
    match &case.expectation {
        Expectation::Rejected { options, texts } => rejection(case, options, texts).into_iter().collect(),
        Expectation::Answers { options, questions } => {
            let problem = |question| Some(format!("{}: {:#}", case.name, answer(case, options, question).err()?));
            questions.iter().filter_map(problem).collect()
        }
    }
}

/// What is wrong with the way the input is rejected.
fn rejection(case: &Case, options: &[String], texts: &[String]) -> Option<String> {
    let entry = command(case, options, &[]).ok().and_then(|check| check.entry);
    match sources::lower(std::slice::from_ref(&case.program), entry.as_deref()) {
        Ok(_) => Some(format!("{}: is not rejected", case.name)),
        Err(error) => {
            let message = format!("{error:#}");
            let missing = texts.iter().find(|text| !message.contains(*text))?;
            Some(format!("{}: the message does not say `{missing}` but\n{message}", case.name))
        }
    }
}

fn answer(case: &Case, options: &[String], asked: &Question) -> Result<()> {
    let check = command(case, options, &asked.options())?;
    let program = sources::lower(&check.files, check.entry.as_deref())?;
    let question = check.question(&program)?;
    let task = Task { program: &program, question: &question };
    let ask = || portfolio::run(task, check.plan(), &check.start(), Arc::new(Silent));
    let accepted = ask();
    ensure!(
        asked.answer.is_met_by(accepted.verdict()),
        "{} {}: expected {}, got {}",
        asked.property,
        asked.fairness,
        asked.answer,
        terminal::write(&resolve(&accepted, &program), Detail::Full, &Saved::No)
    );
    // Figures of a search that was given up may vary; answers may not.
    let is_same = matches!(accepted.verdict(), Verdict::Unknown(_)) || ask() == accepted;
    ensure!(is_same, "{} {}: another answer when asked again", asked.property, asked.fairness);
    use_everything(&accepted, &program)
}

/// The command line that asks the question.
fn command(case: &Case, options: &[String], more: &[String]) -> Result<Check> {
    let path = case.program.display().to_string();
    let mut words = vec!["unhang".to_owned(), "check".to_owned(), path];
    words.extend(options.iter().chain(more).cloned());
    match arguments::parse_from(words)? {
        Command::Check(check) => Ok(check),
        other => anyhow::bail!("not a check: {other:?}"),
    }
}

/// What a user could do with the answer must work.
fn use_everything(accepted: &Accepted, program: &Program) -> Result<()> {
    let outcome = resolve(accepted, program);
    ensure!(!terminal::write(&outcome, Detail::Full, &Saved::No).is_empty());
    ensure!(!json::write(&outcome).is_empty());
    ensure!(run::write(accepted, program).is_some() == (outcome.word() == "refuted"));
    if let Some(file) = output::evidence_file(accepted, program, None) {
        ensure!(format::read(&format::write(&file)) == Ok(file), "the evidence does not read back");
    }
    Ok(())
}
