//! Partial-order reduction: states at which it is enough to look at one thread.
//!
//! # What is reduced
//!
//! In a state, a thread is *eligible* if it is enabled and
//!
//! 1. it holds the scheduler, or no thread holds it and none of the steps at its location conflicts with anything that
//!    another thread may still do; and
//! 2. its location is not a *cut*.
//!
//! Cuts are the loop heads (the nodes to which a depth-first search from the entry, edges in order, finds an edge
//! while they are on its stack), and the entries of procedures that can call or fork themselves, directly or not.
//!
//! The *reduced graph* has the states in which no thread is eligible.
//! From such a state every step of every thread is taken; while the state so reached has an eligible thread, every step of
//! the one in the lowest slot is taken at once, and nothing else.
//! A reduced edge is labelled with what happened on the whole way.
//!
//! # Why it is right
//!
//! Two steps of different threads *conflict* if one may write a variable, or a part of the machinery, that the other may
//! read or write. Steps without conflict commute and neither enables nor disables the other.
//! Let `t` be eligible in `s`. What `t` can do next cannot be changed by others before `t` steps, and commutes with all of it.
//! (If `t` holds the scheduler, nobody else can step.)
//!
//! *Finite runs.* For every run `w` from a state `s` there are a run `x` and a reduced path from `s` that is `w·x` up to
//! commuting neighbours. By induction on the length of `w`: if `s` has an eligible thread `t` and `w` has a step of `t`, its
//! first one commutes to the front and `w` has become shorter. If it has none, any step of `t` can be put in front, and `w`
//! remains. This happens finitely often in a row, since every cycle of steps of a thread passes a cut.
//! Then the first step of `w` is itself taken.
//! So reduced states, which are all reachable states of the program, reach an end, a deadlock, a failure or the end of a section
//! in the reduced graph exactly if they do so in the full one; and from every reachable state that cannot reach such a thing
//! a reduced state can be reached, of which the same is true. This covers failures, deadlocks, `exit` and `sections`.
//!
//! *Discarded runs.* A state is void if all runs from it are discarded. A reduced state is void in the reduced graph exactly if
//! it is in the full one: ends of either kind are ends in both, and an infinite run gives an infinite reduced run, see below.
//! Let `s` be reachable and not void, so that it has a run `r` that counts, and let something be out of its reach but for void
//! states. Apply the construction to the run that leads to `s` and then goes on with `r`: steps put in front are those of `r`
//! if the thread steps in `r`, and commute with `r` otherwise. So the reduced state that is reached has a run that counts, too.
//!
//! *Infinite runs.* The same construction turns an infinite run into an infinite reduced one with the same steps of every
//! thread, or with more of them for a thread that is for ever eligible and never steps: unfair under weak and strong fairness,
//! and without harm under none. Every step of the original is placed after finitely many others.
//! If a thread `v` stops stepping in the original, then the steps that were moved forward do not conflict with where `v`
//! stands, so that `v` is enabled in the reduced run infinitely often, or for ever, exactly if it is in the original.
//! States inside a reduced edge need no look, since eligible steps change the enabledness of no other thread —
//! with one exception: where a thread holds the scheduler, the others are disabled. The label says so.
//! What the holder writes may enable or disable others, but none of them can step before it gives the scheduler back, and that
//! it takes the scheduler conflicts with everything, so that the step before was taken with all threads in view.

use std::collections::BTreeSet;

use program::command::{Action, Callee, Command};
use program::expr::{Expr, VarRef};
use program::ids::{EdgeId, GlobalId, NodeId, ProcId, ThreadSlot};
use program::procedure::{Edge, Procedure};
use program::program::{EndRule, Program};

use crate::semantics::state::{State, Thread};
use crate::semantics::step::{Taken, for_each_step};

/// A set of things that a step can depend on, one bit each: three parts of the machinery, then the global variables.
///
/// Global variables beyond the first 124 share the last bit, which can only make more steps conflict.
type Cells = u128;

/// All of the memory.
const MEMORY: Cells = 1;
/// Which slots are taken.
const SLOTS: Cells = 1 << 1;
/// Which threads have finished.
const FINISHED: Cells = 1 << 2;

