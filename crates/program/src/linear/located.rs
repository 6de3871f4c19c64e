//! A system whose threads look at each other: where threads stand, and how often each has stepped, as numbers; and what one thread may
//! know of the steps of others.
//!
//! Thread-modular proofs (`evidence::modular`) follow one thread at a time. Of the others it knows *guarantees*: relations between the
//! numbers before and after their steps. That another thread is not in its critical section is a fact about where it stands, so that
//! there is a number for each thread and location: 1 while the thread stands there, 0 otherwise. That another thread has not stepped
//! for some time is a fact about a number that counts its steps (a scheduling counter, as in Olderog and Apt, doi:10.1145/44501.44504).
//!
//! Facts speak of [`Var::State`], the numbers now, and in relations of [`Var::Old`] with the same number, what it was at the beginning. Behind
//! the variables of the system come the locations of all threads, then the counters.
//!
//! What has to follow from what in such a proof is said here once, for whoever makes it and whoever checks it.

use std::collections::{BTreeMap, BTreeSet};

use crate::ids::NodeId;
use crate::linear::blocked::blocked;
use crate::linear::cases::Outcome;
use crate::linear::expr::{Linear, Var};
use crate::linear::system::{Letter, System};
use crate::program::EndRule;
use crate::property::Fairness;

/// A system with numbers for where threads stand and how often they have stepped.
#[derive(Clone, Debug)]
pub struct Located<'a> {
    /// The system.
    pub system: &'a System,
    /// By number behind the system's own, a thread and one of its locations.
    stands: Vec<(usize, NodeId)>,
    numbers: BTreeMap<(usize, NodeId), u32>,
    /// By thread, how it is started, unless it is there from the start.
    starts: BTreeMap<usize, Start>,
}

/// How a thread is started. It is started at most once, by one edge that is in no loop.
#[derive(Clone, Debug)]
struct Start {
    /// By whom.
    by: usize,
    /// Where the starter may stand afterwards.
    afterwards: BTreeSet<NodeId>,
}

/// What a number is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meaning {
    /// The variable of the system.
    Variable(usize),
    /// Whether the thread stands at the location.
    Stands(usize, NodeId),
    /// How often the thread has stepped.
    Steps(usize),
}

/// What a thread promises about some of its steps.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Guarantee {
    /// The numbers that may change, besides those of the thread itself and where started threads stand.
    pub changes: BTreeSet<u32>,
    /// The threads that are started.
    pub starts: BTreeSet<usize>,
    /// Threads that have not been started before these steps.
    pub before: BTreeSet<usize>,
    /// Whether these steps happen only finitely often.
    pub spurious: bool,
    /// What is not negative: of the numbers before ([`Var::Old`]) and after ([`Var::State`]).
    pub facts: Vec<Linear>,
}

/// What is known before a step, of which something has to follow.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Premises {
    facts: Vec<Linear>,
    /// Whether [`Var::Chosen`] is a number between two steps, and not something that a letter chooses.
    has_middle: bool,
}

/// What facts say about the numbers before a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Begins {
    /// They are those at the beginning of the relation.
    Here,
    /// The relation has begun earlier.
    Earlier,
}

impl<'a> Located<'a> {
    /// The system with these numbers.
    pub fn of(system: &'a System) -> Located<'a> {
        let mut places = BTreeSet::new();
        for (number, thread) in system.threads.iter().enumerate() {
            places.extend([(number, thread.entry), (number, thread.exit)]);
        }
        places.extend(system.letters.iter().flat_map(|it| [(it.thread, it.from), (it.thread, it.to)]));
        let first = system.variables.len();
        let numbered = places.iter().enumerate();
        let numbers = numbered.map(|(place, at)| (*at, u32::try_from(first + place).unwrap_or(u32::MAX))).collect();
        let threads = system.first..system.threads.len();
        let starts = threads.filter_map(|thread| Some((thread, Start::of(system, thread)?))).collect();
        Located { system, stands: places.into_iter().collect(), numbers, starts }
    }

    /// What the number is, if there is such.
    pub fn meaning(&self, number: u32) -> Option<Meaning> {
        let number = number as usize;
        let variables = self.system.variables.len();
        if number < variables {
            return Some(Meaning::Variable(number));
        }
        if let Some((thread, node)) = self.stands.get(number - variables) {
            return Some(Meaning::Stands(*thread, *node));
        }
        let thread = number - variables - self.stands.len();
        (thread < self.system.threads.len()).then_some(Meaning::Steps(thread))
    }

    /// The number that says whether the thread stands at the location.
    pub fn stands(&self, thread: usize, node: NodeId) -> Option<u32> {
        self.numbers.get(&(thread, node)).copied()
    }

    /// The number that counts the thread's steps.
    pub fn steps(&self, thread: usize) -> u32 {
        u32::try_from(self.system.variables.len() + self.stands.len() + thread).unwrap_or(u32::MAX)
    }

    /// The locations of the thread.
    pub fn nodes(&self, thread: usize) -> impl Iterator<Item = NodeId> + '_ {
        self.numbers.range((thread, NodeId(0))..=(thread, NodeId(u32::MAX))).map(|((_, node), _)| *node)
    }

