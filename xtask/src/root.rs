//! Where the project lies, the files in it, and what a command says about them.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// What a command found.
#[derive(Default, Debug)]
pub struct Report {
    /// Good to know.
    pub notes: Vec<String>,
    /// To be repaired.
    pub problems: Vec<String>,
}

/// The folder of the workspace.
pub fn find() -> Result<PathBuf> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    Ok(here.parent().context("this package lies in the workspace")?.to_owned())
}

/// All files under the folder with one of the endings, in alphabetical order.
pub fn files(folder: &Path, endings: &[&str]) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    collect(folder, endings, &mut found)?;
    found.sort();
    Ok(found)
}

fn collect(folder: &Path, endings: &[&str], found: &mut Vec<PathBuf>) -> Result<()> {
    let entries = fs::read_dir(folder).with_context(|| format!("{} cannot be read", folder.display()))?;
    for entry in entries {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let is_ours = !name.starts_with('.') && name != "target";
        if path.is_dir() && is_ours {
            collect(&path, endings, found)?;
        } else if endings.iter().any(|ending| name.ends_with(ending)) {
            found.push(path);
        }
    }
    Ok(())
}

/// The path as seen from the root, with slashes.
pub fn relative(root: &Path, path: &Path) -> String {
    path.strip_prefix(root).unwrap_or(path).to_string_lossy().replace('\\', "/")
}
