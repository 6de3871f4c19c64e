//! What the tool prints, word for word, as written in `transcripts/*.md` and in the README.
//!
//! Every ```` ```console ```` block whose lines start with `$ unhang` is run in a folder with the corpus in it and a few odd files,
//! and must print what stands there: standard output, then standard error, then `[exit code N]` unless that is 0.
//! In the README the line with the exit code is left out.
//! With `UNHANG_BLESS` set (`cargo xtask bless`) the blocks are rewritten instead.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const PROMPT: &str = "$ unhang";

#[test]
fn the_tool_prints_what_is_written() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut documents: Vec<PathBuf> = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .chain([root.join("README.md")].into_iter().filter(|readme| readme.exists()))
        .collect();
    documents.sort();
    let bless = std::env::var_os("UNHANG_BLESS").is_some();
    let mut differences = Vec::new();
    for path in documents {
        let written = fs::read_to_string(&path).unwrap();
        let is_readme = path.ends_with("README.md");
        let printed = with_real_outputs(&written, &folder_for(&root), is_readme);
        if bless {
            fs::write(&path, printed).unwrap();
        } else if written != printed {
            differences.push(format!("{} should read:\n{printed}", path.display()));
        }
    }
    assert!(differences.is_empty(), "{}\n`cargo xtask bless` rewrites them", differences.join("\n"));
}

/// A folder to run in: the corpus, and files that are not what they should be.
fn folder_for(root: &Path) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink(fs::canonicalize(root.join("corpus")).unwrap(), folder.path().join("corpus")).unwrap();
    fs::write(folder.path().join("empty.bpl"), "").unwrap();
    fs::write(folder.path().join("latin.bpl"), b"procedure caf\xe9() { }\n").unwrap();
    fs::write(folder.path().join("latin-comment.bpl"), b"// caf\xe9\nprocedure main() { }\n").unwrap();
    fs::write(folder.path().join("cut.unhang"), "unhang evidence 1\nproperty finish\n").unwrap();
    let nobody = "unhang evidence 1\nproperty thread=zz\nfairness strong\nsource 0 x.bpl\nexploration 106\nend\n";
    fs::write(folder.path().join("nobody.unhang"), nobody).unwrap();
    fs::write(folder.path().join("garbage.unhang"), b"unhang evidence 1\nproperty \xff\xfe\n").unwrap();
    let changed = fs::read_to_string(root.join("corpus/locks/order-deadlock.bpl")).unwrap();
    fs::write(folder.path().join("changed.bpl"), changed.replace("b := true", "b := false")).unwrap();
    folder
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
        let is_command = in_block && line.starts_with(PROMPT);
        if in_block && line.starts_with("$ ") {
            in_output = is_command;
        }
        if is_command || !in_output {
            result.push_str(line);
            result.push('\n');
        }
        if is_command {
            result.push_str(&output_of(&line[PROMPT.len()..], folder.path(), is_readme));
        }
    }
    result
}

fn output_of(arguments: &str, folder: &Path, is_readme: bool) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_unhang"));
    let output = command.args(arguments.split_whitespace()).current_dir(folder).output().unwrap();
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
