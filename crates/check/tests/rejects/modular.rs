//! Rule `modular`: each thread's steps lead to what is said to be known and keep what it guarantees, and whatever it could repeat is
//! well-founded or unfair.

use std::collections::BTreeSet;

use evidence::certificate::Certificate;
use evidence::modular::{
    By, Effect, Ends, Head, Modular, OtherMove, OwnMove, Place, Relation, RelationMove, ThreadProof,
};
use evidence::verdict::Verdict;
use program::command::Action;
use program::expr::BinaryOp;
use program::ids::NodeId;
use program::linear::expr::{Linear, Var};
use program::linear::located::{Guarantee, Who};
use program::linear::sum::Sum;
use program::procedure::Procedure;
use program::program::Program;
use program::property::{Fairness, Property};
use program::types::Type;

use crate::builder::*;
use crate::counting::{OLD, X, adds, compares, fact, sum};
use crate::verdicts::{accepted, ask, rejected_by};

/// `while (x > 0) x := x - 1;`: letter 0 goes round and letter 1 leaves.
fn counts_down() -> Procedure {
    let round = vec![compares(BinaryOp::Greater, 0), adds(-1)];
    procedure("down", &[], 2, vec![edge(0, 0, round), edge(0, 1, vec![compares(BinaryOp::LessEqual, 0)])])
}

/// `while (*) x := x + step;`: letter 2 goes round and letter 3 leaves.
fn adds_for_ever(step: i64) -> Procedure {
    procedure("other", &[], 2, vec![edge(0, 0, vec![adds(step)]), edge(0, 1, vec![])])
}

/// Both at the same time. The first one ends as long as the other one does not make the number larger.
fn both(step: i64) -> Program {
    program(&[Type::Int], vec![counts_down(), adds_for_ever(step)], &[0, 1])
}

fn place(node: u32) -> Place {
    Place { node: NodeId(node), facts: Vec::new() }
}

/// The number gets no larger.
fn guarantee() -> Guarantee {
    Guarantee {
        changes: BTreeSet::from([0]),
        starts: BTreeSet::new(),
        before: BTreeSet::new(),
        spurious: false,
        facts: vec![fact(1, -1, 0)],
    }
}

/// Steps of letters between places 0 and 1, each of which keeps the guarantee, without any facts at places.
fn own(place: usize, letter: usize, to: usize) -> OwnMove {
    OwnMove { place, letter, effect: Effect::To(to, Vec::new()), keeps: Some((0, vec![sum(&[])])), starts: Vec::new() }
}

fn other(place: usize, by: usize) -> OtherMove {
    OtherMove { place, by: (Who::Thread(by), 0), effect: Effect::To(place, Vec::new()) }
}

/// Between two steps from the head, `x` was not negative and is less now.
fn head() -> Head {
    let facts = vec![fact(1, 0, -1), fact(1, -1, -1)];
    let ends = Some(Ends::Ranked { rank: Linear::variable(X), bounded: sum(&[(0, 1)]), less: sum(&[(1, 1)]) });
    let relations = vec![Relation { place: 0, facts, ends }];
    let goes = |relation, by, sums: [Sum; 2]| RelationMove { relation, by, effect: Effect::To(0, sums.to_vec()) };
    let moves = vec![
        // The guard is the first premise; that it is one less is so whatever is known.
        goes(None, By::Own(0), [sum(&[(0, 1)]), sum(&[])]),
        goes(Some(0), By::Own(0), [sum(&[(0, 1)]), sum(&[(1, 1)])]),
        // In front of the other's step is a number between, and it guarantees that the one after is no larger.
        goes(Some(0), By::Other(Who::Thread(1), 0), [sum(&[(0, 1)]), sum(&[(1, 1), (2, 1)])]),
    ];
    Head { place: 0, relations, moves }
}

fn proof() -> Modular {
    let thread = |first: usize, other_thread: usize| ThreadProof {
        places: vec![place(0), place(1)],
        beginning: Vec::new(),
        guarantees: vec![guarantee()],
        own: vec![own(0, first, 0), own(0, first + 1, 1)],
        others: vec![other(0, other_thread), other(1, other_thread)],
        heads: Vec::new(),
    };
    Modular { is_shared: false, threads: vec![ThreadProof { heads: vec![head()], ..thread(0, 1) }, thread(2, 0)] }
}

fn claim(proof: Modular) -> Verdict {
    Verdict::Proved(Certificate::Modular(Box::new(proof)))
}

fn down() -> program::property::Question {
    ask(Property::Thread("down".to_owned()), Fairness::None)
}

/// The proof with a change is rejected.
fn rejected(change: impl FnOnce(&mut Modular)) {
    let mut changed = proof();
    change(&mut changed);
    assert_ne!(changed, proof());
    rejected_by("modular", &both(-1), &down(), claim(changed));
}

#[test]
fn a_proof_as_it_should_be() {
    for fairness in [Fairness::Strong, Fairness::Weak, Fairness::None] {
        accepted(&both(-1), &ask(Property::Thread("down".to_owned()), fairness), claim(proof()));
        // It is about this thread, and says nothing of the other one, nor of deadlocks.
        for property in [Property::Thread("other".to_owned()), Property::Terminate, Property::Finish] {
            rejected_by("modular", &both(-1), &ask(property, fairness), claim(proof()));
        }
    }
    rejected_by("modular", &both(-1), &ask(Property::Exit, Fairness::Strong), claim(proof()));
    accepted(&both(0), &down(), claim(proof()));
    // The other thread does not keep what it guarantees.
    rejected_by("modular", &both(1), &down(), claim(proof()));
}

