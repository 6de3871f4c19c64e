//! What solvers say.

#![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

use std::path::Path;

use solver::pool::Pool;
use solver::process::Error;
use solver::session::{Answer, Session, Solver};
use solver::sort::Sort;
use solver::terms::{BitsOp, Term, Terms};
use solver::values::Value;

fn z3() -> Solver {
    Solver::at(Path::new("z3"))
}

fn never() -> bool {
    false
}

fn int(value: i64) -> Value {
    Value::Int(value.into())
}

#[test]
fn questions_are_answered_and_taken_back() {
    let mut terms = Terms::new();
    let (x, y) = (terms.symbol("x", Sort::Int), terms.symbol("y y", Sort::Int));
    let seven = terms.int(7);
    let sum = terms.add_int(x, y);
    let mut session = Session::start(&z3()).unwrap();
    let is_seven = terms.equal(sum, seven);
    session.assert(&terms, is_seven);
    session.push();
    let (below, above) = (terms.less(x, seven), terms.less(y, seven));
    let negative = {
        let zero = terms.int(0);
        terms.less(sum, zero)
    };
    session.assert(&terms, negative);
    assert_eq!(session.check(&never), Ok(Answer::Unsatisfiable));
    session.pop();
    session.assert(&terms, below);
    session.assert(&terms, above);
    assert_eq!(session.check(&never), Ok(Answer::Satisfiable));
    let values = session.values(&terms, &[x, y, sum], &never).unwrap();
    let [Value::Int(x), Value::Int(y), total] = &values[..] else { panic!("{values:?}") };
    assert_eq!((x + y, total), (7.into(), &int(7)));
}

#[test]
fn maps_and_machine_integers_mean_what_they_should() {
    let mut terms = Terms::new();
    let mut session = Session::start(&z3()).unwrap();
    let map = terms.symbol("m", Sort::map(Sort::Int, Sort::Bits(8)));
    let (key, other) = (terms.symbol("k", Sort::Int), terms.symbol("l", Sort::Int));
    let value = terms.bits(8, 200u32);
    let stored = terms.store(map, key, value);
    let found = terms.select(stored, other);
    let hundred = terms.bits(8, 100u32);
    let sum = terms.bits_op(BitsOp::Add, &[found, hundred]);
    let wrapped = terms.bits(8, 44u32);
    let is_wrapped = terms.equal(sum, wrapped);
    let differs = {
        let same = terms.equal(found, value);
        terms.not(same)
    };
    session.assert(&terms, is_wrapped);
    session.assert(&terms, differs);
    assert_eq!(session.check(&never), Ok(Answer::Unsatisfiable));
    session.reset();
    session.assert(&terms, is_wrapped);
    assert_eq!(session.check(&never), Ok(Answer::Satisfiable));
    assert_eq!(session.values(&terms, &[found], &never).unwrap(), [Value::Bits(8, 200u32.into())]);
}

/// Terms as they were built before anything was simplified have the same values: the solver finds no difference.
#[test]
fn simplified_terms_mean_the_same() {
    let mut terms = Terms::new();
    let mut session = Session::start(&z3()).unwrap();
    let symbols: Vec<Term> = (0..3).map(|_| terms.symbol("x", Sort::Int)).collect();
    let mut seed = 1u64;
    let mut random = |below: u64| {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) % below
    };
    for _ in 0..200 {
        // A term, and what it should be: a new symbol that the solver is told about operator by operator.
        let mut built: Vec<(Term, Term)> = symbols.iter().map(|symbol| (*symbol, *symbol)).collect();
        session.push();
        for _ in 0..8 {
            let pick = |number: u64| built[number as usize % built.len()];
            let ((left, plain_left), (right, plain_right)) = (pick(random(100)), pick(random(100)));
            let constant = terms.int(random(7) as i64 - 3);
            let named = terms.symbol("t", Sort::Int);
            let (term, plain) = match random(5) {
                0 => (terms.add_int(left, right), terms.add_int(plain_left, plain_right)),
                1 => (terms.subtract_int(left, right), terms.subtract_int(plain_left, plain_right)),
                2 => (terms.multiply_int(constant, left), terms.multiply_int(constant, plain_left)),
                3 => (terms.add_int(left, constant), terms.add_int(plain_left, constant)),
                _ => {
                    let (condition, plain_condition) =
                        (terms.at_most(left, right), terms.at_most(plain_left, plain_right));
                    (terms.choose(condition, left, constant), terms.choose(plain_condition, plain_left, constant))
                }
            };
            let definition = terms.equal(named, plain);
            session.assert(&terms, definition);
            built.push((term, named));
        }
        let (term, plain) = built[built.len() - 1];
        let same = terms.equal(term, plain);
        let differs = terms.not(same);
        session.assert(&terms, differs);
        assert_eq!(session.check(&never), Ok(Answer::Unsatisfiable));
        session.pop();
    }
}

#[test]
fn sessions_are_used_again() {
    let pool = Pool::new(z3());
    for number in 0..20 {
        let mut terms = Terms::new();
        let x = terms.symbol("x", Sort::Int);
        let number = terms.int(number);
        let is_it = terms.equal(x, number);
        let value = pool.with(|session| {
            session.assert(&terms, is_it);
            assert_eq!(session.check(&never)?, Answer::Satisfiable);
            session.values(&terms, &[x], &never)
        });
        assert_eq!(value.unwrap(), [Value::Int(terms.as_int(number).unwrap().clone())]);
    }
}

/// A hard question is given up when there is no time left, and the solver is gone.
#[test]
fn who_has_no_time_left_stops_the_solver() {
    let mut terms = Terms::new();
    let bits = |terms: &mut Terms, name: &str| terms.symbol(name, Sort::Bits(96));
    let (x, y) = (bits(&mut terms, "x"), bits(&mut terms, "y"));
    let product = terms.bits_op(BitsOp::Multiply, &[x, y]);
    let wanted = terms.bits(96, num_bigint::BigUint::parse_bytes(b"1000000000000000000000000007", 10).unwrap());
    let small = terms.bits(96, 1u128 << 50);
    let conditions = [
        terms.equal(product, wanted),
        terms.bits_op(BitsOp::LessUnsigned, &[x, small]),
        terms.bits_op(BitsOp::LessUnsigned, &[y, small]),
    ];
    let pool = Pool::new(z3());
    let stopped = pool.with(|session| {
        conditions.iter().for_each(|condition| session.assert(&terms, *condition));
        session.check(&|| true)
    });
    assert_eq!(stopped, Err(Error::Stopped));
}

#[test]
fn what_the_solver_does_not_understand_is_told() {
    let mut terms = Terms::new();
    let x = terms.symbol("x", Sort::Int);
    let mut session = Session::start(&z3()).unwrap();
    session.assert(&terms, x);
    assert!(matches!(session.check(&never), Err(Error::Refused(_))));
}
