//! The way back: runs of the prepared program as runs of the program that was given.

use evidence::counterexample::{Closing, Counterexample, Lasso, Lost, Motion, Step, Trap};
use program::prepare::{Prepared, PreparedEdge};

use crate::slots::Slots;

/// The counterexample as one of the program that was given; nothing if it is none of the prepared program, or about sections.
pub fn lifted(prepared: &Prepared, counterexample: &Counterexample) -> Option<Counterexample> {
    Back { prepared }.lifted(counterexample)
}

struct Back<'a> {
    prepared: &'a Prepared,
}

impl Back<'_> {
    fn lifted(&self, counterexample: &Counterexample) -> Option<Counterexample> {
        let mut slots = Slots::at_start(&self.prepared.program);
        Some(match counterexample {
            Counterexample::Lasso(lasso) => Counterexample::Lasso(Lasso {
                stem: self.steps(&mut slots, &lasso.stem)?,
                cycle: self.steps(&mut slots, &lasso.cycle)?,
                closing: match &lasso.closing {
                    Closing::Growing(parameters) => Closing::Growing(parameters.clone()),
                    Closing::Keyframe => Closing::Keyframe,
                    // An object that is allocated again has another name each time around.
                    Closing::SameState | Closing::SameUpToHeapNames => Closing::SameUpToHeapNames,
                },
            }),
            Counterexample::Deadlock(steps) => Counterexample::Deadlock(self.steps(&mut slots, steps)?),
            Counterexample::Failure(steps) => {
                let (last, before) = steps.split_last()?;
                let mut lifted = self.steps(&mut slots, before)?;
                // Which of several steps fails is known only if it is the last one.
                if self.edge(&slots, last)?.may_fail_within {
                    return None;
                }
                lifted.extend(self.step(&mut slots, last)?);
                Counterexample::Failure(lifted)
            }
            Counterexample::Trap(Trap { steps, lost: Lost::End }) => {
                Counterexample::Trap(Trap { steps: self.steps(&mut slots, steps)?, lost: Lost::End })
            }
            Counterexample::Trap(Trap { lost: Lost::Section(_), .. }) => return None,
        })
    }

    fn steps(&self, slots: &mut Slots, steps: &[Step]) -> Option<Vec<Step>> {
        let steps = steps.iter().map(|step| self.step(slots, step)).collect::<Option<Vec<Vec<Step>>>>()?;
        Some(steps.concat())
    }

    fn edge(&self, slots: &Slots, step: &Step) -> Option<&PreparedEdge> {
        let Motion::Edge(edge) = step.motion else { return None };
        let procedure = slots.procedure(step.thread)?;
        self.prepared.threads[procedure.index()].edges.get(edge.index())
    }

    fn step(&self, slots: &mut Slots, step: &Step) -> Option<Vec<Step>> {
        let motions = &self.edge(slots, step)?.motions;
        slots.follow(&self.prepared.program, step)?;
        // Whatever is fused with a step makes no choices.
        let choices = |position: usize| if position == 0 { step.choices.clone() } else { Vec::new() };
        let lifted = motions.iter().enumerate();
        Some(lifted.map(|(position, motion)| Step { motion: *motion, choices: choices(position), ..*step }).collect())
    }
}
