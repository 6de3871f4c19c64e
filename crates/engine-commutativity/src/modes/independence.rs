//! Which letters are independent: taken one after the other, they do the same in both orders (Section 2.3 of the paper).
//!
//! `a b` and `b a` are the same relation if what the two ask in one order follows from what they ask in the other, and they leave the same
//! numbers. Most pairs have no variable in common, which is seen without arithmetic; for others, what follows is asked of linear programs,
//! once for each pair of statements.
//!
//! Letters that ask and do the same are one *statement*, whoever takes them: what a proof says of one is true of the others.
//!
//! Two notions are kept apart. What matters to whether words can be taken is data alone ([`Statements::commute`]): no word becomes impossible
//! because a thread is elsewhere. What matters to which words the program has is also where threads stand ([`Statements::depend`]): letters
//! of one thread, and a thread's letters and the one that starts it, are always dependent.

use std::collections::BTreeMap;

use program::linear::expr::{Linear, Var};
use program::linear::system::System;
use rustc_hash::FxHashMap;
use solver::farkas;

use crate::alphabet::Bits;

/// A statement's number.
pub type Statement = u32;

/// The statements of a system, and what is known of pairs of them.
pub struct Statements {
    /// By letter.
    of_letter: Vec<Statement>,
    distinct: Vec<Body>,
    /// By pair, the smaller number first.
    known: FxHashMap<(Statement, Statement), bool>,
}

/// What a statement asks and does.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Body {
    guard: Vec<Linear>,
    updates: BTreeMap<Var, Linear>,
}

impl Statements {
    /// The statements of the system.
    pub fn of(system: &System) -> Statements {
        let mut numbers: FxHashMap<Body, Statement> = FxHashMap::default();
        let mut made = Statements { of_letter: Vec::new(), distinct: Vec::new(), known: FxHashMap::default() };
        for letter in &system.letters {
            let body = Body { guard: letter.guard.clone(), updates: letter.updates.clone() };
            let number = *numbers.entry(body).or_insert_with_key(|body| {
                made.distinct.push(body.clone());
                Statement::try_from(made.distinct.len() - 1).expect("tables have fewer than 2^32 entries")
            });
            made.of_letter.push(number);
        }
        made
    }

    /// The statement that the letter is.
    pub fn of_letter(&self, letter: usize) -> Statement {
        self.of_letter[letter]
    }

    /// Whether the statements do the same in both orders.
    pub fn commute(&mut self, one: Statement, other: Statement) -> bool {
        let pair = (one.min(other), one.max(other));
        if let Some(known) = self.known.get(&pair) {
            return *known;
        }
        let (first, second) = (&self.distinct[one as usize], &self.distinct[other as usize]);
        let found = are_apart(first, second) || second.renamed().is_some_and(|second| do_the_same(first, &second));
        self.known.insert(pair, found);
        found
    }

    /// By letter, the letters of other threads on which it depends.
    pub fn depend(&mut self, system: &System) -> Vec<Bits> {
        let mut dependent = vec![Bits::default(); system.letters.len()];
        for first in 0..system.letters.len() {
            for second in 0..first {
                let (one, other) = (&system.letters[first], &system.letters[second]);
                let are_others = one.thread != other.thread;
                if are_others
                    && (system.are_bound(one, other) || !self.commute(self.of_letter[first], self.of_letter[second]))
                {
                    dependent[first].insert(second);
                    dependent[second].insert(first);
                }
            }
        }
        dependent
    }
}

/// Whether neither changes what the other one looks at or changes.
fn are_apart(first: &Body, second: &Body) -> bool {
    let changes = |one: &Body, other: &Body| {
        let uses = |expr: &Linear| expr.terms().iter().any(|(variable, _)| one.updates.contains_key(variable));
        let writes = other.updates.keys().any(|variable| one.updates.contains_key(variable));
        writes || other.guard.iter().chain(other.updates.values()).any(uses)
    };
    !changes(first, second) && !changes(second, first)
}

