//! The programs of `bench/commute`, for provers of termination, and whether what is expected of them is true.
//!
//! They are after the description of the benchmarks of TerMute ("Commutativity for Concurrent Program Termination Proofs", appendix
//! E.2), which are not public. `bench/commute/README.md` says what is in them.

mod bounded;
pub(crate) mod producers;
pub mod readme;
mod table;
pub mod validate;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use program::command::Action;
use program::program::Program;
use program::property::{Property, Question};

use crate::commute::bounded::Bounds;
use crate::corpus::expect::{self, Answer};
use crate::{bench, root};

/// A program, and what is expected of it.
pub(crate) struct Case {
    /// Its path below `bench/commute`, without the ending.
    pub(crate) name: String,
    /// Whether it is one of those that terminate, at least under a strongly fair scheduler.
    pub(crate) terminates: bool,
    /// The folder that it is in: what it is about.
    pub(crate) kind: String,
    /// How many threads `main` starts.
    pub(crate) threads: usize,
    /// The questions and their answers, as the `.expect` beside the program has them.
    pub(crate) questions: Vec<(Question, Answer)>,
    /// What is asked of the tool that is measured.
    pub(crate) program: Program,
    bounds: Bounds,
}

/// The programs whose name contains the text, in the order of their names.
pub(crate) fn cases(part: &str) -> Result<Vec<Case>> {
    let root = root::find()?;
    let mut cases = Vec::new();
    for path in root::files(&root.join("bench/commute"), &[".bpl"])? {
        let path = root::relative(&root, &path);
        if path.contains(part) {
            cases.push(case(&root, &path)?);
        }
    }
    ensure!(!cases.is_empty(), "there is no program in bench/commute whose path contains `{part}`");
    Ok(cases)
}

fn case(root: &Path, path: &str) -> Result<Case> {
    let read = |path: PathBuf| fs::read_to_string(&path).with_context(|| path.display().to_string());
    let (text, expectation) = (read(root.join(path))?, read(root.join(path).with_extension("expect"))?);
    case_of(path, text, &expectation).with_context(|| path.to_owned())
}

/// The program of this path and text, and of this text in the `.expect` beside it.
fn case_of(path: &str, text: String, expectation: &str) -> Result<Case> {
    let name = path.strip_prefix("bench/commute/").and_then(|name| name.strip_suffix(".bpl"));
    let name = name.context("it is a program below bench/commute")?.to_owned();
    let words: Vec<&str> = name.split('/').collect();
    let (terminates, kind) = match words[..] {
        ["terminating", kind, _] => (true, kind.to_owned()),
        ["hanging", kind, _] => (false, kind.to_owned()),
        _ => bail!("it is neither in terminating/KIND nor in hanging/KIND"),
    };
    let reason = if terminates { "// Terminates" } else { "// Hangs" };
    ensure!(text.lines().any(|line| line.starts_with(reason)), "no line begins with `{reason}` and says why");
    let expectation = expect::read(expectation)?;
    ensure!(expectation.files.is_empty() && expectation.options.is_empty(), "there are no further files or options");
    let questions = expectation.answer.into_questions().into_iter().map(asked).collect::<Result<Vec<_>>>()?;
    ensure!(questions.iter().all(|(question, _)| question.property == Property::Finish), "all ask for `finish`");
    let bounds = bounded::of(&text)?;
    let program = bench::boogie::read(path, text)?;
    let threads = started(&program);
    Ok(Case { name, terminates, kind, threads, questions, program, bounds })
}

fn asked(question: expect::Question) -> Result<(Question, Answer)> {
    let property = question.property.parse().map_err(anyhow::Error::msg)?;
    let fairness = question.fairness.parse().map_err(anyhow::Error::msg)?;
    Ok((Question { property, fairness }, question.answer))
}

/// How many threads the first one starts. It does so once for each: no program forks in a loop.
fn started(program: &Program) -> usize {
    let main = program.procedure(program.start[0]);
    let commands = main.edges.iter().flat_map(|edge| &edge.commands);
    commands.filter(|command| matches!(command.action, Action::Fork { .. })).count()
}
