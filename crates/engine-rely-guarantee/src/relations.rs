//! Relations between steps of a thread and later times: the paper's `t_k` of rule THREADTERM (figure 3), with cutpoints at loops.
//!
//! Places are taken as heads, one after the other, until the thread has no way to step for ever among what is left. From a head, relations
//! begin with a step of the thread itself (C1', C2') and go on with any step (C3'). One that leads back to the head must be well-founded
//! (C6') or unfair; if it is neither, the way to it is a counterexample, perhaps a spurious one.

use std::collections::{BTreeMap, BTreeSet};

use evidence::modular::{By, Effect, Ends, Head, Relation, RelationMove};
use program::ids::NodeId;
use program::linear::expr::{Linear, Var};
use program::linear::located::{Begins, Located, Premises};
use program::property::Fairness;

use crate::abstraction::{Abstraction, chosen, is_subset};
use crate::predicates::{About, Predicates};
use crate::prover::Prover;

/// A way from a head back to it of which it is not known why it cannot be gone for ever.
#[derive(Clone, Debug)]
pub struct Return {
    /// The thread.
    pub thread: usize,
    /// The place of the head.
    pub head: usize,
    /// The steps.
    pub path: Vec<By>,
    /// The letters with which the thread may go on from there, to come back once more.
    pub again: Vec<usize>,
}

/// Why there are no heads.
pub enum NoHeads {
    /// This way back.
    Returns(Return),
    /// There is no time left.
    Over,
}

/// What heads are about.
pub struct Setting<'a> {
    /// Answers.
    pub prover: &'a Prover<'a>,
    /// What is looked at.
    pub predicates: &'a Predicates,
    /// Places and guarantees.
    pub abstraction: &'a Abstraction,
    /// Which runs count.
    pub fairness: Fairness,
    /// Whether there is no time left.
    pub is_over: &'a dyn Fn(usize) -> bool,
}

type Steps = BTreeSet<(usize, By, usize)>;

