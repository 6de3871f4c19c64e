//! Finds out what is known at every location of every thread.
//!
//! Each thread is looked at by itself. It finds in a cell what it or its parents have written there last, or whatever
//! any other thread ever writes there; so the threads are looked at again until none of them writes anything new.
//! The thread that starts all others only meets those that it has started.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use crate::ids::{EdgeId, GlobalId, LocalId, ProcId};
use crate::program::{MOST_THREADS, Program};
use crate::span::Span;

use crate::prepare::cells::{CellId, Cells, Learned, Object, ObjectFacts};
use crate::prepare::known::Known;
use crate::prepare::points::{CallFacts, CallId, Constants, Facts, Others, PointId, Points, ThreadFacts, ThreadId};
use crate::prepare::stacks::recursive;
use crate::prepare::transfer;
use crate::prepare::{Limits, Obstacle, Recursion};

/// More looks at locations than this, in all rounds together, are too many.
const MOST_LOOKS: u64 = 200_000;

/// After so many looks at locations there is one at the clock and at the memory.
const LOOKS_PER_GLANCE: u64 = 64;

/// What it takes to keep what is known of a cell, about.
const BYTES_PER_CELL: usize = 96;

// Sets of threads have a bit for each.
const _: () = assert!(MOST_THREADS <= u128::BITS as usize);

/// What is known of the program.
pub struct Explorer<'a> {
    /// The program.
    pub program: &'a Program,
    /// What was learned about it before.
    pub learned: &'a mut Learned,
    /// How much of the program is looked at.
    pub limits: Limits,
    /// Whether the time is over, or so many bytes are too many.
    is_over: &'a dyn Fn(u64) -> bool,
    /// The procedures that call themselves, if recursion is cut off.
    cut: BTreeSet<ProcId>,
    /// What becomes a variable.
    pub cells: Cells,
    /// Where threads can be.
    pub points: Points,
    /// What holds there.
    pub facts: Vec<Option<Facts>>,
    /// What threads write to the cell while they are not alone, in the order of the threads.
    interference: HashMap<CellId, Vec<(ThreadId, Known)>>,
    has_new_interference: bool,
    /// By location, edge, position of the command, and turn if they are of a pool.
    allocated: BTreeMap<(PointId, EdgeId, usize, usize), Object>,
    /// The objects that end with the procedure at work.
    on_stack: BTreeMap<CallId, BTreeSet<Object>>,
    /// Locations to look at, again or for the first time. Those that were met first are looked at first: what follows them is then looked at less often.
    waiting: BTreeSet<PointId>,
    /// Objects that are allocated although there may be a pointer to them already, and where that is written.
    pub held: BTreeMap<Object, Span>,
    /// Why the program cannot do without memory, and in which procedure at work.
    pub obstacles: BTreeMap<Obstacle, CallId>,
    /// Maps of which it is not known which elements are meant, and where.
    pub unsplit: BTreeMap<GlobalId, CallId>,
}

