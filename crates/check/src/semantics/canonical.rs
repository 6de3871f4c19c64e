//! States up to the numbers of dynamic memory objects.
//!
//! The number of an object carries no meaning: renaming objects throughout a state changes nothing in its future.
//! Neither do objects that no thread can reach any more.
//! The canonical form numbers objects in the order in which a fixed walk through the state meets them.

use std::collections::BTreeMap;
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
    let mut discovery = Discovery::default();
    discovery.state(state);
    let rename = discovery.names;
    let globals = match keeps_names(&rename, |walk| state.globals.iter().for_each(|value| walk.value(value))) {
        true => state.globals.clone(),
        false => Arc::new(state.globals.iter().map(|value| rename_value(value, &rename)).collect()),
    };
    let thread = |thread: &Arc<Thread>| match keeps_names(&rename, |walk| walk.thread(thread)) {
        true => thread.clone(),
        false => rename_thread(thread, &rename),
    };
    let threads = state.threads.iter().map(|slot| slot.as_ref().map(thread)).collect();
    State { globals, threads, memory: Arc::new(state.memory.renamed(&rename)), halted: state.halted }
}

/// Whether all objects that the walk meets keep their numbers.
fn keeps_names(rename: &BTreeMap<u32, u32>, walk: impl Fn(&mut Discovery)) -> bool {
    let mut discovery = Discovery::default();
    walk(&mut discovery);
    discovery.order.iter().all(|number| rename.get(number) == Some(number))
}

/// The walk. Dangling numbers get names, too: that two dangling pointers are the same can be observed.
#[derive(Default)]
struct Discovery {
    names: BTreeMap<u32, u32>,
    order: Vec<u32>,
}

impl Discovery {
    fn state(&mut self, state: &State) {
        state.globals.iter().for_each(|value| self.value(value));
        for thread in state.threads.iter().flatten() {
            self.thread(thread);
        }
        for object in state.memory.statics() {
            object.bytes.pointers().for_each(|pointer| self.pointer(pointer));
        }
        let mut next = 0;
        while next < self.order.len() {
            let number = self.order[next];
            if let Ok(object) = state.memory.object(Base::Dynamic(number)) {
                object.bytes.pointers().for_each(|pointer| self.pointer(pointer));
            }
            next += 1;
        }
    }

    fn thread(&mut self, thread: &Thread) {
        thread.id.iter().flatten().for_each(|value| self.value(value));
        match &thread.phase {
            Phase::Running(frames) => {
                for frame in frames {
                    frame.locals.iter().for_each(|value| self.value(value));
                    frame.objects.iter().for_each(|number| self.number(*number));
                }
            }
            Phase::Finished(results) => results.iter().for_each(|value| self.value(value)),
        }
        let objects = thread.sections.iter().filter_map(|section| section.object.as_ref());
        objects.for_each(|value| self.value(value));
    }

    fn value(&mut self, value: &Value) {
        match value {
            Value::Pointer(pointer) => self.pointer(*pointer),
            Value::Map(map) => {
                self.value(map.default_value());
                for (keys, value) in map.entries() {
                    keys.iter().for_each(|key| self.value(key));
                    self.value(value);
                }
            }
            Value::Parts(bytes) => {
                for byte in bytes.iter() {
                    if let Byte::PointerPart(pointer, _) = byte {
                        self.pointer(*pointer);
                    }
                }
            }
            _ => {}
        }
    }

    fn pointer(&mut self, pointer: Pointer) {
        if let Base::Dynamic(number) = pointer.base {
            self.number(number);
        }
    }

    fn number(&mut self, number: u32) {
        let name = self.names.len() as u32;
        if let std::collections::btree_map::Entry::Vacant(entry) = self.names.entry(number) {
            entry.insert(name);
            self.order.push(number);
        }
    }
}

fn rename_value(value: &Value, rename: &BTreeMap<u32, u32>) -> Value {
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

fn rename_thread(thread: &Arc<Thread>, rename: &BTreeMap<u32, u32>) -> Arc<Thread> {
    let mut renamed = Thread::clone(thread);
    let all = |values: &mut Vec<Value>| values.iter_mut().for_each(|value| *value = rename_value(value, rename));
    renamed.id.iter_mut().for_each(all);
    match &mut renamed.phase {
        Phase::Running(frames) => {
            for frame in frames {
                all(Arc::make_mut(&mut frame.locals));
                frame.objects.iter_mut().for_each(|number| *number = *rename.get(number).unwrap_or(number));
            }
        }
        Phase::Finished(results) => all(results),
    }
    for section in &mut renamed.sections {
        section.object = section.object.as_ref().map(|object| rename_value(object, rename));
    }
    Arc::new(renamed)
}
