//! Lassos that can be taken for ever: numbers for the stem and for the loop, and how these change with each turn of the loop.
//!
//! Before its n-th turn every number is `x + n * y`, and so is everything that is left open in the loop: a fixed point if nothing changes,
//! and otherwise a geometric argument with a constant step (Leike and Heizmann, "Geometric Nontermination Arguments",
//! doi:10.1007/978-3-319-89963-3_16). It is enough that what the loop asks holds for `x` and does not get less with `y`, and that the loop
//! makes `x + y` of `x` and `y` of `y`. Where steps grow themselves, numbers are `x + n * y + (0 + 1 + … + (n - 1)) * z`, and the loop makes
//! `y + z` of `y` and `z` of `z`. And where they are multiplied, numbers are `x + (1 + l + … + l ^ (n - 1)) * y` for a factor `l`, and the loop
//! makes `l * y` of `y`. All of this is linear in the numbers that are looked for, those left open in the stem among them, if the
//! factors are chosen beforehand; so they are integers that satisfy some facts ([`solver::integers`]).
//!
//! The run has to be fair as well. A thread that does not step in the loop must not be able to: where that depends on the numbers, it is one
//! more thing that the loop asks. `check` judges the whole.

use std::collections::{BTreeMap, BTreeSet};

use evidence::counterexample::{Choice, Closing, Counterexample, Lasso, Parameter, Step};
use num_bigint::BigInt;
use program::linear::blocked::blocked;
use program::linear::cases::Pick;
use program::linear::expr::{Linear, Var};
use program::linear::system::{Control, System};
use program::polynomial::Polynomial;
use program::program::Program;
use program::property::Fairness;
use program::value::Value;
use solver::integers;

use crate::linear::followed::Followed;
use crate::linear::run::{Run, chosen_in};

/// In so many ways it is tried to keep waiting threads from going on.
const MOST_WAYS: usize = 64;

/// So many factors of a loop are tried.
const MOST_FACTORS: usize = 3;

/// How numbers may grow: each list is tried. Its first number says by which factor the step is multiplied in each turn, the next one the same
/// of what is added to the step besides, and so on.
///
/// Besides 1 these are the factors with which the loop multiplies a variable.
fn factors(cycle: &Followed) -> Vec<Vec<i128>> {
    let own = |(variable, value): (&Var, &Linear)| value.terms().iter().find(|(it, _)| it == variable).map(|it| it.1);
    let multiplied: BTreeSet<i128> = cycle.values.iter().filter_map(own).filter(|factor| *factor > 1).collect();
    let multiplied: Vec<i128> = multiplied.into_iter().take(MOST_FACTORS).collect();
    let mut lists = vec![vec![1], vec![1, 1]];
    lists.extend(multiplied.iter().flat_map(|factor| [vec![*factor], vec![1, *factor]]));
    for (place, larger) in multiplied.iter().enumerate() {
        lists.extend(multiplied[..place].iter().map(|smaller| vec![*smaller, *larger]));
    }
    lists.extend(multiplied.iter().map(|factor| vec![1, 1, *factor]));
    lists
}

/// A run without end that takes the stem and then the loop again and again, if one is found that is fair and can be claimed.
pub fn of(
    (program, system): (&Program, &System),
    fairness: Fairness,
    (stem, cycle): (&[usize], &[usize]),
    claimed: &dyn Fn(Counterexample) -> Option<Counterexample>,
    is_over: &dyn Fn() -> bool,
) -> Option<Counterexample> {
    let stepping: BTreeSet<usize> = cycle.iter().map(|letter| system.letters[*letter].thread).collect();
    let control =
        stem.iter().fold(system.initial(), |control, letter| system.after(&control, &system.letters[*letter]));
    let standing = system.running(&control).filter(|thread| !stepping.contains(thread));
    let ways = match fairness {
        Fairness::None => vec![Vec::new()],
        Fairness::Weak | Fairness::Strong => ways_to_wait(system, &control, standing.collect(), cycle, fairness)?,
    };
    factors(&Followed::word(system, cycle)?).iter().find_map(|factors| {
        let argument = Argument::new(system, stem, cycle, factors)?;
        ways.iter().find_map(|waiting| {
            if is_over() {
                return None;
            }
            let numbers = argument.solve(waiting)?;
            let turns = [Turn::First, Turn::Second].into_iter();
            let mut lassos = turns.filter_map(|from| argument.lasso((program, system), (stem, cycle), &numbers, from));
            lassos.find_map(claimed)
        })
    })
}

/// With which turn of the argument the cycle of the lasso begins; the stem has those before it. The first turn may change what letters do not
/// speak of, since nobody looks at it, or leave open, since it is not linear.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Turn {
    First,
    Second,
}

