//! What of the representation random programs have. What is added to the representation belongs into [`EXPECTED`].

use std::collections::BTreeSet;
use std::fmt::Debug;

use super::{Shape, program};
use crate::bytes::Byte;
use crate::command::{Action, Call, Callee};
use crate::expr::{BinaryOp, Expr};
use crate::ids::ProcId;
use crate::procedure::{Edge, Procedure};
use crate::program::Program;
use crate::types::Type;
use crate::value::Value;

/// Everything but what only front ends write: files, spans, names, and random numbers.
const EXPECTED: &str = "
    end AllThreads, end MainThread, start twice
    global Bool, global Int, global Bits, global Pointer, global Sort, global Map
    local Bool, local Int, local Bits, local Pointer, local Sort, local Map
    key Bool, key Int, key Bits, key Sort, several keys, map of maps
    object, constant object, byte Data, byte PointerPart, target Static, target Procedure
    parameters, several results, no results, procedure section, procedure wraps, node section, node discards, entry is exit
    action Allocate, action Assert, action Assign, action Assume, action BeginAtomic, action EndAtomic, action Enter
    action Copy, action Fill, spurious, eventually
    action Fork, action Free, action Halt, action Havoc, action Join, action Leave, action Store
    Heap, Stack, section object, section without object, fork without id, id of several, several actions
    assign several, havoc several, join results, join several results, halt in the middle, several joins in a step
    call, call results, call several results, call after actions, recursive call, called by callee
    callee Procedure, callee Pointer, forked Procedure, forked Pointer
    expression Literal, expression Variable, expression If, expression Select, expression Update, expression Load
    literal Bool, literal Int, literal Bits, literal Pointer, literal Element
    base Address, base Static, base Procedure
    Not, Negate, BitsNot, BitsNegate, Extract, ZeroExtend, SignExtend, UnsignedToInt, SignedToInt, IntToBits
    PointerToBits, BitsToPointer, ObjectSize
    And, Or, Implies, Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual, Concat, Offset, Distance, PointerLess
    Ordered
    Integer Add, Integer Subtract, Integer Multiply, Integer Divide, Integer Modulo
    Bits Add, Bits Subtract, Bits Multiply, Bits DivideUnsigned, Bits DivideSigned, Bits RemainderUnsigned
    Bits RemainderSigned, Bits ModuloSigned, Bits And, Bits Or, Bits Xor, Bits ShiftLeft, Bits ShiftRight
    Bits ShiftRightSigned
    UnsignedLess, UnsignedLessEqual, UnsignedGreater, UnsignedGreaterEqual
    SignedLess, SignedLessEqual, SignedGreater, SignedGreaterEqual
";

#[test]
fn everything_is_generated() {
    let mut found = BTreeSet::new();
    for seed in 0..4_000 {
        let features = if seed % 2 == 0 { 25 } else { 60 };
        in_program(&program(seed, &Shape { features, ..Shape::default() }), &mut found);
    }
    let expected: BTreeSet<String> = EXPECTED.split([',', '\n']).map(|name| name.trim().to_owned()).collect();
    let missing: Vec<&String> = expected.iter().filter(|name| !name.is_empty() && !found.contains(*name)).collect();
    assert!(missing.is_empty(), "never generated: {missing:?}");
    let unexpected: Vec<&String> = found.difference(&expected).collect();
    assert!(unexpected.is_empty(), "generated but not expected: {unexpected:?}");
}

type Found = BTreeSet<String>;

/// The name of the variant.
fn variant(value: &impl Debug) -> String {
    let text = format!("{value:?}");
    text.split(|character: char| !character.is_alphanumeric()).next().unwrap_or_default().to_owned()
}

fn note(found: &mut Found, holds: bool, name: &str) {
    if holds {
        found.insert(name.to_owned());
    }
}

fn in_program(program: &Program, found: &mut Found) {
    found.insert(format!("end {}", variant(&program.end)));
    note(found, program.start.iter().collect::<BTreeSet<_>>().len() < program.start.len(), "start twice");
    for global in &program.globals {
        in_type("global", &global.ty, found);
    }
    for object in &program.objects {
        note(found, object.constant, "constant object");
        note(found, !object.constant, "object");
        for byte in object.content.iter() {
            found.insert(format!("byte {}", variant(&byte)));
            if let Byte::PointerPart(pointer, _) = byte {
                found.insert(format!("target {}", variant(&pointer.base)));
            }
        }
    }
    for (index, procedure) in program.procedures.iter().enumerate() {
        in_procedure(program, ProcId::new(index), procedure, found);
    }
}

