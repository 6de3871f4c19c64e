//! The reference semantics, one construct at a time, on programs written by hand.

mod builder;
mod ranges;

use builder::*;
use check::replay::span_of;
use check::sections;
use check::semantics::canonical::canonical;
use check::semantics::fault::{Failure, Fault, MemoryError};
use check::semantics::state::{State, initial};
use check::semantics::step::{Taken, steps};
use evidence::counterexample::{Choice, Motion, SectionIdentity, Step};
use program::command::Action;
use program::expr::{BinaryOp, Expr, UnaryOp, VarRef};
use program::ids::{LocalId, NodeId, ObjectId, SectionKindId, ThreadSlot};
use program::procedure::{Edge, Procedure};
use program::program::{EndRule, InitialByte, InitialTarget, Program, StaticObject};
use program::span::Span;
use program::types::Type;
use program::value::{Base, Pointer, Value};

/// All steps of the thread, which nothing keeps from being listed.
fn all(program: &Program, state: &State, slot: u32) -> Vec<Taken> {
    steps(program, state, ThreadSlot(slot)).expect("all steps are determined")
}

fn is_blocked(program: &Program, state: &State, slot: u32) -> bool {
    all(program, state, slot).is_empty()
}

/// The state after the thread's only step.
fn after(program: &Program, state: &State, slot: u32) -> State {
    let taken = all(program, state, slot);
    let [only] = taken.as_slice() else { panic!("thread {slot} has {} steps", taken.len()) };
    only.outcome.clone().unwrap_or_else(|(failure, _)| panic!("{failure}")).state
}

/// The state after only steps of these threads, one after the other.
fn run(program: &Program, slots: &[u32]) -> State {
    slots.iter().fold(initial(program), |state, slot| after(program, &state, *slot))
}

/// Runs thread 0 until it fails.
fn failure_of(program: &Program) -> Failure {
    let mut state = initial(program);
    loop {
        let taken = all(program, &state, 0).into_iter().next().expect("the thread fails before it ends");
        match taken.outcome {
            Ok(reached) => state = reached.state,
            Err((failure, _)) => return failure,
        }
    }
}

fn memory_error_of(globals: &[Type], steps: Vec<Vec<Action>>) -> MemoryError {
    match failure_of(&one_thread(globals, steps)) {
        Failure::Memory(error) => error,
        other => panic!("expected a memory error, found {other}"),
    }
}

fn one_thread(globals: &[Type], steps: Vec<Vec<Action>>) -> Program {
    program(globals, vec![straight("main", &[], steps)], &[0])
}

fn global(state: &State, index: usize) -> &Value {
    &state.globals[index]
}

const BYTE: Type = Type::Bits(8);

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
fn a_havoc_is_narrowed_by_the_assumptions_that_follow() {
    let bound = |op, number| Expr::binary(op, get(g(0)), Expr::int(number));
    let range = Expr::binary(BinaryOp::And, bound(BinaryOp::Greater, -2), bound(BinaryOp::LessEqual, 1));
    let odd = equal(Expr::binary(BinaryOp::Modulo, get(g(0)), Expr::int(2)), Expr::int(1));
    let program = one_thread(&[Type::Int], vec![vec![Action::Havoc(vec![g(0)]), assume(range), assume(odd)]]);
    let outcomes =
        all(&program, &initial(&program), 0).into_iter().map(|taken| taken.outcome.unwrap().state.globals[0].clone());
    assert_eq!(outcomes.collect::<Vec<_>>(), [Value::int(-1), Value::int(1)]);
}

#[test]
fn a_havoc_tries_exactly_what_the_assumptions_allow() {
    for case in ranges::cases().into_iter().chain(ranges::large_cases()) {
        let program = &case.program;
        let outcomes = match steps(program, &initial(program), ThreadSlot(0)) {
            Ok(taken) => Some(taken.into_iter().map(|taken| taken.outcome.unwrap().state.globals.to_vec()).collect()),
            Err((Fault::Unchosen { .. }, _)) => None,
            Err(other) => panic!("{other:?}"),
        };
        assert_eq!(outcomes, case.outcomes, "{:?}", program.procedures[0].edges[0].commands);
    }
}

