//! Names of threads and of places.

use check::semantics::state::State;
use program::ids::ThreadSlot;
use program::program::Program;
use program::span::Span;

use crate::outcome::Place;

/// The procedure that a thread was started with, and its slot: `Philosopher#2`.
pub(crate) fn thread(program: &Program, state: &State, slot: ThreadSlot) -> String {
    match state.thread(slot) {
        Some(thread) => format!("{}#{}", program.procedure(thread.root).name, slot.0),
        None => format!("thread#{}", slot.0),
    }
}

/// The span as a place, if it stands somewhere.
pub(crate) fn place(program: &Program, span: Span) -> Option<Place> {
    let file = program.files.get(span.file.index())?;
    (span.line > 0).then(|| Place { file: file.name.clone(), line: span.line, column: span.column })
}
