//! Terms, and SMT solvers that are spoken to in SMT-LIB 2.
//!
//! A [`terms::Terms`] makes terms that are shared wherever they are equal. A [`session::Session`] is a conversation with a solver
//! process about such terms: it asserts, asks, and tells what values satisfy what was asserted. A [`pool::Pool`] keeps the processes
//! that nobody talks to at the moment, since starting one costs more than hundreds of small questions.
//!
//! A process is a child that can be killed: nothing here takes longer than its caller wants, and no failure of a solver is one of ours.
//! The clock and the environment belong to the caller, who says which solver to run and when to stop.

pub mod sort;
pub mod terms;
pub mod cases;
pub mod simplify;
pub mod smtlib;
pub mod values;
pub mod process;
pub mod session;
pub mod pool;
pub mod simplex;
pub mod farkas;
pub mod templates;
pub mod integers;
