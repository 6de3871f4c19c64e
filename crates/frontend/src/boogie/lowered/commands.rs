//! Statements to actions, one to one.

use program::command::{Action, Call, Callee, Command, Storage};
use program::expr::{Expr, VarRef};
use program::types::Type;

use crate::boogie::ast::{self, Name, Statement, StatementKind};
use crate::boogie::builder::Builder;
use crate::error::{Error, Result};

/// What the statement does as the whole of an edge.
pub fn commands(builder: &Builder<'_, '_>, statement: &Statement) -> Result<(Vec<Command>, Option<Call>)> {
    let statements = match &statement.kind {
        StatementKind::Yield => return Ok((Vec::new(), None)),
        StatementKind::Atomic(statements) => &statements[..],
        _ => std::slice::from_ref(statement),
    };
    let mut commands = Vec::new();
    let mut call = None;
    for statement in statements {
        if call.is_some() {
            return Err(Error::new(statement.span, "a call must be the last statement of a step"));
        }
        match part(builder, statement)? {
            Part::Action(action) => commands.push(Command { action, span: statement.span }),
            Part::Call(found) => call = Some(found),
        }
    }
    Ok((commands, call))
}

enum Part {
    Action(Action),
    Call(Call),
}

fn part(builder: &Builder<'_, '_>, statement: &Statement) -> Result<Part> {
    let scope = builder.run();
    let variables = |names: &[Name]| variables(builder, names);
    let exprs = |exprs: &[ast::Expr]| arguments(builder, exprs);
    let action = match &statement.kind {
        StatementKind::Assume(attributes, condition) => {
            match builder.section_commands(attributes, statement.span)?.pop() {
                Some(section) => section.action,
                None => Action::Assume(scope.condition(condition)?),
            }
        }
        StatementKind::Assert(_, condition) => Action::Assert(scope.condition(condition)?),
        StatementKind::Havoc(names) => Action::Havoc(variables(names)?),
        StatementKind::Assign(targets, values) => {
            let names: Vec<Name> = targets.iter().map(|target| target.name.clone()).collect();
            Action::Assign(variables(&names)?.into_iter().zip(exprs(values)?).collect())
        }
        StatementKind::Join(id, results) => Action::Join { id: exprs(id)?, results: variables(results)? },
        StatementKind::Fork(id, call) => {
            let (callee, arguments) = callee(builder, call)?;
            Action::Fork { id: Some(exprs(id)?), callee, arguments }
        }
        StatementKind::Async(call) => {
            let (callee, arguments) = callee(builder, call)?;
            Action::Fork { id: None, callee, arguments }
        }
        StatementKind::Call(call) => return part_of_call(builder, call),
        _ => return Err(Error::new(statement.span, "this statement has no place in a lowered procedure")),
    };
    Ok(Part::Action(action))
}

fn part_of_call(builder: &Builder<'_, '_>, call: &ast::Call) -> Result<Part> {
    let results = variables(builder, &call.results)?;
    if builder.session.declarations.find_procedure(&call.callee.text).is_none()
        && let Some(action) = memory_action(builder, call, &results)?
    {
        return Ok(Part::Action(action));
    }
    let (callee, arguments) = callee(builder, call)?;
    Ok(Part::Call(Call { callee, arguments, results }))
}

/// The actions that have the notation of a call.
fn memory_action(builder: &Builder<'_, '_>, call: &ast::Call, results: &[VarRef]) -> Result<Option<Action>> {
    let arguments: Vec<Expr> = arguments(builder, &call.arguments)?;
    let action = match (&*call.callee.text, &arguments[..], results) {
        ("$store", [pointer, value], []) => Action::Store { pointer: pointer.clone(), value: value.clone() },
        ("$free", [pointer], []) => Action::Free(pointer.clone()),
        ("$allocate_stack", [size], [target]) => {
            Action::Allocate { target: *target, size: size.clone(), storage: Storage::Stack }
        }
        ("$allocate_heap", [size], [target]) => {
            Action::Allocate { target: *target, size: size.clone(), storage: Storage::Heap }
        }
        ("$halt", [], []) => Action::Halt,
        ("$atomic_begin", [], []) => Action::BeginAtomic,
        ("$atomic_end", [], []) => Action::EndAtomic,
        _ => return Ok(None),
    };
    Ok(Some(action))
}

fn callee(builder: &Builder<'_, '_>, call: &ast::Call) -> Result<(Callee, Vec<Expr>)> {
    if &*call.callee.text != "$call" {
        let (procedure, _) = builder.session.declarations.procedure_named(&call.callee)?;
        return Ok((Callee::Procedure(procedure), arguments(builder, &call.arguments)?));
    }
    let Some((pointer, rest)) = call.arguments.split_first() else {
        return Err(Error::new(call.callee.span, "expected a pointer to a procedure"));
    };
    let pointer = builder.run().lower_as(pointer, &Type::Pointer)?.expr;
    Ok((Callee::Pointer(pointer), arguments(builder, rest)?))
}

fn arguments(builder: &Builder<'_, '_>, arguments: &[ast::Expr]) -> Result<Vec<Expr>> {
    arguments.iter().map(|argument| builder.run().lower(argument).map(|typed| typed.expr)).collect()
}

fn variables(builder: &Builder<'_, '_>, names: &[Name]) -> Result<Vec<VarRef>> {
    names.iter().map(|name| builder.assignable(name).map(|found| found.variable)).collect()
}
