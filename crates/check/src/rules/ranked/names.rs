//! Names that threads are given: which, and whether they may be.

use std::collections::HashMap;

use evidence::ranked::{Place, Ranked};
use program::linear::symmetry::{Renaming, Symmetry};
use program::linear::system::System;
use rustc_hash::FxBuildHasher;

use crate::rules::{Rejection, broken};

/// Names by place.
pub struct Names {
    /// All of them; the first are those that threads have.
    pub renamings: Vec<Renaming>,
    places: HashMap<Place, usize, FxBuildHasher>,
}

impl Names {
    /// Those of the proof, if threads may be given them.
    pub fn checked(system: &System, proof: &Ranked) -> Result<Names, Rejection> {
        let mut made = Names { renamings: vec![Renaming::default()], places: HashMap::default() };
        if !proof.changes_places() {
            return Ok(made);
        }
        let symmetry = Symmetry::of(system, proof.kin.clone());
        let symmetry = symmetry.ok_or_else(|| broken("ranked", "threads that are not alike are said to be"))?;
        let mut numbers: HashMap<Renaming, usize, FxBuildHasher> = HashMap::default();
        for renamed in &proof.renamed {
            let control = &renamed.place.control;
            let renaming = symmetry.renaming(&renamed.threads);
            let allowed = renaming.filter(|it| control.0.len() == system.threads.len() && symmetry.allows(control, it));
            let renaming = allowed.ok_or_else(|| broken("ranked", "threads get names that they may not have"))?;
            let number = *numbers.entry(renaming.clone()).or_insert_with(|| {
                made.renamings.push(renaming);
                made.renamings.len() - 1
            });
            made.places.insert(renamed.place.clone(), number);
        }
        Ok(made)
    }

    /// The names at the place, by their number.
    pub fn at(&self, place: &Place) -> usize {
        self.places.get(place).copied().unwrap_or(0)
    }
}
