//! Rule `ranked`: facts follow, nothing is left out, nobody is stuck, and whatever could be repeated has a ranking function.

use evidence::certificate::Certificate;
use evidence::ranked::{Able, Annotation, Cut, Effect, Module, Move, NotStuck, Place, Ranked};
use evidence::verdict::Verdict;
use program::command::{Action, Section};
use program::expr::{BinaryOp, BitsComparison, BitsOp, Expr, UnaryOp};
use program::ids::{NodeId, SectionKindId};
use program::linear::expr::{Linear, Var};
use program::linear::sum::Sum;
use program::linear::system::Control;
use program::procedure::Procedure;
use program::program::Program;
use program::property::{Fairness, Property};
use program::types::Type;
use program::value::{Bits, Value};

use crate::builder::*;
use crate::counting::{OLD, X, adds, compares, fact, sum};
use crate::verdicts::{accepted, ask, finish, rejected_by};

fn goes(stem: usize, set: usize, letter: usize, to: usize, sums: &[Sum]) -> Move {
    Move { stem, set, letter, effect: Effect::To(to, sums.to_vec()) }
}

/// `while (x > 0) x := x + step;`, of which letter 0 goes round and letter 1 leaves.
fn counts(step: i64) -> Procedure {
    let round = vec![compares(BinaryOp::Greater, 0), adds(step)];
    procedure("main", &[], 2, vec![edge(0, 0, round), edge(0, 1, vec![compares(BinaryOp::LessEqual, 0)])])
}

fn counts_down() -> Program {
    program(&[Type::Int], vec![counts(-1)], &[0])
}

/// `while (x <op> 0) x := x + step;` over machine integers of eight bits.
fn counts_words(op: BitsComparison, step: i64) -> Program {
    let word = |number: i64| Expr::Literal(Value::Bits(Bits::wrap(8, &number.into())));
    let holds = Expr::binary(BinaryOp::BitsCompare(op), get(g(0)), word(0));
    let moved = Expr::binary(BinaryOp::Bits(BitsOp::Add), get(g(0)), word(step));
    let round = vec![assume(holds.clone()), set(g(0), moved)];
    let leaves = vec![assume(Expr::unary(UnaryOp::Not, holds))];
    let main = procedure("main", &[], 2, vec![edge(0, 0, round), edge(0, 1, leaves)]);
    program(&[Type::Bits(8)], vec![main], &[0])
}

fn place(nodes: &[u32], set: usize) -> Place {
    Place { control: Control(nodes.iter().map(|node| Some(NodeId(*node))).collect()), sets: vec![set] }
}

/// The ranking function is `x`. At the beginning of a cycle it is what it was; after a round it is less, and was not negative.
fn rank() -> Module {
    let facts = vec![fact(1, -1, 0), fact(-1, 1, 0), fact(1, -1, -1), fact(1, 0, 0)];
    // `old - (x - 1) - 1` is the first fact, or one more than the third; `old` is the first and what the letter asks.
    let first = goes(0, 0, 0, 1, &[sum(&[(0, 1)]), sum(&[(0, 1), (2, 1)])]);
    let again = goes(0, 1, 0, 1, &[sum(&[(0, 1)]), sum(&[(1, 1)])]);
    let annotation = Annotation { facts, sets: vec![vec![0, 1], vec![2, 3]], moves: vec![first, again] };
    Module { rank: Linear::variable(X), annotation }
}

fn proof() -> Ranked {
    let moves = vec![goes(0, 0, 0, 0, &[]), goes(0, 0, 1, 0, &[])];
    Ranked {
        order: None,
        stem: Annotation { facts: Vec::new(), sets: vec![Vec::new()], moves },
        modules: vec![rank()],
        not_stuck: Vec::new(),
        able: Vec::new(),
        cuts: vec![Cut::Head(place(&[0], 0))],
        kin: Vec::new(),
        renamed: Vec::new(),
    }
}

fn claim(proof: Ranked) -> Verdict {
    Verdict::Proved(Certificate::Ranked(Box::new(proof)))
}

