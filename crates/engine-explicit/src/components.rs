//! The components of states — the global variables' contents, the threads — and what a thread can do.
//!
//! What a thread can do depends on its own content, on the global variables that its next steps read and, for a join, on which
//! threads have finished. The outcomes are remembered by just that, so that most steps of a search are a look-up.

use std::ops::Range;

use automata::room::make_room;
use evidence::reason::Reason;
use program::types::Type;
use program::value::Value;
use smallvec::SmallVec;

use crate::code::Fault;
use crate::compile::{Compiled, decode};
use crate::execute::{ChosenWord, Executor, Others, Outcome, Outcomes, SectionKey, SlotChange, Unknown};
use crate::footprint::{Footprint, StaticFacts, finishing};
use crate::kinds::{Census, Kind, Kinds, NO_KIND, Reduction};
use crate::maps::Maps;
use crate::memo::Memo;
use crate::meter::Meter;
use crate::recent::Recent;
use crate::store::{FREE, Number};
use crate::thread::Thread;
use crate::words::{Word, Words};

/// The step taken from the exit of a procedure back to its caller.
pub const RETURN: u32 = u32::MAX;

/// What the allocator adds to a block at most, on average.
pub const BLOCK: usize = 16;

/// What a short list takes besides its own size.
pub fn spilled<A: smallvec::Array>(list: &SmallVec<A>) -> usize {
    if list.spilled() { list.capacity() * size_of::<A::Item>() + BLOCK } else { 0 }
}

/// How many transitions are remembered besides a share of the number of states.
const REMEMBERED: usize = 1 << 16;

/// Something that a thread can do.
pub struct Transition {
    /// The edge, or [`RETURN`].
    pub edge: u32,
    /// The thread afterwards, or [`FREE`].
    pub thread: Number,
    /// Whether the step fails.
    pub fails: bool,
    /// The global variables that are written.
    pub writes: SmallVec<[(u32, Word); 2]>,
    /// What most steps do not have.
    pub extra: Option<Box<Extra>>,
}

/// What most steps do not have.
pub struct Extra {
    /// What was chosen.
    pub choices: SmallVec<[ChosenWord; 2]>,
    /// What happens to other slots.
    pub slots: SmallVec<[SlotNumber; 1]>,
    /// The sections that end, in the slot given or else in that of the stepping thread.
    pub left: SmallVec<[(Option<u32>, SectionKey); 1]>,
}

impl Transition {
    /// What it takes besides its place in a list.
    fn bytes(&self) -> u64 {
        let Some(extra) = &self.extra else { return spilled(&self.writes) as u64 };
        let lists = spilled(&self.writes) + spilled(&extra.choices) + spilled(&extra.slots) + spilled(&extra.left);
        (lists + size_of::<Extra>() + BLOCK) as u64
    }
}

/// What happens to another slot, in numbers.
#[derive(Clone, Copy)]
pub enum SlotNumber {
    /// The thread is put into the lowest free slot.
    Start(Number),
    /// The thread in the slot is taken away.
    Free(u32),
}

/// What is known of a thread's content.
pub struct ThreadFacts {
    /// Whether it has finished.
    pub has_finished: bool,
    /// Whether it holds the scheduler.
    pub holds_scheduler: bool,
    /// Whether it stands where the reduction must not pass over.
    pub is_cut: bool,
    /// Whether a run that ends with it blocked here, and others likewise, is discarded.
    pub is_discarded: bool,
    /// Whether its next step may be its last.
    pub may_finish: bool,
    /// What its next step touches.
    pub next: Footprint,
    /// What it may still touch.
    pub future: Footprint,
    /// The procedure and the node where it stands.
    position: (usize, u32),
    /// The only global variable that its next steps depend on, or none; unless they depend on more.
    only_read: Option<Option<u32>>,
    /// Whether what it can do depends on other threads.
    looks_at_threads: bool,
    /// Whether what it can do depends on global variables.
    reads_variables: bool,
    /// Whether all it can do is return.
    at_exit: bool,
}

