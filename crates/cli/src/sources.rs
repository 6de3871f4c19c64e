//! Source files, read and lowered.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, bail};
use frontend::boogie;
use program::program::Program;
use program::span::SourceFile;

/// Endings of languages that unhang does not read yet.
const NOT_YET: &[&str] = &["c", "h", "cc", "cpp", "cxx", "hpp", "i", "ll", "rs"];

/// The program that the files make up.
pub fn lower(paths: &[PathBuf], entry: Option<&str>) -> Result<Program> {
    lower_files(read_all(paths)?, entry)
}

/// The program that the files make up.
pub fn lower_files(files: Vec<SourceFile>, entry: Option<&str>) -> Result<Program> {
    let options = boogie::Options { entry: entry.map(str::to_owned) };
    boogie::lower(files, &options).map_err(|error| anyhow!(error.render().trim_end().to_owned()))
}

/// The files.
pub fn read_all(paths: &[PathBuf]) -> Result<Vec<SourceFile>> {
    paths.iter().map(|path| read(path)).collect()
}

fn read(path: &Path) -> Result<SourceFile> {
    let name = path.display().to_string();
    let ending = path.extension().and_then(|ending| ending.to_str());
    if let Some(ending) = ending.filter(|ending| NOT_YET.contains(ending)) {
        bail!("{name}: error: unhang reads Boogie (.bpl) and not yet .{ending} files");
    }
    // What is not UTF-8 is marked, not refused: in a comment it does no harm, and elsewhere the front end knows the place.
    let bytes = read_bytes(path)?;
    let text = String::from_utf8_lossy(&bytes);
    if text.trim().is_empty() {
        bail!("{name}: error: the file is empty");
    }
    Ok(SourceFile { name, text: (*text).into() })
}

/// The text of a file.
pub fn read_text(path: &Path) -> Result<String> {
    String::from_utf8(read_bytes(path)?).map_err(|error| {
        let (name, position) = (path.display(), error.utf8_error().valid_up_to() + 1);
        anyhow!("{name}: error: not a text in UTF-8, from byte {position} on")
    })
}

fn read_bytes(path: &Path) -> Result<Vec<u8>> {
    let name = path.display();
    if path.is_dir() {
        bail!("{name}: error: this is a directory, not a file");
    }
    fs::read(path).map_err(|error| anyhow!("{name}: error: cannot be read: {error}"))
}