#[test]
fn a_look_at_what_was_never_chosen_is_undetermined() {
    let looks = one_thread(&[Type::Int], vec![vec![assume(equal(get(g(0)), Expr::int(0)))]]);
    let found = steps(&looks, &initial(&looks), ThreadSlot(0));
    assert!(matches!(found, Err((Fault::Unchosen { variable }, _)) if variable == "g0"));
    let copies = one_thread(&[Type::Int, Type::Int], vec![vec![set(g(1), get(g(0)))]]);
    assert!(run(&copies, &[0]).has_ended(), "copying is not looking");
}

#[test]
fn a_parallel_assignment_reads_before_it_writes() {
    let swap = Action::Assign(vec![(g(0), get(g(1))), (g(1), get(g(0)))]);
    let program =
        one_thread(&[Type::Int, Type::Int], vec![vec![set(g(0), Expr::int(1)), set(g(1), Expr::int(2)), swap]]);
    assert_eq!(**run(&program, &[0]).globals, [Value::int(2), Value::int(1)]);
}

#[test]
fn accesses_outside_an_object_fail() {
    let offset = |by: i64| Expr::binary(BinaryOp::Offset, get(g(0)), bits(64, by));
    for (by, is_inside) in [(0, true), (1, true), (2, false), (-1, false)] {
        let program = one_thread(&[Type::Pointer], vec![vec![heap(g(0), 2)], vec![store(offset(by), bits(8, 1))]]);
        let outcome = &all(&program, &run(&program, &[0]), 0)[0].outcome;
        assert_eq!(outcome.is_ok(), is_inside, "offset {by}");
    }
    let wide = vec![vec![heap(g(0), 2)], vec![store(offset(1), bits(16, 1))]];
    assert_eq!(memory_error_of(&[Type::Pointer], wide), MemoryError::OutOfBounds);
}

#[test]
fn an_object_whose_life_has_ended_cannot_be_used() {
    let made = || vec![heap(g(0), 1), store(get(g(0)), bits(8, 1))];
    let free = || vec![Action::Free(get(g(0)))];
    let pointer = [Type::Pointer];
    assert_eq!(
        memory_error_of(&pointer, vec![made(), free(), vec![store(get(g(0)), bits(8, 1))]]),
        MemoryError::Dangling
    );
    let read = vec![assume(equal(load(get(g(0)), BYTE), bits(8, 1)))];
    assert_eq!(memory_error_of(&pointer, vec![made(), free(), read]), MemoryError::Dangling);
    assert_eq!(memory_error_of(&pointer, vec![made(), free(), free()]), MemoryError::BadFree);
    let inside = vec![Action::Free(Expr::binary(BinaryOp::Offset, get(g(0)), bits(64, 1)))];
    assert_eq!(memory_error_of(&pointer, vec![made(), inside]), MemoryError::BadFree);
    assert_eq!(memory_error_of(&pointer, vec![vec![stack(g(0), 1)], free()]), MemoryError::BadFree);
    assert!(
        run(&one_thread(&pointer, vec![vec![set(g(0), null())], free()]), &[0, 0]).has_ended(),
        "null may be freed"
    );
    assert_eq!(memory_error_of(&pointer, vec![vec![store(null(), bits(8, 1))]]), MemoryError::NoObject);
}

#[test]
fn a_stack_object_ends_with_its_frame() {
    let lends = straight("lends", &[], vec![vec![stack(g(0), 1), store(get(g(0)), bits(8, 1))]]);
    let reads = edge(1, 2, vec![assume(equal(load(get(g(0)), BYTE), bits(8, 1)))]);
    let main = procedure("main", &[], 3, vec![call(0, 1, 1, Vec::new(), Vec::new()), reads]);
    let program = program(&[Type::Pointer], vec![main, lends], &[0]);
    assert_eq!(run(&program, &[0, 0]).memory.dynamics().count(), 1);
    assert_eq!(failure_of(&program), Failure::Memory(MemoryError::Dangling));
}

#[test]
fn a_stack_object_of_the_last_frame_ends_with_its_thread() {
    let program = one_thread(&[Type::Pointer], vec![vec![stack(g(0), 1)], vec![]]);
    assert_eq!(run(&program, &[0]).memory.dynamics().count(), 1);
    assert_eq!(run(&program, &[0, 0]).memory.dynamics().count(), 0);
}

