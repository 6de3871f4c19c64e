//! What a step changes, variable by variable.

use check::semantics::state::{Frame, State};
use program::ids::ThreadSlot;
use program::program::Program;
use program::value::{MapValue, Value};

use crate::outcome::Change;
use crate::scene::Scene;
use crate::value::{show, show_all};

/// What differs between the states before and after a step of the thread.
pub(crate) fn between(program: &Program, before: &Scene, after: &Scene, stepping: ThreadSlot) -> Vec<Change> {
    let mut changes = Vec::new();
    let (old, new) = (&before.state, &after.state);
    for (index, variable) in program.globals.iter().enumerate() {
        value(program, &variable.name, &old.globals[index], &new.globals[index], &mut changes);
    }
    frames(program, old, new, stepping, &mut changes);
    threads(program, before, after, &mut changes);
    changes
}

fn frames(program: &Program, before: &State, after: &State, stepping: ThreadSlot, changes: &mut Vec<Change>) {
    let frames_of = |state: &'_ State| -> Vec<Frame> {
        state.thread(stepping).and_then(|thread| thread.frames()).unwrap_or_default().to_vec()
    };
    let (old, new) = (frames_of(before), frames_of(after));
    for (old, new) in old.iter().zip(&new).filter(|(old, new)| old.procedure == new.procedure) {
        let locals = &program.procedure(old.procedure).locals;
        for (index, variable) in locals.iter().enumerate() {
            value(program, &variable.name, &old.locals[index], &new.locals[index], changes);
        }
    }
    if let Some(called) = new.get(old.len()).filter(|_| !old.is_empty()) {
        let procedure = program.procedure(called.procedure);
        for (parameter, value) in procedure.locals.iter().zip(called.locals.iter()).take(procedure.parameters) {
            changes.push(Change::Argument { variable: parameter.name.clone(), value: show(program, value) });
        }
    }
}

pub(crate) fn threads(program: &Program, before: &Scene, after: &Scene, changes: &mut Vec<Change>) {
    let running = |scene: &Scene, slot| scene.state.thread(slot).is_some_and(|thread| !thread.has_finished());
    for slot in after.state.slots().filter(|slot| running(after, *slot) && !running(before, *slot)) {
        changes.push(Change::Starts(after.thread(program, slot)));
    }
    for slot in before.state.slots().filter(|slot| running(before, *slot) && !running(after, *slot)) {
        changes.push(Change::Finishes(before.thread(program, slot)));
    }
}

fn value(program: &Program, name: &str, old: &Value, new: &Value, changes: &mut Vec<Change>) {
    if old == new {
        return;
    }
    match (old, new) {
        (Value::Map(old), Value::Map(new)) if old.default_value() == new.default_value() => {
            elements(program, name, old, new, changes);
        }
        _ => changes.push(changed(program, name.to_owned(), old, new)),
    }
}

fn elements(program: &Program, name: &str, old: &MapValue, new: &MapValue, changes: &mut Vec<Change>) {
    let added = new.entries().map(|(keys, _)| keys).filter(|keys| !old.entries().any(|(known, _)| known == *keys));
    let keys = old.entries().map(|(keys, _)| keys).chain(added);
    for keys in keys.filter(|keys| old.get(keys) != new.get(keys)) {
        let element = format!("{name}[{}]", show_all(program, keys));
        changes.push(changed(program, element, old.get(keys), new.get(keys)));
    }
}

fn changed(program: &Program, variable: String, old: &Value, new: &Value) -> Change {
    Change::Value { variable, old: show(program, old), new: show(program, new) }
}
