//! On small machine integers the ways through an assignment do what the assignment does, for all values.

use std::collections::BTreeMap;

use super::*;
use crate::arithmetic::machine;
use crate::command::{Action, Command};
use crate::expr::VarRef;
use crate::ids::{GlobalId, NodeId, ProcId};
use crate::linear::expr::Var;
use crate::linear::system::{Letter, System};
use crate::procedure::{Edge, Node, Procedure, Variable};
use crate::program::{EndRule, Program};
use crate::span::Span;
use crate::value::Bits;

const WIDTH: u32 = 3;

/// A source of numbers that are as good as random.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }
}

fn literal(number: u64) -> Expr {
    Expr::Literal(Value::Bits(Bits::wrap(WIDTH, &number.into())))
}

/// An expression over two variables, of [`WIDTH`] bits.
fn word(numbers: &mut Numbers, depth: u32) -> Expr {
    if depth == 0 || numbers.below(4) == 0 {
        return match numbers.below(3) {
            0 => literal(numbers.below(8)),
            which => Expr::global(GlobalId(which as u32 - 1)),
        };
    }
    let ops = [
        BitsOp::Add,
        BitsOp::Subtract,
        BitsOp::Multiply,
        BitsOp::DivideUnsigned,
        BitsOp::RemainderUnsigned,
        BitsOp::DivideSigned,
        BitsOp::RemainderSigned,
        BitsOp::And,
        BitsOp::Or,
        BitsOp::ShiftLeft,
        BitsOp::ShiftRight,
        BitsOp::ShiftRightSigned,
    ];
    match numbers.below(9) {
        0 => Expr::unary(UnaryOp::BitsNot, word(numbers, depth - 1)),
        1 => Expr::unary(UnaryOp::BitsNegate, word(numbers, depth - 1)),
        2 => {
            let op = if numbers.below(2) == 0 { UnaryOp::ZeroExtend(5) } else { UnaryOp::SignExtend(5) };
            let wide = Expr::unary(op, word(numbers, depth - 1));
            Expr::unary(UnaryOp::Extract { high: WIDTH, low: 0 }, wide)
        }
        3 => Expr::If(
            Box::new(condition(numbers, depth - 1)),
            Box::new(word(numbers, depth - 1)),
            Box::new(word(numbers, depth - 1)),
        ),
        4 => Expr::unary(
            UnaryOp::IntToBits(WIDTH),
            Expr::unary(
                if numbers.below(2) == 0 { UnaryOp::UnsignedToInt } else { UnaryOp::SignedToInt },
                word(numbers, depth - 1),
            ),
        ),
        // Integers are divided as Euclid does; by zero nothing is said.
        5 => {
            let op = if numbers.below(2) == 0 { BinaryOp::Divide } else { BinaryOp::Modulo };
            let (dividend, divisor) = (word(numbers, depth - 1), word(numbers, depth - 1));
            let integer = |word: &Expr| Expr::unary(UnaryOp::SignedToInt, word.clone());
            let divided = Expr::binary(op, integer(&dividend), integer(&divisor));
            Expr::If(
                Box::new(Expr::binary(BinaryOp::Equal, divisor, literal(0))),
                Box::new(dividend),
                Box::new(Expr::unary(UnaryOp::IntToBits(WIDTH), divided)),
            )
        }
        _ => {
            let op = ops[numbers.below(ops.len() as u64) as usize];
            Expr::binary(BinaryOp::Bits(op), word(numbers, depth - 1), word(numbers, depth - 1))
        }
    }
}

fn condition(numbers: &mut Numbers, depth: u32) -> Expr {
    let comparisons = [
        BinaryOp::Equal,
        BinaryOp::NotEqual,
        BinaryOp::BitsCompare(BitsComparison::UnsignedLess),
        BinaryOp::BitsCompare(BitsComparison::UnsignedGreaterEqual),
        BinaryOp::BitsCompare(BitsComparison::SignedLess),
        BinaryOp::BitsCompare(BitsComparison::SignedLessEqual),
        BinaryOp::BitsCompare(BitsComparison::SignedGreater),
        BinaryOp::BitsOverflow(OverflowOp::AddSigned),
        BinaryOp::BitsOverflow(OverflowOp::SubtractSigned),
        BinaryOp::BitsOverflow(OverflowOp::AddUnsigned),
        BinaryOp::BitsOverflow(OverflowOp::SubtractUnsigned),
        BinaryOp::BitsOverflow(OverflowOp::MultiplySigned),
    ];
    let op = comparisons[numbers.below(comparisons.len() as u64) as usize];
    Expr::binary(op, word(numbers, depth), word(numbers, depth))
}

