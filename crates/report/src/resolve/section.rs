//! A section that cannot be left: what it is, and where it was entered.

use check::replay::span_of;
use check::sections::open;
use check::semantics::state::State;
use evidence::counterexample::{SectionIdentity, SectionInstance, Step};
use program::ids::SectionKindId;
use program::program::Program;
use program::span::Span;

use crate::outcome::{Lost, Place};
use crate::resolve::scenes;
use crate::scene::Scene;
use crate::{name, statement, value};

/// The section, which is open after the steps.
pub(crate) fn describe(program: &Program, start: &Scene, steps: &[Step], instance: &SectionInstance) -> Lost {
    let scenes = scenes(program, start, steps);
    let last = scenes.last().unwrap_or(start);
    let (entered, statement) = match &instance.identity {
        SectionIdentity::Node { procedure, node, .. } => {
            let procedure = program.procedure(*procedure);
            let edges = procedure.edges_from(*node).map(|edge| procedure.edges[edge].span);
            place_and_text(program, edges.clone().find(|span| span.line > 0))
        }
        SectionIdentity::Opened { .. } | SectionIdentity::Call { .. } => {
            let span = entering_step(program, &scenes, steps, instance)
                .and_then(|(before, step)| span_of(program, before, step));
            place_and_text(program, span)
        }
    };
    Lost::Section {
        thread: last.thread(program, instance.thread),
        kind: kind(program, &instance.identity),
        object: object(program, &last.state, instance),
        entered,
        statement,
    }
}

fn place_and_text(program: &Program, span: Option<Span>) -> (Option<Place>, String) {
    let place = span.and_then(|span| name::place(program, span));
    let text = span.and_then(|span| statement::excerpt(program, span)).unwrap_or_default();
    (place, text)
}

/// The last step of the thread before which the section was not open.
fn entering_step<'a>(
    program: &Program,
    scenes: &'a [Scene],
    steps: &'a [Step],
    instance: &SectionInstance,
) -> Option<(&'a State, &'a Step)> {
    let taken = scenes.iter().map(|scene| &scene.state).zip(steps);
    let is_closed =
        |(before, step): &(&State, &Step)| step.thread == instance.thread && !open(program, before).contains(instance);
    taken.rev().find(is_closed)
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

fn object(program: &Program, state: &State, instance: &SectionInstance) -> Option<String> {
    match &instance.identity {
        SectionIdentity::Opened { place, .. } => {
            let section = state.thread(instance.thread)?.sections.get(*place as usize)?;
            section.object.as_ref().map(|object| value::show(program, object))
        }
        SectionIdentity::Node { .. } => None,
        SectionIdentity::Call { procedure, .. } => Some(program.procedure(*procedure).name.clone()),
    }
}
