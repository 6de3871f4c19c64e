//! The explicit-state engine: answers questions about programs with finitely many reachable states, and finds
//! counterexamples in others if they are near.
//!
//! The way of a question: [`compile`] makes the program ready, [`machine`] steps it, [`graph`] numbers its states,
//! [`search`] walks them and decides, [`witness`] tells how to get to what it found, and [`minimise`] tells it briefly.
//! Counterexamples come out as [`evidence`] about the program that was given.

pub mod words;
pub mod maps;
pub mod odd;
pub mod bases;
pub mod objects;
pub mod tables;
pub mod code;
pub mod domain;
pub mod compile;
pub mod footprint;
pub mod thread;
pub mod execute;
mod told;
pub mod kinds;
pub mod memo;
pub mod meter;
pub mod recent;
pub mod components;
pub mod offers;
pub mod machine;
pub mod store;
pub mod graph;
pub mod search;
pub mod decompose;
pub mod near;
pub mod witness;
pub mod trap;
pub mod minimise;
pub mod lift;

use engine::budget::Budget;
use engine::event::Events;
use engine::{Engine, Task};
use evidence::certificate::Certificate;
use evidence::reason::Reason;
use evidence::verdict::Verdict;

use crate::graph::Graph;
use crate::machine::Machine;
use crate::search::Goal;

/// The name under which users choose the engine.
pub const NAME: &str = "explicit";

/// The engine.
#[derive(Clone, Copy, Debug, Default)]
pub struct Explicit;

impl Engine for Explicit {
    fn name(&self) -> &'static str {
        NAME
    }

    fn solve(&self, task: Task<'_>, budget: &Budget, events: &dyn Events) -> Verdict {
        let compiled = match compile::compile(task.program) {
            Ok(compiled) => compiled,
            Err(reason) => return Verdict::Unknown(reason),
        };
        let goal = Goal::against(&task.question.property, task.question.fairness);
        let machine =
            || Machine::new(&compiled, footprint::static_facts(task.program), goal.wanted(task.program), budget);
        let mut graph = Graph::new(machine(), budget, events);
        let reason = match search::search(&mut graph, &goal) {
            Ok(()) => return Verdict::Proved(Certificate::Exploration { states: graph.count() as u64 }),
            Err(found) => match lift::verdict(&mut graph, &goal, found, budget) {
                Verdict::Unknown(reason) => reason,
                verdict => return verdict,
            },
        };
        drop(graph);
        // With some values for what nobody has chosen, there may be a run that refutes; whether something can still be reached is not
        // known without the others.
        let is_about_runs = matches!(goal, Goal::FairCycle { .. } | Goal::ThreadCycle { .. });
        if is_about_runs && matches!(reason, Reason::UnboundedChoice { .. }) {
            let mut graph = Graph::new(machine().sampling(), budget, events).without_hope(reason.clone());
            if let Err(found) = search::search(&mut graph, &goal)
                && let refuted @ Verdict::Refuted(_) = lift::verdict(&mut graph, &goal, found, budget)
            {
                return refuted;
            }
        }
        Verdict::Unknown(reason)
    }
}
