//! Budgets: how much an engine may use, and the only clock.
//!
//! Engines that work at the same time have branches of one budget. Each tells how much memory it takes, and if all of them together take
//! more than there is, the one that takes the most has to stop: the others may still be able to answer. So it has if the process takes more
//! than all of them have told of.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use evidence::reason::Reason;

pub use crate::resident::Process;
use crate::resident::Resident;

/// How much an engine may use. Clones share the cancellation.
#[derive(Clone, Debug)]
pub struct Budget {
    start: Instant,
    limits: Limits,
    cancelled: Arc<AtomicBool>,
    /// That of the budget that this one is a branch of.
    cancelled_above: Option<Arc<AtomicBool>>,
    /// How many bytes the one who works with it has told of last.
    taken: Arc<AtomicU64>,
    /// The sum over all who share the budget, or have branches of it.
    taken_together: Arc<AtomicU64>,
    /// How much each branch takes.
    branches: Arc<Mutex<Vec<Arc<AtomicU64>>>>,
    /// What the process takes, if that is limited.
    resident: Option<Arc<Resident>>,
}

/// The limits of a budget.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Wall-clock time.
    pub time: Duration,
    /// Memory that tables may take, in bytes.
    pub memory: u64,
    /// Memory that the process may take: as much more, or more than that if it does other work at the same time.
    pub process: Option<Process>,
    /// States that may be stored.
    pub states: u64,
}

/// Enough for a test or a small program.
impl Default for Limits {
    fn default() -> Limits {
        Limits { time: Duration::from_secs(300), memory: 8 << 30, process: None, states: u64::MAX }
    }
}

impl Budget {
    /// A budget that starts now.
    pub fn start(limits: Limits) -> Budget {
        Budget {
            start: Instant::now(),
            limits,
            cancelled: Arc::default(),
            cancelled_above: None,
            taken: Arc::default(),
            taken_together: Arc::default(),
            branches: Arc::default(),
            resident: limits.process.map(|process| Arc::new(Resident::start(process))),
        }
    }

    /// Tells everyone who shares the budget to stop.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// The time since the start.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// The limits given.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// The same budget with half of the time that is left: the other half is for whoever comes after.
    pub fn half_of_the_rest(&self) -> Budget {
        let elapsed = self.elapsed();
        let time = elapsed + self.limits.time.saturating_sub(elapsed) / 2;
        Budget { limits: Limits { time, ..self.limits }, ..self.clone() }
    }

    /// The same budget with so much time from now on, if there was more.
    pub fn shortened(&self, time: Duration) -> Budget {
        let time = self.limits.time.min(self.elapsed() + time);
        Budget { limits: Limits { time, ..self.limits }, ..self.clone() }
    }

    /// The same budget for one of several who work at the same time: cancelling it leaves the others alone.
    ///
    /// A branch of a branch does not notice if the budget is cancelled that the first one is a branch of.
    pub fn branch(&self) -> Budget {
        let taken: Arc<AtomicU64> = Arc::default();
        // A list of numbers is whole whoever panicked.
        self.branches.lock().unwrap_or_else(PoisonError::into_inner).push(taken.clone());
        Budget { cancelled: Arc::default(), cancelled_above: Some(self.cancelled.clone()), taken, ..self.clone() }
    }

    /// Tells that no memory is taken any more.
    pub fn give_back(&self) {
        self.take(0);
        // What the process took before is no reason to stop another one.
        if let Some(resident) = &self.resident {
            resident.forget();
        }
    }

    /// Takes note that so much is taken now; says how much all take together.
    fn take(&self, bytes: u64) -> u64 {
        let before = self.taken.swap(bytes, Ordering::Relaxed);
        // The difference may be below zero: numbers that wrap around add up all the same.
        let change = bytes.wrapping_sub(before);
        self.taken_together.fetch_add(change, Ordering::Relaxed).wrapping_add(change)
    }

    /// Whether there is no memory for the one who takes so much: alone, or because others take some and nobody takes more.
    fn is_too_much(&self, bytes: u64) -> bool {
        let together = self.take(bytes);
        if bytes >= self.limits.memory {
            return true;
        }
        let is_process_too_large = |resident: &Arc<Resident>| resident.is_too_much(self.elapsed());
        if together < self.limits.memory && !self.resident.as_ref().is_some_and(is_process_too_large) {
            return false;
        }
        let branches = self.branches.lock().unwrap_or_else(PoisonError::into_inner);
        branches.iter().all(|other| other.load(Ordering::Relaxed) <= bytes)
    }

