//! Infinite fair runs, by the definition of fairness.
//!
//! One algorithm decides whether a graph has an infinite path on which each of several kinds of edges comes up again and
//! again: the greatest fixed point of Emerson and Lei (LICS 1986). Fairness is brought into this form:
//!
//! - none: there are no such kinds, any infinite path will do;
//! - weak: for each thread, edges on which it steps or before which it is not enabled;
//! - strong: the set of threads that step infinitely often is guessed, every set in turn. Then nobody else steps, nobody else
//!   is ever enabled, and for each thread in the set its steps come up again and again.

use check::semantics::state::Thread;
use program::ids::ThreadSlot;
use program::program::Program;
use program::property::Fairness;

use super::graph::{Edge, Graph};

/// Whether there is an infinite fair run.
pub fn has_fair_run(graph: &Graph, fairness: Fairness) -> bool {
    has_run(graph, fairness, &|_| true, None)
}

/// Whether there is a fair run in which one thread steps infinitely often and is in the procedure of this name all the while,
/// above nothing but procedures that wrap.
pub fn steps_for_ever(program: &Program, graph: &Graph, fairness: Fairness, name: &str) -> bool {
    graph.slots().into_iter().any(|slot| {
        // As long as a thread runs nobody else is in its slot, and after a return the frame is missing.
        let runs = |number: usize| {
            let frames = graph.states[number].thread(slot).and_then(Thread::frames).unwrap_or_default();
            for frame in frames {
                let procedure = program.procedure(frame.procedure);
                if procedure.name == name {
                    return true;
                }
                if !procedure.wraps {
                    return false;
                }
            }
            false
        };
        has_run(graph, fairness, &runs, Some(slot))
    })
}

/// Whether there is a fair run through the allowed states, with infinitely many steps of the thread if one is given.
fn has_run(graph: &Graph, fairness: Fairness, allowed: &dyn Fn(usize) -> bool, stepping: Option<ThreadSlot>) -> bool {
    let slots: Vec<ThreadSlot> = graph.slots().into_iter().collect();
    let steps = |slot: ThreadSlot| move |_: usize, edge: &Edge| edge.step.thread == slot;
    let mut again_and_again: Vec<Condition<'_>> = Vec::new();
    if let Some(slot) = stepping {
        again_and_again.push(Box::new(steps(slot)));
    }
    match fairness {
        Fairness::None => path_exists(graph, allowed, &|_| true, &again_and_again),
        Fairness::Weak => {
            for &slot in &slots {
                let steps_or_cannot =
                    move |from: usize, edge: &Edge| edge.step.thread == slot || !graph.enabled[from].contains(&slot);
                again_and_again.push(Box::new(steps_or_cannot));
            }
            path_exists(graph, allowed, &|_| true, &again_and_again)
        }
        Fairness::Strong => (1..1u32 << slots.len()).any(|set| {
            let is_in =
                |slot: &ThreadSlot| slots.iter().position(|other| other == slot).is_some_and(|at| set >> at & 1 == 1);
            if stepping.is_some_and(|slot| !is_in(&slot)) {
                return false;
            }
            let nobody_else_can = |number: usize| allowed(number) && graph.enabled[number].iter().all(is_in);
            let conditions: Vec<Condition<'_>> =
                slots.iter().filter(|slot| is_in(slot)).map(|slot| Box::new(steps(*slot)) as Condition<'_>).collect();
            path_exists(graph, &nobody_else_can, &|edge| is_in(&edge.step.thread), &conditions)
        }),
    }
}

/// Something that an edge, with the state it leaves, may satisfy.
type Condition<'a> = Box<dyn Fn(usize, &Edge) -> bool + 'a>;

/// Whether an infinite path through allowed states and edges satisfies each condition infinitely often.
fn path_exists(
    graph: &Graph,
    allowed_state: &dyn Fn(usize) -> bool,
    allowed_edge: &dyn Fn(&Edge) -> bool,
    again_and_again: &[Condition<'_>],
) -> bool {
    let any_edge: Condition<'_> = Box::new(|_, _| true);
    let conditions: Vec<&Condition<'_>> = again_and_again.iter().chain([&any_edge]).collect();
    let mut candidates: Vec<bool> = (0..graph.states.len()).map(allowed_state).collect();
    loop {
        let mut changed = false;
        for condition in &conditions {
            let stays = can_reach(graph, &candidates, allowed_edge, condition);
            changed |= stays != candidates;
            candidates = stays;
        }
        if !changed {
            return candidates.contains(&true);
        }
    }
}

/// The candidates from which a path through candidates leads over an edge between candidates that satisfies the condition.
fn can_reach(
    graph: &Graph,
    candidates: &[bool],
    allowed_edge: &dyn Fn(&Edge) -> bool,
    condition: &Condition<'_>,
) -> Vec<bool> {
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); candidates.len()];
    let mut reaches = vec![false; candidates.len()];
    let mut waiting = Vec::new();
    for (from, edges) in graph.edges.iter().enumerate().filter(|(from, _)| candidates[*from]) {
        for edge in edges.iter().filter(|edge| candidates[edge.to] && allowed_edge(edge)) {
            before[edge.to].push(from);
            if condition(from, edge) && !std::mem::replace(&mut reaches[from], true) {
                waiting.push(from);
            }
        }
    }
    while let Some(number) = waiting.pop() {
        for &from in &before[number] {
            if !std::mem::replace(&mut reaches[from], true) {
                waiting.push(from);
            }
        }
    }
    reaches
}
