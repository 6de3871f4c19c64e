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
    let cycle_from = candidate.stem.len();
    let nothing = Run { steps: Vec::new(), rows: vec![machine.initial()], fails: false, cycle_from };
    let steps: Vec<MicroStep> = candidate.stem.into_iter().chain(candidate.cycle).collect();
    let Ok(Some(mut run)) = nothing.continued(machine, 0, &steps) else {
        // What was found can be replayed. If not, the checker will say so.
        return Run { steps, ..nothing }.split();
    };
    let mut length = run.steps.len().div_ceil(2).max(1);
    let mut expansions = 0;
    loop {
        let mut dropped_one = false;
        let mut start = run.steps.len();
        while start > 0 {
            if budget.is_over() || expansions > MOST_EXPANSIONS {
                return run.split();
            }
            let end = start;
            start = start.saturating_sub(length);
            if let Ok(Some(shorter)) = run.without(machine, start, end)
                && shorter.is(kind, machine, &mut expansions).unwrap_or(false)
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
    fn is(&self, kind: &Kind<'_>, machine: &mut Machine<'_>, expansions: &mut usize) -> Result<bool, Reason> {
        let last = self.rows.last().expect("there is always the first row");
        match kind {
            Kind::Failure => Ok(self.fails),
            Kind::Deadlock => Ok(!self.fails && !machine.may_stop(last) && enabled(machine, last)? == 0),
            Kind::Trap(section) => Ok(!self.fails && trap::is_trap(machine, last, *section, expansions)),
            Kind::Lasso(fairness, name) => {
                let (from, to) = (self.cycle_from, self.steps.len());
                let closes = from < to && !self.fails && self.rows[from] == *last;
                Ok(closes && is_fair(machine, &self.rows[from..to], &self.steps[from..], *fairness, *name)?)
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
