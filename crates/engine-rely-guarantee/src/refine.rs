//! Procedures TERMREFINE and SOLVEHC (figure 5 of the paper): why a counterexample is spurious, and the predicates that say so.
//!
//! The clauses of a counterexample are conjunctions of linear facts, so that their least solution need not be written down: it is the facts
//! themselves. Either they contradict each other, or there is a linear function that, they say, was not negative and is less now (Podelski
//! and Rybalchenko, doi:10.1007/978-3-540-24622-0_20). Both are sums of facts. What the facts below a vertex add to the sum speaks only of
//! what the vertex has in common with the rest: an interpolating solution, which is one inequality.
//!
//! Solutions are looked for with global variables as the interface first, so that they are modular where that is possible, and with as
//! little of the history as possible.

use std::collections::{BTreeMap, BTreeSet};

use engine::linear::is_about_extremes;
use evidence::modular::By;
use program::linear::expr::{Linear, Var};
use program::linear::located::{Begins, Located, Meaning, Who};
use program::property::Fairness;
use solver::farkas;
use solver::templates::{Unknowns, without_divisor};

use crate::abstraction::Abstraction;
use crate::clauses::{Clauses, Depth, Interface, Unfolding, last_steps};
use crate::locks;
use crate::predicates::{About, Predicates};
use crate::relations::{Return, has_waited, is_ranked};

/// Others' ways are followed at most so deep.
const DEEPEST: usize = 4;

/// So many of the last steps to a place are looked at, before its whole way is.
const MOST_LAST_STEPS: usize = 32;

/// A counterexample, and what it is one of.
pub struct Spurious<'a> {
    /// The program.
    pub located: &'a Located<'a>,
    /// Places and guarantees.
    pub abstraction: &'a Abstraction,
    /// Which runs count.
    pub fairness: Fairness,
    /// What is tried.
    pub strategy: Strategy,
    /// The numbers that are flags.
    pub flags: &'a BTreeSet<u32>,
}

/// What is tried, first the one and then, from the beginning, the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strategy {
    /// Only what is modular.
    Modular,
    /// Whatever helps.
    Any,
}

/// Whether threads that are alike are one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sharing {
    /// They are.
    Alike,
    /// Each thread is one by itself.
    None,
}

impl Strategy {
    /// After how many rounds of refinement it is given up, with so many threads. What may work if threads do not share anything is not given up.
    pub fn rounds(self, threads: usize, sharing: Sharing) -> usize {
        match (self, sharing) {
            (Strategy::Any, Sharing::None) => usize::MAX,
            _ => 30 * threads,
        }
    }
}

/// The numbers that every letter sets to a constant, if at all: locks, flags, and where threads stand. The number of a thread is a constant.
pub fn flags(located: &Located<'_>) -> BTreeSet<u32> {
    let letters = located.system.letters.iter().filter(|letter| located.stands_for(letter.thread) == letter.thread);
    let updates = letters.flat_map(|letter| &letter.updates);
    let computed: BTreeSet<Var> =
        updates.filter(|(_, value)| !is_fixed(located, value)).map(|(variable, _)| *variable).collect();
    let is_flag = |number: &u32| match located.meaning(*number) {
        Some(Meaning::Variable(_)) => !computed.contains(&Var::State(*number)),
        Some(Meaning::Stands(..)) => true,
        Some(Meaning::Steps(_)) | None => false,
    };
    (0..).take_while(|number| located.meaning(*number).is_some()).filter(is_flag).collect()
}

/// Whether the value never changes.
pub fn is_fixed(located: &Located<'_>, value: &Linear) -> bool {
    value.terms().iter().all(|(variable, _)| matches!(variable, Var::State(number) if located.is_rigid(*number)))
}

