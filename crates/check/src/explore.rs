//! Exploration of the reduced graph of [`crate::reduction`] with the reference semantics.

use std::collections::{BTreeSet, HashSet};
use std::hash::Hash;
use std::ops::Range;
use std::sync::Arc;
use std::thread::available_parallelism;

use program::ids::ThreadSlot;
use program::program::Program;
use program::span::Span;
use program::value::Value;
use rustc_hash::FxHashMap;

use crate::reduction::{Label, Laps, MOST_STEPS, Reduction, Unexplored};
use crate::sections;
use crate::semantics::canonical::canonical;
use crate::semantics::fault::{Failure, Fault};
use crate::semantics::memory::Memory;
use crate::semantics::state::{State, Thread};
use crate::replay::{is_enabled, is_spurious};
use crate::semantics::step::{Taken, steps};

/// Asked now and then, with how many states and bytes are in use, whether to stop.
pub type Interrupt<'a> = &'a dyn Fn(u64, u64) -> bool;

/// How many states are expanded between two looks at the interrupt.
const BATCH: u32 = 2048;

/// How many states are worth to be shared among processors.
const WORTH_SHARING: u32 = 256;

/// Why there is no graph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoGraph {
    /// A step goes wrong.
    Failure(Failure, Span),
    /// What a step does depends on something that is not determined.
    Fault(Fault, Span),
    /// The exploration was interrupted after so many states.
    Interrupted(u64),
}

impl From<Unexplored> for NoGraph {
    fn from((fault, span): Unexplored) -> NoGraph {
        NoGraph::Fault(fault, span)
    }
}

/// The states of the reduced graph that can be reached from a state, and who follows whom.
pub struct Graph<'a> {
    program: &'a Program,
    reduction: Reduction<'a>,
    store: Store,
    /// The successors of state `n` are `targets[ends[n - 1]..ends[n]]`.
    targets: Vec<u32>,
    ends: Vec<usize>,
    /// What happens on the ways from the given state to the first states of the graph.
    pub roots: Vec<(Label, u32)>,
}

