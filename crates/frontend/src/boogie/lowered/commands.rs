//! Statements to actions, one to one.

use program::command::{Action, Call, Callee, Command, Storage};
use program::expr::{Expr, VarRef};
use program::ids::ChoiceId;
use program::span::Span;
use program::types::Type;
use program::value::Value;

use crate::boogie::ast::{
    self, Attribute, AttributeArgument, ExprKind, Name, Statement, StatementKind, find_attribute,
};
use crate::boogie::builder::Builder;
use crate::error::{Error, Result};

/// What an edge does.
#[derive(Default)]
pub struct Lowered {
    pub commands: Vec<Command>,
    pub call: Option<Call>,
    pub spurious: bool,
    pub eventually: Option<ChoiceId>,
}

/// What the statement does as the whole of an edge.
pub fn commands(builder: &Builder<'_, '_>, statement: &Statement) -> Result<Lowered> {
    let mut lowered = Lowered::default();
    let statements = match &statement.kind {
        StatementKind::Yield => return Ok(lowered),
        StatementKind::Atomic(statements) => &statements[..],
        _ => std::slice::from_ref(statement),
    };
    for statement in statements {
        if lowered.call.is_some() {
            return Err(Error::new(statement.span, "a call must be the last statement of a step"));
        }
        if let StatementKind::Assume(attributes, _) = &statement.kind {
            if find_attribute(attributes, "unhang_spurious").is_some() {
                lowered.spurious = true;
                continue;
            }
            if let Some(attribute) = find_attribute(attributes, "unhang_eventually") {
                lowered.eventually = Some(choice(attribute, statement.span)?);
                continue;
            }
        }
        match part(builder, statement)? {
            Part::Action(action) => lowered.commands.push(Command { action, span: statement.span }),
            Part::Call(found) => lowered.call = Some(found),
        }
    }
    Ok(lowered)
}

/// The number of the choice.
fn choice(attribute: &Attribute, span: Span) -> Result<ChoiceId> {
    let number = match &attribute.arguments[..] {
        [AttributeArgument::Expr(ast::Expr { kind: ExprKind::Literal(Value::Int(number)), .. })] => {
            u32::try_from(number).ok()
        }
        _ => None,
    };
    number.map(ChoiceId).ok_or_else(|| Error::new(span, "expected the number of a choice"))
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
            match builder.marked_actions(attributes, statement.span)?.pop() {
                Some(marked) => marked.action,
                None => Action::Assume(scope.condition(condition)?),
            }
        }
        StatementKind::Assert(attributes, condition) => {
            let message = find_attribute(attributes, "msg").and_then(Attribute::text).cloned();
            Action::Assert(scope.condition(condition)?, message)
        }
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
pub fn memory_action(builder: &Builder<'_, '_>, call: &ast::Call, results: &[VarRef]) -> Result<Option<Action>> {
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
        ("$copy", [to, from, size], []) => Action::Copy { to: to.clone(), from: from.clone(), size: size.clone() },
        ("$fill", [to, byte, size], []) => Action::Fill { to: to.clone(), byte: byte.clone(), size: size.clone() },
        ("$forget", [], targets @ [_, ..]) => Action::Forget(targets.to_vec()),
        ("$halt", [], []) => Action::Halt,
        ("$atomic_begin", [], []) => Action::BeginAtomic,
        ("$atomic_end", [], []) => Action::EndAtomic,
        _ => return Ok(None),
    };
    Ok(Some(action))
}

fn callee(builder: &Builder<'_, '_>, call: &ast::Call) -> Result<(Callee, Vec<Expr>)> {
    if let Some(found) = callee_by_pointer(builder, call)? {
        return Ok(found);
    }
    let (procedure, _) = builder.session.declarations.procedure_named(&call.callee)?;
    Ok((Callee::Procedure(procedure), arguments(builder, &call.arguments)?))
}

/// What `$call` calls, and the arguments, unless the program has a procedure of that name.
pub fn callee_by_pointer(builder: &Builder<'_, '_>, call: &ast::Call) -> Result<Option<(Callee, Vec<Expr>)>> {
    let name = &call.callee;
    if &*name.text != "$call" || builder.session.declarations.find_procedure(&name.text).is_some() {
        return Ok(None);
    }
    let Some((pointer, rest)) = call.arguments.split_first() else {
        return Err(Error::new(name.span, "expected a pointer to a procedure"));
    };
    let pointer = builder.run().lower_as(pointer, &Type::Pointer)?.expr;
    Ok(Some((Callee::Pointer(pointer), arguments(builder, rest)?)))
}

fn arguments(builder: &Builder<'_, '_>, arguments: &[ast::Expr]) -> Result<Vec<Expr>> {
    arguments.iter().map(|argument| builder.run().lower(argument).map(|typed| typed.expr)).collect()
}

fn variables(builder: &Builder<'_, '_>, names: &[Name]) -> Result<Vec<VarRef>> {
    names.iter().map(|name| builder.assignable(name).map(|found| found.variable)).collect()
}
