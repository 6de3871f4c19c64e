//! The canonical form of a state: the numbers of dynamic objects carry no meaning.

use check::semantics::canonical::canonical;
use program::bytes::Bytes;
use program::command::Action;
use program::expr::{Expr, VarRef};
use program::ids::LocalId;
use program::procedure::Procedure;
use program::program::StaticObject;
use program::types::Type;

use crate::builder::*;
use crate::stepping::{after, global, link, one_thread, run};

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
            let content = Bytes::zeros(8);
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
