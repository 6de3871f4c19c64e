//! Programs in linear integer arithmetic, as provers see them; and words of their letters that could not be ruled out, as runs.

pub mod followed;
pub mod run;
pub mod nontermination;
pub mod walked;
pub mod confirmed;

use std::cell::RefCell;
use std::collections::BTreeSet;

use evidence::reason::Reason;
use program::command::Action;
use program::linear::expr::Linear;
use program::linear::system::{Subject, System};
use program::program::Program;
use program::property::Fairness;

use crate::Task;
use crate::budget::Budget;

/// The system that the program is; or why nothing is proved of it, which may be that the budget is used up.
pub fn subject(task: Task<'_>, budget: &Budget) -> Result<Subject, Reason> {
    let program = task.program;
    // Blocks become single steps, in front of which others are enabled; in truth they are not while a thread is inside.
    if task.question.fairness == Fairness::Weak
        && let Some(span) = program.block_left_open()
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
        let what = format!("provers do not follow {}", no.what);
        stopped.take().unwrap_or(Reason::NotProved { what, span: no.span })
    })
}

/// That nobody knows why the letter, with which something goes wrong, is never taken: in words, what would go wrong.
pub fn unexplained(program: &Program, system: &System, letter: usize) -> Reason {
    let letter = &system.letters[letter];
    let edge = &program.procedure(system.threads[letter.thread].procedure).edges[letter.edge.index()];
    let unsupported = edge.commands.iter().find_map(|command| match &command.action {
        Action::Unsupported(what) => Some(what),
        _ => None,
    });
    let failures: BTreeSet<Option<&str>> = (edge.commands.iter())
        .filter_map(|command| match &command.action {
            Action::Assert(_, what) => Some(what.as_deref()),
            _ => None,
        })
        .collect();
    let what = match (unsupported, failures.first()) {
        (Some(what), _) => format!("it was not found why no thread comes to what is not supported here: {what}"),
        (None, Some(Some(failure))) if failures.len() == 1 => {
            format!("it was not found why a step does not fail: {failure}")
        }
        _ => "it was not found why a step does not fail".to_owned(),
    };
    Reason::NotProved { what: what.trim_end_matches(',').to_owned(), span: letter.span }
}

/// What no loop is expected to count to.
const LARGE: i128 = 1 << 14;

/// Whether the expression speaks of a number to which no loop is expected to count: often how large a machine integer can be.
pub fn is_about_extremes(expr: &Linear) -> bool {
    expr.constant_part().abs() >= LARGE
}
