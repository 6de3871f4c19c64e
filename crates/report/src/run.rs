//! A whole run with its states, for `unhang replay`.

use std::fmt::Write;

use check::accept::Accepted;
use evidence::counterexample::{Counterexample, Step};
use evidence::verdict::Verdict;
use program::procedure::Variable;
use program::program::Program;
use program::span::Origin;
use program::value::Value;

use crate::lens::Telling;
use crate::outcome::{Change, Moment};
use crate::resolve::{moments, scenes, standing};
use crate::scene::Scene;
use crate::value::show;
use crate::{terminal, words};

/// The run that refutes the property, step by step, each with the state it leads to; nothing if there is no run.
pub fn write(accepted: &Accepted, program: &Program) -> Option<String> {
    let Verdict::Refuted(counterexample) = accepted.verdict() else { return None };
    let is_compiled = program.files.iter().any(|file| file.origin == Origin::Compiled);
    let mut page = Page { program, is_compiled, text: String::new(), step: 0 };
    let steps: Vec<&[Step]> = match counterexample {
        Counterexample::Lasso(lasso) => vec![&lasso.stem, &lasso.cycle],
        Counterexample::Deadlock(steps) | Counterexample::Failure(steps) => vec![steps],
        Counterexample::Trap(trap) => vec![&trap.steps],
    };
    let start = Scene::first(program, Telling::Everything, &steps);
    page.line("initial state");
    page.state(&start);
    match counterexample {
        Counterexample::Lasso(lasso) => {
            let mut head = page.steps(&start, &lasso.stem);
            page.line("the cycle begins: what follows repeats for ever");
            if let Ok(general) = check::rules::lasso::head(program, &head.state, lasso)
                && general != head.state
            {
                page.line("each time the state is this one, with other parameters");
                head.state = general;
                page.state(&head);
            }
            page.steps(&head, &lasso.cycle);
            page.line("the cycle is closed: the run goes on as before");
        }
        Counterexample::Deadlock(steps) => {
            page.steps(&start, steps);
            page.line("no thread can step");
        }
        Counterexample::Trap(trap) => {
            page.steps(&start, &trap.steps);
            page.line("the point of no return is reached");
        }
        Counterexample::Failure(steps) => {
            page.steps(&start, steps);
            page.line("the last step fails");
        }
    }
    Some(page.text)
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
    fn steps(&mut self, from: &Scene, steps: &[Step]) -> Scene {
        let (moments, last) = moments(self.program, from, steps);
        let scenes = scenes(self.program, from, steps);
        for (position, moment) in moments.iter().enumerate() {
            self.step += 1;
            self.moment(moment);
            if let Some(after) = scenes.get(position + 1) {
                self.state(after);
            }
        }
        last
    }

    fn moment(&mut self, moment: &Moment) {
        let place = moment.place.as_ref().map(|place| format!("  {}:{}", place.file, place.line));
        let headline =
            format!("step {}  {}{}  {}", self.step, moment.thread, place.unwrap_or_default(), moment.statement);
        self.line(&headline);
        let shown: Vec<&Change> = moment.changes.iter().filter(|change| self.is_shown(change)).collect();
        for change in shown {
            self.line(&format!("    {}", terminal::change(change)));
        }
    }

    fn state(&mut self, scene: &Scene) {
        let state = &scene.state;
        let globals = self.variables(&self.program.globals, &state.globals);
        if !globals.is_empty() {
            self.line(&format!("  | globals: {globals}"));
        }
        for slot in state.slots() {
            let standing = standing(self.program, scene, slot);
            let situation = words::situation(&standing.situation, self.program.files.len() > 1);
            self.line(&format!("  | {} {situation}", standing.thread));
            for frame in state.thread(slot).and_then(|thread| thread.frames()).unwrap_or_default() {
                let procedure = self.program.procedure(frame.procedure);
                let locals = self.variables(&procedure.locals, &frame.locals);
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
