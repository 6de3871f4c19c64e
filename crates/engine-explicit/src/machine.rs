//! The machine: rows of component numbers, the steps between them, and the reduced graph that the search walks.
//!
//! A row has the number of the global variables' contents and then, slot by slot, that of each thread.
//! What a thread can do depends on these two alone, unless it looks at other threads (a join);
//! so the outcomes are remembered by this pair of numbers, and most steps of a search are a look-up.

use std::rc::Rc;

use evidence::reason::Reason;
use program::types::Type;
use program::value::Value;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::code::Fault;
use crate::compile::{Compiled, decode};
use crate::execute::{ChosenWord, Executor, Others, Outcome, SectionKey, SlotChange, Unknown};
use crate::footprint::{Footprint, StaticFacts, finishing};
use crate::maps::Maps;
use crate::store::{FREE, Number};
use crate::thread::Thread;
use crate::words::{Word, Words};

/// Sets of slots are masks.
pub type Slots = u128;

/// How many threads can be told apart.
pub const MOST_THREADS: u32 = 128;

/// A state as numbers of its components.
pub type Row = SmallVec<[Number; 10]>;

/// The step taken from the exit of a procedure back to its caller.
pub const RETURN: u32 = u32::MAX;

/// How many outcomes are remembered besides a share of the number of states.
const REMEMBERED: usize = 1 << 16;

/// What a thread can do, by the numbers of the global variables and of the thread.
#[derive(Clone)]
pub struct Transition {
    /// The edge, or [`RETURN`].
    pub edge: u32,
    /// The global variables afterwards.
    globals: Number,
    /// The thread afterwards, or [`FREE`].
    thread: Number,
    /// Whether the step fails.
    pub fails: bool,
    /// What most steps do not have.
    extra: Option<Rc<Extra>>,
}

/// What most steps do not have.
#[derive(Default)]
struct Extra {
    choices: SmallVec<[ChosenWord; 2]>,
    slots: SmallVec<[SlotNumber; 1]>,
    left: SmallVec<[SectionKey; 1]>,
}

#[derive(Clone, Copy)]
enum SlotNumber {
    Start(Number),
    Free(u32),
}

/// A step of a thread, as evidence will tell it.
#[derive(Clone)]
pub struct MicroStep {
    /// Who.
    pub slot: u32,
    /// Along which edge, or [`RETURN`].
    pub edge: u32,
    /// What was chosen.
    pub choices: SmallVec<[ChosenWord; 2]>,
}

/// What happens along an edge of the reduced graph.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Label {
    /// The threads that step.
    pub stepped: Slots,
    /// The threads that finish.
    pub finished: Slots,
    /// The threads that are disabled on the way because another one holds the scheduler.
    pub disabled: Slots,
    /// The sections that are left, one bit each; see [`Machine::section_bit`].
    pub left: u128,
}

/// Which parts of a label the search has a use for.
#[derive(Clone, Copy)]
pub struct Wanted {
    /// Who steps, finishes and is disabled.
    pub threads: bool,
    /// Which sections are left.
    pub sections: bool,
}

/// What is remembered of a thread's content.
struct ThreadFacts {
    has_finished: bool,
    holds_scheduler: bool,
    is_cut: bool,
    /// Whether what it can do depends on other threads.
    looks_at_threads: bool,
    /// Whether its next step may be its last.
    may_finish: bool,
    next: Footprint,
    future: Footprint,
    /// The edges it can try.
    edges: std::ops::Range<u32>,
    /// Whether all it can do is return.
    at_exit: bool,
}

/// The machine.
pub struct Machine<'a> {
    compiled: &'a Compiled,
    statics: StaticFacts,
    maps: Maps,
    object_types: Vec<Type>,
    globals: Words,
    threads: Words,
    facts: Vec<ThreadFacts>,
    remembered: FxHashMap<u64, (u32, u32)>,
    transitions: Vec<Transition>,
    sections: FxHashMap<(u32, SectionKey), u32>,
    wanted: Wanted,
}

/// Why a row's successors cannot be listed.
pub enum Stuck {
    /// Taking these steps from the row fails.
    Failure(Vec<MicroStep>),
    /// It is not known what happens.
    Unknown(Reason),
}

/// A successor in the reduced graph.
pub struct Successor<P> {
    /// What happens on the way.
    pub label: Label,
    /// Where it leads.
    pub row: Row,
    /// The steps of the way, if they are recorded.
    pub path: P,
}

