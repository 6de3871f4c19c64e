//! Finite runs: to a deadlock, or to a failure.

use evidence::counterexample::Step;
use program::program::Program;
use program::property::{Property, Question};
use program::span::Span;

use crate::replay::is_enabled;
use crate::rules::{Rejection, at, broken, replayed_to_end};
use crate::semantics::fault::Failure;
use crate::semantics::state::initial;

/// Accepts the steps if they end in a deadlock and the property forbids that.
pub fn check_deadlock(program: &Program, question: &Question, steps: &[Step]) -> Result<(), Rejection> {
    if question.property != Property::Finish {
        return Err(broken("kind", format!("a deadlock does not refute `{}`", question.property)));
    }
    let start = initial(program);
    let run = replayed_to_end(program, &start, steps)?;
    if run.failure.is_some() {
        return Err(broken("deadlock", "the last step fails"));
    }
    let last = &run.state;
    if last.has_ended() {
        return Err(broken("deadlock", "the program has ended"));
    }
    for slot in last.slots() {
        match is_enabled(program, last, slot) {
            Ok(false) => {}
            Ok(true) => return Err(broken("deadlock", format!("thread {} can step", slot.0))),
            Err((fault, span)) => return Err(broken("deadlock", format!("{}: {fault}", at(program, span)))),
        }
    }
    if last.waits_for_input_only(program) {
        return Err(broken("deadlock", "the run is discarded: it does not meet an assumption about the input"));
    }
    Ok(())
}

/// Accepts the steps if the last one fails, and tells how.
pub fn check_failure(program: &Program, steps: &[Step]) -> Result<(Failure, Span), Rejection> {
    let run = replayed_to_end(program, &initial(program), steps)?;
    run.failure.ok_or_else(|| broken("failure", "no step fails"))
}
