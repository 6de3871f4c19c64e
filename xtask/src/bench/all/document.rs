//! The tables in `docs/EXPERIMENTS.md`, each between two marks, and the plots beside it.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use super::Setting;
use super::table::Table;

const PATH: &str = "docs/EXPERIMENTS.md";

/// Where the plots are.
const PLOTS: &str = "docs/plots";

/// Writes these tables anew. What stands around them, and other tables, stay as they are.
pub(super) fn write(root: &Path, machine: &[String], setting: &Setting, tables: &[Table]) -> Result<()> {
    let path = root.join(PATH);
    let mut text = fs::read_to_string(&path).with_context(|| PATH.to_owned())?;
    text = replaced(&text, "machine", &self::machine(machine, setting))?;
    fs::create_dir_all(root.join(PLOTS))?;
    for table in tables {
        let mut part = table.markdown();
        for (name, svg) in &table.plots {
            let file = format!("{}{name}.svg", table.name);
            fs::write(root.join(PLOTS).join(&file), svg).with_context(|| file.clone())?;
            part.push_str(&format!("\n![{}{name}](plots/{file})\n", table.name));
        }
        text = replaced(&text, table.name, &part)?;
    }
    fs::write(&path, text).with_context(|| PATH.to_owned())
}

/// On which machine, and how much was measured.
pub(super) fn machine(machine: &[String], setting: &Setting) -> String {
    let lines: String = machine.iter().map(|line| format!("- {line}\n")).collect();
    let Setting { name, seconds, rounds, .. } = setting;
    format!("{lines}- setting: `--{name}`: {seconds} s for a question to a prover, the best of {rounds} rounds\n")
}

fn replaced(text: &str, name: &str, part: &str) -> Result<String> {
    let (begin, end) = (format!("<!-- begin {name} -->\n"), format!("<!-- end {name} -->"));
    let (before, rest) = text.split_once(&begin).with_context(|| format!("{PATH} has no mark {begin}"))?;
    let (_, after) = rest.split_once(&end).with_context(|| format!("{PATH} has no mark {end}"))?;
    Ok(format!("{before}{begin}\n{part}\n{end}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_between_the_marks_changes() {
        let text = "a\n<!-- begin t -->\nold\n<!-- end t -->\nb\n";
        assert_eq!(replaced(text, "t", "new\n").unwrap(), "a\n<!-- begin t -->\n\nnew\n\n<!-- end t -->\nb\n");
        assert!(replaced(text, "u", "new").is_err());
    }

    /// Every table has its place in the document.
    #[test]
    fn the_document_has_a_place_for_every_table() {
        let text = fs::read_to_string(crate::root::find().unwrap().join(PATH)).unwrap();
        for (name, _) in super::super::EXPERIMENTS {
            assert!(replaced(&text, name, "").is_ok(), "{name}");
        }
    }
}
