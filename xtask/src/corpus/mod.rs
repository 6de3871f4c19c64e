//! The corpus: programs with their expected answers beside them, answered in this process.
//!
//! A program of several files is named after one of them; its `.expect` names the others, which have none.
//! Every program is compiled once and lowered twice, and must be the same, or evidence about it would be worthless.
//! Every question is asked twice, and the engines must give the same answer with the same evidence.
//! Whatever is answered also goes through everything that a user could do with it: the evidence is written and read back,
//! and the report is rendered in every format.

pub(crate) mod expect;
pub mod native;
pub mod prepared;
pub mod reproduce;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::Mutex;
use std::time::Duration;

use anyhow::{Context, Error, Result, ensure};
use check::accept::Accepted;
use engine::Task;
use engine::event::Silent;
use evidence::format;
use evidence::verdict::Verdict;
use frontend::language;
use report::lens::Telling;
use report::suite::{Checked, Finding};
use report::terminal::{Detail, Saved};
use report::{course, github, html, json, junit, run, sarif, terminal};
use unhang::arguments::{self, Check, Command, Reading};
use unhang::output;
use unhang::sources::{self, Lowered, Translated};

use crate::corpus::expect::{Expectation, Expected, Question};
use crate::parallel::for_each;
use crate::root::{self, Report};

/// A program and what is expected of it.
struct Case {
    name: String,
    files: Vec<PathBuf>,
    expectation: Expectation,
}

/// Runs all programs of the corpus whose path contains the text.
pub fn check(root: &Path, part: &str) -> Result<Report> {
    let cases = cases(root, part)?;
    ensure!(!cases.is_empty(), "there is no program in the corpus whose path contains `{part}`");
    let problems = Mutex::new(Vec::new());
    for_each(&cases, |case| {
        let found = problems_of(case);
        problems.lock().expect("nobody panics while holding the list").extend(found);
    });
    let mut problems = problems.into_inner().expect("nobody panics while holding the list");
    problems.sort();
    let questions: usize = cases.iter().map(|case| case.expectation.answer.questions().len()).sum();
    let note = format!("corpus: {} programs, {questions} questions, {} wrong", cases.len(), problems.len());
    Ok(Report { notes: vec![note], problems })
}

fn cases(root: &Path, part: &str) -> Result<Vec<Case>> {
    let endings: Vec<String> = language::endings().map(|ending| format!(".{ending}")).collect();
    let endings: Vec<&str> = endings.iter().map(String::as_str).collect();
    let mut programs = root::files(&root.join("corpus"), &endings)?;
    let mut cases = Vec::new();
    for beside in root::files(&root.join("corpus"), &[".expect"])? {
        let name = root::relative(root, &beside);
        let expectation = expect::read(&fs::read_to_string(&beside)?).with_context(|| name.clone())?;
        let belongs = |file: &PathBuf| file.with_extension("expect") == beside;
        let mut files: Vec<PathBuf> = programs.iter().filter(|file| belongs(file)).cloned().collect();
        ensure!(files.len() == 1, "{name} has {} programs beside it, not one", files.len());
        files.extend(expectation.files.iter().map(|file| beside.with_file_name(file)));
        if let Some(missing) = files.iter().find(|file| !file.exists()) {
            anyhow::bail!("{name}: there is no {}", root::relative(root, missing));
        }
        programs.retain(|file| !files.contains(file));
        cases.push(Case { name: root::relative(root, &files[0]), files, expectation });
    }
    let mut left = programs.iter().map(|file| root::relative(root, file));
    if let Some(name) = left.find(|name| name.contains(part)) {
        anyhow::bail!("{name} has no .expect file");
    }
    cases.retain(|case| case.name.contains(part));
    Ok(cases)
}

