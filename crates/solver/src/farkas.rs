//! Why one linear fact follows from others: a sum of them (Farkas' lemma), found by a linear program.
//!
//! A fact is an expression that is not negative. If `scale * fact = sum of multiples of premises + rest` with a rest above `-scale`, then
//! the fact is above -1, hence not negative, over integers. What follows over rational numbers is found for certain; of what follows over
//! integers only, this rounding is all that is tried.

use std::collections::BTreeSet;

use num_integer::Integer;
use num_rational::Ratio;
use num_traits::{CheckedAdd, CheckedMul, Signed, Zero};
use program::linear::expr::{Linear, Var};
use program::linear::sum::Sum;

use crate::simplex::{LinearProgram, Rational, Solution};

/// Shows that the premises contradict each other: a sum of them is negative.
pub fn contradiction(premises: &[Linear]) -> Option<Sum> {
    if let Some(place) = premises.iter().position(|premise| premise.as_constant().is_some_and(|number| number < 0)) {
        return Some(Sum { scale: 1, multiples: vec![(place, 1)] });
    }
    let all: Vec<usize> = (0..premises.len()).collect();
    let multiples = multipliers(premises, &all, &Linear::constant(-1), Bound::Exactly)?;
    scaled(&multiples, &all)
}

/// Shows that the conclusion follows from the premises, if these do not contradict each other.
pub fn consequence(premises: &[Linear], conclusion: &Linear) -> Option<Sum> {
    if let Some(place) = premises.iter().position(|premise| premise == conclusion) {
        return Some(Sum { scale: 1, multiples: vec![(place, 1)] });
    }
    if let Some(number) = conclusion.as_constant() {
        return (number >= 0).then(|| Sum { scale: 1, multiples: Vec::new() });
    }
    let connected = connected(premises, conclusion)?;
    let multiples = multipliers(premises, &connected, conclusion, Bound::AtMost)?;
    scaled(&multiples, &connected)
}

/// The premises that have to do with the conclusion, directly or through others; nothing if a variable of it occurs in none.
fn connected(premises: &[Linear], conclusion: &Linear) -> Option<Vec<usize>> {
    let mut variables: BTreeSet<Var> = conclusion.terms().iter().map(|(variable, _)| *variable).collect();
    let in_some = |variable: &Var| premises.iter().any(|premise| premise.mentions(*variable));
    if !variables.iter().all(in_some) {
        return None;
    }
    let mut chosen = BTreeSet::new();
    loop {
        let before = chosen.len();
        for (place, premise) in premises.iter().enumerate() {
            if !chosen.contains(&place) && premise.terms().iter().any(|(variable, _)| variables.contains(variable)) {
                chosen.insert(place);
                variables.extend(premise.terms().iter().map(|(variable, _)| *variable));
            }
        }
        if chosen.len() == before {
            return Some(chosen.into_iter().collect());
        }
    }
}

/// What is asked of the constants of a sum.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bound {
    /// Their sum is that of the conclusion.
    Exactly,
    /// It is as small as can be, and has to be less than one above that of the conclusion.
    AtMost,
}

/// How often to take each of the chosen premises, so that all variables have the coefficients that they have in the conclusion.
fn multipliers(premises: &[Linear], chosen: &[usize], conclusion: &Linear, bound: Bound) -> Option<Vec<Rational>> {
    let mut variables: BTreeSet<Var> = conclusion.terms().iter().map(|(variable, _)| *variable).collect();
    variables.extend(chosen.iter().flat_map(|place| premises[*place].terms().iter().map(|(variable, _)| *variable)));
    let row = |variable: &Var| {
        let coefficients = chosen.iter().map(|place| premises[*place].coefficient(*variable)).collect();
        (coefficients, conclusion.coefficient(*variable))
    };
    let constants: Vec<i128> = chosen.iter().map(|place| premises[*place].constant_part()).collect();
    let mut rows: Vec<(Vec<i128>, i128)> = variables.iter().map(row).collect();
    let costs = match bound {
        Bound::Exactly => {
            rows.push((constants, conclusion.constant_part()));
            // Few and small multiples make better interpolants.
            vec![1; chosen.len()]
        }
        Bound::AtMost => constants.clone(),
    };
    let Solution::Found(found) = (LinearProgram { rows, costs }).solve() else { return None };
    if bound == Bound::AtMost {
        let mut total = Rational::zero();
        for (place, multiple) in chosen.iter().zip(&found) {
            let part = multiple.checked_mul(&Ratio::from_integer(premises[*place].constant_part()))?;
            total = total.checked_add(&part)?;
        }
        if total >= Ratio::from_integer(conclusion.constant_part().checked_add(1)?) {
            return None;
        }
    }
    Some(found)
}

/// The multiples as integers, with a common scale.
pub fn scaled(multiples: &[Rational], places: &[usize]) -> Option<Sum> {
    let mut scale = 1_i128;
    for multiple in multiples {
        let common = scale.gcd(multiple.denom());
        scale = i128::checked_mul(scale, multiple.denom() / common)?;
    }
    let mut made = Vec::new();
    for (place, multiple) in places.iter().zip(multiples) {
        if multiple.is_positive() {
            made.push((*place, i128::checked_mul(*multiple.numer(), scale / multiple.denom())?));
        }
    }
    made.sort_unstable();
    Some(Sum { scale, multiples: made })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fact(x: i128, y: i128, constant: i128) -> Linear {
        Linear::of([(Var::State(0), x), (Var::State(1), y)], constant).unwrap()
    }

    #[test]
    fn contradictions_are_sums() {
        // x >= y + 1, y >= x
        let premises = [fact(1, -1, -1), fact(-1, 1, 0)];
        let sum = contradiction(&premises).unwrap();
        assert!(sum.shows(&premises, &Linear::constant(-1)));
        assert_eq!(contradiction(&premises[..1]), None);
    }

    #[test]
    fn consequences_are_sums_and_are_rounded() {
        // x >= y, y >= 3: x >= 2, but not x >= 4.
        let premises = [fact(1, -1, 0), fact(0, 1, -3)];
        let conclusion = fact(1, 0, -2);
        assert!(consequence(&premises, &conclusion).unwrap().shows(&premises, &conclusion));
        assert_eq!(consequence(&premises, &fact(1, 0, -4)), None);
        // 2x >= 1: x >= 1, over integers.
        let premises = [fact(2, 0, -1)];
        assert!(consequence(&premises, &fact(1, 0, -1)).unwrap().shows(&premises, &fact(1, 0, -1)));
    }
}
