//! Preparation for engines that know neither memory nor calls: a program becomes one in which every thread is a procedure of
//! its own, started at most once, and everything that threads share is a variable.
//!
//! This is possible where it is known, before the program runs, how many threads there are, which functions they call, and
//! which objects they read and write: pointers to one of a few places are fine, and what is allocated once is as good as a
//! variable. Where it is not possible, [`without_memory`] says why, place by place.
//!
//! The way is partial evaluation. Every thread is followed from its start, through the procedures that it calls, with what is
//! known about the values of variables on the way ([`known`]): exactly one, one of a few, nothing. What is known becomes part
//! of the location or a literal, and the rest stays what it is. A loop is unrolled only if something in it could not be
//! prepared otherwise: threads are started there, or another element of an array is touched each time around.
//!
//! A step of the prepared program is a step of the program, or several that nobody else notices ([`fuse`]); what a variable
//! held that is gone can be told from where the threads are. So counterexamples go back step by step (`engine::prepare::lifted`), and whatever is proved
//! of all runs of the one holds of the other, with one exception: sections of calls are not there any more, and nodes do not
//! tell whose they were; `sections` is not to be asked.
//!
//! Proofs by ranking functions rest on this ([`crate::linear::system::Subject`]): if a run of the program were left out here, something wrong
//! might be proved. So it is part of what is trusted, though nothing else that is proved or refuted depends on it.
//!
//! Recursion that does not end after few calls, known from the arguments, cannot be prepared as it is. For those who look for runs and prove
//! nothing, [`in_part`] cuts it off, and keeps what the stack is at each location ([`stacks`]); objects of which there may be any number come
//! from a pool of a few ([`pools`]).
//!
//! The modules in reading order.

pub mod known;
pub mod cells;
pub mod points;
pub mod explore;
pub mod walker;
pub mod terms;
pub mod memory;
pub mod pools;
pub mod transfer;
pub mod stacks;
pub mod emit;
pub mod fuse;
pub mod atomic;

use std::collections::BTreeSet;

use crate::ids::ProcId;
use crate::procedure::Motion;
use crate::program::Program;
use crate::span::Span;

use crate::prepare::cells::Learned;
use crate::prepare::explore::Explorer;
use crate::prepare::pools::ObjectPool;
use crate::prepare::stacks::Stack;

/// A program without memory and calls, and the way back.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// The program. Its procedures are its threads.
    pub program: Program,
    /// What the procedures are, in their order.
    pub threads: Vec<PreparedThread>,
    /// Objects that are alike, if only part of the program is looked at.
    pub pools: Vec<ObjectPool>,
}

/// What a procedure of the prepared program is.
#[derive(Clone, Debug)]
pub struct PreparedThread {
    /// What each of its edges is.
    pub edges: Vec<PreparedEdge>,
    /// Where the thread is started.
    pub started_at: Span,
    /// The stack at each of its locations, if recursion is cut off; nothing otherwise.
    pub stacks: Vec<Option<Stack>>,
}

/// What an edge of the prepared program is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PreparedEdge {
    /// The steps of the program that was given.
    pub motions: Vec<Motion>,
    /// Whether the last of them may end in an error.
    pub may_fail: bool,
    /// Whether one before the last may; so it is only where atomic blocks are single steps.
    pub may_fail_within: bool,
    /// How many procedures are at work, where there are fewest, before it, after it and on the way.
    pub lowest: usize,
    /// The procedures that the thread runs before it, after it and all the way, as [`crate::property::Property::Thread`] says: it does
    /// not return from them.
    pub runs: BTreeSet<ProcId>,
}

/// Why a program cannot do without memory, and where.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Obstacle {
    /// Where.
    pub span: Span,
    /// Why.
    pub why: String,
}

/// More rounds of learning than this, and the program is too intricate.
const MOST_ROUNDS: usize = 200;

