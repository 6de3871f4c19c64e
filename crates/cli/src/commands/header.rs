//! `unhang header`: the header with which users mark sections of their own.

use std::fs;

use anyhow::{Context, Result};
use frontend::compiler::{HEADER, HEADER_NAME};

use crate::arguments::Header;
use crate::exit::Exit;
use crate::output;

/// Writes the header to the folder, or prints it.
pub fn header(arguments: &Header) -> Result<Exit> {
    match &arguments.folder {
        None => output::print(HEADER)?,
        Some(folder) => {
            let path = folder.join(HEADER_NAME);
            fs::write(&path, HEADER).with_context(|| format!("{}: error: cannot be written", path.display()))?;
            output::print(&format!("{} is written\n", path.display()))?;
        }
    }
    Ok(Exit::Good)
}
