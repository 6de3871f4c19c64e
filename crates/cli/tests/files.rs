//! Files that are too large, cannot be read, or cannot be written: one clear message each, and exit code 3.
#![allow(clippy::unwrap_used)]

use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// A program that finishes.
const GOOD: &str = "var x: int; procedure main() { x := 1; }\n";

/// As large as nothing that people write.
const HUNDRED_MEGABYTES: usize = 100_000_000;

fn run(folder: &Path, words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_unhang")).args(words).current_dir(folder).output().unwrap()
}

/// The one line on the standard error, of a run that ends with exit code 3; what it prints besides is its second part.
fn refused(output: Output) -> (String, String) {
    let (told, said) = (String::from_utf8(output.stderr).unwrap(), String::from_utf8(output.stdout).unwrap());
    assert_eq!(output.status.code(), Some(3), "{told}{said}");
    assert!(told.len() < 3_000 && said.len() < 3_000, "{}", &told[..300]);
    (told.lines().next().unwrap_or_default().to_owned(), said)
}

#[test]
fn links_are_followed_or_complained_about() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("good.bpl"), GOOD).unwrap();
    symlink("good.bpl", at("link.bpl")).unwrap();
    symlink("nothing.bpl", at("nowhere.bpl")).unwrap();
    symlink("round.bpl", at("round.bpl")).unwrap();
    assert_eq!(run(folder.path(), &["check", "link.bpl"]).status.code(), Some(0));
    for command in ["check", "verify", "replay"] {
        let (told, said) = refused(run(folder.path(), &[command, "nowhere.bpl"]));
        assert_eq!(
            (told.starts_with("nowhere.bpl: error: cannot be read: No such file"), said.len()),
            (true, 0),
            "{told}"
        );
        let (told, said) = refused(run(folder.path(), &[command, "round.bpl"]));
        assert_eq!(
            (told.starts_with("round.bpl: error: cannot be read: Too many levels"), said.len()),
            (true, 0),
            "{told}"
        );
    }
    // A folder with a link to itself is searched once.
    let inner = at("inner");
    fs::create_dir(&inner).unwrap();
    fs::write(inner.join("good.bpl"), GOOD).unwrap();
    symlink(".", inner.join("again")).unwrap();
    let told = String::from_utf8(run(folder.path(), &["check", "inner"]).stdout).unwrap();
    assert!(told.ends_with("1 proved, 0 refuted, 0 unknown\n"), "{told}");
}

/// Permissions do not keep everybody from reading, but nobody reads the memory of a process from its beginning.
#[test]
fn files_that_cannot_be_read_are_complained_about() {
    let folder = tempfile::tempdir().unwrap();
    symlink("/proc/self/mem", folder.path().join("memory.bpl")).unwrap();
    let (told, _) = refused(run(folder.path(), &["check", "memory.bpl"]));
    assert!(told.starts_with("memory.bpl: error: cannot be read: "), "{told}");
    let (told, _) = refused(run(folder.path(), &["verify", "memory.bpl"]));
    assert!(told.starts_with("memory.bpl: error: cannot be read: "), "{told}");
}

#[test]
fn full_disks_are_complained_about() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("good.bpl"), GOOD).unwrap();
    for option in ["--evidence", "--html"] {
        let (told, said) = refused(run(folder.path(), &["check", "good.bpl", "-q", option, "/dev/full"]));
        assert!(told.starts_with("/dev/full: error: cannot be written: No space left"), "{told}");
        assert!(said.starts_with("good.bpl: FINISHES"), "the answer is told all the same: {said}");
    }
    let commands: [&[&str]; 6] = [
        &["check", "good.bpl"],
        &["check", "good.bpl", "--format", "json"],
        &["dump", "--ir", "good.bpl"],
        &["header"],
        &["man"],
        &["completions", "bash"],
    ];
    for words in commands {
        let full = Stdio::from(File::options().write(true).open("/dev/full").unwrap());
        let mut command = Command::new(env!("CARGO_BIN_EXE_unhang"));
        let output = command.args(words).current_dir(folder.path()).stdout(full).output().unwrap();
        let (told, _) = refused(output);
        assert!(told.starts_with("error: standard output cannot be written: No space left"), "{words:?}: {told}");
    }
}

#[test]
fn files_of_a_hundred_megabytes_are_read_or_refused() {
    let folder = tempfile::tempdir().unwrap();
    let told = |name: &str, text: String, words: &[&str]| {
        fs::write(folder.path().join(name), text).unwrap();
        let output = run(folder.path(), &[words, &[name]].concat());
        fs::remove_file(folder.path().join(name)).unwrap();
        output
    };
    let word = told("word.bpl", "a".repeat(HUNDRED_MEGABYTES), &["check"]);
    assert!(refused(word).0.starts_with("word.bpl:1:1: error: expected a declaration, found `aaa"));
    let symbols = told("symbols.bpl", "(".repeat(HUNDRED_MEGABYTES), &["check"]);
    let expected = "symbols.bpl:1:20000001: error: a file of more than 20,000,000 words and symbols is too long";
    assert_eq!(refused(symbols).0, expected);
    let comments = format!("{}{GOOD}", "// nothing\n".repeat(HUNDRED_MEGABYTES / 11));
    assert_eq!(told("comments.bpl", comments, &["check", "-q"]).status.code(), Some(0));
    let number = format!("procedure main() {{ assume {} > 0; }}", "9".repeat(HUNDRED_MEGABYTES));
    assert!(refused(told("number.bpl", number, &["check"])).0.ends_with("error: a number of more than 5,000 digits"));
    let evidence = format!("unhang evidence 1\n{}", "a".repeat(HUNDRED_MEGABYTES));
    assert!(refused(told("large.unhang", evidence, &["verify"])).0.starts_with("large.unhang: error: line "));
    let instructions = format!("define i32 @main() {{\n{}}}\n", "  %a = add i32 1, 2\n".repeat(HUNDRED_MEGABYTES / 20));
    assert!(
        refused(told("large.ll", instructions, &["check"])).0.starts_with("large.ll:3:3: error: `%a` is defined twice")
    );
}
