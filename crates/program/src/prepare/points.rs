//! Where a thread can be: calls are followed from where they are made, so that a procedure has locations of its own for
//! every way in which it is called.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use crate::ids::{EdgeId, LocalId, NodeId, ProcId};
use crate::program::{MOST_THREADS, Program};
use crate::span::Span;
use crate::value::Value;

use crate::prepare::cells::CellId;
use crate::prepare::known::Known;

/// The number of a thread, which is started at one place and once.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ThreadId(pub u32);

/// The number of a call.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CallId(pub u32);

/// The number of a location.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PointId(pub u32);

/// A thread.
#[derive(Clone, Debug)]
pub struct ThreadFacts {
    /// What it starts with.
    pub root: CallId,
    /// Where it starts.
    pub first: PointId,
    /// Where it is started, unless it is there from the beginning.
    pub forked: Option<(PointId, EdgeId, usize)>,
    /// Where that is written.
    pub span: Span,
}

/// A procedure at work: what a thread starts with, or a call.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CallFacts {
    /// Whose.
    pub thread: ThreadId,
    /// The location of the caller, and the edge that calls.
    pub caller: Option<(PointId, EdgeId)>,
    /// What is called.
    pub procedure: ProcId,
}

/// A location.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PointFacts {
    /// The procedure at work on top of the stack.
    pub call: CallId,
    /// Where it stands.
    pub node: NodeId,
    /// In a procedure that is unrolled: what is constant here.
    pub constants: Option<Constants>,
}

/// Local variables that are constants.
pub type Constants = Arc<[(LocalId, Value)]>;

/// What is known at a location.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Facts {
    /// Of the local variables, from the bottom of the stack to its top.
    pub frames: Vec<Vec<Known>>,
    /// Of the cells, as far as the thread itself and those that started it have written them; others have their first value.
    pub written: Arc<BTreeMap<CellId, Known>>,
    /// Who else may run.
    pub others: Others,
}

/// Which other threads a thread may meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Others {
    /// Those that it has started, as a set of their numbers, and those that they have started in turn.
    Started(u128),
    /// All.
    All,
}

impl Others {
    /// Nobody else runs.
    pub const NONE: Others = Others::Started(0);

    /// The thread was started, too.
    pub fn and(self, thread: ThreadId) -> Others {
        match self {
            Others::Started(set) => Others::Started(set | 1 << thread.0),
            Others::All => Others::All,
        }
    }

    fn or(self, other: Others) -> Others {
        match (self, other) {
            (Others::Started(left), Others::Started(right)) => Others::Started(left | right),
            _ => Others::All,
        }
    }
}

impl Facts {
    /// Takes note that the other may hold as well, and says whether that is news. Cells that are missing in one of them have their first values there.
    pub fn widen(&mut self, other: &Facts, initial: impl Fn(CellId) -> Known) -> bool {
        let mut is_news = false;
        for (left, right) in self.frames.iter_mut().flatten().zip(other.frames.iter().flatten()) {
            is_news |= left.widen(right);
        }
        if !Arc::ptr_eq(&self.written, &other.written) {
            let mut wider = Vec::new();
            // Both are in the same order, and have most cells in common.
            let mut others = other.written.iter().peekable();
            let only_there = |(cell, value): (&CellId, &Known)| (*cell, initial(*cell).or(value));
            for (cell, value) in &*self.written {
                while let Some(there) = others.next_if(|(other, _)| *other < cell) {
                    wider.push(only_there(there));
                }
                match others.next_if(|(other, _)| *other == cell) {
                    Some((_, other)) if value.covers(other) => {}
                    Some((_, other)) => wider.push((*cell, value.or(other))),
                    None => {
                        let first = initial(*cell);
                        if !value.covers(&first) {
                            wider.push((*cell, value.or(&first)));
                        }
                    }
                }
            }
            wider.extend(others.map(only_there));
            if !wider.is_empty() {
                is_news = true;
                Arc::make_mut(&mut self.written).extend(wider);
            }
        }
        let others = self.others.or(other.others);
        is_news | (std::mem::replace(&mut self.others, others) != others)
    }

