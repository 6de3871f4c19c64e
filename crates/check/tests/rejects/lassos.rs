//! Rules `cycle`, `closing`, `spurious`, `eventually`, `random`, `fair` and `thread`: the run repeats its cycle for ever, whatever random numbers come
//! up, is fair, and has the thread in it.

use check::accept::{Finding, accept};
use check::fairness::Part;
use evidence::counterexample::{Choice, Closing, Counterexample, Lasso, Motion, Step};
use evidence::verdict::Verdict;
use program::ids::{ChoiceId, ThreadSlot};
use program::procedure::{Draws, Edge, Procedure};
use program::program::Program;
use program::property::{Fairness, Property};
use program::types::Type;

use crate::builder::*;
use crate::verdicts::{accepted, ask, counts_then_loops, finish, lasso, rejected_by, take};

/// One thread goes round for ever, the other one has a step to take.
pub fn loops_beside_another() -> Program {
    let loops = procedure("loops", &[], 2, vec![edge(0, 0, vec![])]);
    let waits = straight("waits", &[], vec![vec![]]);
    program(&[], vec![loops, waits], &[0, 1])
}

#[test]
fn cycle() {
    rejected_by("cycle", &counts_then_loops(), &finish(), lasso(vec![take(0, 0), take(0, 1)], Vec::new()));
}

/// A wake-up for no reason cannot be counted on to come again and again.
#[test]
fn spurious() {
    let goes_round = |spurious| {
        let back = Edge { spurious, ..edge(1, 0, vec![]) };
        program(&[], vec![procedure("main", &[], 3, vec![edge(0, 1, vec![]), back])], &[0])
    };
    let round = || lasso(Vec::new(), vec![take(0, 0), take(0, 1)]);
    accepted(&goes_round(false), &finish(), round());
    rejected_by("spurious", &goes_round(true), &finish(), round());
    // With nothing else to do, the thread is blocked.
    let blocked = Verdict::Refuted(Counterexample::Deadlock(vec![take(0, 0)]));
    accepted(&goes_round(true), &finish(), blocked.clone());
    rejected_by("deadlock", &goes_round(false), &finish(), blocked);
}

/// What is marked as taken eventually is not passed over for ever, whatever the fairness.
#[test]
fn eventually() {
    let goes_round = |marked, guard| {
        let gives_up = Edge { eventually: marked, ..edge(0, 1, vec![assume(truth(guard))]) };
        program(&[], vec![procedure("main", &[], 3, vec![edge(0, 0, vec![]), gives_up, edge(1, 0, vec![])])], &[0])
    };
    let marked = Some(ChoiceId(0));
    let round = || lasso(Vec::new(), vec![take(0, 0)]);
    accepted(&goes_round(None, true), &finish(), round());
    for fairness in [Fairness::Strong, Fairness::Weak, Fairness::None] {
        rejected_by("eventually", &goes_round(marked, true), &ask(Property::Finish, fairness), round());
    }
    // A way that is not open is not passed over, and one that is taken now and then is not passed over for ever.
    accepted(&goes_round(marked, false), &finish(), round());
    accepted(&goes_round(marked, true), &finish(), lasso(Vec::new(), vec![take(0, 0), take(0, 1), take(0, 2)]));
}

/// Each of these threads passes over the choice once: none does so for ever.
#[test]
fn threads_that_end_pass_over_nothing_for_ever() {
    let starts = edge(0, 0, vec![fork(None, 1)]);
    let gives_up = Edge { eventually: Some(ChoiceId(0)), ..edge(0, 1, vec![]) };
    let worker = procedure("worker", &[], 2, vec![edge(0, 1, vec![]), gives_up]);
    let main = procedure("main", &[], 2, vec![starts]);
    let round = || lasso(Vec::new(), vec![take(0, 0), take(1, 0)]);
    accepted(&program(&[], vec![main, worker], &[0]), &finish(), round());
}

