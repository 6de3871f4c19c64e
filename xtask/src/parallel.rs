//! Work on many things at the same time.

use std::sync::atomic::{AtomicUsize, Ordering};

/// Does the work for each of them, on all processors.
pub fn for_each<T: Sync>(things: &[T], work: impl Fn(&T) + Sync) {
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(thing) = things.get(next.fetch_add(1, Ordering::Relaxed)) {
            work(thing);
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
}
