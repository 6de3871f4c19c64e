//! Threads, calls, atomic blocks, sections, and the end.

use check::replay::span_of;
use check::sections;
use check::semantics::fault::Failure;
use check::semantics::state::{State, initial};
use evidence::counterexample::{Choice, Motion, SectionIdentity, Step};
use program::command::Action;
use program::expr::{BinaryOp, Expr};
use program::ids::{LocalId, NodeId, SectionKindId, ThreadSlot};
use program::procedure::{Edge, Procedure};
use program::program::EndRule;
use program::span::Span;
use program::types::Type;
use program::value::Value;

use crate::builder::*;
use crate::stepping::{after, all, failure_of, global, is_blocked, link, offset, one_thread, run};

#[test]
fn a_fork_takes_the_lowest_free_slot() {
    let main =
        straight("main", &[], vec![vec![fork(Some(0), 1), fork(Some(1), 1)], vec![join(0)], vec![fork(None, 1)]]);
    let program = program(&[], vec![main, straight("worker", &[], vec![vec![]])], &[0]);
    let forked = run(&program, &[0]);
    assert_eq!(forked.slots().collect::<Vec<_>>(), [0, 1, 2].map(ThreadSlot));
    assert!(is_blocked(&program, &forked, 0), "nobody has finished");
    let joined = after(&program, &after(&program, &forked, 1), 0);
    assert_eq!(joined.slots().collect::<Vec<_>>(), [0, 2].map(ThreadSlot));
    let forked_again = after(&program, &joined, 0);
    assert_eq!(forked_again.slots().collect::<Vec<_>>(), [1, 2].map(ThreadSlot), "the main thread has left its slot");
}

#[test]
fn a_thread_that_nobody_can_join_leaves_at_once() {
    let main = straight("main", &[], vec![vec![fork(None, 1), fork(Some(0), 1)], vec![], vec![]]);
    let nothing = procedure("nothing", &[], 1, Vec::new());
    let program = program(&[], vec![main, nothing], &[0]);
    let forked = run(&program, &[0]);
    assert_eq!(forked.slots().collect::<Vec<_>>(), [0, 1].map(ThreadSlot));
    assert!(forked.thread(ThreadSlot(1)).is_some_and(check::semantics::state::Thread::has_finished));
    assert!(!forked.has_ended());
    assert!(run(&program, &[0, 0, 0]).has_ended(), "that nobody joins a finished thread does not matter");
}

#[test]
fn a_join_takes_any_finished_thread_with_the_id_and_its_results() {
    let take_result = Action::Join { id: vec![Expr::int(7)], results: vec![g(0)] };
    let argument = |value: i64| {
        let callee = program::command::Callee::Procedure(program::ids::ProcId(1));
        Action::Fork { id: Some(vec![Expr::int(7)]), callee, arguments: vec![Expr::int(value)] }
    };
    let main = straight("main", &[], vec![vec![argument(1), argument(2)], vec![take_result]]);
    let worker =
        straight("worker", &[Type::Int], vec![vec![set(l(0), Expr::binary(BinaryOp::Add, get(l(0)), Expr::int(10)))]]);
    let worker = Procedure { parameters: 1, results: vec![LocalId(0)], ..worker };
    let program = program(&[Type::Int], vec![main, worker], &[0]);
    let one_finished = run(&program, &[0, 2]);
    assert_eq!(global(&after(&program, &one_finished, 0), 0), &Value::int(12));
    let both_finished = after(&program, &one_finished, 1);
    let joins = all(&program, &both_finished, 0);
    let found: Vec<_> = joins
        .iter()
        .map(|taken| (taken.step.choices.clone(), taken.outcome.clone().unwrap().state.globals[0].clone()))
        .collect();
    let expected =
        [(1, 11), (2, 12)].map(|(slot, result)| (vec![Choice::Thread(ThreadSlot(slot))], Value::int(result)));
    assert_eq!(found, expected);
}

