//! Lost wake-ups: threads that wait on a condition variable which nobody will signal any more.
//!
//! In a deadlock nobody can step, hence nobody can signal. What tells most is when the last signal came: before the thread waited, or
//! afterwards, when it woke another one; or never.

use check::semantics::state::Frame;
use program::ids::ThreadSlot;
use program::program::Program;
use program::value::Value;

use crate::lens::{lock_name, own_span};
use crate::name;
use crate::outcome::{LastSignal, LostWakeUp, Situation, Standing};
use crate::resolve::Run;
use crate::waits::{Waits, joins};

/// How primitives call the section of a thread that waits on a condition variable, and the parameter that says on which.
const SECTION: &str = "cond";
const PARAMETER: &str = "condition";

/// What the thread waits for in vain at the end of the run, if it waits on a condition variable.
pub(crate) fn of(program: &Program, run: &Run<'_>, slot: ThreadSlot) -> Option<LostWakeUp> {
    let last = run.last();
    let frame = last.state.top(slot)?;
    let kind = program.procedure(frame.procedure).nodes[frame.node.index()].section?;
    let condition = argument(program, frame).filter(|_| program.section_kind(kind) == SECTION)?;
    let own = last.number(slot);
    let steps = || run.steps.iter().enumerate().filter(|(position, _)| *position < run.scenes.len()).rev();
    // A thread that waits takes no step, so that its last one is that by which it began to.
    let began = steps().find(|(position, step)| run.scenes[*position].number(step.thread) == own)?.0;
    let signal = steps().find_map(|(position, step)| {
        let before = &run.scenes[position];
        let frames = before.state.thread(step.thread)?.frames()?;
        frames.iter().any(|frame| is_signal(program, frame, condition)).then_some(())?;
        let span = own_span(program, &before.state, step.thread, Some(step.motion));
        let place = span.and_then(|span| name::place(program, span));
        Some(LastSignal { thread: before.thread(program, step.thread), place, came_first: position < began })
    });
    let place = own_span(program, &last.state, slot, None).and_then(|span| name::place(program, span));
    Some(LostWakeUp {
        thread: last.thread(program, slot),
        condition: lock_name(program, &last.state, condition),
        place,
        signal,
    })
}

/// The lost wake-up that the deadlock is: nobody waits in a circle, and whoever waits does so for the end of another thread or for a signal.
pub(crate) fn cause(program: &Program, run: &Run<'_>, threads: &[Standing]) -> Option<LostWakeUp> {
    if !Waits::of(threads).circle().is_empty() {
        return None;
    }
    let found: Vec<LostWakeUp> = run.last().state.slots().filter_map(|slot| of(program, run, slot)).collect();
    let is_told = |one: &Standing| {
        one.situation == Situation::Finished
            || joins(&one.situation)
            || found.iter().any(|lost| lost.thread == one.thread)
    };
    if threads.iter().all(is_told) { found.into_iter().next() } else { None }
}

/// The condition variable that the function is called with.
fn argument<'a>(program: &Program, frame: &'a Frame) -> Option<&'a Value> {
    let procedure = program.procedure(frame.procedure);
    let position = procedure.locals[..procedure.parameters].iter().position(|local| local.name == PARAMETER)?;
    frame.locals.get(position).filter(|value| matches!(value, Value::Pointer(_)))
}

/// Whether the frame is that of a function of a library that signals the condition variable.
fn is_signal(program: &Program, frame: &Frame, condition: &Value) -> bool {
    let name = &program.procedure(frame.procedure).name;
    let is_named_so = ["signal", "broadcast", "notify"].iter().any(|word| name.contains(word));
    is_named_so && argument(program, frame) == Some(condition)
}
