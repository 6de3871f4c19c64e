//! What threads may still touch in memory: what they can get at through the pointers they have, and what their code names.
//!
//! A thread has the pointers in its variables. Through a pointer it reaches an object, and all pointers in that object.
//! Its code names static objects, and procedures whose code names more of them ([`crate::footprint`] counts these as named
//! right there); a pointer to a procedure can be called.
//! Global variables and the results of finished threads are within everybody's reach.

use program::bytes::Byte;
use program::ids::{ObjectId, ProcId, ThreadSlot};
use program::program::Program;
use program::value::{Base, Pointer, Value};

use crate::footprint::{Footprints, Mentions};
use crate::semantics::access::Accesses;
use crate::semantics::memory::Memory;
use crate::semantics::state::{Phase, State, Thread};
use crate::set::Set;

/// Objects that may still be read and written.
#[derive(Default)]
pub struct Touchable {
    reads: Objects,
    writes: Objects,
}

impl Touchable {
    /// Whether one of the accesses may be in the way of what is touched.
    pub fn conflicts_with(&self, accesses: &Accesses) -> bool {
        accesses.writes.iter().any(|base| self.reads.contains(*base) || self.writes.contains(*base))
            || accesses.reads.iter().any(|base| self.writes.contains(*base))
    }
}

/// A set of objects.
#[derive(Default)]
struct Objects {
    statics: Set,
    dynamics: Set,
}

impl Objects {
    /// Adds the object, and tells whether it is new.
    fn insert(&mut self, base: Base) -> bool {
        let is_new = !self.contains(base);
        match base {
            Base::Static(object) => self.statics.insert(object.index()),
            Base::Dynamic(number) => self.dynamics.insert(number as usize),
            Base::Address | Base::Procedure(_) => {}
        }
        is_new
    }

    fn contains(&self, base: Base) -> bool {
        match base {
            Base::Static(object) => self.statics.contains(object.index()),
            Base::Dynamic(number) => self.dynamics.contains(number as usize),
            Base::Address | Base::Procedure(_) => false,
        }
    }
}

/// The objects that the threads in the slots may still read or write, by all that the state and the text tell.
pub fn touchable<'s>(
    program: &Program,
    footprints: &Footprints,
    state: &State,
    slots: impl Iterator<Item = ThreadSlot> + 's,
) -> Touchable {
    let mut reach = Reach {
        program,
        footprints,
        memory: &state.memory,
        touched: Touchable::default(),
        followed: Objects::default(),
        procedures: Set::default(),
        named: Set::default(),
        waiting: Vec::new(),
    };
    let mut is_anybody_there = false;
    for frame in slots.filter_map(|slot| state.thread(slot).and_then(Thread::frames)).flatten() {
        is_anybody_there = true;
        frame.locals.iter().for_each(|value| reach.value(value));
        // Its own objects end with the frame.
        frame.objects.iter().for_each(|number| {
            reach.touched.writes.insert(Base::Dynamic(*number));
        });
        reach.mentions(footprints.future(frame.procedure, frame.node).1);
    }
    if !is_anybody_there {
        return Touchable::default();
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

struct Reach<'a> {
    program: &'a Program,
    footprints: &'a Footprints,
    memory: &'a Memory,
    touched: Touchable,
    followed: Objects,
    procedures: Set,
    /// Static objects to which code that was passed names pointers.
    named: Set,
    waiting: Vec<Base>,
}

impl Reach<'_> {
    fn follow(&mut self) {
        while let Some(base) = self.waiting.pop() {
            let footprints = self.footprints;
            if let Some(named) = footprints.constant(base) {
                self.mentions(named);
                continue;
            }
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
        if self.footprints.constant(base).is_none() {
            self.touched.reads.insert(base);
            self.touched.writes.insert(base);
        }
        if self.followed.insert(base) {
            self.waiting.push(base);
        }
    }

    fn procedure(&mut self, procedure: ProcId) {
        if !self.procedures.contains(procedure.index()) {
            self.procedures.insert(procedure.index());
            let entry = self.program.procedure(procedure).entry;
            let footprints = self.footprints;
            self.mentions(footprints.future(procedure, entry).1);
        }
    }

    fn mentions(&mut self, mentions: &Mentions) {
        let object = |index: usize| Base::Static(ObjectId::new(index));
        self.touched.reads.statics.add(&mentions.read);
        self.touched.writes.statics.add(&mentions.written);
        let Reach { followed, waiting, .. } = self;
        followed.statics.add_new(&mentions.read, |index| waiting.push(object(index)));
        let mut new = Vec::new();
        self.named.add_new(&mentions.named, |index| new.push(object(index)));
        new.into_iter().for_each(|base| self.object(base));
        // What their code names is among what was named.
        self.procedures.add(&mentions.procedures);
    }
}
