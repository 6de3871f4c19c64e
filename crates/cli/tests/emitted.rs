//! The sequential programs that are written in C, one for each program of the corpus that can be translated, compile without a warning.
#![allow(clippy::unwrap_used)]

// Each test crate that includes this module uses a part of it.
#[allow(dead_code)]
mod installed;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus")
}

/// The Boogie programs in the folder, and in folders in it, but for those that are wrong.
fn programs(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for entry in entries {
        if entry.is_dir() && !entry.ends_with("rejected") {
            programs(&entry, found);
        } else if entry.extension().is_some_and(|extension| extension == "bpl") {
            found.push(entry);
        }
    }
}

/// What is wrong with the C program; nothing if the program has no translation. Tells whether there is one.
fn compile(program: &Path, written: &Path) -> Result<bool, String> {
    let mut translate = Command::new(env!("CARGO_BIN_EXE_unhang"));
    translate.arg("sequentialise").arg(program).args(["--stem", "1", "--lasso", "1", "--emit", "c", "-o"]).arg(written);
    let translated = translate.output().unwrap();
    match translated.status.code() {
        Some(0) => {}
        // What cannot be translated is refused, with a reason.
        Some(3) if !translated.stderr.is_empty() => return Ok(false),
        other => return Err(format!("exit code {other:?}: {}", String::from_utf8_lossy(&translated.stderr))),
    }
    let mut clang = Command::new(installed::clang());
    let compiled = clang.args(["-Wall", "-Werror", "-fsyntax-only"]).arg(written).output().unwrap();
    let said = String::from_utf8_lossy(&compiled.stderr).into_owned();
    if compiled.status.success() { Ok(true) } else { Err(said) }
}

#[test]
fn sequential_programs_in_c_compile_without_a_warning() {
    let mut all = Vec::new();
    programs(&corpus(), &mut all);
    let folder = tempfile::tempdir().unwrap();
    let (next, translated) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let work = |worker: usize| {
        let written = folder.path().join(format!("{worker}.c"));
        while let Some(program) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
            match compile(program, &written) {
                Ok(is_translated) => drop(translated.fetch_add(usize::from(is_translated), Ordering::Relaxed)),
                Err(said) => panic!("{}: {said}", program.display()),
            }
        }
    };
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for worker in 0..workers {
            let work = &work;
            scope.spawn(move || work(worker));
        }
    });
    let translated = translated.into_inner();
    assert!(translated * 10 > all.len() * 8, "of {} programs only {translated} have a translation", all.len());
}
