//! Names of places.

use program::program::Program;
use program::span::{Origin, SourceFile, SourcePlace, Span};

use crate::outcome::Place;

/// The span as a place, if it stands somewhere.
pub(crate) fn place(program: &Program, span: Span) -> Option<Place> {
    let file = program.files.get(span.file.index())?;
    let short = short(program, file).to_owned();
    (span.line > 0).then(|| Place { file: file.name.clone(), short, line: span.line, column: span.column })
}

/// The place as reports have it.
pub(crate) fn source_place(program: &Program, place: &SourcePlace) -> Place {
    let SourcePlace { file, line, column } = place;
    let known = program.files.iter().find(|known| known.name == *file);
    let short = known.map_or(&**file, |known| self::short(program, known));
    Place { file: file.clone(), short: short.to_owned(), line: *line, column: *column }
}

/// The file's name; without its folders, if a compiler has read it and there is no other file of this name.
fn short<'a>(program: &Program, file: &'a SourceFile) -> &'a str {
    let last = |file: &'_ SourceFile| file.name.rfind('/').map_or(0, |slash| slash + 1);
    let base = &file.name[last(file)..];
    let is_namesake = |other: &&SourceFile| other.name[last(other)..] == *base;
    let is_only = program.files.iter().filter(is_namesake).count() == 1;
    if is_only && matches!(file.origin, Origin::Compiled | Origin::Header) { base } else { &file.name }
}