/// Whether the steps of the ways are recorded.
pub trait Path: Clone + Default {
    /// One more step.
    fn push(&mut self, slot: u32, transition: &Transition);
    /// The steps, if they were recorded.
    fn steps(self) -> Vec<MicroStep>;
}

impl Path for () {
    fn push(&mut self, _: u32, _: &Transition) {}
    fn steps(self) -> Vec<MicroStep> {
        Vec::new()
    }
}

impl Path for Vec<MicroStep> {
    fn push(&mut self, slot: u32, transition: &Transition) {
        Vec::push(self, transition.step(slot));
    }
    fn steps(self) -> Vec<MicroStep> {
        self
    }
}

impl Transition {
    /// The step that it is.
    pub fn step(&self, slot: u32) -> MicroStep {
        let choices = self.extra.as_ref().map(|extra| extra.choices.clone()).unwrap_or_default();
        MicroStep { slot, edge: self.edge, choices }
    }
}

impl<'a> Machine<'a> {
    /// A machine for the program.
    pub fn new(compiled: &'a Compiled, statics: StaticFacts, wanted: Wanted) -> Machine<'a> {
        Machine {
            compiled,
            statics,
            maps: Maps::default(),
            object_types: Vec::new(),
            globals: Words::default(),
            threads: Words::default(),
            facts: Vec::new(),
            remembered: FxHashMap::default(),
            transitions: Vec::new(),
            sections: FxHashMap::default(),
            wanted,
        }
    }

    /// The row at the start.
    pub fn initial(&mut self) -> Result<Row, Reason> {
        let compiled = self.compiled;
        let mut executor = Executor { compiled, maps: &mut self.maps, object_types: &mut self.object_types };
        let mut globals: Vec<Word> = compiled.globals.iter().map(|ty| executor.arbitrary(ty)).collect();
        globals.push(0);
        let started: Vec<_> = compiled.start.iter().map(|procedure| executor.start_thread(*procedure, None, &[])).collect();
        let mut row = Row::new();
        row.push(self.globals.number(&globals));
        for thread in &started {
            let number = match thread {
                Some(thread) => self.thread_number(thread.words())?,
                None => FREE,
            };
            row.push(number);
        }
        if compiled.ends_with_main && self.is_over(row[1]) {
            row[0] = self.halted(row[0]);
        }
        trim(&mut row);
        Ok(row)
    }

    /// How much memory components and remembered outcomes take.
    pub fn bytes(&self) -> u64 {
        let remembered = self.remembered.capacity() * 17 + self.transitions.capacity() * size_of::<Transition>();
        let facts = self.facts.capacity() * size_of::<ThreadFacts>();
        self.maps.bytes() + self.globals.bytes() + self.threads.bytes() + (remembered + facts) as u64
    }

    /// Whether the program has ended.
    pub fn has_ended(&self, row: &[Number]) -> bool {
        self.is_halted(row) || row[1..].iter().all(|thread| self.is_over(*thread))
    }

    /// The procedure that the thread in the slot was started with, if there is one.
    pub fn root(&self, row: &[Number], slot: u32) -> Option<usize> {
        let thread = *row.get(1 + slot as usize)?;
        (thread != FREE).then(|| Thread::new(self.threads.slice(thread)).root())
    }

    /// Whether there is a thread in the slot that has not finished.
    pub fn is_running(&self, row: &[Number], slot: u32) -> bool {
        row.get(1 + slot as usize).is_some_and(|thread| !self.is_over(*thread))
    }

    /// Whether the thread in the slot was started with the procedure of this name.
    pub fn runs(&self, row: &[Number], slot: u32, name: &str) -> bool {
        self.root(row, slot).is_some_and(|root| self.compiled.procedures[root].name == name)
    }

    /// The slots that have a thread.
    pub fn slots(row: &[Number]) -> impl Iterator<Item = u32> + '_ {
        let is_taken = |(slot, thread): (usize, &Number)| (*thread != FREE).then_some(slot as u32);
        row[1..].iter().enumerate().filter_map(is_taken)
    }

