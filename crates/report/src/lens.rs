//! What of a program the user has written, and how values of compiled programs are spelled out.
//!
//! A program that a compiler has read consists of the user's functions and of others: primitives, and what headers of libraries
//! bring along. The user knows the former only. What happens in the others is told as what the user's own line does that has
//! called them.

use check::semantics::state::{Frame, State};
use evidence::counterexample::Motion;
use program::arithmetic::raw::is_far;
use program::bytes::{whole_pointer, whole_turning};
use program::command::{Action, Command, Storage};
use program::expr::VarRef;
use program::ids::{EdgeId, LocalId, ThreadSlot};
use program::procedure::{Edge, Procedure, Variable};
use program::program::Program;
use program::span::{Origin, Span};
use program::value::{Base, Pointer, Value};

use crate::printed::{quoted, string_at};
use crate::value::{show, show_turning};

/// How much of a run is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Telling {
    /// What concerns lines that the user has written.
    OwnLines,
    /// Every step, wherever it is written.
    Everything,
}

impl Telling {
    /// Whether steps are told as those of the user's own lines.
    pub(crate) fn folds(self, program: &Program) -> bool {
        self == Telling::OwnLines && is_compiled(program)
    }
}

/// Whether a compiler has read the program first.
pub(crate) fn is_compiled(program: &Program) -> bool {
    program.files.iter().any(|file| file.origin == Origin::Compiled)
}

/// Who has written what stands there.
pub(crate) fn origin(program: &Program, span: Span) -> Option<Origin> {
    let file = program.files.get(span.file.index())?;
    (span.line > 0).then_some(file.origin)
}

/// Whether the user has written it.
pub(crate) fn is_own(program: &Program, span: Span) -> bool {
    origin(program, span).is_some_and(Origin::is_own)
}

/// Where the user has written what the thread does next: the place of the step, or of the innermost call that leads to it.
///
/// Without a motion it is what comes next, whichever way the thread goes.
pub(crate) fn own_span(program: &Program, state: &State, slot: ThreadSlot, motion: Option<Motion>) -> Option<Span> {
    let frames = state.thread(slot)?.frames()?;
    let top = frames.last()?;
    let procedure = program.procedure(top.procedure);
    let is_here = |span: &Span| is_own(program, *span);
    let here = match motion {
        Some(Motion::Edge(edge)) => procedure.edges.get(edge.index()).map(|edge| telling_span(procedure, edge)),
        Some(Motion::Return) => None,
        None => procedure.edges_from(top.node).map(|edge| procedure.edges[edge].span).find(is_here),
    };
    here.filter(is_here).or_else(|| calls(program, frames).find(is_here))
}

/// Where the step is written or, if it consists of several parts, the one that tells most.
fn telling_span(procedure: &Procedure, edge: &Edge) -> Span {
    inner_span(procedure, edge).filter(|_| edge.call.is_none()).unwrap_or(edge.span)
}

/// Where the part of the step before its call is written that others can notice, or else that changes a variable of the user.
pub(crate) fn inner_span(procedure: &Procedure, edge: &Edge) -> Option<Span> {
    let homes = homes(procedure);
    let is_visible = |local: LocalId| is_declared(procedure.local(local)) && !homes.contains(&local);
    let assigns = |command: &&Command| match &command.action {
        Action::Assign(assignments) => {
            assignments.iter().any(|(target, _)| matches!(target, VarRef::Local(local) if is_visible(*local)))
        }
        _ => false,
    };
    let assigned = || edge.commands.iter().rev().find(assigns).map(|command| command.span);
    noticed_span(edge).or_else(assigned).filter(|span| span.line > 0)
}

/// Where the part of the step is written that looks at memory or changes it, the last one if there are several.
fn noticed_span(edge: &Edge) -> Option<Span> {
    let is_noticed = |command: &&Command| {
        let mut loads = false;
        command.action.for_each_expr(|expr| loads |= expr.loads());
        loads || matches!(command.action, Action::Store { .. } | Action::Copy { .. } | Action::Fill { .. })
    };
    let mut told = edge.commands.iter().rev().filter(|command| command.span.line > 0);
    told.find(is_noticed).map(|command| command.span)
}

/// Where the calls are written that are at work, the innermost first.
fn calls<'a>(program: &'a Program, frames: &'a [Frame]) -> impl Iterator<Item = Span> + 'a {
    frames.windows(2).rev().filter_map(|pair| {
        let edge: EdgeId = pair[1].called_by?;
        Some(program.procedure(pair[0].procedure).edge(edge).span)
    })
}

