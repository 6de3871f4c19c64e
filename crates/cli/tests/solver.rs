//! Another solver by option: any that speaks SMT-LIB 2 will do, and what is none is refused before anything else is done.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// Its numbers have no bound, so that only the solver finds the lasso.
const COUNTS: &str = "
var x: int;
procedure main() { while (x > 0) { x := x + 1; } }
";

fn check(options: &[&str]) -> Output {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("counts.bpl"), COUNTS).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_unhang"));
    command.args(["check", "counts.bpl", "-q"]).args(options).current_dir(folder.path()).output().unwrap()
}

fn is_refused(path: &str, why: &str) {
    for more in [&[][..], &["--engine", "explicit"]] {
        let output = check(&[&["--solver", path][..], more].concat());
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(3), "{text}");
        assert!(text.starts_with("error: --solver: ") && text.contains(path) && text.contains(why), "{text}");
        assert!(output.stdout.is_empty() && text.lines().count() == 1, "{text}");
    }
}

fn finds_the_lasso(path: &str) {
    let output = check(&["--solver", path, "--engine", "sequentialise"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{path}: {text}");
    assert!(text.contains("HANGS (endless loop)"), "{path}: {text}");
}

#[test]
fn what_is_no_solver_is_refused() {
    is_refused("./no/such/solver", "could not be started");
    // It ends at once; it says back what it is told; it reads, and says nothing that makes sense.
    is_refused("true", "is no SMT solver");
    is_refused("cat", "is no SMT solver");
    is_refused("yes", "is no SMT solver");
}

#[test]
fn a_solver_by_any_other_name_will_do() {
    finds_the_lasso("z3");
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("some-solver");
    fs::write(&script, "#!/bin/sh\nexec z3 \"$@\"\n").unwrap();
    assert!(Command::new("chmod").arg("+x").arg(&script).status().unwrap().success());
    finds_the_lasso(&script.to_string_lossy());
}

/// Cvc5 is asked where it is installed.
#[test]
fn cvc5_will_do() {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    if std::env::split_paths(&paths).any(|folder| Path::new(&folder).join("cvc5").is_file()) {
        finds_the_lasso("cvc5");
    }
}

/// What the solver takes counts as well.
#[test]
fn the_solver_keeps_to_the_memory() {
    let output = check(&["--engine", "sequentialise", "--memory", "1"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.contains("UH-MEMORY"), "{text}");
}
