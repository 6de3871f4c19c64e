//! Places: whether they hold at the beginning, and whether each step leads to one.

use std::collections::{BTreeMap, BTreeSet};

use evidence::modular::{By, Effect, Modular, OwnMove, Place, ThreadProof};
use program::linear::cases::Outcome;
use program::linear::located::{Begins, Located, Who};
use program::linear::sum::Sum;
use program::program::Program;

use crate::rules::modular::{RULE, Steps, all_shown, contradicts};
use crate::rules::{Rejection, at, broken};
use crate::watch::Interrupt;

/// Checks all places of all threads, and gives the steps between those of each thread.
pub fn check(
    program: &Program,
    located: &Located<'_>,
    proof: &Modular,
    interrupt: Interrupt<'_>,
) -> Result<BTreeMap<usize, Steps>, Rejection> {
    let mut graphs = BTreeMap::new();
    for (thread, own) in proof.threads.iter().enumerate() {
        if located.stands_for(thread) != thread {
            if *own != ThreadProof::default() {
                return Err(broken(RULE, "there is an argument for a thread for which another one stands"));
            }
            continue;
        }
        begins(located, thread, own)?;
        let about_both = |guarantee: &program::linear::located::Guarantee| {
            guarantee.facts.iter().all(|fact| located.is_about(thread, fact, Begins::Earlier))
        };
        if !own.guarantees.iter().all(about_both) {
            return Err(broken(RULE, "a guarantee speaks of what there is not"));
        }
        let mut graph = Steps::new();
        own_steps(program, located, (thread, proof), &mut graph, interrupt)?;
        other_steps(located, proof, thread, &mut graph, interrupt)?;
        graphs.insert(thread, graph);
    }
    Ok(graphs)
}

fn begins(located: &Located<'_>, thread: usize, own: &ThreadProof) -> Result<(), Rejection> {
    let of_state = |place: &Place| place.facts.iter().all(|fact| located.is_about(thread, fact, Begins::Here));
    if !own.places.iter().all(of_state) {
        return Err(broken(RULE, "a place speaks of what there is not"));
    }
    // A thread that is started later is at the place that whoever starts it says.
    let Some(stands) = located.system.initial().0[thread] else { return Ok(()) };
    let first = own.places.first().ok_or_else(|| broken(RULE, "a thread has no place"))?;
    let meant = |fact: &_| located.at_the_beginning(fact);
    if first.node != stands || !all_shown(located, &located.initially(), (&first.facts, &own.beginning), meant) {
        return Err(broken(RULE, format!("the first place of thread {thread} does not hold at the beginning")));
    }
    Ok(())
}

/// Each letter at each place cannot be taken, or leads to a place and keeps a guarantee.
fn own_steps(
    program: &Program,
    located: &Located<'_>,
    (thread, proof): (usize, &Modular),
    graph: &mut Steps,
    interrupt: Interrupt<'_>,
) -> Result<(), Rejection> {
    let own = &proof.threads[thread];
    let moves: BTreeMap<(usize, usize), &OwnMove> =
        own.own.iter().map(|taken| ((taken.place, taken.letter), taken)).collect();
    for (number, place) in own.places.iter().enumerate() {
        interrupted(number, interrupt)?;
        for letter_number in located.system.letters_at(thread, place.node) {
            let letter = &located.system.letters[letter_number];
            let where_it_is = at(program, letter.span);
            let wrong = |what: &str| Err(broken(RULE, format!("a step{where_it_is} {what}")));
            let premises = located.before_own(&place.facts, letter);
            let premises = premises.ok_or_else(|| broken(RULE, "numbers are too large"))?;
            let taken = moves.get(&(number, letter_number));
            let (next, sums) = match taken.map(|taken| &taken.effect) {
                Some(Effect::Never(sum)) if contradicts(located, &premises, sum) => continue,
                Some(Effect::Never(_)) => return wrong("can be taken, for all that is shown"),
                _ if letter.outcome == Outcome::Fails => return wrong("may fail"),
                _ if located.system.ends(letter) => continue,
                None => return wrong("is left out"),
                Some(Effect::To(next, sums)) => (*next, sums),
            };
            let after = own.places.get(next).filter(|place| place.node == letter.to);
            let meant = |fact: &_| located.after_own(letter, Begins::Here, fact);
            let Some(after) = after else { return wrong("leads elsewhere") };
            if !all_shown(located, &premises, (&after.facts, sums), meant) {
                return wrong("does not lead to what is said to be known");
            }
            let kept = taken.and_then(|taken| taken.keeps.as_ref());
            let kept = kept.and_then(|(guarantee, sums)| Some((own.guarantees.get(*guarantee)?, sums)));
            let keeps = kept.is_some_and(|(guarantee, sums)| {
                located.is_within(letter, guarantee) && all_shown(located, &premises, (&guarantee.facts, sums), meant)
            });
            if !keeps {
                return wrong("keeps no guarantee");
            }
            let starts = taken.map_or(&[][..], |taken| &taken.starts);
            let is_started = |(new, (place, sums)): (&usize, &(usize, Vec<Sum>))| {
                let (entry, argument) = (located.system.threads[*new].entry, &proof.threads[located.stands_for(*new)]);
                let place = argument.places.get(*place).filter(|place| place.node == entry);
                let meant = |fact: &_| meant(&located.read_for(*new, fact)?);
                place.is_some_and(|place| all_shown(located, &premises, (&place.facts, sums), meant))
            };
            if starts.len() != letter.starts.len() || !letter.starts.iter().zip(starts).all(is_started) {
                return wrong("does not start threads where it is said");
            }
            graph.insert((number, By::Own(letter_number), next));
        }
    }
    Ok(())
}