/// What is tried, one after the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Attempt {
    /// A contradiction between flags and places only, with ways followed so deep: one that holds for all numbers.
    Flags(Interface, Depth),
    /// A contradiction between all facts.
    Contradiction(Interface, Depth),
    /// A contradiction between all facts of the path and of as few steps before it as possible.
    LastSteps(Interface),
    /// A ranking function.
    Rank(Interface, Depth),
    /// What locks say about who holds them, modular or not.
    Locks(Interface),
}

/// What happens to be so at the beginning of the program, such as the first values of counters, makes bad predicates: each round of a
/// loop brings new ones. So what needs no history comes first, or only the end of one, then what speaks of locks and places alone.
fn attempts(strategy: Strategy) -> Vec<Attempt> {
    use Attempt::{Contradiction, Flags, LastSteps, Locks, Rank};
    let short = |others| Depth { own: 0, last: 0, others };
    let long = |depth: usize| Depth { own: depth, last: 0, others: depth.saturating_sub(1) };
    let mut attempts = vec![Contradiction(Interface::Globals, short(0)), Rank(Interface::Globals, short(0))];
    attempts.push(LastSteps(Interface::Globals));
    let interfaces = match strategy {
        Strategy::Modular => &[Interface::Globals][..],
        Strategy::Any => &[Interface::Globals, Interface::All],
    };
    attempts.extend(interfaces.iter().copied().map(Locks));
    for interface in interfaces.iter().copied() {
        attempts.extend((0..=DEEPEST).map(|depth| Flags(interface, long(depth))));
    }
    for interface in interfaces.iter().copied() {
        for others in 0..=2 {
            attempts.extend([Contradiction(interface, short(others)), Rank(interface, short(others))]);
        }
    }
    for depth in 1..=DEEPEST {
        for interface in interfaces.iter().copied() {
            attempts.extend([Contradiction(interface, long(depth)), Rank(interface, long(depth))]);
        }
    }
    attempts
}

