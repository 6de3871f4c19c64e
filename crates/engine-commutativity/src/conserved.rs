//! Sums of variables that no loop changes: `items - i - j` where every round of one loop raises `items` and `i`, and of another one `items` and
//! `j`.
//!
//! Why a word with so many rounds cannot be has many reasons, and most of them are true of that number of rounds only. If one word
//! after the other is learned from and no end is in sight, these sums are worth trying: what they are depends on where threads stand, and not on
//! how often they went round. (In the words of Petri nets, they are place invariants.) They are candidates: the proof finds out for itself where
//! they hold.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use engine::linear::is_about_extremes;
use num_rational::Ratio;
use num_traits::{One, Zero};
use program::ids::NodeId;
use program::linear::expr::{Linear, Var};
use program::linear::system::{Letter, System};

use crate::alphabet::Alphabet;
use crate::words::may_repeat;

/// Sums may differ by so much from place to place.
const MOST_DIFFERENCE: i128 = 6;

/// More sums than this are not tried.
const MOST_SUMS: usize = 8;

/// So many threads that have left their loops are looked at at once.
const MOST_EXITS: usize = 2;

/// Longer guards are not tried.
const MOST_TERMS: usize = 3;

/// Facts about sums that are worth trying, and what guards say: where a thread has left a loop, that is often what counts of it.
pub fn candidates(system: &System, alphabet: &Alphabet) -> Vec<Linear> {
    let in_loops: Vec<usize> =
        (0..system.letters.len()).filter(|letter| may_repeat(system, alphabet, *letter)).collect();
    let letters = in_loops.iter().map(|letter| &system.letters[*letter]);
    let letters: Vec<&Letter> = letters.filter(|letter| !is_exception(letter)).collect();
    let places = places(&letters);
    let changed: BTreeSet<Var> = letters.iter().flat_map(|letter| letter.updates.keys().copied()).collect();
    let is_moved = |variable: &Var| {
        letters.iter().all(|letter| places[&(letter.thread, letter.from)].moved_by(letter, *variable).is_some())
    };
    let variables: Vec<Var> = changed.into_iter().filter(is_moved).collect();
    // What a round of a loop does, for each letter that closes one.
    let mut rounds: BTreeSet<Vec<i128>> = BTreeSet::new();
    for letter in &letters {
        let (from, to) = (&places[&(letter.thread, letter.from)], &places[&(letter.thread, letter.to)]);
        let of = |variable: &Var| Some(from.moved_by(letter, *variable)? - to.moved(*variable)?);
        rounds.extend(variables.iter().map(of).collect::<Option<Vec<i128>>>());
    }
    let first_values = first_values(system, &in_loops);
    let mut facts = Vec::new();
    for sum in unchanged(&rounds, variables.len()).into_iter().take(MOST_SUMS) {
        let Some(sum) = Linear::of(variables.iter().copied().zip(sum), 0).filter(|sum| sum.terms().len() > 1) else {
            continue;
        };
        let (mut least, mut most) = (0_i128, 0_i128);
        for thread in 0..system.threads.len() {
            let of = |place: &Place| {
                sum.terms()
                    .iter()
                    .map(|(variable, factor)| Some(factor * place.moved(*variable)?))
                    .sum::<Option<i128>>()
            };
            let own = places.iter().filter(|((other, _), _)| *other == thread).filter_map(|(_, place)| of(place));
            let own: Vec<i128> = own.chain([0]).collect();
            least += own.iter().min().copied().unwrap_or_default();
            most += own.iter().max().copied().unwrap_or_default();
        }
        for sum in std::iter::once(sum.clone()).chain(before_threads_begin(system, &sum, &first_values)) {
            for difference in least.max(-MOST_DIFFERENCE)..=most.min(MOST_DIFFERENCE) {
                let shifted = sum.plus(-difference, &Linear::constant(1));
                facts.extend(shifted.as_ref().and_then(|shifted| shifted.times(-1)));
                facts.extend(shifted);
            }
        }
    }
    let exits = (0..system.letters.len()).filter(|letter| !in_loops.contains(letter));
    let exits = exits.map(|letter| &system.letters[letter]);
    let exits: Vec<&Letter> = exits.filter(|letter| places.contains_key(&(letter.thread, letter.from))).collect();
    let mut known = facts.clone();
    for _ in 0..MOST_EXITS {
        known = after_exits(system, &known, &exits);
        facts.extend(known.iter().cloned());
    }
    system.letters.iter().flat_map(guards).cloned().chain(copies(&letters)).chain(facts).collect()
}

