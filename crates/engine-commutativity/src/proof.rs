//! The proof as far as it has come: facts that may hold, sets of facts that do, and modules with ranking functions.
//!
//! The paper's proof is a union of lasso modules, each annotated with predicates, determinised when inclusion is checked. Here the stems of
//! all modules are one deterministic automaton whose states are sets of facts: after a word it is in the set of all facts, among those that
//! occur in some annotation, that the words so far are known to establish. So every valid Hoare triple is an edge (the generalisation that
//! the paper calls HGen, with conjunctions of predicates in front of the statement). Behind the `$` every module has such an automaton of
//! its own, whose facts also speak of `oldrnk`, here [`Var::Old`].
//!
//! Whether a fact follows is asked once for each set, letter and fact, and answered by a sum that goes into the certificate.

use engine::linear::followed::ranges;
use program::linear::expr::{Linear, Var};
use program::linear::sum::Sum;
use program::linear::symmetry::Renaming;
use program::linear::system::System;
use rustc_hash::{FxHashMap, FxHashSet};
use solver::farkas;

use crate::kin::Kinship;
use crate::siblings::Siblings;
use crate::triples::{Known, Triples};

/// A set of facts, by its number in an [`Annotation`].
pub type Set = u32;

/// What is known of a step from a set of facts.
#[derive(Clone, Debug)]
pub enum Move {
    /// It cannot be taken.
    Never(Sum),
    /// It leads to a set, whose facts follow in this way.
    To(Set, Vec<Sum>),
}

/// Facts that occur in annotations, sets of them, and moves between the sets.
#[derive(Default)]
pub struct Annotation {
    facts: Vec<Linear>,
    numbers: FxHashMap<Linear, u32>,
    sets: Vec<Vec<u32>>,
    known_sets: FxHashMap<Vec<u32>, Set>,
    /// Facts that are looked at only from sets that have one of them.
    late: FxHashSet<u32>,
    /// How many facts there were when the last one was added that is not late.
    settled: usize,
    triples: Triples,
    /// By the set of the stem (none for the stem itself), the set and the letter: what was found out.
    found: FxHashMap<(Option<Set>, Set, u32), Found>,
}

/// What was found out about a step, for the first facts.
#[derive(Clone, Debug)]
enum Found {
    Never(Sum),
    Facts { tried: usize, following: Vec<(u32, Sum)>, next: Set },
}

impl Annotation {
    /// Adds a fact; says whether it is new.
    pub fn add_fact(&mut self, fact: &Linear) -> bool {
        let says_nothing = fact.as_constant().is_some();
        let is_private = fact.terms().iter().any(|(variable, _)| matches!(variable, Var::Chosen(_)));
        if says_nothing || is_private {
            return false;
        }
        if let Some(known) = self.numbers.get(fact) {
            let was_late = self.late.remove(known);
            if was_late {
                // What was found out did not look at it.
                self.found.clear();
            }
            return was_late;
        }
        let number = u32::try_from(self.facts.len()).expect("tables have fewer than 2^32 entries");
        self.facts.push(fact.clone());
        self.numbers.insert(fact.clone(), number);
        self.settled = self.facts.len();
        true
    }

    /// Adds a fact that is looked at only below a bound. Where steps lead remains as it was found out: late facts are added while cuts are
    /// made, and what one cut was told must still be so when the next one is made.
    fn add_late_fact(&mut self, fact: &Linear) {
        let settled = self.settled;
        if !self.numbers.contains_key(fact) && self.add_fact(fact) {
            self.late.extend(self.numbers.get(fact));
            self.settled = settled;
        }
    }

    /// How many facts there are.
    pub fn count(&self) -> usize {
        self.facts.len()
    }

    /// The set of these facts, which there are.
    pub fn set_of(&mut self, facts: &[Linear]) -> Set {
        let numbers = facts.iter().filter_map(|fact| self.numbers.get(fact).copied()).collect();
        self.set(numbers)
    }

    fn set(&mut self, mut numbers: Vec<u32>) -> Set {
        numbers.sort_unstable();
        if let Some(known) = self.known_sets.get(&numbers) {
            return *known;
        }
        let set = Set::try_from(self.sets.len()).expect("tables have fewer than 2^32 entries");
        self.sets.push(numbers.clone());
        self.known_sets.insert(numbers, set);
        set
    }

