//! Programs without memory and calls have the same answers as before, and what refutes them refutes the program that was given.
//!
//! `UNHANG_RANDOM_PROGRAMS=1000000 UNHANG_SEED=42 cargo test --release -p engine-explicit --test prepared` tries harder.

#[path = "../../check/tests/naive/mod.rs"]
mod naive;

use std::time::Duration;

use engine::budget::{Budget, Limits};
use engine::event::Silent;
use engine::prepare::{self, lifted};
use engine::{Engine, Task};
use engine_explicit::Explicit;
use evidence::verdict::Verdict;
use program::arbitrary::{Shape, shrink};
use program::program::Program;
use program::property::{Fairness, Property, Question};
use program::validate::validate;

/// Of how many programs out of a hundred at least one pair of answers is compared. The others have loops that start threads,
/// pointers to anywhere, or too many states.
const LEAST_COMPARED: usize = 50;

#[test]
fn prepared_programs_have_the_same_answers() {
    let count = naive::random_programs(300);
    let outcomes = naive::for_seeds(count, |seed| {
        let shape = Shape { features: naive::features(seed), memory: !seed.is_multiple_of(3), ..Shape::default() };
        let program = naive::small_program(seed, shape);
        compare(&program).map_err(|how| {
            let smallest = shrink::minimise(&program, &|candidate: &Program| compare(candidate).is_err());
            let how_then = compare(&smallest).expect_err("minimised programs still fail");
            format!("UNHANG_SEED={seed}: {how}\nminimised: {how_then}\n{smallest:#?}")
        })
    });
    let wrong: Vec<&String> = outcomes.iter().filter_map(|outcome| outcome.as_ref().err()).collect();
    assert!(wrong.is_empty(), "{} programs with wrong answers; the first:\n{}", wrong.len(), wrong[0]);
    let compared = outcomes.iter().flatten().filter(|compared| **compared > 0).count();
    assert!(compared * 100 >= LEAST_COMPARED * outcomes.len(), "only {compared} of {} are compared", outcomes.len());
}

/// How many answers are the same.
fn compare(program: &Program) -> Result<usize, String> {
    let Ok(prepared) = prepare::without_memory(program) else { return Ok(0) };
    validate(&prepared.program).map_err(|why| why.to_string())?;
    let mut compared = 0;
    for property in [Property::Finish, Property::Terminate, Property::Exit] {
        for fairness in [Fairness::Strong, Fairness::Weak, Fairness::None] {
            let question = Question { property: property.clone(), fairness };
            let (before, after) = (solve(program, &question), solve(&prepared.program, &question));
            match (&before, &after) {
                (Verdict::Unknown(_), _) | (_, Verdict::Unknown(_)) => continue,
                (Verdict::Proved(_), Verdict::Proved(_)) => {}
                (Verdict::Refuted(_), Verdict::Refuted(found)) => {
                    let lifted = lifted(&prepared, found).ok_or_else(|| format!("{found:?} cannot be taken back"))?;
                    let accepted = check::accept::accept(program, &question, Verdict::Refuted(lifted), &|_, _| false);
                    accepted.map_err(|why| format!("{property} {fairness}: {why}"))?;
                }
                _ => return Err(format!("{property} {fairness}: {before:?} before, {after:?} after")),
            }
            compared += 1;
        }
    }
    Ok(compared)
}

fn solve(program: &Program, question: &Question) -> Verdict {
    let limits = Limits { time: Duration::from_secs(60), states: 1_000, ..Limits::default() };
    Explicit.solve(Task { program, question }, &Budget::start(limits), &Silent)
}
