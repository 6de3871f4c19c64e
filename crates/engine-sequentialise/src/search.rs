//! The search within bounds: the formula goes to the solver, and what it says becomes a lasso.

use std::collections::BTreeSet;

use engine::Task;
use engine::budget::Budget;
use engine::prepare::pools::ObjectPool;
use engine::prepare::{Obstacle, Prepared, PreparedThread};
use evidence::counterexample::Lasso;
use evidence::reason::Reason;
use program::ids::ProcId;
use program::program::Program;
use program::property::{Fairness, Property};
use program::span::Span;
use solver::pool::Pool;
use solver::process::Error;
use solver::session::Answer;
use solver::terms::Terms;

use crate::NAME;
use crate::context::{Losses, Order, Stops, Unrolling};
use crate::decode::{Model, asked};
use crate::laws::Laws;
use crate::minimise::shorten;
use crate::rounds::{Asked, Bounds};
use crate::step::Facts;
use crate::universe::Universe;

/// What there is within bounds.
pub enum Within {
    /// A lasso of the prepared program.
    Lasso(Lasso),
    /// No lasso, but for what was not covered.
    Nothing(Losses),
    /// It would take more effort than allowed to find out.
    TooHard,
}

/// Which runs are looked at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scope {
    /// Those with these values.
    pub universe: Universe,
    /// Those whose cycles close up to numbers that grow by these laws.
    pub laws: Laws,
    /// Those in which threads are stopped at these places.
    pub stops: Stops,
}

impl Scope {
    /// Whether it leaves out neither values nor turns.
    pub fn is_complete(&self) -> bool {
        self.universe == Universe::Exact && self.stops == Stops::Everywhere
    }
}

/// A program to look for lassos in.
pub struct Search<'a> {
    program: &'a Program,
    orders: Vec<Order>,
    threads: &'a [PreparedThread],
    pools: &'a [ObjectPool],
    fairness: Fairness,
    asked: Asked,
    pool: &'a Pool,
}