fn do_the_same(first: &Body, second: &Body) -> bool {
    let (Some(one), Some(other)) = (asked_by_both(first, second), asked_by_both(second, first)) else { return false };
    let changed = first.updates.keys().chain(second.updates.keys());
    let is_same = |variable: &Var| {
        let (one, other) = (value_after(first, second, *variable), value_after(second, first, *variable));
        one.is_some() && one == other
    };
    changed.into_iter().all(is_same) && follow(&one, &other) && follow(&other, &one)
}

/// What is asked of the numbers before the first if both are taken, one after the other.
fn asked_by_both(first: &Body, second: &Body) -> Option<Vec<Linear>> {
    let later = second.guard.iter().map(|fact| fact.substituted(|variable| first.updates.get(&variable)));
    first.guard.iter().cloned().map(Some).chain(later).collect()
}

fn value_after(earlier: &Body, later: &Body, variable: Var) -> Option<Linear> {
    let value = later.updates.get(&variable).cloned().unwrap_or_else(|| Linear::variable(variable));
    value.substituted(|inner| earlier.updates.get(&inner))
}

/// Whether all the conclusions follow from the premises.
fn follow(premises: &[Linear], conclusions: &[Linear]) -> bool {
    let mut missing = conclusions.iter().filter(|fact| !premises.contains(fact)).peekable();
    missing.peek().is_none()
        || farkas::contradiction(premises).is_some()
        || missing.all(|fact| farkas::consequence(premises, fact).is_some())
}

impl Body {
    /// The same with other names for what is left open, so that it is not taken for what another statement leaves open.
    fn renamed(&self) -> Option<Body> {
        const FIRST: u32 = 1 << 31;
        let renamed = |expr: &Linear| {
            let name = |variable: Var| match variable {
                Var::Chosen(number) => number.checked_add(FIRST).map(Var::Chosen),
                known => Some(known),
            };
            let terms = expr.terms().iter().map(|(variable, factor)| Some((name(*variable)?, *factor)));
            Linear::of(terms.collect::<Option<Vec<_>>>()?, expr.constant_part())
        };
        let guard = self.guard.iter().map(renamed).collect::<Option<_>>()?;
        let updates = self.updates.iter().map(|(variable, value)| Some((*variable, renamed(value)?)));
        Some(Body { guard, updates: updates.collect::<Option<_>>()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn x(factor: i128, constant: i128) -> Linear {
        Linear::of([(Var::State(0), factor)], constant).unwrap()
    }

    fn body(guard: &[Linear], update: Option<Linear>) -> Body {
        Body { guard: guard.to_vec(), updates: update.into_iter().map(|value| (Var::State(0), value)).collect() }
    }

    #[test]
    fn statements_commute_if_their_guards_do() {
        let (raises, lowers) = (body(&[], Some(x(1, 1))), body(&[], Some(x(1, -2))));
        assert!(do_the_same(&raises, &lowers));
        // x >= 3 may become true by x := x + 1.
        let asks = body(&[x(1, -3)], None);
        assert!(!do_the_same(&raises, &asks) && !do_the_same(&asks, &raises));
        // x := 5 and x := x + 1 do not; nor do x := 5 and x := 6; x := 5 twice does.
        let sets = body(&[], Some(x(0, 5)));
        assert!(!do_the_same(&sets, &raises) && !do_the_same(&sets, &body(&[], Some(x(0, 6)))));
        assert!(do_the_same(&sets, &sets));
    }

    #[test]
    fn what_no_order_allows_commutes() {
        // x >= 3 and x <= 1 cannot both be, whatever the order.
        let (high, low) = (body(&[x(1, -3)], None), body(&[x(-1, 1)], None));
        assert!(do_the_same(&high, &low));
        // x >= 0, x := x + 1 and x >= 0, x := x + 2: each asks what follows from what the other one asks.
        let (one, two) = (body(&[x(1, 0)], Some(x(1, 1))), body(&[x(1, 0)], Some(x(1, 2))));
        assert!(do_the_same(&one, &two));
    }
}
