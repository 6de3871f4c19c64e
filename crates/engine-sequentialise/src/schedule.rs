//! The order in which bounds are tried.

use crate::rounds::Bounds;

/// What is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level {
    /// How many turns.
    pub bounds: Bounds,
    /// How many values.
    pub universe: Size,
}

/// How large the universe is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Size {
    /// With so many more bits than the least that will do.
    Small(u32),
    /// All values.
    Exact,
}

const fn level(stem: u32, cycle: u32, unrolling: u32, universe: Size) -> Level {
    Level { bounds: Bounds { stem, cycle, unrolling }, universe }
}

/// Bounds, each of which covers those before it: a context may be empty. Most lassos need few turns and few values, and
/// each round costs as much as all that is in it.
pub const SCHEDULE: &[Level] = &[
    level(1, 1, 1, Size::Small(0)),
    level(2, 1, 1, Size::Small(0)),
    level(2, 1, 3, Size::Small(0)),
    level(2, 2, 4, Size::Small(0)),
    level(2, 2, 4, Size::Exact),
    level(3, 3, 6, Size::Small(1)),
    level(3, 3, 6, Size::Exact),
    level(4, 4, 8, Size::Small(2)),
    level(4, 4, 8, Size::Exact),
    level(6, 6, 12, Size::Small(2)),
    level(6, 6, 12, Size::Exact),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_levels_cover_earlier_ones_of_their_kind() {
        let covers = |pair: &[Level]| {
            let (less, more) = (pair[0].bounds, pair[1].bounds);
            less.stem <= more.stem && less.cycle <= more.cycle && less.unrolling <= more.unrolling && pair[0] != pair[1]
        };
        assert!(SCHEDULE.windows(2).all(covers));
        assert_eq!(SCHEDULE[SCHEDULE.len() - 1].universe, Size::Exact);
    }
}
