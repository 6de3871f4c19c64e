//! Fair non-termination by sequentialisation: finds fair lassos of programs whose data is unbounded, where explicit search cannot go,
//! since it bounds the number of contexts and not the values.
//!
//! The algorithm is that of Atig, Bouajjani, Emmi and Lal, "Detecting Fair Non-Termination in Multithreaded Programs" (MUTANT):
//! an ultimately periodic run in which the threads take turns, one context each in every round, for a number of rounds before the
//! cycle and a number within it, such that the state after the cycle is the state before it. [`rounds`] is that condition, [`context`]
//! what a thread does in one turn, [`step`] a single step, [`waiting`] where threads may have to wait; [`contents`] and [`expressions`] say what
//! variables hold, [`addresses`] what pointers are. Beyond the same state, a cycle may close where threads call themselves ([`keyframes`]),
//! where numbers grow ([`growth`]), and where objects have other names ([`heap`]). The formula goes to an SMT solver, [`minimise`] asks for a
//! shorter run, and [`decode`] makes a lasso of what it says.
//!
//! It can miss lassos: those that need more rounds or more iterations of loops within a context than [`schedule`] gets to.
//! It proves nothing.

pub mod universe;
pub mod contents;
pub mod growth;
pub mod addresses;
pub mod expressions;
pub mod heap;
pub mod state;
pub mod merge;
pub mod step;
pub mod waiting;
pub mod context;
pub mod rounds;
pub mod keyframes;
pub mod decode;
pub mod minimise;
pub mod search;
pub mod schedule;
pub mod emit;

use std::cell::RefCell;
use std::path::Path;
use std::time::Duration;

use engine::budget::Budget;
use engine::event::Events;
use engine::prepare::stacks::recursive;
use engine::prepare::{Obstacle, Prepared, in_part, lifted, without_memory_in_time};
use engine::{Engine, Task};
use evidence::counterexample::Counterexample;
use evidence::reason::Reason;
use evidence::verdict::Verdict;
use program::program::Program;
use program::property::Property;
use program::span::Span;
use program::text::counted;
use solver::pool::Pool;
use solver::process::Error;
use solver::session::Solver;

use crate::growth::MayGrow;
use crate::rounds::Bounds;
use crate::schedule::{SCHEDULE, Size};
use crate::search::{Scope, Search, Within};
use crate::universe::Universe;

/// The name under which users choose the engine.
pub const NAME: &str = "sequentialise";

/// How often a procedure may be at work in one thread, if it calls itself and nobody knows how often; tried one after the other.
const DEPTHS: [usize; 2] = [4, 2];

/// How many objects one place may allocate while there are pointers to earlier ones.
const OBJECTS: usize = 2;

/// The program without memory and calls. Recursion is cut off and objects are counted if need be: what is found is a run all the same.
fn prepared(program: &Program, is_over: &dyn Fn(u64) -> bool) -> Result<Prepared, Vec<Obstacle>> {
    let whole = without_memory_in_time(program, is_over);
    let Err(obstacles) = whole else { return whole };
    let depths = if recursive(program).is_empty() { vec![None] } else { DEPTHS.map(Some).to_vec() };
    let parts = depths.iter().flat_map(|depth| [1, OBJECTS].map(|objects| (*depth, objects)));
    // All of it was tried already.
    let parts = parts.filter(|part| *part != (None, 1));
    parts.filter_map(|(depth, objects)| in_part(program, depth, objects, is_over).ok()).next().ok_or(obstacles)
}

/// How long a solver may take for a simple question.
const PATIENCE: Duration = Duration::from_secs(10);

/// The engine.
pub struct Sequentialise {
    solver: Solver,
}

impl Sequentialise {
    /// The engine with the solver at this path, which is not looked at before it is needed.
    pub fn with_solver(path: &Path) -> Sequentialise {
        Sequentialise { solver: Solver::at(path) }
    }