    /// The facts of the set, in the order in which sums count them.
    pub fn facts_of(&self, set: Set) -> Vec<Linear> {
        self.sets[set as usize].iter().map(|number| self.facts[*number as usize].clone()).collect()
    }

    /// Whether the fact is in the set.
    pub fn has(&self, set: Set, fact: &Linear) -> bool {
        self.numbers.get(fact).is_some_and(|number| self.sets[set as usize].binary_search(number).is_ok())
    }

    /// The set of what is known by other names, as far as there are such facts.
    pub fn renamed(&mut self, set: Set, renaming: &Renaming) -> Set {
        if renaming.is_none() {
            return set;
        }
        let name = |number: &u32| self.numbers.get(&renaming.linear(&self.facts[*number as usize])).copied();
        let numbers = self.sets[set as usize].iter().filter_map(name).collect();
        self.set(numbers)
    }

    /// Whether nothing is known in it.
    pub fn is_empty_set(&self, set: Set) -> bool {
        self.sets[set as usize].is_empty()
    }

    /// Where the letter leads from the set; nowhere if it cannot be taken. What is known beside is the facts of a set of the stem.
    fn step(
        &mut self,
        system: &System,
        ranges: &[Linear],
        beside: Option<(Set, &Annotation)>,
        set: Set,
        letter: usize,
    ) -> Option<Set> {
        let key = key(beside.map(|(set, _)| set), set, letter);
        match self.found.get(&key) {
            Some(Found::Never(_)) => return None,
            Some(Found::Facts { tried, next, .. }) if *tried >= self.settled => return Some(*next),
            _ => {}
        }
        let taken = &system.letters[letter];
        let mut premises = beside.map(|(set, stem)| stem.facts_of(set)).unwrap_or_default();
        let in_stem = premises.len();
        premises.extend(self.facts_of(set));
        premises.extend(taken.guard.iter().cloned());
        premises.extend(ranges.iter().cloned());
        let earlier = self.found.remove(&key);
        let Annotation { facts, sets, late, triples, .. } = self;
        let own = &sets[set as usize];
        let known = Known { stem: beside.map_or(&[], |(set, stem)| &stem.sets[set as usize]), own };
        let (tried, mut following) = match earlier {
            Some(Found::Facts { tried, following, .. }) => (tried, following),
            // Only the stem says what cannot be; modules follow it.
            _ if beside.is_none() => match triples.ask(letter, None, known, || farkas::contradiction(&premises)) {
                Some(sum) => {
                    self.found.insert(key, Found::Never(sum));
                    return None;
                }
                None => (0, Vec::new()),
            },
            _ => (0, Vec::new()),
        };
        let is_late = own.iter().any(|number| late.contains(number));
        for (number, fact) in (tried..).zip(&facts[tried..]) {
            let number = u32::try_from(number).unwrap_or(u32::MAX);
            if !is_late && late.contains(&number) {
                continue;
            }
            let is_touched = fact.terms().iter().any(|(variable, _)| taken.updates.contains_key(variable));
            let kept = own.binary_search(&number).ok().filter(|_| !is_touched);
            let prove = || {
                let before = fact.substituted(|variable| taken.updates.get(&variable))?;
                farkas::consequence(&premises, &before)
            };
            let sum = match kept {
                Some(place) => Some(Sum { scale: 1, multiples: vec![(in_stem + place, 1)] }),
                None => triples.ask(letter, Some(number), known, prove),
            };
            following.extend(sum.map(|sum| (number, sum)));
        }
        let next = self.set(following.iter().map(|(number, _)| *number).collect());
        self.found.insert(key, Found::Facts { tried: self.facts.len(), following, next });
        Some(next)
    }

    /// What was found out about a step that was asked about: why it is so.
    fn shown(&self, stem: Option<Set>, set: Set, letter: usize) -> Option<Move> {
        Some(match self.found.get(&key(stem, set, letter))? {
            Found::Never(sum) => Move::Never(sum.clone()),
            Found::Facts { following, next, .. } => {
                Move::To(*next, following.iter().map(|(_, sum)| sum.clone()).collect())
            }
        })
    }
}