/// The expression's value, by the arithmetic that the reference semantics uses.
fn value(expr: &Expr, values: [u64; 2]) -> Value {
    let known = |result: Option<Result<Value, _>>| match result {
        Some(Ok(value)) => value,
        _ => panic!("plain machine integers have values"),
    };
    match expr {
        Expr::Literal(value) => value.clone(),
        Expr::Variable(VarRef::Global(global)) => Value::Bits(Bits::wrap(WIDTH, &values[global.index()].into())),
        Expr::If(condition, first, second) => {
            value(if value(condition, values) == Value::Bool(true) { first } else { second }, values)
        }
        Expr::Unary(op, operand) => match (op, value(operand, values)) {
            (UnaryOp::UnsignedToInt, Value::Bits(bits)) => Value::Int(bits.unsigned().clone().into()),
            (UnaryOp::SignedToInt, Value::Bits(bits)) => Value::Int(bits.signed()),
            (UnaryOp::IntToBits(width), Value::Int(number)) => Value::Bits(Bits::wrap(*width, &number)),
            (op, operand) => known(machine::unary(*op, &operand)),
        },
        Expr::Binary(op @ (BinaryOp::Equal | BinaryOp::NotEqual), left, right) => {
            let is_equal = value(left, values) == value(right, values);
            Value::Bool(is_equal == (*op == BinaryOp::Equal))
        }
        Expr::Binary(op @ (BinaryOp::Divide | BinaryOp::Modulo), left, right) => {
            let integer = |expr| match value(expr, values) {
                Value::Int(number) => number.to_i64().expect("three bits are few"),
                _ => panic!("integers are divided"),
            };
            let (dividend, divisor) = (integer(left), integer(right));
            let is_quotient = *op == BinaryOp::Divide;
            let result = if is_quotient { dividend.div_euclid(divisor) } else { dividend.rem_euclid(divisor) };
            Value::Int(result.into())
        }
        Expr::Binary(op, left, right) => known(machine::binary(*op, &value(left, values), &value(right, values))),
        _ => panic!("no other expressions are made"),
    }
}

/// A program that does this in one step.
fn program(actions: Vec<Action>) -> Program {
    let span = Span::NOWHERE;
    let variable = |name: &str, ty: Type| Variable { name: name.to_owned(), ty, span };
    let edge = Edge {
        from: NodeId(0),
        to: NodeId(1),
        commands: actions.into_iter().map(|action| Command { action, span }).collect(),
        call: None,
        spurious: false,
        eventually: None,
        span,
    };
    let main = Procedure {
        name: "main".to_owned(),
        span,
        locals: Vec::new(),
        parameters: 0,
        results: Vec::new(),
        nodes: vec![Node::default(); 2],
        edges: vec![edge],
        entry: NodeId(0),
        exit: NodeId(1),
        section: None,
        wraps: false,
        random: None,
    };
    Program {
        files: Vec::new(),
        sorts: Vec::new(),
        globals: vec![variable("x", Type::Bits(WIDTH)), variable("y", Type::Bits(WIDTH))],
        objects: Vec::new(),
        procedures: vec![main],
        start: vec![ProcId(0)],
        end: EndRule::AllThreads,
        section_kinds: Vec::new(),
        weaker_orders: Vec::new(),
        shapes: crate::shape::Shapes::default(),
    }
}

/// Whether the letter can be taken with these values, and the values of `x` then.
fn taken(system: &System, letter: &Letter, values: [u64; 2]) -> Vec<u64> {
    let held = |number: usize| {
        let bits = Bits::wrap(WIDTH, &values[number].into());
        match system.variables[number].range {
            Range::Word { is_signed: true, .. } => bits.signed().to_i128(),
            _ => bits.unsigned().to_i128(),
        }
    };
    let mut known: BTreeMap<Var, i128> = (0..system.variables.len())
        .map(|number| (Var::State(number as u32), held(number).expect("three bits are few")))
        .collect();
    let exprs = || letter.guard.iter().chain(letter.updates.values());
    let chosen: std::collections::BTreeSet<Var> = exprs()
        .flat_map(|expr| expr.terms().iter().map(|(variable, _)| *variable))
        .filter(|variable| matches!(variable, Var::Chosen(_)))
        .collect();
    let chosen: Vec<Var> = chosen.into_iter().collect();
    let mut found = Vec::new();
    // Quotients of such numbers, and numbers that may be anything, are small.
    search(letter, &chosen, &mut known, &mut found);
    found.sort_unstable();
    found.dedup();
    found
}

