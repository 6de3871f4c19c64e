//! The full graph of all interleavings.

use std::collections::{BTreeSet, HashMap};

use check::semantics::fault::Failure;
use check::semantics::state::{State, Thread, initial};
use check::semantics::step::steps;
use evidence::counterexample::{Motion, SectionIdentity, Step};
use program::ids::{ChoiceId, ThreadSlot};
use program::procedure;
use program::program::Program;

use super::identity::identity;

/// Programs with more threads at once are left out: the oracle tries all sets of threads.
const MOST_THREADS: usize = 6;

/// Programs with more frames on a stack are left out: they recurse for ever.
const MOST_FRAMES: usize = 8;

/// All states that can be reached, and all steps between them.
pub struct Graph {
    /// The states; the first one is the initial state.
    pub states: Vec<State>,
    /// The steps from each state.
    pub edges: Vec<Vec<Edge>>,
    /// Whether the program has ended in each state.
    pub ends: Vec<bool>,
    /// Whether each state is the last one of a run that is discarded.
    pub discarded_ends: Vec<bool>,
    /// The threads that can step in each state.
    pub enabled: Vec<BTreeSet<ThreadSlot>>,
    /// What goes wrong somewhere.
    pub failures: Vec<Failure>,
    /// Whether somewhere it is undetermined what a step does.
    pub undetermined: bool,
}

/// A step from one state to another.
pub struct Edge {
    /// The step.
    pub step: Step,
    /// Where it leads.
    pub to: usize,
    /// What the semantics says about sections that it leaves.
    pub left: Vec<SectionIdentity>,
    /// The choices that the thread could have taken, and did not.
    pub passed_over: BTreeSet<ChoiceId>,
    /// The choice that it takes.
    pub chosen: Option<ChoiceId>,
    /// Whether it is the thread's last step.
    pub is_last: bool,
}

impl Graph {
    /// Builds the graph, unless it is too large.
    pub fn build(program: &Program, most_states: usize) -> Option<Graph> {
        let mut graph = Graph {
            states: Vec::new(),
            edges: Vec::new(),
            ends: Vec::new(),
            discarded_ends: Vec::new(),
            enabled: Vec::new(),
            failures: Vec::new(),
            undetermined: false,
        };
        let mut numbers = HashMap::new();
        graph.number(&mut numbers, initial(program));
        while graph.edges.len() < graph.states.len() {
            let state = graph.states[graph.edges.len()].clone();
            if graph.states.len() > most_states || is_too_large(&state) {
                return None;
            }
            let mut edges = Vec::new();
            let mut enabled = BTreeSet::new();
            for slot in state.slots() {
                let Ok(taken) = steps(program, &state, slot) else {
                    graph.undetermined = true;
                    continue;
                };
                let offered: BTreeSet<ChoiceId> =
                    taken.iter().filter_map(|taken| edge_of(program, &state, &taken.step)?.eventually).collect();
                for taken in taken {
                    // A spurious step leads somewhere, but is part of no run that is judged.
                    let is_spurious = is_spurious(program, &state, &taken.step);
                    if !is_spurious {
                        enabled.insert(slot);
                    }
                    match taken.outcome {
                        Ok(reached) => {
                            let is_last = reached.state.thread(slot).is_none_or(Thread::has_finished);
                            let to = graph.number(&mut numbers, reached.state);
                            if !is_spurious {
                                let chosen = edge_of(program, &state, &taken.step).and_then(|edge| edge.eventually);
                                let passed_over =
                                    offered.iter().copied().filter(|choice| chosen != Some(*choice)).collect();
                                edges.push(Edge {
                                    step: taken.step,
                                    to,
                                    left: reached.left,
                                    passed_over,
                                    chosen,
                                    is_last,
                                });
                            }
                        }
                        Err((failure, _)) => graph.failures.push(failure),
                    }
                }
            }
            graph.ends.push(has_ended(&state));
            graph.discarded_ends.push(!has_ended(&state) && enabled.is_empty() && is_discarded(program, &state));
            graph.edges.push(edges);
            graph.enabled.push(enabled);
        }
        Some(graph)
    }