    /// Whose number it is, if it is a thread's own.
    pub fn owner(&self, number: u32) -> Option<usize> {
        match self.meaning(number)? {
            Meaning::Variable(variable) => self.system.variables[variable].thread,
            Meaning::Stands(thread, _) | Meaning::Steps(thread) => Some(thread),
        }
    }

    /// Whether the fact speaks of numbers of the state only, or also of what they were before.
    pub fn is_about(&self, fact: &Linear, begins: Begins) -> bool {
        fact.terms().iter().all(|(variable, _)| match variable {
            Var::State(number) => self.meaning(*number).is_some(),
            Var::Old(number) => begins == Begins::Earlier && self.meaning(*number).is_some(),
            Var::Chosen(_) => false,
        })
    }

    /// Whether no run goes on after the letter.
    pub fn ends(&self, letter: &Letter) -> bool {
        let main_ends = self.system.end == EndRule::MainThread && letter.thread == 0;
        letter.outcome == Outcome::Halts || (main_ends && letter.to == self.system.threads[0].exit)
    }

    /// What is known at the beginning of all runs.
    pub fn initially(&self) -> Premises {
        Premises { facts: self.system.initial_facts(), has_middle: false }
    }

    /// What the fact says at the beginning of all runs, where it is known where threads stand.
    pub fn at_the_beginning(&self, fact: &Linear) -> Option<Linear> {
        let control = self.system.initial();
        replaced(fact, |variable| match self.meaning(number_of(variable)) {
            Some(Meaning::Stands(thread, node)) => Some(truth(control.0[thread] == Some(node))),
            _ => None,
        })
    }

    /// What is known before a step of the thread itself with the letter: these facts, and the letter's guard.
    pub fn before_own(&self, facts: &[Linear], letter: &Letter) -> Option<Premises> {
        let here = |fact: &Linear| {
            replaced(fact, |variable| match variable {
                Var::State(number) => self.own_location(number, letter.thread, letter.from),
                _ => None,
            })
        };
        let mut known = facts.iter().map(here).collect::<Option<Vec<Linear>>>()?;
        known.extend(letter.guard.iter().cloned());
        Some(Premises { facts: known, has_middle: false })
    }

    /// What has to hold before the letter for the fact to hold after it.
    pub fn after_own(&self, letter: &Letter, begins: Begins, fact: &Linear) -> Option<Linear> {
        replaced(fact, |variable| match (variable, begins) {
            (Var::State(number), _) => self.value_after(letter, number),
            (Var::Old(number), Begins::Here) => {
                let fixed = self.own_location(number, letter.thread, letter.from);
                Some(fixed.unwrap_or_else(|| Linear::variable(Var::State(number))))
            }
            _ => None,
        })
    }

    fn value_after(&self, letter: &Letter, number: u32) -> Option<Linear> {
        match self.meaning(number)? {
            Meaning::Variable(_) => letter.updates.get(&Var::State(number)).cloned(),
            Meaning::Stands(thread, node) if thread == letter.thread => Some(truth(letter.to == node)),
            Meaning::Stands(thread, node) if letter.starts.contains(&thread) => {
                Some(truth(self.system.threads[thread].entry == node))
            }
            Meaning::Stands(..) => None,
            Meaning::Steps(thread) => {
                let more = Linear::of([(Var::State(number), 1)], 1)?;
                (thread == letter.thread).then_some(more)
            }
        }
    }

