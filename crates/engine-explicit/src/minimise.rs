//! Counterexamples without steps that can be dropped.
//!
//! Steps are left out, long stretches of them first and single ones last, as long as what remains is still a counterexample of the
//! same kind. The order of the others stays. At the end no single step can be left out.

use engine::budget::Budget;
use evidence::reason::Reason;
use program::property::Fairness;

use crate::execute::SectionKey;
use crate::machine::{Machine, MicroStep, Row, Taken};
use crate::trap;

/// A run whose steps can be tested for whether they are needed.
pub struct Candidate {
    /// The steps up to the cycle, or all of them.
    pub stem: Vec<MicroStep>,
    /// The steps of the cycle, if there is one.
    pub cycle: Vec<MicroStep>,
}

/// What remains a counterexample.
pub enum Kind<'a> {
    /// The cycle closes and is fair; a thread with the root of this name lives and steps if one is asked for.
    Lasso(Fairness, Option<&'a str>),
    /// Nobody can step at the end, and the program has not ended.
    Deadlock,
    /// The last step fails.
    Failure,
    /// From the end on, the program's end cannot be reached, and the section is not left if one is given.
    Trap(Option<(u32, SectionKey)>),
}

/// How many states are expanded at most to find out whether steps that lead into a trap are needed.
///
/// Each attempt explores all that can follow; a trap with a vast future is told less briefly.
const MOST_EXPANSIONS: usize = 1 << 20;

/// Drops steps until none can be dropped, or the budget is over.
pub fn minimise(machine: &mut Machine<'_>, candidate: Candidate, kind: &Kind<'_>, budget: &Budget) -> Candidate {
    let mut steps = candidate.stem;
    let mut cycle_from = steps.len();
    steps.extend(candidate.cycle);
    let mut length = steps.len().div_ceil(2).max(1);
    let mut expansions = 0;
    loop {
        let mut dropped_one = false;
        let mut start = steps.len();
        while start > 0 {
            if budget.is_over() || expansions > MOST_EXPANSIONS {
                return split(steps, cycle_from);
            }
            let end = start;
            start = start.saturating_sub(length);
            let mut shorter = steps[..start].to_vec();
            shorter.extend_from_slice(&steps[end..]);
            let dropped_from_stem = end.min(cycle_from).saturating_sub(start);
            let shorter_cycle_from = cycle_from - dropped_from_stem;
            if holds(machine, &shorter, shorter_cycle_from, kind, &mut expansions).unwrap_or(false) {
                steps = shorter;
                cycle_from = shorter_cycle_from;
                dropped_one = true;
            }
        }
        if length > 1 {
            length = length.div_ceil(2);
        } else if !dropped_one {
            return split(steps, cycle_from);
        }
    }
}

fn split(mut steps: Vec<MicroStep>, cycle_from: usize) -> Candidate {
    let cycle = steps.split_off(cycle_from);
    Candidate { stem: steps, cycle }
}

/// Whether the steps are a counterexample of the kind.
fn holds(
    machine: &mut Machine<'_>,
    steps: &[MicroStep],
    cycle_from: usize,
    kind: &Kind<'_>,
    expansions: &mut usize,
) -> Result<bool, Reason> {
    let Some((rows, fails)) = replay(machine, steps)? else { return Ok(false) };
    match kind {
        Kind::Failure => Ok(fails),
        Kind::Deadlock => {
            let last = rows.last().expect("there is always the first row");
            Ok(!fails && !machine.may_stop(last) && enabled(machine, last)? == 0)
        }
        Kind::Trap(section) => {
            let last = rows.last().expect("there is always the first row");
            Ok(!fails && trap::is_trap(machine, last, *section, expansions))
        }
        Kind::Lasso(fairness, name) => {
            let closes = cycle_from < steps.len() && !fails && rows[cycle_from] == rows[steps.len()];
            Ok(closes && is_fair(machine, &rows[cycle_from..steps.len()], &steps[cycle_from..], *fairness, *name)?)
        }
    }
}

/// The rows before, between and after the steps, and whether the last one fails.
fn replay(machine: &mut Machine<'_>, steps: &[MicroStep]) -> Result<Option<(Vec<Row>, bool)>, Reason> {
    let mut rows = vec![machine.initial()];
    for (position, step) in steps.iter().enumerate() {
        let row = rows.last().expect("there is always the first row");
        match machine.step(row, step)? {
            None => return Ok(None),
            Some(Taken::Fails) => return Ok((position + 1 == steps.len()).then_some((rows, true))),
            Some(Taken::Leads(next, _)) => rows.push(next),
        }
    }
    Ok(Some((rows, false)))
}

fn is_fair(
    machine: &mut Machine<'_>,
    rows: &[Row],
    steps: &[MicroStep],
    fairness: Fairness,
    name: Option<&str>,
) -> Result<bool, Reason> {
    let stepped = steps.iter().fold(0u128, |slots, step| slots | 1 << step.slot);
    let (mut ever, mut always) = (0, u128::MAX);
    for row in rows {
        let enabled = enabled(machine, row)?;
        ever |= enabled;
        always &= enabled;
    }
    let treated_unfairly = match fairness {
        Fairness::None => 0,
        Fairness::Weak => always & !stepped,
        Fairness::Strong => ever & !stepped,
    };
    let lives_and_steps = |slot: u32, name: &str| {
        stepped >> slot & 1 == 1
            && rows.iter().all(|row| machine.is_running(row, slot) && machine.runs(row, slot, name))
    };
    let as_asked = name.is_none_or(|name| (0..128).any(|slot| lives_and_steps(slot, name)));
    Ok(treated_unfairly == 0 && as_asked)
}

fn enabled(machine: &mut Machine<'_>, row: &Row) -> Result<u128, Reason> {
    let mut enabled = 0;
    for slot in Machine::slots(row) {
        enabled |= u128::from(machine.is_enabled(row, slot)?) << slot;
    }
    Ok(enabled)
}
