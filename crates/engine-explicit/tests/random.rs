//! The engine against a naive model checker, on random programs, for every property and every fairness.
//!
//! `UNHANG_RANDOM_PROGRAMS=1000000 UNHANG_SEED=42 cargo test --release -p engine-explicit --test random` tries harder.

mod judge;
#[path = "../../check/tests/naive/mod.rs"]
mod naive;

use judge::{Outcome, judge};
use program::arbitrary::{self, Shape, shrink};
use program::program::Program;

#[test]
fn the_engine_agrees_with_the_oracle_on_random_programs() {
    let count = naive::random_programs(3_000);
    let outcomes = naive::for_seeds(count, |seed| {
        let program = random_program(seed);
        match judge(&program) {
            Outcome::Wrong(how) => Outcome::Wrong(report(seed, &program, &how)),
            other => other,
        }
    });
    let wrong: Vec<&String> = outcomes.iter().filter_map(how_wrong).collect();
    assert!(wrong.is_empty(), "{} programs with wrong answers; the first:\n{}", wrong.len(), wrong[0]);
    let fine = outcomes.iter().filter(|outcome| **outcome == Outcome::Fine).count();
    assert!(fine as u64 * 5 >= count * 3, "only {fine} of {count} programs are small enough to be compared");
}

fn how_wrong(outcome: &Outcome) -> Option<&String> {
    match outcome {
        Outcome::Wrong(how) => Some(how),
        Outcome::Fine | Outcome::TooLarge => None,
    }
}

/// Two programs in three may have memory.
fn random_program(seed: u64) -> Program {
    let features = if seed.is_multiple_of(2) { 25 } else { 60 };
    arbitrary::program(seed, &Shape { features, memory: seed % 3 != 0, ..Shape::default() })
}

fn report(seed: u64, program: &Program, how: &str) -> String {
    let fails = |candidate: &Program| matches!(judge(candidate), Outcome::Wrong(_));
    let smallest = shrink::minimise(program, &fails);
    let Outcome::Wrong(smallest_how) = judge(&smallest) else { unreachable!("minimised programs still fail") };
    format!("UNHANG_SEED={seed}: {how}\nminimised: {smallest_how}\n{smallest:#?}")
}