#[test]
fn threads_that_are_left_out() {
    rejected(|proof| drop(proof.threads.pop()));
    rejected(|proof| proof.threads[1].places.clear());
}

#[test]
fn what_does_not_hold_at_the_beginning() {
    rejected(|proof| proof.threads[0].places[0].node = NodeId(1));
    rejected(|proof| proof.threads[0].places[0].facts.push(fact(0, 1, 0)));
    rejected(|proof| {
        proof.threads[0].places[0].facts.push(fact(0, 1, 0));
        proof.threads[0].beginning.push(sum(&[]));
    });
}

#[test]
fn what_there_is_not() {
    let unknown = Linear::variable(Var::State(99));
    rejected(|proof| proof.threads[0].places[1].facts.push(unknown.clone()));
    rejected(|proof| proof.threads[0].places[1].facts.push(Linear::variable(OLD)));
    rejected(|proof| proof.threads[0].guarantees[0].facts.push(unknown.clone()));
    rejected(|proof| proof.threads[0].heads[0].relations[0].facts.push(unknown.clone()));
    rejected(|proof| proof.threads[0].heads[0].relations[0].facts.push(Linear::variable(Var::Chosen(0))));
}

#[test]
fn steps_that_are_left_out_or_wrong() {
    rejected(|proof| drop(proof.threads[0].own.pop()));
    rejected(|proof| drop(proof.threads[1].own.pop()));
    rejected(|proof| drop(proof.threads[0].others.remove(0)));
    rejected(|proof| drop(proof.threads[1].others.remove(1)));
    rejected(|proof| proof.threads[0].own[0].effect = Effect::Never(sum(&[(0, 1)])));
    rejected(|proof| proof.threads[0].others[0].effect = Effect::Never(sum(&[(0, 1)])));
    rejected(|proof| proof.threads[0].own[0].effect = Effect::To(1, Vec::new()));
    rejected(|proof| proof.threads[0].own[0].effect = Effect::To(9, Vec::new()));
    rejected(|proof| proof.threads[0].others[0].effect = Effect::To(1, Vec::new()));
}

#[test]
fn guarantees_that_are_not_kept() {
    rejected(|proof| proof.threads[1].own[0].starts.push((0, Vec::new())));
    rejected(|proof| proof.threads[1].own[0].keeps = None);
    rejected(|proof| proof.threads[1].own[0].keeps = Some((1, vec![sum(&[])])));
    rejected(|proof| proof.threads[1].own[0].keeps = Some((0, Vec::new())));
    rejected(|proof| proof.threads[1].guarantees[0].changes.clear());
    rejected(|proof| proof.threads[1].guarantees[0].spurious = true);
    rejected(|proof| proof.threads[1].guarantees[0].before = BTreeSet::from([0]));
    rejected(|proof| proof.threads[1].guarantees[0].starts = BTreeSet::from([0]));
    rejected(|proof| proof.threads[1].guarantees[0].facts.clear());
}

#[test]
fn relations_that_do_not_hold_or_do_not_end() {
    rejected(|proof| proof.threads[0].heads.clear());
    rejected(|proof| proof.threads[0].heads[0].place = 1);
    rejected(|proof| proof.threads[0].heads[0].relations[0].place = 1);
    rejected(|proof| proof.threads[0].heads[0].relations[0].ends = None);
    rejected(|proof| proof.threads[0].heads[0].relations[0].facts[1] = fact(1, -1, -2));
    rejected(|proof| proof.threads[0].heads[0].relations[0].facts[0] = fact(1, 0, -2));
    for step in 0..3 {
        rejected(|proof| drop(proof.threads[0].heads[0].moves.remove(step)));
        rejected(|proof| proof.threads[0].heads[0].moves[step].effect = Effect::Never(sum(&[(0, 1)])));
        rejected(|proof| proof.threads[0].heads[0].moves[step].effect = Effect::To(5, Vec::new()));
    }
    let ends = |rank: Linear| Some(Ends::Ranked { rank, bounded: sum(&[(0, 1)]), less: sum(&[(1, 1)]) });
    rejected(|proof| proof.threads[0].heads[0].relations[0].ends = ends(fact(0, -1, 0)));
    rejected(|proof| proof.threads[0].heads[0].relations[0].ends = ends(fact(0, 1, -2)));
    rejected(|proof| proof.threads[0].heads[0].relations[0].ends = ends(Linear::variable(OLD)));
    rejected(|proof| proof.threads[0].heads[0].relations[0].ends = ends(Linear::constant(5)));
}

/// Relations that are unfair to the other thread, if it has not stepped and can step: both are claimed, neither is so.
#[test]
fn what_is_not_unfair() {
    for fairness in [Fairness::Strong, Fairness::Weak, Fairness::None] {
        for thread in [0, 1, 7] {
            let mut changed = proof();
            let able = vec![sum(&[]), sum(&[])];
            changed.threads[0].heads[0].relations[0].ends = Some(Ends::Unfair { thread, waits: sum(&[]), able });
            let question = ask(Property::Thread("down".to_owned()), fairness);
            rejected_by("modular", &both(-1), &question, claim(changed));
        }
    }
}

#[test]
fn nothing_is_said_of_weak_fairness_where_a_step_leaves_an_atomic_block_open() {
    let mut open = both(-1);
    open.procedures.push(procedure("never", &[], 2, vec![edge(0, 1, vec![Action::BeginAtomic])]));
    let asked = |fairness| ask(Property::Thread("down".to_owned()), fairness);
    accepted(&open, &asked(Fairness::Strong), claim(proof()));
    rejected_by("modular", &open, &asked(Fairness::Weak), claim(proof()));
}
