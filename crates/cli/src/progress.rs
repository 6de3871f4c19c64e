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
const WIPE: &str = "\r\x1b[K";

/// Listens to engines and shows how far they are.
pub struct Progress {
    budget: Budget,
    line: Mutex<Line>,
}

/// What is on the screen.
enum Line {
    /// Nothing, and nothing will be.
    Closed,
    /// Nothing yet.
    Blank,
    /// A line that was written at this time.
    Shown(Duration),
}

impl Progress {
    /// Shows progress if standard error is a terminal.
    pub fn new(budget: &Budget) -> Progress {
        let line = if stderr().is_terminal() { Line::Blank } else { Line::Closed };
        Progress { budget: budget.clone(), line: Mutex::new(line) }
    }

    /// Removes the line for good. An engine that was left behind may still tell of progress.
    pub fn wipe(&self) {
        let Ok(mut line) = self.line.lock() else { return };
        if matches!(*line, Line::Shown(_)) {
            // A progress line that cannot be written is no loss.
            let _ = write!(stderr(), "{WIPE}");
        }
        *line = Line::Closed;
    }
}

impl Events for Progress {
    fn progress(&self, engine: &'static str, states: u64) {
        let Ok(mut line) = self.line.try_lock() else { return };
        let now = self.budget.elapsed();
        let is_due = match *line {
            Line::Closed => false,
            Line::Blank => now >= PATIENCE,
            Line::Shown(last) => now >= last + PAUSE,
        };
        if is_due {
            let _ = write!(stderr(), "{WIPE}{engine}: {}, {} s", counted(states, "state"), now.as_secs());
            *line = Line::Shown(now);
        }
    }
}
