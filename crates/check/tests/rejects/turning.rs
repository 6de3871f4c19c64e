//! Rule `closing` where machine integers count and wrap around: whatever is asked has the same answer in each turn.

use evidence::counterexample::{Closing, Counterexample, Lasso};
use evidence::verdict::Verdict;
use num_bigint::BigInt;
use program::bytes::Bytes;
use program::command::Action;
use program::expr::{BinaryOp, BitsComparison, BitsOp, Expr, OverflowOp, UnaryOp};
use program::ids::ObjectId;
use program::program::{Program, StaticObject};
use program::types::Type;
use program::value::{Base, Pointer, Value};

use crate::builder::*;
use crate::verdicts::{accepted, ask, finish, judge, rejected_by, take};

/// The cycle that closes up to machine integers that count.
fn round() -> Verdict {
    let closing = Closing::Growing(Vec::new());
    Verdict::Refuted(Counterexample::Lasso(Lasso { stem: vec![take(0, 0)], cycle: vec![take(0, 1)], closing }))
}

fn op(op: BitsOp, left: Expr, right: Expr) -> Expr {
    Expr::binary(BinaryOp::Bits(op), left, right)
}

fn plus(left: Expr, by: i64) -> Expr {
    op(BitsOp::Add, left, bits(32, by))
}

/// `g0, …, g3 := start; while (true) { actions }`, on machine integers of 32 bits.
fn repeats(start: i64, actions: Vec<Action>) -> Program {
    let first = (0..4).map(|number| set(g(number), bits(32, start))).collect();
    let main = procedure("main", &[], 3, vec![edge(0, 1, first), edge(1, 1, actions), edge(1, 2, vec![])]);
    program(&vec![Type::Bits(32); 4], vec![main], &[0])
}

fn counts() -> Action {
    set(g(0), plus(get(g(0)), 1))
}

#[test]
fn a_counter_that_nobody_looks_at() {
    for by in [1, -1, 3, 1 << 31] {
        let counts = repeats(7, vec![set(g(0), plus(get(g(0)), by))]);
        accepted(&counts, &finish(), round());
        // It is not the same state, and nobody has said that it is.
        let plain = Lasso { stem: vec![take(0, 0)], cycle: vec![take(0, 1)], closing: Closing::SameState };
        rejected_by("closing", &counts, &finish(), Verdict::Refuted(Counterexample::Lasso(plain)));
    }
    // It changes by more and more, or doubles.
    let by_more = vec![set(g(0), op(BitsOp::Add, get(g(0)), get(g(1)))), set(g(1), plus(get(g(1)), 1))];
    assert!(judge(&repeats(1, by_more), &finish(), round()).is_err());
    let doubles = vec![set(g(0), op(BitsOp::Add, get(g(0)), get(g(0))))];
    assert!(judge(&repeats(1, doubles), &finish(), round()).is_err());
}

#[test]
fn a_signed_counter_overflows_some_day() {
    for overflow in [OverflowOp::AddSigned, OverflowOp::AddUnsigned] {
        let fits = not(Expr::binary(BinaryOp::BitsOverflow(overflow), get(g(0)), bits(32, 1)));
        let counts = repeats(7, vec![Action::Assert(fits, None), counts()]);
        rejected_by("replay", &counts, &finish(), round());
    }
}

#[test]
fn what_is_asked_has_the_same_answer_each_time() {
    let asks = |condition: Expr| repeats(7, vec![assume(condition), counts()]);
    for comparison in [BitsComparison::UnsignedGreater, BitsComparison::SignedGreaterEqual] {
        let compares = asks(Expr::binary(BinaryOp::BitsCompare(comparison), get(g(0)), bits(32, 0)));
        rejected_by("replay", &compares, &finish(), round());
    }
    // It comes to every number.
    rejected_by("replay", &asks(not(equal(get(g(0)), bits(32, 1_000_000)))), &finish(), round());
    rejected_by("replay", &asks(not(equal(get(g(0)), bits(32, 6)))), &finish(), round());
    // The distance of two that count alike stays.
    let both = |by: i64, condition: Expr| {
        let first = vec![assume(condition), counts(), set(g(1), plus(get(g(1)), by))];
        repeats(7, first)
    };
    accepted(&both(1, equal(get(g(0)), get(g(1)))), &finish(), round());
    accepted(&both(1, not(equal(get(g(0)), plus(get(g(1)), 1)))), &finish(), round());
    assert!(judge(&both(2, equal(get(g(0)), get(g(1)))), &finish(), round()).is_err());
    assert!(judge(&both(2, not(equal(get(g(0)), plus(get(g(1)), 9)))), &finish(), round()).is_err());
}

#[test]
fn low_bits_that_stay() {
    let is_odd = |number: Expr| equal(op(BitsOp::And, number, bits(32, 1)), bits(32, 1));
    let by = |by: i64| repeats(7, vec![assume(is_odd(get(g(0)))), set(g(0), plus(get(g(0)), by))]);
    accepted(&by(2), &finish(), round());
    accepted(&by(-2), &finish(), round());
    assert!(judge(&by(1), &finish(), round()).is_err());
    // An odd number that changes by even ones is never eight.
    let never =
        |other: i64| repeats(7, vec![assume(not(equal(get(g(0)), bits(32, other)))), set(g(0), plus(get(g(0)), 2))]);
    accepted(&never(8), &finish(), round());
    rejected_by("replay", &never(9), &finish(), round());
    let low_byte = |high: u32| {
        let low = Expr::unary(UnaryOp::Extract { high, low: 0 }, get(g(0)));
        repeats(7, vec![assume(equal(low, bits(high, 7))), set(g(0), plus(get(g(0)), 256))])
    };
    accepted(&low_byte(8), &finish(), round());
    rejected_by("replay", &low_byte(16), &finish(), round());
}

