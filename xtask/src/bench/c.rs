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
    let path = root::find()?.join("bench/c").join(format!("{model}.c")).display().to_string();
    let size = format!("-DSIZE={size}");
    let words = ["unhang", "check", &path, "--", &size].map(str::to_owned);
    match arguments::parse_from(words.to_vec())? {
        Command::Check(check) => Ok(sources::lower(&check.reading, check.warnings(), &check.start())?.program),
        other => bail!("not a check: {other:?}"),
    }
}
