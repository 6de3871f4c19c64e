//! The primitives.

use program::program::{EndRule, Program};

use crate::error::Error;

/// What C programs call and nobody of them defines.
pub fn library() -> Result<Program, Error> {
    Ok(Program {
        files: Vec::new(),
        sorts: Vec::new(),
        globals: Vec::new(),
        objects: Vec::new(),
        procedures: Vec::new(),
        start: Vec::new(),
        end: EndRule::AllThreads,
        section_kinds: Vec::new(),
    })
}