/// In each way, what has to hold before the loop for all of these threads to be blocked in it: everywhere, or each of them somewhere if fairness
/// is weak. Nothing if one of them never is.
fn ways_to_wait(
    system: &System,
    control: &Control,
    standing: Vec<usize>,
    cycle: &[usize],
    fairness: Fairness,
) -> Option<Vec<Vec<Linear>>> {
    let mut ways = vec![Vec::new()];
    for thread in standing {
        let node = control.0[thread]?;
        let alternatives = blocked(system, thread, node);
        // Alternatives may be more than there are in truth, but only because of letters that leave something open or need not be taken.
        let is_exact = |letter: usize| {
            let letter = &system.letters[letter];
            let mut asked = letter.guard.iter().flat_map(|fact| fact.terms());
            !letter.spurious && asked.all(|(variable, _)| matches!(variable, Var::State(_)))
        };
        if !system.letters_at(thread, node).all(is_exact) {
            return None;
        }
        // A thread that has no letters is blocked whatever the numbers are; otherwise an alternative without facts says nothing.
        let is_stuck = system.letters_at(thread, node).is_empty();
        if alternatives.is_empty() || (!is_stuck && alternatives.iter().any(Vec::is_empty)) {
            return None;
        }
        let mut own: Vec<Vec<Linear>> = Vec::new();
        for facts in &alternatives {
            let at: Vec<Vec<Linear>> =
                (0..cycle.len()).map(|place| before(system, &cycle[..place], facts)).collect::<Option<_>>()?;
            match fairness {
                Fairness::Weak => own.extend(at),
                Fairness::Strong | Fairness::None => own.push(at.concat()),
            }
        }
        let mut known = BTreeSet::new();
        own.iter_mut().for_each(|facts| {
            facts.sort_unstable();
            facts.dedup();
        });
        own.retain(|facts| known.insert(facts.clone()));
        let longer = |way: &Vec<Linear>| {
            let way = way.clone();
            own.iter().map(move |more| [&way[..], more].concat()).collect::<Vec<_>>()
        };
        ways = ways.iter().flat_map(longer).take(MOST_WAYS).collect();
    }
    Some(ways)
}

/// What has to hold before the word for the facts to hold behind it.
fn before(system: &System, word: &[usize], facts: &[Linear]) -> Option<Vec<Linear>> {
    let followed = Followed::word(system, word)?;
    facts.iter().map(|fact| followed.at_the_beginning(fact)).collect()
}

/// What the numbers of a lasso have to satisfy. All of them have names of their own, as if they were left open in the stem.
struct Argument {
    /// What is asked on the stem.
    asked: Vec<Linear>,
    /// By variable: what it is behind the stem; how much more before each turn than before the last; how much that grows; and so on.
    head: BTreeMap<Var, Vec<Linear>>,
    /// The same of what is left open in the loop.
    chosen: Vec<Vec<Linear>>,
    /// By what the steps are multiplied in each turn.
    factors: Vec<i128>,
    cycle: Followed,
}

impl Argument {
    fn new(system: &System, stem: &[usize], cycle: &[usize], factors: &[i128]) -> Option<Argument> {
        let slopes = factors.len();
        let behind = Followed::word(system, stem)?;
        let followed = Followed::word(system, cycle)?;
        let mut next = stem.iter().map(|letter| chosen_in(&system.letters[*letter])).sum::<u32>();
        let mut fresh = || {
            next += 1;
            Linear::variable(Var::Chosen(next - 1))
        };
        let zero = Linear::default();
        let starts_at_zero = |variable: Var| match variable {
            Var::State(number) if system.variables.get(number as usize)?.starts_at_zero => Some(&zero),
            _ => None,
        };
        let changed: BTreeSet<Var> = followed.values.keys().copied().collect();
        let mut head = BTreeMap::new();
        for number in 0..u32::try_from(system.variables.len()).ok()? {
            let variable = Var::State(number);
            let value = behind.at_the_beginning(&Linear::variable(variable))?.substituted(starts_at_zero)?;
            let is_changed = changed.contains(&variable);
            let of_slopes = (0..slopes).map(|_| if is_changed { fresh() } else { Linear::default() });
            head.insert(variable, std::iter::once(value).chain(of_slopes).collect());
        }
        let left_open = cycle.iter().map(|letter| chosen_in(&system.letters[*letter])).sum::<u32>();
        let chosen = (0..left_open).map(|_| (0..=slopes).map(|_| fresh()).collect()).collect();
        let asked = behind.facts.iter().map(|(_, fact)| fact.substituted(starts_at_zero)).collect::<Option<_>>()?;
        Some(Argument { asked, head, chosen, factors: factors.to_vec(), cycle: followed })
    }

    /// The expression about numbers before the loop: what it is in the first turn, and its slopes.
    fn at_head(&self, expr: &Linear) -> Option<Vec<Linear>> {
        let parts = |variable: Var| match variable {
            Var::Chosen(number) => self.chosen.get(number as usize),
            known => self.head.get(&known),
        };
        let without_constant = expr.plus(-expr.constant_part(), &Linear::constant(1))?;
        let count = self.head.values().chain(&self.chosen).next().map_or(1, Vec::len);
        let part = |place: usize| {
            let expr = if place == 0 { expr } else { &without_constant };
            expr.substituted(|variable| parts(variable).and_then(|parts| parts.get(place)))
        };
        (0..count).map(part).collect()
    }

