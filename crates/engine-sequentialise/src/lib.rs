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
pub mod laws;
pub mod growth;
pub mod may_grow;
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

use crate::may_grow::MayGrow;
use crate::rounds::Bounds;
use crate::schedule::{Allowance, Level, Pace, Size};
use crate::search::{Scope, Search, Within};
use crate::universe::Universe;

/// The name under which users choose the engine.
pub const NAME: &str = "sequentialise";

/// The program without memory and calls, and whether it is all of the program.
struct Part {
    prepared: Prepared,
    is_whole: bool,
}

/// The program without memory and calls. Recursion is cut off and objects are counted if need be: what is found is a run all the same.
fn first_part(program: &Program, is_over: &dyn Fn(u64) -> bool) -> Result<Part, Vec<Obstacle>> {
    match without_memory_in_time(program, is_over) {
        Ok(prepared) => Ok(Part { prepared, is_whole: true }),
        Err(obstacles) => part(program, 0, is_over).ok_or(obstacles),
    }
}

/// As much of the program as is looked at in the step of the schedule; nothing if it is too large.
fn part(program: &Program, step: u32, is_over: &dyn Fn(u64) -> bool) -> Option<Part> {
    let depths = if recursive(program).is_empty() { vec![None] } else { schedule::depths(step).map(Some).to_vec() };
    let parts = depths.iter().flat_map(|depth| [1, schedule::objects(step)].map(|objects| (*depth, objects)));
    // All of it was tried already.
    let mut parts = parts.filter(|part| *part != (None, 1));
    let prepared = parts.find_map(|(depth, objects)| in_part(program, depth, objects, is_over).ok())?;
    Some(Part { prepared, is_whole: false })
}

/// How long a solver may take for a simple question.
const PATIENCE: Duration = Duration::from_secs(10);

/// The engine.
pub struct Sequentialise {
    solver: Solver,
    persistence: Persistence,
}

/// How long bounds are raised.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Persistence {
    /// Until the budget ends.
    ToTheEnd,
    /// For the first step of the schedule: others may know by then that there is no more to be known.
    OneStep,
}

impl Sequentialise {
    /// The engine with the solver at this path, which is not looked at before it is needed.
    pub fn with_solver(path: &Path) -> Sequentialise {
        Sequentialise { solver: Solver::at(path), persistence: Persistence::ToTheEnd }
    }

    /// The same engine, with this much persistence.
    pub fn persisting(self, persistence: Persistence) -> Sequentialise {
        Sequentialise { persistence, ..self }
    }

    /// The engine with the solver at this path, or why that is none.
    pub fn with_tried_solver(path: &Path, budget: &Budget) -> Result<Sequentialise, String> {
        let budget = budget.shortened(PATIENCE);
        match Solver::tried(path, &|| budget.is_over()) {
            Ok(solver) => Ok(Sequentialise { solver, persistence: Persistence::ToTheEnd }),
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
        let mut part = match first_part(task.program, &is_over) {
            Ok(part) => part,
            Err(obstacles) => {
                return Verdict::Unknown(stopped.take().unwrap_or_else(|| search::obstructed(obstacles)));
            }
        };
        // What the terms take is counted beside it, and is little next to what the solver takes for them.
        let mebibytes = (budget.limits().memory >> 20).max(1);
        let pool = Pool::new(Solver { memory: Some(mebibytes), ..self.solver.clone() });
        let mut work = Work {
            task,
            budget,
            events,
            pool: &pool,
            allowance: Allowance::of(budget.limits().time),
            covered: None,
            put_off: Vec::new(),
        };
        let steps = if self.persistence == Persistence::OneStep { 1 } else { u32::MAX };
        for step in 0..steps {
            // Half of the time that is left is for what can be found in the part at hand.
            if step > 0 && !part.is_whole && !budget.is_over() {
                let half = budget.half_of_the_rest();
                let larger = crate::part(task.program, step, &|bytes| half.exhausted_within(0, bytes).is_some());
                part = larger.unwrap_or(part);
            }
            match work.step(&part, step) {
                Ok(None) if budget.is_over() => break,
                Ok(None) => {}
                Ok(Some(verdict)) => return verdict,
                Err(Over) => break,
            }
        }
        let too_hard = || Reason::OutOfTime { time: budget.limits().time, states: 0 };
        Verdict::Unknown(work.covered.unwrap_or_else(too_hard))
    }
}

/// There is nothing more to be found, or no more means to find it.
struct Over;

/// A search on its way through the schedule.
struct Work<'a> {
    task: Task<'a>,
    budget: &'a Budget,
    events: &'a dyn Events,
    pool: &'a Pool,
    allowance: Allowance,
    /// What is known so far.
    covered: Option<Reason>,
    /// Levels for which there was not enough effort.
    put_off: Vec<Level>,
}

