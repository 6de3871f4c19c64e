//! Integers that satisfy linear facts: small ones, by branching over the solutions of linear programs.

use std::collections::{BTreeMap, BTreeSet};

use program::linear::expr::{Linear, Var};

use crate::simplex::{LinearProgram, Rational, Solution};

/// So many linear programs are solved before it is given up.
const MOST_PROGRAMS: usize = 100;

/// Values of all variables of the facts with which none of them is negative, if some are found.
pub fn values(facts: &[Linear]) -> Option<BTreeMap<Var, i128>> {
    let variables: BTreeSet<Var> = facts.iter().flat_map(|fact| fact.terms().iter().map(|(it, _)| *it)).collect();
    let variables: Vec<Var> = variables.into_iter().collect();
    let mut open = vec![facts.to_vec()];
    for _ in 0..MOST_PROGRAMS {
        let facts = open.pop()?;
        let Some(found) = rational(&facts, &variables) else { continue };
        let Some((variable, value)) = variables.iter().zip(&found).find(|(_, value)| !value.is_integer()) else {
            return Some(variables.iter().copied().zip(found.iter().map(Rational::to_integer)).collect());
        };
        let below = Linear::of([(*variable, -1)], value.floor().to_integer());
        let above = Linear::of([(*variable, 1)], value.ceil().to_integer().checked_neg()?);
        for bound in [above?, below?] {
            let mut branch = facts.clone();
            branch.push(bound);
            open.push(branch);
        }
    }
    None
}

/// Rational numbers that satisfy the facts, with the least sum of their sizes.
fn rational(facts: &[Linear], variables: &[Var]) -> Option<Vec<Rational>> {
    // Each variable is the difference of two columns; behind them each fact has a column for how much more than zero it is.
    let columns = 2 * variables.len() + facts.len();
    let mut rows = Vec::with_capacity(facts.len());
    for (place, fact) in facts.iter().enumerate() {
        let mut row = vec![0; columns];
        for (number, variable) in variables.iter().enumerate() {
            row[2 * number] = fact.coefficient(*variable);
            row[2 * number + 1] = fact.coefficient(*variable).checked_neg()?;
        }
        row[2 * variables.len() + place] = -1;
        rows.push((row, fact.constant_part().checked_neg()?));
    }
    let costs = (0..columns).map(|column| i128::from(column < 2 * variables.len()));
    let Solution::Found(found) = (LinearProgram { rows, costs: costs.collect() }).solve() else { return None };
    Some((0..variables.len()).map(|number| found[2 * number] - found[2 * number + 1]).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fact(x: i128, y: i128, constant: i128) -> Linear {
        Linear::of([(Var::State(0), x), (Var::State(1), y)], constant).unwrap()
    }

    #[test]
    fn integers_are_found_where_there_are_some() {
        let found = |facts: &[Linear]| values(facts).map(|values| values.into_values().collect::<Vec<_>>());
        // x >= 3, y <= x - 5
        assert_eq!(found(&[fact(1, 0, -3), fact(1, -1, -5)]), Some(vec![3, -2]));
        // 2x = 2y + 1 has solutions, but no integers; 1 <= 2x <= 2 has one.
        assert_eq!(found(&[fact(2, -2, -1), fact(-2, 2, 1), fact(1, 0, 0), fact(-1, 0, 9), fact(0, 1, 0)]), None);
        assert_eq!(found(&[fact(2, 0, -1), fact(-2, 0, 2), fact(0, 1, -7)]), Some(vec![1, 7]));
        assert_eq!(found(&[fact(1, 0, -3), fact(-1, 0, 2)]), None);
    }
}
