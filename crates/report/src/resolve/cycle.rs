//! What each thread does while a cycle repeats, which is why the run counts.

use std::collections::{BTreeMap, BTreeSet};

use check::fairness::Part;
use evidence::counterexample::Step;
use program::ids::ThreadSlot;
use program::program::Program;

use crate::outcome::{PartInCycle, Situation, ThreadInCycle};
use crate::resolve::chosen;
use crate::resolve::standing::{facts, standing};
use crate::scene::Scene;

/// The threads that exist in the cycle, whose states are given from the first to the one that closes it.
pub(crate) fn threads(
    program: &Program,
    scenes: &[Scene],
    steps: &[Step],
    parts: &BTreeMap<ThreadSlot, Part>,
) -> Vec<ThreadInCycle> {
    let mut choices = chosen::choices(program, scenes, steps);
    let in_scene = |scene: &Scene| -> Vec<(u32, ThreadSlot)> {
        scene.state.slots().filter_map(|slot| Some((scene.number(slot)?, slot))).collect()
    };
    let threads: BTreeSet<(u32, ThreadSlot)> = scenes.iter().flat_map(in_scene).collect();
    let mut describe = |(number, slot): (u32, ThreadSlot)| {
        let with_it: Vec<&Scene> = scenes.iter().filter(|scene| scene.number(slot) == Some(number)).collect();
        let lasts = with_it.len() == scenes.len();
        let part = match parts.get(&slot) {
            Some(part) if lasts => lasting(program, scenes, slot, *part),
            _ => passing(program, scenes, &with_it, slot),
        };
        let choices = choices.remove(&number).unwrap_or_default();
        ThreadInCycle { thread: with_it[0].thread(program, slot), part, choices }
    };
    threads.into_iter().map(&mut describe).collect()
}

/// The part of a thread that lives for ever.
fn lasting(program: &Program, scenes: &[Scene], slot: ThreadSlot, part: Part) -> PartInCycle {
    let mut situations = scenes.iter().map(|scene| standing(program, scene, slot).situation);
    let is_waiting = |situation: &Situation| matches!(situation, Situation::Waits { .. });
    let is_held_back = |situation: &Situation| matches!(situation, Situation::HeldBack { .. });
    match part {
        Part::Steps => {
            let height =
                |scene: &Scene| scene.state.thread(slot).and_then(|thread| thread.frames()).map_or(0, <[_]>::len);
            match height(&scenes[scenes.len() - 1]).saturating_sub(height(&scenes[0])) {
                0 => PartInCycle::Steps,
                calls => PartInCycle::Descends(calls),
            }
        }
        Part::AlwaysEnabled | Part::Unsteady => PartInCycle::PassedOver,
        Part::NeverEnabled => match situations.clone().find(is_waiting).or_else(|| situations.next()) {
            None | Some(Situation::Finished) => PartInCycle::Finished,
            Some(situation) => PartInCycle::Blocked(throughout(program, scenes, slot, situation)),
        },
        Part::SometimesEnabled => {
            let blocked = situations.clone().find(is_waiting).or_else(|| situations.find(is_held_back));
            PartInCycle::BlockedAtTimes(blocked.unwrap_or(Situation::Finished))
        }
    }
}

/// What keeps the thread waiting at one moment may not be what does at another.
fn throughout(program: &Program, scenes: &[Scene], slot: ThreadSlot, situation: Situation) -> Situation {
    let Situation::Waits { place, statements, because, joins, waits_for, .. } = situation else { return situation };
    let holds = |fact: &String| scenes.iter().all(|scene| facts(program, scene, slot).texts().contains(fact));
    let (because, at_times) = because.into_iter().partition(holds);
    Situation::Waits { place, statements, because, at_times, joins, waits_for }
}

/// The part of a thread that starts in the cycle, or is gone after it, or both.
fn passing(program: &Program, scenes: &[Scene], with_it: &[&Scene], slot: ThreadSlot) -> PartInCycle {
    let (first, last) = (&scenes[0], &scenes[scenes.len() - 1]);
    let has_finished = |scene: &&Scene| scene.state.thread(slot).is_none_or(|thread| thread.has_finished());
    if with_it.iter().any(|scene| scene.number(slot) == last.number(slot)) {
        // The state is the first one again: this thread now does what the one in its slot did then.
        PartInCycle::TakesOver(first.thread(program, slot))
    } else if with_it.iter().all(has_finished) {
        PartInCycle::Finished
    } else {
        PartInCycle::Finishes
    }
}
