//! A solver as a child process: text goes in, expressions come out.
//!
//! A thread reads what the process writes and hands it on, one complete expression at a time, so that whoever waits for an answer
//! can look at the clock meanwhile. When the process is dropped it is killed.

use std::io::{BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

/// How long to wait for an answer before looking at the clock again.
const PATIENCE: Duration = Duration::from_millis(5);

/// How often to look whether a process has ended that writes no more.
const LOOKS: u32 = 20;

/// The exit code of Z3 if its memory was not enough.
const Z3_OUT_OF_MEMORY: i32 = 101;

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Error {
    /// The process could not be started.
    #[error("{path} could not be started: {why}")]
    NotStarted {
        /// The program.
        path: PathBuf,
        /// What the system says.
        why: String,
    },
    /// The caller's time is over.
    #[error("there was no time left for the solver")]
    Stopped,
    /// The process has ended, or does not read any more.
    #[error("the solver has ended")]
    Died,
    /// The solver had not enough memory.
    #[error("the solver's memory is used up")]
    OutOfMemory,
    /// The solver does not understand what it is told, or we do not understand what it says.
    #[error("the solver says: {0}")]
    Refused(String),
}

/// A solver process.
pub struct Process {
    child: Child,
    input: ChildStdin,
    answers: Receiver<String>,
}

impl Process {
    /// Starts the program with these arguments.
    pub fn start(path: &Path, arguments: &[String]) -> Result<Process, Error> {
        let mut command = Command::new(path);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let not_started = |why: std::io::Error| Error::NotStarted { path: path.to_owned(), why: why.to_string() };
        let mut child = command.spawn().map_err(not_started)?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else { return Err(Error::Died) };
        let (sender, answers) = channel();
        std::thread::spawn(move || hand_on(output, &sender));
        Ok(Process { child, input, answers })
    }

    /// Tells the process something, all at once.
    pub fn tell(&mut self, text: &str) -> Result<(), Error> {
        let written = self.input.write_all(text.as_bytes()).and_then(|()| self.input.flush());
        written.map_err(|_| self.why_ended())
    }

    /// The next expression that the process writes.
    pub fn answer(&mut self, is_over: &dyn Fn() -> bool) -> Result<String, Error> {
        loop {
            match self.answers.recv_timeout(PATIENCE) {
                Ok(answer) => return Ok(answer),
                Err(RecvTimeoutError::Timeout) if is_over() => return Err(Error::Stopped),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.why_ended()),
            }
        }
    }

    /// Why the process, which does not read or write any more, has ended; it may take a moment to do so.
    fn why_ended(&mut self) -> Error {
        for _ in 0..LOOKS {
            match self.child.try_wait() {
                Ok(Some(status)) if status.code() == Some(Z3_OUT_OF_MEMORY) => return Error::OutOfMemory,
                Ok(None) => std::thread::sleep(PATIENCE),
                Ok(Some(_)) | Err(_) => break,
            }
        }
        Error::Died
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // A process that has ended already cannot be killed, which is as good.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Sends complete expressions on until the process writes no more or nobody listens.
fn hand_on(output: impl Read, sender: &Sender<String>) {
    let mut expressions = Expressions::default();
    let mut output = BufReader::new(output);
    let mut buffer = [0; 4096];
    loop {
        let count = match output.read(&mut buffer) {
            Ok(0) | Err(_) => return,
            Ok(count) => count,
        };
        for byte in &buffer[..count] {
            if let Some(expression) = expressions.push(*byte)
                && sender.send(expression).is_err()
            {
                return;
            }
        }
    }
}

/// Finds out where expressions end.
#[derive(Default)]
struct Expressions {
    text: Vec<u8>,
    depth: u32,
    quote: Option<u8>,
}

impl Expressions {
    /// Takes the next byte; tells the expression that it completes.
    fn push(&mut self, byte: u8) -> Option<String> {
        if let Some(quote) = self.quote {
            self.text.push(byte);
            if byte == quote {
                self.quote = None;
            }
            return None;
        }
        let is_blank = byte.is_ascii_whitespace();
        if is_blank && self.depth == 0 {
            return self.complete();
        }
        self.text.push(byte);
        match byte {
            b'|' | b'"' => self.quote = Some(byte),
            b'(' => self.depth += 1,
            b')' => {
                self.depth = self.depth.saturating_sub(1);
                if self.depth == 0 {
                    return self.complete();
                }
            }
            _ => {}
        }
        None
    }

    fn complete(&mut self) -> Option<String> {
        let text = std::mem::take(&mut self.text);
        (!text.is_empty()).then(|| String::from_utf8_lossy(&text).into_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_are_told_apart() {
        let mut expressions = Expressions::default();
        let text = "sat\n((x (- 5))\n (|a ) b| \"(\"))\nunknown\n";
        let found: Vec<String> = text.bytes().filter_map(|byte| expressions.push(byte)).collect();
        assert_eq!(found, ["sat", "((x (- 5))\n (|a ) b| \"(\"))", "unknown"]);
    }

    #[test]
    fn programs_that_are_not_there_or_end_are_told() {
        let missing = Process::start(Path::new("./no/such/solver"), &[]).err();
        assert!(matches!(missing, Some(Error::NotStarted { .. })), "{missing:?}");
        let mut ended = Process::start(Path::new("true"), &[]).unwrap();
        assert_eq!(ended.answer(&|| false), Err(Error::Died));
    }

    #[test]
    fn who_has_no_time_does_not_wait() {
        let mut silent = Process::start(Path::new("cat"), &[]).unwrap();
        assert_eq!(silent.answer(&|| true), Err(Error::Stopped));
        silent.tell("(hello world)\n").unwrap();
        assert_eq!(silent.answer(&|| false), Ok("(hello world)".to_owned()));
    }
}
