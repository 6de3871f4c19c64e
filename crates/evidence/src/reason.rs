//! Reasons for not knowing. Each has a code by which documentation and tests refer to it.

use std::fmt;
use std::time::Duration;

use program::span::Span;
use program::text::{counted, number};

/// Why a question has no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The time given was used up.
    OutOfTime {
        /// How much was given.
        time: Duration,
        /// How many states had been stored.
        states: u64,
    },
    /// The time given was used up before there was a program to look at.
    NotRead {
        /// How much was given.
        time: Duration,
        /// What was to be done with the files: "read", or "compiled and read".
        what: &'static str,
    },
    /// The memory given was used up.
    OutOfMemory {
        /// How much was given.
        bytes: u64,
        /// How many states had been stored.
        states: u64,
    },
    /// As many states as allowed were stored.
    OutOfStates {
        /// How many were allowed.
        limit: u64,
    },
    /// A limit was reached with a call stack so deep that the recursion may well have no end.
    DeepStack {
        /// Which limit.
        limit: Box<Reason>,
        /// What the thread runs whose stack it is.
        procedure: String,
        /// How many calls were under way.
        frames: u64,
    },
    /// The outcome depends on a variable that can have infinitely many values.
    UnboundedChoice {
        /// The variable, as in the source, with the key if it is a map.
        variable: String,
        /// Where it is looked at.
        span: Span,
    },
    /// The language does not say what an expression's value is, such as that of a division by zero.
    Unspecified {
        /// What is not specified.
        what: String,
        /// Where it is looked at.
        span: Span,
    },
    /// What was found depends on random numbers, and it is not known whether there are such.
    RandomNumbers {
        /// In which way.
        doubt: Doubt,
        /// Where the program asks for one.
        span: Span,
    },
    /// A number is too large for the engine.
    NumberTooLarge {
        /// Where it was computed.
        span: Span,
    },
    /// More threads exist at once than the engine can tell apart.
    TooManyThreads {
        /// How many it can tell apart.
        limit: u32,
    },
    /// The program uses something that the engine cannot handle.
    Unsupported {
        /// What it uses.
        what: String,
        /// Where.
        span: Span,
    },
    /// There is no fair lasso within these bounds, and others were not looked at.
    NoLasso {
        /// Rounds in the stem: in each of them every thread has one turn.
        stem: u32,
        /// Rounds in the cycle.
        cycle: u32,
        /// How often a thread goes back to an earlier place within one turn.
        unrolling: u32,
        /// Whether larger bounds add nothing: no thread ever comes back to a place.
        is_all: bool,
        /// What was not covered although it is within the bounds.
        left_out: Vec<String>,
    },
    /// No proof was found, and it was looked for.
    NotProved {
        /// What is missing.
        what: String,
        /// Where it is missing.
        span: Span,
    },
    /// No proof was found, since it is not known why this lasso ends. It need not be one that can be taken.
    Unranked {
        /// What is missing.
        what: String,
        /// Where the cycle begins.
        span: Span,
        /// The way to the cycle.
        stem: Vec<UnrankedStep>,
        /// The cycle.
        cycle: Vec<UnrankedStep>,
    },
    /// An SMT solver is needed, and there is none, or it does not work.
    Solver {
        /// What is wrong.
        message: String,
    },
    /// The checker could not go through the evidence within the budget.
    NotChecked {
        /// What was to be checked, and how far it came.
        what: String,
    },
    /// The checker rejected the evidence: a bug in this tool.
    Rejected {
        /// Which engine's evidence.
        engine: String,
        /// Why.
        why: String,
    },
    /// An engine failed: a bug in this tool.
    Crashed {
        /// Which engine.
        engine: String,
        /// What it said.
        message: String,
    },
}

/// A step of a lasso of which it is not known why it ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnrankedStep {
    /// The thread that takes it, as users know it.
    pub thread: String,
    /// Where it is written.
    pub span: Span,
}

/// Why it is not known whether random numbers come up in a certain way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Doubt {
    /// They would have to do so for ever.
    ForEver,
    /// They follow from a seed, which may have been used before.
    Seeded,
}

impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Doubt::ForEver => {
                "a run without end was found, but only one in which random numbers turn out the same way for ever, and they need not"
            }
            Doubt::Seeded => {
                "a run that goes wrong was found, but its random numbers follow from seeds, and equal seeds may rule it out"
            }
        })
    }
}

impl Reason {
    /// The code, stable over versions.
    pub fn code(&self) -> &'static str {
        match self {
            Reason::OutOfTime { .. } | Reason::NotRead { .. } => "UH-TIME",
            Reason::OutOfMemory { .. } => "UH-MEMORY",
            Reason::OutOfStates { .. } => "UH-STATES",
            Reason::DeepStack { limit, .. } => limit.code(),
            Reason::UnboundedChoice { .. } => "UH-CHOICE",
            Reason::Unspecified { .. } => "UH-UNSPECIFIED",
            Reason::RandomNumbers { .. } => "UH-RANDOM",
            Reason::NumberTooLarge { .. } => "UH-NUMBER",
            Reason::TooManyThreads { .. } => "UH-THREADS",
            Reason::Unsupported { .. } => "UH-UNSUPPORTED",
            Reason::NoLasso { .. } => "UH-BOUNDS",
            Reason::NotProved { .. } | Reason::Unranked { .. } => "UH-PROOF",
            Reason::Solver { .. } => "UH-SOLVER",
            Reason::NotChecked { .. } => "UH-UNCHECKED",
            Reason::Rejected { .. } => "UH-REJECTED",
            Reason::Crashed { .. } => "UH-CRASHED",
        }
    }

    /// Whether a budget is used up: with a larger one there might be an answer.
    pub fn is_limit(&self) -> bool {
        matches!(self, Reason::OutOfTime { .. } | Reason::OutOfMemory { .. } | Reason::OutOfStates { .. })
            || matches!(self, Reason::DeepStack { .. })
    }

    /// Where in the source the reason lies, if it lies there.
    pub fn span(&self) -> Option<Span> {
        match self {
            Reason::UnboundedChoice { span, .. }
            | Reason::Unspecified { span, .. }
            | Reason::RandomNumbers { span, .. }
            | Reason::NumberTooLarge { span }
            | Reason::NotProved { span, .. }
            | Reason::Unranked { span, .. }
            | Reason::Unsupported { span, .. } => Some(*span),
            _ => None,
        }
    }
}