/// Whether the variable is one that the user has declared.
pub(crate) fn is_declared(variable: &Variable) -> bool {
    !variable.name.starts_with(['%', '$']) && !is_reserved(&variable.name) && variable.name != "self"
}

/// Whether the name is for the compiler and its libraries, as both standards say: tables of virtual functions, variables in
/// headers, those that loops over ranges have.
pub(crate) fn is_reserved(name: &str) -> bool {
    name.starts_with("__") || name.starts_with("_Z")
}

/// The variables of the procedure that hold where a variable of the user is in memory.
pub(crate) fn homes(procedure: &Procedure) -> Vec<LocalId> {
    let mut homes = Vec::new();
    for command in procedure.edges.iter().flat_map(|edge| &edge.commands) {
        if let Action::Allocate { target: VarRef::Local(local), storage: Storage::Stack, .. } = &command.action
            && !homes.contains(local)
        {
            homes.push(*local);
        }
    }
    homes
}

/// How objects of stacks are called that are no variables.
pub(crate) const UNNAMED: &str = "stack object";

/// What the object is called in which a thread has its own variables, which are told by their own names where these are known.
pub const THREAD_LOCALS: &str = program::shape::THREAD_LOCALS;

/// What front ends call the parameter through which a thread reaches the variables that it has for itself.
const OWN: &str = "$own";

/// Whether some thread has its own variables in the object.
fn is_own_of_thread(program: &Program, state: &State, number: u32) -> bool {
    let mut frames = state.slots().filter_map(|slot| state.thread(slot)?.frames()).flatten();
    let points_there = |value: &Value| matches!(value, Value::Pointer(to) if to.base == Base::Dynamic(number));
    frames.any(|frame| {
        let mut locals = program.procedure(frame.procedure).locals.iter().zip(frame.locals.iter());
        locals.any(|(variable, value)| variable.name == OWN && points_there(value))
    })
}

/// The name of what the pointer points into, as a user knows it.
pub(crate) fn object_name(program: &Program, state: &State, base: Base) -> Option<String> {
    match base {
        Base::Static(object) => program.objects.get(object.index()).map(|object| object.name.clone()),
        Base::Dynamic(number) => Some(match state.memory.dynamics().find(|(other, _)| *other == number) {
            None => "an object that is gone".to_owned(),
            Some(_) if is_own_of_thread(program, state, number) => THREAD_LOCALS.to_owned(),
            Some((_, object)) if object.storage == Some(Storage::Heap) => format!("heap object {number}"),
            Some(_) => match stack_variable(program, state, number) {
                Some((_, variable)) => variable.name.clone(),
                None => format!("{UNNAMED} {number}"),
            },
        }),
        Base::Address | Base::Procedure(_) => None,
    }
}

/// The variable that is in this object of some thread's stack, and its procedure.
fn stack_variable<'a>(program: &'a Program, state: &State, number: u32) -> Option<(&'a Procedure, &'a Variable)> {
    let threads = state.slots().filter_map(|slot| state.thread(slot)?.frames());
    for frame in threads.flatten().filter(|frame| frame.objects.contains(&number)) {
        let procedure = program.procedure(frame.procedure);
        let homes = homes(procedure);
        let is_at = |home: &LocalId, object: &u32| {
            frame.locals[home.index()] == Value::Pointer(Pointer { base: Base::Dynamic(*object), offset: 0 })
        };
        let found = homes.iter().find(|home| is_at(home, &number)).or_else(|| {
            // Where a variable is may be forgotten when the procedure itself does not look at it any more. If all variables were made,
            // each once, they were made in the order of the text.
            let is_in_order = |(home, object): (&LocalId, &u32)| {
                is_at(home, object) || !matches!(frame.locals[home.index()], Value::Pointer(_))
            };
            let are_all_made = homes.len() == frame.objects.len();
            let position = frame.objects.iter().position(|object| *object == number)?;
            homes.get(position).filter(|_| are_all_made && homes.iter().zip(&frame.objects).all(is_in_order))
        });
        let declared = found.map(|local| procedure.local(*local)).filter(|variable| is_declared(variable));
        if let Some(variable) = declared {
            return Some((procedure, variable));
        }
    }
    None
}

