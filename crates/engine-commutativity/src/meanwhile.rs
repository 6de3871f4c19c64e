//! What other threads may do before one of a set of threads steps.
//!
//! Where threads stand says which letters they may ever come to. What is known of the numbers says more: whoever waits for a lock cannot go on
//! before the one who has it gives it back. A fact *shuts* a letter that asks for its contrary, and it holds for as long as nobody takes a
//! letter that *breaks* it. So the letters that others may take are those that they come to through letters that no fact shuts, as long
//! as none of these breaks the fact. `check::rules::ranked::order` has the definition, and finds out for itself.

use std::rc::Rc;

use program::ids::NodeId;
use program::linear::cases::Outcome;
use program::linear::expr::Linear;
use program::linear::system::{Control, Letter, System};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::alphabet::{Alphabet, Bits, is_plain};

/// What facts have to do with letters, as far as it was asked.
pub struct Meanwhile<'a> {
    system: &'a System,
    alphabet: &'a Alphabet,
    told: FxHashMap<Linear, Rc<Told>>,
}

/// What a fact says of letters.
struct Told {
    /// Those that cannot be taken where it holds.
    shuts: Bits,
    /// Those behind which it may not hold any more.
    breaks: Bits,
}

impl<'a> Meanwhile<'a> {
    /// Nothing was asked yet.
    pub fn new(system: &'a System, alphabet: &'a Alphabet) -> Meanwhile<'a> {
        Meanwhile { system, alphabet, told: FxHashMap::default() }
    }

    /// Those of the other threads that may, themselves or by threads that they start, take one of the letters before anybody else steps, if
    /// the facts hold now.
    pub fn who_may_take(
        &mut self,
        letters: &Bits,
        control: &Control,
        others: &[usize],
        facts: &[Linear],
    ) -> Vec<usize> {
        let alphabet = self.alphabet;
        let ever = |thread: &usize| control.0[*thread].map(|node| alphabet.future(*thread, node));
        let who: Vec<usize> =
            others.iter().copied().filter(|it| ever(it).is_some_and(|it| it.meets(letters))).collect();
        if who.is_empty() {
            return who;
        }
        let mut holding: Vec<Rc<Told>> = facts.iter().map(|fact| self.told(fact)).collect();
        holding.retain(|told| others.iter().filter_map(ever).any(|future| future.meets(&told.shuts)));
        while !holding.is_empty() {
            let mut shut = Bits::default();
            for told in &holding {
                shut.unite(&told.shuts);
            }
            let reached = |thread: &usize| Some((*thread, self.reached((*thread, control.0[*thread]?), &shut)));
            let found: Vec<(usize, Bits)> = others.iter().filter_map(reached).collect();
            let before = holding.len();
            holding.retain(|told| !found.iter().any(|(_, may)| may.meets(&told.breaks)));
            if holding.len() == before {
                return found.iter().filter(|(_, may)| may.meets(letters)).map(|(thread, _)| *thread).collect();
            }
        }
        who
    }

    /// The letters that are come to from the place, through none that is shut.
    fn reached(&self, from: (usize, NodeId), shut: &Bits) -> Bits {
        let mut found = Bits::default();
        let mut seen: FxHashSet<(usize, NodeId)> = FxHashSet::default();
        let mut open = vec![from];
        while let Some((thread, node)) = open.pop() {
            if !seen.insert((thread, node)) {
                continue;
            }
            for number in self.system.letters_at(thread, node).filter(|letter| !shut.contains(*letter)) {
                found.insert(number);
                let letter = &self.system.letters[number];
                open.extend(letter.starts.iter().map(|started| (*started, self.system.threads[*started].entry)));
                if letter.outcome == Outcome::Goes {
                    open.push((thread, letter.to));
                }
            }
        }
        found
    }

    fn told(&mut self, fact: &Linear) -> Rc<Told> {
        if let Some(known) = self.told.get(fact) {
            return known.clone();
        }
        let mut told = Told { shuts: Bits::default(), breaks: Bits::default() };
        for (number, letter) in self.system.letters.iter().enumerate() {
            if letter.guard.iter().any(|asked| is_contrary(asked, fact)) {
                told.shuts.insert(number);
            } else if !is_kept(fact, letter) {
                told.breaks.insert(number);
            }
        }
        let told = Rc::new(told);
        self.told.insert(fact.clone(), told.clone());
        told
    }
}

/// Whether the two cannot both hold, which is plain to see.
fn is_contrary(first: &Linear, second: &Linear) -> bool {
    first.plus(1, second).and_then(|sum| sum.as_constant()).is_some_and(|sum| sum < 0)
}

/// Whether it is plain to see that the fact still holds behind the letter.
fn is_kept(fact: &Linear, letter: &Letter) -> bool {
    let is_changed = fact.terms().iter().any(|(variable, _)| letter.updates.contains_key(variable));
    let after = || fact.substituted(|variable| letter.updates.get(&variable));
    !is_changed
        || after().is_some_and(|after| is_plain(std::slice::from_ref(fact), &after) || is_plain(&letter.guard, &after))
}

/// Facts that shut letters of threads which may have to wait, each about one variable: whether a lock is held, and the like.
pub fn contraries(system: &System, alphabet: &Alphabet) -> Vec<Linear> {
    let mut found: Vec<Linear> = Vec::new();
    for letter in system.letters.iter().filter(|letter| !alphabet.is_total(letter.thread, letter.from)) {
        for asked in letter.guard.iter().filter(|asked| asked.terms().len() == 1) {
            found.extend(asked.negated_fact().filter(|contrary| !found.contains(contrary)));
        }
    }
    found
}
