//! The steps of a compiled program, told as what the user's own lines do.
//!
//! A step in a primitive, or in a header of a library, is told at the line that has called it, and only if it does something
//! that another thread could notice. Steps of a thread at one line with no other line between them are one.
//! Steps without an effect that the user could see are not told at all.

use check::semantics::access::Log;
use check::semantics::eval::Scope;
use check::semantics::memory::Object;
use check::semantics::state::{Frame, OpenSection, State, Thread};
use evidence::counterexample::{Motion, Step};
use program::command::{Action, Callee, Storage};
use program::expr::{Expr, VarRef};
use program::ids::{EdgeId, LocalId, ObjectId, ProcId, ThreadSlot};
use program::procedure::{Edge, Procedure, Variable};
use program::program::Program;
use program::span::{Origin, Span};
use program::types::Type;
use program::value::{Base, Pointer, Value};

use crate::lens::{
    THREAD_LOCALS, UNNAMED, homes, inner_span, is_declared, is_own, is_reserved, lock_name, object_name, origin,
    own_span, part_name, spelled, whole_name,
};
use crate::outcome::{Change, Moment};
use crate::resolve::Run;
use crate::resolve::changes;
use crate::resolve::meanwhile::{Meanwhile, told_actions};
use crate::scene::Scene;
use crate::{name, statement};

/// The steps of the run that are worth telling.
pub(crate) fn told(program: &Program, run: &Run<'_>) -> Vec<Moment> {
    moments(tell(program, run, |_, _| false))
}

/// Steps that are told as one.
pub(crate) struct Passage {
    /// What they do.
    pub moment: Moment,
    /// The position of the last of them in the run.
    pub last: usize,
}

/// The steps of the run that are worth telling, those at these positions among them whatever they do.
pub(crate) fn passages(program: &Program, run: &Run<'_>, is_worth_telling: impl Fn(usize) -> bool) -> Vec<Passage> {
    tell(program, run, |position, _| is_worth_telling(position))
}

fn moments(passages: Vec<Passage>) -> Vec<Moment> {
    passages.into_iter().map(|passage| passage.moment).collect()
}

/// The same of a cycle, in which every thread is told of that steps.
pub(crate) fn told_of_cycle(program: &Program, run: &Run<'_>) -> Vec<Moment> {
    let told = moments(passages_of_cycle(program, run, |_| false));
    if told.is_empty() { run.moments(program) } else { told }
}

/// The same, those at these positions among them whatever they do.
pub(crate) fn passages_of_cycle(
    program: &Program,
    run: &Run<'_>,
    is_worth_telling: impl Fn(usize) -> bool,
) -> Vec<Passage> {
    let with_effect = told(program, run);
    let is_missing = |position: usize, scene: &Scene| {
        let thread = scene.thread(program, run.steps[position].thread);
        !with_effect.iter().any(|moment| moment.thread == thread)
    };
    tell(program, run, |position, scene| is_worth_telling(position) || is_missing(position, scene))
}

/// The steps with an effect, and those that are to be told whatever they do: a step is known by its position and the state before it.
fn tell(program: &Program, run: &Run<'_>, is_followed: impl Fn(usize, &Scene) -> bool) -> Vec<Passage> {
    let mut lines: Vec<Line> = Vec::new();
    for (position, step) in run.steps.iter().enumerate() {
        let Some(before) = run.scenes.get(position) else { break };
        let is_followed = is_followed(position, before);
        for event in events(program, before, run.scenes.get(position + 1), step) {
            let place = (before.number(step.thread), event.span.map(|span| (span.file, span.line)));
            let at = (before.state.top(step.thread).map(|top| top.procedure), step.motion);
            let is_told = event.is_told || is_followed;
            let known = lines.last_mut().filter(|line| line.place == place && !line.steps.contains(&at));
            if let Some(line) = known.filter(|_| event.span.is_some()) {
                line.steps.push(at);
                line.last = position;
                line.is_told |= is_told;
                event.changes.into_iter().for_each(|change| line.add(change));
                continue;
            }
            let thread = before.thread(program, step.thread);
            let statement = match event.span {
                Some(span) => statement::line(program, span),
                None if event.changes.iter().any(|change| matches!(change, Change::Finishes(_))) => {
                    format!("(end of {})", thread.split('#').next().unwrap_or_default())
                }
                None if run.scenes.len() == position + 1 => "(in a function of a library)".to_owned(),
                // What a library does before it calls a function of the user, or after that.
                None => continue,
            };
            let in_words = event.span.and_then(|span| name::place(program, span));
            let moment = Moment { thread, place: in_words, statement, changes: event.changes };
            lines.push(Line { place, steps: vec![at], last: position, is_told, moment });
        }
    }
    let mut told: Vec<Passage> = lines.into_iter().filter(|line| line.is_told).map(Line::finished).collect();
    // A loop of a library goes round on one line of the user's: it is told once, and again when something changes.
    told.dedup_by(|next_passage, passage| {
        let (next, before) = (&next_passage.moment, &passage.moment);
        let line = |moment: &Moment| moment.place.as_ref().map(|place| (place.file.clone(), place.line));
        let goes_on = next.changes.is_empty() && next.place.is_some() && line(next) == line(before);
        let is_same = goes_on && next.thread == before.thread;
        if is_same {
            passage.last = next_passage.last;
        }
        is_same
    });
    told
}