impl<'a> Graph<'a> {
    /// Explores all that can be reached from the state, and all that can be reached from there by spurious steps if these are asked
    /// for. There is no edge of the graph for a spurious step.
    pub fn explore(
        program: &'a Program,
        from: &State,
        spurious: Spurious,
        interrupt: Interrupt<'_>,
    ) -> Result<Graph<'a>, NoGraph> {
        let mut graph = Graph {
            program,
            reduction: Reduction::new(program),
            store: Store::default(),
            targets: Vec::new(),
            ends: Vec::new(),
            roots: Vec::new(),
        };
        for (label, state) in graph.settle(Some(Label::default()), from.clone(), None)? {
            let root = graph.store.insert(&state);
            graph.roots.push((label.unwrap_or_default(), root));
        }
        while graph.ends.len() < graph.store.len() {
            let first = graph.ends.len() as u32;
            let last = (graph.store.len() as u32).min(first + BATCH);
            for expanded in graph.expand_all(first..last, spurious) {
                let (ways, spurious_ways) = expanded?;
                for (_, state) in ways {
                    let target = graph.store.insert(&state);
                    graph.targets.push(target);
                }
                for (_, state) in spurious_ways {
                    graph.store.insert(&state);
                }
                graph.ends.push(graph.targets.len());
            }
            if interrupt(graph.store.len() as u64, graph.bytes()) {
                return Err(NoGraph::Interrupted(graph.store.len() as u64));
            }
        }
        Ok(graph)
    }

    /// Expands all of these states, on all processors that there are, and gives the outcomes in order.
    fn expand_all(&self, states: Range<u32>, spurious: Spurious) -> Vec<Result<(Vec<Way>, Vec<Way>), NoGraph>> {
        let threads = available_parallelism().map_or(1, usize::from) as u32;
        let count = states.end - states.start;
        if threads == 1 || count < WORTH_SHARING {
            return states.map(|number| self.expand(number, None, spurious)).collect();
        }
        let share = count.div_ceil(threads);
        let part = |index: u32| {
            let start = states.start + index * share;
            start.min(states.end)..(start + share).min(states.end)
        };
        let expand_part = |part: Range<u32>| part.map(|number| self.expand(number, None, spurious)).collect::<Vec<_>>();
        std::thread::scope(|scope| {
            let running: Vec<_> = (0..threads).map(|index| scope.spawn(move || expand_part(part(index)))).collect();
            let finished = running.into_iter().map(|thread| match thread.join() {
                Ok(expanded) => expanded,
                Err(panic) => std::panic::resume_unwind(panic),
            });
            finished.flatten().collect()
        })
    }

    /// How many states there are.
    pub fn len(&self) -> usize {
        self.store.len()
    }

    /// Whether there are none, which is so for no graph that was explored.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The state.
    pub fn state(&self, number: u32) -> State {
        self.store.state(number)
    }

    /// The numbers of the state's successors.
    pub fn successors(&self, number: u32) -> &[u32] {
        let range: Range<usize> = match number {
            0 => 0..self.ends[0],
            _ => self.ends[number as usize - 1]..self.ends[number as usize],
        };
        &self.targets[range]
    }

    /// The state's reduced edges with their labels.
    pub fn edges(&self, number: u32) -> Result<Vec<(Label, u32)>, NoGraph> {
        let (expanded, _) = self.expand(number, Some(Label::default()), Spurious::LeftOut)?;
        let edge = |(label, state): Way| (label.unwrap_or_default(), self.store.find(&state));
        Ok(expanded.into_iter().map(edge).collect())
    }

    /// Which threads can step in the state, spurious steps aside.
    pub fn enabled(&self, number: u32) -> Result<BTreeSet<ThreadSlot>, NoGraph> {
        let state = self.state(number);
        let mut enabled = BTreeSet::new();
        for slot in state.slots() {
            if is_enabled(self.program, &state, slot)? {
                enabled.insert(slot);
            }
        }
        Ok(enabled)
    }

    /// The ways from the state, and those that begin with a spurious step if these are asked for,
    /// each with what happens on it if a label to begin with is given.
    fn expand(
        &self,
        number: u32,
        label: Option<Label>,
        spurious: Spurious,
    ) -> Result<(Vec<Way>, Vec<Way>), NoGraph> {
        let state = self.state(number);
        let (mut ways, mut spurious_ways) = (Vec::new(), Vec::new());
        for slot in state.slots() {
            for taken in steps(self.program, &state, slot)? {
                let is_spurious = is_spurious(self.program, &state, &taken.step);
                if is_spurious && spurious == Spurious::LeftOut {
                    continue;
                }
                let (label, next) = follow(self.program, &state, label.clone(), taken)?;
                let reached = if is_spurious { &mut spurious_ways } else { &mut ways };
                reached.extend(self.settle(label, next, Some(slot))?);
            }
        }
        Ok((ways, spurious_ways))
    }

    /// Takes steps of eligible threads until there are none, or enough have been taken.
    fn settle(&self, label: Option<Label>, state: State, last: Option<ThreadSlot>) -> Result<Vec<Way>, NoGraph> {
        let (mut way, mut last) = ((label, state), last);
        let mut others = None;
        let mut laps = Laps::default();
        for steps in 0..MOST_STEPS {
            note_disabled(&mut way);
            let (label, state) = &way;
            let Some((slot, mut taken)) = self.reduction.eligible(state, last, &mut others) else { break };
            if laps.come_round(state, slot) {
                break;
            }
            if taken.len() > 1 {
                return self.settle_all(way, last, MOST_STEPS - steps);
            }
            let only = taken.pop().expect("an eligible thread has a step");
            way = follow(self.program, state, label.clone(), only)?;
            last = Some(slot);
        }
        note_disabled(&mut way);
        Ok(vec![(way.0, canonical(&way.1))])
    }

    /// The same where ways part, and meet again: first all places on the ways are found, depth first, and which are ends;
    /// then all ways to an end, which differ in what happens on them.
    fn settle_all(&self, (label, state): Way, last: Option<ThreadSlot>, most_steps: u32) -> Result<Vec<Way>, NoGraph> {
        let places = self.places(state, last, most_steps, label.is_some())?;
        let mut reached = Vec::new();
        let mut passed: HashSet<(Option<Label>, usize)> = HashSet::new();
        let mut waiting = vec![(label, 0)];
        while let Some((label, number)) = waiting.pop() {
            let place = &places[number];
            let mut way = (label, place.state.clone());
            note_disabled(&mut way);
            if !passed.insert((way.0.clone(), number)) {
                continue;
            }
            if place.is_end {
                reached.push(way);
                continue;
            }
            for (happens, next) in &place.next {
                let both = |(label, happens): (&Label, &Label)| label.clone().and(happens);
                waiting.push((way.0.as_ref().zip(happens.as_ref()).map(both), *next));
            }
        }
        Ok(reached)
    }

    /// The places that ways of eligible threads pass, the given one first.
    fn places(
        &self,
        state: State,
        last: Option<ThreadSlot>,
        most_steps: u32,
        labelled: bool,
    ) -> Result<Vec<Place>, NoGraph> {
        let state = canonical(&state);
        let mut places = vec![Place::new(state.clone())];
        let mut numbers = FxHashMap::from_iter([((state, last), 0)]);
        let mut is_on_way = vec![true];
        let mut others = None;
        let mut steps = 0;
        // Where the way that is being followed has come to, and what is left to be done there.
        let mut on_way: Vec<(usize, Option<ThreadSlot>, Option<std::vec::IntoIter<Taken>>)> = vec![(0, last, None)];
        while let Some((number, last, rest)) = on_way.last_mut() {
            let number = *number;
            if rest.is_none() {
                let state = &places[number].state;
                let has_steps_left = steps < most_steps;
                let eligible = has_steps_left.then(|| self.reduction.eligible(state, *last, &mut others)).flatten();
                places[number].is_end = eligible.is_none();
                steps += u32::from(eligible.is_some());
                *rest = Some(eligible.map_or(Vec::new(), |(_, taken)| taken).into_iter());
            }
            let Some(taken) = rest.as_mut().and_then(Iterator::next) else {
                is_on_way[number] = false;
                on_way.pop();
                continue;
            };
            let slot = Some(taken.step.thread);
            let (happens, state) = follow(self.program, &places[number].state, labelled.then(Label::default), taken)?;
            let place = (canonical(&state), slot);
            if let Some(&next) = numbers.get(&place) {
                places[number].next.push((happens, next));
                // What is met again on the way from it is an end, so that no way goes round without one.
                places[next].is_end |= is_on_way[next];
                continue;
            }
            let next = places.len();
            places[number].next.push((happens, next));
            places.push(Place::new(place.0.clone()));
            numbers.insert(place, next);
            is_on_way.push(true);
            on_way.push((next, slot, None));
        }
        Ok(places)
    }

    fn bytes(&self) -> u64 {
        let edges = self.targets.capacity() * 4 + self.ends.capacity() * 8;
        self.store.bytes() + edges as u64
    }
}

