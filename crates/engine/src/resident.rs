//! How much memory the process takes, whoever takes it.
//!
//! Engines tell how much their tables take, but not all that they take beside them, and some learn more than they look at. So whoever
//! starts a budget may hand it somebody who knows what the process takes, who is asked now and then.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// So long an answer is good enough.
const FRESH: Duration = Duration::from_millis(10);

/// A limit on what the process takes.
#[derive(Clone, Copy, Debug)]
pub struct Process {
    /// How much more than at the start of the budget, in bytes.
    pub most: u64,
    /// Who knows how much it takes, in bytes.
    pub taken: fn() -> u64,
}

/// What the process took at the start, and whether it took too much when it was asked last.
#[derive(Debug)]
pub(crate) struct Resident {
    process: Process,
    before: u64,
    is_too_much: AtomicBool,
    /// When that was, in microseconds since the start.
    asked: AtomicU64,
}

impl Resident {
    /// What it takes by now is not counted.
    pub(crate) fn start(process: Process) -> Resident {
        Resident { process, before: (process.taken)(), is_too_much: AtomicBool::new(false), asked: AtomicU64::new(0) }
    }

    /// Whether it takes too much more than at the start, which is so long ago.
    pub(crate) fn is_too_much(&self, elapsed: Duration) -> bool {
        let now = u64::try_from(elapsed.as_micros()).unwrap_or(u64::MAX);
        let asked = self.asked.load(Ordering::Relaxed);
        if now.saturating_sub(asked) >= FRESH.as_micros() as u64 {
            self.asked.store(now, Ordering::Relaxed);
            let more = (self.process.taken)().saturating_sub(self.before);
            self.is_too_much.store(more >= self.process.most, Ordering::Relaxed);
        }
        self.is_too_much.load(Ordering::Relaxed)
    }

    /// It is asked anew the next time.
    pub(crate) fn forget(&self) {
        self.asked.store(0, Ordering::Relaxed);
        self.is_too_much.store(false, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_taken_after_the_start_is_counted() {
        static TAKEN: AtomicU64 = AtomicU64::new(10);
        let resident = Resident::start(Process { most: 5, taken: || TAKEN.load(Ordering::Relaxed) });
        assert!(!resident.is_too_much(Duration::from_secs(1)));
        TAKEN.store(15, Ordering::Relaxed);
        // It is not asked again so soon.
        assert!(!resident.is_too_much(Duration::from_secs(1)));
        assert!(resident.is_too_much(Duration::from_secs(2)));
        TAKEN.store(3, Ordering::Relaxed);
        assert!(!resident.is_too_much(Duration::from_secs(3)));
        TAKEN.store(30, Ordering::Relaxed);
        resident.forget();
        assert!(resident.is_too_much(Duration::from_secs(3)));
    }
}
