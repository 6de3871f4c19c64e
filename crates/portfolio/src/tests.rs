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

use crate::plan::{Effort, Line, Start, Time};
use crate::profile::Profile;
use crate::select::{Plan, Runner, all};
use crate::{Answer, GaveUp, answer, is_said_again, run};

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
    let question = accepted.question().clone();
    let answer = Answer { accepted, by: Some("puppet"), gave_up: Vec::new() };
    let task = Task { program: &program, question: &question };
    let says_so_again = |states| {
        let plan = Plan::of(Arc::new(Puppet(proved(states))));
        is_said_again(task, plan, &Budget::start(Limits::default()), &answer)
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

type Part = fn(&Budget) -> Verdict;

/// What comes of engines that start as said.
fn raced(parts: &[(&str, Start, Time, Part)]) -> Answer {
    let runner = |(name, start, time, part): &(&str, Start, Time, Part)| {
        let (engine, effort) = ((*name).to_owned(), Effort::Ordinary);
        let line = Line { engine, start: *start, time: *time, effort, conditions: Vec::new() };
        Runner { line, engine: Arc::new(Puppet(*part)) }
    };
    let plan = Plan { runners: parts.iter().map(runner).collect() };
    let question = Question { property: Property::Finish, fairness: Fairness::Strong };
    let limits = Limits { time: Duration::from_secs(20), ..Limits::default() };
    let program = nothing();
    answer(Task { program: &program, question: &question }, plan, &Budget::start(limits), Arc::new(Silent))
}

fn works_until_stopped(budget: &Budget) -> Verdict {
    while !budget.is_over() {
        std::thread::sleep(Duration::from_millis(1));
    }
    Verdict::Unknown(Reason::OutOfTime { time: budget.limits().time, states: 7 })
}

fn proves(_: &Budget) -> Verdict {
    Verdict::Proved(Certificate::Exploration { states: 1 })
}

fn gives_up(_: &Budget) -> Verdict {
    Verdict::Unknown(Reason::NotProved { what: "no idea".to_owned(), span: Span::NOWHERE })
}

fn finds_too_large_a_number(_: &Budget) -> Verdict {
    Verdict::Unknown(Reason::NumberTooLarge { span: Span::NOWHERE })
}

const AT_ONCE: Start = Start::At(Duration::ZERO);

#[test]
fn the_first_answer_stops_the_others() {
    let before = std::time::Instant::now();
    let answer = raced(&[("slow", AT_ONCE, Time::All, works_until_stopped), ("fast", AT_ONCE, Time::All, proves)]);
    assert_eq!(answer.accepted.verdict().word(), "proved");
    assert!(before.elapsed() < Duration::from_secs(10), "the slow one has 20 seconds");
}

#[test]
fn in_turn_the_time_is_shared() {
    let slow: Part = |budget| works_until_stopped(&budget.shortened(Duration::from_millis(20)));
    let answer =
        raced(&[("slow", Start::InTurn, Time::HalfOfTheRest, slow), ("next", Start::InTurn, Time::All, proves)]);
    assert_eq!(answer.accepted.verdict().word(), "proved");
    let half: Part = |budget| {
        let is_half = budget.limits().time <= Duration::from_secs(11);
        if is_half { proves(budget) } else { gives_up(budget) }
    };
    assert_eq!(raced(&[("half", AT_ONCE, Time::HalfOfTheRest, half)]).accepted.verdict().word(), "proved");
}

#[test]
fn everybody_says_why_nothing_is_known() {
    let late = Start::At(Duration::from_secs(3600));
    let answer = raced(&[("a", AT_ONCE, Time::All, gives_up), ("b", late, Time::All, finds_too_large_a_number)]);
    assert_eq!(answer.accepted.verdict(), &gives_up(&Budget::start(Limits::default())));
    let other = GaveUp { engine: "puppet", reason: Reason::NumberTooLarge { span: Span::NOWHERE } };
    assert_eq!(answer.gave_up, [other]);
}

#[test]
fn a_plan_without_an_engine_for_the_question_says_so() {
    let answer = raced(&[]);
    let Verdict::Unknown(reason) = answer.accepted.verdict() else { unreachable!("nobody has answered") };
    assert_eq!(reason.to_string(), "the property `finish` by the engines of this plan is not supported");
}

/// The engines of the default plan for a program, in the order in which they join.
fn chosen(text: &str, property: Property) -> Vec<String> {
    let file = program::span::SourceFile::new("a.bpl".into(), text.into());
    let program = frontend::boogie::lower(vec![file], &Default::default())
        .unwrap_or_else(|error| unreachable!("{}", error.render()));
    let question = Question { property, fairness: Fairness::Strong };
    let profile = Profile::of(Task { program: &program, question: &question });
    all().fitting(&profile).iter().map(|runner| format!("{} {:?}", runner.line.engine, runner.line.start)).collect()
}

#[test]
fn engines_are_chosen_by_the_program_and_the_question() {
    let small = "var g: bool; procedure main() { g := true; }";
    let all_small = ["explicit At(0ns)", "commutativity At(1s)", "sequentialise At(4s)"];
    assert_eq!(chosen(small, Property::Finish), all_small);
    assert_eq!(chosen(small, Property::Exit), ["explicit At(0ns)"]);
    let unbounded = "var g: int; procedure main() { g := 1; }";
    let provers = ["explicit At(0ns)", "commutativity At(500ms)", "rely-guarantee At(1s)", "sequentialise At(2s)"];
    assert_eq!(chosen(unbounded, Property::Terminate), provers);
    let recursive = "procedure Down(n: int) { if (n > 0) { call Down(n - 1); } } procedure main() { call Down(3); }";
    assert_eq!(chosen(recursive, Property::Finish).last().map(String::as_str), Some("sequentialise At(1s)"));
    let wide = "var g: bv32; procedure main() { g := 1bv32; }";
    assert_eq!(chosen(wide, Property::Finish)[1], "commutativity At(1s)");
}

#[test]
fn threads_and_pointers_are_noticed() {
    let file = |text: &str| program::span::SourceFile::new("a.bpl".into(), text.into());
    let has = |text: &str, word: &str| {
        let program = frontend::boogie::lower(vec![file(text)], &Default::default())
            .unwrap_or_else(|error| unreachable!("{}", error.render()));
        let question = Question { property: Property::Finish, fairness: Fairness::Strong };
        Profile::of(Task { program: &program, question: &question }).has(word)
    };
    let work = "procedure W() { }";
    assert!(has(&format!("{work} procedure main() {{ fork 1 W(); fork 2 W(); }}"), "few"));
    let start = "procedure Two(n: int) { fork 2 * n W(); fork 2 * n + 1 W(); }";
    assert!(has(&format!("{work} {start} procedure main() {{ call Two(1); call Two(2); }}"), "many"));
    assert!(has(&format!("{work} procedure main() {{ }}"), "no-pointers"));
}
