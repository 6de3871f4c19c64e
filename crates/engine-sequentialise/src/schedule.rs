//! The order in which bounds are tried.

use program::program::Program;

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
    pub pace: Pace,
}

/// How numbers may grow in the cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pace {
    /// Not at all.
    None,
    /// By the same in each turn.
    Linear,
    /// Also by more and more, or twice as much each time.
    Doubling,
    /// By the same in each turn, or by factors that the program has.
    Factors,
}

impl Pace {
    /// The laws of this for the program; nothing if the program has no number that could grow so.
    pub fn laws(self, program: &Program) -> Option<Laws> {
        match self {
            Pace::None => Some(growth::NONE),
            Pace::Linear => Some(growth::LINEAR),
            Pace::Doubling => Some(growth::DOUBLING),
            Pace::Factors => Some(growth::by_factors(program)).filter(|laws| !laws.is_empty()),
        }
    }
}

/// How large the universe is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Size {
    /// With so many more bits than the least that will do.
    Small(u32),
    /// All values, but few elements of maps.
    FewKeys,
    /// All values.
    Exact,
}

const fn level(stem: u32, cycle: u32, unrolling: u32, universe: Size, stops: Stops) -> Level {
    Level { bounds: Bounds { stem, cycle, unrolling }, universe, stops, pace: Pace::None }
}

const fn growing(stem: u32, cycle: u32, unrolling: u32, universe: Size, stops: Stops, pace: Pace) -> Level {
    Level { bounds: Bounds { stem, cycle, unrolling }, universe, stops, pace }
}

/// Levels, in the order in which they are tried. Most lassos need few turns, few values, and turns that end where one would expect;
/// each round costs as much as all that is in it. Those that look everywhere cover those before them that do: a turn may be empty.
pub const SCHEDULE: &[Level] = &[
    level(1, 1, 1, Size::Small(0), Stops::Everywhere),
    level(1, 2, 1, Size::Small(0), Stops::Few),
    level(2, 2, 4, Size::Small(0), Stops::Few),
    growing(1, 1, 2, Size::Exact, Stops::Few, Pace::Linear),
    growing(1, 1, 2, Size::FewKeys, Stops::Few, Pace::Linear),
    level(2, 1, 2, Size::Small(0), Stops::Everywhere),
    growing(1, 1, 2, Size::Exact, Stops::Few, Pace::Doubling),
    growing(1, 1, 2, Size::Exact, Stops::Few, Pace::Factors),
    level(2, 2, 4, Size::Small(0), Stops::Everywhere),
    growing(2, 2, 4, Size::Exact, Stops::Few, Pace::Linear),
    growing(2, 2, 4, Size::FewKeys, Stops::Few, Pace::Linear),
    level(3, 2, 6, Size::Small(1), Stops::Few),
    level(2, 2, 4, Size::Exact, Stops::Everywhere),
    level(3, 3, 6, Size::Small(1), Stops::Everywhere),
    level(4, 4, 8, Size::Small(1), Stops::Few),
    growing(2, 2, 4, Size::Exact, Stops::Everywhere, Pace::Linear),
    level(3, 3, 6, Size::Exact, Stops::Everywhere),
    growing(3, 3, 4, Size::Exact, Stops::Everywhere, Pace::Doubling),
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
        let mut kinds: Vec<(Stops, Pace, bool)> = Vec::new();
        for level in SCHEDULE {
            let kind = |level: &Level| (level.stops, level.pace, level.universe == Size::FewKeys);
            if kinds.contains(&kind(level)) {
                continue;
            }
            kinds.push(kind(level));
            let levels: Vec<&Level> = SCHEDULE.iter().filter(|other| kind(other) == kind(level)).collect();
            assert!(levels.windows(2).all(covers));
        }
        assert!(kinds.len() >= 6);
        let last = SCHEDULE[SCHEDULE.len() - 1];
        assert_eq!((last.universe, last.stops), (Size::Exact, Stops::Everywhere));
    }
}
