//! Other tools on the same programs, if they are on the `PATH`. What is not there is told as absent, and fails nothing.

mod expression;
mod promela;
mod spin;
mod stateless;
mod substitute;
mod verifier;

pub(super) use spin::table as spin_table;
pub(super) use stateless::table as stateless_table;

use std::process::{Command, Stdio};

/// Whether the tool can be started.
fn is_there(tool: &str, argument: &str) -> bool {
    let mut command = Command::new(tool);
    command.arg(argument).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok()
}
