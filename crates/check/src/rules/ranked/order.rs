//! Which threads have to be followed where: the reduction that proofs by ranking functions use.
//!
//! At a control, the threads are gone through in the order of the proof. For each one that is running, the least set is computed that has
//! it, and to which no other running thread may come, before one in the set steps, to a letter that holds up a next letter of a thread in
//! the set: all that may are added, until none may. The first such set is taken that does not have all running threads and has one that can
//! go on whatever the numbers are. If there is none, all are.
//!
//! What others may come to before one in the set steps is said by where they stand, and by what is known there (`meanwhile`).
//!
//! A letter `b` *holds up* a letter `a` of another thread unless `a` may just as well be taken before it (a left mover, in Lipton's words):
//! if `b` can be taken it can be taken after `a`, too; if `a` can be taken after `b` it can be taken at once; and both orders give the
//! same. So a counter that goes up is not held up by somebody who waits until it is large enough, though it holds up that one.
//! Of what follows from guards, only what is plain to see counts: the same expression, plus a number that is not negative.
//! A letter that starts a thread and that thread's letters hold up each other, and so do one that ends the program and all others.

use std::collections::{BTreeMap, BTreeSet};

use program::ids::NodeId;
use program::linear::blocked::blocked;
use program::linear::expr::{Linear, Var};
use program::linear::system::{Control, Letter, System};

use crate::rules::ranked::meanwhile::Meanwhile;
use crate::rules::{Rejection, broken};

/// An order of threads, and what there is to know about letters to follow it.
pub struct Order<'a> {
    system: &'a System,
    order: &'a [usize],
    /// By letter, the letters that hold it up.
    held_up_by: Vec<BTreeSet<usize>>,
    /// What others may do before somebody steps.
    meanwhile: Meanwhile<'a>,
    /// By thread and location, what it means that the thread is blocked.
    blocked: BTreeMap<(usize, NodeId), Vec<Vec<Linear>>>,
}

impl<'a> Order<'a> {
    /// The order of the proof, or none.
    pub fn of(system: &'a System, order: Option<&'a [usize]>) -> Result<Order<'a>, Rejection> {
        let order = order.unwrap_or_default();
        if order.iter().any(|thread| *thread >= system.threads.len()) {
            return Err(broken("ranked", "an unknown thread is in the order"));
        }
        let mut held_up_by = vec![BTreeSet::new(); system.letters.len()];
        if !order.is_empty() {
            // What is left open in one is not what is left open in the other.
            let apart_by = |by: u32| system.letters.iter().map(move |letter| (letter, apart(letter, by)));
            let others: Vec<_> = apart_by(1 << 31).collect();
            for (first, (one, as_first)) in apart_by(0).enumerate() {
                let of_others = others.iter().enumerate().filter(|(_, (other, _))| one.thread != other.thread);
                for (second, (other, as_second)) in of_others {
                    let may = match (&as_first, as_second) {
                        (Some(one), Some(other)) => may_come_first(one, other),
                        _ => false,
                    };
                    if !may || system.are_bound(one, other) {
                        held_up_by[first].insert(second);
                    }
                }
            }
        }
        let mut locations: BTreeSet<(usize, NodeId)> =
            system.threads.iter().enumerate().map(|(number, thread)| (number, thread.entry)).collect();
        for letter in &system.letters {
            locations.extend([(letter.thread, letter.from), (letter.thread, letter.to)]);
        }
        let blocked =
            locations.iter().map(|(thread, node)| ((*thread, *node), blocked(system, *thread, *node))).collect();
        Ok(Order { system, order, held_up_by, meanwhile: Meanwhile::of(system), blocked })
    }

    /// What it means that the thread is blocked at the location.
    pub fn blocked(&self, thread: usize, node: NodeId) -> &[Vec<Linear>] {
        self.blocked.get(&(thread, node)).map(Vec::as_slice).unwrap_or_default()
    }

    /// Whether the thread is running and can go on, whatever the numbers are.
    pub fn can_always_go_on(&self, control: &Control, thread: usize) -> bool {
        self.system.is_running(control, thread)
            && control.0[thread].and_then(|node| self.blocked.get(&(thread, node))).is_some_and(Vec::is_empty)
    }

    /// The threads that have to be followed where these facts hold.
    pub fn followed(&self, control: &Control, facts: &[Linear]) -> Vec<usize> {
        let running: BTreeSet<usize> = self.system.running(control).collect();
        for first in self.order.iter().filter(|thread| running.contains(thread)) {
            let closed = self.closure(control, &running, *first, facts);
            if closed != running && closed.iter().any(|thread| self.can_always_go_on(control, *thread)) {
                return closed.into_iter().collect();
            }
        }
        running.into_iter().collect()
    }

    fn closure(&self, control: &Control, running: &BTreeSet<usize>, first: usize, facts: &[Linear]) -> BTreeSet<usize> {
        let mut closed = BTreeSet::from([first]);
        loop {
            let next_letters = closed.iter().filter_map(|thread| Some((*thread, control.0[*thread]?)));
            let next_letters = next_letters.flat_map(|(thread, node)| self.system.letters_at(thread, node));
            let held_up_by: BTreeSet<usize> =
                next_letters.flat_map(|letter| self.held_up_by[letter].iter().copied()).collect();
            let others: Vec<usize> = running.difference(&closed).copied().collect();
            let more = self.meanwhile.who_may_take(&held_up_by, control, &others, facts);
            if more.is_empty() {
                return closed;
            }
            closed.extend(more);
        }
    }
}

