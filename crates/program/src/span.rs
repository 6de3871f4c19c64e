//! Where things stand in the source.

use std::fmt;
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

/// A place in a file of which nothing but the name is known: unlike a [`Span`], it is still understood when the program has
/// been printed and read again.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct SourcePlace {
    /// The file, as the user named it.
    pub file: String,
    /// The line, counted from one.
    pub line: u32,
    /// The column in characters, counted from one.
    pub column: u32,
}

impl fmt::Display for SourcePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SourcePlace { file, line, column } = self;
        write!(f, "{file}:{line}:{column}")
    }
}

impl SourcePlace {
    /// Reads what [`SourcePlace`] is displayed as.
    pub fn read(text: &str) -> Option<SourcePlace> {
        let (rest, column) = text.rsplit_once(':')?;
        let (file, line) = rest.rsplit_once(':')?;
        Some(SourcePlace { file: file.to_owned(), line: line.parse().ok()?, column: column.parse().ok()? })
    }
}

/// A source file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceFile {
    /// As the user named it.
    pub name: String,
    /// Its text.
    pub text: Arc<str>,
    /// What it has to do with the user.
    pub origin: Origin,
}

/// What a file has to do with the user, and how reports speak of what is written in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// The user has written it in the language of programs itself: every step is a statement of it, and spans know how long it is.
    Program,
    /// The user has written it, and a compiler has read it: a step is a part of what its line says.
    Compiled,
    /// A compiler has read it, but it comes with a library.
    Header,
    /// It says what functions do that the user's program calls and does not bring along.
    Primitive,
}

impl Origin {
    /// Whether the user has written it.
    pub fn is_own(self) -> bool {
        matches!(self, Origin::Program | Origin::Compiled)
    }
}

impl SourceFile {
    /// A file of a user, in the language of programs itself.
    pub fn new(name: String, text: Arc<str>) -> SourceFile {
        SourceFile { name, text, origin: Origin::Program }
    }

    /// The same file with another origin.
    pub fn of(self, origin: Origin) -> SourceFile {
        SourceFile { origin, ..self }
    }

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
        let file = SourceFile::new("a.bpl".into(), "// ä\n  x := 1;\n".into());
        let span = Span { file: FileId(0), line: 2, column: 3, length: 6 };
        assert_eq!(file.line(span), Some("  x := 1;"));
        assert_eq!(file.excerpt(span).as_deref(), Some("x := 1"));
        assert_eq!(file.excerpt(Span { line: 1, column: 4, length: 1, ..span }).as_deref(), Some("ä"));
        assert_eq!(file.excerpt(Span::NOWHERE), None);
    }
}
