//! Commands: what an edge does, in one atomic step.
//!
//! An edge carries a sequence of actions and at most one call after them.
//! They happen one after the other with nobody in between.
//! The edge is enabled if its actions can be carried out: if, for some choice of values, every `assume` on the way
//! holds and every `join` finds its thread finished.
//! An `assert` that fails, or a fault, does not block: taking the step ends the run with an error.

use std::sync::Arc;

use crate::expr::{Expr, VarRef};
use crate::ids::{ProcId, SectionKindId};
use crate::span::Span;

/// What an assertion says that fails where a signed integer overflows.
pub const SIGNED_OVERFLOW: &str = "signed integer overflow";

/// One atomic action.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Goes on only if the condition holds: the edge's guard, or part of it.
    Assume(Expr),
    /// The run fails unless the condition holds; the text says what then goes wrong, if it is not the assertion itself.
    Assert(Expr, Option<Arc<str>>),
    /// Parallel assignment: all right sides are evaluated before any variable changes. No variable occurs twice on the left.
    Assign(Vec<(VarRef, Expr)>),
    /// Each variable gets a value chosen at this moment.
    ///
    /// Assumptions later in the same edge narrow the choice: the edge is enabled if some choice satisfies them.
    Havoc(Vec<VarRef>),
    /// The variables become arbitrary, and nobody chooses: what they held is of no use any more.
    Forget(Vec<VarRef>),
    /// Writes a value to memory, in as many bytes as its type takes.
    Store {
        /// Where.
        pointer: Expr,
        /// What.
        value: Expr,
    },
    /// Copies bytes from one place in memory to another; the places may overlap.
    Copy {
        /// To where.
        to: Expr,
        /// From where.
        from: Expr,
        /// How many; of type `bits(64)`.
        size: Expr,
    },
    /// Writes the same byte to many places.
    Fill {
        /// From where on.
        to: Expr,
        /// Which; of type `bits(8)`.
        byte: Expr,
        /// How many; of type `bits(64)`.
        size: Expr,
    },
    /// Makes a new object of uninitialised bytes and leaves a pointer to it in `target`.
    Allocate {
        /// Receives the pointer.
        target: VarRef,
        /// How many bytes; of type `bits(64)`.
        size: Expr,
        /// Who ends the object's life.
        storage: Storage,
    },
    /// Ends the life of a heap object. The pointer must point to its start; null is allowed and does nothing.
    Free(Expr),
    /// Starts a thread.
    Fork {
        /// A tuple by which a `join` finds the thread; without one nobody can join it.
        id: Option<Vec<Expr>>,
        /// What it runs.
        callee: Callee,
        /// The arguments.
        arguments: Vec<Expr>,
    },
    /// Waits for a thread with this id, and with results of the types of these variables, that has finished,
    /// removes it and takes its results. Without variables any results will do.
    /// If several have finished, any of them is chosen.
    Join {
        /// The id given at the fork.
        id: Vec<Expr>,
        /// Variables for the thread's results, in order; none of them or all of them.
        results: Vec<VarRef>,
    },
    /// Opens a section. The same section of a thread may be opened more than once, and is then left as often.
    Enter(Section),
    /// Closes the most recently opened section of this kind and object of this thread; the run fails if there is none.
    Leave(Section),
    /// From here on only this thread runs, until the matching [`Action::EndAtomic`].
    BeginAtomic,
    /// Lets other threads run again, unless an outer atomic block is still open.
    EndAtomic,
    /// Ends the program, whatever other threads do.
    Halt,
    /// Writes something for people to read, which has no effect on the program.
    Output(Output),
    /// From here on it is not known what the program does, for the reason given.
    Unsupported(Arc<str>),
}

/// What a program writes for people to read.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Output {
    /// With the conversions of C's `printf`, and `%Q` for a text of which a pointer and the length stand where the argument points to.
    pub format: Arc<str>,
    /// A machine integer or a pointer for each of them.
    pub arguments: Vec<Expr>,
}

