//! The transition predicates: what the abstraction asks about places, guarantees and relations.
//!
//! The paper has one set for each thread, and one for each pair of threads. Here there is one for each location of a thread, so that a
//! predicate is looked at where it was found to be needed, and one for each letter, whoever looks at what it guarantees.

use std::collections::{BTreeMap, BTreeSet};

use program::ids::NodeId;
use program::linear::expr::{Linear, Var};

/// A thread and where it stands.
pub type Stands = (usize, NodeId);

/// What is looked at.
#[derive(Clone, Debug, Default)]
pub struct Predicates {
    places: BTreeMap<Stands, BTreeSet<Linear>>,
    guarantees: BTreeMap<usize, BTreeSet<Linear>>,
    relations: BTreeMap<Stands, BTreeSet<Linear>>,
    /// By thread, ranking functions.
    ranks: BTreeMap<usize, BTreeSet<Linear>>,
}

/// Of what a predicate speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum About {
    /// The numbers where the thread stands.
    Place(Stands),
    /// The numbers before and after the letter.
    Guarantee(usize),
    /// The numbers at the beginning of a relation, and where the thread stands now.
    Relation(Stands),
    /// Nothing that the abstraction could look at.
    Nothing,
}

impl Predicates {
    /// Those about it, in a fixed order.
    pub fn about(&self, about: About) -> Vec<Linear> {
        let found = match about {
            About::Place(stands) => self.places.get(&stands),
            About::Guarantee(letter) => self.guarantees.get(&letter),
            About::Relation(stands) => self.relations.get(&stands),
            About::Nothing => None,
        };
        found.into_iter().flatten().cloned().collect()
    }

    /// Adds the predicate, and tells whether it is new. What is always or never true is not.
    pub fn add(&mut self, about: About, predicate: Linear) -> bool {
        if predicate.as_constant().is_some() {
            return false;
        }
        match about {
            About::Place(stands) => self.places.entry(stands).or_default().insert(predicate),
            About::Guarantee(letter) => self.guarantees.entry(letter).or_default().insert(predicate),
            About::Relation(stands) => {
                // What speaks of now only is worth knowing whatever was before.
                let is_about_now = !predicate.terms().iter().any(|(variable, _)| matches!(variable, Var::Old(_)));
                let is_new_there = is_about_now && self.add(About::Place(stands), predicate.clone());
                self.relations.entry(stands).or_default().insert(predicate) || is_new_there
            }
            About::Nothing => false,
        }
    }

    /// The ranking functions of the thread.
    pub fn ranks(&self, thread: usize) -> impl Iterator<Item = &Linear> {
        self.ranks.get(&thread).into_iter().flatten()
    }

    /// Adds a ranking function of the thread, and tells whether it is new.
    pub fn add_rank(&mut self, thread: usize, rank: Linear) -> bool {
        self.ranks.entry(thread).or_default().insert(rank)
    }
}