#[test]
fn a_join_waits_for_a_thread_whose_results_fit() {
    let join = |results| vec![Action::Join { id: vec![Expr::int(0)], results }];
    let main =
        straight("main", &[], vec![vec![fork(Some(0), 1)], vec![fork(Some(0), 2)], join(vec![g(0)]), join(vec![])]);
    let nothing = procedure("nothing", &[], 1, Vec::new());
    let number = straight("number", &[Type::Int], vec![vec![set(l(0), Expr::int(7))]]);
    let number = Procedure { results: vec![LocalId(0)], ..number };
    let program = program(&[Type::Int], vec![main, nothing, number], &[0]);
    let one_finished = run(&program, &[0, 0]);
    assert!(is_blocked(&program, &one_finished, 0), "the thread that has finished has no result");
    let joined = run(&program, &[0, 0, 2, 0]);
    assert_eq!(global(&joined, 0), &Value::int(7));
    assert!(!is_blocked(&program, &joined, 0), "a join without variables takes any thread");
}

#[test]
fn recursion_keeps_the_callers_variables() {
    // Adds n, n - 1, … to the global, after the inner call has returned.
    let add = edge(2, 3, vec![set(g(0), Expr::binary(BinaryOp::Add, get(g(0)), get(l(0))))]);
    let smaller = Expr::binary(BinaryOp::Subtract, get(l(0)), Expr::int(1));
    let sums = procedure(
        "sums",
        &[Type::Int],
        4,
        vec![
            edge(0, 3, vec![assume(equal(get(l(0)), Expr::int(0)))]),
            edge(0, 1, vec![assume(not(equal(get(l(0)), Expr::int(0))))]),
            call(1, 2, 1, vec![smaller], Vec::new()),
            add,
        ],
    );
    let sums = Procedure { parameters: 1, ..sums };
    let main = procedure(
        "main",
        &[],
        3,
        vec![edge(0, 1, vec![set(g(0), Expr::int(0))]), call(1, 2, 1, vec![Expr::int(3)], Vec::new())],
    );
    let program = program(&[Type::Int], vec![main, sums], &[0]);
    let mut state = initial(&program);
    let mut deepest = 0;
    while !state.has_ended() {
        deepest = deepest.max(state.thread(ThreadSlot(0)).and_then(|thread| thread.frames()).map_or(0, <[_]>::len));
        state = after(&program, &state, 0);
    }
    assert_eq!(global(&state, 0), &Value::int(6));
    assert_eq!(deepest, 5);
}

#[test]
fn the_caller_gets_the_results_on_return() {
    let main = procedure("main", &[], 2, vec![call(0, 1, 1, Vec::new(), vec![g(0), g(1)])]);
    let gives =
        straight("gives", &[Type::Int, Type::Int], vec![vec![set(l(0), Expr::int(5)), set(l(1), Expr::int(6))]]);
    let gives = Procedure { results: vec![LocalId(0), LocalId(1)], ..gives };
    let program = program(&[Type::Int, Type::Int], vec![main, gives], &[0]);
    let at_exit = run(&program, &[0, 0]);
    assert_eq!(global(&at_exit, 0), &Value::Any);
    let returned = after(&program, &at_exit, 0);
    assert_eq!(**returned.globals, [Value::int(5), Value::int(6)]);
    assert!(returned.has_ended());
}

