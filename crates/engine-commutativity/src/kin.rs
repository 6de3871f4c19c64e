//! Threads that may change places: who they are, and by which names a place is looked at, so that places that differ only in names are one.
//!
//! Whether threads may change places is not for this module to say ([`Symmetry`]): it looks for what each of them may have for itself.
//! Its own variables come first. A global variable may belong to one as well, such as the one that says that it has finished: then its
//! letters treat it in another way than those of all others do, who treat it alike.

use std::collections::{BTreeMap, BTreeSet};

use program::linear::classes::letters_of;
use program::linear::expr::{Linear, Var};
use program::linear::symmetry::{Kin, Member, Renaming, Symmetry};
use program::linear::system::{Control, Letter, System};
use rustc_hash::FxHashMap;

/// So many expressions are made of one by other names, at most.
const MOST_COPIES: usize = 256;

/// Threads that may change places, and what was found out about names.
pub struct Kinship {
    /// Who may change places where.
    pub symmetry: Symmetry,
    swaps: Vec<Renaming>,
    /// By variable, its kin, whose it is, and which of that one's.
    owners: FxHashMap<u32, (usize, usize, usize)>,
}

impl Kinship {
    /// That of the system, if there are at least so many threads that may change places.
    pub fn of(system: &System, least: usize) -> Option<Kinship> {
        let mut groups: BTreeMap<Vec<Way>, Vec<usize>> = BTreeMap::new();
        for thread in system.first..system.threads.len() {
            groups.entry(ways(system, thread)).or_default().push(thread);
        }
        let candidates = groups.into_values().filter(|threads| threads.len() >= least);
        let mut kin: Vec<Kin> = candidates.filter_map(|threads| kin(system, &threads)).collect();
        // One that is none does not speak against the others.
        kin.retain(|it| Symmetry::of(system, vec![it.clone()]).is_some());
        let symmetry = Symmetry::of(system, kin).filter(|symmetry| !symmetry.kin.is_empty())?;
        let mut owners = FxHashMap::default();
        for (number, kin) in symmetry.kin.iter().enumerate() {
            for (place, member) in kin.members.iter().enumerate() {
                owners.extend(member.own.iter().enumerate().map(|(which, own)| (*own, (number, place, which))));
            }
        }
        let swaps = symmetry.swaps().collect();
        Some(Kinship { symmetry, swaps, owners })
    }

    /// How many threads may change places with each other, at most.
    pub fn largest(&self) -> usize {
        self.symmetry.kin.iter().map(|kin| kin.members.len()).max().unwrap_or_default()
    }

    /// The names by which threads are in order where they stand so and these facts hold: by where they stand, and what is known of
    /// each alone.
    pub fn names(&self, control: &Control, facts: &[Linear]) -> Renaming {
        let movable = self.symmetry.movable(control);
        if movable.iter().all(|places| places.len() < 2) {
            return Renaming::default();
        }
        let mut known: FxHashMap<(usize, usize), Vec<Linear>> = FxHashMap::default();
        for fact in facts {
            if let Some((kin, place)) = self.speaks_of_one(fact) {
                known.entry((kin, place)).or_default().push(self.of_first(fact));
            }
        }
        known.values_mut().for_each(|facts| facts.sort_unstable());
        let mut threads = BTreeMap::new();
        for (number, places) in movable.iter().enumerate() {
            let members = &self.symmetry.kin[number].members;
            let mut sorted = places.clone();
            sorted.sort_by_key(|place| (control.0[members[*place].thread], known.get(&(number, *place))));
            let thread = |place: &usize| members[*place].thread;
            threads.extend(sorted.iter().map(thread).zip(places.iter().map(thread)));
        }
        // They are kin, so that there are such names.
        self.symmetry.renaming(&threads).unwrap_or_default()
    }

    /// The only one whose variables the fact mentions, if there is one.
    fn speaks_of_one(&self, fact: &Linear) -> Option<(usize, usize)> {
        let owner = |(variable, _): &(Var, i128)| match variable {
            Var::State(number) => self.owners.get(number).map(|(kin, place, _)| (*kin, *place)),
            Var::Old(_) | Var::Chosen(_) => None,
        };
        let mut owners = fact.terms().iter().filter_map(owner);
        let first = owners.next()?;
        owners.all(|owner| owner == first).then_some(first)
    }

    /// The fact with the variables of the first of the kin in place of the same ones of any.
    fn of_first(&self, fact: &Linear) -> Linear {
        let terms = fact.terms().iter().map(|(variable, factor)| match variable {
            Var::State(number) => match self.owners.get(number) {
                Some((kin, _, which)) => (Var::State(self.symmetry.kin[*kin].members[0].own[*which]), *factor),
                None => (*variable, *factor),
            },
            Var::Old(_) | Var::Chosen(_) => (*variable, *factor),
        });
        Linear::of(terms, fact.constant_part()).unwrap_or_else(|| fact.clone())
    }