/// Whether the first letter may just as well be taken before the second wherever it can be taken after it.
fn may_come_first(first: &Moved, second: &Moved) -> bool {
    let (Some(second_after), Some(first_after)) = (second.guard_after(first), first.guard_after(second)) else {
        return false;
    };
    let told: Vec<Linear> = first_after.into_iter().chain(second.guard.iter().cloned()).collect();
    if !second_after.iter().all(|fact| is_plain(&second.guard, fact))
        || !first.guard.iter().all(|fact| is_plain(&told, fact))
    {
        return false;
    }
    let changed: BTreeSet<Var> = first.updates.keys().chain(second.updates.keys()).copied().collect();
    let value_after = |earlier: &Moved, later: &Moved, variable: Var| {
        let value = later.updates.get(&variable).cloned().unwrap_or_else(|| Linear::variable(variable));
        value.substituted(|inner| earlier.updates.get(&inner))
    };
    changed.into_iter().all(|variable| {
        let (one, other) = (value_after(first, second, variable), value_after(second, first, variable));
        one.is_some() && one == other
    })
}

/// What a letter asks and does.
struct Moved {
    guard: Vec<Linear>,
    updates: BTreeMap<Var, Linear>,
}

impl Moved {
    /// What it asks, in terms of the numbers before another letter that is taken first.
    fn guard_after(&self, other: &Moved) -> Option<Vec<Linear>> {
        self.guard.iter().map(|fact| fact.substituted(|variable| other.updates.get(&variable))).collect()
    }
}

/// Whether the fact is one of these, plus a number that is not negative.
pub fn is_plain(known: &[Linear], fact: &Linear) -> bool {
    let is_no_less = |other: &Linear| {
        let difference = fact.plus(-1, other).and_then(|difference| difference.as_constant());
        difference.is_some_and(|difference| difference >= 0)
    };
    is_no_less(&Linear::default()) || known.iter().any(is_no_less)
}

/// The letter, with what it leaves open under other names.
fn apart(letter: &Letter, by: u32) -> Option<Moved> {
    let renamed = |expr: &Linear| {
        let name = |variable: Var| match variable {
            Var::Chosen(number) => number.checked_add(by).map(Var::Chosen),
            other => Some(other),
        };
        let terms: Option<Vec<(Var, i128)>> =
            expr.terms().iter().map(|(variable, factor)| Some((name(*variable)?, *factor))).collect();
        Linear::of(terms?, expr.constant_part())
    };
    let guard = letter.guard.iter().map(renamed).collect::<Option<_>>()?;
    let updates = letter.updates.iter().map(|(variable, value)| Some((*variable, renamed(value)?)));
    Some(Moved { guard, updates: updates.collect::<Option<_>>()? })
}
