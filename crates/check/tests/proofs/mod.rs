//! Proofs of termination of random programs, compared with the naive model checker: used by the tests of the engines that make them.
//!
//! Whoever uses it has the module `naive` beside it.

use evidence::verdict::Verdict;
use program::arbitrary::shrink;
use program::linear::system::Subject;
use program::program::Program;
use program::property::{Fairness, Property, Question};

use crate::naive;

/// How many smaller programs a proof is tried on.
const SMALLER: usize = 12;

/// Whether the program is a system over linear arithmetic.
pub fn is_system(program: &Program) -> bool {
    Subject::of(program, &|_| false).is_ok()
}

/// What is accepted of other questions, and of smaller programs, is true of them.
pub fn elsewhere(program: &Program, truth: &Truth<'_>, asked: &Question, proof: &Verdict) -> Result<usize, String> {
    let accepted = |program: &Program, question: &Question| {
        check::accept::accept(program, question, proof.clone(), &|_, _| false).is_ok()
    };
    let mut count = 0;
    for question in questions(program).iter().filter(|question| *question != asked && accepted(program, question)) {
        count += 1;
        if !truth.holds(question) {
            return Err(format!("the proof of {asked:?} is accepted for {question:?}, which is not true"));
        }
    }
    let smaller = shrink::shrink(program);
    let apart = smaller.len().div_ceil(SMALLER).max(1);
    for smaller in smaller.into_iter().step_by(apart) {
        if !is_system(&smaller) || !accepted(&smaller, asked) {
            continue;
        }
        let Some(truth) = Truth::of(&smaller) else { continue };
        count += 1;
        if !truth.holds(asked) {
            return Err(format!(
                "the proof of {asked:?} is accepted for a program of which it is not true: {smaller:#?}"
            ));
        }
    }
    Ok(count)
}

/// The questions that proofs of termination answer.
pub fn questions(program: &Program) -> Vec<Question> {
    let mut questions = naive::questions(program);
    questions
        .retain(|question| matches!(question.property, Property::Finish | Property::Terminate | Property::Thread(_)));
    // One notion of fairness for threads will do: what is asked of cycles is the same as for `terminate`.
    questions
        .retain(|question| !matches!(question.property, Property::Thread(_)) || question.fairness == Fairness::Weak);
    questions
}

/// All interleavings of a program with few states.
pub struct Truth<'a> {
    program: &'a Program,
    graph: naive::graph::Graph,
}

impl Truth<'_> {
    /// Nothing if there are too many states, or if something in it is not determined.
    pub fn of(program: &Program) -> Option<Truth<'_>> {
        let graph = naive::graph::Graph::build(program, naive::MOST_STATES)?;
        (!graph.undetermined).then_some(Truth { program, graph })
    }

    /// Whether the answer is yes.
    pub fn holds(&self, question: &Question) -> bool {
        self.graph.failures.is_empty() && naive::holds(self.program, question, &self.graph)
    }
}
