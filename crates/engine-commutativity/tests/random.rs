//! Nothing is proved of random programs that a naive model checker refutes, nor the other way round, and all evidence is accepted; nor does
//! the checker accept a proof for another question or another program than its own unless that is true as well.
//!
//! `UNHANG_RANDOM_PROGRAMS=100000 UNHANG_SEED=42 cargo test --release -p engine-commutativity --test random` tries harder.

#[path = "../../check/tests/claims/mod.rs"]
mod claims;
#[path = "../../check/tests/naive/mod.rs"]
mod naive;
#[path = "../../check/tests/proofs/mod.rs"]
mod proofs;

use std::time::Duration;

use engine::budget::{Budget, Limits};
use engine::event::Silent;
use engine::{Engine, Task};
use engine_commutativity::Commutativity;
use engine_commutativity::modes::Mode;
use evidence::counterexample::Counterexample;
use evidence::verdict::Verdict;
use program::arbitrary::{Shape, shrink};
use program::program::Program;

use crate::claims::may_hold;
use crate::proofs::{Truth, elsewhere, is_system, questions};

/// Out of a hundred programs that are systems over linear arithmetic, of how many something is proved, and of how many something is
/// refuted by the oracle.
const LEAST_PROVED: usize = 20;
const LEAST_REFUTED: usize = 10;

/// How often proofs and the oracle were compared.
#[derive(Clone, Copy, Default)]
struct Compared {
    is_system: bool,
    proved: usize,
    refuted: usize,
    /// What this engine refutes itself: all, and by runs without end.
    found: usize,
    endless: usize,
    /// What is proved in another mode.
    proved_otherwise: usize,
    /// Proofs that were accepted for a question or a program that was not theirs.
    elsewhere: usize,
}

#[test]
fn what_is_proved_is_true() {
    let outcomes = naive::for_seeds(naive::random_programs(400), |seed| {
        // Few features make programs of which something can be proved; with memory and calls they are prepared first.
        let features = if seed.is_multiple_of(2) { 5 } else { 15 };
        let memory = seed.is_multiple_of(4);
        let program = naive::small_program(seed, Shape { features, memory, ..Shape::default() });
        // The engine's own way is asked about every program, and in turns one of the others.
        let all = Mode::all();
        let other = all[usize::try_from(seed).unwrap_or_default() / 2 % all.len()];
        let compared = |mode: Mode| {
            compare(&program, mode).map_err(|how| {
                let smallest = shrink::minimise(&program, &|candidate: &Program| compare(candidate, mode).is_err());
                let again = compare(&smallest, mode).err();
                format!("UNHANG_SEED={seed} in mode {mode}: {how}\nminimised: {again:?}\n{smallest:#?}")
            })
        };
        let proved_otherwise = compared(other)?.proved;
        Ok(Compared { proved_otherwise, ..compared(Mode::Facts)? })
    });
    let wrong: Vec<&String> = outcomes.iter().filter_map(|outcome| outcome.as_ref().err()).collect();
    let told: Vec<&str> = wrong.iter().filter_map(|how| how.lines().next()).collect();
    assert!(wrong.is_empty(), "programs with wrong answers:\n{}\nthe first:\n{}", told.join("\n"), wrong[0]);
    let systems = outcomes.iter().flatten().filter(|it| it.is_system).count();
    let among = |pick: fn(&Compared) -> usize| outcomes.iter().flatten().filter(|it| pick(it) > 0).count();
    let (proved, refuted, elsewhere) = (among(|it| it.proved), among(|it| it.refuted), among(|it| it.elsewhere));
    let (found, endless) = (among(|it| it.found), among(|it| it.endless));
    let otherwise = among(|it| it.proved_otherwise);
    let told = format!(
        "{systems} systems: proved {proved}, in other modes {otherwise}, refuted {refuted}, of these by this engine {found}, \
         with runs without end {endless}, accepted elsewhere {elsewhere}"
    );
    assert!(systems * 4 >= outcomes.len() && elsewhere > 0 && endless > 0 && otherwise * 2 >= proved, "{told}");
    assert!(proved * 100 >= LEAST_PROVED * systems && refuted * 100 >= LEAST_REFUTED * systems, "{told}");
}

fn compare(program: &Program, mode: Mode) -> Result<Compared, String> {
    let mut compared = Compared { is_system: is_system(program), ..Compared::default() };
    if !compared.is_system {
        return Ok(compared);
    }
    let Some(truth) = Truth::of(program) else { return Ok(compared) };
    for question in questions(program) {
        // Other modes may find one lasso after the other, without end.
        let seconds = if mode == Mode::Facts { 60 } else { 2 };
        let limits = Limits { time: Duration::from_secs(seconds), ..Limits::default() };
        let verdict = Commutativity { mode, may_hold }.solve(
            Task { program, question: &question },
            &Budget::start(limits),
            &Silent,
        );
        let holds = truth.holds(&question);
        compared.refuted += usize::from(!holds);
        match verdict {
            Verdict::Unknown(_) => continue,
            Verdict::Proved(_) if !holds => return Err(format!("{question:?} is proved and not true")),
            Verdict::Refuted(_) if holds => return Err(format!("{question:?} is refuted and true")),
            Verdict::Proved(_) | Verdict::Refuted(_) => {}
        }
        check::accept::accept(program, &question, verdict.clone(), &|_, _| false).map_err(|why| why.to_string())?;
        if let Verdict::Refuted(found) = &verdict {
            compared.found += 1;
            compared.endless += usize::from(matches!(found, Counterexample::Lasso(_)));
            continue;
        }
        compared.proved += 1;
        compared.elsewhere += elsewhere(program, &truth, &question, &verdict)?;
    }
    Ok(compared)
}
