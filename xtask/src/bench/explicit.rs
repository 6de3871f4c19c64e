//! Models in Boogie: `bench/explicit` has them, with a constant `SIZE`.

use anyhow::{Context, Result};
use frontend::boogie::{Options, lower};
use program::program::Program;
use program::span::SourceFile;

use super::search::Suite;
use crate::root;

/// The models and their sizes.
pub const SUITE: Suite = Suite {
    name: "explicit",
    models: &[("counters", 10), ("counters", 16), ("buffer", 14), ("ring", 7), ("philosophers", 8), ("filter", 4)],
    load,
};

/// The model with the size put in.
fn load(model: &str, size: &str) -> Result<Program> {
    let path = root::find()?.join("bench/explicit").join(format!("{model}.bpl"));
    let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let line = text.lines().find(|line| line.starts_with("axiom SIZE ==")).context("the model has no SIZE")?;
    let text = text.replace(line, &format!("axiom SIZE == {size};"));
    let file = SourceFile::new(format!("{model}.bpl"), text.into());
    lower(vec![file], &Options::default()).map_err(|error| anyhow::anyhow!("{}", error.render()))
}
