//! The order of what threads notice of each other in an accepted run, for those who want to see it happen in the real program.
//!
//! An [`Event`] is an access to memory that threads have in common by the user's code, or the effect of a call of a function for threads. Steps that nobody else
//! notices are not in it, nor are functions whose effects need no order.
//! A call has its event where it takes effect: its last step. One that never takes effect has none, and is where the thread waits.
//! Who waits for a condition variable has two, one as it lets go of the mutex and one as it has the mutex again.

mod contacts;
mod operation;

use std::collections::BTreeMap;

use check::accept::Accepted;
use check::semantics::access::Log;
use check::semantics::eval::Scope;
use check::semantics::state::Frame;
use evidence::counterexample::{Choice, Counterexample, Motion, Step};
use evidence::verdict::Verdict;
use program::command::{Action, Command};
use program::ids::ThreadSlot;
use program::program::Program;
use program::span::{Origin, Span};
use program::value::Value;

use self::contacts::Contacts;
pub use self::operation::Operation;
use crate::lens::Telling;
use crate::outcome::Situation;
use crate::resolve::standing;
use crate::scene::Scene;

/// What happens, and in which order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    /// Before the cycle; all of it if the run is finite.
    pub stem: Vec<Event>,
    /// What repeats for ever; nothing if the run is finite, or if nobody notices anything in the cycle.
    pub cycle: Vec<Event>,
    /// How the run goes on after its stem.
    pub ending: Ending,
    /// The threads, by their numbers.
    pub threads: Vec<String>,
    /// The numbers of threads that take no part in the cycle though they could at times.
    pub held: Vec<u32>,
}

/// How a run goes on after its stem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// In a cycle.
    Cycle,
    /// Nobody can step.
    Deadlock,
    /// Threads may go on as they like: it is too late.
    NoReturn,
    /// Something fails.
    Failure,
}

/// Something that other threads can notice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// Who does it: threads are numbered in the order of their creation.
    pub thread: u32,
    /// What it is.
    pub operation: Operation,
    /// What the call returns, if that is a number.
    pub value: Option<i64>,
}

/// The order of events in the run that refutes the property; nothing if there is no run.
pub fn of(accepted: &Accepted, program: &Program) -> Option<Schedule> {
    let Verdict::Refuted(counterexample) = accepted.verdict() else { return None };
    let (stem, cycle, ending): (&[Step], &[Step], Ending) = match counterexample {
        Counterexample::Lasso(lasso) => (&lasso.stem, &lasso.cycle, Ending::Cycle),
        Counterexample::Deadlock(steps) => (steps, &[], Ending::Deadlock),
        Counterexample::Trap(trap) => (&trap.steps, &[], Ending::NoReturn),
        Counterexample::Failure(steps) => (steps, &[], Ending::Failure),
    };
    let once: Vec<Step> = [stem, cycle].concat();
    let first = Scene::first(program, Telling::Everything, &[&once]);
    let mut scenes = crate::resolve::scenes(program, &first, stem);
    let mut recorder = Recorder::new(program);
    recorder.record_all(0, stem, &scenes);
    let head_state = match counterexample {
        Counterexample::Lasso(lasso) => check::rules::lasso::head(program, &scenes.last()?.state, lasso).ok()?,
        _ => scenes.last()?.state.clone(),
    };
    // Calls that begin at the end of the cycle may take effect at its beginning, so the cycle is gone through twice.
    for begin in [stem.len(), once.len()] {
        let mut head = scenes.last()?.clone();
        head.state = head_state.clone();
        scenes = crate::resolve::scenes(program, &head, cycle);
        recorder.record_all(begin, cycle, &scenes);
    }
    let held = held(program, cycle, &scenes);
    let (events, threads, contacts) = recorder.finish(scenes.last()?);
    let within = |from: usize, to: usize| -> Vec<Event> {
        events.iter().filter(|(position, _)| (from..to).contains(position)).map(|(_, event)| event.clone()).collect()
    };
    let (mut stem, mut cycle) = (within(0, stem.len()), within(once.len(), once.len() + cycle.len()));
    contacts.confine(program, &mut stem, &mut cycle);
    Some(Schedule { stem, cycle, ending, threads, held })
}

/// Threads that do not step in the cycle and can at some time in it.
fn held(program: &Program, cycle: &[Step], scenes: &[Scene]) -> Vec<u32> {
    let Some(first) = scenes.first() else { return Vec::new() };
    let idle = first.state.slots().filter(|slot| cycle.iter().all(|step| step.thread != *slot));
    let is_ready = |scene: &Scene, slot| matches!(standing(program, scene, slot).situation, Situation::Ready { .. });
    let can_step = |slot: &ThreadSlot| scenes.iter().any(|scene| is_ready(scene, *slot));
    idle.filter(can_step).filter_map(|slot| first.number(slot)).collect()
}

