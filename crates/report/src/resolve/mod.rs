//! From an accepted verdict to what the user reads: runs are replayed and described step by step.

pub mod cause;
pub mod rescue;

mod blame;
mod changes;
mod choice;
mod chosen;
mod cycle;
pub(crate) mod meanwhile;
mod ranks;
mod section;
mod standing;
pub(crate) mod told;
mod wakeup;

use std::collections::BTreeMap;

use check::accept::{Accepted, Finding};
use check::replay::{replay, span_of};
use check::semantics::state::State;
use evidence::certificate::Certificate;
use evidence::counterexample::{self, Closing, Counterexample, Lasso, Motion, Parameter, Step};
use evidence::reason::{Reason, UnrankedStep};
use evidence::verdict::Verdict;
use program::command::{Action, SIGNED_OVERFLOW};
use program::program::Program;
use program::span::Span;

use crate::lens::{Telling, is_compiled, is_own};
use crate::outcome::{Answer, Change, GaveUp, GrowingParameter, Lost, Moment, Outcome, Proof, Unranked};
use crate::scene::Scene;
use crate::{name, statement, value, words};

pub(crate) use standing::{all_standing, standing};

/// Resolves the verdict against the program that it was accepted for, and tells it in the lines that the user has written.
pub fn resolve(accepted: &Accepted, program: &Program) -> Outcome {
    resolve_as(accepted, program, Telling::OwnLines)
}

/// Resolves the verdict against the program that it was accepted for.
pub fn resolve_as(accepted: &Accepted, program: &Program, telling: Telling) -> Outcome {
    let answer = match accepted.verdict() {
        Verdict::Proved(Certificate::Exploration { states }) => Answer::Proved(Proof::States(*states)),
        Verdict::Proved(Certificate::Modular(proof)) => Answer::Proved(ranks::told_by_thread(program, proof)),
        Verdict::Proved(Certificate::Ranked(proof)) => Answer::Proved(Proof::Ranks(ranks::told(program, proof))),
        Verdict::Refuted(counterexample) => refuted(program, accepted, counterexample, telling),
        Verdict::Unknown(reason) => unknown(program, reason),
    };
    let weaker_orders = match answer {
        Answer::Unknown { .. } => Vec::new(),
        _ => program.weaker_orders.iter().map(|place| name::source_place(program, place)).collect(),
    };
    Outcome {
        files: program.files.iter().map(|file| file.name.clone()).collect(),
        several_files: program.files.len() > 1,
        property: accepted.question().property.clone(),
        fairness: accepted.question().fairness,
        answer,
        weaker_orders,
        misses_arguments: false,
        granted: Vec::new(),
        rescue: None,
        gave_up: Vec::new(),
    }
}

/// The reason of an engine that has given up, in words.
pub fn gave_up(program: &Program, engine: &str, reason: &Reason) -> GaveUp {
    let place = reason.span().and_then(|span| name::place(program, span));
    let what = match place {
        Some(place) => format!("{reason}, at {}:{}", place.file, place.line),
        None => reason.to_string(),
    };
    let hint = words::needs_a_proof_of_no_failure(reason)
        .then(|| with_overflow(program, reason, words::hint(reason).to_owned()));
    GaveUp { engine: engine.to_owned(), code: reason.code(), what, hint, lasso: unranked(program, reason) }
}

