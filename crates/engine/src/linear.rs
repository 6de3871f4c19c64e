//! Programs in linear integer arithmetic, as provers see them.

use std::cell::RefCell;

use evidence::reason::Reason;
use program::command::{Action, Command};
use program::linear::system::Subject;
use program::program::Program;
use program::property::Fairness;
use program::span::Span;

use crate::Task;
use crate::budget::Budget;

/// The system that the program is; or why nothing is proved of it, which may be that the budget is used up.
pub fn subject(task: Task<'_>, budget: &Budget) -> Result<Subject, Reason> {
    let program = task.program;
    // Blocks become single steps, in front of which others are enabled; in truth they are not while a thread is inside.
    if task.question.fairness == Fairness::Weak
        && let Some(span) = stops_inside_a_block(program)
    {
        let what = "under weak fairness it counts that nobody else can step inside an atomic block".to_owned();
        return Err(Reason::NotProved { what, span });
    }
    let stopped = RefCell::new(None);
    let is_over = |bytes: u64| {
        stopped.replace(budget.exhausted_within(0, bytes));
        stopped.borrow().is_some()
    };
    Subject::of(program, &is_over).map_err(|no| {
        let what = format!("{} is not linear integer arithmetic", no.what);
        stopped.take().unwrap_or(Reason::NotProved { what, span: no.span })
    })
}

/// Where a step begins an atomic block that it does not end.
fn stops_inside_a_block(program: &Program) -> Option<Span> {
    let begins = |command: &&Command| command.action == Action::BeginAtomic;
    let ends = |command: &&Command| command.action == Action::EndAtomic;
    let edges = program.procedures.iter().flat_map(|procedure| &procedure.edges);
    let mut open =
        edges.filter(|edge| edge.commands.iter().filter(begins).count() > edge.commands.iter().filter(ends).count());
    open.next().map(|edge| edge.commands.iter().find(begins).map_or(Span::NOWHERE, |command| command.span))
}