impl ThreadFacts {
    fn kind(&self) -> Kind {
        Kind {
            next: self.next,
            future: self.future,
            may_be_alone: !self.has_finished && !self.is_cut,
            holds_scheduler: self.holds_scheduler,
        }
    }
}

/// What a thread could do when the global variable that its steps read had this content; nothing is known if the end is zero.
#[derive(Clone, Copy, Default)]
struct LastAsked {
    word: Word,
    start: u32,
    end: u32,
}

/// Everything that states are made of.
pub struct Components<'a> {
    /// The program.
    pub compiled: &'a Compiled,
    statics: StaticFacts,
    maps: Maps,
    object_types: Vec<Type>,
    globals: Words,
    threads: Words,
    facts: Vec<ThreadFacts>,
    kinds: Kinds,
    kind_of: Vec<u32>,
    memo: Memo,
    /// For each thread whose steps depend on one global variable at most, what it could do when it was last asked for.
    last_asked: Vec<LastAsked>,
    /// What other threads could do, by their numbers and those of all that it depends on.
    recent_transitions: Recent,
    /// The global variables after a transition, by its number and theirs before it.
    recent_globals: Recent,
    /// What can be seen of threads by others: which slots are free, and which have finished and how.
    visible: Words,
    transitions: Vec<Transition>,
    /// What transitions take besides their place in the list.
    transition_bytes: u64,
    scratch: Vec<Word>,
    /// Looks at the budget.
    pub meter: Meter<'a>,
}

