//! The user's own program, built so that it follows a recorded run.
//!
//! The compiler writes what the front end has read, too; into that text calls of a scheduler library are put (`instrument.rs`), in
//! front of and behind those accesses to memory that the run has. The library (`reproduction/scheduler.c`) stands in front of the
//! system's functions for threads as well, and has the run as a table ([`table`]). [`build`] makes a program of all that, [`watch`] runs it.
//!
//! In the same way it is built with random delays instead of a run to follow; [`stress`] runs that.

pub mod build;
mod instrument;
pub mod stress;
pub mod table;
pub mod watch;
