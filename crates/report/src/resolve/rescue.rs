//! Whether another schedule could still end a program that goes round in a cycle.
//!
//! It is said only if it was found out: by a state in which the program has ended and that can be reached from the cycle, or by all states that
//! can be reached from it.

use check::accept::Accepted;
use check::explore::{Graph, Spurious};
use check::replay::replay;
use check::rules::discarded::void_states;
use check::semantics::state::initial;
use evidence::counterexample::Counterexample;
use evidence::verdict::Verdict;
use program::program::Program;

use crate::outcome::Rescue;

/// So many states are looked at, at most: a report should not take longer than the search. No clock decides, so that the same program
/// has the same report each time.
const MOST_STATES: u64 = 2_000;

/// What is known.
pub fn of(accepted: &Accepted, program: &Program) -> Option<Rescue> {
    let Verdict::Refuted(Counterexample::Lasso(lasso)) = accepted.verdict() else { return None };
    let start = initial(program);
    let head = match replay(program, &start, &lasso.stem).ok()?.reached.pop() {
        Some(reached) => reached.state,
        None => start,
    };
    // A wake-up for no reason may happen, so it may be what ends the program.
    let is_enough = |states: u64, _: u64| states > MOST_STATES;
    let graph = Graph::explore(program, &head, Spurious::Taken, &is_enough).ok()?;
    let is_void = void_states(program, &graph);
    let can_end = (0..graph.len() as u32).any(|number| !is_void[number as usize] && graph.state(number).has_ended());
    // Runs that do not count as the program's own may hide what the others do.
    match (can_end, is_void.contains(&true)) {
        (true, _) => Some(Rescue::CanStillEnd),
        (false, false) => Some(Rescue::CannotEnd),
        (false, true) => None,
    }
}
