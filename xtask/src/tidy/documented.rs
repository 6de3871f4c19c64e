//! The table of `docs/DEPENDENCIES.md` names every dependency, its licence and who uses it, as the manifests and cargo do.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use super::licences;
use crate::root;

const PATH: &str = "docs/DEPENDENCIES.md";

/// Who uses a crate: folders, of which some do so in tests only.
type Users = BTreeSet<String>;

/// A line of the table.
#[derive(Debug)]
struct Row {
    name: String,
    licence: String,
    users: Users,
}

/// What the table says wrongly.
pub fn check(root: &Path) -> Result<Vec<String>> {
    let text = fs::read_to_string(root.join(PATH)).context(PATH)?;
    let mut used: BTreeMap<String, Users> = BTreeMap::new();
    for path in root::files(root, &["Cargo.toml"])? {
        let name = root::relative(root, &path);
        let folder = name.trim_end_matches("/Cargo.toml").trim_start_matches("crates/").to_owned();
        // The root's own lists them for all.
        if folder != "Cargo.toml" {
            uses(&folder, &fs::read_to_string(&path)?, &mut used);
        }
    }
    let ours: Vec<String> = used.values().flatten().map(|user| user.trim_start_matches(TESTS).to_owned()).collect();
    used.retain(|name, _| !ours.contains(name) && name != "unhang");
    Ok(problems(&rows(&text), &used, &licences::packages(root)?))
}

fn problems(rows: &[Row], used: &BTreeMap<String, Users>, licences: &[(String, String)]) -> Vec<String> {
    let mut problems = Vec::new();
    for (name, users) in used {
        match rows.iter().find(|row| row.name == *name) {
            None => problems.push(format!("{PATH} does not name {name}")),
            Some(row) if row.users != *users => {
                let said = |users: &Users| users.iter().cloned().collect::<Vec<_>>().join(", ");
                let (wrong, right) = (said(&row.users), said(users));
                problems.push(format!("{PATH}: {name} is used by {right}, and not by {wrong}"));
            }
            Some(_) => {}
        }
    }
    for row in rows {
        if !used.contains_key(&row.name) {
            problems.push(format!("{PATH} names {}, which nobody uses", row.name));
        }
        // Of what is not in the workspace cargo says nothing.
        let mut known = licences.iter().filter(|(name, _)| *name == row.name).peekable();
        if known.peek().is_some() && !known.any(|(_, licence)| *licence == row.licence) {
            problems.push(format!("{PATH}: {} does not have the licence `{}`", row.name, row.licence));
        }
    }
    problems
}

/// How it is told that only tests use something.
const TESTS: &str = "tests of ";

/// Adds what a manifest says.
fn uses(folder: &str, manifest: &str, used: &mut BTreeMap<String, Users>) {
    let mut user = None;
    for line in manifest.lines().map(str::trim) {
        if let Some(section) = line.strip_prefix('[') {
            user = match section.trim_end_matches(']').rsplit('.').next() {
                Some("dependencies" | "build-dependencies") => Some(folder.to_owned()),
                Some("dev-dependencies") => Some(format!("{TESTS}{folder}")),
                _ => None,
            };
            continue;
        }
        let name = line.split(['.', '=', ' ']).next().unwrap_or_default();
        if let Some(user) = user.as_ref().filter(|_| !name.is_empty() && !name.starts_with('#')) {
            used.entry(name.to_owned()).or_default().insert(user.clone());
        }
    }
}

/// The lines of the table below its head.
fn rows(text: &str) -> Vec<Row> {
    let lines = text.lines().filter_map(|line| line.strip_prefix("| `"));
    let row = |line: &str| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let [name, licence, users, ..] = cells[..] else { return None };
        let users = users.split(',').map(|user| user.trim().replace('`', "")).collect();
        Some(Row { name: name.trim_end_matches('`').to_owned(), licence: licence.to_owned(), users })
    };
    lines.filter_map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "| crate | licence | used by | in place of | why |\n|---|---|---|---|---|\n\
        | `one` | MIT | `program`, tests of `cli` | a | b |\n| `old` | MIT | `program` | a | b |\n";

    #[test]
    fn what_the_table_says_wrongly_is_found() {
        let mut used = BTreeMap::new();
        uses("program", "[package]\nname = \"x\"\n[dependencies]\none.workspace = true\n", &mut used);
        uses("cli", "[dev-dependencies]\n# why\none = \"1\"\n[lints]\nworkspace = true\n", &mut used);
        let licences = |licence: &str| vec![("one".to_owned(), licence.to_owned())];
        let told = |used: &BTreeMap<String, Users>, licence| problems(&rows(TABLE), used, &licences(licence));
        assert_eq!(told(&used, "MIT"), ["docs/DEPENDENCIES.md names old, which nobody uses"]);
        uses("report", "[target.'cfg(any())'.dependencies]\none = \"1\"\nnew = \"1\"\n", &mut used);
        let expected = [
            "docs/DEPENDENCIES.md does not name new",
            "docs/DEPENDENCIES.md: one is used by program, report, tests of cli, and not by program, tests of cli",
            "docs/DEPENDENCIES.md names old, which nobody uses",
            "docs/DEPENDENCIES.md: one does not have the licence `MIT`",
        ];
        let mut found = told(&used, "BSD");
        found.sort();
        let mut expected = expected.map(str::to_owned).to_vec();
        expected.sort();
        assert_eq!(found, expected);
    }
}