    /// The engine with the solver at this path, or why that is none.
    pub fn with_tried_solver(path: &Path, budget: &Budget) -> Result<Sequentialise, String> {
        let budget = budget.shortened(PATIENCE);
        match Solver::tried(path, &|| budget.is_over()) {
            Ok(solver) => Ok(Sequentialise { solver }),
            Err(error @ Error::NotStarted { .. }) => Err(error.to_string()),
            Err(error) => Err(format!("{} is no SMT solver that speaks SMT-LIB 2: {error}", path.display())),
        }
    }
}

impl Engine for Sequentialise {
    fn name(&self) -> &'static str {
        NAME
    }

    fn solve(&self, task: Task<'_>, budget: &Budget, events: &dyn Events) -> Verdict {
        if let Property::Sections | Property::Exit = task.question.property {
            let what = format!("the property `{}` by engine `{NAME}`", task.question.property);
            return Verdict::Unknown(Reason::Unsupported { what, span: Span::NOWHERE });
        }
        events.works_at(NAME, "preparing the program");
        let stopped = RefCell::new(None);
        let is_over = |bytes: u64| {
            let reason = budget.exhausted_within(0, bytes);
            let is_over = reason.is_some();
            stopped.borrow_mut().clone_from(&reason);
            is_over
        };
        let prepared = match prepared(task.program, &is_over) {
            Ok(prepared) => prepared,
            Err(obstacles) => {
                return Verdict::Unknown(stopped.take().unwrap_or_else(|| search::obstructed(obstacles)));
            }
        };
        // What the terms take is counted beside it, and is little next to what the solver takes for them.
        let mebibytes = (budget.limits().memory >> 20).max(1);
        let pool = Pool::new(Solver { memory: Some(mebibytes), ..self.solver.clone() });
        let search = Search::new(&prepared, task, &pool);
        let mut covered = None;
        let matters = Universe::matters(&prepared.program);
        let has_arrays = Universe::has_arrays(&prepared.program);
        let may_grow = MayGrow::of(&prepared.program).any();
        for level in SCHEDULE {
            let universe = match level.universe {
                Size::Small(more) if matters => Universe::small(&prepared.program, more),
                // Where it makes no difference, everything was seen at the level before.
                Size::Exact if !matters => continue,
                Size::FewKeys if !has_arrays => continue,
                Size::FewKeys => Universe::FewKeys,
                _ => Universe::Exact,
            };
            let Some(laws) = level.pace.laws(&prepared.program) else { continue };
            if !laws.is_empty() && !may_grow {
                continue;
            }
            let scope = Scope { universe, laws, stops: level.stops };
            events.works_at(NAME, &works_at(level.bounds));
            // No level takes all the time: a harder one may still be quicker.
            match search.within(level.bounds, scope.clone(), &budget.half_of_the_rest()) {
                Ok(Within::Lasso(lasso)) => {
                    return match lifted(&prepared, &Counterexample::Lasso(lasso)) {
                        Some(lifted) => Verdict::Refuted(lifted),
                        None => Verdict::Unknown(search::broken("a lasso that was found has no way back")),
                    };
                }
                // What is known of all values and turns says more than what is known of few.
                Ok(Within::Nothing(_)) if covered.is_some() && !scope.is_complete() => {}
                Ok(Within::Nothing(losses)) => {
                    covered = Some(search::covered(level.bounds, &scope, may_grow, &losses));
                }
                Err(Reason::OutOfTime { .. }) if !budget.is_over() => {}
                // The time is over, all of it: what was covered before that is known.
                Err(Reason::OutOfTime { .. }) => break,
                // Or the solver is.
                Err(reason) => return Verdict::Unknown(covered.unwrap_or(reason)),
            }
        }
        let too_hard = || Reason::OutOfTime { time: budget.limits().time, states: 0 };
        Verdict::Unknown(covered.unwrap_or_else(too_hard))
    }
}

/// What the engine works at, as users read it.
fn works_at(Bounds { stem, cycle, unrolling }: Bounds) -> String {
    let (rounds, times) = (counted(u64::from(stem), "round"), counted(u64::from(unrolling), "time"));
    format!("up to {rounds} before the cycle and {cycle} in it, loops up to {times}")
}
