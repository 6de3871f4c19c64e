//! A look around near the start, now and then: what depth first is slow to come to.
//!
//! The search goes depth first. In a program with a loop that goes round ten thousand times it runs through all rounds in one
//! order before it tries another order of the first ones, and a deadlock in the first round is what it comes to last.
//! So each time that it has seen several times as many states as the last time, the states nearest to the start are gone
//! through breadth first, a small part of as many, and what happens among them is judged by itself: a deadlock or a failure is
//! one, a fair cycle that stays near is one, and a bottom component that lies near as a whole is one.
//!
//! States get their numbers from the same graph, which only grows by states that can be reached, so that the search and the
//! number of states in the end are the same as without. When to look depends on numbers of states, not on the clock.

use std::collections::VecDeque;

use rustc_hash::FxHashSet;

use crate::decompose;
use crate::graph::{Graph, Halt};
use crate::search::{Found, Goal};

/// After how many states the first look is taken.
const FIRST_LOOK: usize = 20_000;

/// How many times as many there are at the next one.
const GROWTH: usize = 4;

/// Of so many states that were seen, one is looked at near the start.
const SHARE: usize = 24;

/// After how many more states the first look is taken if it is clear that there is no proof.
const WITHOUT_PROOF: usize = 5_000;

/// When to look around, and from where.
pub struct Lookout {
    roots: Vec<u32>,
    next: usize,
    /// Whether there may be a proof, as far as it is known.
    hopes: bool,
}

impl Lookout {
    /// No state was seen so far but these, from which the search begins.
    pub fn new(roots: &[u32]) -> Lookout {
        Lookout { roots: roots.to_vec(), next: FIRST_LOOK, hopes: true }
    }

    /// How many states are to be looked at near the start, if it is time.
    pub fn is_due(&mut self, graph: &Graph<'_>) -> Option<usize> {
        let count = graph.count();
        if self.hopes && graph.has_unknown() {
            self.hopes = false;
            self.next = self.next.min(count + WITHOUT_PROOF);
        }
        if count < self.next {
            return None;
        }
        self.next = FIRST_LOOK.max(count * GROWTH);
        Some(count.max(FIRST_LOOK) / SHARE)
    }
}

/// States near the start.
pub struct Near {
    /// Those of which it is known what happens next.
    pub states: Vec<u32>,
}

impl Near {
    /// Goes through the states nearest to the start. Finds failures among them, and what `stuck` finds in those in which nobody
    /// can step.
    pub fn look(
        graph: &mut Graph<'_>,
        from: &Lookout,
        most: usize,
        stuck: impl Fn(&mut Graph<'_>, u32) -> Result<(), Found>,
    ) -> Result<Near, Found> {
        let bytes_elsewhere = graph.search_bytes;
        let mut waiting = VecDeque::from(from.roots.clone());
        let mut seen: FxHashSet<u32> = from.roots.iter().copied().collect();
        let mut states = Vec::new();
        while states.len() < most
            && let Some(state) = waiting.pop_front()
        {
            let (mut aside, mut is_stuck) = (Vec::new(), true);
            let expanded = graph.expand_all(state, |_, is_spurious, target, is_new| {
                is_stuck &= is_spurious;
                aside.extend((is_spurious && is_new).then_some(target));
                if seen.insert(target) {
                    waiting.push_back(target);
                }
            });
            graph.search_bytes = bytes_elsewhere + bytes(&seen, &waiting, &states);
            match expanded {
                Ok(_) => {
                    graph.put_aside(&aside);
                    states.push(state);
                    if is_stuck {
                        stuck(graph, state)?;
                    }
                }
                // Whether that rules out a proof is for the search to say when it comes here.
                Err(Halt::Unknown(reason)) if !reason.is_limit() => {}
                Err(halt) => return Err(Found::Halt(halt)),
            }
        }
        Ok(Near { states })
    }
}

fn bytes(seen: &FxHashSet<u32>, waiting: &VecDeque<u32>, states: &Vec<u32>) -> u64 {
    let numbers = seen.capacity() + waiting.capacity() + states.capacity();
    (numbers * size_of::<u32>() + seen.capacity()) as u64
}

/// Looks for fair cycles, and for deadlocks if these count, among the states nearest to the start.
pub fn cycles(graph: &mut Graph<'_>, goal: &Goal, from: &Lookout, most: usize) -> Result<(), Found> {
    let part = match goal {
        Goal::FairCycle { fairness, deadlocks } => {
            let near = Near::look(graph, from, most, |graph, state| {
                let is_deadlock = *deadlocks && !graph.machine.may_stop(&graph.row(state));
                if is_deadlock { Err(Found::Deadlock(state)) } else { Ok(()) }
            })?;
            decompose::fair_part(graph, &near.states, *fairness, None)
        }
        Goal::ThreadCycle { fairness, name } => {
            let near = Near::look(graph, from, most, |_, _| Ok(()))?;
            decompose::thread_part(graph, &near.states, *fairness, name)
        }
        Goal::StuckSection | Goal::NoEnd => return Ok(()),
    };
    part.map_err(Found::Halt)?.map_or(Ok(()), |part| Err(Found::Cycle(part)))
}
