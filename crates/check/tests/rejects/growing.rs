//! Rules `closing` and `form` where numbers grow: the cycle can be taken for ever whatever the parameters are.

use check::accept::accept;
use evidence::counterexample::{Choice, Closing, Counterexample, Lasso, Parameter, Step};
use evidence::verdict::Verdict;
use num_bigint::BigInt;
use program::command::Action;
use program::expr::{BinaryOp, Expr};
use program::ids::{EdgeId, ThreadSlot};
use program::polynomial::Polynomial;
use program::procedure::{Draws, Procedure};
use program::program::Program;
use program::property::{Fairness, Property, Question};
use program::types::Type;
use program::value::Value;

use crate::builder::*;
use crate::verdicts::{accepted, ask, finish, judge, rejected_by, take};

fn linear(constant: i64, slopes: &[i64]) -> Polynomial {
    let slopes = slopes.iter().enumerate();
    slopes.fold(Polynomial::constant(constant.into()), |sum, (parameter, slope)| {
        sum.plus(&BigInt::from(*slope), &Polynomial::parameter(parameter as u32))
    })
}

/// `0, 1, 2, …`
fn turns() -> Parameter {
    Parameter { first: 0.into(), next: linear(1, &[1]) }
}

fn growing(stem: Vec<Step>, cycle: Vec<Step>, parameters: Vec<Parameter>) -> Verdict {
    Verdict::Refuted(Counterexample::Lasso(Lasso { stem, cycle, closing: Closing::Growing(parameters) }))
}

fn binary(op: BinaryOp, left: Expr, right: Expr) -> Expr {
    Expr::binary(op, left, right)
}

/// `g0 := start; while (true) { actions }`, with four integers in `g0` to `g3`, all of them `start` at first.
fn repeats(start: i64, actions: Vec<Action>) -> Program {
    let first = (0..4).map(|number| set(g(number), Expr::int(start))).collect();
    let main = procedure("main", &[], 3, vec![edge(0, 1, first), edge(1, 1, actions), edge(1, 2, vec![])]);
    program(&vec![Type::Int; 4], vec![main], &[0])
}

fn round(parameters: Vec<Parameter>) -> Verdict {
    growing(vec![take(0, 0)], vec![take(0, 1)], parameters)
}

fn add(target: u32, left: Expr, right: Expr) -> Action {
    set(g(target), binary(BinaryOp::Add, left, right))
}

fn is(op: BinaryOp, left: Expr, right: Expr) -> Action {
    assume(binary(op, left, right))
}

#[test]
fn a_counter_that_goes_up_for_ever() {
    let counts = repeats(0, vec![is(BinaryOp::GreaterEqual, get(g(0)), Expr::int(0)), add(0, get(g(0)), Expr::int(1))]);
    accepted(&counts, &finish(), round(vec![turns()]));
    // Without a parameter there is no law.
    rejected_by("replay", &counts, &finish(), round(vec![]));
    let closing = Closing::SameState;
    let same = Lasso { stem: vec![take(0, 0)], cycle: vec![take(0, 1)], closing };
    rejected_by("closing", &counts, &finish(), Verdict::Refuted(Counterexample::Lasso(same)));
}

#[test]
fn a_counter_that_comes_to_its_bound_after_any_number_of_turns() {
    for bound in [1, 5, 1000] {
        let counts = vec![is(BinaryOp::Less, get(g(0)), Expr::int(bound)), add(0, get(g(0)), Expr::int(1))];
        // It is stuck while the law is looked for, or then.
        rejected_by("replay", &repeats(0, counts), &finish(), round(vec![turns()]));
    }
    let skips = vec![is(BinaryOp::NotEqual, get(g(0)), Expr::int(1000)), add(0, get(g(0)), Expr::int(2))];
    rejected_by("replay", &repeats(0, skips.clone()), &finish(), round(vec![turns()]));
    accepted(&repeats(1, skips), &finish(), round(vec![turns()]));
}