    fn own_location(&self, number: u32, thread: usize, node: NodeId) -> Option<Linear> {
        match self.meaning(number)? {
            Meaning::Stands(other, place) if other == thread => Some(truth(node == place)),
            _ => None,
        }
    }

    /// Whether the letter changes, starts and is what the guarantee says, whatever its facts are.
    pub fn is_within(&self, letter: &Letter, guarantee: &Guarantee) -> bool {
        self.changes(letter).is_subset(&guarantee.changes)
            && letter.starts.iter().copied().collect::<BTreeSet<_>>() == guarantee.starts
            && (letter.spurious || !guarantee.spurious)
            && guarantee.before.is_subset(&self.before(letter))
    }

    /// The threads that have not been started when the letter is taken, whenever that is.
    pub fn before(&self, letter: &Letter) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        // Threads come behind those that start them.
        for (thread, start) in &self.starts {
            let is_here = start.by == letter.thread && !start.afterwards.contains(&letter.from);
            if is_here || found.contains(&start.by) {
                found.insert(*thread);
            }
        }
        found
    }

    /// Whether the other thread may do what it guarantees while the thread stands there: not before it, or the one who starts it, has been
    /// started, nor if it is something that comes before the thread itself is started.
    pub fn can_meet(&self, (thread, node): (usize, NodeId), (other, guarantee): (usize, &Guarantee)) -> bool {
        // Nobody is started twice.
        let is_too_late = guarantee.before.contains(&thread) || guarantee.starts.contains(&thread);
        let mut next = self.starts.get(&other);
        while let Some(start) = next {
            if start.by == thread && !start.afterwards.contains(&node) {
                return false;
            }
            next = self.starts.get(&start.by);
        }
        !is_too_late
    }

    /// The numbers that the letter changes, besides those of its thread.
    pub fn changes(&self, letter: &Letter) -> BTreeSet<u32> {
        let changed = letter.updates.keys().map(|variable| number_of(*variable));
        changed.filter(|number| self.owner(*number) != Some(letter.thread)).collect()
    }

    /// What is known before and after a step of another thread as guaranteed: these facts before it, and the guarantee. Between the two, a
    /// number that may change is [`Var::Chosen`].
    pub fn around_other(
        &self,
        (thread, node): (usize, NodeId),
        facts: &[Linear],
        (other, guarantee): (usize, &Guarantee),
    ) -> Option<Premises> {
        let middle = |number: u32| {
            let fixed = self.own_location(number, thread, node);
            fixed.unwrap_or_else(|| {
                let may_change = self.may_change(other, guarantee, number);
                Linear::variable(if may_change { Var::Chosen(number) } else { Var::State(number) })
            })
        };
        let before = |fact: &Linear| {
            replaced(fact, |variable| match variable {
                Var::State(number) => Some(middle(number)),
                _ => None,
            })
        };
        let mut known = facts.iter().map(before).collect::<Option<Vec<Linear>>>()?;
        for fact in &guarantee.facts {
            known.push(replaced(fact, |variable| match variable {
                Var::Old(number) => Some(middle(number)),
                Var::State(number) => self.own_location(number, thread, node),
                Var::Chosen(_) => None,
            })?);
        }
        Some(Premises { facts: known, has_middle: true })
    }

    /// What the fact says after a step of others, where it is known where the thread stands.
    pub fn after_other(&self, (thread, node): (usize, NodeId), fact: &Linear) -> Option<Linear> {
        replaced(fact, |variable| match variable {
            Var::State(number) => self.own_location(number, thread, node),
            _ => None,
        })
    }

    fn may_change(&self, other: usize, guarantee: &Guarantee, number: u32) -> bool {
        let is_started = match self.meaning(number) {
            Some(Meaning::Stands(thread, _)) => guarantee.starts.contains(&thread),
            _ => false,
        };
        is_started || self.owner(number) == Some(other) || guarantee.changes.contains(&number)
    }

    /// What is known where the thread stands at the location, of which something has to follow there.
    pub fn here(&self, (thread, node): (usize, NodeId), facts: &[Linear]) -> Option<Premises> {
        let known = facts.iter().map(|fact| self.after_other((thread, node), fact));
        Some(Premises { facts: known.collect::<Option<_>>()?, has_middle: false })
    }

    /// Ways in which the thread may be unable to step, as facts: that it stands nowhere, has finished, or is blocked where it stands. Under
    /// weak fairness it has to be able to step all the time, so that there each place counts at which it depends on the numbers.
    pub fn unable(&self, thread: usize, fairness: Fairness) -> Vec<Vec<Linear>> {
        let stands = |node| self.stands(thread, node).map(Var::State);
        let nowhere = self.nodes(thread).filter_map(stands).filter_map(|variable| Linear::of([(variable, -1)], 0));
        let mut ways: Vec<Vec<Linear>> = vec![nowhere.collect()];
        for node in self.nodes(thread) {
            let here = stands(node).and_then(|variable| Linear::of([(variable, 1)], -1));
            let here: Vec<Linear> = here.into_iter().collect();
            let has_finished = node == self.system.threads[thread].exit;
            let blocked = if has_finished { vec![Vec::new()] } else { blocked(self.system, thread, node) };
            match fairness {
                Fairness::Strong => ways.extend(blocked.into_iter().map(|way| [here.clone(), way].concat())),
                Fairness::Weak | Fairness::None => ways.extend((!blocked.is_empty()).then_some(here)),
            }
        }
        ways
    }

    /// The premises with the ranges of all numbers that occur in them or in the conclusion, in order.
    pub fn complete(&self, premises: &Premises, conclusion: &Linear) -> Vec<Linear> {
        let facts = premises.facts.iter().chain([conclusion]);
        let mentioned: BTreeSet<Var> = facts.flat_map(|fact| fact.terms().iter().map(|(it, _)| *it)).collect();
        let mut all = premises.facts.clone();
        for variable in mentioned {
            if matches!(variable, Var::Chosen(_)) && !premises.has_middle {
                continue;
            }
            let bounds = match self.meaning(number_of(variable)) {
                Some(Meaning::Variable(place)) => self.system.variables[place].range.bounds(),
                Some(Meaning::Stands(..)) => Some((0, 1)),
                _ => None,
            };
            let Some((least, most)) = bounds else { continue };
            let at_least = least.checked_neg().and_then(|least| Linear::of([(variable, 1)], least));
            all.extend([at_least, Linear::of([(variable, -1)], most)].into_iter().flatten());
        }
        all
    }
}

