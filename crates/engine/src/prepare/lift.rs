//! The way back: runs of the prepared program as runs of the program that was given.

use evidence::counterexample::{Choice, Closing, Counterexample, Lasso, Lost, Motion, Step, Trap};
use program::command::{Action, Callee};
use program::ids::{EdgeId, ProcId, ThreadSlot};

use crate::prepare::Prepared;

/// What runs in the slots of threads.
struct Slots {
    /// The procedure of the prepared program, and whether it has finished and waits to be joined.
    threads: Vec<Option<Running>>,
}

#[derive(Clone)]
struct Running {
    procedure: ProcId,
    can_be_joined: bool,
    /// How many sections it has entered and not left: with an open one a thread stays, though it has finished.
    open_sections: usize,
}

impl Prepared {
    /// The counterexample as one of the program that was given; nothing if it is none of the prepared program,
    /// or about sections.
    pub fn lifted(&self, counterexample: &Counterexample) -> Option<Counterexample> {
        let mut slots = self.slots();
        Some(match counterexample {
            Counterexample::Lasso(lasso) => Counterexample::Lasso(Lasso {
                stem: self.steps(&mut slots, &lasso.stem)?,
                cycle: self.steps(&mut slots, &lasso.cycle)?,
                // An object that is allocated again has another name each time around.
                closing: Closing::SameUpToHeapNames,
            }),
            Counterexample::Deadlock(steps) => Counterexample::Deadlock(self.steps(&mut slots, steps)?),
            Counterexample::Failure(steps) => Counterexample::Failure(self.steps(&mut slots, steps)?),
            Counterexample::Trap(Trap { steps, lost: Lost::End }) => {
                Counterexample::Trap(Trap { steps: self.steps(&mut slots, steps)?, lost: Lost::End })
            }
            Counterexample::Trap(Trap { lost: Lost::Section(_), .. }) => return None,
        })
    }

    fn slots(&self) -> Slots {
        let running =
            |procedure: &ProcId| Some(Running { procedure: *procedure, can_be_joined: false, open_sections: 0 });
        Slots { threads: self.program.start.iter().map(running).collect() }
    }

    fn steps(&self, slots: &mut Slots, steps: &[Step]) -> Option<Vec<Step>> {
        let steps = steps.iter().map(|step| self.step(slots, step)).collect::<Option<Vec<Vec<Step>>>>()?;
        Some(steps.concat())
    }

    fn step(&self, slots: &mut Slots, step: &Step) -> Option<Vec<Step>> {
        let Motion::Edge(edge) = step.motion else { return None };
        let running = slots.threads.get(step.thread.index())?.clone()?;
        let motions = &self.threads[running.procedure.index()].edges.get(edge.index())?.motions;
        self.follow(slots, step, &running, edge)?;
        // Whatever is fused with a step makes no choices.
        let choices = |position: usize| if position == 0 { step.choices.clone() } else { Vec::new() };
        let lifted = motions.iter().enumerate();
        Some(lifted.map(|(position, motion)| Step { motion: *motion, choices: choices(position), ..*step }).collect())
    }

    /// Takes note of threads that the step starts, joins and ends.
    fn follow(&self, slots: &mut Slots, step: &Step, running: &Running, edge: EdgeId) -> Option<()> {
        let procedure = self.program.procedure(running.procedure);
        let edge = procedure.edges.get(edge.index())?;
        let mut open_sections = running.open_sections;
        for command in &edge.commands {
            match &command.action {
                Action::Fork { id, callee: Callee::Procedure(procedure), .. } => {
                    let can_be_joined = id.is_some();
                    slots.add(Running { procedure: *procedure, can_be_joined, open_sections: 0 });
                }
                Action::Enter(_) => open_sections += 1,
                Action::Leave(_) => open_sections = open_sections.saturating_sub(1),
                _ => {}
            }
        }
        slots.threads[step.thread.index()] = Some(Running { open_sections, ..running.clone() });
        for choice in &step.choices {
            if let Choice::Thread(slot) = choice {
                *slots.threads.get_mut(slot.index())? = None;
            }
        }
        if edge.to == procedure.exit && !running.can_be_joined && open_sections == 0 {
            slots.end(step.thread);
        }
        Some(())
    }
}

impl Slots {
    /// A new thread takes the lowest free slot.
    fn add(&mut self, thread: Running) {
        match self.threads.iter().position(Option::is_none) {
            Some(free) => self.threads[free] = Some(thread),
            None => self.threads.push(Some(thread)),
        }
    }

    fn end(&mut self, slot: ThreadSlot) {
        self.threads[slot.index()] = None;
    }
}
