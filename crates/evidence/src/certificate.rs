//! Certificates: why a property holds.

use crate::modular::Modular;
use crate::ranked::Ranked;

/// Why a property holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Certificate {
    /// The program has finitely many reachable states and none of its runs violates the property.
    ///
    /// The claim names the size of the reduced state graph that `check::rules::exploration` defines.
    /// The checker builds this graph with the reference semantics and decides the property on it with an algorithm
    /// of its own; a different number of states is a rejection.
    Exploration {
        /// How many states the reduced graph has.
        states: u64,
    },
    /// All fair runs end, whatever the numbers are: ranking functions say so.
    ///
    /// The checker makes the program a system over linear integer arithmetic by itself, explores it with the sets of facts that the
    /// certificate has, and adds up every sum (`check::rules::ranked`).
    Ranked(Box<Ranked>),
    /// In no fair run do the threads asked about step for ever, whatever the numbers are: for each thread there is an argument that follows
    /// this thread alone, and relies on what the others guarantee. It says nothing of deadlocks, and does not show `finish`.
    ///
    /// The checker makes the program a system as above, and adds up every sum (`check::rules::modular`).
    Modular(Box<Modular>),
}
