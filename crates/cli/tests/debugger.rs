//! `unhang replay` as a debugger: what is typed, and what is shown.
#![allow(clippy::unwrap_used)]

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

fn unhang() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_unhang"));
    command.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
    command
}

/// Evidence that the program hangs, in a folder that goes away.
fn evidence(program: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.unhang").display().to_string();
    let output = unhang().args(["check", program, "-q", "--evidence", &path]).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    (folder, path)
}

/// What is shown to somebody who types these lines.
fn typed(program: &str, lines: &[&str]) -> String {
    let (_folder, path) = evidence(program);
    let mut command = unhang();
    command.args(["replay", "--interactive", &path]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    String::from_utf8(output.stdout).unwrap()
}

/// What is shown after each line, without the prompt.
fn answers(program: &str, lines: &[&str]) -> Vec<String> {
    let text = typed(program, lines);
    let parts: Vec<String> = text.split("(unhang) ").skip(1).map(str::to_owned).collect();
    assert_eq!(parts.len(), lines.len(), "{text}");
    parts.iter().zip(lines).map(|(part, line)| part.strip_prefix(&format!("{line}\n")).unwrap().to_owned()).collect()
}

const DEADLOCK: &str = "corpus/c/mutexes/order-deadlock.c";
const LIVELOCK: &str = "corpus/papers/mutant-1b.bpl";

#[test]
fn a_deadlock_is_stepped_through() {
    let told = answers(DEADLOCK, &["step", "", "next", "end", "threads", "locks", "back", "previous", "start", "quit"]);
    assert!(told[0].starts_with("after 1 of 4\n") && told[0].contains("forward#1 starts"), "{}", told[0]);
    assert!(told[1].starts_with("after 2 of 4\n"), "an empty line repeats: {}", told[1]);
    assert!(
        told[2].starts_with("after 3 of 4\n") && told[2].contains("next backward#2  order-deadlock.c:18"),
        "{}",
        told[2]
    );
    assert!(told[3].contains("no thread can step"), "{}", told[3]);
    let threads = "  main#0 waits at order-deadlock.c:30: pthread_join(first, NULL); (forward#1 has not finished)\n";
    assert!(told[4].starts_with(threads), "{}", told[4]);
    let locks = "  forward#1 holds mutex a\n  backward#2 holds mutex b\n";
    assert!(told[5].starts_with(locks) && told[5].contains("forward#1 waits for backward#2"), "{}", told[5]);
    assert!(told[6].starts_with("after 3 of 4\n") && told[7].starts_with("after 2 of 4\n"), "{told:?}");
    assert!(told[8].starts_with("after 0 of 4\n") && told[9].is_empty(), "{told:?}");
}

#[test]
fn breakpoints_stop_in_front_of_lines() {
    let lines = [
        "break 18",
        "break order-deadlock.c:2",
        "break no.c:3",
        "break",
        "continue",
        "continue",
        "delete 1",
        "delete 7",
        "delete",
    ];
    let told = answers(DEADLOCK, &lines);
    assert_eq!(told[0], format!("breakpoint 1 at {DEADLOCK}:18\n"));
    assert_eq!(told[1], format!("breakpoint 2 at {DEADLOCK}:2; no step of this run is there\n"));
    assert_eq!(told[2], "the program has no file `no.c`\n");
    assert_eq!(told[3], format!("breakpoint 1 at {DEADLOCK}:18\nbreakpoint 2 at {DEADLOCK}:2\n"));
    assert!(told[4].starts_with("breakpoint 1\nafter 3 of 4\n"), "{}", told[4]);
    assert!(told[5].starts_with("no breakpoint comes before the end\nafter 4 of 4\n"), "{}", told[5]);
    assert_eq!(told[6..], ["1 breakpoint deleted\n", "there is no breakpoint 7\n", "1 breakpoint deleted\n"]);
}

#[test]
fn a_cycle_is_gone_round() {
    let told = answers(LIVELOCK, &["cycle", "print g", "end", "step", "back", "back 4", "goto 99", "print h", "jump"]);
    assert!(told[0].starts_with("after 3 of 7, where the cycle begins (turn 1)\n"), "{}", told[0]);
    assert_eq!(told[1], "  g = true\n");
    assert!(
        told[2].starts_with("after 7 of 7, in the cycle (turn 1)\n") && told[2].contains("next Thread1#1"),
        "{}",
        told[2]
    );
    assert!(told[3].starts_with("after 4 of 7, in the cycle (turn 2)\n"), "{}", told[3]);
    assert!(told[4].starts_with("after 7 of 7, in the cycle (turn 1)\n"), "{}", told[4]);
    assert!(told[5].starts_with("after 3 of 7"), "{}", told[5]);
    assert_eq!(told[6], "there are only 7 steps\n");
    assert_eq!(told[7], "no variable `h` has a value here; these have one: g\n");
    assert_eq!(told[8], "there is no command `jump`; `help` lists them\n");
}

#[test]
fn the_source_is_shown_with_threads_at_their_lines() {
    let told = answers(DEADLOCK, &["end", "list 10", "list 999", "help"]);
    assert!(told[1].contains("     1>    10    pthread_mutex_lock(&b);\n"), "{}", told[1]);
    assert!(told[2].contains(" lines\n"), "{}", told[2]);
    assert!(told[3].contains("an empty line repeats the last one"), "{}", told[3]);
}

#[test]
fn without_a_terminal_the_run_is_printed() {
    let (_folder, path) = evidence(DEADLOCK);
    for options in [&[][..], &["--batch"]] {
        let output = unhang().args(["replay", &path]).args(options).stdin(Stdio::null()).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.contains("initial state\n") && text.ends_with("no thread can step\n"), "{text}");
    }
    let both = unhang().args(["replay", &path, "--batch", "--interactive"]).output().unwrap();
    assert_eq!(both.status.code(), Some(3));
}
