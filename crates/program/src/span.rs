//! Where things stand in the source.

use std::sync::Arc;

use crate::ids::FileId;

/// A place in a source file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// The line, counted from one; zero for what stands nowhere.
    pub line: u32,
    /// The column in characters, counted from one.
    pub column: u32,
    /// How many characters the place has on its line, or zero if that is not known.
    pub length: u32,
}

impl Span {
    /// The place of what was not written by anybody.
    pub const NOWHERE: Span = Span { file: FileId(0), line: 0, column: 0, length: 0 };
}

/// A source file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceFile {
    /// As the user named it.
    pub name: String,
    /// Its text.
    pub text: Arc<str>,
}

impl SourceFile {
    /// The line that the span stands on, without its end.
    pub fn line(&self, span: Span) -> Option<&str> {
        let index = span.line.checked_sub(1)?;
        self.text.lines().nth(index as usize)
    }

    /// The characters that the span covers, if it knows how many, else all from its start to the end of the line.
    pub fn excerpt(&self, span: Span) -> Option<String> {
        let line = self.line(span)?;
        let skipped = span.column.saturating_sub(1) as usize;
        let length = if span.length == 0 { usize::MAX } else { span.length as usize };
        Some(line.chars().skip(skipped).take(length).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn excerpts_count_characters_not_bytes() {
        let file = SourceFile { name: "a.bpl".into(), text: "// ä\n  x := 1;\n".into() };
        let span = Span { file: FileId(0), line: 2, column: 3, length: 6 };
        assert_eq!(file.line(span), Some("  x := 1;"));
        assert_eq!(file.excerpt(span).as_deref(), Some("x := 1"));
        assert_eq!(file.excerpt(Span { line: 1, column: 4, length: 1, ..span }).as_deref(), Some("ä"));
        assert_eq!(file.excerpt(Span::NOWHERE), None);
    }
}
