//! Proofs in which threads change places: what they prove is true, there are few places however many threads there are, and changed proofs
//! are rejected, or prove something that is true all the same.

#[path = "../../check/tests/claims/mod.rs"]
mod claims;
#[path = "../../check/tests/copies/mod.rs"]
mod copies;
#[path = "../../check/tests/naive/mod.rs"]
mod naive;
#[path = "../../check/tests/proofs/mod.rs"]
mod proofs;

use std::collections::BTreeMap;
use std::time::Duration;

use engine::budget::{Budget, Limits};
use engine::event::Silent;
use engine::{Engine, Task};
use engine_commutativity::Commutativity;
use engine_commutativity::modes::Mode;
use evidence::certificate::Certificate;
use evidence::ranked::{Cut, Ranked};
use evidence::verdict::Verdict;
use program::arbitrary::random::Random;
use program::linear::symmetry::Kin;
use program::program::Program;
use program::property::{Fairness, Property, Question};
use program::span::SourceFile;

use crate::claims::may_hold;
use crate::proofs::{Truth, elsewhere, is_system, questions};

/// Out of a hundred random programs with threads that are alike, of how many something is proved in which these change places.
const LEAST_PROVED: usize = 20;

/// How many changed proofs of each kind are tried.
const CHANGED: usize = 6;

fn lowered(text: &str) -> Program {
    let file = SourceFile::new("program.bpl".to_owned(), text.into());
    frontend::boogie::lower(vec![file], &Default::default()).expect("the program is one")
}

/// Workers that take work from a counter under a lock, and a main that waits for all of them; the last worker does something else first.
fn workers(count: usize, first_of_the_last: &str) -> String {
    let worker = |number: usize| {
        let first = if number == count { first_of_the_last } else { "skip_it := 0;" };
        format!(
            "procedure worker{number}() modifies work, lck; {{
               var mine: int;
               var skip_it: int;
               {first}
               mine := 1;
               while (mine > 0) {{
                 atomic {{ assume lck == 0; lck := {number}; }}
                 mine := work;
                 if (mine > 0) {{ work := mine - 1; }}
                 lck := 0;
               }}
             }}\n"
        )
    };
    let workers: String = (1..=count).map(worker).collect();
    let forks: String = (1..=count).map(|number| format!("fork {number} worker{number}(); ")).collect();
    let joins: String = (1..=count).map(|number| format!("join {number}; ")).collect();
    format!(
        "var work: int;\nvar lck: int;\n{workers}procedure main() modifies work, lck; {{ lck := 0; {forks}{joins} }}"
    )
}

fn verdict(program: &Program, question: &Question, seconds: u64) -> Verdict {
    let limits = Limits { time: Duration::from_secs(seconds), ..Limits::default() };
    Commutativity { mode: Mode::Kin, may_hold }.solve(Task { program, question }, &Budget::start(limits), &Silent)
}

fn is_accepted(program: &Program, question: &Question, proof: &Ranked) -> bool {
    let verdict = Verdict::Proved(Certificate::Ranked(Box::new(proof.clone())));
    check::accept::accept(program, question, verdict, &|_, _| false).is_ok()
}

fn finish() -> Question {
    Question { property: Property::Finish, fairness: Fairness::Strong }
}

/// The proof that the program finishes, which the checker has accepted.
fn proof(program: &Program) -> Ranked {
    match verdict(program, &finish(), 60) {
        Verdict::Proved(Certificate::Ranked(proof)) => {
            assert!(is_accepted(program, &finish(), &proof));
            *proof
        }
        other => panic!("it is proved: {other:?}"),
    }
}

#[test]
fn more_workers_make_few_more_places() {
    let places = |count: usize| proof(&lowered(&workers(count, "skip_it := 0;"))).stem.sets.len();
    // Without other names there would be some 6 times as many with each worker.
    assert!(places(6) <= 6 * places(3), "{} {}", places(6), places(3));
}

#[test]
fn a_worker_that_does_something_else_is_not_given_other_names() {
    let alike = lowered(&workers(3, "skip_it := 0;"));
    let other = lowered(&workers(3, "work := work + 1;"));
    let proof = proof(&alike);
    assert_eq!(proof.kin.iter().map(|kin| kin.members.len()).collect::<Vec<_>>(), [3]);
    assert!(!is_accepted(&other, &finish(), &proof));
    match verdict(&other, &finish(), 60) {
        Verdict::Proved(Certificate::Ranked(proof)) => {
            assert_eq!(proof.kin.iter().map(|kin| kin.members.len()).collect::<Vec<_>>(), [2]);
            assert!(is_accepted(&other, &finish(), &proof));
        }
        other => panic!("it is proved: {other:?}"),
    }
}

