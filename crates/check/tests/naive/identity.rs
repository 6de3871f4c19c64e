//! When two states are the same: they look the same once heap objects are numbered as a walk meets them.
//!
//! Written apart from `check::semantics::canonical`, and with another order of the walk.

use std::collections::BTreeMap;
use std::fmt::Write;

use check::semantics::memory::Object;
use check::semantics::state::{Frame, Phase, State, Thread};
use program::bytes::Byte;
use program::value::{Base, Pointer, Value};

/// A text that two states share exactly if they are the same.
pub fn identity(state: &State) -> String {
    let mut walk = Walk { state, text: String::new(), names: BTreeMap::new(), waiting: Vec::new() };
    walk.all();
    walk.text
}

struct Walk<'a> {
    state: &'a State,
    text: String,
    names: BTreeMap<u32, usize>,
    waiting: Vec<u32>,
}

impl Walk<'_> {
    fn all(&mut self) {
        let state = self.state;
        for thread in &state.threads {
            match thread {
                Some(thread) => self.thread(thread),
                None => self.say("free"),
            }
        }
        state.globals.iter().for_each(|value| self.value(value));
        state.memory.statics().iter().for_each(|object| self.object(object));
        while let Some(number) = self.waiting.pop() {
            match state.memory.dynamics().find(|(other, _)| *other == number) {
                Some((_, object)) => self.object(object),
                None => self.say("gone"),
            }
        }
        self.say(state.halted);
    }

    fn say(&mut self, what: impl std::fmt::Debug) {
        write!(self.text, "{what:?};").expect("strings take what is written");
    }

    fn thread(&mut self, thread: &Thread) {
        self.say((thread.root, thread.atomic_depth, thread.id.is_some()));
        thread.id.iter().flatten().for_each(|value| self.value(value));
        match &thread.phase {
            Phase::Running(frames) => frames.iter().for_each(|frame| self.frame(frame)),
            Phase::Finished(results) => {
                self.say("finished");
                results.iter().for_each(|value| self.value(value));
            }
        }
        for section in &thread.sections {
            self.say(section.kind);
            self.say(section.object.is_some());
            section.object.iter().for_each(|value| self.value(value));
        }
    }

    fn frame(&mut self, frame: &Frame) {
        self.say((frame.procedure, frame.node, frame.called_by));
        frame.locals.iter().for_each(|value| self.value(value));
        self.say(frame.objects.len());
        frame.objects.iter().for_each(|object| self.number(*object));
    }

    fn object(&mut self, object: &Object) {
        self.say((object.storage, object.bytes.len()));
        object.bytes.iter().for_each(|byte| self.byte(byte));
    }

    fn byte(&mut self, byte: Byte) {
        match byte {
            Byte::PointerPart(pointer, position) => {
                self.say(position);
                self.pointer(pointer);
            }
            other => self.say(other),
        }
    }

    fn value(&mut self, value: &Value) {
        match value {
            Value::Pointer(pointer) => self.pointer(*pointer),
            Value::Parts(bytes) => {
                self.say(("parts", bytes.len()));
                bytes.iter().for_each(|byte| self.byte(*byte));
            }
            Value::Map(map) => {
                self.say("map");
                self.value(map.default_value());
                for (keys, value) in map.entries() {
                    keys.iter().for_each(|key| self.value(key));
                    self.value(value);
                }
                self.say("end");
            }
            other => self.say(other),
        }
    }

    fn pointer(&mut self, pointer: Pointer) {
        match pointer.base {
            Base::Dynamic(number) => self.number(number),
            other => self.say(other),
        }
        self.say(pointer.offset);
    }

    fn number(&mut self, number: u32) {
        let next = self.names.len();
        let name = *self.names.entry(number).or_insert(next);
        if name == next {
            self.waiting.push(number);
        }
        self.say(("object", name));
    }
}