/// Each guarantee of another thread cannot be at a place, or leads to one.
fn other_steps(
    located: &Located<'_>,
    proof: &Modular,
    thread: usize,
    graph: &mut Steps,
    interrupt: Interrupt<'_>,
) -> Result<(), Rejection> {
    let own = &proof.threads[thread];
    let moves: BTreeMap<(usize, (Who, usize)), &Effect> =
        own.others.iter().map(|taken| ((taken.place, taken.by), &taken.effect)).collect();
    let others = located.others(thread);
    for (number, place) in own.places.iter().enumerate() {
        interrupted(number, interrupt)?;
        for other in others.iter().copied() {
            let guarantees = &proof.threads[located.thread_of(thread, other)].guarantees;
            for (which, guarantee) in guarantees.iter().enumerate() {
                if !located.can_meet((thread, place.node), (other, guarantee)) {
                    continue;
                }
                let wrong = |what| {
                    let who = format!("what {other} does by its guarantee {which} at place {number} of {thread}");
                    Err(broken(RULE, format!("{who} {what}")))
                };
                let premises = located.around_other((thread, place.node), &place.facts, (other, guarantee));
                let premises = premises.ok_or_else(|| broken(RULE, "numbers are too large"))?;
                let (next, sums) = match moves.get(&(number, (other, which))) {
                    Some(Effect::Never(sum)) if contradicts(located, &premises, sum) => continue,
                    Some(Effect::Never(_)) => return wrong("can be done, for all that is shown"),
                    None => return wrong("is left out"),
                    Some(Effect::To(next, sums)) => (*next, sums),
                };
                let Some(after) = own.places.get(next).filter(|after| after.node == place.node) else {
                    return wrong("leads elsewhere");
                };
                let meant = |fact: &_| located.after_other((thread, place.node), fact);
                if !all_shown(located, &premises, (&after.facts, sums), meant) {
                    return wrong("does not lead to what is said to be known");
                }
                graph.insert((number, By::Other(other, which), next));
            }
        }
    }
    Ok(())
}

/// Looks whether time is over.
pub fn interrupted(count: usize, interrupt: Interrupt<'_>) -> Result<(), Rejection> {
    let states = count as u64;
    if interrupt(states, 0) { Err(Rejection::Interrupted { states }) } else { Ok(()) }
}

/// The places from which, and to which, there are steps from the place, in these steps.
pub fn part(steps: &Steps, place: usize) -> BTreeSet<usize> {
    let mut ahead: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    let mut back: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (from, _, to) in steps {
        ahead.entry(*from).or_default().push(*to);
        back.entry(*to).or_default().push(*from);
    }
    let reached = closure(&ahead, place);
    closure(&back, place).intersection(&reached).copied().collect()
}

fn closure(next: &BTreeMap<usize, Vec<usize>>, from: usize) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    let mut open = vec![from];
    while let Some(place) = open.pop() {
        if found.insert(place) {
            open.extend(next.get(&place).into_iter().flatten().copied());
        }
    }
    found
}
