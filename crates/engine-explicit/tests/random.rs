//! The engine against a naive model checker, on random programs, for every property and every fairness.
//!
//! `UNHANG_RANDOM_PROGRAMS=1000000 UNHANG_SEED=42 cargo test --release -p engine-explicit --test random` tries harder.

mod judge;
#[path = "../../check/tests/naive/mod.rs"]
mod naive;

use judge::judge;
use naive::tally::Tally;
use program::arbitrary::{Shape, shrink};
use program::program::Program;

/// Of how many programs out of a hundred all answers are compared; the others fail, are refused, or are left out.
const LEAST_COMPARED: usize = 65;

#[test]
fn the_engine_agrees_with_the_oracle_on_random_programs() {
    let count = naive::random_programs(3_000);
    let outcomes = naive::for_seeds(count, |seed| {
        let program = random_program(seed);
        judge(&program).map_err(|how| report(seed, &program, &how))
    });
    let wrong: Vec<&String> = outcomes.iter().filter_map(|outcome| outcome.as_ref().err()).collect();
    assert!(wrong.is_empty(), "{} programs with wrong answers; the first:\n{}", wrong.len(), wrong[0]);
    Tally::of(outcomes.into_iter().flatten()).expect_compared(LEAST_COMPARED);
}

/// Two programs in three may have memory.
fn random_program(seed: u64) -> Program {
    let shape = Shape { features: naive::features(seed), memory: !seed.is_multiple_of(3), ..Shape::default() };
    naive::small_program(seed, shape)
}

fn report(seed: u64, program: &Program, how: &str) -> String {
    let smallest = shrink::minimise(program, &|candidate: &Program| judge(candidate).is_err());
    let smallest_how = judge(&smallest).expect_err("minimised programs still fail");
    format!("UNHANG_SEED={seed}: {how}\nminimised: {smallest_how}\n{smallest:#?}")
}
