//! States as terms: what threads share, and what a thread has for itself at a location.

use std::sync::Arc;

use program::ids::SectionKindId;
use solver::terms::{Term, Terms};

use crate::contents::{Cell, Contents};

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
    /// This if the condition holds, and the other one if not.
    pub fn or_else(&self, terms: &mut Terms, condition: Term, other: &Shared) -> Shared {
        let globals = if Arc::ptr_eq(&self.globals, &other.globals) {
            self.globals.clone()
        } else {
            Arc::new(contents_or_else(terms, condition, &self.globals, &other.globals))
        };
        let threads = if Arc::ptr_eq(&self.threads, &other.threads) {
            self.threads.clone()
        } else {
            let pairs = self.threads.iter().zip(&*other.threads);
            Arc::new(pairs.map(|(first, second)| first.or_else(terms, condition, second)).collect())
        };
        Shared { globals, holder: terms.choose(condition, self.holder, other.holder), threads }
    }

    /// Whether both are the same state.
    pub fn same(&self, terms: &mut Terms, other: &Shared) -> Term {
        let mut all = vec![terms.equal(self.holder, other.holder)];
        for (left, right) in self.globals.iter().zip(&*other.globals) {
            all.push(left.same(terms, right));
        }
        for (left, right) in self.threads.iter().zip(&*other.threads) {
            all.push(terms.equal(left.started, right.started));
            all.push(terms.equal(left.finished, right.finished));
            all.push(terms.equal(left.joined, right.joined));
        }
        terms.all(all)
    }
}

impl Status {
    fn or_else(&self, terms: &mut Terms, condition: Term, other: &Status) -> Status {
        let id = match (&self.id, &other.id) {
            (Some(first), Some(second)) => Some(cells_or_else(terms, condition, first, second)),
            // A thread that was not started has no id, and nobody asks for it.
            (first, second) => first.as_ref().or(second.as_ref()).cloned(),
        };
        Status {
            started: terms.choose(condition, self.started, other.started),
            finished: terms.choose(condition, self.finished, other.finished),
            joined: terms.choose(condition, self.joined, other.joined),
            id,
            arguments: either_or_both(terms, condition, &self.arguments, &other.arguments),
            results: either_or_both(terms, condition, &self.results, &other.results),
        }
    }
}

/// Lists of which one may not be there yet.
fn either_or_both(terms: &mut Terms, condition: Term, first: &[Contents], second: &[Contents]) -> Vec<Contents> {
    match (first, second) {
        ([], other) | (other, []) => other.to_vec(),
        _ => contents_or_else(terms, condition, first, second),
    }
}

fn cells_or_else(terms: &mut Terms, condition: Term, first: &[Cell], second: &[Cell]) -> Vec<Cell> {
    first.iter().zip(second).map(|(first, second)| first.or_else(terms, condition, second)).collect()
}

fn contents_or_else(terms: &mut Terms, condition: Term, first: &[Contents], second: &[Contents]) -> Vec<Contents> {
    first.iter().zip(second).map(|(first, second)| first.or_else(terms, condition, second)).collect()
}

impl Local {
    /// This if the condition holds, and the other one if not.
    pub fn or_else(&self, terms: &mut Terms, condition: Term, other: &Local) -> Result<Local, Unlike> {
        let kinds = |local: &Local| local.sections.iter().map(|(kind, object)| (*kind, object.is_some())).collect();
        let (first, second): (Vec<_>, Vec<_>) = (kinds(self), kinds(other));
        if first != second || self.atomic_depth != other.atomic_depth {
            return Err(Unlike);
        }
        let objects = |local: &Local| local.sections.iter().filter_map(|(_, object)| *object).collect::<Vec<_>>();
        let merged = cells_or_else(terms, condition, &objects(self), &objects(other));
        let mut merged = merged.iter();
        let sections = first.into_iter().map(|(kind, has_object)| {
            (kind, has_object.then(|| *merged.next().expect("as many objects as sections that have one")))
        });
        Ok(Local {
            sections: sections.collect(),
            variables: contents_or_else(terms, condition, &self.variables, &other.variables),
            atomic_depth: self.atomic_depth,
        })
    }

    /// Whether both are the same.
    pub fn same(&self, terms: &mut Terms, other: &Local) -> Result<Term, Unlike> {
        if self.sections.len() != other.sections.len() || self.atomic_depth != other.atomic_depth {
            return Err(Unlike);
        }
        let mut all = Vec::new();
        for ((kind, object), (other_kind, other_object)) in self.sections.iter().zip(&other.sections) {
            match (object, other_object) {
                _ if kind != other_kind => return Err(Unlike),
                (Some(left), Some(right)) => all.push(terms.equal(left.value, right.value)),
                (None, None) => {}
                _ => return Err(Unlike),
            }
        }
        for (left, right) in self.variables.iter().zip(&other.variables) {
            all.push(left.same(terms, right));
        }
        Ok(terms.all(all))
    }
}
