//! Models in Boogie, of which some have a constant `SIZE`.

use anyhow::{Context, Result};
use frontend::boogie::{Options, lower};
use program::program::Program;
use program::span::SourceFile;

use crate::root;

/// The model at this path, with the size put in if there is one.
pub fn load(path: &str, size: Option<&str>) -> Result<Program> {
    let text = std::fs::read_to_string(root::find()?.join(path)).with_context(|| path.to_owned())?;
    let text = match size {
        None => text,
        Some(size) => {
            let line = text.lines().find(|line| line.starts_with("axiom SIZE ==")).context("the model has no SIZE")?;
            text.replace(line, &format!("axiom SIZE == {size};"))
        }
    };
    read(path, text)
}

/// The model with this text.
pub fn read(path: &str, text: String) -> Result<Program> {
    let file = SourceFile::new(path.to_owned(), text.into());
    lower(vec![file], &Options::default()).map_err(|error| anyhow::anyhow!("{}", error.render()))
}
