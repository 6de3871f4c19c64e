//! How much memory the process takes, whoever takes it.
//!
//! Engines tell how much their tables take, but not all that they take beside them, and some learn more than they look at. So what the
//! system says is asked as well, now and then. Where it says nothing, what engines tell has to do.

use std::fs::read_to_string;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// So long an answer is good enough.
const FRESH: Duration = Duration::from_millis(10);

/// The page size of nearly all systems; the others have larger ones, and are asked to stop later.
const BYTES_OF_PAGE: u64 = 4096;

/// What the process took when this began, and what it took last.
#[derive(Debug)]
pub struct Resident {
    before: u64,
    last: AtomicU64,
    /// When that was, in microseconds.
    asked: AtomicU64,
}

impl Resident {
    /// What it takes by now is not counted.
    pub fn start() -> Resident {
        Resident { before: bytes().unwrap_or(0), last: AtomicU64::new(0), asked: AtomicU64::new(0) }
    }

    /// How much more it takes than at the start, which is so long ago.
    pub fn more(&self, elapsed: Duration) -> u64 {
        let now = u64::try_from(elapsed.as_micros()).unwrap_or(u64::MAX);
        let asked = self.asked.load(Ordering::Relaxed);
        if now.saturating_sub(asked) >= FRESH.as_micros() as u64 {
            self.asked.store(now, Ordering::Relaxed);
            let more = bytes().unwrap_or(0).saturating_sub(self.before);
            self.last.store(more, Ordering::Relaxed);
        }
        self.last.load(Ordering::Relaxed)
    }
}

/// How much it takes now, as Linux says.
fn bytes() -> Option<u64> {
    pages(&read_to_string("/proc/self/statm").ok()?).map(|pages| pages * BYTES_OF_PAGE)
}

/// The second number is that of the pages in memory.
fn pages(text: &str) -> Option<u64> {
    text.split_whitespace().nth(1)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_read() {
        assert_eq!(pages("27142 1893 1503 12 0 1711 0\n"), Some(1893));
        assert_eq!(pages(""), None);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn what_is_taken_after_the_start_is_counted() {
        let resident = Resident::start();
        let taken = vec![1_u8; 64 << 20];
        assert!(resident.more(Duration::from_secs(1)) > 32 << 20);
        // It is not asked again so soon.
        drop(taken);
        assert!(resident.more(Duration::from_secs(1)) > 32 << 20);
    }
}
