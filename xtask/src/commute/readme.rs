//! The table in `bench/commute/README.md`.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::commute::{cases, table};

const PATH: &str = "bench/commute/README.md";
const BEGIN: &str = "<!-- `cargo xtask bless` writes this table -->\n\n";
const END: &str = "\n\n<!-- end of the table -->";

/// Writes the table anew.
pub fn write(root: &Path) -> Result<()> {
    fs::write(root.join(PATH), with_table(root)?)?;
    Ok(())
}

/// Whether the table is what it would be if it were written anew.
pub fn is_up_to_date(root: &Path) -> Result<bool> {
    Ok(with_table(root)? == fs::read_to_string(root.join(PATH))?)
}

/// The table alone.
pub fn table() -> Result<String> {
    Ok(table::write(&cases("")?))
}

fn with_table(root: &Path) -> Result<String> {
    let text = fs::read_to_string(root.join(PATH))?;
    let (before, rest) = text.split_once(BEGIN).context("the table has no beginning")?;
    let (_, after) = rest.split_once(END).context("the table has no end")?;
    Ok(format!("{before}{BEGIN}{}{END}{after}", table()?))
}
