//! The trusted base: what programs mean, and whether evidence about them holds.
//!
//! Nothing is printed as proved or refuted that [`accept::accept`] has not accepted.
//! The crate knows no engine and no solver. It favours the obvious over the fast,
//! and whatever it cannot establish it rejects.
//!
//! The modules are listed in reading order.

pub mod semantics;
pub mod replay;
pub mod fairness;
pub mod sections;
mod set;
pub mod footprint;
pub mod touch;
pub mod reduction;
mod weight;
pub mod watch;
pub mod explore;
pub mod rules;
pub mod accept;
