//! `unhang`: does a multithreaded program finish?
//!
//! The whole tool is [`check`]: sources → program → accepted answer → report → exit code.

use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Result;
use engine::Task;
use engine::budget::Budget;
use unhang::arguments::{self, Check, Command};
use unhang::exit::{self, Exit};
use unhang::progress::Progress;
use unhang::sources::Late;
use unhang::{cause, commands, output, sources};

fn main() -> ExitCode {
    exit::with_large_stack(|| match arguments::parse()? {
        Command::Check(arguments) => check(&arguments).inspect_err(|error| output::error(error, &arguments)),
        Command::Verify(arguments) => commands::verify::verify(&arguments),
        Command::Replay(arguments) => commands::replay::replay(&arguments),
        Command::Dump(arguments) => commands::dump::dump(&arguments),
        Command::Sequentialise(arguments) => commands::sequentialise::sequentialise(&arguments),
        Command::Explain(arguments) => commands::explain::explain(&arguments),
        Command::Header(arguments) => commands::header::header(&arguments),
    })
}

fn check(arguments: &Check) -> Result<Exit> {
    let budget = arguments.start();
    let plan = arguments.plan(&budget)?;
    let lowered = match sources::lower_in_time(&arguments.reading, arguments.warnings(), &budget) {
        Err(error) if error.is::<Late>() => return late(arguments, &budget),
        lowered => lowered?,
    };
    output::warn(&lowered.warnings);
    let question = arguments.question(&lowered.program)?;
    output::prepare(arguments)?;
    let progress = Arc::new(Progress::new(&budget));
    let task = Task { program: &lowered.program, question: &question };
    let accepted = portfolio::run(task, plan, &budget, progress.clone());
    let accepted = cause::traced(accepted, task, &budget, progress.clone());
    progress.wipe();
    output::answer(&accepted, &lowered, arguments)?;
    Ok(exit::of(accepted.verdict()))
}

/// The time was over before there was a program to ask about.
fn late(arguments: &Check, budget: &Budget) -> Result<Exit> {
    let (lowered, question) = (sources::unread(&arguments.reading), arguments.unchecked_question());
    let what = if sources::is_compiled(&arguments.reading) { "compiled and read" } else { "read" };
    let accepted = portfolio::not_read(Task { program: &lowered.program, question: &question }, budget, what);
    output::answer(&accepted, &lowered, arguments)?;
    Ok(exit::of(accepted.verdict()))
}
