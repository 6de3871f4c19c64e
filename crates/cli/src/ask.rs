//! A question asked and answered: sources → program → accepted answer.

use std::sync::Arc;

use anyhow::Result;
use check::accept::Accepted;
use engine::Task;
use engine::budget::Budget;
use engine::event::Events;
use portfolio::{Answer, GaveUp};

use crate::arguments::Check;
use crate::sources::{self, Late, Lowered};
use crate::{cause, output};

/// An answer and what it is about.
pub struct Answered {
    /// The answer.
    pub accepted: Accepted,
    /// The program.
    pub lowered: Lowered,
    /// The engines that gave up, besides the one whose answer it is.
    pub gave_up: Vec<GaveUp>,
}

/// Answers the question. What has to be known of the files to be written is made sure of before the work starts.
pub fn ask(arguments: &Check, budget: &Budget, events: Arc<dyn Events + Send + Sync>) -> Result<Answered> {
    let plan = arguments.plan(budget)?;
    let lowered = match sources::lower_in_time(&arguments.reading, arguments.warnings(), budget) {
        Err(error) if error.is::<Late>() => return Ok(late(arguments, budget)),
        lowered => lowered?,
    };
    output::warn(&lowered.warnings);
    let question = arguments.question(&lowered.program)?;
    output::prepare(arguments)?;
    let task = Task { program: &lowered.program, question: &question };
    let Answer { accepted, gave_up, .. } = portfolio::answer(task, plan, budget, events.clone());
    let accepted = cause::traced(accepted, task, budget, events);
    Ok(Answered { accepted, lowered, gave_up })
}

/// The time was over before there was a program to ask about.
fn late(arguments: &Check, budget: &Budget) -> Answered {
    let (lowered, question) = (sources::unread(&arguments.reading), arguments.unchecked_question());
    let what = if sources::is_compiled(&arguments.reading) { "compiled and read" } else { "read" };
    let accepted = portfolio::not_read(Task { program: &lowered.program, question: &question }, budget, what);
    Answered { accepted, lowered, gave_up: Vec::new() }
}
