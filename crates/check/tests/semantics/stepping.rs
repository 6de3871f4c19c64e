//! Running a program by hand: a step of this thread, then one of that.

use check::semantics::fault::{Failure, MemoryError};
use check::semantics::state::{State, initial};
use check::semantics::step::{Taken, steps};
use program::command::Action;
use program::expr::{BinaryOp, Expr};
use program::ids::{ObjectId, ThreadSlot};
use program::program::Program;
use program::types::Type;
use program::value::{Base, Pointer, Value};

use crate::builder::{bits, program, straight};

/// All steps of the thread, which nothing keeps from being listed.
pub fn all(program: &Program, state: &State, slot: u32) -> Vec<Taken> {
    steps(program, state, ThreadSlot(slot)).expect("all steps are determined")
}

/// Whether the thread has no step.
pub fn is_blocked(program: &Program, state: &State, slot: u32) -> bool {
    all(program, state, slot).is_empty()
}

/// The state after the thread's only step.
pub fn after(program: &Program, state: &State, slot: u32) -> State {
    let taken = all(program, state, slot);
    let [only] = taken.as_slice() else { panic!("thread {slot} has {} steps", taken.len()) };
    only.outcome.clone().unwrap_or_else(|(failure, _)| panic!("{failure}")).state
}

/// The state after only steps of these threads, one after the other.
pub fn run(program: &Program, slots: &[u32]) -> State {
    slots.iter().fold(initial(program), |state, slot| after(program, &state, *slot))
}

/// Runs thread 0 until it fails.
pub fn failure_of(program: &Program) -> Failure {
    let mut state = initial(program);
    loop {
        let taken = all(program, &state, 0).into_iter().next().expect("the thread fails before it ends");
        match taken.outcome {
            Ok(reached) => state = reached.state,
            Err((failure, _)) => return failure,
        }
    }
}

pub fn memory_error_of(globals: &[Type], steps: Vec<Vec<Action>>) -> MemoryError {
    match failure_of(&one_thread(globals, steps)) {
        Failure::Memory(error) => error,
        other => panic!("expected a memory error, found {other}"),
    }
}

pub fn one_thread(globals: &[Type], steps: Vec<Vec<Action>>) -> Program {
    program(globals, vec![straight("main", &[], steps)], &[0])
}

pub fn global(state: &State, index: usize) -> &Value {
    &state.globals[index]
}

pub const BYTE: Type = Type::Bits(8);

/// A pointer to the first static object.
pub fn link() -> Expr {
    Expr::Literal(Value::Pointer(Pointer { base: Base::Static(ObjectId(0)), offset: 0 }))
}

pub fn offset(pointer: Expr, by: i64) -> Expr {
    Expr::binary(BinaryOp::Offset, pointer, bits(64, by))
}
