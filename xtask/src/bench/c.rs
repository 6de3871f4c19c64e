//! C programs: `bench/c` has them, with a macro `SIZE`.

use anyhow::{Result, bail};
use program::program::Program;
use unhang::arguments::{self, Command};
use unhang::sources;

use super::search::Suite;
use crate::root;

/// The programs and their sizes.
pub const SUITE: Suite = Suite {
    name: "c",
    models: &[
        ("counter", 5),
        ("queue", 2),
        ("ring", 400),
        ("stack", 3),
        ("philosophers", 8),
        ("readers", 3),
        ("pool", 5),
        ("filter", 4),
    ],
    load,
};

/// The program of this size, read as the user's command would.
fn load(model: &str, size: &str) -> Result<Program> {
    read(&format!("bench/c/{model}.c"), &[&format!("-DSIZE={size}")])
}

/// The program at this path, with these flags for the compiler.
pub fn read(path: &str, flags: &[&str]) -> Result<Program> {
    let path = root::find()?.join(path).display().to_string();
    let words = ["unhang", "check", &path, "--"].into_iter().chain(flags.iter().copied()).map(str::to_owned);
    match arguments::parse_from(words)? {
        Command::Check(check) => Ok(sources::lower(&check.reading, check.warnings(), &check.start())?.program),
        other => bail!("not a check: {other:?}"),
    }
}
