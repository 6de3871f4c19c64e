//! A whole run with its states, for `unhang replay`.

use std::fmt::Write;

use check::accept::Accepted;
use evidence::counterexample::{Counterexample, Step};
use evidence::verdict::Verdict;
use program::procedure::Variable;
use program::program::Program;
use program::value::Value;

use crate::lens::{Telling, is_compiled};
use crate::outcome::{Change, Moment, Place};
use crate::printed::{self, Printed, quoted};
use crate::resolve::{Run, standing, told};
use crate::scene::Scene;
use crate::value::show;
use crate::{contents, name, terminal, words};

/// The run that refutes the property, step by step, each with the state it leads to and what it prints; nothing if there is no run.
///
/// Of a compiled program, steps and states are those of the user's own lines and variables, unless everything is to be told.
pub fn write(accepted: &Accepted, program: &Program, telling: Telling) -> Option<String> {
    let Verdict::Refuted(counterexample) = accepted.verdict() else { return None };
    let mut page = Page { program, is_compiled: is_compiled(program), text: String::new(), step: 0 };
    let steps: Vec<&[Step]> = match counterexample {
        Counterexample::Lasso(lasso) => vec![&lasso.stem, &lasso.cycle],
        Counterexample::Deadlock(steps) | Counterexample::Failure(steps) => vec![steps],
        Counterexample::Trap(trap) => vec![&trap.steps],
    };
    let start = Scene::first(program, telling, &steps);
    page.line("initial state");
    page.state(&start);
    match counterexample {
        Counterexample::Lasso(lasso) => {
            let mut head = page.steps(&start, &lasso.stem, Part::Way);
            page.line("the cycle begins: what follows repeats for ever");
            if let Ok(general) = check::rules::lasso::head(program, &head.state, lasso)
                && general != head.state
            {
                page.line("each time the state is this one, with other parameters");
                head.state = general;
                page.state(&head);
            }
            page.steps(&head, &lasso.cycle, Part::Cycle);
            page.line("the cycle is closed: the run goes on as before");
        }
        Counterexample::Deadlock(steps) => {
            page.steps(&start, steps, Part::Way);
            page.line("no thread can step");
        }
        Counterexample::Trap(trap) => {
            page.steps(&start, &trap.steps, Part::Way);
            page.line("the point of no return is reached");
        }
        Counterexample::Failure(steps) => {
            page.steps(&start, steps, Part::Way);
            page.line("the last step fails");
        }
    }
    Some(page.text)
}

/// Which part of a run steps are.
enum Part {
    /// They lead somewhere.
    Way,
    /// They are repeated for ever.
    Cycle,
}

struct Page<'a> {
    program: &'a Program,
    /// Whether the program is one in C or C++, with variables of the library that no user knows.
    is_compiled: bool,
    text: String,
    step: usize,
}

impl Page<'_> {
    /// The steps, and the state after them.
    fn steps(&mut self, from: &Scene, steps: &[Step], part: Part) -> Scene {
        let run = Run::of(self.program, from, steps);
        let printed: Vec<Vec<Printed>> = run
            .scenes
            .iter()
            .zip(steps)
            .map(|(before, step)| printed::by_step(self.program, &before.state, step))
            .collect();
        if from.folds() {
            let prints = |position: usize| !printed[position].is_empty();
            let passages = match part {
                Part::Way => told::passages(self.program, &run, prints),
                Part::Cycle => told::passages_of_cycle(self.program, &run, prints),
            };
            let mut told = 0;
            for told::Passage { moment, last } in passages {
                // A step may be told at two lines, one after the other: what it prints is told once.
                self.moment(&moment, printed[told..=last].iter().flatten());
                told = last + 1;
                let after = run.scenes.get(last + 1);
                after.into_iter().for_each(|after| self.state(after));
            }
        } else {
            for (position, moment) in run.moments(self.program).iter().enumerate() {
                self.moment(moment, printed[position].iter());
                let after = run.scenes.get(position + 1);
                after.into_iter().for_each(|after| self.state(after));
            }
        }
        run.last().clone()
    }

    fn moment<'b>(&mut self, moment: &Moment, printed: impl Iterator<Item = &'b Printed>) {
        self.step += 1;
        let place = moment.place.as_ref().map(|place| format!("  {}:{}", place.file, place.line));
        let headline =
            format!("step {}  {}{}  {}", self.step, moment.thread, place.unwrap_or_default(), moment.statement);
        self.line(&headline);
        let shown: Vec<&Change> = moment.changes.iter().filter(|change| self.is_shown(change)).collect();
        for change in shown {
            self.line(&format!("    {}", terminal::change(change)));
        }
        for Printed { span, text } in printed {
            let is_here = |place: &Place| {
                moment.place.as_ref().is_some_and(|here| (&here.file, here.line) == (&place.file, place.line))
            };
            let place = name::place(self.program, *span).filter(|place| !is_here(place));
            let elsewhere = place.map(|place| format!(" at {}:{}", place.file, place.line));
            self.line(&format!("    prints {}{}", quoted(text), elsewhere.unwrap_or_default()));
        }
    }

    fn state(&mut self, scene: &Scene) {
        let state = &scene.state;
        let globals = match scene.folds() {
            true => contents::globals(self.program, state).join(", "),
            false => self.variables(&self.program.globals, &state.globals),
        };
        if !globals.is_empty() {
            self.line(&format!("  | globals: {globals}"));
        }
        for slot in state.slots() {
            let standing = standing(self.program, scene, slot);
            let situation = words::situation(&standing.situation, self.program.files.len() > 1);
            self.line(&format!("  | {} {situation}", standing.thread));
            for frame in state.thread(slot).and_then(|thread| thread.frames()).unwrap_or_default() {
                let procedure = self.program.procedure(frame.procedure);
                let locals = match scene.folds() {
                    true => contents::locals(self.program, state, frame).join(", "),
                    false => self.variables(&procedure.locals, &frame.locals),
                };
                if !locals.is_empty() {
                    self.line(&format!("  |   in {}: {locals}", procedure.name));
                }
            }
        }
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

    fn variables(&self, declared: &[Variable], values: &[Value]) -> String {
        let is_told = |(variable, value): &(&Variable, &Value)| {
            let is_unset = self.is_compiled && **value == Value::Any;
            !is_unset && !self.is_hidden(&variable.name)
        };
        let one = |(variable, value): (&Variable, &Value)| format!("{} = {}", variable.name, show(self.program, value));
        declared.iter().zip(values).filter(is_told).map(one).collect::<Vec<_>>().join(", ")
    }

    fn line(&mut self, content: &str) {
        // Writing to a string does not fail.
        let _ = writeln!(self.text, "{content}");
    }
}