    fn number(&mut self, numbers: &mut HashMap<String, usize>, state: State) -> usize {
        *numbers.entry(identity(&state)).or_insert_with(|| {
            self.states.push(state);
            self.states.len() - 1
        })
    }

    /// Whether a state has no steps although the program has not ended.
    pub fn has_deadlock(&self) -> bool {
        let is_end = |number: usize| self.ends[number] || self.discarded_ends[number];
        let is_deadlock = |number: usize| self.enabled[number].is_empty() && !is_end(number);
        (0..self.states.len()).any(is_deadlock)
    }

    /// For each state whether some run through it counts: one that goes on for ever, or ends without being discarded.
    ///
    /// The others are found one after the other, each as soon as all of its successors are known to be of their kind.
    pub fn has_a_run(&self) -> Vec<bool> {
        let mut has_a_run: Vec<bool> = self.discarded_ends.iter().map(|is_discarded| !is_discarded).collect();
        let mut changed = true;
        while changed {
            changed = false;
            for number in 0..self.states.len() {
                let edges = &self.edges[number];
                if has_a_run[number] && !edges.is_empty() && !edges.iter().any(|edge| has_a_run[edge.to]) {
                    has_a_run[number] = false;
                    changed = true;
                }
            }
        }
        has_a_run
    }

    /// Whether from some state, of a run that counts, the end of the program cannot be reached.
    pub fn can_miss_the_end(&self) -> bool {
        let has_a_run = self.has_a_run();
        let mut reaches_end = self.ends.clone();
        let mut changed = true;
        while changed {
            changed = false;
            for number in (0..self.states.len()).rev() {
                if !reaches_end[number] && self.edges[number].iter().any(|edge| reaches_end[edge.to]) {
                    reaches_end[number] = true;
                    changed = true;
                }
            }
        }
        (0..self.states.len()).any(|number| has_a_run[number] && !reaches_end[number])
    }

    /// Who passes over which choice in some step.
    pub fn passed_over(&self) -> BTreeSet<(ThreadSlot, ChoiceId)> {
        let of_edge = |edge: &Edge| {
            let slot = edge.step.thread;
            edge.passed_over.iter().map(move |choice| (slot, *choice)).collect::<Vec<_>>()
        };
        self.edges.iter().flatten().flat_map(of_edge).collect()
    }

    /// The slots that are taken in some state.
    pub fn slots(&self) -> BTreeSet<ThreadSlot> {
        self.states.iter().flat_map(State::slots).collect()
    }
}

fn is_too_large(state: &State) -> bool {
    let frames = |thread: &Thread| thread.frames().map_or(0, <[_]>::len);
    state.threads.len() > MOST_THREADS || state.threads.iter().flatten().any(|thread| frames(thread) > MOST_FRAMES)
}

fn edge_of<'a>(program: &'a Program, state: &State, step: &Step) -> Option<&'a procedure::Edge> {
    match (state.top(step.thread), step.motion) {
        (Some(top), Motion::Edge(edge)) => Some(program.procedure(top.procedure).edge(edge)),
        _ => None,
    }
}

fn is_spurious(program: &Program, state: &State, step: &Step) -> bool {
    edge_of(program, state, step).is_some_and(|edge| edge.spurious)
}

/// Some thread waits for an assumption about the input, or for another one that does and has kept the scheduler.
fn is_discarded(program: &Program, state: &State) -> bool {
    let threads = || state.threads.iter().flatten();
    let is_kept = threads().any(|thread| thread.atomic_depth > 0);
    let waiting = threads().filter(|thread| !is_kept || thread.atomic_depth > 0);
    let mut tops = waiting.filter_map(|thread| thread.frames()?.last());
    tops.any(|top| program.procedure(top.procedure).nodes[top.node.index()].discards)
}

/// The program was ended, or no thread has anything left to do.
fn has_ended(state: &State) -> bool {
    state.halted || state.threads.iter().flatten().all(|thread| thread.has_finished())
}
