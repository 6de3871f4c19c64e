//! Threads that may change places: if each of them goes on where another one stood, with what that one has for itself, nothing is different
//! but their names.
//!
//! Threads are *kin* if letters stay letters when two of them change places. That is asked of their own letters; those of others may
//! speak of single ones among them, as main does when it starts one after the other. Who is spoken of, in what somebody who is running may
//! still come to, stays where it is ([`Symmetry::movable`]). So if there is a run from a state, there is a run from the state with other names, which is the
//! same but for names: wherever a run is at a control, those that are movable there may be given other names from then on.
//!
//! Who is kin to whom is claimed by whoever looks for a proof; [`Symmetry::of`] finds out whether it is so.

use std::collections::{BTreeMap, BTreeSet};

use crate::ids::NodeId;
use crate::linear::classes::{first_letter, letters_of};
use crate::linear::expr::{Linear, Var};
use crate::linear::system::{Control, Letter, System};

/// Threads that may change places.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Kin {
    /// At least two.
    pub members: Vec<Member>,
}

/// One of several threads that may change places.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member {
    /// The thread.
    pub thread: usize,
    /// The variables that it has for itself, in the same order as the others.
    pub own: Vec<u32>,
}

/// New names for threads, and for what they have for themselves.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Renaming {
    threads: BTreeMap<usize, usize>,
    variables: BTreeMap<u32, u32>,
}

/// Who may change places where.
#[derive(Clone, Debug)]
pub struct Symmetry {
    /// The threads.
    pub kin: Vec<Kin>,
    /// By thread, its kin and its place there.
    places: BTreeMap<usize, (usize, usize)>,
    /// By thread and location, the threads that are spoken of in what it, and those that it starts, may still come to.
    spoken_of: BTreeMap<(usize, NodeId), BTreeSet<usize>>,
}

impl Symmetry {
    /// What the system's threads may do, if they are kin as claimed.
    pub fn of(system: &System, kin: Vec<Kin>) -> Option<Symmetry> {
        let mut places = BTreeMap::new();
        let mut owners: BTreeMap<u32, usize> = BTreeMap::new();
        for (number, kin) in kin.iter().enumerate() {
            let first = kin.members.first()?;
            for (place, member) in kin.members.iter().enumerate() {
                // Those that are there from the beginning are not started by anybody, and main is one of them.
                let is_started = (system.first..system.threads.len()).contains(&member.thread);
                let is_new = is_started && places.insert(member.thread, (number, place)).is_none();
                if !is_new || !has_shape(system, first, member) {
                    return None;
                }
                for variable in &member.own {
                    if owners.insert(*variable, member.thread).is_some() {
                        return None;
                    }
                }
            }
        }
        let mut made = Symmetry { kin, places, spoken_of: BTreeMap::new() };
        let swaps: Vec<Vec<Renaming>> = made.kin.iter().map(Kin::swaps).collect();
        let mut of_letters: Vec<BTreeSet<usize>> = Vec::new();
        for (number, letter) in system.letters.iter().enumerate() {
            let mut spoken_of = BTreeSet::new();
            for (kin, swaps) in made.kin.iter().zip(&swaps) {
                if swaps.iter().all(|swap| swap.keeps(system, number)) {
                    continue;
                }
                if kin.members.iter().any(|member| member.thread == letter.thread) {
                    return None;
                }
                spoken_of.extend(kin.members.iter().map(|member| member.thread).filter(|thread| {
                    let mut mentioned = variables(letter).filter_map(|variable| owners.get(&variable));
                    letter.starts.contains(thread) || mentioned.any(|owner| owner == thread)
                }));
            }
            of_letters.push(spoken_of);
        }
        made.spread(system, &of_letters);
        Some(made)
    }

    /// Finds out who is spoken of later, from who is spoken of by letters.
    fn spread(&mut self, system: &System, of_letters: &[BTreeSet<usize>]) {
        loop {
            let mut is_new = false;
            for (letter, spoken_of) in system.letters.iter().zip(of_letters) {
                let started = letter.starts.iter().map(|thread| (*thread, system.threads[*thread].entry));
                let next = started.chain([(letter.thread, letter.to)]);
                let mut found: BTreeSet<usize> =
                    next.filter_map(|place| self.spoken_of.get(&place)).flatten().copied().collect();
                found.extend(spoken_of);
                let known = self.spoken_of.entry((letter.thread, letter.from)).or_default();
                let before = known.len();
                known.extend(found);
                is_new |= known.len() > before;
            }
            if !is_new {
                return;
            }
        }
    }

