//! Which programs of the corpus hang for real as their refutations say: `cargo xtask reproduce`.
//!
//! Every C and C++ program whose `finish` under strong fairness is refuted by a deadlock or a lasso is built to follow that run, and
//! watched. What is printed is a table of what was seen; nothing here is a failure, since limits are limits.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Result, ensure};
use engine::Task;
use engine::event::Silent;
use report::schedule::{self, Ending};
use unhang::commands::reproduce::{Wanted, is_seen, told};

use super::{Case, cases, command, translate};

/// The question whose refutations are reproduced.
const ASKED: (&str, &str, &str) = ("finish", "strong", "refuted");

/// What came of a program.
enum Tried {
    /// It hangs.
    Seen(String),
    /// It was not seen to hang.
    NotSeen(String),
    /// There is no hang to be seen: something fails.
    Fails,
}

/// Prints for each program whose path contains the text whether it hangs for real, and how many do.
pub fn show(root: &Path, part: &str, print: &mut dyn FnMut(&str)) -> Result<()> {
    let (mut seen, mut tried) = (0, 0);
    for case in cases(root, part)?.iter().filter(|case| is_wanted(case)) {
        match attempt(case) {
            Ok(Tried::Fails) => {}
            Ok(Tried::Seen(what)) => {
                (seen, tried) = (seen + 1, tried + 1);
                print(&format!("hangs    {}: {what}", case.name));
            }
            Ok(Tried::NotSeen(why)) => {
                tried += 1;
                print(&format!("NOT SEEN {}: {why}", case.name));
            }
            Err(error) => {
                tried += 1;
                print(&format!("NOT SEEN {}: {error:#}", case.name));
            }
        }
    }
    ensure!(tried > 0, "no C or C++ program in the corpus whose path contains `{part}` is refuted by a hang");
    print(&format!("{seen} of {tried} programs hang for real"));
    Ok(())
}

fn is_wanted(case: &Case) -> bool {
    let (property, fairness, word) = ASKED;
    let is_compiled = [".c", ".cpp"].iter().any(|ending| case.name.ends_with(ending));
    let mut questions = case.expectation.answer.questions().iter();
    is_compiled
        && questions.any(|one| one.property == property && one.fairness == fairness && one.answer.word() == word)
}

fn attempt(case: &Case) -> Result<Tried> {
    let (property, fairness, _) = ASKED;
    let check = command(case, &["--property", property, "--fairness", fairness].map(str::to_owned))?;
    let lowered = translate(case)?.lower(&check.reading)?;
    let question = check.question(&lowered.program)?;
    let budget = check.start();
    let task = Task { program: &lowered.program, question: &question };
    let accepted = portfolio::run(task, check.plan(&budget)?, &budget, Arc::new(Silent));
    let Some(schedule) = schedule::of(&accepted, &lowered.program) else {
        return Ok(Tried::NotSeen("was not refuted".to_owned()));
    };
    if schedule.ending == Ending::Failure {
        return Ok(Tried::Fails);
    }
    let folder = tempfile::tempdir()?;
    let binary = folder.path().join("program");
    let files = check.reading.paths();
    let wanted =
        Wanted { schedule: &schedule, program: &lowered.program, files: &files, compiling: &check.reading.compiling };
    wanted.build(folder.path(), &binary, &budget, &|| budget.is_over())?;
    let seen = wanted.watch(&binary, &check.reading.arguments, &|| budget.is_over())?;
    let text = told(&seen, &schedule, &budget);
    let line = text.lines().next().unwrap_or_default().to_owned();
    Ok(if is_seen(&seen) { Tried::Seen(line) } else { Tried::NotSeen(line) })
}