#[test]
fn a_step_stands_where_its_edge_is_and_a_return_where_the_call_was() {
    let at = |line: u32, edge: Edge| Edge { span: Span { line, ..Span::NOWHERE }, ..edge };
    let calls = |name: &str, line: u32, callee: usize| {
        procedure(name, &[], 2, vec![at(line, call(0, 1, callee, Vec::new(), Vec::new()))])
    };
    let inner = procedure("inner", &[], 2, vec![at(30, edge(0, 1, vec![]))]);
    let program = program(&[], vec![calls("main", 10, 1), calls("middle", 20, 2), inner], &[0]);
    let mut state = initial(&program);
    let mut lines = Vec::new();
    while !state.has_ended() {
        let taken = all(&program, &state, 0).remove(0);
        lines.extend(span_of(&program, &state, &taken.step).map(|span| span.line));
        let returns = Step { motion: Motion::Return, ..taken.step.clone() };
        assert!(returns == taken.step || span_of(&program, &state, &returns).is_none(), "there is no such step");
        state = taken.outcome.expect("no step fails").state;
    }
    assert_eq!(lines, [10, 20, 30, 20, 10]);
}

#[test]
fn who_holds_the_scheduler_and_is_blocked_blocks_everybody() {
    let holds =
        straight("holds", &[], vec![vec![Action::BeginAtomic], vec![assume(truth(false))], vec![Action::EndAtomic]]);
    let program = program(&[], vec![holds, straight("other", &[], vec![vec![]])], &[0, 1]);
    assert!(!is_blocked(&program, &initial(&program), 1));
    let held = run(&program, &[0]);
    assert_eq!(held.holder(), Some(ThreadSlot(0)));
    assert!(is_blocked(&program, &held, 0) && is_blocked(&program, &held, 1));
}

#[test]
fn atomic_blocks_nest_and_end_with_their_thread() {
    let nested =
        straight("nested", &[], vec![vec![Action::BeginAtomic, Action::BeginAtomic], vec![Action::EndAtomic], vec![]]);
    let program = program(&[], vec![nested, straight("other", &[], vec![vec![]])], &[0, 1]);
    assert!(is_blocked(&program, &run(&program, &[0, 0]), 1));
    assert!(!is_blocked(&program, &run(&program, &[0, 0, 0]), 1));
    let unmatched = one_thread(&[], vec![vec![Action::EndAtomic]]);
    assert_eq!(failure_of(&unmatched), Failure::NotAtomic);
}

#[test]
fn sections_of_one_kind_and_object_are_told_apart_by_place() {
    let object = || Some(Expr::int(1));
    let program =
        one_thread(&[], vec![vec![enter(object()), enter(None)], vec![enter(object())], vec![leave(object())], vec![]]);
    let opened = |place| SectionIdentity::Opened { kind: SectionKindId(0), place };
    let open =
        |state: &State| sections::open(&program, state).into_iter().map(|section| section.identity).collect::<Vec<_>>();
    let both = run(&program, &[0, 0]);
    assert_eq!(open(&both), [opened(0), opened(1), opened(2)]);
    let taken = all(&program, &both, 0);
    let reached = taken[0].outcome.clone().expect("the section is open");
    assert_eq!(reached.left, [opened(2)]);
    assert_eq!(open(&reached.state), [opened(0), opened(1)]);
    let unmatched = one_thread(&[], vec![vec![enter(object())], vec![leave(None)]]);
    assert_eq!(failure_of(&unmatched), Failure::SectionNotOpen);
}

#[test]
fn a_step_leaves_the_node_and_a_return_the_call() {
    let callee = Procedure { section: Some(SectionKindId(1)), ..straight("callee", &[], vec![vec![]]) };
    let mut main = procedure("main", &[], 3, vec![edge(0, 1, vec![]), call(1, 2, 1, Vec::new(), Vec::new())]);
    main.nodes[0].section = Some(SectionKindId(0));
    let program = program(&[], vec![main, callee], &[0]);
    let left = |state: &State| all(&program, state, 0)[0].outcome.clone().unwrap().left;
    let procedure = program::ids::ProcId;
    let at_node = SectionIdentity::Node { depth: 0, procedure: procedure(0), node: NodeId(0) };
    assert_eq!(left(&initial(&program)), [at_node]);
    let in_callee = run(&program, &[0, 0]);
    let in_call = SectionIdentity::Call { depth: 1, procedure: procedure(1) };
    assert_eq!(sections::open(&program, &in_callee).len(), 1);
    assert!(left(&in_callee).is_empty());
    assert_eq!(left(&after(&program, &in_callee, 0)), [in_call]);
}

