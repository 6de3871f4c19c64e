//! C and C++: LLVM IR to program.

use std::path::Path;

use program::program::Program;
use program::span::Span;

use crate::error::Error;
use crate::llvm;

/// What the user may choose.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// The function to start with, if it is not `main`.
    pub entry: Option<String>,
    /// Functions without a body that have no effect on anything the threads share.
    pub assume_pure: Vec<String>,
    /// Whether waits may end for no reason.
    pub spurious: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { entry: None, assume_pure: Vec::new(), spurious: true }
    }
}

/// The program that the files make up together.
///
/// `texts` are files of LLVM IR, each with the name that messages about it show.
/// `read_source` gives the text of a source file that debug information names, if there is one.
pub fn lower(
    texts: Vec<(String, String)>,
    read_source: &mut dyn FnMut(&Path) -> Option<String>,
    options: &Options,
) -> Result<Program, Error> {
    let _ = (read_source, options);
    for (name, text) in &texts {
        llvm::parse(name, text)?;
    }
    Err(Error::new(Span::NOWHERE, "C and C++ are read, but not yet turned into programs"))
}
