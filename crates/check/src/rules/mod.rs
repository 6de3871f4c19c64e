//! One module for each kind of evidence, each with the rules by which it is judged.
//!
//! Rules have names, which rejections carry and rejecting tests cover:
//!
//! - `replay`: every step of a counterexample can be taken, and only the last step of a failing run fails.
//! - `kind`: the counterexample is of a kind that refutes the property asked about.
//! - `cycle`: a lasso's cycle has at least one step.
//! - `closing`: the cycle leads back, in the way that the lasso says.
//! - `spurious`: no step of a lasso's cycle is spurious.
//! - `fair`: the scheduler treats every thread as the question asks.
//! - `thread`: a thread of the name asked about lives through the cycle and steps in it.
//! - `deadlock`: no thread can step, and the program has not ended.
//! - `failure`: the last step fails.
//! - `trap`: what is said to be lost can indeed not be reached.
//! - `exploration`: the reduced graph can be built, has as many states as claimed, and satisfies the property.

pub mod components;
pub mod discarded;
pub mod exploration;
pub mod lasso;
pub mod trace;
pub mod trap;

use evidence::counterexample::Step;
use program::program::Program;
use program::span::Span;
use program::text::counted;
use thiserror::Error;

use crate::explore::NoGraph;
use crate::replay::{End, Run, Stuck, replay, replay_each};
use crate::semantics::state::State;

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

/// `at line 12`, or with the file's name if there are several.
pub(crate) fn at(program: &Program, span: Span) -> String {
    match (&program.files[..], program.files.get(span.file.index())) {
        ([_, _, ..], Some(file)) => format!("at {}:{}", file.name, span.line),
        _ => format!("at line {}", span.line),
    }
}

/// Replays steps, or rejects them; gives what each of them led to.
pub(crate) fn replayed(program: &Program, from: &State, steps: &[Step]) -> Result<Run, Rejection> {
    replay(program, from, steps).map_err(not_taken)
}

/// Replays steps, or rejects them; gives where they end.
pub(crate) fn replayed_to_end(program: &Program, from: &State, steps: &[Step]) -> Result<End, Rejection> {
    replay_each(program, from, steps, |_| {}).map_err(not_taken)
}

fn not_taken(stuck: Stuck) -> Rejection {
    broken("replay", format!("step {} cannot be taken: {:?}", stuck.position + 1, stuck.why))
}

/// A graph that could not be built as a rejection by a rule.
pub(crate) fn no_graph(program: &Program, rule: &'static str, why: NoGraph) -> Rejection {
    match why {
        NoGraph::Interrupted(states) => Rejection::Interrupted { states },
        NoGraph::Failure(failure, span) => broken(rule, format!("{}: {failure}", at(program, span))),
        NoGraph::Fault(fault, span) => broken(rule, format!("{}: {fault}", at(program, span))),
    }
}