    /// Whether time is up or the work was cancelled.
    pub fn is_over(&self) -> bool {
        let mut flags = std::iter::once(&self.cancelled).chain(&self.cancelled_above);
        flags.any(|flag| flag.load(Ordering::Relaxed)) || self.elapsed() >= self.limits.time
    }

    /// Why to stop now, if there is a reason, after having stored so many states in so many bytes.
    pub fn exhausted(&self, states: u64, bytes: u64) -> Option<Reason> {
        if states >= self.limits.states {
            Some(Reason::OutOfStates { limit: self.limits.states })
        } else {
            self.exhausted_within(states, bytes)
        }
    }

    /// The same, however many states there are: for work that does not add to them, or not for good.
    pub fn exhausted_within(&self, states: u64, bytes: u64) -> Option<Reason> {
        if self.is_too_much(bytes) {
            Some(Reason::OutOfMemory { bytes: self.limits.memory, states })
        } else if self.is_over() {
            Some(Reason::OutOfTime { time: self.limits.time, states })
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_the_rest_leaves_time() {
        let budget = Budget::start(Limits { time: Duration::from_secs(3600), ..Limits::default() });
        let half = budget.half_of_the_rest();
        assert!(half.limits().time >= Duration::from_secs(1800) && half.limits().time < Duration::from_secs(2700));
        budget.cancel();
        assert!(half.is_over());
        let nothing = Budget::start(Limits { time: Duration::ZERO, ..Limits::default() });
        assert!(nothing.half_of_the_rest().is_over());
        let hour = Duration::from_secs(3600);
        let budget = Budget::start(Limits { time: hour, ..Limits::default() });
        assert!(budget.shortened(Duration::from_secs(60)).limits().time < Duration::from_secs(120));
        assert_eq!(budget.shortened(2 * hour).limits().time, hour);
    }

    #[test]
    fn a_branch_is_cancelled_alone_or_with_all() {
        let budget = Budget::start(Limits::default());
        let (one, other) = (budget.branch(), budget.branch());
        one.cancel();
        assert!(one.is_over() && !other.is_over() && !budget.is_over());
        budget.cancel();
        assert!(other.is_over());
    }

    #[test]
    fn memory_is_shared_and_who_takes_the_most_stops() {
        let budget = Budget::start(Limits { memory: 100, ..Limits::default() });
        let (one, other) = (budget.branch(), budget.branch());
        assert_eq!(one.exhausted(1, 70), None);
        assert_eq!(other.exhausted(1, 40), None);
        assert_eq!(one.exhausted(1, 70), Some(Reason::OutOfMemory { bytes: 100, states: 1 }));
        one.give_back();
        assert_eq!(other.exhausted(1, 90), None);
    }

    #[test]
    fn what_nobody_tells_of_is_noticed() {
        let process = Some(Process { most: 0, taken: || 100 });
        let budget = Budget::start(Limits { memory: 100, process, ..Limits::default() });
        std::thread::sleep(Duration::from_millis(20));
        let (large, small) = (budget.branch(), budget.branch());
        large.take(2);
        assert_eq!(small.exhausted(1, 1), None);
        assert_eq!(large.exhausted(1, 2), Some(Reason::OutOfMemory { bytes: 100, states: 1 }));
    }

    #[test]
    fn every_limit_has_its_reason() {
        let limits = Limits { time: Duration::from_secs(3600), memory: 1 << 20, states: 10, ..Limits::default() };
        let budget = Budget::start(limits);
        assert_eq!(budget.exhausted(9, 100), None);
        assert_eq!(budget.exhausted(10, 100), Some(Reason::OutOfStates { limit: 10 }));
        assert_eq!(budget.exhausted(9, 1 << 20), Some(Reason::OutOfMemory { bytes: 1 << 20, states: 9 }));
        budget.clone().cancel();
        assert_eq!(budget.exhausted(9, 100), Some(Reason::OutOfTime { time: limits.time, states: 9 }));
    }
}
