//! Exploration of the reduced graph of [`crate::reduction`] with the reference semantics.

use std::collections::{BTreeSet, HashSet};
use std::hash::Hash;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::available_parallelism;

use program::ids::ThreadSlot;
use program::program::Program;
use program::span::Span;
use program::value::Value;
use rustc_hash::FxHashMap;

use crate::reduction::{Label, Laps, MOST_STEPS, Others, Reduction, Unexplored};
use crate::replay::{chosen, is_spurious, passed_over};
use crate::sections;
use crate::semantics::access::Log;
use crate::semantics::canonical::canonical;
use crate::semantics::fault::{Failure, Fault};
use crate::semantics::memory::{Memory, Object};
use crate::semantics::state::{State, Thread};
use crate::semantics::step::{Taken, for_each_step};
use crate::watch::{BETWEEN_LOOKS, Interrupt, Interrupted, Watch, Worker};
use crate::weight::{BLOCK, Shared, of_memory, of_object, of_table, of_thread, of_values};

/// How many states are expanded at a time, at most.
const BATCH: u32 = 2048;

/// How many ways are followed at a time, if states have as many as the last ones had.
const WAYS_AT_ONCE: usize = 1 << 15;

/// What [`crate::rules`] need at most to decide a property on the graph, for each of its states and edges.
/// It is set aside from the start: a graph that can be built can be judged.
const BYTES_TO_JUDGE_STATE: usize = 64;
const BYTES_TO_JUDGE_EDGE: usize = 8;

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
    interrupt: Interrupt<'a>,
    reduction: Reduction<'a>,
    store: Store,
    /// The successors of state `n` are `targets[ends[n - 1]..ends[n]]`.
    targets: Vec<u32>,
    ends: Vec<usize>,
    /// How many pieces of work single workers have begun.
    works: AtomicU32,
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
        interrupt: Interrupt<'a>,
    ) -> Result<Graph<'a>, NoGraph> {
        let mut graph = Graph {
            program,
            interrupt,
            reduction: Reduction::new(program),
            store: Store::default(),
            targets: Vec::new(),
            ends: Vec::new(),
            works: AtomicU32::new(0),
            roots: Vec::new(),
        };
        for (label, state) in
            graph.watched(|worker| graph.settle((Some(Label::default()), from.clone()), None, worker))?
        {
            let root = graph.store.insert(&state);
            graph.roots.push((label.unwrap_or_default(), root));
        }
        let mut batch = BATCH;
        while graph.ends.len() < graph.store.len() {
            let (first, edges_before) = (graph.ends.len() as u32, graph.targets.len());
            let last = (graph.store.len() as u32).min(first.saturating_add(batch));
            for expanded in graph.expand_all(first..last, spurious) {
                let Expanded { ways, spurious_ways } = expanded?;
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
                return Err(graph.interrupted());
            }
            let ways_of_state = (graph.targets.len() - edges_before).div_ceil((last - first) as usize);
            batch = ((WAYS_AT_ONCE / ways_of_state.max(1)) as u32).clamp(1, BATCH);
        }
        Ok(graph)
    }

    /// Expands all of these states, on all processors that there are, and gives the outcomes in order.
    fn expand_all(&self, states: Range<u32>, spurious: Spurious) -> Vec<Result<Expanded, NoGraph>> {
        let watch = self.watch();
        let expand_part = |part: Range<u32>| {
            let mut worker = Worker::new(&watch);
            let mut expanded = Vec::new();
            for number in part {
                expanded.push(self.expand(number, None, spurious, &mut worker));
                if expanded.last().is_some_and(Result::is_err) {
                    break;
                }
            }
            expanded
        };
        let threads = available_parallelism().map_or(1, usize::from) as u32;
        let count = states.end - states.start;
        if threads == 1 || count < WORTH_SHARING {
            return expand_part(states);
        }
        let share = count.div_ceil(threads);
        let part = |index: u32| {
            let start = states.start + index * share;
            start.min(states.end)..(start + share).min(states.end)
        };
        let expand_part = &expand_part;
        std::thread::scope(|scope| {
            let running: Vec<_> = (0..threads).map(|index| scope.spawn(move || expand_part(part(index)))).collect();
            let finished = running.into_iter().map(|thread| match thread.join() {
                Ok(expanded) => expanded,
                Err(panic) => std::panic::resume_unwind(panic),
            });
            finished.flatten().collect()
        })
    }

    /// What is in use besides what workers hold.
    fn watch(&self) -> Watch<'_> {
        Watch::new(self.interrupt, self.store.len() as u64, self.bytes())
    }

    /// Does some work of one worker.
    fn watched<T>(&self, work: impl FnOnce(&mut Worker<'_>) -> Result<T, NoGraph>) -> Result<T, NoGraph> {
        let watch = self.watch();
        // Most of them are too short to ask by themselves.
        if self.works.fetch_add(1, Ordering::Relaxed).is_multiple_of(BETWEEN_LOOKS) {
            watch.look().map_err(|Interrupted| self.interrupted())?;
        }
        work(&mut Worker::new(&watch))
    }

    fn interrupted(&self) -> NoGraph {
        NoGraph::Interrupted(self.store.len() as u64)
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
        let label = Some(Label::default());
        let expanded = self.watched(|worker| self.expand(number, label, Spurious::LeftOut, worker))?;
        let edge = |(label, state): Way| (label.unwrap_or_default(), self.store.find(&state));
        Ok(expanded.ways.into_iter().map(edge).collect())
    }

    /// Which threads can step in the state, spurious steps aside.
    pub fn enabled(&self, number: u32) -> Result<BTreeSet<ThreadSlot>, NoGraph> {
        let state = self.state(number);
        let mut enabled = BTreeSet::new();
        self.watched(|worker| {
            for slot in state.slots() {
                self.for_each_step(&state, slot, worker, |taken, _| {
                    if !is_spurious(self.program, &state, &taken.step) {
                        enabled.insert(slot);
                    }
                    Ok(())
                })?;
            }
            Ok(())
        })?;
        Ok(enabled)
    }

    /// Visits the steps of the thread under the eyes of the worker.
    fn for_each_step(
        &self,
        state: &State,
        slot: ThreadSlot,
        worker: &mut Worker<'_>,
        mut visit: impl FnMut(Taken, &mut Worker<'_>) -> Result<(), NoGraph>,
    ) -> Result<(), NoGraph> {
        for_each_step(self.program, state, slot, &Log::default(), |attempt| {
            worker.tick().map_err(|Interrupted| self.interrupted())?;
            attempt.map_or(Ok(()), |taken| visit(taken, worker))
        })
    }

    /// The ways from the state, each with what happens on it if a label to begin with is given.
    fn expand(
        &self,
        number: u32,
        label: Option<Label>,
        spurious: Spurious,
        worker: &mut Worker<'_>,
    ) -> Result<Expanded, NoGraph> {
        let state = self.state(number);
        let mut expanded = Expanded::default();
        for slot in state.slots() {
            self.for_each_step(&state, slot, worker, |taken, worker| {
                let is_spurious = is_spurious(self.program, &state, &taken.step);
                if is_spurious && spurious == Spurious::LeftOut {
                    return Ok(());
                }
                let way = follow(self.program, &state, label.clone(), taken)?;
                let ways = if is_spurious { &mut expanded.spurious_ways } else { &mut expanded.ways };
                ways.extend(self.settle(way, Some(slot), worker)?);
                Ok(())
            })?;
        }
        Ok(expanded)
    }

    /// Takes steps of eligible threads until there are none, or enough have been taken.
    fn settle(&self, way: Way, last: Option<ThreadSlot>, worker: &mut Worker<'_>) -> Result<Vec<Way>, NoGraph> {
        let (mut way, mut last) = (way, last);
        let mut others = None;
        let mut laps = Laps::default();
        for steps in 0..MOST_STEPS {
            note_disabled(&mut way);
            let (label, state) = &way;
            let Some((slot, mut taken)) = self.eligible(state, last, &mut others, worker)? else { break };
            if laps.come_round(state, slot) {
                break;
            }
            if taken.len() > 1 {
                return self.settle_all(way, last, MOST_STEPS - steps, worker);
            }
            let only = taken.pop().expect("an eligible thread has a step");
            way = follow(self.program, state, label.clone(), only)?;
            last = Some(slot);
        }
        note_disabled(&mut way);
        let (label, state) = (way.0, canonical(&way.1));
        self.hold(&label, &state, worker);
        Ok(vec![(label, state)])
    }

    /// The same where ways part, and meet again: first all places on the ways are found, depth first, and which are ends;
    /// then all ways to an end, which differ in what happens on them.
    fn settle_all(
        &self,
        (label, state): Way,
        last: Option<ThreadSlot>,
        most_steps: u32,
        worker: &mut Worker<'_>,
    ) -> Result<Vec<Way>, NoGraph> {
        let places = self.places(state, last, most_steps, label.is_some(), worker)?;
        let mut reached = Vec::new();
        let mut passed: HashSet<(Option<Label>, usize)> = HashSet::new();
        let mut waiting = vec![(label, 0)];
        while let Some((label, number)) = waiting.pop() {
            worker.tick().map_err(|Interrupted| self.interrupted())?;
            let place = &places[number];
            let mut way = (label, place.state.clone());
            note_disabled(&mut way);
            if !passed.insert((way.0.clone(), number)) {
                continue;
            }
            self.hold(&way.0, &way.1, worker);
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
        worker: &mut Worker<'_>,
    ) -> Result<Vec<Place>, NoGraph> {
        let state = canonical(&state);
        let mut places = vec![Place::new(state.clone())];
        let mut numbers = FxHashMap::from_iter([((state, last), 0)]);
        let mut is_on_way = vec![true];
        let mut steps = 0;
        // Where the way that is being followed has come to, and what is left to be done there.
        let mut on_way: Vec<(usize, Option<ThreadSlot>, Option<std::vec::IntoIter<Taken>>)> = vec![(0, last, None)];
        while let Some((number, last, rest)) = on_way.last_mut() {
            let number = *number;
            if rest.is_none() {
                let state = &places[number].state;
                let has_steps_left = steps < most_steps;
                // Objects may have other numbers here than at the place before, so that nothing is remembered.
                let eligible = if has_steps_left { self.eligible(state, *last, &mut None, worker)? } else { None };
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

    /// The eligible thread whose turn it is, and its steps.
    fn eligible(
        &self,
        state: &State,
        last: Option<ThreadSlot>,
        others: &mut Option<Others>,
        worker: &mut Worker<'_>,
    ) -> Result<Option<(ThreadSlot, Vec<Taken>)>, NoGraph> {
        let mut is_first = true;
        self.reduction.eligible(state, last, others, |attempt| {
            worker.tick().map_err(|Interrupted| self.interrupted())?;
            if let Some(Taken { outcome: Ok(reached), .. }) = attempt
                && !std::mem::take(&mut is_first)
            {
                self.hold(&None, &reached.state, worker);
            }
            Ok(())
        })
    }

    /// Counts a way that is kept for a while.
    fn hold(&self, label: &Option<Label>, state: &State, worker: &mut Worker<'_>) {
        worker.hold(state, label.is_some(), |address| self.store.addresses.contains_key(&address));
    }

    /// What the graph takes, and will take when it is judged.
    fn bytes(&self) -> u64 {
        let edges = self.targets.capacity() * size_of::<u32>() + self.ends.capacity() * size_of::<usize>();
        let to_judge = self.ends.len() * BYTES_TO_JUDGE_STATE + self.targets.len() * BYTES_TO_JUDGE_EDGE;
        self.store.bytes() + (edges + to_judge) as u64
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

/// The ways from a state.
#[derive(Default)]
struct Expanded {
    ways: Vec<Way>,
    /// Those that begin with a spurious step, if these are asked for.
    spurious_ways: Vec<Way>,
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
    let run = before.thread(slot).map_or(0, |thread| thread.run_frames(program));
    let stay = reached.state.thread(slot).and_then(Thread::frames).map_or(0, <[_]>::len);
    label.returned.extend((stay..run).map(|depth| (slot, depth)));
    label.left.extend(sections::ended(program, before, slot, &reached));
    label.chosen.extend(chosen(program, before, &taken.step).map(|choice| (slot, choice)));
    label.passed_over.extend(passed_over(program, before, &taken.step)?.into_iter().map(|choice| (slot, choice)));
    Ok((Some(label), reached.state))
}

/// States, each kept once, as numbers of their parts, each of which is kept once.
#[derive(Default)]
struct Store {
    globals: Parts<Vec<Value>>,
    threads: Parts<Thread>,
    objects: Parts<Object>,
    memories: Memories,
    /// The numbers of parts by where they are kept: most parts of a state are those of the state before it, untouched.
    /// Kept from here on, a part's address stays its own. Maps that are shared by parts are here, too.
    addresses: FxHashMap<usize, u32>,
    numbers: FxHashMap<Arc<[u32]>, u32>,
    states: Vec<Arc<[u32]>>,
    /// What keys and parts take besides their places in the tables.
    weight: usize,
}

/// Stands for a free slot.
const FREE: u32 = u32::MAX;

/// Stands for a map, which has no number.
const MAP: u32 = u32::MAX;

impl Store {
    fn len(&self) -> usize {
        self.states.len()
    }

    /// The number of a state that was inserted before.
    fn find(&self, state: &State) -> u32 {
        let known = "successors of states in the graph are in the graph";
        let globals = self.globals.find(&state.globals, &self.addresses).expect(known);
        let object = |object: &Arc<Object>| self.objects.find(object, &self.addresses).expect(known);
        let memory = self.memories.numbers[&memory_key(&state.memory, object)[..]];
        let thread = |thread: &Arc<Thread>| self.threads.find(thread, &self.addresses).expect(known);
        self.numbers[&key(state, globals, memory, thread)[..]]
    }

    fn insert(&mut self, state: &State) -> u32 {
        let Store { globals, threads, objects, memories, addresses, weight, .. } = self;
        let globals = globals.number(&state.globals, addresses, weight, of_values);
        let object = |object: &Arc<Object>| objects.number(object, addresses, weight, of_object);
        let key_of_memory = memory_key(&state.memory, object);
        let memory = memories.number(&state.memory, key_of_memory, objects, addresses, weight);
        let key = key(state, globals, memory, |thread| threads.number(thread, addresses, weight, of_thread));
        if let Some(number) = self.numbers.get(key.as_slice()) {
            return *number;
        }
        let number = self.states.len() as u32;
        let key: Arc<[u32]> = key.into();
        self.weight += size_of_val(&*key) + 2 * size_of::<usize>() + BLOCK;
        self.states.push(key.clone());
        self.numbers.insert(key, number);
        number
    }

    fn state(&self, number: u32) -> State {
        let key = &self.states[number as usize];
        let thread = |part: &u32| (*part != FREE).then(|| self.threads.part(*part));
        State {
            globals: self.globals.part(key[0]),
            memory: self.memories.parts[key[1] as usize].clone(),
            halted: key[2] == 1,
            threads: key[3..].iter().map(thread).collect(),
        }
    }

    fn bytes(&self) -> u64 {
        let states = self.states.capacity() * size_of::<Arc<[u32]>>() + table(&self.numbers);
        let parts = self.globals.bytes()
            + self.threads.bytes()
            + self.objects.bytes()
            + self.memories.bytes()
            + table(&self.addresses);
        (states + parts + self.weight) as u64
    }
}

/// A state as the numbers of its parts.
fn key(state: &State, globals: u32, memory: u32, mut number: impl FnMut(&Arc<Thread>) -> u32) -> Vec<u32> {
    let threads = state.threads.iter().map(|slot| slot.as_ref().map_or(FREE, &mut number));
    [globals, memory, u32::from(state.halted)].into_iter().chain(threads).collect()
}

/// A memory as the numbers of its objects.
fn memory_key(memory: &Memory, mut number: impl FnMut(&Arc<Object>) -> u32) -> Vec<u32> {
    let mut key = vec![memory.next()];
    key.extend(memory.statics().iter().map(&mut number));
    key.extend(memory.dynamics().flat_map(|(place, object)| [place, number(object)]));
    key
}

/// Memories, each kept once, with objects of which each is kept once.
#[derive(Default)]
struct Memories {
    numbers: FxHashMap<Arc<[u32]>, u32>,
    parts: Vec<Arc<Memory>>,
}

impl Memories {
    /// The number of the memory, of which all objects are known.
    fn number(
        &mut self,
        memory: &Memory,
        key: Vec<u32>,
        objects: &Parts<Object>,
        addresses: &FxHashMap<usize, u32>,
        weight: &mut usize,
    ) -> u32 {
        if let Some(number) = self.numbers.get(key.as_slice()) {
            return *number;
        }
        let number = self.parts.len() as u32;
        let known = |object: &Arc<Object>| objects.part(objects.find(object, addresses).expect("it was numbered"));
        let memory = memory.with_objects(known);
        let mut is_counted = |_| false;
        *weight += of_memory(&memory, &mut Shared(&mut is_counted)) + size_of::<Memory>();
        *weight += size_of_val(&key[..]) + 2 * (2 * size_of::<usize>() + BLOCK);
        self.parts.push(Arc::new(memory));
        self.numbers.insert(key.into(), number);
        number
    }

    fn bytes(&self) -> usize {
        self.parts.capacity() * size_of::<Arc<Memory>>() + table(&self.numbers)
    }
}

/// Parts of states, each kept once.
struct Parts<T> {
    numbers: FxHashMap<Arc<T>, u32>,
    parts: Vec<Arc<T>>,
}

impl<T> Default for Parts<T> {
    fn default() -> Parts<T> {
        Parts { numbers: FxHashMap::default(), parts: Vec::new() }
    }
}

impl<T: Eq + Hash> Parts<T> {
    fn number(
        &mut self,
        part: &Arc<T>,
        addresses: &mut FxHashMap<usize, u32>,
        weight: &mut usize,
        weigh: impl FnOnce(&T, &mut Shared<'_>) -> usize,
    ) -> u32 {
        if let Some(number) = self.find(part, addresses) {
            return number;
        }
        let number = self.parts.len() as u32;
        let mut is_first_met = |map: usize| addresses.insert(map, MAP).is_none();
        *weight += weigh(part, &mut Shared(&mut is_first_met)) + size_of::<T>() + 2 * size_of::<usize>() + BLOCK;
        addresses.insert(Arc::as_ptr(part) as usize, number);
        self.parts.push(part.clone());
        self.numbers.insert(part.clone(), number);
        number
    }

    fn find(&self, part: &Arc<T>, addresses: &FxHashMap<usize, u32>) -> Option<u32> {
        let address = Arc::as_ptr(part) as usize;
        addresses.get(&address).or_else(|| self.numbers.get(part)).copied()
    }

    fn part(&self, number: u32) -> Arc<T> {
        self.parts[number as usize].clone()
    }

    fn bytes(&self) -> usize {
        self.parts.capacity() * size_of::<Arc<T>>() + table(&self.numbers)
    }
}

fn table<K, V>(table: &FxHashMap<K, V>) -> usize {
    of_table(table.len(), table.capacity(), size_of::<(K, V)>())
}
