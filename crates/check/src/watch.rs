//! Checks that take long can be interrupted, for lack of time or of memory.
//!
//! The checker knows no clock and no limits. Whoever asks for a check gives an [`Interrupt`], which is asked now and then with
//! how much is in use; the checker counts that as exactly as it can (module `weight`).

use std::sync::atomic::{AtomicU64, Ordering};

use rustc_hash::FxHashSet;

use crate::reduction::Label;
use crate::semantics::state::State;
use crate::weight::{Shared, of_parts, of_state, of_table};

/// Asked now and then, with how many states and bytes are in use, whether to stop. Several threads may ask at a time.
pub type Interrupt<'a> = &'a (dyn Fn(u64, u64) -> bool + Sync);

/// How many attempts to take a step are made between two questions.
pub(crate) const BETWEEN_LOOKS: u32 = 256;

/// What a label takes: four small sets.
const BYTES_OF_LABEL: usize = size_of::<Option<Label>>() + 4 * 128;

/// The check is to stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interrupted;

/// What is in use besides what workers hold, and by all of them together.
pub(crate) struct Watch<'a> {
    interrupt: Interrupt<'a>,
    states: u64,
    bytes: u64,
    held: AtomicU64,
}

impl<'a> Watch<'a> {
    /// So many states take so many bytes. Workers hold nothing yet.
    pub(crate) fn new(interrupt: Interrupt<'a>, states: u64, bytes: u64) -> Watch<'a> {
        Watch { interrupt, states, bytes, held: AtomicU64::new(0) }
    }

    /// Asks whether to stop.
    pub(crate) fn look(&self) -> Result<(), Interrupted> {
        let bytes = self.bytes + self.held.load(Ordering::Relaxed);
        if (self.interrupt)(self.states, bytes) { Err(Interrupted) } else { Ok(()) }
    }
}

/// What one worker holds: states that nobody else does yet.
pub(crate) struct Worker<'w> {
    watch: &'w Watch<'w>,
    /// Addresses of parts that were counted. A part that was let go leaves its place to another, so that nothing is missed.
    counted: FxHashSet<usize>,
    /// What the watch was not told yet.
    untold: u64,
    until_look: u32,
}

impl<'w> Worker<'w> {
    /// A worker that holds nothing.
    pub(crate) fn new(watch: &'w Watch<'w>) -> Worker<'w> {
        Worker { watch, counted: FxHashSet::default(), untold: 0, until_look: BETWEEN_LOOKS }
    }

    /// One more attempt was made, whatever came of it.
    pub(crate) fn tick(&mut self) -> Result<(), Interrupted> {
        self.until_look -= 1;
        if self.until_look > 0 {
            return Ok(());
        }
        self.until_look = BETWEEN_LOOKS;
        self.watch.held.fetch_add(std::mem::take(&mut self.untold), Ordering::Relaxed);
        self.watch.look()
    }

    /// Holds the state from now on, unless its parts are known to be held by others.
    ///
    /// A state with a label costs more.
    pub(crate) fn hold(&mut self, state: &State, is_labelled: bool, is_elsewhere: impl Fn(usize) -> bool) {
        let before = self.counted.capacity();
        let mut shared = |address: usize| !is_elsewhere(address) && self.counted.insert(address);
        let label = if is_labelled { BYTES_OF_LABEL } else { size_of::<Option<Label>>() };
        // Lists may have room for twice as many, and there may be a set besides a list.
        self.untold += (of_parts(state, &mut Shared(&mut shared)) + 3 * (of_state(state) + label)) as u64;
        if self.counted.capacity() > before {
            let table = |capacity| of_table(capacity, capacity, size_of::<usize>());
            self.untold += (table(self.counted.capacity()) - table(before)) as u64;
        }
    }
}
