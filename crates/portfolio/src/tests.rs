//! Whatever an engine does, only accepted answers come out.

use std::sync::Arc;
use std::time::Duration;

use check::accept::Accepted;
use engine::budget::{Budget, Limits};
use engine::event::{Events, Silent};
use engine::{Engine, Task};
use evidence::certificate::Certificate;
use evidence::counterexample::{Closing, Counterexample, Lasso};
use evidence::reason::Reason;
use evidence::verdict::Verdict;
use program::ids::{NodeId, ProcId};
use program::procedure::{Node, Procedure};
use program::program::{EndRule, Program};
use program::property::{Fairness, Property, Question};
use program::span::Span;

use crate::select::Plan;
use crate::{is_said_by, run};

/// An engine that does as told.
struct Puppet<F>(F);

impl<F: Fn(&Budget) -> Verdict + Sync> Engine for Puppet<F> {
    fn name(&self) -> &'static str {
        "puppet"
    }

    fn solve(&self, _: Task<'_>, budget: &Budget, _: &dyn Events) -> Verdict {
        (self.0)(budget)
    }
}

/// A program that has ended before it began.
fn nothing() -> Program {
    let main = Procedure {
        name: "main".into(),
        span: Span::NOWHERE,
        locals: Vec::new(),
        parameters: 0,
        results: Vec::new(),
        nodes: vec![Node::default()],
        edges: Vec::new(),
        entry: NodeId(0),
        exit: NodeId(0),
        section: None,
        wraps: false,
        random: None,
    };
    Program {
        files: Vec::new(),
        sorts: Vec::new(),
        globals: Vec::new(),
        objects: Vec::new(),
        procedures: vec![main],
        start: vec![ProcId(0)],
        end: EndRule::AllThreads,
        section_kinds: Vec::new(),
        weaker_orders: Vec::new(),
        shapes: program::shape::Shapes::default(),
    }
}

fn answer_of(limits: Limits, puppet: impl Fn(&Budget) -> Verdict + Send + Sync + 'static) -> Accepted {
    let question = Question { property: Property::Finish, fairness: Fairness::Strong };
    let plan = Plan::of(Arc::new(Puppet(puppet)));
    let program = nothing();
    run(Task { program: &program, question: &question }, plan, &Budget::start(limits), Arc::new(Silent))
}

fn reason_of(limits: Limits, puppet: impl Fn(&Budget) -> Verdict + Send + Sync + 'static) -> Reason {
    match answer_of(limits, puppet).verdict() {
        Verdict::Unknown(reason) => reason.clone(),
        other => unreachable!("not an answer: {other:?}"),
    }
}

#[test]
fn what_holds_comes_out() {
    let proved = Verdict::Proved(Certificate::Exploration { states: 1 });
    let expected = proved.clone();
    assert_eq!(answer_of(Limits::default(), move |_| proved.clone()).verdict(), &expected);
}

#[test]
fn whoever_changes_their_mind_is_noticed() {
    let proved = |states| move |_: &Budget| Verdict::Proved(Certificate::Exploration { states });
    let accepted = answer_of(Limits::default(), proved(1));
    let program = nothing();
    let task = Task { program: &program, question: accepted.question() };
    let says_so_again = |states| {
        let plan = Plan::of(Arc::new(Puppet(proved(states))));
        is_said_by(task, plan, &Budget::start(Limits::default()), &accepted)
    };
    assert!(says_so_again(1));
    assert!(!says_so_again(2));
}

#[test]
fn a_lie_is_rejected() {
    let lasso = Lasso { stem: Vec::new(), cycle: Vec::new(), closing: Closing::SameState };
    let lie = Verdict::Refuted(Counterexample::Lasso(lasso));
    let reason = reason_of(Limits::default(), move |_| lie.clone());
    let why = "the cycle has no step (rule `cycle`)".to_owned();
    assert_eq!(reason, Reason::Rejected { engine: "puppet".into(), why });
}

#[test]
fn a_panic_is_a_reason() {
    let reason = reason_of(Limits::default(), |_| std::panic::panic_any("out of ideas"));
    assert_eq!(reason, Reason::Crashed { engine: "puppet".into(), message: "out of ideas".into() });
}

#[test]
fn a_check_that_may_use_nothing_is_given_up() {
    let reason = reason_of(Limits { memory: 0, ..Limits::default() }, |_| {
        Verdict::Proved(Certificate::Exploration { states: 1 })
    });
    assert_eq!(reason.code(), "UH-UNCHECKED");
}

#[test]
fn an_engine_that_does_not_notice_the_time_is_left_behind() {
    let limits = Limits { time: Duration::from_millis(10), ..Limits::default() };
    let reason = reason_of(limits, |budget| {
        while budget.elapsed() < Duration::from_secs(5) {
            std::thread::sleep(Duration::from_millis(10));
        }
        Verdict::Proved(Certificate::Exploration { states: 1 })
    });
    assert_eq!(reason.code(), "UH-TIME");
}
