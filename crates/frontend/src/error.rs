//! What a front end says when it cannot accept the input: a place and a sentence.

use program::span::{SourceFile, Span};
use thiserror::Error;

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
    pub(crate) fn new(span: Span, what: impl Into<String>) -> Error {
        Error { span, what: what.into(), files: Vec::new() }
    }

    /// The message, the source line, and a caret under the place.
    pub fn render(&self) -> String {
        let headline = self.headline();
        let Some(line) = self.file().and_then(|file| file.line(self.span)) else { return headline };
        let before = line.chars().take(self.span.column.saturating_sub(1) as usize);
        // Tabs are kept so that the caret stands under its place whatever a tab's width is.
        let indent: String = before.map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
        let carets = "^".repeat(self.span.length.max(1) as usize);
        let number = self.span.line.to_string();
        let margin = " ".repeat(number.len());
        format!("{headline}\n{margin} |\n{number} | {line}\n{margin} | {indent}{carets}\n")
    }

    fn headline(&self) -> String {
        match self.file() {
            Some(file) if self.span.line > 0 => {
                format!("{}:{}:{}: error: {}", file.name, self.span.line, self.span.column, self.what)
            }
            Some(file) => format!("{}: error: {}", file.name, self.what),
            None => format!("error: {}", self.what),
        }
    }

    fn file(&self) -> Option<&SourceFile> {
        self.files.get(self.span.file.index())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use program::ids::FileId;

    #[test]
    fn an_error_shows_its_line_and_a_caret() {
        let file = SourceFile { name: "a.bpl".into(), text: "var x: int;\n\tx := yes;\n".into() };
        let span = Span { file: FileId(0), line: 2, column: 7, length: 3 };
        let error = Error { files: vec![file], ..Error::new(span, "there is no variable `yes`") };
        let expect = "a.bpl:2:7: error: there is no variable `yes`\n  |\n2 | \tx := yes;\n  | \t     ^^^\n";
        assert_eq!(error.render(), expect);
    }
}
