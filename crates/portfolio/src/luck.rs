//! A second search, for what does not depend on random numbers.
//!
//! An engine tells the first violation that it meets. If the checker finds that this one depends on which random numbers come up, there
//! may be another one that does not. It is looked for in a program of which no run draws the same numbers for ever, or numbers that
//! follow from a seed: to draw is a step that cannot be counted on, and instead of drawing the program may always end.
//! So whatever goes wrong there goes wrong in the program itself, as the checker finds out; that nothing does, says nothing.

use engine::budget::Budget;
use engine::event::Events;
use engine::{Engine, Task};
use evidence::verdict::Verdict;
use program::command::{Action, Command};
use program::procedure::{Draws, Edge, Procedure};
use program::program::Program;

use crate::judge;

/// What the engine finds wrong without luck, if anything.
pub(crate) fn solve(engine: &dyn Engine, task: Task<'_>, budget: &Budget, events: &dyn Events) -> Option<Verdict> {
    let program = without_luck(task.program)?;
    let verdict = judge::solve(engine, Task { program: &program, ..task }, budget, events);
    matches!(verdict, Verdict::Refuted(_)).then_some(verdict)
}

/// The program as above, with the same numbers for all of its parts; none if it draws no random numbers, or in several steps.
fn without_luck(program: &Program) -> Option<Program> {
    let mut changed = program.clone();
    let random = changed.procedures.iter_mut().filter(|procedure| procedure.random.is_some());
    let changes: Vec<()> = random.map(may_end).collect::<Option<_>>()?;
    (!changes.is_empty()).then_some(changed)
}

fn may_end(procedure: &mut Procedure) -> Option<()> {
    let last = procedure.edges.last()?.clone();
    // Behind the others, a new edge changes no number.
    if procedure.edges.iter().any(|edge| edge.from != last.from) {
        return None;
    }
    let end = Command { action: Action::Halt, span: last.span };
    let ends = Edge { commands: vec![end], call: None, spurious: false, eventually: None, ..last };
    for edge in &mut procedure.edges {
        match procedure.random {
            Some(Draws::Repeatable) => *edge = ends.clone(),
            _ => (edge.spurious, edge.eventually) = (true, None),
        }
    }
    procedure.edges.push(ends);
    Some(())
}
