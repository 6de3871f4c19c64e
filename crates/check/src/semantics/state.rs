//! States of a program.

use std::sync::Arc;

use program::ids::{EdgeId, LocalId, NodeId, ProcId, SectionKindId, ThreadSlot};
use program::program::{EndRule, Program};
use program::types::Type;
use program::value::{MapValue, Value};

use crate::semantics::access::{Log, note_ends};
use crate::semantics::memory::Memory;

/// Everything that the future of a run depends on.
///
/// The parts are shared between states: a step copies only what it changes.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// The contents of the global variables.
    pub globals: Arc<Vec<Value>>,
    /// The threads by slot. The last slot is never free.
    pub threads: Vec<Option<Arc<Thread>>>,
    /// The memory.
    pub memory: Arc<Memory>,
    /// Whether the program was ended by [`program::command::Action::Halt`] or by the end of its main thread.
    pub halted: bool,
}

/// A thread.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Thread {
    /// The procedure that it was started with.
    pub root: ProcId,
    /// By what a join finds it; nobody can join a thread without id.
    pub id: Option<Vec<Value>>,
    /// How far it is.
    pub phase: Phase,
    /// The sections it has opened and not yet closed, in the order in which they were opened.
    pub sections: Vec<OpenSection>,
    /// In how many atomic blocks that hold the scheduler it is.
    pub atomic_depth: u32,
}

/// How far a thread is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// It has procedures to finish; the last frame is the topmost.
    Running(Vec<Frame>),
    /// It has reached the end, with these results.
    Finished(Vec<Value>),
}

/// A procedure being executed.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Frame {
    /// The procedure.
    pub procedure: ProcId,
    /// Where it stands; below another frame, where it goes on after the return.
    pub node: NodeId,
    /// The contents of the local variables, which states share while the frame is below another one.
    pub locals: Arc<Vec<Value>>,
    /// The edge of the frame below that made this call; the bottom-most frame has none.
    pub called_by: Option<EdgeId>,
    /// The numbers of the memory objects that end with the frame.
    pub objects: Vec<u32>,
}

/// A section that a thread has opened.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct OpenSection {
    /// Its kind.
    pub kind: SectionKindId,
    /// Its object, if it has one.
    pub object: Option<Value>,
}

/// The only initial state: nothing that is arbitrary has been looked at yet.
pub fn initial(program: &Program) -> State {
    let arbitrary_globals = program.globals.iter().map(|variable| arbitrary(&variable.ty));
    let start_thread = |&procedure: &ProcId| {
        let frame = new_frame(program, procedure, Vec::new(), None);
        Some(Arc::new(Thread {
            root: procedure,
            id: None,
            phase: Phase::Running(vec![frame]),
            sections: Vec::new(),
            atomic_depth: 0,
        }))
    };
    let mut state = State {
        globals: Arc::new(arbitrary_globals.collect()),
        threads: program.start.iter().map(start_thread).collect(),
        memory: Arc::new(Memory::initial(program)),
        halted: false,
    };
    for slot in 0..state.threads.len() {
        state.finish_if_at_exit(program, ThreadSlot::new(slot), &Log::default());
    }
    state
}

/// A value of the type that nobody has looked at yet. Maps are undetermined key by key.
pub fn arbitrary(ty: &Type) -> Value {
    match ty {
        Type::Map(_) => Value::Map(Arc::new(MapValue::constant(Value::Any))),
        _ => Value::Any,
    }
}

/// A frame at the procedure's entry.
pub fn new_frame(program: &Program, procedure: ProcId, arguments: Vec<Value>, called_by: Option<EdgeId>) -> Frame {
    let declaration = program.procedure(procedure);
    let mut locals = arguments;
    let others = declaration.locals.iter().skip(locals.len());
    locals.extend(others.map(|variable| arbitrary(&variable.ty)));
    Frame { procedure, node: declaration.entry, locals: Arc::new(locals), called_by, objects: Vec::new() }
}

impl State {
    /// The thread in the slot, if there is one.
    pub fn thread(&self, slot: ThreadSlot) -> Option<&Thread> {
        self.threads.get(slot.index())?.as_deref()
    }

    /// The thread in the slot, to be changed.
    ///
    /// # Panics
    ///
    /// If the slot is free.
    pub(crate) fn thread_mut(&mut self, slot: ThreadSlot) -> &mut Thread {
        let thread = self.threads[slot.index()].as_mut().expect("only threads that exist are changed");
        Arc::make_mut(thread)
    }