fn problems_of(case: &Case) -> Vec<String> {
    let problem = |problem: String| format!("{}: {problem}", case.name);
    let lowered = translate(case).and_then(|translated| {
        let reading = command(case, &[])?.reading;
        let lowered = translated.lower(&reading)?;
        let is_same = translated.lower(&reading).is_ok_and(|again| again.program == lowered.program);
        Ok((lowered, is_same))
    });
    match (&case.expectation.answer, lowered) {
        (Expected::Rejected { texts }, lowered) => rejection(texts, lowered.err()).map(problem).into_iter().collect(),
        (Expected::Answers { .. }, Err(error)) => vec![problem(format!("{error:#}"))],
        (Expected::Answers { questions }, Ok((lowered, is_same))) => {
            let another = (!is_same).then(|| problem("is another program when it is read again".to_owned()));
            let wrong = |question| Some(problem(format!("{:#}", answer(case, &lowered, question).err()?)));
            another.into_iter().chain(questions.iter().filter_map(wrong)).collect()
        }
    }
}

/// The program's files, read as the user's command would.
fn translate(case: &Case) -> Result<Translated> {
    let check = command(case, &[])?;
    sources::translate(sources::read_all(&check.reading.paths())?, &check.reading, check.warnings(), &check.start())
}

/// What is wrong with the way the input is rejected.
fn rejection(texts: &[String], error: Option<Error>) -> Option<String> {
    let Some(error) = error else { return Some("is not rejected".to_owned()) };
    let message = format!("{error:#}");
    let missing = texts.iter().find(|text| !message.contains(*text))?;
    Some(format!("the message does not say `{missing}` but\n{message}"))
}

fn answer(case: &Case, lowered: &Lowered, asked: &Question) -> Result<()> {
    let check = command(case, &asked.options())?;
    let program = &lowered.program;
    let question = check.question(program)?;
    let task = Task { program, question: &question };
    let answer = portfolio::answer(task, check.plan(&check.start())?, &check.start(), Arc::new(Silent));
    let accepted = &answer.accepted;
    ensure!(
        asked.answer.is_met_by(program, accepted.verdict()),
        "{} {}: expected {}, got {}",
        asked.property,
        asked.fairness,
        asked.answer,
        terminal::write(&output::outcome(accepted, lowered), Detail::Full, &Saved::No)
    );
    // Figures of a search that was given up may vary; answers may not.
    let plan = check.plan(&check.start())?;
    let is_same = matches!(accepted.verdict(), Verdict::Unknown(_))
        || portfolio::is_said_again(task, plan, &check.start(), &answer);
    ensure!(is_same, "{} {}: another answer when asked again", asked.property, asked.fairness);
    use_everything(accepted, lowered, &check.reading)
}

/// The command line that asks the question. The case's own options come last, since there may be flags for the compiler in them.
fn command(case: &Case, question: &[String]) -> Result<Check> {
    let mut words = vec!["unhang".to_owned(), "check".to_owned()];
    words.extend(case.files.iter().map(|path| path.display().to_string()));
    words.extend(question.iter().chain(&case.expectation.options).cloned());
    match arguments::parse_from(words)? {
        Command::Check(check) => Ok(check),
        other => anyhow::bail!("not a check: {other:?}"),
    }
}

/// What a user could do with the answer must work.
fn use_everything(accepted: &Accepted, lowered: &Lowered, reading: &Reading) -> Result<()> {
    let outcome = output::outcome(accepted, lowered);
    ensure!(!terminal::write(&outcome, Detail::Full, &Saved::No).is_empty());
    ensure!(!json::write(&outcome).is_empty());
    let course = course::of(accepted, &lowered.program, Telling::OwnLines);
    ensure!(!html::write(&outcome, course.as_ref(), &[]).is_empty());
    let checked = Checked {
        files: outcome.files.clone(),
        property: outcome.property.clone(),
        fairness: outcome.fairness,
        time: Duration::ZERO,
        finding: Finding::Answered(Box::new(outcome.clone()), course.map(Box::new)),
        expected: None,
    };
    let written = [github::write(&checked), junit::write(std::slice::from_ref(&checked)), sarif::write(&[checked])];
    ensure!(written.iter().all(|text| !text.is_empty()));
    for telling in [Telling::OwnLines, Telling::Everything] {
        ensure!(run::write(accepted, &lowered.program, telling).is_some() == (outcome.word() == "refuted"));
    }
    if let Some(file) = output::evidence_file(accepted, lowered, reading) {
        ensure!(format::read(&format::write(&file)) == Ok(file), "the evidence does not read back");
    }
    Ok(())
}