/// The proof with a change is rejected.
fn rejected(change: impl FnOnce(&mut Ranked)) {
    let mut changed = proof();
    change(&mut changed);
    assert_ne!(changed, proof());
    rejected_by("ranked", &counts_down(), &finish(), claim(changed));
}

#[test]
fn a_proof_as_it_should_be() {
    for fairness in [Fairness::Strong, Fairness::Weak, Fairness::None] {
        for property in [Property::Finish, Property::Terminate, Property::Thread("main".to_owned())] {
            accepted(&counts_down(), &ask(property, fairness), claim(proof()));
        }
    }
    rejected_by("ranked", &counts_down(), &ask(Property::Exit, Fairness::Strong), claim(proof()));
    rejected_by("ranked", &counts_down(), &ask(Property::Sections, Fairness::Strong), claim(proof()));
    // It is about this program, and those whose number gets less as well.
    let other = |step| program(&[Type::Int], vec![counts(step)], &[0]);
    accepted(&other(-2), &finish(), claim(proof()));
    for step in [0, 1] {
        rejected_by("ranked", &other(step), &finish(), claim(proof()));
    }
}

#[test]
fn machine_integers_wrap_around() {
    // As long as the number gets less and does not wrap around, it is one without bounds to the proof.
    accepted(&counts_words(BitsComparison::UnsignedGreater, -1), &finish(), claim(proof()));
    accepted(&counts_words(BitsComparison::SignedGreater, -1), &finish(), claim(proof()));
    accepted(&counts_words(BitsComparison::SignedGreater, -2), &finish(), claim(proof()));
    // From 1 by 2 it wraps around; what is never negative is never left; what goes up wraps around, or gets larger.
    for (op, step) in [
        (BitsComparison::UnsignedGreater, -2),
        (BitsComparison::UnsignedGreater, 1),
        (BitsComparison::UnsignedGreater, 0),
        (BitsComparison::UnsignedGreaterEqual, -1),
        (BitsComparison::SignedGreater, 1),
        (BitsComparison::SignedLess, -1),
    ] {
        rejected_by("ranked", &counts_words(op, step), &finish(), claim(proof()));
    }
}

#[test]
fn what_letters_have_no_word_for_is_refused() {
    let section = || Section { kind: SectionKindId(0), object: None };
    let with = |first: Vec<Action>, more: Vec<Action>| {
        let mut round = vec![compares(BinaryOp::Greater, 0), adds(-1)];
        round.extend(more);
        let leaves = [vec![compares(BinaryOp::LessEqual, 0)], first].concat();
        program(&[Type::Int], vec![procedure("main", &[], 2, vec![edge(0, 0, round), edge(0, 1, leaves)])], &[0])
    };
    accepted(&with(vec![], vec![]), &finish(), claim(proof()));
    // A section is left as often as it is entered, or the run fails.
    accepted(&with(vec![], vec![Action::Enter(section()), Action::Leave(section())]), &finish(), claim(proof()));
    rejected_by("ranked", &with(vec![], vec![Action::Leave(section())]), &finish(), claim(proof()));
    rejected_by("ranked", &with(vec![Action::Leave(section())], vec![]), &finish(), claim(proof()));
}

#[test]
fn nothing_is_left_out() {
    rejected(|proof| drop(proof.stem.moves.pop()));
    rejected(|proof| drop(proof.modules.pop()));
    rejected(|proof| drop(proof.modules[0].annotation.moves.remove(0)));
    rejected(|proof| proof.cuts.clear());
    rejected(|proof| proof.cuts = vec![Cut::Head(place(&[1], 0))]);
    // Words that go round twice count.
    rejected(|proof| drop(proof.modules[0].annotation.moves.pop()));
}

