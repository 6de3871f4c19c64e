//! The notices of whoever else's code is in the binary: most licences ask that their text goes with it.
//!
//! The texts are those that cargo has beside the sources of each crate; each text is there once, below the names of the crates whose it is.
//! Crates that are used while the binary is built, such as those that derive code, are named as well: some of what they write is in it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

/// The package that becomes the binary.
const BINARY: &str = "unhang";

/// How the names of files begin that have such texts.
const NAMES: &[&str] = &["LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE"];

/// Somebody else's crate.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Crate {
    /// Its name, version and licence.
    title: String,
    folder: PathBuf,
}

/// The notices of all crates that the binary for this machine is made of.
pub fn collect(root: &Path, host: &str) -> Result<String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let arguments = ["metadata", "--format-version", "1", "--locked", "--filter-platform", host];
    let told = Command::new(cargo).args(arguments).current_dir(root).output().context("cargo cannot be run")?;
    ensure!(told.status.success(), "cargo metadata: {}", String::from_utf8_lossy(&told.stderr));
    let told: Value = serde_json::from_slice(&told.stdout).context("cargo metadata")?;
    let mut texts: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let crates = crates(&told)?;
    ensure!(!crates.is_empty(), "cargo tells of no dependencies");
    for one in crates {
        let found = texts_in(&one.folder)?;
        ensure!(!found.is_empty(), "{} has no file with a licence", one.title);
        for text in found {
            texts.entry(text).or_default().insert(one.title.clone());
        }
    }
    Ok(written(&texts))
}

/// The notices of Rust's standard library, which the compiler brings.
pub fn of_the_standard_library(compiler: &Path) -> Result<Vec<u8>> {
    let told = Command::new(compiler).args(["--print", "sysroot"]).output().context("the compiler cannot be run")?;
    let folder = PathBuf::from(String::from_utf8_lossy(&told.stdout).trim());
    let path = folder.join("share/doc/rust/COPYRIGHT-library.html");
    fs::read(&path).with_context(|| "the compiler has no notices of its standard library".to_owned())
}

/// All crates that the binary is made of, but for our own.
fn crates(told: &Value) -> Result<Vec<Crate>> {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let packages: BTreeMap<String, Value> =
        list(&told["packages"]).into_iter().map(|package| (text(&package["id"]), package)).collect();
    let mut uses: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for node in list(&told["resolve"]["nodes"]) {
        let is_in_the_binary = |used: &Value| list(&used["dep_kinds"]).iter().any(|kind| kind["kind"].is_null());
        let used =
            list(&node["deps"]).iter().filter(|used| is_in_the_binary(used)).map(|used| text(&used["pkg"])).collect();
        uses.insert(text(&node["id"]), used);
    }
    let binary = packages.iter().find(|(_, package)| package["name"] == BINARY).map(|(id, _)| id.clone());
    let mut waiting = vec![binary.context("cargo does not know the binary")?];
    let mut found = BTreeSet::new();
    while let Some(id) = waiting.pop() {
        if found.insert(id.clone()) {
            waiting.extend(uses.get(&id).cloned().unwrap_or_default());
        }
    }
    let others = found.iter().filter_map(|id| packages.get(id)).filter(|package| !package["source"].is_null());
    Ok(others
        .map(|package| {
            let [name, version, licence, manifest] =
                ["name", "version", "license", "manifest_path"].map(|key| text(&package[key]));
            let folder = Path::new(&manifest).parent().unwrap_or(Path::new("")).to_owned();
            Crate { title: format!("{name} {version} ({licence})"), folder }
        })
        .collect())
}

/// The texts of licences in the folder of a crate.
fn texts_in(folder: &Path) -> Result<Vec<String>> {
    let mut texts = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
        if path.is_file() && NAMES.iter().any(|start| name.starts_with(start)) {
            let text = fs::read(&path).with_context(|| path.display().to_string())?;
            texts.push(String::from_utf8_lossy(&text).replace("\r\n", "\n").trim_end().to_owned());
        }
    }
    Ok(texts)
}

/// Each text below the names of the crates, in the order of the names.
fn written(texts: &BTreeMap<String, BTreeSet<String>>) -> String {
    let line = "=".repeat(80);
    let mut parts: Vec<(&BTreeSet<String>, &String)> = texts.iter().map(|(text, crates)| (crates, text)).collect();
    parts.sort();
    let mut all = "unhang has code of these crates in it, whose licences follow.\n".to_owned();
    for (crates, text) in parts {
        let names: String = crates.iter().map(|name| format!("{name}\n")).collect();
        all.push_str(&format!("\n{line}\n{names}{line}\n\n{text}\n"));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_gathered_once_each_and_in_order() {
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<BTreeSet<String>>();
        let texts = BTreeMap::from([("A".to_owned(), names(&["b", "c"])), ("Z".to_owned(), names(&["a"]))]);
        let written = written(&texts);
        assert!(written.find("\nZ\n").unwrap() < written.find("\nA\n").unwrap(), "{written}");
        assert!(written.contains("\nb\nc\n="), "{written}");
    }

    #[test]
    fn every_crate_in_the_binary_has_a_licence_and_no_folder_is_named() {
        let root = crate::root::find().unwrap();
        let told = collect(&root, &super::super::host().unwrap()).unwrap();
        assert!(
            told.contains("\nclap ") && told.contains("\nnum-bigint ") && told.contains("Permission is hereby granted")
        );
        // What only tests use is not in the binary.
        assert!(!told.contains("jsonschema"));
        assert!(!told.contains(&root.display().to_string()) && !told.contains("/registry/src/"));
    }
}
