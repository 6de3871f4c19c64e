//! `unhang dump`: the program as unhang sees it.

use anyhow::Result;
use engine::budget::{Budget, Limits};
use frontend::compiler::flags::Warnings;

use crate::arguments::Dump;
use crate::exit::Exit;
use crate::{output, sources};

/// Prints the program.
pub fn dump(arguments: &Dump) -> Result<Exit> {
    let program = sources::lower(&arguments.reading, Warnings::Hidden, &Budget::start(Limits::default()))?.program;
    let text = if arguments.form.dot { report::dot::write(&program) } else { program::text::print(&program) };
    output::print(&text)?;
    Ok(Exit::Good)
}