impl Spurious<'_> {
    /// Predicates that tell why the letter cannot be taken at the place. Whether there are new ones.
    pub fn fails(&self, predicates: &mut Predicates, (thread, place, letter): (usize, usize, usize)) -> bool {
        let back = Return { thread, head: place, path: vec![By::Own(letter)], again: Vec::new() };
        let without_ranks = attempts(self.strategy).into_iter().filter(|attempt| !matches!(attempt, Attempt::Rank(..)));
        without_ranks.into_iter().any(|attempt| self.attempted(predicates, &back, attempt))
    }

    /// Predicates that tell why the way back cannot be gone, or not for ever. Whether there are new ones.
    pub fn returns(&self, predicates: &mut Predicates, back: &Return) -> bool {
        attempts(self.strategy).into_iter().any(|attempt| self.attempted(predicates, back, attempt))
            || (self.fairness != Fairness::None && self.strategy == Strategy::Any && self.unfair(predicates, back))
    }

    fn attempted(&self, predicates: &mut Predicates, back: &Return, attempt: Attempt) -> bool {
        let (interface, depth) = match attempt {
            Attempt::Flags(interface, depth)
            | Attempt::Contradiction(interface, depth)
            | Attempt::Rank(interface, depth) => (interface, depth),
            Attempt::LastSteps(interface) => {
                return self.last_steps(interface, back).is_some_and(|found| self.add(predicates, found));
            }
            Attempt::Locks(Interface::Globals) => {
                return locks::add_owners(self.located, self.flags.iter().copied(), predicates);
            }
            Attempt::Locks(Interface::All) => {
                return locks::add_holders(self.located, self.flags.iter().copied(), predicates);
            }
        };
        let way = (back.thread, back.head, back.path.as_slice());
        let Some(clauses) = self.clauses(interface, depth, way, &[]) else { return false };
        let found = match attempt {
            Attempt::Flags(..) => contradicted(&clauses, &[], &|number| self.flags.contains(&number)),
            Attempt::Contradiction(..) => contradicted(&clauses, &[], &|_| true),
            Attempt::LastSteps(_) | Attempt::Locks(_) => None,
            Attempt::Rank(..) => self.any_rank(&clauses).map(|(rank, found)| {
                predicates.add_rank(back.thread, rank);
                found
            }),
        };
        found.is_some_and(|found| self.add(predicates, found)) || self.attempted_again(predicates, back, attempt)
    }

    /// Why the path cannot be gone after the last steps to its head, of which as few are looked at as will do: what is so at the end of every
    /// way is a better predicate than what is so at the end of this one.
    fn last_steps(&self, interface: Interface, back: &Return) -> Option<Found> {
        let way = (back.thread, back.head, back.path.as_slice());
        let after = |last: usize| {
            let clauses = self.clauses(interface, Depth { own: 0, last, others: 0 }, way, &[])?;
            contradicted(&clauses, &[], &|_| true)
        };
        let (_, before) = last_steps(&self.abstraction.threads[back.thread], back.head, MOST_LAST_STEPS);
        let mut most = before.len();
        if most == 0 {
            return None;
        }
        let mut found = after(most)?;
        // With `most` steps there is a contradiction; with `too_few`, nobody looks for one any more.
        let mut too_few = 0;
        while too_few + 1 < most {
            let middle = usize::midpoint(too_few, most);
            match after(middle) {
                Some(shorter) => (most, found) = (middle, shorter),
                None => too_few = middle,
            }
        }
        Some(found)
    }

    /// An attempt for the way back and one more step: whoever comes back and cannot begin once more does not go on for ever either.
    fn attempted_again(&self, predicates: &mut Predicates, back: &Return, attempt: Attempt) -> bool {
        let (interface, depth, is_used): (_, _, &dyn Fn(u32) -> bool) = match attempt {
            Attempt::Flags(interface, depth) => (interface, depth, &|number| self.flags.contains(&number)),
            Attempt::Contradiction(interface, depth) => (interface, depth, &|_| true),
            Attempt::LastSteps(_) | Attempt::Rank(..) | Attempt::Locks(_) => return false,
        };
        let begun = |letter: &usize| {
            let path: Vec<By> = back.path.iter().copied().chain([By::Own(*letter)]).collect();
            let clauses = self.clauses(interface, depth, (back.thread, back.head, &path), &[])?;
            contradicted(&clauses, &[], is_used)
        };
        let Some(found) = back.again.iter().map(begun).collect::<Option<Vec<Found>>>() else { return false };
        let node = self.abstraction.threads[back.thread].places[back.head].node;
        let mut is_new = false;
        for (about, predicate) in found.concat() {
            // The place from which it cannot go on is another one than those from which it can.
            let speaks_of_now = !predicate.terms().iter().any(|(variable, _)| matches!(variable, Var::Old(_)));
            if about == About::Relation((back.thread, node)) && speaks_of_now {
                let contrary = predicate.times(-1).and_then(|it| it.plus(-1, &Linear::constant(1)));
                let contrary = contrary.map(|contrary| (About::Place((back.thread, node)), contrary));
                is_new |= self.add(predicates, contrary.into_iter().collect());
            }
            is_new |= self.add(predicates, vec![(about, predicate)]);
        }
        is_new
    }

    /// A thread that does not step on the way back, and could.
    fn unfair(&self, predicates: &mut Predicates, back: &Return) -> bool {
        let steps = |thread: usize| {
            back.path.iter().any(|by| matches!(by, By::Other(Who::Thread(other), _) if *other == thread))
        };
        let singles = self.located.threads().filter(|other| self.located.is_single(*other));
        let others = singles.filter(|other| *other != back.thread && !steps(*other));
        for other in others {
            for own in 0..=DEEPEST {
                let depth = Depth { own, last: 0, others: own.saturating_sub(1) };
                let way = (back.thread, back.head, back.path.as_slice());
                let ways = self.located.unable(other, self.fairness);
                let Some(clauses) = self.clauses(Interface::All, depth, way, &ways.concat()) else { break };
                let found: Option<Vec<Found>> =
                    ways.iter().map(|facts| contradicted(&clauses, facts, &|_| true)).collect();
                let Some(found) = found else { continue };
                let waited = has_waited(self.located, other);
                let mut is_new = self.add(predicates, found.concat());
                if let Some(waited) = waited {
                    is_new |= predicates.add(clauses.vertices[clauses.end].about, waited);
                }
                if is_new {
                    return true;
                }
            }
        }
        false
    }

    fn clauses(
        &self,
        interface: Interface,
        depth: Depth,
        way: (usize, usize, &[By]),
        at_the_end: &[Linear],
    ) -> Option<Clauses> {
        Unfolding::of((self.located, self.abstraction), interface, depth, way, at_the_end)
    }

    /// Adds predicates, as far as those whom they concern may know of what they speak; whether one of them is new.
    fn add(&self, predicates: &mut Predicates, found: Found) -> bool {
        let mut is_new = false;
        for (about, predicate) in found {
            let thread = match about {
                About::Place((thread, _)) | About::Relation((thread, _)) => thread,
                About::Guarantee(letter) => self.located.system.letters[letter].thread,
                About::Nothing => continue,
            };
            let Some(predicate) = with_rigid(self.located, &predicate) else { continue };
            is_new |= self.located.is_about(thread, &predicate, Begins::Earlier) && predicates.add(about, predicate);
        }
        is_new
    }

    /// A function that was not negative and is less now, and why. Flags say little, and are left out.
    ///
    /// What bounds machine integers bounds all that is counted in them, so it is used only where there is no other bound. And where others
    /// stand is used only if nothing else helps: what they do once takes them further.
    fn any_rank(&self, clauses: &Clauses) -> Option<(Linear, Found)> {
        let of_program = |number| matches!(self.located.meaning(number), Some(Meaning::Variable(_)));
        let is_small = |fact: &Linear| !is_about_extremes(fact);
        let by_variables =
            self.ranked(clauses, &is_small, &of_program).or_else(|| self.ranked(clauses, &|_| true, &of_program));
        let or_stands =
            |number| matches!(self.located.meaning(number), Some(Meaning::Variable(_) | Meaning::Stands(..)));
        let by_places = || self.ranked(clauses, &is_small, &or_stands);
        by_variables.or_else(|| if self.strategy == Strategy::Any { by_places() } else { None })
    }

    fn ranked(
        &self,
        clauses: &Clauses,
        is_used: &dyn Fn(&Linear) -> bool,
        may_count: &dyn Fn(u32) -> bool,
    ) -> Option<(Linear, Found)> {
        let end = &clauses.vertices[clauses.end];
        let is_flag = |number: u32| {
            self.flags.contains(&number) && matches!(self.located.meaning(number), Some(Meaning::Variable(_)))
        };
        let numbers: Vec<u32> =
            end.old.keys().copied().filter(|number| may_count(*number) && !is_flag(*number)).collect();
        let variables: Vec<Var> = numbers.iter().map(|number| Var::State(*number)).collect();
        // What is left out keeps its place.
        let used = |fact: &Linear| if is_used(fact) { fact.clone() } else { Linear::default() };
        let facts: Vec<Linear> = clauses.facts.iter().map(|(fact, _)| used(fact)).collect();
        let mut unknowns = Unknowns::default();
        let template = unknowns.template(&variables);
        let symbol = |names: &BTreeMap<u32, u32>, variable: Var| match variable {
            Var::State(number) => names.get(&number).map(|symbol| Linear::variable(Var::Chosen(*symbol))),
            _ => None,
        };
        let before = template.try_at(|variable| symbol(&end.old, variable))?;
        let bounded = unknowns.equate(&before, &facts);
        let mut less = template.try_at(|variable| symbol(&end.old, variable))?;
        less.subtract(&template.try_at(|variable| symbol(&end.now, variable))?);
        less.add_constant(-1);
        let decreases = unknowns.equate(&less, &facts);
        let solution = unknowns.solve()?;
        let (rank, _) = without_divisor(&template.value(&solution)?)?;
        let mut found = interpolants(clauses, &|place| solution.value(bounded + place))?;
        found.extend(interpolants(clauses, &|place| solution.value(decreases + place))?);
        let (bounded, less) = is_ranked(&rank)?;
        found.extend([(end.about, bounded), (end.about, less)]);
        Some((rank, found))
    }
}

