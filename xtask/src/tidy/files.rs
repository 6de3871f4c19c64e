//! What every file has to be: introduced, named for what is in it, and not too long.

use crate::tidy::source::Source;

/// Names that say nothing.
const EMPTY_NAMES: &[&str] = &["utils.rs", "util.rs", "tmp.rs", "misc.rs", "helpers.rs"];

/// Files longer than this are mentioned.
const LONG: usize = 600;

/// What is wrong with the file as a whole.
pub fn check(source: &Source) -> Vec<String> {
    let mut problems = Vec::new();
    if !source.text.starts_with("//!") {
        problems.push(format!("{}:1: a file opens with `//!` and says what it is for", source.path));
    }
    let name = source.path.rsplit('/').next().unwrap_or_default();
    if EMPTY_NAMES.contains(&name) {
        problems.push(format!("{}:1: a file is named for what is in it", source.path));
    }
    problems
}

/// A word about a file that is too long.
pub fn note_on_length(source: &Source) -> Option<String> {
    let lines = source.text.lines().count();
    (lines > LONG).then(|| format!("note: {} has {lines} lines; is it one idea?", source.path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_without_introduction_or_name_are_found() {
        let bare = Source::new("crates/check/src/utils.rs".into(), "fn a() {}\n".into());
        assert_eq!(check(&bare).len(), 2);
        let good = Source::new("crates/check/src/bits.rs".into(), "//! Bits.\n".into());
        assert!(check(&good).is_empty());
        let long = Source::new("crates/check/src/bits.rs".into(), "//!\n".repeat(601));
        assert!(note_on_length(&long).is_some() && note_on_length(&good).is_none());
    }
}
