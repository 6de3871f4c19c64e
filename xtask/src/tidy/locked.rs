//! `fuzz/Cargo.lock` pins what fuzzing needs, and has the versions of the workspace for everything else.
//!
//! `fuzz` is not part of the workspace, so that nobody else needs what libFuzzer needs, and so cargo keeps no lock of both.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

const OWN: &str = "Cargo.lock";
const OF_FUZZING: &str = "fuzz/Cargo.lock";

/// The versions of each package.
type Versions = BTreeMap<String, BTreeSet<String>>;

/// Packages that fuzzing would build in another version than everybody else.
pub fn check(root: &Path) -> Result<Vec<String>> {
    let read = |path: &str| fs::read_to_string(root.join(path)).with_context(|| path.to_owned());
    Ok(problems(&versions(&read(OWN)?), &versions(&read(OF_FUZZING)?)))
}

fn problems(own: &Versions, of_fuzzing: &Versions) -> Vec<String> {
    let others = |(name, versions): (&String, &BTreeSet<String>)| {
        let known = own.get(name)?;
        let other: Vec<&str> = versions.difference(known).map(String::as_str).collect();
        let known = known.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
        (!other.is_empty()).then(|| {
            format!(
                "{OF_FUZZING} has {name} {}, and {OWN} has {known}; `cargo update` in fuzz mends it",
                other.join(", ")
            )
        })
    };
    of_fuzzing.iter().filter_map(others).collect()
}

fn versions(lock: &str) -> Versions {
    let mut versions = Versions::new();
    let value = |line: Option<&str>, key: &str| Some(line?.strip_prefix(key)?.trim_matches([' ', '=', '"']).to_owned());
    for package in lock.split("[[package]]\n").skip(1) {
        let mut lines = package.lines();
        if let (Some(name), Some(version)) = (value(lines.next(), "name"), value(lines.next(), "version")) {
            versions.entry(name).or_default().insert(version);
        }
    }
    versions
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_versions_are_found() {
        let lock = |version: &str| {
            versions(&format!("version = 4\n\n[[package]]\nname = \"one\"\nversion = \"{version}\"\nsource = \"x\"\n"))
        };
        assert!(problems(&lock("1.2.3"), &lock("1.2.3")).is_empty());
        assert_eq!(problems(&lock("1.2.3"), &lock("1.2.4")).len(), 1);
        assert!(problems(&Versions::new(), &lock("1.2.4")).is_empty());
    }
}
