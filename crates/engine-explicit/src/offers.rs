//! Choices of which a way is taken eventually: what steps pass over, and what they take.
//!
//! A thread that can take a way with such a mark and takes another one passes over the choice. If it does so for ever, it takes the
//! choice again and again, or the run does not count: a Streett condition on edges, for each thread and choice.
//! Steps at a location with a mark are the first ones of reduced edges, so that a label needs no more than one offer.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::machine::{Label, Slots};

/// A thread, by its slot, and a choice.
pub type SlotChoice = (u32, u32);

/// What a thread does at a location at which some choice can be taken.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct Offer {
    /// The thread.
    pub slot: u32,
    /// The choice that it takes.
    pub chosen: Option<u32>,
    /// Those that it passes over.
    pub passed_over: SmallVec<[u32; 1]>,
}

impl Offer {
    /// What the thread does by taking a step with the mark, or without one, where steps with these marks can be taken.
    pub fn new(slot: u32, chosen: Option<u32>, open: impl Iterator<Item = u32>) -> Offer {
        let mut passed_over: SmallVec<[u32; 1]> = open.filter(|choice| chosen != Some(*choice)).collect();
        passed_over.sort_unstable();
        passed_over.dedup();
        Offer { slot, chosen, passed_over }
    }

    /// Who passes over what.
    pub fn passed_over(&self) -> impl Iterator<Item = SlotChoice> + '_ {
        self.passed_over.iter().map(|choice| (self.slot, *choice))
    }

    /// Who takes what.
    pub fn chosen(&self) -> Option<SlotChoice> {
        self.chosen.map(|choice| (self.slot, choice))
    }
}

/// Offers by number; the first one is that nothing is offered.
pub struct Offers {
    offers: Vec<Offer>,
    numbers: FxHashMap<Offer, u32>,
}

impl Default for Offers {
    fn default() -> Offers {
        let nothing = Offer::default();
        Offers { numbers: FxHashMap::from_iter([(nothing.clone(), 0)]), offers: vec![nothing] }
    }
}

impl Offers {
    /// The number of the offer.
    pub fn number(&mut self, offer: Offer) -> u32 {
        let Offers { offers, numbers } = self;
        *numbers.entry(offer).or_insert_with_key(|offer| {
            offers.push(offer.clone());
            offers.len() as u32 - 1
        })
    }

    /// The offer on the way that has the label.
    pub fn of(&self, label: &Label) -> &Offer {
        &self.offers[label.offer as usize]
    }
}

/// What is done about choices on some edges.
#[derive(Clone, Default)]
pub struct Chosen {
    passed_over: BTreeSet<SlotChoice>,
    chosen: BTreeSet<SlotChoice>,
    /// The threads that end: they do not pass over anything for ever.
    ended: Slots,
}

impl Chosen {
    /// Adds an edge.
    pub fn absorb(&mut self, offer: &Offer, label: &Label) {
        self.note(offer, label.ended);
    }

    /// Adds a step, and the threads that it ends.
    pub fn note(&mut self, offer: &Offer, ended: Slots) {
        self.passed_over.extend(offer.passed_over());
        self.chosen.extend(offer.chosen());
        self.ended |= ended;
    }

    /// Adds other edges.
    pub fn merge(&mut self, other: Chosen) {
        self.passed_over.extend(other.passed_over);
        self.chosen.extend(other.chosen);
        self.ended |= other.ended;
    }

    /// What threads pass over that live on, and never take.
    pub fn never_chosen(&self) -> BTreeSet<SlotChoice> {
        let passed_over = self.passed_over.difference(&self.chosen).copied();
        passed_over.filter(|(slot, _)| self.ended >> slot & 1 == 0).collect()
    }

    /// What threads pass over.
    pub fn passed_over(&self) -> &BTreeSet<SlotChoice> {
        &self.passed_over
    }
}
