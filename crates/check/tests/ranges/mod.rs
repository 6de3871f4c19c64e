//! Programs that choose values within ranges, written in every way in which a range can be, and what must come of them.

// Each test crate that includes this module uses a part of it.
#![allow(dead_code)]

use program::command::Action;
use program::expr::{BinaryOp, BitsComparison, Expr};
use program::program::Program;
use program::types::Type;
use program::value::{Bits, Value};

use super::builder::*;

/// A program whose one thread chooses values for all global variables in its first step.
pub struct Case {
    /// The program.
    pub program: Program,
    /// What the variables hold after the step, in order; nothing if values had to be chosen that are too many to try.
    pub outcomes: Option<Vec<Vec<Value>>>,
}

/// Stands for a value that stays open.
const OPEN: i64 = i64::MIN;

fn case(ty: &Type, variables: usize, following: Vec<Action>, outcomes: Option<Vec<Vec<i64>>>) -> Case {
    with_others(ty, variables, 0, following, outcomes)
}

/// After the variables that are chosen there are others, which stay open.
fn with_others(
    ty: &Type,
    variables: usize,
    others: usize,
    following: Vec<Action>,
    outcomes: Option<Vec<Vec<i64>>>,
) -> Case {
    let chosen = (0..variables as u32).map(g).collect();
    let first = [vec![Action::Havoc(chosen)], following].concat();
    let program =
        program(&vec![ty.clone(); variables + others], vec![straight("main", &[], vec![first, vec![]])], &[0]);
    let value = |number: i64| match ty {
        Type::Bits(width) => Value::Bits(Bits::wrap(*width, &number.into())),
        _ if number == OPEN => Value::Any,
        _ => Value::int(number),
    };
    let values = |numbers: Vec<i64>| numbers.into_iter().map(value).collect();
    Case { program, outcomes: outcomes.map(|outcomes| outcomes.into_iter().map(values).collect()) }
}

/// Cases with few values.
pub fn cases() -> Vec<Case> {
    let all = [integers_between_bounds(), single_integers(), several_integers(), machine_integers()];
    all.into_iter().flatten().collect()
}

/// As many values as are tried at most, in both ways, and one more.
pub fn large_cases() -> Vec<Case> {
    let up_to = |last, expected| case(&Type::Int, 1, vec![assume(between(0, 0, last))], expected);
    let narrow = case(&Type::Bits(16), 1, vec![], each(0..=0xffff));
    vec![narrow, up_to(0xffff, each(0..=0xffff)), up_to(0x1_0000, None)]
}

/// Every way to say that the first variable is at least `low`, and every way to say that it is at most `high`.
fn bounds(low: i64, high: i64) -> (Vec<Expr>, Vec<Expr>) {
    use BinaryOp::{Greater, GreaterEqual, Less, LessEqual};
    let x = || get(g(0));
    let right = |op, number| Expr::binary(op, x(), Expr::int(number));
    let left = |number, op| Expr::binary(op, Expr::int(number), x());
    let at_least = vec![
        right(GreaterEqual, low),
        right(Greater, low - 1),
        left(low, LessEqual),
        left(low - 1, Less),
        not(right(Less, low)),
        not(right(LessEqual, low - 1)),
        not(left(low, Greater)),
        not(left(low - 1, GreaterEqual)),
    ];
    let at_most = vec![
        right(LessEqual, high),
        right(Less, high + 1),
        left(high, GreaterEqual),
        left(high + 1, Greater),
        not(right(Greater, high)),
        not(right(GreaterEqual, high + 1)),
        not(left(high, Less)),
        not(left(high + 1, LessEqual)),
    ];
    (at_least, at_most)
}

fn between(variable: u32, low: i64, high: i64) -> Expr {
    let at_least = Expr::binary(BinaryOp::LessEqual, Expr::int(low), get(g(variable)));
    and(at_least, Expr::binary(BinaryOp::LessEqual, get(g(variable)), Expr::int(high)))
}

fn each(numbers: impl IntoIterator<Item = i64>) -> Option<Vec<Vec<i64>>> {
    Some(numbers.into_iter().map(|number| vec![number]).collect())
}

fn integers_between_bounds() -> Vec<Case> {
    let (at_least, at_most) = bounds(2, 4);
    let mut cases = Vec::new();
    for low in &at_least {
        cases.push(case(&Type::Int, 1, vec![assume(low.clone())], None));
        for high in &at_most {
            cases.push(case(&Type::Int, 1, vec![assume(low.clone()), assume(high.clone())], each(2..=4)));
            cases.push(case(&Type::Int, 1, vec![assume(and(high.clone(), low.clone()))], each(2..=4)));
        }
    }
    // Nothing is in between.
    for (low, high) in [(3, 2), (5, 2)] {
        cases.push(case(&Type::Int, 1, vec![assume(between(0, low, high))], each([])));
    }
    cases
}

