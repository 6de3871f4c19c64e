//! What the letters of a system have to do with each other: which commute, which are still to come, and where a thread can always go on.

use std::collections::{BTreeMap, BTreeSet};

use program::ids::NodeId;
use program::linear::blocked::blocked;
use program::linear::cases::Outcome;
use program::linear::expr::{Linear, Var};
use program::linear::system::{Letter, System};
use program::program::EndRule;
use rustc_hash::FxHashMap;

/// A set of small numbers.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Bits(Vec<u64>);

impl Bits {
    /// Adds the number; says whether it is new.
    pub fn insert(&mut self, number: usize) -> bool {
        let (word, bit) = (number / 64, 1_u64 << (number % 64));
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        let is_new = self.0[word] & bit == 0;
        self.0[word] |= bit;
        is_new
    }

    /// Whether the number is in it.
    pub fn contains(&self, number: usize) -> bool {
        self.0.get(number / 64).is_some_and(|word| word & (1 << (number % 64)) != 0)
    }

    /// Whether the two have a number in common.
    pub fn meets(&self, other: &Bits) -> bool {
        self.0.iter().zip(&other.0).any(|(first, second)| first & second != 0)
    }

    /// Adds the numbers of another set; says whether one of them is new.
    pub fn unite(&mut self, other: &Bits) -> bool {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        let mut is_new = false;
        for (word, more) in self.0.iter_mut().zip(&other.0) {
            is_new |= more & !*word != 0;
            *word |= more;
        }
        is_new
    }
}

/// What is known of the letters before any search.
pub struct Alphabet {
    /// By letter, the letters of other threads with which it does not commute.
    pub dependent: Vec<Bits>,
    /// By thread and location, all letters that the thread, or one that it will have started, may take from there on.
    futures: FxHashMap<(usize, NodeId), Bits>,
    /// By thread and location where it is not always known that one of its letters can be taken: what it means that none can, as
    /// alternatives of facts. Nothing for locations where a thread can always go on.
    blocked: FxHashMap<(usize, NodeId), Vec<Vec<Linear>>>,
    nothing: Bits,
}

impl Alphabet {
    /// Looks at the letters of the system.
    pub fn of(system: &System) -> Alphabet {
        let letters = &system.letters;
        let uses: Vec<Use> = letters.iter().map(Use::of).collect();
        let mut dependent = vec![Bits::default(); letters.len()];
        for first in 0..letters.len() {
            for second in first + 1..letters.len() {
                if letters[first].thread != letters[second].thread
                    && !commute(system, (&letters[first], &uses[first]), (&letters[second], &uses[second]))
                {
                    dependent[first].insert(second);
                    dependent[second].insert(first);
                }
            }
        }
        let blocked =
            locations(system).into_iter().map(|(thread, node)| ((thread, node), blocked(system, thread, node)));
        let blocked = blocked.filter(|(_, alternatives)| !alternatives.is_empty()).collect();
        Alphabet { dependent, futures: futures(system), blocked, nothing: Bits::default() }
    }

    /// All letters that the thread, or one that it will have started, may take from the location on.
    pub fn future(&self, thread: usize, node: NodeId) -> &Bits {
        self.futures.get(&(thread, node)).unwrap_or(&self.nothing)
    }

    /// Whether the thread can go on at the location, whatever the numbers are.
    pub fn is_total(&self, thread: usize, node: NodeId) -> bool {
        !self.blocked.contains_key(&(thread, node))
    }

    /// What it means that the thread cannot go on: one of several conjunctions of facts.
    pub fn blocked(&self, thread: usize, node: NodeId) -> &[Vec<Linear>] {
        self.blocked.get(&(thread, node)).map(Vec::as_slice).unwrap_or_default()
    }
}

/// Which variables a letter looks at and which it changes.
struct Use {
    guards: BTreeSet<Var>,
    reads: BTreeSet<Var>,
    writes: BTreeSet<Var>,
}