    /// Numbers with which the loop can be taken for ever while what keeps the others waiting holds before each turn.
    fn solve(&self, waiting: &[Linear]) -> Option<BTreeMap<Var, i128>> {
        let mut facts = self.asked.clone();
        for fact in self.cycle.facts.iter().map(|(_, fact)| fact).chain(waiting) {
            facts.extend(self.at_head(fact)?);
        }
        for (variable, value) in &self.cycle.values {
            let before = self.head.get(variable)?;
            for (place, after) in self.at_head(value)?.into_iter().enumerate() {
                let nothing = Linear::default();
                let factor = place.checked_sub(1).map_or(1, |step| self.factors[step]);
                let wanted = before[place].times(factor)?.plus(1, before.get(place + 1).unwrap_or(&nothing))?;
                facts.push(after.plus(-1, &wanted)?);
                facts.push(wanted.plus(-1, &after)?);
            }
        }
        // What a variable holds that nobody has assigned is not for a run to choose.
        let is_chosen = |fact: &Linear| fact.terms().iter().all(|(variable, _)| matches!(variable, Var::Chosen(_)));
        if facts.iter().all(is_chosen) { integers::values(&facts) } else { None }
    }

    fn lasso(
        &self,
        (program, system): (&Program, &System),
        (stem, cycle): (&[usize], &[usize]),
        found: &BTreeMap<Var, i128>,
        from: Turn,
    ) -> Option<Counterexample> {
        let value = |expr: &Linear| {
            let mut sum = expr.constant_part();
            for (variable, factor) in expr.terms() {
                sum = sum.checked_add(found.get(variable).copied().unwrap_or(0).checked_mul(*factor)?)?;
            }
            Some(sum)
        };
        let mut numbers = |variable: Var| found.get(&variable).copied().unwrap_or_default();
        let mut run = Run::at_start(program, system, &mut numbers);
        for letter in stem {
            run.take(*letter, &mut numbers)?;
        }
        let steps_of_stem = run.steps.len();
        let left_open_before = run.chosen;
        let in_cycle = |variable: Var| match variable {
            Var::Chosen(number) => {
                self.chosen.get((number - left_open_before) as usize).and_then(|parts| value(&parts[0]))
            }
            Var::State(_) | Var::Old(_) => None,
        };
        let mut numbers = |variable: Var| in_cycle(variable).unwrap_or_default();
        let mut first = 0;
        let mut growing = Vec::with_capacity(cycle.len());
        for letter in cycle {
            run.take(*letter, &mut numbers)?;
            let mut step = run.steps.last()?.clone();
            self.grow(system, *letter, first, &mut step, &value)?;
            growing.push(step);
            first += chosen_in(&system.letters[*letter]) as usize;
        }
        if from == Turn::First {
            run.steps.truncate(steps_of_stem);
        }
        let mut used = 0;
        for parts in self.head.values().chain(&self.chosen) {
            for (place, slope) in parts.iter().enumerate().skip(1) {
                used = if value(slope)? == 0 { used } else { used.max(place) };
            }
        }
        let closing = match used {
            0 => Closing::SameState,
            _ => Closing::Growing((0..used).map(|number| parameter(number, self.factors[number], from)).collect()),
        };
        Some(Counterexample::Lasso(Lasso { stem: run.steps, cycle: growing, closing }))
    }

    /// Lets the choices of the step be different in each turn, where they are.
    fn grow(
        &self,
        system: &System,
        letter: usize,
        first: usize,
        step: &mut Step,
        value: &dyn Fn(&Linear) -> Option<i128>,
    ) -> Option<()> {
        for (pick, choice) in system.letters[letter].picks.as_ref()?.iter().zip(&mut step.choices) {
            let Pick::Integer(number) = pick else { continue };
            let Some(parts) = self.chosen.get(first + *number as usize) else { continue };
            let Choice::Value(Value::Int(start)) = &*choice else { continue };
            let mut growing = Polynomial::constant(start.clone());
            for (parameter, slope) in (0..).zip(&parts[1..]) {
                growing = growing.plus(&BigInt::from(value(slope)?), &Polynomial::parameter(parameter));
            }
            *choice = Choice::Value(Value::form(growing));
        }
        Some(())
    }
}

/// The number of the turn, which is one more each time, or is multiplied before that; then the sum of what the one before was in all turns
/// so far, or the like with another factor; and so on.
fn parameter(number: usize, factor: i128, from: Turn) -> Parameter {
    let step = match number.checked_sub(1) {
        None => Polynomial::constant(BigInt::from(1)),
        Some(before) => Polynomial::parameter(u32::try_from(before).unwrap_or(u32::MAX)),
    };
    let own = Polynomial::parameter(u32::try_from(number).unwrap_or(u32::MAX));
    // They are all zero in the first turn, and in the second one as well if they are sums of such that were zero.
    let first = BigInt::from(u8::from(number == 0 && from == Turn::Second));
    Parameter { first, next: step.plus(&BigInt::from(factor), &own) }
}
