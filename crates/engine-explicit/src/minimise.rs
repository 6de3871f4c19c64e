//! Counterexamples without steps that can be dropped.
//!
//! Steps are left out, long stretches of them first and single ones last, as long as what remains is still a counterexample of the
//! same kind. The order of the others stays. At the end no single step can be left out.
//! What leads from a state back to it is tried first: a loop that goes round several times has no stretch of its own length among those.
//!
//! The work is counted and limited, so that the same is left out every time, however busy the machine is.
//! The clock ends it only if half of the time that was left is gone: the rest is for checking what was found.

use std::collections::BTreeSet;
use std::time::Duration;

use engine::budget::Budget;
use evidence::reason::Reason;
use program::property::Fairness;
use rustc_hash::FxHashMap;

use crate::execute::SectionKey;
use crate::machine::{Machine, MicroStep, Row, Slots, Taken};
use crate::offers::{Chosen, SlotChoice};
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
    /// The cycle closes and is fair; a thread that runs the procedure of this name stays in it and steps if one is asked for.
    Lasso(Fairness, Option<&'a str>),
    /// Nobody can step at the end, and the program has not ended.
    Deadlock,
    /// The last step fails.
    Failure,
    /// From the end on, the program's end cannot be reached, and the section is not left if one is given.
    Trap(Option<(u32, SectionKey)>),
}

/// How much work is done at most: pieces that take about as long as replaying a step, a fraction of a microsecond.
///
/// Whether a run still leads into a trap takes an exploration of all that can follow;
/// a trap with a vast future is told less briefly.
const MOST_WORK: u64 = 1 << 26;

/// How much work is done at most for a millisecond of the time given.
const WORK_FOR_A_MILLISECOND: u64 = 1 << 10;

/// What a step takes, with the row it leads to, in the run, in a shorter one that is tried, and as evidence.
const BYTES_OF_STEP: usize = 3 * (size_of::<MicroStep>() + size_of::<Row>());

/// How much work there is left.
pub struct Allowance<'a> {
    left: u64,
    budget: &'a Budget,
    until_look: u32,
}

impl<'a> Allowance<'a> {
    fn new(budget: &'a Budget, time: Duration) -> Allowance<'a> {
        let for_time = u64::try_from(time.as_millis()).unwrap_or(u64::MAX).saturating_mul(WORK_FOR_A_MILLISECOND);
        Allowance { left: for_time.min(MOST_WORK), budget, until_look: 0 }
    }

    /// Whether there is some left after so much more work.
    pub fn spend(&mut self, work: usize) -> bool {
        self.left = self.left.saturating_sub(work as u64);
        if self.until_look == 0 && self.left > 0 {
            self.until_look = 1 << 8;
            self.left = if self.budget.is_over() { 0 } else { self.left };
        }
        self.until_look = self.until_look.saturating_sub(1);
        self.left > 0
    }
}

/// Drops steps until none can be dropped, or so much work was done that the rest has to stay.
pub fn minimise(machine: &mut Machine<'_>, candidate: Candidate, kind: &Kind<'_>, budget: &Budget) -> Candidate {
    let steps_in_all = candidate.stem.len() + candidate.cycle.len();
    if machine.has_room_for(steps_in_all * BYTES_OF_STEP).is_err() {
        return candidate;
    }
    let (time, budget) = (budget.limits().time, budget.half_of_the_rest());
    let mut allowance = Allowance::new(&budget, time);
    let cycle_from = candidate.stem.len();
    let nothing = Run { steps: Vec::new(), rows: vec![machine.initial()], fails: false, cycle_from };
    let steps: Vec<MicroStep> = candidate.stem.into_iter().chain(candidate.cycle).collect();
    let Ok(Some(mut run)) = nothing.continued(machine, 0, &steps) else {
        // What was found can be replayed. If not, the checker will say so.
        return Run { steps, ..nothing }.split();
    };
    for (start, end) in run.detours() {
        // Those that come later in the list lie before the ones that were dropped.
        if !allowance.spend(run.steps.len().saturating_sub(end)) {
            return run.split();
        }
        if let Ok(Some(shorter)) = run.without(machine, start, end)
            && shorter.is(kind, machine, &mut allowance).unwrap_or(false)
        {
            run = shorter;
        }
    }
    let mut length = run.steps.len().div_ceil(2).max(1);
    loop {
        let mut dropped_one = false;
        let mut start = run.steps.len();
        while start > 0 {
            let end = start;
            start = start.saturating_sub(length);
            if !allowance.spend(run.steps.len() - end) {
                return run.split();
            }
            if let Ok(Some(shorter)) = run.without(machine, start, end)
                && shorter.is(kind, machine, &mut allowance).unwrap_or(false)
            {
                run = shorter;
                dropped_one = true;
            }
        }
        if length > 1 {
            length = length.div_ceil(2);
        } else if !dropped_one {
            return run.split();
        }
    }
}

/// A run with the rows it passes, so that a change to it is replayed from where it was changed on.
struct Run {
    steps: Vec<MicroStep>,
    /// The rows before, between and after the steps; there is none after a step that fails.
    rows: Vec<Row>,
    /// Whether the last step fails.
    fails: bool,
    cycle_from: usize,
}

impl Run {
    /// The run without the steps in between, if the others can still be taken.
    fn without(&self, machine: &mut Machine<'_>, start: usize, end: usize) -> Result<Option<Run>, Reason> {
        let dropped_from_stem = end.min(self.cycle_from).saturating_sub(start);
        let shorter = self.continued(machine, start, &self.steps[end..])?;
        Ok(shorter.map(|shorter| Run { cycle_from: self.cycle_from - dropped_from_stem, ..shorter }))
    }