/// What a step does at a line of the user.
struct Event {
    span: Option<Span>,
    changes: Vec<Change>,
    is_told: bool,
}

/// What the step does. One that ends with a call may have done something at another line before.
fn events(program: &Program, before: &Scene, after: Option<&Scene>, step: &Step) -> Vec<Event> {
    let (old, new) = (&before.state, after.map(|after| &after.state));
    let mut span = own_span(program, old, step.thread, Some(step.motion));
    if after.is_none() {
        span = span.or_else(|| called_span(program, old, step));
    }
    let mut changes = Vec::new();
    let edge = edge_of(program, old, step);
    let written = edge.and_then(|(_, edge)| origin(program, edge.span));
    if let Some((_, edge)) = edge
        && matches!(written, Some(Origin::Compiled | Origin::Header))
    {
        new.into_iter().for_each(|new| memory(program, old, new, step, &mut changes));
        changes.extend(looks(program, old, step, edge).into_iter().filter(|_| written == Some(Origin::Compiled)));
    }
    let mut events = Vec::new();
    let earlier = edge.and_then(|(procedure, edge)| inner_span(procedure, edge));
    let earlier = earlier.filter(|earlier| is_own(program, *earlier));
    if let Some((after, _)) = new.zip(earlier) {
        locals(program, old, after, step.thread, &mut changes);
    }
    if let Some(earlier) = earlier.filter(|earlier| span.is_some_and(|span| span.line != earlier.line)) {
        let changes = std::mem::take(&mut changes);
        events.push(Event { span: Some(earlier), is_told: !changes.is_empty(), changes });
    }
    if let (Some(new), Some(after)) = (new, after) {
        if earlier.is_none() {
            locals(program, old, new, step.thread, &mut changes);
        }
        arguments(program, old, new, step.thread, &mut changes);
        changes::threads(program, before, after, &mut changes);
        locks(program, old, new, step.thread, &mut changes);
    }
    let has_effect = span.is_some() && has_effect(program, old, new, step);
    let is_told = has_effect || !changes.is_empty() || after.is_none();
    events.push(Event { span, changes, is_told });
    events
}

/// What a thread does at a line.
struct Line {
    place: (Option<u32>, Option<(program::ids::FileId, u32)>),
    steps: Vec<(Option<ProcId>, Motion)>,
    last: usize,
    is_told: bool,
    moment: Moment,
}

impl Line {
    /// One more change; what changes twice is told once.
    fn add(&mut self, change: Change) {
        if let Change::Value { variable, old, new } = &change {
            let same = self.moment.changes.iter_mut().find_map(|known| match known {
                Change::Value { variable: other, new, .. } if other == variable && new == old => Some(new),
                _ => None,
            });
            if let Some(known) = same {
                new.clone_into(known);
                return;
            }
        }
        if !self.moment.changes.contains(&change) {
            self.moment.changes.push(change);
        }
    }

    /// What was looked at is worth telling if nothing was changed.
    fn finished(mut self) -> Passage {
        let is_look = |change: &Change| matches!(change, Change::Reads { .. });
        if !self.moment.changes.iter().all(is_look) {
            self.moment.changes.retain(|change| !is_look(change));
        }
        Passage { moment: self.moment, last: self.last }
    }
}

