//! From an accepted verdict to what the user reads: runs are replayed and described step by step.

mod changes;
mod section;
mod standing;

use std::collections::BTreeMap;

use check::accept::{Accepted, Finding};
use check::fairness::Part;
use check::replay::{replay, span_of};
use check::semantics::state::{State, initial};
use evidence::certificate::Certificate;
use evidence::counterexample::{self, Counterexample, Lasso, Motion, Step};
use evidence::reason::Reason;
use evidence::verdict::Verdict;
use program::ids::ThreadSlot;
use program::program::Program;

use crate::outcome::{Answer, Lost, Moment, Outcome, PartInCycle, Situation, ThreadInCycle};
use crate::{name, statement, words};

pub(crate) use standing::{all_standing, standing};

/// Resolves the verdict against the program that it was accepted for.
pub fn resolve(accepted: &Accepted, program: &Program) -> Outcome {
    let answer = match accepted.verdict() {
        Verdict::Proved(Certificate::Exploration { states }) => Answer::Proved { states: *states },
        Verdict::Refuted(counterexample) => refuted(program, counterexample, accepted.finding()),
        Verdict::Unknown(reason) => unknown(program, reason),
    };
    Outcome {
        files: program.files.iter().map(|file| file.name.clone()).collect(),
        property: accepted.question().property.clone(),
        fairness: accepted.question().fairness,
        answer,
    }
}

fn refuted(program: &Program, counterexample: &Counterexample, finding: &Finding) -> Answer {
    let start = initial(program);
    match counterexample {
        Counterexample::Lasso(lasso) => self::lasso(program, &start, lasso, finding),
        Counterexample::Deadlock(steps) => {
            let (steps, last) = moments(program, &start, steps);
            Answer::Deadlock { steps, threads: all_standing(program, &last) }
        }
        Counterexample::Trap(trap) => {
            let lost = match &trap.lost {
                counterexample::Lost::End => Lost::End,
                counterexample::Lost::Section(instance) => section::describe(program, &start, &trap.steps, instance),
            };
            let (steps, last) = moments(program, &start, &trap.steps);
            Answer::Trap { steps, lost, threads: all_standing(program, &last) }
        }
        Counterexample::Failure(steps) => {
            let (steps, _) = moments(program, &start, steps);
            let (what, place, statement) = match finding {
                Finding::Failure(failure, span) => {
                    let text = statement::excerpt(program, *span).unwrap_or_default();
                    (failure.to_string(), name::place(program, *span), text)
                }
                _ => (String::new(), None, String::new()),
            };
            Answer::Failure { steps, what, place, statement }
        }
    }
}

fn lasso(program: &Program, start: &State, lasso: &Lasso, finding: &Finding) -> Answer {
    let (stem, head) = moments(program, start, &lasso.stem);
    let (cycle, _) = moments(program, &head, &lasso.cycle);
    let states = states(program, &head, &lasso.cycle);
    let none = BTreeMap::new();
    let parts = match finding {
        Finding::Parts(parts) => parts,
        _ => &none,
    };
    let threads = parts.iter().map(|(slot, part)| in_cycle(program, &states, *slot, *part)).collect();
    Answer::Lasso { stem, cycle, threads }
}

/// What a thread does in the cycle, of which the states are given.
fn in_cycle(program: &Program, states: &[State], slot: ThreadSlot, part: Part) -> ThreadInCycle {
    let present = states.iter().find(|state| state.thread(slot).is_some()).unwrap_or(&states[0]);
    let here = |state: &State| standing(program, state, slot).situation;
    let is_waiting = |situation: &Situation| matches!(situation, Situation::Waits { .. } | Situation::HeldBack { .. });
    let part = match part {
        Part::Steps => PartInCycle::Steps,
        Part::AlwaysEnabled => PartInCycle::PassedOver,
        Part::NeverEnabled => match here(present) {
            Situation::Finished => PartInCycle::Finished,
            situation => PartInCycle::Blocked(situation),
        },
        Part::SometimesEnabled => {
            let blocked = states.iter().filter(|state| state.thread(slot).is_some()).map(here).find(is_waiting);
            PartInCycle::BlockedAtTimes(blocked.unwrap_or(Situation::Finished))
        }
    };
    ThreadInCycle { thread: name::thread(program, present, slot), part }
}

fn unknown(program: &Program, reason: &Reason) -> Answer {
    let place = reason.span().and_then(|span| name::place(program, span));
    Answer::Unknown { code: reason.code(), what: reason.to_string(), place, hint: words::hint(reason) }
}

/// The steps described, and the state after them. Accepted steps can be replayed; others are left out.
pub(crate) fn moments(program: &Program, from: &State, steps: &[Step]) -> (Vec<Moment>, State) {
    let states = states(program, from, steps);
    let describe = |(position, step): (usize, &Step)| {
        let before = states.get(position)?;
        Some(moment(program, before, states.get(position + 1), step))
    };
    let moments = steps.iter().enumerate().filter_map(describe).collect();
    (moments, states.last().unwrap_or(from).clone())
}

/// The state before the first step, and after each that does not fail.
pub(crate) fn states(program: &Program, from: &State, steps: &[Step]) -> Vec<State> {
    let mut states = vec![from.clone()];
    if let Ok(run) = replay(program, from, steps) {
        states.extend(run.reached.into_iter().map(|reached| reached.state));
    }
    states
}

fn moment(program: &Program, before: &State, after: Option<&State>, step: &Step) -> Moment {
    let span = span_of(program, before, step);
    Moment {
        thread: name::thread(program, before, step.thread),
        place: span.and_then(|span| name::place(program, span)),
        statement: statement_of(program, before, step),
        changes: after.map(|after| changes::between(program, before, after, step.thread)).unwrap_or_default(),
    }
}

fn statement_of(program: &Program, before: &State, step: &Step) -> String {
    let Some(frame) = before.top(step.thread) else { return String::new() };
    let procedure = program.procedure(frame.procedure);
    match step.motion {
        Motion::Edge(edge) if edge.index() < procedure.edges.len() => statement::of_edge(program, procedure, edge),
        Motion::Edge(_) => String::new(),
        Motion::Return => format!("return from {}", procedure.name),
    }
}
