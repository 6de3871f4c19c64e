//! Rule `exploration`: the reduced graph has as many states as claimed, and the property holds of it.

use check::accept::accept;
use check::rules::Rejection;
use program::command::Action;
use program::property::{Fairness, Property};
use program::types::Type;

use crate::builder::*;
use crate::verdicts::{ask, counts_then_loops, explored, finish, judge, rejected_by};

#[test]
fn exploration() {
    // Start and loop head: the step between them is taken at once.
    let looping = counts_then_loops();
    let states =
        (1..10).find(|states| judge(&looping, &ask(Property::Exit, Fairness::Strong), explored(*states)).is_ok());
    let states = states.expect("the program can always end");
    rejected_by("exploration", &looping, &ask(Property::Exit, Fairness::Strong), explored(states + 1));
    rejected_by("exploration", &looping, &finish(), explored(states));
    let fails = program(&[], vec![straight("main", &[], vec![vec![Action::Assert(truth(false), None)]])], &[0]);
    let undetermined = program(&[Type::Bool], vec![straight("main", &[], vec![vec![assume(get(g(0)))]])], &[0]);
    for states in 0..4 {
        rejected_by("exploration", &fails, &finish(), explored(states));
        rejected_by("exploration", &undetermined, &finish(), explored(states));
    }
}

#[test]
fn a_check_that_is_interrupted_accepts_nothing() {
    let program = counts_then_loops();
    let exit = ask(Property::Exit, Fairness::Strong);
    let interrupted = accept(&program, &exit, explored(2), &|_, _| true);
    assert!(matches!(interrupted, Err(Rejection::Interrupted { .. })), "{interrupted:?}");
}
