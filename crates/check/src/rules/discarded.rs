//! States of which nothing becomes: every run through them is discarded.
//!
//! A run that ends where a thread waits for an assumption about the input is none of the program's.
//! A state is *void* if all maximal runs from it are like that: such a run ends there, or there are successors and all are void.
//! What can be reached in void states only, can be reached in no run of the program.
//! An infinite run is not discarded, so that no state on a cycle is void.

use program::program::Program;

use crate::explore::Graph;

/// For each state of the graph whether it is void.
pub fn void_states(program: &Program, graph: &Graph<'_>) -> Vec<bool> {
    let numbers = 0..graph.len() as u32;
    let mut is_void = vec![false; graph.len()];
    let ends_no_run = |number: &u32| {
        let is_last = graph.successors(*number).is_empty();
        is_last && {
            let state = graph.state(*number);
            !state.has_ended() && state.ends_no_run(program)
        }
    };
    let mut found: Vec<u32> = numbers.clone().filter(ends_no_run).collect();
    if found.is_empty() {
        return is_void;
    }
    let predecessors = Predecessors::of(graph);
    let mut not_void: Vec<u32> = numbers.map(|number| graph.successors(number).len() as u32).collect();
    while let Some(number) = found.pop() {
        is_void[number as usize] = true;
        for &before in predecessors.list(number) {
            not_void[before as usize] -= 1;
            if not_void[before as usize] == 0 {
                found.push(before);
            }
        }
    }
    is_void
}

/// Who leads to whom: the edges of the graph, sorted by where they end.
struct Predecessors {
    sources: Vec<u32>,
    /// Where the predecessors of a state start.
    starts: Vec<usize>,
}

impl Predecessors {
    fn of(graph: &Graph<'_>) -> Predecessors {
        let edges =
            || (0..graph.len() as u32).flat_map(|source| graph.successors(source).iter().map(move |to| (source, *to)));
        let mut starts = vec![0; graph.len() + 1];
        edges().for_each(|(_, target)| starts[target as usize + 1] += 1);
        for state in 0..graph.len() {
            starts[state + 1] += starts[state];
        }
        let mut sources = vec![0; starts[graph.len()]];
        let mut next = starts.clone();
        for (source, target) in edges() {
            sources[next[target as usize]] = source;
            next[target as usize] += 1;
        }
        Predecessors { sources, starts }
    }

    fn list(&self, state: u32) -> &[u32] {
        &self.sources[self.starts[state as usize]..self.starts[state as usize + 1]]
    }
}