fn global(global: GlobalId) -> Cells {
    1 << (global.index() + 3).min(127)
}

/// What a step, or all that a thread may still do, reads and writes.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Footprint {
    reads: Cells,
    writes: Cells,
    /// It conflicts with whatever there is.
    everything: bool,
}

impl Footprint {
    fn add(&mut self, other: Footprint) {
        self.reads |= other.reads;
        self.writes |= other.writes;
        self.everything |= other.everything;
    }

    fn conflicts_with(self, other: Footprint) -> bool {
        let touches = other.reads | other.writes;
        self.everything || other.everything || self.writes & touches != 0 || self.reads & other.writes != 0
    }

    fn write_variable(&mut self, variable: VarRef) {
        if let VarRef::Global(written) = variable {
            self.writes |= global(written);
        }
    }
}

/// What is known about a program before it runs.
pub struct Reduction<'a> {
    program: &'a Program,
    procedures: Vec<Facts>,
}

struct Facts {
    /// Of all steps at a node together.
    here: Vec<Footprint>,
    /// Of all that can happen from a node to the procedure's exit, in callees and forked threads as well.
    future: Vec<Footprint>,
    cuts: Vec<bool>,
}

impl<'a> Reduction<'a> {
    /// Looks at the program.
    pub fn new(program: &'a Program) -> Reduction<'a> {
        let futures = futures(program);
        let facts = |(index, future): (usize, Vec<Footprint>)| {
            let procedure = &program.procedures[index];
            let here = |node| at_node(procedure, NodeId::new(node));
            Facts {
                here: (0..procedure.nodes.len()).map(here).collect(),
                future,
                cuts: cuts(program, ProcId::new(index)),
            }
        };
        Reduction { program, procedures: futures.into_iter().enumerate().map(facts).collect() }
    }

    /// Visits the steps of the eligible thread in the lowest slot, and tells whether there is one.
    ///
    /// Visits and fails as [`for_each_step`] does.
    pub fn for_each_eligible<E: From<Unexplored>>(
        &self,
        state: &State,
        mut visit: impl FnMut(Option<Taken>) -> Result<(), E>,
    ) -> Result<bool, E> {
        for slot in state.slots() {
            let mut is_eligible = false;
            if self.may_go_first(state, slot) {
                for_each_step(self.program, state, slot, |attempt| {
                    is_eligible |= attempt.is_some();
                    visit(attempt)
                })?;
            }
            if is_eligible {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the thread is eligible if it is enabled.
    fn may_go_first(&self, state: &State, slot: ThreadSlot) -> bool {
        let Some(frames) = state.thread(slot).and_then(Thread::frames) else { return false };
        let Some(top) = frames.last() else { return false };
        if state.halted || self.procedures[top.procedure.index()].cuts[top.node.index()] {
            return false;
        }
        match state.holder() {
            Some(holder) => holder == slot,
            None => {
                let next = self.next_steps(state, slot);
                let others = state.slots().filter(|other| *other != slot);
                others.into_iter().all(|other| !next.conflicts_with(self.future(state, other)))
            }
        }
    }

    /// The footprint of what the thread can do in its next step.
    fn next_steps(&self, state: &State, slot: ThreadSlot) -> Footprint {
        let thread = state.thread(slot).expect("only threads that exist are asked for");
        let frames = thread.frames().expect("only running threads are asked for");
        let (top, below) = frames.split_last().expect("running threads have frames");
        let procedure = self.program.procedure(top.procedure);
        let mut footprint = self.procedures[top.procedure.index()].here[top.node.index()];
        if let [caller] = below
            && top.node == procedure.exit
            && caller.node == self.program.procedure(caller.procedure).exit
        {
            footprint.add(self.finishing(thread, slot));
            footprint.add(pending_return(self.program, frames, 0));
        }
        let returning = (top.node == procedure.exit).then(|| pending_return(self.program, frames, below.len()));
        footprint.add(returning.unwrap_or_default());
        let steps_to_exit = |edge: usize| procedure.edges[edge].to == procedure.exit;
        if below.is_empty() && procedure.edges_from(top.node).any(steps_to_exit) {
            footprint.add(self.finishing(thread, slot));
            footprint.add(pending_return(self.program, frames, 0));
        }
        footprint
    }

    /// The footprint of all that the thread may still do.
    fn future(&self, state: &State, slot: ThreadSlot) -> Footprint {
        let thread = state.thread(slot).expect("only threads that exist are asked for");
        let Some(frames) = thread.frames() else { return Footprint::default() };
        let mut footprint = self.finishing(thread, slot);
        for (depth, frame) in frames.iter().enumerate() {
            footprint.add(self.procedures[frame.procedure.index()].future[frame.node.index()]);
            footprint.add(pending_return(self.program, frames, depth));
        }
        footprint
    }

    /// The footprint of a thread's end.
    fn finishing(&self, thread: &Thread, slot: ThreadSlot) -> Footprint {
        finishing(thread.id.is_some(), self.program.end == EndRule::MainThread && slot == ThreadSlot(0))
    }
}

/// Why the steps of a thread cannot be listed.
pub type Unexplored = (crate::semantics::fault::Fault, program::span::Span);

/// A thread that somebody can join tells that it has finished; any other frees its slot.
fn finishing(can_be_joined: bool, ends_program: bool) -> Footprint {
    let writes = if can_be_joined { FINISHED } else { SLOTS };
    Footprint { reads: 0, writes, everything: ends_program }
}

/// The footprint of the return from the frame at the depth.
fn pending_return(program: &Program, frames: &[crate::semantics::state::Frame], depth: usize) -> Footprint {
    let mut footprint = Footprint::default();
    let caller = depth.checked_sub(1).map(|below| &frames[below]);
    if let (Some(caller), Some(edge)) = (caller, frames[depth].called_by) {
        add_results(program.procedure(caller.procedure).edge(edge), &mut footprint);
    }
    // Stack objects end with the frame.
    if !frames[depth].objects.is_empty() {
        footprint.writes |= MEMORY;
    }
    footprint
}

fn add_results(edge: &Edge, footprint: &mut Footprint) {
    let results = edge.call.iter().flat_map(|call| &call.results);
    results.for_each(|target| footprint.write_variable(*target));
}

fn at_node(procedure: &Procedure, node: NodeId) -> Footprint {
    let mut footprint = Footprint::default();
    for edge in procedure.edges_from(node) {
        footprint.add(of_edge(procedure.edge(EdgeId::new(edge))));
    }
    footprint
}

fn of_edge(edge: &Edge) -> Footprint {
    let mut footprint = Footprint::default();
    edge.for_each_read(&mut |variable| {
        if let VarRef::Global(read) = variable {
            footprint.reads |= global(read);
        }
    });
    edge.for_each_write(&mut |variable| footprint.write_variable(variable));
    let mut note_load = |expr: &Expr| {
        if expr.loads() {
            footprint.reads |= MEMORY;
        }
    };
    edge.commands.iter().for_each(|command| command.action.for_each_expr(&mut note_load));
    edge.call.iter().for_each(|call| call.for_each_expr(&mut note_load));
    for command in &edge.commands {
        match &command.action {
            Action::Store { .. } | Action::Allocate { .. } | Action::Free(_) => footprint.writes |= MEMORY,
            // A thread with nothing to do has finished as soon as it exists.
            Action::Fork { .. } => footprint.writes |= SLOTS | FINISHED,
            Action::Join { .. } => {
                footprint.writes |= SLOTS;
                footprint.reads |= FINISHED;
            }
            Action::BeginAtomic | Action::Halt => footprint.everything = true,
            _ => {}
        }
    }
    footprint.everything |= starts_through_pointer(edge);
    footprint
}

/// Whether the edge calls or forks what a pointer points to, which can be any procedure.
fn starts_through_pointer(edge: &Edge) -> bool {
    let forks = |command: &Command| matches!(&command.action, Action::Fork { callee: Callee::Pointer(_), .. });
    edge.call.as_ref().is_some_and(|call| matches!(call.callee, Callee::Pointer(_))) || edge.commands.iter().any(forks)
}

/// For every node of every procedure, the footprint of all that can follow: the least solution, by iteration.
fn futures(program: &Program) -> Vec<Vec<Footprint>> {
    let empty = |procedure: &Procedure| vec![Footprint::default(); procedure.nodes.len()];
    let mut futures: Vec<Vec<Footprint>> = program.procedures.iter().map(empty).collect();
    loop {
        let mut changed = false;
        for (index, procedure) in program.procedures.iter().enumerate() {
            for edge in procedure.edges.iter().rev() {
                let mut footprint = of_edge(edge);
                footprint.add(futures[index][edge.to.index()]);
                add_results(edge, &mut footprint);
                for (callee, starts_thread) in started(edge) {
                    footprint.add(futures[callee.index()][program.procedure(callee).entry.index()]);
                    if starts_thread {
                        footprint.add(finishing(true, false));
                        footprint.add(finishing(false, false));
                    }
                }
                let known = &mut futures[index][edge.from.index()];
                let before = *known;
                known.add(footprint);
                changed |= *known != before;
            }
        }
        if !changed {
            return futures;
        }
    }
}

/// The procedures that an edge calls or, with `true`, forks.
fn started(edge: &Edge) -> Vec<(ProcId, bool)> {
    let called = edge.call.iter().filter_map(|call| match call.callee {
        Callee::Procedure(procedure) => Some((procedure, false)),
        Callee::Pointer(_) => None,
    });
    let forked = edge.commands.iter().filter_map(|command| match &command.action {
        Action::Fork { callee: Callee::Procedure(procedure), .. } => Some((*procedure, true)),
        _ => None,
    });
    called.chain(forked).collect()
}

fn cuts(program: &Program, id: ProcId) -> Vec<bool> {
    let procedure = program.procedure(id);
    let mut cuts = loop_heads(procedure);
    if can_start_itself(program, id) {
        cuts[procedure.entry.index()] = true;
    }
    cuts
}

/// Nodes to which a depth-first search finds an edge while they are on its stack.
fn loop_heads(procedure: &Procedure) -> Vec<bool> {
    let count = procedure.nodes.len();
    let (mut heads, mut visited, mut on_stack) = (vec![false; count], vec![false; count], vec![false; count]);
    let mut stack = vec![(procedure.entry, procedure.edges_from(procedure.entry))];
    visited[procedure.entry.index()] = true;
    on_stack[procedure.entry.index()] = true;
    while let Some((node, edges)) = stack.last_mut() {
        let Some(edge) = edges.next() else {
            on_stack[node.index()] = false;
            stack.pop();
            continue;
        };
        let to = procedure.edges[edge].to;
        heads[to.index()] |= on_stack[to.index()];
        if !std::mem::replace(&mut visited[to.index()], true) {
            on_stack[to.index()] = true;
            stack.push((to, procedure.edges_from(to)));
        }
    }
    heads
}

/// Whether the procedure can call or fork itself, perhaps by way of others or through a pointer.
fn can_start_itself(program: &Program, id: ProcId) -> bool {
    let mut reached = BTreeSet::new();
    let mut waiting = vec![id];
    while let Some(procedure) = waiting.pop() {
        for edge in &program.procedure(procedure).edges {
            if starts_through_pointer(edge) {
                return true;
            }
            for (callee, _) in started(edge) {
                if reached.insert(callee) {
                    waiting.push(callee);
                }
            }
        }
    }
    reached.contains(&id)
}

/// What happens on the way along a reduced edge.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct Label {
    /// The threads that step.
    pub stepped: BTreeSet<ThreadSlot>,
    /// The threads that finish.
    pub finished: BTreeSet<ThreadSlot>,
    /// Threads that are disabled somewhere on the way because another one holds the scheduler.
    pub disabled: BTreeSet<ThreadSlot>,
    /// The sections that are left, or end with their thread.
    pub left: BTreeSet<evidence::counterexample::SectionInstance>,
}
