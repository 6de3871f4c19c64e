//! The reference semantics: states and steps, written to be read.
//!
//! A [`state::State`] has the contents of the global variables, the threads with their stacks, and the memory.
//! [`step::step`] executes one step of one thread, given the choices that the program leaves open;
//! [`step::steps`] finds all steps that a thread can take, where they are finitely many.

pub mod state;
pub mod fault;
pub mod memory;
pub mod access;
pub mod eval;
pub mod domain;
pub mod step;
pub mod canonical;
