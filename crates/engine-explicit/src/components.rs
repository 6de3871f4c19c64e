//! The components of states — the global variables' contents, the threads — and what a thread can do.
//!
//! What a thread can do depends on its own content, on the global variables that its next steps read and, for a join, on which
//! threads have finished. The outcomes are remembered by just that, so that most steps of a search are a look-up.

use std::ops::Range;
use std::sync::Arc;

use automata::room::make_room;
use evidence::reason::Reason;
use program::types::Type;
use program::value::{Base, Value};
use smallvec::SmallVec;

use crate::code::Fault;
use crate::compile::{Compiled, decode};
use crate::domain::Open;
use crate::execute::{ChosenWord, Executor, Others, Outcome, Outcomes, SectionKey, SlotChange, Unknown};
use crate::footprint::{Footprint, StaticFacts, finishing};
use crate::kinds::{Census, Kind, Kinds, NO_KIND, Reduction};
use crate::machine::canonical::Pointers;
use crate::memo::{DependsOn, Memo};
use crate::meter::Meter;
use crate::recent::Recent;
use crate::store::{FREE, Number};
use crate::tables::{Accesses, Tables};
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
    /// Whether the step cannot be counted on.
    pub is_spurious: bool,
    /// The choice of which it is a way that is taken eventually.
    pub eventually: Option<u32>,
    /// The global variables that are written.
    pub writes: SmallVec<[(u32, Word); 2]>,
    /// What most steps do not have.
    pub extra: Option<Box<Extra>>,
}

/// What most steps do not have.
#[derive(Default)]
pub struct Extra {
    /// What was chosen.
    pub choices: SmallVec<[ChosenWord; 2]>,
    /// What happens to other slots.
    pub slots: SmallVec<[SlotNumber; 1]>,
    /// The sections that end, in the slot given or else in that of the stepping thread.
    pub left: SmallVec<[(Option<u32>, SectionKey); 1]>,
    /// The objects in memory that the thread's next steps, all of them together, read and write.
    pub accesses: Option<Arc<Accesses>>,
    /// What changes in memory: places in it and their new contents, those of new objects last.
    pub memory: SmallVec<[(u32, Word); 2]>,
}

