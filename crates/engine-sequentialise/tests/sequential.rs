//! The sequential programs that `unhang sequentialise` writes: their assertion fails where there is a fair lasso within the bounds,
//! and only there.
//!
//! Here they are explored by the explicit engine, as they are made and as they are read back from their text; and where recursion
//! has no end, by a search in breadth with the reference semantics, which comes to every state some time.

#[path = "../../check/tests/naive/mod.rs"]
mod naive;

use std::collections::{HashSet, VecDeque};
use std::path::{Path, PathBuf};
use std::time::Duration;

use check::semantics::state::initial;
use check::semantics::step::steps;
use engine::budget::{Budget, Limits};
use engine::event::Silent;
use engine::prepare;
use engine::{Engine, Task};
use engine_explicit::Explicit;
use engine_sequentialise::context::Stops;
use engine_sequentialise::emit::{self, Bounds, Options, Sequential};
use engine_sequentialise::search::{Scope, Search, Within};
use engine_sequentialise::universe::Universe;
use engine_sequentialise::{laws, rounds};
use evidence::counterexample::Counterexample;
use evidence::verdict::Verdict;
use program::arbitrary::{Shape, shrink};
use program::program::Program;
use program::property::{Fairness, Property, Question};
use program::span::SourceFile;
use program::value::Value;
use solver::pool::Pool;
use solver::session::Solver;

/// What comes of a sequential program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Outcome {
    /// Its assertion fails.
    Fails,
    /// It does not.
    Holds,
    /// That is not known.
    Open,
}

fn read(name: &str, text: &str) -> Program {
    let file = SourceFile::new(name.to_owned(), text.into());
    frontend::boogie::lower(vec![file], &Default::default()).unwrap_or_else(|error| panic!("{}", error.render()))
}

fn explored(program: &Program, states: u64) -> Outcome {
    let question = Question { property: Property::Finish, fairness: Fairness::Strong };
    let limits = Limits { time: Duration::from_secs(120), states, ..Limits::default() };
    match Explicit.solve(Task { program, question: &question }, &Budget::start(limits), &Silent) {
        Verdict::Proved(_) => Outcome::Holds,
        Verdict::Refuted(Counterexample::Failure(_)) => Outcome::Fails,
        Verdict::Refuted(other) => panic!("a sequential program neither hangs nor gets stuck: {other:?}"),
        Verdict::Unknown(_) => Outcome::Open,
    }
}

fn options(stem: u32, cycle: u32, fairness: Fairness) -> Options {
    Options { bounds: Bounds { stem, cycle }, fairness, range: None }
}

fn sequential(program: &Program, options: &Options) -> Sequential {
    let made = emit::sequentialise(program, options).unwrap_or_else(|refusals| panic!("{refusals:?}"));
    assert_eq!(program::validate::validate(&made.program), Ok(()));
    made
}

/// Explores the sequential program and what is read back of its text, which must agree.
#[track_caller]
fn expect(name: &str, program: &Program, options: Options, expected: Outcome) {
    let made = sequential(program, &options);
    assert_eq!(explored(&made.program, 5_000_000), expected, "{name} {options:?}");
    let text = emit::boogie(&made, &options);
    assert_eq!(explored(&read(name, &text), 5_000_000), expected, "{name} {options:?}, read back");
}

fn corpus(name: &str) -> Program {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus").join(name);
    read(name, &std::fs::read_to_string(path).expect("the corpus is there"))
}

#[test]
fn programs_of_the_paper() {
    let strong = Fairness::Strong;
    let livelock = corpus("papers/mutant-1b.bpl");
    expect("1b", &livelock, options(1, 1, strong), Outcome::Fails);
    expect("1b", &livelock, options(1, 1, Fairness::Weak), Outcome::Fails);
    expect("1b", &livelock, options(0, 1, strong), Outcome::Holds);
    // One thread spins while the other one could go on: only an unfair run never ends.
    for name in ["papers/mutant-1a-initialised.bpl", "papers/mutant-3c-timeout-forced.bpl"] {
        let spins = corpus(name);
        expect(name, &spins, options(1, 1, strong), Outcome::Holds);
        expect(name, &spins, options(1, 1, Fairness::Weak), Outcome::Holds);
        expect(name, &spins, options(1, 1, Fairness::None), Outcome::Fails);
    }
    expect("3c", &corpus("papers/mutant-3c-timeout.bpl"), options(1, 1, strong), Outcome::Fails);
    let philosophers = corpus("papers/mutant-3a-2.bpl");
    expect("3a", &philosophers, options(1, 1, strong), Outcome::Fails);
    expect("3a", &philosophers, options(1, 2, strong), Outcome::Fails);
    expect("3a", &philosophers, options(0, 1, strong), Outcome::Holds);
}

