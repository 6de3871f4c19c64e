//! Words of letters as sequences of facts and assignments: what they ask of the numbers at their beginning, and what comes of these.

use std::collections::BTreeMap;

use program::linear::expr::{Linear, Var};
use program::linear::system::System;

/// A word that is followed from arbitrary numbers on.
#[derive(Clone, Debug)]
pub struct Followed {
    /// What is not negative at the beginning if the word can be taken, each with the place of its letter in the word.
    pub facts: Vec<(usize, Linear)>,
    /// What variables are at the end, in terms of what they were at the beginning and of what was left open on the way.
    pub values: BTreeMap<Var, Linear>,
    chosen: u32,
    length: usize,
}

impl Followed {
    /// Follows the word; nothing if a number is too large.
    pub fn word(system: &System, word: &[usize]) -> Option<Followed> {
        let mut made = Followed { facts: Vec::new(), values: BTreeMap::new(), chosen: 0, length: 0 };
        word.iter().try_for_each(|letter| made.take(system, *letter))?;
        Some(made)
    }

    /// The word with one more letter; nothing if a number is too large.
    pub fn and(&self, system: &System, letter: usize) -> Option<Followed> {
        let mut longer = self.clone();
        longer.take(system, letter)?;
        Some(longer)
    }

    fn take(&mut self, system: &System, letter: usize) -> Option<()> {
        let letter = &system.letters[letter];
        let first = self.chosen;
        let mut most = 0;
        let mut translated = |expr: &Linear| {
            let fresh: BTreeMap<Var, Linear> = expr
                .terms()
                .iter()
                .filter_map(|(variable, _)| match variable {
                    Var::Chosen(number) => {
                        most = most.max(number + 1);
                        Some((*variable, Linear::variable(Var::Chosen(first + number))))
                    }
                    _ => None,
                })
                .collect();
            expr.substituted(|variable| self.values.get(&variable).or_else(|| fresh.get(&variable)))
        };
        let facts: Vec<Linear> = letter.guard.iter().map(&mut translated).collect::<Option<_>>()?;
        let values: Vec<(Var, Linear)> = letter
            .updates
            .iter()
            .map(|(variable, value)| Some((*variable, translated(value)?)))
            .collect::<Option<_>>()?;
        let place = self.length;
        self.length += 1;
        self.facts.extend(facts.into_iter().map(|fact| (place, fact)));
        self.values.extend(values);
        self.chosen += most;
        Some(())
    }

    /// What the expression over numbers at the end is in terms of those at the beginning.
    pub fn at_the_beginning(&self, expr: &Linear) -> Option<Linear> {
        expr.substituted(|variable| self.values.get(&variable))
    }
}

/// All facts about ranges of variables.
pub fn ranges(system: &System) -> Vec<Linear> {
    let count = u32::try_from(system.variables.len()).unwrap_or(u32::MAX);
    (0..count).flat_map(|number| system.range_facts(Var::State(number))).collect()
}
