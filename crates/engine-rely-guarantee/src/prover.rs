//! What follows from what, remembered: the same questions are asked again in every round of refinement.

use std::cell::RefCell;

use program::linear::expr::Linear;
use program::linear::located::{Located, Premises};
use program::linear::sum::Sum;
use rustc_hash::FxHashMap;
use solver::farkas;

/// Answers by the number of the premises and conclusion.
type Known = FxHashMap<(usize, Linear), Option<Sum>>;

/// Finds sums that show facts.
pub struct Prover<'a> {
    /// The program.
    pub located: &'a Located<'a>,
    known: RefCell<Known>,
    /// Premises have numbers: they are many, and each is asked about often.
    numbers: RefCell<FxHashMap<Premises, usize>>,
}

impl<'a> Prover<'a> {
    /// One that knows nothing yet.
    pub fn new(located: &'a Located<'a>) -> Prover<'a> {
        Prover { located, known: RefCell::default(), numbers: RefCell::default() }
    }

    /// Why the premises contradict each other, if they do.
    pub fn contradiction(&self, premises: &Premises) -> Option<Sum> {
        self.ask((premises, self.number(premises)), &Linear::constant(-1), farkas_contradiction)
    }

    /// Why the conclusion follows, if it does and the premises do not contradict each other.
    pub fn consequence(&self, premises: &Premises, conclusion: &Linear) -> Option<Sum> {
        self.ask((premises, self.number(premises)), conclusion, farkas::consequence)
    }

    /// The facts that follow, with their sums; each is asked in the words of the premises.
    pub fn following(
        &self,
        premises: &Premises,
        facts: Vec<Linear>,
        meant: impl Fn(&Linear) -> Option<Linear>,
    ) -> (Vec<Linear>, Vec<Sum>) {
        let number = self.number(premises);
        let shown = |fact: Linear| {
            let sum = self.ask((premises, number), &meant(&fact)?, farkas::consequence)?;
            Some((fact, sum))
        };
        facts.into_iter().filter_map(shown).unzip()
    }

    fn number(&self, premises: &Premises) -> usize {
        let mut numbers = self.numbers.borrow_mut();
        if let Some(number) = numbers.get(premises) {
            return *number;
        }
        let number = numbers.len();
        numbers.insert(premises.clone(), number);
        number
    }

    fn ask(
        &self,
        (premises, number): (&Premises, usize),
        conclusion: &Linear,
        find: fn(&[Linear], &Linear) -> Option<Sum>,
    ) -> Option<Sum> {
        let question = (number, conclusion.clone());
        if let Some(known) = self.known.borrow().get(&question) {
            return known.clone();
        }
        let found = find(&self.located.complete(premises, conclusion), conclusion);
        self.known.borrow_mut().insert(question, found.clone());
        found
    }

    /// About how much memory it has taken.
    pub fn bytes(&self) -> u64 {
        const OF_ANSWER: u64 = 400;
        const OF_PREMISES: u64 = 1500;
        self.known.borrow().len() as u64 * OF_ANSWER + self.numbers.borrow().len() as u64 * OF_PREMISES
    }
}

fn farkas_contradiction(premises: &[Linear], _: &Linear) -> Option<Sum> {
    farkas::contradiction(premises)
}