/// Whether others could notice the step, or a function of the user is called by it.
fn has_effect(program: &Program, before: &State, after: Option<&State>, step: &Step) -> bool {
    let Some((_, edge)) = edge_of(program, before, step) else { return false };
    let calls_own = edge.call.as_ref().is_some_and(|call| match &call.callee {
        Callee::Procedure(callee) => is_own(program, program.procedure(*callee).span),
        Callee::Pointer(_) => true,
    });
    match origin(program, edge.span) {
        Some(Origin::Primitive) => edge.commands.iter().any(|command| concerns_others(&command.action)),
        Some(Origin::Header) => {
            after.is_some_and(|after| changed_objects(before, after).any(|(base, _)| !is_stack(before, base)))
        }
        Some(Origin::Compiled | Origin::Program) => calls_own,
        None => false,
    }
}

/// Whether the action of a primitive has to do with more than its own variables.
fn concerns_others(action: &Action) -> bool {
    let mut found = matches!(
        action,
        Action::Store { .. }
            | Action::Copy { .. }
            | Action::Fill { .. }
            | Action::Free(_)
            | Action::Fork { .. }
            | Action::Halt
    );
    found |= matches!(action, Action::Allocate { storage: Storage::Heap, .. });
    action.for_each_target(|target| found |= matches!(target, VarRef::Global(_)));
    action.for_each_expr(|expr| {
        found |= expr.loads();
        expr.for_each_variable(&mut |variable| found |= matches!(variable, VarRef::Global(_)));
    });
    found
}

fn edge_of<'a>(program: &'a Program, before: &State, step: &Step) -> Option<(&'a Procedure, &'a Edge)> {
    let procedure = program.procedure(before.top(step.thread)?.procedure);
    let Motion::Edge(EdgeId(edge)) = step.motion else { return None };
    Some((procedure, procedure.edges.get(edge as usize)?))
}

fn frames(state: &State, slot: ThreadSlot) -> &[Frame] {
    state.thread(slot).and_then(Thread::frames).unwrap_or_default()
}

/// The arguments of a function of the user that is called by one.
fn arguments(program: &Program, before: &State, after: &State, slot: ThreadSlot, found: &mut Vec<Change>) {
    let (old, new) = (frames(before, slot), frames(after, slot));
    let [.., caller, called] = new else { return };
    let is_own_procedure = |frame: &Frame| is_own(program, program.procedure(frame.procedure).span);
    if new.len() <= old.len() || !is_own_procedure(caller) || !is_own_procedure(called) {
        return;
    }
    let procedure = program.procedure(called.procedure);
    for (parameter, value) in procedure.locals[..procedure.parameters].iter().zip(called.locals.iter()) {
        if parameter.name != "self" && !parameter.name.starts_with('$') {
            let variable = parameter.name.trim_start_matches('%').to_owned();
            found.push(Change::Argument { variable, value: spelled(program, after, value) });
        }
    }
}

/// The locks that a function of a library takes or releases: the user's line, which calls that function, may say nothing of it.
fn locks(program: &Program, before: &State, after: &State, slot: ThreadSlot, found: &mut Vec<Change>) {
    let is_library = |frame: &Frame| origin(program, program.procedure(frame.procedure).span) == Some(Origin::Header);
    let ([.., caller, _], Some(old), Some(new)) = (frames(before, slot), before.thread(slot), after.thread(slot))
    else {
        return;
    };
    if !is_library(caller) {
        return;
    }
    let named = |section: &OpenSection| section.object.as_ref().map(|lock| lock_name(program, after, lock));
    let missing = |sections: &[OpenSection], among: &[OpenSection]| -> Vec<String> {
        sections.iter().filter(|section| !among.contains(section)).filter_map(named).collect()
    };
    found.extend(missing(&new.sections, &old.sections).into_iter().map(Change::Takes));
    found.extend(missing(&old.sections, &new.sections).into_iter().map(Change::Releases));
}

/// The user's variables that are not in memory.
fn locals(program: &Program, before: &State, after: &State, slot: ThreadSlot, found: &mut Vec<Change>) {
    let (old, new) = (frames(before, slot), frames(after, slot));
    for (earlier, frame) in old.iter().zip(new).filter(|(earlier, frame)| earlier.procedure == frame.procedure) {
        let procedure = program.procedure(frame.procedure);
        if !is_own(program, procedure.span) {
            continue;
        }
        let homes = homes(procedure);
        for (index, variable) in procedure.locals.iter().enumerate() {
            let (was, value) = (&earlier.locals[index], &frame.locals[index]);
            let id = LocalId::new(index);
            let is_hidden = homes.contains(&id) || procedure.results.contains(&id) || !is_declared(variable);
            if is_hidden || value == was || *value == Value::Any || is_copied_parameter(procedure, variable) {
                continue;
            }
            let (variable, new) = (variable.name.clone(), spelled(program, after, value));
            found.push(match was {
                Value::Any => Change::Argument { variable, value: new },
                was => Change::Value { variable, old: spelled(program, before, was), new },
            });
        }
    }
}