    /// What the expressions are by other names; nothing if these are too many.
    pub fn copies(&self, exprs: &[&Linear]) -> Vec<Vec<Linear>> {
        let first: Vec<Linear> = exprs.iter().map(|expr| (*expr).clone()).collect();
        let mut found = BTreeSet::from([first.clone()]);
        let mut open = vec![first.clone()];
        while let Some(exprs) = open.pop() {
            for swap in &self.swaps {
                let copy: Vec<Linear> = exprs.iter().map(|expr| swap.linear(expr)).collect();
                if found.insert(copy.clone()) {
                    open.push(copy);
                }
            }
            if found.len() > MOST_COPIES {
                return Vec::new();
            }
        }
        found.remove(&first);
        found.into_iter().collect()
    }
}

/// A letter as far as those of kin have to be the same: from where to where, whether it can be taken whatever the numbers are, and how many
/// facts it asks for.
type Way = (u32, u32, bool, usize, usize);

fn ways(system: &System, thread: usize) -> Vec<Way> {
    let way = |letter: &Letter| {
        let is_open = system.is_open(thread, letter.from);
        (letter.from.0, letter.to.0, is_open, letter.guard.len(), letter.updates.len())
    };
    letters_of(system, thread).map(way).collect()
}

/// How the letters of a thread treat a variable: by letter, in which role, and with which numbers.
type Treatment = Vec<(usize, u8, i128, i128, usize)>;

/// The threads with what each may have for itself, if there is as much for each.
fn kin(system: &System, threads: &[usize]) -> Option<Kin> {
    let mut treatments: BTreeMap<u32, Vec<Treatment>> = BTreeMap::new();
    for (place, thread) in threads.iter().enumerate() {
        for (variable, treatment) in treatment(system, *thread) {
            let all = treatments.entry(variable).or_insert_with(|| vec![Vec::new(); threads.len()]);
            all[place] = treatment;
        }
    }
    let own = |thread: &usize| {
        let numbers = (0..).zip(&system.variables).filter(|(_, variable)| variable.thread == Some(*thread));
        numbers.map(|(number, _)| number).collect::<Vec<u32>>()
    };
    let mut members: Vec<Member> = threads.iter().map(|thread| Member { thread: *thread, own: own(thread) }).collect();
    // By how the owner and the others treat it, the variables of each.
    let mut kinds: BTreeMap<(Treatment, Treatment), Vec<Vec<u32>>> = BTreeMap::new();
    for (variable, all) in treatments {
        if system.variables[variable as usize].thread.is_some() || all.iter().all(|it| *it == all[0]) {
            continue;
        }
        let differs = |place: &usize| {
            let others = all.iter().enumerate().filter(|(other, _)| other != place).map(|(_, it)| it);
            others.clone().all(|it| *it != all[*place]) && others.clone().all(|it| *it == all[(place + 1) % all.len()])
        };
        // Of two, either may be the owner, as long as it is so for all variables of the kind.
        let owner = (0..all.len()).filter(differs).max_by_key(|place| &all[*place])?;
        let kind = (all[owner].clone(), all[(owner + 1) % all.len()].clone());
        kinds.entry(kind).or_insert_with(|| vec![Vec::new(); threads.len()])[owner].push(variable);
    }
    for of_members in kinds.values() {
        for (member, variables) in members.iter_mut().zip(of_members) {
            member.own.extend(variables);
        }
    }
    Some(Kin { members })
}

/// The variables that the letters of the thread mention, with how they treat them.
fn treatment(system: &System, thread: usize) -> BTreeMap<u32, Treatment> {
    const GUARD: u8 = 0;
    const ASKS: u8 = 1;
    const ASSIGNED: u8 = 2;
    const USED: u8 = 3;
    let mut found: BTreeMap<u32, Treatment> = BTreeMap::new();
    for (place, letter) in letters_of(system, thread).enumerate() {
        let facts = letter.guard.iter().map(|fact| (GUARD, fact)).chain(letter.asks.iter().map(|fact| (ASKS, fact)));
        for (role, fact) in facts.chain(letter.updates.values().map(|value| (USED, value))) {
            for (variable, factor) in fact.terms() {
                if let Var::State(number) = variable {
                    let how = (place, role, *factor, fact.constant_part(), fact.terms().len());
                    found.entry(*number).or_default().push(how);
                }
            }
        }
        for (variable, value) in &letter.updates {
            if let Var::State(number) = variable {
                let how = (place, ASSIGNED, 0, value.constant_part(), value.terms().len());
                found.entry(*number).or_default().push(how);
            }
        }
    }
    found.values_mut().for_each(|treatment| treatment.sort_unstable());
    found
}
