//! C means to unhang what it means to clang: random programs without threads compute the same as when they are run.
//!
//! A program mixes what it computes into a sum, which it writes down now and then. What the run has written is handed to unhang
//! as what must hold. The programs have no undefined behaviour and depend on nothing that is left open.
//!
//! `UNHANG_RANDOM_PROGRAMS=1000 UNHANG_SEED=42 cargo test --release -p unhang --test native` tries harder.
#![allow(clippy::unwrap_used)]

mod expressions;
mod generate;
#[path = "../installed/mod.rs"]
#[allow(dead_code)]
mod installed;
mod statements;

use std::fs;
use std::path::Path;
use std::process::Command;

#[test]
fn random_programs_compute_what_they_compute_when_they_are_run() {
    let (first, count) = (number("UNHANG_SEED", 0), number("UNHANG_RANDOM_PROGRAMS", 6));
    let clang = installed::clang();
    for seed in first..first + count {
        let folder = tempfile::tempdir().unwrap();
        let program = generate::program(seed);
        if let Err(how) = compare(folder.path(), &clang, &program) {
            panic!("UNHANG_SEED={seed}: {how}\n{program}");
        }
    }
}

/// Runs the program, and asks unhang whether it always computes the same.
fn compare(folder: &Path, clang: &str, program: &str) -> Result<(), String> {
    fs::write(folder.join("program.c"), program).unwrap();
    let words = ["-O0", "-w", "-fsanitize=undefined", "-fsanitize-trap=all", "-o", "program", "program.c"];
    let compiled = Command::new(clang).args(words).current_dir(folder).output().unwrap();
    if !compiled.status.success() {
        return Err(format!("clang: {}", String::from_utf8_lossy(&compiled.stderr)));
    }
    let run = Command::new(folder.join("program")).output().unwrap();
    if !run.status.success() {
        return Err(format!("the run: {}{}", run.status, String::from_utf8_lossy(&run.stderr)));
    }
    fs::write(folder.join("expected.h"), &run.stdout).unwrap();
    let words = ["check", "program.c", "--clang", clang, "--", "-w"];
    let checked = Command::new(env!("CARGO_BIN_EXE_unhang")).args(words).current_dir(folder).output().unwrap();
    match checked.status.code() {
        Some(0) => Ok(()),
        _ => Err(String::from_utf8_lossy(&checked.stdout).into_owned() + &String::from_utf8_lossy(&checked.stderr)),
    }
}

fn number(variable: &str, otherwise: u64) -> u64 {
    match std::env::var(variable) {
        Ok(text) => text.parse().unwrap(),
        Err(_) => otherwise,
    }
}
