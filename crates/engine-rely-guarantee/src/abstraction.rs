//! Procedure ABSTTRANSENV (figure 4 of the paper): places and guarantees of all threads, as the predicates tell them apart.
//!
//! The paper's abstract transitions are pairs of states; the places here are their second states, and relations are made of them later
//! ([`crate::relations`]). Everything else is as in the figure: what is new is added with its parents, until nothing is.

use std::collections::{BTreeMap, BTreeSet};

use evidence::modular::{By, Effect, OwnMove, Place};
use program::linear::cases::Outcome;
use program::linear::expr::Linear;
use program::linear::located::{Begins, Guarantee, Located, Premises, Who};
use program::linear::sum::Sum;

use crate::predicates::{About, Predicates};
use crate::prover::Prover;

/// Places and guarantees of all threads, with the moves between them.
#[derive(Clone, Debug, Default)]
pub struct Abstraction {
    /// By thread.
    pub threads: Vec<View>,
}

/// Places and guarantees of a thread.
#[derive(Clone, Debug, Default)]
pub struct View {
    /// The places; the first one is known at the beginning, or when the thread is started for the first time.
    pub places: Vec<Place>,
    /// Why the facts of the first place hold.
    pub beginning: Vec<Sum>,
    /// By place, where it comes from.
    pub parents: Vec<Parent>,
    /// What the thread guarantees.
    pub guarantees: Vec<Guarantee>,
    /// By guarantee, the place and the letter of which it was made.
    pub origins: Vec<(usize, usize)>,
    /// By place and letter.
    pub own: BTreeMap<(usize, usize), OwnMove>,
    /// By place, other thread and guarantee.
    pub others: BTreeMap<(usize, (Who, usize)), Effect>,
}

/// Where a place comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Parent {
    /// The program begins there.
    Beginning,
    /// From this place, by this step.
    Step(usize, By),
    /// The thread is started, or that one for which it stands.
    Start {
        /// By this thread.
        by: usize,
        /// At this place.
        place: usize,
        /// With this letter.
        letter: usize,
        /// It is this one that is started.
        new: usize,
    },
}

/// Why there is no abstraction.
pub enum Stop {
    /// A letter at a place of a thread may fail.
    Fails {
        /// The thread.
        thread: usize,
        /// The place.
        place: usize,
        /// The letter.
        letter: usize,
        /// What there is so far.
        so_far: Box<Abstraction>,
    },
    /// There is no time or memory left.
    Over,
}

/// Makes the abstraction. It is given up if so many places are too many.
pub fn abstraction(
    prover: &Prover<'_>,
    predicates: &Predicates,
    is_over: &dyn Fn(usize) -> bool,
) -> Result<Abstraction, Stop> {
    let mut made = Maker { prover, predicates, made: Abstraction::default(), done: BTreeSet::new() };
    made.begin();
    let threads: Vec<usize> = prover.located.threads().collect();
    loop {
        let mut finished = true;
        for thread in threads.iter().copied() {
            let mut place = 0;
            while place < made.made.threads[thread].places.len() {
                if is_over(made.made.threads.iter().map(|view| view.places.len()).sum()) {
                    return Err(Stop::Over);
                }
                finished &= !made.own_steps(thread, place)?;
                finished &= !made.other_steps(thread, place)?;
                place += 1;
            }
        }
        if finished {
            return Ok(made.made);
        }
    }
}

struct Maker<'a> {
    prover: &'a Prover<'a>,
    predicates: &'a Predicates,
    made: Abstraction,
    /// Threads, their places and letters that have been looked at.
    done: BTreeSet<(usize, usize, usize)>,
}

