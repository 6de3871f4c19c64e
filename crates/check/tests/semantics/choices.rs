//! What is left open: the values that are tried for it, and that nobody may look at it before.

use check::semantics::fault::Fault;
use check::semantics::state::initial;
use check::semantics::step::steps;
use program::command::Action;
use program::expr::{BinaryOp, Expr};
use program::ids::ThreadSlot;
use program::types::Type;
use program::value::Value;

use crate::builder::*;
use crate::ranges;
use crate::stepping::{BYTE, all, link, one_thread, run};

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
    let by_open_key = Expr::Select(Box::new(select(get(g(3)), 0)), vec![get(g(1))]);
    assert!(is_undetermined(vec![set(g(1), by_open_key)]), "a key is looked at even if the map is open");
    let of_nested = update(select(get(g(3)), 0), Expr::int(1), Expr::int(5));
    assert!(!is_undetermined(vec![assume(equal(select(of_nested, 1), Expr::int(5)))]));
}

#[test]
fn what_is_stored_in_memory_must_have_been_chosen() {
    assert!(is_undetermined(vec![store(link(), get(g(4)))]));
}
