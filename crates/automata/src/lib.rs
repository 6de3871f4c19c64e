//! Graphs that are explored as they are built, and their strongly connected components. Knows no programs.
//!
//! Nodes are dense numbers; whoever owns the graph hands them out and lists a node's successors when asked.

pub mod components;
pub mod bottom;
pub mod explore;
pub mod path;
pub mod room;
#[cfg(test)]
mod naive;
