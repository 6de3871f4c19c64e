//! A naive textbook model checker, which lives in the tests alone.
//!
//! It builds the full graph of all interleavings, state by state and without any reduction, from nothing but
//! `check::semantics`, and decides each property by its definition with algorithms that the product does not use:
//! fixed points instead of strongly connected components, guessing who steps for ever instead of decomposition,
//! following one section at a time instead of bottom components.
//! Random programs and this oracle keep the reduction, the rules and the engines honest.

// Each test crate that includes this module uses a part of it.
#![allow(dead_code)]

pub mod fair;
pub mod graph;
pub mod identity;
pub mod sections;
pub mod tally;

use program::arbitrary::{self, Shape};
use program::program::Program;
use program::property::{Fairness, Property, Question};

use graph::Graph;

/// Whether the property holds of a program that has neither failures nor undetermined steps.
pub fn holds(program: &Program, question: &Question, graph: &Graph) -> bool {
    match &question.property {
        Property::Finish => !graph.has_deadlock() && !fair::has_fair_run(graph, question.fairness),
        Property::Terminate => !fair::has_fair_run(graph, question.fairness),
        Property::Thread(name) => !fair::steps_for_ever(program, graph, question.fairness, name),
        Property::Sections => !sections::can_stay_open(program, graph),
        Property::Exit => !graph.can_miss_the_end(),
    }
}

/// Every question that can be asked about the program, as far as it has not too many procedures.
pub fn questions(program: &Program) -> Vec<Question> {
    let mut properties = vec![Property::Finish, Property::Terminate];
    // Procedures that threads start with come first.
    let procedures = program.procedures.iter().take(4);
    properties.extend(procedures.map(|procedure| Property::Thread(procedure.name.clone())));
    let mut questions = Vec::new();
    for property in properties {
        for fairness in [Fairness::Strong, Fairness::Weak, Fairness::None] {
            questions.push(Question { property: property.clone(), fairness });
        }
    }
    for property in [Property::Sections, Property::Exit] {
        questions.push(Question { property, fairness: Fairness::Strong });
    }
    questions
}

/// How many random programs to try: `UNHANG_RANDOM_PROGRAMS`, or as many as suit an ordinary test run.
pub fn random_programs(ordinary: u64) -> u64 {
    number_from_environment("UNHANG_RANDOM_PROGRAMS").unwrap_or(ordinary)
}

/// The seed of the first random program: `UNHANG_SEED`, or zero.
pub fn first_seed() -> u64 {
    number_from_environment("UNHANG_SEED").unwrap_or(0)
}

fn number_from_environment(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name} must be a number")))
}

/// Programs with more states in full interleaving are left out.
pub const MOST_STATES: usize = 300;

/// The random program of a seed: every other one uses many features of the language at once.
pub fn random_program(seed: u64) -> Program {
    small_program(seed, Shape { features: features(seed), ..Shape::default() })
}

/// Out of a hundred programs, how many use each feature of the language.
pub fn features(seed: u64) -> usize {
    if seed.is_multiple_of(2) { 25 } else { 60 }
}

/// The random program of a seed and a shape, or of a smaller shape if it is too large.
pub fn small_program(seed: u64, shape: Shape) -> Program {
    let program = arbitrary::program(seed, &shape);
    if Graph::build(&program, MOST_STATES).is_some() {
        return program;
    }
    arbitrary::program(seed, &Shape { threads: 3, statements: 2, globals: 1, ..shape })
}

/// Calls `visit` on so many seeds from the first one on, on all cores, and returns what it returned in the order of seeds.
pub fn for_seeds<T: Send>(count: u64, visit: impl Fn(u64) -> T + Sync) -> Vec<T> {
    let first = first_seed();
    let workers = std::thread::available_parallelism().map_or(1, std::num::NonZero::get) as u64;
    let visit = &visit;
    let mut found: Vec<(u64, T)> = std::thread::scope(|scope| {
        let seeds_of = |worker: u64| (first + worker..first + count).step_by(workers as usize);
        let work =
            |worker: u64| scope.spawn(move || seeds_of(worker).map(|seed| (seed, visit(seed))).collect::<Vec<_>>());
        let handles: Vec<_> = (0..workers).map(work).collect();
        handles.into_iter().flat_map(|handle| handle.join().expect("a visit does not panic")).collect()
    });
    found.sort_by_key(|(seed, _)| *seed);
    found.into_iter().map(|(_, result)| result).collect()
}