#[test]
fn facts_follow() {
    let first = |proof: &mut Ranked, effect: Effect| proof.modules[0].annotation.moves[0].effect = effect;
    rejected(|proof| first(proof, Effect::To(1, vec![sum(&[(0, 1)]), sum(&[(0, 1)])])));
    rejected(|proof| first(proof, Effect::To(1, vec![sum(&[(0, 1)])])));
    rejected(|proof| first(proof, Effect::To(1, vec![sum(&[(0, 1)]), sum(&[(0, 1), (2, 1), (1, -1)])])));
    rejected(|proof| first(proof, Effect::To(1, vec![sum(&[(0, 1)]), Sum { scale: 0, multiples: Vec::new() }])));
    rejected(|proof| first(proof, Effect::Never(sum(&[(0, 1), (1, 1)]))));
    // What the first set says is so at the beginning, of a cycle and of the program.
    rejected(|proof| proof.modules[0].annotation.sets[0] = vec![2, 3]);
    rejected(|proof| proof.modules[0].annotation.sets.clear());
    rejected(|proof| {
        proof.stem.facts = vec![fact(0, 1, 0)];
        proof.stem.sets = vec![vec![0]];
    });
    // A letter that can be taken.
    rejected(|proof| proof.stem.moves[0].effect = Effect::Never(sum(&[(0, 1)])));
}

#[test]
fn proofs_speak_of_what_there_is() {
    rejected(|proof| proof.stem.moves[0].letter = 7);
    rejected(|proof| proof.stem.moves[0].set = 7);
    rejected(|proof| proof.stem.moves[0].stem = 7);
    rejected(|proof| proof.stem.moves[0].effect = Effect::To(7, Vec::new()));
    rejected(|proof| proof.modules[0].annotation.sets[1] = vec![7]);
    rejected(|proof| proof.modules[0].rank = Linear::variable(Var::State(7)));
    rejected(|proof| proof.modules[0].rank = Linear::variable(OLD));
    rejected(|proof| proof.modules[0].annotation.facts[3] = Linear::variable(Var::Old(1)));
    rejected(|proof| proof.stem.facts.push(Linear::variable(OLD)));
    rejected(|proof| proof.order = Some(vec![7]));
}

/// `x := 3` and `assert x == 3`; the proof has to know the number.
#[test]
fn steps_that_fail() {
    let asserts = Action::Assert(Expr::binary(BinaryOp::Equal, get(g(0)), Expr::int(3)), None);
    let sets_and_asserts =
        program(&[Type::Int], vec![straight("main", &[], vec![vec![set(g(0), Expr::int(3))], vec![asserts]])], &[0]);
    let never = |sum: Sum, letter: usize| Move { stem: 1, set: 1, letter, effect: Effect::Never(sum) };
    // Letters 1 and 2 are ways in which the assertion fails, unless the last one is; 3 is the number.
    let knows = |failing: [usize; 2], holds: usize| {
        let moves = vec![
            goes(0, 0, 0, 1, &[sum(&[]), sum(&[])]),
            never(sum(&[(1, 1), (2, 1)]), failing[0]),
            never(sum(&[(0, 1), (2, 1)]), failing[1]),
            goes(1, 1, holds, 0, &[]),
        ];
        let stem = Annotation { facts: vec![fact(0, 1, -3), fact(0, -1, 3)], sets: vec![vec![], vec![0, 1]], moves };
        Ranked {
            order: None,
            stem,
            modules: Vec::new(),
            not_stuck: Vec::new(),
            able: Vec::new(),
            cuts: Vec::new(),
            kin: Vec::new(),
            renamed: Vec::new(),
        }
    };
    let orders = [([1, 2], 3), ([2, 1], 3), ([2, 3], 1), ([3, 2], 1)];
    let right = orders
        .into_iter()
        .map(|(failing, holds)| knows(failing, holds))
        .find(|proof| check::accept::accept(&sets_and_asserts, &finish(), claim(proof.clone()), &|_, _| false).is_ok());
    let mut ignorant = right.expect("one of the orders is that of the letters");
    ignorant.stem.sets[1].clear();
    ignorant.stem.moves = (0..4).flat_map(|letter| [goes(0, 0, letter, 0, &[]), goes(1, 1, letter, 0, &[])]).collect();
    rejected_by("ranked", &sets_and_asserts, &finish(), claim(ignorant));
}