#[test]
fn threads_that_wait() {
    // One thread waits for a lock that is held for ever by one that runs for ever.
    let held = read(
        "held.bpl",
        "var lock: bool;
         procedure Owner() modifies lock; { atomic { assume !lock; lock := true; } while (true) { } }
         procedure Waiter() modifies lock; { atomic { assume !lock; lock := true; } lock := false; }
         procedure main() modifies lock; { lock := false; fork 1 Owner(); fork 2 Waiter(); join 1; }",
    );
    expect("held", &held, options(1, 1, Fairness::Strong), Outcome::Fails);
    // The same, but the lock is given back and taken again: now the waiter could go on again and again.
    let given_back = read(
        "given-back.bpl",
        "var lock: bool;
         procedure Owner() modifies lock;
         { while (true) { atomic { assume !lock; lock := true; } lock := false; } }
         procedure Waiter() modifies lock; { atomic { assume !lock; lock := true; } assume false; }
         procedure main() modifies lock; { lock := false; fork 1 Owner(); fork 2 Waiter(); join 1; }",
    );
    expect("given back", &given_back, options(1, 1, Fairness::Strong), Outcome::Holds);
    expect("given back", &given_back, options(1, 1, Fairness::Weak), Outcome::Fails);
    // What a thread waits for depends on a variable of its own.
    let turns = read(
        "turns.bpl",
        "var turn: bool;
         procedure Spinner() { while (true) { } }
         procedure Waiter() { var mine: bool; havoc mine; assume turn == mine; }
         procedure main() modifies turn; { turn := false; call {:async} Spinner(); call {:async} Waiter(); }",
    );
    expect("turns", &turns, options(1, 1, Fairness::Strong), Outcome::Fails);
}

#[test]
fn deadlocks_are_not_looked_for() {
    let stuck = read("stuck.bpl", "var go: bool; procedure main() modifies go; { go := false; assume go; }");
    for fairness in [Fairness::Strong, Fairness::Weak, Fairness::None] {
        expect("stuck", &stuck, options(1, 1, fairness), Outcome::Holds);
    }
}

/// Whether the assertion of a program with one thread fails, among the first states in breadth.
fn fails_in_breadth(program: &Program, most: usize) -> Outcome {
    let first = initial(program);
    let mut seen = HashSet::from([format!("{first:?}")]);
    let mut waiting = VecDeque::from([first]);
    while let Some(state) = waiting.pop_front() {
        for slot in state.slots() {
            for taken in steps(program, &state, slot).expect("values are chosen from few") {
                match taken.outcome {
                    Err(_) => return Outcome::Fails,
                    Ok(reached) => {
                        if seen.insert(format!("{:?}", reached.state)) {
                            waiting.push_back(reached.state);
                        }
                    }
                }
            }
        }
        if seen.len() > most {
            return Outcome::Open;
        }
    }
    Outcome::Holds
}

/// Recursive programs: the bounds that are needed, and whether there is a cycle. Those with one have a stack that grows for ever, so
/// that no state repeats, and only a keyframe tells that the run can go on.
const RECURSIVE: &[(&str, u32, u32, Outcome)] = &[
    ("descent", 1, 1, Outcome::Fails),
    ("mutual", 1, 1, Outcome::Fails),
    ("retry-by-call", 1, 1, Outcome::Fails),
    ("two-climbers", 1, 1, Outcome::Fails),
    ("down-and-up", 1, 1, Outcome::Holds),
    ("returns-again", 1, 2, Outcome::Fails),
];

#[test]
fn recursive_programs() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recursive");
    for (name, stem, cycle, expected) in RECURSIVE {
        let path: PathBuf = folder.join(format!("{name}.bpl"));
        let program = read(name, &std::fs::read_to_string(path).expect("the program is there"));
        let options = options(*stem, *cycle, Fairness::Strong);
        let made = sequential(&program, &options);
        let found = fails_in_breadth(&made.program, 200_000);
        assert_eq!(found, *expected, "{name}");
        // What is printed can be read again.
        read(name, &emit::boogie(&made, &options));
    }
}

/// How often sequential programs were compared with the engines, with each outcome.
#[derive(Clone, Copy, Default)]
struct Compared {
    fails: usize,
    holds: usize,
}

/// Out of a hundred programs, of how many some sequential program fails, and of how many one does not.
const LEAST_FAILS: usize = 8;
const LEAST_HOLDS: usize = 15;

/// More states of a sequential program are not looked at.
const MOST_STATES: u64 = 30_000;

