//! What all threads but one may still touch in memory: the part of the reduction that depends on the state.
//!
//! `check::touch` defines it. What a thread can reach depends on the thread and on the memory, and is remembered by their numbers.

use std::sync::Arc;

use program::ids::ObjectId;
use program::value::{Base, Pointer};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::components::Components;
use crate::footprint::Mentions;
use crate::machine::canonical::for_each_pointer;
use crate::machine::{Machine, Row};
use crate::store::{FREE, Number};
use crate::tables::Accesses;
use crate::words::Word;

/// Objects in memory.
#[derive(Default)]
pub struct Touched {
    reads: FxHashSet<Base>,
    writes: FxHashSet<Base>,
}

impl Touched {
    fn add(&mut self, other: &Touched) {
        self.reads.extend(&other.reads);
        self.writes.extend(&other.writes);
    }

    /// Whether the accesses may be in the way.
    pub fn conflicts_with(&self, accesses: &Accesses) -> bool {
        accesses.writes.iter().any(|base| self.reads.contains(base) || self.writes.contains(base))
            || accesses.reads.iter().any(|base| self.writes.contains(base))
    }
}

/// What all threads but the one in the slot may still touch. It stays the same as long as they and the global variables do.
pub struct Others {
    slot: u32,
    row: Row,
    globals: SmallVec<[Word; 8]>,
    /// What they may touch.
    pub touched: Touched,
}

impl Others {
    /// Whether this is still what all but the thread in the slot may touch, with these global variables.
    pub fn are_those_of(&self, row: &[Number], slot: u32, globals: &[Word]) -> bool {
        let is_other = |(place, _): &(usize, (&Number, &Number))| *place != slot as usize;
        self.slot == slot
            && self.globals[..] == *globals
            && self.row.len() == row.len()
            && self.row[1..].iter().zip(&row[1..]).enumerate().filter(is_other).all(|(_, (before, now))| before == now)
    }
}

/// What threads may touch, by their numbers and that of the memory.
#[derive(Default)]
pub struct KnownTouched {
    known: FxHashMap<(Number, u32), Arc<Touched>>,
}

/// How much is remembered.
const MOST_KNOWN: usize = 1 << 12;

impl Machine<'_> {
    /// What all threads but the one in the slot may still touch.
    pub fn others(&mut self, row: &[Number], slot: u32) -> Others {
        let mut touched = Touched::default();
        let is_other = |(place, thread): &(usize, &Number)| *place != slot as usize && **thread != FREE;
        let others: Vec<Number> = row[1..].iter().enumerate().filter(is_other).map(|(_, thread)| *thread).collect();
        let running: Vec<Number> =
            others.into_iter().filter(|thread| !self.components.facts(*thread).has_finished).collect();
        if !running.is_empty() {
            touched = within_everybodys_reach(&self.components, row);
        }
        for thread in running {
            touched.add(&self.touched(thread, row[0]));
        }
        let globals = SmallVec::from_slice(self.global_variables(row));
        Others { slot, row: Row::from_slice(row), globals, touched }
    }

    /// The contents of the global variables alone.
    pub fn global_variables(&self, row: &[Number]) -> &[Word] {
        &self.components.globals(row[0])[..self.components.compiled.globals.len()]
    }

    fn touched(&mut self, thread: Number, globals: Number) -> Arc<Touched> {
        let question = (thread, self.components.memory_number(globals));
        if let Some(known) = self.known_touched.known.get(&question) {
            return known.clone();
        }
        if self.known_touched.known.len() >= MOST_KNOWN {
            self.known_touched.known.clear();
        }
        let touched = Arc::new(reach_of(&self.components, thread, globals));
        self.known_touched.known.insert(question, touched.clone());
        touched
    }
}

/// Global variables and the results of finished threads can be had by everybody.
fn within_everybodys_reach(components: &Components<'_>, row: &[Number]) -> Touched {
    let mut reach = Reach::new(components, row[0]);
    for (ty, word) in components.compiled.globals.iter().zip(components.globals(row[0])) {
        for_each_pointer(&components.tables, ty, *word, &mut |pointer| reach.pointer(pointer));
    }
    for thread in row[1..].iter().filter(|thread| **thread != FREE) {
        let thread = components.thread(*thread);
        if thread.has_finished() {
            let root = &components.compiled.procedures[thread.root()];
            let types = root.results.iter().map(|result| &root.locals[*result as usize]);
            for (ty, word) in types.zip(thread.results()) {
                for_each_pointer(&components.tables, ty, *word, &mut |pointer| reach.pointer(pointer));
            }
        }
    }
    reach.follow()
}

fn reach_of(components: &Components<'_>, thread: Number, globals: Number) -> Touched {
    let mut reach = Reach::new(components, globals);
    let procedures = &components.compiled.procedures;
    for frame in components.thread(thread).frames(|procedure| procedures[procedure].locals.len()) {
        for (ty, word) in procedures[frame.procedure].locals.iter().zip(frame.locals) {
            for_each_pointer(&components.tables, ty, *word, &mut |pointer| reach.pointer(pointer));
        }
        reach.touched.writes.extend(frame.objects.iter().map(|number| Base::Dynamic(*number as u32)));
        reach.mentions(&components.statics.nodes[frame.procedure][frame.node as usize].mentions);
    }
    reach.follow()
}

struct Reach<'a> {
    components: &'a Components<'a>,
    globals: Number,
    touched: Touched,
    followed: FxHashSet<Base>,
    procedures: FxHashSet<u32>,
    waiting: Vec<Base>,
}

impl<'a> Reach<'a> {
    fn new(components: &'a Components<'_>, globals: Number) -> Reach<'a> {
        Reach {
            components,
            globals,
            touched: Touched::default(),
            followed: FxHashSet::default(),
            procedures: FxHashSet::default(),
            waiting: Vec::new(),
        }
    }

    fn follow(mut self) -> Touched {
        let objects = &self.components.tables.objects;
        let memory = self.components.memory(self.globals);
        while let Some(base) = self.waiting.pop() {
            if let Ok(object) = objects.object(memory, base) {
                object.bytes.pointers().for_each(|pointer| self.pointer(pointer));
            }
        }
        self.touched
    }

    fn pointer(&mut self, pointer: Pointer) {
        match pointer.base {
            Base::Address => {}
            Base::Static(_) | Base::Dynamic(_) => self.object(pointer.base),
            Base::Procedure(procedure) => self.procedure(procedure.0),
        }
    }

    fn object(&mut self, base: Base) {
        // Nobody writes what is constant, which has no place among what changes.
        if self.components.tables.objects.place(base).is_some() {
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

    fn procedure(&mut self, procedure: u32) {
        if self.procedures.insert(procedure) {
            let statics = &self.components.statics;
            let entry = statics.entries[procedure as usize];
            self.mentions(&statics.nodes[procedure as usize][entry].mentions);
        }
    }

    fn mentions(&mut self, mentions: &Mentions) {
        let object = |index: &u32| Base::Static(ObjectId(*index));
        for base in mentions.read.iter().map(object) {
            self.touched.reads.insert(base);
            self.look_into(base);
        }
        self.touched.writes.extend(mentions.written.iter().map(object));
        mentions.named.iter().map(object).for_each(|base| self.object(base));
        mentions.procedures.iter().for_each(|procedure| self.procedure(*procedure));
    }
}