fn search(letter: &Letter, chosen: &[Var], known: &mut BTreeMap<Var, i128>, found: &mut Vec<u64>) {
    let number = |expr: &Linear, known: &BTreeMap<Var, i128>| {
        let terms = expr.terms().iter().map(|(variable, factor)| Some(known.get(variable)? * factor));
        terms.sum::<Option<i128>>().map(|sum| sum + expr.constant_part())
    };
    if letter.guard.iter().any(|fact| number(fact, known).is_some_and(|number| number < 0)) {
        return;
    }
    let Some((first, rest)) = chosen.split_first() else {
        let after = letter.updates.get(&Var::State(0)).cloned().unwrap_or_else(|| Linear::variable(Var::State(0)));
        let after = number(&after, known).expect("all variables are known");
        found.push(after.rem_euclid(1 << WIDTH) as u64);
        return;
    };
    for candidate in -20..=20 {
        known.insert(*first, candidate);
        search(letter, rest, known, found);
    }
    known.remove(first);
}

#[test]
fn ways_do_what_assignments_do() {
    let mut numbers = Numbers(7);
    let (mut exact, mut blind) = (0, 0);
    for _ in 0..600 {
        let (condition, expr) = (condition(&mut numbers, 1), word(&mut numbers, 2));
        let keeps = Expr::binary(BinaryOp::Equal, Expr::global(GlobalId(1)), Expr::global(GlobalId(1)));
        let actions = vec![
            Action::Assume(keeps),
            Action::Assume(condition.clone()),
            Action::Assign(vec![(VarRef::Global(GlobalId(0)), expr.clone())]),
            Action::Assume(Expr::binary(BinaryOp::Equal, Expr::global(GlobalId(0)), Expr::global(GlobalId(0)))),
        ];
        let Ok(system) = System::of(&program(actions)) else { continue };
        if system.letters.iter().any(|letter| chosen_in(letter) > 3) {
            continue;
        }
        let is_exact = system.letters.iter().all(|letter| letter.is_sure && letter.blind.is_empty());
        exact += usize::from(is_exact);
        blind += usize::from(!is_exact);
        for values in (0..64).map(|both| [both % 8, both / 8]) {
            let holds = value(&condition, values) == Value::Bool(true);
            let Value::Bits(expected) = value(&expr, values) else { panic!("an expression of bits") };
            let expected = expected.unsigned().to_u64().expect("three bits are few");
            let mut found: Vec<u64> = system.letters.iter().flat_map(|letter| taken(&system, letter, values)).collect();
            found.dedup();
            // Whatever the step can do, one of the ways does; and if nothing is blind, nothing else.
            assert!(!holds || found.contains(&expected), "{condition:?} {expr:?} {values:?}: {found:?}");
            if is_exact {
                let wanted = if holds { vec![expected] } else { Vec::new() };
                found.sort_unstable();
                found.dedup();
                assert_eq!(found, wanted, "{condition:?} {expr:?} {values:?}");
            }
            // Where a letter that can be counted on says that it can be taken, the step can be.
            for letter in system.letters.iter().filter(|letter| letter.is_sure) {
                let asks = Letter { guard: letter.asks.clone(), ..letter.clone() };
                let says_so = !taken(&system, &asks, values).is_empty();
                let is_open = holds && !taken(&system, letter, values).is_empty();
                assert!(is_open || !says_so, "{condition:?} {expr:?} {values:?} {letter:?}");
            }
        }
    }
    assert!(exact >= 50 && blind >= 50, "{exact} exact, {blind} blind");
}

fn chosen_in(letter: &Letter) -> usize {
    let exprs = letter.guard.iter().chain(letter.updates.values());
    let chosen: std::collections::BTreeSet<Var> = exprs
        .flat_map(|expr| expr.terms().iter().map(|(variable, _)| *variable))
        .filter(|variable| matches!(variable, Var::Chosen(_)))
        .collect();
    chosen.len()
}
