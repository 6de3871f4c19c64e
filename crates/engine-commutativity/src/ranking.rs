//! Linear ranking functions of lassos, with supporting invariants, by linear programs (Podelski and Rybalchenko, doi:10.1007/978-3-540-24622-0_20;
//! Heizmann, Hoenicke, Leike and Podelski, doi:10.1007/978-3-319-02444-8_26).
//!
//! A function `f` ranks a cycle if what the cycle asks of the numbers says that `f` is not negative before it and at least one less behind
//! it. By Farkas' lemma there are multiples of the cycle's facts that say so, and they and the coefficients of `f` are the solution of one
//! linear program. Where that is not enough, an invariant `s` may help: not negative behind the stem, and kept by the cycle. That is
//! linear, too, if it is said beforehand how often the invariant is needed (once) and how it is kept: it never becomes less, or it is
//! not negative whatever it was, or it is twice what it was.

use std::collections::BTreeSet;

use engine::linear::followed::{Followed, ranges};
use engine::linear::is_about_extremes;
use program::linear::expr::{Linear, Var};
use program::linear::system::System;
use solver::farkas;
use solver::templates::{Parametric, Template, Unknowns, without_divisor};

use crate::words::backwards;

/// Why a lasso ends.
#[derive(Clone, Debug)]
pub struct Ranking {
    /// Not negative before the cycle, and less behind it.
    pub rank: Linear,
    /// Whether no letter of the cycle makes it larger, whatever the way around.
    pub never_rises: bool,
    /// What holds behind the stem and is kept by the cycle.
    pub invariants: Vec<Linear>,
    /// Facts on the way through the cycle, about the numbers and [`Var::Old`] with number 0, which is what the rank was at its beginning.
    pub on_the_way: Vec<Linear>,
}

/// What an invariant does in the argument, and how it is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Support {
    role: Role,
    kept: Kept,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role {
    /// It says that the rank is not negative.
    Bounds,
    /// It says that the rank becomes less.
    Decreases,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kept {
    /// It never becomes less.
    Monotonic,
    /// It is at least twice what it was.
    Doubled,
    /// It is not negative behind the cycle whatever it was before.
    Afresh,
}

/// Which bounds of numbers count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Bounds {
    /// Those that a program would count to: everything that is counted in machine integers has the other ones as well, and a function that makes use
    /// of them is one for this cycle only.
    Small,
    /// All.
    All,
}

/// What a ranking function looks like.
enum Shape<'a> {
    /// Any linear function.
    Any,
    /// A multiple of this one, which no letter makes larger.
    Multiple(&'a Linear),
}

/// A ranking function for the cycle, wherever it begins with these facts known.
pub fn rank(system: &System, known: &[Linear], cycle: &[usize]) -> Option<Ranking> {
    let nothing = Followed::word(system, &[])?;
    let followed = Followed::word(system, cycle)?;
    let problem = Problem { system, beginning: &[], known, cycle, stem: &nothing, followed: &followed };
    let by_guards = || {
        guards_that_never_rise(system, cycle)
            .iter()
            .find_map(|guard| problem.attempt(&Shape::Multiple(guard), &[], Bounds::Small))
    };
    by_guards().or_else(|| {
        [Bounds::Small, Bounds::All].into_iter().find_map(|bounds| problem.attempt(&Shape::Any, &[], bounds))
    })
}

/// What letters of the cycle ask to be not negative, and none of them makes larger.
///
/// Such a function ranks every other cycle of these letters, too, in which it gets less. What is found for a cycle as a whole may be about this
/// one only: the longer the cycle, the more sums of numbers that go up and down happen to be less at its end.
fn guards_that_never_rise(system: &System, cycle: &[usize]) -> Vec<Linear> {
    let ranges = ranges(system);
    let letters: BTreeSet<usize> = cycle.iter().copied().collect();
    let rises = |guard: &Linear| {
        letters.iter().map(|letter| &system.letters[*letter]).any(|letter| {
            if !guard.terms().iter().any(|(variable, _)| letter.updates.contains_key(variable)) {
                return false;
            }
            let after = guard.substituted(|variable| letter.updates.get(&variable));
            let less = after.and_then(|after| guard.plus(-1, &after));
            let premises: Vec<Linear> = letter.guard.iter().chain(&ranges).cloned().collect();
            less.and_then(|less| farkas::consequence(&premises, &less)).is_none()
        })
    };
    let mut found: Vec<Linear> = Vec::new();
    for guard in cycle.iter().flat_map(|letter| &system.letters[*letter].guard) {
        let is_of_states = guard.terms().iter().all(|(variable, _)| matches!(variable, Var::State(_)));
        let counts = is_of_states && guard.as_constant().is_none() && !is_about_extremes(guard);
        if counts && !found.contains(guard) && !rises(guard) {
            found.push(guard.clone());
        }
    }
    found
}