/// `assume x == 0`, of which nobody knows whether it is so.
#[test]
fn threads_that_are_stuck() {
    let waits =
        |op| program(&[Type::Int], vec![procedure("main", &[], 2, vec![edge(0, 1, vec![compares(op, 0)])])], &[0]);
    let moves = vec![goes(0, 0, 0, 0, &[])];
    let stem = Annotation { facts: Vec::new(), sets: vec![Vec::new()], moves };
    let ranked = Ranked {
        order: None,
        stem,
        modules: Vec::new(),
        not_stuck: Vec::new(),
        able: Vec::new(),
        cuts: Vec::new(),
        kin: Vec::new(),
        renamed: Vec::new(),
    };
    let equal = waits(BinaryOp::Equal);
    accepted(&equal, &ask(Property::Terminate, Fairness::Strong), claim(ranked.clone()));
    rejected_by("ranked", &equal, &finish(), claim(ranked.clone()));
    for sums in [vec![], vec![sum(&[(0, 1)]); 2], vec![sum(&[]); 2]] {
        let not_stuck = vec![NotStuck { place: place(&[0], 0), sums }];
        rejected_by("ranked", &equal, &finish(), claim(Ranked { not_stuck, ..ranked.clone() }));
    }
}

/// One thread goes round for ever; whoever waits beside it is an excuse only if the scheduler is fair, and the thread was not put off.
#[test]
fn cycles_that_are_excused() {
    let turns = procedure("turns", &[], 2, vec![edge(0, 0, vec![]), edge(0, 1, vec![])]);
    let steps = straight("steps", &[], vec![vec![]]);
    let both = program(&[Type::Int], vec![turns.clone(), steps], &[0, 1]);
    let alone = program(&[Type::Int], vec![turns], &[0]);
    let moves = (0..3).map(|letter| goes(0, 0, letter, 0, &[])).collect();
    let stem = Annotation { facts: Vec::new(), sets: vec![Vec::new()], moves };
    let cuts = vec![Cut::Head(place(&[0, 0], 0)), Cut::Head(place(&[0, 1], 0))];
    let ranked = Ranked {
        order: None,
        stem,
        modules: Vec::new(),
        not_stuck: Vec::new(),
        able: Vec::new(),
        cuts,
        kin: Vec::new(),
        renamed: Vec::new(),
    };
    for fairness in [Fairness::Strong, Fairness::Weak, Fairness::None] {
        // Once the other thread has finished, nobody waits.
        rejected_by("ranked", &both, &ask(Property::Terminate, fairness), claim(ranked.clone()));
    }
    // The second thread never finishes its step on the way that is followed, and is no excuse for that.
    for order in [vec![0, 1], vec![1, 0]] {
        let ordered = Ranked { order: Some(order), ..ranked.clone() };
        rejected_by("ranked", &both, &ask(Property::Terminate, Fairness::Strong), claim(ordered));
    }
    let stem = Annotation { moves: (0..2).map(|letter| goes(0, 0, letter, 0, &[])).collect(), ..ranked.stem.clone() };
    let on_its_own = Ranked { stem, cuts: vec![Cut::Head(place(&[0], 0))], ..ranked };
    rejected_by("ranked", &alone, &finish(), claim(on_its_own));
}

