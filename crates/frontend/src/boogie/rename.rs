//! Renaming in finished procedures: variables, and the procedures that are called.

use program::command::{Action, Call, Callee, Section};
use program::expr::{Expr, VarRef};
use program::ids::ProcId;
use program::procedure::Procedure;
use program::value::{Base, Pointer, Value};

use crate::boogie::typed::with_leaves;

/// New names.
pub trait Renaming {
    fn variable(&self, variable: VarRef) -> VarRef;
    fn procedure(&self, procedure: ProcId) -> ProcId;
}

/// Renames everything in the procedure.
pub fn rename(procedure: &mut Procedure, names: &impl Renaming) {
    for edge in &mut procedure.edges {
        for command in &mut edge.commands {
            rename_action(&mut command.action, names);
        }
        if let Some(call) = &mut edge.call {
            rename_call(call, names);
        }
    }
}

fn rename_action(action: &mut Action, names: &impl Renaming) {
    match action {
        Action::Assume(expr) | Action::Assert(expr, _) | Action::Free(expr) => rename_expr(expr, names),
        Action::Assign(assignments) => {
            for (target, value) in assignments {
                *target = names.variable(*target);
                rename_expr(value, names);
            }
        }
        Action::Havoc(targets) | Action::Forget(targets) => rename_variables(targets, names),
        Action::Copy { to, from, size } => [to, from, size].into_iter().for_each(|expr| rename_expr(expr, names)),
        Action::Fill { to, byte, size } => [to, byte, size].into_iter().for_each(|expr| rename_expr(expr, names)),
        Action::Output(output) => output.arguments.iter_mut().for_each(|argument| rename_expr(argument, names)),
        Action::Store { pointer, value } => {
            rename_expr(pointer, names);
            rename_expr(value, names);
        }
        Action::Allocate { target, size, .. } => {
            *target = names.variable(*target);
            rename_expr(size, names);
        }
        Action::Fork { id, callee, arguments } => {
            id.iter_mut().flatten().for_each(|part| rename_expr(part, names));
            rename_callee(callee, names);
            arguments.iter_mut().for_each(|argument| rename_expr(argument, names));
        }
        Action::Join { id, results } => {
            id.iter_mut().for_each(|part| rename_expr(part, names));
            rename_variables(results, names);
        }
        Action::Enter(Section { object, .. }) | Action::Leave(Section { object, .. }) => {
            object.iter_mut().for_each(|object| rename_expr(object, names));
        }
        Action::BeginAtomic | Action::EndAtomic | Action::Halt | Action::Unsupported(_) => {}
    }
}

fn rename_call(call: &mut Call, names: &impl Renaming) {
    rename_callee(&mut call.callee, names);
    call.arguments.iter_mut().for_each(|argument| rename_expr(argument, names));
    rename_variables(&mut call.results, names);
}

fn rename_callee(callee: &mut Callee, names: &impl Renaming) {
    match callee {
        Callee::Procedure(procedure) => *procedure = names.procedure(*procedure),
        Callee::Pointer(pointer) => rename_expr(pointer, names),
    }
}

fn rename_variables(variables: &mut [VarRef], names: &impl Renaming) {
    variables.iter_mut().for_each(|variable| *variable = names.variable(*variable));
}

fn rename_expr(expr: &mut Expr, names: &impl Renaming) {
    *expr = with_leaves(expr, &|leaf| match leaf {
        Expr::Variable(variable) => Some(Expr::Variable(names.variable(*variable))),
        Expr::Literal(Value::Pointer(Pointer { base: Base::Procedure(procedure), offset })) => {
            let base = Base::Procedure(names.procedure(*procedure));
            Some(Expr::Literal(Value::Pointer(Pointer { base, offset: *offset })))
        }
        _ => None,
    });
}