#[test]
fn names_that_are_not_allowed_are_rejected() {
    let program = lowered(&workers(3, "skip_it := 0;"));
    let proof = proof(&program);
    let rejected = |change: &dyn Fn(&mut Ranked)| {
        let mut changed = proof.clone();
        change(&mut changed);
        assert_ne!(changed, proof);
        assert!(!is_accepted(&program, &finish(), &changed));
    };
    // Main is kin to nobody; nobody is kin to himself; what one has for himself no other one has.
    rejected(&|proof| proof.kin[0].members[0].thread = 0);
    rejected(&|proof| proof.kin[0].members[1] = proof.kin[0].members[0].clone());
    rejected(&|proof| proof.kin[0].members[1].own = proof.kin[0].members[0].own.clone());
    rejected(&|proof| proof.kin[0].members[1].own.reverse());
    rejected(&|proof| {
        proof.kin[0].members[0].own.pop();
    });
    rejected(&|proof| proof.kin[0].members[2].thread = 99);
    rejected(&|proof| proof.kin = vec![Kin::default()]);
    rejected(&|proof| proof.kin.clear());
    // Names are names: nobody is lost, and nobody appears.
    rejected(&|proof| proof.renamed[0].threads = BTreeMap::from([(1, 2)]));
    rejected(&|proof| proof.renamed[0].threads = BTreeMap::from([(0, 1), (1, 0)]));
    // Without them, what is said is not about the places that there are.
    rejected(&|proof| proof.renamed.clear());
    // While main still starts threads, those that it has not started stand nowhere.
    rejected(&|proof| {
        let mut first = proof.renamed[0].clone();
        first.place.control.0[1] = None;
        proof.renamed.push(first);
    });
    // It is not said of single threads.
    let of_one = Question { property: Property::Thread("worker1".to_owned()), fairness: Fairness::Strong };
    assert!(!is_accepted(&program, &of_one, &proof));
}

#[test]
fn what_is_proved_of_threads_that_change_places_is_true() {
    let outcomes = naive::for_seeds(naive::random_programs(120), |seed| {
        let text = copies::program(&mut Random::new(seed));
        compare(&lowered(&text), seed).map_err(|how| format!("UNHANG_SEED={seed}: {how}\n{text}"))
    });
    let wrong: Vec<&String> = outcomes.iter().filter_map(|outcome| outcome.as_ref().err()).collect();
    assert!(wrong.is_empty(), "wrong answers, {} of them; the first:\n{}", wrong.len(), wrong[0]);
    let among = |pick: fn(&Compared) -> usize| outcomes.iter().flatten().filter(|it| pick(it) > 0).count();
    let told = format!(
        "{} programs: proved {}, refuted {}, changed proofs rejected {}",
        outcomes.len(),
        among(|it| it.proved),
        among(|it| it.refuted),
        among(|it| it.rejected)
    );
    assert!(among(|it| it.proved) * 100 >= LEAST_PROVED * outcomes.len() && among(|it| it.refuted) > 0, "{told}");
    assert!(among(|it| it.rejected) > 0, "{told}");
}

/// How often proofs and the oracle were compared.
#[derive(Clone, Copy, Default)]
struct Compared {
    proved: usize,
    refuted: usize,
    rejected: usize,
}

fn compare(program: &Program, seed: u64) -> Result<Compared, String> {
    let mut compared = Compared::default();
    if !is_system(program) {
        return Ok(compared);
    }
    let Some(truth) = Truth::of(program) else { return Ok(compared) };
    for question in questions(program) {
        let holds = truth.holds(&question);
        compared.refuted += usize::from(!holds);
        let found = verdict(program, &question, 2);
        let Verdict::Proved(Certificate::Ranked(proof)) = &found else { continue };
        if !holds {
            return Err(format!("{question:?} is proved and not true"));
        }
        check::accept::accept(program, &question, found.clone(), &|_, _| false).map_err(|why| why.to_string())?;
        compared.proved += 1;
        elsewhere(program, &truth, &question, &found)?;
        let mut random = Random::new(seed);
        for _ in 0..CHANGED {
            let mut changed = (**proof).clone();
            change(&mut changed, &mut random);
            compared.rejected += usize::from(!is_accepted(program, &question, &changed));
            // What is accepted for a question that is true does no harm; for others it would.
            for other in questions(program).iter().filter(|other| !truth.holds(other)) {
                if is_accepted(program, other, &changed) {
                    return Err(format!("a changed proof is accepted for {other:?}, which is not true"));
                }
            }
        }
    }
    Ok(compared)
}

/// Changes names, kin or cuts.
fn change(proof: &mut Ranked, random: &mut Random) {
    let threads = proof.stem.sets.len().max(3);
    match random.below(5) {
        0 if !proof.renamed.is_empty() => {
            let place = random.below(proof.renamed.len());
            proof.renamed.remove(place);
        }
        1 if proof.renamed.len() > 1 => {
            let (from, to) = (random.below(proof.renamed.len()), random.below(proof.renamed.len()));
            proof.renamed[to].threads = proof.renamed[from].threads.clone();
        }
        2 if !proof.cuts.is_empty() => {
            let place = random.below(proof.cuts.len());
            proof.cuts.remove(place);
        }
        3 if !proof.cuts.is_empty() => {
            let place = random.below(proof.cuts.len());
            if let Cut::Falls { around, .. } = &proof.cuts[place] {
                proof.cuts[place] = Cut::Waits { around: around.clone(), thread: random.below(threads) };
            }
        }
        _ => {
            let kin = random.below(proof.kin.len().max(1));
            if let Some(kin) = proof.kin.get_mut(kin) {
                kin.members.swap_remove(0);
            }
        }
    }
}