/// Whether spurious steps are taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spurious {
    /// They are.
    Taken,
    /// They are not.
    LeftOut,
}

/// What happens on the way, if somebody wants to know, and the state it leads to.
type Way = (Option<Label>, State);

/// A place on the ways of eligible threads.
struct Place {
    state: State,
    /// Whether ways end here.
    is_end: bool,
    /// Where they go on otherwise, and what happens then.
    next: Vec<(Option<Label>, usize)>,
}

impl Place {
    fn new(state: State) -> Place {
        Place { state, is_end: false, next: Vec::new() }
    }
}

/// While a thread holds the scheduler, the others are disabled.
fn note_disabled((label, state): &mut Way) {
    if let (Some(label), Some(holder)) = (label, state.holder()) {
        label.disabled.extend(state.slots().filter(|slot| *slot != holder));
    }
}

/// The label after one more step, and the state it leads to.
fn follow(program: &Program, before: &State, label: Option<Label>, taken: Taken) -> Result<Way, NoGraph> {
    let slot = taken.step.thread;
    let reached = taken.outcome.map_err(|(failure, span)| NoGraph::Failure(failure, span))?;
    let Some(mut label) = label else { return Ok((None, reached.state)) };
    label.stepped.insert(slot);
    let was_running = |state: &State| state.thread(slot).is_some_and(|thread| !thread.has_finished());
    if was_running(before) && !was_running(&reached.state) {
        label.finished.insert(slot);
    }
    label.left.extend(sections::ended(program, before, slot, &reached));
    Ok((Some(label), reached.state))
}

