//! A small storm: a few thousand random programs, some of them in C, of which no engine says anything wrong. `cargo xtask storm` tries harder.
#![allow(clippy::unwrap_used)]

use std::time::Duration;

use xtask::storm::{self, Languages, Options, Outcome};

/// How many programs there are in each language. Those in C are compiled first.
const BOOGIE: u64 = 2_000;
const C: u64 = 40;

fn storm(programs: u64, languages: Languages, milliseconds: u64) -> Outcome {
    let folder = tempfile::tempdir().unwrap();
    let time = Duration::from_millis(milliseconds);
    let options = Options { programs, seed: 0, languages, time, keep: folder.path().to_owned() };
    let outcome = storm::run(&options).unwrap();
    assert!(outcome.problems.is_empty(), "{}", outcome.problems.join("\n"));
    outcome
}

#[test]
fn no_engine_contradicts_another_one_nor_the_truth() {
    let tally = storm(BOOGIE, Languages::Boogie, 3).tally;
    assert!(tally.programs_with_truth * 100 >= 45 * BOOGIE, "{tally:?}");
    assert!(tally.programs_answered_twice * 100 >= 25 * BOOGIE, "{tally:?}");
}

#[test]
fn nor_do_they_on_programs_in_c() {
    let tally = storm(C, Languages::C, 10).tally;
    assert!(tally.programs_with_truth * 100 >= 20 * C, "{tally:?}");
    assert!(tally.programs_answered_twice > 0, "{tally:?}");
}

#[test]
fn options_are_read_or_refused() {
    let root = std::path::Path::new(".");
    let options = Options::parse(root, &["--programs", "7", "--seed", "3", "--language", "c", "--time", "9"]).unwrap();
    assert_eq!((options.programs, options.seed, options.languages), (7, 3, Languages::C));
    assert_eq!(options.time, Duration::from_millis(9));
    for wrong in
        [&["--programs"][..], &["--programs", "x"], &["--language", "ada"], &["--fast", "1"], &["--programs", "0"]]
    {
        assert!(Options::parse(root, wrong).is_err(), "{wrong:?}");
    }
}