#[test]
fn bytes_that_were_never_written_cannot_be_read() {
    let half_written = vec![
        vec![heap(g(0), 2), store(get(g(0)), bits(8, 1))],
        vec![assume(equal(load(get(g(0)), Type::Bits(16)), bits(16, 1)))],
    ];
    assert_eq!(memory_error_of(&[Type::Pointer], half_written), MemoryError::Uninitialised);
}

#[test]
fn numbers_have_their_low_byte_first() {
    let high = load(Expr::binary(BinaryOp::Offset, get(g(0)), bits(64, 1)), BYTE);
    let program = one_thread(
        &[Type::Pointer, BYTE],
        vec![vec![heap(g(0), 2), store(get(g(0)), bits(16, 0x1234))], vec![set(g(1), high)]],
    );
    let Value::Bits(byte) = global(&run(&program, &[0, 0]), 1).clone() else { panic!("a byte was assigned") };
    assert_eq!(byte.unsigned(), &0x12u32.into());
}

/// A program with a static object that holds a pointer to another one.
fn with_static_objects(steps: Vec<Vec<Action>>) -> Program {
    let mut program = one_thread(&[Type::Pointer, BYTE], steps);
    let target = InitialTarget::Object(ObjectId(1));
    let pointer = (0..8).map(|position| InitialByte::PointerPart { target, offset: 1, position }).collect();
    let object = |name: &str, content, constant| StaticObject { name: name.to_owned(), content, constant };
    program.objects =
        vec![object("link", pointer, false), object("data", vec![InitialByte::Data(3), InitialByte::Data(4)], true)];
    program
}

fn link() -> Expr {
    Expr::Literal(Value::Pointer(Pointer { base: Base::Static(ObjectId(0)), offset: 0 }))
}

#[test]
fn a_pointer_copied_through_memory_still_points_there() {
    let copy = || {
        vec![
            vec![heap(g(0), 8), store(get(g(0)), load(link(), Type::Pointer))],
            vec![set(g(1), load(load(get(g(0)), Type::Pointer), BYTE))],
        ]
    };
    let program = with_static_objects(copy());
    assert_eq!(global(&run(&program, &[0, 0]), 1), &Value::Bits(program::value::Bits::wrap(8, &4.into())));
    let written = with_static_objects(vec![vec![store(load(link(), Type::Pointer), bits(8, 0))]]);
    assert_eq!(failure_of(&written), Failure::Memory(MemoryError::Constant));
}

#[test]
fn part_of_a_pointer_is_no_number() {
    let program = with_static_objects(vec![vec![set(g(1), load(link(), BYTE))]]);
    let found = steps(&program, &initial(&program), ThreadSlot(0));
    assert!(matches!(found, Err((Fault::Unspecified { .. }, _))), "{found:?}");
}

/// A pointer is read back from all of its bytes in order, or not at all.
#[test]
fn bytes_of_different_pointers_make_no_pointer() {
    let at = |by| offset(get(g(0)), by);
    for (stores, from) in [(vec![0, 4], 0), (vec![0, 8], 4), (vec![0, 8], 1)] {
        let stored = stores.into_iter().map(|by| store(at(by), link()));
        let made = [heap(g(0), 16)].into_iter().chain(stored).collect();
        let program = with_static_objects(vec![made, vec![set(g(0), load(at(from), Type::Pointer))]]);
        let found = steps(&program, &run(&program, &[0]), ThreadSlot(0));
        assert!(matches!(found, Err((Fault::Unspecified { .. }, _))), "from {from}: {found:?}");
    }
    let half = vec![vec![heap(g(0), 16), store(at(0), link())], vec![set(g(0), load(at(1), Type::Pointer))]];
    assert_eq!(failure_of(&with_static_objects(half)), Failure::Memory(MemoryError::Uninitialised));
}

