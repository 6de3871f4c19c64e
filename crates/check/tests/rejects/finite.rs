//! Rules `kind`, `deadlock` and `failure`: a run ends as it is said to, and an end of this kind refutes the property.

use evidence::counterexample::Lost;
use program::command::Action;
use program::property::{Fairness, Property};
use program::types::Type;

use crate::builder::*;
use crate::verdicts::{
    accepted, ask, counts_then_loops, deadlock, failing, finish, lasso, rejected_by, section, take, trap,
    waits_in_a_section,
};

#[test]
fn kind() {
    let looping = counts_then_loops();
    let endless = || lasso(vec![take(0, 0), take(0, 1)], vec![take(0, 2)]);
    for property in [Property::Sections, Property::Exit] {
        rejected_by("kind", &looping, &ask(property, Fairness::Strong), endless());
    }
    let waiting = waits_in_a_section();
    accepted(&waiting, &finish(), deadlock(vec![take(0, 0)]));
    for property in [Property::Terminate, Property::Thread("main".to_owned()), Property::Sections, Property::Exit] {
        rejected_by("kind", &waiting, &ask(property, Fairness::Strong), deadlock(vec![take(0, 0)]));
    }
    let exit = ask(Property::Exit, Fairness::Strong);
    let sections = ask(Property::Sections, Fairness::Strong);
    rejected_by("kind", &waiting, &exit, trap(vec![take(0, 0)], section(0)));
    rejected_by("kind", &waiting, &sections, trap(vec![take(0, 0)], Lost::End));
    rejected_by("kind", &waiting, &finish(), trap(vec![take(0, 0)], Lost::End));
}

#[test]
fn deadlocks() {
    let program = waits_in_a_section();
    rejected_by("deadlock", &program, &finish(), deadlock(Vec::new()));
    let ends = crate::builder::program(&[], vec![straight("main", &[], vec![vec![]])], &[0]);
    rejected_by("deadlock", &ends, &finish(), deadlock(vec![take(0, 0)]));
    let fails =
        crate::builder::program(&[], vec![straight("main", &[], vec![vec![Action::Assert(truth(false), None)]])], &[0]);
    rejected_by("deadlock", &fails, &finish(), deadlock(vec![take(0, 0)]));
    let halts = crate::builder::program(&[], vec![straight("main", &[], vec![vec![Action::Halt], vec![]])], &[0]);
    rejected_by("deadlock", &halts, &finish(), deadlock(vec![take(0, 0)]));
    let looks_at_nothing = straight("main", &[], vec![vec![assume(get(g(0)))]]);
    let undetermined = crate::builder::program(&[Type::Bool], vec![looks_at_nothing], &[0]);
    rejected_by("deadlock", &undetermined, &finish(), deadlock(Vec::new()));
}

#[test]
fn failure() {
    let asserts = straight("main", &[], vec![vec![], vec![Action::Assert(truth(false), None)]]);
    let program = program(&[], vec![asserts], &[0]);
    accepted(&program, &finish(), failing(vec![take(0, 0), take(0, 1)]));
    rejected_by("failure", &program, &finish(), failing(vec![take(0, 0)]));
    rejected_by("failure", &program, &finish(), failing(Vec::new()));
}
