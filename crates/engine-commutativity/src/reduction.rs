//! Which threads have to be followed from where: persistent sets of threads (Section 4.2 of the paper, Algorithms 1 and 2).
//!
//! The paper starts with the statements of the least enabled thread and adds whatever depends on one of them; a dependent statement that is
//! not enabled yet makes it give up and follow everybody. Here sets are sets of threads, and a thread is added if it *may come to* a
//! dependent letter: then its next letters are followed, whichever they are. So nothing is given up because of what is far away.
//!
//! And what counts is not whether letters commute but whether the one in the set may come first ([`crate::alphabet`]): producers that raise a
//! counter need not be followed together with a consumer who waits for it.
//!
//! Nor does it count what a thread may come to if it cannot get there before one of the set steps: those that wait for a lock are left alone
//! where somebody has it, as the facts of the node say ([`crate::meanwhile`]). This is independence under an invariant, one for each node.
//!
//! One of the threads must be able to go on whatever the numbers are. The paper's theorem has the assumption that no thread is kept waiting
//! for ever, which is not true of a thread that waits for a lock; `check::rules::ranked` has the argument for what is done here, which needs
//! no fairness at all.

use program::linear::expr::Linear;
use program::linear::system::{Control, System};

use crate::alphabet::{Alphabet, Bits};
use crate::meanwhile::Meanwhile;

/// Who is followed, by an order of threads.
pub struct Reduction<'a> {
    system: &'a System,
    alphabet: &'a Alphabet,
    /// By letter, the letters of other threads that keep it from being followed alone.
    related: &'a [Bits],
    order: &'a [usize],
    meanwhile: Meanwhile<'a>,
}

impl<'a> Reduction<'a> {
    /// By the order; without one, all threads are followed.
    pub fn new(system: &'a System, alphabet: &'a Alphabet, order: Option<&'a [usize]>) -> Reduction<'a> {
        Reduction::with_relation(system, alphabet, &alphabet.held_up_by, order)
    }

    /// The same with another relation between letters.
    pub fn with_relation(
        system: &'a System,
        alphabet: &'a Alphabet,
        related: &'a [Bits],
        order: Option<&'a [usize]>,
    ) -> Reduction<'a> {
        let (order, meanwhile) = (order.unwrap_or_default(), Meanwhile::new(system, alphabet));
        Reduction { system, alphabet, related, order, meanwhile }
    }

    /// The threads to be followed where the facts hold, in ascending order: the first set in the order of threads that will do, or all that
    /// are running.
    pub fn followed(&mut self, control: &Control, facts: &[Linear]) -> Vec<usize> {
        let running: Vec<usize> = self.system.running(control).collect();
        let alphabet = self.alphabet;
        let is_total = |thread: &usize| control.0[*thread].is_some_and(|node| alphabet.is_total(*thread, node));
        for first in self.order {
            if !running.contains(first) {
                continue;
            }
            let closed = self.closure(control, &running, *first, facts);
            if closed.len() < running.len() && closed.iter().any(is_total) {
                return closed;
            }
        }
        running
    }

    /// The thread, and with it again and again all others that may come to a letter that is related to a next letter of one in the set,
    /// before one in the set steps.
    fn closure(&mut self, control: &Control, running: &[usize], first: usize, facts: &[Linear]) -> Vec<usize> {
        let mut closed = vec![first];
        loop {
            let mut related = Bits::default();
            for (thread, node) in closed.iter().filter_map(|thread| Some((*thread, control.0[*thread]?))) {
                self.system.letters_at(thread, node).for_each(|letter| {
                    related.unite(&self.related[letter]);
                });
            }
            let others: Vec<usize> = running.iter().copied().filter(|thread| !closed.contains(thread)).collect();
            let before = closed.len();
            closed.extend(self.meanwhile.who_may_take(&related, control, &others, facts));
            if closed.len() == before {
                closed.sort_unstable();
                return closed;
            }
        }
    }
}