/// A thread that waits until the counter has come to a number is enabled then.
#[test]
fn fairness_in_each_turn() {
    use program::property::{Fairness, Property};
    let waits_for = |condition: Expr| {
        let mut counts = repeats(0, vec![set(g(0), plus(get(g(0)), 2))]);
        let waits = procedure("waits", &[], 2, vec![edge(0, 1, vec![assume(condition)])]);
        counts.procedures.push(waits);
        counts.start.push(program::ids::ProcId(1));
        counts
    };
    accepted(&waits_for(equal(get(g(0)), bits(32, 5))), &finish(), round());
    let later = waits_for(equal(get(g(0)), bits(32, 1000)));
    rejected_by("fair", &later, &finish(), round());
    rejected_by("fair", &later, &ask(Property::Finish, Fairness::Weak), round());
}

/// In memory the bytes of a number that counts stay together.
#[test]
fn in_memory() {
    let object = |size: usize| StaticObject { name: "counter".into(), content: Bytes::zeros(size), constant: false };
    let at = |offset: i64| Expr::Literal(Value::Pointer(Pointer { base: Base::Static(ObjectId(0)), offset }));
    let number = |offset: i64| load(at(offset), Type::Bits(32));
    let in_memory = |size: usize, actions: Vec<Action>| {
        let mut program = repeats(0, actions);
        program.objects.push(object(size));
        program
    };
    let counts = |offset: i64| store(at(offset), plus(number(offset), 1));
    accepted(&in_memory(4, vec![counts(0)]), &finish(), round());
    accepted(&in_memory(12, vec![counts(4)]), &finish(), round());
    let looks = |condition: Expr| in_memory(8, vec![assume(condition), counts(4)]);
    accepted(&looks(equal(number(0), bits(32, 0))), &finish(), round());
    rejected_by("replay", &looks(not(equal(number(4), bits(32, 70_000)))), &finish(), round());
    // Its second byte stays for a while.
    let second = load(at(5), Type::Bits(8));
    rejected_by("replay", &looks(equal(second, bits(8, 0))), &finish(), round());
    // A number across the bytes of the counter and of what stays.
    rejected_by("replay", &looks(not(equal(number(2), bits(32, -1)))), &finish(), round());
    // As a size, or as a pointer.
    let allocated = in_memory(4, vec![Action::Fill { to: at(0), byte: bits(8, 0), size: bits(64, 0) }, counts(0)]);
    accepted(&allocated, &finish(), round());
}

/// Whatever is accepted can be taken many times.
#[test]
fn accepted_cycles_go_on() {
    let mut accepted = 0;
    for seed in 0..4000_u32 {
        let mut rest = seed;
        let mut below = |limit: u32| {
            let found = rest % limit;
            rest /= limit;
            i64::from(found)
        };
        let byte = |number: i64| bits(8, number);
        let (by, other_by, start, bound) = ([1, 2, 4, 64, 128, -1][below(6) as usize], below(3), below(4), below(8));
        let left = match below(5) {
            0 => get(g(0)),
            1 => op(BitsOp::And, get(g(0)), byte(bound)),
            2 => op(BitsOp::Multiply, get(g(0)), byte(bound)),
            3 => op(BitsOp::Subtract, get(g(0)), get(g(1))),
            _ => op(BitsOp::ShiftLeft, get(g(0)), byte(bound)),
        };
        let condition = equal(left, byte(bound));
        let condition = if below(2) == 0 { condition } else { not(condition) };
        let actions = vec![
            assume(condition),
            set(g(0), op(BitsOp::Add, get(g(0)), byte(by))),
            set(g(1), op(BitsOp::Add, get(g(1)), byte(other_by))),
        ];
        let first = (0..2).map(|number| set(g(number), byte(start))).collect();
        let main = procedure("main", &[], 3, vec![edge(0, 1, first), edge(1, 1, actions), edge(1, 2, vec![])]);
        let program = program(&vec![Type::Bits(8); 2], vec![main], &[0]);
        if judge(&program, &finish(), round()).is_err() {
            continue;
        }
        accepted += 1;
        let mut state = check::semantics::state::initial(&program);
        for turn in 0..300 {
            let next = check::semantics::step::step(&program, &state, &take(0, u32::from(turn > 0)));
            state = next.unwrap_or_else(|stop| panic!("seed {seed}, turn {turn}: {stop}")).state;
        }
    }
    assert!(accepted > 300, "{accepted}");
}

/// Numbers that do not fit into bytes do not count.
#[test]
fn odd_widths() {
    let main = |width: u32| {
        let counts = set(g(0), op(BitsOp::Add, get(g(0)), bits(width, 1)));
        let first = vec![set(g(0), Expr::Literal(Value::Bits(program::value::Bits::wrap(width, &BigInt::from(0)))))];
        let main = procedure("main", &[], 3, vec![edge(0, 1, first), edge(1, 1, vec![counts]), edge(1, 2, vec![])]);
        program(&[Type::Bits(width)], vec![main], &[0])
    };
    for width in [8, 16, 24, 64] {
        accepted(&main(width), &finish(), round());
    }
    for width in [7, 33, 72] {
        assert!(judge(&main(width), &finish(), round()).is_err());
    }
}