    /// The local variables of the procedure on top.
    pub fn top(&mut self) -> &mut Vec<Known> {
        self.frames.last_mut().expect("a thread that runs has a frame")
    }
}

/// More locations than this for one node of a procedure at work are taken together.
const MOST_COPIES: usize = MOST_THREADS + 16;

/// All locations, calls and threads that were met, by number.
#[derive(Default)]
pub struct Points {
    /// The threads.
    pub threads: Vec<ThreadFacts>,
    calls: Vec<CallFacts>,
    /// The number of the first local variable of each call; those of all calls are numbered together.
    first_locals: Vec<u32>,
    locals: u32,
    call_numbers: HashMap<CallFacts, CallId>,
    points: Vec<PointFacts>,
    point_numbers: HashMap<PointFacts, PointId>,
    copies: HashMap<(CallId, NodeId), usize>,
}

impl Points {
    /// The number of a procedure at work.
    pub fn call_number(&mut self, program: &Program, call: CallFacts) -> CallId {
        if let Some(known) = self.call_numbers.get(&call) {
            return *known;
        }
        let number = CallId(self.calls.len() as u32);
        self.first_locals.push(self.locals);
        self.locals += program.procedure(call.procedure).locals.len() as u32;
        self.calls.push(call.clone());
        self.call_numbers.insert(call, number);
        number
    }

    /// The number that a local variable of the procedure at work has among those of all of them.
    pub fn local_number(&self, call: CallId, local: LocalId) -> LocalId {
        LocalId(self.first_locals[call.0 as usize] + local.0)
    }

    /// All procedures at work.
    pub fn calls(&self) -> impl Iterator<Item = CallId> + use<> {
        (0..self.calls.len() as u32).map(CallId)
    }

    /// The procedure at work.
    pub fn call(&self, call: CallId) -> &CallFacts {
        &self.calls[call.0 as usize]
    }

    /// The number of the location at the node, where this is constant.
    pub fn point_number(&mut self, call: CallId, node: NodeId, constants: Option<Constants>) -> PointId {
        let is_full = self.copies.get(&(call, node)).is_some_and(|count| *count >= MOST_COPIES);
        let mut point = PointFacts { call, node, constants };
        if is_full && !self.point_numbers.contains_key(&point) {
            point.constants = None;
        }
        if let Some(known) = self.point_numbers.get(&point) {
            return *known;
        }
        *self.copies.entry((call, node)).or_default() += 1;
        let number = PointId(self.points.len() as u32);
        self.points.push(point.clone());
        self.point_numbers.insert(point, number);
        number
    }

    /// The location.
    pub fn point(&self, point: PointId) -> &PointFacts {
        &self.points[point.0 as usize]
    }

    /// Whether one of the others is the thread, or has started it, or has started who has, and so on.
    pub fn may_meet(&self, others: Others, thread: ThreadId) -> bool {
        let Others::Started(set) = others else { return true };
        let starter = |thread: &ThreadId| {
            let (point, ..) = self.threads[thread.0 as usize].forked?;
            Some(self.thread_of(point))
        };
        std::iter::successors(Some(thread), starter).any(|thread| set & 1 << thread.0 != 0)
    }

    /// How many locations there are.
    pub fn count(&self) -> usize {
        self.points.len()
    }

    /// The thread whose location it is.
    pub fn thread_of(&self, point: PointId) -> ThreadId {
        self.call(self.point(point).call).thread
    }

    /// The procedure that stands there.
    pub fn procedure_of(&self, point: PointId) -> ProcId {
        self.call(self.point(point).call).procedure
    }

    /// The procedures at work, from the one on top to the one that the thread starts with.
    pub fn stack(&self, call: CallId) -> Vec<CallId> {
        let below = |call: &CallId| self.call(*call).caller.map(|(point, _)| self.point(point).call);
        std::iter::successors(Some(call), below).collect()
    }

    /// Whether the thread is over at the location.
    pub fn is_end(&self, program: &Program, point: PointId) -> bool {
        let PointFacts { call, node, .. } = self.point(point);
        let call = self.call(*call);
        call.caller.is_none() && *node == program.procedure(call.procedure).exit
    }
}
