//! Facts and moves of a proof: whether each follows.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use evidence::ranked::{Annotation, Effect, Module, Move, Ranked};
use program::linear::expr::{Linear, Var};
use program::linear::sum::Sum;
use program::linear::symmetry::Renaming;
use program::linear::system::System;
use rustc_hash::FxBuildHasher;

use crate::rules::{Rejection, broken};

/// By the set of the stem, the set and the letter.
type Moves<'a> = HashMap<(usize, usize, usize), &'a Effect, FxBuildHasher>;

/// Facts and moves that are right.
pub struct Facts<'a> {
    proof: &'a Ranked,
    stem: Moves<'a>,
    modules: Vec<Moves<'a>>,
    ranges: Vec<Linear>,
    /// The sets of the stem, by what they say.
    sets: BTreeMap<BTreeSet<Linear>, usize>,
    /// All that the stem speaks of.
    said: BTreeSet<Linear>,
}

/// What a letter does to a function, as far as that is known.
#[derive(Clone, Copy, Default)]
pub struct Change {
    /// It gets no larger.
    pub is_not_higher: bool,
    /// It gets less.
    pub is_lower: bool,
    /// It was not negative before.
    pub was_not_negative: bool,
}

impl<'a> Facts<'a> {
    /// Checks all moves of the proof.
    pub fn checked(system: &System, proof: &'a Ranked) -> Result<Facts<'a>, Rejection> {
        let count =
            u32::try_from(system.variables.len()).map_err(|_| broken("ranked", "there are too many variables"))?;
        let ranges: Vec<Linear> = (0..count).flat_map(|number| system.range_facts(Var::State(number))).collect();
        let of_state = |variable: Var| matches!(variable, Var::State(number) if number < count);
        let initial = system.initial_facts();
        is_sound(&proof.stem, of_state, &initial, "the stem")?;
        let facts = |set: usize| facts_of(&proof.stem, set).into_iter().flatten().collect();
        let sets = (0..proof.stem.sets.len()).map(|set| (facts(set), set)).collect();
        let said = proof.stem.facts.iter().cloned().collect();
        let mut made = Facts { proof, stem: HashMap::default(), modules: Vec::new(), ranges, sets, said };
        made.stem = made.moves(system, &proof.stem, &Speaker::Stem)?;
        for (number, module) in proof.modules.iter().enumerate() {
            let who = format!("module {number}");
            let old =
                u32::try_from(number).map(Var::Old).map_err(|_| broken("ranked", "there are too many modules"))?;
            if !module.rank.terms().iter().all(|(variable, _)| of_state(*variable)) {
                return Err(broken("ranked", format!("the function of {who} is none of the program's variables")));
            }
            let of_module = |variable: Var| of_state(variable) || variable == old;
            is_sound(&module.annotation, of_module, &at_the_beginning(module, old), &who)?;
            let moves = made.moves(system, &module.annotation, &Speaker::Module(who))?;
            made.modules.push(moves);
        }
        Ok(made)
    }

    fn moves(&self, system: &System, annotation: &'a Annotation, who: &Speaker) -> Result<Moves<'a>, Rejection> {
        let mut checked = Moves::default();
        for taken in &annotation.moves {
            if !self.follows(system, annotation, taken, who) {
                let who = match who {
                    Speaker::Stem => "the stem",
                    Speaker::Module(name) => name.as_str(),
                };
                let Move { stem, set, letter, .. } = taken;
                return Err(broken("ranked", format!("a move of {who} is wrong: {stem} {set} {letter}")));
            }
            checked.insert((taken.stem, taken.set, taken.letter), &taken.effect);
        }
        Ok(checked)
    }

    /// Whether the move is right, and speaks of what there is.
    fn follows(&self, system: &System, annotation: &Annotation, taken: &Move, who: &Speaker) -> bool {
        let Some(letter) = system.letters.get(taken.letter) else { return false };
        let (Some(stem), Some(set)) = (facts_of(&self.proof.stem, taken.stem), facts_of(annotation, taken.set)) else {
            return false;
        };
        let mut premises = stem;
        match who {
            Speaker::Stem if taken.stem != taken.set => return false,
            Speaker::Stem => {}
            Speaker::Module(_) => premises.extend(set),
        }
        premises.extend(letter.guard.iter().cloned());
        premises.extend(self.ranges.iter().cloned());
        match (&taken.effect, who) {
            (Effect::Never(sum), Speaker::Stem) => sum.shows(&premises, &Linear::constant(-1)),
            // That something never happens is for the stem to say.
            (Effect::Never(_), Speaker::Module(_)) => false,
            (Effect::To(next, sums), _) => {
                let Some(after) = facts_of(annotation, *next) else { return false };
                let holds = |(fact, sum): (&Linear, &Sum)| {
                    let before = fact.substituted(|variable| letter.updates.get(&variable));
                    before.is_some_and(|before| sum.shows(&premises, &before))
                };
                sums.len() == after.len() && after.iter().zip(sums).all(holds)
            }
        }
    }

    /// What the letter does if the set of the stem is known; nothing if the proof does not say.
    pub fn after(&self, set: usize, letter: usize) -> Option<&'a Effect> {
        self.stem.get(&(set, set, letter)).copied()
    }

    /// Which set of the module is known after the letter; nothing is known without one.
    pub fn module_after(&self, module: usize, stem: usize, set: Option<usize>, letter: usize) -> Option<usize> {
        match self.modules[module].get(&(stem, set?, letter)) {
            Some(Effect::To(next, _)) => Some(*next),
            _ => None,
        }
    }

    /// How many modules there are.
    pub fn modules(&self) -> usize {
        self.modules.len()
    }

    /// Whether the module knows in the set that its function was not negative at the beginning of the cycle, and is less now.
    pub fn is_ranked(&self, number: usize, set: Option<usize>) -> bool {
        let module = &self.proof.modules[number];
        let Some(known) = set.and_then(|set| facts_of(&module.annotation, set)) else { return false };
        let Ok(old) = u32::try_from(number).map(Var::Old) else { return false };
        let was = Linear::variable(old);
        let less = was.plus(-1, &module.rank).and_then(|less| less.plus(-1, &Linear::constant(1)));
        less.is_some_and(|less| known.contains(&less)) && known.contains(&was)
    }

    /// What the letter does to the function of the module, if the set of the stem is known.
    pub fn change(&self, number: usize, stem: usize, letter: usize) -> Change {
        let module = &self.proof.modules[number];
        let after = self.module_after(number, stem, Some(0), letter);
        let known = after.and_then(|set| facts_of(&module.annotation, set)).unwrap_or_default();
        let Ok(old) = u32::try_from(number).map(Var::Old) else { return Change::default() };
        let was = Linear::variable(old);
        let not_higher = was.plus(-1, &module.rank);
        let lower = not_higher.as_ref().and_then(|not_higher| not_higher.plus(-1, &Linear::constant(1)));
        let is_known = |fact: Option<Linear>| fact.is_some_and(|fact| known.contains(&fact));
        let is_lower = is_known(lower);
        Change { is_not_higher: is_lower || is_known(not_higher), is_lower, was_not_negative: known.contains(&was) }
    }

    /// The set of the stem that says what the set says, and that the function of the module is negative.
    pub fn below(&self, number: usize, set: usize) -> Option<usize> {
        let mut wanted: BTreeSet<Linear> = facts_of(&self.proof.stem, set)?.into_iter().collect();
        wanted.insert(self.proof.modules[number].rank.negated_fact()?);
        self.sets.get(&wanted).copied()
    }

    /// The set of the stem that says what is known of the set with other names, as far as the stem speaks of that.
    pub fn renamed(&self, set: usize, renaming: &Renaming) -> Option<usize> {
        if renaming.is_none() {
            return Some(set);
        }
        let speaks_of = |fact: &Linear| self.said.contains(fact);
        let known = facts_of(&self.proof.stem, set)?;
        let wanted: BTreeSet<Linear> = known.iter().map(|fact| renaming.linear(fact)).filter(speaks_of).collect();
        self.sets.get(&wanted).copied()
    }

    /// The module whose function it is.
    pub fn module_of(&self, rank: &Linear) -> Option<usize> {
        self.proof.modules.iter().position(|module| module.rank == *rank)
    }

    /// The function of the module.
    pub fn rank(&self, module: usize) -> &Linear {
        &self.proof.modules[module].rank
    }

    /// The facts of the set of the stem, which there is.
    pub fn known(&self, set: usize) -> Vec<Linear> {
        facts_of(&self.proof.stem, set).unwrap_or_default()
    }

    /// What is known of variables at any time.
    pub fn ranges(&self) -> &[Linear] {
        &self.ranges
    }
}

/// Whose moves are looked at.
enum Speaker {
    Stem,
    Module(String),
}

/// Where the cycle begins, the function is what it was.
fn at_the_beginning(module: &Module, old: Var) -> Vec<Linear> {
    let was = Linear::variable(old);
    [was.plus(-1, &module.rank), module.rank.plus(-1, &was)].into_iter().flatten().collect()
}

/// Whether facts speak of what they may speak of, sets are sets of facts, and the first one holds at the beginning.
fn is_sound(
    annotation: &Annotation,
    may: impl Fn(Var) -> bool,
    initial: &[Linear],
    who: &str,
) -> Result<(), Rejection> {
    let wrong = |what: &str| Err(broken("ranked", format!("{what} of {who}")));
    if !annotation.facts.iter().all(|fact| fact.terms().iter().all(|(variable, _)| may(*variable))) {
        return wrong("an unknown variable is in a fact");
    }
    if !annotation.sets.iter().flatten().all(|fact| *fact < annotation.facts.len()) {
        return wrong("an unknown fact is in a set");
    }
    match facts_of(annotation, 0) {
        Some(first) if first.iter().all(|fact| initial.contains(fact)) => Ok(()),
        _ => wrong("the first set is not known at the beginning"),
    }
}

/// The facts of the set, if there is such a set.
fn facts_of(annotation: &Annotation, set: usize) -> Option<Vec<Linear>> {
    annotation.sets.get(set)?.iter().map(|fact| annotation.facts.get(*fact).cloned()).collect()
}
