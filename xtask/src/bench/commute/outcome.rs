//! What comes of one program in one mode.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Context, Result};
use engine::Task;
use engine::budget::{Budget, Limits};
use engine::event::Events;
use evidence::verdict::Verdict;

use super::options::{Mode, Options};
use crate::commute::Case;

/// The first line of the file with all outcomes.
pub(in crate::bench) const CSV: &str = "program,threads,expected,mode,answer,reason,seconds,rounds\n";

/// An answer, or none.
#[derive(Clone, Debug)]
pub(in crate::bench) struct Outcome {
    /// The name of the program.
    pub(in crate::bench) program: String,
    /// How many threads it starts.
    pub(in crate::bench) threads: usize,
    /// `proved` or `refuted`.
    pub(in crate::bench) expected: String,
    /// The name of the mode.
    pub(in crate::bench) mode: String,
    /// `proved`, `refuted` or `unknown`.
    pub(in crate::bench) answer: String,
    /// The code of the reason for not knowing, or nothing.
    pub(in crate::bench) reason: String,
    /// From the program to the accepted answer.
    pub(in crate::bench) seconds: f64,
    /// How many rounds of refinement there were.
    pub(in crate::bench) rounds: usize,
}

/// Counts the rounds that engines tell of.
#[derive(Default)]
struct Rounds(AtomicUsize);

impl Events for Rounds {
    fn progress(&self, _engine: &'static str, _states: u64) {}

    fn works_at(&self, _engine: &'static str, what: &str) {
        if what.starts_with("round ") {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// Asks about the program.
pub(in crate::bench) fn of(case: &Case, mode: &Mode, options: &Options) -> Result<Outcome> {
    let asked = case.questions.iter().find(|(question, _)| question.fairness == options.fairness);
    let (question, expected) = asked.with_context(|| format!("{}: nothing is expected", case.name))?;
    let plan = match mode {
        Mode::All => portfolio::select::all(),
        Mode::Way(mode) => portfolio::select::in_mode(mode).map_err(anyhow::Error::msg)?,
        Mode::Only(engine) => portfolio::select::only(engine).context("the engine is on the list")?,
    };
    let budget = Budget::start(Limits { time: options.time, ..Limits::default() });
    let rounds = Arc::new(Rounds::default());
    let accepted = portfolio::run(Task { program: &case.program, question }, plan, &budget, rounds.clone());
    let reason = match accepted.verdict() {
        Verdict::Unknown(reason) => reason.code(),
        Verdict::Proved(_) | Verdict::Refuted(_) => "",
    };
    Ok(Outcome {
        program: case.name.clone(),
        threads: case.threads,
        expected: expected.word().to_owned(),
        mode: mode.name().to_owned(),
        answer: accepted.verdict().word().to_owned(),
        reason: reason.to_owned(),
        seconds: budget.elapsed().as_secs_f64(),
        rounds: rounds.0.load(Ordering::Relaxed),
    })
}

impl Outcome {
    /// Whether the answer is there and right.
    pub(in crate::bench) fn is_solved(&self) -> bool {
        self.answer == self.expected
    }

    /// Whether there is an answer, and it is not right.
    pub(in crate::bench) fn is_wrong(&self) -> bool {
        self.answer != "unknown" && !self.is_solved()
    }

    /// A line for people.
    pub(in crate::bench) fn line(&self) -> String {
        let word = if self.is_wrong() { "WRONG: " } else { "" };
        let answer = format!("{word}{} {}", self.answer, self.reason);
        let line = format!("{:<42}  {:<14}  {:>8.2} s  {answer}", self.program, self.mode, self.seconds);
        line.trim_end().to_owned()
    }

    /// A line for programs. None of the parts has a comma in it.
    pub(in crate::bench) fn csv(&self) -> String {
        let Outcome { program, threads, expected, mode, answer, reason, seconds, rounds } = self;
        format!("{program},{threads},{expected},{mode},{answer},{reason},{seconds:.3},{rounds}\n")
    }
}
