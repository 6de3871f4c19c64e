//! `unhang verify`: does saved evidence hold for the program as it is now?

use anyhow::Result;
use portfolio::Refusal;
use report::words;

use crate::arguments::Verify;
use crate::commands::saved;
use crate::exit::Exit;
use crate::output;

/// Checks the evidence and says what it shows.
pub fn verify(arguments: &Verify) -> Result<Exit> {
    let budget = arguments.limits.start();
    let loaded = saved::load(&arguments.saved, &budget)?;
    let judged = saved::accept(&loaded, &budget);
    let text = match &judged {
        Ok(accepted) => {
            let outcome = output::outcome(accepted, &loaded.lowered);
            format!("VERIFIED: {}: {}\n", outcome.files.join(", "), words::headline(&outcome))
        }
        Err(refusal) => format!("{}\n", saved::describe(refusal)),
    };
    output::print(&format!("{text}{}", saved::note_on_changes(&loaded)))?;
    Ok(match judged {
        Ok(_) => Exit::Good,
        Err(Refusal::Rejected(_)) => Exit::Bad,
        Err(Refusal::Random(..) | Refusal::NotChecked(_) | Refusal::Crashed(_)) => Exit::Unknown,
    })
}