/// Predicates, with what they are about.
type Found = Vec<(About, Linear)>;

/// Why the clauses, and then the facts about numbers at the end, contradict each other, if they do.
///
/// Only facts about numbers that are used count.
fn contradicted(clauses: &Clauses, at_the_end: &[Linear], is_used: &dyn Fn(u32) -> bool) -> Option<Found> {
    let end = &clauses.vertices[clauses.end];
    let is_about = |fact: &Linear| {
        fact.terms().iter().all(|(variable, _)| match variable {
            Var::Chosen(symbol) => clauses.symbols[*symbol as usize].is_none_or(is_used),
            _ => true,
        })
    };
    let used = clauses.facts.iter().enumerate().filter(|(_, (fact, _))| is_about(fact));
    let (places, mut facts): (Vec<usize>, Vec<Linear>) = used.map(|(place, (fact, _))| (place, fact.clone())).unzip();
    for fact in at_the_end {
        let mut made = Linear::constant(fact.constant_part());
        for (variable, factor) in fact.terms() {
            let Var::State(number) = variable else { return None };
            made = made.plus(*factor, &Linear::variable(Var::Chosen(*end.now.get(number)?)))?;
        }
        facts.push(made);
    }
    let sum = farkas::contradiction(&facts)?;
    let taken = sum.multiples.into_iter().filter_map(|(place, times)| Some((*places.get(place)?, times)));
    let multiples: BTreeMap<usize, i128> = taken.collect();
    interpolants(clauses, &|place| multiples.get(&place).copied().unwrap_or_default())
}

