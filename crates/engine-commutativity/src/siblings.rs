//! Threads that do the same: what was learned of one is worth trying for the others.
//!
//! Threads are siblings if their letters lead from the same locations to the same ones and they own the same variables. More is not asked,
//! not even that the letters do the same: facts and ranking functions are candidates, and the proof finds out for itself where they hold. So
//! many threads with the same procedure need as many rounds as a few of them.

use std::collections::BTreeMap;

use program::ids::NodeId;
use program::linear::expr::{Linear, Var};
use program::linear::system::{Range, System};

/// Which threads do the same.
#[derive(Debug, Default)]
pub struct Siblings {
    /// By variable, whose it is.
    owners: BTreeMap<Var, usize>,
    /// By thread, for each of its siblings, the variables that stand for its own.
    renamings: Vec<Vec<BTreeMap<Var, Linear>>>,
}

/// What siblings have in common.
#[derive(PartialEq, Eq)]
struct Shape<'a> {
    ways: Vec<(NodeId, NodeId)>,
    variables: Vec<(&'a str, Range)>,
}

impl Siblings {
    /// Those among the threads of the system.
    pub fn of(system: &System) -> Siblings {
        let mut own: Vec<Vec<Var>> = vec![Vec::new(); system.threads.len()];
        let mut shapes: Vec<Shape<'_>> =
            own.iter().map(|_| Shape { ways: Vec::new(), variables: Vec::new() }).collect();
        for (number, variable) in (0..).zip(&system.variables) {
            let Some(thread) = variable.thread else { continue };
            own[thread].push(Var::State(number));
            shapes[thread].variables.push((&variable.name, variable.range));
        }
        for letter in &system.letters {
            shapes[letter.thread].ways.push((letter.from, letter.to));
        }
        let renaming = |thread: usize, sibling: usize| {
            let theirs = own[sibling].iter().map(|variable| Linear::variable(*variable));
            own[thread].iter().copied().zip(theirs).collect()
        };
        let threads = 0..shapes.len();
        let renamings = threads.clone().map(|thread| {
            let siblings = threads.clone().filter(|other| *other != thread && shapes[*other] == shapes[thread]);
            siblings.map(|sibling| renaming(thread, sibling)).collect()
        });
        let owners =
            own.iter().enumerate().flat_map(|(thread, own)| own.iter().map(move |variable| (*variable, thread)));
        Siblings { owners: owners.collect(), renamings: renamings.collect() }
    }

    /// What the expressions are for each of the siblings of the thread of which they speak; nothing if they speak of none or of several.
    pub fn copies(&self, exprs: &[&Linear]) -> Vec<Vec<Linear>> {
        let variables = exprs.iter().flat_map(|expr| expr.terms()).map(|(variable, _)| variable);
        let mut owners: Vec<usize> = variables.filter_map(|variable| self.owners.get(variable).copied()).collect();
        owners.sort_unstable();
        owners.dedup();
        let [owner] = owners.as_slice() else { return Vec::new() };
        let renamed = |renaming: &BTreeMap<Var, Linear>| {
            exprs.iter().map(|expr| expr.substituted(|variable| renaming.get(&variable))).collect::<Option<Vec<_>>>()
        };
        self.renamings[*owner].iter().filter_map(renamed).collect()
    }
}
