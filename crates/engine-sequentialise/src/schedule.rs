//! The order in which bounds are tried.
//!
//! There is a beginning for programs as they are (`FIRST`), and then a step after the other in which all bounds are larger ([`step`]), without end.
//! The solver has an [`Allowance`] of effort for each level, which it counts by itself, so that it does not depend on the clock what is given up.
//! What was given up is tried again in the next step, with more.

use std::time::Duration;

use program::program::Program;

use crate::context::Stops;
use crate::laws::{self, Laws};
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
            Pace::None => Some(laws::NONE),
            Pace::Linear => Some(laws::LINEAR),
            Pace::Doubling => Some(laws::DOUBLING),
            Pace::Factors => Some(laws::by_factors(program)).filter(|laws| !laws.is_empty()),
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
const FIRST: &[Level] = &[
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

/// The levels of the step, counted from zero. Of each kind of levels, those of a later step cover those of all earlier ones.
pub fn step(number: u32) -> Vec<Level> {
    if number == 0 {
        return FIRST.to_vec();
    }
    let by = |first: u32, more: u32| first.saturating_add(number.saturating_mul(more));
    let wide = |universe: Size, stops: Stops| level(by(6, 2), by(6, 2), by(12, 4), universe, stops);
    let narrow =
        |universe: Size, stops: Stops, pace: Pace| growing(by(3, 1), by(3, 1), by(4, 2), universe, stops, pace);
    vec![
        wide(Size::Small(by(1, 1)), Stops::Few),
        narrow(Size::Exact, Stops::Few, Pace::Linear),
        narrow(Size::FewKeys, Stops::Few, Pace::Linear),
        narrow(Size::Exact, Stops::Few, Pace::Factors),
        narrow(Size::Exact, Stops::Few, Pace::Doubling),
        wide(Size::Small(by(2, 1)), Stops::Everywhere),
        narrow(Size::Exact, Stops::Everywhere, Pace::Linear),
        narrow(Size::Exact, Stops::Everywhere, Pace::Doubling),
        wide(Size::Exact, Stops::Everywhere),
    ]
}

/// How deep recursion is followed in the step, if nobody knows how deep it goes: how often a procedure may be at work in one thread. If one depth
/// makes the program too large, the next one is tried.
pub fn depths(step: u32) -> [usize; 2] {
    let deep = 4_usize << step.min(MOST_DOUBLINGS);
    [deep, deep / 2]
}

/// How many objects one place may allocate in the step while there are pointers to earlier ones.
pub fn objects(step: u32) -> usize {
    2_usize << step.min(MOST_DOUBLINGS)
}

/// Beyond this no computer has the memory.
const MOST_DOUBLINGS: u32 = 20;

/// How much effort the solver may take for a level, in its own measure.
pub struct Allowance {
    /// All that is meant to be spent on the first step, by how much time there is, not by how much is left.
    all: u64,
    spent: u64,
}

/// So much effort is expected of a solver in a second. Most machines do more, so that what is given up is given up for the effort and not for
/// the time.
const EFFORT_IN_A_SECOND: u64 = 500_000;

/// No level of the first step gets less than this part of all.
const LEAST_PART: u64 = 32;

/// Z3 knows no larger numbers there.
const MOST_EFFORT: u64 = u32::MAX as u64;

impl Allowance {
    /// What there is for a search that may take so long.
    pub fn of(time: Duration) -> Allowance {
        let milliseconds = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        Allowance { all: milliseconds.saturating_mul(EFFORT_IN_A_SECOND / 1000).max(LEAST_PART), spent: 0 }
    }

    /// For a level of the step: in the first one half of what is left, since a harder level may still be quicker, and in each later one twice as much
    /// as in the one before.
    pub fn at(&self, step: u32) -> u64 {
        let least = self.all / LEAST_PART;
        let most = match step {
            0 => (self.all.saturating_sub(self.spent) / 2).max(least),
            _ => least.saturating_mul(1 << step.min(MOST_DOUBLINGS)),
        };
        most.clamp(1, MOST_EFFORT)
    }

    /// So much was spent.
    pub fn spend(&mut self, effort: u64) {
        self.spent = self.spent.saturating_add(effort);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_levels_cover_earlier_ones_of_their_kind() {
        let covers = |pair: &[Level]| {
            let (less, more) = (pair[0].bounds, pair[1].bounds);
            less.stem <= more.stem && less.cycle <= more.cycle && less.unrolling <= more.unrolling && pair[0] != pair[1]
        };
        let all: Vec<Level> = (0..4).flat_map(step).collect();
        let mut kinds: Vec<(Stops, Pace, bool)> = Vec::new();
        for level in &all {
            let kind = |level: &Level| (level.stops, level.pace, level.universe == Size::FewKeys);
            if kinds.contains(&kind(level)) {
                continue;
            }
            kinds.push(kind(level));
            let levels: Vec<Level> = all.iter().filter(|other| kind(other) == kind(level)).copied().collect();
            assert!(levels.windows(2).all(covers), "{level:?}");
            let last = levels[levels.len() - 1].bounds;
            assert!(last.stem >= 6 && last.cycle >= 6, "{level:?} is not raised for ever");
        }
        assert!(kinds.len() >= 6);
        for number in 0..4 {
            let last = *step(number).last().unwrap();
            assert_eq!((last.universe, last.stops), (Size::Exact, Stops::Everywhere));
        }
    }

    #[test]
    fn steps_have_no_end() {
        let bounds = |number: u32| step(number)[0].bounds;
        assert!(bounds(1000).stem > bounds(999).stem && bounds(1000).unrolling > bounds(999).unrolling);
        assert!(depths(3)[0] > depths(2)[0] && objects(3) > objects(2));
        assert!(step(u32::MAX).iter().all(|level| level.bounds.stem >= 6));
    }

    #[test]
    fn effort_is_by_the_time_there_is_and_not_by_the_time_that_is_left() {
        let mut allowance = Allowance::of(Duration::from_secs(64));
        let all = 64 * EFFORT_IN_A_SECOND;
        assert_eq!(allowance.at(0), all / 2);
        allowance.spend(all / 2);
        assert_eq!(allowance.at(0), all / 4);
        allowance.spend(all);
        assert_eq!((allowance.at(0), allowance.at(1), allowance.at(2)), (all / 32, all / 16, all / 8));
        assert_eq!(Allowance::of(Duration::MAX).at(0), MOST_EFFORT);
        assert_eq!(Allowance::of(Duration::ZERO).at(0), 16);
    }
}
