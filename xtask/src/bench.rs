//! Benchmarks, by name.

use anyhow::{Result, bail};

/// Runs the benchmark, which tells its figures line by line.
pub fn run(name: &str, _options: &[&str], _tell: &mut dyn FnMut(&str)) -> Result<()> {
    bail!("there is no benchmark `{name}`")
}
