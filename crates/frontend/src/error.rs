//! What a front end says when it cannot accept the input: a place and a sentence.

use std::borrow::Cow;

use program::span::{SourceFile, Span};
use thiserror::Error;

/// How many characters of the line are shown before the place at most.
const SHOWN_BEFORE: usize = 100;

/// How many characters of the line are shown from the place on at most.
const SHOWN_AFTER: usize = 100;

/// Longer messages are cut: somebody has a name in a program that nobody would read to the end.
const LONGEST: usize = 2_000;

/// Why the input was not accepted.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}", self.headline())]
pub struct Error {
    /// Where.
    pub span: Span,
    /// What is wrong, in the user's terms.
    pub what: String,
    /// The files that the span refers to.
    pub files: Vec<SourceFile>,
}

pub(crate) type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// An error that does not know the files yet; `lower` adds them on the way out.
    pub fn new(span: Span, what: impl Into<String>) -> Error {
        Error { span, what: what.into(), files: Vec::new() }
    }

    /// The message, the source line, and a caret under the place. Of a long line only what is near the place is shown.
    pub fn render(&self) -> String {
        let headline = self.headline();
        let Some(line) = self.file().and_then(|file| file.line(self.span)) else { return headline };
        let position = self.span.column.saturating_sub(1) as usize;
        let skipped = position.saturating_sub(SHOWN_BEFORE);
        let mut rest = line.chars().skip(skipped);
        let before: String = rest.by_ref().take(position - skipped).collect();
        let after: String = rest.by_ref().take(SHOWN_AFTER).collect();
        let (left_out, goes_on) = (if skipped > 0 { "…" } else { "" }, if rest.next().is_some() { "…" } else { "" });
        // Tabs are kept so that the caret stands under its place whatever a tab's width is.
        let indent: String =
            (left_out.chars().chain(before.chars())).map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
        let carets = "^".repeat((self.span.length.max(1) as usize).min(SHOWN_AFTER));
        let number = self.span.line.to_string();
        let margin = " ".repeat(number.len());
        let line = format!("{left_out}{before}{after}{goes_on}");
        format!("{headline}\n{margin} |\n{number} | {line}\n{margin} | {indent}{carets}\n")
    }

    fn headline(&self) -> String {
        let what = shortened(&self.what);
        match self.file() {
            Some(file) if self.span.line > 0 => {
                format!("{}:{}:{}: error: {what}", file.name, self.span.line, self.span.column)
            }
            Some(file) => format!("{}: error: {what}", file.name),
            None => format!("error: {what}"),
        }
    }

    fn file(&self) -> Option<&SourceFile> {
        self.files.get(self.span.file.index())
    }
}

/// The text, without its middle if it is too long.
fn shortened(text: &str) -> Cow<'_, str> {
    if text.len() <= LONGEST {
        return Cow::Borrowed(text);
    }
    let start: String = text.chars().take(LONGEST / 2).collect();
    let end: Vec<char> = text.chars().rev().take(LONGEST / 4).collect();
    Cow::Owned(format!("{start}…{}", end.iter().rev().collect::<String>()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use program::ids::FileId;

    #[test]
    fn an_error_shows_its_line_and_a_caret() {
        let file = SourceFile::new("a.bpl".into(), "var x: int;\n\tx := yes;\n".into());
        let span = Span { file: FileId(0), line: 2, column: 7, length: 3 };
        let error = Error { files: vec![file], ..Error::new(span, "there is no variable `yes`") };
        let expect = "a.bpl:2:7: error: there is no variable `yes`\n  |\n2 | \tx := yes;\n  | \t     ^^^\n";
        assert_eq!(error.render(), expect);
    }

    #[test]
    fn of_a_long_line_only_the_place_is_shown() {
        let text = format!("{}x := yes;{}\n", "y := 1; ".repeat(100_000), " y := 1;".repeat(100_000));
        let file = SourceFile::new("a.bpl".into(), text.into());
        let span = Span { file: FileId(0), line: 1, column: 800_006, length: 3 };
        let error = Error { files: vec![file], ..Error::new(span, "there is no variable `yes`") };
        let shown = error.render();
        let lines: Vec<&str> = shown.lines().collect();
        let before = format!("1 | …{}x := ", &"y := 1; ".repeat(100)[800 - 95..]);
        let after = format!("yes;{}…", &" y := 1;".repeat(100)[..96]);
        assert_eq!(lines[2], format!("{before}{after}"));
        assert_eq!(lines[3], format!("  | {}^^^", " ".repeat(before.chars().count() - 4)));
        // A statement that is as long as the line.
        let statement = Span { column: 1, length: 1_600_009, ..span };
        let lengths: Vec<usize> = Error { span: statement, ..error }.render().lines().map(str::len).collect();
        assert!(lengths.iter().all(|length| *length < 120), "{lengths:?}");
    }

    #[test]
    fn a_message_that_nobody_would_read_is_cut() {
        let error = Error::new(Span::NOWHERE, format!("there is no `{}` here", "x".repeat(100_000)));
        let shown = error.render();
        assert!(
            shown.len() < 2 * LONGEST && shown.starts_with("error: there is no `xxx") && shown.ends_with("x` here")
        );
    }
}
