//! What the tool prints, word for word, as written in `transcripts/*.md`, in the README and in `docs/GUIDE.md`.
//!
//! Every ```` ```console ```` block whose lines start with `$ unhang`, or with `$ NAME=value unhang`, is run in a folder with the
//! corpus in it and a few odd files, and must print what stands there: standard output, then standard error, then
//! `[exit code N]` unless that is 0. The clang on the path is called `clang`, whatever version it is.
//! In the README and the guide the line with the exit code is left out.
//! With `UNHANG_BLESS` set (`cargo xtask bless`) the blocks are rewritten instead.
#![allow(clippy::unwrap_used)]

mod installed;

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use installed::{clang, write_clang};

const PROMPT: &str = "$ ";

#[test]
fn the_tool_prints_what_is_written() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut documents: Vec<PathBuf> = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .chain(["README.md", "docs/GUIDE.md"].map(|name| root.join(name)).into_iter().filter(|path| path.exists()))
        .collect();
    documents.sort();
    let bless = std::env::var_os("UNHANG_BLESS").is_some();
    let mut differences = Vec::new();
    for path in documents {
        let written = fs::read_to_string(&path).unwrap();
        let is_readme = path.ends_with("README.md") || path.ends_with("GUIDE.md");
        let printed = with_real_outputs(&written, &folder_for(&root), is_readme);
        if bless {
            fs::write(&path, printed).unwrap();
        } else if written != printed {
            differences.push(format!("{} should read:\n{printed}", path.display()));
        }
    }
    assert!(differences.is_empty(), "{}\n`cargo xtask bless` rewrites them", differences.join("\n"));
}

/// A folder to run in: the corpus, the examples, and files that are not what they should be.
fn folder_for(root: &Path) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for name in ["corpus", "examples"] {
        let there = fs::canonicalize(root.join(name)).unwrap();
        std::os::unix::fs::symlink(there, folder.path().join(name)).unwrap();
    }
    fs::write(folder.path().join("empty.bpl"), "").unwrap();
    fs::write(folder.path().join("latin.bpl"), b"procedure caf\xe9() { }\n").unwrap();
    fs::write(folder.path().join("latin-comment.bpl"), b"// caf\xe9\nprocedure main() { }\n").unwrap();
    fs::write(folder.path().join("cut.unhang"), "unhang evidence 1\nproperty finish\n").unwrap();
    let nobody = "unhang evidence 1\nproperty thread=zz\nfairness strong\nsource 0 x.bpl\nexploration 106\nend\n";
    fs::write(folder.path().join("nobody.unhang"), nobody).unwrap();
    fs::write(folder.path().join("garbage.unhang"), b"unhang evidence 1\nproperty \xff\xfe\n").unwrap();
    let changed = fs::read_to_string(root.join("corpus/locks/order-deadlock.bpl")).unwrap();
    fs::write(folder.path().join("changed.bpl"), changed.replace("b := true", "b := false")).unwrap();
    let c = "int main(void)\n{\n  return 0;\n}\n";
    fs::write(folder.path().join("program.c"), c).unwrap();
    fs::write(folder.path().join("broken.c"), c.replace("0;", "0")).unwrap();
    fs::write(folder.path().join("including.c"), format!("#include <queue-of-mine.h>\n{c}")).unwrap();
    fs::write(folder.path().join("notes.txt"), "to do\n").unwrap();
    fs::write(folder.path().join("program"), c).unwrap();
    fs::write(folder.path().join("binary.c"), b"\x7fELF\0\0\n").unwrap();
    let errors: String = (0..30).map(|number| format!("unknown{number} x{number};\n")).collect();
    fs::write(folder.path().join("errors.c"), errors).unwrap();
    let any =
        "int any(void);\nint main(void)\n{\n  int number = any();\n  while ((number | 1) == 2) {}\n  return 0;\n}\n";
    fs::write(folder.path().join("any.c"), any).unwrap();
    write_clang(&folder.path().join("bin"), &format!("exec {} \"$@\"", clang()));
    write_clang(&folder.path().join("old"), "echo 'Debian clang version 11.0.1-2'");
    write_clang(&folder.path().join("other"), "echo 'gcc (Debian 12.2.0-14) 12.2.0'");
    let flags = nobody.replace("source", "flag -DSIZE=3\nflag -DNAME=\"a b\"\nsource").replace("x.bpl", "program.c");
    fs::write(folder.path().join("flags.unhang"), flags).unwrap();
    folder
}

/// The folder, and then the folders on the path.
fn path_with(folder: &Path) -> OsString {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::join_paths(std::iter::once(folder.to_owned()).chain(std::env::split_paths(&path))).unwrap()
}

/// The document with what the commands in it really print.
fn with_real_outputs(document: &str, folder: &tempfile::TempDir, is_readme: bool) -> String {
    let mut result = String::new();
    let mut in_block = false;
    let mut in_output = false;
    for line in document.lines() {
        if line.starts_with("```") {
            in_block = line == "```console";
            in_output = false;
        }
        let words: Vec<&str> = line.strip_prefix(PROMPT).unwrap_or_default().split_whitespace().collect();
        let position = words.iter().position(|word| !word.contains('='));
        let is_command = in_block && position.is_some_and(|position| words[position] == "unhang");
        if in_block && line.starts_with(PROMPT) {
            in_output = is_command;
        }
        if is_command || !in_output {
            result.push_str(line);
            result.push('\n');
        }
        if is_command {
            result.push_str(&output_of(&words, folder.path(), is_readme));
        }
    }
    result
}

fn output_of(words: &[&str], folder: &Path, is_readme: bool) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_unhang"));
    command.current_dir(folder).env("PATH", path_with(&folder.join("bin")));
    let position = words.iter().position(|word| *word == "unhang").unwrap();
    let (settings, arguments) = (&words[..position], &words[position + 1..]);
    command.envs(settings.iter().filter_map(|setting| setting.split_once('=')));
    let output = command.args(arguments).output().unwrap();
    let mut text = String::from_utf8(output.stdout).unwrap();
    text.push_str(&String::from_utf8(output.stderr).unwrap());
    match output.status.code() {
        Some(0) => {}
        _ if is_readme => {}
        code => text.push_str(&format!("[exit code {}]\n", code.unwrap())),
    }
    // Nobody sees blanks at the ends of lines, and editors remove them.
    text.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}
