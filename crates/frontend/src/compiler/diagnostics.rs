//! What clang says about a file with errors: the first ones, and how many more there are.

/// So many errors of a file are told.
const MOST_ERRORS: usize = 5;

/// So many characters of a line are told: more have only files that are no texts.
const MOST_CHARACTERS: usize = 240;

/// How lines begin that say how a file with an error came to be read.
const INCLUDED: &str = "In file included from ";

/// How the line begins that says that it has found too many.
const STOPPED: &str = "fatal error: too many errors";

/// The beginning, with lines that are not too long.
pub(super) fn shortened(said: &str) -> String {
    let lines: Vec<&str> = said.lines().collect();
    let errors: Vec<usize> = (0..lines.len()).filter(|index| is_error(lines[*index])).collect();
    let mut told = lines.len();
    if let Some(next) = errors.get(MOST_ERRORS) {
        told = *next;
        while told > 0 && lines[told - 1].starts_with(INCLUDED) {
            told -= 1;
        }
    }
    let mut short: String = lines[..told].iter().map(|line| format!("{}\n", cut(line))).collect();
    let has_stopped = lines.iter().any(|line| line.starts_with(STOPPED));
    match errors.len().saturating_sub(MOST_ERRORS) {
        0 => {}
        1 => short.push_str("and one more error\n"),
        more if has_stopped => short.push_str(&format!("and at least {more} more errors\n")),
        more => short.push_str(&format!("and {more} more errors\n")),
    }
    short
}

fn is_error(line: &str) -> bool {
    line.contains(": error: ") || line.contains(": fatal error: ")
}

fn cut(line: &str) -> String {
    match line.char_indices().nth(MOST_CHARACTERS) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn errors(count: usize) -> String {
        (1..=count).map(|line| format!("In file included from a.c:1:\na.h:{line}:1: error: no\n  | ^\n")).collect()
    }

    #[test]
    fn few_errors_are_told_as_they_are() {
        assert_eq!(shortened(&errors(5)), errors(5));
        assert_eq!(shortened("clang: error: no such file\n"), "clang: error: no such file\n");
    }

    #[test]
    fn of_many_errors_the_first_are_told() {
        assert_eq!(shortened(&errors(6)), format!("{}and one more error\n", errors(5)));
        let many = format!("{}fatal error: too many errors emitted, stopping now\n20 errors generated.\n", errors(20));
        assert_eq!(shortened(&many), format!("{}and at least 15 more errors\n", errors(5)));
    }

    #[test]
    fn long_lines_are_cut() {
        let line = "é".repeat(1000);
        assert_eq!(shortened(&line).chars().count(), MOST_CHARACTERS + 2);
    }
}