fn refuted(program: &Program, accepted: &Accepted, counterexample: &Counterexample, telling: Telling) -> Answer {
    let finding = accepted.finding();
    let all_steps: Vec<&[Step]> = match counterexample {
        Counterexample::Lasso(lasso) => vec![&lasso.stem, &lasso.cycle],
        Counterexample::Deadlock(steps) | Counterexample::Failure(steps) => vec![steps],
        Counterexample::Trap(trap) => vec![&trap.steps],
    };
    let start = Scene::first(program, telling, &all_steps);
    match counterexample {
        Counterexample::Lasso(lasso) => self::lasso(program, &start, lasso, finding),
        Counterexample::Deadlock(steps) => {
            let run = Run::of(program, &start, steps);
            let threads = all_standing(program, &run);
            let wake_up = wakeup::cause(program, &run, &threads);
            Answer::Deadlock { steps: run.told(program), threads, wake_up }
        }
        Counterexample::Trap(trap) => {
            let run = Run::of(program, &start, &trap.steps);
            let threads = all_standing(program, &run);
            let lost = match &trap.lost {
                counterexample::Lost::End if trap.steps.is_empty() => Lost::EndFromTheStart,
                counterexample::Lost::End => Lost::End,
                counterexample::Lost::Section(claimed) => {
                    let all = section::stuck(program, accepted.question(), &run, claimed);
                    let all = section::cause_first(program, &run, &threads, all);
                    Lost::Sections(all.iter().map(|one| section::describe(program, &run, &threads, one)).collect())
                }
            };
            Answer::Trap { steps: run.told(program), lost, threads }
        }
        Counterexample::Failure(steps) => {
            let run = Run::of(program, &start, steps);
            let steps = run.told(program);
            let own = match finding {
                // The last step may go on for several lines: the one that fails is known.
                Finding::Failure(_, span) if is_own(program, *span) => Some(*span),
                _ => told::last_span(program, &run),
            };
            let own = own.filter(|_| start.folds());
            let (what, place, statement) = match finding {
                Finding::Failure(failure, _) if let Some(own) = own => {
                    (failure.to_string(), name::place(program, own), statement::line(program, own))
                }
                Finding::Failure(failure, span) => {
                    (failure.to_string(), name::place(program, *span), failing(program, *span, steps.last()))
                }
                _ => (String::new(), None, String::new()),
            };
            Answer::Failure { steps, what, place, statement }
        }
    }
}

fn lasso(program: &Program, start: &Scene, lasso: &Lasso, finding: &Finding) -> Answer {
    let stem_run = Run::of(program, start, &lasso.stem);
    let (stem, mut head) = (stem_run.told(program), stem_run.last().clone());
    // What was accepted can be looked at as it is each time around.
    if let Ok(general) = check::rules::lasso::head(program, &head.state, lasso) {
        head.state = general;
    }
    let cycle_run = Run::of(program, &head, &lasso.cycle);
    let cycle = if start.folds() { told::told_of_cycle(program, &cycle_run) } else { cycle_run.moments(program) };
    let none = BTreeMap::new();
    let parts = match finding {
        Finding::Parts(parts) => parts,
        _ => &none,
    };
    let threads = cycle::threads(program, &scenes(program, &head, &lasso.cycle), &lasso.cycle, parts);
    let told_of = cycle.iter().flat_map(|moment| &moment.changes).flat_map(Change::texts).map(str::to_owned);
    let told_of = told_of.chain(threads.iter().map(|thread| words::part(thread, false))).collect();
    let parameters = parameters(program, &lasso.closing, told_of);
    Answer::Lasso { stem, cycle, threads, parameters }
}

/// The parameters that these texts tell of, or that those change by. Others are those of numbers that the cycle does not look at.
fn parameters(program: &Program, closing: &Closing, mut texts: Vec<String>) -> Vec<GrowingParameter> {
    let Closing::Growing(parameters) = closing else { return Vec::new() };
    let named = |(number, parameter): (usize, &Parameter)| GrowingParameter {
        name: value::show_parameter(program, number as u32),
        first: parameter.first.to_string(),
        next: value::show_form(program, &parameter.next),
    };
    let mut all: Vec<(GrowingParameter, bool)> =
        parameters.iter().enumerate().map(|parameter| (named(parameter), false)).collect();
    while let Some((parameter, is_told)) =
        all.iter_mut().find(|(it, is_told)| !is_told && texts.iter().any(|text| mentions(text, &it.name)))
    {
        *is_told = true;
        texts.push(parameter.next.clone());
    }
    all.into_iter().filter(|(_, is_told)| *is_told).map(|(parameter, _)| parameter).collect()
}

/// Whether the word stands in the text.
fn mentions(text: &str, word: &str) -> bool {
    text.split(|c: char| !(c.is_alphanumeric() || c == '\'')).any(|part| part == word)
}

fn unknown(program: &Program, reason: &Reason) -> Answer {
    let place = reason.span().and_then(|span| name::place(program, span));
    let (what, hint) = match reason {
        Reason::UnboundedChoice { variable, span } => choice::explain(program, variable, *span, reason),
        _ => (reason.to_string(), words::hint(reason).to_owned()),
    };
    let hint = with_overflow(program, reason, hint);
    Answer::Unknown { code: reason.code(), what, place, hint, lasso: unranked(program, reason) }
}