impl Setting<'_> {
    /// The heads of the thread, so that it has no steps to take for ever; only letters that count are asked about.
    pub fn heads(&self, thread: usize, counts: &dyn Fn(usize) -> bool) -> Result<Vec<Head>, NoHeads> {
        let mut steps = self.steps(thread, counts);
        let mut heads = Vec::new();
        while let Some(place) = self.next_head(thread, &steps) {
            let around = part(&steps, place);
            let within = steps.iter().filter(|(from, _, to)| around.contains(from) && around.contains(to));
            heads.push(self.head(thread, place, &within.copied().collect())?);
            steps.retain(|(from, by, _)| *from != place || matches!(by, By::Other(..)));
        }
        Ok(heads)
    }

    /// The steps of the thread that may come again and again.
    fn steps(&self, thread: usize, counts: &dyn Fn(usize) -> bool) -> Steps {
        let view = &self.abstraction.threads[thread];
        let own = view.own.values().filter_map(|taken| match &taken.effect {
            Effect::To(to, _) => Some((taken.place, By::Own(taken.letter), *to)),
            Effect::Never(_) => None,
        });
        let is_usual = |by: &By| match by {
            By::Own(letter) => !self.prover.located.system.letters[*letter].spurious && counts(*letter),
            By::Other(who, which) => {
                let other = self.prover.located.thread_of(thread, *who);
                !self.abstraction.threads[other].guarantees[*which].spurious
            }
        };
        let others = view.others.iter().filter_map(|((place, (who, which)), effect)| match effect {
            Effect::To(to, _) => Some((*place, By::Other(*who, *which), *to)),
            Effect::Never(_) => None,
        });
        own.chain(others).filter(|(_, by, _)| is_usual(by)).collect()
    }

    /// A place from which the thread may step for ever: at the head of a loop that is around all others, if there is one.
    fn next_head(&self, thread: usize, steps: &Steps) -> Option<usize> {
        let mut parts: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        let mut repeated = BTreeSet::new();
        for (from, by, to) in steps {
            let is_own = matches!(by, By::Own(_));
            if is_own && parts.entry(*from).or_insert_with(|| part(steps, *from)).contains(to) {
                repeated.insert(*from);
            }
        }
        let order = preorder(self.prover.located, thread);
        let place_of = |node: NodeId| order.get(&node).copied().unwrap_or(usize::MAX);
        let places = &self.abstraction.threads[thread].places;
        repeated.into_iter().min_by_key(|place| (place_of(places[*place].node), *place))
    }

    /// Explores the relations from the place.
    fn head(&self, thread: usize, place: usize, within: &Steps) -> Result<Head, NoHeads> {
        let mut head = Head { place, relations: Vec::new(), moves: Vec::new() };
        let mut parents: Vec<(Option<usize>, By)> = Vec::new();
        let mut open: Vec<Option<usize>> = vec![None];
        let own = |(from, by, _): &(usize, By, usize)| match by {
            By::Own(letter) if *from == place => Some(*letter),
            _ => None,
        };
        let again: BTreeSet<usize> = within.iter().filter_map(own).collect();
        while let Some(relation) = open.pop() {
            if (self.is_over)(head.relations.len()) {
                return Err(NoHeads::Over);
            }
            let from = relation.map_or(place, |number| head.relations[number].place);
            let before: Vec<Linear> =
                relation.map_or_else(Vec::new, |number: usize| head.relations[number].facts.clone());
            for (_, by, to) in within.range((from, By::Own(0), 0)..).take_while(|(other, ..)| *other == from) {
                if relation.is_none() && matches!(by, By::Other(..)) {
                    continue;
                }
                let begins = if relation.is_none() { Begins::Here } else { Begins::Earlier };
                let Some(step) = self.step(thread, (from, *to), &before, (*by, begins)) else {
                    return Err(NoHeads::Over);
                };
                if let Stepped::Never(effect) = step {
                    head.moves.push(RelationMove { relation, by: *by, effect });
                    continue;
                }
                let Stepped::To(facts, sums) = step else { continue };
                let covers = |known: &Relation| known.place == *to && is_subset(&known.facts, &facts);
                let known = head.relations.iter().enumerate().filter(|(_, known)| covers(known));
                let known = known.max_by_key(|(_, known)| known.facts.len()).map(|(number, _)| number);
                let number = known.unwrap_or(head.relations.len());
                if known.is_none() {
                    parents.push((relation, *by));
                    let ends = if *to == place { self.ends(thread, place, &facts) } else { None };
                    let is_open = *to == place && ends.is_none();
                    head.relations.push(Relation { place: *to, facts: facts.clone(), ends });
                    if is_open {
                        let path = path(&parents, number);
                        let again = again.into_iter().collect();
                        return Err(NoHeads::Returns(Return { thread, head: place, path, again }));
                    }
                    // The shortest ways back come first.
                    open.insert(0, Some(number));
                }
                let sums = chosen(&head.relations[number].facts, &facts, &sums);
                head.moves.push(RelationMove { relation, by: *by, effect: Effect::To(number, sums) });
            }
        }
        Ok(head)
    }

    /// What is known after a step; nothing if numbers are too large.
    fn step(
        &self,
        thread: usize,
        (from, to): (usize, usize),
        before: &[Linear],
        (by, begins): (By, Begins),
    ) -> Option<Stepped> {
        let (located, view) = (self.prover.located, &self.abstraction.threads[thread]);
        let facts: Vec<Linear> = view.places[from].facts.iter().chain(before).cloned().collect();
        let (premises, stands): (Premises, _) = match by {
            By::Own(letter) => {
                let letter = &located.system.letters[letter];
                (located.before_own(&facts, letter)?, letter.to)
            }
            By::Other(who, which) => {
                let other = located.thread_of(thread, who);
                let (node, guarantee) = (view.places[from].node, &self.abstraction.threads[other].guarantees[which]);
                (located.around_other((thread, node), &facts, (who, guarantee))?, node)
            }
        };
        if let Some(sum) = self.prover.contradiction(&premises) {
            return Some(Stepped::Never(Effect::Never(sum)));
        }
        let meant = |fact: &Linear| match by {
            By::Own(letter) => located.after_own(&located.system.letters[letter], begins, fact),
            By::Other(..) => located.after_other((thread, stands), fact),
        };
        let mut wanted = self.predicates.about(About::Relation((thread, stands)));
        // What the place says need not be said again.
        wanted.retain(|fact| !view.places[to].facts.contains(fact));
        wanted.extend(self.waiting(thread));
        let (facts, sums) = self.prover.following(&premises, wanted, meant);
        Some(Stepped::To(facts, sums))
    }

    /// That other threads have not stepped, as far as that excuses anything.
    fn waiting(&self, thread: usize) -> impl Iterator<Item = Linear> + '_ {
        let others = if self.fairness == Fairness::None { Vec::new() } else { self.singles(thread) };
        others.into_iter().filter_map(|other| has_waited(self.prover.located, other))
    }

    /// The other threads of which it can be told who has not stepped.
    fn singles(&self, thread: usize) -> Vec<usize> {
        let located = self.prover.located;
        located.threads().filter(|other| *other != thread && located.is_single(*other)).collect()
    }

    /// Why the relation, which is at the head, does not hold between all of infinitely many times.
    fn ends(&self, thread: usize, place: usize, facts: &[Linear]) -> Option<Ends> {
        let located = self.prover.located;
        let place = &self.abstraction.threads[thread].places[place];
        let facts: Vec<Linear> = place.facts.iter().chain(facts).cloned().collect();
        let premises = located.here((thread, place.node), &facts)?;
        let ranked = |rank: &Linear| {
            let (bounded, less) = is_ranked(rank)?;
            let bounded = self.prover.consequence(&premises, &bounded)?;
            let less = self.prover.consequence(&premises, &located.after_other((thread, place.node), &less)?)?;
            Some(Ends::Ranked { rank: rank.clone(), bounded, less })
        };
        let unfair = |other: usize| {
            let waits = self.prover.consequence(&premises, &has_waited(located, other)?)?;
            let able = located.unable(other, self.fairness).into_iter();
            let able = able.map(|facts| self.prover.contradiction(&premises.with(facts)));
            Some(Ends::Unfair { thread: other, waits, able: able.collect::<Option<_>>()? })
        };
        let by_rank = self.predicates.ranks(thread).find_map(ranked);
        let others = self.singles(thread).into_iter();
        by_rank.or_else(|| others.filter(|_| self.fairness != Fairness::None).find_map(unfair))
    }
}

