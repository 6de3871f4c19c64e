//! Sections that cannot be left: what they are, where they were entered, and which of them is the cause.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicU64, Ordering};

use check::accept::accept;
use check::replay::span_of;
use check::sections::open;
use check::semantics::state::State;
use evidence::counterexample::{self, Counterexample, Motion, SectionIdentity, SectionInstance, Step, Trap};
use evidence::verdict::Verdict;
use program::command::Action;
use program::ids::SectionKindId;
use program::program::Program;
use program::property::Question;
use program::span::Span;

use crate::lens::{is_own, own_span, spelled};
use crate::outcome::{Place, Situation, Standing, StuckSection};
use crate::resolve::Run;
use crate::waits::{Waits, joins, waits_for};
use crate::{name, statement, value};

/// Trying sections besides the one that the evidence names visits so many states at most, so that it takes no time to speak of.
const TRIED_STATES: u64 = 20_000;

/// The sections that cannot be left after the run: the one that the evidence names, and the others of which the checker accepts the same.
pub(crate) fn stuck(
    program: &Program,
    question: &Question,
    run: &Run<'_>,
    claimed: &SectionInstance,
) -> Vec<SectionInstance> {
    let visited = AtomicU64::new(0);
    let is_stuck = |section: &SectionInstance| {
        let before = visited.load(Ordering::Relaxed);
        let interrupt = |states: u64, _: u64| {
            visited.store(before + states, Ordering::Relaxed);
            before + states > TRIED_STATES
        };
        section == claimed || accept(program, question, refuted_by(run.steps, section), &interrupt).is_ok()
    };
    open(program, &run.last().state).into_iter().filter(is_stuck).collect()
}

/// The claim that the section cannot be left after the steps.
pub(crate) fn refuted_by(steps: &[Step], section: &SectionInstance) -> Verdict {
    let lost = counterexample::Lost::Section(section.clone());
    Verdict::Refuted(Counterexample::Trap(Trap { steps: steps.to_vec(), lost }))
}

/// The sections in this order: first those of threads that wait for nobody, or for each other only; joins after all else.
/// Of a thread's sections the one that it stands in comes first, then the one entered last: they keep it in the others.
pub(crate) fn cause_first(
    program: &Program,
    run: &Run<'_>,
    threads: &[Standing],
    mut sections: Vec<SectionInstance>,
) -> Vec<SectionInstance> {
    let waits = Waits::of(threads);
    sections.sort_by_cached_key(|section| {
        let thread = run.last().thread(program, section.thread);
        let joins = situation(threads, &thread).is_some_and(joins);
        let is_passed = !matches!(section.identity, SectionIdentity::Node { .. });
        let entered = entering_step(program, run, section);
        (!waits.is_innermost(&thread), joins, section.thread, is_passed, Reverse(entered))
    });
    sections
}

fn situation<'a>(threads: &'a [Standing], name: &str) -> Option<&'a Situation> {
    threads.iter().find(|one| one.thread == name).map(|one| &one.situation)
}

/// The section, which is open at the end of the run, where the threads stand as given.
pub(crate) fn describe(
    program: &Program,
    run: &Run<'_>,
    threads: &[Standing],
    instance: &SectionInstance,
) -> StuckSection {
    let last = run.last();
    let (entered, statement) = match &instance.identity {
        SectionIdentity::Node { .. } if last.folds() => {
            own_place_and_text(program, own_span(program, &last.state, instance.thread, None))
        }
        SectionIdentity::Opened { .. } | SectionIdentity::Call { .. } if last.folds() => {
            let entering = entering_step(program, run, instance);
            let span = entering.and_then(|position| {
                let (step, before) = (&run.steps[position], &run.scenes[position].state);
                let part = entering_part(program, before, step).filter(|span| is_own(program, *span));
                part.or_else(|| own_span(program, before, step.thread, Some(step.motion)))
            });
            own_place_and_text(program, span)
        }
        SectionIdentity::Node { procedure, node, .. } => {
            let procedure = program.procedure(*procedure);
            let edges = procedure.edges_from(*node).map(|edge| procedure.edges[edge].span);
            place_and_text(program, edges.clone().find(|span| span.line > 0))
        }
        SectionIdentity::Opened { .. } | SectionIdentity::Call { .. } => {
            let position = entering_step(program, run, instance);
            let span =
                position.and_then(|position| span_of(program, &run.scenes[position].state, &run.steps[position]));
            place_and_text(program, span)
        }
    };
    let kind = kind(program, &instance.identity);
    let object = object(program, run, instance);
    let thread = run.last().thread(program, instance.thread);
    let waits_for = situation(threads, &thread).and_then(waits_for).unwrap_or_default().to_vec();
    StuckSection { thread, kind, object, entered, statement, waits_for }
}

fn place_and_text(program: &Program, span: Option<Span>) -> (Option<Place>, String) {
    let place = span.and_then(|span| name::place(program, span));
    let text = span.map(|span| statement::at(program, span)).unwrap_or_default();
    (place, text)
}

fn own_place_and_text(program: &Program, span: Option<Span>) -> (Option<Place>, String) {
    let text = span.map(|span| statement::line(program, span)).unwrap_or_default();
    (span.and_then(|span| name::place(program, span)), text)
}

/// The position of the last step of the thread before which the section was not open.
fn entering_step(program: &Program, run: &Run<'_>, instance: &SectionInstance) -> Option<usize> {
    let is_entering = |position: &usize| {
        let before = &run.scenes[*position].state;
        run.steps[*position].thread == instance.thread && !open(program, before).contains(instance)
    };
    (0..run.steps.len()).rev().find(is_entering)
}

/// Where the part of the step is written that enters a section: steps of compiled programs may begin at lines before.
fn entering_part(program: &Program, before: &State, step: &Step) -> Option<Span> {
    let Motion::Edge(edge) = step.motion else { return None };
    let procedure = program.procedure(before.top(step.thread)?.procedure);
    let commands = &procedure.edges.get(edge.index())?.commands;
    commands.iter().rev().find(|command| matches!(command.action, Action::Enter(_))).map(|command| command.span)
}

fn kind(program: &Program, identity: &SectionIdentity) -> String {
    let named = |kind: Option<SectionKindId>| kind.map_or("section", |kind| program.section_kind(kind)).to_owned();
    match identity {
        SectionIdentity::Opened { kind, .. } => named(Some(*kind)),
        SectionIdentity::Node { procedure, node, .. } => {
            named(program.procedure(*procedure).nodes.get(node.index()).and_then(|node| node.section))
        }
        SectionIdentity::Call { procedure, .. } => named(program.procedure(*procedure).section),
    }
}

fn object(program: &Program, run: &Run<'_>, instance: &SectionInstance) -> Option<String> {
    let state = &run.last().state;
    match &instance.identity {
        SectionIdentity::Opened { place, .. } => {
            let section = state.thread(instance.thread)?.sections.get(*place as usize)?;
            section.object.as_ref().map(|object| match run.last().folds() {
                true => spelled(program, state, object),
                false => value::show(program, object),
            })
        }
        SectionIdentity::Node { .. } => None,
        SectionIdentity::Call { procedure, .. } => Some(program.procedure(*procedure).name.clone()),
    }
}