/// What the letter asks of variables that are there before it as well as after it.
fn guards(letter: &Letter) -> impl Iterator<Item = &Linear> {
    let is_lasting = |fact: &&Linear| fact.terms().iter().all(|(variable, _)| matches!(variable, Var::State(_)));
    letter.guard.iter().filter(|fact| fact.terms().len() <= MOST_TERMS).filter(is_lasting)
}

/// What is equal behind a letter that copies a variable: `x++` is two steps where others may step in between, and the sum is one that
/// is not changed as long as the copy is true.
fn copies(letters: &[&Letter]) -> Vec<Linear> {
    let mut found = Vec::new();
    for (copy, value) in letters.iter().flat_map(|letter| &letter.updates) {
        let is_variable = matches!(value.terms(), [(Var::State(_), 1)]) && value.constant_part() == 0;
        let difference = Linear::variable(*copy).plus(-1, value).filter(|it| is_variable && !it.terms().is_empty());
        found.extend(difference.as_ref().and_then(|difference| difference.times(-1)));
        found.extend(difference);
    }
    found
}

/// What is left of the facts where a thread has left its loop and its own variables are gone: what it asked when it left stands for them.
fn after_exits(system: &System, facts: &[Linear], exits: &[&Letter]) -> Vec<Linear> {
    let mut found = Vec::new();
    for asked in exits.iter().flat_map(|exit| guards(exit)) {
        let own = asked.terms().iter().filter(|(variable, _)| owner(system, *variable).is_some());
        for (variable, there) in own {
            let resolved = |fact: &Linear| {
                let here = fact.coefficient(*variable);
                let are_opposed = here.signum() * there.signum() < 0;
                are_opposed.then(|| fact.times(there.abs())?.plus(here.abs(), asked))?
            };
            found.extend(facts.iter().filter_map(resolved).map(Linear::tightened));
        }
    }
    found.retain(|fact| !fact.terms().is_empty() && !facts.contains(fact));
    found.sort();
    found.dedup();
    found
}

/// The thread whose own the variable is.
fn owner(system: &System, variable: Var) -> Option<usize> {
    match variable {
        Var::State(number) => system.variables.get(number as usize)?.thread,
        _ => None,
    }
}

/// Whether the letter is about numbers that are as large as they can be, where machine integers wrap around and counters are full. Often
/// it is the sums without it from which follows that this does not happen.
fn is_exception(letter: &Letter) -> bool {
    let asks_for_much = |fact: &Linear| fact.constant_part() < 0 && is_about_extremes(fact);
    letter.guard.iter().any(asks_for_much) || letter.updates.values().any(is_about_extremes)
}

/// What variables get before any loop, where that is known.
fn first_values(system: &System, in_loops: &[usize]) -> BTreeMap<Var, Linear> {
    let others = (0..system.letters.len()).filter(|letter| !in_loops.contains(letter));
    let updates = others.flat_map(|letter| &system.letters[letter].updates);
    let known = updates.filter(|(_, value)| value.as_constant().is_some());
    known.map(|(variable, value)| (*variable, value.clone())).collect()
}

/// The sum as it is as long as some threads have not begun, so that their own variables may be anything: threads begin one after
/// the other, or in the contrary order.
fn before_threads_begin(system: &System, sum: &Linear, first_values: &BTreeMap<Var, Linear>) -> Vec<Linear> {
    let owners: BTreeSet<usize> = sum.terms().iter().filter_map(|(variable, _)| owner(system, *variable)).collect();
    let without = |is_missing: &dyn Fn(usize) -> bool| {
        let is_missing = |variable: Var| owner(system, variable).is_some_and(is_missing);
        sum.substituted(|variable| first_values.get(&variable).filter(|_| is_missing(variable)))
    };
    let among = |first: &usize| {
        let (later, earlier) = (without(&|thread| thread >= *first), without(&|thread| thread <= *first));
        [later, earlier]
    };
    owners.iter().flat_map(among).flatten().filter(|made| made != sum && !made.terms().is_empty()).collect()
}

