//! One module for each kind of evidence, each with the rules by which it is judged.
//!
//! Rules have names, which rejections carry and rejecting tests cover:
//!
//! - `replay`: every step of a counterexample can be taken, and only the last step of a failing run fails.
//! - `kind`: the counterexample is of a kind that refutes the property asked about.
//! - `cycle`: a lasso's cycle has at least one step.
//! - `closing`: the cycle leads back, in the way that the lasso says.
//! - `form`: only in a cycle in which numbers grow are there choices in terms of parameters.
//! - `spurious`: no step of a lasso's cycle is spurious.
//! - `fair`: the scheduler treats every thread as the question asks.
//! - `eventually`: no thread passes over a choice for ever, if it is one of which a way is taken eventually.
//! - `thread`: a thread of the name asked about lives through the cycle and steps in it.
//! - `deadlock`: no thread can step, and the program has not ended.
//! - `failure`: the last step fails.
//! - `trap`: what is said to be lost can indeed not be reached.
//! - `random`: a run does not depend on which random numbers come up again and again, or follow from a seed.
//! - `ranked`: facts follow, nothing is left out, nobody is stuck, and whatever could be repeated has a ranking function.
//! - `modular`: each thread's steps lead to what is said to be known and keep what it guarantees, and whatever it could repeat is
//!   well-founded or unfair.
//! - `exploration`: the reduced graph can be built, has as many states as claimed, and satisfies the property.

pub mod components;
pub mod discarded;
pub mod exploration;
pub mod forms;
pub mod growing;
pub mod held;
pub mod keyframe;
pub mod lasso;
pub mod modular;
pub mod random;
pub mod ranked;
pub mod trace;
pub mod trap;

use std::fmt::Display;

use evidence::counterexample::Step;
use evidence::reason::Doubt;
use program::ids::ThreadSlot;
use program::program::Program;
use program::span::Span;
use program::text::{counted, number};
use thiserror::Error;

use crate::explore::NoGraph;
use crate::replay::{End, Run, Stuck, replay, replay_each, span_of};
use crate::semantics::state::State;
use crate::semantics::step::Stop;

/// Why evidence is not accepted.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Rejection {
    /// A rule is broken.
    #[error("{why} (rule `{rule}`)")]
    Broken {
        /// The rule's name, as listed in the documentation of [`crate::rules`].
        rule: &'static str,
        /// How it is broken, and where.
        why: String,
    },
    /// It cannot be told whether there is such a run: it depends on random numbers.
    #[error("{doubt} (rule `random`)")]
    Random {
        /// In which way.
        doubt: Doubt,
        /// Where the program asks for them.
        span: Span,
    },
    /// The check was interrupted before it came to an end.
    #[error("the check was interrupted after {}", counted(*states, "state"))]
    Interrupted {
        /// How many states it had visited.
        states: u64,
    },
}

/// A rejection by a rule.
pub(crate) fn broken(rule: &'static str, why: impl Into<String>) -> Rejection {
    Rejection::Broken { rule, why: why.into() }
}

/// What is wrong, and where if that is known: `at a.bpl:12: assertion fails`.
pub(crate) fn located(program: &Program, span: Span, what: impl Display) -> String {
    let at = at(program, span);
    if at.is_empty() { what.to_string() } else { format!("{}: {what}", at.trim_start()) }
}

/// ` at a.bpl:12`, or nothing for what stands nowhere.
pub(crate) fn at(program: &Program, span: Span) -> String {
    match program.files.get(span.file.index()) {
        Some(file) if span.line > 0 => format!(" at {}:{}", file.name, span.line),
        _ => String::new(),
    }
}

/// The thread by what it runs and by the name that evidence has for it: `Philosopher` (t2).
pub(crate) fn thread(program: &Program, state: &State, slot: ThreadSlot) -> String {
    match state.thread(slot) {
        Some(thread) => format!("`{}` (t{})", program.procedure(thread.root).name, slot.0),
        None => format!("t{}", slot.0),
    }
}

/// Replays steps, or rejects them; gives what each of them led to.
/// The part is that of the evidence: the run, the stem, the cycle.
pub(crate) fn replayed(program: &Program, part: &str, from: &State, steps: &[Step]) -> Result<Run, Rejection> {
    replay(program, from, steps).map_err(|stuck| broken("replay", cannot_be_taken(program, part, steps, &stuck)))
}

/// Replays steps, or rejects them; gives where they end.
pub(crate) fn replayed_to_end(program: &Program, part: &str, from: &State, steps: &[Step]) -> Result<End, Rejection> {
    let replayed = replay_each(program, from, steps, |_| {});
    replayed.map_err(|stuck| broken("replay", cannot_be_taken(program, part, steps, &stuck)))
}

fn cannot_be_taken(program: &Program, part: &str, steps: &[Step], stuck: &Stuck) -> String {
    let Stuck { position, state, why } = stuck;
    let step = &steps[*position];
    let who = thread(program, state, step.thread);
    let (verb, span) = match why {
        Stop::Fault(_, span) => ("goes wrong", Some(*span)),
        Stop::Blocked | Stop::NoSuchStep(_) => ("cannot be taken", span_of(program, state, step)),
    };
    let place = span.map(|span| at(program, span)).unwrap_or_default();
    format!("step {} of the {part}, by {who}{place}, {verb}: {why}", number(position + 1))
}

/// A graph that could not be built as a rejection by a rule.
pub(crate) fn no_graph(program: &Program, rule: &'static str, why: NoGraph) -> Rejection {
    match why {
        NoGraph::Interrupted(states) => Rejection::Interrupted { states },
        NoGraph::Failure(failure, span) => broken(rule, located(program, span, failure)),
        NoGraph::Fault(fault, span) => broken(rule, located(program, span, fault)),
    }
}
