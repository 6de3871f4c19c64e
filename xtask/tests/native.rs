//! Programs that are proved to finish do so when they are run with delays; one that hangs is seen to. `cargo xtask native` runs all.
#![allow(clippy::unwrap_used)]

use std::time::Duration;

use xtask::corpus::native::{self, LIMIT, Options};
use xtask::root;

fn options(part: &str, runs: u64, word: &'static str) -> Options {
    Options { part: part.to_owned(), runs, seed: 0, word, limit: LIMIT }
}

#[test]
fn programs_that_are_proved_to_finish_end() {
    let root = root::find().unwrap();
    for part in ["corpus/c/semaphores/", "corpus/c/barriers/", "corpus/cxx/conditions/"] {
        let tally = native::run(&root, &options(part, 3, "proved")).unwrap();
        assert!(tally.problems().is_empty() && tally.programs > 0, "{part}: {tally:?}");
    }
}

#[test]
fn a_program_that_hangs_is_seen_to() {
    let root = root::find().unwrap();
    let options = Options { limit: Duration::from_secs(3), ..options("corpus/c/mutexes/relock-normal", 1, "refuted") };
    let tally = native::run(&root, &options).unwrap();
    assert!(tally.contradictions.len() == 1 && tally.contradictions[0].contains("has not ended"), "{tally:?}");
}

#[test]
fn what_a_program_leaves_open_is_given_a_value() {
    let root = root::find().unwrap();
    let tally = native::run(&root, &options("corpus/c/svcomp/nondet", 5, "proved")).unwrap();
    assert!(tally.problems().is_empty(), "{tally:?}");
}

#[test]
fn options_are_read_or_refused() {
    let read = Options::parse(&["mutexes", "--runs", "7", "--seed", "3"]).unwrap();
    assert_eq!((read.part.as_str(), read.runs, read.seed), ("mutexes", 7, 3));
    for wrong in [&["--runs"][..], &["--runs", "x"], &["--runs", "0"], &["--fast"], &["a", "b"]] {
        assert!(Options::parse(wrong).is_err(), "{wrong:?}");
    }
}