/// States, each kept once, as numbers of their parts, each of which is kept once.
#[derive(Default)]
struct Store {
    globals: Parts<Vec<Value>>,
    threads: Parts<Thread>,
    memories: Parts<Memory>,
    numbers: FxHashMap<Arc<[u32]>, u32>,
    states: Vec<Arc<[u32]>>,
}

/// Stands for a free slot.
const FREE: u32 = u32::MAX;

impl Store {
    fn len(&self) -> usize {
        self.states.len()
    }

    /// The number of a state that was inserted before.
    fn find(&self, state: &State) -> u32 {
        let known = "successors of states in the graph are in the graph";
        let globals = self.globals.find(&state.globals).expect(known);
        let memory = self.memories.find(&state.memory).expect(known);
        self.numbers[&key(state, globals, memory, |thread| self.threads.find(thread).expect(known))[..]]
    }

    fn insert(&mut self, state: &State) -> u32 {
        let globals = self.globals.number(&state.globals);
        let memory = self.memories.number(&state.memory);
        let key = key(state, globals, memory, |thread| self.threads.number(thread));
        if let Some(number) = self.numbers.get(key.as_slice()) {
            return *number;
        }
        let number = self.states.len() as u32;
        let key: Arc<[u32]> = key.into();
        self.states.push(key.clone());
        self.numbers.insert(key, number);
        number
    }

    fn state(&self, number: u32) -> State {
        let key = &self.states[number as usize];
        let thread = |part: &u32| (*part != FREE).then(|| self.threads.part(*part));
        State {
            globals: self.globals.part(key[0]),
            memory: self.memories.part(key[1]),
            halted: key[2] == 1,
            threads: key[3..].iter().map(thread).collect(),
        }
    }

    /// Roughly: a key has its numbers, a header and two pointers to it; parts are taken to be small.
    fn bytes(&self) -> u64 {
        let key = self.states.last().map_or(0, |key| key.len() * 4);
        let parts = self.globals.parts.len() + self.threads.parts.len() + self.memories.parts.len();
        (self.states.len() * (key + 64) + parts * 512) as u64
    }
}

/// A state as the numbers of its parts.
fn key(state: &State, globals: u32, memory: u32, mut number: impl FnMut(&Arc<Thread>) -> u32) -> Vec<u32> {
    let threads = state.threads.iter().map(|slot| slot.as_ref().map_or(FREE, &mut number));
    [globals, memory, u32::from(state.halted)].into_iter().chain(threads).collect()
}

/// Parts of states, each kept once.
struct Parts<T> {
    numbers: FxHashMap<Arc<T>, u32>,
    /// The same by where the part is kept: most parts of a state are those of the state before it, untouched.
    by_address: FxHashMap<usize, u32>,
    parts: Vec<Arc<T>>,
}

impl<T> Default for Parts<T> {
    fn default() -> Parts<T> {
        Parts { numbers: FxHashMap::default(), by_address: FxHashMap::default(), parts: Vec::new() }
    }
}

impl<T: Eq + Hash> Parts<T> {
    fn number(&mut self, part: &Arc<T>) -> u32 {
        if let Some(number) = self.find(part) {
            return number;
        }
        let number = self.parts.len() as u32;
        // Kept from here on, the part's address stays its own.
        self.by_address.insert(Arc::as_ptr(part) as usize, number);
        self.parts.push(part.clone());
        self.numbers.insert(part.clone(), number);
        number
    }

    fn find(&self, part: &Arc<T>) -> Option<u32> {
        let address = Arc::as_ptr(part) as usize;
        self.by_address.get(&address).or_else(|| self.numbers.get(part)).copied()
    }

    fn part(&self, number: u32) -> Arc<T> {
        self.parts[number as usize].clone()
    }
}
