//! What it means that nobody can go on: facts about the numbers, in alternatives.

use crate::ids::NodeId;
use crate::linear::expr::{Linear, Var};
use crate::linear::system::{Control, System};

/// With more alternatives than this nothing is said: there is one, and nothing is known in it.
const MOST_ALTERNATIVES: usize = 64;

/// The alternatives in which the thread can take none of its letters at the location, spurious ones aside. There are none if it can go on
/// whatever the numbers are. They may overlap, and be more than there are in truth, but not fewer.
pub fn blocked(system: &System, thread: usize, node: NodeId) -> Vec<Vec<Linear>> {
    if system.is_open(thread, node) {
        return Vec::new();
    }
    let nothing_known = || vec![Vec::new()];
    let mut alternatives: Vec<Vec<Linear>> = nothing_known();
    for number in system.letters_at(thread, node) {
        let letter = &system.letters[number];
        // Where it is not known when the letter can be taken, it may be that it never can.
        let counts = letter.is_sure && !letter.spurious;
        let Some(guard) = without_choices(&letter.asks).filter(|_| counts) else { continue };
        let mut next = Vec::new();
        for known in &alternatives {
            for fact in &guard {
                let Some(negated) = fact.negated_fact() else { return nothing_known() };
                if known.iter().any(|other| contradict(other, &negated)) {
                    continue;
                }
                let mut longer = known.clone();
                if !longer.contains(&negated) {
                    longer.push(negated);
                }
                next.push(longer);
            }
        }
        alternatives = next;
        if alternatives.len() > MOST_ALTERNATIVES {
            return nothing_known();
        }
    }
    alternatives
}

/// The alternatives in which no thread can go on, and the run ends there without having completed; in a fixed order.
///
/// There are none if all threads have finished, or if a run that ends there is none of the program's.
pub fn all_blocked(
    system: &System,
    control: &Control,
    blocked: impl Fn(usize, NodeId) -> Vec<Vec<Linear>>,
) -> Vec<Vec<Linear>> {
    let mut alternatives: Option<Vec<Vec<Linear>>> = None;
    for thread in system.running(control) {
        let Some(node) = control.0[thread] else { continue };
        if system.threads[thread].discards.contains(&node) {
            return Vec::new();
        }
        let own = blocked(thread, node);
        let mut next = Vec::new();
        for known in alternatives.unwrap_or_else(|| vec![Vec::new()]) {
            for more in &own {
                let mut facts = known.clone();
                facts.extend(more.iter().filter(|fact| !known.contains(fact)).cloned());
                if !more.iter().any(|fact| known.iter().any(|other| contradict(fact, other))) {
                    next.push(facts);
                }
            }
        }
        if next.is_empty() {
            return next;
        }
        alternatives = Some(next);
    }
    alternatives.unwrap_or_default()
}

/// Whether the sum of the two is negative.
fn contradict(first: &Linear, second: &Linear) -> bool {
    first.plus(1, second).and_then(|sum| sum.as_constant()).is_some_and(|sum| sum < 0)
}

/// What the facts say of the variables of the state if what is left open is chosen well; nothing if that cannot be said in the same way.
///
/// By Fourier and Motzkin: a number that exists for this step is between all that it is above and all that it is below. Over integers
/// this is exact only if it is not multiplied.
fn without_choices(facts: &[Linear]) -> Option<Vec<Linear>> {
    let mut left = facts.to_vec();
    while let Some(choice) = left.iter().find_map(choice_in) {
        let (with, without): (Vec<Linear>, Vec<Linear>) = left.into_iter().partition(|fact| fact.mentions(choice));
        let (above, below): (Vec<Linear>, Vec<Linear>) =
            with.into_iter().partition(|fact| fact.coefficient(choice) > 0);
        left = without;
        if above.is_empty() || below.is_empty() {
            continue;
        }
        for lower in &above {
            for upper in &below {
                if lower.coefficient(choice) != 1 || upper.coefficient(choice) != -1 {
                    return None;
                }
                let fact = lower.plus(1, upper)?;
                if fact.as_constant().is_none_or(|number| number < 0) {
                    left.push(fact);
                }
            }
        }
    }
    Some(left)
}

fn choice_in(fact: &Linear) -> Option<Var> {
    fact.terms().iter().map(|(variable, _)| *variable).find(|variable| matches!(variable, Var::Chosen(_)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_made_well() {
        let (x, c) = (Var::State(0), Var::Chosen(0));
        let fact = |x_times, c_times, constant| Linear::of([(x, x_times), (c, c_times)], constant).unwrap();
        // c >= 1 can always be had; c >= x and c <= 5 says x <= 5; 2c >= x and c <= 5 is not told.
        assert_eq!(without_choices(&[fact(0, 1, -1)]), Some(Vec::new()));
        assert_eq!(without_choices(&[fact(-1, 1, 0), fact(0, -1, 5)]), Some(vec![fact(-1, 0, 5)]));
        assert_eq!(without_choices(&[fact(-1, 2, 0), fact(0, -1, 5)]), None);
    }
}
