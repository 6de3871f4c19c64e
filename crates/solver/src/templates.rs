//! Linear expressions with unknown coefficients, and linear programs that find them.
//!
//! Whoever looks for a ranking function or an invariant asks that expressions of unknowns are sums of facts (Farkas' lemma). All of these
//! conditions together are one linear program, if no two unknowns are multiplied.

use std::collections::BTreeMap;

use num_integer::Integer;
use program::linear::expr::{Linear, Var};

use crate::simplex::{LinearProgram, Solution};

/// The expression without a common divisor, and the divisor.
pub fn without_divisor(whole: &Linear) -> Option<(Linear, i128)> {
    let divisor = whole.terms().iter().fold(whole.constant_part(), |divisor, (_, factor)| divisor.gcd(factor)).max(1);
    let terms = whole.terms().iter().map(|(variable, factor)| (*variable, factor / divisor));
    Some((Linear::of(terms, whole.constant_part() / divisor)?, divisor))
}

/// A linear expression with unknown coefficients.
pub struct Template {
    /// By variable (none for the constant), the place of its coefficient among the unknowns, and how often that counts.
    coefficients: Vec<(Option<Var>, usize, i128)>,
}

impl Template {
    /// The template with expressions in place of its variables.
    pub fn try_at(&self, value: impl Fn(Var) -> Option<Linear>) -> Option<Parametric> {
        let mut made = Parametric::default();
        for (variable, unknown, times) in &self.coefficients {
            let value = variable.map_or_else(|| Some(Linear::constant(1)), &value)?.times(*times)?;
            made.add(None, *unknown, value.constant_part());
            for (inner, factor) in value.terms() {
                made.add(Some(*inner), *unknown, *factor);
            }
        }
        Some(made)
    }

    /// What it is with these numbers, as often as their scale says.
    pub fn value(&self, solution: &Numbers) -> Option<Linear> {
        let mut made = Linear::default();
        for (variable, unknown, times) in &self.coefficients {
            let of = variable.map_or_else(|| Linear::constant(1), Linear::variable);
            made = made.plus(solution.difference(*unknown).checked_mul(*times)?, &of)?;
        }
        Some(made)
    }
}

/// A linear expression whose coefficients are sums of multiples of unknowns: by variable (none for the constant), by unknown.
#[derive(Default)]
pub struct Parametric {
    sums: BTreeMap<Option<Var>, BTreeMap<usize, i128>>,
    numbers: BTreeMap<Option<Var>, i128>,
}

impl Parametric {
    /// Adds a multiple of an unknown to the coefficient of the variable.
    pub fn add(&mut self, variable: Option<Var>, unknown: usize, factor: i128) {
        *self.sums.entry(variable).or_default().entry(unknown).or_default() += factor;
    }

    /// Subtracts the other one.
    pub fn subtract(&mut self, other: &Parametric) {
        for (variable, sum) in &other.sums {
            for (unknown, factor) in sum {
                self.add(*variable, *unknown, -factor);
            }
        }
    }

    /// Adds the other one.
    pub fn add_all(&mut self, other: &Parametric) {
        for (variable, sum) in &other.sums {
            for (unknown, factor) in sum {
                self.add(*variable, *unknown, *factor);
            }
        }
    }

    /// Adds a number.
    pub fn add_constant(&mut self, number: i128) {
        *self.numbers.entry(None).or_default() += number;
    }
}

/// The columns of a linear program, and its rows.
#[derive(Default)]
pub struct Unknowns {
    count: usize,
    rows: Vec<(BTreeMap<usize, i128>, i128)>,
}

impl Unknowns {
    /// New unknown coefficients, which may be negative: each is the difference of two columns.
    pub fn template(&mut self, variables: &[Var]) -> Template {
        let mut coefficient = || {
            self.count += 2;
            self.count - 2
        };
        let variables = variables.iter().map(|variable| Some(*variable)).chain([None]);
        Template { coefficients: variables.map(|variable| (variable, coefficient(), 1)).collect() }
    }

    /// The expression so many times, which is unknown.
    pub fn multiple(&mut self, expr: &Linear) -> Template {
        let times = self.count;
        self.count += 2;
        let terms = expr.terms().iter().map(|(variable, factor)| (Some(*variable), times, *factor));
        Template { coefficients: terms.chain([(None, times, expr.constant_part())]).collect() }
    }

    /// Asks for the expression to be a sum of multiples of premises and a number that is not negative.
    /// Gives the place of the first multiple.
    pub fn equate(&mut self, expr: &Parametric, premises: &[Linear]) -> usize {
        let first = self.count;
        self.count += premises.len() + 1;
        let rest = self.count - 1;
        let mut variables: Vec<Option<Var>> = expr.sums.keys().copied().chain([None]).collect();
        variables
            .extend(premises.iter().flat_map(|premise| premise.terms().iter().map(|(variable, _)| Some(*variable))));
        variables.sort_unstable();
        variables.dedup();
        for variable in variables {
            let mut row: BTreeMap<usize, i128> = BTreeMap::new();
            for (unknown, factor) in expr.sums.get(&variable).into_iter().flatten() {
                row.insert(*unknown, *factor);
                row.insert(unknown + 1, -factor);
            }
            for (place, premise) in premises.iter().enumerate() {
                let factor = variable.map_or(premise.constant_part(), |variable| premise.coefficient(variable));
                if factor != 0 {
                    row.insert(first + place, -factor);
                }
            }
            if variable.is_none() {
                row.insert(rest, -1);
            }
            self.rows.push((row, -expr.numbers.get(&variable).copied().unwrap_or_default()));
        }
        first
    }

    /// Numbers for all unknowns, small ones, if there are such.
    pub fn solve(&self) -> Option<Numbers> {
        let row = |(row, right): &(BTreeMap<usize, i128>, i128)| {
            let mut dense = vec![0; self.count];
            row.iter().for_each(|(column, factor)| dense[*column] = *factor);
            (dense, *right)
        };
        let program = LinearProgram { rows: self.rows.iter().map(row).collect(), costs: vec![1; self.count] };
        let Solution::Found(found) = program.solve() else { return None };
        let mut scale = 1_i128;
        for number in &found {
            scale = scale.checked_mul(number.denom() / scale.gcd(number.denom()))?;
        }
        let values: Option<Vec<i128>> =
            found.iter().map(|number| number.numer().checked_mul(scale / number.denom())).collect();
        Some(Numbers { scale, values: values? })
    }
}

/// The unknowns as integers: so many times what they are.
pub struct Numbers {
    /// How often.
    pub scale: i128,
    values: Vec<i128>,
}

impl Numbers {
    /// The unknown, so many times.
    pub fn value(&self, unknown: usize) -> i128 {
        self.values[unknown]
    }

    /// The coefficient that is the difference of two columns.
    pub fn difference(&self, unknown: usize) -> i128 {
        self.values[unknown] - self.values[unknown + 1]
    }
}
