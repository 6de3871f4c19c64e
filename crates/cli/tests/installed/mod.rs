//! Programs that are installed here, and such as are made for a test.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// Where a clang is installed here. The whole path: a script that is called `clang` as well can start it.
pub fn clang() -> String {
    let names = std::iter::once("clang".to_owned()).chain((14..50).rev().map(|version| format!("clang-{version}")));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let mut places = names.flat_map(|name| folders.iter().map(move |folder| folder.join(&name)));
    let found = places.find(|place| place.is_file()).expect("clang is installed; `make test` does that");
    found.into_os_string().into_string().expect("its path is a text")
}

/// Writes a program called `clang` into the folder, which is a script for the shell.
pub fn write_clang(folder: &Path, script: &str) {
    let path = folder.join("clang");
    fs::create_dir_all(folder).unwrap();
    fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
}
