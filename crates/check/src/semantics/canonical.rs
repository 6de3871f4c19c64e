//! States up to the numbers of dynamic memory objects.
//!
//! The number of an object carries no meaning: renaming objects throughout a state changes nothing in its future.
//! Neither do objects that no thread can reach any more.
//! The canonical form numbers objects in the order in which a fixed walk through the state meets them.

use std::sync::Arc;

use program::bytes::Byte;
use program::value::{Base, MapValue, Pointer, Value};

use crate::semantics::memory::rename_pointer;
use crate::semantics::state::{Phase, State, Thread};

/// The state with its dynamic objects numbered in order of discovery and unreachable ones left out.
pub fn canonical(state: &State) -> State {
    if state.memory.is_untouched() {
        return state.clone();
    }
    let rename = Names::discover(state);
    if rename.keeps_all() {
        // Those that were not met have numbers behind all others.
        let memory = match state.memory.next() == rename.len() {
            true => state.memory.clone(),
            false => Arc::new(state.memory.with_numbers_below(rename.len())),
        };
        return State { memory, ..state.clone() };
    }
    let globals = match keeps_names(&rename, |visit| state.globals.iter().for_each(|value| in_value(value, visit))) {
        true => state.globals.clone(),
        false => Arc::new(state.globals.iter().map(|value| rename_value(value, &rename)).collect()),
    };
    let thread = |thread: &Arc<Thread>| match keeps_names(&rename, |visit| in_thread(thread, visit)) {
        true => thread.clone(),
        false => rename_thread(thread, &rename),
    };
    let threads = state.threads.iter().map(|slot| slot.as_ref().map(thread)).collect();
    State { globals, threads, memory: Arc::new(state.memory.renamed(&rename)), halted: state.halted }
}

/// Whether all objects that the walk meets keep their numbers.
fn keeps_names(rename: &Names, walk: impl FnOnce(&mut dyn FnMut(u32))) -> bool {
    let mut are_kept = true;
    walk(&mut |number| are_kept &= rename.get(number) == Some(number));
    are_kept
}

/// New numbers for objects. Dangling numbers get names, too: that two dangling pointers are the same can be observed.
#[derive(Default)]
pub(crate) struct Names {
    /// By the old number.
    names: Vec<Option<u32>>,
    /// The old numbers in the order of the new ones.
    order: Vec<u32>,
}

impl Names {
    /// Walks through the state.
    fn discover(state: &State) -> Names {
        let mut names = Names::default();
        let mut visit = |number| names.add(number);
        state.globals.iter().for_each(|value| in_value(value, &mut visit));
        state.threads.iter().flatten().for_each(|thread| in_thread(thread, &mut visit));
        for object in state.memory.statics() {
            object.bytes.pointers().for_each(|pointer| in_pointer(pointer, &mut visit));
        }
        let mut next = 0;
        while next < names.order.len() {
            if let Ok(object) = state.memory.object(Base::Dynamic(names.order[next])) {
                object.bytes.pointers().for_each(|pointer| in_pointer(pointer, &mut |number| names.add(number)));
            }
            next += 1;
        }
        names
    }

    fn add(&mut self, number: u32) {
        let place = number as usize;
        if self.names.len() <= place {
            self.names.resize(place + 1, None);
        }
        if self.names[place].is_none() {
            self.names[place] = Some(self.order.len() as u32);
            self.order.push(number);
        }
    }

    /// The new number.
    pub(crate) fn get(&self, number: u32) -> Option<u32> {
        self.names.get(number as usize).copied().flatten()
    }

    /// Whether every object has the number that it had.
    fn keeps_all(&self) -> bool {
        self.order.iter().enumerate().all(|(new, old)| new == *old as usize)
    }

    /// How many there are.
    pub(crate) fn len(&self) -> u32 {
        self.order.len() as u32
    }
}

fn in_thread(thread: &Thread, visit: &mut dyn FnMut(u32)) {
    thread.id.iter().flatten().for_each(|value| in_value(value, visit));
    match &thread.phase {
        Phase::Running(frames) => {
            for frame in frames {
                frame.locals.iter().for_each(|value| in_value(value, visit));
                frame.objects.iter().for_each(|number| visit(*number));
            }
        }
        Phase::Finished(results) => results.iter().for_each(|value| in_value(value, visit)),
    }
    let objects = thread.sections.iter().filter_map(|section| section.object.as_ref());
    objects.for_each(|value| in_value(value, visit));
}

fn in_value(value: &Value, visit: &mut dyn FnMut(u32)) {
    match value {
        Value::Pointer(pointer) => in_pointer(*pointer, visit),
        Value::Map(map) => {
            in_value(map.default_value(), visit);
            for (keys, value) in map.entries() {
                keys.iter().for_each(|key| in_value(key, visit));
                in_value(value, visit);
            }
        }
        Value::Parts(bytes) => {
            for byte in bytes.iter() {
                if let Byte::PointerPart(pointer, _) = byte {
                    in_pointer(*pointer, visit);
                }
            }
        }
        _ => {}
    }
}

fn in_pointer(pointer: Pointer, visit: &mut dyn FnMut(u32)) {
    if let Base::Dynamic(number) = pointer.base {
        visit(number);
    }
}

fn rename_value(value: &Value, rename: &Names) -> Value {
    match value {
        Value::Pointer(pointer) => Value::Pointer(rename_pointer(*pointer, rename)),
        Value::Map(map) => {
            let mut renamed = MapValue::constant(rename_value(map.default_value(), rename));
            for (keys, value) in map.entries() {
                let keys = keys.iter().map(|key| rename_value(key, rename)).collect();
                renamed = renamed.with(keys, rename_value(value, rename));
            }
            Value::Map(Arc::new(renamed))
        }
        Value::Parts(bytes) => {
            let byte = |byte: &Byte| match byte {
                Byte::PointerPart(pointer, position) => Byte::PointerPart(rename_pointer(*pointer, rename), *position),
                other => *other,
            };
            Value::Parts(bytes.iter().map(byte).collect())
        }
        other => other.clone(),
    }
}

fn rename_thread(thread: &Arc<Thread>, rename: &Names) -> Arc<Thread> {
    let mut renamed = Thread::clone(thread);
    let all = |values: &mut Vec<Value>| values.iter_mut().for_each(|value| *value = rename_value(value, rename));
    renamed.id.iter_mut().for_each(all);
    match &mut renamed.phase {
        Phase::Running(frames) => {
            for frame in frames {
                all(Arc::make_mut(&mut frame.locals));
                frame.objects.iter_mut().for_each(|number| *number = rename.get(*number).unwrap_or(*number));
            }
        }
        Phase::Finished(results) => all(results),
    }
    for section in &mut renamed.sections {
        section.object = section.object.as_ref().map(|object| rename_value(object, rename));
    }
    Arc::new(renamed)
}