#[test]
fn two_counters_of_which_one_is_faster() {
    let race = |slower: i64, faster: i64| {
        let step = vec![
            is(BinaryOp::LessEqual, get(g(0)), get(g(1))),
            add(0, get(g(0)), Expr::int(slower)),
            add(1, get(g(1)), Expr::int(faster)),
        ];
        repeats(7, step)
    };
    accepted(&race(1, 2), &finish(), round(vec![turns()]));
    accepted(&race(2, 2), &finish(), round(vec![turns()]));
    rejected_by("replay", &race(2, 1), &finish(), round(vec![turns()]));
}

#[test]
fn numbers_that_double_and_numbers_that_are_summed_up() {
    let doubles = repeats(1, vec![is(BinaryOp::Greater, get(g(0)), Expr::int(0)), add(0, get(g(0)), get(g(0)))]);
    let powers = Parameter { first: 0.into(), next: linear(1, &[2]) };
    accepted(&doubles, &finish(), round(vec![powers]));
    // No straight line goes through the powers of two: `g0` has no law, and is looked at.
    rejected_by("replay", &doubles, &finish(), round(vec![turns()]));

    let sums = vec![
        is(BinaryOp::LessEqual, Expr::int(0), get(g(1))),
        add(1, get(g(1)), get(g(0))),
        add(0, get(g(0)), Expr::int(1)),
    ];
    let triangle = Parameter { first: 0.into(), next: linear(0, &[1, 1]) };
    accepted(&repeats(0, sums.clone()), &finish(), round(vec![turns(), triangle]));
    rejected_by("replay", &repeats(0, sums), &finish(), round(vec![turns()]));
}

/// A number that stays the same in the first turns only: the law that these show is not that of the cycle.
#[test]
fn a_law_that_breaks_later() {
    let times = |left, right| binary(BinaryOp::Multiply, left, right);
    let less = |by: i64| binary(BinaryOp::Subtract, get(g(0)), Expr::int(by));
    let breaks = vec![add(1, get(g(1)), times(get(g(0)), times(less(1), less(2)))), add(0, get(g(0)), Expr::int(1))];
    rejected_by("closing", &repeats(0, breaks), &finish(), round(vec![turns()]));
}

/// What has no law may change as it likes if nobody looks at it.
#[test]
fn a_number_that_nobody_looks_at() {
    let squares = vec![
        set(g(1), binary(BinaryOp::Multiply, get(g(0)), get(g(0)))),
        set(g(2), binary(BinaryOp::Multiply, get(g(1)), get(g(0)))),
        add(0, get(g(0)), Expr::int(1)),
    ];
    accepted(&repeats(0, squares.clone()), &finish(), round(vec![turns()]));
    let looked_at = [squares, vec![is(BinaryOp::GreaterEqual, get(g(1)), Expr::int(0))]].concat();
    accepted(&repeats(0, looked_at.clone()), &finish(), round(vec![turns()]));
    // Looked at before it is computed anew, it has to have a law.
    let looked_at_before = [vec![looked_at[3].clone()], looked_at[..3].to_vec()].concat();
    rejected_by("replay", &repeats(0, looked_at_before), &finish(), round(vec![turns()]));
}

#[test]
fn parameters_are_natural_numbers() {
    let counts = repeats(0, vec![add(0, get(g(0)), Expr::int(-1))]);
    accepted(&counts, &finish(), round(vec![turns()]));
    let downwards = Parameter { first: 0.into(), next: linear(-1, &[1]) };
    rejected_by("closing", &counts, &finish(), round(vec![downwards]));
    let below_zero = Parameter { first: (-1).into(), next: linear(1, &[1]) };
    rejected_by("closing", &counts, &finish(), round(vec![below_zero]));
    let of_another = Parameter { first: 0.into(), next: linear(1, &[0, 1]) };
    rejected_by("closing", &counts, &finish(), round(vec![of_another]));
    rejected_by("closing", &counts, &finish(), round(vec![turns(); 9]));
    // The parameter goes up by two, and the number by one: half a parameter is no number.
    let by_two = Parameter { first: 0.into(), next: linear(2, &[1]) };
    rejected_by("replay", &counts, &finish(), round(vec![by_two]));
}

