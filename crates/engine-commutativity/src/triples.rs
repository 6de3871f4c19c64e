//! Hoare triples that were asked about before: whether a fact holds behind a letter, given the facts in front of it.
//!
//! The same question comes up with one set of facts after the other, and most sets differ in facts that have nothing to do with it. What
//! was shown from some facts is shown from more; what does not follow from some does not follow from fewer.

use program::linear::sum::Sum;
use rustc_hash::FxHashMap;

/// Facts in front of a letter, by number and in ascending order: those of the stem, and those of a module.
#[derive(Clone, Copy)]
pub struct Known<'a> {
    /// Of the stem, if the others are a module's.
    pub stem: &'a [u32],
    /// Of the annotation itself.
    pub own: &'a [u32],
}

/// What was asked.
#[derive(Default)]
pub struct Triples {
    asked: FxHashMap<(usize, Option<u32>), Asked>,
}

#[derive(Default)]
struct Asked {
    shown: Vec<Shown>,
    /// Sets from which it does not follow.
    failed: Vec<(Vec<u32>, Vec<u32>)>,
}

/// A sum, with names of premises instead of their places.
struct Shown {
    scale: i128,
    multiples: Vec<(Premise, i128)>,
}

#[derive(Clone, Copy)]
enum Premise {
    Stem(u32),
    Own(u32),
    /// One that is always there, by its place behind the facts.
    Always(usize),
}

/// So many sets from which something does not follow are remembered.
const MOST_FAILED: usize = 64;

impl Triples {
    /// How the fact follows behind the letter, or why the letter cannot be taken if there is none; `prove` finds out if that is not known.
    pub fn ask(
        &mut self,
        letter: usize,
        fact: Option<u32>,
        known: Known<'_>,
        prove: impl FnOnce() -> Option<Sum>,
    ) -> Option<Sum> {
        let asked = self.asked.entry((letter, fact)).or_default();
        if let Some(sum) = asked.shown.iter().find_map(|shown| known.sum(shown)) {
            return Some(sum);
        }
        if asked.failed.iter().any(|(stem, own)| is_subset(known.own, own) && is_subset(known.stem, stem)) {
            return None;
        }
        let sum = prove();
        match &sum {
            Some(sum) => asked.shown.push(known.named(sum)),
            None => {
                asked.failed.retain(|(stem, own)| !is_subset(own, known.own) || !is_subset(stem, known.stem));
                if asked.failed.len() < MOST_FAILED {
                    asked.failed.push((known.stem.to_vec(), known.own.to_vec()));
                }
            }
        }
        sum
    }
}

impl Known<'_> {
    /// The sum with the places that premises have here, if all are there.
    fn sum(&self, shown: &Shown) -> Option<Sum> {
        let place = |premise: Premise| match premise {
            Premise::Stem(number) => self.stem.binary_search(&number).ok(),
            Premise::Own(number) => self.own.binary_search(&number).ok().map(|place| self.stem.len() + place),
            Premise::Always(place) => Some(self.stem.len() + self.own.len() + place),
        };
        let multiples = shown.multiples.iter().map(|(premise, multiple)| Some((place(*premise)?, *multiple)));
        Some(Sum { scale: shown.scale, multiples: multiples.collect::<Option<_>>()? })
    }

    fn named(&self, sum: &Sum) -> Shown {
        let name = |place: usize| match place.checked_sub(self.stem.len()) {
            None => Premise::Stem(self.stem[place]),
            Some(place) => match place.checked_sub(self.own.len()) {
                None => Premise::Own(self.own[place]),
                Some(place) => Premise::Always(place),
            },
        };
        let multiples = sum.multiples.iter().map(|(place, multiple)| (name(*place), *multiple)).collect();
        Shown { scale: sum.scale, multiples }
    }
}

/// Whether all numbers of the first are in the second, both in ascending order.
fn is_subset(first: &[u32], second: &[u32]) -> bool {
    let mut rest = second.iter();
    first.len() <= second.len() && first.iter().all(|number| rest.any(|other| other == number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_remembered_for_larger_and_smaller_sets() {
        let mut triples = Triples::default();
        let never = || -> Option<Sum> { panic!("this is known") };
        let from = |own| Known { stem: &[2], own };
        let sum = Sum { scale: 1, multiples: vec![(0, 1), (2, 5), (3, 7)] };
        assert_eq!(triples.ask(0, Some(9), from(&[4, 6]), || Some(sum.clone())), Some(sum));
        let moved = Sum { scale: 1, multiples: vec![(0, 1), (3, 5), (4, 7)] };
        assert_eq!(triples.ask(0, Some(9), from(&[1, 4, 6]), never), Some(moved));
        // Without one of the facts it is not known, nor for another letter.
        assert_eq!(triples.ask(0, Some(9), from(&[1, 4]), || None), None);
        assert_eq!(triples.ask(1, Some(9), from(&[4, 6]), || None), None);
        assert_eq!(triples.ask(0, Some(8), from(&[1, 4]), || None), None);
        assert_eq!(triples.ask(0, Some(8), from(&[4]), never), None);
    }
}
