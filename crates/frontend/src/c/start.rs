//! What runs before and after `main`: constructors of global variables, `main` itself, `exit`.

use program::bytes::{Byte, Bytes};
use program::command::{Action, Call, Callee};
use program::expr::{BinaryOp, Expr, VarRef};
use program::ids::{LocalId, ProcId};
use program::procedure::Procedure;
use program::span::Span;
use program::types::Type;
use program::value::{Base, Pointer, Value};

use crate::c::Options;
use crate::c::chosen::uses_at_end;
use crate::c::edges::Edges;
use crate::c::function::number;
use crate::c::own::{NEW_OWN, OWN};
use crate::c::session::{Session, made_variable, thread_number};
use crate::c::standard::POINTER_TYPES;
use crate::c::units::{Entity, Place, Units};
use crate::c::uses::for_each_value;
use crate::llvm::ids;
use crate::llvm::instructions::Operation;
use crate::llvm::values::{Constant, Value as Used};

/// The functions that run first.
pub struct First {
    main: Place,
    constructors: Vec<ProcId>,
    destructors: Vec<ProcId>,
}

/// Finds the functions that run first, to be lowered.
pub fn find(session: &mut Session<'_>) -> Result<First, String> {
    let name = entry(session.options);
    let main = match session.units.find(name) {
        Some(Entity::Function(place)) => place,
        _ if session.options.entry.is_some() => return Err(format!("there is no function `{name}` in the files")),
        _ => {
            return Err(
                "there is no function `main` in the files; --entry NAME names another one to start at".to_owned()
            );
        }
    };
    session.procedure(main);
    let constructors = listed(session, "llvm.global_ctors")?;
    Ok(First { main, constructors, destructors: listed(session, "llvm.global_dtors")? })
}

fn entry(options: &Options) -> &str {
    options.entry.as_deref().unwrap_or("main")
}

/// Whether the function that the program starts with does anything with its parameters.
pub fn looks_at_arguments(units: &Units<'_>, options: &Options) -> bool {
    let Some(Entity::Function(main)) = units.find(entry(options)) else { return false };
    let function = units.function(main);
    let instructions = || function.blocks.iter().flat_map(|block| &block.instructions);
    // Without optimisation, parameters are put into variables first.
    let home = |parameter: ids::LocalId| {
        instructions().find_map(|instruction| match &instruction.operation {
            Operation::Store { value, address, .. } if value.value == Used::Local(parameter) => match address.value {
                Used::Local(home) => Some(home),
                _ => None,
            },
            _ => None,
        })
    };
    let is_looked_at = |local: ids::LocalId| {
        let is_used = |operation: &Operation| match operation {
            Operation::Debug(_) | Operation::Store { .. } => false,
            operation => {
                let mut found = false;
                for_each_value(operation, &mut |value| found |= *value == Used::Local(local));
                found
            }
        };
        instructions().any(|instruction| is_used(&instruction.operation)) || uses_at_end(function, local)
    };
    let mut parameters = function.parameters.iter().map(|parameter| parameter.local);
    parameters.any(|parameter| is_looked_at(parameter) || home(parameter).is_some_and(is_looked_at))
}