/// A choice that is larger each time.
#[test]
fn choices_in_terms_of_parameters() {
    let chooses =
        repeats(0, vec![set(g(1), get(g(0))), Action::Havoc(vec![g(0)]), is(BinaryOp::Greater, get(g(0)), get(g(1)))]);
    let chosen = |value: Value| Step { choices: vec![Choice::Value(value)], ..take(0, 1) };
    let more = || chosen(Value::form(linear(1, &[1])));
    let round = |step: Step, parameters| growing(vec![take(0, 0)], vec![step], parameters);
    accepted(&chooses, &finish(), round(more(), vec![turns()]));
    rejected_by("replay", &chooses, &finish(), round(chosen(Value::int(5)), vec![turns()]));
    rejected_by("closing", &chooses, &finish(), round(chosen(Value::form(linear(1, &[0, 1]))), vec![turns()]));
    // Without parameters nothing is in terms of them.
    let Step { choices, .. } = more();
    let plain = Lasso { stem: vec![take(0, 0)], cycle: vec![more()], closing: Closing::SameState };
    rejected_by("form", &chooses, &finish(), Verdict::Refuted(Counterexample::Lasso(plain)));
    rejected_by("form", &chooses, &finish(), growing(vec![take(0, 0), more()], vec![more()], vec![turns()]));
    let stuck = vec![take(0, 0), Step { choices, ..take(0, 1) }];
    rejected_by("form", &chooses, &finish(), Verdict::Refuted(Counterexample::Deadlock(stuck)));
}

/// Random numbers follow no law.
#[test]
fn random_numbers() {
    let mut counts = repeats(0, vec![add(0, get(g(0)), Expr::int(1))]);
    accepted(&counts, &finish(), round(vec![turns()]));
    counts.procedures[0] = Procedure { random: Some(Draws::Fresh), ..counts.procedures[0].clone() };
    rejected_by("form", &counts, &finish(), round(vec![turns()]));
}

/// A thread that waits until the counter has come to a bound, or for one that it never has.
#[test]
fn fairness_for_all_parameters() {
    let waits_for = |condition: Expr| {
        let counts = procedure(
            "counts",
            &[],
            3,
            vec![
                edge(0, 1, vec![set(g(0), Expr::int(0))]),
                edge(1, 1, vec![add(0, get(g(0)), Expr::int(1))]),
                edge(1, 2, vec![]),
            ],
        );
        let waits = procedure("waits", &[], 2, vec![edge(0, 1, vec![assume(condition)])]);
        program(&[Type::Int], vec![counts, waits], &[0, 1])
    };
    let strong: Question = finish();
    let never = waits_for(binary(BinaryOp::Less, get(g(0)), Expr::int(0)));
    accepted(&never, &strong, round(vec![turns()]));
    // At some time it is reached: not the same for all parameters.
    let later = waits_for(binary(BinaryOp::Equal, get(g(0)), Expr::int(1000)));
    rejected_by("fair", &later, &strong, round(vec![turns()]));
    rejected_by("fair", &later, &ask(Property::Finish, Fairness::Weak), round(vec![turns()]));
    let always = waits_for(binary(BinaryOp::GreaterEqual, get(g(0)), Expr::int(0)));
    rejected_by("fair", &always, &strong, round(vec![turns()]));
    accepted(&always, &ask(Property::Finish, Fairness::None), round(vec![turns()]));
}

