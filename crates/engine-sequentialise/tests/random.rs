//! This engine and the explicit one agree on random programs with few states: what this one finds is a fair lasso, it finds
//! none where there is none, and it finds one within the bounds that the other one's lasso needs. Asked are `terminate`, `finish` and `thread=NAME`,
//! under each notion of fairness.
//!
//! `UNHANG_RANDOM_PROGRAMS=100000 UNHANG_SEED=42 cargo test --release -p engine-sequentialise --test random` tries harder.

#[path = "../../check/tests/naive/mod.rs"]
mod naive;

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use engine::budget::{Budget, Limits};
use engine::event::Silent;
use engine::prepare::{self, Prepared, PreparedEdge, lifted};
use engine::{Engine, Task};
use engine_explicit::Explicit;
use engine_sequentialise::context::Stops;
use engine_sequentialise::laws;
use engine_sequentialise::rounds::Bounds;
use engine_sequentialise::search::{Scope, Search, Within};
use engine_sequentialise::universe::Universe;
use evidence::counterexample::{Counterexample, Lasso};
use evidence::reason::Reason;
use evidence::verdict::Verdict;
use program::arbitrary::{Shape, shrink};
use program::ids::ProcId;
use program::program::Program;
use program::property::{Fairness, Property, Question};
use solver::pool::Pool;
use solver::session::Solver;

/// Out of a hundred programs, of how many a lasso is found by both engines, and of how many by none.
const LEAST_FOUND: usize = 10;
const LEAST_PROVED: usize = 20;

/// Lassos that need more than this are left out.
const MOST: Bounds = Bounds { stem: 6, cycle: 4, unrolling: 6 };

/// How often the engines were compared, with each outcome.
#[derive(Clone, Copy, Default)]
struct Compared {
    found: usize,
    proved: usize,
}

#[test]
fn both_engines_find_a_lasso_or_none_does() {
    let pool = Pool::new(Solver::at(Path::new("z3")));
    let outcomes = naive::for_seeds(naive::random_programs(200), |seed| {
        let shape = Shape { features: naive::features(seed), memory: seed.is_multiple_of(5), ..Shape::default() };
        let program = naive::small_program(seed, shape);
        // A crash is told with its seed as well.
        let compared = std::panic::catch_unwind(|| compare(&program, seed, &pool));
        let Ok(compared) = compared else { return Err(format!("UNHANG_SEED={seed}: an engine has crashed")) };
        compared.map_err(|how| {
            let is_wrong = |candidate: &Program| compare(candidate, seed, &pool).is_err();
            let smallest = shrink::minimise(&program, &is_wrong);
            let how_then = compare(&smallest, seed, &pool).err();
            format!("UNHANG_SEED={seed}: {how}\nminimised: {how_then:?}\n{smallest:#?}")
        })
    });
    let wrong: Vec<&String> = outcomes.iter().filter_map(|outcome| outcome.as_ref().err()).collect();
    let all: Vec<&str> = wrong.iter().filter_map(|how| how.lines().next()).collect();
    assert!(
        wrong.is_empty(),
        "{} programs with wrong answers:\n{}\nthe first:\n{}",
        wrong.len(),
        all.join("\n"),
        wrong[0]
    );
    let among = |pick: fn(&Compared) -> usize| outcomes.iter().flatten().filter(|it| pick(it) > 0).count() * 100;
    let (found, proved) = (among(|it| it.found), among(|it| it.proved));
    assert!(found >= LEAST_FOUND * outcomes.len(), "lassos in {found} of 100 * {} only", outcomes.len());
    assert!(proved >= LEAST_PROVED * outcomes.len(), "none in {proved} of 100 * {} only", outcomes.len());
}

/// What is asked of the program with this seed: each notion of fairness, each with one of the properties in turn.
fn questions(program: &Program, prepared: &Prepared, seed: u64) -> Vec<Question> {
    let threads = prepared.threads.iter().flat_map(|thread| &thread.edges);
    let run: Vec<ProcId> = threads.flat_map(|edge| &edge.runs).copied().collect::<BTreeSet<_>>().into_iter().collect();
    let thread = || Some(program.procedure(*run.get(seed as usize / 3 % run.len().max(1))?).name.clone());
    let property = |turn: u64| match (seed + turn) % 3 {
        0 => Some(Property::Terminate),
        1 => Some(Property::Finish),
        _ => thread().map(Property::Thread),
    };
    let kinds = [Fairness::Strong, Fairness::Weak, Fairness::None];
    let question = |(turn, fairness)| Some(Question { property: property(turn)?, fairness });
    (0..).zip(kinds).filter_map(question).collect()
}

/// What the explicit engine knows of the prepared program.
enum Known {
    /// There is this lasso.
    Lasso(Lasso),
    /// There is none.
    None,
    /// There may be one.
    Maybe,
}

