//! Whether what is expected of the programs is true, as far as that can be found out by search.
//!
//! Their initial values are arbitrary, so that no search of states can prove anything of them, which is the point of these programs.
//! But with initial values and other choices within narrow bounds, all states can be looked at:
//!
//! - A program that is expected to be proved has to be proved within the bounds. That is no proof for all values, but a
//!   schedule that hangs mostly needs small values only.
//! - A program that is expected to be refuted has to be refuted within the bounds, and the counterexample has to be one of the program
//!   itself in the eyes of the checker. Where numbers grow for ever, and the states have no end, all engines are asked instead,
//!   about the program itself.

use std::sync::Arc;
use std::sync::Mutex;
use std::time::Duration;

use anyhow::{Result, ensure};
use engine::budget::{Budget, Limits};
use engine::event::Silent;
use engine::{Engine, Task};
use engine_explicit::Explicit;
use evidence::certificate::Certificate;
use evidence::verdict::Verdict;
use program::program::Program;
use program::property::Question;
use program::validate::validate;

use crate::commute::{Case, bounded, cases};
use crate::parallel;
use crate::root::Report;

/// The kind of programs whose states have no end, however few the initial values are.
const WITHOUT_END: &str = "growing";

/// How many states are looked at within the bounds.
const STATES: u64 = 3_000_000;

/// How many are looked at without bounds. Nothing must come of it.
const STATES_WITHOUT_BOUNDS: u64 = 20_000;

/// Looks at the programs whose path contains the text.
pub fn check(part: &str) -> Result<Report> {
    let cases = cases(part)?;
    let (problems, states) = (Mutex::new(Vec::new()), Mutex::new(0));
    parallel::for_each(&cases, |case| match problems_of(case) {
        Ok(seen) => *states.lock().expect("nobody panics while holding the sum") += seen,
        Err(why) => {
            let problem = format!("bench/commute/{}.bpl: {why:#}", case.name);
            problems.lock().expect("nobody panics while holding the list").push(problem);
        }
    });
    let mut problems = problems.into_inner().expect("nobody panics while holding the list");
    problems.sort();
    let questions: usize = cases.iter().map(|case| case.questions.len()).sum();
    let states = states.into_inner().expect("nobody panics while holding the sum");
    let (programs, wrong) = (cases.len(), problems.len());
    let note = format!("commute: {programs} programs, {questions} questions, {wrong} wrong; {states} states");
    Ok(Report { notes: vec![note], problems })
}

/// How many states had to be looked at, if all is as expected.
fn problems_of(case: &Case) -> Result<u64> {
    let confined = bounded::confined(&case.program, case.bounds);
    validate(&confined)?;
    let mut states = 0;
    let mut refuted = None;
    for (question, answer) in &case.questions {
        // What is found under a strongly fair scheduler can happen under others as well.
        let known = refuted.clone().filter(|verdict| refutes_the_program(&case.program, question, verdict).is_ok());
        let verdict = known.unwrap_or_else(|| solve(case, &confined, question));
        let why = if let Verdict::Unknown(reason) = &verdict { format!(": {reason}") } else { String::new() };
        ensure!(
            answer.is_met_by(&confined, &verdict),
            "{} {}: expected {answer}, within bounds it is {}{why}",
            question.property,
            question.fairness,
            verdict.word()
        );
        if let Verdict::Proved(Certificate::Exploration { states: seen }) = &verdict {
            states += seen;
            cannot_be_proved_by_search(case, question)?;
        } else {
            refutes_the_program(&case.program, question, &verdict)?;
            refuted = Some(verdict);
        }
    }
    Ok(states)
}

fn solve(case: &Case, confined: &Program, question: &Question) -> Verdict {
    if case.kind == WITHOUT_END {
        return on_its_own(&case.program, question);
    }
    explicitly(confined, question, STATES)
}

fn explicitly(program: &Program, question: &Question, states: u64) -> Verdict {
    let limits = Limits { time: Duration::from_secs(100), states, ..Limits::default() };
    Explicit.solve(Task { program, question }, &Budget::start(limits), &Silent)
}

/// The answer of all engines about the program without bounds.
fn on_its_own(program: &Program, question: &Question) -> Verdict {
    let limits = Limits { time: Duration::from_secs(100), ..Limits::default() };
    let task = Task { program, question };
    portfolio::run(task, portfolio::select::all(), &Budget::start(limits), Arc::new(Silent)).verdict().clone()
}

/// A program whose states can all be looked at is none for this benchmark.
fn cannot_be_proved_by_search(case: &Case, question: &Question) -> Result<()> {
    let verdict = explicitly(&case.program, question, STATES_WITHOUT_BOUNDS);
    ensure!(matches!(verdict, Verdict::Unknown(_)), "without bounds it is {} by mere search", verdict.word());
    Ok(())
}

/// What was found within bounds is a run of the program itself.
fn refutes_the_program(program: &Program, question: &Question, found: &Verdict) -> Result<()> {
    let accepted = check::accept::accept(program, question, found.clone(), &|_, _| false);
    let why = accepted.err().map(|why| format!("what was found is none of its runs: {why}"));
    ensure!(why.is_none(), "{}", why.unwrap_or_default());
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::corpus::expect::{self, Answer};

    use super::*;

    /// A wrong expectation is found, whichever way it is wrong.
    #[test]
    fn wrong_expectations_are_found() {
        let expected = |text: &str| -> Answer {
            let read = expect::read(&format!("finish strong {text}")).unwrap();
            read.answer.into_questions().remove(0).answer
        };
        for (name, wrong) in [
            ("terminating/shared/shared-countdown-2", "refuted"),
            ("hanging/cycles/up-and-down", "proved"),
            ("hanging/deadlocks/missing-producer", "refuted lasso"),
        ] {
            let mut case = cases(name).unwrap().remove(0);
            assert!(problems_of(&case).is_ok(), "{name}");
            case.questions[0].1 = expected(wrong);
            assert!(problems_of(&case).is_err(), "{name} {wrong}");
        }
    }
}