/// The procedure that the program starts with.
pub fn lower(session: &mut Session<'_>, first: First) -> Result<ProcId, String> {
    let First { main, constructors, destructors } = first;
    let function = session.units.function(main);
    let mut edges = Edges::new(Span::NOWHERE);
    let mut settings = session.thread_local_settings();
    settings.extend(exception_settings(session)?);
    settings.extend(signal_settings(session));
    settings.extend(session.handler_settings());
    if !settings.is_empty() {
        edges.emit(Action::Assign(settings));
    }
    if let Some((initialise, _)) = session.primitive("$initialise") {
        call(&mut edges, initialise, Vec::new(), Vec::new());
    }
    if let (true, Some(own), Some(new_own)) =
        (session.has_thread_locals(), session.library_global(OWN), session.library_global(NEW_OWN))
    {
        let taken = vec![(VarRef::Global(own), Expr::global(new_own)), (VarRef::Global(new_own), Expr::null())];
        edges.emit(Action::Assign(taken));
    }
    // What is to be done at the end is done in the opposite order, so that this comes after all that the program asks for.
    for destructor in destructors {
        if let Some((atexit, _)) = session.primitive("atexit") {
            let pointer = Pointer { base: Base::Procedure(destructor), offset: 0 };
            call(&mut edges, atexit, vec![Expr::Literal(Value::Pointer(pointer))], Vec::new());
        }
    }
    if !constructors.is_empty() {
        let constructs = construct(session, constructors);
        call(&mut edges, constructs, Vec::new(), Vec::new());
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
    let unwinding = VarRef::Local(LocalId(0));
    let mut locals = vec![made_variable("%unwinding", Type::Pointer)];
    locals.extend(results.iter().map(|leaf| made_variable("status", leaf.ty.clone())));
    let returns_status = matches!(&results[..], [leaf] if leaf.ty == Type::Bits(32));
    let targets = (0..locals.len()).map(|local| VarRef::Local(LocalId::new(local))).collect();
    let procedure = session.procedure(main);
    call(&mut edges, procedure, arguments, targets);
    let value = if returns_status { Expr::local(LocalId(1)) } else { number(32, 0) };
    let returned = edges.here().expect("calls return");
    if let Some((leave, _)) = session.primitive("$leave_main").filter(|_| session.unwinds()) {
        edges.emit(Action::Assume(Expr::binary(BinaryOp::NotEqual, Expr::Variable(unwinding), Expr::null())));
        call(&mut edges, leave, vec![Expr::Variable(unwinding)], Vec::new());
        edges.go(Edges::EXIT);
        edges.start(returned);
        edges.emit(Action::Assume(Expr::binary(BinaryOp::Equal, Expr::Variable(unwinding), Expr::null())));
    }
    match session.primitive("exit") {
        Some((exit, _)) => call(&mut edges, exit, vec![value], Vec::new()),
        None => edges.emit(Action::Halt),
    }
    edges.go(Edges::EXIT);
    // The thread is known by the name of what it will run before it does.
    let name = session.units.function_name(main).to_owned();
    let procedure = Procedure { wraps: true, ..edges.into_procedure(&name, locals, 0, Vec::new()) };
    Ok(session.add_procedure(Some(procedure)))
}

/// Calls what has the number of the thread for its first argument, which is that of the main thread.
fn call(edges: &mut Edges, procedure: ProcId, arguments: Vec<Expr>, results: Vec<VarRef>) {
    let arguments = std::iter::once(number(32, 0)).chain(arguments).collect();
    edges.call(Call { callee: Callee::Procedure(procedure), arguments, results });
}

/// The procedure that calls the constructors of global variables. The thread that runs it is not named after any of them.
fn construct(session: &mut Session<'_>, constructors: Vec<ProcId>) -> ProcId {
    let mut edges = Edges::new(Span::NOWHERE);
    let mut locals = vec![thread_number()];
    let expect_return = session.primitive("$expect_return").filter(|_| session.unwinds()).map(|(id, _)| id);
    for constructor in constructors {
        let first = locals.len();
        locals.extend(session.result_types(constructor).into_iter().map(|ty| made_variable("%returned", ty)));
        let results: Vec<VarRef> = (first..locals.len()).map(|local| VarRef::Local(LocalId::new(local))).collect();
        let unwinding = results.first().copied();
        call(&mut edges, constructor, Vec::new(), results);
        if let (Some(expect_return), Some(unwinding)) = (expect_return, unwinding) {
            call(&mut edges, expect_return, vec![Expr::Variable(unwinding)], Vec::new());
        }
    }
    edges.go(Edges::EXIT);
    let procedure = edges.into_procedure("constructors of global variables", locals, 1, Vec::new());
    session.add_procedure(Some(procedure))
}

/// What the library is told that only the linker knows: the exception with which `pthread_exit` leaves functions, the type that
/// handlers name for it, and the tables of the classes that describe types.
fn exception_settings(session: &mut Session<'_>) -> Result<Vec<(VarRef, Expr)>, String> {
    let mut settings = Vec::new();
    let forced = session.add_object("pthread_exit".to_owned(), Bytes::zeros(1));
    let forced_type = session.external_variable("_ZTIN10__cxxabiv115__forced_unwindE")?;
    let single = session.external_variable("_ZTVN10__cxxabiv120__si_class_type_infoE")?;
    let multiple = session.external_variable("_ZTVN10__cxxabiv121__vmi_class_type_infoE")?;
    let pointers = session.external_variable(POINTER_TYPES)?;
    let members = session.external_variable("_ZTVN10__cxxabiv129__pointer_to_member_type_infoE")?;
    let null_type = session.external_variable("_ZTIDn")?;
    let void_type = session.external_variable("_ZTIv")?;
    let known = [
        ("$forced", forced, 0),
        ("$forced_type", forced_type, 0),
        ("$single", single, 16),
        ("$multiple", multiple, 16),
        ("$pointers", pointers, 16),
        ("$members", members, 16),
        ("$null_type", null_type, 0),
        ("$void_type", void_type, 0),
    ];
    for (name, object, offset) in known {
        if let Some(global) = session.library_global(name) {
            let pointer = Pointer { base: Base::Static(object), offset };
            settings.push((VarRef::Global(global), Expr::Literal(Value::Pointer(pointer))));
        }
    }
    if let Some(global) = session.library_global("$catches") {
        let catches = Expr::Literal(Value::Bool(session.units.catches_exceptions()));
        settings.push((VarRef::Global(global), catches));
    }
    Ok(settings)
}

/// The first thread blocks no signals.
fn signal_settings(session: &Session<'_>) -> Option<(VarRef, Expr)> {
    let masks = session.library_global("$blocked").filter(|_| session.masks_signals())?;
    let first = Expr::Update(Box::new(Expr::global(masks)), vec![number(32, 0)], Box::new(number(64, 0)));
    Some((VarRef::Global(masks), first))
}

/// The arguments of `main`: the program's name and what the user gives; and no environment.
fn arguments(session: &mut Session<'_>, types: &[Type]) -> Result<Vec<Expr>, String> {
    let pointer = |object| Pointer { base: Base::Static(object), offset: 0 };
    if types.is_empty() && !session.options.arguments.is_empty() {
        return Err(format!("--argument: `{}` takes no arguments", entry(session.options)));
    }
    let words: Vec<String> =
        std::iter::once("program".to_owned()).chain(session.options.arguments.iter().cloned()).collect();
    let mut arguments = Vec::new();
    for (position, ty) in types.iter().enumerate() {
        arguments.push(match (position, ty) {
            (0, Type::Bits(width)) => number(*width, words.len() as u64),
            (1, Type::Pointer) => {
                let mut list = Bytes::zeros(8 * (words.len() + 1));
                for (index, word) in words.iter().enumerate() {
                    let mut text = Bytes::zeros(word.len() + 1);
                    text.put(0, &word.bytes().map(Byte::Data).collect::<Vec<_>>());
                    let text = session.add_object(format!("argv[{index}]"), text);
                    list.put(8 * index, &Byte::of_pointer(pointer(text)));
                }
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

/// The functions of the list of those that run before or after `main`, by their priorities.
fn listed(session: &mut Session<'_>, list: &str) -> Result<Vec<ProcId>, String> {
    let mut found = Vec::new();
    for unit in 0..session.units.count() {
        let module = session.units.module(unit);
        let Some(list) = module.find_symbol(list).and_then(|symbol| module.variable(symbol)) else {
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
