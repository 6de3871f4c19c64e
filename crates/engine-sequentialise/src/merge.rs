//! Ways that lead to one place become one.
//!
//! What is the same on all ways stays as it is. Where ways differ, the value is guessed, a symbol, and each way says what it must
//! have been: that is how the paper passes valuations from context to context, and solvers find it easier than a value that is looked
//! up along a chain of conditions.

use std::collections::BTreeMap;
use std::sync::Arc;

use solver::sort::Sort;
use solver::terms::{Term, Terms};

use crate::contents::{Cell, Contents};
use crate::growth::Growth;
use crate::state::{Local, Shared, Status, Unlike};

/// A way: whether it is gone, and what it leads to. At most one of several ways is gone.
pub type Way<T> = (Term, T);

/// Where ways are merged.
pub struct Merge<'a> {
    /// The terms.
    pub terms: &'a mut Terms,
    /// What the guesses have to satisfy.
    pub assertions: &'a mut Vec<Term>,
    /// How values grow in the cycle.
    pub growth: &'a Growth,
}

impl Merge<'_> {
    /// What all threads see.
    pub fn shared(&mut self, ways: &[Way<&Shared>]) -> Shared {
        let (_, first) = ways[0];
        let globals = if ways.iter().all(|(_, way)| Arc::ptr_eq(&way.globals, &first.globals)) {
            first.globals.clone()
        } else {
            let globals: Vec<Way<&[Contents]>> = ways.iter().map(|(gone, way)| (*gone, &way.globals[..])).collect();
            Arc::new(self.contents(&globals))
        };
        let threads = if ways.iter().all(|(_, way)| Arc::ptr_eq(&way.threads, &first.threads)) {
            first.threads.clone()
        } else {
            let status = |index: usize| -> Vec<Way<&Status>> {
                ways.iter().map(|(gone, way)| (*gone, &way.threads[index])).collect()
            };
            Arc::new((0..first.threads.len()).map(|index| self.status(&status(index))).collect())
        };
        let holder = self.term(ways.iter().map(|(gone, way)| (*gone, way.holder)));
        Shared { globals, holder, threads }
    }

    fn status(&mut self, ways: &[Way<&Status>]) -> Status {
        let mut flag = |pick: fn(&Status) -> Term| self.term(ways.iter().map(|(gone, way)| (*gone, pick(way))));
        let (started, finished, joined) = (flag(|it| it.started), flag(|it| it.finished), flag(|it| it.joined));
        // A thread that was not started has no id and no arguments, and one that has not finished no results: nobody asks for them.
        let with = |pick: fn(&Status) -> &[Contents]| -> Vec<Way<&[Contents]>> {
            let all = ways.iter().map(|(gone, way)| (*gone, pick(way)));
            all.filter(|(_, list)| !list.is_empty()).collect()
        };
        let (arguments, results) = (with(|it| &it.arguments), with(|it| &it.results));
        let ids: Vec<Way<&[Cell]>> = ways.iter().filter_map(|(gone, way)| Some((*gone, way.id.as_deref()?))).collect();
        let id = (!ids.is_empty()).then(|| self.cells(&ids));
        Status { started, finished, joined, id, arguments: self.contents(&arguments), results: self.contents(&results) }
    }

    /// What a thread has for itself.
    pub fn local(&mut self, ways: &[Way<&Arc<Local>>]) -> Result<Arc<Local>, Unlike> {
        let (_, first) = ways[0];
        if ways.iter().all(|(_, way)| Arc::ptr_eq(way, first)) {
            return Ok(first.clone());
        }
        let kinds = |local: &Local| local.sections.iter().map(|(kind, object)| (*kind, object.is_some())).collect();
        let expected: Vec<_> = kinds(first);
        if ways.iter().any(|(_, way)| kinds(way) != expected || way.atomic_depth != first.atomic_depth) {
            return Err(Unlike);
        }
        let objects: Vec<Way<Vec<Cell>>> = ways.iter().map(|(gone, way)| (*gone, way.objects())).collect();
        let objects: Vec<Way<&[Cell]>> = objects.iter().map(|(gone, cells)| (*gone, &cells[..])).collect();
        let mut merged = self.cells(&objects).into_iter();
        let sections = expected.into_iter().map(|(kind, has_object)| {
            (kind, has_object.then(|| merged.next().expect("as many objects as sections that have one")))
        });
        let sections = sections.collect();
        let variables: Vec<Way<&[Contents]>> = ways.iter().map(|(gone, way)| (*gone, &way.variables[..])).collect();
        let variables = self.contents(&variables);
        Ok(Arc::new(Local { variables, sections, atomic_depth: first.atomic_depth }))
    }

    /// Lists of what variables hold, all of one length.
    fn contents(&mut self, ways: &[Way<&[Contents]>]) -> Vec<Contents> {
        let Some((_, first)) = ways.first() else { return Vec::new() };
        let mut merged = Vec::new();
        for (index, contents) in first.iter().enumerate() {
            let cells: Vec<Way<&[Cell]>> = ways.iter().map(|(gone, way)| (*gone, way[index].cells())).collect();
            let cells = self.cells(&cells);
            merged.push(match contents {
                Contents::Whole(_) => Contents::Whole(cells[0]),
                Contents::ByKey(keys, _) => Contents::ByKey(keys.clone(), cells),
            });
        }
        merged
    }

    fn cells(&mut self, ways: &[Way<&[Cell]>]) -> Vec<Cell> {
        let count = ways.first().map_or(0, |(_, cells)| cells.len());
        (0..count).map(|index| self.cell(ways.iter().map(|(gone, cells)| (*gone, cells[index])))).collect()
    }

    fn cell(&mut self, ways: impl Iterator<Item = Way<Cell>>) -> Cell {
        let ways: Vec<Way<Cell>> = ways.collect();
        let defined = self.term(ways.iter().map(|(gone, cell)| (*gone, cell.defined)));
        // What has no value may be taken to have any.
        let has_value = |(_, cell): &&Way<Cell>| self.terms.as_bool(cell.defined) != Some(false);
        let mut valued: Vec<Way<Term>> =
            ways.iter().filter(has_value).map(|(gone, cell)| (*gone, cell.value)).collect();
        if valued.is_empty() {
            valued.push((ways[0].0, ways[0].1.value));
        }
        Cell { value: self.term(valued.into_iter()), defined }
    }

    /// One term for all ways.
    fn term(&mut self, ways: impl Iterator<Item = Way<Term>>) -> Term {
        let mut groups: Vec<(Term, Vec<Term>)> = Vec::new();
        for (gone, value) in ways {
            match groups.iter_mut().find(|(other, _)| *other == value) {
                Some((_, all)) => all.push(gone),
                None => groups.push((value, vec![gone])),
            }
        }
        if let [(only, _)] = &groups[..] {
            return *only;
        }
        let sort = self.terms.sort(groups[0].0).clone();
        // Equality of arrays is hard, and so is one of two values not harder than a choice.
        if groups.len() == 2 || matches!(sort, Sort::Map(_)) {
            let mut groups = groups.into_iter();
            let (mut merged, _) = groups.next().expect("there are several");
            for (value, gone) in groups {
                let condition = self.terms.any(gone);
                merged = self.terms.choose(condition, value, merged);
            }
            return merged;
        }
        if let Some(merged) = self.by_cases(&groups) {
            return merged;
        }
        let guess = self.terms.symbol("merged", sort);
        let values: Vec<(Term, Term)> = groups.into_iter().map(|(value, gone)| (value, self.terms.any(gone))).collect();
        for (value, gone) in &values {
            let equal = self.terms.equal(guess, *value);
            let must = self.terms.implies(*gone, equal);
            self.assertions.push(must);
        }
        self.growth.merged(self.terms, self.assertions, guess, &values);
        guess
    }

    /// One term for all ways, each of which leads to one of a few values.
    fn by_cases(&mut self, groups: &[(Term, Vec<Term>)]) -> Option<Term> {
        let mut ways: BTreeMap<Term, Vec<Term>> = BTreeMap::new();
        for (value, gone) in groups {
            let gone = self.terms.any(gone.iter().copied());
            for (value, condition) in self.terms.cases(*value)? {
                ways.entry(value).or_default().push(self.terms.and(gone, condition));
            }
        }
        // If none of the ways is gone, it is the last of the values.
        let (last, _) = ways.pop_last()?;
        let mut cases: Vec<(Term, Term)> = Vec::new();
        for (value, ways) in ways {
            let condition = self.terms.any(ways);
            let symbol = self.terms.symbol("is", Sort::Bool);
            self.assertions.push(self.terms.equal(symbol, condition));
            cases.push((value, symbol));
        }
        let other = self.terms.any(cases.iter().map(|(_, condition)| *condition));
        cases.push((last, self.terms.not(other)));
        Some(self.terms.one_of(cases))
    }
}
