//! Rewrites the outputs that tests expect. Whoever calls it reads the diff.

use std::path::Path;
use std::process::Command;

use anyhow::{Result, ensure};

use crate::commute::readme;

/// Writes the table of `bench/commute` anew, and runs the tests that have expected outputs in such a way that they rewrite them.
pub fn bless(root: &Path) -> Result<()> {
    readme::write(root)?;
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let arguments = ["test", "--quiet", "--package", "unhang", "--test", "transcripts"];
    let status = Command::new(cargo).args(arguments).env("UNHANG_BLESS", "1").current_dir(root).status()?;
    ensure!(status.success(), "the transcripts could not be rewritten");
    Ok(())
}
