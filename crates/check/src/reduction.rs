//! Partial-order reduction: states at which it is enough to look at one thread.
//!
//! # What is reduced
//!
//! In a state, a thread is *eligible* if it can step, none of the steps at its location is spurious or one that is taken eventually,
//! none is a call in a procedure that is at work twice (so that the levels of a recursion without end are states that can be counted), and
//!
//! - it holds the scheduler; or
//! - no thread holds it, no step at its location stops others (takes the scheduler, or ends the program),
//!   and what the steps at its location read and write conflicts with nothing that another thread may still do:
//!   not with what the other's code names ([`crate::footprint`]), nor with what it can reach in memory ([`crate::touch`]);
//!   nor, while another thread may still take the scheduler, may a step leave a section.
//!
//! The *reduced graph* begins with the states that the initial state settles to.
//! From each of its states every step of every thread is taken, and the state so reached settles, which gives its successors.
//! To *settle* is to take steps of eligible threads and nothing else: all steps of the thread that stepped last as long as it is
//! eligible, else of the one in the lowest slot that is. A state settles where no thread is eligible.
//! It also settles where it is met again on a way from itself, and where it is when [`MOST_STEPS`] have been taken in all.
//! ([`crate::explore`] says in which order, [`Laps`] which states are compared as long as there is but one way.)
//! A reduced edge is labelled with what happened on the whole way. It is spurious if its first step is.
//!
//! # Why it is right
//!
//! Two steps of different threads *conflict* if one may write a variable, an object in memory, or a part of the machinery, that
//! the other may read or write. Steps without conflict commute and neither enables nor disables the other. New objects do not
//! conflict: states that differ in their names only are the same.
//! Let `t` be eligible in `s`. What `t` can do next cannot be changed by others before `t` steps, and commutes with all of it:
//! others reach no more objects than they do in `s` as long as `t` does not step, since a pointer to an object comes from where
//! they could look already. (If `t` holds the scheduler, nobody else can step.)
//! If another thread takes the scheduler, the step of `t` commutes with all that it does until it gives it back; and if it never
//! gives it back, the step of `t` can be put in front, unless that leaves a section which would have stayed open. Whether such a
//! run counts or is discarded is a matter of where the holder stands alone.
//! If another thread ends the program, the step of `t` can be put in front, and the program has ended all the same.
//!
//! *Finite runs.* For every run `w` from a state `s` there are a run `x` and a reduced path from `s` that is `w·x` up to
//! commuting neighbours. By induction on the length of `w`: if `s` has an eligible thread `t` and `w` has a step of `t`, its
//! first one commutes to the front and `w` has become shorter. If it has none, any step of `t` can be put in front, and `w`
//! remains. This happens finitely often in a row, since settling ends, and no state is passed over in a circle.
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
//! thread, or with more of them for a thread that is for ever eligible, but for moments when another one holds the scheduler,
//! and never steps. Where fairness allows that, the thread is kept from stepping by those moments, and they are the same
//! wherever it stands. Every step of the original is placed after finitely many others.
//! If a thread `v` stops stepping in the original, then the steps that were moved forward do not conflict with where `v`
//! stands, so that `v` is enabled in the reduced run infinitely often, or for ever, exactly if it is in the original.
//! States inside a reduced edge need no look, since eligible steps change the enabledness of no other thread —
//! with one exception: where a thread holds the scheduler, the others are disabled. The label says so.
//! What the holder writes may enable or disable others, but none of them can step before it gives the scheduler back, and that
//! it takes the scheduler is done by no eligible step, so that the step before was taken with all threads in view.
//!
//! *Spurious steps.* They are finitely many in every run that counts. A thread at a location with such a step is not eligible,
//! so that each of them is the first step of a reduced edge, which leads to a state from which the argument starts afresh.

