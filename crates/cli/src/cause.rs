//! The answer with its cause: what tells more of it is taken instead, if the checker accepts that, too.

use check::accept::Accepted;
use engine::Task;
use engine::budget::Budget;
use portfolio::Listener;
use report::resolve::cause;

/// The answer, or a better one to the same question.
pub fn traced(accepted: Accepted, task: Task<'_>, budget: &Budget, events: Listener) -> Accepted {
    match cause::of(&accepted, task.program) {
        Some(verdict) => portfolio::verify(task, verdict, budget, events).unwrap_or(accepted),
        None => accepted,
    }
}