    /// The slots of all threads that exist, finished ones among them.
    pub fn slots(&self) -> impl Iterator<Item = ThreadSlot> + '_ {
        let exists = |(slot, thread): (usize, &Option<_>)| thread.is_some().then(|| ThreadSlot::new(slot));
        self.threads.iter().enumerate().filter_map(exists)
    }

    /// The topmost frame of the thread in the slot, if it is running.
    pub fn top(&self, slot: ThreadSlot) -> Option<&Frame> {
        self.thread(slot)?.frames()?.last()
    }

    /// The thread that holds the scheduler, if one does.
    pub fn holder(&self) -> Option<ThreadSlot> {
        self.slots().find(|&slot| self.thread(slot).is_some_and(|thread| thread.atomic_depth > 0))
    }

    /// Whether the program has ended: it was halted, or all threads have finished.
    pub fn has_ended(&self) -> bool {
        self.halted || self.slots().all(|slot| self.thread(slot).is_some_and(Thread::has_finished))
    }

    /// Whether, if no thread can step, this is the end of no run of the program: one of them stands where a run is discarded if it
    /// gets no further. While a thread holds the scheduler, the others do not wait for what they stand at, but for that one.
    pub fn ends_no_run(&self, program: &Program) -> bool {
        let waits_for_input = |slot: ThreadSlot| {
            let discards = |frame: &Frame| program.procedure(frame.procedure).nodes[frame.node.index()].discards;
            self.top(slot).is_some_and(discards)
        };
        match self.holder() {
            Some(holder) => waits_for_input(holder),
            None => self.slots().any(waits_for_input),
        }
    }

    /// Puts a thread into the lowest free slot.
    pub(crate) fn add_thread(&mut self, thread: Thread) -> ThreadSlot {
        let free = self.threads.iter().position(Option::is_none);
        let slot = free.unwrap_or_else(|| {
            self.threads.push(None);
            self.threads.len() - 1
        });
        self.threads[slot] = Some(Arc::new(thread));
        ThreadSlot::new(slot)
    }

    /// Frees a slot.
    pub(crate) fn remove_thread(&mut self, slot: ThreadSlot) {
        self.threads[slot.index()] = None;
        while self.threads.last().is_some_and(Option::is_none) {
            self.threads.pop();
        }
    }

    /// If the thread has arrived at the exit of its bottom-most frame, it has finished:
    /// it keeps its results, for a join to take, and leaves at once if nobody can join it.
    ///
    /// A thread that finishes with a section still open stays, since the section does.
    pub(crate) fn finish_if_at_exit(&mut self, program: &Program, slot: ThreadSlot, log: &Log) {
        let Some([frame]) = self.thread(slot).and_then(Thread::frames) else { return };
        let procedure = program.procedure(frame.procedure);
        if frame.node != procedure.exit {
            return;
        }
        let result = |local: &LocalId| frame.locals[local.index()].clone();
        let results: Vec<Value> = procedure.results.iter().map(result).collect();
        let objects = frame.objects.clone();
        let thread = self.thread_mut(slot);
        thread.phase = Phase::Finished(results);
        thread.atomic_depth = 0;
        let is_forgotten = thread.id.is_none() && thread.sections.is_empty();
        if !objects.is_empty() {
            note_ends(log, &objects);
            let memory = Arc::make_mut(&mut self.memory);
            objects.iter().for_each(|&object| memory.remove(object));
        }
        if is_forgotten {
            self.remove_thread(slot);
        }
        if program.end == EndRule::MainThread && slot == ThreadSlot(0) {
            self.halted = true;
        }
    }
}

impl Thread {
    /// The frames, bottom-most first, unless the thread has finished.
    pub fn frames(&self) -> Option<&[Frame]> {
        match &self.phase {
            Phase::Running(frames) => Some(frames),
            Phase::Finished(_) => None,
        }
    }

    pub(crate) fn frames_mut(&mut self) -> &mut Vec<Frame> {
        match &mut self.phase {
            Phase::Running(frames) => frames,
            Phase::Finished(_) => unreachable!("a finished thread takes no step"),
        }
    }

    /// How many frames there are that the thread *runs*: from the bottom-most one up to the first whose procedure does not wrap.
    pub fn run_frames(&self, program: &Program) -> usize {
        let frames = self.frames().unwrap_or_default();
        let wrapping = frames.iter().take_while(|frame| program.procedure(frame.procedure).wraps).count();
        frames.len().min(wrapping + 1)
    }

    /// The depth of the bottom-most frame of a procedure of this name that the thread runs, if it runs one:
    /// see [`program::property::Property::Thread`].
    pub fn runs(&self, program: &Program, name: &str) -> Option<usize> {
        let run = &self.frames()?[..self.run_frames(program)];
        run.iter().position(|frame| program.procedure(frame.procedure).name == name)
    }

    /// The procedure that the thread is known as: the first one from the bottom that does not wrap.
    /// A thread that has called none such, or has finished, is known as what it was started with.
    pub fn known_as(&self, program: &Program) -> ProcId {
        let does_not_wrap = |frame: &&Frame| !program.procedure(frame.procedure).wraps;
        let found = self.frames().unwrap_or_default().iter().find(does_not_wrap);
        found.map_or(self.root, |frame| frame.procedure)
    }

    /// Whether it has reached its end.
    pub fn has_finished(&self) -> bool {
        matches!(self.phase, Phase::Finished(_))
    }
}
