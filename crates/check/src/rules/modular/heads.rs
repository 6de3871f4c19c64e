//! Heads: whether a thread steps from a place only finitely often, and whether nothing is left then.

use std::collections::{BTreeMap, BTreeSet};

use evidence::modular::{By, Effect, Ends, Head, Modular, Relation};
use program::linear::expr::{Linear, Var};
use program::linear::located::{Begins, Located, Premises};
use program::property::Question;

use crate::rules::modular::steps::{interrupted, part};
use crate::rules::modular::{RULE, Steps, all_shown, contradicts, shows, unfair};
use crate::rules::{Rejection, broken};
use crate::watch::Interrupt;

/// What heads are about.
pub struct Setting<'a> {
    /// The program.
    pub located: &'a Located<'a>,
    /// The proof.
    pub proof: &'a Modular,
    /// What is asked.
    pub question: &'a Question,
    /// The thread.
    pub thread: usize,
    /// Whether time is over.
    pub interrupt: Interrupt<'a>,
}

/// Checks the heads of the thread, one after the other, and that it has no steps to take for ever then.
pub fn check(setting: &Setting<'_>, mut steps: Steps, counts: &dyn Fn(usize) -> bool) -> Result<(), Rejection> {
    let Setting { located, proof, thread, .. } = *setting;
    steps.retain(|(_, by, _)| match by {
        By::Own(letter) => !located.system.letters[*letter].spurious && counts(*letter),
        By::Other(who, which) => !proof.threads[located.thread_of(thread, *who)].guarantees[*which].spurious,
    });
    for head in &proof.threads[thread].heads {
        let around = part(&steps, head.place);
        let within: Steps =
            steps.iter().filter(|(from, _, to)| around.contains(from) && around.contains(to)).copied().collect();
        is_left(setting, head, &within)?;
        steps.retain(|(from, by, _)| *from != head.place || matches!(by, By::Other(..)));
    }
    let mut parts: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for (from, by, to) in &steps {
        let is_own = matches!(by, By::Own(_));
        if is_own && parts.entry(*from).or_insert_with(|| part(&steps, *from)).contains(to) {
            let what = format!("thread {thread} may step for ever around its place {from}");
            return Err(broken(RULE, what));
        }
    }
    Ok(())
}

/// All relations between steps from the head and later ones are well-founded or unfair.
fn is_left(setting: &Setting<'_>, head: &Head, within: &Steps) -> Result<(), Rejection> {
    let Setting { located, thread, interrupt, .. } = *setting;
    let about_both =
        |relation: &Relation| relation.facts.iter().all(|fact| located.is_about(thread, fact, Begins::Earlier));
    if !head.relations.iter().all(about_both) {
        return Err(broken(RULE, "a relation speaks of what there is not"));
    }
    let moves: BTreeMap<(Option<usize>, By), &Effect> =
        head.moves.iter().map(|taken| ((taken.relation, taken.by), &taken.effect)).collect();
    let mut open: Vec<Option<usize>> = vec![None];
    let mut known: BTreeSet<usize> = BTreeSet::new();
    while let Some(relation) = open.pop() {
        interrupted(known.len(), interrupt)?;
        let before = relation.map(|number| &head.relations[number]);
        let place = before.map_or(head.place, |relation| relation.place);
        for (_, by, to) in within.range((place, By::Own(0), 0)..).take_while(|(from, ..)| *from == place) {
            if relation.is_none() && matches!(by, By::Other(..)) {
                continue;
            }
            let wrong = |what| {
                Err(broken(RULE, format!("a step of a relation around place {} of thread {thread} {what}", head.place)))
            };
            let Some(step) = Step::of(setting, place, before, *by) else { return wrong("has too large numbers") };
            let (next, sums) = match moves.get(&(relation, *by)) {
                Some(Effect::Never(sum)) if contradicts(located, &step.premises, sum) => continue,
                Some(Effect::Never(_)) => return wrong("can be taken, for all that is shown"),
                None => return wrong("is left out"),
                Some(Effect::To(next, sums)) => (*next, sums),
            };
            let Some(after) = head.relations.get(next).filter(|relation| relation.place == *to) else {
                return wrong("leads elsewhere");
            };
            let facts = (after.facts.as_slice(), sums.as_slice());
            if !all_shown(located, &step.premises, facts, |fact| step.meant(setting, fact)) {
                return wrong("does not lead to what is said to be known");
            }
            if known.insert(next) {
                if after.place == head.place && !ends(setting, after) {
                    return wrong("leads back, and it is not shown why not for ever");
                }
                open.push(Some(next));
            }
        }
    }
    Ok(())
}

/// A step of a relation.
struct Step {
    premises: Premises,
    by: By,
    begins: Begins,
    stands: program::ids::NodeId,
}

impl Step {
    fn of(setting: &Setting<'_>, place: usize, relation: Option<&Relation>, by: By) -> Option<Step> {
        let Setting { located, proof, thread, .. } = *setting;
        let place = proof.threads[thread].places.get(place)?;
        let mut facts = place.facts.clone();
        facts.extend(relation.into_iter().flat_map(|relation| relation.facts.iter().cloned()));
        let begins = if relation.is_some() { Begins::Earlier } else { Begins::Here };
        let premises = match by {
            By::Own(letter) => located.before_own(&facts, &located.system.letters[letter])?,
            By::Other(who, which) => {
                let guarantee = &proof.threads[located.thread_of(thread, who)].guarantees[which];
                located.around_other((thread, place.node), &facts, (who, guarantee))?
            }
        };
        Some(Step { premises, by, begins, stands: place.node })
    }

    /// What has to hold, in the words of the premises, for the fact to hold afterwards.
    fn meant(&self, setting: &Setting<'_>, fact: &Linear) -> Option<Linear> {
        match self.by {
            By::Own(letter) => setting.located.after_own(&setting.located.system.letters[letter], self.begins, fact),
            By::Other(..) => setting.located.after_other((setting.thread, self.stands), fact),
        }
    }
}

/// Whether the relation, which is at the head, does not hold between all of infinitely many times in a fair run.
fn ends(setting: &Setting<'_>, relation: &Relation) -> bool {
    let Setting { located, proof, thread, question, .. } = *setting;
    let Some(place) = proof.threads[thread].places.get(relation.place) else { return false };
    let facts: Vec<Linear> = place.facts.iter().chain(&relation.facts).cloned().collect();
    let Some(premises) = located.here((thread, place.node), &facts) else { return false };
    match &relation.ends {
        None => false,
        Some(Ends::Ranked { rank, bounded, less }) => {
            let of_state = located.is_about(thread, rank, Begins::Here);
            let before = rank.terms().iter().map(|(variable, factor)| match variable {
                Var::State(number) => (Var::Old(*number), *factor),
                other => (*other, *factor),
            });
            let Some(before) = Linear::of(before, rank.constant_part()) else { return false };
            let one_less = before.plus(-1, rank).and_then(|it| it.plus(-1, &Linear::constant(1)));
            let less_now = one_less.and_then(|it| located.after_other((thread, place.node), &it));
            of_state
                && shows(located, &premises, bounded, &before)
                && less_now.is_some_and(|fact| shows(located, &premises, less, &fact))
        }
        Some(Ends::Unfair { thread: other, waits, able }) => {
            *other != thread
                && located.is_single(*other)
                && unfair::is_unfair(located, &premises, *other, question.fairness, (waits, able))
        }
    }
}
