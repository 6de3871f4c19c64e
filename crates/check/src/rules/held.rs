//! Threads that hold the scheduler, and weak fairness.
//!
//! While a thread is inside an atomic block nobody else is enabled. So a run in which some thread is inside a block again and again is weakly
//! fair, whoever waits for a step outside. Proofs are about prepared programs, in which such a block may be one step: there the others are
//! enabled all the time, and fewer runs are weakly fair. Such proofs say nothing about weak fairness, unless no step of the program
//! leaves a block open. Strong fairness, and none, see no difference: whoever is enabled again and again is so in both programs.

use program::program::Program;
use program::property::{Fairness, Question};

use crate::rules::{Rejection, at, broken};

/// Rejects proofs about weak fairness of programs in which a thread may stop inside an atomic block.
pub fn check(program: &Program, question: &Question, rule: &'static str) -> Result<(), Rejection> {
    match program.block_left_open().filter(|_| question.fairness == Fairness::Weak) {
        Some(span) => Err(broken(
            rule,
            format!("it says nothing of weak fairness: a step leaves an atomic block open{}", at(program, span)),
        )),
        None => Ok(()),
    }
}