#[test]
fn the_end_of_the_main_thread_ends_the_program_if_it_is_so_declared() {
    let mut program =
        program(&[], vec![straight("main", &[], vec![vec![]]), straight("other", &[], vec![vec![]])], &[0, 1]);
    assert!(!run(&program, &[0]).has_ended());
    program.end = EndRule::MainThread;
    let ended = run(&program, &[0]);
    assert!(ended.has_ended() && is_blocked(&program, &ended, 1));
    assert!(!run(&program, &[1]).has_ended());
}

#[test]
fn a_halt_ends_the_program_in_the_middle_of_an_edge() {
    let program =
        one_thread(&[Type::Int], vec![vec![set(g(0), Expr::int(1)), Action::Halt, set(g(0), Expr::int(2))], vec![]]);
    let halted = run(&program, &[0]);
    assert!(halted.has_ended());
    assert_eq!(global(&halted, 0), &Value::int(1));
}

#[test]
fn a_parallel_assignment_reads_before_it_writes() {
    let swap = Action::Assign(vec![(g(0), get(g(1))), (g(1), get(g(0)))]);
    let program =
        one_thread(&[Type::Int, Type::Int], vec![vec![set(g(0), Expr::int(1)), set(g(1), Expr::int(2)), swap]]);
    assert_eq!(**run(&program, &[0]).globals, [Value::int(2), Value::int(1)]);
}

#[test]
fn a_pointer_is_called_only_if_the_procedure_fits() {
    let moved = offset(pointer_to(1), 1);
    let cases = [
        (pointer_to(1), vec![Expr::int(1)], vec![g(0)], true),
        (pointer_to(1), vec![Expr::int(1)], vec![], true),
        (moved, vec![Expr::int(1)], vec![], false),
        (link(), vec![Expr::int(1)], vec![], false),
        (null(), vec![Expr::int(1)], vec![], false),
        (pointer_to(1), vec![], vec![], false),
        (pointer_to(1), vec![Expr::int(1), Expr::int(1)], vec![], true),
        (pointer_to(1), vec![Expr::int(1), truth(true)], vec![g(0)], true),
        (pointer_to(1), vec![truth(true)], vec![], false),
        (pointer_to(1), vec![Expr::int(1)], vec![g(1)], false),
        (pointer_to(1), vec![Expr::int(1)], vec![g(0), g(1)], true),
    ];
    for (pointer, arguments, results, fits) in cases {
        let shown = format!("{pointer:?} {arguments:?} {results:?}");
        let callee = || program::command::Callee::Pointer(pointer.clone());
        let called =
            program::command::Call { callee: callee(), arguments: arguments.clone(), results: results.clone() };
        let calls = Edge { call: Some(called), ..edge(0, 1, vec![]) };
        let mut mains = vec![procedure("main", &[], 3, vec![calls, edge(1, 2, vec![])])];
        if results.is_empty() {
            let forks = Action::Fork { id: None, callee: callee(), arguments: arguments.clone() };
            mains.push(straight("main", &[], vec![vec![forks], vec![]]));
        }
        for main in mains {
            let gives = straight("gives", &[Type::Int], vec![vec![]]);
            let gives = Procedure { parameters: 1, results: vec![LocalId(0)], ..gives };
            let program = program(&[Type::Int, Type::Bool], vec![main, gives], &[0]);
            let outcome = &all(&program, &initial(&program), 0)[0].outcome;
            assert_eq!(
                outcome.as_ref().err().map(|(failure, _)| failure),
                (!fits).then_some(&Failure::BadCallee),
                "{shown}"
            );
        }
    }
}
