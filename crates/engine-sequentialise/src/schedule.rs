//! The order in which bounds are tried.

use crate::context::Stops;
use crate::growth::{self, Laws};
use crate::rounds::Bounds;

/// What is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level {
    /// How many turns.
    pub bounds: Bounds,
    /// How many values.
    pub universe: Size,
    /// Where turns end.
    pub stops: Stops,
    /// How numbers may grow in the cycle.
    pub laws: Laws,
}

/// How large the universe is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Size {
    /// With so many more bits than the least that will do.
    Small(u32),
    /// All values.
    Exact,
}

const fn level(stem: u32, cycle: u32, unrolling: u32, universe: Size, stops: Stops) -> Level {
    Level { bounds: Bounds { stem, cycle, unrolling }, universe, stops, laws: growth::NONE }
}

const fn growing(stem: u32, cycle: u32, unrolling: u32, stops: Stops, laws: Laws) -> Level {
    Level { bounds: Bounds { stem, cycle, unrolling }, universe: Size::Exact, stops, laws }
}

/// Levels, in the order in which they are tried. Most lassos need few turns, few values, and turns that end where one would expect;
/// each round costs as much as all that is in it. Those that look everywhere cover those before them that do: a turn may be empty.
pub const SCHEDULE: &[Level] = &[
    level(1, 1, 1, Size::Small(0), Stops::Everywhere),
    level(2, 2, 4, Size::Small(0), Stops::Few),
    growing(1, 1, 2, Stops::Few, growth::LINEAR),
    level(2, 1, 2, Size::Small(0), Stops::Everywhere),
    growing(1, 1, 2, Stops::Few, growth::ALL),
    level(2, 2, 4, Size::Small(0), Stops::Everywhere),
    growing(2, 2, 4, Stops::Few, growth::LINEAR),
    level(3, 2, 6, Size::Small(1), Stops::Few),
    level(2, 2, 4, Size::Exact, Stops::Everywhere),
    level(3, 3, 6, Size::Small(1), Stops::Everywhere),
    level(4, 4, 8, Size::Small(1), Stops::Few),
    growing(2, 2, 4, Stops::Everywhere, growth::LINEAR),
    level(3, 3, 6, Size::Exact, Stops::Everywhere),
    growing(3, 3, 4, Stops::Everywhere, growth::ALL),
    level(4, 4, 8, Size::Small(2), Stops::Everywhere),
    level(4, 4, 8, Size::Exact, Stops::Everywhere),
    level(6, 6, 12, Size::Small(2), Stops::Everywhere),
    level(6, 6, 12, Size::Exact, Stops::Everywhere),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_levels_cover_earlier_ones_of_their_kind() {
        let covers = |pair: &[&Level]| {
            let (less, more) = (pair[0].bounds, pair[1].bounds);
            less.stem <= more.stem && less.cycle <= more.cycle && less.unrolling <= more.unrolling && pair[0] != pair[1]
        };
        for (stops, laws) in [
            (Stops::Everywhere, growth::NONE),
            (Stops::Few, growth::NONE),
            (Stops::Everywhere, growth::LINEAR),
            (Stops::Few, growth::LINEAR),
            (Stops::Everywhere, growth::ALL),
            (Stops::Few, growth::ALL),
        ] {
            let is_meant = |level: &&Level| level.stops == stops && level.laws == laws;
            let levels: Vec<&Level> = SCHEDULE.iter().filter(is_meant).collect();
            assert!(!levels.is_empty() && levels.windows(2).all(covers));
        }
        let last = SCHEDULE[SCHEDULE.len() - 1];
        assert_eq!((last.universe, last.stops), (Size::Exact, Stops::Everywhere));
    }
}
