//! A run with its states: what happens step by step, and what every variable, lock and thread is like in between.
//!
//! [`of`] replays an accepted run once. Whatever tells of states ([`crate::run`], [`crate::sarif`], [`crate::html`],
//! [`crate::witness`]) lays out what it says.

use std::fmt;

use check::accept::Accepted;
use check::semantics::state::{Frame, OpenSection};
use evidence::counterexample::{Counterexample, Lasso, Step};
use evidence::verdict::Verdict;
use program::ids::ThreadSlot;
use program::procedure::Variable;
use program::program::Program;
use program::value::Value;

use crate::lens::{Telling, is_compiled, is_own, lock_name};
use crate::outcome::{Change, Moment, Place, Situation};
use crate::printed::{self, Printed};
use crate::resolve::{Run, all_standing, standing, told};
use crate::scene::Scene;
use crate::value::show;
use crate::{contents, name};

/// A run with its states.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Course {
    /// The state before the first step.
    pub first: Snapshot,
    /// The steps on the way; all of them if the run is finite.
    pub way: Vec<Stage>,
    /// How it goes on from there.
    pub end: End,
}

/// How a run ends, or does not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// Steps repeat for ever.
    Cycle {
        /// What the state is each time, where that is told in terms of numbers that grow.
        each_time: Option<Snapshot>,
        /// The steps.
        steps: Vec<Stage>,
    },
    /// No thread can step.
    Deadlock(Snapshot),
    /// The point of no return is reached.
    NoReturn(Snapshot),
    /// The last step fails.
    Failure,
}

/// A step of a run, and what it leads to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stage {
    /// What happens.
    pub moment: Moment,
    /// The procedures of the user that the thread is in as the step begins, the innermost last.
    pub calls: Vec<String>,
    /// What the step prints.
    pub prints: Vec<Print>,
    /// The state after it; nothing if it fails.
    pub after: Option<Snapshot>,
}

/// Something that is printed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Print {
    /// Where that is written, if not where the step is.
    pub elsewhere: Option<Place>,
    /// The text.
    pub text: String,
}

/// A state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Snapshot {
    /// The variables that all threads know.
    pub globals: Vec<Binding>,
    /// The threads.
    pub threads: Vec<ThreadNow>,
}

/// A thread in a state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ThreadNow {
    /// Its name.
    pub thread: String,
    /// What it could do.
    pub situation: Situation,
    /// The sections it is in: locks that it holds, and those that the user has marked.
    pub holds: Vec<Held>,
    /// What it has called, the innermost last.
    pub calls: Vec<Call>,
}

/// A section that a thread is in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Held {
    /// What kind: `mutex`.
    pub kind: String,
    /// What it is about: the name of the mutex.
    pub object: Option<String>,
}

/// A procedure that a thread is in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// Its name.
    pub procedure: String,
    /// Whether the user has written it.
    pub is_own: bool,
    /// Its variables.
    pub variables: Vec<Binding>,
}

/// A variable, or a part of one, with its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Binding {
    /// Its name.
    pub name: String,
    /// Its value; nothing stands for further parts of the variable, which are too many to be told.
    pub value: Option<String>,
}

impl Binding {
    pub(crate) fn new(name: impl Into<String>, value: impl Into<String>) -> Binding {
        Binding { name: name.into(), value: Some(value.into()) }
    }
}

impl fmt::Display for Binding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.value {
            Some(value) => write!(f, "{} = {value}", self.name),
            None => write!(f, "{}…", self.name),
        }
    }
}

impl Course {
    /// All steps, those of a cycle last.
    pub fn stages(&self) -> impl Iterator<Item = &Stage> {
        let cycle: &[Stage] = match &self.end {
            End::Cycle { steps, .. } => steps,
            _ => &[],
        };
        self.way.iter().chain(cycle)
    }
}

/// The run that refutes the property; nothing if there is no run.
///
/// Of a compiled program, steps and states are those of the user's own lines and variables, unless everything is to be told.
pub fn of(accepted: &Accepted, program: &Program, telling: Telling) -> Option<Course> {
    let Verdict::Refuted(counterexample) = accepted.verdict() else { return None };
    let camera = Camera { program, is_compiled: is_compiled(program) };
    let all_steps: Vec<&[Step]> = match counterexample {
        Counterexample::Lasso(lasso) => vec![&lasso.stem, &lasso.cycle],
        Counterexample::Deadlock(steps) | Counterexample::Failure(steps) => vec![steps],
        Counterexample::Trap(trap) => vec![&trap.steps],
    };
    let start = Scene::first(program, telling, &all_steps);
    let first = camera.snapshot(&start);
    let run = Run::of(program, &start, all_steps[0]);
    let way = camera.stages(&run, Part::Way);
    let end = match counterexample {
        Counterexample::Lasso(lasso) => camera.cycle(run.last(), lasso),
        Counterexample::Deadlock(_) => End::Deadlock(camera.last(&run)),
        Counterexample::Trap(_) => End::NoReturn(camera.last(&run)),
        Counterexample::Failure(_) => End::Failure,
    };
    Some(Course { first, way, end })
}

/// Which part of a run steps are.
enum Part {
    /// They lead somewhere.
    Way,
    /// They are repeated for ever.
    Cycle,
}

struct Camera<'a> {
    program: &'a Program,
    /// Whether the program is one in C or C++, with variables of the library that no user knows.
    is_compiled: bool,
}