    /// Stretches that lead from a row back to it, none within the other and the last ones first: one for the cycle, and some of the stem.
    fn detours(&self) -> Vec<(usize, usize)> {
        let mut detours = Vec::new();
        let (head, end) = (self.cycle_from, self.rows.len() - 1);
        // All turns of the cycle but the last one.
        let turn = (head + 1..end).rev().find(|position| self.rows[*position] == self.rows[head]);
        detours.extend(turn.map(|last_turn| (head, last_turn)));
        let mut last_seen: FxHashMap<&Row, usize> = FxHashMap::default();
        for (position, row) in self.rows[..=head.min(end)].iter().enumerate() {
            last_seen.insert(row, position);
        }
        let mut of_stem = Vec::new();
        let mut start = 0;
        while start < head.min(end) {
            let again = last_seen[&self.rows[start]];
            if again > start {
                of_stem.push((start, again));
            }
            start = again + 1;
        }
        detours.extend(of_stem.into_iter().rev());
        detours
    }

    /// The run up to the position, and then these steps, if they can be taken.
    fn continued(&self, machine: &mut Machine<'_>, from: usize, steps: &[MicroStep]) -> Result<Option<Run>, Reason> {
        let mut reached: Vec<Row> = Vec::new();
        let mut fails = false;
        for (position, step) in steps.iter().enumerate() {
            let row = reached.last().unwrap_or(&self.rows[from]);
            match machine.step(row, step)? {
                Some(Taken::Leads(next, _)) => reached.push(next),
                Some(Taken::Fails) if position + 1 == steps.len() => fails = true,
                Some(Taken::Fails) | None => return Ok(None),
            }
        }
        Ok(Some(Run {
            steps: self.steps[..from].iter().chain(steps).cloned().collect(),
            rows: self.rows[..=from].iter().cloned().chain(reached).collect(),
            fails,
            cycle_from: self.cycle_from,
        }))
    }

    /// Whether it is a counterexample of the kind.
    fn is(&self, kind: &Kind<'_>, machine: &mut Machine<'_>, allowance: &mut Allowance<'_>) -> Result<bool, Reason> {
        let last = self.rows.last().expect("there is always the first row");
        match kind {
            Kind::Failure => Ok(self.fails),
            Kind::Deadlock => Ok(!self.fails && !machine.may_stop(last) && enabled(machine, last)? == 0),
            Kind::Trap(section) => Ok(!self.fails && trap::is_trap(machine, last, *section, allowance)),
            Kind::Lasso(fairness, name) => {
                let (from, to) = (self.cycle_from, self.steps.len());
                let closes = from < to && !self.fails && self.rows[from] == *last;
                Ok(closes
                    && allowance.spend(2 * (to - from))
                    && is_fair(machine, &self.rows[from..to], &self.steps[from..], *fairness, *name)?
                    && never_chosen(machine, &self.rows[from..], &self.steps[from..])?.is_empty())
            }
        }
    }

    fn split(mut self) -> Candidate {
        let cycle = self.steps.split_off(self.cycle_from);
        Candidate { stem: self.steps, cycle }
    }
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
    let lives_and_steps =
        |slot: u32, name: &str| stepped >> slot & 1 == 1 && rows.iter().all(|row| machine.runs(row, slot, name));
    let as_asked = name.is_none_or(|name| (0..128).any(|slot| lives_and_steps(slot, name)));
    Ok(treated_unfairly == 0 && as_asked)
}

/// The choices that threads pass over in the cycle and never take, given the rows before, between and after the steps.
fn never_chosen(machine: &mut Machine<'_>, rows: &[Row], steps: &[MicroStep]) -> Result<BTreeSet<SlotChoice>, Reason> {
    let mut chosen = Chosen::default();
    if machine.wanted.choices {
        for (step, rows) in steps.iter().zip(rows.windows(2)) {
            let ends = !machine.is_running(&rows[1], step.slot);
            chosen.note(&machine.offer_of(&rows[0], step)?, Slots::from(ends) << step.slot);
        }
    }
    Ok(chosen.never_chosen())
}

fn enabled(machine: &mut Machine<'_>, row: &Row) -> Result<u128, Reason> {
    let mut enabled = 0;
    for slot in Machine::slots(row) {
        enabled |= u128::from(machine.is_enabled(row, slot)?) << slot;
    }
    Ok(enabled)
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::budget::Limits;

    #[test]
    fn work_is_counted_and_not_timed() {
        let budget = Budget::start(Limits::default());
        let mut allowance = Allowance::new(&budget, Duration::from_millis(2));
        let spent = (0..).take_while(|_| allowance.spend(64)).count();
        assert_eq!(spent as u64, 2 * WORK_FOR_A_MILLISECOND / 64 - 1);
        assert_eq!(Allowance::new(&budget, Duration::MAX).left, MOST_WORK);
        budget.cancel();
        assert!(!Allowance::new(&budget, Duration::MAX).spend(0));
    }
}
