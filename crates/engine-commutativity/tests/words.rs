//! Nothing is proved of random programs over small machine integers and sets that a naive model checker refutes, nor the other way round, and
//! all evidence is accepted.
//!
//! `UNHANG_RANDOM_PROGRAMS=100000 UNHANG_SEED=42 cargo test --release -p engine-commutativity --test words` tries harder.

#[path = "../../check/tests/claims/mod.rs"]
mod claims;
#[path = "../../check/tests/naive/mod.rs"]
mod naive;

use std::time::Duration;

use engine::budget::{Budget, Limits};
use engine::event::Silent;
use engine::{Engine, Task};
use engine_commutativity::Commutativity;
use engine_commutativity::modes::Mode;
use evidence::verdict::Verdict;
use program::command::{Action, Callee, Command};
use program::expr::{BinaryOp, BitsComparison, BitsOp, Expr, OverflowOp, UnaryOp, VarRef};
use program::ids::{GlobalId, NodeId, ProcId};
use program::procedure::{Edge, Node, Procedure, Variable};
use program::program::{EndRule, Program};
use program::property::{Fairness, Property, Question};
use program::shape::Shapes;
use program::span::Span;
use program::types::Type;
use program::validate::validate;
use program::value::{Bits, Value};

use crate::claims::may_hold;

/// Out of a hundred programs, of how many something is proved, and of how many something is refuted by the oracle.
const LEAST_PROVED: usize = 10;
const LEAST_REFUTED: usize = 10;

const WIDTH: u32 = 3;

/// Programs with more states are not compared.
const MOST_STATES: usize = 2_000;

/// A source of numbers that are as good as random.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % most as u64) as usize
    }

    fn pick<T: Copy>(&mut self, among: &[T]) -> T {
        among[self.below(among.len())]
    }
}

fn literal(number: usize) -> Expr {
    Expr::Literal(Value::Bits(Bits::wrap(WIDTH, &number.into())))
}

/// Variables 0 and 1 are numbers, 2 and 3 are mostly sets.
fn word(numbers: &mut Numbers, first: u32) -> Expr {
    let variable = Expr::global(GlobalId(first + numbers.below(2) as u32));
    if first == 2 {
        let op = numbers.pick(&[BitsOp::And, BitsOp::Or]);
        let other = if numbers.below(4) == 0 { Expr::global(GlobalId(5 - first)) } else { literal(numbers.below(8)) };
        let other = if numbers.below(4) == 0 { Expr::unary(UnaryOp::BitsNot, other) } else { other };
        return if numbers.below(4) == 0 { variable } else { Expr::binary(BinaryOp::Bits(op), variable, other) };
    }
    let op = numbers.pick(&[BitsOp::Add, BitsOp::Subtract, BitsOp::Subtract, BitsOp::RemainderUnsigned]);
    match numbers.below(4) {
        0 => literal(numbers.below(8)),
        1 => variable,
        _ => Expr::binary(BinaryOp::Bits(op), variable, literal(1 + numbers.below(3))),
    }
}

fn condition(numbers: &mut Numbers) -> Expr {
    let first = numbers.pick(&[0, 0, 2]);
    let op = if first == 2 {
        numbers.pick(&[BinaryOp::Equal, BinaryOp::NotEqual])
    } else {
        numbers.pick(&[
            BinaryOp::NotEqual,
            BinaryOp::BitsCompare(BitsComparison::UnsignedLess),
            BinaryOp::BitsCompare(BitsComparison::UnsignedGreater),
            BinaryOp::BitsCompare(BitsComparison::SignedLess),
            BinaryOp::BitsCompare(BitsComparison::SignedGreater),
        ])
    };
    let right = if numbers.below(3) == 0 { word(numbers, first) } else { literal(numbers.below(8)) };
    Expr::binary(op, word(numbers, first), right)
}

fn assigns(numbers: &mut Numbers) -> Action {
    let first = numbers.pick(&[0, 0, 2]);
    let target = VarRef::Global(GlobalId(first + numbers.below(2) as u32));
    // Now and then a set is used as a number.
    let source = if numbers.below(12) == 0 { 2 - first } else { first };
    Action::Assign(vec![(target, word(numbers, source))])
}

/// The edges of a thread from a node to the next, or back.
fn edges(numbers: &mut Numbers, from: u32, to: u32) -> Vec<Edge> {
    let condition = condition(numbers);
    let mut first = vec![Action::Assume(condition.clone())];
    if numbers.below(6) == 0 {
        let overflows = BinaryOp::BitsOverflow(numbers.pick(&[OverflowOp::AddSigned, OverflowOp::SubtractUnsigned]));
        let overflows = Expr::binary(overflows, Expr::global(GlobalId(0)), literal(1));
        first.push(Action::Assert(Expr::unary(UnaryOp::Not, overflows), None));
    }
    first.push(assigns(numbers));
    let back = if numbers.below(2) == 0 { from } else { to };
    let mut made = vec![edge(from, back, first)];
    // Without another way the thread waits.
    if back == from || numbers.below(3) > 0 {
        made.push(edge(from, to, vec![Action::Assume(Expr::unary(UnaryOp::Not, condition))]));
    }
    made
}