/// One sentence for the user, without the place, which [`Reason::span`] gives.
impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // Not everybody who looks stores states.
            Reason::OutOfTime { time, states: 0 } => write!(f, "the time of {} was used up", seconds(*time)),
            Reason::OutOfTime { time, states } => {
                write!(f, "the time of {} was used up after {}", seconds(*time), counted(*states, "state"))
            }
            Reason::NotRead { time, what } => {
                write!(f, "the time of {} was used up before the program was {what}", seconds(*time))
            }
            Reason::OutOfMemory { bytes, states: 0 } => write!(f, "the memory of {} was used up", memory(*bytes)),
            Reason::OutOfMemory { bytes, states } => {
                write!(f, "the memory of {} was used up after {}", memory(*bytes), counted(*states, "state"))
            }
            Reason::OutOfStates { limit } => {
                write!(f, "the search was limited to {}", counted(*limit, "state"))
            }
            Reason::DeepStack { limit, procedure, frames } => {
                write!(f, "{limit}; the call stack of `{procedure}` has grown to {}", counted(*frames, "frame"))
            }
            Reason::UnboundedChoice { variable, .. } => {
                write!(
                    f,
                    "`{variable}` has no definite value here: it was never assigned, or its havoc has infinitely many outcomes"
                )
            }
            Reason::Unspecified { what, .. } => write!(f, "{what} has no specified value"),
            Reason::RandomNumbers { doubt, .. } => write!(f, "{doubt}"),
            Reason::NumberTooLarge { .. } => {
                f.write_str("a number does not fit in 64 bits, which is all this engine handles")
            }
            Reason::TooManyThreads { limit } => write!(f, "more than {} threads exist at once", number(limit)),
            Reason::Unsupported { what, .. } => write!(f, "{what} is not supported"),
            Reason::NoLasso { is_all: true, .. } => {
                f.write_str("no thread ever comes back to a place, so that there is no lasso; deadlocks and failures were not looked for")
            }
            Reason::NoLasso { stem, cycle, unrolling, left_out, .. } => {
                let (stem, cycle) = (counted(u64::from(*stem), "round"), counted(u64::from(*cycle), "round"));
                write!(
                    f,
                    "no fair lasso was found with up to {stem} before the cycle and {cycle} in it, where a thread goes around \
                     loops up to {} in a round",
                    counted(u64::from(*unrolling), "time")
                )?;
                if left_out.is_empty() { Ok(()) } else { write!(f, "; not covered: {}", left_out.join(", ")) }
            }
            Reason::NotProved { what, .. } | Reason::Unranked { what, .. } => write!(f, "no proof was found: {what}"),
            Reason::Solver { message } => write!(f, "the SMT solver is of no use: {message}"),
            Reason::NotChecked { what } => write!(f, "an answer was found but could not be checked: {what}"),
            Reason::Rejected { engine, why } => {
                write!(
                    f,
                    "the answer of engine `{engine}` was rejected by the checker, which is a bug in unhang: {why}"
                )
            }
            Reason::Crashed { engine, message } => {
                write!(f, "engine `{engine}` crashed, which is a bug in unhang: {message}")
            }
        }
    }
}

/// `8 GiB`, `1.5 MiB`, or `64 KiB`.
fn memory(bytes: u64) -> String {
    let units = [(30, "GiB"), (20, "MiB"), (10, "KiB")];
    let (power, name) = units.into_iter().find(|(power, _)| bytes >> power > 0).unwrap_or((10, "KiB"));
    format!("{} {name}", decimal(&format!("{:.2}", bytes as f64 / (1_u64 << power) as f64)))
}

/// The number without zeros at the end of its fraction: `7,200`, `0.01`.
fn seconds(time: Duration) -> String {
    format!("{} s", decimal(&time.as_secs_f64().to_string()))
}

fn decimal(digits: &str) -> String {
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let fraction = fraction.trim_end_matches('0');
    format!("{}{}{fraction}", number(whole), if fraction.is_empty() { "" } else { "." })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_told_as_they_were_given() {
        let time =
            |milliseconds| Reason::OutOfTime { time: Duration::from_millis(milliseconds), states: 1 }.to_string();
        assert_eq!(time(300_000), "the time of 300 s was used up after 1 state");
        assert_eq!(time(7_200_000), "the time of 7,200 s was used up after 1 state");
        assert_eq!(time(10), "the time of 0.01 s was used up after 1 state");
        let amounts = [2_000 << 30, 8 << 30, 3 << 19, 2 << 10, 100];
        assert_eq!(amounts.map(memory), ["2,000 GiB", "8 GiB", "1.5 MiB", "2 KiB", "0.1 KiB"]);
    }
}