/// Who ends the life of a memory object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Storage {
    /// The return of the current procedure.
    Stack,
    /// [`Action::Free`].
    Heap,
}

/// A section as named in a command: together with the thread, `kind` and `object` are its identity.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Section {
    /// What kind of section.
    pub kind: SectionKindId,
    /// What it is about: a lock, a queue. Sections of one kind may do without.
    pub object: Option<Expr>,
}

/// What is called or forked.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Callee {
    /// A procedure by name.
    Procedure(ProcId),
    /// Whatever procedure the pointer points to; its signature must fit, or the run fails.
    Pointer(Expr),
}

/// A procedure call: the last thing that an edge does.
///
/// The callee's frame goes on top of the stack; the caller goes on at the edge's target
/// once the callee has reached its exit and taken its return step.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Call {
    /// What is called.
    pub callee: Callee,
    /// The arguments, evaluated in the caller.
    pub arguments: Vec<Expr>,
    /// The caller's variables that take the results, in order; none of them or all of them.
    pub results: Vec<VarRef>,
}

/// An action and where it stands in the source.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Command {
    /// What happens.
    pub action: Action,
    /// Where it is written.
    pub span: Span,
}

impl Action {
    /// Calls `visit` on every expression of the action that is evaluated.
    pub fn for_each_expr<'a>(&'a self, mut visit: impl FnMut(&'a Expr)) {
        match self {
            Action::Assume(expr) | Action::Assert(expr, _) | Action::Free(expr) => visit(expr),
            Action::Assign(assignments) => assignments.iter().for_each(|(_, expr)| visit(expr)),
            Action::Store { pointer, value } => {
                visit(pointer);
                visit(value);
            }
            Action::Copy { to, from, size } => [to, from, size].into_iter().for_each(visit),
            Action::Fill { to, byte, size } => [to, byte, size].into_iter().for_each(visit),
            Action::Allocate { size, .. } => visit(size),
            Action::Fork { id, callee, arguments } => {
                id.iter().flatten().for_each(&mut visit);
                if let Callee::Pointer(pointer) = callee {
                    visit(pointer);
                }
                arguments.iter().for_each(visit);
            }
            Action::Join { id, .. } => id.iter().for_each(visit),
            Action::Enter(section) | Action::Leave(section) => section.object.iter().for_each(visit),
            Action::Output(output) => output.arguments.iter().for_each(visit),
            Action::Havoc(_)
            | Action::Forget(_)
            | Action::BeginAtomic
            | Action::EndAtomic
            | Action::Halt
            | Action::Unsupported(_) => {}
        }
    }

    /// Calls `visit` on every variable that the action may write.
    pub fn for_each_target(&self, mut visit: impl FnMut(VarRef)) {
        match self {
            Action::Assign(assignments) => assignments.iter().for_each(|(target, _)| visit(*target)),
            Action::Havoc(targets) | Action::Forget(targets) | Action::Join { results: targets, .. } => {
                targets.iter().copied().for_each(visit);
            }
            Action::Allocate { target, .. } => visit(*target),
            Action::Assume(_)
            | Action::Assert(..)
            | Action::Store { .. }
            | Action::Copy { .. }
            | Action::Fill { .. }
            | Action::Free(_)
            | Action::Fork { .. }
            | Action::Enter(_)
            | Action::Leave(_)
            | Action::BeginAtomic
            | Action::EndAtomic
            | Action::Halt
            | Action::Output(_)
            | Action::Unsupported(_) => {}
        }
    }
}

impl Call {
    /// Calls `visit` on every expression that the call evaluates.
    pub fn for_each_expr<'a>(&'a self, mut visit: impl FnMut(&'a Expr)) {
        if let Callee::Pointer(pointer) = &self.callee {
            visit(pointer);
        }
        self.arguments.iter().for_each(visit);
    }
}