/// The hint, and that less is asked if signed integers are taken not to overflow, where that may be what there is no proof or no time for.
fn with_overflow(program: &Program, reason: &Reason, hint: String) -> String {
    let may_be_why = words::needs_a_proof_of_no_failure(reason)
        || matches!(reason, Reason::OutOfTime { .. } | Reason::UnboundedChoice { .. } | Reason::Unranked { .. });
    let is_overflow = |action: &Action| matches!(action, Action::Assert(_, Some(what)) if **what == *SIGNED_OVERFLOW);
    let mut commands = program.procedures.iter().flat_map(|it| &it.edges).flat_map(|edge| &edge.commands);
    match may_be_why && commands.any(|command| is_overflow(&command.action)) {
        true => {
            format!("{hint}; or say --assume-no-overflow, if overflows of signed integers are not what you ask about")
        }
        false => hint,
    }
}

/// The lasso of which it is not known why it ends. Steps of one thread at one line that follow each other are one.
fn unranked(program: &Program, reason: &Reason) -> Option<Unranked> {
    let Reason::Unranked { stem, cycle, .. } = reason else { return None };
    let told = |steps: &[UnrankedStep]| {
        let own = steps.iter().filter(|step| is_own(program, step.span));
        let mut moments: Vec<Moment> = own
            .map(|step| Moment {
                thread: step.thread.clone(),
                place: name::place(program, step.span),
                statement: if is_compiled(program) {
                    statement::line(program, step.span)
                } else {
                    statement::at(program, step.span)
                },
                changes: Vec::new(),
            })
            .collect();
        moments.dedup();
        moments
    };
    Some(Unranked { stem: told(stem), cycle: told(cycle) })
}

/// What fails: the step itself where it stands at the place, else the action that does.
fn failing(program: &Program, span: Span, last: Option<&Moment>) -> String {
    let place = name::place(program, span);
    match last {
        Some(last) if last.place == place => last.statement.clone(),
        _ => statement::at(program, span),
    }
}

/// Steps, and the states before the first and after each that does not fail.
pub(crate) struct Run<'a> {
    /// The steps.
    pub steps: &'a [Step],
    /// The states; at least one.
    pub scenes: Vec<Scene>,
}

impl<'a> Run<'a> {
    /// The run that the steps make from the state.
    pub(crate) fn of(program: &Program, from: &Scene, steps: &'a [Step]) -> Run<'a> {
        Run { steps, scenes: scenes(program, from, steps) }
    }

    /// The state at the end.
    pub(crate) fn last(&self) -> &Scene {
        &self.scenes[self.scenes.len() - 1]
    }

    /// The steps described in the way that was asked for.
    pub(crate) fn told(&self, program: &Program) -> Vec<Moment> {
        if self.last().folds() { told::told(program, self) } else { self.moments(program) }
    }

    /// The steps described one by one. Accepted steps can be replayed; others are left out.
    pub(crate) fn moments(&self, program: &Program) -> Vec<Moment> {
        let states = self.scenes.iter().enumerate();
        let describe = |((position, before), step): ((usize, &Scene), &Step)| {
            moment(program, before, self.scenes.get(position + 1), step)
        };
        states.zip(self.steps).map(describe).collect()
    }
}

/// The state before the first step, and after each that does not fail.
pub(crate) fn scenes(program: &Program, from: &Scene, steps: &[Step]) -> Vec<Scene> {
    let mut scenes = vec![from.clone()];
    if let Ok(run) = replay(program, &from.state, steps) {
        for (step, reached) in steps.iter().zip(run.reached) {
            let next = scenes.last().unwrap_or(from).then(step, reached.state);
            scenes.push(next);
        }
    }
    scenes
}

fn moment(program: &Program, before: &Scene, after: Option<&Scene>, step: &Step) -> Moment {
    let span = span_of(program, &before.state, step);
    Moment {
        thread: before.thread(program, step.thread),
        place: span.and_then(|span| name::place(program, span)),
        statement: statement_of(program, &before.state, step),
        changes: after.map(|after| changes::between(program, before, after, step.thread)).unwrap_or_default(),
    }
}

fn statement_of(program: &Program, before: &State, step: &Step) -> String {
    let Some(frame) = before.top(step.thread) else { return String::new() };
    let procedure = program.procedure(frame.procedure);
    match step.motion {
        Motion::Edge(edge) if edge.index() < procedure.edges.len() => {
            statement::of_step(program, procedure, edge, &step.choices)
        }
        Motion::Edge(_) => String::new(),
        Motion::Return => format!("return from {}", procedure.name),
    }
}
