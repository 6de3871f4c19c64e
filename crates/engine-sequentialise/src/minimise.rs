//! Shorter lassos.
//!
//! A solver tells some run within the bounds, with turns and rounds of loops that serve nothing. So it is asked again: without this turn, without
//! that one, and with fewer rounds of the loops within those that are left. What that may cost depends on what it cost to find the run, in the
//! solver's own measure: a limit of time would give another run on another day.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use solver::process::Error;
use solver::session::{Answer, Session};
use solver::terms::{Term, Terms};
use solver::values::Value;

use crate::context::Context;
use crate::rounds::Rounds;

/// Where it cost more than this to find the run, it stays as it is: to take assertions back, the solver works in another way, and gets nowhere.
const MOST: u64 = 4_000_000;

/// If it cost less than this, it counts as this.
const LEAST: u64 = 100_000;

/// All questions together may cost so many times as much.
const TIMES: u64 = 2;

/// One question may cost this part of it.
const PART: u64 = 6;

/// What the solver told of the terms.
type Told = FxHashMap<Term, Value>;

/// Makes of the values of what was asked those for a run with fewer turns and rounds of loops, if there is one.
pub fn shorten(
    session: &mut Session,
    terms: &mut Terms,
    rounds: &Rounds,
    (asked, told): (&[Term], &mut Vec<Value>),
    effort: u64,
    is_over: &dyn Fn() -> bool,
) -> Result<(), Error> {
    if effort > MOST {
        return Ok(());
    }
    let each = effort.max(LEAST) / PART;
    let mut rest = effort.max(LEAST) * TIMES;
    let contexts: Vec<&Context> = rounds.cycle.iter().rev().chain(rounds.stem.iter().rev()).collect();
    for context in &contexts {
        let mut kept = rounds_within(context, asked, told);
        // Without the turn, or at least with fewer rounds of loops.
        let mut wanted = 0;
        while wanted < kept && rest > 0 && !is_over() {
            let without: Vec<Term> = taken_from(context, wanted).collect();
            let some = terms.any(without);
            let none = terms.not(some);
            session.push();
            session.assert(terms, none);
            let before = session.effort(is_over)?;
            let answer = session.check_with_effort(each.min(rest), is_over)?;
            let spent = session.effort(is_over)?.zip(before).map_or(rest, |(after, before)| after - before);
            rest = rest.saturating_sub(spent.max(1));
            match answer {
                Answer::Satisfiable => {
                    *told = session.values(terms, asked, is_over)?;
                    kept = wanted;
                }
                Answer::Unsatisfiable | Answer::Unknown => {
                    session.pop();
                    wanted += 1;
                }
            }
        }
    }
    Ok(())
}

/// How many rounds of loops the turn goes through, counted from one; none if it takes no step.
fn rounds_within(context: &Context, asked: &[Term], told: &[Value]) -> u32 {
    let told: Told = asked.iter().copied().zip(told.iter().cloned()).collect();
    let is_taken = |term: &Term| told.get(term) == Some(&Value::Bool(true));
    let rounds: BTreeSet<u32> = context.copies.keys().map(|(back, _)| *back).collect();
    rounds.into_iter().rev().find(|back| taken_from(context, *back).any(|it| is_taken(&it))).map_or(0, |back| back + 1)
}

/// The steps in rounds from this one on.
fn taken_from(context: &Context, first: u32) -> impl Iterator<Item = Term> + '_ {
    let copies = context.copies.range((first, program::ids::NodeId(0))..);
    copies.flat_map(|(_, copy)| copy.steps.iter().map(|step| step.taken))
}
