//! Words of letters as sequences of facts and assignments: what they ask of the numbers at their beginning, and why that cannot be.

use engine::linear::followed::{Followed, ranges};
use program::linear::cases::Outcome;
use program::linear::expr::Linear;
use program::linear::sum::Sum;
use program::linear::system::System;
use solver::farkas;

use crate::alphabet::Alphabet;

/// Why the word, and then the facts about the numbers at its end, cannot be: predicates for places of the word, from somewhere in it to
/// behind its last letter. The first holds whatever was before, each of the others holds if the one before holds and the letter is taken,
/// and the last contradicts the facts.
///
/// They are the sums of what the rest of the word adds to the contradiction: Craig interpolants, one inequality each. Of the word as
/// little as possible is used, from behind: what happens to be so at the beginning, such as that two counters are still equal, would make
/// predicates that are true of this word and of few others.
pub fn impossible(system: &System, beginning: &[Linear], word: &[usize], then: &[Linear]) -> Option<Vec<Linear>> {
    let part = |start: usize| contradiction(system, if start == 0 { beginning } else { &[] }, &word[start..], then);
    part(0)?;
    // Somewhere from `possible` on, exclusively, down to `impossible` the word becomes impossible.
    let (mut impossible, mut possible) = (0, word.len() + 1);
    while impossible + 1 < possible {
        let middle = (impossible + possible) / 2;
        if part(middle).is_some() { impossible = middle } else { possible = middle }
    }
    let Contradiction { sum: Sum { scale, multiples }, facts } = part(impossible)?;
    let word = &word[impossible..];
    let multiple = |place: usize| multiples.iter().find(|(other, _)| *other == place).map_or(0, |(_, count)| *count);
    // What the rest adds, in terms of the numbers before it.
    let mut rest = Linear::default();
    for (place, fact) in (facts..).zip(then) {
        rest = rest.plus(multiple(place), fact)?;
    }
    let mut predicates = Vec::with_capacity(word.len());
    let mut counted = facts;
    for number in word.iter().rev() {
        predicates.push(Linear::constant(-scale).plus(-1, &rest)?.tightened());
        let letter = &system.letters[*number];
        rest = rest.substituted(|variable| letter.updates.get(&variable))?;
        counted -= letter.guard.len();
        for (place, guard) in (counted..).zip(&letter.guard) {
            rest = rest.plus(multiple(place), guard)?;
        }
    }
    predicates.reverse();
    Some(predicates)
}

/// Whether the word after the beginning, and then the facts, cannot be.
pub fn is_impossible(system: &System, beginning: &[Linear], word: &[usize], then: &[Linear]) -> bool {
    contradiction(system, beginning, word, then).is_some()
}

/// Why a word cannot be: a sum of its facts, of which there are so many, of those behind it, of those before it, and of ranges.
struct Contradiction {
    sum: Sum,
    facts: usize,
}

fn contradiction(system: &System, beginning: &[Linear], word: &[usize], then: &[Linear]) -> Option<Contradiction> {
    let followed = Followed::word(system, word)?;
    let mut premises: Vec<Linear> = followed.facts.iter().map(|(_, fact)| fact.clone()).collect();
    for fact in then {
        premises.push(followed.at_the_beginning(fact)?);
    }
    premises.extend(beginning.iter().cloned());
    premises.extend(ranges(system));
    Some(Contradiction { sum: farkas::contradiction(&premises)?, facts: followed.facts.len() })
}

/// What has to hold behind each letter of the word for a fact to hold at its end, given how often each fact of the word is added:
/// the last is the fact itself. `multiple` is asked for the places of [`Followed::facts`]; the fact is multiplied by the scale.
pub fn backwards(
    system: &System,
    word: &[usize],
    scale: i128,
    fact: &Linear,
    multiple: &dyn Fn(usize) -> i128,
) -> Option<Vec<Linear>> {
    let mut needed = fact.times(scale)?;
    let mut counted: usize = word.iter().map(|letter| system.letters[*letter].guard.len()).sum();
    let mut found = Vec::with_capacity(word.len());
    for number in word.iter().rev() {
        found.push(needed.clone().tightened());
        let letter = &system.letters[*number];
        needed = needed.substituted(|variable| letter.updates.get(&variable))?;
        counted -= letter.guard.len();
        for (place, guard) in letter.guard.iter().enumerate() {
            needed = needed.plus(-multiple(counted + place), guard)?;
        }
    }
    found.reverse();
    Some(found)
}

/// Whether the thread can come back to where it takes the letter.
pub fn may_repeat(system: &System, alphabet: &Alphabet, letter: usize) -> bool {
    let taken = &system.letters[letter];
    let comes_back = alphabet.future(taken.thread, taken.to).contains(letter);
    comes_back && !taken.spurious && taken.starts.is_empty() && taken.outcome == Outcome::Goes
}
