//! Exit codes, decided in one place.

use std::io::{IsTerminal, Write, stderr, stdout};
use std::process::ExitCode;
use std::thread::Builder;

use anyhow::{Error, Result};
use evidence::verdict::Verdict;

use crate::output;
use crate::sources::Late;

/// Nesting in the input is walked recursively, so the stack is larger than the usual one.
pub const STACK_BYTES: usize = 256 << 20;

/// How a run of the tool ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// The property is proved; the evidence is accepted; what was wished for is printed.
    Good,
    /// The property is refuted; the evidence is rejected.
    Bad,
    /// It is not known.
    Unknown,
    /// The input or the command line is wrong.
    WrongInput,
}

/// How a verdict ends the tool.
pub fn of(verdict: &Verdict) -> Exit {
    match verdict {
        Verdict::Proved(_) => Exit::Good,
        Verdict::Refuted(_) => Exit::Bad,
        Verdict::Unknown(_) => Exit::Unknown,
    }
}

/// Does the work on a thread with a large stack, and turns what comes of it into an exit code.
pub fn with_large_stack(work: impl FnOnce() -> Result<Exit> + Send + 'static) -> ExitCode {
    let exit = match Builder::new().stack_size(STACK_BYTES).spawn(work) {
        Ok(thread) => match thread.join() {
            Ok(Ok(exit)) => exit,
            Ok(Err(error)) => wrong(&error),
            Err(_) => {
                complain("unhang crashed, which is a bug in unhang; please report it [UH-CRASHED]", Exit::Unknown)
            }
        },
        Err(error) => complain(&format!("error: no thread can be started: {error}"), Exit::Unknown),
    };
    ExitCode::from(exit.code())
}

impl Exit {
    /// What the process tells the one that started it.
    pub fn code(self) -> u8 {
        match self {
            Exit::Good => 0,
            Exit::Bad => 1,
            Exit::Unknown => 2,
            Exit::WrongInput => 3,
        }
    }

    /// The same for work that was not finished: nothing is good then.
    pub fn max_unknown(self) -> Exit {
        if self == Exit::Good { Exit::Unknown } else { self }
    }
}

/// A wish for help is an error in the eyes of the parser, but not in the user's.
fn wrong(error: &Error) -> Exit {
    if let Some(late) = error.downcast_ref::<Late>() {
        return complain(&late.to_string(), Exit::Unknown);
    }
    let Some(usage) = error.downcast_ref::<clap::Error>() else {
        return complain(&format!("{error:#}"), Exit::WrongInput);
    };
    let colour = if usage.use_stderr() { stderr().is_terminal() } else { stdout().is_terminal() };
    let rendered = usage.render();
    let text = if colour { rendered.ansi().to_string() } else { rendered.to_string() };
    if usage.use_stderr() {
        return complain(text.trim_end(), Exit::WrongInput);
    }
    match output::print(&text) {
        Ok(()) => Exit::Good,
        Err(error) => complain(&format!("{error:#}"), Exit::WrongInput),
    }
}

fn complain(message: &str, exit: Exit) -> Exit {
    // If standard error is closed there is nobody to tell.
    let _ = writeln!(stderr(), "{message}");
    exit
}