impl Use {
    fn of(letter: &Letter) -> Use {
        let variables = |expr: &Linear| expr.terms().iter().map(|(variable, _)| *variable).collect::<Vec<_>>();
        let guards = letter.guard.iter().flat_map(variables).collect();
        let reads = letter.updates.values().flat_map(variables).collect();
        Use { guards, reads, writes: letter.updates.keys().copied().collect() }
    }
}

/// Whether it makes no difference which of the two is taken first, and neither decides whether the other can be taken.
///
/// They may change the same variables, if what comes of both is the same in either order: `x := x + 1` and `x := x - 2`.
fn commute(system: &System, (first, of_first): (&Letter, &Use), (second, of_second): (&Letter, &Use)) -> bool {
    let ends = |letter: &Letter| {
        system.end == EndRule::MainThread && letter.thread == 0 && letter.to == system.threads[0].exit
    };
    let starts = |letter: &Letter, other: &Letter| letter.starts.contains(&other.thread);
    if ends(first) || ends(second) || starts(first, second) || starts(second, first) {
        return false;
    }
    if !of_first.guards.is_disjoint(&of_second.writes) || !of_second.guards.is_disjoint(&of_first.writes) {
        return false;
    }
    let touches =
        |one: &Use, other: &Use| !one.writes.is_disjoint(&other.reads) || !one.writes.is_disjoint(&other.writes);
    if !touches(of_first, of_second) && !touches(of_second, of_first) {
        return true;
    }
    let Some(of_second_apart) = apart(&second.updates) else { return false };
    let (first, second) = (&first.updates, &of_second_apart);
    let after = |one: &BTreeMap<Var, Linear>, other: &BTreeMap<Var, Linear>, variable: Var| {
        let value = other.get(&variable).cloned().unwrap_or_else(|| Linear::variable(variable));
        value.substituted(|inner| one.get(&inner))
    };
    of_first.writes.union(&of_second.writes).all(|variable| {
        let (one, other) = (after(first, second, *variable), after(second, first, *variable));
        one.is_some() && one == other
    })
}

/// The updates with other names for what they leave open, so that it is not taken for what another letter leaves open.
fn apart(updates: &BTreeMap<Var, Linear>) -> Option<BTreeMap<Var, Linear>> {
    const FIRST: u32 = 1 << 31;
    let other_name = |variable: Var| match variable {
        Var::Chosen(number) => number.checked_add(FIRST).map(Var::Chosen),
        known => Some(known),
    };
    let renamed = |value: &Linear| {
        let terms = value.terms().iter().map(|(variable, factor)| Some((other_name(*variable)?, *factor)));
        Linear::of(terms.collect::<Option<Vec<_>>>()?, value.constant_part())
    };
    updates.iter().map(|(variable, value)| Some((*variable, renamed(value)?))).collect()
}

/// All locations from which threads have letters, and those at which they are stuck for good.
fn locations(system: &System) -> BTreeSet<(usize, NodeId)> {
    let mut found = BTreeSet::new();
    for letter in &system.letters {
        found.insert((letter.thread, letter.from));
        if letter.to != system.threads[letter.thread].exit {
            found.insert((letter.thread, letter.to));
        }
    }
    found.extend(system.threads.iter().enumerate().map(|(number, thread)| (number, thread.entry)));
    found
}

fn futures(system: &System) -> FxHashMap<(usize, NodeId), Bits> {
    let mut found: FxHashMap<(usize, NodeId), Bits> = FxHashMap::default();
    loop {
        let mut is_new = false;
        for (number, letter) in system.letters.iter().enumerate().rev() {
            let mut more = found.get(&(letter.thread, letter.to)).cloned().unwrap_or_default();
            if letter.outcome == Outcome::Fails {
                more = Bits::default();
            }
            for started in &letter.starts {
                let entry = (*started, system.threads[*started].entry);
                more.unite(&found.get(&entry).cloned().unwrap_or_default());
            }
            more.insert(number);
            is_new |= found.entry((letter.thread, letter.from)).or_default().unite(&more);
        }
        if !is_new {
            return found;
        }
    }
}