    /// By kin, the places of those that may be given other names where threads stand so.
    pub fn movable(&self, control: &Control) -> Vec<Vec<usize>> {
        let places = control.0.iter().enumerate().filter_map(|(thread, node)| Some((thread, (*node)?)));
        let fixed: BTreeSet<usize> = places.filter_map(|place| self.spoken_of.get(&place)).flatten().copied().collect();
        let may_move = |member: &Member| control.0[member.thread].is_some() && !fixed.contains(&member.thread);
        let of_kin = |kin: &Kin| (0..kin.members.len()).filter(|place| may_move(&kin.members[*place])).collect();
        self.kin.iter().map(of_kin).collect()
    }

    /// Names by which each thread of the list becomes the one that is given for it; nothing if they are not kin, or these are no names.
    pub fn renaming(&self, threads: &BTreeMap<usize, usize>) -> Option<Renaming> {
        let images: BTreeSet<usize> = threads.values().copied().collect();
        if !images.iter().eq(threads.keys()) {
            return None;
        }
        let mut made = Renaming::default();
        for (thread, image) in threads.iter().filter(|(thread, image)| thread != image) {
            let ((kin, from), (other, to)) = (self.places.get(thread)?, self.places.get(image)?);
            if kin != other {
                return None;
            }
            made.threads.insert(*thread, *image);
            let members = &self.kin[*kin].members;
            made.variables.extend(members[*from].own.iter().copied().zip(members[*to].own.iter().copied()));
        }
        Some(made)
    }

    /// Whether the names may be given where threads stand so.
    pub fn allows(&self, control: &Control, renaming: &Renaming) -> bool {
        let movable = self.movable(control);
        renaming
            .threads
            .keys()
            .all(|thread| self.places.get(thread).is_some_and(|(kin, place)| movable[*kin].contains(place)))
    }

    /// The names by which two neighbours of a kin change places: any others are some of these, one after the other.
    pub fn swaps(&self) -> impl Iterator<Item = Renaming> + '_ {
        self.kin.iter().flat_map(Kin::swaps)
    }
}

impl Kin {
    fn swaps(&self) -> Vec<Renaming> {
        let swap = |pair: &[Member]| {
            let [one, other] = pair else { return Renaming::default() };
            let both_ways = |(first, second): (u32, u32)| [(first, second), (second, first)];
            Renaming {
                threads: BTreeMap::from([(one.thread, other.thread), (other.thread, one.thread)]),
                variables: one.own.iter().copied().zip(other.own.iter().copied()).flat_map(both_ways).collect(),
            }
        };
        self.members.windows(2).map(swap).collect()
    }
}

impl Renaming {
    /// Whether nobody gets another name.
    pub fn is_none(&self) -> bool {
        self.threads.is_empty()
    }

    /// Those that get another name, with it.
    pub fn threads(&self) -> &BTreeMap<usize, usize> {
        &self.threads
    }

    /// The new name of the thread.
    pub fn thread(&self, thread: usize) -> usize {
        self.threads.get(&thread).copied().unwrap_or(thread)
    }

    /// Where threads stand, by their new names.
    #[must_use]
    pub fn control(&self, control: &Control) -> Control {
        let mut made = control.clone();
        for (thread, image) in &self.threads {
            made.0[*image] = control.0[*thread];
        }
        made
    }

    /// What the expression is with the new names.
    #[must_use]
    pub fn linear(&self, expr: &Linear) -> Linear {
        if !expr.terms().iter().any(|(variable, _)| self.variable(*variable) != *variable) {
            return expr.clone();
        }
        let terms = expr.terms().iter().map(|(variable, factor)| (self.variable(*variable), *factor));
        // Names are different for different variables, so that no number gets larger.
        Linear::of(terms, expr.constant_part()).unwrap_or_else(|| expr.clone())
    }

    fn variable(&self, variable: Var) -> Var {
        match variable {
            Var::State(number) => Var::State(self.variables.get(&number).copied().unwrap_or(number)),
            Var::Old(_) | Var::Chosen(_) => variable,
        }
    }

