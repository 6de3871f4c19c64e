//! States as terms: what threads share, and what a thread has for itself at a location.

use std::sync::Arc;

use program::ids::{GlobalId, SectionKindId};
use solver::terms::{Term, Terms};

use crate::contents::{Cell, Contents};
use crate::growth::Growth;
use crate::heap::Renaming;

/// What all threads see.
#[derive(Clone, Debug)]
pub struct Shared {
    /// The global variables.
    pub globals: Arc<Vec<Contents>>,
    /// Who holds the scheduler: the number of the thread plus one, or zero.
    pub holder: Term,
    /// How far each thread is, as others can notice.
    pub threads: Arc<Vec<Status>>,
}

/// How far a thread is, as others can notice.
#[derive(Clone, Debug)]
pub struct Status {
    /// It exists, or has existed.
    pub started: Term,
    /// It has reached its end.
    pub finished: Term,
    /// It was joined.
    pub joined: Term,
    /// By what a join finds it, if it was started with that.
    pub id: Option<Vec<Cell>>,
    /// What it was started with.
    pub arguments: Vec<Contents>,
    /// What it ended with.
    pub results: Vec<Contents>,
}

/// What a thread has for itself, at a location.
#[derive(Clone, Debug)]
pub struct Local {
    /// Its variables.
    pub variables: Vec<Contents>,
    /// The sections that it has opened: their kinds, and their objects if they have some.
    pub sections: Vec<(SectionKindId, Option<Cell>)>,
    /// In how many atomic blocks it is that hold the scheduler.
    pub atomic_depth: u32,
}

/// Two ways lead to one location with different sections open, or with another number of atomic blocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unlike;

impl Shared {
    /// Whether the other one is the same state, but for what grows and for the names of objects.
    pub fn same(&self, terms: &mut Terms, growth: &Growth, renaming: &Renaming, other: &Shared) -> Term {
        let mut all = vec![terms.equal(self.holder, other.holder)];
        for (index, (left, right)) in self.globals.iter().zip(&*other.globals).enumerate() {
            if !renaming.is_of_pool(GlobalId::new(index)) {
                all.push(left.same(terms, growth, renaming, right));
            }
        }
        all.push(renaming.same_objects(terms, growth, self, other));
        for (left, right) in self.threads.iter().zip(&*other.threads) {
            all.push(terms.equal(left.started, right.started));
            all.push(terms.equal(left.finished, right.finished));
            all.push(terms.equal(left.joined, right.joined));
        }
        terms.all(all)
    }
}

impl Local {
    /// The objects of the sections that have one.
    pub fn objects(&self) -> Vec<Cell> {
        self.sections.iter().filter_map(|(_, object)| *object).collect()
    }

    /// Whether the other one is the same, but for what grows and for the names of objects.
    pub fn same(&self, terms: &mut Terms, growth: &Growth, renaming: &Renaming, other: &Local) -> Result<Term, Unlike> {
        let mut all = vec![self.same_sections(terms, renaming, other)?];
        for (left, right) in self.variables.iter().zip(&other.variables) {
            all.push(left.same(terms, growth, renaming, right));
        }
        Ok(terms.all(all))
    }

    /// Whether the other one has the same sections open, and is in as many atomic blocks.
    pub fn same_sections(&self, terms: &mut Terms, renaming: &Renaming, other: &Local) -> Result<Term, Unlike> {
        if self.sections.len() != other.sections.len() || self.atomic_depth != other.atomic_depth {
            return Err(Unlike);
        }
        let mut all = Vec::new();
        for ((kind, object), (other_kind, other_object)) in self.sections.iter().zip(&other.sections) {
            match (object, other_object) {
                _ if kind != other_kind => return Err(Unlike),
                (Some(left), Some(right)) => all.push(renaming.corresponds(terms, left.value, right.value)),
                (None, None) => {}
                _ => return Err(Unlike),
            }
        }
        Ok(terms.all(all))
    }
}