/// A thread that waits for a flag goes round until another one, which can always go on, has set it.
#[test]
fn a_thread_that_is_waited_for() {
    let flag = |number| vec![compares(BinaryOp::Equal, number)];
    let begins = edge(0, 1, vec![set(g(0), Expr::int(0))]);
    let spins = procedure(
        "spins",
        &[],
        3,
        vec![edge(0, 1, vec![]), edge(1, 1, flag(0)), edge(1, 2, vec![compares(BinaryOp::NotEqual, 0)])],
    );
    let opens = procedure("opens", &[], 3, vec![begins, edge(1, 2, vec![set(g(0), Expr::int(1))])]);
    let both = program(&[Type::Int], vec![spins, opens], &[0, 1]);
    // Sets: nothing is known, the flag is 0, the flag is 1. Letters: 0 begins, 1 goes round, 2 and 3 leave, 4 closes, 5 opens.
    let facts = vec![fact(0, 1, 0), fact(0, -1, 0), fact(0, 1, -1), fact(0, -1, 1)];
    let sets = vec![vec![], vec![0, 1], vec![2, 3]];
    let kept = [sum(&[(0, 1)]), sum(&[(1, 1)])];
    let known = [sum(&[]), sum(&[])];
    let mut moves = vec![goes(0, 0, 0, 0, &[]), goes(1, 1, 0, 1, &kept), goes(2, 2, 0, 2, &kept)];
    for set in 0..3 {
        moves.extend([goes(set, set, 4, 1, &known), goes(set, set, 5, 2, &known)]);
        for leaves in [2, 3] {
            moves.push(goes(set, set, leaves, set, if set == 0 { &[] } else { &kept }));
        }
    }
    moves.push(goes(0, 0, 1, 0, &[]));
    moves.push(goes(1, 1, 1, 1, &kept));
    // The flag is 1, and the letter asks whether it is 0.
    moves.push(Move { stem: 2, set: 2, letter: 1, effect: Effect::Never(sum(&[(0, 1), (2, 1)])) });
    let stem = Annotation { facts, sets, moves };
    let cuts = (0..3).flat_map(|node| (0..2).map(move |set| Cut::Head(place(&[1, node], set)))).collect();
    let ranked = Ranked {
        order: None,
        stem,
        modules: Vec::new(),
        not_stuck: Vec::new(),
        able: Vec::new(),
        cuts,
        kin: Vec::new(),
        renamed: Vec::new(),
    };
    let around = |node, set| Cut::Waits { around: place(&[1, node], set), thread: 1 };
    let waits = Ranked { cuts: vec![around(0, 0), around(1, 1)], ..ranked.clone() };
    for fairness in [Fairness::Strong, Fairness::Weak] {
        accepted(&both, &ask(Property::Terminate, fairness), claim(waits.clone()));
    }
    rejected_by("ranked", &both, &ask(Property::Terminate, Fairness::None), claim(waits));
    for fairness in [Fairness::Strong, Fairness::Weak] {
        accepted(&both, &ask(Property::Terminate, fairness), claim(ranked.clone()));
    }
    rejected_by("ranked", &both, &ask(Property::Terminate, Fairness::None), claim(ranked.clone()));
    // If it forgets that the flag was set, there is a cycle with nobody waiting.
    let mut forgets = ranked;
    forgets.stem.moves.retain(|taken| taken.letter != 5);
    forgets.stem.moves.extend((0..3).map(|set| goes(set, set, 5, 0, &[])));
    rejected_by("ranked", &both, &ask(Property::Terminate, Fairness::Strong), claim(forgets));
}

/// A function that gets larger nowhere, and less somewhere.
#[test]
fn functions_that_fall() {
    let falls = |module| vec![Cut::Falls { around: place(&[0], 0), module }];
    let falling = Ranked { cuts: falls(0), ..proof() };
    for fairness in [Fairness::Strong, Fairness::None] {
        accepted(&counts_down(), &ask(Property::Finish, fairness), claim(falling.clone()));
    }
    rejected(|proof| proof.cuts = falls(7));
    rejected(|proof| proof.cuts = vec![Cut::Falls { around: place(&[7], 0), module: 0 }]);
    // Its set has to be known after the letter.
    rejected(|proof| {
        proof.cuts = falls(0);
        proof.modules[0].annotation.moves.remove(0);
    });
    // Without a bound it may fall for ever: the set in which it is negative is not there.
    let known = |facts: Vec<usize>| {
        let mut proof = Ranked { cuts: falls(0), ..proof() };
        proof.modules[0].annotation.sets[1] = facts;
        proof.modules[0].annotation.moves = vec![goes(0, 0, 0, 1, &[sum(&[(0, 1)])])];
        proof
    };
    rejected_by("ranked", &counts_down(), &finish(), claim(known(vec![2])));
    // There it cannot go on, but that has to be said, and has to be true.
    let below = |effect: Option<Effect>| {
        let mut proof = known(vec![2]);
        proof.stem.facts.push(fact(0, -1, -1));
        proof.stem.sets.push(vec![0]);
        proof.stem.moves.extend(effect.map(|effect| Move { stem: 1, set: 1, letter: 0, effect }));
        proof
    };
    accepted(&counts_down(), &finish(), claim(below(Some(Effect::Never(sum(&[(0, 1), (1, 1)]))))));
    rejected_by("ranked", &counts_down(), &finish(), claim(below(None)));
    rejected_by("ranked", &counts_down(), &finish(), claim(below(Some(Effect::To(0, vec![])))));
    rejected_by("ranked", &counts_down(), &finish(), claim(below(Some(Effect::To(1, vec![sum(&[(0, 1)])])))));
    // Of a loop without a condition the same function falls as well, and falls for ever.
    let falls_for_ever = procedure("main", &[], 2, vec![edge(0, 0, vec![adds(-1)]), edge(0, 1, vec![])]);
    let falls_for_ever = program(&[Type::Int], vec![falls_for_ever], &[0]);
    let goes_on = below(Some(Effect::To(1, vec![sum(&[(0, 1)])])));
    rejected_by("ranked", &falls_for_ever, &finish(), claim(goes_on));
}