/// What the part of the object at the place is called, after the object's name, if the source has a name for it, such as
/// `.queue.items[3]`, and how far the place is from the part's beginning.
pub(crate) fn part_name(program: &Program, state: &State, pointer: Pointer) -> Option<(String, u64)> {
    let (procedure, variable, offset) = place_in_variable(program, state, pointer)?;
    program.shapes.path(procedure, variable, offset)
}

/// The part of the object, each by its name, as one name.
pub(crate) fn whole_name(object: &str, part: &str) -> String {
    match part.strip_prefix('.') {
        Some(variable) if object == THREAD_LOCALS => variable.to_owned(),
        _ => format!("{object}{part}"),
    }
}

/// The variable into which the pointer points, with its procedure if it has one, and how far into it.
fn place_in_variable<'a>(program: &'a Program, state: &State, pointer: Pointer) -> Option<(&'a str, &'a str, u64)> {
    let offset = u64::try_from(pointer.offset).ok()?;
    match pointer.base {
        Base::Static(object) => Some(("", &program.objects.get(object.index())?.name, offset)),
        Base::Dynamic(number) if is_own_of_thread(program, state, number) => Some(("", THREAD_LOCALS, offset)),
        Base::Dynamic(number) => {
            let (procedure, variable) = stack_variable(program, state, number)?;
            Some((&procedure.name, &variable.name, offset))
        }
        Base::Address | Base::Procedure(_) => None,
    }
}

/// The value as somebody writes it who writes C.
pub(crate) fn spelled(program: &Program, state: &State, value: &Value) -> String {
    match value {
        Value::Bits(bits) => bits.signed().to_string(),
        Value::Bool(truth) => u8::from(*truth).to_string(),
        Value::Pointer(pointer) => spelled_pointer(program, state, *pointer),
        Value::Parts(bytes) => match (whole_pointer(bytes), whole_turning(bytes)) {
            (Some(pointer), _) => spelled_pointer(program, state, pointer),
            (_, Some(turning)) => show_turning(turning, |first| first.signed().to_string()),
            _ => "unknown".to_owned(),
        },
        other => show(program, other),
    }
}

/// What a lock is called, to which the value points.
pub(crate) fn lock_name(program: &Program, state: &State, lock: &Value) -> String {
    let pointer = match lock {
        Value::Pointer(pointer) => Some(*pointer),
        Value::Parts(bytes) => whole_pointer(bytes),
        _ => None,
    };
    // Where a lock is the first part of something, it is the lock that is meant.
    let named = pointer.and_then(|pointer| {
        let (part, _) = part_name(program, state, pointer)?;
        Some(whole_name(&object_name(program, state, pointer.base)?, &part))
    });
    named.unwrap_or_else(|| spelled(program, state, lock).trim_start_matches('&').to_owned())
}

/// What clang calls string literals.
const STRING_LITERAL: &str = ".str";

/// How much of a string literal is told where it is only pointed to.
const MOST_OF_LITERAL: usize = 40;

fn spelled_pointer(program: &Program, state: &State, pointer: Pointer) -> String {
    if pointer == Pointer::NULL {
        return "NULL".to_owned();
    }
    if let Base::Procedure(procedure) = pointer.base {
        let named = program.procedures.get(procedure.index()).map(|procedure| procedure.name.clone());
        return named.unwrap_or_else(|| show(program, &Value::Pointer(pointer)));
    }
    // What is so far from its object stands for a number, such as a time.
    if is_far(pointer) {
        return "unknown".to_owned();
    }
    let Some(name) = object_name(program, state, pointer.base) else {
        return show(program, &Value::Pointer(pointer));
    };
    if name.starts_with(STRING_LITERAL) {
        return quoted(&string_at(state, pointer, MOST_OF_LITERAL));
    }
    let referred = |name: String| if name.contains(' ') { name } else { format!("&{name}") };
    let base = referred(name.clone());
    if pointer.offset == 0 && name != THREAD_LOCALS {
        return base;
    }
    let place = place_in_variable(program, state, pointer);
    let part =
        place.and_then(|(procedure, variable, offset)| program.shapes.path_of_pointer(procedure, variable, offset));
    match part {
        Some((part, 0)) => referred(whole_name(&name, &part)),
        Some((part, rest)) => format!("{} + {rest} bytes", referred(whole_name(&name, &part))),
        None if pointer.offset == 0 => base,
        None => {
            let sign = if pointer.offset < 0 { "-" } else { "+" };
            format!("{base} {sign} {} bytes", pointer.offset.unsigned_abs())
        }
    }
}
