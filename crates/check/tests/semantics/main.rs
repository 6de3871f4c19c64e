//! The reference semantics, one construct at a time, on programs written by hand.

#[path = "../builder/mod.rs"]
mod builder;
mod canonical;
mod choices;
mod expressions;
mod memory;
#[path = "../ranges/mod.rs"]
mod ranges;
mod stepping;
mod steps;