/// A thread that waits for a number: whether it can go on has to be known, somewhere or everywhere.
#[test]
fn a_thread_that_waits_for_a_number() {
    let turns = procedure("turns", &[], 2, vec![edge(0, 0, vec![set(g(0), Expr::int(1))]), edge(0, 1, vec![])]);
    let waits = procedure("waits", &[], 3, vec![edge(0, 1, vec![compares(BinaryOp::Greater, 0)]), edge(1, 1, vec![])]);
    let both = program(&[Type::Int], vec![turns, waits], &[0, 1]);
    // The part in which the second thread waits is left by its step; behind it there is a cycle that nobody excuses.
    let facts = vec![fact(0, 1, -1)];
    let mut moves = vec![goes(0, 0, 0, 1, &[sum(&[])]), goes(1, 1, 0, 1, &[sum(&[])])];
    for letter in [1, 2, 3] {
        moves.push(goes(0, 0, letter, 0, &[]));
        moves.push(goes(1, 1, letter, 1, &[sum(&[(0, 1)])]));
    }
    let stem = Annotation { facts, sets: vec![vec![], vec![0]], moves };
    let around = place(&[0, 0], 1);
    let able = vec![Able { place: around.clone(), thread: 1, sums: vec![sum(&[(0, 1), (1, 1)])] }];
    let cuts = vec![Cut::Waits { around, thread: 1 }];
    let ranked = Ranked {
        order: None,
        stem,
        modules: Vec::new(),
        not_stuck: Vec::new(),
        able,
        cuts,
        kin: Vec::new(),
        renamed: Vec::new(),
    };
    let says = |fairness, ranked: &Ranked| {
        let question = ask(Property::Terminate, fairness);
        let rejection = crate::verdicts::judge(&both, &question, claim(ranked.clone()));
        rejection.expect_err("the last cycle is not excused").to_string()
    };
    // The cut itself is fine under both notions, since it is known everywhere in the part.
    for fairness in [Fairness::Strong, Fairness::Weak] {
        assert!(says(fairness, &ranked).contains("of which it is not said why it ends"), "{}", says(fairness, &ranked));
    }
    assert!(says(Fairness::None, &ranked).contains("need not step"));
    let not_known = Ranked { able: Vec::new(), ..ranked.clone() };
    assert!(says(Fairness::Weak, &not_known).contains("may not always be able"));
    let other = Ranked { cuts: vec![Cut::Waits { around: place(&[0, 0], 1), thread: 0 }], ..ranked };
    assert!(says(Fairness::Strong, &other).contains("need not step"));
}

