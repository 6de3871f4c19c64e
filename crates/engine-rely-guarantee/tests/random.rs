//! Nothing is proved of random programs that a naive model checker refutes, and all evidence is accepted; nor does the checker accept a
//! proof, as it is or changed at random, for another question or another program than its own unless that is true as well.
//!
//! `UNHANG_RANDOM_PROGRAMS=100000 UNHANG_SEED=42 cargo test --release -p engine-rely-guarantee --test random` tries harder.

#[path = "../../check/tests/claims/mod.rs"]
mod claims;
#[path = "../../check/tests/naive/mod.rs"]
mod naive;
#[path = "../../check/tests/proofs/mod.rs"]
mod proofs;
#[path = "changed/mod.rs"]
mod changed;
#[path = "../../check/tests/copies/mod.rs"]
mod copies;

use std::time::Duration;

use engine::budget::{Budget, Limits};
use engine::event::Silent;
use engine::{Engine, Task};
use engine_rely_guarantee::RelyGuarantee;
use evidence::certificate::Certificate;
use evidence::verdict::Verdict;
use program::arbitrary::random::Random;
use program::arbitrary::{Shape, shrink};
use program::program::Program;
use program::span::SourceFile;

use crate::claims::may_hold;
use crate::proofs::{Truth, elsewhere, is_system, questions};

/// Out of a hundred programs that are systems over linear arithmetic, of how many something is proved, and of how many something is
/// refuted by the oracle; and out of a hundred of the latter, for how many a run is given.
const LEAST_PROVED: usize = 20;
const LEAST_REFUTED: usize = 10;
const LEAST_CONFIRMED: usize = 40;

/// How often each proof is changed.
const CHANGED: usize = 4;

/// How often proofs and the oracle were compared.
#[derive(Clone, Copy, Default)]
struct Compared {
    is_system: bool,
    proved: usize,
    refuted: usize,
    /// What was refuted with a run.
    confirmed: usize,
    /// Proofs that were accepted for a question or a program that was not theirs.
    elsewhere: usize,
    /// Proofs that were changed at random, and then rejected for their own question.
    rejected: usize,
    /// Proofs in which threads that are alike share one argument.
    shared: usize,
}

#[test]
fn what_is_proved_is_true() {
    let outcomes = naive::for_seeds(naive::random_programs(400), |seed| {
        // Few features make programs of which something can be proved; with memory and calls they are prepared first.
        let features = if seed.is_multiple_of(2) { 5 } else { 15 };
        let memory = seed.is_multiple_of(4);
        let program = naive::small_program(seed, Shape { features, memory, ..Shape::default() });
        compare(&program).map_err(|how| {
            let smallest = shrink::minimise(&program, &|candidate: &Program| compare(candidate).is_err());
            let again = compare(&smallest).err();
            format!("UNHANG_SEED={seed}: {how}\nminimised: {again:?}\n{smallest:#?}")
        })
    });
    let wrong: Vec<&String> = outcomes.iter().filter_map(|outcome| outcome.as_ref().err()).collect();
    let told: Vec<&str> = wrong.iter().filter_map(|how| how.lines().next()).collect();
    assert!(wrong.is_empty(), "programs with wrong answers:\n{}\nthe first:\n{}", told.join("\n"), wrong[0]);
    let systems = outcomes.iter().flatten().filter(|it| it.is_system).count();
    let among = |pick: fn(&Compared) -> usize| outcomes.iter().flatten().filter(|it| pick(it) > 0).count();
    let (proved, refuted, elsewhere) = (among(|it| it.proved), among(|it| it.refuted), among(|it| it.elsewhere));
    let (rejected, confirmed) = (among(|it| it.rejected), among(|it| it.confirmed));
    let told = format!(
        "{systems} systems: proved {proved}, refuted {refuted}, with a run {confirmed}, accepted elsewhere {elsewhere}, rejected if changed {rejected}"
    );
    assert!(systems * 4 >= outcomes.len() && elsewhere > 0 && rejected * 2 >= proved, "{told}");
    assert!(proved * 100 >= LEAST_PROVED * systems && refuted * 100 >= LEAST_REFUTED * systems, "{told}");
    assert!(confirmed * 100 >= LEAST_CONFIRMED * refuted, "{told}");
}

/// Out of a hundred programs with threads that are alike, of how many something is proved once for all of these.
const LEAST_SHARED: usize = 10;

#[test]
fn what_is_proved_of_threads_that_are_alike_is_true() {
    let outcomes = naive::for_seeds(naive::random_programs(60), |seed| {
        let text = copies::program(&mut Random::new(seed));
        let file = SourceFile::new("copies.bpl".to_owned(), text.as_str().into());
        let program = frontend::boogie::lower(vec![file], &Default::default()).expect("it is a program");
        compare(&program).map_err(|how| format!("UNHANG_SEED={seed}: {how}\n{text}"))
    });
    let wrong: Vec<&String> = outcomes.iter().filter_map(|outcome| outcome.as_ref().err()).collect();
    assert!(wrong.is_empty(), "wrong answers, {} of them; the first:\n{}", wrong.len(), wrong[0]);
    let among = |pick: fn(&Compared) -> usize| outcomes.iter().flatten().filter(|it| pick(it) > 0).count();
    let (shared, refuted) = (among(|it| it.shared), among(|it| it.refuted));
    let told = format!("{} programs: proved for all that are alike {shared}, refuted {refuted}", outcomes.len());
    let least = LEAST_SHARED * outcomes.len();
    assert!(shared * 100 >= least && refuted * 100 >= LEAST_REFUTED * outcomes.len(), "{told}");
}

fn compare(program: &Program) -> Result<Compared, String> {
    let mut compared = Compared { is_system: is_system(program), ..Compared::default() };
    if !compared.is_system {
        return Ok(compared);
    }
    let Some(truth) = Truth::of(program) else { return Ok(compared) };
    for question in questions(program) {
        let limits = Limits { time: Duration::from_secs(1), ..Limits::default() };
        let verdict =
            RelyGuarantee { may_hold }.solve(Task { program, question: &question }, &Budget::start(limits), &Silent);
        let holds = truth.holds(&question);
        compared.refuted += usize::from(!holds);
        match verdict {
            Verdict::Unknown(_) => continue,
            Verdict::Proved(_) if !holds => return Err(format!("{question:?} is proved and not true")),
            Verdict::Refuted(_) if holds => return Err(format!("{question:?} is refuted and true")),
            Verdict::Proved(_) | Verdict::Refuted(_) => {}
        }
        check::accept::accept(program, &question, verdict.clone(), &|_, _| false).map_err(|why| why.to_string())?;
        if matches!(verdict, Verdict::Refuted(_)) {
            compared.confirmed += 1;
            continue;
        }
        compared.proved += 1;
        compared.shared +=
            usize::from(matches!(&verdict, Verdict::Proved(Certificate::Modular(proof)) if proof.is_shared));
        compared.elsewhere += elsewhere(program, &truth, &question, &verdict)?;
        let mut random = Random::new(compared.proved as u64);
        for _ in 0..CHANGED {
            let changed = changed::changed(&verdict, &mut random);
            let is_accepted = check::accept::accept(program, &question, changed.clone(), &|_, _| false).is_ok();
            compared.rejected += usize::from(!is_accepted);
            elsewhere(program, &truth, &question, &changed)?;
        }
    }
    Ok(compared)
}
