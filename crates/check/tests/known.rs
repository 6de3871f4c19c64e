//! Programs written to be hard for the reduction and the rules, compared with the naive model checker.

mod builder;
mod hard;
mod naive;

use builder::*;
use check::explore::{Graph, NoGraph, Spurious};
use check::rules::exploration;
use check::semantics::fault::{Failure, MemoryError};
use check::semantics::state::initial;
use program::command::{Action, Call, Callee};
use program::expr::{BinaryOp, Expr};
use program::procedure::{Edge, Procedure};
use program::program::Program;
use program::property::{Fairness, Property, Question};
use program::types::Type;

/// The oracle and the rules agree on every question, and on this one the answer is known.
fn check(program: &Program, property: Property, fairness: Fairness, expected: bool) {
    compare("the program", program, property, fairness, expected);
}

fn compare(name: &str, program: &Program, property: Property, fairness: Fairness, expected: bool) {
    let full = naive::graph::Graph::build(program, 10_000).expect("the program is small");
    assert!(full.failures.is_empty() && !full.undetermined, "the program does nothing wrong");
    let reduced = Graph::explore(program, &initial(program), Spurious::Taken, &|_, _| false)
        .expect("the program does nothing wrong");
    let asked = Question { property, fairness };
    assert_eq!(naive::holds(program, &asked, &full), expected, "{name}: oracle on {asked:?}");
    for question in naive::questions(program).into_iter().chain([asked]) {
        let found = exploration::holds(program, &question, &reduced).expect("the graph was explored");
        assert_eq!(found, naive::holds(program, &question, &full), "{name}: {question:?}");
    }
}

/// Some run accesses an object whose life has ended, and the reduction does not hide that.
fn uses_what_has_ended(program: &Program) {
    let dangling = Failure::Memory(MemoryError::Dangling);
    let full = naive::graph::Graph::build(program, 10_000).expect("the program is small");
    assert!(full.failures.contains(&dangling));
    let found = Graph::explore(program, &initial(program), Spurious::Taken, &|_, _| false).err();
    assert!(matches!(&found, Some(NoGraph::Failure(failure, _)) if *failure == dangling), "{found:?}");
}

#[test]
fn hard_programs_get_their_answers() {
    for hard in hard::programs() {
        for (property, fairness, expected) in hard.answers {
            compare(hard.name, &hard.program, property, fairness, expected);
        }
    }
}

/// So many states that they are shared among processors, each of which goes on to itself only.
#[test]
fn every_one_of_many_states_is_expanded() {
    let bound = |op, number| Expr::binary(op, get(g(0)), Expr::int(number));
    let range = and(bound(BinaryOp::GreaterEqual, 0), bound(BinaryOp::Less, 1001));
    let chooses = edge(0, 1, vec![Action::Havoc(vec![g(0)]), assume(range)]);
    let program = program(&[Type::Int], vec![procedure("main", &[], 3, vec![chooses, edge(1, 1, vec![])])], &[0]);
    let graph = Graph::explore(&program, &initial(&program), Spurious::Taken, &|_, _| false)
        .expect("the program does nothing wrong");
    assert_eq!(graph.len(), 1001);
    assert!((0..1001).all(|number| graph.successors(number) == [number]));
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

/// A thread, which nobody joins, makes a stack object known and ends; another one may look at the object before or after.
#[test]
fn a_look_at_a_stack_object_is_not_moved_before_its_end() {
    let lends = straight(
        "lends",
        &[Type::Pointer],
        vec![vec![stack(l(0), 1), store(get(l(0)), bits(8, 0)), set(g(0), get(l(0)))], vec![]],
    );
    let looks = straight(
        "looks",
        &[Type::Bits(8)],
        vec![vec![assume(not(equal(get(g(0)), null())))], vec![set(l(0), load(get(g(0)), Type::Bits(8)))], vec![]],
    );
    let starts = straight("main", &[], vec![vec![set(g(0), null()), fork(None, 1), fork(None, 2)]]);
    uses_what_has_ended(&program(&[Type::Pointer], vec![starts, lends, looks], &[0]));
}

#[test]
fn a_look_at_an_object_is_not_moved_before_its_release() {
    let frees = straight("frees", &[], vec![vec![Action::Free(get(g(0)))], vec![]]);
    let looks = straight("looks", &[Type::Bits(8)], vec![vec![set(l(0), load(get(g(0)), Type::Bits(8)))], vec![]]);
    let makes = vec![heap(g(0), 1), store(get(g(0)), bits(8, 0)), fork(None, 2), fork(None, 1)];
    let starts = straight("main", &[], vec![makes]);
    uses_what_has_ended(&program(&[Type::Pointer], vec![starts, frees, looks], &[0]));
}

/// What a call passes on is read when the call is made.
#[test]
fn a_call_with_an_argument_from_memory_is_not_moved_before_a_write() {
    let needs_zero = straight("needs zero", &[Type::Bits(8)], vec![vec![assume(equal(get(l(0)), bits(8, 0)))]]);
    let needs_zero = Procedure { parameters: 1, ..needs_zero };
    let argument = load(get(g(0)), Type::Bits(8));
    let calls = procedure("calls", &[], 3, vec![call(0, 1, 1, vec![argument], Vec::new()), edge(1, 2, vec![])]);
    let writes = straight("writes", &[], vec![vec![store(get(g(0)), bits(8, 1))], vec![]]);
    let makes = vec![heap(g(0), 1), store(get(g(0)), bits(8, 0)), fork(None, 2), fork(None, 3)];
    let starts = straight("main", &[], vec![makes]);
    let program = program(&[Type::Pointer], vec![starts, needs_zero, calls, writes], &[0]);
    check(&program, Property::Finish, Fairness::Strong, false);
}

#[test]
fn what_is_started_through_a_pointer_may_do_anything() {
    let hangs = |raises: Procedure| {
        let raised = straight("raised", &[], vec![vec![set(g(0), truth(true))]]);
        let program = hard::hangs_if_another_is_first(1, raises, vec![raised]);
        check(&program, Property::Finish, Fairness::Strong, false);
    };
    let callee = || Callee::Pointer(pointer_to(3));
    let through_pointer = Call { callee: callee(), arguments: Vec::new(), results: Vec::new() };
    let calls = Edge { call: Some(through_pointer), ..edge(0, 1, vec![]) };
    hangs(procedure("calls", &[], 3, vec![calls, edge(1, 2, vec![])]));
    let forks = Action::Fork { id: None, callee: callee(), arguments: Vec::new() };
    hangs(straight("forks", &[], vec![vec![forks], vec![]]));
}

/// Each thread is replaced by one like itself, so that there is always something to do and never much.
#[test]
fn a_thread_that_starts_itself_through_a_pointer_goes_on_for_ever() {
    let forks = Action::Fork { id: None, callee: Callee::Pointer(pointer_to(0)), arguments: Vec::new() };
    let program = program(&[], vec![straight("main", &[], vec![vec![forks]])], &[0]);
    check(&program, Property::Terminate, Fairness::Strong, false);
}