/// Functions for the cycle that are bounded one after the other: the first gets less each time; each of the others gets less once the one
/// before is negative; and the last is not negative.
pub fn nested(system: &System, known: &[Linear], cycle: &[usize]) -> Option<Vec<Linear>> {
    const MOST_PHASES: usize = 6;
    let nothing = Followed::word(system, &[])?;
    let followed = Followed::word(system, cycle)?;
    let problem = Problem { system, beginning: &[], known, cycle, stem: &nothing, followed: &followed };
    (2..=MOST_PHASES).find_map(|phases| problem.nested(phases))
}

/// A ranking function for the cycle after the stem, with invariants that the stem establishes.
pub fn rank_after(system: &System, beginning: &[Linear], stem: &[usize], cycle: &[usize]) -> Option<Ranking> {
    let cycle_followed = Followed::word(system, cycle)?;
    let stem_followed = Followed::word(system, stem)?;
    let mut attempts: Vec<Vec<Support>> = Vec::new();
    let of = |role, kept| Support { role, kept };
    for kept in [Kept::Monotonic, Kept::Afresh] {
        attempts.push(vec![of(Role::Decreases, kept)]);
        attempts.push(vec![of(Role::Bounds, kept)]);
    }
    for first in [Kept::Monotonic, Kept::Afresh] {
        for second in [Kept::Monotonic, Kept::Afresh] {
            attempts.push(vec![of(Role::Bounds, first), of(Role::Decreases, second)]);
        }
    }
    attempts.push(vec![of(Role::Decreases, Kept::Doubled)]);
    let problem = Problem { system, beginning, known: &[], cycle, stem: &stem_followed, followed: &cycle_followed };
    attempts.iter().find_map(|supports| problem.attempt(&Shape::Any, supports, Bounds::All))
}

struct Problem<'a> {
    system: &'a System,
    beginning: &'a [Linear],
    /// What is known before the cycle each time.
    known: &'a [Linear],
    cycle: &'a [usize],
    stem: &'a Followed,
    followed: &'a Followed,
}

