//! Work that is left behind if it does not end in time.
//!
//! Engines and the checker look at the budget, but not in every loop: sorting a large graph, or giving back the memory of one,
//! can take longer than a user's patience. So the work has a thread of its own, and nobody waits for it for ever.
//! A front end, which knows no budget, is given its time in the same way.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::Builder;
use std::time::Duration;

use engine::budget::Budget;

/// How long work may take to notice that its time is up.
const GRACE: Duration = Duration::from_millis(500);

/// Deep expressions and deep recursion of the program under analysis are walked recursively.
const STACK_BYTES: usize = 256 << 20;

/// Why there is no result.
#[derive(Debug, PartialEq, Eq)]
pub enum Missed {
    /// It took too long.
    Time,
    /// Its thread could not be started, or ended without a result.
    Thread(String),
}

/// The result of the work, unless it takes longer than the budget and a grace period.
pub fn within<T: Send + 'static>(budget: &Budget, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Missed> {
    let (sender, receiver) = channel();
    // Nobody may be listening any more when the work is done; the result is then of no use.
    let body = move || drop(sender.send(work()));
    let spawned = Builder::new().name("engines".to_owned()).stack_size(STACK_BYTES).spawn(body);
    if let Err(error) = spawned {
        return Err(Missed::Thread(format!("no thread can be started: {error}")));
    }
    let patience = budget.limits().time.saturating_sub(budget.elapsed()).saturating_add(GRACE);
    match receiver.recv_timeout(patience) {
        Ok(result) => Ok(result),
        Err(RecvTimeoutError::Timeout) => {
            budget.cancel();
            Err(Missed::Time)
        }
        Err(RecvTimeoutError::Disconnected) => Err(Missed::Thread("its thread ended without a result".to_owned())),
    }
}
