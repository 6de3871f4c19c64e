//! The progress line: on a terminal, for work that takes over a second, and gone when it is done.
//!
//! If what all engines do does not fit on one line, they take turns. With `--verbose` it is also noted which engine starts and which gives
//! up, and when; with `--quiet` nothing is shown.

use std::io::{IsTerminal, Write, stderr};
use std::sync::Mutex;
use std::time::Duration;

use engine::budget::Budget;
use engine::event::Events;
use portfolio::{GIVES_UP, STARTS};
use program::text::counted;
use report::terminal::Detail;

/// Nothing is shown before this.
const PATIENCE: Duration = Duration::from_secs(1);

/// The line is not written more often than this.
const PAUSE: Duration = Duration::from_millis(200);

/// How long an engine has the line if it is too narrow for all.
const TURN: Duration = Duration::from_secs(2);

/// A longer line would be broken into two, of which only the last could be wiped.
const WIDTH: usize = 78;

/// Moves to the start of the line and clears it.
pub const WIPE: &str = "\r\x1b[K";

/// Listens to engines and shows how far they are.
pub struct Progress {
    budget: Budget,
    line: Mutex<Line>,
    notes: Notes,
}

/// Whether it is noted who starts and who gives up.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Notes {
    Kept,
    No,
}

/// The line, and what engines have told last, in the order in which they began.
struct Line {
    shown: Shown,
    told: Vec<(&'static str, String)>,
}

/// What is on the screen.
enum Shown {
    /// Nothing, and nothing will be.
    Never,
    /// Nothing yet.
    NotYet,
    /// A line that was written at this time.
    At(Duration),
}

impl Progress {
    /// Shows progress if standard error is a terminal, and somebody wants to know more than the answer.
    pub fn new(budget: &Budget, detail: Detail) -> Progress {
        let is_shown = stderr().is_terminal() && detail != Detail::Headline;
        let shown = if is_shown { Shown::NotYet } else { Shown::Never };
        let notes = if is_shown && detail == Detail::Full { Notes::Kept } else { Notes::No };
        Progress { budget: budget.clone(), line: Mutex::new(Line { shown, told: Vec::new() }), notes }
    }

    /// Removes the line for good. An engine that was left behind may still tell of progress.
    pub fn wipe(&self) {
        let Ok(mut line) = self.line.lock() else { return };
        if matches!(line.shown, Shown::At(_)) {
            // A progress line that cannot be written is no loss.
            let _ = write!(stderr(), "{WIPE}");
        }
        line.shown = Shown::Never;
    }

    /// What engines have told last.
    pub fn so_far(&self) -> String {
        self.wipe();
        self.line.lock().map(|line| line.text()).unwrap_or_default()
    }

    /// How long they have worked.
    pub fn elapsed(&self) -> Duration {
        self.budget.elapsed()
    }

    fn tell(&self, engine: &'static str, what: String) {
        let is_news = what == STARTS || what.starts_with(GIVES_UP);
        // Who starts and who gives up is worth waiting for; how far somebody is will be told again.
        let line = if is_news { self.line.lock().ok() } else { self.line.try_lock().ok() };
        let Some(mut line) = line else { return };
        let now = self.budget.elapsed();
        if is_news && self.notes == Notes::Kept && !matches!(line.shown, Shown::Never) {
            let _ = writeln!(stderr(), "{WIPE}{:.1} s: {engine} {what}", now.as_secs_f64());
        }
        line.told(engine, what);
        let is_due = match line.shown {
            Shown::Never => false,
            Shown::NotYet => now >= PATIENCE,
            Shown::At(last) => now >= last + PAUSE,
        };
        if is_due {
            let _ = write!(stderr(), "{WIPE}{}", line.shortened(now));
            line.shown = Shown::At(now);
        }
    }
}

impl Line {
    fn told(&mut self, engine: &'static str, what: String) {
        match self.told.iter_mut().find(|(other, _)| *other == engine) {
            Some((_, before)) => *before = what,
            None => self.told.push((engine, what)),
        }
    }

    fn text(&self) -> String {
        self.told.iter().map(|(engine, what)| format!("{engine}: {what}")).collect::<Vec<_>>().join("; ")
    }

    /// As much as fits on one line at this time: all who are at work, or one of them.
    fn shortened(&self, now: Duration) -> String {
        let seconds = format!(", {} s", now.as_secs());
        let told = |(engine, what): &&(&'static str, String)| format!("{engine}: {what}");
        let working: Vec<String> =
            self.told.iter().filter(|(_, what)| !what.starts_with(GIVES_UP)).map(|it| told(&it)).collect();
        let fits = |text: &str| text.chars().count() + seconds.chars().count() <= WIDTH;
        let all = working.join("; ");
        if fits(&all) || working.is_empty() {
            return format!("{all}{seconds}");
        }
        let turn = (now.as_millis() / TURN.as_millis()) as usize % working.len();
        let place = if working.len() > 1 { format!("({} of {}) ", turn + 1, working.len()) } else { String::new() };
        let one = format!("{place}{}", working[turn]);
        let kept: String = one.chars().take(WIDTH - seconds.chars().count()).collect();
        format!("{kept}{seconds}")
    }
}

impl Events for Progress {
    fn progress(&self, engine: &'static str, states: u64) {
        self.tell(engine, counted(states, "state"));
    }

    fn works_at(&self, engine: &'static str, what: &str) {
        self.tell(engine, what.to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line() -> Line {
        let mut line = Line { shown: Shown::Never, told: Vec::new() };
        line.told("explicit", "10 states".to_owned());
        line.told("sequentialise", "1 round before the cycle and 1 in it".to_owned());
        line.told("explicit", "20 states".to_owned());
        line
    }

    #[test]
    fn the_line_says_what_each_engine_does_now() {
        assert_eq!(line().text(), "explicit: 20 states; sequentialise: 1 round before the cycle and 1 in it");
        let shown = line().shortened(Duration::from_secs(3));
        assert_eq!(shown, "explicit: 20 states; sequentialise: 1 round before the cycle and 1 in it, 3 s");
    }

    #[test]
    fn engines_take_turns_if_the_line_is_too_narrow() {
        let mut line = line();
        line.told("commutativity", "round 12: 104 facts, 3 ranking functions".to_owned());
        let shown: Vec<String> = [0, 2, 4, 6].map(|seconds| line.shortened(Duration::from_secs(seconds))).to_vec();
        assert_eq!(shown[0], "(1 of 3) explicit: 20 states, 0 s");
        assert_eq!(shown[2], "(3 of 3) commutativity: round 12: 104 facts, 3 ranking functions, 4 s");
        assert_eq!(shown[3], "(1 of 3) explicit: 20 states, 6 s");
        assert!(shown.iter().all(|shown| shown.chars().count() <= WIDTH));
    }

    #[test]
    fn who_has_given_up_is_not_shown_as_working() {
        let mut line = line();
        line.told("sequentialise", format!("{GIVES_UP}: there is none [UH-BOUNDS]"));
        assert_eq!(line.shortened(Duration::from_secs(1)), "explicit: 20 states, 1 s");
        line.told("commutativity", "x".repeat(200));
        assert_eq!(line.shortened(Duration::from_secs(2)).chars().count(), WIDTH);
    }
}
