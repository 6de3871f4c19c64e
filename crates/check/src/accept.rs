//! The one gate: only here are accepted verdicts made.

use std::collections::BTreeMap;

use evidence::certificate::Certificate;
use evidence::counterexample::Counterexample;
use evidence::verdict::Verdict;
use program::ids::ThreadSlot;
use program::program::Program;
use program::property::Question;
use program::span::Span;

use crate::fairness::Part;
use crate::rules::{Rejection, exploration, forms, lasso, modular, random, ranked, trace, trap};
use crate::semantics::fault::Failure;
use crate::watch::Interrupt;

/// A verdict whose evidence was checked. Reports take nothing else.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Accepted {
    question: Question,
    verdict: Verdict,
    finding: Finding,
}

/// What the check found out that the evidence does not say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Finding {
    /// Nothing.
    None,
    /// What each thread does in the cycle of the lasso.
    Parts(BTreeMap<ThreadSlot, Part>),
    /// How the last step fails, and where.
    Failure(Failure, Span),
}

impl Accepted {
    /// What was asked.
    pub fn question(&self) -> &Question {
        &self.question
    }

    /// The answer.
    pub fn verdict(&self) -> &Verdict {
        &self.verdict
    }

    /// What the check found out besides.
    pub fn finding(&self) -> &Finding {
        &self.finding
    }
}

/// Checks the evidence of a verdict. Not knowing needs no evidence.
pub fn accept(
    program: &Program,
    question: &Question,
    verdict: Verdict,
    interrupt: Interrupt<'_>,
) -> Result<Accepted, Rejection> {
    if let Verdict::Refuted(counterexample) = &verdict {
        forms::check(program, counterexample)?;
    }
    let finding = match &verdict {
        Verdict::Proved(Certificate::Exploration { states }) => {
            exploration::check(program, question, *states, interrupt)?;
            Finding::None
        }
        Verdict::Proved(Certificate::Ranked(proof)) => {
            ranked::check(program, question, proof, interrupt)?;
            Finding::None
        }
        Verdict::Proved(Certificate::Modular(proof)) => {
            modular::check(program, question, proof, interrupt)?;
            Finding::None
        }
        Verdict::Refuted(Counterexample::Lasso(lasso)) => Finding::Parts(lasso::check(program, question, lasso)?),
        Verdict::Refuted(Counterexample::Deadlock(steps)) => {
            trace::check_deadlock(program, question, steps)?;
            Finding::None
        }
        Verdict::Refuted(Counterexample::Trap(trap)) => {
            trap::check(program, question, trap, interrupt)?;
            Finding::None
        }
        Verdict::Refuted(Counterexample::Failure(steps)) => {
            let (failure, span) = trace::check_failure(program, steps)?;
            Finding::Failure(failure, span)
        }
        Verdict::Unknown(_) => Finding::None,
    };
    if let Verdict::Refuted(counterexample) = &verdict {
        random::check(program, question, counterexample, interrupt)?;
    }
    Ok(Accepted { question: question.clone(), verdict, finding })
}
