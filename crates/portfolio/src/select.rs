//! The list of engines, and which of them a user gets.

use std::path::Path;

use engine::Engine;
use engine::budget::Budget;
use engine_commutativity::Commutativity;
use engine_commutativity::modes::Mode;
use engine_explicit::Explicit;
use engine_rely_guarantee::RelyGuarantee;
use engine_sequentialise::{Persistence, Sequentialise};

type Made = Box<dyn Engine + Send>;

/// An engine that users can choose.
struct Entry {
    name: &'static str,
    used: Used,
    make: fn(Option<&Tried<'_>>, Company) -> Result<Made, String>,
}

/// When an engine works.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Used {
    /// Unless another one was chosen.
    ByDefault,
    /// If it was chosen.
    IfChosen,
}

/// A solver that the user has named, which is tried before anything else is done.
pub struct Tried<'a> {
    /// Its path.
    pub path: &'a Path,
    /// How long it may take at most.
    pub budget: &'a Budget,
}

/// Every engine; those that run by default come in the order in which they do.
const ENGINES: &[Entry] = &[
    Entry { name: engine_explicit::NAME, used: Used::ByDefault, make: |_, _| Ok(Box::new(Explicit)) },
    Entry {
        name: engine_commutativity::NAME,
        used: Used::ByDefault,
        make: |_, _| Ok(Box::new(Commutativity::default())),
    },
    Entry {
        name: engine_sequentialise::NAME,
        used: Used::ByDefault,
        make: |solver, company| sequentialise(solver, company),
    },
    Entry { name: engine_rely_guarantee::NAME, used: Used::IfChosen, make: |_, _| Ok(Box::new(RelyGuarantee)) },
];

/// Whether an engine works alone.
#[derive(Clone, Copy)]
enum Company {
    Alone,
    Others,
}

/// An engine that could go on for ever does so only if it was chosen: who did not choose it wants to know soon that nothing is known.
fn sequentialise(solver: Option<&Tried<'_>>, company: Company) -> Result<Made, String> {
    let engine = match solver {
        Some(Tried { path, budget }) => Sequentialise::with_tried_solver(path, budget)?,
        None => Sequentialise::with_solver(Path::new("z3")),
    };
    Ok(Box::new(engine.persisting(match company {
        Company::Alone => Persistence::ToTheEnd,
        Company::Others => Persistence::OneStep,
    })))
}

/// The engines that run, in this order.
pub struct Plan {
    pub(crate) engines: Vec<Made>,
}

/// All engines.
pub fn all() -> Plan {
    let by_default = ENGINES.iter().filter(|entry| entry.used == Used::ByDefault);
    Plan { engines: by_default.filter_map(|entry| (entry.make)(None, Company::Others).ok()).collect() }
}

/// One engine, if it exists.
pub fn only(name: &str) -> Option<Plan> {
    let entry = ENGINES.iter().find(|entry| entry.name == name)?;
    Some(Plan { engines: vec![(entry.make)(None, Company::Alone).ok()?] })
}

/// All engines, or those of this name, with the solver; or why that is none.
pub fn with_solver(name: Option<&str>, solver: &Tried<'_>) -> Result<Plan, String> {
    // Also where nobody will ask it, somebody who names a solver wants to know that it is none.
    let company = if name.is_some() { Company::Alone } else { Company::Others };
    let made = |entry: &Entry| {
        let is_wanted = name.map_or(entry.used == Used::ByDefault, |name| name == entry.name);
        let engine = (entry.make)(Some(solver), company)?;
        Ok(is_wanted.then_some(engine))
    };
    let all: Vec<Option<Made>> = ENGINES.iter().map(made).collect::<Result<_, String>>()?;
    Ok(Plan { engines: all.into_iter().flatten().collect() })
}

/// The engine that has modes, in the one of this name; or why there is none.
pub fn in_mode(mode: &str) -> Result<Plan, String> {
    let mode = mode.parse()?;
    Ok(Plan { engines: vec![Box::new(Commutativity { mode })] })
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
