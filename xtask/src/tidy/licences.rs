//! The licences of all dependencies are among those that `deny.toml` allows; and what the project itself says is there.
//!
//! `cargo deny` looks at more, at known vulnerabilities above all; this needs nothing but cargo.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

/// The licences of the project itself.
const OWN: &[&str] = &["LICENSE-MIT", "LICENSE-APACHE"];

/// Dependencies with other licences, and licences of the project that are not there.
pub fn check(root: &Path) -> Result<Vec<String>> {
    let deny = fs::read_to_string(root.join("deny.toml")).context("deny.toml")?;
    let allowed = allowed(&deny);
    ensure!(!allowed.is_empty(), "deny.toml allows no licence");
    let missing = OWN.iter().filter(|name| !root.join(name).is_file());
    let mut problems: Vec<String> = missing.map(|name| format!("{name} is missing")).collect();
    for (name, licence) in packages(root)? {
        if !is_allowed(&licence, &allowed) {
            problems.push(format!("{name} has the licence `{licence}`, which deny.toml does not allow"));
        }
    }
    Ok(problems)
}

/// What stands in the list behind `allow =`.
fn allowed(deny: &str) -> Vec<String> {
    let list = deny.lines().find_map(|line| line.strip_prefix("allow = [")).unwrap_or_default();
    list.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Every package that is not ours, and its licence.
pub(super) fn packages(root: &Path) -> Result<Vec<(String, String)>> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let told = Command::new(cargo).args(["metadata", "--format-version", "1", "--locked"]).current_dir(root).output();
    let told = told.context("cargo cannot be run")?;
    ensure!(told.status.success(), "cargo metadata: {}", String::from_utf8_lossy(&told.stderr));
    let told: Value = serde_json::from_slice(&told.stdout).context("cargo metadata")?;
    let packages = told["packages"].as_array().context("cargo tells of no packages")?;
    let text = |package: &Value, key: &str| package[key].as_str().unwrap_or("none").to_owned();
    let others = packages.iter().filter(|package| !package["source"].is_null());
    Ok(others.map(|package| (text(package, "name"), text(package, "license"))).collect())
}

/// Whether one of the alternatives is allowed. `AND` binds tighter than `OR`, as SPDX says; a slash is an old way to write `OR`.
fn is_allowed(licence: &str, allowed: &[String]) -> bool {
    let spaced = licence.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut rest = words.as_slice();
    let is_allowed = alternatives(&mut rest, allowed);
    is_allowed && rest.is_empty()
}

fn alternatives(rest: &mut &[&str], allowed: &[String]) -> bool {
    let mut is_allowed = all_of(rest, allowed);
    while let ["OR", behind @ ..] = rest {
        *rest = behind;
        // Both sides are read, whatever the first one says.
        is_allowed |= all_of(rest, allowed);
    }
    is_allowed
}

fn all_of(rest: &mut &[&str], allowed: &[String]) -> bool {
    let mut is_allowed = one(rest, allowed);
    while let ["AND", behind @ ..] = rest {
        *rest = behind;
        is_allowed &= one(rest, allowed);
    }
    is_allowed
}

fn one(rest: &mut &[&str], allowed: &[String]) -> bool {
    match rest {
        ["(", behind @ ..] => {
            *rest = behind;
            let is_allowed = alternatives(rest, allowed);
            let [")", behind @ ..] = rest else { return false };
            *rest = behind;
            is_allowed
        }
        // An exception only allows more.
        [name, "WITH", _, behind @ ..] | [name, behind @ ..] => {
            *rest = behind;
            allowed.iter().any(|allowed| allowed == name)
        }
        [] => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn licences_are_read_as_they_are_meant() {
        let allowed = allowed("[licenses]\nallow = [\"MIT\", \"Zlib\"]\n");
        assert_eq!(allowed, ["MIT", "Zlib"]);
        let is_good = |licence: &str| is_allowed(licence, &allowed);
        for good in ["MIT", "MIT OR GPL-3.0", "GPL-3.0/MIT", "(GPL-3.0 OR MIT) AND Zlib", "Zlib WITH x OR GPL-3.0"] {
            assert!(is_good(good), "{good}");
        }
        for bad in ["GPL-3.0", "MIT AND GPL-3.0", "(MIT OR Zlib) AND GPL-3.0", "", "none", "(MIT", "MIT)", "MIT Zlib"] {
            assert!(!is_good(bad), "{bad}");
        }
    }
}
