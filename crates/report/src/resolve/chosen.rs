//! What threads do in a cycle about choices of which a way is taken eventually, which is a reason why the run counts.

use std::collections::BTreeMap;

use check::replay::{alternatives, chosen, passed_over};
use check::semantics::state::State;
use evidence::counterexample::Step;
use program::ids::ChoiceId;
use program::program::Program;
use program::span::Span;

use crate::name;
use crate::outcome::ChoiceInCycle;
use crate::scene::Scene;

/// What is known of a choice.
#[derive(Default)]
struct Known {
    place: Option<Span>,
    is_open: bool,
    is_chosen: bool,
}

/// By the number of the thread, what it does about the choices that it comes to, given the states before each step.
pub(crate) fn choices(program: &Program, scenes: &[Scene], steps: &[Step]) -> BTreeMap<u32, Vec<ChoiceInCycle>> {
    let mut all: BTreeMap<(u32, ChoiceId), Known> = BTreeMap::new();
    for (scene, step) in scenes.iter().zip(steps) {
        let Some(number) = scene.number(step.thread) else { continue };
        let state = &scene.state;
        // Where it cannot be told what is open, it counts as open.
        let open = passed_over(program, state, step).unwrap_or_else(|_| alternatives(program, state, step));
        for choice in alternatives(program, state, step) {
            let known = all.entry((number, choice)).or_default();
            known.place = known.place.or_else(|| place_of(program, state, step, choice));
            known.is_open |= open.contains(&choice);
        }
        if let Some(choice) = chosen(program, state, step) {
            let known = all.entry((number, choice)).or_default();
            known.place = place_of(program, state, step, choice);
            known.is_chosen = true;
        }
    }
    let mut told: BTreeMap<u32, Vec<ChoiceInCycle>> = BTreeMap::new();
    for ((number, _), known) in all {
        let place = known.place.and_then(|span| name::place(program, span));
        let choice = match known {
            Known { is_chosen: true, .. } => ChoiceInCycle::Taken(place),
            Known { is_open: false, .. } => ChoiceInCycle::NeverOpen(place),
            // The thread ends before it has passed over it for ever.
            _ => continue,
        };
        told.entry(number).or_default().push(choice);
    }
    told
}

/// Where the way of the choice is written, at the location of the thread.
fn place_of(program: &Program, state: &State, step: &Step, choice: ChoiceId) -> Option<Span> {
    let top = state.top(step.thread)?;
    let procedure = program.procedure(top.procedure);
    let mut edges = procedure.edges[procedure.edges_from(top.node)].iter();
    edges.find(|edge| edge.eventually == Some(choice)).map(|edge| edge.span)
}
