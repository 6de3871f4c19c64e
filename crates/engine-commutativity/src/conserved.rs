//! Sums of variables that no loop changes: `items - i - j` where every round of one loop raises `items` and `i`, and of another one `items` and
//! `j`.
//!
//! Why a word with so many rounds cannot be has many reasons, and most of them are true of that number of rounds only. If one word
//! after the other is learned from and no end is in sight, these sums are worth trying: what they are depends on where threads stand, and not on
//! how often they went round. (In the words of Petri nets, they are place invariants.) They are candidates: the proof finds out for itself where
//! they hold.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use num_rational::Ratio;
use num_traits::{One, Zero};
use program::linear::expr::{Linear, Var};
use program::linear::system::{Letter, System};

use crate::alphabet::Alphabet;
use crate::words::may_repeat;

/// Sums may differ by so much from place to place.
const MOST_DIFFERENCE: i128 = 6;

/// More sums than this are not tried.
const MOST_SUMS: usize = 8;

/// Longer guards are not tried.
const MOST_TERMS: usize = 3;

type Vector = BTreeMap<Var, i128>;

/// Facts about sums that are worth trying, and what guards say: where a thread has left a loop, that is often what counts of it.
pub fn candidates(system: &System, alphabet: &Alphabet) -> Vec<Linear> {
    let in_loops: Vec<usize> =
        (0..system.letters.len()).filter(|letter| may_repeat(system, alphabet, *letter)).collect();
    let letters: Vec<&Letter> = in_loops.iter().map(|letter| &system.letters[*letter]).collect();
    let is_moved = |variable: &Var| letters.iter().all(|letter| effect(letter, *variable).is_some());
    let changed: BTreeSet<Var> = letters.iter().flat_map(|letter| letter.updates.keys().copied()).collect();
    let variables: Vec<Var> = changed.into_iter().filter(is_moved).collect();
    let places = displacements(&letters, &variables);
    // What a round of a loop does, for each letter that closes one.
    let mut rounds: BTreeSet<Vec<i128>> = BTreeSet::new();
    for letter in &letters {
        let (from, to) = (&places[&(letter.thread, letter.from)], &places[&(letter.thread, letter.to)]);
        let of = |variable: &Var| Some(at(from, *variable) + effect(letter, *variable)? - at(to, *variable));
        rounds.extend(variables.iter().map(of).collect::<Option<Vec<i128>>>());
    }
    let mut facts = Vec::new();
    let guards = system.letters.iter().flat_map(|letter| &letter.guard);
    facts.extend(guards.filter(|fact| fact.terms().len() <= MOST_TERMS).cloned());
    for sum in unchanged(&rounds, variables.len()).into_iter().take(MOST_SUMS) {
        let Some(sum) = Linear::of(variables.iter().copied().zip(sum), 0).filter(|sum| sum.terms().len() > 1) else {
            continue;
        };
        let (mut least, mut most) = (0_i128, 0_i128);
        for thread in 0..system.threads.len() {
            let own = places.iter().filter(|((other, _), _)| *other == thread).map(|(_, displacement)| {
                sum.terms().iter().map(|(variable, factor)| factor * at(displacement, *variable)).sum::<i128>()
            });
            let own: Vec<i128> = own.chain([0]).collect();
            least += own.iter().min().copied().unwrap_or_default();
            most += own.iter().max().copied().unwrap_or_default();
        }
        for difference in least.max(-MOST_DIFFERENCE)..=most.min(MOST_DIFFERENCE) {
            let shifted = sum.plus(-difference, &Linear::constant(1));
            facts.extend(shifted.as_ref().and_then(|shifted| shifted.times(-1)));
            facts.extend(shifted);
        }
    }
    facts
}

/// By how much the letter moves the variable, if that is all that it does to it.
fn effect(letter: &Letter, variable: Var) -> Option<i128> {
    let Some(value) = letter.updates.get(&variable) else { return Some(0) };
    value.plus(-1, &Linear::variable(variable))?.as_constant()
}

fn at(vector: &Vector, variable: Var) -> i128 {
    vector.get(&variable).copied().unwrap_or_default()
}

/// By thread and location of a loop, by how much variables have moved on some way from where the loop is looked at first.
fn displacements(letters: &[&Letter], variables: &[Var]) -> BTreeMap<(usize, program::ids::NodeId), Vector> {
    let mut found = BTreeMap::new();
    for first in letters {
        if found.contains_key(&(first.thread, first.from)) {
            continue;
        }
        found.insert((first.thread, first.from), Vector::new());
        let mut open = VecDeque::from([first.from]);
        while let Some(node) = open.pop_front() {
            let here = found[&(first.thread, node)].clone();
            for letter in letters.iter().filter(|letter| (letter.thread, letter.from) == (first.thread, node)) {
                if found.contains_key(&(letter.thread, letter.to)) {
                    continue;
                }
                let moved = variables.iter().filter_map(|it| Some((*it, at(&here, *it) + effect(letter, *it)?)));
                found.insert((letter.thread, letter.to), moved.collect());
                open.push_back(letter.to);
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
