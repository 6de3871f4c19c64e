//! Every rule of the checker has a test in which it rejects.

use crate::tidy::source::Source;

/// Where the rules are listed.
const LIST: &str = "crates/check/src/rules/mod.rs";

/// Rules that no test of the checker mentions.
pub fn check(sources: &[Source]) -> Vec<String> {
    let Some(list) = sources.iter().find(|source| source.path == LIST) else {
        return vec![format!("{LIST}: the rules should be listed here")];
    };
    let tests: Vec<&str> = sources.iter().filter(|source| source.folder() == "check").map(Source::tests).collect();
    let is_tested = |rule: &str| tests.iter().any(|text| text.contains(&format!("\"{rule}\"")));
    let names = names(&list.text);
    if names.is_empty() {
        return vec![format!("{LIST}: no rule is listed")];
    }
    let untested = names.into_iter().filter(|rule| !is_tested(rule));
    untested.map(|rule| format!("{LIST}: no test of the checker is rejected by rule `{rule}`")).collect()
}

/// The names in the list at the top of the file: ``//! - `name`: …``.
fn names(text: &str) -> Vec<&str> {
    let name = |line: &'_ str| -> Option<usize> { line.strip_prefix("//! - `")?.find("`:") };
    text.lines().filter_map(|line| name(line).map(|length| &line[7..7 + length])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_without_a_test_are_found() {
        let list = Source::new(LIST.into(), "//! Rules.\n//!\n//! - `replay`: a.\n//! - `fair`: b.\n".into());
        assert_eq!(names(&list.text), ["replay", "fair"]);
        let test = Source::new("crates/check/tests/rejects.rs".into(), "//!\nrejected(\"fair\")".into());
        let problems = check(&[list, test]);
        assert_eq!(problems.len(), 1);
        assert!(problems[0].contains("`replay`"));
    }
}
