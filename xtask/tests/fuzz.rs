//! A short campaign for everything that reads text. `cargo xtask fuzz all` tries harder.
#![allow(clippy::unwrap_used)]

use xtask::fuzz::{self, Options};
use xtask::root;

#[test]
fn damaged_files_do_no_harm() {
    let options = Options::parse(&["all", "--inputs", "1500", "--time", "600", "--seed", "1"]).unwrap();
    let report = fuzz::run(&root::find().unwrap(), &options).unwrap();
    assert!(report.problems.is_empty(), "{}", report.problems.join("\n"));
    assert!(
        report.notes.iter().all(|note| note.contains(": 1500 inputs") && !note.contains(" 0 of them")),
        "{:?}",
        report.notes
    );
}

#[test]
fn campaigns_that_are_none_are_refused() {
    for wrong in [&[][..], &["nothing"], &["boogie", "--time"], &["boogie", "--time", "x"], &["boogie", "--fast", "1"]]
    {
        assert!(Options::parse(wrong).is_err(), "{wrong:?}");
    }
}