//!
//! *Ways that are taken eventually.* A run counts if every thread that passes over a choice infinitely often takes it infinitely often.
//! That is a matter of what the thread does, and of what it could have done where it did so. The construction keeps the steps of every
//! thread in their order; the steps that it adds are those of eligible threads, and at a location with such a choice no thread is
//! eligible. What is moved past a step at such a location does not conflict with any step there, so that each of them can be taken
//! exactly if it could before. So the reduced run passes over, and takes, what the original does, and label by label that is known:
//! such a step is the first one of a reduced edge.

use std::collections::BTreeSet;
use std::sync::Arc;

use program::ids::{ChoiceId, ThreadSlot};
use program::program::{EndRule, Program};
use program::value::Value;

use crate::footprint::{Footprint, Footprints};
use crate::semantics::access::Log;
use crate::semantics::canonical::canonical;
use crate::semantics::state::{Frame, State, Thread};
use crate::semantics::step::{Taken, for_each_step};
use crate::touch::{Touchable, touchable};

/// What is known about a program before it runs.
pub struct Reduction<'a> {
    program: &'a Program,
    footprints: Footprints,
}

/// How many steps are taken at most when a state settles.
pub const MOST_STEPS: u32 = 128;

/// Why the steps of a thread cannot be listed.
pub type Unexplored = (crate::semantics::fault::Fault, program::span::Span);

/// Why there is no list of steps.
enum Unlisted<E> {
    Unexplored,
    Ended(E),
}

impl<E> From<Unexplored> for Unlisted<E> {
    fn from(_: Unexplored) -> Unlisted<E> {
        Unlisted::Unexplored
    }
}

/// What all threads but one may still do. While that one takes eligible steps it stays the same, unless others come and go or
/// global variables, in which there may be pointers, change.
pub struct Others {
    slot: ThreadSlot,
    threads: Vec<Option<Arc<Thread>>>,
    globals: Arc<Vec<Value>>,
    footprint: Footprint,
    /// What they may touch in memory, once somebody has asked.
    touchable: Option<Touchable>,
}

impl Others {
    fn are_still(&self, state: &State) -> bool {
        let is_same = |slot: usize| match (&self.threads[slot], &state.threads[slot]) {
            _ if slot == self.slot.index() => true,
            (Some(before), Some(now)) => Arc::ptr_eq(before, now),
            (before, now) => before.is_none() && now.is_none(),
        };
        self.globals == state.globals
            && self.threads.len() == state.threads.len()
            && (0..self.threads.len()).all(is_same)
    }
}