#[test]
fn a_static_object_can_hold_a_pointer_to_a_procedure() {
    let callee = program::command::Callee::Pointer(load(link(), Type::Pointer));
    let forks = Action::Fork { id: None, callee, arguments: Vec::new() };
    let mut program = program(
        &[],
        vec![straight("main", &[], vec![vec![forks], vec![]]), straight("other", &[], vec![vec![]])],
        &[0],
    );
    let target = InitialTarget::Procedure(program::ids::ProcId(1));
    let content = (0..8).map(|position| InitialByte::PointerPart { target, offset: 0, position }).collect();
    program.objects = vec![StaticObject { name: "link".to_owned(), content, constant: true }];
    let forked = run(&program, &[0]);
    assert_eq!(forked.thread(ThreadSlot(1)).map(|thread| thread.root), Some(program::ids::ProcId(1)));
}

#[test]
fn states_that_differ_in_the_numbers_of_objects_only_have_one_canonical_form() {
    let two = |first: VarRef, second: VarRef| {
        one_thread(&[Type::Pointer, Type::Pointer], vec![vec![heap(first, 1)], vec![heap(second, 1)], vec![]])
    };
    let (one_way, other_way) = (run(&two(g(0), g(1)), &[0, 0]), run(&two(g(1), g(0)), &[0, 0]));
    assert_ne!(one_way, other_way);
    assert_eq!(canonical(&one_way), canonical(&other_way));
}

#[test]
fn the_canonical_form_forgets_what_cannot_be_reached() {
    let forgets = |rounds: usize| {
        let round = || vec![heap(g(0), 1), set(g(0), null())];
        let mut steps = vec![round(); rounds];
        steps.resize(6, vec![set(g(0), null())]);
        let program = one_thread(&[Type::Pointer], steps);
        canonical(&run(&program, &[0; 5]))
    };
    assert_eq!(forgets(0), forgets(1));
    assert_eq!(forgets(1), forgets(5));
    // Also what was freed, and how often that happened.
    let frees = one_thread(
        &[Type::Pointer],
        vec![vec![heap(g(0), 1)], vec![Action::Free(get(g(0))), set(g(0), null())], vec![], vec![], vec![], vec![]],
    );
    assert_eq!(canonical(&run(&frees, &[0; 5])), forgets(0));
}

/// An object that can be reached from one place only is found there and renamed there.
#[test]
fn the_canonical_form_looks_everywhere_for_pointers() {
    let map = |keys, value| Type::map(vec![keys], value);
    let globals = [Type::Pointer, map(Type::Pointer, Type::Int), map(Type::Int, Type::Pointer), Type::Pointer];
    let make = || heap(g(0), 1);
    let forget = || set(g(0), null());
    let update = |map, key, value| set(g(map), Expr::Update(Box::new(get(g(map))), vec![key], Box::new(value)));
    let started = |id, procedure, arguments| {
        let callee = program::command::Callee::Procedure(program::ids::ProcId(procedure));
        Action::Fork { id: Some(vec![id]), callee, arguments }
    };
    let places = [
        ("a global variable", vec![make()]),
        ("a local variable", vec![make(), set(l(0), get(g(0))), forget()]),
        ("the objects of a frame", vec![stack(g(0), 1), forget()]),
        ("the id of a thread", vec![make(), started(get(g(0)), 1, Vec::new()), forget()]),
        ("the result of a thread", vec![make(), started(Expr::int(0), 2, vec![get(g(0))]), forget()]),
        ("the object of a section", vec![make(), enter(Some(get(g(0)))), forget()]),
        ("the key of a map", vec![make(), update(1, get(g(0)), Expr::int(0)), forget()]),
        ("the value in a map", vec![make(), update(2, Expr::int(0), get(g(0))), forget()]),
        ("a static object", vec![make(), store(link(), get(g(0))), forget()]),
        ("another object", vec![make(), heap(g(3), 8), store(get(g(3)), get(g(0))), forget()]),
    ];
    for (place, actions) in places {
        let with_first = |first: Vec<Action>| {
            let main = straight("main", &[Type::Pointer], vec![first, actions.clone(), vec![]]);
            let nothing = procedure("nothing", &[], 1, Vec::new());
            let gives = procedure("gives", &[Type::Pointer], 1, Vec::new());
            let gives = Procedure { parameters: 1, results: vec![LocalId(0)], ..gives };
            let mut program = program(&globals, vec![main, nothing, gives], &[0]);
            let content = vec![InitialByte::Data(0); 8];
            program.objects = vec![StaticObject { name: "link".to_owned(), content, constant: false }];
            canonical(&run(&program, &[0, 0]))
        };
        let (without, with) = (with_first(vec![forget()]), with_first(vec![make(), forget()]));
        assert_eq!(without, with, "{place}");
        assert!(without.memory.dynamics().next().is_some(), "{place}: the object is still there");
    }
}

