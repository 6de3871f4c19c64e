//! A state in the course of a run, with names for its threads.
//!
//! Slots are reused, so a slot does not name a thread. Threads are numbered in the order in which the run creates them.

use std::collections::BTreeMap;
use std::sync::Arc;

use check::replay::replay;
use check::semantics::state::{State, Thread, initial};
use evidence::counterexample::{Choice, Step};
use program::ids::ThreadSlot;
use program::program::Program;
use program::value::{Base, Value};

use crate::lens::Telling;

/// A state of a run.
#[derive(Clone)]
pub(crate) struct Scene {
    /// The state.
    pub state: State,
    /// The number of the thread in each slot.
    numbers: Vec<Option<u32>>,
    /// How many threads were created so far.
    created: u32,
    /// What is known of the run as a whole.
    lore: Arc<Lore>,
}

/// What is known of a run as a whole.
#[derive(Default)]
struct Lore {
    /// Whether it is told as what the user's own lines do.
    folds: bool,
    /// What threads that start with a procedure that wraps run in the course of it, by their numbers.
    names: BTreeMap<u32, String>,
}

impl Scene {
    /// The initial state of a run that takes these steps, and is told in this way.
    pub(crate) fn first(program: &Program, telling: Telling, steps: &[&[Step]]) -> Scene {
        let created = program.start.len() as u32;
        let numbers = (0..created).map(Some).collect();
        let mut scene = Scene { state: initial(program), numbers, created, lore: Arc::default() };
        let first = scene.clone();
        let mut names = BTreeMap::new();
        if program.procedures.iter().any(|procedure| procedure.wraps) {
            let steps: Vec<Step> = steps.iter().copied().flatten().cloned().collect();
            scene.learn(program, &mut names);
            for (step, reached) in
                steps.iter().zip(replay(program, &scene.state, &steps).into_iter().flat_map(|run| run.reached))
            {
                scene = scene.then(step, reached.state);
                scene.learn(program, &mut names);
            }
        }
        Scene { lore: Arc::new(Lore { folds: telling.folds(program), names }), ..first }
    }

    /// Whether the run is told as what the user's own lines do.
    pub(crate) fn folds(&self) -> bool {
        self.lore.folds
    }

    /// The names of threads that run something above procedures that wrap.
    fn learn(&self, program: &Program, names: &mut BTreeMap<u32, String>) {
        for slot in self.state.slots() {
            let (Some(number), Some(thread)) = (self.number(slot), self.state.thread(slot)) else { continue };
            if names.contains_key(&number) {
                continue;
            }
            let known_as = program.procedure(thread.known_as(program));
            // What nobody has written, as what calls the constructors of global variables, names no thread.
            if program.procedure(thread.root).wraps && !known_as.wraps && crate::lens::is_own(program, known_as.span) {
                names.insert(number, known_as.name.clone());
            }
        }
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
        Scene { state, numbers, created, lore: self.lore.clone() }
    }

    /// The number of the thread in the slot, if there is one.
    pub(crate) fn number(&self, slot: ThreadSlot) -> Option<u32> {
        self.numbers.get(slot.index()).copied().flatten().filter(|_| self.state.thread(slot).is_some())
    }

    /// The procedure that the thread runs, and its number: `Philosopher#2`.
    pub(crate) fn thread(&self, program: &Program, slot: ThreadSlot) -> String {
        match (self.state.thread(slot), self.number(slot)) {
            (Some(thread), Some(number)) => match self.lore.names.get(&number) {
                Some(name) => format!("{name}#{number}"),
                None => format!("{}#{number}", name_by_itself(program, thread)),
            },
            _ => format!("thread in slot {}", slot.0),
        }
    }
}

/// The name of a thread that has called nothing yet: that of what it was given to call, or else of what it was started with.
fn name_by_itself(program: &Program, thread: &Thread) -> String {
    let root = program.procedure(thread.root);
    let given = thread.frames().and_then(<[_]>::first).filter(|_| root.wraps).and_then(|frame| {
        frame.locals[..root.parameters].iter().find_map(|value| match value {
            Value::Pointer(pointer) => match pointer.base {
                Base::Procedure(procedure) => program.procedures.get(procedure.index()),
                _ => None,
            },
            _ => None,
        })
    });
    let name = &given.unwrap_or(root).name;
    if root.wraps { name.trim_start_matches('$').to_owned() } else { name.clone() }
}
