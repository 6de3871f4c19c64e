//! The progress line: on a terminal, for work that takes over a second, and gone when it is done.

use std::io::{IsTerminal, Write, stderr};
use std::sync::Mutex;
use std::time::Duration;

use engine::budget::Budget;
use engine::event::Events;
use program::text::counted;

/// Nothing is shown before this.
const PATIENCE: Duration = Duration::from_secs(1);

/// The line is not written more often than this.
const PAUSE: Duration = Duration::from_millis(200);

/// Moves to the start of the line and clears it.
pub const WIPE: &str = "\r\x1b[K";

/// Listens to engines and shows how far they are.
pub struct Progress {
    budget: Budget,
    line: Mutex<Line>,
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
    /// Shows progress if standard error is a terminal.
    pub fn new(budget: &Budget) -> Progress {
        let shown = if stderr().is_terminal() { Shown::NotYet } else { Shown::Never };
        Progress { budget: budget.clone(), line: Mutex::new(Line { shown, told: Vec::new() }) }
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
        let Ok(mut line) = self.line.try_lock() else { return };
        line.told(engine, what);
        let now = self.budget.elapsed();
        let is_due = match line.shown {
            Shown::Never => false,
            Shown::NotYet => now >= PATIENCE,
            Shown::At(last) => now >= last + PAUSE,
        };
        if is_due {
            let _ = write!(stderr(), "{WIPE}{}, {} s", line.text(), now.as_secs());
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

    #[test]
    fn the_line_says_what_each_engine_does_now() {
        let mut line = Line { shown: Shown::Never, told: Vec::new() };
        line.told("explicit", "10 states".to_owned());
        line.told("sequentialise", "1 round before the cycle and 1 in it".to_owned());
        line.told("explicit", "20 states".to_owned());
        assert_eq!(line.text(), "explicit: 20 states; sequentialise: 1 round before the cycle and 1 in it");
    }
}