    /// The sections that are open in the row, each with its slot.
    pub fn open_sections(&self, row: &[Number]) -> Vec<(u32, SectionKey)> {
        let mut open = Vec::new();
        for slot in Machine::slots(row) {
            let thread = Thread::new(self.threads.slice(row[1 + slot as usize]));
            let entered: Vec<_> = thread.sections().collect();
            for (position, section) in entered.iter().enumerate() {
                let level = entered[..position].iter().filter(|other| *other == section).count() as u32;
                open.push((slot, SectionKey::Opened(*section, level)));
            }
            let frames = thread.frames(|procedure| self.compiled.procedures[procedure].locals.len());
            for (from_top, frame) in frames.iter().enumerate() {
                let depth = (frames.len() - 1 - from_top) as u32;
                let procedure = &self.compiled.procedures[frame.procedure];
                if procedure.is_section {
                    open.push((slot, SectionKey::Call(depth, frame.procedure as u32)));
                }
                if from_top == 0 && procedure.section_nodes[frame.node as usize] {
                    open.push((slot, SectionKey::Node(depth, frame.procedure as u32, frame.node)));
                }
            }
        }
        open
    }

    /// The object of a section, if it has one.
    pub fn section_object(&self, key: SectionKey) -> Option<Value> {
        let SectionKey::Opened(section, _) = key else { return None };
        let object = section.object?;
        Some(decode(&self.maps, &self.object_types[object.ty as usize], object.word))
    }

    /// The bit that stands for the section in labels. The last bit stands for all sections beyond the first 127.
    pub fn section_bit(&mut self, slot: u32, key: SectionKey) -> u32 {
        let next = self.sections.len() as u32;
        (*self.sections.entry((slot, key)).or_insert(next)).min(127)
    }

    /// Whether some way to a successor in the reduced graph leaves the section.
    pub fn leaves_section(&mut self, row: &[Number], slot: u32, key: SectionKey) -> Result<bool, Stuck> {
        let mut ways = Vec::new();
        self.expand(row, 0, |successor: Successor<Vec<MicroStep>>| ways.push(successor.path))?;
        for way in ways {
            let mut row = Row::from_slice(row);
            for step in way {
                let Some(transition) = self.find(&row, &step).map_err(Stuck::Unknown)? else { break };
                let leaves = transition.extra.as_ref().is_some_and(|extra| extra.left.contains(&key));
                if step.slot == slot && leaves {
                    return Ok(true);
                }
                row = self.apply(&row, step.slot, &transition).map_err(Stuck::Unknown)?;
            }
        }
        Ok(false)
    }

    /// The transition that the step is, if it can be taken.
    pub fn find(&mut self, row: &[Number], step: &MicroStep) -> Result<Option<Transition>, Reason> {
        let exists = row.get(1 + step.slot as usize).is_some_and(|thread| *thread != FREE);
        let held_by_another = self.holder(row).is_some_and(|holder| holder != step.slot);
        if !exists || held_by_another || self.is_halted(row) {
            return Ok(None);
        }
        let mut transitions = Vec::new();
        self.transitions(row, step.slot, &mut transitions)?;
        let chosen_alike = |transition: &Transition| match &transition.extra {
            Some(extra) => extra.choices == step.choices,
            None => step.choices.is_empty(),
        };
        Ok(transitions.into_iter().find(|transition| transition.edge == step.edge && chosen_alike(transition)))
    }

    /// Whether the thread in the slot can step.
    pub fn is_enabled(&mut self, row: &[Number], slot: u32) -> Result<bool, Reason> {
        let held_by_another = self.holder(row).is_some_and(|holder| holder != slot);
        if held_by_another || self.is_halted(row) {
            return Ok(false);
        }
        let mut transitions = Vec::new();
        self.transitions(row, slot, &mut transitions)?;
        Ok(!transitions.is_empty())
    }

    /// The threads that can step in the row, and the successors of the row in the reduced graph.
    ///
    /// `remember` is how many states there are, in proportion to which outcomes are remembered.
    pub fn expand<P: Path>(
        &mut self,
        row: &[Number],
        remember: usize,
        mut emit: impl FnMut(Successor<P>),
    ) -> Result<Slots, Stuck> {
        self.forget_if_too_much(remember);
        let mut enabled = 0;
        let mut transitions = Vec::new();
        if self.is_halted(row) {
            return Ok(0);
        }
        let held = self.holder(row);
        for slot in 0..row.len() as u32 - 1 {
            if row[1 + slot as usize] == FREE || held.is_some_and(|holder| holder != slot) {
                continue;
            }
            transitions.clear();
            self.transitions(row, slot, &mut transitions).map_err(Stuck::Unknown)?;
            if !transitions.is_empty() {
                enabled |= 1 << slot;
            }
            for transition in &transitions {
                let (label, path) = (Label::default(), P::default());
                let successor = self.follow(row, slot, transition, label, path)?;
                self.settle(successor, &mut emit)?;
            }
        }
        Ok(enabled)
    }

