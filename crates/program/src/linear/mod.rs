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
//! Machine integers are numbers with ranges, and wrap around ([`words`]), or sets of bits ([`masks`]). Pointers, which
//! are only copied and compared in a program without memory, are numbers that stand for them ([`pointers`]). A program with memory or calls is
//! prepared first ([`system::Subject`]). What is not followed may be anything: the letters may do more than the program does, never less.
//!
//! Numbers are exact: whatever does not fit into 128 bits is not in this form.
//!
//! The modules in reading order.

pub mod expr;
pub mod sum;
pub mod cases;
pub mod division;
pub mod words;
pub mod pointers;
pub mod signs;
pub mod sections;
pub mod vague;
pub mod masks;
pub mod holders;
pub mod open;
pub mod looks;
pub mod system;
pub mod blocked;
pub mod classes;
pub mod located;
pub mod symmetry;
pub mod fused;
