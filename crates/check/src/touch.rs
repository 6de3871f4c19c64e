//! What a thread may still touch in memory: what it can get at through the pointers it has, and what its code names.
//!
//! A thread has the pointers in its variables. Through a pointer it reaches an object, and all pointers in that object.
//! Its code names static objects, and procedures whose code names more of them; a pointer to a procedure can be called.
//! Global variables and the results of finished threads are within everybody's reach.

use std::collections::BTreeSet;

use program::bytes::Byte;
use program::ids::{ObjectId, ProcId, ThreadSlot};
use program::program::Program;
use program::value::{Base, Pointer, Value};

use crate::footprint::{Footprints, Mentions};
use crate::semantics::access::Accesses;
use crate::semantics::memory::Memory;
use crate::semantics::state::{Phase, State, Thread};

/// The objects that the thread in the slot may still read or write, by all that the state and the text tell.
pub fn touchable(program: &Program, footprints: &Footprints, state: &State, slot: ThreadSlot) -> Accesses {
    let mut reach = Reach {
        program,
        footprints,
        memory: &state.memory,
        touched: Accesses::default(),
        followed: BTreeSet::new(),
        procedures: BTreeSet::new(),
        waiting: Vec::new(),
    };
    let Some(frames) = state.thread(slot).and_then(Thread::frames) else { return reach.touched };
    for frame in frames {
        frame.locals.iter().for_each(|value| reach.value(value));
        // Its own objects end with the frame.
        reach.touched.writes.extend(frame.objects.iter().map(|number| Base::Dynamic(*number)));
        reach.mentions(footprints.future(frame.procedure, frame.node).1);
    }
    state.globals.iter().for_each(|value| reach.value(value));
    for thread in state.threads.iter().flatten() {
        if let Phase::Finished(results) = &thread.phase {
            results.iter().for_each(|value| reach.value(value));
        }
    }
    reach.follow();
    reach.touched
}

/// Whether one of the accesses to memory may be in the way of the other.
pub fn conflict(left: &Accesses, right: &Accesses) -> bool {
    let meet = |left: &BTreeSet<Base>, right: &BTreeSet<Base>| {
        let (small, large) = if left.len() < right.len() { (left, right) } else { (right, left) };
        small.iter().any(|base| large.contains(base))
    };
    meet(&left.writes, &right.writes) || meet(&left.writes, &right.reads) || meet(&left.reads, &right.writes)
}

struct Reach<'a> {
    program: &'a Program,
    footprints: &'a Footprints,
    memory: &'a Memory,
    touched: Accesses,
    followed: BTreeSet<Base>,
    procedures: BTreeSet<ProcId>,
    waiting: Vec<Base>,
}

impl Reach<'_> {
    fn follow(&mut self) {
        while let Some(base) = self.waiting.pop() {
            let Ok(object) = self.memory.object(base) else { continue };
            object.bytes.pointers().for_each(|pointer| self.pointer(pointer));
        }
    }

    fn value(&mut self, value: &Value) {
        match value {
            Value::Pointer(pointer) => self.pointer(*pointer),
            Value::Parts(bytes) => {
                for byte in bytes.iter() {
                    if let Byte::PointerPart(pointer, _) = byte {
                        self.pointer(*pointer);
                    }
                }
            }
            Value::Map(map) => {
                self.value(map.default_value());
                for (keys, value) in map.entries() {
                    keys.iter().for_each(|key| self.value(key));
                    self.value(value);
                }
            }
            _ => {}
        }
    }

    fn pointer(&mut self, pointer: Pointer) {
        match pointer.base {
            Base::Address => {}
            Base::Static(_) | Base::Dynamic(_) => self.object(pointer.base),
            Base::Procedure(procedure) => self.procedure(procedure),
        }
    }

    /// An object to which there is a pointer: anything may be done with it.
    fn object(&mut self, base: Base) {
        // Nobody writes what is constant.
        if !self.memory.object(base).is_ok_and(|object| object.constant) {
            self.touched.reads.insert(base);
            self.touched.writes.insert(base);
        }
        self.look_into(base);
    }

    fn look_into(&mut self, base: Base) {
        if self.followed.insert(base) {
            self.waiting.push(base);
        }
    }

    fn procedure(&mut self, procedure: ProcId) {
        if self.procedures.insert(procedure) {
            let entry = self.program.procedure(procedure).entry;
            let footprints = self.footprints;
            self.mentions(footprints.future(procedure, entry).1);
        }
    }

    fn mentions(&mut self, mentions: &Mentions) {
        let object = |index: usize| Base::Static(ObjectId::new(index));
        for base in mentions.read.iter().map(object) {
            self.touched.reads.insert(base);
            self.look_into(base);
        }
        self.touched.writes.extend(mentions.written.iter().map(object));
        mentions.named.iter().map(object).for_each(|base| self.object(base));
        mentions.procedures.iter().map(ProcId::new).for_each(|procedure| self.procedure(procedure));
    }
}