    /// The rows of the reduced graph that a row settles to.
    pub fn settle_from<P: Path>(&mut self, row: Row, mut emit: impl FnMut(Successor<P>)) -> Result<(), Stuck> {
        self.settle(Successor { label: Label::default(), row, path: P::default() }, &mut emit)
    }

    /// What the thread in the slot can do.
    pub fn transitions(&mut self, row: &[Number], slot: u32, out: &mut Vec<Transition>) -> Result<(), Reason> {
        let (globals, thread) = (row[0], row[1 + slot as usize]);
        let facts = &self.facts[thread as usize];
        if facts.has_finished {
            return Ok(());
        }
        if facts.looks_at_threads {
            return self.execute(row, slot, out);
        }
        let key = u64::from(globals) << 32 | u64::from(thread);
        if let Some(&(start, count)) = self.remembered.get(&key) {
            out.extend_from_slice(&self.transitions[start as usize..(start + count) as usize]);
            return Ok(());
        }
        let before = out.len();
        self.execute(row, slot, out)?;
        let start = self.transitions.len() as u32;
        self.transitions.extend_from_slice(&out[before..]);
        self.remembered.insert(key, (start, (out.len() - before) as u32));
        Ok(())
    }

    /// The row after the thread in the slot took the transition.
    pub fn apply(&mut self, row: &[Number], slot: u32, transition: &Transition) -> Result<Row, Reason> {
        let mut next = Row::from_slice(row);
        next[0] = transition.globals;
        // While the step lasts, the thread keeps its slot, even if the step is its last.
        if let Some(extra) = &transition.extra {
            for change in &extra.slots {
                match *change {
                    SlotNumber::Start(thread) => start_in_lowest_free(&mut next, thread)?,
                    SlotNumber::Free(other) => {
                        next[1 + other as usize] = FREE;
                        trim(&mut next);
                    }
                }
            }
        }
        next[1 + slot as usize] = transition.thread;
        if self.compiled.ends_with_main && slot == 0 && self.is_over(transition.thread) {
            next[0] = self.halted(next[0]);
        }
        trim(&mut next);
        Ok(next)
    }

    fn follow<P: Path>(
        &mut self,
        row: &[Number],
        slot: u32,
        transition: &Transition,
        mut label: Label,
        mut path: P,
    ) -> Result<Successor<P>, Stuck> {
        path.push(slot, transition);
        if transition.fails {
            return Err(Stuck::Failure(path.steps()));
        }
        if self.wanted.threads {
            label.stepped |= 1 << slot;
            if self.is_over(transition.thread) {
                label.finished |= 1 << slot;
            }
        }
        if self.wanted.sections
            && let Some(extra) = &transition.extra
        {
            for key in &extra.left.clone() {
                label.left |= 1 << self.section_bit(slot, *key);
            }
        }
        let row = self.apply(row, slot, transition).map_err(Stuck::Unknown)?;
        Ok(Successor { label, row, path })
    }

    /// Takes the steps of eligible threads, as long as there are any.
    fn settle<P: Path>(
        &mut self,
        mut successor: Successor<P>,
        emit: &mut impl FnMut(Successor<P>),
    ) -> Result<(), Stuck> {
        let mut waiting = Vec::new();
        let mut transitions = Vec::new();
        loop {
            if self.wanted.threads
                && let Some(holder) = self.holder(&successor.row)
            {
                for slot in Machine::slots(&successor.row).filter(|slot| *slot != holder) {
                    successor.label.disabled |= 1 << slot;
                }
            }
            match self.eligible(&successor.row, &mut transitions)? {
                None => emit(successor),
                Some(slot) => {
                    for transition in transitions.iter().rev() {
                        let (label, path) = (successor.label, successor.path.clone());
                        waiting.push(self.follow(&successor.row, slot, transition, label, path)?);
                    }
                }
            }
            match waiting.pop() {
                Some(next) => successor = next,
                None => return Ok(()),
            }
        }
    }

