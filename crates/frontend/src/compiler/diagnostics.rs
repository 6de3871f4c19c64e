//! What clang says about a file with errors: the first ones, and how many more there are.

/// So many errors of a file are told.
const MOST_ERRORS: usize = 5;

/// So many characters of a line are told: more have only files that are no texts.
const MOST_CHARACTERS: usize = 240;

/// How lines begin that say how a file with an error came to be read.
const INCLUDED: &str = "In file included from ";

/// How the line begins that says that it has found too many.
const STOPPED: &str = "fatal error: too many errors";

/// How lines begin and end that each name a standard, after one that was not known.
const STANDARD: (&str, &str) = ("note: use '", "' standard");

/// The beginning, with lines that are not too long.
pub(crate) fn shortened(said: &str) -> String {
    let said = with_standards_in_one_line(said);
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

/// Of the standards that clang offers instead of one that it does not know, which are many, the short names are told in one line.
fn with_standards_in_one_line(said: &str) -> String {
    let (begin, end) = STANDARD;
    let mut kept = String::new();
    let mut known: Vec<&str> = Vec::new();
    for line in said.lines() {
        match line.strip_prefix(begin).filter(|rest| rest.ends_with(end)) {
            Some(rest) => known.extend(rest.split('\'').next().filter(|name| !name.starts_with("gnu"))),
            None => kept.extend([line, "\n"]),
        }
    }
    if !known.is_empty() {
        let names: Vec<&str> = known.into_iter().filter(|name| !name.starts_with("iso")).collect();
        kept.push_str(&format!("note: it knows {}\n", names.join(", ")));
    }
    kept
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
    fn standards_are_told_in_one_line() {
        let said = "error: invalid value 'c++33' in '-std=c++33'\n\
                    note: use 'c++98' or 'c++03' for 'ISO C++ 1998 with amendments' standard\n\
                    note: use 'gnu++98' or 'gnu++03' for 'ISO C++ 1998 with amendments and GNU extensions' standard\n\
                    note: use 'c++11' for 'ISO C++ 2011 with amendments' standard\n";
        let short = "error: invalid value 'c++33' in '-std=c++33'\nnote: it knows c++98, c++11\n";
        assert_eq!(shortened(said), short);
    }

    #[test]
    fn long_lines_are_cut() {
        let line = "é".repeat(1000);
        assert_eq!(shortened(&line).chars().count(), MOST_CHARACTERS + 2);
    }
}
