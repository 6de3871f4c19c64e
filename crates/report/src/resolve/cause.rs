//! The cause of a trap.
//!
//! A run to a point of no return ends as soon as one section is lost, whichever an engine looked at.
//! If its thread waits for another one, by a join perhaps, the story is not told to its end: why does the other one not go on?
//! So the run is continued by those that are waited for, or if that does not tell more by all, until they are stuck themselves,
//! and told about the section of theirs.
//! Nothing is lost by that: what is lost stays so, whatever comes.

use std::collections::{BTreeSet, HashMap};

use check::accept::Accepted;
use check::semantics::state::State;
use check::semantics::step::steps;
use evidence::counterexample::{Counterexample, Lost, Step};
use evidence::verdict::Verdict;
use program::ids::ThreadSlot;
use program::program::Program;

use crate::lens::Telling;
use crate::outcome::{Situation, Standing};
use crate::resolve::Run;
use crate::resolve::section::{cause_first, refuted_by, stuck};
use crate::resolve::standing::all_standing;
use crate::scene::Scene;
use crate::waits::{joins, waits_for};

/// A run is continued by so many steps at most.
const MOST_STEPS: usize = 500;

/// A verdict that tells more of the cause than the accepted one does, if there is one. It is still to be accepted.
pub fn of(accepted: &Accepted, program: &Program) -> Option<Verdict> {
    let Verdict::Refuted(Counterexample::Trap(trap)) = accepted.verdict() else { return None };
    let Lost::Section(claimed) = &trap.lost else { return None };
    let start = Scene::first(program, Telling::OwnLines, &[&trap.steps]);
    let thread = Run::of(program, &start, &trap.steps).last().thread(program, claimed.thread);
    for who in [Goers::AwaitedBy(&thread), Goers::Everybody] {
        let Some(steps) = continued(program, &start, &trap.steps, who) else { continue };
        let run = Run::of(program, &start, &steps);
        let threads = all_standing(program, &run);
        let all = stuck(program, accepted.question(), &run, claimed);
        let first = cause_first(program, &run, &threads, all).into_iter().next()?;
        if first != *claimed {
            return Some(refuted_by(&steps, &first));
        }
        if !threads.iter().any(|one| one.thread == thread && joins(&one.situation)) {
            return None;
        }
    }
    None
}

/// Who goes on.
#[derive(Clone, Copy)]
enum Goers<'a> {
    /// Those that the thread waits for, directly or not.
    AwaitedBy(&'a str),
    /// All threads.
    Everybody,
}

/// The steps, and then those of the threads that go on, until none of these can step, or one of them goes round in a circle.
/// Nothing if that takes long.
fn continued(program: &Program, start: &Scene, taken: &[Step], who: Goers<'_>) -> Option<Vec<Step>> {
    let mut all = taken.to_vec();
    let mut seen = HashMap::new();
    loop {
        let run = Run::of(program, start, &all);
        let Some(slot) = next(program, &run, who) else { return Some(all) };
        let mut scene = run.last().clone();
        while let Some((step, after)) = first_step(program, &scene, slot) {
            scene = scene.then(&step, after);
            all.push(step);
            if let Some(length) = seen.insert(scene.state.clone(), all.len()) {
                all.truncate(length);
                return Some(all);
            }
            if all.len() > taken.len() + MOST_STEPS {
                return None;
            }
        }
    }
}

/// A thread that can step and is among those that go on.
fn next(program: &Program, run: &Run<'_>, who: Goers<'_>) -> Option<ThreadSlot> {
    let threads = all_standing(program, run);
    let mut found: Vec<&Standing> = match who {
        Goers::AwaitedBy(name) => threads.iter().filter(|one| one.thread == name).collect(),
        Goers::Everybody => threads.iter().rev().collect(),
    };
    let mut seen = BTreeSet::new();
    while let Some(standing) = found.pop() {
        if matches!(standing.situation, Situation::Ready { .. }) {
            let is_it = |slot: &ThreadSlot| run.last().thread(program, *slot) == standing.thread;
            return run.last().state.slots().find(is_it);
        }
        if seen.insert(&standing.thread) {
            let awaited = waits_for(&standing.situation).unwrap_or_default();
            found.extend(threads.iter().filter(|one| awaited.contains(&one.thread)));
        }
    }
    None
}

fn first_step(program: &Program, scene: &Scene, slot: ThreadSlot) -> Option<(Step, State)> {
    let taken = steps(program, &scene.state, slot).ok()?.into_iter().next()?;
    Some((taken.step, taken.outcome.ok()?.state))
}
