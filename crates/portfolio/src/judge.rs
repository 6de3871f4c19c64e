//! One engine's answer, made and judged: what comes out is accepted, whatever the engine does.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use check::accept::Accepted;
use check::rules::Rejection;
use engine::budget::Budget;
use engine::event::{Events, Silent};
use engine::{Engine, Task};
use evidence::certificate::Certificate;
use evidence::counterexample::Counterexample;
use evidence::reason::{Doubt, Reason};
use evidence::verdict::Verdict;
use program::span::Span;
use program::text::counted;

use crate::race::GIVES_UP;
use crate::{GaveUp, Listener, unknown};

/// The name under which checking reports its progress.
const CHECKER: &str = "check";

/// What the engine says; if it panics, that.
pub(crate) fn solve(engine: &dyn Engine, task: Task<'_>, budget: &Budget, events: &dyn Events) -> Verdict {
    catch_unwind(AssertUnwindSafe(|| engine.solve(task, budget, events))).unwrap_or_else(|panic| {
        Verdict::Unknown(Reason::Crashed { engine: engine.name().to_owned(), message: message(&*panic) })
    })
}

/// The verdict if its evidence holds; else not knowing, because it does not hold or could not be checked.
pub(crate) fn accept(engine: &str, task: Task<'_>, verdict: Verdict, budget: &Budget, events: &dyn Events) -> Accepted {
    let engine = engine.to_owned();
    let reason = match judge(task, verdict, budget, events) {
        Ok(accepted) => return accepted,
        Err(Refusal::Rejected(why)) => Reason::Rejected { engine, why },
        Err(Refusal::Random(doubt, span)) => Reason::RandomNumbers { doubt, span },
        Err(Refusal::NotChecked(what)) => Reason::NotChecked { what },
        Err(Refusal::Crashed(message)) => Reason::Crashed { engine: CHECKER.to_owned(), message },
    };
    unknown(task.program, task.question, reason)
}

/// Why evidence was not accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// It does not hold, for this reason.
    Rejected(String),
    /// It depends on random numbers, of which it is not known whether they come up, in a way that is told with the place.
    Random(Doubt, Span),
    /// Time or memory ran out: what was to be checked, and how far the check came.
    NotChecked(String),
    /// The checker panicked, which is a bug in this tool.
    Crashed(String),
}

/// Checks the evidence within the budget.
///
/// An engine that has ended has given back its memory by now, so the checker may use as much of the budget's.
pub(crate) fn judge(
    task: Task<'_>,
    verdict: Verdict,
    budget: &Budget,
    events: &dyn Events,
) -> Result<Accepted, Refusal> {
    let claim = claim(&verdict);
    let stopped = OnceLock::new();
    let interrupt = |states: u64, bytes: u64| {
        events.progress(CHECKER, states);
        // The limit on states was kept by the engine; checking its proof visits as many once more.
        budget.exhausted_within(states, bytes).is_some_and(|reason| {
            // If several threads notice at a time, any of their reasons will do.
            let _ = stopped.set(reason);
            true
        })
    };
    let judged =
        catch_unwind(AssertUnwindSafe(|| check::accept::accept(task.program, task.question, verdict, &interrupt)));
    match judged {
        Ok(Ok(accepted)) => Ok(accepted),
        Ok(Err(Rejection::Interrupted { states })) => {
            Err(Refusal::NotChecked(format!("{claim}; {}", why_interrupted(stopped.get(), states))))
        }
        Ok(Err(Rejection::Random { doubt, span })) => Err(Refusal::Random(doubt, span)),
        Ok(Err(rejection @ Rejection::Broken { .. })) => Err(Refusal::Rejected(rejection.to_string())),
        Err(panic) => Err(Refusal::Crashed(message(&*panic))),
    }
}

/// Whether a run that a prover suggests may be one: it is asked before it claims a run, since its letters leave things open.
pub fn may_hold(task: Task<'_>, found: &Counterexample, budget: &Budget) -> bool {
    !matches!(judge(task, Verdict::Refuted(found.clone()), budget, &Silent), Err(Refusal::Rejected(_)))
}

fn claim(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Proved(Certificate::Exploration { states }) => {
            format!("a proof over {}", counted(*states, "state"))
        }
        Verdict::Proved(Certificate::Ranked(_)) => "a proof by ranking functions".to_owned(),
        Verdict::Proved(Certificate::Modular(_)) => "a proof for one thread at a time".to_owned(),
        Verdict::Refuted(Counterexample::Lasso(_)) => "an infinite run".to_owned(),
        Verdict::Refuted(Counterexample::Deadlock(_)) => "a run to a deadlock".to_owned(),
        Verdict::Refuted(Counterexample::Trap(_)) => "a run to a point of no return".to_owned(),
        Verdict::Refuted(Counterexample::Failure(_)) => "a run that fails".to_owned(),
        Verdict::Unknown(_) => "nothing".to_owned(),
    }
}

fn why_interrupted(reason: Option<&Reason>, states: u64) -> String {
    // The budget does not know how far the check came.
    match reason {
        Some(Reason::OutOfMemory { bytes, .. }) => Reason::OutOfMemory { bytes: *bytes, states }.to_string(),
        Some(Reason::OutOfTime { time, .. }) => Reason::OutOfTime { time: *time, states }.to_string(),
        _ => format!("interrupted after {}", counted(states, "state")),
    }
}

/// What a panic said.
fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("a panic without a message").to_owned()
}

/// Passes progress on and remembers how far it came, for work that does not come back.
pub(crate) struct Watched {
    listener: Listener,
    states: AtomicU64,
    gave_up: Mutex<Vec<GaveUp>>,
}

impl Watched {
    pub(crate) fn new(listener: Listener) -> Watched {
        Watched { listener, states: AtomicU64::new(0), gave_up: Mutex::default() }
    }

    /// Takes note of an engine that has given up, and tells the listener.
    pub(crate) fn gives_up(&self, engine: &'static str, reason: &Reason) {
        self.works_at(engine, &format!("{GIVES_UP}: {reason} [{}]", reason.code()));
        if reason.is_limit() {
            return;
        }
        // A list of reasons is whole whoever panicked.
        self.gave_up.lock().unwrap_or_else(PoisonError::into_inner).push(GaveUp { engine, reason: reason.clone() });
    }

    /// Those who have given up so far, and were not stopped by a limit.
    pub(crate) fn gave_up(&self) -> Vec<GaveUp> {
        self.gave_up.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The largest number of states heard of.
    pub(crate) fn states(&self) -> u64 {
        self.states.load(Ordering::Relaxed)
    }
}

impl Events for Watched {
    fn progress(&self, engine: &'static str, states: u64) {
        self.states.fetch_max(states, Ordering::Relaxed);
        self.listener.progress(engine, states);
    }

    fn works_at(&self, engine: &'static str, what: &str) {
        self.listener.works_at(engine, what);
    }
}
