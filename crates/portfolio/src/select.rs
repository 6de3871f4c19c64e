//! The list of engines, and which of them a user gets.

use std::path::Path;
use std::sync::Arc;

use engine::Engine;
use engine::budget::Budget;
use engine_commutativity::Commutativity;
use engine_commutativity::modes::Mode;
use engine_explicit::Explicit;
use engine_rely_guarantee::RelyGuarantee;
use engine_sequentialise::{Persistence, Sequentialise};

use crate::judge::may_hold;
use crate::plan::{self, Effort, Line, Start, Time};
use crate::profile::Profile;

type Made = Arc<dyn Engine + Send>;

/// An engine that users can choose.
struct Entry {
    name: &'static str,
    make: fn(Option<&Tried<'_>>, Effort) -> Result<Made, String>,
}

/// A solver that the user has named, which is tried before anything else is done.
pub struct Tried<'a> {
    /// Its path.
    pub path: &'a Path,
    /// How long it may take at most.
    pub budget: &'a Budget,
}

/// Every engine.
const ENGINES: &[Entry] = &[
    Entry { name: engine_explicit::NAME, make: |_, _| Ok(Arc::new(Explicit)) },
    Entry {
        name: engine_commutativity::NAME,
        make: |_, _| Ok(Arc::new(Commutativity { mode: Mode::default(), may_hold })),
    },
    Entry { name: engine_sequentialise::NAME, make: |solver, effort| sequentialise(solver, effort) },
    Entry { name: engine_rely_guarantee::NAME, make: |_, _| Ok(Arc::new(RelyGuarantee { may_hold })) },
];

fn sequentialise(solver: Option<&Tried<'_>>, effort: Effort) -> Result<Made, String> {
    let engine = match solver {
        Some(Tried { path, budget }) => Sequentialise::with_tried_solver(path, budget)?,
        None => Sequentialise::with_solver(Path::new("z3")),
    };
    Ok(Arc::new(engine.persisting(match effort {
        Effort::ToTheEnd => Persistence::ToTheEnd,
        Effort::Ordinary => Persistence::OneStep,
    })))
}

/// The engines that may run, and when.
pub struct Plan {
    pub(crate) runners: Vec<Runner>,
}

/// An engine of a plan.
pub(crate) struct Runner {
    pub(crate) line: Line,
    pub(crate) engine: Made,
}

/// What the user has chosen.
#[derive(Clone, Copy, Debug)]
pub enum Chosen<'a> {
    /// The plan of this name.
    Plan(&'a str),
    /// The engine of this name alone.
    Engine(&'a str),
}

/// What is used if nothing is chosen.
pub fn all() -> Plan {
    made(Chosen::Plan(plan::DEFAULT), None)
        .expect("a test makes sure that there is such a plan, and its engines need no solver yet")
}

/// One engine, if it exists.
pub fn only(name: &str) -> Option<Plan> {
    made(Chosen::Engine(name), None).ok()
}

/// The plan, or the engine alone; with the solver, if one was named. Or why that is none.
pub fn made(chosen: Chosen<'_>, solver: Option<&Tried<'_>>) -> Result<Plan, String> {
    if solver.is_some() {
        // Also where nobody will ask it, somebody who names a solver wants to know that it is none.
        ENGINES.iter().try_for_each(|entry| (entry.make)(solver, Effort::Ordinary).map(drop))?;
    }
    let lines = match chosen {
        Chosen::Engine(name) => vec![alone(name)],
        Chosen::Plan(name) => {
            let found = plan::all().into_iter().find(|plan| plan.name == name);
            found.ok_or_else(|| format!("there is no plan `{name}`"))?.lines
        }
    };
    let mut runners: Vec<Runner> = Vec::new();
    for line in lines {
        let is_same = |other: &&Runner| (&other.line.engine, other.line.effort) == (&line.engine, line.effort);
        let engine = match runners.iter().find(is_same) {
            Some(other) => other.engine.clone(),
            None => {
                let entry = ENGINES.iter().find(|entry| entry.name == line.engine);
                (entry.ok_or_else(|| format!("there is no engine `{}`", line.engine))?.make)(solver, line.effort)?
            }
        };
        runners.push(Runner { line, engine });
    }
    Ok(Plan { runners })
}

fn alone(name: &str) -> Line {
    let (start, effort) = (Start::At(std::time::Duration::ZERO), Effort::ToTheEnd);
    Line { engine: name.to_owned(), start, time: Time::All, effort, conditions: Vec::new() }
}

impl Plan {
    /// This engine alone.
    pub(crate) fn of(engine: Made) -> Plan {
        Plan { runners: vec![Runner { line: alone(engine.name()), engine }] }
    }

    /// The engines that fit, each once, in the order in which they start.
    pub(crate) fn fitting(&self, profile: &Profile) -> Vec<&Runner> {
        let mut found: Vec<&Runner> = Vec::new();
        for runner in self.runners.iter().filter(|runner| runner.line.fits(profile)) {
            if !found.iter().any(|other| other.line.engine == runner.line.engine) {
                found.push(runner);
            }
        }
        // Who starts at the same time keeps the order of the plan.
        found.sort_by_key(|runner| match runner.line.start {
            Start::At(time) => (0, time),
            Start::InTurn => (1, std::time::Duration::ZERO),
        });
        found
    }
}

/// The engine that has modes, in the one of this name; or why there is none.
pub fn in_mode(mode: &str) -> Result<Plan, String> {
    let mode = mode.parse()?;
    Ok(Plan::of(Arc::new(Commutativity { mode, may_hold })))
}

/// The engine that has modes.
pub const WITH_MODES: &str = engine_commutativity::NAME;

/// The modes that are worth comparing.
pub fn modes() -> Vec<String> {
    Mode::all().iter().map(Mode::to_string).collect()
}

/// The names of all engines.
pub fn names() -> impl Iterator<Item = &'static str> {
    ENGINES.iter().map(|entry| entry.name)
}