impl Work<'_> {
    /// Looks at the levels of one step of the schedule, and at those that were put off.
    fn step(&mut self, part: &Part, step: u32) -> Result<Option<Verdict>, Over> {
        let Part { prepared, is_whole } = part;
        let search = Search::new(prepared, self.task, self.pool);
        let matters = Universe::matters(&prepared.program);
        let has_arrays = Universe::has_arrays(&prepared.program);
        let may_grow = MayGrow::of(&prepared.program).any();
        // Where nobody ever comes back to a place, there is no cycle, whatever the bounds are.
        let is_finite = *is_whole && !search.has_loops();
        let levels = std::mem::take(&mut self.put_off).into_iter().chain(schedule::step(step));
        for level in levels {
            let universe = match level.universe {
                Size::Small(more) if matters => Universe::small(&prepared.program, more),
                // Where it makes no difference, everything was seen at the level before.
                Size::Exact if !matters && level.pace == Pace::None => continue,
                Size::FewKeys if !has_arrays => continue,
                Size::FewKeys => Universe::FewKeys,
                _ => Universe::Exact,
            };
            let Some(laws) = level.pace.laws(&prepared.program) else { continue };
            if !laws.is_empty() && !may_grow {
                continue;
            }
            let scope = Scope { universe, laws, stops: level.stops };
            self.events.works_at(NAME, &works_at(level.bounds));
            // No level takes all there is: a harder one may still be quicker. Where nobody counts the effort, the time is counted instead.
            let most = Some(self.allowance.at(step));
            let budget = self.budget.half_of_the_rest();
            match search.within_effort(level.bounds, scope.clone(), most, &budget) {
                Ok((within, spent)) => {
                    self.allowance.spend(spent.unwrap_or(0));
                    match within {
                        Within::Lasso(lasso) => {
                            return Ok(Some(match lifted(prepared, &Counterexample::Lasso(lasso)) {
                                Some(lifted) => Verdict::Refuted(lifted),
                                None => Verdict::Unknown(search::broken("a lasso that was found has no way back")),
                            }));
                        }
                        Within::TooHard => self.put_off.push(level),
                        // What is known of all values and turns says more than what is known of few.
                        Within::Nothing(_) if self.covered.is_some() && !scope.is_complete() => {}
                        Within::Nothing(losses) => {
                            let covered = search::covered(level.bounds, &scope, may_grow, is_finite, &losses);
                            self.covered = Some(covered);
                            if is_finite {
                                return Err(Over);
                            }
                        }
                    }
                }
                Err(Reason::OutOfTime { .. }) if !self.budget.is_over() => self.put_off.push(level),
                // The time is over, all of it: what was covered before that is known.
                Err(Reason::OutOfTime { .. }) => return Err(Over),
                // Or the memory, or the solver is.
                Err(reason) => {
                    self.covered.get_or_insert(reason);
                    return Err(Over);
                }
            }
        }
        Ok(None)
    }
}

/// What the engine works at, as users read it.
fn works_at(Bounds { stem, cycle, unrolling }: Bounds) -> String {
    let (rounds, times) = (counted(u64::from(stem), "round"), counted(u64::from(unrolling), "time"));
    format!("up to {rounds} before the cycle and {cycle} in it, loops up to {times}")
}
