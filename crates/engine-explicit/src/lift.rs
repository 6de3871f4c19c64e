//! What was found, as evidence about the program that was given.

use engine::budget::Budget;
use evidence::counterexample::{
    Choice, Closing, Counterexample, Lasso, Lost, Motion, SectionIdentity, SectionInstance, Step, Trap,
};
use evidence::verdict::Verdict;
use program::ids::{EdgeId, NodeId, ProcId, SectionKindId, ThreadSlot};
use program::property::Fairness;
use rustc_hash::FxHashSet;

use crate::compile::decode;
use crate::components::RETURN;
use crate::decompose::FairPart;
use crate::execute::{ChosenWord, SectionKey};
use crate::graph::{Graph, Halt};
use crate::machine::MicroStep;
use crate::minimise::{Candidate, Kind, minimise};
use crate::search::{Found, Goal};
use crate::tables::Tables;
use crate::witness;

/// The verdict for what the search found.
pub fn verdict(graph: &mut Graph<'_>, goal: &Goal, found: Found, budget: &Budget) -> Verdict {
    graph.end_search();
    let counterexample = match found {
        Found::Halt(Halt::Unknown(reason)) => return Verdict::Unknown(reason),
        Found::Halt(Halt::Failure(state, steps)) => failure(graph, state, steps, budget),
        Found::Deadlock(state) => deadlock(graph, state, budget),
        Found::Cycle(part) => lasso(graph, goal, &part, budget),
        Found::NoEnd(state) => trap(graph, state, None, budget),
        Found::StuckSection(state, slot, key) => trap(graph, state, Some((slot, key)), budget),
    };
    match counterexample {
        Ok(counterexample) => Verdict::Refuted(counterexample),
        Err(Halt::Unknown(reason)) => Verdict::Unknown(reason),
        Err(Halt::Failure(..)) => unreachable!("states that were expanded before can be expanded again"),
    }
}

fn stem_to(graph: &mut Graph<'_>, state: u32) -> Result<Vec<MicroStep>, Halt> {
    Ok(witness::stem(graph, &FxHashSet::from_iter([state]))?.0)
}

fn failure(
    graph: &mut Graph<'_>,
    state: Option<u32>,
    steps: Vec<MicroStep>,
    budget: &Budget,
) -> Result<Counterexample, Halt> {
    let mut stem = match state {
        Some(state) => stem_to(graph, state)?,
        None => Vec::new(),
    };
    stem.extend(steps);
    let minimal = minimise(graph.machine_alone(), Candidate { stem, cycle: Vec::new() }, &Kind::Failure, budget);
    Ok(Counterexample::Failure(lift_steps(graph.machine.tables(), &minimal.stem)))
}

fn deadlock(graph: &mut Graph<'_>, state: u32, budget: &Budget) -> Result<Counterexample, Halt> {
    let stem = stem_to(graph, state)?;
    let minimal = minimise(graph.machine_alone(), Candidate { stem, cycle: Vec::new() }, &Kind::Deadlock, budget);
    Ok(Counterexample::Deadlock(lift_steps(graph.machine.tables(), &minimal.stem)))
}

fn lasso(graph: &mut Graph<'_>, goal: &Goal, part: &FairPart, budget: &Budget) -> Result<Counterexample, Halt> {
    let (fairness, name) = match goal {
        Goal::FairCycle { fairness, .. } => (*fairness, None),
        Goal::ThreadCycle { fairness, name } => (*fairness, Some(name.as_str())),
        Goal::StuckSection | Goal::NoEnd => (Fairness::None, None),
    };
    let members = part.members.iter().copied().collect();
    let (stem, head) = witness::stem(graph, &members)?;
    let cycle = witness::cycle(graph, part, fairness, head)?;
    let kind = Kind::Lasso(fairness, name);
    let minimal = minimise(graph.machine_alone(), Candidate { stem, cycle }, &kind, budget);
    Ok(Counterexample::Lasso(Lasso {
        stem: lift_steps(graph.machine.tables(), &minimal.stem),
        cycle: lift_steps(graph.machine.tables(), &minimal.cycle),
        closing: if graph.machine.has_memory() { Closing::SameUpToHeapNames } else { Closing::SameState },
    }))
}

fn trap(
    graph: &mut Graph<'_>,
    state: u32,
    section: Option<(u32, SectionKey)>,
    budget: &Budget,
) -> Result<Counterexample, Halt> {
    let stem = stem_to(graph, state)?;
    let candidate = Candidate { stem, cycle: Vec::new() };
    let minimal = minimise(graph.machine_alone(), candidate, &Kind::Trap(section), budget);
    let instance = |(slot, key)| SectionInstance { thread: ThreadSlot(slot), identity: identity(key) };
    let lost = section.map_or(Lost::End, |section| Lost::Section(instance(section)));
    Ok(Counterexample::Trap(Trap { steps: lift_steps(graph.machine.tables(), &minimal.stem), lost }))
}

/// The steps, as evidence tells them, if these are the tables of the machine that has taken them.
pub fn lift_steps(tables: &Tables, steps: &[MicroStep]) -> Vec<Step> {
    let lift = |step: &MicroStep| Step {
        thread: ThreadSlot(step.slot),
        motion: if step.edge == RETURN { Motion::Return } else { Motion::Edge(EdgeId(step.edge)) },
        choices: step.choices.iter().map(|choice| lift_choice(tables, choice)).collect(),
    };
    steps.iter().map(lift).collect()
}

fn lift_choice(tables: &Tables, choice: &ChosenWord) -> Choice {
    match choice {
        ChosenWord::Value(ty, word) => Choice::Value(decode(tables, ty, *word)),
        ChosenWord::Thread(slot) => Choice::Thread(ThreadSlot(*slot)),
    }
}

/// The section, as evidence tells it.
pub fn identity(key: SectionKey) -> SectionIdentity {
    match key {
        SectionKey::Opened(kind, place) => SectionIdentity::Opened { kind: SectionKindId(kind), place },
        SectionKey::Node(depth, procedure, node) => {
            SectionIdentity::Node { depth, procedure: ProcId(procedure), node: NodeId(node) }
        }
        SectionKey::Call(depth, procedure) => SectionIdentity::Call { depth, procedure: ProcId(procedure) },
    }
}
