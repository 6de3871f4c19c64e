//! Programs written to be hard for the reduction and the rules, compared with the naive model checker.

mod builder;
mod naive;

use builder::*;
use check::explore::Graph;
use check::rules::exploration;
use check::semantics::state::initial;
use program::expr::Expr;
use program::ids::SectionKindId;
use program::procedure::Procedure;
use program::program::Program;
use program::property::{Fairness, Property, Question};
use program::types::Type;

/// The oracle and the rules agree on every question, and on this one the answer is known.
fn check(program: &Program, property: Property, fairness: Fairness, expected: bool) {
    let full = naive::graph::Graph::build(program, 10_000).expect("the program is small");
    assert!(full.failures.is_empty() && !full.undetermined, "the program does nothing wrong");
    let reduced = Graph::explore(program, &initial(program), &|_, _| false).expect("the program does nothing wrong");
    let asked = Question { property, fairness };
    assert_eq!(naive::holds(program, &asked, &full), expected, "oracle on {asked:?}");
    for question in naive::questions(program).into_iter().chain([asked]) {
        let found = exploration::holds(program, &question, &reduced).expect("the graph was explored");
        assert_eq!(found, naive::holds(program, &question, &full), "{question:?}");
    }
}

/// The number of the object in the section changes from state to state, the section stays open.
#[test]
fn a_section_stays_open_whatever_its_object_is_called() {
    // Never true, but looking at what the other thread writes, so that the reduction keeps all states.
    let never = equal(get(g(0)), get(g(1)));
    let waits_in_section =
        straight("waits", &[], vec![vec![heap(g(1), 1)], vec![enter(Some(get(g(1))))], vec![assume(never)]]);
    let allocates_for_ever =
        procedure("allocates", &[], 3, vec![edge(0, 1, vec![heap(g(0), 1)]), edge(1, 0, vec![set(g(0), null())])]);
    let starts = straight("main", &[], vec![vec![set(g(0), null()), fork(None, 1), fork(None, 2)]]);
    let program = program(&[Type::Pointer, Type::Pointer], vec![starts, waits_in_section, allocates_for_ever], &[0]);
    check(&program, Property::Sections, Fairness::Strong, false);
}

/// Starts a worker, raises the flag that it waits for, joins it and starts the next one, for ever.
fn starts_workers_for_ever() -> Procedure {
    procedure(
        "main",
        &[],
        5,
        vec![
            edge(0, 1, vec![set(g(0), truth(false)), fork(Some(0), 1)]),
            edge(1, 2, vec![set(g(0), truth(true))]),
            edge(2, 3, vec![join(0)]),
            edge(3, 1, vec![fork(Some(0), 1)]),
        ],
    )
}

/// The worker ends, is joined, and another one takes its slot, all on one reduced edge. Its section was left.
#[test]
fn a_section_is_left_although_another_thread_opens_the_like_in_the_same_slot() {
    let works = straight("worker", &[], vec![vec![assume(get(g(0))), set(g(0), truth(false))]]);
    let works = Procedure { section: Some(SectionKindId(0)), ..works };
    let program = program(&[Type::Bool], vec![starts_workers_for_ever(), works], &[0]);
    check(&program, Property::Sections, Fairness::Strong, true);
}

/// As above, with a section that the worker forgets to leave.
#[test]
fn a_joined_thread_takes_its_open_section_with_it() {
    let works = straight("worker", &[], vec![vec![enter(None)], vec![assume(get(g(0))), set(g(0), truth(false))]]);
    let program = program(&[Type::Bool], vec![starts_workers_for_ever(), works], &[0]);
    check(&program, Property::Sections, Fairness::Strong, true);
}

/// A thread that waits for a flag which another one raises and lowers for ever goes on under strong fairness only.
#[test]
fn a_flag_raised_and_lowered_tells_strong_from_weak_fairness() {
    let toggles = procedure(
        "toggles",
        &[],
        3,
        vec![
            edge(0, 1, vec![assume(not(get(g(1)))), set(g(0), truth(true))]),
            edge(1, 0, vec![set(g(0), truth(false))]),
            edge(0, 2, vec![assume(get(g(1)))]),
        ],
    );
    let waits = straight("waits", &[], vec![vec![assume(get(g(0))), set(g(1), truth(true))]]);
    let starts = straight(
        "main",
        &[],
        vec![vec![set(g(0), truth(false)), set(g(1), truth(false)), fork(None, 1), fork(None, 2)]],
    );
    let program = program(&[Type::Bool, Type::Bool], vec![starts, toggles, waits], &[0]);
    check(&program, Property::Finish, Fairness::Strong, true);
    check(&program, Property::Finish, Fairness::Weak, false);
    check(&program, Property::Thread("waits".to_owned()), Fairness::None, true);
    check(&program, Property::Thread("toggles".to_owned()), Fairness::Weak, false);
}

/// A thread that spins until another one, which is always ready, raises a flag goes on under weak fairness already.
#[test]
fn a_spinning_thread_tells_weak_fairness_from_none() {
    let spins =
        procedure("spins", &[], 2, vec![edge(0, 0, vec![assume(not(get(g(0))))]), edge(0, 1, vec![assume(get(g(0)))])]);
    let raises = straight("raises", &[], vec![vec![], vec![set(g(0), truth(true))]]);
    let starts = straight("main", &[], vec![vec![set(g(0), truth(false)), fork(None, 1), fork(None, 2)]]);
    let program = program(&[Type::Bool], vec![starts, spins, raises], &[0]);
    check(&program, Property::Finish, Fairness::Weak, true);
    check(&program, Property::Finish, Fairness::None, false);
}

/// Where an atomic block is under way, others are disabled: that is enough for weak fairness.
#[test]
fn a_thread_disabled_inside_an_atomic_block_only_may_starve_under_weak_fairness() {
    use program::command::Action::{BeginAtomic, EndAtomic};
    let cycles = procedure(
        "cycles",
        &[Type::Int],
        4,
        vec![
            edge(0, 1, vec![BeginAtomic]),
            edge(1, 2, vec![set(l(0), Expr::int(1))]),
            edge(2, 0, vec![EndAtomic]),
            edge(0, 3, vec![assume(get(g(0)))]),
        ],
    );
    let raises = straight("raises", &[], vec![vec![set(g(0), truth(true))]]);
    let starts = straight("main", &[], vec![vec![set(g(0), truth(false)), fork(None, 1), fork(None, 2)]]);
    let program = program(&[Type::Bool], vec![starts, cycles, raises], &[0]);
    check(&program, Property::Terminate, Fairness::Weak, false);
}

/// A stack object ends with its thread, which others can notice.
#[test]
fn the_end_of_a_stack_object_is_not_moved_before_a_use() {
    let lends = straight(
        "lends",
        &[Type::Pointer],
        vec![
            vec![stack(l(0), 1), program::command::Action::Store { pointer: get(l(0)), value: bits(8, 0) }],
            vec![set(g(0), get(l(0)))],
            vec![assume(get(g(1)))],
            vec![],
        ],
    );
    let load = Expr::Load(Box::new(get(g(0))), Type::Bits(8));
    let uses = straight(
        "uses",
        &[],
        vec![
            vec![set(g(0), null()), set(g(1), truth(false)), fork(None, 0)],
            vec![assume(not(equal(get(g(0)), null())))],
            vec![assume(equal(load, bits(8, 0))), set(g(1), truth(true))],
        ],
    );
    let program = program(&[Type::Pointer, Type::Bool], vec![lends, uses], &[1]);
    check(&program, Property::Finish, Fairness::Strong, true);
}
