//! Words that belong into some places only, or nowhere.

use std::fs;
use std::path::Path;

use anyhow::Result;

use crate::root;
use crate::tidy::source::Source;

/// A word, and where it may stand.
struct Law {
    words: &'static [&'static str],
    /// Paths, as seen from the root, begin with one of these.
    allowed: &'static [&'static str],
    why: &'static str,
}

const LAWS: &[Law] = &[
    Law {
        words: &["std::fs", "std::env"],
        allowed: &["crates/cli/", "xtask/"],
        why: "files and the environment belong to cli and xtask",
    },
    Law {
        words: &["std::io"],
        allowed: &[
            "crates/cli/",
            "xtask/",
            "crates/frontend/src/compiler/run.rs",
            "crates/frontend/src/reproduction/watch.rs",
            "crates/solver/",
        ],
        why: "files belong to cli and xtask, the pipes of child processes to those who start them",
    },
    Law {
        words: &["std::process"],
        allowed: &["crates/cli/", "xtask/", "crates/frontend/", "crates/solver/"],
        why: "child processes belong to frontend and solver, exit codes to cli",
    },
    Law {
        words: &["Instant", "SystemTime"],
        allowed: &["crates/engine/src/budget.rs", "xtask/src/bench"],
        why: "the clock belongs to engine::budget",
    },
    Law {
        words: &["clang", "LLVM", "llvm", "rustc"],
        allowed: &["crates/frontend/", "xtask/src/fuzz/", "xtask/src/bench/all/machine.rs"],
        why: "only frontend knows compilers, and what feeds it or tells their versions",
    },
    Law { words: &["todo!", "unimplemented!", "dbg!"], allowed: &[], why: "nothing is left undone" },
    Law { words: &["anyhow"], allowed: &["crates/cli/", "xtask/"], why: "errors below the edge are precise types" },
];

/// Attributes that hide a test which does not pass.
const HIDING: &[&str] = &["ignore", "should_panic"];

/// Folders of somebody's machine, written without their slashes so that this file does not break its own law.
const MACHINE_FOLDERS: &[&str] = &["home", "root", "work", "Users"];

/// Words of the file's code that stand where they should not.
pub fn check(source: &Source) -> Vec<String> {
    let mut problems = Vec::new();
    for (index, line) in source.code.iter().enumerate() {
        for law in LAWS {
            let is_allowed = law.allowed.iter().any(|place| source.path.starts_with(place));
            if let Some(word) = law.words.iter().find(|word| has_word(line, word)).filter(|_| !is_allowed) {
                problems.push(format!("{}:{}: `{word}`: {}", source.path, index + 1, law.why));
            }
        }
    }
    for (index, line) in source.text.lines().enumerate() {
        let hides = |name: &&&str| line.trim_start().starts_with(&format!("#[{name}"));
        if let Some(name) = HIDING.iter().find(hides) {
            problems.push(format!(
                "{}:{}: `{name}`: a test passes, or it is in corpus/wishlist",
                source.path,
                index + 1
            ));
        }
    }
    problems
}

/// Whether the word occurs, and not as part of a longer one.
fn has_word(line: &str, word: &str) -> bool {
    let belongs = |character: char| character.is_alphanumeric() || character == '_';
    line.match_indices(word).any(|(start, _)| {
        let begins = !line[..start].ends_with(belongs);
        let ends = !word.ends_with(belongs) || !line[start + word.len()..].starts_with(belongs);
        begins && ends
    })
}

/// Paths that exist on one machine only, in any text of the project.
pub fn check_paths(root: &Path) -> Result<Vec<String>> {
    let mut problems = Vec::new();
    for path in root::files(root, &[".rs", ".toml", ".md", ".yml", ".bpl", ".c", ".cpp", ".h", "Makefile"])? {
        let text = fs::read_to_string(&path)?;
        for (index, line) in text.lines().enumerate() {
            if let Some(folder) = MACHINE_FOLDERS.iter().find(|folder| names_folder(line, folder)) {
                let path = root::relative(root, &path);
                problems.push(format!("{path}:{}: `{folder}`: a folder of somebody's machine", index + 1));
            }
        }
    }
    Ok(problems)
}

/// Whether an absolute path in the line starts with the folder.
fn names_folder(line: &str, folder: &str) -> bool {
    let starts_path = |start: usize| {
        !line[..start].ends_with(|character: char| character.is_alphanumeric() || "._-*}>)".contains(character))
    };
    line.match_indices(&format!("/{folder}/")).any(|(start, _)| starts_path(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(path: &str, text: &str) -> usize {
        check(&Source::new(path.into(), text.into())).len()
    }

    #[test]
    fn words_out_of_place_are_found() {
        assert_eq!(problems("crates/check/src/a.rs", "use std::fs;\nuse std::time::Instant;\n"), 2);
        assert_eq!(problems("crates/cli/src/a.rs", "use std::fs;\n"), 0);
        assert_eq!(problems("crates/engine/src/budget.rs", "use std::time::Instant;\n"), 0);
        assert_eq!(problems("crates/check/src/a.rs", "// std::fs, clang\nlet a = \"LLVM\";\n"), 0);
        assert_eq!(problems("crates/check/src/a.rs", "use rustc_hash::FxHashMap;\n"), 0);
        assert_eq!(problems("crates/check/src/a.rs", "fn clang() { todo!() }\n"), 2);
    }

    #[test]
    fn hidden_tests_are_found() {
        let text = format!("#[test]\n#[{}]\nfn a() {{}}\n#[{}(x)]\n", HIDING[0], HIDING[1]);
        assert_eq!(problems("crates/check/tests/a.rs", &text), 2);
    }

    #[test]
    fn folders_of_a_machine_are_found() {
        let folder = MACHINE_FOLDERS[0];
        assert!(names_folder(&format!("see /{folder}/me/a.rs"), folder));
        assert!(!names_folder(&format!("see docs/{folder}/a.rs"), folder));
    }
}