fn known(program: &Program, prepared: &Prepared, question: &Question, budget: &Budget) -> Known {
    let told = |program: &Program, question: &Question| Explicit.solve(Task { program, question }, budget, &Silent);
    let Property::Thread(name) = &question.property else {
        return match told(&prepared.program, question) {
            Verdict::Proved(_) => Known::None,
            Verdict::Refuted(Counterexample::Lasso(lasso)) => Known::Lasso(lasso),
            _ => Known::Maybe,
        };
    };
    // A thread that is called and returned to is not known any more by what it runs where calls are gone.
    if let Verdict::Proved(_) = told(program, question) {
        return Known::None;
    }
    let mut renamed = prepared.program.clone();
    for (index, procedure) in renamed.procedures.iter_mut().enumerate() {
        procedure.name = format!("thread{index}");
    }
    for (procedure, thread) in renamed.procedures.iter().zip(&prepared.threads) {
        let runs_it = |origin: &PreparedEdge| origin.runs.iter().any(|it| program.procedure(*it).name == *name);
        let mut edges = procedure.edges.iter().zip(&thread.edges);
        if edges.all(|(edge, origin)| edge.to == procedure.exit || runs_it(origin)) {
            let property = Property::Thread(procedure.name.clone());
            if let Verdict::Refuted(Counterexample::Lasso(lasso)) =
                told(&renamed, &Question { property, fairness: question.fairness })
            {
                return Known::Lasso(lasso);
            }
        }
    }
    Known::Maybe
}

fn compare(program: &Program, seed: u64, pool: &Pool) -> Result<Compared, String> {
    let mut compared = Compared::default();
    let Ok(prepared) = prepare::without_memory(program) else { return Ok(compared) };
    for question in questions(program, &prepared, seed) {
        let asked = format!("{} under {}", question.property, question.fairness);
        let limits = Limits { time: Duration::from_secs(20), states: 1_000, ..Limits::default() };
        let budget = Budget::start(limits);
        let known = known(program, &prepared, &question, &budget);
        let search = Search::new(&prepared, Task { program, question: &question }, pool);
        let bounds = match &known {
            Known::None | Known::Maybe => Bounds { stem: 2, cycle: 2, unrolling: 2 },
            Known::Lasso(lasso) => {
                let needed = Bounds::needed(&prepared.program, search.orders(), lasso).ok_or("a lasso that is none")?;
                if needed.stem > MOST.stem || needed.cycle > MOST.cycle || needed.unrolling > MOST.unrolling {
                    continue;
                }
                needed
            }
        };
        let small = Universe::small(&prepared.program, 0);
        let scopes = [
            Scope { universe: small.clone(), laws: laws::NONE, stops: Stops::Few },
            Scope { universe: small, laws: laws::NONE, stops: Stops::Everywhere },
            Scope { universe: Universe::Exact, laws: laws::LINEAR, stops: Stops::Few },
        ];
        // What is too hard for the solver is no disagreement.
        let within = |scope: Scope| match search.within(bounds, scope, &budget) {
            Ok(within) => Ok(Some(within)),
            Err(Reason::OutOfTime { .. }) => Ok(None),
            Err(reason) => Err(reason.to_string()),
        };
        for scope in scopes {
            if let Some(Within::Lasso(lasso)) = within(scope)? {
                accept(program, &prepared, &question, lasso)?;
            }
        }
        let all = Scope { universe: Universe::Exact, laws: laws::NONE, stops: Stops::Everywhere };
        let Some(within) = within(all)? else { continue };
        match (within, known) {
            (Within::TooHard, _) => unreachable!("the effort has no limit"),
            (Within::Lasso(_), Known::None) => return Err(format!("{asked}: a lasso of a program that has none")),
            (Within::Lasso(lasso), _) => {
                accept(program, &prepared, &question, lasso)?;
                compared.found += 1;
            }
            (Within::Nothing(losses), Known::Lasso(there)) => {
                let is_covered =
                    losses.beyond.is_empty() && !losses.unlike && !losses.open_choices && !losses.solver_gave_up;
                if is_covered {
                    return Err(format!("{asked}: nothing found within {bounds:?}, where there is {there:?}"));
                }
            }
            (Within::Nothing(_), known) => compared.proved += usize::from(matches!(known, Known::None)),
        }
    }
    Ok(compared)
}

fn accept(program: &Program, prepared: &Prepared, question: &Question, lasso: Lasso) -> Result<(), String> {
    let lifted = lifted(prepared, &Counterexample::Lasso(lasso)).ok_or("a lasso that cannot be taken back")?;
    let accepted = check::accept::accept(program, question, Verdict::Refuted(lifted), &|_, _| false);
    accepted.map(drop).map_err(|why| format!("{} under {}: {why}", question.property, question.fairness))
}
