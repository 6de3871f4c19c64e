//! The project's own automation. `cargo xtask` runs it; the tests of this package run part of it, too.

pub mod root;
pub mod parallel;
pub mod tidy;
pub mod corpus;
pub mod commute;
pub mod bless;
pub mod bench;
pub mod storm;
pub mod fuzz;
pub mod dist;
