//! Programs written by hand, in as few words as Rust allows.

// Each test crate that includes this module uses a part of it.
#![allow(dead_code)]

use num_bigint::BigInt;
use program::command::{Action, Call, Callee, Command, Section, Storage};
use program::expr::{BinaryOp, Expr, UnaryOp, VarRef};
use program::ids::{GlobalId, LocalId, NodeId, ProcId, SectionKindId};
use program::procedure::{Edge, Node, Procedure, Variable};
use program::program::{EndRule, Program};
use program::span::Span;
use program::types::Type;
use program::validate::validate;
use program::value::{Base, Bits, Pointer, Value};

/// A program of procedures that all start if they are named so. Section kinds are `k0` and `k1`.
pub fn program(globals: &[Type], procedures: Vec<Procedure>, start: &[usize]) -> Program {
    let global = |(index, ty): (usize, &Type)| variable(&format!("g{index}"), ty);
    let program = Program {
        files: Vec::new(),
        sorts: Vec::new(),
        globals: globals.iter().enumerate().map(global).collect(),
        objects: Vec::new(),
        procedures,
        start: start.iter().map(|index| ProcId::new(*index)).collect(),
        end: EndRule::AllThreads,
        section_kinds: vec!["k0".to_owned(), "k1".to_owned()],
        weaker_orders: Vec::new(),
        shapes: program::shape::Shapes::default(),
    };
    validate(&program).unwrap_or_else(|invalid| panic!("{invalid}"));
    program
}

/// A procedure without parameters; node 0 is its entry, the last of `nodes` its exit.
pub fn procedure(name: &str, locals: &[Type], nodes: u32, mut edges: Vec<Edge>) -> Procedure {
    edges.sort_by_key(|edge| edge.from);
    let local = |(index, ty): (usize, &Type)| variable(&format!("l{index}"), ty);
    Procedure {
        name: name.to_owned(),
        span: Span::NOWHERE,
        locals: locals.iter().enumerate().map(local).collect(),
        parameters: 0,
        results: Vec::new(),
        nodes: vec![Node::default(); nodes as usize],
        edges,
        entry: NodeId(0),
        exit: NodeId(nodes - 1),
        section: None,
        wraps: false,
        random: None,
    }
}

/// A procedure without branches: one edge after the other.
pub fn straight(name: &str, locals: &[Type], steps: Vec<Vec<Action>>) -> Procedure {
    let count = steps.len() as u32;
    let edges = (0..count).zip(steps).map(|(from, actions)| edge(from, from + 1, actions)).collect();
    procedure(name, locals, count + 1, edges)
}

fn variable(name: &str, ty: &Type) -> Variable {
    Variable { name: name.to_owned(), ty: ty.clone(), span: Span::NOWHERE }
}

pub fn edge(from: u32, to: u32, actions: Vec<Action>) -> Edge {
    let commands = actions.into_iter().map(|action| Command { action, span: Span::NOWHERE }).collect();
    Edge {
        from: NodeId(from),
        to: NodeId(to),
        commands,
        call: None,
        spurious: false,
        eventually: None,
        span: Span::NOWHERE,
    }
}

pub fn call(from: u32, to: u32, callee: usize, arguments: Vec<Expr>, results: Vec<VarRef>) -> Edge {
    let callee = Callee::Procedure(ProcId::new(callee));
    Edge { call: Some(Call { callee, arguments, results }), ..edge(from, to, Vec::new()) }
}

pub fn g(index: u32) -> VarRef {
    VarRef::Global(GlobalId(index))
}

pub fn l(index: u32) -> VarRef {
    VarRef::Local(LocalId(index))
}

pub fn get(variable: VarRef) -> Expr {
    Expr::Variable(variable)
}

pub fn not(expr: Expr) -> Expr {
    Expr::unary(UnaryOp::Not, expr)
}

pub fn equal(left: Expr, right: Expr) -> Expr {
    Expr::binary(BinaryOp::Equal, left, right)
}

pub fn and(left: Expr, right: Expr) -> Expr {
    Expr::binary(BinaryOp::And, left, right)
}

pub fn truth(value: bool) -> Expr {
    Expr::Literal(Value::Bool(value))
}

pub fn null() -> Expr {
    Expr::Literal(Value::Pointer(Pointer::NULL))
}

pub fn pointer_to(procedure: usize) -> Expr {
    Expr::Literal(Value::Pointer(Pointer { base: Base::Procedure(ProcId::new(procedure)), offset: 0 }))
}

pub fn bits(width: u32, value: i64) -> Expr {
    Expr::Literal(Value::Bits(Bits::wrap(width, &BigInt::from(value))))
}

pub fn set(variable: VarRef, value: Expr) -> Action {
    Action::Assign(vec![(variable, value)])
}

pub fn assume(condition: Expr) -> Action {
    Action::Assume(condition)
}

pub fn fork(id: Option<i64>, callee: usize) -> Action {
    let id = id.map(|id| vec![Expr::int(id)]);
    Action::Fork { id, callee: Callee::Procedure(ProcId::new(callee)), arguments: Vec::new() }
}

pub fn join(id: i64) -> Action {
    Action::Join { id: vec![Expr::int(id)], results: Vec::new() }
}

pub fn heap(target: VarRef, bytes: i64) -> Action {
    Action::Allocate { target, size: bits(64, bytes), storage: Storage::Heap }
}

pub fn stack(target: VarRef, bytes: i64) -> Action {
    Action::Allocate { target, size: bits(64, bytes), storage: Storage::Stack }
}

pub fn store(pointer: Expr, value: Expr) -> Action {
    Action::Store { pointer, value }
}

pub fn load(pointer: Expr, ty: Type) -> Expr {
    Expr::Load(Box::new(pointer), ty)
}

pub fn enter(object: Option<Expr>) -> Action {
    Action::Enter(Section { kind: SectionKindId(0), object })
}

pub fn leave(object: Option<Expr>) -> Action {
    Action::Leave(Section { kind: SectionKindId(0), object })
}