impl Maker<'_> {
    fn located(&self) -> &Located<'_> {
        self.prover.located
    }

    /// C1 and C4: where everybody stands at the beginning.
    fn begin(&mut self) {
        let control = self.located().system.initial();
        for (thread, node) in control.0.into_iter().enumerate() {
            let Some(node) = node else {
                self.made.threads.push(View::default());
                continue;
            };
            let wanted = self.predicates.about(About::Place((thread, node)));
            let meant = |fact: &Linear| self.located().at_the_beginning(fact);
            let (facts, beginning) = self.prover.following(&self.located().initially(), wanted, meant);
            let places = vec![Place { node, facts }];
            self.made.threads.push(View { places, beginning, parents: vec![Parent::Beginning], ..View::default() });
        }
    }

    /// C2 and C5: what comes of the thread's own letters. Tells whether there was something to do.
    fn own_steps(&mut self, thread: usize, place: usize) -> Result<bool, Stop> {
        let node = self.made.threads[thread].places[place].node;
        let mut is_new = false;
        for number in self.located().system.letters_at(thread, node) {
            if !self.done.insert((thread, place, number)) {
                continue;
            }
            is_new = true;
            let letter = &self.prover.located.system.letters[number];
            let facts = &self.made.threads[thread].places[place].facts;
            let Some(premises) = self.located().before_own(facts, letter) else { return Err(Stop::Over) };
            let taken = if let Some(sum) = self.prover.contradiction(&premises) {
                OwnMove { place, letter: number, effect: Effect::Never(sum), keeps: None, starts: Vec::new() }
            } else if letter.outcome == Outcome::Fails {
                let so_far = Box::new(std::mem::take(&mut self.made));
                return Err(Stop::Fails { thread, place, letter: number, so_far });
            } else if self.located().system.ends(letter) {
                continue;
            } else {
                let meant = |fact: &Linear| self.prover.located.after_own(letter, Begins::Here, fact);
                let wanted = self.predicates.about(About::Place((thread, letter.to)));
                let (facts, sums) = self.prover.following(&premises, wanted, meant);
                let after = Place { node: letter.to, facts };
                let (to, sums) = self.add_place(thread, after, sums, Parent::Step(place, By::Own(number)));
                let starts = self.started(&premises, thread, (place, number));
                let wanted = self.predicates.about(About::Guarantee(number));
                let (facts, kept) = self.prover.following(&premises, wanted, meant);
                let guarantee = Guarantee {
                    changes: self.located().changes(letter),
                    starts: self.located().started(letter),
                    before: self.located().before(letter),
                    spurious: letter.spurious,
                    facts,
                };
                let keeps = Some(self.add_guarantee(thread, guarantee, kept, (place, number)));
                OwnMove { place, letter: number, effect: Effect::To(to, sums), keeps, starts }
            };
            self.made.threads[thread].own.insert((place, number), taken);
        }
        Ok(is_new)
    }

    /// C1 of the threads that the letter starts: where they begin, and what is known then.
    fn started(
        &mut self,
        premises: &Premises,
        thread: usize,
        (place, number): (usize, usize),
    ) -> Vec<(usize, Vec<Sum>)> {
        let located = self.prover.located;
        let letter = &located.system.letters[number];
        let mut places = Vec::new();
        for new in letter.starts.iter().copied() {
            let (node, like) = (located.system.threads[new].entry, located.stands_for(new));
            let meant = |fact: &Linear| located.after_own(letter, Begins::Here, &located.read_for(new, fact)?);
            let wanted = self.predicates.about(About::Place((like, node)));
            let (facts, sums) = self.prover.following(premises, wanted, meant);
            let parent = Parent::Start { by: thread, place, letter: number, new };
            places.push(self.add_place(like, Place { node, facts }, sums, parent));
        }
        places
    }

    /// C2: what comes of what others guarantee.
    fn other_steps(&mut self, thread: usize, place: usize) -> Result<bool, Stop> {
        let mut is_new = false;
        for who in self.located().others(thread) {
            let other = self.located().thread_of(thread, who);
            for which in 0..self.made.threads[other].guarantees.len() {
                let stands = self.made.threads[thread].places[place].node;
                let guarantee = &self.made.threads[other].guarantees[which];
                let is_done = self.made.threads[thread].others.contains_key(&(place, (who, which)));
                if is_done || !self.located().can_meet((thread, stands), (who, guarantee)) {
                    continue;
                }
                is_new = true;
                let Place { node, facts } = &self.made.threads[thread].places[place];
                let guarantee = &self.made.threads[other].guarantees[which];
                let premises = self.located().around_other((thread, *node), facts, (who, guarantee));
                let Some(premises) = premises else { return Err(Stop::Over) };
                let effect = if let Some(sum) = self.prover.contradiction(&premises) {
                    Effect::Never(sum)
                } else {
                    let stands = *node;
                    let meant = |fact: &Linear| self.located().after_other((thread, stands), fact);
                    let wanted = self.predicates.about(About::Place((thread, stands)));
                    let (facts, sums) = self.prover.following(&premises, wanted, meant);
                    let parent = Parent::Step(place, By::Other(who, which));
                    let (to, sums) = self.add_place(thread, Place { node: stands, facts }, sums, parent);
                    Effect::To(to, sums)
                };
                self.made.threads[thread].others.insert((place, (who, which)), effect);
            }
        }
        Ok(is_new)
    }

    /// ADDIFNEW for places: one that says less will do. Gives its number, and the sums that it needs.
    fn add_place(&mut self, thread: usize, place: Place, sums: Vec<Sum>, parent: Parent) -> (usize, Vec<Sum>) {
        let view = &mut self.made.threads[thread];
        let covers = |known: &&(usize, &Place)| known.1.node == place.node && is_subset(&known.1.facts, &place.facts);
        let known = view.places.iter().enumerate().filter(|known| covers(&known)).max_by_key(|(_, it)| it.facts.len());
        if let Some((number, known)) = known {
            return (number, chosen(&known.facts, &place.facts, &sums));
        }
        view.places.push(place);
        view.parents.push(parent);
        (view.places.len() - 1, sums)
    }

    /// ADDIFNEW for guarantees.
    fn add_guarantee(
        &mut self,
        thread: usize,
        made: Guarantee,
        sums: Vec<Sum>,
        origin: (usize, usize),
    ) -> (usize, Vec<Sum>) {
        let view = &mut self.made.threads[thread];
        let covers = |known: &Guarantee| {
            made.changes.is_subset(&known.changes)
                && made.starts == known.starts
                && known.before.is_subset(&made.before)
                && made.spurious == known.spurious
                && is_subset(&known.facts, &made.facts)
        };
        if let Some((number, known)) = view.guarantees.iter().enumerate().find(|(_, known)| covers(known)) {
            return (number, chosen(&known.facts, &made.facts, &sums));
        }
        view.guarantees.push(made);
        view.origins.push(origin);
        (view.guarantees.len() - 1, sums)
    }
}

/// Whether all of the first are among the second.
pub fn is_subset(first: &[Linear], second: &[Linear]) -> bool {
    let second: BTreeSet<&Linear> = second.iter().collect();
    first.iter().all(|fact| second.contains(fact))
}

/// Of the sums of these facts, those for the wanted ones.
pub fn chosen(wanted: &[Linear], facts: &[Linear], sums: &[Sum]) -> Vec<Sum> {
    let of: BTreeMap<&Linear, &Sum> = facts.iter().zip(sums).collect();
    wanted.iter().filter_map(|fact| of.get(fact).copied().cloned()).collect()
}
