//! What every engine is: a function from a question to a verdict, within a budget, that tells of its progress.

pub mod budget;
pub mod event;
mod resident;
pub mod slots;
pub mod prepare;
pub mod linear;

use evidence::verdict::Verdict;
use program::program::Program;
use program::property::Question;

use crate::budget::Budget;
use crate::event::Events;

/// What is to be answered.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a> {
    /// About which program.
    pub program: &'a Program,
    /// What about it.
    pub question: &'a Question,
}

/// A way to answer questions.
///
/// The evidence in the verdict speaks of the task's program: an engine that works on a simplified one lifts what it finds
/// before it returns.
/// It looks at the budget often enough to end within half a second of its end, and answers the same question in the same way
/// every time, but for budgets that run out.
pub trait Engine: Sync {
    /// The name under which users choose it.
    fn name(&self) -> &'static str;

    /// Answers the question, or says why it cannot.
    fn solve(&self, task: Task<'_>, budget: &Budget, events: &dyn Events) -> Verdict;
}
