//! Running the program that follows a run, and what is seen of it.
//!
//! What the scheduler library says comes through standard error, each time in a line that begins with its name; all else there is
//! the program's own. Nothing is taken for a hang because the library says so: that threads sleep is looked up, by the caller, who
//! knows files.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

/// How often is looked.
const PAUSE: Duration = Duration::from_millis(20);

/// So many looks at threads that sleep are enough: a second.
const LOOKS_AT_SLEEP: u32 = 50;

/// So many looks at a program that does not end, though nobody says what it does: three seconds.
const LOOKS_AT_WORK: u32 = 150;

/// So many looks at a cycle that is slow: twenty seconds.
const LOOKS_AT_CYCLE: u32 = 1_000;

/// So many turns of a cycle are enough, and so many if it is slow.
const TURNS: (u64, u64) = (1_000, 10);

/// How lines of the library begin.
const MARK: &str = "unhang: ";

/// What the processes of the program are like at a moment: how many threads there are, whether all of them sleep, and how much time
/// they have used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sample {
    /// How many threads.
    pub threads: usize,
    /// Whether all of them sleep.
    pub all_sleep: bool,
    /// What they have used.
    pub used: u64,
}

/// What the run is expected to lead to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expected {
    /// All threads wait, or at least the program does not end.
    Standstill,
    /// A cycle with events.
    Cycle,
    /// A cycle in which nobody notices anything.
    SilentCycle,
}

/// What was seen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seen {
    /// What came of it.
    pub result: Outcome,
    /// Where threads began to wait for good, by their numbers: the function, and the user's line if it is known.
    pub waiting: BTreeMap<u32, String>,
}

/// What came of a program that was watched.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// After the last step, all threads slept for a second.
    Asleep,
    /// The cycle was repeated so often.
    Turns(u64),
    /// It has gone on for three seconds after the last step, or in the cycle, and some threads work.
    StillRuns,
    /// It has departed from the run.
    Departed(String),
    /// It has ended.
    Ended(String),
    /// There was no time left.
    OutOfTime,
}

/// Runs the program until something is seen. Whatever comes, it does not run any more then.
///
/// `look` looks at the process of this number; `pass_on` gets the lines that the program writes to standard error itself.
pub fn watch(
    binary: &Path,
    arguments: &[String],
    expected: Expected,
    look: &dyn Fn(u32) -> Option<Sample>,
    pass_on: &dyn Fn(&str),
    is_over: &dyn Fn() -> bool,
) -> Result<Seen, String> {
    let mut command = Command::new(binary);
    command.args(arguments).stdin(Stdio::null()).stderr(Stdio::piped()).env("UNHANG_ENDS_WITH_PARENT", "1");
    let mut child = command.spawn().map_err(|error| error.to_string())?;
    let lines = listen(&mut child);
    let mut watched = Watched { begun: false, turns: 0, departed: None, waiting: BTreeMap::new() };
    let result = watched.until_seen(&mut child, &lines, expected, look, pass_on, is_over);
    // If it cannot be killed it has ended.
    let _ = child.kill();
    let _ = child.wait();
    Ok(Seen { result, waiting: watched.waiting })
}