#[test]
fn random_programs_fail_if_the_engines_find_a_lasso() {
    let pool = Pool::new(Solver::at(Path::new("z3")));
    let outcomes = naive::for_seeds(naive::random_programs(30), |seed| {
        let shape = Shape { features: naive::features(seed), memory: seed.is_multiple_of(5), ..Shape::default() };
        let small = Shape { threads: 3, statements: 2, globals: 1, ..shape };
        let program = naive::small_program(seed, small);
        compare(&program, &pool).map_err(|how| {
            let smallest = shrink::minimise(&program, &|candidate: &Program| compare(candidate, &pool).is_err());
            let how_then = compare(&smallest, &pool).err();
            format!("UNHANG_SEED={seed}: {how}\nminimised: {how_then:?}\n{}", program::text::print(&smallest))
        })
    });
    let wrong: Vec<&String> = outcomes.iter().filter_map(|outcome| outcome.as_ref().err()).collect();
    assert!(wrong.is_empty(), "{} programs with wrong answers; the first:\n{}", wrong.len(), wrong[0]);
    let among = |pick: fn(&Compared) -> usize| outcomes.iter().flatten().filter(|it| pick(it) > 0).count() * 100;
    let (fails, holds) = (among(|it| it.fails), among(|it| it.holds));
    assert!(fails >= LEAST_FAILS * outcomes.len(), "failures in {fails} of 100 * {} only", outcomes.len());
    assert!(holds >= LEAST_HOLDS * outcomes.len(), "none in {holds} of 100 * {} only", outcomes.len());
}

/// The integers that occur in the program's runs, if they can be listed and no step depends on a value that nobody has chosen: the engines
/// do not go there, while a sequential program takes some value.
fn range(program: &Program) -> Option<(i64, i64)> {
    let graph = naive::graph::Graph::build(program, naive::MOST_STATES).filter(|graph| !graph.undetermined)?;
    let (mut least, mut most) = (0, 0);
    let mut note = |value: &Value| {
        if let Value::Int(number) = value {
            let number = i64::try_from(number).unwrap_or(i64::MAX);
            (least, most) = (least.min(number), most.max(number));
        }
    };
    for state in &graph.states {
        state.globals.iter().for_each(&mut note);
        for slot in state.slots() {
            let frames = state.thread(slot).and_then(|thread| thread.frames());
            frames.into_iter().flatten().flat_map(|frame| frame.locals.iter()).for_each(&mut note);
        }
    }
    (least > -10 && most < 10).then_some((least, most))
}

fn compare(program: &Program, pool: &Pool) -> Result<Compared, String> {
    let mut compared = Compared::default();
    let Ok(prepared) = prepare::without_memory(program) else { return Ok(compared) };
    let Some(range) = range(&prepared.program) else { return Ok(compared) };
    for fairness in [Fairness::Strong, Fairness::Weak, Fairness::None] {
        let question = Question { property: Property::Terminate, fairness };
        let limits = Limits { time: Duration::from_secs(60), states: 1_000, ..Limits::default() };
        let budget = Budget::start(limits);
        let told = Explicit.solve(Task { program: &prepared.program, question: &question }, &budget, &Silent);
        let search = Search::new(&prepared, Task { program, question: &question }, pool);
        for bounds in [Bounds { stem: 1, cycle: 1 }, Bounds { stem: 2, cycle: 1 }, Bounds { stem: 1, cycle: 2 }] {
            let options = Options { bounds, fairness, range: Some(range) };
            let Ok(made) = emit::sequentialise(program, &options) else { continue };
            program::validate::validate(&made.program).map_err(|invalid| invalid.to_string())?;
            let outcome = explored(&made.program, MOST_STATES);
            if outcome == Outcome::Open {
                continue;
            }
            if let (Verdict::Proved(_), Outcome::Fails) = (&told, outcome) {
                return Err(format!("{fairness} {bounds:?}: fails, but there is no fair lasso at all"));
            }
            let all = Scope { universe: Universe::Exact, laws: laws::NONE, stops: Stops::Everywhere };
            let same = rounds::Bounds { stem: bounds.stem, cycle: bounds.cycle, unrolling: 8 };
            match search.within(same, all, &budget) {
                Ok(Within::Lasso(lasso)) if outcome == Outcome::Holds && made.open.is_empty() => {
                    return Err(format!("{fairness} {bounds:?}: holds, but there is {lasso:?}"));
                }
                Ok(Within::Nothing(losses)) if outcome == Outcome::Fails => {
                    let is_covered = losses.beyond.is_empty()
                        && !losses.unlike
                        && !losses.open_choices
                        && !losses.solver_gave_up
                        && !losses.unrolling;
                    if is_covered {
                        return Err(format!("{fairness} {bounds:?}: fails, but there is nothing within these bounds"));
                    }
                }
                _ => {}
            }
            match outcome {
                Outcome::Fails => compared.fails += 1,
                _ => compared.holds += 1,
            }
        }
    }
    Ok(compared)
}
