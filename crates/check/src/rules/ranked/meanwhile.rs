//! What threads may do before one of some others steps.
//!
//! A thread may ever come to the letters behind the place where it stands, and to those of threads that it starts on the way. If more is known
//! than where threads stand, it may be less: whoever waits for a lock does not go on before it is given back. A fact *shuts* a letter if it
//! contradicts one of those that the letter asks for. A fact is *broken* by a letter that it does not shut, unless the letter changes none
//! of its variables, or it is plain to see that the fact holds behind the letter: it gets no less, or it is what the letter asks.
//!
//! Of the facts that hold now, take those that hold for as long as only the threads in question step: the largest set such that none of them
//! is broken by a letter that these threads come to through letters that none of the set shuts. Then these are all letters that they can
//! take before somebody else steps. By induction on how many have been taken: all facts of the set hold now; as long as they hold, a
//! letter that one of them shuts cannot be taken, so that each thread, whether it was there or was started, has come to where it is through
//! letters that are not shut, and the next one is one of those too, none of which breaks a fact of the set.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use program::ids::NodeId;
use program::linear::cases::Outcome;
use program::linear::expr::Linear;
use program::linear::system::{Control, Letter, System};
use rustc_hash::FxBuildHasher;

use crate::rules::ranked::order::is_plain;

/// Letters that threads may come to, and what facts say of them.
pub struct Meanwhile<'a> {
    system: &'a System,
    /// By thread and location, the letters that the thread, and those that it starts, may ever come to.
    ever: BTreeMap<(usize, NodeId), BTreeSet<usize>>,
    told: RefCell<HashMap<Linear, Rc<Told>, FxBuildHasher>>,
}

/// What a fact says of letters.
struct Told {
    shuts: BTreeSet<usize>,
    breaks: BTreeSet<usize>,
}

impl<'a> Meanwhile<'a> {
    /// The letters of the system.
    pub fn of(system: &'a System) -> Meanwhile<'a> {
        Meanwhile { system, ever: ever(system), told: RefCell::default() }
    }

    /// Those of the threads that may, themselves or by threads that they start, come to one of the letters before anybody else steps, if the
    /// facts hold now.
    pub fn who_may_take(
        &self,
        letters: &BTreeSet<usize>,
        control: &Control,
        threads: &[usize],
        facts: &[Linear],
    ) -> Vec<usize> {
        let places: Vec<(usize, NodeId)> =
            threads.iter().filter_map(|thread| Some((*thread, control.0[*thread]?))).collect();
        let ever = |place: &(usize, NodeId)| self.ever.get(place);
        let sooner_or_later = |place: &&(usize, NodeId)| ever(place).is_some_and(|may| !may.is_disjoint(letters));
        let who: Vec<usize> = places.iter().filter(sooner_or_later).map(|(thread, _)| *thread).collect();
        if who.is_empty() {
            return who;
        }
        let mut holding: Vec<Rc<Told>> = facts.iter().map(|fact| self.told(fact)).collect();
        holding.retain(|told| places.iter().filter_map(ever).any(|may| !may.is_disjoint(&told.shuts)));
        while !holding.is_empty() {
            let is_shut = |letter: usize| holding.iter().any(|told| told.shuts.contains(&letter));
            let found: Vec<(usize, BTreeSet<usize>)> =
                places.iter().map(|place| (place.0, self.reached(*place, &is_shut))).collect();
            let lasting: Vec<Rc<Told>> = holding
                .iter()
                .filter(|told| found.iter().all(|(_, may)| may.is_disjoint(&told.breaks)))
                .cloned()
                .collect();
            if lasting.len() == holding.len() {
                return found.iter().filter(|(_, may)| !may.is_disjoint(letters)).map(|(thread, _)| *thread).collect();
            }
            holding = lasting;
        }
        who
    }

    /// The letters that are come to from the place through none that is shut.
    fn reached(&self, from: (usize, NodeId), is_shut: &dyn Fn(usize) -> bool) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        let mut seen = BTreeSet::new();
        let mut open = vec![from];
        while let Some((thread, node)) = open.pop() {
            if !seen.insert((thread, node)) {
                continue;
            }
            for number in self.system.letters_at(thread, node).filter(|letter| !is_shut(*letter)) {
                found.insert(number);
                open.extend(leads_to(self.system, &self.system.letters[number]));
            }
        }
        found
    }

    fn told(&self, fact: &Linear) -> Rc<Told> {
        if let Some(known) = self.told.borrow().get(fact) {
            return known.clone();
        }
        let is_contrary = |asked: &Linear| {
            let sum = asked.plus(1, fact).and_then(|sum| sum.as_constant());
            sum.is_some_and(|sum| sum < 0)
        };
        let is_shut = |letter: &Letter| letter.guard.iter().any(is_contrary);
        let (mut shuts, mut breaks) = (BTreeSet::new(), BTreeSet::new());
        for (number, letter) in self.system.letters.iter().enumerate() {
            if is_shut(letter) {
                shuts.insert(number);
            } else if !is_kept(fact, letter) {
                breaks.insert(number);
            }
        }
        let told = Rc::new(Told { shuts, breaks });
        self.told.borrow_mut().insert(fact.clone(), told.clone());
        told
    }
}

/// Whether it is plain to see that the fact holds behind the letter if it holds before it.
fn is_kept(fact: &Linear, letter: &Letter) -> bool {
    if !fact.terms().iter().any(|(variable, _)| letter.updates.contains_key(variable)) {
        return true;
    }
    let after = fact.substituted(|variable| letter.updates.get(&variable));
    after.is_some_and(|after| is_plain(std::slice::from_ref(fact), &after) || is_plain(&letter.guard, &after))
}

/// Where threads stand behind the letter: the one that takes it, and those that it starts.
fn leads_to(system: &System, letter: &Letter) -> Vec<(usize, NodeId)> {
    let mut found: Vec<(usize, NodeId)> =
        letter.starts.iter().map(|thread| (*thread, system.threads[*thread].entry)).collect();
    if letter.outcome == Outcome::Goes {
        found.push((letter.thread, letter.to));
    }
    found
}

fn ever(system: &System) -> BTreeMap<(usize, NodeId), BTreeSet<usize>> {
    let mut found: BTreeMap<(usize, NodeId), BTreeSet<usize>> = BTreeMap::new();
    loop {
        let mut is_new = false;
        for (number, letter) in system.letters.iter().enumerate() {
            let mut future: BTreeSet<usize> =
                leads_to(system, letter).iter().filter_map(|place| found.get(place)).flatten().copied().collect();
            future.insert(number);
            let known = found.entry((letter.thread, letter.from)).or_default();
            let before = known.len();
            known.extend(future);
            is_new |= known.len() > before;
        }
        if !is_new {
            return found;
        }
    }
}
