//! A whole run with its states as text, for `unhang replay`.

use std::fmt::Write;

use check::accept::Accepted;
use program::program::Program;

use crate::course::{self, Binding, End, Snapshot, Stage};
use crate::lens::Telling;
use crate::printed::quoted;
use crate::{terminal, words};

/// The run that refutes the property, step by step, each with the state it leads to and what it prints; nothing if there is no run.
///
/// Of a compiled program, steps and states are those of the user's own lines and variables, unless everything is to be told.
pub fn write(accepted: &Accepted, program: &Program, telling: Telling) -> Option<String> {
    let course = course::of(accepted, program, telling)?;
    let mut page = Page { several_files: program.files.len() > 1, text: String::new(), step: 0 };
    page.line("initial state");
    page.state(&course.first);
    page.stages(&course.way);
    match &course.end {
        End::Cycle { each_time, steps } => {
            page.line("the cycle begins: what follows repeats for ever");
            if let Some(each_time) = each_time {
                page.line("each time the state is this one, with other parameters");
                page.state(each_time);
            }
            page.stages(steps);
            page.line("the cycle is closed: the run goes on as before");
        }
        End::Deadlock(_) => page.line("no thread can step"),
        End::NoReturn(_) => page.line("the point of no return is reached"),
        End::Failure => page.line("the last step fails"),
    }
    Some(page.text)
}

struct Page {
    several_files: bool,
    text: String,
    step: usize,
}

impl Page {
    fn stages(&mut self, stages: &[Stage]) {
        for stage in stages {
            self.stage(stage);
            stage.after.iter().for_each(|after| self.state(after));
        }
    }

    fn stage(&mut self, stage: &Stage) {
        self.step += 1;
        let moment = &stage.moment;
        let place = moment.place.as_ref().map(|place| format!("  {}:{}", place.file, place.line));
        let headline =
            format!("step {}  {}{}  {}", self.step, moment.thread, place.unwrap_or_default(), moment.statement);
        self.line(&headline);
        for change in &moment.changes {
            self.line(&format!("    {}", terminal::change(change)));
        }
        for print in &stage.prints {
            let elsewhere = print.elsewhere.as_ref().map(|place| format!(" at {}:{}", place.file, place.line));
            self.line(&format!("    prints {}{}", quoted(&print.text), elsewhere.unwrap_or_default()));
        }
    }

    fn state(&mut self, state: &Snapshot) {
        let globals = listed(&state.globals);
        if !globals.is_empty() {
            self.line(&format!("  | globals: {globals}"));
        }
        for thread in &state.threads {
            let situation = words::situation(&thread.situation, self.several_files);
            self.line(&format!("  | {} {situation}", thread.thread));
            for call in &thread.calls {
                let locals = listed(&call.variables);
                if !locals.is_empty() {
                    self.line(&format!("  |   in {}: {locals}", call.procedure));
                }
            }
        }
    }

    fn line(&mut self, content: &str) {
        // Writing to a string does not fail.
        let _ = writeln!(self.text, "{content}");
    }
}

fn listed(bindings: &[Binding]) -> String {
    bindings.iter().map(Binding::to_string).collect::<Vec<_>>().join(", ")
}
