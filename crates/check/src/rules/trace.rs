//! Finite runs: to a deadlock, or to a failure.

use evidence::counterexample::Step;
use program::ids::ThreadSlot;
use program::program::Program;
use program::property::{Property, Question};
use program::span::Span;

use crate::replay::{is_enabled, span_of};
use crate::rules::{Rejection, at, broken, located, replayed_to_end, thread};
use crate::semantics::fault::Failure;
use crate::semantics::state::{State, initial};
use crate::semantics::step::steps;

/// Accepts the steps if they end in a deadlock and the property forbids that.
pub fn check_deadlock(program: &Program, question: &Question, steps: &[Step]) -> Result<(), Rejection> {
    if question.property != Property::Finish {
        return Err(broken("kind", format!("a deadlock does not refute `{}`", question.property)));
    }
    let start = initial(program);
    let run = replayed_to_end(program, "run", &start, steps)?;
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
            Ok(true) => return Err(broken("deadlock", can_step(program, last, slot))),
            Err((fault, span)) => return Err(broken("deadlock", located(program, span, fault))),
        }
    }
    if last.ends_no_run(program) {
        return Err(broken("deadlock", "the run is discarded: it does not meet an assumption about the input"));
    }
    Ok(())
}

fn can_step(program: &Program, state: &State, slot: ThreadSlot) -> String {
    let enabled = steps(program, state, slot).unwrap_or_default();
    let span = enabled.first().and_then(|taken| span_of(program, state, &taken.step));
    let place = span.map(|span| at(program, span)).unwrap_or_default();
    format!("{} can step{place}", thread(program, state, slot))
}

/// Accepts the steps if the last one fails, and tells how.
pub fn check_failure(program: &Program, steps: &[Step]) -> Result<(Failure, Span), Rejection> {
    let run = replayed_to_end(program, "run", &initial(program), steps)?;
    run.failure.ok_or_else(|| broken("failure", "no step fails"))
}
