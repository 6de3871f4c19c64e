//! Why a lasso ends (module (b) of the paper's Figure 2): it cannot be taken, or a ranking function gets less in every round of its loop.
//!
//! Whether its parts can be taken is asked first, as in Heizmann, Hoenicke and Podelski ("Termination Analysis by Learning Terminating
//! Programs", doi:10.1007/978-3-319-08867-9_53): the stem, then the loop. Then a function is looked for that ranks the loop whatever was
//! before. What depends on both parts is true of fewer words, and comes last: that the loop cannot be taken after the stem, or is ranked
//! with invariants that the stem establishes.

use program::linear::expr::Linear;
use program::linear::system::System;

use crate::ranking::{self, Ranking};
use crate::words::impossible;

/// Why a lasso ends.
pub enum Judgement {
    /// It cannot be taken.
    Infeasible(Infeasible),
    /// Its loop is ranked.
    Terminating(Terminating),
}

/// A word that cannot be taken.
pub struct Infeasible {
    /// What is known before it: nothing, or what the program begins with.
    pub beginning: Vec<Linear>,
    /// The word.
    pub word: Vec<usize>,
    /// Behind each of its letters; the last one is negative.
    pub predicates: Vec<Linear>,
}

/// A loop that is ranked.
pub struct Terminating {
    /// What is known before the stem: nothing, or what the program begins with.
    pub beginning: Vec<Linear>,
    /// As much of the stem as the invariants need.
    pub stem: Vec<usize>,
    /// Behind each letter of the stem.
    pub on_stem: Vec<Vec<Linear>>,
    /// The loop.
    pub cycle: Vec<usize>,
    /// Behind each letter of the loop.
    pub on_cycle: Vec<Vec<Linear>>,
    /// The function and its invariants.
    pub ranking: Ranking,
}

/// Why the lasso ends, if that is found.
pub fn judge(system: &System, stem: &[usize], cycle: &[usize]) -> Option<Judgement> {
    let initial = system.initial_facts();
    let infeasible = |beginning: &[Linear], word: &[usize]| {
        let predicates = impossible(system, beginning, word, &[])?;
        let start = word.len() - predicates.len();
        let beginning = if start == 0 { beginning.to_vec() } else { Vec::new() };
        Some(Judgement::Infeasible(Infeasible { beginning, word: word[start..].to_vec(), predicates }))
    };
    let ranked = |ranking| terminating(system, &initial, stem, cycle, ranking).map(Judgement::Terminating);
    infeasible(&initial, stem)
        .or_else(|| infeasible(&[], cycle))
        .or_else(|| ranking::rank(system, &[], cycle).and_then(ranked))
        .or_else(|| infeasible(&initial, &[stem, cycle].concat()))
        .or_else(|| ranking::rank_after(system, &initial, stem, cycle).and_then(ranked))
}

fn terminating(
    system: &System,
    initial: &[Linear],
    stem: &[usize],
    cycle: &[usize],
    ranking: Ranking,
) -> Option<Terminating> {
    let mut behind_stem = vec![Vec::new(); stem.len()];
    let mut behind_cycle = vec![Vec::new(); cycle.len()];
    let mut first = stem.len();
    for invariant in &ranking.invariants {
        let negated = invariant.negated_fact()?;
        let on_stem = impossible(system, initial, stem, std::slice::from_ref(&negated))?;
        first = first.min(stem.len() - on_stem.len());
        put_behind(&mut behind_stem, on_stem);
        let kept = impossible(system, std::slice::from_ref(invariant), cycle, std::slice::from_ref(&negated))?;
        put_behind(&mut behind_cycle, kept);
    }
    for facts in ranking.on_the_way.chunks(cycle.len()) {
        put_behind(&mut behind_cycle, facts.to_vec());
    }
    Some(Terminating {
        beginning: if first == 0 && !ranking.invariants.is_empty() { initial.to_vec() } else { Vec::new() },
        stem: stem[first..].to_vec(),
        on_stem: behind_stem.split_off(first),
        cycle: cycle.to_vec(),
        on_cycle: behind_cycle,
        ranking,
    })
}

/// The facts belong behind the last letters.
fn put_behind(places: &mut [Vec<Linear>], facts: Vec<Linear>) {
    let start = places.len() - facts.len();
    for (place, fact) in places[start..].iter_mut().zip(facts) {
        // What is always so is no use, and would keep predicates apart that say the same.
        if fact.as_constant().is_none_or(|number| number < 0) && !place.contains(&fact) {
            place.push(fact);
        }
    }
}
