//! States of which nothing becomes: every run through them is discarded.
//!
//! A run that ends where all unfinished threads wait for an assumption about the input is none of the program's.
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
            !state.has_ended() && state.waits_for_input_only(program)
        }
    };
    let mut found: Vec<u32> = numbers.clone().filter(ends_no_run).collect();
    if found.is_empty() {
        return is_void;
    }
    let mut predecessors = vec![Vec::new(); graph.len()];
    let mut not_void: Vec<usize> = numbers.clone().map(|number| graph.successors(number).len()).collect();
    for number in numbers {
        graph.successors(number).iter().for_each(|target| predecessors[*target as usize].push(number));
    }
    while let Some(number) = found.pop() {
        is_void[number as usize] = true;
        for &before in &predecessors[number as usize] {
            not_void[before as usize] -= 1;
            if not_void[before as usize] == 0 {
                found.push(before);
            }
        }
    }
    is_void
}
