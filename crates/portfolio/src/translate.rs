//! Translations of programs into sequential ones for other tools, by the engine that knows how.

use program::program::Program;
use program::span::Span;

use engine_sequentialise::emit::{self, Options};

pub use engine_sequentialise::emit::Bounds;
pub use engine_sequentialise::emit::Options as Translating;
pub use engine_sequentialise::emit::Refusal;

/// A language that other tools read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// Boogie, without threads.
    Boogie,
    /// C, for bounded model checkers.
    C,
}

/// A sequential program as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Translated {
    /// The text.
    pub text: String,
    /// Where cycles may be missed since it is not known whether a thread that waits there could go on.
    pub open: Vec<Span>,
}

/// The sequential program whose assertion fails if the program has a fair run that never ends; or all that stands against it.
pub fn sequential(program: &Program, options: &Options, language: Language) -> Result<Translated, Vec<Refusal>> {
    let sequential = emit::sequentialise(program, options)?;
    let text = match language {
        Language::Boogie => emit::boogie(&sequential, options),
        Language::C => emit::c::print(&sequential, options)?,
    };
    Ok(Translated { text, open: sequential.open.into_iter().collect() })
}
