//! A debugger for a run that is known from beginning to end: it goes forward and back.
//!
//! This is all of it but the terminal: a line comes in, a text goes out. `command.rs` says what can be typed, `position.rs` how one
//! moves, `view.rs` what is shown.

mod command;
mod paint;
mod position;
mod view;

use std::sync::Arc;

use program::program::Program;
use program::text::counted;

use self::command::{Command, Target};
pub use self::paint::Paint;
use self::position::Position;
use crate::course::{Course, Stage};

/// A run, a place in it, and what the user wants to be stopped at.
pub struct Debugger {
    position: Position,
    breakpoints: Vec<Breakpoint>,
    files: Vec<File>,
    paint: Paint,
}

/// A source file.
struct File {
    name: String,
    text: Arc<str>,
}

/// A line in front of which to stop.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Breakpoint {
    /// By this it is deleted.
    number: usize,
    /// The file's whole name.
    file: String,
    line: u32,
}

/// What comes of a line that was typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    /// What is shown, with the end of its last line.
    pub text: String,
    /// Whether that was the end.
    pub is_last: bool,
}

impl Debugger {
    /// At the beginning of the run.
    pub fn new(course: Course, program: &Program, paint: Paint) -> Debugger {
        let files =
            program.files.iter().map(|file| File { name: file.name.clone(), text: file.text.clone() }).collect();
        Debugger { position: Position::at_start(course), breakpoints: Vec::new(), files, paint }
    }

    /// What is shown before anything is typed.
    pub fn greeting(&self) -> String {
        let steps = counted(self.position.total(), "step");
        let cycle = match self.position.head() {
            Some(0) => ", which repeat for ever".to_owned(),
            Some(head) => format!(", of which those after {head} repeat for ever"),
            None => String::new(),
        };
        format!("{steps}{cycle}; `help` lists what can be typed\n{}", self.here())
    }

    /// Does what the line asks for.
    pub fn answer(&mut self, line: &str) -> Reply {
        let command = match command::parse(line) {
            Ok(command) => command,
            Err(why) => return Reply { text: format!("{why}\n"), is_last: false },
        };
        let is_last = command == Command::Quit;
        Reply { text: self.perform(command), is_last }
    }

    fn perform(&mut self, command: Command) -> String {
        match command {
            Command::Step(count) => self.repeat(count, Position::forward, "no step comes after this one"),
            Command::Back(count) => self.repeat(count, Position::backward, "no step comes before this one"),
            Command::Next => self.next_switch(),
            Command::Previous => self.previous_switch(),
            Command::Continue => self.continue_to_breakpoint(),
            Command::Goto(taken) => {
                let total = self.position.total();
                let moved = self.position.go(taken);
                if moved { self.here() } else { format!("there are only {}\n", counted(total, "step")) }
            }
            Command::Cycle => match self.position.head() {
                Some(head) => self.jump(head),
                None => "this run has no cycle: it ends\n".to_owned(),
            },
            Command::End => self.jump(self.position.total()),
            Command::Start => self.jump(0),
            Command::Where => self.here(),
            Command::Print(name) => self.print(&name),
            Command::Variables => self.variables(),
            Command::List(target) => self.list(target),
            Command::Threads => self.threads(),
            Command::Locks => self.locks(),
            Command::Break(Some(target)) => self.set_breakpoint(&target),
            Command::Break(None) => self.list_breakpoints(),
            Command::Delete(number) => self.delete(number),
            Command::Help => view::help(),
            Command::Quit => String::new(),
        }
    }

    fn jump(&mut self, taken: usize) -> String {
        self.position.go(taken);
        self.here()
    }

    fn repeat(&mut self, count: usize, go: fn(&mut Position) -> bool, no_more: &str) -> String {
        // Nobody reads more than so many, and whoever asks for them in a cycle would wait for them.
        let moved = (0..count.min(100_000)).take_while(|_| go(&mut self.position)).count();
        if moved == 0 && count > 0 { format!("{no_more}\n") } else { self.here() }
    }

