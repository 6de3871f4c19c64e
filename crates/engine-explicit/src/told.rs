//! Where the user is told that a step cannot be looked at: a line of a library means nothing to who has not written it.

use program::span::Span;

use crate::compile::Compiled;
use crate::execute::Unknown;
use crate::thread::{Frame, NOBODY, Thread};

impl Compiled {
    /// The same, told at the user's own line: that of the step, or else of the innermost call that has led to it.
    pub fn told_at_own_line(&self, unknown: Unknown, thread: Thread<'_>) -> Unknown {
        let Unknown::Fault(fault, span) = unknown else { return unknown };
        let own = std::iter::once(span).chain(self.calls(thread)).find(|span| self.is_own(*span));
        Unknown::Fault(fault, own.unwrap_or(span))
    }

    fn is_own(&self, span: Span) -> bool {
        span.line > 0 && self.own_files.get(span.file.index()).is_some_and(|is_own| *is_own)
    }

    /// Where the calls stand that are at work, the innermost first.
    fn calls(&self, thread: Thread<'_>) -> Vec<Span> {
        let frames = thread.frames(|procedure| self.procedures[procedure].locals.len());
        let call = |pair: &[Frame<'_>]| {
            let edge = pair[0].called_by;
            (edge != NOBODY).then(|| self.procedures[pair[1].procedure].edges[edge as usize].span)
        };
        frames.windows(2).filter_map(call).collect()
    }
}
