//! The reduced graph and the rules of `check` against a naive model checker on the full graph, for random programs.
//!
//! `UNHANG_RANDOM_PROGRAMS=1000000 UNHANG_SEED=42 cargo test --release -p check --test oracle` tries harder.

mod naive;

use check::explore::{Graph as Reduced, NoGraph, Spurious};
use check::rules::exploration;
use check::semantics::state::initial;
use program::arbitrary::shrink::minimise;
use program::program::Program;

/// Programs with more states are left out.
const MOST_STATES: usize = 300;

/// What came of a comparison.
enum Outcome {
    Agreed,
    TooLarge,
    Disagreed(String),
}

#[test]
fn the_rules_agree_with_the_oracle_on_random_programs() {
    let count = naive::random_programs(4_000);
    let outcomes = naive::for_seeds(count, |seed| {
        let program = naive::random_program(seed);
        match compare(&program) {
            Outcome::Disagreed(how) => Err(report(seed, &program, &how)),
            Outcome::Agreed => Ok(true),
            Outcome::TooLarge => Ok(false),
        }
    });
    let disagreements: Vec<String> = outcomes.iter().filter_map(|outcome| outcome.clone().err()).collect();
    assert!(disagreements.is_empty(), "{} disagreements; the first:\n{}", disagreements.len(), disagreements[0]);
    let compared = outcomes.iter().filter(|outcome| **outcome == Ok(true)).count();
    assert!(compared as u64 * 5 >= count * 3, "only {compared} of {count} programs are small enough to be compared");
}

fn compare(program: &Program) -> Outcome {
    let Some(full) = naive::graph::Graph::build(program, MOST_STATES) else { return Outcome::TooLarge };
    let reduced = match Reduced::explore(program, &initial(program), Spurious::Taken, &|states, _| states > MOST_STATES as u64) {
        Ok(reduced) => reduced,
        Err(NoGraph::Failure(failure, _)) if full.failures.contains(&failure) => return Outcome::Agreed,
        Err(NoGraph::Fault(..)) if full.undetermined => return Outcome::Agreed,
        Err(other) => return Outcome::Disagreed(format!("the reduced graph cannot be built: {other:?}")),
    };
    if !full.failures.is_empty() || full.undetermined {
        let undetermined = full.undetermined;
        return Outcome::Disagreed(format!("missed: failures {:?}, undetermined {undetermined}", full.failures));
    }
    if reduced.len() > full.states.len() {
        let (reduced, full) = (reduced.len(), full.states.len());
        return Outcome::Disagreed(format!("{reduced} reduced states are more than {full}"));
    }
    for question in naive::questions(program) {
        let expected = naive::holds(program, &question, &full);
        match exploration::holds(program, &question, &reduced) {
            Ok(found) if found == expected => {}
            found => {
                let (property, fairness) = (&question.property, question.fairness);
                return Outcome::Disagreed(format!("{property} under {fairness}: oracle {expected}, rules {found:?}"));
            }
        }
    }
    Outcome::Agreed
}

fn report(seed: u64, program: &Program, how: &str) -> String {
    let fails = |candidate: &Program| matches!(compare(candidate), Outcome::Disagreed(_));
    let smallest = minimise(program, &fails);
    let Outcome::Disagreed(smallest_how) = compare(&smallest) else { unreachable!("minimised programs still fail") };
    format!("UNHANG_SEED={seed}: {how}; minimised: {smallest_how}\n{smallest:#?}")
}
