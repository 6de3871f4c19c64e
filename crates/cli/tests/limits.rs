//! Limits are kept, and whoever stops reading is no reason to panic.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// A program with far too many states.
const LARGE: &str = "
var x: [int]int;
procedure Count(me: int) { while (x[me] < 1000) { x[me] := x[me] + 1; assume x[0] >= 0; } }
procedure main()
{
  x[0] := 0; x[1] := 0; x[2] := 0;
  fork 0 Count(0); fork 1 Count(1); fork 2 Count(2);
  join 0; join 1; join 2;
}
";

fn check_large(options: &[&str]) -> Output {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("large.bpl"), LARGE).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_unhang"));
    command.args(["check", "large.bpl", "-q"]).args(options).current_dir(folder.path()).output().unwrap()
}

fn gives_up(options: &[&str], code: &str) {
    let output = check_large(options);
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.starts_with("large.bpl: UNKNOWN: ") && text.contains(code), "{text}");
    assert!(output.stderr.is_empty(), "there is no progress line without a terminal");
}

#[test]
fn every_limit_ends_the_search() {
    gives_up(&["--max-states", "5000"], "UH-STATES");
    gives_up(&["--memory", "1"], "UH-MEMORY");
    let start = Instant::now();
    gives_up(&["--time", "1"], "UH-TIME");
    assert!(start.elapsed() < Duration::from_millis(2500), "{:?}", start.elapsed());
    gives_up(&["--memory", "1.5MiB"], "the memory of 1.5 MiB was used up");
    gives_up(&["--time", "50ms"], "the time of 0.05 s was used up");
}

/// A program that takes long to read: many variables, each of which is looked at in many places.
fn long() -> String {
    let declarations: String = (0..6000).map(|n| format!("var v{n}: int;\n")).collect();
    let statements: String = (0..6000).map(|n| format!("  v{n} := v{} + 1;\n", n * 7 % 6000)).collect();
    let procedures: String = (0..3000).map(|n| format!("procedure p{n}() {{ v{n} := v{}; }}\n", n + 1)).collect();
    format!("{declarations}{procedures}procedure main()\n{{\n  while (*) {{\n{statements}  }}\n}}\n")
}

#[test]
fn the_time_covers_the_reading_of_the_program() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("long.bpl"), long()).unwrap();
    let run = |words: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_unhang"));
        let start = Instant::now();
        let output = command.args(words).current_dir(folder.path()).output().unwrap();
        assert!(start.elapsed() < Duration::from_secs(30), "{:?}", start.elapsed());
        (output.status.code(), String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    let expected = "long.bpl: UNKNOWN: the time of 0.01 s was used up before the program was read [UH-TIME]\n";
    let found = run(&["check", "long.bpl", "-q", "--time", "10ms"]);
    assert_eq!(found, (Some(2), expected.to_owned(), String::new()));
    let (code, text, _) = run(&["check", "long.bpl", "--format", "json", "--time", "10ms", "--property", "thread=p1"]);
    assert!(code == Some(2) && text.contains("\"UH-TIME\""), "{text}");
}

#[test]
fn a_run_that_was_found_is_told_whatever_the_limit_on_states() {
    let folder = tempfile::tempdir().unwrap();
    // A thread that is alone settles after many steps, so that it takes a long loop to come to many states.
    let text = "var x: int; procedure main() { x := 0; while (x < 2600) { x := x + 1; } assume false; }";
    fs::write(folder.path().join("stop.bpl"), text).unwrap();
    let answer = |states: usize| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_unhang"));
        command.args(["check", "stop.bpl", "-q", "--max-states", &states.to_string()]).current_dir(folder.path());
        command.output().unwrap().status.code()
    };
    let answers: Vec<Option<i32>> = (1..60).map(answer).collect();
    let first = answers.iter().position(|code| *code == Some(1)).unwrap();
    assert!(first > 30 && answers[..first].iter().all(|code| *code == Some(2)), "{answers:?}");
    assert!(answers[first..].iter().all(|code| *code == Some(1)), "{answers:?}");
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("large.bpl"), LARGE).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_unhang"));
    command.args(["dump", "--ir", "large.bpl"]).current_dir(folder.path());
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
}

#[test]
fn an_evidence_file_is_tested_before_the_work_and_left_alone_without_evidence() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("saved.unhang");
    let name = path.to_str().unwrap();
    let output = check_large(&["--max-states", "10", "--evidence", name]);
    let note = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), path.exists()), (Some(2), false));
    assert_eq!(note, format!("note: there is no evidence to save, so {name} is not written\n"));
    fs::write(&path, "older").unwrap();
    let output = check_large(&["--max-states", "10", "--evidence", name]);
    let note = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), fs::read_to_string(&path).unwrap().as_str()), (Some(2), "older"));
    assert_eq!(note, format!("note: there is no evidence to save, so {name} stays as it was\n"));
    let output = check_large(&["--evidence", folder.path().to_str().unwrap()]);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(3), 0));
}