#[test]
fn an_object_made_after_renaming_is_a_new_one() {
    let program = one_thread(&[Type::Pointer, Type::Pointer], vec![vec![heap(g(0), 1)], vec![heap(g(1), 1)], vec![]]);
    let both = after(&program, &canonical(&run(&program, &[0])), 0);
    assert_ne!(global(&both, 0), global(&both, 1));
}

#[test]
fn the_canonical_form_tells_dangling_pointers_apart() {
    let dangling = |second: VarRef| {
        let make = vec![vec![heap(g(0), 1), heap(g(1), 1)], vec![set(g(1), get(second))]];
        let end = vec![vec![Action::Free(get(g(0)))], vec![]];
        canonical(&run(&one_thread(&[Type::Pointer, Type::Pointer], make.into_iter().chain(end).collect()), &[0, 0, 0]))
    };
    assert_ne!(dangling(g(0)), dangling(g(1)));
}

/// The value of the expression, whose type it is, in a thread that has looked at nothing yet.
fn value_of(ty: Type, expr: Expr) -> Value {
    global(&run(&one_thread(&[ty], vec![vec![set(g(0), expr)], vec![]]), &[0]), 0).clone()
}

fn unary(op: UnaryOp, operand: Expr) -> Expr {
    Expr::unary(op, operand)
}

fn offset(pointer: Expr, by: i64) -> Expr {
    Expr::binary(BinaryOp::Offset, pointer, bits(64, by))
}

#[test]
fn machine_integers_are_cut_and_joined_and_read_as_numbers() {
    let extract = UnaryOp::Extract { high: 6, low: 2 };
    let joined = Expr::binary(BinaryOp::Concat, bits(4, 0b1010), bits(8, 0b0110_0001));
    let cases = [
        (Type::Bits(4), unary(extract, bits(8, 0b1011_0110)), bits(4, 0b1101)),
        (Type::Bits(12), joined, bits(12, 0b1010_0110_0001)),
        (Type::Bits(8), unary(UnaryOp::BitsNot, bits(8, 0b1010_0101)), bits(8, 0b0101_1010)),
        (Type::Bits(8), unary(UnaryOp::BitsNegate, bits(8, 1)), bits(8, 255)),
        (Type::Bits(8), unary(UnaryOp::ZeroExtend(8), bits(4, 0b1000)), bits(8, 0b1000)),
        (Type::Bits(8), unary(UnaryOp::SignExtend(8), bits(4, 0b1000)), bits(8, 0b1111_1000)),
        (Type::Int, unary(UnaryOp::UnsignedToInt, bits(4, 0b1000)), Expr::int(8)),
        (Type::Int, unary(UnaryOp::SignedToInt, bits(4, 0b1000)), Expr::int(-8)),
        (Type::Bits(4), unary(UnaryOp::IntToBits(4), Expr::int(-3)), bits(4, 13)),
    ];
    for (ty, expr, expected) in cases {
        let shown = format!("{expr:?}");
        assert_eq!(Expr::Literal(value_of(ty, expr)), expected, "{shown}");
    }
}

