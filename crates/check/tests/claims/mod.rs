//! What provers are told, in tests, of runs that they are about to claim.

use engine::Task;
use engine::budget::Budget;
use evidence::counterexample::Counterexample;
use evidence::verdict::Verdict;

/// Whether the run is accepted.
pub fn may_hold(task: Task<'_>, found: &Counterexample, _: &Budget) -> bool {
    let verdict = Verdict::Refuted(found.clone());
    check::accept::accept(task.program, task.question, verdict, &|_, _| false).is_ok()
}