    /// The lowest slot whose thread may go alone, with what it can do. See `check::reduction` for why it may.
    fn eligible(&mut self, row: &[Number], transitions: &mut Vec<Transition>) -> Result<Option<u32>, Stuck> {
        if self.is_halted(row) {
            return Ok(None);
        }
        let holder = self.holder(row);
        for slot in 0..row.len() as u32 - 1 {
            let thread = row[1 + slot as usize];
            if thread == FREE {
                continue;
            }
            let facts = &self.facts[thread as usize];
            if facts.has_finished || facts.is_cut {
                continue;
            }
            let may_go_first = match holder {
                Some(holder) => holder == slot,
                None => !self.conflicts_with_others(row, slot),
            };
            if may_go_first {
                transitions.clear();
                self.transitions(row, slot, transitions).map_err(Stuck::Unknown)?;
                if !transitions.is_empty() {
                    return Ok(Some(slot));
                }
            }
        }
        Ok(None)
    }

    fn conflicts_with_others(&self, row: &[Number], slot: u32) -> bool {
        let facts = &self.facts[row[1 + slot as usize] as usize];
        let ends_program = self.compiled.ends_with_main && slot == 0 && facts.may_finish;
        let next = if ends_program { facts.next.union(finishing(false, true)) } else { facts.next };
        row[1..].iter().enumerate().any(|(other, thread)| {
            if other as u32 == slot || *thread == FREE {
                return false;
            }
            let facts = &self.facts[*thread as usize];
            let ends_program = self.compiled.ends_with_main && other == 0 && !facts.has_finished;
            ends_program || next.conflicts_with(facts.future)
        })
    }

    /// The thread that holds the scheduler.
    fn holder(&self, row: &[Number]) -> Option<u32> {
        Machine::slots(row).find(|slot| self.facts[row[1 + *slot as usize] as usize].holds_scheduler)
    }

    fn is_halted(&self, row: &[Number]) -> bool {
        self.globals.slice(row[0]).last() == Some(&1)
    }

    fn halted(&mut self, globals: Number) -> Number {
        let mut words = self.globals.slice(globals).to_vec();
        *words.last_mut().expect("whether the program was halted is kept last") = 1;
        self.globals.number(&words)
    }

    /// Whether there is no thread, or one that has finished.
    fn is_over(&self, thread: Number) -> bool {
        thread == FREE || self.facts[thread as usize].has_finished
    }

    fn forget_if_too_much(&mut self, states: usize) {
        if self.remembered.len() > REMEMBERED.max(states / 16) {
            self.remembered.clear();
            self.transitions.clear();
        }
    }

    fn execute(&mut self, row: &[Number], slot: u32, out: &mut Vec<Transition>) -> Result<(), Reason> {
        let facts = &self.facts[row[1 + slot as usize] as usize];
        let edges: SmallVec<[Option<u32>; 4]> =
            if facts.at_exit { SmallVec::from_slice(&[None]) } else { facts.edges.clone().map(Some).collect() };
        let mut outcomes = Vec::new();
        for edge in edges {
            outcomes.clear();
            let others = Table { row, threads: &self.threads };
            let (maps, object_types) = (&mut self.maps, &mut self.object_types);
            let mut executor = Executor { compiled: self.compiled, maps, object_types };
            let (globals, thread) = (self.globals.slice(row[0]), self.threads.slice(row[1 + slot as usize]));
            executor.run(globals, thread, edge, &others, &mut outcomes).map_err(reason)?;
            for outcome in outcomes.drain(..) {
                let transition = self.transition(edge.unwrap_or(RETURN), outcome)?;
                out.push(transition);
            }
        }
        Ok(())
    }

    fn transition(&mut self, edge: u32, outcome: Outcome) -> Result<Transition, Reason> {
        let globals = self.globals.number(&outcome.globals);
        let thread = match &outcome.thread {
            Some(thread) => self.thread_number(thread.words())?,
            None => FREE,
        };
        let mut slots = SmallVec::new();
        for change in outcome.slots {
            slots.push(match change {
                SlotChange::Start(thread) => SlotNumber::Start(self.thread_number(thread.words())?),
                SlotChange::Free(slot) => SlotNumber::Free(slot),
            });
        }
        let has_extra = !(outcome.choices.is_empty() && slots.is_empty() && outcome.left.is_empty());
        let extra = has_extra.then(|| Rc::new(Extra { choices: outcome.choices, slots, left: outcome.left }));
        Ok(Transition { edge, globals, thread, fails: outcome.fails, extra })
    }

