//! Infinite fair runs, by the definition of fairness.
//!
//! One algorithm decides whether a graph has an infinite path on which each of several kinds of edges comes up again and
//! again: the greatest fixed point of Emerson and Lei (LICS 1986). Fairness is brought into this form:
//!
//! - none: there are no such kinds, any infinite path will do;
//! - weak: for each thread, edges on which it steps or before which it is not enabled;
//! - strong: the set of threads that step infinitely often is guessed, every set in turn. Then nobody else steps, nobody else
//!   is ever enabled, and for each thread in the set its steps come up again and again.
//!
//! Of each choice that a thread may pass over it is guessed, too, whether it does so again and again: if not, it never does, and if so,
//! steps come up again and again by which it takes the choice, or ends.

use check::semantics::state::Thread;
use program::ids::{ChoiceId, ThreadSlot};
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
    let passed_over: Vec<(ThreadSlot, ChoiceId)> = graph.passed_over().into_iter().collect();
    (0..1u32 << passed_over.len()).any(|set| {
        let (taken, barred): (Vec<_>, Vec<_>) =
            passed_over.iter().enumerate().partition(|(position, _)| set >> position & 1 == 1);
        let choices = Choices {
            taken: taken.into_iter().map(|(_, choice)| *choice).collect(),
            barred: barred.into_iter().map(|(_, choice)| *choice).collect(),
        };
        has_run_with(graph, fairness, allowed, stepping, &choices)
    })
}

/// A guess about choices.
struct Choices {
    /// Those that are taken again and again.
    taken: Vec<(ThreadSlot, ChoiceId)>,
    /// Those that are never passed over.
    barred: Vec<(ThreadSlot, ChoiceId)>,
}

impl Choices {
    fn allow(&self, edge: &Edge) -> bool {
        !self.barred.iter().any(|(slot, choice)| edge.step.thread == *slot && edge.passed_over.contains(choice))
    }

    fn conditions(&self) -> impl Iterator<Item = Condition<'_>> {
        self.taken.iter().map(|(slot, choice)| {
            let is_done = move |_: usize, edge: &Edge| {
                edge.step.thread == *slot && (edge.chosen == Some(*choice) || edge.is_last)
            };
            Box::new(is_done) as Condition<'_>
        })
    }
}

/// The same if the choices are as guessed.
fn has_run_with(
    graph: &Graph,
    fairness: Fairness,
    allowed: &dyn Fn(usize) -> bool,
    stepping: Option<ThreadSlot>,
    choices: &Choices,
) -> bool {
    let slots: Vec<ThreadSlot> = graph.slots().into_iter().collect();
    let steps = |slot: ThreadSlot| move |_: usize, edge: &Edge| edge.step.thread == slot;
    let mut again_and_again: Vec<Condition<'_>> = choices.conditions().collect();
    if let Some(slot) = stepping {
        again_and_again.push(Box::new(steps(slot)));
    }
    match fairness {
        Fairness::None => path_exists(graph, allowed, &|edge| choices.allow(edge), &again_and_again),
        Fairness::Weak => {
            for &slot in &slots {
                let steps_or_cannot =
                    move |from: usize, edge: &Edge| edge.step.thread == slot || !graph.enabled[from].contains(&slot);
                again_and_again.push(Box::new(steps_or_cannot));
            }
            path_exists(graph, allowed, &|edge| choices.allow(edge), &again_and_again)
        }
        Fairness::Strong => (1..1u32 << slots.len()).any(|set| {
            let is_in =
                |slot: &ThreadSlot| slots.iter().position(|other| other == slot).is_some_and(|at| set >> at & 1 == 1);
            if stepping.is_some_and(|slot| !is_in(&slot)) {
                return false;
            }
            let nobody_else_can = |number: usize| allowed(number) && graph.enabled[number].iter().all(is_in);
            let all_step = slots.iter().filter(|slot| is_in(slot)).map(|slot| Box::new(steps(*slot)) as Condition<'_>);
            let conditions: Vec<Condition<'_>> = choices.conditions().chain(all_step).collect();
            let is_allowed = |edge: &Edge| is_in(&edge.step.thread) && choices.allow(edge);
            path_exists(graph, &nobody_else_can, &is_allowed, &conditions)
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
