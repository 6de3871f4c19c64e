//! Which variables may grow from turn to turn of a cycle ([`crate::growth`]), by what is assigned to them.

use std::collections::{BTreeMap, BTreeSet};

use program::command::Action;
use program::expr::{BinaryOp, Expr, VarRef};
use program::ids::ProcId;
use program::program::Program;
use program::types::Type;
use solver::sort::Sort;

use crate::contents::Contents;
use crate::growth::may_have_slopes;

/// The variables that may grow: integers, and maps to integers, to which something is assigned that is not written down; and machine integers
/// that are computed from themselves, or from such.
pub struct MayGrow {
    globals: Vec<bool>,
    /// By thread.
    locals: Vec<Vec<bool>>,
}

impl MayGrow {
    /// Those of the program.
    pub fn of(program: &Program) -> MayGrow {
        let mut may_grow = MayGrow {
            globals: vec![false; program.globals.len()],
            locals: program.procedures.iter().map(|procedure| vec![false; procedure.locals.len()]).collect(),
        };
        for (procedure, locals) in program.procedures.iter().zip(&mut may_grow.locals) {
            let mut note = |target: VarRef| match target {
                VarRef::Global(global) => {
                    may_grow.globals[global.index()] |= is_of_integers(&program.global(global).ty);
                }
                VarRef::Local(local) => locals[local.index()] |= is_of_integers(&procedure.local(local).ty),
            };
            for command in procedure.edges.iter().flat_map(|edge| &edge.commands) {
                match &command.action {
                    Action::Assign(assignments) => {
                        let is_written_down = |value: &Expr| matches!(value, Expr::Literal(_));
                        let grown = assignments.iter().filter(|(_, value)| !is_written_down(value));
                        grown.for_each(|(target, _)| note(*target));
                    }
                    action => action.for_each_target(&mut note),
                }
            }
        }
        for place in counters(program) {
            match place {
                (_, VarRef::Global(global)) => may_grow.globals[global.index()] = true,
                (thread, VarRef::Local(local)) => may_grow.locals[thread][local.index()] = true,
            }
        }
        may_grow
    }

    /// Whether any variable may.
    pub fn any(&self) -> bool {
        self.globals.iter().chain(self.locals.iter().flatten()).any(|may_grow| *may_grow)
    }

    /// The global variables that may, among these contents.
    pub fn of_globals<'a>(&'a self, contents: &'a mut [Contents]) -> impl Iterator<Item = &'a mut Contents> {
        contents.iter_mut().zip(&self.globals).filter(|(_, may_grow)| **may_grow).map(|(contents, _)| contents)
    }

    /// The variables of the thread that may, among these contents.
    pub fn of_locals<'a>(
        &'a self,
        thread: ProcId,
        contents: &'a mut [Contents],
    ) -> impl Iterator<Item = &'a mut Contents> {
        let locals = &self.locals[thread.index()];
        contents.iter_mut().zip(locals).filter(|(_, may_grow)| **may_grow).map(|(contents, _)| contents)
    }
}

/// A variable: of the thread with this number, or of all, with any number.
type Place = (usize, VarRef);

/// The machine integers that are computed from themselves by sums and products, in one step or in several, and those that are computed from these.
fn counters(program: &Program) -> BTreeSet<Place> {
    let is_counter = |thread: usize, variable: VarRef| {
        let ty = match variable {
            VarRef::Global(global) => &program.global(global).ty,
            VarRef::Local(local) => &program.procedures[thread].local(local).ty,
        };
        matches!(ty, Type::Bits(width) if may_have_slopes(&Sort::Bits(*width)))
    };
    let place = |thread: usize, variable: VarRef| match variable {
        VarRef::Global(_) => (0, variable),
        VarRef::Local(_) => (thread, variable),
    };
    // What each variable goes into, and where something is added on the way.
    let mut into: BTreeMap<Place, BTreeSet<Place>> = BTreeMap::new();
    let mut sums: BTreeSet<(Place, Place)> = BTreeSet::new();
    for (thread, procedure) in program.procedures.iter().enumerate() {
        for command in procedure.edges.iter().flat_map(|edge| &edge.commands) {
            let Action::Assign(assignments) = &command.action else { continue };
            for (target, value) in assignments.iter().filter(|(target, _)| is_counter(thread, *target)) {
                let target = place(thread, *target);
                value.for_each_variable(&mut |source| {
                    let source = place(thread, source);
                    into.entry(source).or_default().insert(target);
                    if has_sum(value) {
                        sums.insert((source, target));
                    }
                });
            }
        }
    }
    let mut known: BTreeMap<Place, BTreeSet<Place>> = BTreeMap::new();
    let mut all = BTreeSet::new();
    for (source, target) in sums {
        let behind = known.entry(target).or_insert_with(|| {
            let mut seen = BTreeSet::from([target]);
            let mut waiting = vec![target];
            while let Some(next) = waiting.pop() {
                let further = into.get(&next).into_iter().flatten();
                waiting.extend(further.filter(|place| seen.insert(**place)));
            }
            seen
        });
        if behind.contains(&source) {
            all.extend(behind.iter().copied());
        }
    }
    all
}

/// Whether machine integers are added up or multiplied in the expression.
fn has_sum(expr: &Expr) -> bool {
    use program::expr::BitsOp::{Add, Multiply, Subtract};
    let mut is_sum = matches!(expr, Expr::Binary(BinaryOp::Bits(Add | Subtract | Multiply), ..));
    expr.for_each_operand(&mut |operand| is_sum |= has_sum(operand));
    is_sum
}

fn is_of_integers(ty: &Type) -> bool {
    match ty {
        Type::Int => true,
        Type::Map(map) => map.value == Type::Int,
        _ => false,
    }
}
