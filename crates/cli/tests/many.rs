//! Folders: each program in them is checked by itself, and comments in them say what is expected.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

const PROVED: &str = "procedure main() { }\n";
const ENDLESS: &str = "procedure main() { while (true) { } }\n";
const SLOW: &str = "var x: [int]int;
procedure C(me: int) { var i: int; i := 0; while (i < 90000) { x[me] := x[me] + 1; i := i + 1; } }
procedure main() { x[0] := 0; x[1] := 0; x[2] := 0; fork 0 C(0); fork 1 C(1); fork 2 C(2); join 0; join 1; join 2; }\n";

fn folder(files: &[(&str, String)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

fn unhang(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_unhang"));
    command.current_dir(folder).arg("check").args(arguments);
    command
}

/// What is printed, and the exit code.
fn checked(folder: &Path, arguments: &[&str]) -> (String, i32) {
    let output = unhang(folder, arguments).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
    (text, output.status.code().unwrap())
}

#[test]
fn each_program_is_checked_by_itself() {
    let folder = folder(&[
        ("a.bpl", PROVED.to_owned()),
        ("deeper/b.bpl", ENDLESS.to_owned()),
        (".hidden/c.bpl", "nonsense".to_owned()),
        ("notes.txt", "to do".to_owned()),
    ]);
    let (text, code) = checked(folder.path(), &[".", "-j", "2"]);
    let expected = "\
./a.bpl: FINISHES: every strongly fair run completes (1 state explored)
./deeper/b.bpl: HANGS (endless loop): main#0 can run for ever under a strongly fair scheduler (line 1); no schedule can end it any more

  ./a.bpl         finish strong  proved
  ./deeper/b.bpl  finish strong  refuted lasso
1 proved, 1 refuted, 0 unknown
";
    assert_eq!((text.as_str(), code), (expected, 1));
    let (text, code) = checked(folder.path(), &["a.bpl", "--each", "-q"]);
    assert_eq!((text.as_str(), code), ("1 proved, 0 refuted, 0 unknown\n", 0));
    let (text, _) = checked(folder.path(), &["deeper", "-v"]);
    assert!(text.contains("cycle (repeats for ever)"), "{text}");
}

#[test]
fn the_worst_answer_is_the_exit_code() {
    let folder = folder(&[
        ("proved/a.bpl", PROVED.to_owned()),
        ("unknown/a.bpl", PROVED.to_owned()),
        ("unknown/b.bpl", SLOW.to_owned()),
        ("refuted/b.bpl", SLOW.to_owned()),
        ("refuted/c.bpl", ENDLESS.to_owned()),
        ("wrong/c.bpl", ENDLESS.to_owned()),
        ("wrong/d.bpl", "procedure main() { x := 1; }\n".to_owned()),
        ("empty/notes.txt", "to do".to_owned()),
    ]);
    for (name, expected) in [("proved", 0), ("unknown", 2), ("refuted", 1), ("wrong", 3), ("empty", 3), ("none", 3)] {
        let (text, code) = checked(folder.path(), &[name, "--max-states", "100", "--engine", "explicit"]);
        assert_eq!(code, expected, "{name}: {text}");
    }
    let (text, code) = checked(folder.path(), &["proved", "--html", "page.html"]);
    assert!(code == 3 && text.contains("--html is for one program"), "{text}");
}

#[test]
fn comments_say_what_is_expected() {
    let folder = folder(&[
        ("met.bpl", format!("// unhang: expect refuted lasso\n// unhang: expect exit - refuted trap\n{ENDLESS}")),
        ("options.bpl", format!("// unhang: expect unknown UH-STATES with --max-states 10 --engine explicit\n{SLOW}")),
        ("rejected.bpl", "// unhang: expect rejected there is no variable\nprocedure main() { x := 1; }\n".to_owned()),
        (
            "two.bpl",
            format!(
                "// unhang: files parts/other.bpl\n// unhang: expect proved\n{}",
                "procedure main() { call other(); }\n"
            ),
        ),
        ("parts/other.bpl", "procedure other() { }\n".to_owned()),
    ]);
    let (text, code) = checked(folder.path(), &["."]);
    assert!(code == 0 && text.ends_with("all 5 expectations met\n"), "{code}: {text}");
    fs::write(folder.path().join("unmet.bpl"), format!("// unhang: expect proved\n{ENDLESS}")).unwrap();
    let (text, code) = checked(folder.path(), &[".", "-q"]);
    assert_eq!(code, 1);
    assert!(text.contains("NOT AS EXPECTED: expected proved, got refuted lasso"), "{text}");
    assert!(text.ends_with("1 of 6 expectations not met\n"), "{text}");
    fs::write(folder.path().join("unmet.bpl"), format!("// unhang: expects proved\n{ENDLESS}")).unwrap();
    let (text, code) = checked(folder.path(), &["."]);
    assert!(code == 3 && text.contains("unmet.bpl:1: error: `unhang: expects`"), "{text}");
}

#[test]
fn words_that_are_also_the_name_of_the_folder_keep_their_meaning() {
    let program = "int main(int count, char **words) { while (count > 1 && words[1][0] == 'p') { } return 0; }\n";
    let folder = folder(&[("programs/a.c", program.to_owned())]);
    let (text, code) = checked(folder.path(), &["--argument", "programs", "programs"]);
    assert!(code == 1 && text.contains("HANGS (endless loop)"), "{code}: {text}");
    let (text, code) = checked(folder.path(), &["--argument", "quiet", "programs"]);
    assert!(code == 0 && text.contains("FINISHES"), "{code}: {text}");
    let both =
        format!("// unhang: options --argument=programs\n// unhang: expect refuted with --fairness weak\n{program}");
    fs::write(folder.path().join("programs/a.c"), both).unwrap();
    let (text, code) = checked(folder.path(), &["programs"]);
    assert!(code == 0 && text.contains("all 1 expectations met"), "{code}: {text}");
}

/// Lets it work for a while, interrupts it, and waits for its end: what it prints, and the exit code.
fn interrupted(folder: &Path, arguments: &[&str]) -> (String, i32) {
    let mut process = unhang(folder, arguments).stdout(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(1500));
    let signalled = Command::new("kill").args(["-INT", &process.id().to_string()]).status().unwrap();
    assert!(signalled.success());
    let mut text = String::new();
    process.stdout.take().unwrap().read_to_string(&mut text).unwrap();
    (text, process.wait().unwrap().code().unwrap())
}

#[test]
fn an_interruption_leaves_what_is_known() {
    let folder = folder(&[("a.bpl", PROVED.to_owned()), ("b.bpl", SLOW.to_owned())]);
    let (text, code) = interrupted(folder.path(), &["b.bpl", "-q", "--engine", "explicit"]);
    assert!(code == 2 && text.starts_with("b.bpl: UNKNOWN: interrupted before there was an answer"), "{code}: {text}");
    assert!(text.contains("explicit: ") && text.contains("[UH-INTERRUPTED]"), "{text}");
    let (text, code) = interrupted(folder.path(), &[".", "-j", "1", "--engine", "explicit"]);
    assert!(code == 2 && text.contains("./a.bpl: FINISHES"), "{code}: {text}");
    assert!(text.contains("1 proved, 0 refuted, 1 unknown"), "{text}");
    let (text, code) = interrupted(folder.path(), &["b.bpl", "-q", "--plan", "race", "--property", "terminate"]);
    assert!(code == 0 || code == 2 && text.contains("[UH-INTERRUPTED]"), "{code}: {text}");
    let (text, code) = interrupted(folder.path(), &[".", "--engine", "explicit", "--format", "json"]);
    assert!(code == 2 && text.contains("UH-INTERRUPTED") && text.trim_end().ends_with('}'), "{code}: {text}");
}

#[test]
fn the_manual_and_completions_are_there() {
    let run = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_unhang")).args(arguments).output().unwrap();
        (String::from_utf8(output.stdout).unwrap(), output.status.code().unwrap())
    };
    let (page, code) = run(&["man"]);
    assert!(code == 0 && page.contains(".TH unhang 1") && page.contains("unhang\\-check(1)"), "{page}");
    let (page, code) = run(&["man", "check"]);
    assert!(code == 0 && page.contains("\\-\\-property"), "{page}");
    assert_eq!(run(&["man", "chek"]).1, 3);
    for shell in ["bash", "zsh", "fish"] {
        let (text, code) = run(&["completions", shell]);
        assert!(code == 0 && text.contains("sequentialise") && text.contains("html"), "{shell}");
    }
}
