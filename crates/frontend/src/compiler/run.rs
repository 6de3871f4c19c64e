//! Running a program to its end, or until the time is over.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use super::Error;

/// How often the time is looked at.
const PAUSE: Duration = Duration::from_millis(10);

/// What a program left.
pub(crate) struct Output {
    /// How it ended.
    pub(crate) status: ExitStatus,
    /// Its standard output. What clang writes is ASCII, but for names that are nobody's.
    pub(crate) text: String,
    /// Its standard error.
    pub(crate) errors: String,
}

/// What the command writes. It reads the text that is given, or nothing, and is killed when the time is over.
///
/// Its own children, if it is a script, may live on until they notice that nobody reads what they write; nobody waits for them.
pub(crate) fn run(
    command: &mut Command,
    path: &Path,
    input: Option<String>,
    is_over: &dyn Fn() -> bool,
) -> Result<Output, Error> {
    let stdin = if input.is_some() { Stdio::piped() } else { Stdio::null() };
    let pipes = command.stdin(stdin).stdout(Stdio::piped()).stderr(Stdio::piped());
    let not_started = |error: std::io::Error| Error::NotStarted { path: path.to_owned(), why: error.to_string() };
    let mut child = pipes.spawn().map_err(not_started)?;
    if let Some((mut pipe, input)) = child.stdin.take().zip(input) {
        // Whoever does not read all of it says why, or is stopped.
        thread::spawn(move || drop(pipe.write_all(input.as_bytes())));
    }
    let (text, errors) = (listen(child.stdout.take()), listen(child.stderr.take()));
    let written = finished(&text, is_over).zip(finished(&errors, is_over)).zip(ended(&mut child, is_over));
    let Some(((text, errors), status)) = written else {
        // If it cannot be killed it has ended.
        let _ = child.kill();
        let _ = child.wait();
        return Err(Error::Stopped);
    };
    Ok(Output { status, text, errors })
}

/// Reads the pipe to its end, on a thread of its own: a pipe that nobody empties would stop whoever fills it.
fn listen(pipe: Option<impl Read + Send + 'static>) -> Receiver<String> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            // What was read before an error is all there is.
            let _ = pipe.read_to_end(&mut bytes);
        }
        // Nobody may be listening any more.
        drop(sender.send(String::from_utf8_lossy(&bytes).into_owned()));
    });
    receiver
}

fn finished(pipe: &Receiver<String>, is_over: &dyn Fn() -> bool) -> Option<String> {
    loop {
        match pipe.recv_timeout(PAUSE) {
            Ok(text) => return Some(text),
            Err(RecvTimeoutError::Timeout) if is_over() => return None,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Some(String::new()),
        }
    }
}

fn ended(child: &mut Child, is_over: &dyn Fn() -> bool) -> Option<ExitStatus> {
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Some(status),
            Ok(None) if !is_over() => thread::sleep(PAUSE),
            _ => return None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str, is_over: &dyn Fn() -> bool) -> Result<Output, Error> {
        run(Command::new("sh").args(["-c", script]), Path::new("sh"), None, is_over)
    }

    #[test]
    fn the_input_is_written_and_need_not_be_read() {
        let cat = run(&mut Command::new("cat"), Path::new("cat"), Some("text".to_owned()), &|| false).unwrap();
        assert_eq!(cat.text, "text");
        let other = run(&mut Command::new("true"), Path::new("true"), Some("text".to_owned()), &|| false).unwrap();
        assert!(other.status.success());
    }

    #[test]
    fn both_outputs_are_read_however_long_they_are() {
        let script = "cat; head -c 300000 /dev/zero | tr '\\0' x >&2; echo good; exit 3";
        let output = shell(script, &|| false).unwrap();
        assert_eq!((output.text.as_str(), output.errors.len(), output.status.code()), ("good\n", 300_000, Some(3)));
    }

    #[test]
    fn a_program_gets_its_input() {
        let text = "x".repeat(300_000);
        let output = run(Command::new("wc").arg("-c"), Path::new("wc"), Some(text), &|| false).unwrap();
        assert_eq!(output.text.trim(), "300000");
    }

    #[test]
    fn a_program_is_stopped_when_the_time_is_over() {
        assert!(matches!(shell("exec sleep 1000", &|| true), Err(Error::Stopped)));
        // One that writes nothing more, but stays.
        assert!(matches!(shell("exec >&- 2>&-; exec sleep 1000", &|| true), Err(Error::Stopped)));
    }
}
