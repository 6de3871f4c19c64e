//! Memory: the life of objects, accesses to their bytes, and pointers that pass through them.

use check::semantics::fault::{Failure, Fault, MemoryError};
use check::semantics::state::initial;
use check::semantics::step::steps;
use program::bytes::Byte;
use program::command::Action;
use program::expr::{BinaryOp, BitsOp, Expr};
use program::ids::{ObjectId, ThreadSlot};
use program::program::{Program, StaticObject};
use program::types::Type;
use program::value::{Base, Pointer, Value};

use crate::builder::*;
use crate::stepping::{BYTE, all, failure_of, global, link, memory_error_of, offset, one_thread, run};

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
    assert_eq!(memory_error_of(&pointer, vec![made(), free(), free()]), MemoryError::FreedTwice);
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
    let pointer = Byte::of_pointer(Pointer { base: Base::Static(ObjectId(1)), offset: 1 });
    let object = |name: &str, content: &[Byte], constant| StaticObject {
        name: name.to_owned(),
        content: content.iter().copied().collect(),
        constant,
    };
    program.objects = vec![object("link", &pointer, false), object("data", &[Byte::Data(3), Byte::Data(4)], true)];
    program
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
    let sum = Expr::binary(BinaryOp::Bits(BitsOp::Add), load(link(), BYTE), bits(8, 1));
    let program = with_static_objects(vec![vec![assume(equal(sum, bits(8, 1)))]]);
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
        let used = load(load(at(from), Type::Pointer), BYTE);
        let program = with_static_objects(vec![made, vec![set(g(1), used)]]);
        let found = steps(&program, &run(&program, &[0]), ThreadSlot(0)).expect("it fails");
        let failure = found[0].outcome.as_ref().expect_err("there is no such pointer");
        assert_eq!(failure.0, Failure::Memory(MemoryError::NoObject), "from {from}");
    }
    let used = load(load(at(8), Type::Pointer), BYTE);
    let half = vec![vec![heap(g(0), 16), store(at(0), link())], vec![set(g(1), used)]];
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
    let pointer = Pointer { base: Base::Procedure(program::ids::ProcId(1)), offset: 0 };
    let content = Byte::of_pointer(pointer).into_iter().collect();
    program.objects = vec![StaticObject { name: "link".to_owned(), content, constant: true }];
    let forked = run(&program, &[0]);
    assert_eq!(forked.thread(ThreadSlot(1)).map(|thread| thread.root), Some(program::ids::ProcId(1)));
}