fn key(stem: Option<Set>, set: Set, letter: usize) -> (Option<Set>, Set, u32) {
    (stem, set, u32::try_from(letter).unwrap_or(u32::MAX))
}

/// A ranking function, and what is known of it in a cycle.
pub struct Module {
    /// The function.
    pub rank: Linear,
    /// What it was at the beginning of the cycle.
    pub old: Var,
    /// Facts of cycles.
    pub annotation: Annotation,
    /// The set at the beginning of a cycle.
    pub first: Set,
    /// Whether it is one of several functions, which are bounded one after the other.
    pub is_phase: bool,
    not_higher: Linear,
    less: Linear,
    bounded: Linear,
}

/// What a step does to a function, as far as that is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Change {
    /// It gets no larger.
    pub is_not_higher: bool,
    /// It gets less.
    pub is_lower: bool,
    /// It was not negative before.
    pub was_not_negative: bool,
}

impl Module {
    fn new(number: usize, rank: Linear) -> Option<Module> {
        let old = Var::Old(u32::try_from(number).ok()?);
        let was = Linear::variable(old);
        let (above, below) = (was.plus(-1, &rank)?, rank.plus(-1, &was)?);
        let less = above.plus(-1, &Linear::constant(1))?;
        let mut annotation = Annotation::default();
        for fact in [&above, &below, &less, &was] {
            annotation.add_fact(fact);
        }
        let first = annotation.set_of(&[above.clone(), below]);
        Some(Module { rank, old, annotation, first, is_phase: false, not_higher: above, less, bounded: was })
    }

    /// Whether it is known in the set that the function is less than it was, and that it was not negative.
    pub fn is_ranked(&self, set: Set) -> bool {
        self.annotation.has(set, &self.less) && self.annotation.has(set, &self.bounded)
    }
}

/// The proof as far as it has come.
pub struct Proof<'a> {
    system: &'a System,
    ranges: Vec<Linear>,
    /// Facts of stems, and of cycles as far as they do not speak of ranks.
    pub stem: Annotation,
    /// The set at the beginning of the program.
    pub first: Set,
    /// The modules.
    pub modules: Vec<Module>,
    siblings: Siblings,
    /// Threads that may change places, if use is made of that.
    pub kinship: Option<&'a Kinship>,
    /// The moves of modules that were asked for since the last [`Proof::forget_used`]: module, set of the stem, set, letter.
    pub used: FxHashSet<(usize, Set, Set, usize)>,
}