/// While one thread is known to have taken something that another one waits for, that one need not be followed; not if it could take it back,
/// or does not wait for it.
#[test]
fn a_thread_that_cannot_go_on_meanwhile() {
    let takes = straight("takes", &[], vec![vec![set(g(0), Expr::int(1))], vec![adds(2)]]);
    let waits = |step, number| {
        let steps = vec![vec![adds(step)], vec![compares(BinaryOp::Equal, number)], vec![set(g(0), Expr::int(7))]];
        program(&[Type::Int], vec![takes.clone(), straight("waits", &[], steps)], &[0, 1])
    };
    // Sets: nothing is known, the number is positive. Letters: 0 takes, 1 goes on; 2 adds, 3 waits, 4 does what does not commute with 1.
    let facts = vec![fact(0, 1, -1)];
    let mut moves = vec![goes(0, 0, 0, 1, &[sum(&[])]), goes(1, 1, 1, 0, &[]), goes(1, 1, 4, 0, &[])];
    moves.extend((1..5).map(|letter| goes(0, 0, letter, 0, &[])));
    let stem = Annotation { facts, sets: vec![vec![], vec![0]], moves };
    let (modules, not_stuck, able, cuts) = Default::default();
    let ranked =
        Ranked { order: Some(vec![0, 1]), stem, modules, not_stuck, able, cuts, kin: Vec::new(), renamed: Vec::new() };
    let terminate = ask(Property::Terminate, Fairness::Strong);
    accepted(&waits(1, 0), &terminate, claim(ranked.clone()));
    // A step that makes the number smaller may make it zero; a number that is positive may be five.
    rejected_by("ranked", &waits(-1, 0), &terminate, claim(ranked.clone()));
    rejected_by("ranked", &waits(1, 5), &terminate, claim(ranked.clone()));
    // Nor is anybody left out without an order, or in the other one.
    for order in [None, Some(vec![1, 0])] {
        rejected_by("ranked", &waits(1, 0), &terminate, claim(Ranked { order, ..ranked.clone() }));
    }
    // Whoever is started on the way counts as well.
    let starting = |then| {
        let starts = straight("starts", &[], vec![vec![fork(None, 1)], vec![adds(1)]]);
        program(&[Type::Int], vec![takes.clone(), straight("other", &[], vec![vec![then]]), starts], &[0, 2])
    };
    accepted(&starting(adds(3)), &terminate, claim(ranked.clone()));
    rejected_by("ranked", &starting(set(g(0), Expr::int(7))), &terminate, claim(ranked));
}

/// Whether an element of a map is positive is not known; that it is or is not, is.
#[test]
fn branches_on_what_is_not_followed() {
    let element = Expr::Select(Box::new(get(g(0))), vec![Expr::int(0)]);
    let compares = |op| Expr::binary(op, element.clone(), Expr::int(0));
    let positive = compares(BinaryOp::Greater);
    let branching = |ways: &[Expr]| {
        let edges = ways.iter().map(|condition| edge(0, 1, vec![assume(condition.clone())])).collect();
        program(&[Type::map(vec![Type::Int], Type::Int)], vec![procedure("main", &[], 2, edges)], &[0])
    };
    let moves = (0..2).map(|letter| goes(0, 0, letter, 0, &[])).collect();
    let stem = Annotation { facts: Vec::new(), sets: vec![Vec::new()], moves };
    let (modules, not_stuck, able, cuts) = Default::default();
    let ranked =
        claim(Ranked { order: None, stem, modules, not_stuck, able, cuts, kin: Vec::new(), renamed: Vec::new() });
    for other in [Expr::unary(UnaryOp::Not, positive.clone()), compares(BinaryOp::LessEqual)] {
        accepted(&branching(&[positive.clone(), other]), &finish(), ranked.clone());
    }
    for other in [compares(BinaryOp::Less), compares(BinaryOp::Equal), positive.clone()] {
        rejected_by("ranked", &branching(&[positive.clone(), other.clone()]), &finish(), ranked.clone());
        accepted(&branching(&[positive.clone(), other]), &ask(Property::Terminate, Fairness::Strong), ranked.clone());
    }
}

/// A thread that holds the scheduler keeps the others from being enabled, which weak fairness notices and the proof does not.
#[test]
fn nothing_is_said_of_weak_fairness_where_a_step_leaves_an_atomic_block_open() {
    let with = |inside: Vec<Action>| {
        let never = procedure("never", &[], 2, vec![edge(0, 1, inside)]);
        program(&[Type::Int], vec![counts(-1), never], &[0])
    };
    let open = with(vec![Action::BeginAtomic]);
    let closed = with(vec![Action::BeginAtomic, Action::EndAtomic]);
    for fairness in [Fairness::Strong, Fairness::None] {
        accepted(&open, &ask(Property::Finish, fairness), claim(proof()));
    }
    rejected_by("ranked", &open, &ask(Property::Finish, Fairness::Weak), claim(proof()));
    accepted(&closed, &ask(Property::Finish, Fairness::Weak), claim(proof()));
}