    fn next_switch(&mut self) -> String {
        let stepping = |stage: Option<&Stage>| stage.map(|stage| stage.moment.thread.clone());
        let first = stepping(self.position.coming());
        for _ in 0..=self.position.total() {
            if !self.position.forward() {
                break;
            }
            if stepping(self.position.coming()) != first {
                return self.here();
            }
        }
        format!("{}no context switch comes after this\n", self.here())
    }

    fn previous_switch(&mut self) -> String {
        let stepping = |stage: Option<&Stage>| stage.map(|stage| stage.moment.thread.clone());
        let last = stepping(self.position.last());
        if last.is_none() {
            return "no step comes before this one\n".to_owned();
        }
        for _ in 0..=self.position.total() {
            if stepping(self.position.last()) != last || !self.position.backward() {
                break;
            }
        }
        self.here()
    }

    fn continue_to_breakpoint(&mut self) -> String {
        // A cycle is gone round once, to find what is before us in it.
        for _ in 0..=self.position.total() {
            let at_end = self.position.taken() == self.position.total();
            if at_end && self.breakpoints.is_empty() || !self.position.forward() {
                break;
            }
            let is_here = |point: &&Breakpoint| self.position.coming().is_some_and(|stage| point.is_at(stage));
            if let Some(number) = self.breakpoints.iter().find(is_here).map(|point| point.number) {
                return format!("breakpoint {number}\n{}", self.here());
            }
            if self.breakpoints.is_empty() && self.position.taken() == self.position.total() {
                break;
            }
        }
        format!("no breakpoint comes before the end\n{}", self.jump(self.position.total()))
    }

    fn set_breakpoint(&mut self, target: &Target) -> String {
        let file = match self.file(target) {
            Ok(file) => file.name.clone(),
            Err(why) => return why,
        };
        let number = self.breakpoints.iter().map(|point| point.number).max().unwrap_or_default() + 1;
        let point = Breakpoint { number, file, line: target.line };
        let is_met = self.position.course().stages().any(|stage| point.is_at(stage));
        let note = if is_met { "" } else { "; no step of this run is there" };
        let text = format!("breakpoint {number} at {}:{}{note}\n", point.file, point.line);
        self.breakpoints.push(point);
        text
    }

    fn list_breakpoints(&self) -> String {
        if self.breakpoints.is_empty() {
            return "there are no breakpoints\n".to_owned();
        }
        let one = |point: &Breakpoint| format!("breakpoint {} at {}:{}\n", point.number, point.file, point.line);
        self.breakpoints.iter().map(one).collect()
    }

    fn delete(&mut self, number: Option<usize>) -> String {
        let before = self.breakpoints.len();
        self.breakpoints.retain(|point| number.is_some_and(|number| point.number != number));
        match (before - self.breakpoints.len(), number) {
            (0, Some(number)) => format!("there is no breakpoint {number}\n"),
            (0, None) => "there are no breakpoints\n".to_owned(),
            (deleted, _) => format!("{} deleted\n", counted(deleted, "breakpoint")),
        }
    }

    /// The file that is named, by its whole name or by the end of it; else the one where we are.
    fn file(&self, target: &Target) -> Result<&File, String> {
        let here = || {
            let places =
                self.position.coming().into_iter().chain(self.position.last()).chain(self.position.course().stages());
            let place = places.filter_map(|stage| stage.moment.place.as_ref()).next()?;
            self.files.iter().find(|file| file.name == place.file)
        };
        let named = |name: &str| {
            let is_end = |file: &&File| file.name.ends_with(&format!("/{name}"));
            self.files.iter().find(|file| file.name == name).or_else(|| self.files.iter().find(is_end))
        };
        match &target.file {
            None => here().ok_or_else(|| "it is not known which file is meant\n".to_owned()),
            Some(name) => named(name).ok_or_else(|| format!("the program has no file `{name}`\n")),
        }
    }
}

impl Breakpoint {
    fn is_at(&self, stage: &Stage) -> bool {
        let place = stage.moment.place.as_ref();
        place.is_some_and(|place| place.file == self.file && place.line == self.line)
    }
}
