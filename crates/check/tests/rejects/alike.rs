//! Rule `modular` where threads that are alike share one argument: it holds for each of them, whoever the others are.

use std::collections::BTreeSet;

use evidence::certificate::Certificate;
use evidence::modular::{
    By, Effect, Ends, Head, Modular, OtherMove, OwnMove, Place, Relation, RelationMove, ThreadProof,
};
use evidence::verdict::Verdict;
use program::expr::{BinaryOp, Expr};
use program::ids::NodeId;
use program::linear::expr::{Linear, Var};
use program::linear::located::{Guarantee, Who};
use program::linear::sum::Sum;
use program::procedure::Procedure;
use program::program::Program;
use program::property::{Fairness, Property, Question};
use program::types::Type;

use crate::builder::*;
use crate::counting::{X, adds, compares, fact, sum};
use crate::verdicts::{accepted, ask, rejected_by};

/// The others that a worker meets: whoever starts it, and two kinds of fellows.
const MAIN: Who = Who::Thread(0);

/// `while (x > 0) { x := x + step; who := number; }`: the first letter goes round and the second one leaves.
fn worker(name: &str, step: i64, number: i64) -> Procedure {
    let round = vec![compares(BinaryOp::Greater, 0), adds(step), set(g(1), Expr::int(number))];
    procedure(name, &[], 2, vec![edge(0, 0, round), edge(0, 1, vec![compares(BinaryOp::LessEqual, 0)])])
}

/// Starts two workers (letters 0 and 1) and waits until the second one was there (letter 2). Their letters are 3 and 4, and 5 and 6.
fn started(first: Procedure, second: Procedure) -> Program {
    let waits = assume(equal(get(g(1)), Expr::int(2)));
    let main = straight("main", &[], vec![vec![fork(None, 1)], vec![fork(None, 2)], vec![waits]]);
    program(&[Type::Int, Type::Int], vec![main, first, second], &[0])
}

fn alike() -> Program {
    started(worker("one", -1, 1), worker("two", -1, 2))
}

fn place(node: u32) -> Place {
    Place { node: NodeId(node), facts: Vec::new() }
}

fn guarantee(changes: &[u32], starts: &[usize], facts: Vec<Linear>) -> Guarantee {
    let (changes, starts) = (changes.iter().copied().collect(), starts.iter().copied().collect());
    Guarantee { changes, starts, before: BTreeSet::new(), spurious: false, facts }
}

fn own(place: usize, letter: usize, to: usize, (keeps, sums): (usize, Vec<Sum>), starts: usize) -> OwnMove {
    let starts = vec![(0, Vec::new()); starts];
    OwnMove { place, letter, effect: Effect::To(to, Vec::new()), keeps: Some((keeps, sums)), starts }
}

fn stays(place: usize, by: (Who, usize)) -> OtherMove {
    OtherMove { place, by, effect: Effect::To(place, Vec::new()) }
}

fn main_thread() -> ThreadProof {
    let keeps = |guarantee| (guarantee, Vec::new());
    ThreadProof {
        places: (0..4).map(place).collect(),
        guarantees: vec![guarantee(&[], &[1], Vec::new()), guarantee(&[], &[], Vec::new())],
        own: vec![own(0, 0, 1, keeps(0), 1), own(1, 1, 2, keeps(0), 1), own(2, 2, 3, keeps(1), 0)],
        others: (1..4).map(|place| stays(place, (Who::Thread(1), 0))).collect(),
        ..ThreadProof::default()
    }
}