    fn thread_number(&mut self, words: &[Word]) -> Result<Number, Reason> {
        let number = self.threads.number(words);
        if number as usize == self.facts.len() {
            let facts = self.thread_facts(words);
            self.facts.push(facts);
        }
        Ok(number)
    }

    fn thread_facts(&self, words: &[Word]) -> ThreadFacts {
        let thread = Thread::new(words);
        if thread.has_finished() {
            return ThreadFacts {
                has_finished: true,
                holds_scheduler: false,
                is_cut: false,
                looks_at_threads: false,
                may_finish: false,
                next: Footprint::default(),
                future: Footprint::default(),
                edges: 0..0,
                at_exit: false,
            };
        }
        let frames = thread.frames(|procedure| self.compiled.procedures[procedure].locals.len());
        let top = &frames[0];
        let procedure = &self.compiled.procedures[top.procedure];
        let node = &self.statics.nodes[top.procedure][top.node as usize];
        let end = finishing(thread.id().is_some(), false);
        let at_exit = top.node == procedure.exit;
        let may_finish = match &frames[1..] {
            [] => node.may_reach_exit,
            [caller] => at_exit && caller.node == self.compiled.procedures[caller.procedure].exit,
            _ => false,
        };
        let mut next = node.here;
        if at_exit {
            next = next.union(self.statics.returns[frames[1].procedure][top.called_by as usize]);
        }
        if may_finish {
            next = next.union(end);
        }
        let mut future = end;
        for (position, frame) in frames.iter().enumerate() {
            future = future.union(self.statics.nodes[frame.procedure][frame.node as usize].future);
            if let Some(caller) = frames.get(position + 1) {
                future = future.union(self.statics.returns[caller.procedure][frame.called_by as usize]);
            }
        }
        let edges = procedure.edges_from[top.node as usize].clone();
        let looks_at_threads = edges.clone().any(|edge| procedure.edges[edge as usize].looks_at_threads);
        ThreadFacts {
            has_finished: false,
            holds_scheduler: thread.holds_scheduler(),
            is_cut: node.is_cut,
            looks_at_threads,
            may_finish,
            next,
            future,
            edges,
            at_exit,
        }
    }
}

/// The other threads of a row, for a join.
struct Table<'a> {
    row: &'a [Number],
    threads: &'a Words,
}

impl Others for Table<'_> {
    fn finished(&self, id: &[Word], changes: &[SlotChange]) -> Vec<(u32, Vec<Word>)> {
        let words = |thread: &Number| (*thread != FREE).then(|| self.threads.slice(*thread).to_vec());
        let mut slots: Vec<Option<Vec<Word>>> = self.row[1..].iter().map(words).collect();
        for change in changes {
            match change {
                SlotChange::Free(slot) => slots[*slot as usize] = None,
                SlotChange::Start(thread) => {
                    let free = slots.iter().position(Option::is_none).unwrap_or(slots.len());
                    slots.resize(slots.len().max(free + 1), None);
                    slots[free] = Some(thread.words().to_vec());
                }
            }
        }
        let fits = |(slot, words): (usize, Option<Vec<Word>>)| {
            let words = words?;
            let thread = Thread::new(&words);
            (thread.has_finished() && thread.id() == Some(id)).then(|| (slot as u32, words.clone()))
        };
        slots.into_iter().enumerate().filter_map(fits).collect()
    }
}

fn start_in_lowest_free(row: &mut Row, thread: Number) -> Result<(), Reason> {
    match row[1..].iter().position(|other| *other == FREE) {
        Some(slot) => row[1 + slot] = thread,
        None if row.len() as u32 > MOST_THREADS => return Err(Reason::TooManyThreads { limit: MOST_THREADS }),
        None => row.push(thread),
    }
    Ok(())
}

fn trim(row: &mut Row) {
    while row.len() > 1 && row.last() == Some(&FREE) {
        row.pop();
    }
}

fn reason(unknown: Unknown) -> Reason {
    let span = unknown.span;
    match unknown.fault {
        Fault::Unchosen(variable) => Reason::UnboundedChoice { variable, span },
        Fault::Unspecified(what) => Reason::Unspecified { what: what.to_owned(), span },
        Fault::TooLarge => Reason::NumberTooLarge { span },
    }
}