/// What comes of a step of a relation.
enum Stepped {
    Never(Effect),
    To(Vec<Linear>, Vec<program::linear::sum::Sum>),
}

/// That the thread has not stepped since the beginning of the relation.
pub fn has_waited(located: &Located<'_>, thread: usize) -> Option<Linear> {
    let steps = located.steps(thread);
    Linear::of([(Var::Old(steps), 1), (Var::State(steps), -1)], 0)
}

/// That the function was not negative at the beginning, and is less now.
pub fn is_ranked(rank: &Linear) -> Option<(Linear, Linear)> {
    let before = rank.terms().iter().map(|(variable, factor)| match variable {
        Var::State(number) => (Var::Old(*number), *factor),
        other => (*other, *factor),
    });
    let before = Linear::of(before, rank.constant_part())?;
    let less = before.plus(-1, rank)?.plus(-1, &Linear::constant(1))?;
    Some((before, less))
}

fn path(parents: &[(Option<usize>, By)], last: usize) -> Vec<By> {
    let mut path = Vec::new();
    let mut next = Some(last);
    while let Some(relation) = next {
        path.push(parents[relation].1);
        next = parents[relation].0;
    }
    path.reverse();
    path
}

/// In which order a walk through the thread comes to its locations.
fn preorder(located: &Located<'_>, thread: usize) -> BTreeMap<NodeId, usize> {
    let mut order = BTreeMap::new();
    let mut open = vec![located.system.threads[thread].entry];
    while let Some(node) = open.pop() {
        let next = order.len();
        if order.contains_key(&node) {
            continue;
        }
        order.insert(node, next);
        open.extend(located.system.letters_at(thread, node).rev().map(|letter| located.system.letters[letter].to));
    }
    order
}

/// The places that can be reached from the place and from which it can be reached.
fn part(steps: &Steps, place: usize) -> BTreeSet<usize> {
    let reach = |ahead: bool| {
        let mut next: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (from, _, to) in steps {
            let (from, to) = if ahead { (from, to) } else { (to, from) };
            next.entry(*from).or_default().push(*to);
        }
        let mut found = BTreeSet::new();
        let mut open = vec![place];
        while let Some(place) = open.pop() {
            if found.insert(place) {
                open.extend(next.get(&place).into_iter().flatten().copied());
            }
        }
        found
    };
    reach(true).intersection(&reach(false)).copied().collect()
}