impl Start {
    fn of(system: &System, thread: usize) -> Option<Start> {
        let starting = system.letters.iter().filter(|letter| letter.starts.contains(&thread));
        let starting: Vec<&Letter> = starting.collect();
        let by = starting.first()?.thread;
        let is_one = starting.iter().all(|letter| letter.thread == by);
        let mut afterwards: BTreeSet<NodeId> = starting.iter().map(|letter| letter.to).collect();
        loop {
            let count = afterwards.len();
            let own = system.letters.iter().filter(|letter| letter.thread == by);
            let next: Vec<NodeId> = own.filter(|it| afterwards.contains(&it.from)).map(|it| it.to).collect();
            afterwards.extend(next);
            if afterwards.len() == count {
                return is_one.then_some(Start { by, afterwards });
            }
        }
    }
}

impl Premises {
    /// The premises with more facts, in the same words.
    #[must_use]
    pub fn with(&self, more: impl IntoIterator<Item = Linear>) -> Premises {
        let facts = self.facts.iter().cloned().chain(more).collect();
        Premises { facts, has_middle: self.has_middle }
    }
}

/// The number of a variable, whatever it is now or was before.
fn number_of(variable: Var) -> u32 {
    match variable {
        Var::State(number) | Var::Old(number) | Var::Chosen(number) => number,
    }
}

fn truth(value: bool) -> Linear {
    Linear::constant(i128::from(value))
}

/// The fact with expressions in place of variables, where there are any; nothing if a number is too large.
fn replaced(fact: &Linear, replacement: impl Fn(Var) -> Option<Linear>) -> Option<Linear> {
    let mut made = Linear::constant(fact.constant_part());
    for (variable, factor) in fact.terms() {
        made = made.plus(*factor, &replacement(*variable).unwrap_or_else(|| Linear::variable(*variable)))?;
    }
    Some(made)
}