/// What variables are at a location of a loop, on some way from where the loop is looked at first, in terms of what they were there. What is
/// not in it is as it was.
#[derive(Clone, Default)]
struct Place(BTreeMap<Var, Linear>);

impl Place {
    fn value(&self, variable: Var) -> Linear {
        self.0.get(&variable).cloned().unwrap_or_else(|| Linear::variable(variable))
    }

    fn value_behind(&self, letter: &Letter, variable: Var) -> Option<Linear> {
        match letter.updates.get(&variable) {
            Some(value) => value.substituted(|variable| self.0.get(&variable)),
            None => Some(self.value(variable)),
        }
    }

    fn behind(&self, letter: &Letter) -> Place {
        let changed = self.0.keys().chain(letter.updates.keys());
        Place(changed.filter_map(|variable| Some((*variable, self.value_behind(letter, *variable)?))).collect())
    }

    /// By how much the variable has moved, if that is all that has happened to it.
    fn moved(&self, variable: Var) -> Option<i128> {
        self.value(variable).plus(-1, &Linear::variable(variable))?.as_constant()
    }

    /// The same behind the letter.
    fn moved_by(&self, letter: &Letter, variable: Var) -> Option<i128> {
        self.value_behind(letter, variable)?.plus(-1, &Linear::variable(variable))?.as_constant()
    }
}

/// By thread and location of a loop, what variables are there.
fn places(letters: &[&Letter]) -> BTreeMap<(usize, NodeId), Place> {
    let mut found = BTreeMap::new();
    for first in letters {
        if found.contains_key(&(first.thread, first.from)) {
            continue;
        }
        found.insert((first.thread, first.from), Place::default());
        let mut open = VecDeque::from([first.from]);
        while let Some(node) = open.pop_front() {
            let here = found[&(first.thread, node)].clone();
            for letter in letters.iter().filter(|letter| (letter.thread, letter.from) == (first.thread, node)) {
                found.entry((letter.thread, letter.to)).or_insert_with(|| {
                    open.push_back(letter.to);
                    here.behind(letter)
                });
            }
        }
    }
    found
}

/// Independent sums, as coefficients, that none of the rounds changes.
fn unchanged(rounds: &BTreeSet<Vec<i128>>, count: usize) -> Vec<Vec<i128>> {
    type Number = Ratio<i128>;
    let mut rows: Vec<Vec<Number>> =
        rounds.iter().map(|round| round.iter().copied().map(Number::from_integer).collect()).collect();
    let mut solved: Vec<usize> = Vec::new();
    for column in 0..count {
        let place = solved.len();
        let Some(pivot) = (place..rows.len()).find(|row| !rows[*row][column].is_zero()) else { continue };
        rows.swap(place, pivot);
        let divisor = rows[place][column];
        rows[place].iter_mut().for_each(|number| *number /= divisor);
        let reduced = rows[place].clone();
        for (_, row) in rows.iter_mut().enumerate().filter(|(other, _)| *other != place) {
            let factor = row[column];
            row.iter_mut().zip(&reduced).for_each(|(number, other)| *number -= factor * other);
        }
        solved.push(column);
    }
    let free = (0..count).filter(|column| !solved.contains(column));
    let sum = |free: usize| {
        let mut sum = vec![Number::zero(); count];
        sum[free] = Number::one();
        for (row, column) in rows.iter().zip(&solved) {
            sum[*column] = -row[free];
        }
        let scale = sum.iter().fold(1, |scale, number| num_integer::lcm(scale, *number.denom()));
        sum.iter().map(|number| (number * scale).to_integer()).collect()
    };
    free.map(sum).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_that_no_round_changes_are_found() {
        // One round raises the first and the second, another one the first and the third.
        let rounds = BTreeSet::from([vec![1, 1, 0], vec![1, 0, 1], vec![0, 0, 0]]);
        assert_eq!(unchanged(&rounds, 3), [[-1, 1, 1]]);
        // What is raised alone is part of no sum.
        assert_eq!(unchanged(&BTreeSet::from([vec![1, 0], vec![0, 1]]), 2), Vec::<Vec<i128>>::new());
        assert_eq!(unchanged(&BTreeSet::from([vec![2, 3]]), 2), [[-3, 2]]);
    }
}