/// By vertex, the sum of all facts below it, as often as they are taken.
fn interpolants(clauses: &Clauses, multiple: &dyn Fn(usize) -> i128) -> Option<Found> {
    let mut sums = vec![Linear::constant(0); clauses.vertices.len()];
    for (place, (fact, vertex)) in clauses.facts.iter().enumerate() {
        let times = multiple(place);
        let mut next = Some(*vertex).filter(|_| times != 0);
        while let Some(vertex) = next {
            sums[vertex] = sums[vertex].plus(times, fact)?;
            next = clauses.vertices[vertex].parent;
        }
    }
    let told = clauses.vertices.iter().zip(sums).filter_map(|(vertex, sum)| {
        let now = vertex.now.iter().map(|(number, symbol)| (*symbol, Var::State(*number)));
        let old = vertex.old.iter().map(|(number, symbol)| (*symbol, Var::Old(*number)));
        let names: BTreeMap<u32, Var> = old.chain(now).collect();
        let mut made = Linear::constant(sum.constant_part());
        for (variable, factor) in sum.terms() {
            let Var::Chosen(symbol) = variable else { return None };
            made = made.plus(*factor, &Linear::variable(*names.get(symbol)?))?;
        }
        Some((vertex.about, made.tightened()))
    });
    Some(told.collect())
}

/// The predicate, in which what never changes was not something else before.
fn with_rigid(located: &Located<'_>, predicate: &Linear) -> Option<Linear> {
    let now = |variable: Var| match variable {
        Var::Old(number) if located.is_rigid(number) => Var::State(number),
        _ => variable,
    };
    let terms = predicate.terms().iter().map(|(variable, factor)| (now(*variable), *factor));
    Some(Linear::of(terms, predicate.constant_part())?.tightened())
}
