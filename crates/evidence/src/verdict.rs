//! Verdicts.

use crate::certificate::Certificate;
use crate::counterexample::Counterexample;
use crate::reason::Reason;

/// The answer of an engine to a question. There is no fourth case, and nothing is fetched later.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The property holds, as the certificate shows.
    Proved(Certificate),
    /// The property does not hold, as the counterexample shows.
    Refuted(Counterexample),
    /// It is not known whether the property holds, for this reason.
    Unknown(Reason),
}

impl Verdict {
    /// `proved`, `refuted` or `unknown`.
    pub fn word(&self) -> &'static str {
        match self {
            Verdict::Proved(_) => "proved",
            Verdict::Refuted(_) => "refuted",
            Verdict::Unknown(_) => "unknown",
        }
    }
}