impl<'a> Components<'a> {
    /// No components yet.
    pub fn new(compiled: &'a Compiled, statics: StaticFacts, meter: Meter<'a>) -> Components<'a> {
        Components {
            compiled,
            statics,
            maps: Maps::default(),
            object_types: Vec::new(),
            globals: Words::default(),
            threads: Words::default(),
            facts: Vec::new(),
            kinds: Kinds::default(),
            kind_of: Vec::new(),
            memo: Memo::default(),
            last_asked: Vec::new(),
            recent_transitions: Recent::default(),
            recent_globals: Recent::default(),
            visible: Words::default(),
            transitions: Vec::new(),
            transition_bytes: 0,
            scratch: Vec::new(),
            meter,
        }
    }

    /// How much memory components and remembered transitions take.
    pub fn bytes(&self) -> u64 {
        let remembered = self.memo.bytes() + self.remembered_bytes();
        let facts = self.facts.capacity() * size_of::<ThreadFacts>()
            + self.last_asked.capacity() * size_of::<LastAsked>()
            + self.kind_of.capacity() * size_of::<u32>();
        let recent = self.recent_transitions.bytes() + self.recent_globals.bytes() + self.visible.bytes();
        self.maps.bytes() + self.globals.bytes() + self.threads.bytes() + remembered + facts as u64 + recent
    }

    /// How much memory transitions take.
    fn remembered_bytes(&self) -> u64 {
        (self.transitions.capacity() * size_of::<Transition>()) as u64 + self.transition_bytes
    }

    /// Looks at the budget, with so much memory in use for what is under way.
    pub fn look(&mut self, under_way: usize) -> Result<(), Reason> {
        let (bytes, maps) = (self.bytes(), self.maps.bytes());
        self.meter.look(bytes, maps, under_way as u64)
    }

    /// The global variables at the start, none of them determined.
    pub fn initial_globals(&mut self) -> Number {
        let compiled = self.compiled;
        let mut executor = Executor { compiled, maps: &mut self.maps, object_types: &mut self.object_types };
        let mut globals: Vec<Word> = compiled.globals.iter().map(|ty| executor.arbitrary(ty)).collect();
        globals.push(0);
        self.globals.number(&globals)
    }

    /// A thread at the start of the procedure that nobody can join, or [`FREE`] if it is over at once.
    pub fn start_thread(&mut self, procedure: usize) -> Number {
        let mut executor =
            Executor { compiled: self.compiled, maps: &mut self.maps, object_types: &mut self.object_types };
        let thread = executor.start_thread(procedure, None, &[]);
        thread.map_or(FREE, |thread| self.thread_number(thread.words()))
    }

    /// Whether the program was halted.
    pub fn is_halted(&self, globals: Number) -> bool {
        self.globals.slice(globals).last() == Some(&1)
    }

    /// The global variables with the program halted.
    pub fn halted(&mut self, globals: Number) -> Number {
        let flag = self.globals.slice(globals).len() as u32 - 1;
        self.write(globals, &[(flag, 1)])
    }

    /// The global variables after the transition.
    pub fn globals_after(&mut self, globals: Number, transition: u32) -> Number {
        if self.transitions[transition as usize].writes.is_empty() {
            return globals;
        }
        if let Some((after, _)) = self.recent_globals.get((globals, transition)) {
            return after;
        }
        let writes = std::mem::take(&mut self.transitions[transition as usize].writes);
        let after = self.write(globals, &writes);
        self.transitions[transition as usize].writes = writes;
        self.recent_globals.put((globals, transition), (after, 0));
        after
    }

    fn write(&mut self, globals: Number, writes: &[(u32, Word)]) -> Number {
        self.scratch.clear();
        self.scratch.extend_from_slice(self.globals.slice(globals));
        for (global, value) in writes {
            self.scratch[*global as usize] = *value;
        }
        self.globals.number(&self.scratch)
    }

    /// The global variables, and then whether the program was halted.
    pub fn globals(&self, globals: Number) -> &[Word] {
        self.globals.slice(globals)
    }

    /// The value of the type that the word stands for.
    pub fn decode(&self, ty: &Type, word: Word) -> Value {
        decode(&self.maps, ty, word)
    }

    /// The value that the word stands for if its type has this number among the types of objects.
    pub fn decode_object(&self, ty: u32, word: Word) -> Value {
        self.decode(&self.object_types[ty as usize], word)
    }

    /// What is known of the thread.
    pub fn facts(&self, thread: Number) -> &ThreadFacts {
        &self.facts[thread as usize]
    }

    /// The number of the thread's kind, or that of no kind for none.
    pub fn kind_of(&self, thread: Number) -> u32 {
        kind_of(&self.kind_of, thread)
    }

    /// The kinds of threads, unless there are too many.
    pub fn kinds(&mut self) -> Option<&mut Kinds> {
        self.kinds.are_few().then_some(&mut self.kinds)
    }

    /// The kinds of threads in the row, unless there are too many.
    pub fn census(&self, row: &[Number]) -> Option<Census> {
        let count = |census: Census, thread: &Number| census.with(self.kind_of(*thread));
        self.kinds.are_few().then(|| row[1..].iter().fold(Census::default(), count))
    }

    /// What the reduction says of the row with these kinds of threads.
    pub fn reduction(&mut self, row: &[Number], census: Census) -> Reduction {
        let kinds = row[1..].iter().map(|thread| kind_of(&self.kind_of, *thread));
        self.kinds.reduction(census, kinds)
    }

    /// The thread, to be read.
    pub fn thread(&self, thread: Number) -> Thread<'_> {
        Thread::new(self.threads.slice(thread))
    }

    /// The transition with the number.
    pub fn transition(&self, number: u32) -> &Transition {
        &self.transitions[number as usize]
    }

    /// Forgets transitions if there are too many for so many states. Their numbers become invalid.
    pub fn forget_if_too_much(&mut self, states: usize) {
        let are_many = self.transitions.len() > REMEMBERED.max(states / 16);
        if are_many || self.meter.is_too_much_to_remember(self.transition_bytes) {
            self.memo.clear();
            self.transitions.clear();
            self.transitions.shrink_to(REMEMBERED);
            self.transition_bytes = 0;
            self.last_asked.fill(LastAsked::default());
            self.recent_transitions.clear();
            self.recent_globals.clear();
        }
    }

    /// Makes room for what was asked for lately, in proportion to the number of states.
    pub fn fit(&mut self, states: usize) {
        self.recent_transitions.fit(states);
        self.recent_globals.fit(states);
    }

    /// What the thread in the slot can do, leaving aside whether it may: the numbers of its transitions.
    pub fn transitions(&mut self, row: &[Number], slot: u32) -> Result<Range<u32>, Reason> {
        let thread = row[1 + slot as usize];
        let facts = &self.facts[thread as usize];
        if facts.has_finished {
            return Ok(0..0);
        }
        if let Some(read) = facts.only_read {
            let word = read.map_or(0, |global| self.globals.slice(row[0])[global as usize]);
            let last = &self.last_asked[thread as usize];
            if last.word == word && last.end != 0 {
                return Ok(last.start..last.end);
            }
            let range = self.recent_transitions(row, slot, row[0])?;
            self.last_asked[thread as usize] = LastAsked { word, start: range.start, end: range.end };
            return Ok(range);
        }
        match (facts.looks_at_threads, facts.reads_variables) {
            (false, _) => self.recent_transitions(row, slot, row[0]),
            (true, false) => {
                let visible = self.number_visible(row);
                self.recent_transitions(row, slot, visible)
            }
            (true, true) => self.find_transitions(row, slot),
        }
    }

    /// What the thread in the slot can do if that depends on nothing but the thread and what has this number.
    fn recent_transitions(&mut self, row: &[Number], slot: u32, depends_on: u32) -> Result<Range<u32>, Reason> {
        let question = (row[1 + slot as usize], depends_on);
        if let Some((start, end)) = self.recent_transitions.get(question) {
            return Ok(start..end);
        }
        let range = self.find_transitions(row, slot)?;
        self.recent_transitions.put(question, (range.start, range.end));
        Ok(range)
    }

    /// The number of what can be seen of the row's threads by others.
    fn number_visible(&mut self, row: &[Number]) -> u32 {
        self.scratch.clear();
        list_visible(row, &self.facts, &mut self.scratch);
        self.visible.number(&self.scratch)
    }

    fn find_transitions(&mut self, row: &[Number], slot: u32) -> Result<Range<u32>, Reason> {
        let thread = row[1 + slot as usize];
        let facts = &self.facts[thread as usize];
        let (procedure, node) = facts.position;
        let globals = self.globals.slice(row[0]);
        let reads = if facts.at_exit { &[][..] } else { &self.statics.nodes[procedure][node as usize].reads };
        let mut depends_on: SmallVec<[Word; 8]> = reads.iter().map(|global| globals[*global as usize]).collect();
        if facts.looks_at_threads {
            list_visible(row, &self.facts, &mut depends_on);
        }
        if let Some(range) = self.memo.get(thread, &depends_on) {
            return Ok(range);
        }
        let range = self.execute(row, slot)?;
        self.memo.insert(thread, &depends_on, range.clone());
        Ok(range)
    }

    fn execute(&mut self, row: &[Number], slot: u32) -> Result<Range<u32>, Reason> {
        let thread = row[1 + slot as usize];
        let ThreadFacts { position: (procedure, node), at_exit, .. } = self.facts[thread as usize];
        let edges = self.compiled.procedures[procedure].edges_from[node as usize].clone();
        let edges: SmallVec<[Option<u32>; 4]> =
            if at_exit { SmallVec::from_slice(&[None]) } else { edges.map(Some).collect() };
        let start = self.transitions.len() as u32;
        for edge in edges {
            let others = Table { row, threads: &self.threads };
            let (maps, object_types) = (&mut self.maps, &mut self.object_types);
            let mut executor = Executor { compiled: self.compiled, maps, object_types };
            let (globals, thread) = (self.globals.slice(row[0]), self.threads.slice(thread));
            let mut outcomes = Outcomes::new(&mut self.meter);
            executor.run(globals, thread, edge, &others, &mut outcomes).map_err(reason)?;
            let outcomes = outcomes.list;
            self.number_outcomes(edge.unwrap_or(RETURN), outcomes)?;
        }
        Ok(start..self.transitions.len() as u32)
    }

    /// Makes transitions of outcomes, which are let go on the way.
    fn number_outcomes(&mut self, edge: u32, outcomes: Vec<Outcome>) -> Result<(), Reason> {
        let mut under_way: usize = outcomes.iter().map(Outcome::bytes).sum();
        let list = outcomes.capacity() * size_of::<Outcome>();
        for outcome in outcomes {
            under_way -= outcome.bytes();
            let transition = self.number_parts(edge, outcome);
            self.transition_bytes += transition.bytes();
            make_room(&mut self.transitions, 1);
            self.transitions.push(transition);
            if self.meter.tick() {
                self.look(list + under_way)?;
            }
        }
        Ok(())
    }

    fn number_parts(&mut self, edge: u32, outcome: Outcome) -> Transition {
        let thread = outcome.thread.as_ref().map_or(FREE, |thread| self.thread_number(thread.words()));
        let number = |change: &SlotChange| match change {
            SlotChange::Start(thread) => SlotNumber::Start(self.thread_number(thread.words())),
            SlotChange::Free(slot) => SlotNumber::Free(*slot),
        };
        let slots: SmallVec<[SlotNumber; 1]> = outcome.slots.iter().map(number).collect();
        let has_extra = !(outcome.choices.is_empty() && slots.is_empty() && outcome.left.is_empty());
        let extra = has_extra.then(|| Box::new(Extra { choices: outcome.choices, slots, left: outcome.left }));
        Transition { edge, thread, fails: outcome.fails, writes: outcome.writes, extra }
    }

    fn thread_number(&mut self, words: &[Word]) -> Number {
        let number = self.threads.number(words);
        if number as usize == self.facts.len() {
            let facts = self.find_facts(words);
            self.kind_of.push(self.kinds.number(facts.kind()));
            self.last_asked.push(LastAsked::default());
            make_room(&mut self.facts, 1);
            self.facts.push(facts);
        }
        number
    }

    fn find_facts(&self, words: &[Word]) -> ThreadFacts {
        let thread = Thread::new(words);
        if thread.has_finished() {
            return ThreadFacts {
                has_finished: true,
                holds_scheduler: false,
                is_cut: false,
                is_discarded: true,
                may_finish: false,
                next: Footprint::default(),
                future: Footprint::default(),
                position: (0, 0),
                only_read: None,
                looks_at_threads: false,
                reads_variables: false,
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
        let mut edges = procedure.edges_from[top.node as usize].clone();
        let looks_at_threads = edges.any(|edge| procedure.edges[edge as usize].looks_at_threads);
        let only_read = match &node.reads[..] {
            _ if looks_at_threads => None,
            [] => Some(None),
            [only] => Some(Some(*only)),
            _ => None,
        };
        ThreadFacts {
            has_finished: false,
            holds_scheduler: thread.holds_scheduler(),
            is_cut: node.is_cut,
            is_discarded: procedure.discarding_nodes[top.node as usize],
            may_finish,
            next,
            future,
            position: (top.procedure, top.node),
            only_read,
            looks_at_threads,
            reads_variables: !node.reads.is_empty(),
            at_exit,
        }
    }
}

/// The kind of the thread, if these are the kinds of all threads.
fn kind_of(kinds: &[u32], thread: Number) -> u32 {
    if thread == FREE { NO_KIND } else { kinds[thread as usize] }
}

/// Lists what can be seen of the row's threads by others.
///
/// Where a slot is free matters, too, to a fork before a join in one step; the end of the row does not tell.
fn list_visible(row: &[Number], facts: &[ThreadFacts], list: &mut impl Extend<Word>) {
    let is_visible = |(_, thread): &(usize, &Number)| **thread == FREE || facts[**thread as usize].has_finished;
    let visible = row[1..].iter().enumerate().filter(is_visible);
    list.extend(visible.flat_map(|(slot, thread)| [slot as Word, Word::from(*thread)]));
    list.extend([row.len() as Word]);
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

fn reason(unknown: Unknown) -> Reason {
    let (fault, span) = match unknown {
        Unknown::Fault(fault, span) => (fault, span),
        Unknown::Limit(reason) => return reason,
    };
    match fault {
        Fault::Unchosen(variable) => Reason::UnboundedChoice { variable, span },
        Fault::Unspecified(what) => Reason::Unspecified { what: what.to_owned(), span },
        Fault::TooLarge => Reason::NumberTooLarge { span },
    }
}
