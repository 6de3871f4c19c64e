//! What other threads may still touch in memory: the part of the reduction that depends on the state.
//!
//! `check::touch` defines it. What a thread can reach depends on the thread and on the memory, and is remembered by their numbers.

use std::sync::Arc;

use program::ids::ObjectId;
use program::value::Base;
use rustc_hash::FxHashSet;

use crate::bases::{Bases, Lately};
use crate::components::Components;
use crate::footprint::{Mentions, StaticFacts};
use crate::machine::Machine;
use crate::machine::canonical::for_each_pointer;
use crate::objects::Objects;
use crate::store::{FREE, Number};
use crate::tables::Accesses;

/// Objects in memory.
#[derive(Clone, Default)]
pub struct Touched {
    reads: Bases,
    writes: Bases,
}

impl Touched {
    /// Whether the accesses may be in the way.
    fn conflicts_with(&self, accesses: &Accesses) -> bool {
        accesses.writes.iter().any(|base| self.reads.contains(*base) || self.writes.contains(*base))
            || accesses.reads.iter().any(|base| self.writes.contains(*base))
    }
}

/// What may be touched, as far as it was found lately.
#[derive(Default)]
pub struct KnownTouched {
    /// What threads can touch without looking into memory, by their numbers.
    starts: Lately<Reach>,
    /// What they can touch, by their numbers and that of the memory.
    threads: Lately<Touched>,
    /// What can be reached from global variables, by the number of what these point to and that of the memory.
    globals: Lately<Touched>,
    /// What the code of a procedure can touch, by its number.
    procedures: Vec<Option<Arc<Reach>>>,
}

impl Machine<'_> {
    /// Whether what others than the thread in the slot may still touch is in the way of the accesses.
    pub fn are_others_in_the_way(&mut self, row: &[Number], slot: u32, accesses: &Accesses) -> bool {
        let mut is_anybody_there = false;
        for (place, thread) in row[1..].iter().enumerate() {
            if place == slot as usize || *thread == FREE || self.components.facts(*thread).has_finished {
                continue;
            }
            is_anybody_there = true;
            if self.touched(*thread, row[0]).conflicts_with(accesses) {
                return true;
            }
        }
        is_anybody_there && self.is_within_everybodys_reach(row, accesses)
    }

    fn touched(&mut self, thread: Number, globals: Number) -> Arc<Touched> {
        let question = (thread, self.components.memory_number(globals));
        if let Some(known) = self.known_touched.threads.get(question) {
            return known;
        }
        let start = self.start(thread);
        let found = self.follow(Reach::clone(&start), globals);
        self.known_touched.threads.put(question, found)
    }

    /// Global variables and the results of finished threads can be had by everybody.
    fn is_within_everybodys_reach(&mut self, row: &[Number], accesses: &Accesses) -> bool {
        for thread in row[1..].iter().filter(|thread| **thread != FREE) {
            if self.components.facts(*thread).has_finished && self.touched(*thread, row[0]).conflicts_with(accesses) {
                return true;
            }
        }
        let (number, pointers) = self.components.variable_pointers(row[0]);
        let question = (number, self.components.memory_number(row[0]));
        let known = self.known_touched.globals.get(question);
        let found = known.unwrap_or_else(|| {
            let mut reach = Reach::default();
            pointers.iter().for_each(|base| reach.base(*base, &self.components.tables.objects));
            let found = self.follow(reach, row[0]);
            self.known_touched.globals.put(question, found)
        });
        found.conflicts_with(accesses)
    }

    /// What the thread can touch without looking into memory.
    fn start(&mut self, thread: Number) -> Arc<Reach> {
        if let Some(known) = self.known_touched.starts.get((thread, 0)) {
            return known;
        }
        let reach = start_of(&self.components, thread);
        self.known_touched.starts.put((thread, 0), reach)
    }

    /// What can be touched in all, with the memory that belongs to the global variables.
    fn follow(&mut self, mut reach: Reach, globals: Number) -> Touched {
        let Machine { components, known_touched, .. } = self;
        let objects = &components.tables.objects;
        let memory = components.memory(globals);
        loop {
            while let Some(procedure) = reach.new_procedures.pop() {
                reach.join(code_of(procedure, &components.statics, objects, &mut known_touched.procedures));
            }
            let Some(base) = reach.waiting.pop() else { return reach.touched };
            objects.targets(memory, base).iter().for_each(|target| reach.base(*target, objects));
        }
    }
}

