//! Evidence from random walks, as found and changed at random: whatever is accepted is true.

use check::semantics::state::{State, initial};
use check::semantics::step::steps;
use evidence::counterexample::{Closing, Counterexample, Lasso, Lost, Motion, Step, Trap};
use evidence::verdict::Verdict;
use program::arbitrary::random::Random;
use program::ids::{EdgeId, ThreadSlot};
use program::program::Program;

use crate::naive;
use crate::verdicts::judge;

/// Random walks give evidence of every kind; whatever is accepted, as found or changed, is true of the full graph.
#[test]
fn what_is_accepted_is_true() {
    let count = naive::random_programs(500);
    let accepted_of_kind = naive::for_seeds(count, |seed| {
        let program = naive::random_program(seed);
        let mut random = Random::new(seed ^ 0x5eed);
        let full = naive::graph::Graph::build(&program, naive::MOST_STATES)?;
        let mut accepted = [0usize; 4];
        for _ in 0..20 {
            let walk = random_walk(&program, &mut random);
            for (kind, evidence) in evidence_from(&program, &walk, &mut random).into_iter().enumerate() {
                for verdict in [evidence.clone(), changed(evidence, &mut random)] {
                    accepted[kind] += usize::from(is_accepted_only_if_true(seed, &program, &full, verdict));
                }
            }
        }
        Some(accepted)
    });
    let mut total = [0usize; 4];
    for accepted in accepted_of_kind.into_iter().flatten() {
        total.iter_mut().zip(accepted).for_each(|(sum, more)| *sum += more);
    }
    assert!(total.iter().all(|accepted| *accepted > 0), "of some kind nothing was accepted: {total:?}");
}

/// Asks every question with the evidence as the answer, and compares what is accepted with the oracle.
fn is_accepted_only_if_true(
    seed: u64,
    program: &Program,
    full: &naive::graph::Graph,
    evidence: Counterexample,
) -> bool {
    let mut any = false;
    for question in naive::questions(program) {
        if judge(program, &question, Verdict::Refuted(evidence.clone())).is_err() {
            continue;
        }
        any = true;
        let is_failure = matches!(evidence, Counterexample::Failure(_));
        let is_true = if is_failure { !full.failures.is_empty() } else { !naive::holds(program, &question, full) };
        assert!(
            is_true,
            "UNHANG_SEED={seed}: accepted for {question:?} though it is not so: {evidence:?}\n{program:#?}"
        );
    }
    any
}

/// A run from the initial state, and the states it visits.
struct Walk {
    steps: Vec<Step>,
    states: Vec<State>,
}

fn random_walk(program: &Program, random: &mut Random) -> Walk {
    let mut walk = Walk { steps: Vec::new(), states: vec![initial(program)] };
    for _ in 0..1 + random.below(40) {
        let state = walk.states.last().expect("there is a first state");
        let taken: Vec<_> = state.slots().filter_map(|slot| steps(program, state, slot).ok()).flatten().collect();
        let Some(taken) = random.pick(&taken) else { break };
        walk.steps.push(taken.step.clone());
        match &taken.outcome {
            Ok(reached) => walk.states.push(reached.state.clone()),
            Err(_) => break,
        }
    }
    walk
}

/// The walk as a lasso, a deadlock, a trap and a failure, whether it is one or not.
fn evidence_from(program: &Program, walk: &Walk, random: &mut Random) -> [Counterexample; 4] {
    let lost = match random.pick(&check::sections::open(program, &walk.states[walk.states.len() - 1])) {
        Some(section) if random.chance(70) => Lost::Section(section.clone()),
        _ => Lost::End,
    };
    [
        Counterexample::Lasso(closed(walk, random)),
        Counterexample::Deadlock(walk.steps.clone()),
        Counterexample::Trap(Trap { steps: walk.steps.clone(), lost }),
        Counterexample::Failure(walk.steps.clone()),
    ]
}

/// A cycle where the walk comes back to a state, if it does.
fn closed(walk: &Walk, random: &mut Random) -> Lasso {
    let closing = if random.chance(50) { Closing::SameState } else { Closing::SameUpToHeapNames };
    let last = walk.states.len() - 1;
    for end in (1..=last).rev() {
        let identity = naive::identity::identity(&walk.states[end]);
        if let Some(start) = (0..end).find(|start| naive::identity::identity(&walk.states[*start]) == identity) {
            return Lasso { stem: walk.steps[..start].to_vec(), cycle: walk.steps[start..end].to_vec(), closing };
        }
    }
    let middle = random.below(walk.steps.len() + 1);
    Lasso { stem: walk.steps[..middle].to_vec(), cycle: walk.steps[middle..].to_vec(), closing }
}

fn changed(evidence: Counterexample, random: &mut Random) -> Counterexample {
    match evidence {
        Counterexample::Lasso(mut lasso) => {
            if random.chance(50) {
                change(&mut lasso.stem, random);
            } else {
                change(&mut lasso.cycle, random);
            }
            Counterexample::Lasso(lasso)
        }
        Counterexample::Deadlock(mut steps) => {
            change(&mut steps, random);
            Counterexample::Deadlock(steps)
        }
        Counterexample::Trap(mut trap) => {
            change(&mut trap.steps, random);
            Counterexample::Trap(trap)
        }
        Counterexample::Failure(mut steps) => {
            change(&mut steps, random);
            Counterexample::Failure(steps)
        }
    }
}

/// Drops, doubles, swaps or alters a step.
fn change(steps: &mut Vec<Step>, random: &mut Random) {
    if steps.is_empty() {
        return;
    }
    let at = random.below(steps.len());
    match random.below(6) {
        0 => drop(steps.remove(at)),
        1 => steps.insert(at, steps[at].clone()),
        2 => steps.swap(at, 0),
        3 => steps[at].thread = ThreadSlot::new(random.below(4)),
        4 => steps[at].motion = Motion::Edge(EdgeId::new(random.below(6))),
        _ => steps.truncate(at),
    }
}