impl Problem<'_> {
    /// What holds before the cycle if it can be taken.
    fn premises(&self, bounds: Bounds) -> Vec<Linear> {
        let facts = self.followed.facts.iter().map(|(_, fact)| fact.clone());
        let all = facts.chain(ranges(self.system)).chain(self.known.iter().cloned());
        // What is left out keeps its place.
        all.map(|fact| if bounds == Bounds::Small && is_about_extremes(&fact) { Linear::default() } else { fact })
            .collect()
    }

    /// The variables of which the cycle speaks.
    fn variables(&self) -> Vec<Var> {
        let facts = self.followed.facts.iter().map(|(_, fact)| fact);
        let mentioned =
            facts.chain(self.followed.values.values()).flat_map(|expr| expr.terms().iter().map(|(it, _)| *it));
        let mut variables: Vec<Var> = mentioned.chain(self.followed.values.keys().copied()).collect();
        variables.retain(|variable| matches!(variable, Var::State(_)));
        variables.sort_unstable();
        variables.dedup();
        variables
    }

    fn before(&self, template: &Template) -> Option<Parametric> {
        template.try_at(|variable| Some(Linear::variable(variable)))
    }

    fn behind(&self, template: &Template) -> Option<Parametric> {
        template.try_at(|variable| self.followed.at_the_beginning(&Linear::variable(variable)))
    }

    /// Nested ranking functions (Leike and Heizmann, doi:10.2168/LMCS-11(1:16)2015).
    fn nested(&self, phases: usize) -> Option<Vec<Linear>> {
        let premises = self.premises(Bounds::All);
        let variables = self.variables();
        let mut unknowns = Unknowns::default();
        let templates: Vec<Template> = (0..phases).map(|_| unknowns.template(&variables)).collect();
        for (place, template) in templates.iter().enumerate() {
            // before - behind - 1 + the one before = sum of facts
            let mut decrease = self.before(template)?;
            decrease.subtract(&self.behind(template)?);
            decrease.add_constant(-1);
            if let Some(earlier) = place.checked_sub(1) {
                decrease.add_all(&self.before(&templates[earlier])?);
            }
            unknowns.equate(&decrease, &premises);
        }
        unknowns.equate(&self.before(templates.last()?)?, &premises);
        let solution = unknowns.solve()?;
        templates.iter().map(|template| Some(without_divisor(&template.value(&solution)?)?.0)).collect()
    }

    fn attempt(&self, shape: &Shape<'_>, supports: &[Support], bounds: Bounds) -> Option<Ranking> {
        let premises = self.premises(bounds);
        let mut on_stem: Vec<Linear> = self.stem.facts.iter().map(|(_, fact)| fact.clone()).collect();
        on_stem.extend(ranges(self.system));
        on_stem.extend(self.beginning.iter().cloned());

        let mut unknowns = Unknowns::default();
        let variables = self.variables();
        let rank = match shape {
            Shape::Any => unknowns.template(&variables),
            Shape::Multiple(function) => unknowns.multiple(function),
        };
        let invariants: Vec<Template> = supports.iter().map(|_| unknowns.template(&variables)).collect();

        let before = |template: &Template| self.before(template);
        let behind = |template: &Template| self.behind(template);
        let behind_stem =
            |template: &Template| template.try_at(|variable| self.stem.at_the_beginning(&Linear::variable(variable)));
        let supporting = |role: Role| {
            supports
                .iter()
                .zip(&invariants)
                .filter(move |(support, _)| support.role == role)
                .map(|(_, template)| template)
        };

        // rank - invariants = sum of facts
        let mut bounded = before(&rank)?;
        for invariant in supporting(Role::Bounds) {
            bounded.subtract(&before(invariant)?);
        }
        let bounds = unknowns.equate(&bounded, &premises);
        // rank before - rank behind - 1 - invariants = sum of facts
        let mut decrease = before(&rank)?;
        decrease.subtract(&behind(&rank)?);
        decrease.add_constant(-1);
        for invariant in supporting(Role::Decreases) {
            decrease.subtract(&before(invariant)?);
        }
        let decreases = unknowns.equate(&decrease, &premises);
        for (support, invariant) in supports.iter().zip(&invariants) {
            unknowns.equate(&behind_stem(invariant)?, &on_stem);
            let mut kept = behind(invariant)?;
            let times = match support.kept {
                Kept::Afresh => 0,
                Kept::Monotonic => 1,
                Kept::Doubled => 2,
            };
            for _ in 0..times {
                kept.subtract(&before(invariant)?);
            }
            unknowns.equate(&kept, &premises);
        }
        let solution = unknowns.solve()?;

        let (made, divisor) = without_divisor(&rank.value(&solution)?)?;
        let old = Linear::variable(Var::Old(0));
        let one = solution.scale;
        let less = old.plus(-1, &made)?.times(divisor)?.plus(-one, &Linear::constant(1))?;
        let mut on_the_way = backwards(self.system, self.cycle, 1, &less, &|place| solution.value(decreases + place))?;
        let not_negative = old.times(divisor)?;
        on_the_way
            .extend(backwards(self.system, self.cycle, 1, &not_negative, &|place| solution.value(bounds + place))?);
        let invariants = invariants.iter().map(|template| Some(template.value(&solution)?.tightened()));
        let never_rises = matches!(shape, Shape::Multiple(_));
        Some(Ranking { rank: made, never_rises, invariants: invariants.collect::<Option<Vec<_>>>()?, on_the_way })
    }
}