impl<'a> Proof<'a> {
    /// A proof that knows nothing yet.
    pub fn new(system: &'a System, kinship: Option<&'a Kinship>) -> Proof<'a> {
        let mut stem = Annotation::default();
        let initial = system.initial_facts();
        initial.iter().for_each(|fact| {
            stem.add_fact(fact);
        });
        let first = stem.set_of(&initial);
        let siblings = Siblings::of(system);
        let (ranges, used) = (ranges(system), FxHashSet::default());
        Proof { system, ranges, stem, first, modules: Vec::new(), siblings, kinship, used }
    }

    /// What the expressions are for other threads that do the same.
    fn copies(&self, exprs: &[&Linear]) -> Vec<Vec<Linear>> {
        match self.kinship {
            Some(kinship) => kinship.copies(exprs),
            None => self.siblings.copies(exprs),
        }
    }

    /// Adds facts to the stem, also of threads that do the same as those of which they speak; says whether any of the facts is new.
    pub fn learn_facts(&mut self, facts: &[Linear]) -> bool {
        let mut is_new = false;
        for fact in facts {
            is_new |= self.stem.add_fact(fact);
            for copy in self.copies(&[fact]).iter().flatten() {
                self.stem.add_fact(copy);
            }
        }
        is_new
    }

    /// Adds a module, also for threads that do the same as the one of which it speaks; says whether it brings anything new.
    pub fn learn_module(&mut self, rank: &Linear, on_the_way: &[Linear]) -> bool {
        let is_new = self.add_module(rank, on_the_way);
        let exprs: Vec<&Linear> = std::iter::once(rank).chain(on_the_way).collect();
        for copy in self.copies(&exprs) {
            if let [rank, on_the_way @ ..] = copy.as_slice() {
                self.add_module(rank, on_the_way);
            }
        }
        is_new
    }

    /// Adds a module; says whether it brings anything new.
    pub fn add_module(&mut self, rank: &Linear, on_the_way: &[Linear]) -> bool {
        let place = self.modules.iter().position(|module| module.rank == *rank);
        let is_new = place.is_none();
        let place = place.unwrap_or_else(|| {
            self.modules.extend(Module::new(self.modules.len(), rank.clone()));
            self.modules.len() - 1
        });
        let Some(module) = self.modules.get_mut(place) else { return false };
        let own = Linear::variable(module.old);
        let mut brings = is_new;
        for fact in on_the_way {
            let fact = fact.substituted(|variable| matches!(variable, Var::Old(_)).then_some(&own));
            brings |= fact.is_some_and(|fact| module.annotation.add_fact(&fact));
        }
        brings
    }

    /// Adds a module whose function is bounded in some phases only; says whether it brings anything new.
    pub fn add_phase(&mut self, function: &Linear) -> bool {
        let mut is_new = self.add_module(function, &[]);
        for module in self.modules.iter_mut().filter(|module| module.rank == *function) {
            is_new |= !module.is_phase;
            module.is_phase = true;
        }
        is_new
    }

    /// Where the letter leads from a set of the stem; nowhere if it cannot be taken.
    pub fn stem_step(&mut self, set: Set, letter: usize) -> Option<Set> {
        self.stem.step(self.system, &self.ranges, None, set, letter)
    }

    /// Where the letter leads from a set of a module, if the stem is in this set before it.
    pub fn module_step(&mut self, module: usize, stem: Set, set: Set, letter: usize) -> Set {
        self.used.insert((module, stem, set, letter));
        let beside = Some((stem, &self.stem));
        let next = self.modules[module].annotation.step(self.system, &self.ranges, beside, set, letter);
        next.expect("only the stem says that a letter cannot be taken")
    }

    /// What the letter does to the function of the module, if the stem is in this set before it.
    pub fn change(&mut self, number: usize, stem: Set, letter: usize) -> Change {
        let module = &mut self.modules[number];
        let beside = Some((stem, &self.stem));
        let next = module.annotation.step(self.system, &self.ranges, beside, module.first, letter);
        let next = next.expect("only the stem says that a letter cannot be taken");
        let has = |fact: &Linear| module.annotation.has(next, fact);
        Change {
            is_not_higher: has(&module.not_higher) || has(&module.less),
            is_lower: has(&module.less),
            was_not_negative: has(&module.bounded),
        }
    }

    /// What was asked by [`Proof::change`] goes into the certificate.
    pub fn use_change(&mut self, module: usize, stem: Set, letter: usize) {
        self.used.insert((module, stem, self.modules[module].first, letter));
    }

    /// The set of the stem that also knows that the function of the module is negative.
    pub fn below(&mut self, set: Set, module: usize) -> Set {
        let Some(negative) = self.modules[module].rank.negated_fact() else { return set };
        self.stem.add_late_fact(&negative);
        let mut facts = self.stem.facts_of(set);
        facts.push(negative);
        facts.sort_unstable();
        facts.dedup();
        self.stem.set_of(&facts)
    }

    /// Whether the set of the stem knows that the function of the module is negative.
    pub fn is_below(&self, set: Set, module: usize) -> bool {
        let negative = self.modules[module].rank.negated_fact();
        negative.is_none_or(|negative| self.stem.has(set, &negative))
    }

    /// Why the letter leads where it does from a set of the stem, if that was asked.
    pub fn stem_move(&self, set: Set, letter: usize) -> Option<Move> {
        self.stem.shown(None, set, letter)
    }

    /// Why the letter leads where it does from a set of a module, if that was asked.
    pub fn module_move(&self, module: usize, stem: Set, set: Set, letter: usize) -> Option<Move> {
        self.modules[module].annotation.shown(Some(stem), set, letter)
    }

    /// Forgets which moves of modules were asked for.
    pub fn forget_used(&mut self) {
        self.used.clear();
    }

    /// Why the facts contradict what is known in the set.
    pub fn contradicts(&self, set: Set, facts: &[Linear]) -> Option<Sum> {
        let mut premises = self.stem.facts_of(set);
        premises.extend(facts.iter().cloned());
        premises.extend(self.ranges.iter().cloned());
        farkas::contradiction(&premises)
    }
}