/// What a running thread has pointers to and its code names, or what the results of a finished one point to.
fn start_of(components: &Components<'_>, thread: Number) -> Reach {
    let mut reach = Reach::default();
    let (procedures, objects) = (&components.compiled.procedures, &components.tables.objects);
    let thread = components.thread(thread);
    if thread.has_finished() {
        let root = &procedures[thread.root()];
        let types = root.results.iter().map(|result| &root.locals[*result as usize]);
        for (ty, word) in types.zip(thread.results()) {
            for_each_pointer(&components.tables, ty, *word, &mut |pointer| reach.base(pointer.base, objects));
        }
        return reach;
    }
    for frame in thread.frames(|procedure| procedures[procedure].locals.len()) {
        for (ty, word) in procedures[frame.procedure].locals.iter().zip(frame.locals) {
            for_each_pointer(&components.tables, ty, *word, &mut |pointer| reach.base(pointer.base, objects));
        }
        for number in frame.objects {
            reach.touched.writes.insert(Base::Dynamic(*number as u32));
        }
        reach.mentions(&components.statics.nodes[frame.procedure][frame.node as usize].mentions, objects);
    }
    reach
}

/// What the code of the procedure names.
fn code_of<'k>(
    procedure: u32,
    statics: &StaticFacts,
    objects: &Objects,
    known: &'k mut Vec<Option<Arc<Reach>>>,
) -> &'k Reach {
    let place = procedure as usize;
    if known.len() <= place {
        known.resize(place + 1, None);
    }
    known[place].get_or_insert_with(|| {
        let mut reach = Reach::default();
        reach.mentions(&statics.nodes[place][statics.entries[place]].mentions, objects);
        Arc::new(reach)
    })
}

/// What is reached so far, and what is still to be looked into.
#[derive(Clone, Default)]
struct Reach {
    touched: Touched,
    followed: Bases,
    procedures: FxHashSet<u32>,
    waiting: Vec<Base>,
    new_procedures: Vec<u32>,
}

impl Reach {
    fn base(&mut self, base: Base, objects: &Objects) {
        match base {
            Base::Address => {}
            Base::Static(_) | Base::Dynamic(_) => self.object(base, objects),
            Base::Procedure(procedure) => self.procedure(procedure.0),
        }
    }

    fn object(&mut self, base: Base, objects: &Objects) {
        // Nobody writes what is constant, which has no place among what changes.
        if objects.place(base).is_some() {
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
            self.new_procedures.push(procedure);
        }
    }

    fn mentions(&mut self, mentions: &Mentions, objects: &Objects) {
        let object = |index: &u32| Base::Static(ObjectId(*index));
        for base in mentions.read.iter().map(object) {
            self.touched.reads.insert(base);
            self.look_into(base);
        }
        for base in mentions.written.iter().map(object) {
            self.touched.writes.insert(base);
        }
        mentions.named.iter().map(object).for_each(|base| self.object(base, objects));
        mentions.procedures.iter().for_each(|procedure| self.procedure(*procedure));
    }

    /// What both reach; nothing in the other was looked into yet.
    fn join(&mut self, other: &Reach) {
        self.touched.reads.join(&other.touched.reads);
        self.touched.writes.join(&other.touched.writes);
        self.followed.add(&other.followed, &mut self.waiting);
        other.new_procedures.iter().for_each(|procedure| self.procedure(*procedure));
    }
}
