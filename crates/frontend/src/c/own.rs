//! What lies in an object of each thread is reached through a pointer that only the thread has.
//!
//! Functions and primitives name a variable, `$own`, as if every thread had one of its own. Here it becomes a parameter that
//! calls hand on, of those procedures that need it. A map from threads to their objects would be within everybody's reach, so
//! that each look at a thread-local variable were a matter for all threads.
//!
//! Whoever starts a thread leaves the pointer to its object in `$new_own`, of which a fork takes it, and then forgets it.

use std::collections::BTreeSet;

use program::command::{Action, Call, Callee};
use program::expr::{Expr, VarRef};
use program::ids::{GlobalId, LocalId, ProcId};
use program::procedure::{Edge, Procedure, Variable};
use program::program::Program;
use program::span::Span;
use program::types::Type;
use program::value::{Base, Value};

use crate::boogie::rename::{Renaming, rename};

/// The variable that each thread has one of.
pub const OWN: &str = "$own";
/// Where a new thread finds its own.
pub const NEW_OWN: &str = "$new_own";

/// Hands `$own` on, in a program without procedures that are never called.
pub fn hand_on(mut program: Program) -> Program {
    let find = |name: &str| program.globals.iter().position(|global| global.name == name).map(GlobalId::new);
    let (Some(own), Some(new_own)) = (find(OWN), find(NEW_OWN)) else { return program };
    let needing = Needing::new(&program, own);
    let starts: BTreeSet<ProcId> = program.start.iter().copied().collect();
    let procedures = program.procedures.iter_mut().enumerate();
    for (id, procedure) in procedures.map(|(index, procedure)| (ProcId::new(index), procedure)) {
        let place = if needing.procedures[id.index()] && starts.contains(&id) {
            Some(add_variable(procedure))
        } else if needing.procedures[id.index()] {
            Some(add_parameter(procedure))
        } else {
            None
        };
        if let Some(place) = place {
            rename(procedure, &Named { own, place });
        }
        for edge in &mut procedure.edges {
            hand_on_to_threads(edge, &needing, new_own);
            if let (Some(place), Some(call)) = (place, &mut edge.call)
                && needing.callee(&call.callee)
            {
                add_argument(&mut call.arguments, Expr::local(place));
            }
        }
    }
    program
}

fn hand_on_to_threads(edge: &mut Edge, needing: &Needing, new_own: GlobalId) {
    for command in &mut edge.commands {
        if let Action::Fork { callee, arguments, .. } = &mut command.action
            && needing.callee(callee)
        {
            add_argument(arguments, Expr::global(new_own));
        }
    }
}

/// The pointer comes right behind the number of the thread, which is the first of all arguments: a function that is called through a
/// pointer may take fewer arguments than it is given, of which the last are lost.
fn position(count: usize) -> usize {
    count.min(1)
}

fn add_argument(arguments: &mut Vec<Expr>, own: Expr) {
    arguments.insert(position(arguments.len()), own);
}

fn variable() -> Variable {
    Variable { name: OWN.to_owned(), ty: Type::Pointer, span: Span::NOWHERE }
}

/// For the procedure with which the program starts.
fn add_variable(procedure: &mut Procedure) -> LocalId {
    procedure.locals.push(variable());
    LocalId::new(procedure.locals.len() - 1)
}

fn add_parameter(procedure: &mut Procedure) -> LocalId {
    let place = position(procedure.parameters);
    let moved = Moved { from: place };
    rename(procedure, &moved);
    procedure.results.iter_mut().for_each(|result| *result = moved.local(*result));
    procedure.locals.insert(place, variable());
    procedure.parameters += 1;
    LocalId::new(place)
}

/// The procedures that need the pointer.
struct Needing {
    procedures: Vec<bool>,
    /// Whether those do that are called through pointers, all of which are called in the same way.
    pointed_to: bool,
}

impl Needing {
    fn new(program: &Program, own: GlobalId) -> Needing {
        let pointed_to = pointed_to(program);
        let mut needing =
            Needing { procedures: program.procedures.iter().map(|it| names(it, own)).collect(), pointed_to: false };
        let mut is_stable = false;
        while !is_stable {
            is_stable = true;
            if !needing.pointed_to && pointed_to.iter().any(|pointed| needing.procedures[pointed.index()]) {
                needing.pointed_to = true;
                pointed_to.iter().for_each(|pointed| needing.procedures[pointed.index()] = true);
            }
            for (index, procedure) in program.procedures.iter().enumerate() {
                let mut calls = procedure.edges.iter().filter_map(|edge| edge.call.as_ref());
                if !needing.procedures[index] && calls.any(|Call { callee, .. }| needing.callee(callee)) {
                    needing.procedures[index] = true;
                    is_stable = false;
                }
            }
        }
        needing
    }

    fn callee(&self, callee: &Callee) -> bool {
        match callee {
            Callee::Procedure(procedure) => self.procedures[procedure.index()],
            Callee::Pointer(_) => self.pointed_to,
        }
    }
}

fn names(procedure: &Procedure, own: GlobalId) -> bool {
    let mut found = false;
    for edge in &procedure.edges {
        let mut look = |variable| found |= variable == VarRef::Global(own);
        edge.for_each_read(&mut look);
        edge.for_each_write(&mut look);
    }
    found
}

/// The procedures that are named without being called there.
fn pointed_to(program: &Program) -> BTreeSet<ProcId> {
    let mut found: BTreeSet<ProcId> = BTreeSet::new();
    let mut look = |expr: &Expr| {
        expr.for_each_literal(&mut |literal| {
            if let Value::Pointer(pointer) = literal
                && let Base::Procedure(procedure) = pointer.base
            {
                found.insert(procedure);
            }
        });
    };
    for edge in program.procedures.iter().flat_map(|procedure| &procedure.edges) {
        edge.commands.iter().for_each(|command| command.action.for_each_expr(&mut look));
        edge.call.iter().for_each(|call| call.for_each_expr(&mut look));
    }
    for pointer in program.objects.iter().flat_map(|object| object.content.pointers()) {
        if let Base::Procedure(procedure) = pointer.base {
            found.insert(procedure);
        }
    }
    found
}

/// Local variables from a place on make room for one more.
struct Moved {
    from: usize,
}

impl Moved {
    fn local(&self, local: LocalId) -> LocalId {
        if local.index() < self.from { local } else { LocalId::new(local.index() + 1) }
    }
}

impl Renaming for Moved {
    fn variable(&self, variable: VarRef) -> VarRef {
        match variable {
            VarRef::Local(local) => VarRef::Local(self.local(local)),
            global => global,
        }
    }

    fn procedure(&self, procedure: ProcId) -> ProcId {
        procedure
    }
}

/// `$own` is the local variable.
struct Named {
    own: GlobalId,
    place: LocalId,
}

impl Renaming for Named {
    fn variable(&self, variable: VarRef) -> VarRef {
        if variable == VarRef::Global(self.own) { VarRef::Local(self.place) } else { variable }
    }

    fn procedure(&self, procedure: ProcId) -> ProcId {
        procedure
    }
}
