//! Certificates: why a property holds.

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
}
