//! Programs that are installed here, and such as are made for a test.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

/// The name of a clang that is installed here.
pub fn clang() -> String {
    let mut names = std::iter::once("clang".to_owned()).chain((14..50).rev().map(|version| format!("clang-{version}")));
    let is_there = |name: &String| Command::new(name).arg("--version").output().is_ok();
    names.find(is_there).expect("clang is installed; `make test` does that")
}

/// Writes a program called `clang` into the folder, which is a script for the shell.
pub fn write_clang(folder: &Path, script: &str) {
    let path = folder.join("clang");
    fs::create_dir_all(folder).unwrap();
    fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
}
