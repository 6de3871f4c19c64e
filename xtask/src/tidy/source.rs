//! Rust files, taken apart into code and tests, without comments and texts.
//!
//! This is no parser: it knows comments, string and character literals, and that tests come last in a file.

use std::fs;
use std::path::Path;

use anyhow::Result;

use crate::root;

/// A Rust file of the workspace.
pub struct Source {
    /// Its path, seen from the root.
    pub path: String,
    /// Its text.
    pub text: String,
    /// The text without comments and contents of strings, line by line, up to the tests.
    pub code: Vec<String>,
}

/// All Rust files of the workspace.
pub fn read_all(root: &Path) -> Result<Vec<Source>> {
    let mut sources = Vec::new();
    for folder in ["crates", "xtask"] {
        for path in root::files(&root.join(folder), &[".rs"])? {
            sources.push(Source::new(root::relative(root, &path), fs::read_to_string(&path)?));
        }
    }
    Ok(sources)
}

impl Source {
    /// The file with this text.
    pub fn new(path: String, text: String) -> Source {
        let code = if is_test_file(&path) { Vec::new() } else { before_tests(&bare(&text)) };
        Source { path, text, code }
    }

    /// The name of the folder of its crate: `check` for `crates/check/src/lib.rs`.
    pub fn folder(&self) -> &str {
        self.path.strip_prefix("crates/").unwrap_or(&self.path).split('/').next().unwrap_or_default()
    }

    /// The text of its tests.
    pub fn tests(&self) -> &str {
        if is_test_file(&self.path) {
            return &self.text;
        }
        self.text.find("#[cfg(test)]").map_or("", |start| &self.text[start..])
    }
}

fn is_test_file(path: &str) -> bool {
    path.contains("/tests/") || path.ends_with("/tests.rs") || path.contains("/benches/")
}

/// The lines before `#[cfg(test)]` that starts a module of tests in the same file.
fn before_tests(bare: &str) -> Vec<String> {
    let lines: Vec<&str> = bare.lines().collect();
    let starts_tests = |position: usize| {
        lines[position].trim() == "#[cfg(test)]"
            && lines.get(position + 1).is_some_and(|next| next.trim_start().starts_with("mod ") && next.contains('{'))
    };
    let end = (0..lines.len()).find(|position| starts_tests(*position)).unwrap_or(lines.len());
    lines[..end].iter().map(|line| (*line).to_owned()).collect()
}

/// The text with comments and the contents of literals replaced by blanks; lines stay where they are.
fn bare(text: &str) -> String {
    let characters: Vec<char> = text.chars().collect();
    let mut result = String::with_capacity(text.len());
    let mut position = 0;
    while position < characters.len() {
        let end = match characters[position] {
            '/' if characters.get(position + 1) == Some(&'/') => line_end(&characters, position),
            '/' if characters.get(position + 1) == Some(&'*') => comment_end(&characters, position),
            '"' => string_end(&characters, position),
            'r' | '#' if !follows_word(&characters, position) => raw_string_end(&characters, position),
            '\'' => character_end(&characters, position),
            _ => position,
        };
        if end == position {
            result.push(characters[position]);
            position += 1;
        } else {
            let blank = |character: &char| if *character == '\n' { '\n' } else { ' ' };
            result.extend(characters[position..end].iter().map(blank));
            position = end;
        }
    }
    result
}

fn follows_word(characters: &[char], position: usize) -> bool {
    position > 0 && (characters[position - 1].is_alphanumeric() || characters[position - 1] == '_')
}

fn line_end(characters: &[char], start: usize) -> usize {
    (start..characters.len()).find(|at| characters[*at] == '\n').unwrap_or(characters.len())
}

fn comment_end(characters: &[char], start: usize) -> usize {
    let mut depth = 0;
    let mut at = start;
    while at + 1 < characters.len() {
        match (characters[at], characters[at + 1]) {
            ('/', '*') => depth += 1,
            ('*', '/') => depth -= 1,
            _ => {
                at += 1;
                continue;
            }
        }
        at += 2;
        if depth == 0 {
            return at;
        }
    }
    characters.len()
}

fn string_end(characters: &[char], start: usize) -> usize {
    let mut at = start + 1;
    while at < characters.len() {
        match characters[at] {
            '\\' => at += 2,
            '"' => return at + 1,
            _ => at += 1,
        }
    }
    characters.len()
}

/// The end of `r"…"` or `r#"…"#`; the start if it is none.
fn raw_string_end(characters: &[char], start: usize) -> usize {
    if characters[start] != 'r' {
        return start;
    }
    let hashes = characters[start + 1..].iter().take_while(|character| **character == '#').count();
    if characters.get(start + 1 + hashes) != Some(&'"') {
        return start;
    }
    let closing: Vec<char> = std::iter::once('"').chain(std::iter::repeat_n('#', hashes)).collect();
    let body = start + 2 + hashes;
    let found = (body..characters.len()).find(|at| characters[*at..].starts_with(&closing));
    found.map_or(characters.len(), |at| at + closing.len())
}

/// The end of a character literal; the start if the quote belongs to a lifetime.
fn character_end(characters: &[char], start: usize) -> usize {
    match (characters.get(start + 1), characters.get(start + 2)) {
        (Some('\\'), _) => {
            let close = (start + 3..characters.len()).find(|at| characters[*at] == '\'');
            close.map_or(characters.len(), |at| at + 1)
        }
        (Some(_), Some('\'')) => start + 3,
        _ => start,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_literals_are_blank() {
        let text = "a /* b /* c */ */ \"d\\\"e\" r#\"f\"g\"# 'h' '\\'' &'i j // k\nl";
        let bare = bare(text);
        assert_eq!(bare.split_whitespace().collect::<Vec<_>>(), ["a", "&'i", "j", "l"]);
        assert_eq!(bare.len(), text.len());
    }

    #[test]
    fn tests_are_not_code() {
        let text = "fn a() {}\n#[cfg(test)]\nmod tests {\n    fn b() {}\n}\n";
        let source = Source::new("crates/check/src/a.rs".into(), text.into());
        assert_eq!(source.code, ["fn a() {}"]);
        assert!(source.tests().contains("fn b"));
        assert_eq!(source.folder(), "check");
        assert!(Source::new("crates/check/tests/a.rs".into(), text.into()).code.is_empty());
    }
}
