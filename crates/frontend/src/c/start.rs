//! What runs before and after `main`: constructors of global variables, `main` itself, `exit`.

use program::bytes::{Byte, Bytes};
use program::command::{Action, Call, Callee};
use program::expr::{Expr, VarRef};
use program::ids::{LocalId, ProcId};
use program::procedure::{Procedure, Variable};
use program::span::Span;
use program::types::Type;
use program::value::{Base, Pointer, Value};

use crate::c::edges::Edges;
use crate::c::function::number;
use crate::c::session::Session;
use crate::c::units::Entity;
use crate::llvm::values::Constant;

/// The procedure that the program starts with.
pub fn lower(session: &mut Session<'_>) -> Result<ProcId, String> {
    let name = session.options.entry.clone().unwrap_or_else(|| "main".to_owned());
    let main = match session.units.find(&name) {
        Some(Entity::Function(place)) => place,
        _ => return Err(format!("there is no function `{name}` in the files")),
    };
    let function = session.units.function(main);
    let mut edges = Edges::new(Span::NOWHERE);
    let call = |edges: &mut Edges, procedure: ProcId, arguments: Vec<Expr>, results: Vec<VarRef>| {
        let arguments = std::iter::once(number(32, 0)).chain(arguments).collect();
        edges.call(Call { callee: Callee::Procedure(procedure), arguments, results });
    };
    if let Some((initialise, _)) = session.primitive("$initialise") {
        call(&mut edges, initialise, Vec::new(), Vec::new());
    }
    for constructor in constructors(session)? {
        call(&mut edges, constructor, Vec::new(), Vec::new());
    }
    let types = {
        let mut types = Vec::new();
        for parameter in function.signature().parameters {
            types.extend(session.leaves(main.unit, &parameter)?.into_iter().map(|leaf| leaf.ty));
        }
        types
    };
    let arguments = arguments(session, &types)?;
    let results = session.leaves(main.unit, &function.result)?;
    let status = Variable { name: "status".to_owned(), ty: Type::Bits(32), span: Span::NOWHERE };
    let returns_status = matches!(&results[..], [leaf] if leaf.ty == status.ty);
    let target = if returns_status { vec![VarRef::Local(LocalId(0))] } else { Vec::new() };
    let procedure = session.procedure(main);
    call(&mut edges, procedure, arguments, target);
    let value = if returns_status { Expr::local(LocalId(0)) } else { number(32, 0) };
    match session.primitive("exit") {
        Some((exit, _)) => call(&mut edges, exit, vec![value], Vec::new()),
        None => edges.emit(Action::Halt),
    }
    edges.go(Edges::EXIT);
    let (nodes, edges) = edges.into_parts();
    Ok(session.add_procedure(Some(Procedure {
        name: "start".to_owned(),
        span: Span::NOWHERE,
        locals: vec![status],
        parameters: 0,
        results: Vec::new(),
        nodes,
        edges,
        entry: Edges::ENTRY,
        exit: Edges::EXIT,
        section: None,
        wraps: true,
    })))
}

/// The arguments of `main`: one, the program's name; and no environment.
fn arguments(session: &mut Session<'_>, types: &[Type]) -> Result<Vec<Expr>, String> {
    let pointer = |object| Pointer { base: Base::Static(object), offset: 0 };
    let mut arguments = Vec::new();
    for (position, ty) in types.iter().enumerate() {
        arguments.push(match (position, ty) {
            (0, Type::Bits(width)) => number(*width, 1),
            (1, Type::Pointer) => {
                let mut name = Bytes::zeros(8);
                name.put(0, &b"program".map(Byte::Data));
                let name = session.add_object("argv[0]".to_owned(), name);
                let mut list = Bytes::zeros(16);
                list.put(0, &Byte::of_pointer(pointer(name)));
                Expr::Literal(Value::Pointer(pointer(session.add_object("argv".to_owned(), list))))
            }
            (2, Type::Pointer) => {
                Expr::Literal(Value::Pointer(pointer(session.add_object("envp".to_owned(), Bytes::zeros(8)))))
            }
            _ => return Err("the function to start at has parameters other than those of `main`".to_owned()),
        });
    }
    Ok(arguments)
}

/// The functions that run before `main`, in their order.
fn constructors(session: &mut Session<'_>) -> Result<Vec<ProcId>, String> {
    let mut found = Vec::new();
    for unit in 0..session.units.count() {
        let module = session.units.module(unit);
        let Some(list) = module.find_symbol("llvm.global_ctors").and_then(|symbol| module.variable(symbol)) else {
            continue;
        };
        let Some(Constant::Array(entries)) = &list.initializer else { continue };
        for entry in entries {
            let Constant::Struct(fields) = &entry.constant else { continue };
            let [priority, function, ..] = &fields[..] else { continue };
            let priority = match &priority.constant {
                Constant::Integer(priority) => priority.clone(),
                _ => 65535.into(),
            };
            let [Value::Pointer(Pointer { base: Base::Procedure(procedure), .. })] =
                session.constant(unit, &function.ty, &function.constant)?[..]
            else {
                continue;
            };
            found.push((priority, procedure));
        }
    }
    found.sort_by(|(left, _), (right, _)| left.cmp(right));
    Ok(found.into_iter().map(|(_, procedure)| procedure).collect())
}
