//! The list of engines, and which of them a user gets.

use engine::Engine;
use std::path::Path;

use engine_explicit::Explicit;
use engine_sequentialise::Sequentialise;

type Made = Box<dyn Engine + Send>;

/// An engine that users can choose.
struct Entry {
    name: &'static str,
    make: fn() -> Made,
}

/// Every engine, in the order in which they run by default.
const ENGINES: &[Entry] = &[
    Entry { name: engine_explicit::NAME, make: || Box::new(Explicit) },
    Entry { name: engine_sequentialise::NAME, make: || Box::new(Sequentialise::with_solver(Path::new("z3"))) },
];

/// The engines that run, in this order.
pub struct Plan {
    pub(crate) engines: Vec<Made>,
}

/// All engines.
pub fn all() -> Plan {
    Plan { engines: ENGINES.iter().map(|entry| (entry.make)()).collect() }
}

/// One engine, if it exists.
pub fn only(name: &str) -> Option<Plan> {
    let entry = ENGINES.iter().find(|entry| entry.name == name)?;
    Some(Plan { engines: vec![(entry.make)()] })
}

/// The names of all engines.
pub fn names() -> impl Iterator<Item = &'static str> {
    ENGINES.iter().map(|entry| entry.name)
}
