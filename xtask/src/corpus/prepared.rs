//! The corpus without memory: programs that can be prepared get the same answers as before, and what refutes the prepared
//! program refutes the one that was given.

use std::path::Path;
use std::sync::Mutex;
use std::time::Duration;

use anyhow::{Result, ensure};
use check::rules::Rejection;
use engine::budget::{Budget, Limits};
use engine::event::Silent;
use engine::prepare::{self, Prepared, lifted};
use engine::{Engine, Task};
use engine_explicit::Explicit;
use evidence::certificate::Certificate;
use evidence::verdict::Verdict;
use program::program::Program;
use program::property::{Fairness, Property, Question};
use program::validate::validate;

use crate::corpus::expect::Expected;
use crate::corpus::{Case, cases, command, translate};
use crate::parallel::for_each;
use crate::root::Report;

const QUESTIONS: [Question; 4] = [
    Question { property: Property::Finish, fairness: Fairness::Strong },
    Question { property: Property::Finish, fairness: Fairness::Weak },
    Question { property: Property::Terminate, fairness: Fairness::None },
    Question { property: Property::Exit, fairness: Fairness::Strong },
];

/// What came of it.
#[derive(Default)]
struct Tally {
    programs: usize,
    prepared: usize,
    compared: usize,
    /// States of the programs and of the prepared ones, where both were proved.
    states: (u64, u64),
    notes: Vec<String>,
    problems: Vec<String>,
}

/// Prepares all programs of the corpus whose path contains the text, and compares the answers.
pub fn check(root: &Path, part: &str) -> Result<Report> {
    let mut cases = cases(root, part)?;
    cases.retain(|case| matches!(case.expectation.answer, Expected::Answers { .. }));
    ensure!(!cases.is_empty(), "there is no program in the corpus whose path contains `{part}`");
    let tally = Mutex::new(Tally::default());
    for_each(&cases, |case| {
        let result = look_at(case, &tally);
        let mut tally = tally.lock().expect("nobody panics while holding the tally");
        tally.programs += 1;
        tally.problems.extend(result.err().map(|why| format!("{}: {why:#}", case.name)));
    });
    let mut tally = tally.into_inner().expect("nobody panics while holding the tally");
    tally.notes.sort();
    tally.problems.sort();
    let Tally { programs, prepared, compared, states, .. } = tally;
    tally.notes.push(format!(
        "prepared: {prepared} of {programs} programs, {compared} answers compared, {} wrong; {} states instead of {}",
        tally.problems.len(),
        states.1,
        states.0,
    ));
    Ok(Report { notes: tally.notes, problems: tally.problems })
}

fn look_at(case: &Case, tally: &Mutex<Tally>) -> Result<()> {
    let program = translate(case)?.lower(&command(case, &[])?.reading)?.program;
    let prepared = match prepare::without_memory(&program) {
        Ok(prepared) => prepared,
        Err(obstacles) => {
            let why = obstacles.iter().map(|obstacle| {
                let file = program.files.get(obstacle.span.file.index()).map_or("", |file| &file.name);
                let file = file.rsplit('/').next().unwrap_or(file);
                format!("\n  {file}:{}: {}", obstacle.span.line, obstacle.why)
            });
            let why: String = why.take(3).collect();
            tally.lock().expect("nobody panics while holding the tally").notes.push(format!("{}:{why}", case.name));
            return Ok(());
        }
    };
    validate(&prepared.program)?;
    let mut states = (0, 0);
    let mut compared = 0;
    for question in QUESTIONS {
        let (before, after) = (solve(&program, &question), solve(&prepared.program, &question));
        match (&before, &after) {
            (Verdict::Unknown(_), _) | (_, Verdict::Unknown(_)) => continue,
            (
                Verdict::Proved(Certificate::Exploration { states: left }),
                Verdict::Proved(Certificate::Exploration { states: right }),
            ) => states = (states.0 + left, states.1 + right),
            (Verdict::Refuted(_), Verdict::Refuted(_)) => accepted(&program, &prepared, &question, &after)?,
            _ => anyhow::bail!("{} {}: {before:?} before, {after:?} after", question.property, question.fairness),
        }
        compared += 1;
    }
    let mut tally = tally.lock().expect("nobody panics while holding the tally");
    tally.prepared += 1;
    tally.compared += compared;
    tally.states = (tally.states.0 + states.0, tally.states.1 + states.1);
    Ok(())
}

fn solve(program: &Program, question: &Question) -> Verdict {
    let limits = Limits { time: Duration::from_secs(20), states: 100_000, ..Limits::default() };
    Explicit.solve(Task { program, question }, &Budget::start(limits), &Silent)
}

/// What refutes the prepared program, taken back, is accepted by the checker.
fn accepted(program: &Program, prepared: &Prepared, question: &Question, verdict: &Verdict) -> Result<()> {
    let Verdict::Refuted(found) = verdict else { return Ok(()) };
    let Some(lifted) = lifted(prepared, found) else { anyhow::bail!("{found:?} cannot be taken back") };
    let lifted = Verdict::Refuted(lifted);
    match check::accept::accept(program, question, lifted, &|_, _| false) {
        // Random numbers are ordinary choices to an engine; that they are not, the checker says of the run, not of the way back.
        Ok(_) | Err(Rejection::Random { .. }) => Ok(()),
        Err(why) => anyhow::bail!("{} {}: {why}", question.property, question.fairness),
    }
}
