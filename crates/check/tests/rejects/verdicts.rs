//! Questions, verdicts with evidence written by hand, what `check` says to them, and programs that several tests use.

use check::accept::accept;
use check::rules::Rejection;
use evidence::certificate::Certificate;
use evidence::counterexample::{
    Closing, Counterexample, Lasso, Lost, Motion, SectionIdentity, SectionInstance, Step, Trap,
};
use evidence::verdict::Verdict;
use program::expr::Expr;
use program::ids::{EdgeId, SectionKindId, ThreadSlot};
use program::program::Program;
use program::property::{Fairness, Property, Question};
use program::types::Type;

use crate::builder::*;

pub fn ask(property: Property, fairness: Fairness) -> Question {
    Question { property, fairness }
}

pub fn finish() -> Question {
    ask(Property::Finish, Fairness::Strong)
}

pub fn judge(program: &Program, question: &Question, verdict: Verdict) -> Result<(), Rejection> {
    accept(program, question, verdict, &|_, _| false).map(drop)
}

pub fn rejected_by(rule: &str, program: &Program, question: &Question, verdict: Verdict) {
    match judge(program, question, verdict) {
        Err(Rejection::Broken { rule: found, why }) => assert_eq!(found, rule, "{why}"),
        Err(Rejection::Random { .. }) => assert_eq!(rule, "random"),
        other => panic!("expected a rejection by `{rule}`, found {other:?}"),
    }
}

pub fn accepted(program: &Program, question: &Question, verdict: Verdict) {
    judge(program, question, verdict).unwrap_or_else(|rejection| panic!("{rejection}"));
}

pub fn take(thread: u32, edge: u32) -> Step {
    Step { thread: ThreadSlot(thread), motion: Motion::Edge(EdgeId(edge)), choices: Vec::new() }
}

pub fn lasso(stem: Vec<Step>, cycle: Vec<Step>) -> Verdict {
    Verdict::Refuted(Counterexample::Lasso(Lasso { stem, cycle, closing: Closing::SameState }))
}

pub fn deadlock(steps: Vec<Step>) -> Verdict {
    Verdict::Refuted(Counterexample::Deadlock(steps))
}

pub fn failing(steps: Vec<Step>) -> Verdict {
    Verdict::Refuted(Counterexample::Failure(steps))
}

pub fn trap(steps: Vec<Step>, lost: Lost) -> Verdict {
    Verdict::Refuted(Counterexample::Trap(Trap { steps, lost }))
}

pub fn explored(states: u64) -> Verdict {
    Verdict::Proved(Certificate::Exploration { states })
}

/// `g0` counts to two, then the thread goes round for ever, or ends.
pub fn counts_then_loops() -> Program {
    let counts = procedure(
        "main",
        &[],
        4,
        vec![
            edge(0, 1, vec![set(g(0), Expr::int(1))]),
            edge(1, 2, vec![set(g(0), Expr::int(2))]),
            edge(2, 2, vec![]),
            edge(2, 3, vec![]),
        ],
    );
    program(&[Type::Int], vec![counts], &[0])
}

/// The thread waits for ever in a section.
pub fn waits_in_a_section() -> Program {
    let waits = straight("main", &[], vec![vec![enter(None)], vec![assume(truth(false))]]);
    program(&[], vec![waits], &[0])
}

pub fn section(place: u32) -> Lost {
    let identity = SectionIdentity::Opened { kind: SectionKindId(0), place };
    Lost::Section(SectionInstance { thread: ThreadSlot(0), identity })
}