impl<'a> Search<'a> {
    /// A search for lassos that answer the task's question.
    pub fn new(prepared: &'a Prepared, task: Task<'_>, pool: &'a Pool) -> Search<'a> {
        let named = |name: &String| {
            let all = (0..task.program.procedures.len()).map(ProcId::new);
            all.filter(|procedure| task.program.procedure(*procedure).name == *name).collect()
        };
        let threads = || (0..prepared.threads.len()).map(ProcId::new);
        Search {
            program: &prepared.program,
            orders: threads()
                .map(|thread| Order::of(&prepared.program, thread, &prepared.threads[thread.index()].stacks))
                .collect(),
            threads: &prepared.threads,
            pools: &prepared.pools,
            fairness: task.question.fairness,
            asked: match &task.question.property {
                Property::Thread(name) => Asked::Running(named(name)),
                _ => Asked::Anybody,
            },
            pool,
        }
    }

    /// The orders in which the locations of the threads are unrolled.
    pub fn orders(&self) -> &[Order] {
        &self.orders
    }

    /// Whether some thread can come back to a place.
    pub fn has_loops(&self) -> bool {
        let threads = self.program.procedures.iter().zip(&self.orders);
        let mut edges = threads.flat_map(|(thread, order)| thread.edges.iter().map(move |edge| (order, edge)));
        edges.any(|(order, edge)| order.is_reached(edge.from) && order.goes_back(edge.from, edge.to))
    }

    /// Looks for a lasso within the bounds.
    pub fn within(&self, bounds: Bounds, scope: Scope, budget: &Budget) -> Result<Within, Reason> {
        self.within_effort(bounds, scope, None, budget).map(|(within, _)| within)
    }

    /// The same with no more effort of the solver than that, in its own measure; and how much it took, if the solver counts.
    pub fn within_effort(
        &self,
        bounds: Bounds,
        scope: Scope,
        most: Option<u64>,
        budget: &Budget,
    ) -> Result<(Within, Option<u64>), Reason> {
        let Scope { universe, laws, stops } = scope;
        let facts = Facts::of(self.program, universe, laws);
        let mut unrolling = Unrolling {
            facts: &facts,
            orders: &self.orders,
            threads: self.threads,
            pools: self.pools,
            terms: Terms::new(),
            assertions: Vec::new(),
            losses: Losses::default(),
            unrolling: bounds.unrolling,
            stops,
            budget,
        };
        let out_of_time = || Reason::OutOfTime { time: budget.limits().time, states: 0 };
        let Some(rounds) = unrolling.lasso(bounds, self.fairness, &self.asked) else {
            let reason = budget.exhausted_within(0, unrolling.terms.bytes());
            return Err(reason.unwrap_or_else(out_of_time));
        };
        let Unrolling { mut terms, assertions, mut losses, .. } = unrolling;
        let is_over = || budget.is_over();
        let asked = asked(&terms, &facts.growth, &rounds);
        // What was found stays found if the time is over before there is a shorter one.
        let mut found = None;
        let mut spent = None;
        let told = self.pool.with(|session| {
            for assertion in &assertions {
                session.assert(&terms, *assertion);
            }
            let before = session.effort(&is_over)?;
            let answer = match (most, before) {
                (Some(most), Some(_)) => session.check_with_effort(most, &is_over)?,
                _ => session.check(&is_over)?,
            };
            // The values are asked for before anything else, which may make them void.
            if answer == Answer::Satisfiable {
                found = Some(session.values(&terms, &asked, &is_over)?);
            }
            spent = session.effort(&is_over)?.zip(before).map(|(after, before)| after.saturating_sub(before));
            if let (Some(values), Some(spent)) = (&mut found, spent) {
                shorten(session, &mut terms, &rounds, (&asked, values), spent, &is_over)?;
            }
            Ok(answer)
        });
        if let Some(values) = found {
            let lasso = Model::new(self.program, &terms, &facts.growth, asked, values).lasso(&rounds);
            let lasso = lasso.ok_or_else(|| broken("the values that the solver told make no run"))?;
            return Ok((Within::Lasso(lasso), spent));
        }
        let is_too_much = |most: u64| spent.is_some_and(|spent| spent >= most);
        match told {
            Ok(Answer::Unknown) if most.is_some_and(is_too_much) => Ok((Within::TooHard, spent)),
            Ok(answer) => {
                losses.solver_gave_up = answer == Answer::Unknown;
                Ok((Within::Nothing(losses), spent))
            }
            Err(Error::Stopped) => Err(out_of_time()),
            Err(Error::OutOfMemory) => Err(Reason::OutOfMemory { bytes: budget.limits().memory, states: 0 }),
            Err(error) => Err(Reason::Solver { message: error.to_string() }),
        }
    }
}

/// Why there is no search.
pub fn obstructed(obstacles: Vec<Obstacle>) -> Reason {
    let first = obstacles.into_iter().next();
    let (what, span) = first.map_or(("the program".to_owned(), Span::NOWHERE), |first| (first.why, first.span));
    Reason::Unsupported { what: format!("a program that cannot do without memory or calls ({what})"), span }
}

/// Something went wrong here.
pub fn broken(message: &str) -> Reason {
    Reason::Crashed { engine: NAME.to_owned(), message: message.to_owned() }
}

/// That there is no lasso within the bounds and the scope, but for what was not covered; and whether there is none beyond, either.
pub fn covered(bounds: Bounds, scope: &Scope, may_grow: bool, is_all: bool, losses: &Losses) -> Reason {
    let Scope { universe, laws, stops } = scope;
    let beyond: BTreeSet<String> = losses.beyond.iter().map(|beyond| beyond.what.clone()).collect();
    let mut left_out: Vec<String> = universe.left_out().into_iter().chain(beyond).collect();
    if *stops == Stops::Few {
        left_out.push("turns that end elsewhere than where threads wait or loops begin".to_owned());
    }
    if may_grow && laws.is_empty() {
        left_out.push("cycles in which numbers grow".to_owned());
    } else if may_grow {
        left_out.push("cycles in which numbers grow by other laws than sums and powers".to_owned());
    }
    if losses.unlike {
        left_out.push("sections that are open on one way to a place and not on another".to_owned());
    }
    if losses.open_choices {
        left_out.push("threads that wait for a value to be chosen".to_owned());
    }
    if losses.solver_gave_up {
        left_out.push("what the solver does not know".to_owned());
    }
    let Bounds { stem, cycle, unrolling } = bounds;
    Reason::NoLasso { stem, cycle, unrolling, is_all, left_out }
}
