//! The order in which bounds are tried.

use crate::rounds::Bounds;

const fn bounds(stem: u32, cycle: u32, unrolling: u32) -> Bounds {
    Bounds { stem, cycle, unrolling }
}

/// Bounds, each of which covers those before it: a context may be empty. Most lassos need few contexts, and each round costs as much
/// as all that is in it.
pub const SCHEDULE: &[Bounds] = &[
    bounds(1, 1, 1),
    bounds(2, 1, 1),
    bounds(2, 1, 3),
    bounds(2, 2, 3),
    bounds(3, 2, 4),
    bounds(3, 3, 6),
    bounds(4, 4, 8),
    bounds(6, 5, 12),
    bounds(8, 8, 16),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_bounds_cover_earlier_ones() {
        let covers = |pair: &[Bounds]| {
            let (less, more) = (pair[0], pair[1]);
            less != more && less.stem <= more.stem && less.cycle <= more.cycle && less.unrolling <= more.unrolling
        };
        assert!(SCHEDULE.windows(2).all(covers));
    }
}
