//! Benchmarks, by name. Their inputs are in `bench/`.
//!
//! Machines are noisy: what is compared is measured in turns, in one run, each time in a process of its own, and the best time of
//! several rounds counts, which is that of the processor, not of the clock. Memory is what the process takes at most, less what it
//! took before the search.

mod all;
pub(crate) mod boogie;
mod c;
mod commute;
mod explicit;
mod measure;
mod modular;
mod mutant;
mod peers;
mod portfolio;
mod search;

use anyhow::{Result, bail};

use search::Suite;

const SUITES: [Suite; 2] = [explicit::SUITE, c::SUITE];

/// Runs the benchmark, which tells its figures line by line.
pub fn run(name: &str, options: &[&str], tell: &mut dyn FnMut(&str)) -> Result<()> {
    if name == mutant::NAME && options.is_empty() {
        return mutant::run(tell);
    }
    if name == all::NAME {
        return all::run(options, tell);
    }
    if name == commute::NAME {
        return commute::run(options, tell);
    }
    if name == modular::NAME {
        return modular::run(options, tell);
    }
    if name == self::portfolio::NAME {
        return self::portfolio::run(options, tell);
    }
    let Some(suite) = SUITES.iter().find(|suite| suite.name == name) else {
        let names = [
            all::NAME,
            SUITES[0].name,
            SUITES[1].name,
            mutant::NAME,
            commute::NAME,
            modular::NAME,
            self::portfolio::NAME,
        ];
        bail!("there is no benchmark `{name}`; there are: {}", names.join(", "));
    };
    match options {
        [model, size, mode] => search::one(suite, model, size, mode, tell),
        [] => measure::in_release(|| search::all(suite, tell), name),
        _ => bail!("usage: cargo xtask bench {name}"),
    }
}