impl<'a> Explorer<'a> {
    /// Explores the program.
    pub fn explore(
        program: &'a Program,
        learned: &'a mut Learned,
        limits: Limits,
        is_over: &'a dyn Fn(u64) -> bool,
    ) -> Explorer<'a> {
        let cells = Cells::new(program);
        let mut explorer = Explorer {
            program,
            learned,
            limits,
            is_over,
            cut: if let Recursion::CutAt(_) = limits.recursion { recursive(program) } else { BTreeSet::new() },
            cells,
            points: Points::default(),
            facts: Vec::new(),
            interference: HashMap::new(),
            has_new_interference: false,
            allocated: BTreeMap::new(),
            on_stack: BTreeMap::new(),
            waiting: BTreeSet::new(),
            held: BTreeMap::new(),
            obstacles: BTreeMap::new(),
            unsplit: BTreeMap::new(),
        };
        let others = if program.start.len() == 1 { Others::NONE } else { Others::All };
        for &procedure in &program.start {
            let written = Arc::new(BTreeMap::new());
            let span = program.procedure(procedure).span;
            let started = explorer.start_thread(procedure, Vec::new(), written, others, None, span);
            started.expect("no more threads start than may exist at once");
        }
        explorer.run();
        explorer
    }

    fn run(&mut self) {
        loop {
            while let Some(point) = self.waiting.pop_first() {
                self.learned.looks += 1;
                if self.learned.looks.is_multiple_of(LOOKS_PER_GLANCE) && (self.is_over)(self.bytes()) {
                    self.learned.looks = MOST_LOOKS + 1;
                }
                if self.learned.looks > MOST_LOOKS {
                    let span = self.program.procedure(self.points.procedure_of(point)).span;
                    self.obstruct(
                        span,
                        "the program is too large to be prepared".to_owned(),
                        self.points.point(point).call,
                    );
                    return;
                }
                for passage in transfer::passages(self, point) {
                    if let Some((to, facts)) = passage.reaches {
                        self.reach(to, facts);
                    }
                }
            }
            if !std::mem::take(&mut self.has_new_interference) {
                return;
            }
            let all = (0..self.points.count() as u32).map(PointId);
            let known = all.filter(|point| self.facts[point.0 as usize].is_some());
            self.waiting = known.collect();
        }
    }

    /// How much memory the facts take, about. What several locations have in common is divided among them.
    fn bytes(&self) -> u64 {
        let of_point = |facts: &Facts| {
            let locals: usize = facts.frames.iter().map(|frame| frame.capacity() * size_of::<Known>()).sum();
            let written = facts.written.len() * BYTES_PER_CELL / Arc::strong_count(&facts.written);
            locals + written
        };
        self.facts.iter().flatten().map(of_point).sum::<usize>() as u64
    }

    /// Whether it takes too long to find out.
    pub fn is_exhausted(&self) -> bool {
        self.learned.looks > MOST_LOOKS
    }

    /// Whether the procedure calls itself, and is cut off.
    pub fn is_cut(&self, procedure: ProcId) -> bool {
        self.cut.contains(&procedure)
    }

    /// Whether nothing stands in the way.
    pub fn is_clear(&self) -> bool {
        self.obstacles.is_empty() && self.unsplit.is_empty()
    }

    /// Takes note that a thread can be there when this holds.
    fn reach(&mut self, point: PointId, facts: Facts) {
        self.facts.resize(self.points.count(), None);
        let (program, cells) = (self.program, &self.cells);
        let is_news = match &mut self.facts[point.0 as usize] {
            Some(known) => known.widen(&facts, |cell| cells.initial(program, cell)),
            unknown => {
                *unknown = Some(facts);
                true
            }
        };
        if is_news {
            self.waiting.insert(point);
        }
    }

    /// What a thread finds in the cell.
    pub fn found(&self, thread: ThreadId, facts: &Facts, cell: CellId) -> Known {
        let own = facts.written.get(&cell).cloned().unwrap_or_else(|| self.cells.initial(self.program, cell));
        let writers = self.interference.get(&cell).into_iter().flatten();
        let others = writers.filter(|(writer, _)| *writer != thread && self.points.may_meet(facts.others, *writer));
        others.fold(own, |found, (_, other)| found.or(other))
    }

    /// Takes note that a thread that is not alone writes this.
    pub fn interfere(&mut self, thread: ThreadId, cell: CellId, value: &Known) {
        let written = self.interference.entry(cell).or_default();
        let is_news = match written.binary_search_by_key(&thread, |(writer, _)| *writer) {
            Ok(place) => written[place].1.widen(value),
            Err(place) => {
                written.insert(place, (thread, value.clone()));
                true
            }
        };
        self.has_new_interference |= is_news;
    }

    /// Takes note of a reason why the program cannot do without memory.
    pub fn obstruct(&mut self, span: Span, why: String, call: CallId) {
        let span = self.own_line(span, call);
        self.obstacles.entry(Obstacle { span, why }).or_insert(call);
    }

    /// Where it is written; if the user has not written that, where the call is, or the start of the thread.
    fn own_line(&self, span: Span, call: CallId) -> Span {
        let is_own = |span: &Span| {
            span.line > 0 && self.program.files.get(span.file.index()).is_some_and(|file| file.origin.is_own())
        };
        if is_own(&span) {
            return span;
        }
        let CallFacts { thread, caller, .. } = self.points.call(call);
        let caller = caller
            .map(|(point, edge)| (point, self.program.procedure(self.points.procedure_of(point)).edge(edge).span));
        let starter = || {
            let thread = &self.points.threads[thread.0 as usize];
            thread.forked.map(|(point, ..)| (point, thread.span))
        };
        match caller.or_else(starter) {
            Some((point, span)) => self.own_line(span, self.points.point(point).call),
            None => span,
        }
    }

    /// In a procedure that is unrolled, the local variables that are constants.
    pub fn constants(&self, call: CallId, facts: &Facts) -> Option<Constants> {
        if !self.learned.unrolled.contains(&self.points.call(call).procedure) {
            return None;
        }
        let locals = facts.frames.last().into_iter().flatten().enumerate();
        // Which object of a pool is meant must not be part of the location: another one would do as well.
        let told = |known: &&Known| !self.may_be_pooled(known);
        let constant = |(index, known): (usize, &Known)| {
            Some((LocalId::new(index), Some(known).filter(told)?.constant()?.clone()))
        };
        Some(locals.filter_map(constant).collect())
    }

    /// Whether the thread can get hold of a pointer to the object.
    pub fn holds(&self, thread: ThreadId, facts: &Facts, object: Object) -> bool {
        let base = self.cells.base_of(object);
        facts.frames.iter().flatten().any(|known| known.may_point_to(base))
            || self.cells.numbers().any(|cell| self.found(thread, facts, cell).may_point_to(base))
    }

    /// The thread that is started there with these arguments; nothing if there are too many.
    pub fn start_thread(
        &mut self,
        procedure: ProcId,
        arguments: Vec<Known>,
        written: Arc<BTreeMap<CellId, Known>>,
        others: Others,
        forked: Option<(PointId, EdgeId, usize)>,
        span: Span,
    ) -> Option<ThreadId> {
        let known = forked.and_then(|_| self.points.threads.iter().position(|thread| thread.forked == forked));
        let thread = ThreadId(known.unwrap_or(self.points.threads.len()) as u32);
        if thread.0 as usize >= MOST_THREADS {
            return None;
        }
        let root = self.points.call_number(self.program, CallFacts { thread, caller: None, procedure });
        let mut frame = arguments;
        frame.resize(self.program.procedure(procedure).locals.len(), Known::unchosen());
        let entry = self.program.procedure(procedure).entry;
        let first = match known {
            Some(known) => self.points.threads[known].first,
            None => self.points.point_number(root, entry, None),
        };
        if known.is_none() {
            self.points.threads.push(ThreadFacts { root, first, forked, span });
        }
        self.reach(first, Facts { frames: vec![frame], written, others });
        Some(thread)
    }

    /// Forgets the threads but for the first ones: a step that starts the others cannot be taken.
    pub fn forget_threads_after(&mut self, count: usize) {
        if self.points.threads.len() <= count {
            return;
        }
        for thread in self.points.threads.drain(count..) {
            self.facts[thread.first.0 as usize] = None;
            self.waiting.remove(&thread.first);
        }
        self.interference.retain(|_, written| {
            written.retain(|(writer, _)| (writer.0 as usize) < count);
            !written.is_empty()
        });
    }

    /// The object that is allocated there.
    pub fn allocate(&mut self, place: (PointId, EdgeId, usize, usize), facts: impl FnOnce() -> ObjectFacts) -> Object {
        if let Some(known) = self.allocated.get(&place) {
            return *known;
        }
        let object = self.cells.add_object(facts());
        self.allocated.insert(place, object);
        object
    }

    /// Where the objects are allocated: by location, edge, position of the command, and turn if they are of a pool.
    pub fn allocated(&self) -> &BTreeMap<(PointId, EdgeId, usize, usize), Object> {
        &self.allocated
    }

    /// Takes note that the object ends with the procedure.
    pub fn ends_with(&mut self, call: CallId, object: Object) {
        self.on_stack.entry(call).or_default().insert(object);
    }

    /// The objects that end with the procedure.
    pub fn ending_with(&self, call: CallId) -> Vec<Object> {
        self.on_stack.get(&call).into_iter().flatten().copied().collect()
    }
}
