//! The paper's programs, and small ones for what it leaves open: what is proved of each, and whether the proof is modular.

#[path = "../../check/tests/claims/mod.rs"]
mod claims;

use std::time::Duration;

use engine::budget::{Budget, Limits};
use engine::event::Silent;
use engine::{Engine, Task};
use engine_rely_guarantee::RelyGuarantee;
use evidence::certificate::Certificate;
use evidence::modular::Modular;
use evidence::verdict::Verdict;
use program::property::{Fairness, Question};
use program::span::SourceFile;

use crate::claims::may_hold;

/// What is answered: `modular`, `not modular`, `refuted` or `unknown`. What is proved or refuted is accepted by the checker.
fn answer(text: &str, property: &str, fairness: Fairness) -> &'static str {
    let file = SourceFile::new("program.bpl".to_owned(), text.into());
    let program = frontend::boogie::lower(vec![file], &Default::default()).expect("the program is one");
    let question = Question { property: property.parse().expect("a property"), fairness };
    let budget = Budget::start(Limits { time: Duration::from_secs(20), ..Limits::default() });
    let verdict = RelyGuarantee { may_hold }.solve(Task { program: &program, question: &question }, &budget, &Silent);
    let accepted = check::accept::accept(&program, &question, verdict, &|_, _| false).expect("it is accepted");
    let is_modular = |proof: &Modular| {
        let subject = proof.subject(&program, &|_| false).expect("it is linear");
        proof.is_modular(&subject.system)
    };
    match accepted.verdict() {
        Verdict::Proved(Certificate::Modular(proof)) if is_modular(proof) => "modular",
        Verdict::Proved(_) => "not modular",
        Verdict::Refuted(_) => "refuted",
        Verdict::Unknown(_) => "unknown",
    }
}

const CHOICE: &str = include_str!("../../../corpus/papers/popeea-rybalchenko-2.bpl");
const LOCK_DECREMENT: &str = include_str!("../../../corpus/papers/popeea-rybalchenko-6.bpl");
const UNLOCKED: &str = include_str!("../../../corpus/papers/popeea-rybalchenko-6-unlocked.bpl");

#[test]
fn figure_2_is_modular() {
    for property in ["thread=T1", "thread=T2", "terminate"] {
        assert_eq!(answer(CHOICE, property, Fairness::None), "modular", "{property}");
    }
}

#[test]
fn figure_6_is_not_modular() {
    assert_eq!(answer(LOCK_DECREMENT, "thread=T1", Fairness::None), "not modular");
    assert_eq!(answer(LOCK_DECREMENT, "thread=T2", Fairness::None), "refuted");
    assert_eq!(answer(LOCK_DECREMENT, "terminate", Fairness::None), "refuted");
    assert_eq!(answer(UNLOCKED, "thread=T1", Fairness::None), "refuted");
}

#[test]
fn a_lock_that_says_who_has_it_is_enough() {
    let workers = include_str!("../../../corpus/modular/workers.bpl");
    assert_eq!(answer(workers, "terminate", Fairness::None), "modular");
    assert_eq!(answer(workers, "thread=worker2", Fairness::None), "modular");
}

const SPINS: &str = "
    var ready: bool;
    procedure waiter() { while (!ready) { } }
    procedure setter() modifies ready; { ready := true; }
    procedure main() modifies ready; { ready := false; fork 1 waiter(); fork 2 setter(); }
";

#[test]
fn what_ends_only_under_a_fair_scheduler() {
    assert_eq!(answer(SPINS, "terminate", Fairness::None), "refuted");
    assert_eq!(answer(SPINS, "thread=setter", Fairness::None), "modular");
    for fairness in [Fairness::Weak, Fairness::Strong] {
        assert_eq!(answer(SPINS, "terminate", fairness), "not modular", "{fairness}");
    }
}

#[test]
fn deadlocks_are_no_concern_here() {
    assert_eq!(answer(CHOICE, "finish", Fairness::None), "unknown");
}