fn in_type(whose: &str, ty: &Type, found: &mut Found) {
    found.insert(format!("{whose} {}", variant(ty)));
    if let Type::Map(map) = ty {
        note(found, map.keys.len() > 1, "several keys");
        note(found, matches!(map.value, Type::Map(_)), "map of maps");
        map.keys.iter().for_each(|key| in_type("key", key, found));
    }
}

fn in_procedure(program: &Program, id: ProcId, procedure: &Procedure, found: &mut Found) {
    procedure.locals.iter().for_each(|local| in_type("local", &local.ty, found));
    note(found, procedure.parameters > 0, "parameters");
    note(found, procedure.results.len() > 1, "several results");
    note(found, procedure.results.is_empty(), "no results");
    note(found, procedure.section.is_some(), "procedure section");
    note(found, procedure.wraps, "procedure wraps");
    note(found, procedure.nodes.iter().any(|node| node.section.is_some()), "node section");
    note(found, procedure.nodes.iter().any(|node| node.discards), "node discards");
    note(found, procedure.entry == procedure.exit, "entry is exit");
    for edge in &procedure.edges {
        in_edge(edge, found);
        if let Some(Call { callee: Callee::Procedure(callee), .. }) = &edge.call {
            note(found, *callee == id, "recursive call");
            let calls = program.procedure(*callee).edges.iter().any(|edge| edge.call.is_some());
            note(found, *callee != id && calls, "called by callee");
        }
    }
}

fn in_edge(edge: &Edge, found: &mut Found) {
    note(found, edge.commands.len() > 1, "several actions");
    note(found, edge.spurious, "spurious");
    note(found, edge.eventually.is_some(), "eventually");
    let joins = edge.commands.iter().filter(|command| matches!(command.action, Action::Join { .. })).count();
    note(found, joins > 1, "several joins in a step");
    let halt = edge.commands.iter().position(|command| command.action == Action::Halt);
    note(found, halt.is_some_and(|position| position + 1 < edge.commands.len()), "halt in the middle");
    for command in &edge.commands {
        in_action(&command.action, found);
        command.action.for_each_expr(|expr| in_expr(expr, found));
    }
    let Some(call) = &edge.call else { return };
    note(found, true, "call");
    note(found, !edge.commands.is_empty(), "call after actions");
    note(found, call.results.len() == 1, "call results");
    note(found, call.results.len() > 1, "call several results");
    found.insert(format!("callee {}", variant(&call.callee)));
    call.for_each_expr(|expr| in_expr(expr, found));
}

fn in_action(action: &Action, found: &mut Found) {
    found.insert(format!("action {}", variant(action)));
    match action {
        Action::Assign(assignments) => note(found, assignments.len() > 1, "assign several"),
        Action::Havoc(variables) => note(found, variables.len() > 1, "havoc several"),
        Action::Allocate { storage, .. } => note(found, true, &variant(storage)),
        Action::Fork { id, callee, .. } => {
            note(found, id.is_none(), "fork without id");
            note(found, id.as_ref().is_some_and(|id| id.len() > 1), "id of several");
            found.insert(format!("forked {}", variant(callee)));
        }
        Action::Join { results, .. } => {
            note(found, results.len() == 1, "join results");
            note(found, results.len() > 1, "join several results");
        }
        Action::Enter(section) | Action::Leave(section) => {
            let name = if section.object.is_some() { "section object" } else { "section without object" };
            note(found, true, name);
        }
        _ => {}
    }
}

fn in_expr(expr: &Expr, found: &mut Found) {
    match expr {
        Expr::Unary(op, _) => note(found, true, &variant(op)),
        Expr::Binary(BinaryOp::Bits(op), ..) => note(found, true, &format!("Bits {}", variant(op))),
        Expr::Binary(BinaryOp::BitsCompare(op), ..) => note(found, true, &variant(op)),
        Expr::Binary(
            op @ (BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply | BinaryOp::Divide | BinaryOp::Modulo),
            ..,
        ) => note(found, true, &format!("Integer {}", variant(op))),
        Expr::Binary(op, ..) => note(found, true, &variant(op)),
        other => note(found, true, &format!("expression {}", variant(other))),
    }
    if let Expr::Literal(value) = expr {
        found.insert(format!("literal {}", variant(value)));
        if let Value::Pointer(pointer) = value {
            found.insert(format!("base {}", variant(&pointer.base)));
        }
    }
    expr.for_each_operand(|operand| in_expr(operand, found));
}