impl Camera<'_> {
    fn cycle(&self, after_stem: &Scene, lasso: &Lasso) -> End {
        let mut head = after_stem.clone();
        let mut each_time = None;
        if let Ok(general) = check::rules::lasso::head(self.program, &head.state, lasso)
            && general != head.state
        {
            head.state = general;
            each_time = Some(self.snapshot(&head));
        }
        let run = Run::of(self.program, &head, &lasso.cycle);
        End::Cycle { each_time, steps: self.stages(&run, Part::Cycle) }
    }

    /// The steps of the run, in the way that was asked for.
    fn stages(&self, run: &Run<'_>, part: Part) -> Vec<Stage> {
        let printed: Vec<Vec<Printed>> = run
            .scenes
            .iter()
            .zip(run.steps)
            .map(|(before, step)| printed::by_step(self.program, &before.state, step))
            .collect();
        if !run.last().folds() {
            let moments = run.moments(self.program).into_iter().enumerate();
            return moments.map(|(at, moment)| self.stage(run, moment, (at, at), printed[at].iter())).collect();
        }
        let prints = |position: usize| !printed[position].is_empty();
        let passages = match part {
            Part::Way => told::passages(self.program, run, prints),
            Part::Cycle => told::passages_of_cycle(self.program, run, prints),
        };
        let mut told = 0;
        let mut stages = Vec::new();
        for told::Passage { moment, last } in passages {
            // A step may be told at two lines, one after the other: what it prints is told once.
            let text = printed[told.min(last + 1)..=last].iter().flatten();
            stages.push(self.stage(run, moment, (told.min(last), last), text));
            told = last + 1;
        }
        stages
    }

    /// The stage that these steps of the run make up.
    fn stage<'b>(
        &self,
        run: &Run<'_>,
        mut moment: Moment,
        (first, last): (usize, usize),
        printed: impl Iterator<Item = &'b Printed>,
    ) -> Stage {
        moment.changes.retain(|change| self.is_shown(change));
        let stepping = run.steps[last].thread;
        let calls = run.scenes[first..=last].iter().rev().map(|scene| self.own_calls(scene, stepping));
        let calls = calls.max_by_key(Vec::len).unwrap_or_default();
        let is_here = |place: &Place| {
            moment.place.as_ref().is_some_and(|here| (&here.file, here.line) == (&place.file, place.line))
        };
        let print = |Printed { span, text }: &Printed| Print {
            elsewhere: name::place(self.program, *span).filter(|place| !is_here(place)),
            text: text.clone(),
        };
        let prints = printed.map(print).collect();
        Stage { calls, prints, after: run.scenes.get(last + 1).map(|after| self.snapshot(after)), moment }
    }

    /// The user's procedures that the thread is in.
    fn own_calls(&self, scene: &Scene, slot: ThreadSlot) -> Vec<String> {
        let procedures = frames(scene, slot).iter().map(|frame| self.program.procedure(frame.procedure));
        let own = procedures.filter(|procedure| !self.is_compiled || is_own(self.program, procedure.span));
        own.map(|procedure| procedure.name.clone()).collect()
    }

    /// The state at the end of the run, with those who made threads wait.
    fn last(&self, run: &Run<'_>) -> Snapshot {
        let mut snapshot = self.snapshot(run.last());
        for (thread, standing) in snapshot.threads.iter_mut().zip(all_standing(self.program, run)) {
            thread.situation = standing.situation;
        }
        snapshot
    }

    fn snapshot(&self, scene: &Scene) -> Snapshot {
        let globals = match scene.folds() {
            true => contents::globals(self.program, &scene.state),
            false => self.variables(&self.program.globals, &scene.state.globals),
        };
        Snapshot { globals, threads: scene.state.slots().map(|slot| self.thread(scene, slot)).collect() }
    }

    fn thread(&self, scene: &Scene, slot: ThreadSlot) -> ThreadNow {
        let standing = standing(self.program, scene, slot);
        let open = scene.state.thread(slot).map_or(&[][..], |thread| &thread.sections);
        let calls = frames(scene, slot).iter().map(|frame| self.call(scene, frame)).collect();
        let holds = open.iter().map(|section| self.held(scene, section)).collect();
        ThreadNow { thread: standing.thread, situation: standing.situation, holds, calls }
    }

    fn held(&self, scene: &Scene, section: &OpenSection) -> Held {
        let named = |object: &Value| match self.is_compiled {
            true => lock_name(self.program, &scene.state, object),
            false => show(self.program, object),
        };
        let kind = self.program.section_kind(section.kind).to_owned();
        Held { kind, object: section.object.as_ref().map(named) }
    }

    fn call(&self, scene: &Scene, frame: &Frame) -> Call {
        let procedure = self.program.procedure(frame.procedure);
        let variables = match scene.folds() {
            true => contents::locals(self.program, &scene.state, frame),
            false => self.variables(&procedure.locals, &frame.locals),
        };
        Call { procedure: procedure.name.clone(), is_own: is_own(self.program, procedure.span), variables }
    }

    fn is_shown(&self, change: &Change) -> bool {
        match change {
            Change::Value { variable, .. } | Change::Argument { variable, .. } => !self.is_hidden(variable),
            _ => true,
        }
    }

    fn is_hidden(&self, variable: &str) -> bool {
        self.is_compiled && variable.starts_with('$')
    }

    fn variables(&self, declared: &[Variable], values: &[Value]) -> Vec<Binding> {
        let is_told = |(variable, value): &(&Variable, &Value)| {
            let is_unset = self.is_compiled && **value == Value::Any;
            !is_unset && !self.is_hidden(&variable.name)
        };
        let one =
            |(variable, value): (&Variable, &Value)| Binding::new(variable.name.clone(), show(self.program, value));
        declared.iter().zip(values).filter(is_told).map(one).collect()
    }
}

fn frames(scene: &Scene, slot: ThreadSlot) -> &[Frame] {
    scene.state.thread(slot).and_then(|thread| thread.frames()).unwrap_or_default()
}