/// How much of a program is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// What is done about procedures that call themselves.
    pub recursion: Recursion,
    /// How many objects one place may allocate while there are pointers to earlier ones.
    pub objects: usize,
}

/// What is done about procedures that call themselves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Recursion {
    /// If a procedure may be at work more often than this, the program cannot be prepared.
    Within(usize),
    /// Where it would be at work more often than this, what happens is not known.
    CutAt(usize),
}

/// A procedure that is at work more often than this may call itself for ever.
const DEEPEST_RECURSION: usize = 8;

/// The program without memory and calls, or why there is none.
pub fn without_memory(program: &Program) -> Result<Prepared, Vec<Obstacle>> {
    without_memory_in_time(program, &|_| false)
}

/// The same, given up as too large as soon as the time is over, or so many bytes are too many.
pub fn without_memory_in_time(program: &Program, is_over: &dyn Fn(u64) -> bool) -> Result<Prepared, Vec<Obstacle>> {
    prepared(program, Limits { recursion: Recursion::Within(DEEPEST_RECURSION), objects: 1 }, is_over)
}

/// The same for part of the program: what happens in a procedure that is at work more often than this, if that is given, and where more
/// objects than this are allocated at one place, is left out as something that is not known. Its runs are runs of the program, but not
/// all of them.
pub fn in_part(
    program: &Program,
    depth: Option<usize>,
    objects: usize,
    is_over: &dyn Fn(u64) -> bool,
) -> Result<Prepared, Vec<Obstacle>> {
    let recursion = depth.map_or(Recursion::Within(DEEPEST_RECURSION), Recursion::CutAt);
    prepared(program, Limits { recursion, objects }, is_over)
}

fn prepared(program: &Program, limits: Limits, is_over: &dyn Fn(u64) -> bool) -> Result<Prepared, Vec<Obstacle>> {
    let mut learned = Learned::default();
    let mut reasons = BTreeSet::new();
    for _ in 0..MOST_ROUNDS {
        let mut explorer = Explorer::explore(program, &mut learned, limits, is_over);
        if explorer.is_exhausted() {
            return Err(explorer.obstacles.into_keys().collect());
        }
        if std::mem::take(&mut explorer.learned.is_news) {
            continue;
        }
        if explorer.is_clear() {
            let passages = emit::passages(&mut explorer);
            emit::check_numbers(&mut explorer, &passages);
            if std::mem::take(&mut explorer.learned.is_news) {
                continue;
            }
            if explorer.is_clear() {
                let why = "its memory holds something at the start, when it has several threads already";
                let none = || vec![Obstacle { span: program.procedure(program.start[0]).span, why: why.to_owned() }];
                return emit::emit(&explorer, &passages).map(fuse::fused).ok_or_else(none);
            }
        }
        // Often it helps to look at every round of a loop by itself.
        let calls = explorer.obstacles.values().chain(explorer.unsplit.values());
        let stacks = calls.flat_map(|call| explorer.points.stack(*call));
        let involved: BTreeSet<ProcId> = stacks.map(|call| explorer.points.call(call).procedure).collect();
        for (map, call) in explorer.unsplit.clone() {
            let name = &program.global(map).name;
            let why = format!("which element of `{name}` is meant is not known before the program runs");
            explorer.obstruct(Span::NOWHERE, why, call);
        }
        let (obstacles, unsplit) = (explorer.obstacles, explorer.unsplit);
        if !involved.is_subset(&learned.unrolled) {
            learned.unrolled.extend(involved);
        } else if !unsplit.is_empty() {
            unsplit.into_keys().for_each(|map| learned.keep_whole(map));
            learned.is_news = false;
            reasons.extend(obstacles.into_keys());
        } else {
            reasons.extend(obstacles.into_keys());
            return Err(reasons.into_iter().collect());
        }
    }
    let span = program.procedure(program.start[0]).span;
    Err(vec![Obstacle { span, why: "the program is too intricate to be prepared".to_owned() }])
}