/// Random numbers do not come up in the same way for ever, and what follows from a seed may have to be the same as before.
#[test]
fn random() {
    let goes_round = |random, after: Vec<Edge>| {
        let edges = [vec![edge(0, 0, vec![]), edge(0, 1, vec![])], after].concat();
        program(&[], vec![Procedure { random, ..procedure("main", &[], 3, edges) }], &[0])
    };
    let round = || lasso(Vec::new(), vec![take(0, 0)]);
    let ends = || vec![edge(1, 2, vec![])];
    accepted(&goes_round(None, ends()), &finish(), round());
    rejected_by("random", &goes_round(Some(Draws::Fresh), ends()), &finish(), round());
    // Whatever comes up, there is no end.
    let never_ends = goes_round(Some(Draws::Fresh), vec![edge(1, 0, vec![])]);
    accepted(&never_ends, &finish(), round());
    rejected_by("random", &never_ends, &ask(Property::Thread("main".into()), Fairness::Strong), round());
    // There is no end, but a deadlock, which is no infinite run.
    let gets_stuck = || vec![edge(1, 2, vec![assume(truth(false))])];
    let fresh = goes_round(Some(Draws::Fresh), gets_stuck());
    accepted(&fresh, &finish(), round());
    rejected_by("random", &fresh, &ask(Property::Terminate, Fairness::Strong), round());
    let stuck = || Verdict::Refuted(Counterexample::Deadlock(vec![take(0, 1)]));
    accepted(&fresh, &finish(), stuck());
    rejected_by("random", &goes_round(Some(Draws::Repeatable), gets_stuck()), &finish(), stuck());
}

#[test]
fn closing() {
    let program = counts_then_loops();
    rejected_by("closing", &program, &finish(), lasso(vec![take(0, 0)], vec![take(0, 1)]));
    rejected_by("closing", &program, &finish(), lasso(vec![take(0, 0)], vec![take(0, 1), take(0, 2)]));
}

#[test]
fn closing_up_to_heap_names() {
    let allocates = procedure("main", &[Type::Pointer], 2, vec![edge(0, 0, vec![heap(l(0), 1)])]);
    let program = program(&[], vec![allocates], &[0]);
    let closed = |closing| {
        let (stem, cycle) = (vec![take(0, 0)], vec![take(0, 0)]);
        Verdict::Refuted(Counterexample::Lasso(Lasso { stem, cycle, closing }))
    };
    accepted(&program, &finish(), closed(Closing::SameUpToHeapNames));
    rejected_by("closing", &program, &finish(), closed(Closing::SameState));
    let first_differs = Lasso { stem: Vec::new(), cycle: vec![take(0, 0)], closing: Closing::SameUpToHeapNames };
    rejected_by("closing", &program, &finish(), Verdict::Refuted(Counterexample::Lasso(first_differs)));
}

#[test]
fn fair() {
    let program = loops_beside_another();
    let starving = || lasso(Vec::new(), vec![take(0, 0)]);
    accepted(&program, &ask(Property::Finish, Fairness::None), starving());
    rejected_by("fair", &program, &ask(Property::Finish, Fairness::Weak), starving());
    rejected_by("fair", &program, &ask(Property::Finish, Fairness::Strong), starving());
    accepted(&program, &finish(), lasso(vec![take(1, 0)], vec![take(0, 0)]));
}

#[test]
fn fair_to_a_thread_that_is_enabled_now_and_then() {
    let toggles = procedure(
        "toggles",
        &[],
        4,
        vec![
            edge(0, 1, vec![set(g(0), truth(false))]),
            edge(1, 2, vec![set(g(0), truth(true))]),
            edge(2, 1, vec![set(g(0), truth(false))]),
        ],
    );
    let waits = straight("waits", &[], vec![vec![assume(get(g(0)))]]);
    let starts = straight("main", &[], vec![vec![set(g(0), truth(false)), fork(None, 1), fork(None, 2)]]);
    let program = program(&[Type::Bool], vec![starts, toggles, waits], &[0]);
    // The main thread has freed its slot, but the others keep theirs.
    let starving = || lasso(vec![take(0, 0), take(1, 0)], vec![take(1, 1), take(1, 2)]);
    accepted(&program, &ask(Property::Finish, Fairness::None), starving());
    accepted(&program, &ask(Property::Finish, Fairness::Weak), starving());
    rejected_by("fair", &program, &ask(Property::Finish, Fairness::Strong), starving());
}

