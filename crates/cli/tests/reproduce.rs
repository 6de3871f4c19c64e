//! `unhang reproduce`: real programs hang as their runs say, or it is said why they do not.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn unhang() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_unhang"));
    command.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
    command
}

/// Evidence that the program does not do what is asked for, in a folder that goes away.
fn evidence(program: &str, options: &[&str]) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.unhang").display().to_string();
    let output = unhang().args(["check", program, "-q", "--evidence", &path]).args(options).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    (folder, path)
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// What is said when the program is built and run.
fn seen(program: &str) -> String {
    let (_folder, path) = evidence(program, &[]);
    let output = unhang().args(["reproduce", &path]).output().unwrap();
    let text = text(&output);
    assert_eq!(output.status.code(), Some(0), "{program}: {text}");
    text
}

const ASLEEP: &str = "seen: the program hangs: all of its threads sleep, and none has moved for a second\n";

#[test]
fn a_deadlock_is_seen_where_its_threads_wait() {
    let text = seen("corpus/c/mutexes/order-deadlock.c");
    let places = "  main#0 in pthread_join at order-deadlock.c:30\n  forward#1 in pthread_mutex_lock at order-deadlock.c:10\n  \
                  backward#2 in pthread_mutex_lock at order-deadlock.c:19\n";
    assert!(text.ends_with(&format!("{ASLEEP}{places}")), "{text}");
}

#[test]
fn a_lost_wake_up_is_seen() {
    let text = seen("corpus/c/conditions/lost-wakeup.c");
    assert!(text.contains(ASLEEP) && text.contains("  waiter#1 in pthread_cond_wait at lost-wakeup.c:9\n"), "{text}");
}

#[test]
fn a_livelock_is_seen_to_go_round() {
    let text = seen("corpus/c/atomics/spin-volatile-pulse.c");
    assert!(text.contains("the program hangs: it has gone round the cycle "), "{text}");
}

#[test]
fn threads_of_the_standard_library_are_followed() {
    let text = seen("corpus/cxx/conditions/lost-notification.cpp");
    assert!(text.contains(ASLEEP), "{text}");
}

#[test]
fn atomics_and_futexes_are_followed() {
    let text = seen("corpus/c/atomics/test-and-set-starves.c");
    assert!(text.contains("the program hangs: it has gone round the cycle "), "{text}");
    let text = seen("corpus/c/futex/wake-forgotten.c");
    assert!(text.contains(ASLEEP) && text.contains(" in futex at wake-forgotten.c:"), "{text}");
}

#[test]
fn values_are_those_of_the_run() {
    let text = seen("corpus/c/process/random-equal.c");
    assert!(text.contains("seen: the program hangs: "), "{text}");
}

#[test]
fn the_program_is_kept_if_that_is_asked_for() {
    let (folder, path) = evidence("corpus/c/mutexes/order-deadlock.c", &[]);
    let binary = folder.path().join("hangs");
    let output = unhang().args(["reproduce", &path, "--output"]).arg(&binary).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    assert!(fs::metadata(&binary).unwrap().len() > 0);
}

#[test]
fn what_cannot_be_built_is_refused() {
    let (_folder, path) = evidence("corpus/papers/mutant-1b.bpl", &[]);
    let output = unhang().args(["reproduce", &path]).output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(text(&output).contains("is no C or C++"), "{}", text(&output));
    let (_folder, path) = evidence("corpus/c/memory/double-free.c", &[]);
    let output = unhang().args(["reproduce", &path]).output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(text(&output).contains("about a failure"), "{}", text(&output));
}

#[test]
fn time_is_kept_and_nothing_is_claimed() {
    let (_folder, path) = evidence("corpus/c/mutexes/order-deadlock.c", &[]);
    let output = unhang().args(["reproduce", &path, "--time", "1ms"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", text(&output));
    assert!(!text(&output).contains("seen: the program hangs"), "{}", text(&output));
}
