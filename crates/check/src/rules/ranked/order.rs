//! Which threads have to be followed where: the reduction that proofs by ranking functions use.
//!
//! At a control, the threads are gone through in the order of the proof. For each one that is running, the least set is computed that has
//! it, and has every running thread that may come to a letter that depends on a next letter of a thread in the set. The first such set
//! is taken that does not have all running threads and has one that can go on whatever the numbers are. If there is none, all are.
//!
//! Two letters of different threads *depend* on each other unless neither looks, in its guard, at what the other changes, and both orders
//! give the same. A letter that starts a thread depends on that thread's letters, and one that ends the program on all.

use std::collections::{BTreeMap, BTreeSet};

use program::ids::NodeId;
use program::linear::blocked::blocked;
use program::linear::cases::Outcome;
use program::linear::expr::{Linear, Var};
use program::linear::system::{Control, Letter, System};
use program::program::EndRule;

use crate::rules::{Rejection, broken};

/// An order of threads, and what there is to know about letters to follow it.
pub struct Order<'a> {
    system: &'a System,
    order: &'a [usize],
    /// By letter, the letters that depend on it.
    dependent: Vec<BTreeSet<usize>>,
    /// By thread and location, the letters that the thread, and those that it starts, may come to.
    futures: BTreeMap<(usize, NodeId), BTreeSet<usize>>,
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
        let mut dependent = vec![BTreeSet::new(); system.letters.len()];
        if !order.is_empty() {
            for (first, one) in system.letters.iter().enumerate() {
                for (second, other) in system.letters.iter().enumerate() {
                    if one.thread != other.thread && !commute(system, one, other) {
                        dependent[first].insert(second);
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
        Ok(Order { system, order, dependent, futures: futures(system), blocked })
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

    /// The threads that have to be followed.
    pub fn followed(&self, control: &Control) -> Vec<usize> {
        let running: BTreeSet<usize> = self.system.running(control).collect();
        for first in self.order.iter().filter(|thread| running.contains(thread)) {
            let closed = self.closure(control, &running, *first);
            if closed != running && closed.iter().any(|thread| self.can_always_go_on(control, *thread)) {
                return closed.into_iter().collect();
            }
        }
        running.into_iter().collect()
    }

    fn closure(&self, control: &Control, running: &BTreeSet<usize>, first: usize) -> BTreeSet<usize> {
        let mut closed = BTreeSet::from([first]);
        loop {
            let next_letters = closed.iter().filter_map(|thread| Some((*thread, control.0[*thread]?)));
            let next_letters = next_letters.flat_map(|(thread, node)| self.system.letters_at(thread, node));
            let dependent: BTreeSet<usize> =
                next_letters.flat_map(|letter| self.dependent[letter].iter().copied()).collect();
            let may_come_to = |thread: &usize| {
                let future = control.0[*thread].and_then(|node| self.futures.get(&(*thread, node)));
                future.is_some_and(|future| !future.is_disjoint(&dependent))
            };
            let before = closed.len();
            closed.extend(running.iter().copied().filter(may_come_to));
            if closed.len() == before {
                return closed;
            }
        }
    }
}

/// Whether the two letters commute, and neither decides whether the other can be taken.
fn commute(system: &System, first: &Letter, second: &Letter) -> bool {
    let ends = |letter: &Letter| {
        system.end == EndRule::MainThread && letter.thread == 0 && letter.to == system.threads[0].exit
    };
    if ends(first) || ends(second) || first.starts.contains(&second.thread) || second.starts.contains(&first.thread) {
        return false;
    }
    // What is left open in one is not what is left open in the other.
    const APART: u32 = 1 << 31;
    let first = apart(first, 0);
    let second = apart(second, APART);
    let (Some(first), Some(second)) = (first, second) else { return false };
    let unchanged = |facts: &[Linear], by: &BTreeMap<Var, Linear>| {
        facts.iter().all(|fact| !fact.terms().iter().any(|(variable, _)| by.contains_key(variable)))
    };
    if !unchanged(&first.guard, &second.updates) || !unchanged(&second.guard, &first.updates) {
        return false;
    }
    let changed: BTreeSet<Var> = first.updates.keys().chain(second.updates.keys()).copied().collect();
    let value_after = |earlier: &Moved, later: &Moved, variable: Var| {
        let value = later.updates.get(&variable).cloned().unwrap_or_else(|| Linear::variable(variable));
        value.substituted(|inner| earlier.updates.get(&inner))
    };
    changed.into_iter().all(|variable| {
        let (one, other) = (value_after(&first, &second, variable), value_after(&second, &first, variable));
        one.is_some() && one == other
    })
}

/// What a letter asks and does.
struct Moved {
    guard: Vec<Linear>,
    updates: BTreeMap<Var, Linear>,
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

fn futures(system: &System) -> BTreeMap<(usize, NodeId), BTreeSet<usize>> {
    let mut found: BTreeMap<(usize, NodeId), BTreeSet<usize>> = BTreeMap::new();
    loop {
        let mut is_new = false;
        for (number, letter) in system.letters.iter().enumerate() {
            let mut leads_to: Vec<(usize, NodeId)> =
                letter.starts.iter().map(|thread| (*thread, system.threads[*thread].entry)).collect();
            if letter.outcome == Outcome::Goes {
                leads_to.push((letter.thread, letter.to));
            }
            let mut future: BTreeSet<usize> =
                leads_to.iter().filter_map(|location| found.get(location)).flatten().copied().collect();
            future.insert(number);
            let known = found.entry((letter.thread, letter.from)).or_default();
            let before = known.len();
            known.extend(future);
            is_new |= known.len() > before;
        }
        if !is_new {
            return found;
        }
    }
}
