//! Proofs of one thread at a time, changed at random: something is left out, or says something else than before.

use evidence::certificate::Certificate;
use evidence::modular::{Effect, Ends, Modular, ThreadProof};
use evidence::verdict::Verdict;
use program::arbitrary::random::Random;
use program::linear::expr::Linear;
use program::linear::sum::Sum;

/// The same verdict with one thing changed in its proof, if there is such a thing.
pub fn changed(verdict: &Verdict, random: &mut Random) -> Verdict {
    let Verdict::Proved(Certificate::Modular(proof)) = verdict else { return verdict.clone() };
    let mut proof: Modular = (**proof).clone();
    let thread = random.below(proof.threads.len());
    change(&mut proof.threads[thread], random);
    Verdict::Proved(Certificate::Modular(Box::new(proof)))
}

fn change(thread: &mut ThreadProof, random: &mut Random) {
    match random.below(9) {
        0 => drop(removed(&mut thread.heads, random)),
        1 => drop(removed(&mut thread.own, random)),
        2 => drop(removed(&mut thread.others, random)),
        3 => drop(removed(&mut thread.guarantees, random)),
        4 => picked(&mut thread.places, random, |place, random| change_facts(&mut place.facts, random)),
        5 => picked(&mut thread.guarantees, random, |guarantee, random| match random.below(3) {
            0 => guarantee.changes.clear(),
            1 => guarantee.spurious = !guarantee.spurious,
            _ => change_facts(&mut guarantee.facts, random),
        }),
        6 => picked(&mut thread.own, random, |taken, random| change_effect(&mut taken.effect, random)),
        7 => picked(&mut thread.others, random, |taken, random| change_effect(&mut taken.effect, random)),
        _ => picked(&mut thread.heads, random, |head, random| match random.below(3) {
            0 => drop(removed(&mut head.moves, random)),
            1 => picked(&mut head.moves, random, |taken, random| change_effect(&mut taken.effect, random)),
            _ => picked(&mut head.relations, random, |relation, random| match &mut relation.ends {
                Some(Ends::Ranked { rank, .. }) => *rank = other(rank),
                Some(Ends::Unfair { able, .. }) => drop(removed(able, random)),
                None => change_facts(&mut relation.facts, random),
            }),
        }),
    }
}

fn removed<T>(list: &mut Vec<T>, random: &mut Random) -> Option<T> {
    (!list.is_empty()).then(|| list.remove(random.below(list.len())))
}

fn picked<T>(list: &mut [T], random: &mut Random, change: impl FnOnce(&mut T, &mut Random)) {
    if !list.is_empty() {
        change(&mut list[random.below(list.len())], random);
    }
}

fn change_facts(facts: &mut [Linear], random: &mut Random) {
    picked(facts, random, |fact, _| *fact = other(fact));
}

fn other(fact: &Linear) -> Linear {
    fact.plus(-1, &Linear::constant(1)).unwrap_or_else(|| Linear::constant(-1))
}

fn change_effect(effect: &mut Effect, random: &mut Random) {
    match effect {
        Effect::Never(sum) => *sum = Sum { scale: 1, multiples: Vec::new() },
        Effect::To(next, sums) if random.below(2) == 0 || sums.is_empty() => *next = next.saturating_sub(1),
        Effect::To(_, sums) => drop(removed(sums, random)),
    }
}