/// What is said of the first worker, for both.
fn of_workers() -> ThreadProof {
    let met = [(MAIN, 0), (MAIN, 1), (Who::Below, 0), (Who::Above, 0)];
    let keeps = || (0, vec![sum(&[])]);
    let facts = vec![fact(1, 0, -1), fact(1, -1, -1)];
    let ends = Some(Ends::Ranked { rank: Linear::variable(X), bounded: sum(&[(0, 1)]), less: sum(&[(1, 1)]) });
    let goes = |relation, by, sums: [Sum; 2]| RelationMove { relation, by, effect: Effect::To(0, sums.to_vec()) };
    let mut moves = vec![
        goes(None, By::Own(3), [sum(&[(0, 1)]), sum(&[])]),
        goes(Some(0), By::Own(3), [sum(&[(0, 1)]), sum(&[(1, 1)])]),
    ];
    for (who, which) in met {
        let less = if who == MAIN { sum(&[(1, 1)]) } else { sum(&[(1, 1), (2, 1)]) };
        moves.push(goes(Some(0), By::Other(who, which), [sum(&[(0, 1)]), less]));
    }
    ThreadProof {
        places: vec![place(0), place(1)],
        beginning: Vec::new(),
        guarantees: vec![guarantee(&[0, 1], &[], vec![fact(1, -1, 0)])],
        own: vec![own(0, 3, 0, keeps(), 0), own(0, 4, 1, keeps(), 0)],
        others: met.into_iter().flat_map(|by| [stays(0, by), stays(1, by)]).collect(),
        heads: vec![Head { place: 0, relations: vec![Relation { place: 0, facts, ends }], moves }],
    }
}

fn proof() -> Modular {
    Modular { is_shared: true, threads: vec![main_thread(), of_workers(), ThreadProof::default()] }
}

fn claim(proof: Modular) -> Verdict {
    Verdict::Proved(Certificate::Modular(Box::new(proof)))
}

fn terminates() -> Question {
    ask(Property::Terminate, Fairness::None)
}

/// The proof with a change is rejected.
fn rejected(change: impl FnOnce(&mut Modular)) {
    let mut changed = proof();
    change(&mut changed);
    assert_ne!(changed, proof());
    rejected_by("modular", &alike(), &terminates(), claim(changed));
}

#[test]
fn a_shared_argument_as_it_should_be() {
    accepted(&alike(), &terminates(), claim(proof()));
    // It is about each of them.
    for name in ["one", "two"] {
        accepted(&alike(), &ask(Property::Thread(name.to_owned()), Fairness::None), claim(proof()));
    }
}

#[test]
fn fellows_that_are_left_out() {
    for gone in [Who::Below, Who::Above] {
        rejected(|proof| proof.threads[1].others.retain(|taken| taken.by.0 != gone));
        rejected(|proof| proof.threads[1].heads[0].moves.retain(|taken| taken.by != By::Other(gone, 0)));
    }
    rejected(|proof| proof.threads[1].others.retain(|taken| taken.by.0 != MAIN));
}

#[test]
fn threads_that_do_not_share() {
    rejected(|proof| proof.is_shared = false);
    rejected(|proof| proof.threads[2] = of_workers());
    rejected(|proof| proof.threads.swap(1, 2));
}

#[test]
fn what_nobody_can_know_of_many() {
    // The number of a worker, which is at least one, comes behind the variables. Others do not know whose it is.
    let of_worker = Linear::of([(Var::State(2), 1)], -1).expect("these are small numbers");
    let known = |proof: &mut Modular, thread: usize| proof.threads[thread].guarantees[0].facts.push(of_worker.clone());
    rejected(|proof| {
        known(proof, 0);
        proof.threads[0].own.iter_mut().for_each(|taken| {
            taken.keeps.iter_mut().filter(|(which, _)| *which == 0).for_each(|(_, sums)| sums.push(sum(&[(0, 1)])));
        });
    });
    // The worker itself does.
    let mut told = proof();
    known(&mut told, 1);
    for taken in &mut told.threads[1].own {
        // Premises are guards, and then the ranges of what is mentioned.
        taken.keeps.iter_mut().for_each(|(_, sums)| sums.push(sum(&[(1, 1)])));
    }
    accepted(&alike(), &terminates(), claim(told));
}

#[test]
fn threads_that_are_not_alike() {
    let refused = |program: &Program| rejected_by("modular", program, &terminates(), claim(proof()));
    // The second one adds what the first one takes away: what differs is a number of theirs, and not each keeps the guarantee.
    refused(&started(worker("one", -1, 1), worker("two", 1, 2)));
    // The second one has one more step.
    let mut longer = worker("two", -1, 2);
    longer.edges.push(edge(0, 1, vec![compares(BinaryOp::Less, -5)]));
    refused(&started(worker("one", -1, 1), longer));
    // With the same number, nobody is below or above another one: they are only fellows.
    refused(&started(worker("one", -1, 2), worker("two", -1, 2)));
}
