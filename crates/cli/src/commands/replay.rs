//! `unhang replay`: a saved run, step by step. It is checked first: what is shown did happen that way.
//!
//! On a terminal it is a debugger; otherwise, or if that is asked for, the whole run is printed.

use std::io::{IsTerminal, stdin, stdout};

use anyhow::{Result, anyhow};
use check::accept::Accepted;
use report::{course, run, words};

use crate::arguments::Replay;
use crate::commands::saved::{self, Loaded};
use crate::commands::stepping;
use crate::exit::Exit;
use crate::output;

/// Shows the run.
pub fn replay(arguments: &Replay) -> Result<Exit> {
    let budget = arguments.limits.start();
    let loaded = saved::load(&arguments.saved, &budget)?;
    let note = saved::note_on_changes(&loaded);
    let accepted = match saved::accept(&loaded, &budget) {
        Ok(accepted) => accepted,
        Err(refusal) => return saved::refused(&refusal, &note),
    };
    let outcome = output::outcome(&accepted, &loaded.lowered);
    let headline = format!("{}: {}\n{note}", outcome.files.join(", "), words::headline(&outcome));
    let is_watched = stdin().is_terminal() && stdout().is_terminal();
    match arguments.interactive || is_watched && !arguments.batch {
        true => step_through(arguments, &accepted, &loaded, &headline),
        false => {
            let steps = run::write(&accepted, &loaded.lowered.program, arguments.telling()).ok_or_else(no_run)?;
            output::print(&format!("{headline}{steps}"))?;
            Ok(Exit::Good)
        }
    }
}

fn step_through(arguments: &Replay, accepted: &Accepted, loaded: &Loaded, headline: &str) -> Result<Exit> {
    let program = &loaded.lowered.program;
    let course = course::of(accepted, program, arguments.telling()).ok_or_else(no_run)?;
    output::print(headline)?;
    stepping::step_through(course, program)?;
    Ok(Exit::Good)
}

/// What is said of a proof.
pub fn no_run() -> anyhow::Error {
    anyhow!("error: the evidence is a proof, and has no run to replay; use `unhang verify`")
}
