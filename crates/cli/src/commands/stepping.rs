//! The debugger on a terminal, or at the end of a pipe: lines are read, answers are written.

use std::io::{BufRead, IsTerminal, stdin, stdout};

use anyhow::{Context, Result};
use program::program::Program;
use report::course::Course;
use report::debugger::{Debugger, Paint};
use rustyline::config::Configurer;
use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;
use rustyline::{Config, Editor};

use crate::output;

/// What stands in front of what is typed.
const PROMPT: &str = "(unhang) ";

/// Lets the user step through the run, until there is nothing more to read.
pub fn step_through(course: Course, program: &Program) -> Result<()> {
    let is_watched = stdout().is_terminal();
    // Whoever sets this variable to anything wants no colours, wherever they are.
    let is_plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let paint = if is_watched && !is_plain { Paint::Colours } else { Paint::Plain };
    let debugger = Debugger::new(course, program, paint);
    output::print(&debugger.greeting())?;
    if is_watched && stdin().is_terminal() { with_editor(debugger) } else { from_pipe(debugger) }
}

fn with_editor(mut debugger: Debugger) -> Result<()> {
    let failed = "error: the terminal cannot be read";
    let mut editor: Editor<(), MemHistory> =
        Editor::with_history(Config::default(), MemHistory::new()).context(failed)?;
    editor.set_auto_add_history(true);
    let mut last = String::new();
    loop {
        let line = match editor.readline(PROMPT) {
            Ok(line) => line,
            // Ctrl-C gives up the line, as in a shell; Ctrl-D is the end of input.
            Err(ReadlineError::Interrupted) => continue,
            Err(ReadlineError::Eof) => return Ok(()),
            Err(error) => return Err(error).context(failed),
        };
        if is_last(&mut debugger, &line, &mut last)? {
            return Ok(());
        }
    }
}

/// Lines from elsewhere are shown as if they had been typed, so that what is written can be read by itself.
fn from_pipe(mut debugger: Debugger) -> Result<()> {
    let mut last = String::new();
    for line in stdin().lock().lines() {
        let line = line.context("error: standard input cannot be read")?;
        output::print(&format!("{PROMPT}{line}\n"))?;
        if is_last(&mut debugger, &line, &mut last)? {
            return Ok(());
        }
    }
    Ok(())
}

/// Answers the line, or the last one again if it is empty; whether that was the end.
fn is_last(debugger: &mut Debugger, line: &str, last: &mut String) -> Result<bool> {
    if !line.trim().is_empty() {
        line.clone_into(last);
    }
    let reply = debugger.answer(last);
    output::print(&reply.text)?;
    Ok(reply.is_last)
}