/// Elements of maps grow as variables do; keys that grow do not meet other keys unnoticed.
#[test]
fn maps() {
    let element = |key: Expr| Expr::Select(Box::new(get(g(1))), vec![key]);
    let with = |key: Expr, value: Expr| Expr::Update(Box::new(get(g(1))), vec![key], Box::new(value));
    let repeats = |first: Vec<Action>, actions: Vec<Action>| {
        let first = [vec![set(g(0), Expr::int(0))], first].concat();
        let main = procedure("main", &[], 3, vec![edge(0, 1, first), edge(1, 1, actions), edge(1, 2, vec![])]);
        program(&[Type::Int, Type::map(vec![Type::Int], Type::Int)], vec![main], &[0])
    };
    let more = || binary(BinaryOp::Add, element(Expr::int(3)), Expr::int(1));
    let in_map = repeats(
        vec![set(g(1), with(Expr::int(3), Expr::int(1)))],
        vec![is(BinaryOp::Greater, element(Expr::int(3)), Expr::int(0)), set(g(1), with(Expr::int(3), more()))],
    );
    accepted(&in_map, &finish(), round(vec![turns()]));

    let log = |reads: Vec<Action>| {
        let writes = vec![set(g(1), with(get(g(0)), Expr::int(7))), add(0, get(g(0)), Expr::int(1))];
        repeats(vec![], [writes, reads].concat())
    };
    accepted(&log(vec![]), &finish(), round(vec![turns()]));
    // The entry that was written just now is no longer that of the new key.
    let reads = vec![is(BinaryOp::Equal, element(get(g(0))), Expr::int(7))];
    assert!(judge(&log(reads), &finish(), round(vec![turns()])).is_err());
    // Whether the key is 1000 depends on the turn.
    let meets = vec![set(g(1), with(Expr::int(1000), Expr::int(8)))];
    rejected_by("replay", &log(meets), &finish(), round(vec![turns()]));
}

/// Whatever is accepted can be taken many times: the cycle is replayed with the numbers of each turn.
#[test]
fn accepted_cycles_go_on() {
    let mut accepted = 0;
    for seed in 0..3000_u32 {
        let mut number = seed;
        let mut below = |limit: u32| {
            let found = number % limit;
            number /= limit;
            i64::from(found)
        };
        let (by, bound, slope) = (below(5) - 2, below(7) - 3, below(3) + 1);
        let op = [BinaryOp::Less, BinaryOp::LessEqual, BinaryOp::NotEqual, BinaryOp::GreaterEqual][below(4) as usize];
        let other = below(3);
        let actions = vec![
            is(
                op,
                binary(BinaryOp::Multiply, Expr::int(slope), get(g(0))),
                binary(BinaryOp::Add, get(g(1)), Expr::int(bound)),
            ),
            add(0, get(g(0)), Expr::int(by)),
            match other {
                0 => add(1, get(g(1)), Expr::int(2)),
                1 => add(1, get(g(1)), get(g(1))),
                _ => add(1, get(g(1)), get(g(0))),
            },
        ];
        let program = repeats(1, actions);
        let parameters = vec![
            turns(),
            Parameter { first: 0.into(), next: linear(1, &[0, 2]) },
            Parameter { first: 0.into(), next: linear(0, &[1, 0, 1]) },
        ];
        let question = finish();
        if accept(&program, &question, round(parameters), &|_, _| false).is_err() {
            continue;
        }
        accepted += 1;
        let mut state = check::semantics::state::initial(&program);
        let step = |edge: u32| Step {
            thread: ThreadSlot(0),
            motion: evidence::counterexample::Motion::Edge(EdgeId(edge)),
            choices: vec![],
        };
        for turn in 0..60 {
            let next = check::semantics::step::step(&program, &state, &step(u32::from(turn > 0)));
            state = next.unwrap_or_else(|stop| panic!("seed {seed}, turn {turn}: {stop}")).state;
        }
    }
    assert!(accepted > 300, "{accepted}");
}