fn edge(from: u32, to: u32, actions: Vec<Action>) -> Edge {
    let span = Span::NOWHERE;
    Edge {
        from: NodeId(from),
        to: NodeId(to),
        commands: actions.into_iter().map(|action| Command { action, span }).collect(),
        call: None,
        spurious: false,
        eventually: None,
        span,
    }
}

fn procedure(name: &str, nodes: u32, edges: Vec<Edge>) -> Procedure {
    Procedure {
        name: name.to_owned(),
        span: Span::NOWHERE,
        locals: Vec::new(),
        parameters: 0,
        results: Vec::new(),
        nodes: vec![Node::default(); nodes as usize],
        edges,
        entry: NodeId(0),
        exit: NodeId(nodes - 1),
        section: None,
        wraps: false,
        random: None,
    }
}

fn program(seed: u64) -> Program {
    let mut numbers = Numbers(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    let numbers = &mut numbers;
    let first = (0..4).map(|global| (VarRef::Global(GlobalId(global)), literal(numbers.below(8)))).collect();
    let fork = Action::Fork { id: None, callee: Callee::Procedure(ProcId(1)), arguments: Vec::new() };
    let mut main = vec![edge(0, 1, vec![Action::Assign(first)]), edge(1, 2, vec![fork])];
    main.extend(edges(numbers, 2, 3));
    if numbers.below(4) == 0 {
        main.push(edge(3, 4, vec![Action::Halt]));
    } else {
        main.extend(edges(numbers, 3, 4));
    }
    let worker = [edges(numbers, 0, 1), edges(numbers, 1, 2)].concat();
    let variable = |name: &str| Variable { name: name.to_owned(), ty: Type::Bits(WIDTH), span: Span::NOWHERE };
    Program {
        files: Vec::new(),
        sorts: Vec::new(),
        globals: ["x", "y", "s", "t"].map(variable).to_vec(),
        objects: Vec::new(),
        procedures: vec![procedure("main", 5, main), procedure("worker", 3, worker)],
        start: vec![ProcId(0)],
        end: if numbers.below(2) == 0 { EndRule::AllThreads } else { EndRule::MainThread },
        section_kinds: Vec::new(),
        weaker_orders: Vec::new(),
        shapes: Shapes::default(),
    }
}

#[test]
fn what_is_proved_of_machine_integers_is_true() {
    let outcomes = naive::for_seeds(naive::random_programs(200), |seed| {
        let program = program(seed);
        validate(&program).map_err(|why| why.to_string())?;
        compare(&program).map_err(|how| format!("UNHANG_SEED={seed}: {how}\n{program:#?}"))
    });
    let wrong: Vec<&String> = outcomes.iter().filter_map(|outcome| outcome.as_ref().err()).collect();
    assert!(wrong.is_empty(), "{} programs with wrong answers; the first:\n{}", wrong.len(), wrong[0]);
    let (proved, refuted) = outcomes.iter().flatten().fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    let told = format!("of {} programs proved {proved}, refuted {refuted}", outcomes.len());
    assert!(proved * 100 >= LEAST_PROVED * outcomes.len() && refuted * 100 >= LEAST_REFUTED * outcomes.len(), "{told}");
}

/// Whether something is proved of the program, and whether something is not true of it, as 0 or 1.
fn compare(program: &Program) -> Result<(usize, usize), String> {
    let Some(graph) = naive::graph::Graph::build(program, MOST_STATES) else { return Ok((0, 0)) };
    let (mut proved, mut refuted) = (0, 0);
    for property in [Property::Finish, Property::Terminate] {
        for fairness in [Fairness::Strong, Fairness::Weak, Fairness::None] {
            let question = Question { property: property.clone(), fairness };
            let holds = graph.failures.is_empty() && naive::holds(program, &question, &graph);
            let limits = Limits { time: Duration::from_secs(20), ..Limits::default() };
            let verdict = Commutativity { mode: Mode::default(), may_hold }.solve(
                Task { program, question: &question },
                &Budget::start(limits),
                &Silent,
            );
            refuted |= usize::from(!holds);
            match verdict {
                Verdict::Unknown(_) => continue,
                Verdict::Proved(_) if !holds => return Err(format!("{question:?} is proved and not true")),
                Verdict::Refuted(_) if holds => return Err(format!("{question:?} is refuted and true")),
                Verdict::Proved(_) => proved = 1,
                Verdict::Refuted(_) => {}
            }
            check::accept::accept(program, &question, verdict, &|_, _| false).map_err(|why| why.to_string())?;
        }
    }
    Ok((proved, refuted))
}
