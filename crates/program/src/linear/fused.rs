//! Waiting for one thing after another as one step.
//!
//! Main, which waits for one worker after the other, speaks of each of them alone, and so keeps them from changing places
//! ([`super::symmetry`]). If it waits for all of them in one step, it does not.
//!
//! A letter `a`, which is the only one at its location, is put together with each letter `b` at the location behind it, where nobody else
//! notices whether `a` has been taken yet:
//!
//! - it changes nothing;
//! - nobody else keeps `a` from being taken once it can be: each fact of its guard holds behind each letter of another thread if it held
//!   before it, which has to be plain to see;
//! - it starts nobody, ends nothing, leaves nothing open, and can be taken wherever its guard holds.
//!
//! Then of every run one is made in which `a` is put off until the next letter of its thread, and if there is none, left out. It has the
//! same letters of all other threads, and is infinite if the first one is: an `a` leads to a later location, so that no thread takes them
//! for ever without any other letter. It is as fair: once `a` can be taken it can be for good, so that where the thread has taken `a`, the new
//! letter can be taken exactly if `b` can be. If the run ends since nobody can go on, it is the same for the new one; and if it fails,
//! the new one does.
//!
//! Before that, what nobody looks at afterwards is not changed any more: no letter of another thread looks at it, and none to which the thread
//! itself may still come. That main has joined a thread is such a thing. Nor is anything changed to what it was.

use std::collections::{BTreeMap, BTreeSet};

use crate::ids::NodeId;
use crate::linear::cases::Outcome;
use crate::linear::expr::{Linear, Var};
use crate::linear::system::{Letter, System};

/// The system with such letters put together.
pub fn fused(system: &System) -> System {
    let mut made = without_idle_changes(system);
    // From the last location to the first, so that all that is waited for in a row becomes one step.
    let mut locations: Vec<(usize, NodeId)> =
        system.letters.iter().map(|letter| (letter.thread, letter.from)).collect();
    locations.sort_unstable();
    locations.dedup();
    for (thread, from) in locations.into_iter().rev() {
        if let Some(fused) = at(&made, thread, from) {
            made = made.with_letters_at(thread, from, fused);
        }
    }
    made
}

/// The letters at the location put together with those behind it, if there is one letter that can be put off.
fn at(system: &System, thread: usize, from: NodeId) -> Option<Vec<Letter>> {
    let mut here = system.letters_at(thread, from);
    let first = &system.letters[here.next().filter(|_| here.next().is_none())?];
    let behind = system.letters_at(thread, first.to);
    let comes_later = first.to > from && first.to != system.threads[thread].exit && !behind.is_empty();
    if !comes_later || !can_be_put_off(system, first) {
        return None;
    }
    Some(behind.map(|number| joined(first, &system.letters[number])).collect())
}

/// Whether nobody else notices when the letter is taken, and it can be taken for good once it can be.
fn can_be_put_off(system: &System, letter: &Letter) -> bool {
    let is_plain = letter.outcome == Outcome::Goes && letter.starts.is_empty() && !letter.spurious && letter.is_sure;
    let is_wait = !letter.guard.is_empty() && letter.guard.iter().all(|fact| letter.asks.contains(fact));
    let is_closed = letter.guard.iter().flat_map(|fact| fact.terms()).all(|it| matches!(it.0, Var::State(_)));
    let discards = &system.threads[letter.thread].discards;
    let is_end = discards.contains(&letter.from) || discards.contains(&letter.to);
    let mut others = system.letters.iter().filter(|other| other.thread != letter.thread);
    is_plain
        && is_wait
        && is_closed
        && !is_end
        && letter.updates.is_empty()
        && others.all(|other| letter.guard.iter().all(|fact| is_kept(fact, other)))
}

/// The system without changes of what nobody looks at afterwards.
fn without_idle_changes(system: &System) -> System {
    let mut made = system.clone();
    let mut lookers: BTreeMap<Var, BTreeSet<usize>> = BTreeMap::new();
    for (number, letter) in system.letters.iter().enumerate() {
        let facts = letter.guard.iter().chain(&letter.asks).chain(letter.updates.values());
        for (variable, _) in facts.flat_map(|fact| fact.terms()) {
            lookers.entry(*variable).or_default().insert(number);
        }
    }
    for letter in &mut made.letters {
        let later = letters_behind(system, letter);
        let thread = letter.thread;
        letter.updates.retain(|variable, _| {
            let mut lookers = lookers.get(variable).into_iter().flatten();
            lookers.any(|number| system.letters[*number].thread != thread || later.contains(number))
        });
    }
    made
}

/// The letters to which the letter's thread may come behind it.
fn letters_behind(system: &System, letter: &Letter) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    let mut open = vec![letter.to];
    while let Some(node) = open.pop() {
        for number in system.letters_at(letter.thread, node) {
            if found.insert(number) {
                open.push(system.letters[number].to);
            }
        }
    }
    found
}

/// Whether it is plain to see that the fact holds behind the letter if it holds before it.
fn is_kept(fact: &Linear, letter: &Letter) -> bool {
    let after = fact.substituted(|variable| letter.updates.get(&variable));
    let grows = |after: &Linear| after.plus(-1, fact).and_then(|by| by.as_constant()).is_some_and(|by| by >= 0);
    after.is_some_and(|after| grows(&after) || after.as_constant().is_some_and(|number| number >= 0))
}

/// The first letter, which changes nothing, and then the second.
fn joined(first: &Letter, second: &Letter) -> Letter {
    let both = |ours: &[Linear], theirs: &[Linear]| {
        let all: BTreeSet<&Linear> = ours.iter().chain(theirs).collect();
        all.into_iter().cloned().collect::<Vec<_>>()
    };
    Letter {
        from: first.from,
        guard: both(&first.guard, &second.guard),
        asks: both(&first.asks, &second.asks),
        picks: None,
        ..second.clone()
    }
}
