//! What a program never comes to is left out: procedures that nobody calls or points to, and variables that nobody uses.

use std::cell::RefCell;
use std::collections::BTreeSet;

use program::expr::VarRef;
use program::ids::{GlobalId, ProcId};
use program::procedure::Procedure;
use program::program::Program;
use program::value::{Base, Pointer};

use crate::boogie::rename::{Renaming, rename};

/// The program without what it never comes to.
pub fn prune(mut program: Program) -> Program {
    let seen = Seen::default();
    let pointed_to = program.objects.iter().flat_map(|object| object.content.pointers());
    let mut waiting: Vec<ProcId> = program.start.clone();
    waiting.extend(pointed_to.filter_map(|pointer| target(&pointer)));
    let mut reached = BTreeSet::new();
    while let Some(procedure) = waiting.pop() {
        if reached.insert(procedure) {
            // Renaming passes everything that the procedure names.
            rename(&mut program.procedures[procedure.index()], &seen);
            waiting.extend(seen.procedures.borrow_mut().iter().copied());
            seen.procedures.borrow_mut().clear();
        }
    }
    let numbers =
        Numbers { procedures: reached.into_iter().collect(), globals: seen.globals.take().into_iter().collect() };
    let is_kept = |id: ProcId| numbers.procedures.binary_search(&id).is_ok();
    let mut index = 0;
    program.procedures.retain(|_| {
        index += 1;
        is_kept(ProcId::new(index - 1))
    });
    program.procedures.iter_mut().for_each(|procedure: &mut Procedure| rename(procedure, &numbers));
    program.globals = numbers.globals.iter().map(|global| program.globals[global.index()].clone()).collect();
    for object in &mut program.objects {
        object.content = object.content.with_pointers(|pointer| match target(&pointer) {
            Some(procedure) => Pointer { base: Base::Procedure(numbers.procedure(procedure)), ..pointer },
            None => pointer,
        });
    }
    program.start.iter_mut().for_each(|start| *start = numbers.procedure(*start));
    program
}

fn target(pointer: &Pointer) -> Option<ProcId> {
    match pointer.base {
        Base::Procedure(procedure) => Some(procedure),
        _ => None,
    }
}

/// Renames nothing, but sees everything.
#[derive(Default)]
struct Seen {
    procedures: RefCell<Vec<ProcId>>,
    globals: RefCell<BTreeSet<GlobalId>>,
}

impl Renaming for Seen {
    fn variable(&self, variable: VarRef) -> VarRef {
        if let VarRef::Global(global) = variable {
            self.globals.borrow_mut().insert(global);
        }
        variable
    }

    fn procedure(&self, procedure: ProcId) -> ProcId {
        self.procedures.borrow_mut().push(procedure);
        procedure
    }
}

/// What is kept, in order: positions are the new numbers.
struct Numbers {
    procedures: Vec<ProcId>,
    globals: Vec<GlobalId>,
}

impl Renaming for Numbers {
    fn variable(&self, variable: VarRef) -> VarRef {
        match variable {
            VarRef::Global(global) => {
                VarRef::Global(GlobalId::new(self.globals.binary_search(&global).expect("it was seen")))
            }
            local => local,
        }
    }

    fn procedure(&self, procedure: ProcId) -> ProcId {
        ProcId::new(self.procedures.binary_search(&procedure).expect("it was seen"))
    }
}
