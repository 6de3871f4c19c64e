//! Which accesses to memory threads can notice of each other.
//!
//! The order of accesses to an object that only one thread has to do with, or that nobody changes, makes no difference.
//! The real program knows an access by its place in the source only, so a place is left out if none of the accesses there matter,
//! and otherwise all of them are events.

use std::collections::{BTreeMap, BTreeSet};

use check::semantics::access::Log;
use check::semantics::fault::Fault;
use check::semantics::step::for_each_step;
use program::ids::ThreadSlot;
use program::program::Program;
use program::span::Span;
use program::value::Base;

use super::{Event, Operation};
use crate::scene::Scene;

/// So many ways to take a step are looked at: they differ in values that are chosen.
const MOST_WAYS: usize = 64;

/// Who has to do with which objects, and where.
#[derive(Default)]
pub(super) struct Contacts {
    objects: BTreeMap<Base, Contact>,
    /// The objects that accesses at a place have to do with.
    places: BTreeMap<Operation, BTreeSet<Base>>,
}

/// Who has to do with an object.
#[derive(Default)]
struct Contact {
    threads: BTreeSet<u32>,
    is_changed: bool,
}

/// Enough was seen, or no more can be.
struct Enough;

impl From<(Fault, Span)> for Enough {
    fn from(_: (Fault, Span)) -> Enough {
        Enough
    }
}

impl Contacts {
    /// Notes what a step of the thread, which is an access at a place, has to do with. That may be more than it is.
    pub(super) fn note(&mut self, program: &Program, scene: &Scene, slot: ThreadSlot, thread: u32, place: &Operation) {
        let log = Log::default();
        let mut ways = 0;
        let seen: Result<(), Enough> = for_each_step(program, &scene.state, slot, &log, |_| {
            ways += 1;
            if ways < MOST_WAYS { Ok(()) } else { Err(Enough) }
        });
        let accesses = log.into_inner();
        let at_place = self.places.entry(place.clone()).or_default();
        at_place.extend(accesses.reads.iter().chain(&accesses.writes));
        for object in accesses.reads.iter().chain(&accesses.writes) {
            let contact = self.objects.entry(*object).or_default();
            contact.threads.insert(thread);
            // If not everything was seen, it may be changed in a way that was not.
            contact.is_changed |= seen.is_err() || accesses.writes.contains(object);
        }
    }

    /// Leaves out accesses whose order makes no difference; but where a cycle would have no events any more, those at places in the
    /// user's own files stay, so that it is seen to go round.
    pub(super) fn confine(&self, program: &Program, stem: &mut Vec<Event>, cycle: &mut Vec<Event>) {
        let mut kept: BTreeSet<&Operation> = BTreeSet::new();
        for (place, objects) in &self.places {
            if objects.iter().any(|object| self.is_common(object)) {
                kept.insert(place);
            }
        }
        let is_kept = |event: &Event, kept: &BTreeSet<&Operation>| {
            !matches!(event.operation, Operation::Access { .. }) || kept.contains(&event.operation)
        };
        if !cycle.iter().any(|event| is_kept(event, &kept)) {
            let places = self.places.keys();
            kept.extend(
                places.filter(|place| cycle.iter().any(|event| event.operation == **place) && is_own(program, place)),
            );
        }
        stem.retain(|event| is_kept(event, &kept));
        cycle.retain(|event| is_kept(event, &kept));
    }

    fn is_common(&self, object: &Base) -> bool {
        self.objects.get(object).is_some_and(|contact| contact.is_changed && contact.threads.len() > 1)
    }
}

fn is_own(program: &Program, place: &Operation) -> bool {
    let Operation::Access { file, .. } = place else { return false };
    program.files.iter().any(|known| known.name == *file && known.origin.is_own())
}
