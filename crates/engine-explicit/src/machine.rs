//! The machine: rows of component numbers, the steps between them, and the reduced graph that the search walks.
//!
//! A row has the number of the global variables' contents and then, slot by slot, that of each thread.

pub mod canonical;
pub mod inspect;
pub mod others;
pub mod settle;

use std::ops::Range;

use engine::budget::Budget;
use evidence::reason::Reason;
use smallvec::SmallVec;

use crate::compile::Compiled;
use crate::components::{Components, SlotNumber, Transition, spilled};
use crate::domain::Open;
use crate::execute::{ChosenWord, SectionKey, opened_keys};
use crate::footprint::StaticFacts;
use crate::kinds::Census;
use crate::machine::others::KnownTouched;
use crate::meter::Meter;
use crate::offers::{Offer, Offers};
use crate::store::{FREE, Number};
use crate::tables::Tables;

/// Sets of slots are masks.
pub type Slots = u128;

/// How many threads can be told apart.
pub const MOST_THREADS: u32 = program::program::MOST_THREADS as u32;

/// More transitions of a thread than this are counted before they are given out.
const MANY: usize = 1 << 8;

/// A state as numbers of its components.
pub type Row = SmallVec<[Number; 12]>;

/// A step of a thread, as evidence will tell it.
#[derive(Clone)]
pub struct MicroStep {
    /// Who.
    pub slot: u32,
    /// Along which edge, or [`crate::components::RETURN`].
    pub edge: u32,
    /// What was chosen.
    pub choices: SmallVec<[ChosenWord; 2]>,
}

/// What happens along an edge of the reduced graph.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Label {
    /// Whether it begins with a step that cannot be counted on: then it is no edge of a run.
    pub spurious: bool,
    /// The threads that step.
    pub stepped: Slots,
    /// The threads that step to where they do not run the procedure that is asked about, or finish if there is none such.
    pub finished: Slots,
    /// The threads that are disabled on the way because another one holds the scheduler.
    pub disabled: Slots,
    /// Whether the section that is looked for is left.
    pub left: bool,
    /// The number of what is done about choices of which a way is taken eventually.
    pub offer: u32,
    /// The threads that finish, if there are such choices.
    pub ended: Slots,
}

/// Which parts of a label the search has a use for.
#[derive(Clone, Default)]
pub struct Wanted {
    /// Who steps, finishes and is disabled.
    pub threads: bool,
    /// Which procedure is asked about.
    pub procedure: Option<String>,
    /// Whether this section is left, of the thread in the slot.
    pub section: Option<(u32, SectionKey)>,
    /// What is done about choices of which a way is taken eventually.
    pub choices: bool,
}

/// The machine.
pub struct Machine<'a> {
    components: Components<'a>,
    /// What labels are to tell.
    pub wanted: Wanted,
    /// What is done about choices.
    pub offers: Offers,
    known_touched: KnownTouched,
}

/// Why a row's successors cannot be listed.
pub enum Stuck {
    /// Taking these steps from the row fails.
    Failure(Vec<MicroStep>),
    /// It is not known what happens.
    Unknown(Reason),
}

impl From<Reason> for Stuck {
    fn from(reason: Reason) -> Stuck {
        Stuck::Unknown(reason)
    }
}

/// A way under way: what has happened, where it leads so far, and its steps if they are recorded.
struct Way<P, R = Row> {
    label: Label,
    row: R,
    path: P,
}

impl<P> Way<P, ()> {
    fn leading_to(self, row: Row) -> Way<P> {
        Way { label: self.label, row, path: self.path }
    }
}

/// Where a way leads.
#[derive(Clone, Copy)]
pub enum Target<'r> {
    /// To this row.
    Row(&'r [Number]),
    /// To a row like that where it began, but for the global variables and the thread in one slot.
    Near {
        /// The global variables.
        globals: Number,
        /// The slot.
        slot: u32,
        /// The thread in it.
        thread: Number,
    },
}