/// Whether compilers put a parameter there as the function begins. It is seldom given another value.
fn is_copied_parameter(procedure: &Procedure, variable: &Variable) -> bool {
    let mut parameters = procedure.locals[..procedure.parameters].iter();
    parameters.any(|parameter| parameter.name.strip_prefix('%') == Some(&*variable.name))
}

/// What the step writes to memory, of what has a name.
fn memory(program: &Program, before: &State, after: &State, step: &Step, found: &mut Vec<Change>) {
    let Some((procedure, edge)) = edge_of(program, before, step) else { return };
    let is_header = origin(program, edge.span) == Some(Origin::Header);
    let log = Log::default();
    let scope = Scope { program, state: before, slot: step.thread, log: &log };
    for (action, meanwhile) in told_actions(edge) {
        let Action::Store { pointer, value } = action else { continue };
        let Ok(ty) = program::typing::type_of(program, procedure, value) else { continue };
        let Some(pointer) = meanwhile.at_first(pointer).and_then(|pointer| scope.pointer(&pointer).ok()) else {
            continue;
        };
        let (Ok(old), Ok(new)) = (before.memory.load(pointer, &ty), after.memory.load(pointer, &ty)) else { continue };
        // What others can see is told even if it stays the same: that may be the point of it.
        if old == new && (is_stack(before, pointer.base) || is_header) {
            continue;
        }
        if is_header && !is_of_user(program, before, step.thread, pointer.base) {
            continue;
        }
        let Some(variable) = place_name(program, after, pointer, &ty) else { continue };
        // What kind an object is of, the compiler writes into it.
        if matches!(&new, Value::Pointer(to) if names_reserved(program, after, *to)) {
            continue;
        }
        let new = spelled(program, after, &new);
        found.push(match old {
            Value::Vague(_) => Change::Argument { variable, value: new },
            old => Change::Value { variable, old: spelled(program, before, &old), new },
        });
    }
}

/// What the step looks at in memory that others can reach, of what has a name.
fn looks(program: &Program, before: &State, step: &Step, edge: &Edge) -> Vec<Change> {
    let log = Log::default();
    let scope = Scope { program, state: before, slot: step.thread, log: &log };
    let mut found = Vec::new();
    for (action, meanwhile) in told_actions(edge) {
        action.for_each_expr(|expr| loads(scope, &meanwhile, expr, &mut found));
    }
    found
}

fn loads(scope: Scope<'_>, meanwhile: &Meanwhile, expr: &Expr, found: &mut Vec<Change>) {
    if let Expr::Load(pointer, ty) = expr
        && let Some(pointer) = meanwhile.at_first(pointer)
        && let Ok(pointer) = scope.pointer(&pointer)
        && !is_own_stack(scope.state, scope.slot, pointer.base)
        && let Some(variable) = place_name(scope.program, scope.state, pointer, ty)
        && let Ok(value) = scope.state.memory.load(pointer, ty)
    {
        found.push(Change::Reads { variable, value: spelled(scope.program, scope.state, &value) });
    }
    expr.for_each_operand(|operand| loads(scope, meanwhile, operand, found));
}

/// The name of the place, if it is one of the program's; constants need none.
fn place_name(program: &Program, state: &State, pointer: Pointer, ty: &Type) -> Option<String> {
    let object = object_at(state, pointer.base)?;
    if object.constant {
        return None;
    }
    let is_told = |name: &String| !name.starts_with(UNNAMED) && !is_reserved(name) && !STREAMS.contains(&&**name);
    let name = object_name(program, state, pointer.base).filter(is_told)?;
    let bytes = match ty {
        Type::Bits(width) => u64::from(width.div_ceil(8)),
        Type::Pointer => 8,
        _ => 1,
    };
    let is_whole = pointer.offset == 0 && object.bytes.len() as u64 == bytes;
    match part_name(program, state, pointer) {
        _ if is_whole && name != THREAD_LOCALS => Some(name),
        Some((part, _)) => Some(whole_name(&name, &part)),
        None => Some(format!("{name}[byte {}]", pointer.offset)),
    }
}

