//! What the user reads.
//!
//! [`resolve`] turns an accepted verdict into an [`outcome::Outcome`]: runs are replayed, places looked up, values spelled out,
//! all once. The renderers ([`terminal`], [`json`], [`sarif`] and others) only lay out what it says.
//! Those that tell of states lay out a [`course::Course`] as well, and those for many programs a list of [`suite::Checked`].
//! Nothing here can print an answer that `check` has not accepted, since nothing else can be resolved.
//!
//! The modules are listed in reading order.
//!
//! ```
//! use evidence::{reason::Reason, verdict::Verdict};
//! use program::property::{Fairness, Property, Question};
//! use program::span::SourceFile;
//! use report::{resolve::resolve, terminal};
//!
//! let file = SourceFile::new("a.bpl".into(), "procedure main() {}".into());
//! let program = frontend::boogie::lower(vec![file], &Default::default()).unwrap();
//! let question = Question { property: Property::Finish, fairness: Fairness::Strong };
//! let verdict = Verdict::Unknown(Reason::OutOfStates { limit: 10 });
//! let accepted = check::accept::accept(&program, &question, verdict, &|_, _| false).unwrap();
//! let text = terminal::write(&resolve(&accepted, &program), terminal::Detail::Headline, &terminal::Saved::No);
//! assert_eq!(text, "a.bpl: UNKNOWN: the search was limited to 10 states [UH-STATES]\n");
//! ```

pub mod outcome;
pub mod resolve;
pub mod words;
pub mod course;
pub mod terminal;
pub mod suite;
pub mod json;
pub mod sarif;
pub mod github;
pub mod junit;
pub mod witness;
pub mod html;
pub mod run;
pub mod debugger;
pub mod schedule;
pub mod dot;
pub mod explain;

pub mod lens;
mod contents;
mod name;
mod printed;
mod scene;
mod statement;
mod value;
mod waits;

#[cfg(test)]
mod tests;