impl Target<'_> {
    /// The row, if the way began at this one.
    pub fn row(self, from: &[Number]) -> Row {
        match self {
            Target::Row(row) => Row::from_slice(row),
            Target::Near { globals, slot, thread } => {
                let mut row = Row::from_slice(from);
                (row[0], row[1 + slot as usize]) = (globals, thread);
                trim(&mut row);
                row
            }
        }
    }
}

/// Whether the steps of the ways are recorded.
pub trait Path: Clone + Default {
    /// One more step.
    fn push(&mut self, slot: u32, transition: &Transition);
    /// The steps, if they were recorded.
    fn steps(self) -> Vec<MicroStep>;
    /// How much memory they take.
    fn bytes(&self) -> usize;
}

impl Path for () {
    fn push(&mut self, _: u32, _: &Transition) {}
    fn steps(self) -> Vec<MicroStep> {
        Vec::new()
    }
    fn bytes(&self) -> usize {
        0
    }
}

impl Path for Vec<MicroStep> {
    fn push(&mut self, slot: u32, transition: &Transition) {
        let choices = transition.extra.as_ref().map(|extra| extra.choices.clone()).unwrap_or_default();
        Vec::push(self, MicroStep { slot, edge: transition.edge, choices });
    }
    fn steps(self) -> Vec<MicroStep> {
        self
    }
    fn bytes(&self) -> usize {
        self.capacity() * size_of::<MicroStep>() + self.iter().map(|step| spilled(&step.choices)).sum::<usize>()
    }
}

