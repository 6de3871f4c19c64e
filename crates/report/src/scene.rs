//! A state in the course of a run, with names for its threads.
//!
//! Slots are reused, so a slot does not name a thread. Threads are numbered in the order in which the run creates them.

use check::semantics::state::{State, initial};
use evidence::counterexample::{Choice, Step};
use program::ids::ThreadSlot;
use program::program::Program;

/// A state of a run.
#[derive(Clone)]
pub(crate) struct Scene {
    /// The state.
    pub state: State,
    /// The number of the thread in each slot.
    numbers: Vec<Option<u32>>,
    /// How many threads were created so far.
    created: u32,
}

impl Scene {
    /// The initial state.
    pub(crate) fn first(program: &Program) -> Scene {
        let state = initial(program);
        let created = program.start.len() as u32;
        Scene { state, numbers: (0..created).map(Some).collect(), created }
    }

    /// The state that the step leads to from here.
    pub(crate) fn then(&self, step: &Step, state: State) -> Scene {
        let mut created = self.created;
        let mut numbers = vec![None; state.threads.len()];
        for slot in state.slots() {
            // A join frees the slot, and the same step may fill it again.
            let is_free = step.choices.contains(&Choice::Thread(slot));
            numbers[slot.index()] = self.number(slot).filter(|_| !is_free).or_else(|| {
                created += 1;
                Some(created - 1)
            });
        }
        Scene { state, numbers, created }
    }

    /// The number of the thread in the slot, if there is one.
    pub(crate) fn number(&self, slot: ThreadSlot) -> Option<u32> {
        self.numbers.get(slot.index()).copied().flatten().filter(|_| self.state.thread(slot).is_some())
    }

    /// The procedure that the thread was started with, and its number: `Philosopher#2`.
    pub(crate) fn thread(&self, program: &Program, slot: ThreadSlot) -> String {
        match (self.state.thread(slot), self.number(slot)) {
            (Some(thread), Some(number)) => format!("{}#{number}", program.procedure(thread.root).name),
            _ => format!("thread in slot {}", slot.0),
        }
    }
}