#[test]
fn thread() {
    let program = loops_beside_another();
    let looping = || lasso(vec![take(1, 0)], vec![take(0, 0)]);
    let of = |name: &str| ask(Property::Thread(name.to_owned()), Fairness::Strong);
    accepted(&program, &of("loops"), looping());
    rejected_by("thread", &program, &of("waits"), looping());
    rejected_by("thread", &program, &of("nobody"), looping());
}

#[test]
fn thread_that_is_replaced_by_another_in_its_slot() {
    let starts = procedure("main", &[], 3, vec![edge(0, 1, vec![fork(Some(0), 1)]), edge(1, 0, vec![join(0)])]);
    let works = straight("worker", &[], vec![vec![], vec![]]);
    let program = program(&[], vec![starts, works], &[0]);
    let of = |name: &str| ask(Property::Thread(name.to_owned()), Fairness::Strong);
    let joining = Step { choices: vec![Choice::Thread(ThreadSlot(1))], ..take(0, 1) };
    let round = || lasso(Vec::new(), vec![take(0, 0), take(1, 0), take(1, 1), joining.clone()]);
    accepted(&program, &of("main"), round());
    rejected_by("thread", &program, &of("worker"), round());
    let accepted = accept(&program, &of("main"), round(), &|_, _| false).expect("it was accepted before");
    let both_step = [0, 1].map(|slot| (ThreadSlot(slot), Part::Steps));
    assert_eq!(accepted.finding(), &Finding::Parts(both_step.into()), "also of the thread that comes and goes");
}

#[test]
fn thread_that_is_replaced_as_soon_as_it_is_joined() {
    let replaces = edge(1, 1, vec![join(0), fork(Some(0), 1)]);
    let starts = procedure("main", &[], 3, vec![edge(0, 1, vec![fork(Some(0), 1)]), replaces]);
    let program = program(&[], vec![starts, straight("worker", &[], vec![vec![]])], &[0]);
    let joining = Step { choices: vec![Choice::Thread(ThreadSlot(1))], ..take(0, 1) };
    let round = || lasso(vec![take(0, 0)], vec![take(1, 0), joining.clone()]);
    accepted(&program, &finish(), round());
    rejected_by("thread", &program, &ask(Property::Thread("worker".to_owned()), Fairness::Strong), round());
}

/// A thread runs what procedures that wrap have called, until the call returns.
#[test]
fn thread_that_starts_with_a_procedure_that_wraps() {
    let calls = |wraps| Procedure { wraps, ..procedure("main", &[], 2, vec![call(0, 0, 1, Vec::new(), Vec::new())]) };
    let works = || procedure("worker", &[], 3, vec![edge(0, 1, vec![]), edge(1, 0, vec![]), edge(1, 2, vec![])]);
    let of = |name: &str| ask(Property::Thread(name.to_owned()), Fairness::Strong);
    let inside = || lasso(vec![take(0, 0)], vec![take(0, 0), take(0, 1)]);
    let wrapping = program(&[], vec![calls(true), works()], &[0]);
    accepted(&wrapping, &of("worker"), inside());
    accepted(&wrapping, &of("main"), inside());
    let returns = Step { motion: Motion::Return, ..take(0, 0) };
    let again = || lasso(Vec::new(), vec![take(0, 0), take(0, 0), take(0, 2), returns.clone()]);
    accepted(&wrapping, &of("main"), again());
    rejected_by("thread", &wrapping, &of("worker"), again());
    let plain = program(&[], vec![calls(false), works()], &[0]);
    rejected_by("thread", &plain, &of("worker"), inside());
    accepted(&plain, &of("main"), inside());
}