#[test]
fn pointers_are_moved_and_compared_within_their_object() {
    let below = |left, right| Expr::binary(BinaryOp::PointerLess, left, right);
    let distance = Expr::binary(BinaryOp::Distance, offset(link(), 5), offset(link(), 2));
    let address = unary(UnaryOp::BitsToPointer, bits(64, -3));
    let cases = [
        (Type::Bits(64), distance, bits(64, 3)),
        (Type::Bool, below(link(), offset(link(), 1)), truth(true)),
        (Type::Bool, below(offset(link(), 1), link()), truth(false)),
        (Type::Bool, below(link(), link()), truth(false)),
        (Type::Bool, equal(offset(offset(link(), 2), -2), link()), truth(true)),
        (Type::Bits(64), unary(UnaryOp::PointerToBits, offset(address, 1)), bits(64, -2)),
    ];
    for (ty, expr, expected) in cases {
        let shown = format!("{expr:?}");
        assert_eq!(Expr::Literal(value_of(ty, expr)), expected, "{shown}");
    }
    for op in [BinaryOp::Distance, BinaryOp::PointerLess] {
        let ty = if op == BinaryOp::Distance { Type::Bits(64) } else { Type::Bool };
        let program = one_thread(&[ty], vec![vec![set(g(0), Expr::binary(op, link(), null()))]]);
        assert_eq!(failure_of(&program), Failure::Memory(MemoryError::DifferentObjects));
    }
    for pointer in [link(), pointer_to(0)] {
        let numbered = one_thread(&[Type::Bits(64)], vec![vec![set(g(0), unary(UnaryOp::PointerToBits, pointer))]]);
        let found = steps(&numbered, &initial(&numbered), ThreadSlot(0));
        assert!(matches!(found, Err((Fault::Unspecified { .. }, _))), "{found:?}");
    }
}

/// Whether the outcome of the step depends on something that nobody has chosen; `g0` is a truth value and `g1` an integer.
fn is_undetermined(actions: Vec<Action>) -> bool {
    let nested = Type::map(vec![Type::Int], Type::map(vec![Type::Int], Type::Int));
    let globals = [Type::Bool, Type::Int, Type::map(vec![Type::Int], Type::Int), nested, BYTE];
    let program = one_thread(&globals, vec![actions, vec![]]);
    matches!(steps(&program, &initial(&program), ThreadSlot(0)), Err((Fault::Unchosen { .. }, _)))
}

#[test]
fn operators_look_only_at_the_operands_that_they_need() {
    let open = || get(g(0));
    let either = |condition, first: Expr, second| Expr::If(Box::new(condition), Box::new(first), Box::new(second));
    let cases = [
        (Expr::binary(BinaryOp::And, truth(false), open()), false),
        (Expr::binary(BinaryOp::And, truth(true), open()), true),
        (Expr::binary(BinaryOp::And, open(), truth(false)), true),
        (Expr::binary(BinaryOp::Or, truth(true), open()), false),
        (Expr::binary(BinaryOp::Or, truth(false), open()), true),
        (Expr::binary(BinaryOp::Implies, truth(false), open()), false),
        (Expr::binary(BinaryOp::Implies, truth(true), open()), true),
        (either(truth(true), truth(true), open()), false),
        (either(truth(false), truth(true), open()), true),
    ];
    for (condition, expected) in cases {
        let shown = format!("{condition:?}");
        assert_eq!(is_undetermined(vec![assume(condition)]), expected, "{shown}");
    }
}

#[test]
fn a_map_can_hold_what_nobody_has_chosen() {
    let select = |map: Expr, key: i64| Expr::Select(Box::new(map), vec![Expr::int(key)]);
    let update = |map: Expr, key: Expr, value: Expr| Expr::Update(Box::new(map), vec![key], Box::new(value));
    let holds_open = || update(get(g(2)), Expr::int(0), get(g(1)));
    assert!(!is_undetermined(vec![set(g(2), holds_open())]));
    assert!(!is_undetermined(vec![assume(equal(
        select(update(holds_open(), Expr::int(1), Expr::int(7)), 1),
        Expr::int(7)
    ))]));
    assert!(is_undetermined(vec![assume(equal(select(holds_open(), 0), Expr::int(7)))]));
    assert!(is_undetermined(vec![set(g(2), update(get(g(2)), get(g(1)), Expr::int(0)))]), "a key is looked at");
    let of_nested = update(select(get(g(3)), 0), Expr::int(1), Expr::int(5));
    assert!(!is_undetermined(vec![assume(equal(select(of_nested, 1), Expr::int(5)))]));
}

#[test]
fn what_is_stored_in_memory_must_have_been_chosen() {
    assert!(is_undetermined(vec![store(link(), get(g(4)))]));
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
        (pointer_to(1), vec![Expr::int(1), Expr::int(1)], vec![], false),
        (pointer_to(1), vec![truth(true)], vec![], false),
        (pointer_to(1), vec![Expr::int(1)], vec![g(1)], false),
        (pointer_to(1), vec![Expr::int(1)], vec![g(0), g(0)], false),
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
