//! The example of the paper's introduction, lasso by lasso, and what each mode says of small programs.

#[path = "../../check/tests/claims/mod.rs"]
mod claims;

use engine::budget::{Budget, Limits};
use engine::event::Silent;
use engine::{Engine, Task};
use engine_commutativity::Commutativity;
use engine_commutativity::alphabet::Alphabet;
use engine_commutativity::graph::Stuck;
use engine_commutativity::modes::{Covered, Lassos, Mode, cover};
use engine_commutativity::refine::{Effort, Goal};
use program::linear::system::System;
use program::program::Program;
use program::property::{Fairness, Property, Question};
use program::span::SourceFile;

use crate::claims::may_hold;

const EXAMPLE: &str = include_str!("../../../bench/commute/terminating/producers/producers-consumer-3.bpl");

fn read(text: &str) -> Program {
    let file = SourceFile::new("example.bpl".into(), text.into());
    frontend::boogie::lower(vec![file], &Default::default()).expect("the program is one")
}

fn covered(program: &Program, mode: &str) -> Lassos {
    let system = System::of(program).expect("the program is linear");
    let alphabet = Alphabet::of(&system);
    let goal = Goal {
        kinship: None,
        system: &system,
        order: Some((0..system.threads.len()).collect()),
        stuck: Stuck::Allowed,
        fairness: Fairness::Strong,
        budget: &Budget::start(Limits::default()),
        effort: Effort::All,
        events: &Silent,
        is_real: &|_, _| None,
    };
    let (covered, lassos) = cover(&goal, &alphabet, mode.parse().expect("there is such a mode"));
    assert!(matches!(covered, Covered::All), "{mode}");
    lassos
}

#[test]
fn two_producers_and_a_consumer_need_three_terminating_and_two_infeasible_lassos() {
    let lassos = covered(&read(EXAMPLE), "opg+por");
    assert_eq!((lassos.terminating(), lassos.infeasible()), (3, 2));
}

#[test]
fn every_mode_proves_the_example() {
    let program = read(EXAMPLE);
    let question = Question { property: Property::Finish, fairness: Fairness::Strong };
    // The baseline needs hundreds of lassos for it.
    for mode in Mode::all().into_iter().filter(|mode| mode.to_string() != "baseline") {
        let is_of_paper = !matches!(mode, Mode::Facts | Mode::Kin);
        let lassos = if is_of_paper { covered(&program, &mode.to_string()).judged.len() } else { 0 };
        let budget = Budget::start(Limits::default());
        let verdict =
            Commutativity { mode, may_hold }.solve(Task { program: &program, question: &question }, &budget, &Silent);
        let accepted = check::accept::accept(&program, &question, verdict, &|_, _| false).unwrap();
        assert_eq!(accepted.verdict().word(), "proved", "{mode} after {lassos} lassos");
    }
}

#[test]
fn the_baseline_is_enough_for_small_programs() {
    let program = read(
        "var x: int;
         procedure Down() modifies x; { while (x > 0) { x := x - 1; } }
         procedure main() modifies x; { havoc x; fork 1 Down(); join 1; }",
    );
    let lassos = covered(&program, "baseline");
    // What cannot be is that `main` goes on before the other thread has finished.
    assert_eq!((lassos.terminating(), lassos.infeasible()), (1, 1));
}
