//! `unhang replay`: a saved run, step by step. It is checked first: what is printed did happen that way.

use anyhow::{Result, bail};
use portfolio::Refusal;
use report::{run, words};

use crate::arguments::Replay;
use crate::commands::saved;
use crate::exit::Exit;
use crate::output;

/// Prints the run.
pub fn replay(arguments: &Replay) -> Result<Exit> {
    let budget = arguments.limits.start();
    let loaded = saved::load(&arguments.saved, &budget)?;
    let note = saved::note_on_changes(&loaded);
    let accepted = match saved::accept(&loaded, &budget) {
        Ok(accepted) => accepted,
        Err(refusal) => {
            output::print(&format!("{}\n{note}", saved::describe(&refusal)))?;
            return Ok(if matches!(refusal, Refusal::Rejected(_)) { Exit::Bad } else { Exit::Unknown });
        }
    };
    let Some(steps) = run::write(&accepted, &loaded.lowered.program, arguments.telling()) else {
        bail!("error: the evidence is a proof, and has no run to replay; use `unhang verify`");
    };
    let outcome = output::outcome(&accepted, &loaded.lowered);
    let headline = words::headline(&outcome);
    output::print(&format!("{}: {headline}\n{note}{steps}", outcome.files.join(", ")))?;
    Ok(Exit::Good)
}
