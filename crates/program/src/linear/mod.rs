//! Programs over linear integer arithmetic: a fixed set of threads whose steps are conjunctions of inequalities and linear assignments.
//!
//! Proofs of termination speak of a program in this form: whoever looks for a proof and whoever checks it see the same *letters*, as
//! papers on words of statements call them. A letter is one way through one edge of one thread, along which no choice between inequalities
//! is left: `x != y` is two ways, `x < y` and `y < x`. So what follows from a letter follows from a sum of inequalities, and whoever
//! claims that it does can write down the sum.
//!
//! Truth values are numbers between 0 and 1, and what a step leaves open is a number that exists for this step only ([`expr::Var`]).
//! That a thread has finished, for others to join it, is a variable like any other ([`system`]).
//!
//! Numbers are exact: whatever does not fit into 128 bits is not in this form.
//!
//! The modules in reading order.

pub mod expr;
pub mod sum;
pub mod cases;
mod words;
mod signs;
mod sections;
mod vague;
mod masks;
pub mod system;
pub mod blocked;