impl Transition {
    /// What it takes besides its place in a list.
    fn bytes(&self) -> u64 {
        let Some(extra) = &self.extra else { return spilled(&self.writes) as u64 };
        let lists = spilled(&self.writes) + spilled(&extra.choices) + spilled(&extra.slots) + spilled(&extra.left);
        let lists = lists + spilled(&extra.memory);
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
    /// Whether nothing at its place speaks against its going alone while nobody holds the scheduler.
    pub may_be_alone: bool,
    /// The same while it holds the scheduler itself.
    pub may_go_on: bool,
    /// Whether it makes a difference, where another thread keeps the scheduler for ever, that it has taken its next step.
    pub changes_the_outcome: bool,
    /// Whether a run that ends with it blocked here is discarded.
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
    /// Whether memory objects may end with its next step.
    may_end_objects: bool,
    /// Whether its next step may make memory objects.
    allocates: bool,
}

impl ThreadFacts {
    /// What of it matters to the reduction.
    pub fn kind(&self) -> Kind {
        Kind {
            next: self.next,
            future: self.future,
            may_be_alone: self.may_be_alone,
            may_go_on: self.may_go_on,
            changes_the_outcome: self.changes_the_outcome,
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
    /// What the program's text tells.
    pub statics: StaticFacts,
    /// What words stand for.
    pub tables: Tables,
    initial_memory: u32,
    /// What becomes of values that are not confined to few.
    pub open: Open,
    /// The types of objects of sections and of thread ids.
    pub object_types: Vec<Type>,
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
    /// What parts of states point to.
    pub pointers: Pointers,
    /// Looks at the budget.
    pub meter: Meter<'a>,
}

impl<'a> Components<'a> {
    /// No components yet.
    pub fn new(compiled: &'a Compiled, statics: StaticFacts, meter: Meter<'a>) -> Components<'a> {
        let (tables, initial_memory) = Tables::new(&compiled.objects);
        Components {
            compiled,
            statics,
            tables,
            initial_memory,
            open: Open::Stays,
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
            pointers: Pointers::default(),
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
        let recent = recent + self.pointers.bytes();
        self.tables.bytes() + self.globals.bytes() + self.threads.bytes() + remembered + facts as u64 + recent
    }

    /// How much memory transitions take.
    fn remembered_bytes(&self) -> u64 {
        (self.transitions.capacity() * size_of::<Transition>()) as u64 + self.transition_bytes
    }

    /// Looks at the budget, with so much memory in use for what is under way.
    pub fn look(&mut self, under_way: usize) -> Result<(), Reason> {
        let (bytes, maps) = (self.bytes(), self.tables.bytes());
        self.meter.look(bytes, maps, under_way as u64)
    }

    fn executor(&mut self) -> Executor<'_> {
        let Components { compiled, tables, object_types, open, .. } = self;
        Executor { compiled, tables, object_types, open: *open }
    }

    /// The global variables at the start, none of them determined.
    pub fn initial_globals(&mut self) -> Number {
        let compiled = self.compiled;
        let mut executor = self.executor();
        let mut globals: Vec<Word> = compiled.globals.iter().map(|ty| executor.arbitrary(ty)).collect();
        globals.extend(compiled.has_memory.then_some(Word::from(self.initial_memory)));
        globals.push(0);
        self.globals.number(&globals)
    }

    /// A thread at the start of the procedure that nobody can join, or [`FREE`] if it is over at once.
    pub fn start_thread(&mut self, procedure: usize) -> Number {
        let thread = self.executor().start_thread(procedure, None, &[]);
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
        let Transition { writes, extra, .. } = &self.transitions[transition as usize];
        let memory = extra.as_ref().map_or(&[][..], |extra| &extra.memory);
        if writes.is_empty() && memory.is_empty() {
            return globals;
        }
        if let Some((after, _)) = self.recent_globals.get((globals, transition)) {
            return after;
        }
        let mut writes = writes.clone();
        if !memory.is_empty() {
            let place = self.compiled.globals.len();
            let before = self.globals.slice(globals)[place] as u32;
            writes.push((place as u32, Word::from(self.tables.objects.changed(before, memory))));
        }
        let after = self.write(globals, &writes);
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

    /// The memory that belongs to the global variables; it is empty if the program has none.
    pub fn memory(&self, globals: Number) -> &[Word] {
        match self.compiled.has_memory {
            true => self.tables.objects.memory(self.memory_number(globals)),
            false => &[],
        }
    }

    /// The number of the memory of a program that has one.
    pub fn memory_number(&self, globals: Number) -> u32 {
        self.globals.slice(globals)[self.compiled.globals.len()] as u32
    }

    /// The global variables, and then whether the program was halted.
    pub fn globals(&self, globals: Number) -> &[Word] {
        self.globals.slice(globals)
    }

    /// The number of the global variables' contents.
    pub fn globals_number(&mut self, words: &[Word]) -> Number {
        self.globals.number(words)
    }

    /// The value of the type that the word stands for.
    pub fn decode(&self, ty: &Type, word: Word) -> Value {
        decode(&self.tables, ty, word)
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
        let is_memory = |global: &u32| *global as usize == self.compiled.globals.len();
        let looks_at_memory = facts.may_end_objects || reads.iter().any(is_memory);
        let variables = reads.iter().filter(|global| !is_memory(global));
        let mut depends_on: DependsOn = variables.map(|global| globals[*global as usize]).collect();
        if facts.allocates {
            // The number of a new object is the next one.
            depends_on.push(self.memory(row[0]).len() as Word);
        }
        if facts.looks_at_threads {
            list_visible(row, &self.facts, &mut depends_on);
        }
        let content = |base: Base| self.tables.objects.content_number(self.memory(row[0]), base);
        let known = match looks_at_memory {
            false => self.memo.get(thread, &depends_on),
            true => self.memo.get_with_memory(thread, &depends_on, content),
        };
        if let Some(range) = known {
            return Ok(range);
        }
        let (range, accesses) = self.execute(row, slot)?;
        if looks_at_memory {
            let (objects, memory) = (&self.tables.objects, self.memory_number(row[0]));
            let content = |base: Base| objects.content_number(objects.memory(memory), base);
            self.memo.insert_with_memory(thread, depends_on, accesses, content, range.clone());
        } else {
            self.memo.insert(thread, &depends_on, range.clone());
        }
        Ok(range)
    }

    /// Finds out what the thread in the slot can do, and which objects in memory it looks at meanwhile.
    fn execute(&mut self, row: &[Number], slot: u32) -> Result<(Range<u32>, Accesses), Reason> {
        self.tables.log = Accesses::default();
        let thread = row[1 + slot as usize];
        let ThreadFacts { position: (procedure, node), at_exit, .. } = self.facts[thread as usize];
        let edges = self.compiled.procedures[procedure].edges_from[node as usize].clone();
        let edges: SmallVec<[Option<u32>; 4]> =
            if at_exit { SmallVec::from_slice(&[None]) } else { edges.map(Some).collect() };
        let start = self.transitions.len() as u32;
        for edge in edges {
            let others = Table { row, threads: &self.threads };
            let memory = self.memory(row[0]).to_vec();
            let (tables, object_types) = (&mut self.tables, &mut self.object_types);
            let mut executor = Executor { compiled: self.compiled, tables, object_types, open: self.open };
            let (globals, thread) = (self.globals.slice(row[0]), self.threads.slice(thread));
            let mut outcomes = Outcomes::new(&mut self.meter);
            executor.run(globals, &memory, thread, edge, &others, &mut outcomes).map_err(reason)?;
            let outcomes = outcomes.list;
            self.number_outcomes((procedure, edge), &memory, outcomes)?;
        }
        let accesses = std::mem::take(&mut self.tables.log);
        if !accesses.is_empty() {
            let accesses = Arc::new(accesses.clone());
            for transition in &mut self.transitions[start as usize..] {
                transition.extra.get_or_insert_default().accesses = Some(accesses.clone());
            }
        }
        Ok((start..self.transitions.len() as u32, accesses))
    }

    /// Makes transitions of outcomes, which are let go on the way.
    fn number_outcomes(
        &mut self,
        edge: (usize, Option<u32>),
        memory: &[Word],
        outcomes: Vec<Outcome>,
    ) -> Result<(), Reason> {
        let mut under_way: usize = outcomes.iter().map(Outcome::bytes).sum();
        let list = outcomes.capacity() * size_of::<Outcome>();
        for outcome in outcomes {
            under_way -= outcome.bytes();
            let transition = self.number_parts(edge, memory, outcome);
            self.transition_bytes += transition.bytes();
            make_room(&mut self.transitions, 1);
            self.transitions.push(transition);
            if self.meter.tick() {
                self.look(list + under_way)?;
            }
        }
        Ok(())
    }

    fn number_parts(
        &mut self,
        (procedure, edge): (usize, Option<u32>),
        memory: &[Word],
        outcome: Outcome,
    ) -> Transition {
        let content = |(place, content): (usize, &Word)| (place as u32, *content);
        let is_changed = |(place, content): &(u32, Word)| memory.get(*place as usize) != Some(content);
        let changes: SmallVec<[_; 2]> = outcome.memory.iter().enumerate().map(content).filter(is_changed).collect();
        let thread = outcome.thread.as_ref().map_or(FREE, |thread| self.thread_number(thread.words()));
        let number = |change: &SlotChange| match change {
            SlotChange::Start(thread) => SlotNumber::Start(self.thread_number(thread.words())),
            SlotChange::Free(slot) => SlotNumber::Free(*slot),
        };
        let slots: SmallVec<[SlotNumber; 1]> = outcome.slots.iter().map(number).collect();
        let has_extra =
            !(outcome.choices.is_empty() && slots.is_empty() && outcome.left.is_empty() && changes.is_empty());
        let extra = Extra { choices: outcome.choices, slots, left: outcome.left, accesses: None, memory: changes };
        let extra = has_extra.then(|| Box::new(extra));
        let edges = &self.compiled.procedures[procedure].edges;
        let is_spurious = edge.is_some_and(|edge| edges[edge as usize].spurious);
        let eventually = edge.and_then(|edge| edges[edge as usize].eventually);
        let edge = edge.unwrap_or(RETURN);
        Transition { edge, thread, fails: outcome.fails, is_spurious, eventually, writes: outcome.writes, extra }
    }

    /// The number of the thread.
    pub fn thread_number(&mut self, words: &[Word]) -> Number {
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
                may_be_alone: false,
                may_go_on: false,
                changes_the_outcome: false,
                is_discarded: false,
                may_finish: false,
                next: Footprint::default(),
                future: Footprint::default(),
                position: (0, 0),
                only_read: None,
                looks_at_threads: false,
                reads_variables: false,
                at_exit: false,
                may_end_objects: false,
                allocates: false,
            };
        }
        let frames = thread.frames(|procedure| self.compiled.procedures[procedure].locals.len());
        let top = &frames[0];
        let procedure = &self.compiled.procedures[top.procedure];
        let node = &self.statics.nodes[top.procedure][top.node as usize];
        let end = finishing(thread.id().is_some());
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
        let mut edges = procedure.edges_from[top.node as usize].clone().map(|edge| &procedure.edges[edge as usize]);
        let (allocates, looks_at_threads) =
            (edges.clone().any(|edge| edge.allocates), edges.any(|edge| edge.looks_at_threads));
        let may_return = at_exit || may_finish;
        let may_end_objects = may_return && frames.iter().any(|frame| !frame.objects.is_empty());
        let only_read = match &node.reads[..] {
            _ if looks_at_threads || may_end_objects => None,
            [] => Some(None),
            [only] => Some(Some(*only)),
            _ => None,
        };
        let recurs = || frames[1..].iter().any(|frame| frame.procedure == top.procedure);
        let may_go_on = !node.is_marked && (!node.calls || !recurs());
        ThreadFacts {
            has_finished: false,
            holds_scheduler: thread.holds_scheduler(),
            may_be_alone: may_go_on && !node.stops_others,
            may_go_on,
            changes_the_outcome: node.may_leave_section
                || may_return && frames.iter().any(|frame| self.compiled.procedures[frame.procedure].is_section),
            is_discarded: procedure.discarding_nodes[top.node as usize],
            may_finish,
            next,
            future,
            position: (top.procedure, top.node),
            only_read,
            looks_at_threads,
            reads_variables: !node.reads.is_empty() || may_end_objects,
            at_exit,
            may_end_objects,
            allocates,
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
        Fault::Unspecified(what) => Reason::Unspecified { what, span },
        Fault::TooLarge => Reason::NumberTooLarge { span },
        Fault::Unsupported(what) => Reason::Unsupported { what, span },
        Fault::Fails => unreachable!("a step that fails has an outcome"),
    }
}
