//! Benchmarks, by name. Their inputs are in `bench/`.
//!
//! Machines are noisy: what is compared is measured in turns, in one run, each time in a process of its own, and the best time of
//! several rounds counts. Memory is what the process takes at most, less what it took before the search.

mod explicit;
mod measure;

use anyhow::{Result, bail};

/// Runs the benchmark, which tells its figures line by line.
pub fn run(name: &str, options: &[&str], tell: &mut dyn FnMut(&str)) -> Result<()> {
    match (name, options) {
        ("explicit", [model, size, mode]) => explicit::one(model, size, mode, tell),
        ("explicit", []) => measure::in_release(|| explicit::all(tell), "explicit"),
        ("explicit", _) => bail!("usage: cargo xtask bench explicit"),
        _ => bail!("there is no benchmark `{name}`; there is: explicit"),
    }
}
