//! The tables in `docs/EXPERIMENTS.md`, each between two marks, and the plots beside it.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use super::Setting;
use super::table::Table;

const PATH: &str = "docs/EXPERIMENTS.md";

/// Where the plots are.
const PLOTS: &str = "docs/plots";

/// Writes these tables anew, each with the machine on which it was measured. What stands around them, and other tables, stay as they are.
pub(super) fn write(root: &Path, machine: &[String], setting: &Setting, tables: &[Table]) -> Result<()> {
    let path = root.join(PATH);
    let mut text = fs::read_to_string(&path).with_context(|| PATH.to_owned())?;
    fs::create_dir_all(root.join(PLOTS))?;
    for table in tables {
        let mut part = table.markdown();
        part.push_str(&format!("\n{}\n", measured(machine, setting)));
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

/// The same in one line, for one table.
fn measured(machine: &[String], setting: &Setting) -> String {
    // What no table of ours needs is not told where it is not there.
    let lines: Vec<&str> = machine.iter().map(String::as_str).filter(|line| !line.ends_with(": not found")).collect();
    let Setting { name, seconds, rounds, .. } = setting;
    let question = format!("`--{name}`, {seconds} s for a question to a prover, the best of {rounds} rounds");
    format!("*Measured on {}; {}; {question}.*", date(), lines.join("; "))
}

/// Today, as the system says it.
fn date() -> String {
    let told = Command::new("date").args(["-u", "+%Y-%m-%d"]).output().ok();
    let text = told.map(|told| String::from_utf8_lossy(&told.stdout).trim().to_owned());
    text.filter(|text| !text.is_empty()).unwrap_or_else(|| "a day that is not known".to_owned())
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

    #[test]
    fn a_table_says_where_and_when_it_was_measured() {
        let machine = ["processor: two".to_owned(), "spin: not found".to_owned()];
        let text = measured(&machine, &super::super::QUICK);
        assert!(text.starts_with("*Measured on 2") && text.contains("; processor: two; `--quick`, 1 s"), "{text}");
        assert!(!text.contains("spin"));
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
