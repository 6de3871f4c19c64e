//! Which crate uses which: the order in the root's `Cargo.toml`, and the map of the design.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

/// Which crates of the workspace a crate may use. Engines, named `engine-…`, share one line.
const MAP: &[(&str, &[&str])] = &[
    ("program", &[]),
    ("frontend", &["program"]),
    ("evidence", &["program"]),
    ("check", &["program", "evidence"]),
    ("automata", &[]),
    ("solver", &["program"]),
    ("engine", &["program", "evidence", "solver"]),
    ("engine-*", &["program", "evidence", "engine", "automata", "solver"]),
    ("portfolio", &["program", "evidence", "check", "engine", "engine-*"]),
    ("report", &["program", "evidence", "check"]),
    ("cli", &["program", "frontend", "evidence", "check", "engine", "portfolio", "report"]),
];

/// The trusted base uses big integers and rational numbers, an error derive and a hash, no more.
const TRUSTED: &[&str] = &["program", "evidence", "check"];
const ALLOWED_TO_TRUSTED: &[&str] =
    &["num-bigint", "num-integer", "num-rational", "num-traits", "rustc-hash", "thiserror"];

/// A package of the workspace.
struct Package {
    folder: String,
    uses: Vec<String>,
}

/// Dependencies that the design does not allow. What tests use does not matter.
pub fn check(root: &Path) -> Result<Vec<String>> {
    let manifest = fs::read_to_string(root.join("Cargo.toml")).context("the root's Cargo.toml")?;
    let mut packages = Vec::new();
    for path in members(&manifest) {
        let text = fs::read_to_string(root.join(path).join("Cargo.toml")).with_context(|| path.to_owned())?;
        let folder = path.rsplit('/').next().unwrap_or(path).to_owned();
        packages.push(Package { folder, uses: dependencies(&text) });
    }
    Ok(problems(&packages))
}

fn problems(packages: &[Package]) -> Vec<String> {
    let mut problems = Vec::new();
    for (position, package) in packages.iter().enumerate() {
        for used in &package.uses {
            let place = packages.iter().position(|other| other.folder == *used);
            let why = match place {
                Some(place) if place >= position => Some("is not listed above it in the root's Cargo.toml"),
                Some(_) if !is_on_the_map(&package.folder, used) => Some("is not on the map of the design"),
                None if TRUSTED.contains(&package.folder.as_str()) && !ALLOWED_TO_TRUSTED.contains(&used.as_str()) => {
                    Some("is not allowed to the trusted base")
                }
                _ => None,
            };
            problems.extend(why.map(|why| format!("{} uses {used}, which {why}", package.folder)));
        }
    }
    problems
}

fn is_on_the_map(user: &str, used: &str) -> bool {
    let kind = |name: &str| if name.starts_with("engine-") { "engine-*".to_owned() } else { name.to_owned() };
    let allowed = MAP.iter().find(|(name, _)| *name == kind(user)).map(|(_, allowed)| *allowed);
    // What is not on the map, as `xtask`, is part of no law.
    allowed.is_none_or(|allowed| allowed.contains(&kind(used).as_str()))
}

/// The members, in order: quoted paths between `members = [` and `]`.
fn members(manifest: &str) -> Vec<&str> {
    let start = manifest.find("members = [").unwrap_or(manifest.len());
    let list = manifest[start..].split(']').next().unwrap_or_default();
    list.lines().filter_map(|line| line.split('"').nth(1)).collect()
}

/// The names in the section `[dependencies]`.
fn dependencies(manifest: &str) -> Vec<String> {
    let lines = manifest.lines().map(str::trim).skip_while(|line| *line != "[dependencies]").skip(1);
    let names = lines.take_while(|line| !line.starts_with('[')).filter(|line| !line.starts_with('#'));
    let name = |line: &str| line.split(['.', '=', ' ']).next().unwrap_or_default().to_owned();
    // The package in `crates/cli` is called after the tool.
    let folder = |name: String| if name == "unhang" { "cli".to_owned() } else { name };
    names.map(name).filter(|name| !name.is_empty()).map(folder).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn manifests_are_read() {
        let root = "[workspace]\nmembers = [\n  \"crates/program\", # first\n  \"xtask\",\n]\n[x]\na = [\"b\"]\n";
        assert_eq!(members(root), ["crates/program", "xtask"]);
        let package =
            "[dependencies]\nprogram.workspace = true\n\nclap = \"4\"\n[dev-dependencies]\ntempfile = \"3\"\n";
        assert_eq!(dependencies(package), ["program", "clap"]);
    }

    #[test]
    fn what_the_design_does_not_allow_is_found() {
        let package = |folder: &str, uses: &[&str]| Package {
            folder: folder.to_owned(),
            uses: uses.iter().map(|name| (*name).to_owned()).collect(),
        };
        let packages = [
            package("program", &["num-bigint", "serde"]),
            package("evidence", &["check"]),
            package("check", &["program", "evidence"]),
            package("engine", &["check"]),
            package("engine-one", &["engine"]),
            package("engine-two", &["engine-one", "hashbrown"]),
        ];
        let expected = [
            "program uses serde, which is not allowed to the trusted base",
            "evidence uses check, which is not listed above it in the root's Cargo.toml",
            "engine uses check, which is not on the map of the design",
            "engine-two uses engine-one, which is not on the map of the design",
        ];
        assert_eq!(problems(&packages), expected);
    }
}
