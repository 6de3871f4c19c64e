//! How large the trusted base is: what has to be right for an answer to be right.

use crate::tidy::source::Source;

/// The crates that an answer rests on, besides the front end that made the program.
const TRUSTED: &[&str] = &["program", "evidence", "check"];

/// Random programs for tests: part of a trusted crate, but behind a feature that no answer uses.
const TEST_GENERATOR: &str = "crates/program/src/arbitrary/";

/// One line for each trusted crate and one for all, with lines of code, not counting comments, blanks and tests.
pub fn count(sources: &[Source]) -> Vec<String> {
    let lines_of = |folder: &str| -> usize {
        let is_inside = |source: &&Source| source.path.starts_with(&format!("crates/{folder}/src/"));
        let is_for_tests = |source: &&Source| source.path.starts_with(TEST_GENERATOR);
        sources.iter().filter(is_inside).filter(|source| !is_for_tests(source)).map(lines).sum()
    };
    let counts: Vec<(&str, usize)> = TRUSTED.iter().map(|folder| (*folder, lines_of(folder))).collect();
    let parts: Vec<String> = counts.iter().map(|(folder, count)| format!("{folder} {count}")).collect();
    let total: usize = counts.iter().map(|(_, count)| count).sum();
    vec![format!("trusted base: {total} lines of code ({})", parts.join(", "))]
}

fn lines(source: &Source) -> usize {
    source.code.iter().filter(|line| !line.trim().is_empty()).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_is_counted_without_comments() {
        let source = Source::new("crates/check/src/a.rs".into(), "//! A.\n\nfn a() {\n    // why\n}\n".into());
        assert_eq!(count(&[source]), ["trusted base: 2 lines of code (program 0, evidence 0, check 2)"]);
    }
}
