//! What the letters of a system have to do with each other: which commute, which are still to come, and where a thread can always go on.

use std::collections::{BTreeMap, BTreeSet};

use program::ids::NodeId;
use program::linear::blocked::blocked;
use program::linear::cases::Outcome;
use program::linear::expr::{Linear, Var};
use program::linear::system::{Letter, System};
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
    /// By letter, the letters of other threads before which it may not always come.
    pub held_up_by: Vec<Bits>,
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
        let mut held_up_by = vec![Bits::default(); letters.len()];
        for first in 0..letters.len() {
            for second in 0..letters.len() {
                let both = ((&letters[first], &uses[first]), (&letters[second], &uses[second]));
                if letters[first].thread != letters[second].thread && !may_come_first(system, both.0, both.1) {
                    held_up_by[first].insert(second);
                }
            }
        }
        let blocked =
            locations(system).into_iter().map(|(thread, node)| ((thread, node), blocked(system, thread, node)));
        let blocked = blocked.filter(|(_, alternatives)| !alternatives.is_empty()).collect();
        Alphabet { held_up_by, futures: futures(system), blocked, nothing: Bits::default() }
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

/// Whether the first letter may just as well be taken before the second wherever it can be taken after it.
///
/// They may change the same variables, if what comes of both is the same in either order: `x := x + 1` and `x := x - 2`. And each may
/// change what the other one asks about, if that only helps the second, and does not help the first: `x := x + 1` may come before
/// `assume x >= 3`, but not the other way round. `check::rules::ranked::order` has the definition.
fn may_come_first(system: &System, (first, of_first): (&Letter, &Use), (second, of_second): (&Letter, &Use)) -> bool {
    if system.are_bound(first, second) {
        return false;
    }
    let touches = |one: &Use, other: &Use| {
        let is_used = |variable: &Var| {
            other.guards.contains(variable) || other.reads.contains(variable) || other.writes.contains(variable)
        };
        one.writes.iter().any(is_used)
    };
    if !touches(of_first, of_second) && !touches(of_second, of_first) {
        return true;
    }
    let (Some(second_guard), Some(second_updates)) = (
        second.guard.iter().map(apart).collect::<Option<Vec<Linear>>>(),
        second.updates.iter().map(|(variable, value)| Some((*variable, apart(value)?))).collect::<Option<Updates>>(),
    ) else {
        return false;
    };
    let after = |fact: &Linear, updates: &Updates| fact.substituted(|variable| updates.get(&variable));
    let second_can_follow =
        second_guard.iter().all(|fact| after(fact, &first.updates).is_some_and(|fact| is_plain(&second_guard, &fact)));
    let Some(mut told) = first.guard.iter().map(|fact| after(fact, &second_updates)).collect::<Option<Vec<Linear>>>()
    else {
        return false;
    };
    told.extend(second_guard);
    if !second_can_follow || !first.guard.iter().all(|fact| is_plain(&told, fact)) {
        return false;
    }
    let both = |one: &Updates, other: &Updates, variable: Var| {
        let value = other.get(&variable).cloned().unwrap_or_else(|| Linear::variable(variable));
        after(&value, one)
    };
    of_first.writes.union(&of_second.writes).all(|variable| {
        let (one, other) =
            (both(&first.updates, &second_updates, *variable), both(&second_updates, &first.updates, *variable));
        one.is_some() && one == other
    })
}

type Updates = BTreeMap<Var, Linear>;

/// Whether the fact is one of these, plus a number that is not negative.
pub fn is_plain(known: &[Linear], fact: &Linear) -> bool {
    let is_no_less = |other: &Linear| {
        let difference = fact.plus(-1, other).and_then(|difference| difference.as_constant());
        difference.is_some_and(|difference| difference >= 0)
    };
    is_no_less(&Linear::default()) || known.iter().any(is_no_less)
}

/// The expression with other names for what the letter leaves open, so that it is not taken for what another letter leaves open.
fn apart(value: &Linear) -> Option<Linear> {
    const FIRST: u32 = 1 << 31;
    let other_name = |variable: Var| match variable {
        Var::Chosen(number) => number.checked_add(FIRST).map(Var::Chosen),
        known => Some(known),
    };
    let terms = value.terms().iter().map(|(variable, factor)| Some((other_name(*variable)?, *factor)));
    Linear::of(terms.collect::<Option<Vec<_>>>()?, value.constant_part())
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
            if letter.outcome != Outcome::Goes {
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
