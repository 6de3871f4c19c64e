//! The machine seen from outside: all steps of a thread, and what a row stands for.
//!
//! The search has no use for most of this; the property test that keeps the engine's steps equal to the reference semantics does.

use evidence::reason::Reason;
use program::bytes::Bytes;
use program::command::Storage;
use program::ids::{EdgeId, NodeId, ProcId, SectionKindId};
use program::value::Value;

use crate::machine::{Machine, MicroStep, Path, Row};
use crate::objects::ENDED;
use crate::store::{FREE, Number};
use crate::thread::Thread;
use crate::words::Word;

/// A state in full.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Content {
    /// The contents of the global variables.
    pub globals: Vec<Value>,
    /// The threads by slot.
    pub threads: Vec<Option<ThreadContent>>,
    /// Whether the program was halted.
    pub halted: bool,
    /// The memory objects: the static ones that can change, then the dynamic ones; none where one has ended, unless at the end.
    pub memory: Vec<Option<(Bytes, Option<Storage>)>>,
}

/// A thread in full.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ThreadContent {
    /// The procedure it was started with.
    pub root: ProcId,
    /// By what a join finds it.
    pub id: Option<Vec<Value>>,
    /// Its frames, the bottom-most first; none if it has finished.
    pub frames: Vec<FrameContent>,
    /// Its results, if it has finished.
    pub results: Option<Vec<Value>>,
    /// The sections it has opened: kinds and objects.
    pub sections: Vec<(SectionKindId, Option<Value>)>,
    /// In how many atomic blocks it is.
    pub atomic_depth: u32,
}

/// A frame in full.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FrameContent {
    /// The procedure.
    pub procedure: ProcId,
    /// Where it stands.
    pub node: NodeId,
    /// The contents of the local variables.
    pub locals: Vec<Value>,
    /// The edge of the frame below that made the call.
    pub called_by: Option<EdgeId>,
    /// The numbers of the memory objects that end with it.
    pub objects: Vec<u32>,
}

impl Machine<'_> {
    /// All steps that the thread in the slot can take, each with the row it leads to, or with nothing if it fails.
    pub fn steps(&mut self, row: &[Number], slot: u32) -> Result<Vec<(MicroStep, Option<Row>)>, Reason> {
        self.components.forget_if_too_much(0);
        if !self.may_step(row, slot) {
            return Ok(Vec::new());
        }
        let mut steps = Vec::new();
        for number in self.components.transitions(row, slot)? {
            let transition = self.components.transition(number);
            let mut taken: Vec<MicroStep> = Vec::new();
            Path::push(&mut taken, slot, transition);
            let fails = transition.fails;
            let reached = if fails { None } else { Some(self.apply(row, slot, number)?) };
            let reached = reached.map(|row| self.canonical(row));
            steps.extend(taken.into_iter().map(|step| (step, reached.clone())));
        }
        Ok(steps)
    }

    /// What the row stands for.
    pub fn content(&self, row: &[Number]) -> Content {
        let words = self.components.globals(row[0]);
        let types = &self.components.compiled.globals;
        let thread = |number: &Number| (*number != FREE).then(|| self.thread_content(self.components.thread(*number)));
        let mut memory: Vec<_> =
            self.components.memory(row[0]).iter().map(|number| self.object_content(*number)).collect();
        while let Some(None) = memory.last() {
            memory.pop();
        }
        Content {
            globals: types.iter().zip(words).map(|(ty, word)| self.components.decode(ty, *word)).collect(),
            threads: row[1..].iter().map(thread).collect(),
            halted: self.components.is_halted(row[0]),
            memory,
        }
    }

    fn object_content(&self, number: Word) -> Option<(Bytes, Option<Storage>)> {
        let object = (number != ENDED).then(|| self.components.tables.objects.content(number))?;
        Some((object.bytes.clone(), object.storage))
    }

    /// What the thread with the deepest call stack runs, and how many frames it has.
    pub fn deepest_stack(&self, row: &[Number]) -> Option<(&str, usize)> {
        let procedures = &self.components.compiled.procedures;
        let stack = |number: &Number| {
            let thread = self.components.thread(*number);
            let frames = thread.frames(|procedure| procedures[procedure].locals.len());
            (procedures[thread.root()].name.as_str(), frames.len())
        };
        row[1..].iter().filter(|number| **number != FREE).map(stack).max_by_key(|(_, frames)| *frames)
    }

    fn thread_content(&self, thread: Thread<'_>) -> ThreadContent {
        let components = &self.components;
        let procedures = &components.compiled.procedures;
        let mut frames: Vec<FrameContent> = Vec::new();
        for frame in thread.frames(|procedure| procedures[procedure].locals.len()).into_iter().rev() {
            let types = &procedures[frame.procedure].locals;
            frames.push(FrameContent {
                procedure: ProcId::new(frame.procedure),
                node: NodeId(frame.node),
                locals: types.iter().zip(frame.locals).map(|(ty, word)| components.decode(ty, *word)).collect(),
                called_by: u32::try_from(frame.called_by).ok().map(EdgeId),
                objects: frame.objects.iter().map(|number| *number as u32).collect(),
            });
        }
        let root = &procedures[thread.root()];
        let result_types = root.results.iter().map(|result| &root.locals[*result as usize]);
        let results = result_types.zip(thread.results()).map(|(ty, word)| components.decode(ty, *word));
        ThreadContent {
            root: ProcId::new(thread.root()),
            id: thread.id().map(|id| {
                id.chunks_exact(2).map(|typed| components.decode_object(typed[0] as u32, typed[1])).collect()
            }),
            frames,
            results: thread.has_finished().then(|| results.collect()),
            sections: thread
                .sections()
                .map(|section| {
                    let object = section.object.map(|object| components.decode_object(object.ty, object.word));
                    (SectionKindId(section.kind), object)
                })
                .collect(),
            atomic_depth: thread.atomic_depth(),
        }
    }
}
