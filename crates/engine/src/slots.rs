//! Which thread is in which slot, along a run of a program whose procedures are its threads.
//!
//! Whoever knows threads by what they run, and tells a run step by step, needs to know the slots that they have:
//! a new thread takes the lowest free one, and a thread gives it back when it is joined, or when it ends and nobody can join it.

use evidence::counterexample::{Choice, Motion, Step};
use program::command::{Action, Callee};
use program::ids::{ProcId, ThreadSlot};
use program::program::Program;

/// What runs in the slots of threads.
#[derive(Clone, Debug)]
pub struct Slots {
    threads: Vec<Option<Running>>,
}

#[derive(Clone, Debug)]
struct Running {
    procedure: ProcId,
    can_be_joined: bool,
    /// How many sections it has entered and not left: with an open one a thread stays, though it has finished.
    open_sections: usize,
}

impl Slots {
    /// The threads that exist at the start.
    pub fn at_start(program: &Program) -> Slots {
        let running = |procedure: &ProcId| {
            let thread = Running { procedure: *procedure, can_be_joined: false, open_sections: 0 };
            (!is_over_at_once(program, *procedure)).then_some(thread)
        };
        Slots { threads: program.start.iter().map(running).collect() }
    }

    /// What the thread in the slot runs.
    pub fn procedure(&self, slot: ThreadSlot) -> Option<ProcId> {
        Some(self.threads.get(slot.index())?.as_ref()?.procedure)
    }

    /// Where the thread is that runs the procedure, if it exists.
    pub fn slot_of(&self, procedure: ProcId) -> Option<ThreadSlot> {
        let runs_it = |thread: &Option<Running>| thread.as_ref().is_some_and(|it| it.procedure == procedure);
        self.threads.iter().position(runs_it).map(ThreadSlot::new)
    }

    /// Takes note of threads that the step starts, joins and ends; nothing if there is no such step.
    pub fn follow(&mut self, program: &Program, step: &Step) -> Option<()> {
        let Motion::Edge(edge) = step.motion else { return None };
        let mut running = self.threads.get(step.thread.index())?.clone()?;
        let procedure = program.procedure(running.procedure);
        let edge = procedure.edges.get(edge.index())?;
        for command in &edge.commands {
            match &command.action {
                Action::Fork { id, callee: Callee::Procedure(procedure), .. } => {
                    let can_be_joined = id.is_some();
                    if can_be_joined || !is_over_at_once(program, *procedure) {
                        self.add(Running { procedure: *procedure, can_be_joined, open_sections: 0 });
                    }
                }
                Action::Enter(_) => running.open_sections += 1,
                Action::Leave(_) => running.open_sections = running.open_sections.saturating_sub(1),
                _ => {}
            }
        }
        for choice in &step.choices {
            if let Choice::Thread(slot) = choice {
                *self.threads.get_mut(slot.index())? = None;
            }
        }
        let is_gone = edge.to == procedure.exit && !running.can_be_joined && running.open_sections == 0;
        self.threads[step.thread.index()] = (!is_gone).then_some(running);
        Some(())
    }

    /// The slot that the next new thread takes.
    pub fn free(&self) -> ThreadSlot {
        ThreadSlot::new(self.threads.iter().position(Option::is_none).unwrap_or(self.threads.len()))
    }

    fn add(&mut self, thread: Running) {
        let free = self.free().index();
        if free == self.threads.len() {
            self.threads.push(None);
        }
        self.threads[free] = Some(thread);
    }
}

/// Whether a thread that runs the procedure takes no step at all.
fn is_over_at_once(program: &Program, procedure: ProcId) -> bool {
    let procedure = program.procedure(procedure);
    procedure.entry == procedure.exit
}
