//! This engine and the explicit one agree on random programs with few states: what this one finds is a fair lasso, it finds
//! none where there is none, and it finds one within the bounds that the other one's lasso needs.
//!
//! `UNHANG_RANDOM_PROGRAMS=100000 UNHANG_SEED=42 cargo test --release -p engine-sequentialise --test random` tries harder.

#[path = "../../check/tests/naive/mod.rs"]
mod naive;

use std::path::Path;
use std::time::Duration;

use engine::budget::{Budget, Limits};
use engine::event::Silent;
use engine::prepare::{self, Prepared, lifted};
use engine::{Engine, Task};
use engine_explicit::Explicit;
use engine_sequentialise::context::Stops;
use engine_sequentialise::growth;
use engine_sequentialise::rounds::Bounds;
use engine_sequentialise::search::{Scope, Search, Within};
use engine_sequentialise::universe::Universe;
use evidence::counterexample::Counterexample;
use evidence::verdict::Verdict;
use program::arbitrary::{Shape, shrink};
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
        compare(&program, &pool).map_err(|how| {
            let smallest = shrink::minimise(&program, &|candidate: &Program| compare(candidate, &pool).is_err());
            let how_then = compare(&smallest, &pool).err();
            format!("UNHANG_SEED={seed}: {how}\nminimised: {how_then:?}\n{smallest:#?}")
        })
    });
    let wrong: Vec<&String> = outcomes.iter().filter_map(|outcome| outcome.as_ref().err()).collect();
    assert!(wrong.is_empty(), "{} programs with wrong answers; the first:\n{}", wrong.len(), wrong[0]);
    let among = |pick: fn(&Compared) -> usize| outcomes.iter().flatten().filter(|it| pick(it) > 0).count() * 100;
    let (found, proved) = (among(|it| it.found), among(|it| it.proved));
    assert!(found >= LEAST_FOUND * outcomes.len(), "lassos in {found} of 100 * {} only", outcomes.len());
    assert!(proved >= LEAST_PROVED * outcomes.len(), "none in {proved} of 100 * {} only", outcomes.len());
}

fn compare(program: &Program, pool: &Pool) -> Result<Compared, String> {
    let mut compared = Compared::default();
    let Ok(prepared) = prepare::without_memory(program) else { return Ok(compared) };
    for fairness in [Fairness::Strong, Fairness::Weak, Fairness::None] {
        let question = Question { property: Property::Terminate, fairness };
        let limits = Limits { time: Duration::from_secs(60), states: 1_000, ..Limits::default() };
        let budget = Budget::start(limits);
        let told = Explicit.solve(Task { program: &prepared.program, question: &question }, &budget, &Silent);
        let search = Search::new(&prepared, Task { program, question: &question }, pool);
        let (bounds, is_there) = match &told {
            Verdict::Proved(_) => (Bounds { stem: 2, cycle: 2, unrolling: 2 }, false),
            Verdict::Refuted(Counterexample::Lasso(lasso)) => {
                let needed = Bounds::needed(&prepared.program, search.orders(), lasso).ok_or("a lasso that is none")?;
                if needed.stem > MOST.stem || needed.cycle > MOST.cycle || needed.unrolling > MOST.unrolling {
                    continue;
                }
                (needed, true)
            }
            _ => continue,
        };
        let small = Universe::small(&prepared.program, 0);
        let scopes = [
            Scope { universe: small.clone(), laws: growth::NONE, stops: Stops::Few },
            Scope { universe: small, laws: growth::NONE, stops: Stops::Everywhere },
            Scope { universe: Universe::Exact, laws: growth::LINEAR, stops: Stops::Few },
        ];
        for scope in scopes {
            let within = search.within(bounds, scope, &budget).map_err(|reason| reason.to_string())?;
            if let Within::Lasso(lasso) = within {
                accept(program, &prepared, &question, lasso)?;
            }
        }
        let all = Scope { universe: Universe::Exact, laws: growth::NONE, stops: Stops::Everywhere };
        match search.within(bounds, all, &budget).map_err(|reason| reason.to_string())? {
            Within::Lasso(_) if !is_there => return Err(format!("{fairness}: a lasso of a program that has none")),
            Within::Lasso(lasso) => {
                accept(program, &prepared, &question, lasso)?;
                compared.found += 1;
            }
            Within::Nothing(losses) => {
                let is_covered =
                    losses.beyond.is_empty() && !losses.unlike && !losses.open_choices && !losses.solver_gave_up;
                if is_there && is_covered {
                    return Err(format!("{fairness}: nothing found within {bounds:?}, where there is {told:?}"));
                }
                compared.proved += usize::from(!is_there);
            }
        }
    }
    Ok(compared)
}

fn accept(
    program: &Program,
    prepared: &Prepared,
    question: &Question,
    lasso: evidence::counterexample::Lasso,
) -> Result<(), String> {
    let lifted = lifted(prepared, &Counterexample::Lasso(lasso)).ok_or("a lasso that cannot be taken back")?;
    let accepted = check::accept::accept(program, question, Verdict::Refuted(lifted), &|_, _| false);
    accepted.map(drop).map_err(|why| format!("{}: {why}", question.fairness))
}
