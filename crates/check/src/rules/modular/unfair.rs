//! Relations in which a thread has not stepped though it could.

use program::linear::expr::{Linear, Var};
use program::linear::located::{Located, Premises};
use program::linear::sum::Sum;
use program::property::Fairness;

use crate::rules::modular::{contradicts, shows};

/// Whether the thread has not stepped since the beginning of the relation, and can step now.
///
/// That it can is shown by contradictions, of which the sums come in this order: from the assumption that it stands nowhere; then, for each
/// of its locations where it may be unable to go on, from the assumption that it stands there. Under strong fairness there is one for each
/// way in which it is blocked there ([`Located::unable`]).
pub fn is_unfair(
    located: &Located<'_>,
    premises: &Premises,
    thread: usize,
    fairness: Fairness,
    (waits, able): (&Sum, &[Sum]),
) -> bool {
    let steps = located.steps(thread);
    let Some(has_waited) = Linear::of([(Var::Old(steps), 1), (Var::State(steps), -1)], 0) else { return false };
    if fairness == Fairness::None || !shows(located, premises, waits, &has_waited) {
        return false;
    }
    let assumed = located.unable(thread, fairness);
    let contradicted = |(facts, sum): (Vec<Linear>, &Sum)| contradicts(located, &premises.with(facts), sum);
    assumed.len() == able.len() && assumed.into_iter().zip(able).all(contradicted)
}
