//! What an answer consists of, and how it is written down.
//!
//! A [`Verdict`](verdict::Verdict) carries its evidence: a proof has a certificate, a refutation a counterexample,
//! and not knowing has a reason.
//! Evidence speaks of the program as lowered; `check` alone decides whether it holds.
//! Read [`counterexample`] and [`certificate`] first: each variant says what it claims.
//!
//! ```
//! use std::time::Duration;
//! use evidence::verdict::Verdict;
//! use evidence::reason::Reason;
//! let verdict = Verdict::Unknown(Reason::OutOfTime { time: Duration::from_secs(60), states: 1_000_000 });
//! assert_eq!(verdict.word(), "unknown");
//! ```

pub mod verdict;
pub mod counterexample;
pub mod certificate;
pub mod ranked;
pub mod modular;
pub mod reason;
pub mod format;
