//! States that are the same but for the names of objects.
//!
//! A cycle that allocates an object each time leads back to no state: the new object has another name, and the old one, to which nobody has a
//! pointer any more, is still there. The objects of a pool are alike ([`engine::prepare::pools`]), so the solver chooses which object at the cycle's end is which at its
//! head: all pointers must agree with that, and the objects must hold the same. What has no counterpart is out of reach: the paper's
//! authors had to release such objects by hand.

use std::collections::BTreeSet;

use engine::prepare::pools::{ObjectPool, PooledObject};
use program::ids::GlobalId;
use program::value::{Base, Pointer};
use solver::sort::Sort;
use solver::terms::{Term, Terms};

use crate::addresses;
use crate::contents::Contents;
use crate::growth::Growth;
use crate::state::Shared;

/// Which objects at the cycle's end are which at its head.
#[derive(Default)]
pub struct Renaming {
    pairs: Vec<Pair>,
    /// The bases of pooled objects, each once.
    bases: Vec<Term>,
    /// The variables that are what there is of the objects, and how many are gone.
    variables: BTreeSet<GlobalId>,
}

/// Two objects of one pool.
struct Pair {
    /// That they are counterparts.
    chosen: Term,
    /// The base of the one at the head.
    from: Term,
    /// The base of the one at the end.
    to: Term,
    /// What there is of both.
    variables: Vec<(GlobalId, GlobalId)>,
}

impl Renaming {
    /// What the solver chooses: each object has at most one counterpart.
    pub fn chosen(terms: &mut Terms, assertions: &mut Vec<Term>, pools: &[ObjectPool]) -> Renaming {
        let mut renaming = Renaming::default();
        for pool in pools {
            renaming.variables.insert(pool.turn);
            let mut chosen = Vec::new();
            for left in &pool.objects {
                renaming.variables.extend(&left.variables);
                let from = base(terms, left);
                renaming.bases.push(from);
                let mut row = Vec::new();
                for right in &pool.objects {
                    let pair = terms.symbol("counterpart", Sort::Bool);
                    let to = base(terms, right);
                    let variables = left.variables.iter().copied().zip(right.variables.iter().copied()).collect();
                    renaming.pairs.push(Pair { chosen: pair, from, to, variables });
                    row.push(pair);
                }
                chosen.push(row);
            }
            let columns = (0..pool.objects.len()).map(|column| chosen.iter().map(|row| row[column]).collect());
            let lines: Vec<Vec<Term>> = columns.chain(chosen.iter().cloned()).collect();
            for line in lines {
                for (index, first) in line.iter().enumerate() {
                    for second in &line[index + 1..] {
                        let both = terms.and(*first, *second);
                        assertions.push(terms.not(both));
                    }
                }
            }
        }
        renaming
    }

    /// Whether the variable is compared object by object, or not at all.
    pub fn is_of_pool(&self, variable: GlobalId) -> bool {
        self.variables.contains(&variable)
    }

    /// Whether the second is what the first becomes.
    pub fn corresponds(&self, terms: &mut Terms, first: Term, second: Term) -> Term {
        let equal = terms.equal(first, second);
        if self.pairs.is_empty() || !addresses::may_be(terms, first) {
            return equal;
        }
        let ((was, was_offset), (is, is_offset)) = (addresses::parts(terms, first), addresses::parts(terms, second));
        let pooled: Vec<Term> = self.bases.iter().map(|base| terms.equal(was, *base)).collect();
        let pooled = terms.any(pooled);
        let elsewhere = terms.not(pooled);
        let mut ways = vec![terms.and(elsewhere, equal)];
        for pair in &self.pairs {
            let (from, to) = (terms.equal(was, pair.from), terms.equal(is, pair.to));
            ways.push(terms.all([pair.chosen, from, to]));
        }
        let same_offset = terms.equal(was_offset, is_offset);
        let same_base = terms.any(ways);
        terms.and(same_offset, same_base)
    }

    /// Whether counterparts hold the same.
    pub fn same_objects(&self, terms: &mut Terms, growth: &Growth, head: &Shared, last: &Shared) -> Term {
        let mut all = Vec::new();
        for pair in &self.pairs {
            for (left, right) in &pair.variables {
                let (left, right): (&Contents, &Contents) = (&head.globals[left.index()], &last.globals[right.index()]);
                let same = left.same(terms, growth, self, right);
                all.push(terms.implies(pair.chosen, same));
            }
        }
        terms.all(all)
    }
}

/// The base of pointers to the object.
fn base(terms: &mut Terms, object: &PooledObject) -> Term {
    let pointer = Pointer { base: Base::Static(object.number), offset: 0 };
    let number = addresses::of(pointer).expect("there are not so many objects");
    let address = terms.bits(addresses::WIDTH, number);
    addresses::parts(terms, address).0
}