impl<'a> Machine<'a> {
    /// A machine for the program.
    pub fn new(compiled: &'a Compiled, statics: StaticFacts, wanted: Wanted, budget: &'a Budget) -> Machine<'a> {
        let components = Components::new(compiled, statics, Meter::new(budget));
        Machine { components, wanted, offers: Offers::default(), known_touched: KnownTouched::default() }
    }

    /// The same machine, which tries some values where others leave them open.
    pub fn sampling(mut self) -> Machine<'a> {
        self.components.open = Open::Sampled;
        self
    }

    /// What words stand for.
    pub fn tables(&self) -> &Tables {
        &self.components.tables
    }

    /// The row at the start.
    pub fn initial(&mut self) -> Row {
        let compiled = self.components.compiled;
        let mut row = Row::new();
        row.push(self.components.initial_globals());
        for procedure in &compiled.start {
            let thread = self.components.start_thread(*procedure);
            row.push(thread);
        }
        if compiled.ends_with_main && self.is_over(row[1]) {
            row[0] = self.components.halted(row[0]);
        }
        trim(&mut row);
        row
    }

    /// Whether the program has memory, so that rows stand for states up to the names of objects.
    pub fn has_memory(&self) -> bool {
        self.components.compiled.has_memory
    }

    /// How much memory components and remembered outcomes take.
    pub fn bytes(&self) -> u64 {
        self.components.bytes()
    }

    /// There are so many states, and others than the machine use so many bytes: what was given out so far is among them.
    pub fn set_elsewhere(&mut self, states: usize, bytes: u64) {
        self.components.meter.set_elsewhere(states as u64, bytes);
    }

    /// Whoever asks holds so many bytes in all; fails, now and then, if that is too much.
    pub fn hold(&mut self, bytes: usize) -> Result<(), Reason> {
        self.components.meter.set_given_out(bytes as u64);
        if self.components.meter.tick() { self.components.look(0) } else { Ok(()) }
    }

    /// Fails if so many bytes more are too much.
    pub fn has_room_for(&mut self, bytes: usize) -> Result<(), Reason> {
        self.components.look(bytes)
    }

    /// Whether so much was given out that it is time to count what is really held.
    pub fn has_given_out_much(&self) -> bool {
        self.components.meter.has_given_out_much()
    }

    /// Makes room for what was asked for lately, in proportion to the number of states.
    pub fn fit(&mut self, states: usize) {
        self.components.fit(states);
    }

    /// Whether the program has ended.
    pub fn has_ended(&self, row: &[Number]) -> bool {
        self.components.is_halted(row[0]) || row[1..].iter().all(|thread| self.is_over(*thread))
    }

    /// Whether a run may end here if no thread can step: the program has ended, or the run is none of the program's.
    pub fn may_stop(&self, row: &[Number]) -> bool {
        self.has_ended(row) || self.ends_no_run(row)
    }

    /// Whether a thread stands where a run is discarded if it gets no further: if one holds the scheduler, that one.
    fn ends_no_run(&self, row: &[Number]) -> bool {
        let is_discarded = |slot: u32| self.components.facts(row[1 + slot as usize]).is_discarded;
        match self.holder(row) {
            Some(holder) => is_discarded(holder),
            None => Machine::slots(row).any(is_discarded),
        }
    }

    /// Whether there is a thread in the slot that has not finished.
    pub fn is_running(&self, row: &[Number], slot: u32) -> bool {
        row.get(1 + slot as usize).is_some_and(|thread| !self.is_over(*thread))
    }

    /// Whether the thread in the slot runs the procedure of this name: see [`program::property::Property::Thread`].
    pub fn runs(&self, row: &[Number], slot: u32, name: &str) -> bool {
        row.get(1 + slot as usize).is_some_and(|thread| self.is_run_by(*thread, name))
    }

    fn is_run_by(&self, thread: Number, name: &str) -> bool {
        if self.is_over(thread) {
            return false;
        }
        let procedures = &self.components.compiled.procedures;
        let thread = self.components.thread(thread);
        let root = &procedures[thread.root()];
        if root.name == name || !root.wraps {
            return root.name == name;
        }
        // There is more than a glance to it only where something wraps.
        let frames = thread.frames(|procedure| procedures[procedure].locals.len());
        let mut from_bottom = frames.iter().rev().map(|frame| &procedures[frame.procedure]);
        from_bottom.find(|procedure| procedure.name == name || !procedure.wraps).is_some_and(|found| found.name == name)
    }

    /// The slots that have a thread.
    pub fn slots(row: &[Number]) -> impl Iterator<Item = u32> + '_ {
        let is_taken = |(slot, thread): (usize, &Number)| (*thread != FREE).then_some(slot as u32);
        row[1..].iter().enumerate().filter_map(is_taken)
    }

    /// The threads that can step in the row, and the successors of the row in the reduced graph: `emit` is told what happens on
    /// the way to each, where it leads, and by which steps if they are recorded.
    ///
    /// `states` is how many states there are, in proportion to which outcomes are remembered.
    pub fn expand<P: Path>(
        &mut self,
        row: &[Number],
        states: usize,
        mut emit: impl FnMut(&Label, Target<'_>, P),
    ) -> Result<Slots, Stuck> {
        self.components.forget_if_too_much(states);
        let mut enabled = 0;
        if self.components.is_halted(row[0]) {
            return Ok(enabled);
        }
        let census = self.census(row);
        let held = match census.zip(self.components.kinds()) {
            Some((census, kinds)) if !kinds.is_held(census) => None,
            _ => self.holder(row),
        };
        for slot in 0..row.len() as u32 - 1 {
            let thread = row[1 + slot as usize];
            if thread == FREE || held.is_some_and(|holder| holder != slot) {
                continue;
            }
            let transitions = self.components.transitions(row, slot)?;
            if transitions.clone().any(|transition| !self.components.transition(transition).is_spurious) {
                enabled |= 1 << slot;
            }
            if transitions.len() > MANY {
                self.components.meter.give_out(transitions.len(), row.len(), 0);
                self.components.look(0)?;
            }
            let others = census.map(|census| census.without(self.components.kind_of(thread)));
            for transition in transitions.clone() {
                let mut way = Way { label: Label::default(), row: (), path: P::default() };
                self.note(slot, transition, &mut way)?;
                if self.wanted.choices {
                    let offer = self.offer(slot, transitions.clone(), transition);
                    way.label.offer = self.offers.number(offer);
                }
                if let Some(target) = others.and_then(|others| self.settled(row, others, slot, transition)) {
                    emit(&way.label, target, way.path);
                    continue;
                }
                let next = self.apply(row, slot, transition)?;
                self.settle(way.leading_to(next), Some(slot), &mut emit)?;
            }
        }
        Ok(enabled)
    }

    /// Where the transition leads if that is a row of the reduced graph for sure, and only the stepping thread's slot changes.
    fn settled(&mut self, row: &[Number], others: Census, slot: u32, transition: u32) -> Option<Target<'static>> {
        let Transition { thread, extra, .. } = self.components.transition(transition);
        if extra.as_ref().is_some_and(|extra| !extra.slots.is_empty()) {
            return None;
        }
        let thread = *thread;
        let census = others.with(self.components.kind_of(thread));
        let settles = self.components.kinds()?.settles(census);
        settles.then(|| Target::Near { globals: self.components.globals_after(row[0], transition), slot, thread })
    }

    /// The kinds of the row's threads, if that is all that the reduction has to know.
    fn census(&self, row: &[Number]) -> Option<Census> {
        let Compiled { ends_with_main, has_memory, .. } = self.components.compiled;
        if *ends_with_main || *has_memory { None } else { self.components.census(row) }
    }

    /// The rows of the reduced graph that a row settles to.
    pub fn settle_from<P: Path>(&mut self, row: Row, mut emit: impl FnMut(&Label, Target<'_>, P)) -> Result<(), Stuck> {
        self.settle(Way { label: Label::default(), row, path: P::default() }, None, &mut emit)
    }

    /// Takes the step from the row; nothing comes of it if it cannot be taken.
    pub fn step(&mut self, row: &[Number], step: &MicroStep) -> Result<Option<Taken>, Reason> {
        self.components.forget_if_too_much(0);
        if !self.may_step(row, step.slot) {
            return Ok(None);
        }
        let chosen_alike = |transition: &Transition| match &transition.extra {
            Some(extra) => extra.choices == step.choices,
            None => step.choices.is_empty(),
        };
        for number in self.components.transitions(row, step.slot)? {
            let transition = self.components.transition(number);
            if transition.edge != step.edge || !chosen_alike(transition) {
                continue;
            }
            if transition.fails {
                return Ok(Some(Taken::Fails));
            }
            let left = transition.extra.as_ref().map(|extra| extra.left.clone()).unwrap_or_default();
            let next = self.apply(row, step.slot, number)?;
            return Ok(Some(Taken::Leads(self.canonical(next), left)));
        }
        Ok(None)
    }

    /// Whether the thread in the slot can step, spurious steps aside.
    pub fn is_enabled(&mut self, row: &[Number], slot: u32) -> Result<bool, Reason> {
        self.components.forget_if_too_much(0);
        if !self.may_step(row, slot) {
            return Ok(false);
        }
        let mut transitions = self.components.transitions(row, slot)?;
        Ok(transitions.any(|transition| !self.components.transition(transition).is_spurious))
    }

    /// What the thread in the slot does about choices by taking one of these transitions.
    fn offer(&self, slot: u32, transitions: Range<u32>, taken: u32) -> Offer {
        let mark = |transition: u32| self.components.transition(transition).eventually;
        Offer::new(slot, mark(taken), transitions.filter_map(mark))
    }

    /// What the step does about choices, from a row from which it can be taken.
    pub fn offer_of(&mut self, row: &[Number], step: &MicroStep) -> Result<Offer, Reason> {
        let transitions = self.components.transitions(row, step.slot)?;
        let is_taken = |transition: &u32| self.components.transition(*transition).edge == step.edge;
        // All transitions along an edge have its mark.
        let taken = transitions.clone().find(is_taken);
        Ok(taken.map_or(Offer::default(), |taken| self.offer(step.slot, transitions, taken)))
    }

    /// Whether there is a thread in the slot that nobody keeps from stepping.
    fn may_step(&self, row: &[Number], slot: u32) -> bool {
        let exists = row.get(1 + slot as usize).is_some_and(|thread| *thread != FREE);
        let held_by_another = self.holder(row).is_some_and(|holder| holder != slot);
        exists && !held_by_another && !self.components.is_halted(row[0])
    }

    /// The row after the thread in the slot took the transition.
    fn apply(&mut self, row: &[Number], slot: u32, transition: u32) -> Result<Row, Reason> {
        let mut next = Row::from_slice(row);
        next[0] = self.components.globals_after(row[0], transition);
        let transition = self.components.transition(transition);
        // While the step lasts, the thread keeps its slot, even if the step is its last.
        for change in transition.extra.iter().flat_map(|extra| &extra.slots) {
            match *change {
                SlotNumber::Start(thread) => start_in_lowest_free(&mut next, thread)?,
                SlotNumber::Free(other) => {
                    next[1 + other as usize] = FREE;
                    trim(&mut next);
                }
            }
        }
        next[1 + slot as usize] = transition.thread;
        if self.components.compiled.ends_with_main && slot == 0 && self.is_over(next[1]) {
            next[0] = self.components.halted(next[0]);
        }
        trim(&mut next);
        Ok(next)
    }

    /// Adds what happens when the thread in the slot takes the transition.
    fn note<P: Path>(&mut self, slot: u32, transition: u32, way: &mut Way<P, ()>) -> Result<(), Stuck> {
        let transition = self.components.transition(transition);
        way.path.push(slot, transition);
        if transition.fails {
            return Err(Stuck::Failure(way.path.clone().steps()));
        }
        let label = &mut way.label;
        label.spurious |= transition.is_spurious;
        if self.wanted.choices && self.is_over(transition.thread) {
            label.ended |= 1 << slot;
        }
        if self.wanted.threads {
            label.stepped |= 1 << slot;
            let is_over = match &self.wanted.procedure {
                Some(name) => !self.is_run_by(transition.thread, name),
                None => self.is_over(transition.thread),
            };
            if is_over {
                label.finished |= 1 << slot;
            }
        }
        if self.wanted.section.is_some()
            && let Some(extra) = &transition.extra
        {
            label.left |=
                extra.left.iter().any(|(whose, key)| self.wanted.section == Some((whose.unwrap_or(slot), *key)));
        }
        Ok(())
    }

    /// The thread that holds the scheduler.
    fn holder(&self, row: &[Number]) -> Option<u32> {
        Machine::slots(row).find(|slot| self.components.facts(row[1 + *slot as usize]).holds_scheduler)
    }

    /// Whether there is no thread, or one that has finished.
    fn is_over(&self, thread: Number) -> bool {
        thread == FREE || self.components.facts(thread).has_finished
    }

    /// The sections that are open in the row, each with its slot.
    pub fn open_sections(&self, row: &[Number]) -> Vec<(u32, SectionKey)> {
        let procedures = &self.components.compiled.procedures;
        let mut open = Vec::new();
        for slot in Machine::slots(row) {
            let thread = self.components.thread(row[1 + slot as usize]);
            open.extend(opened_keys(thread).map(|key| (slot, key)));
            let frames = thread.frames(|procedure| procedures[procedure].locals.len());
            for (from_top, frame) in frames.iter().enumerate() {
                let depth = (frames.len() - 1 - from_top) as u32;
                let procedure = &procedures[frame.procedure];
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
}

/// What comes of a step.
pub enum Taken {
    /// It fails.
    Fails,
    /// It leads to a row, and ends sections.
    Leads(Row, SmallVec<[(Option<u32>, SectionKey); 1]>),
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