/// Runs a debugger with the program, on the user's terminal.
pub fn debug(binary: &Path, arguments: &[String]) -> Result<(), String> {
    let mut command = Command::new("gdb");
    command.args(["-q", "-ex", "run", "--args"]).arg(binary).args(arguments);
    let status = command.status().map_err(|error| format!("gdb cannot be started: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("gdb has failed: {status}")) }
}

fn listen(child: &mut Child) -> Receiver<String> {
    let (sender, receiver) = channel();
    if let Some(pipe) = child.stderr.take() {
        thread::spawn(move || {
            for line in BufReader::new(pipe).split(b'\n') {
                let Ok(line) = line else { return };
                // Nobody may be listening any more.
                if sender.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
                    return;
                }
            }
        });
    }
    receiver
}

/// What is known of a program under way.
struct Watched {
    /// Whether the last step was taken, or the cycle begins.
    begun: bool,
    turns: u64,
    departed: Option<String>,
    waiting: BTreeMap<u32, String>,
}

impl Watched {
    fn until_seen(
        &mut self,
        child: &mut Child,
        lines: &Receiver<String>,
        expected: Expected,
        look: &dyn Fn(u32) -> Option<Sample>,
        pass_on: &dyn Fn(&str),
        is_over: &dyn Fn() -> bool,
    ) -> Outcome {
        let (mut last, mut asleep, mut looks) = (None, 0, 0);
        loop {
            let ended = child.try_wait().ok().flatten();
            if ended.is_some() {
                // What it said at last may still be on its way.
                thread::sleep(PAUSE);
            }
            lines.try_iter().for_each(|line| self.hear(&line, pass_on));
            if let Some(why) = self.departed.take() {
                return Outcome::Departed(why);
            }
            if let Some(status) = ended {
                return Outcome::Ended(status.to_string());
            }
            if self.begun {
                looks += 1;
                let sample = look(child.id());
                let is_same = sample.is_some() && sample == last && sample.is_some_and(|sample| sample.all_sleep);
                asleep = if is_same { asleep + 1 } else { 0 };
                last = sample;
                match expected {
                    Expected::Standstill if asleep >= LOOKS_AT_SLEEP => return Outcome::Asleep,
                    Expected::Standstill | Expected::SilentCycle if looks >= LOOKS_AT_WORK && asleep == 0 => {
                        return Outcome::StillRuns;
                    }
                    Expected::Cycle if self.turns >= TURNS.0 => return Outcome::Turns(self.turns),
                    Expected::Cycle if looks >= LOOKS_AT_CYCLE && self.turns >= TURNS.1 => {
                        return Outcome::Turns(self.turns);
                    }
                    Expected::Cycle if looks >= LOOKS_AT_CYCLE => {
                        let turns = self.turns;
                        return Outcome::Departed(format!(
                            "it has gone round the cycle {turns} times in twenty seconds"
                        ));
                    }
                    _ => {}
                }
            }
            if is_over() {
                return Outcome::OutOfTime;
            }
            thread::sleep(PAUSE);
        }
    }

    fn hear(&mut self, line: &str, pass_on: &dyn Fn(&str)) {
        // The program may have begun a line of its own before.
        let Some((before, said)) = line.split_once(MARK) else { return pass_on(line) };
        if !before.is_empty() {
            pass_on(before);
        }
        if let Some(why) = said.strip_prefix("departs: ") {
            self.departed = Some(why.to_owned());
        } else if let Some(turns) = said.strip_prefix("turn ").and_then(|number| number.parse().ok()) {
            self.turns = turns;
        } else if let Some((number, place)) = said.strip_prefix("thread ").and_then(|rest| rest.split_once(" in ")) {
            if let Ok(number) = number.parse() {
                self.waiting.insert(number, place.to_owned());
            }
        } else {
            self.begun = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_library_says_is_told_from_what_the_program_says() {
        let mut watched = Watched { begun: false, turns: 0, departed: None, waiting: BTreeMap::new() };
        let heard = std::cell::RefCell::new(Vec::new());
        let pass_on = |line: &str| heard.borrow_mut().push(line.to_owned());
        for line in
            ["hello", "half unhang: turn 10", "unhang: thread 1 in sem_wait at a.c:3", "unhang: the cycle begins"]
        {
            watched.hear(line, &pass_on);
        }
        assert_eq!(*heard.borrow(), ["hello", "half "]);
        assert_eq!((watched.begun, watched.turns), (true, 10));
        assert_eq!(watched.waiting.get(&1).map(String::as_str), Some("sem_wait at a.c:3"));
        watched.hear("unhang: departs: no", &pass_on);
        assert_eq!(watched.departed.as_deref(), Some("no"));
    }

    #[test]
    fn a_program_that_ends_is_seen_to_end() {
        let seen = watch(Path::new("true"), &[], Expected::Standstill, &|_| None, &|_| {}, &|| false).unwrap();
        assert!(matches!(seen.result, Outcome::Ended(_)), "{seen:?}");
    }

    #[test]
    fn a_program_that_says_nothing_is_stopped() {
        let sleep = ["1000".to_owned()];
        let seen = watch(Path::new("sleep"), &sleep, Expected::Standstill, &|_| None, &|_| {}, &|| true).unwrap();
        assert_eq!(seen.result, Outcome::OutOfTime);
    }
}
