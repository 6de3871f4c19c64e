//! Names of places.

use program::program::Program;
use program::span::Span;

use crate::outcome::Place;

/// The span as a place, if it stands somewhere.
pub(crate) fn place(program: &Program, span: Span) -> Option<Place> {
    let file = program.files.get(span.file.index())?;
    (span.line > 0).then(|| Place { file: file.name.clone(), line: span.line, column: span.column })
}