struct Recorder<'a> {
    program: &'a Program,
    /// For each thread, the call of a function for threads that it is in.
    calls: BTreeMap<ThreadSlot, Call>,
    events: Vec<(usize, Event)>,
    names: BTreeMap<u32, String>,
    /// For each thread, the position among the events of a value that a function has given, until it is assigned.
    drawn: BTreeMap<u32, usize>,
    /// What accesses to memory have to do with each other.
    contacts: Contacts,
    /// The number of the thread that was last in each slot.
    numbers: BTreeMap<ThreadSlot, u32>,
}

/// A call under way.
#[derive(Clone)]
struct Call {
    /// How many frames are below it.
    depth: usize,
    /// How many are below the innermost function in it that has the effect.
    inner: usize,
    /// What it is.
    operation: Operation,
    /// The position of its first step that has an effect, and of its last one so far.
    steps: Option<(usize, usize)>,
}

impl<'a> Recorder<'a> {
    fn new(program: &'a Program) -> Recorder<'a> {
        let (calls, names, numbers) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        let (drawn, contacts) = (BTreeMap::new(), Contacts::default());
        Recorder { program, calls, events: Vec::new(), names, drawn, contacts, numbers }
    }

    fn record_all(&mut self, begin: usize, steps: &[Step], scenes: &[Scene]) {
        for (index, (step, scene)) in steps.iter().zip(scenes).enumerate() {
            self.record(begin + index, step, scene);
        }
    }

    fn record(&mut self, position: usize, step: &Step, scene: &Scene) {
        for slot in scene.state.slots() {
            if let Some(number) = scene.number(slot) {
                self.numbers.insert(slot, number);
                self.names.entry(number).or_insert_with(|| scene.thread(self.program, slot));
            }
        }
        let Some(thread) = scene.number(step.thread) else { return };
        let frames = scene.state.thread(step.thread).and_then(|thread| thread.frames()).unwrap_or_default();
        let Some(user) = frames.iter().rposition(|frame| self.is_compiled(frame)) else { return };
        if user + 1 == frames.len() {
            return self.in_program(position, thread, step, scene, &frames[user]);
        }
        let name = |frame: &Frame| self.program.procedure(frame.procedure).name.as_str();
        let first = frames.iter().skip(user + 1).position(|frame| !Operation::is_around(name(frame)));
        let Some(depth) = first.map(|first| user + 1 + first) else { return };
        let Some(operation) = Operation::of(name(&frames[depth])) else { return };
        let inner = frames.iter().rposition(|frame| Operation::of(name(frame)).is_some()).unwrap_or(depth);
        let new = Call { depth, inner, operation, steps: None };
        let call = self.calls.entry(step.thread).or_insert(new.clone());
        if (call.depth, &call.operation) != (new.depth, &new.operation) || call.inner < inner {
            *call = new;
        }
        match step.motion {
            Motion::Edge(edge) if call.inner == inner => {
                let top = &frames[frames.len() - 1];
                let is_empty = self.program.procedure(top.procedure).edge(edge).commands.is_empty();
                if !is_empty && call.operation.takes_effect_in(name(top)) {
                    let first = call.steps.map_or(position, |(first, _)| first);
                    call.steps = Some((first, position));
                }
            }
            Motion::Return if frames.len() == depth + 1 => self.returns(step.thread, thread, &frames[depth]),
            _ => {}
        }
    }

    /// What the program itself does: it looks at memory, and gets values that are chosen.
    fn in_program(&mut self, position: usize, thread: u32, step: &Step, scene: &Scene, frame: &Frame) {
        self.leave_unfinished(step.thread);
        let Motion::Edge(edge) = step.motion else { return };
        let edge = self.program.procedure(frame.procedure).edge(edge);
        let mut seen: Vec<(Span, bool, bool)> = Vec::new();
        let mut choices = step.choices.iter();
        for command in &edge.commands {
            let asked = self.asked_for(command.span);
            match &command.action {
                Action::Havoc(targets) => {
                    for choice in choices.by_ref().take(targets.len()) {
                        if let (Choice::Value(value), Some(operation)) = (choice, &asked) {
                            let event = Event { thread, operation: operation.clone(), value: number(value) };
                            self.events.push((position, event));
                        }
                    }
                }
                Action::Assign(assignments) => {
                    if let (Some(operation), [(_, expr)]) = (asked, &assignments[..]) {
                        let log = Log::default();
                        let scope = Scope { program: self.program, state: &scene.state, slot: step.thread, log: &log };
                        let value = scope.eval(expr).ok().and_then(|value| number(&value));
                        self.chosen(position, Event { thread, operation, value });
                    }
                }
                _ => {}
            }
            let (reads, writes) = accesses(command);
            if (reads || writes) && command.span.line > 0 {
                match seen.iter_mut().find(|(span, _, _)| *span == command.span) {
                    Some((_, also_reads, also_writes)) => {
                        *also_reads |= reads;
                        *also_writes |= writes;
                    }
                    None => seen.push((command.span, reads, writes)),
                }
            }
        }
        for (span, reads, writes) in seen {
            let Some(file) = self.program.files.get(span.file.index()) else { continue };
            let operation =
                Operation::Access { file: file.name.clone(), line: span.line, column: span.column, reads, writes };
            self.contacts.note(self.program, scene, step.thread, thread, &operation);
            self.events.push((position, Event { thread, operation, value: None }));
        }
    }

    /// The call is over: its effects are known.
    fn returns(&mut self, slot: ThreadSlot, thread: u32, frame: &Frame) {
        let Some(Call { operation, steps: Some((first, last)), .. }) = self.calls.remove(&slot) else { return };
        let procedure = self.program.procedure(frame.procedure);
        let value = procedure.results.iter().rev().find_map(|local| number(&frame.locals[local.index()]));
        let value = value.map(|value| operation.value(&procedure.name, value));
        if operation.is_in_two_parts() && last > first {
            self.events.push((first, Event { thread, operation, value: None }));
            self.events.push((last, Event { thread, operation: Operation::Woken, value }));
        } else {
            if operation.gives_value() {
                self.drawn.insert(thread, self.events.len());
            }
            self.events.push((last, Event { thread, operation, value }));
        }
    }

    /// A call that was left in another way than by its return, as by an exception, had no effect that needs an order.
    fn leave_unfinished(&mut self, slot: ThreadSlot) {
        self.calls.remove(&slot);
    }

    /// A value that was chosen is assigned. If a function has given one just now, it is that one, or what it stands for.
    fn chosen(&mut self, position: usize, event: Event) {
        match self.drawn.remove(&event.thread).and_then(|index| self.events.get_mut(index)) {
            Some((_, drawn)) if drawn.operation == event.operation => drawn.value = event.value,
            _ => self.events.push((position, event)),
        }
    }

    /// What gives a value there that is chosen, if the program asks for one. Other values are chosen as memory is used.
    fn asked_for(&self, span: Span) -> Option<Operation> {
        let text = self.program.files.get(span.file.index()).and_then(|file| file.excerpt(span))?;
        Operation::asked_for(&text)
    }

    /// All events in their order, and the names of the threads. Of calls that are under way at the end, what they have done so far
    /// counts.
    fn finish(mut self, last: &Scene) -> (Vec<(usize, Event)>, Vec<String>, Contacts) {
        for (slot, Call { operation, steps, inner, .. }) in std::mem::take(&mut self.calls) {
            let (Some(thread), Some((first, _))) = (self.numbers.get(&slot), steps) else { continue };
            let frames = last.state.thread(slot).and_then(|thread| thread.frames()).unwrap_or_default();
            let is_over = |frame: &Frame| frame.node == self.program.procedure(frame.procedure).exit;
            // One that has only begun has had no effect yet, but for those that have one as they begin.
            if operation.is_in_two_parts() || frames.len() <= inner + 1 && frames.get(inner).is_none_or(is_over) {
                self.events.push((first, Event { thread: *thread, operation, value: None }));
            }
        }
        // The sort is stable: events of one step stay in their order.
        self.events.sort_by_key(|(position, _)| *position);
        (self.events, self.names.into_values().collect(), self.contacts)
    }

    fn is_compiled(&self, frame: &Frame) -> bool {
        let span = self.program.procedure(frame.procedure).span;
        let file = self.program.files.get(span.file.index()).filter(|_| span.line > 0);
        // What the tool brings along stands for functions of the system.
        file.is_some_and(|file| file.origin != Origin::Primitive && !file.name.starts_with(BROUGHT_ALONG))
    }
}

/// How the names of files begin that stand for parts of libraries.
const BROUGHT_ALONG: &str = "<unhang>/";

/// Whether the command looks at memory, and whether it changes it.
fn accesses(command: &Command) -> (bool, bool) {
    let mut reads = matches!(command.action, Action::Copy { .. });
    command.action.for_each_expr(|expr| reads |= expr.loads());
    (reads, matches!(command.action, Action::Store { .. } | Action::Copy { .. } | Action::Fill { .. }))
}

fn number(value: &Value) -> Option<i64> {
    match value {
        Value::Bits(bits) => bits.signed().to_string().parse().ok(),
        Value::Bool(truth) => Some(i64::from(*truth)),
        _ => None,
    }
}
