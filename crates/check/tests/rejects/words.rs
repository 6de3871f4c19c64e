//! What a rejection says to people.

use evidence::counterexample::{Choice, Step};
use program::command::Action;
use program::program::Program;
use program::value::Value;

use crate::builder::*;
use crate::lassos::loops_beside_another;
use crate::verdicts::{counts_then_loops, deadlock, finish, judge, lasso, take, waits_in_a_section};

/// What a person reads has no names of variants in it.
#[test]
fn rejections_are_told_in_words() {
    let says = |program: &Program, verdict, expected: &str| {
        let rejection = judge(program, &finish(), verdict).expect_err(expected);
        assert_eq!(rejection.to_string(), expected);
    };
    let counts = counts_then_loops();
    let stem = |step| lasso(vec![take(0, 0), step], vec![take(0, 2)]);
    let superfluous = Step { choices: vec![Choice::Value(Value::Bool(true))], ..take(0, 1) };
    says(
        &counts,
        stem(take(0, 2)),
        "step 2 of the stem, by `main` (t0), cannot be taken: the thread does not stand where the step begins (rule `replay`)",
    );
    says(
        &counts,
        stem(take(7, 2)),
        "step 2 of the stem, by t7, cannot be taken: there is no such thread (rule `replay`)",
    );
    says(
        &counts,
        stem(superfluous),
        "step 2 of the stem, by `main` (t0), cannot be taken: the evidence makes more choices than there are in it (rule `replay`)",
    );
    let ended = deadlock(vec![take(0, 0), take(0, 1), take(0, 3), take(0, 2)]);
    says(&counts, ended, "step 4 of the run, by t0, cannot be taken: there is no such thread (rule `replay`)");
    says(&counts, deadlock(vec![take(0, 0)]), "`main` (t0) can step (rule `deadlock`)");
    says(
        &waits_in_a_section(),
        lasso(vec![take(0, 0)], vec![take(0, 1)]),
        "step 1 of the cycle, by `main` (t0), cannot be taken: it has to wait (rule `replay`)",
    );
    says(
        &loops_beside_another(),
        lasso(Vec::new(), vec![take(0, 0)]),
        "`waits` (t1) can always step in the cycle and never does, which is not fair under `strong` (rule `fair`)",
    );
    let fails = straight("main", &[], vec![vec![Action::Assert(truth(false), None)], vec![]]);
    says(
        &program(&[], vec![fails], &[0]),
        deadlock(vec![take(0, 0), take(0, 1)]),
        "step 1 of the run, by `main` (t0), goes wrong: assertion fails (rule `replay`)",
    );
}