fn single_integers() -> Vec<Case> {
    let x = || get(g(0));
    let three = || Expr::int(3);
    let or = |left, right| Expr::binary(BinaryOp::Or, left, right);
    let different = Expr::binary(BinaryOp::NotEqual, x(), three());
    let one = |condition: Expr, expected| case(&Type::Int, 1, vec![assume(condition)], expected);
    vec![
        one(equal(x(), three()), each([3])),
        one(equal(three(), x()), each([3])),
        one(not(different.clone()), each([3])),
        one(and(between(0, 1, 4), different), each([1, 2, 4])),
        one(and(between(0, 1, 4), not(equal(x(), three()))), each([1, 2, 4])),
        one(or(equal(x(), three()), between(0, 6, 7)), each([3, 6, 7])),
        one(or(between(0, 6, 7), equal(x(), three())), each([3, 6, 7])),
        one(or(equal(x(), three()), truth(true)), None),
        // What comes after another command says nothing about the values chosen.
        case(
            &Type::Int,
            1,
            vec![
                assume(between(0, 0, 3)),
                set(g(0), Expr::binary(BinaryOp::Add, x(), Expr::int(10))),
                assume(between(0, 12, 20)),
            ],
            each([12, 13]),
        ),
    ]
}

fn several_integers() -> Vec<Case> {
    let (x, y, z) = (|| get(g(0)), || get(g(1)), || get(g(2)));
    let sum = |left, right| Expr::binary(BinaryOp::Add, left, right);
    let difference = |left, right| Expr::binary(BinaryOp::Subtract, left, right);
    let small = || assume(between(0, 0, 2));
    let of = |pairs: &[(i64, i64)]| Some(pairs.iter().map(|(x, y)| vec![*x, *y]).collect());
    let differences: Vec<Vec<i64>> = (0..=2).flat_map(|x| (1..=2).map(move |y| vec![x, y, x - y])).collect();
    let sums: Vec<Vec<i64>> = (0..=2).flat_map(|x| (1..=2).map(move |y| vec![x, y, x + y])).collect();
    // A chain as long as rounds are made: what is said of the last one reaches the first one in the last round.
    let chain = (0..7).map(|variable| assume(equal(get(g(variable)), get(g(variable + 1)))));
    let chain = chain.chain([assume(equal(get(g(7)), Expr::int(3)))]).collect();
    vec![
        case(&Type::Int, 2, vec![small(), assume(equal(y(), sum(x(), Expr::int(1))))], of(&[(0, 1), (1, 2), (2, 3)])),
        case(
            &Type::Int,
            2,
            vec![small(), assume(equal(difference(Expr::int(5), x()), y()))],
            of(&[(0, 5), (1, 4), (2, 3)]),
        ),
        case(&Type::Int, 3, vec![small(), assume(between(1, 1, 2)), assume(equal(z(), sum(x(), y())))], Some(sums)),
        case(
            &Type::Int,
            3,
            vec![small(), assume(between(1, 1, 2)), assume(equal(z(), difference(x(), y())))],
            Some(differences),
        ),
        case(&Type::Int, 2, vec![small()], Some((0..=2).map(|x| vec![x, OPEN]).collect())),
        case(&Type::Int, 2, vec![assume(between(0, 3, 2)), assume(between(1, 0, 1))], Some(Vec::new())),
        case(&Type::Int, 2, vec![assume(between(0, 0, 1)), assume(between(1, 3, 2))], Some(Vec::new())),
        // A bound that nobody has chosen is none.
        with_others(&Type::Int, 1, 1, vec![small(), assume(Expr::binary(BinaryOp::LessEqual, x(), y()))], None),
        with_others(&Type::Int, 1, 1, vec![small()], Some((0..=2).map(|x| vec![x, OPEN]).collect())),
        case(&Type::Int, 8, chain, Some(vec![vec![3; 8]])),
    ]
}

/// Every way to compare machine integers without sign; the wide ones near their upper end, where a sign would matter.
fn machine_integers() -> Vec<Case> {
    use BitsComparison::{UnsignedGreater, UnsignedGreaterEqual, UnsignedLess, UnsignedLessEqual};
    let mut cases = vec![
        case(&Type::Bits(2), 1, vec![], each(0..=3)),
        case(&Type::Bits(32), 1, vec![assume(equal(get(g(0)), get(g(0))))], None),
    ];
    for width in [32, 64] {
        let one = |comparison, left: Expr, right: Expr, expected| {
            let condition = Expr::binary(BinaryOp::BitsCompare(comparison), left, right);
            case(&Type::Bits(width), 1, vec![assume(condition)], expected)
        };
        let (x, number) = (|| get(g(0)), |number| bits(width, number));
        cases.extend([
            one(UnsignedGreater, x(), number(-3), each([-2, -1])),
            one(UnsignedGreaterEqual, x(), number(-2), each([-2, -1])),
            one(UnsignedLess, number(-3), x(), each([-2, -1])),
            one(UnsignedLessEqual, number(-2), x(), each([-2, -1])),
            one(UnsignedLess, x(), number(2), each([0, 1])),
            one(UnsignedLessEqual, x(), number(1), each([0, 1])),
            one(UnsignedGreater, number(2), x(), each([0, 1])),
            one(UnsignedGreaterEqual, number(1), x(), each([0, 1])),
        ]);
    }
    cases
}