impl<'a> Reduction<'a> {
    /// Looks at the program.
    pub fn new(program: &'a Program) -> Reduction<'a> {
        Reduction { program, footprints: Footprints::new(program) }
    }

    /// The eligible thread whose turn it is after a step of `last`, if there is one, and its steps.
    ///
    /// `others` remembers what others than the thread whose turn it was may still do.
    /// `attempted` is told of every attempt to take a step, which is blocked if it comes to nothing, and may end it all.
    pub fn eligible<E>(
        &self,
        state: &State,
        last: Option<ThreadSlot>,
        others: &mut Option<Others>,
        mut attempted: impl FnMut(Option<&Taken>) -> Result<(), E>,
    ) -> Result<Option<(ThreadSlot, Vec<Taken>)>, E> {
        let last = last.filter(|slot| state.top(*slot).is_some());
        for slot in last.into_iter().chain(state.slots()) {
            if !self.may_be_alone(state, slot) {
                continue;
            }
            // A thread that holds the scheduler is in nobody's way. It may change what the others can reach, so that what was
            // known of them is forgotten.
            let known = others.take().filter(|others| others.slot == slot && others.are_still(state));
            if state.holder().is_none() {
                *others = Some(known.unwrap_or_else(|| self.others(state, slot)));
            }
            if let Some(taken) = self.steps_alone(state, slot, others.as_mut(), &mut attempted)? {
                return Ok(Some((slot, taken)));
            }
        }
        Ok(None)
    }

    /// What all threads but the one in the slot may still do.
    fn others(&self, state: &State, slot: ThreadSlot) -> Others {
        let mut others = Others {
            slot,
            threads: state.threads.clone(),
            globals: state.globals.clone(),
            footprint: Footprint::default(),
            touchable: None,
        };
        for other in state.slots().filter(|other| *other != slot) {
            others.footprint.add(self.future(state, other));
        }
        others
    }

    /// Whether nothing at the thread's location speaks against its being eligible.
    fn may_be_alone(&self, state: &State, slot: ThreadSlot) -> bool {
        let frames = state.thread(slot).and_then(Thread::frames).unwrap_or_default();
        let Some((top, below)) = frames.split_last() else { return false };
        let here = self.footprints.here(top.procedure, top.node);
        let recurs = || below.iter().any(|frame| frame.procedure == top.procedure);
        !state.halted
            && !here.is_marked
            && (!here.calls || !recurs())
            && match state.holder() {
                Some(holder) => holder == slot,
                None => !here.stops_others && !self.ends_program(state, slot),
            }
    }

    /// Whether the next step of the thread may end it and so the program.
    fn ends_program(&self, state: &State, slot: ThreadSlot) -> bool {
        self.program.end == EndRule::MainThread && slot == ThreadSlot(0) && self.may_finish(state, slot)
    }

    fn may_finish(&self, state: &State, slot: ThreadSlot) -> bool {
        let is_at_exit = |frame: &Frame| frame.node == self.program.procedure(frame.procedure).exit;
        match state.thread(slot).and_then(Thread::frames) {
            Some([only]) => self.footprints.here(only.procedure, only.node).may_reach_exit,
            Some([caller, top]) => is_at_exit(top) && is_at_exit(caller),
            _ => false,
        }
    }

    /// The steps of the thread, if it is eligible; `others` are those that may be in its way.
    fn steps_alone<E>(
        &self,
        state: &State,
        slot: ThreadSlot,
        others: Option<&mut Others>,
        attempted: &mut impl FnMut(Option<&Taken>) -> Result<(), E>,
    ) -> Result<Option<Vec<Taken>>, E> {
        let is_in_the_way = |others: &Others| {
            self.next_steps(state, slot).conflicts_with(others.footprint)
                || others.footprint.takes_scheduler && self.changes_the_outcome(state, slot)
        };
        if others.as_deref().is_some_and(is_in_the_way) {
            return Ok(None);
        }
        let log = Log::default();
        let mut taken = Vec::new();
        let listed = for_each_step(self.program, state, slot, &log, |attempt| {
            attempted(attempt.as_ref()).map_err(Unlisted::Ended)?;
            taken.extend(attempt);
            Ok(())
        });
        match listed {
            Ok(()) => {}
            Err(Unlisted::Ended(why)) => return Err(why),
            // If it is not known what the thread can do, that is found out where all threads step.
            Err(Unlisted::Unexplored) => return Ok(None),
        }
        let accesses = log.into_inner();
        let has_conflict = |others: &mut Others| {
            let slots = state.slots().filter(|other| *other != slot);
            let find = || touchable(self.program, &self.footprints, state, slots);
            others.touchable.get_or_insert_with(find).conflicts_with(&accesses)
        };
        let is_alone = accesses.is_empty() || !others.is_some_and(has_conflict);
        Ok((!taken.is_empty() && is_alone).then_some(taken))
    }

    /// Whether it makes a difference, where another thread keeps the scheduler for ever, that the thread has taken its next step:
    /// a section may be left by it.
    fn changes_the_outcome(&self, state: &State, slot: ThreadSlot) -> bool {
        let top = state.top(slot).expect("only running threads are asked for");
        let procedure = self.program.procedure(top.procedure);
        let here = self.footprints.here(top.procedure, top.node);
        let may_return = top.node == procedure.exit || self.may_finish(state, slot);
        let is_call_a_section = |frame: &Frame| self.program.procedure(frame.procedure).section.is_some();
        let frames = state.thread(slot).and_then(Thread::frames).unwrap_or_default();
        here.may_leave_section || may_return && frames.iter().any(is_call_a_section)
    }

    /// The footprint of what the thread can do in its next step.
    fn next_steps(&self, state: &State, slot: ThreadSlot) -> Footprint {
        let thread = state.thread(slot).expect("only threads that exist are asked for");
        let frames = thread.frames().expect("only running threads are asked for");
        let top = frames.last().expect("running threads have frames");
        let mut footprint = self.footprints.here(top.procedure, top.node).footprint;
        if top.node == self.program.procedure(top.procedure).exit {
            footprint.add(pending_return(self.program, frames, frames.len() - 1));
        }
        if self.may_finish(state, slot) {
            footprint.add(Footprint::of_finishing(thread.id.is_some()));
        }
        footprint
    }

    /// The footprint of all that the thread may still do.
    fn future(&self, state: &State, slot: ThreadSlot) -> Footprint {
        let thread = state.thread(slot).expect("only threads that exist are asked for");
        let Some(frames) = thread.frames() else { return Footprint::default() };
        let mut footprint = Footprint::of_finishing(thread.id.is_some());
        for (depth, frame) in frames.iter().enumerate() {
            footprint.add(self.footprints.future(frame.procedure, frame.node).0);
            footprint.add(pending_return(self.program, frames, depth));
        }
        footprint
    }
}

/// The footprint of the return from the frame at the depth.
fn pending_return(program: &Program, frames: &[Frame], depth: usize) -> Footprint {
    let caller = depth.checked_sub(1).map(|below| &frames[below]);
    match (caller, frames[depth].called_by) {
        (Some(caller), Some(edge)) => Footprint::of_results(program.procedure(caller.procedure).edge(edge)),
        _ => Footprint::default(),
    }
}

/// Whether a way goes round (Brent 1980): each state is compared with one before, which is exchanged for a later one
/// when 1, 2, 4, 8, … states have been passed since.
#[derive(Default)]
pub struct Laps {
    earlier: Option<State>,
    passed: u32,
    patience: u32,
}

impl Laps {
    /// Passes the state, in which the thread in the slot is about to step, and tells whether the way has come round.
    pub fn come_round(&mut self, state: &State, slot: ThreadSlot) -> bool {
        let place = |state: &State| state.top(slot).map(|top| (top.procedure, top.node));
        let is_there_again = |earlier: &State| place(earlier) == place(state) && canonical(earlier) == canonical(state);
        if self.earlier.as_ref().is_some_and(is_there_again) {
            return true;
        }
        self.passed += 1;
        if self.passed >= self.patience {
            *self = Laps { earlier: Some(state.clone()), passed: 0, patience: (2 * self.patience).max(1) };
        }
        false
    }
}

/// What happens on the way along a reduced edge.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct Label {
    /// The threads that step.
    pub stepped: BTreeSet<ThreadSlot>,
    /// The frames that threads run ([`Thread::run_frames`]) and return from, by their depth; the end of a thread is that of its
    /// bottom-most frame.
    pub returned: BTreeSet<(ThreadSlot, usize)>,
    /// Threads that are disabled somewhere on the way because another one holds the scheduler.
    pub disabled: BTreeSet<ThreadSlot>,
    /// The sections that are left, or end with their thread.
    pub left: BTreeSet<evidence::counterexample::SectionInstance>,
    /// The choices that threads pass over.
    pub passed_over: BTreeSet<(ThreadSlot, ChoiceId)>,
    /// The choices that threads take.
    pub chosen: BTreeSet<(ThreadSlot, ChoiceId)>,
}

impl Label {
    /// What happens if the one happens and then the other.
    pub fn and(mut self, other: &Label) -> Label {
        self.stepped.extend(&other.stepped);
        self.returned.extend(&other.returned);
        self.disabled.extend(&other.disabled);
        self.left.extend(other.left.iter().cloned());
        self.passed_over.extend(&other.passed_over);
        self.chosen.extend(&other.chosen);
        self
    }
}
