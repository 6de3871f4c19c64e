//! Runs engines on a question and lets out only what the checker accepted.
//!
//! [`select`] is the one list of engines, [`plan`] says which of them work when, and [`answer`] is the one way to use them.
//! Whatever an engine claims goes through `check::accept`; a claim that is rejected, a claim that could not be checked in time,
//! and an engine that panics all come out as `Unknown` with the reason.
//! The engines of a plan start one after the other and then work at the same time (`race.rs`); the first accepted proof or
//! refutation ends the run.
//!
//! ```
//! use std::sync::Arc;
//! use engine::{Task, budget::Budget, event::Silent};
//! use program::property::{Fairness, Property, Question};
//! use program::span::SourceFile;
//!
//! let text = "var go: bool; procedure main() { go := false; assume go; }";
//! let file = SourceFile::new("wait.bpl".into(), text.into());
//! let program = frontend::boogie::lower(vec![file], &Default::default()).unwrap();
//! let question = Question { property: Property::Finish, fairness: Fairness::Strong };
//! let task = Task { program: &program, question: &question };
//! let budget = Budget::start(Default::default());
//! let accepted = portfolio::run(task, portfolio::select::all(), &budget, Arc::new(Silent));
//! assert_eq!(accepted.verdict().word(), "refuted");
//! ```

pub mod plan;
pub mod select;
pub mod translate;

mod profile;
mod race;
mod judge;
mod luck;
mod deadline;

use std::sync::Arc;

use check::accept::Accepted;
use engine::Task;
use engine::budget::Budget;
use engine::event::{Events, Silent};
use evidence::reason::Reason;
use evidence::verdict::Verdict;
use program::program::Program;
use program::property::Question;

use crate::judge::Watched;
use crate::select::Plan;

pub use crate::deadline::{Missed, within};
pub use crate::judge::{Refusal, may_hold};
pub use crate::race::{GIVES_UP, STARTS};

/// Who listens to progress; shared with the thread that does the work.
pub type Listener = Arc<dyn Events + Send + Sync>;

/// What came of a question.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The answer.
    pub accepted: Accepted,
    /// The engine that gave it, or whose reason for not knowing it is.
    pub by: Option<&'static str>,
    /// The other engines that have given up, and why.
    pub gave_up: Vec<GaveUp>,
}

/// An engine that does not know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GaveUp {
    /// Its name.
    pub engine: &'static str,
    /// Why.
    pub reason: Reason,
}

/// Answers the question with the engines of the plan that fit it.
///
/// Returns at the latest half a second after the budget's time is up, even if an engine does not notice.
pub fn answer(task: Task<'_>, plan: Plan, budget: &Budget, events: Listener) -> Answer {
    let (program, question) = (task.program, task.question);
    let watched = Arc::new(Watched::new(events));
    let work = move |task: Task<'_>, budget: &Budget, events: &Watched| race::race(task, &plan, budget, events);
    let accepted = match apart(task, budget, &watched, work) {
        Ok(answer) => return answer,
        Err(Missed::Time) => out_of_time(task, budget, watched.states()),
        Err(Missed::Thread(message)) => {
            unknown(program, question, Reason::Crashed { engine: "portfolio".to_owned(), message })
        }
    };
    Answer { accepted, by: None, gave_up: watched.gave_up() }
}

/// The same, for those who want to know nothing else.
pub fn run(task: Task<'_>, plan: Plan, budget: &Budget, events: Listener) -> Accepted {
    answer(task, plan, budget, events).accepted
}

/// Whether the engine of the plan that gave the answer gives it again, with the same evidence. Nothing is checked again.
pub fn is_said_again(task: Task<'_>, plan: Plan, budget: &Budget, answer: &Answer) -> bool {
    let watched = Arc::new(Watched::new(Arc::new(Silent)));
    let by = answer.by;
    let claim = apart(task, budget, &watched, move |task, budget, events| {
        let engine = &plan.runners.iter().find(|runner| by == Some(runner.engine.name()))?.engine;
        Some((judge::solve(&**engine, task, budget, events), luck::solve(&**engine, task, budget, events)))
    });
    let is_it = |claim: &Verdict| claim == answer.accepted.verdict();
    claim.is_ok_and(|said| said.is_some_and(|(first, second)| is_it(&first) || second.is_some_and(|it| is_it(&it))))
}

/// The answer if the time is over after so many states.
fn out_of_time(task: Task<'_>, budget: &Budget, states: u64) -> Accepted {
    unknown(task.program, task.question, Reason::OutOfTime { time: budget.limits().time, states })
}

/// The answer if the time is over before the program was "read", or "compiled and read".
pub fn not_read(task: Task<'_>, budget: &Budget, what: &'static str) -> Accepted {
    unknown(task.program, task.question, Reason::NotRead { time: budget.limits().time, what })
}

/// Checks evidence that was found earlier, in the same way in which [`run`] checks what engines find.
pub fn verify(task: Task<'_>, claim: Verdict, budget: &Budget, events: Listener) -> Result<Accepted, Refusal> {
    let watched = Arc::new(Watched::new(events));
    let work = move |task: Task<'_>, budget: &Budget, events: &Watched| judge::judge(task, claim, budget, events);
    match apart(task, budget, &watched, work) {
        Ok(judged) => judged,
        Err(Missed::Time) => {
            let reason = Reason::OutOfTime { time: budget.limits().time, states: watched.states() };
            Err(Refusal::NotChecked(reason.to_string()))
        }
        Err(Missed::Thread(message)) => Err(Refusal::Crashed(message)),
    }
}

/// Does the work on a thread of its own. It owns what it uses, since it may outlive this call.
fn apart<T: Send + 'static>(
    task: Task<'_>,
    budget: &Budget,
    watched: &Arc<Watched>,
    work: impl FnOnce(Task<'_>, &Budget, &Watched) -> T + Send + 'static,
) -> Result<T, Missed> {
    let (program, question) = (task.program.clone(), task.question.clone());
    let (shared_budget, watched) = (budget.clone(), watched.clone());
    deadline::within(budget, move || work(Task { program: &program, question: &question }, &shared_budget, &watched))
}

/// The accepted answer that nothing is known, for this reason.
fn unknown(program: &Program, question: &Question, reason: Reason) -> Accepted {
    let accepted = check::accept::accept(program, question, Verdict::Unknown(reason), &|_, _| true);
    accepted.expect("not knowing needs no evidence, so it is always accepted")
}

#[cfg(test)]
mod tests;
