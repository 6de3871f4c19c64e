//! A short campaign for everything that reads text. `cargo xtask fuzz all` tries harder.
#![allow(clippy::unwrap_used)]

use xtask::fuzz::{self, Options};
use xtask::root;

#[test]
fn damaged_files_do_no_harm() {
    for (name, inputs) in [
        ("boogie", 800),
        ("llvm", 800),
        ("lowering", 60),
        ("evidence", 800),
        ("options", 800),
        ("comments", 800),
        ("expect", 2_000),
    ] {
        let inputs = inputs.to_string();
        let options = Options::parse(&[name, "--inputs", &inputs, "--time", "600", "--seed", "1"]).unwrap();
        let report = fuzz::run(&root::find().unwrap(), &options).unwrap();
        assert!(report.problems.is_empty(), "{}", report.problems.join("\n"));
        let [note] = &report.notes[..] else { panic!("one target has one note") };
        assert!(note.contains(&format!(": {inputs} inputs")) && !note.contains(" 0 of them"), "{note}");
    }
}

#[test]
fn campaigns_that_are_none_are_refused() {
    for wrong in [&[][..], &["nothing"], &["boogie", "--time"], &["boogie", "--time", "x"], &["boogie", "--fast", "1"]]
    {
        assert!(Options::parse(wrong).is_err(), "{wrong:?}");
    }
}
