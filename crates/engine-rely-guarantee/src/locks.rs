//! Predicates about locks, which almost every program needs, and which refinement would find one thread and one location after the other.
//!
//! A number that is only ever set to constants may be a lock. Where a thread has set it to something else than zero, and has not set it back,
//! the thread holds it. Two kinds of predicates follow, and like all predicates they are looked at and need not be true:
//!
//! - Where a thread holds the lock, the lock is what the thread has made of it. If that tells who holds it, nothing more is needed, and
//!   this speaks of global variables only.
//! - If it is a lock of one bit, it is as large as the number of threads that stand where they hold it. So nobody else holds it where one
//!   does. This exposes where threads stand, so it is for those who need it.

use std::collections::BTreeMap;

use program::ids::NodeId;
use program::linear::expr::{Linear, Var};
use program::linear::located::{Located, Meaning};

use crate::predicates::{About, Predicates};
use crate::refine::is_fixed;

/// A number that may be a lock, and what each thread has made of it where.
struct Lock {
    number: u32,
    held: BTreeMap<(usize, NodeId), Linear>,
}

/// Adds that locks are what their holders have made of them. Whether something is new.
pub fn add_owners(located: &Located<'_>, flags: impl IntoIterator<Item = u32>, predicates: &mut Predicates) -> bool {
    let mut is_new = false;
    for lock in locks(located, flags) {
        for ((thread, node), value) in &lock.held {
            for fact in equal(&[(Var::State(lock.number), 1)], value) {
                is_new |= predicates.add(About::Place((*thread, *node)), fact);
            }
            for letter in located.system.letters_at(*thread, *node) {
                for fact in equal(&[(Var::Old(lock.number), 1)], value) {
                    is_new |= predicates.add(About::Guarantee(letter), fact);
                }
            }
        }
    }
    is_new
}

/// Adds that locks of one bit are the number of their holders. Whether something is new.
pub fn add_holders(located: &Located<'_>, flags: impl IntoIterator<Item = u32>, predicates: &mut Predicates) -> bool {
    let mut is_new = false;
    for lock in locks(located, flags) {
        let is_told = |(thread, _): &(usize, NodeId)| located.is_single(*thread);
        if lock.held.values().any(|value| value.as_constant() != Some(1)) || !lock.held.keys().all(is_told) {
            continue;
        }
        let holders = |thread: Option<usize>, variable: fn(u32) -> Var, factor: i128| {
            let places = lock.held.keys().filter(move |(holder, _)| thread.is_none_or(|thread| thread == *holder));
            let numbers = places.filter_map(|(holder, node)| located.stands(*holder, *node));
            numbers.map(|number| (variable(number), factor)).collect::<Vec<_>>()
        };
        let mut counted = holders(None, Var::State, -1);
        counted.push((Var::State(lock.number), 1));
        for thread in located.threads() {
            for node in located.nodes(thread) {
                for fact in equal(&counted, &Linear::constant(0)) {
                    is_new |= predicates.add(About::Place((thread, node)), fact);
                }
            }
        }
        for (number, letter) in located.system.letters.iter().enumerate() {
            let own = Some(letter.thread);
            let mut changed = vec![(Var::State(lock.number), 1), (Var::Old(lock.number), -1)];
            changed.extend(holders(own, Var::State, -1));
            changed.extend(holders(own, Var::Old, 1));
            let before = holders(own, Var::Old, 1);
            let holds = i128::from(lock.held.contains_key(&(letter.thread, letter.from)));
            let facts = equal(&changed, &Linear::constant(0)).into_iter();
            let facts = facts.chain(equal(&before, &Linear::constant(holds)));
            for fact in facts {
                is_new |= predicates.add(About::Guarantee(number), fact);
            }
        }
    }
    is_new
}

/// That the sum of these is the value.
fn equal(terms: &[(Var, i128)], value: &Linear) -> Vec<Linear> {
    let sum = Linear::of(terms.iter().copied(), 0).and_then(|sum| sum.plus(-1, value));
    let negated = sum.as_ref().and_then(|sum| sum.times(-1));
    sum.into_iter().chain(negated).collect()
}

/// The numbers that threads set to something else than zero if they are zero, the same at each location however a thread comes there.
fn locks(located: &Located<'_>, flags: impl IntoIterator<Item = u32>) -> Vec<Lock> {
    let of_program = |number: &u32| {
        matches!(located.meaning(*number), Some(Meaning::Variable(_))) && located.owner(*number).is_none()
    };
    let flags = flags.into_iter().filter(of_program);
    let lock = |number: u32| {
        let mut held = BTreeMap::new();
        for thread in located.threads() {
            let values = values(located, thread, number)?;
            let held_there = values.into_iter().filter(|(_, value)| value.as_constant() != Some(0));
            held.extend(held_there.map(|(node, it)| ((thread, node), it)));
        }
        (!held.is_empty() && is_taken_if_free(located, number)).then_some(Lock { number, held })
    };
    flags.filter_map(lock).collect()
}

/// Whether the number is zero before it is set to something else.
fn is_taken_if_free(located: &Located<'_>, number: u32) -> bool {
    let Some(is_free) = Linear::of([(Var::State(number), -1)], 0) else { return false };
    located.system.letters.iter().all(|letter| {
        let made = letter.updates.get(&Var::State(number));
        made.is_none_or(|made| made.as_constant() == Some(0)) || letter.guard.contains(&is_free)
    })
}

/// By location of the thread, what it has made of the number, if that is always the same there; zero before it has made anything.
fn values(located: &Located<'_>, thread: usize, number: u32) -> Option<BTreeMap<NodeId, Linear>> {
    let mut found: BTreeMap<NodeId, Linear> = BTreeMap::new();
    let mut open = vec![(located.system.threads[thread].entry, Linear::constant(0))];
    while let Some((node, value)) = open.pop() {
        match found.get(&node) {
            Some(known) if *known != value => return None,
            Some(_) => continue,
            None => drop(found.insert(node, value.clone())),
        }
        for letter in located.system.letters_at(thread, node).map(|letter| &located.system.letters[letter]) {
            let made = letter.updates.get(&Var::State(number)).filter(|made| is_fixed(located, made));
            open.push((letter.to, made.unwrap_or(&value).clone()));
        }
    }
    Some(found)
}
