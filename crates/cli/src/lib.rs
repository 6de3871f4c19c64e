//! The parts of the command line tool. `main.rs` puts them together; read it first.
//!
//! Files, the environment, the terminal and exit codes are dealt with here and nowhere below.

pub mod arguments;
pub mod amounts;
pub mod threads;
pub mod sources;
pub mod compiled;
pub mod ask;
pub mod expectations;
pub mod many;
pub mod interrupt;
pub mod commands;
pub mod progress;
pub mod cause;
pub mod output;
pub mod witness;
pub mod processes;
pub mod machine;
pub mod exit;
