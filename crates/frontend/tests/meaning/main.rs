//! The lowered program does what `docs/LANGUAGE.md` says the source does, for random programs.
//!
//! An interpreter of syntax trees of its own, with nothing in common with the lowering, says where a program can end, where
//! it can get stuck, what its variables can be, and whether it can fail or run for ever.
//! The reference semantics of `check` says the same of the lowered program.
//!
//! Not compared: fairness and sections. Not generated: recursion, contracts, axioms, `where` clauses, jumps to labels inside
//! an atomic block.
//!
//! `UNHANG_RANDOM_PROGRAMS=1000000 UNHANG_SEED=42 cargo test --release -p frontend --test meaning` tries harder.

mod syntax;
mod values;
mod shape;
mod interpret;
mod control;
mod threads;
mod generate;
mod terms;
mod behaviour;
mod shrink;

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use ::program::span::SourceFile;
use behaviour::NoBehaviour;
use frontend::boogie::{Options, lower};
use shape::Shape;
use syntax::Program;

/// Programs with more states are left out; the lowered program may have some more.
const MOST_STATES: usize = 1_500;

/// What is said of a program that should not have been generated.
const NOT_UNDERSTOOD: &str = "the interpreter does not understand";

enum Outcome {
    Agreed,
    LeftOut,
    Disagreed(String),
}

#[test]
fn random_programs_mean_what_their_text_says() {
    let (first, count) = (number("UNHANG_SEED", 0), number("UNHANG_RANDOM_PROGRAMS", 6_000));
    let workers = std::thread::available_parallelism().map_or(1, std::num::NonZero::get) as u64;
    let work = |worker: u64| {
        let seeds = (first + worker..first + count).step_by(workers as usize);
        let mut compared = 0;
        for seed in seeds {
            match carefully(&generate::program(seed)) {
                Outcome::Agreed => compared += 1,
                Outcome::LeftOut => {}
                Outcome::Disagreed(how) => return Err((seed, how)),
            }
        }
        Ok(compared)
    };
    let results: Vec<Result<u64, (u64, String)>> = std::thread::scope(|scope| {
        let handles: Vec<_> = (0..workers).map(|worker| scope.spawn(move || work(worker))).collect();
        handles.into_iter().map(|handle| handle.join().expect("no comparison panics")).collect()
    });
    let first_disagreement = results.iter().filter_map(|result| result.as_ref().err()).min();
    if let Some((seed, how)) = first_disagreement {
        panic!("{}", report(*seed, how));
    }
    let compared: u64 = results.iter().flatten().sum();
    assert!(compared * 10 >= count * 7, "only {compared} of {count} programs are small enough to be compared");
}

fn number(name: &str, ordinary: u64) -> u64 {
    let Ok(text) = std::env::var(name) else { return ordinary };
    text.parse().unwrap_or_else(|_| panic!("{name} must be a number"))
}

fn compare(program: &Program) -> Outcome {
    let shape = Shape::new(program);
    if !shape.is_clear() {
        return Outcome::LeftOut;
    }
    let Ok(expected) = behaviour::expected(&shape, MOST_STATES) else { return Outcome::LeftOut };
    let file = SourceFile::new("random.bpl".to_owned(), program.to_string().into());
    let lowered = match lower(vec![file], &Options::default()) {
        Ok(lowered) => lowered,
        Err(error) => return Outcome::Disagreed(format!("refused: {}", error.render())),
    };
    match behaviour::found(&lowered, &shape, 20 * MOST_STATES) {
        Ok(found) if found == expected => Outcome::Agreed,
        Ok(found) => Outcome::Disagreed(format!("expected {expected:?}\nfound    {found:?}")),
        Err(NoBehaviour::TooLarge) => Outcome::Disagreed("the lowered program has many more states".to_owned()),
        Err(NoBehaviour::Fault(fault)) => Outcome::Disagreed(format!("a value is not determined: {fault}")),
    }
}

/// A program that the interpreter does not understand is no disagreement about its meaning.
fn carefully(program: &Program) -> Outcome {
    let outcome = catch_unwind(AssertUnwindSafe(|| compare(program)));
    let why = |panic: Box<dyn Any + Send>| panic.downcast_ref::<String>().cloned().unwrap_or_default();
    outcome.unwrap_or_else(|panic| Outcome::Disagreed(format!("{NOT_UNDERSTOOD}: {}", why(panic))))
}

fn report(seed: u64, how: &str) -> String {
    // A smaller program may jump to a label that is gone, or look at a variable that is no longer set.
    let kind = |how: &str| how.split_whitespace().next().map(str::to_owned);
    let fails = |candidate: &Program| matches!(carefully(candidate), Outcome::Disagreed(smaller) if kind(&smaller) == kind(how));
    if how.starts_with(NOT_UNDERSTOOD) {
        return format!("UNHANG_SEED={seed}: {how}\n{}", generate::program(seed));
    }
    let smallest = shrink::minimise(&generate::program(seed), &fails);
    let Outcome::Disagreed(smallest_how) = carefully(&smallest) else {
        unreachable!("a minimised program still fails")
    };
    format!("UNHANG_SEED={seed}: {how}\nminimised: {smallest_how}\n{smallest}")
}
