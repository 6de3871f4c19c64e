//! `unhang`: does a multithreaded program finish?
//!
//! The whole tool is [`check`]: sources → program → accepted answer ([`unhang::ask`]) → report → exit code.

use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Result;
use report::outcome::Outcome;
use unhang::arguments::{self, Check, Command};
use unhang::ask::ask;
use unhang::exit::{self, Exit};
use unhang::progress::Progress;
use unhang::{commands, interrupt, many, output};

fn main() -> ExitCode {
    exit::with_large_stack(|| match arguments::parse()? {
        Command::Check(arguments) if many::is_wanted(&arguments) => many::check(&arguments),
        Command::Check(arguments) => check(&arguments).inspect_err(|error| output::error(error, &arguments)),
        Command::Verify(arguments) => commands::verify::verify(&arguments),
        Command::Replay(arguments) => commands::replay::replay(&arguments),
        Command::Reproduce(arguments) => commands::reproduce::reproduce(&arguments),
        Command::Dump(arguments) => commands::dump::dump(&arguments),
        Command::Sequentialise(arguments) => commands::sequentialise::sequentialise(&arguments),
        Command::Explain(arguments) => commands::explain::explain(&arguments),
        Command::Header(arguments) => commands::header::header(&arguments),
        Command::Man(arguments) => commands::manual::man(&arguments),
        Command::Completions(arguments) => commands::manual::completions(&arguments),
    })
}

fn check(arguments: &Check) -> Result<Exit> {
    let budget = arguments.start();
    let progress = Arc::new(Progress::new(&budget, arguments.detail()));
    let (asked, known) = (arguments.clone(), progress.clone());
    interrupt::on_interrupt(move || {
        let question = asked.unchecked_question();
        let outcome = Outcome::interrupted(asked.names(), question.property, question.fairness, &known.so_far());
        // Whoever does not listen any more has interrupted us for good.
        let _ = output::tell(&outcome, None, &asked, known.elapsed());
        Exit::Unknown
    })?;
    let answered = ask(arguments, &budget, progress.clone());
    progress.wipe();
    interrupt::begin_telling();
    let answered = answered?;
    output::answer(&answered, arguments, budget.elapsed())?;
    Ok(exit::of(answered.accepted.verdict()))
}
