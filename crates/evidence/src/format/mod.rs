//! Evidence files: a proof or a refutation written down, to be checked again later.
//!
//! The format is text, one thing a line, in this order:
//!
//! ```text
//! unhang evidence 1
//! property finish
//! fairness strong
//! entry main                            the entry that the user chose, if any
//! argument 4                            each argument that the user gave the program, in order
//! pure log_line                         each function that the user said has no effect
//! no-overflow                           if the user took it that no signed integer overflows
//! assertions-hold                       if the user took it that assertions hold
//! no-spurious                           if the user left out wake-ups for no reason
//! sections mutex,join                   the sections that the user chose, if any
//! flag -DSIZE=3                         each flag that the user gave for the compiler, in order
//! source 91a3c0a1de52b1f7 locks.bpl     content hash and name of each file that the user named, in order
//! lasso same-state                      or: same-up-to-heap-names
//! stem 2                                the number of steps that follow
//! t0 e3                                 thread slot, edge of the procedure in its topmost frame
//! t1 e0 5 {1: true; *: ?} t3            choices: values for havocs, threads for joins
//! cycle 1
//! t1 return
//! end
//! ```
//!
//! In place of the lines from `lasso` to the last step there may be one of
//!
//! ```text
//! deadlock                              then: steps N
//! failure                               then: steps N
//! trap end                              then: steps N
//! trap section t1 opened k0 place 0     then: steps N
//! trap section t1 node depth 0 p2 n3
//! trap section t1 call depth 1 p2
//! exploration 1234                      a proof over so many states
//! ranked order 0 1                      a proof by ranking functions; the module `ranked` describes what follows
//! modular 2                             a proof thread by thread; the module `modular` describes what follows
//! ```
//!
//! The module `value` describes how values are written. In names, a backslash and the end of a line are escaped with a backslash.
//! Empty lines, and lines that start with `#`, mean nothing.
//! Whoever reads a file trusts none of it: what it claims is for `check` to judge.

mod modular;
mod ranked;
mod read;
mod value;
mod write;

#[cfg(test)]
mod tests;

use program::property::Question;
use program::span::SourceFile;
use thiserror::Error;

use crate::certificate::Certificate;
use crate::counterexample::Counterexample;
use crate::verdict::Verdict;

pub use read::read;
pub use write::write;

/// How every evidence file begins; a version follows.
pub const FIRST_WORDS: &str = "unhang evidence ";

/// The version that is written, and the only one that is read.
pub const VERSION: u32 = 1;

/// What an evidence file says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EvidenceFile {
    /// What was asked.
    pub question: Question,
    /// How the program was made from its sources.
    pub reading: Reading,
    /// What the program was made from.
    pub sources: Vec<Source>,
    /// What is claimed.
    pub claim: Claim,
}

/// How a program was made from its sources, where the user had a choice. The same choice makes the same program again.
///
/// The flags are told for the record. A compiler must not be given flags from a file that anybody may have written:
/// there are some with which it runs other programs.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reading {
    /// The entry that the user chose, if any.
    pub entry: Option<String>,
    /// What the program is called with.
    pub arguments: Vec<String>,
    /// Functions that have no effect.
    pub pure: Vec<String>,
    /// Whether runs in which a signed integer overflows are left out.
    pub overflow: Overflow,
    /// Whether runs in which an assertion fails are left out.
    pub assertions: Assertions,
    /// Whether wake-ups for no reason are left out or happen.
    pub spurious: Spurious,
    /// The sections that count, if not all.
    pub sections: Option<String>,
    /// What the compiler was told.
    pub flags: Vec<String>,
}

/// What becomes of runs in which a signed integer overflows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Overflow {
    /// They fail.
    #[default]
    Kept,
    /// They are taken not to be.
    LeftOut,
}

/// What becomes of runs in which an assertion fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Assertions {
    /// They fail.
    #[default]
    Kept,
    /// They are taken not to be.
    LeftOut,
}

/// What becomes of wake-ups for no reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Spurious {
    /// They happen.
    #[default]
    Kept,
    /// They are left out of the program.
    LeftOut,
}

/// A source file, as it was when the evidence was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    /// As the user named it.
    pub name: String,
    /// The hash of its text, by [`content_hash`].
    pub hash: u64,
}

/// An answer that has evidence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Claim {
    /// The property holds.
    Proved(Certificate),
    /// It does not.
    Refuted(Counterexample),
}

/// Why a file is not an evidence file.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {what}")]
pub struct FormatError {
    /// The line, counted from one.
    pub line: usize,
    /// What is wrong with it.
    pub what: String,
}

impl Claim {
    /// What the verdict claims; not knowing claims nothing.
    pub fn of(verdict: &Verdict) -> Option<Claim> {
        match verdict {
            Verdict::Proved(certificate) => Some(Claim::Proved(certificate.clone())),
            Verdict::Refuted(counterexample) => Some(Claim::Refuted(counterexample.clone())),
            Verdict::Unknown(_) => None,
        }
    }

    /// The claim as a verdict, to be checked.
    pub fn into_verdict(self) -> Verdict {
        match self {
            Claim::Proved(certificate) => Verdict::Proved(certificate),
            Claim::Refuted(counterexample) => Verdict::Refuted(counterexample),
        }
    }
}

impl Source {
    /// The file as it is now.
    pub fn of(file: &SourceFile) -> Source {
        Source { name: file.name.clone(), hash: content_hash(&file.text) }
    }
}

/// The 64-bit FNV-1a hash of the text: tells a changed file from an unchanged one, not friend from foe.
pub fn content_hash(text: &str) -> u64 {
    let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, mix)
}