    /// The letter that the letter is with the new names, if its thread is kin to the one that it becomes.
    pub fn letter(&self, system: &System, number: usize) -> usize {
        let thread = system.letters[number].thread;
        match self.threads.get(&thread) {
            Some(image) => number - first_letter(system, thread) + first_letter(system, *image),
            None => number,
        }
    }

    /// These names, and then the others.
    #[must_use]
    pub fn then(&self, later: &Renaming) -> Renaming {
        let threads = self.threads.keys().chain(later.threads.keys());
        let threads = threads.map(|thread| (*thread, later.thread(self.thread(*thread))));
        let name = |number: u32| match later.variable(self.variable(Var::State(number))) {
            Var::State(name) => name,
            Var::Old(_) | Var::Chosen(_) => number,
        };
        let variables = self.variables.keys().chain(later.variables.keys()).map(|number| (*number, name(*number)));
        Renaming {
            threads: threads.filter(|(thread, image)| thread != image).collect(),
            variables: variables.filter(|(number, name)| number != name).collect(),
        }
    }

    /// The names from which these are made.
    #[must_use]
    pub fn inverse(&self) -> Renaming {
        Renaming {
            threads: self.threads.iter().map(|(thread, image)| (*image, *thread)).collect(),
            variables: self.variables.iter().map(|(number, name)| (*name, *number)).collect(),
        }
    }

    /// Whether the letter with the new names is a letter: the one at the same place of the thread that its own becomes.
    fn keeps(&self, system: &System, number: usize) -> bool {
        let letter = &system.letters[number];
        let moves = |variable: u32| self.variables.contains_key(&variable);
        if !self.threads.contains_key(&letter.thread)
            && !letter.starts.iter().any(|thread| self.threads.contains_key(thread))
            && !variables(letter).any(moves)
        {
            return true;
        }
        let other = &system.letters[self.letter(system, number)];
        let all = |facts: &[Linear]| facts.iter().map(|fact| self.linear(fact)).collect::<BTreeSet<_>>();
        let updates = letter.updates.iter().map(|(variable, value)| (self.variable(*variable), self.linear(value)));
        let starts = letter.starts.iter().map(|thread| self.thread(*thread)).collect::<BTreeSet<_>>();
        has_way(system, letter, other)
            && starts == other.starts.iter().copied().collect()
            && all(&letter.guard) == other.guard.iter().cloned().collect()
            && all(&letter.asks) == other.asks.iter().cloned().collect()
            && updates.collect::<BTreeMap<_, _>>() == other.updates
    }
}

/// Whether the letters lead from and to the same locations, and the same comes of them.
fn has_way(system: &System, one: &Letter, other: &Letter) -> bool {
    (one.from, one.to, one.outcome, one.spurious, one.is_sure)
        == (other.from, other.to, other.outcome, other.spurious, other.is_sure)
        && system.is_open(one.thread, one.from) == system.is_open(other.thread, other.from)
}

/// Whether the two have locations, letters and variables of the same kind, in the same order.
fn has_shape(system: &System, one: &Member, other: &Member) -> bool {
    let thread = |member: &Member| &system.threads[member.thread];
    let (first, second) = (thread(one), thread(other));
    let letters = |member: &Member| letters_of(system, member.thread).collect::<Vec<_>>();
    let (ours, theirs) = (letters(one), letters(other));
    let ranges = |member: &Member| {
        let range = |number: &u32| system.variables.get(*number as usize).map(|variable| variable.range);
        member.own.iter().map(range).collect::<Option<Vec<_>>>()
    };
    (first.entry, first.exit, &first.discards) == (second.entry, second.exit, &second.discards)
        && ours.len() == theirs.len()
        && ours.iter().zip(&theirs).all(|(one, other)| has_way(system, one, other))
        && ranges(one).is_some()
        && ranges(one) == ranges(other)
}

/// The variables that the letter looks at or changes.
fn variables(letter: &Letter) -> impl Iterator<Item = u32> + '_ {
    let facts = letter.guard.iter().chain(&letter.asks).chain(letter.updates.values());
    let read = facts.flat_map(|fact| fact.terms().iter().map(|(variable, _)| *variable));
    read.chain(letter.updates.keys().copied()).filter_map(|variable| match variable {
        Var::State(number) => Some(number),
        Var::Old(_) | Var::Chosen(_) => None,
    })
}
