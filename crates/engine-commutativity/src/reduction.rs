//! Which threads have to be followed from where: persistent sets of threads (Section 4.2 of the paper, Algorithms 1 and 2).
//!
//! The paper starts with the statements of the least enabled thread and adds whatever depends on one of them; a dependent statement that is
//! not enabled yet makes it give up and follow everybody. Here sets are sets of threads, and a thread is added if it *may come to* a
//! dependent letter: then its next letters are followed, whichever they are. So nothing is given up because of what is far away.
//!
//! And what counts is not whether letters commute but whether the one in the set may come first ([`crate::alphabet`]): producers that raise a
//! counter need not be followed together with a consumer who waits for it.
//!
//! One of the threads must be able to go on whatever the numbers are. The paper's theorem has the assumption that no thread is kept waiting
//! for ever, which is not true of a thread that waits for a lock; `check::rules::ranked` has the argument for what is done here, which needs
//! no fairness at all.

use program::linear::system::{Control, System};

use crate::alphabet::{Alphabet, Bits};

/// The threads to be followed, in ascending order: the first set in the order of threads that will do, or all that are running.
pub fn followed(system: &System, alphabet: &Alphabet, order: Option<&[usize]>, control: &Control) -> Vec<usize> {
    followed_by(system, alphabet, &alphabet.held_up_by, order, control)
}

/// The same with another relation: by letter, the letters of other threads that keep it from being followed alone.
pub fn followed_by(
    system: &System,
    alphabet: &Alphabet,
    related: &[Bits],
    order: Option<&[usize]>,
    control: &Control,
) -> Vec<usize> {
    let running: Vec<usize> = system.running(control).collect();
    for first in order.unwrap_or_default() {
        if !running.contains(first) {
            continue;
        }
        let mut closed = closure(system, (alphabet, related), control, &running, *first);
        let is_total = |thread: &usize| control.0[*thread].is_some_and(|node| alphabet.is_total(*thread, node));
        if closed.len() < running.len() && closed.iter().any(is_total) {
            closed.sort_unstable();
            return closed;
        }
    }
    running
}

/// The thread, and those that may come to a letter that is related to a next letter of one in the set.
fn closure(
    system: &System,
    (alphabet, related): (&Alphabet, &[Bits]),
    control: &Control,
    running: &[usize],
    first: usize,
) -> Vec<usize> {
    let mut closed = vec![first];
    let mut next = 0;
    while next < closed.len() {
        let mut held_up_by = Bits::default();
        if let Some(node) = control.0[closed[next]] {
            for letter in system.letters_at(closed[next], node) {
                held_up_by.unite(&related[letter]);
            }
        }
        for other in running {
            let may_come_to = |node| alphabet.future(*other, node).meets(&held_up_by);
            if !closed.contains(other) && control.0[*other].is_some_and(may_come_to) {
                closed.push(*other);
            }
        }
        next += 1;
    }
    closed
}
