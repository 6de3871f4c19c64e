//! Rule `closing` where stacks grow: the cycle sees the same frames on top of them.

use evidence::counterexample::{Closing, Counterexample, Lasso, Motion, Parameter, Step};
use evidence::verdict::Verdict;
use num_bigint::BigInt;
use program::command::Action;
use program::expr::{BinaryOp, Expr};
use program::ids::ThreadSlot;
use program::polynomial::Polynomial;
use program::procedure::{Edge, Procedure};
use program::program::Program;
use program::property::{Fairness, Property};
use program::types::Type;

use crate::builder::*;
use crate::verdicts::{accepted, ask, finish, rejected_by, take};

fn closed(stem: Vec<Step>, cycle: Vec<Step>, closing: Closing) -> Verdict {
    Verdict::Refuted(Counterexample::Lasso(Lasso { stem, cycle, closing }))
}

fn back(thread: u32) -> Step {
    Step { thread: ThreadSlot(thread), motion: Motion::Return, choices: Vec::new() }
}

/// `main` calls `descends`, whose parameters and local variables are of these types, and is called with these arguments.
fn calls(locals: &[Type], arguments: Vec<Expr>, nodes: u32, edges: Vec<Edge>) -> Program {
    let parameters = arguments.len();
    let main = procedure("main", &[], 2, vec![call(0, 1, 1, arguments, vec![])]);
    let descends = Procedure { parameters, ..procedure("descends", locals, nodes, edges) };
    program(&[Type::Bool], vec![main, descends], &[0])
}

/// A procedure that does nothing but call itself, after these actions.
fn descends(actions: Vec<Action>) -> Program {
    calls(&[Type::Pointer], vec![], 3, vec![edge(0, 1, actions), call(1, 2, 1, vec![], vec![])])
}

fn endless(closing: Closing) -> Verdict {
    closed(vec![take(0, 0)], vec![take(0, 0), take(0, 1)], closing)
}

#[test]
fn a_procedure_that_calls_itself_for_ever() {
    accepted(&descends(vec![]), &finish(), endless(Closing::Keyframe));
    rejected_by("closing", &descends(vec![]), &finish(), endless(Closing::SameState));
    rejected_by("closing", &descends(vec![]), &finish(), endless(Closing::SameUpToHeapNames));
    // The thread stays in `main`, not in any one call.
    let thread = |name: &str| ask(Property::Thread(name.into()), Fairness::Strong);
    accepted(&descends(vec![]), &thread("main"), endless(Closing::Keyframe));
    rejected_by("thread", &descends(vec![]), &thread("descends"), endless(Closing::Keyframe));
}

/// Each call has an object of its own, which nobody else can reach.
#[test]
fn what_lies_below_may_have_objects() {
    accepted(&descends(vec![stack(l(0), 1)]), &finish(), endless(Closing::Keyframe));
    accepted(&descends(vec![heap(l(0), 1)]), &finish(), endless(Closing::Keyframe));
}

#[test]
fn what_is_shared_must_be_the_same() {
    let changes = descends(vec![set(g(0), not(get(g(0))))]);
    let first = |cycle: usize| {
        let turn = [take(0, 0), take(0, 1)];
        let stem = [vec![take(0, 0)], turn.to_vec()].concat();
        closed(stem, turn.iter().cloned().cycle().take(2 * cycle).collect(), Closing::Keyframe)
    };
    let program = Program { procedures: with_first(&changes, set(g(0), truth(true))), ..changes.clone() };
    rejected_by("closing", &program, &finish(), first(1));
    accepted(&program, &finish(), first(2));
}

/// The procedures, of which the first one begins with this.
fn with_first(program: &Program, action: Action) -> Vec<Procedure> {
    let mut procedures = program.procedures.clone();
    procedures[0].edges[0].commands = edge(0, 0, vec![action]).commands;
    procedures
}

/// The cycle returns once and calls twice: the stack is deeper, and the frame that it returns to must be the same as well.
#[test]
fn a_frame_that_is_returned_to_is_seen() {
    let program = |remembers: Expr| {
        let edges = vec![
            edge(0, 1, vec![set(l(0), remembers), set(g(0), truth(false))]),
            edge(0, 3, vec![]),
            call(1, 2, 1, vec![], vec![]),
            edge(2, 1, vec![assume(get(l(0)))]),
        ];
        let program = calls(&[Type::Bool], vec![], 4, edges);
        Program { procedures: with_first(&program, set(g(0), truth(true))), ..program }
    };
    let stem = vec![take(0, 0), take(0, 0), take(0, 2)];
    let cycle = vec![take(0, 1), back(0), take(0, 3), take(0, 2), take(0, 0), take(0, 2)];
    let run = |closing| closed(stem.clone(), cycle.clone(), closing);
    accepted(&program(truth(true)), &finish(), run(Closing::Keyframe));
    rejected_by("closing", &program(truth(true)), &finish(), run(Closing::SameState));
    // Here the second call remembers that it is not the first one, and nobody could go on from there.
    rejected_by("closing", &program(get(g(0))), &finish(), run(Closing::Keyframe));
}

/// A stack that becomes less deep comes to its end.
#[test]
fn stacks_that_shrink_do_not_repeat() {
    let edges = vec![call(0, 1, 1, vec![], vec![]), edge(0, 1, vec![])];
    let program = calls(&[], vec![], 2, edges);
    let stem = vec![take(0, 0), take(0, 0), take(0, 0), take(0, 1), back(0)];
    rejected_by("closing", &program, &finish(), closed(stem, vec![back(0)], Closing::Keyframe));
}

/// The argument grows with the stack.
#[test]
fn stacks_and_numbers_grow_together() {
    let counts = |limit: Option<i64>| {
        let next = Expr::binary(BinaryOp::Add, get(l(0)), Expr::int(1));
        let guard = limit.map(|limit| assume(Expr::binary(BinaryOp::Less, get(l(0)), Expr::int(limit))));
        let edges = vec![edge(0, 1, guard.into_iter().collect()), call(1, 2, 1, vec![next], vec![])];
        calls(&[Type::Int], vec![Expr::int(0)], 3, edges)
    };
    let next = Polynomial::constant(1.into()).plus(&BigInt::from(1), &Polynomial::parameter(0));
    let growing = || endless(Closing::Growing(vec![Parameter { first: 0.into(), next: next.clone() }]));
    accepted(&counts(None), &finish(), growing());
    rejected_by("closing", &counts(None), &finish(), endless(Closing::Keyframe));
    rejected_by("replay", &counts(Some(2)), &finish(), growing());
    rejected_by("replay", &counts(Some(1000)), &finish(), growing());
}