/// Variables of the C library: that they are looked at where something is printed, nobody needs to be told.
const STREAMS: [&str; 3] = ["stdin", "stdout", "stderr"];

/// Whether the pointer is into something whose name is none of the user's.
fn names_reserved(program: &Program, state: &State, pointer: Pointer) -> bool {
    matches!(pointer.base, Base::Static(_))
        && object_name(program, state, pointer.base).is_some_and(|name| is_reserved(&name))
}

fn object_at(state: &State, base: Base) -> Option<&Object> {
    match base {
        Base::Static(ObjectId(number)) => state.memory.statics().get(number as usize).map(|object| &**object),
        Base::Dynamic(number) => {
            state.memory.dynamics().find(|(other, _)| *other == number).map(|(_, object)| &**object)
        }
        Base::Address | Base::Procedure(_) => None,
    }
}

/// Headers whose functions do what the user's line asks for, however many of them call each other.
const ATOMICS: [&str; 2] = ["atomic", "atomic_base.h"];

/// Whether what a function of a library writes there is the user's business: variables that all threads know are; what is on the
/// heap is if the user's function has called it, and what is on a stack if it is an atomic variable.
fn is_of_user(program: &Program, state: &State, slot: ThreadSlot, base: Base) -> bool {
    let [below @ .., top] = frames(state, slot) else { return false };
    let is_atomic = |frame: &Frame| {
        let file = program.procedure(frame.procedure).span.file;
        let name = program.files.get(file.index()).map(|file| &*file.name);
        name.and_then(|name| name.rsplit('/').next()).is_some_and(|name| ATOMICS.contains(&name))
    };
    match object_at(state, base).and_then(|object| object.storage) {
        None => true,
        Some(Storage::Stack) => is_atomic(top),
        Some(Storage::Heap) => {
            let caller = below.iter().rev().find(|frame| !is_atomic(frame));
            caller.is_some_and(|frame| is_own(program, program.procedure(frame.procedure).span))
        }
    }
}

fn is_stack(state: &State, base: Base) -> bool {
    object_at(state, base).is_some_and(|object| object.storage == Some(Storage::Stack))
}

fn is_own_stack(state: &State, slot: ThreadSlot, base: Base) -> bool {
    let Base::Dynamic(number) = base else { return false };
    let frames = state.thread(slot).and_then(Thread::frames).unwrap_or_default();
    frames.iter().any(|frame| frame.objects.contains(&number))
}

/// The objects that are in both states, with other contents.
fn changed_objects<'a>(before: &'a State, after: &'a State) -> impl Iterator<Item = (Base, &'a Object)> {
    let statics = before.memory.statics().iter().zip(after.memory.statics()).enumerate();
    let statics = statics.filter(|(_, (old, new))| old.bytes != new.bytes);
    let statics = statics.map(|(index, (_, new))| (Base::Static(ObjectId::new(index)), &**new));
    let dynamics = after
        .memory
        .dynamics()
        .filter(|(number, new)| object_at(before, Base::Dynamic(*number)).is_some_and(|old| old.bytes != new.bytes));
    statics.chain(dynamics.map(|(number, new)| (Base::Dynamic(number), &**new)))
}

/// The line of the user that a place in the program belongs to, when the run has come to its end.
pub(crate) fn last_span(program: &Program, run: &Run<'_>) -> Option<Span> {
    let (step, before) = (run.steps.last()?, run.scenes.get(run.steps.len() - 1)?);
    own_span(program, &before.state, step.thread, Some(step.motion))
        .or_else(|| called_span(program, &before.state, step))
}

/// Where the function of the user begins that the step calls through a pointer, as threads are started.
fn called_span(program: &Program, before: &State, step: &Step) -> Option<Span> {
    let (_, edge) = edge_of(program, before, step)?;
    let Callee::Pointer(pointer) = &edge.call.as_ref()?.callee else { return None };
    let log = Log::default();
    let scope = Scope { program, state: before, slot: step.thread, log: &log };
    let Base::Procedure(called) = scope.pointer(pointer).ok()?.base else { return None };
    let span = program.procedures.get(called.index())?.span;
    is_own(program, span).then_some(span)
}
