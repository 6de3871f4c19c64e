//! The library that C programs call, in small programs: those in `primitives/` together with `harness.bpl` and the library.
//!
//! A program says in comments that begin with `//:` what the answers are, under strong fairness.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use engine::Task;
use engine::budget::{Budget, Limits};
use engine::event::Silent;
use evidence::counterexample::Counterexample;
use evidence::verdict::Verdict;
use frontend::c::primitives;
use program::program::Program;
use program::property::{Fairness, Question};
use program::span::SourceFile;

#[test]
fn programs_get_their_answers() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/primitives");
    let entries = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    let mut programs: Vec<PathBuf> = entries.filter(|path| !path.ends_with("harness.bpl")).collect();
    programs.sort();
    let problems: Vec<String> = programs.iter().flat_map(|path| problems_of(&folder, path)).collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

fn problems_of(folder: &Path, path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap();
    let name = path.file_name().unwrap().to_string_lossy().into_owned();
    let harness = fs::read_to_string(folder.join("harness.bpl")).unwrap();
    let files = [("harness.bpl".to_owned(), harness), (name.clone(), text.clone())];
    let files = files.into_iter().map(|(name, text)| SourceFile::new(name, text.into()));
    let files: Vec<SourceFile> = primitives::files().into_iter().chain(files).collect();
    let program = match frontend::boogie::lower(files, &Default::default()) {
        Ok(program) => program,
        Err(error) => return vec![error.render()],
    };
    let expected: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("//: ")).collect();
    assert!(!expected.is_empty(), "{name} says no answer");
    let problem = |line: &&str| {
        let (property, expected) = line.split_once(": ").unwrap();
        let found = answer(&program, property);
        (!found.starts_with(expected)).then(|| format!("{name}: {property}: expected {expected}, found {found}"))
    };
    expected.iter().filter_map(problem).collect()
}

/// The answer in words, with the kind of counterexample or the reason.
fn answer(program: &Program, property: &str) -> String {
    let question = Question { property: property.parse().unwrap(), fairness: Fairness::Strong };
    let task = Task { program, question: &question };
    let budget = Budget::start(Limits { time: Duration::from_secs(20), ..Limits::default() });
    let accepted = portfolio::run(task, portfolio::select::all(), &budget, Arc::new(Silent));
    match accepted.verdict() {
        Verdict::Proved(_) => "proved".to_owned(),
        Verdict::Refuted(Counterexample::Lasso(_)) => "refuted lasso".to_owned(),
        Verdict::Refuted(Counterexample::Deadlock(_)) => "refuted deadlock".to_owned(),
        Verdict::Refuted(Counterexample::Trap(_)) => "refuted trap".to_owned(),
        Verdict::Refuted(Counterexample::Failure(failure)) => format!("refuted failure {failure:?}"),
        Verdict::Unknown(reason) => format!("unknown {} {reason:?}", reason.code()),
    }
}
