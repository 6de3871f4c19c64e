//! Linear programs over rational numbers, solved exactly.
//!
//! Proofs of linear facts are sums of other facts, and whoever writes one down needs the multipliers as they are, not nearly. All
//! libraries at hand compute with floating-point numbers, so this is the textbook's simplex method in two phases on a full tableau, with
//! Bland's rule, under which it always ends. The programs here have tens of rows and columns; nothing cleverer is needed.
//!
//! What takes time is arithmetic. All numbers of a tableau have a common denominator (the last pivot; Edmonds, Bareiss), so that it can be
//! kept in integers, of 64 bits, whose divisions are exact and mostly by one (`whole`). Where these are too small, the same steps are
//! taken once more with rational numbers.

mod whole;

use num_rational::Ratio;
use num_traits::{CheckedDiv, CheckedMul, CheckedSub, One, Signed, Zero};

/// A number of a linear program.
pub type Rational = Ratio<i128>;

/// `A x = b` with `x >= 0`, and what is to be as small as possible.
#[derive(Clone, Debug, Default)]
pub struct LinearProgram {
    /// The rows of `A`, with as many numbers as there are columns, and `b`.
    pub rows: Vec<(Vec<i128>, i128)>,
    /// By column, what one of it costs.
    pub costs: Vec<i128>,
}

/// What comes of a linear program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Solution {
    /// Values of the columns that satisfy it, at the least cost.
    Found(Vec<Rational>),
    /// There are none.
    None,
    /// The cost has no lower bound.
    Unbounded,
    /// Numbers became too large.
    TooLarge,
}

impl LinearProgram {
    /// Solves it.
    pub fn solve(&self) -> Solution {
        whole::solve(self).unwrap_or_else(|| self.solve_with_fractions())
    }

    fn solve_with_fractions(&self) -> Solution {
        let costs: Vec<Rational> = self.costs.iter().copied().map(Rational::from_integer).collect();
        Tableau::of(self).and_then(|mut tableau| tableau.solve(&costs)).unwrap_or(Solution::TooLarge)
    }
}

/// Rows solved for the basic columns: in every row one column has a one, and zeros elsewhere.
struct Tableau {
    /// Each with the right side at its end, which is not negative.
    rows: Vec<Vec<Rational>>,
    basis: Vec<usize>,
    /// How many columns there are that are none of ours.
    columns: usize,
}

impl Tableau {
    /// With one artificial column for each row, which is basic.
    fn of(program: &LinearProgram) -> Option<Tableau> {
        let columns = program.costs.len();
        let count = program.rows.len();
        let mut rows = Vec::with_capacity(count);
        for (place, (coefficients, right)) in program.rows.iter().enumerate() {
            let sign = if right.is_negative() { -1 } else { 1 };
            let with_sign = |number: &i128| i128::checked_mul(*number, sign).map(Rational::from_integer);
            let mut row: Vec<Rational> = coefficients.iter().map(with_sign).collect::<Option<_>>()?;
            row.extend((0..count).map(|other| if other == place { Rational::one() } else { Rational::zero() }));
            row.push(with_sign(right)?);
            rows.push(row);
        }
        Some(Tableau { rows, basis: (columns..columns + count).collect(), columns })
    }

    fn solve(&mut self, costs: &[Rational]) -> Option<Solution> {
        let all = self.columns + self.rows.len();
        let artificial: Vec<Rational> =
            (0..all).map(|column| if column < self.columns { Rational::zero() } else { Rational::one() }).collect();
        let rest = self.minimise(&artificial, all)?;
        if rest.is_none_or(|cost| !cost.is_zero()) {
            return Some(Solution::None);
        }
        self.drop_artificial_columns()?;
        let mut costs = costs.to_vec();
        costs.resize(all, Rational::zero());
        if self.minimise(&costs, self.columns)?.is_none() {
            return Some(Solution::Unbounded);
        }
        let mut values = vec![Rational::zero(); self.columns];
        for (row, column) in self.rows.iter().zip(&self.basis) {
            if let Some(value) = values.get_mut(*column) {
                *value = *row.last()?;
            }
        }
        Some(Solution::Found(values))
    }

    /// Artificial columns that are still basic, with value zero, are exchanged for others; a row without others says nothing.
    fn drop_artificial_columns(&mut self) -> Option<()> {
        let mut place = 0;
        while place < self.rows.len() {
            if self.basis[place] >= self.columns {
                match (0..self.columns).find(|column| !self.rows[place][*column].is_zero()) {
                    Some(column) => self.pivot(place, column)?,
                    None => {
                        self.rows.remove(place);
                        self.basis.remove(place);
                        continue;
                    }
                }
            }
            place += 1;
        }
        Some(())
    }

    /// The least cost with the first columns, if there is one. The outer nothing: numbers became too large.
    fn minimise(&mut self, costs: &[Rational], usable: usize) -> Option<Option<Rational>> {
        // What each column would change of the cost, and at the end minus the cost itself.
        let mut reduced: Vec<Rational> = costs.to_vec();
        reduced.push(Rational::zero());
        for (row, column) in self.rows.iter().zip(&self.basis) {
            let factor = costs[*column];
            subtract(&mut reduced, factor, row)?;
        }
        loop {
            let Some(column) = (0..usable).find(|column| reduced[*column].is_negative()) else {
                return Some(reduced.last().map(|cost| -cost));
            };
            let mut leaving: Option<(Rational, usize)> = None;
            for (place, row) in self.rows.iter().enumerate() {
                if row[column].is_positive() {
                    let ratio = row.last()?.checked_div(&row[column])?;
                    let is_better = leaving.is_none_or(|(least, other)| {
                        ratio < least || (ratio == least && self.basis[place] < self.basis[other])
                    });
                    if is_better {
                        leaving = Some((ratio, place));
                    }
                }
            }
            let Some((_, place)) = leaving else { return Some(None) };
            self.pivot(place, column)?;
            let factor = reduced[column];
            subtract(&mut reduced, factor, &self.rows[place])?;
        }
    }

    /// Makes the column basic in the row.
    fn pivot(&mut self, place: usize, column: usize) -> Option<()> {
        let divisor = self.rows[place][column];
        for number in &mut self.rows[place] {
            *number = number.checked_div(&divisor)?;
        }
        let pivot = std::mem::take(&mut self.rows[place]);
        for row in &mut self.rows {
            if let Some(&factor) = row.get(column) {
                subtract(row, factor, &pivot)?;
            }
        }
        self.rows[place] = pivot;
        self.basis[place] = column;
        Some(())
    }
}

/// `row - factor * other`
fn subtract(row: &mut [Rational], factor: Rational, other: &[Rational]) -> Option<()> {
    if factor.is_zero() {
        return Some(());
    }
    for (number, change) in row.iter_mut().zip(other) {
        if !change.is_zero() {
            *number = number.checked_sub(&factor.checked_mul(change)?)?;
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(numbers: &[i128]) -> Vec<Rational> {
        numbers.iter().map(|number| Rational::from_integer(*number)).collect()
    }

    fn program(rows: &[(&[i128], i128)], costs: &[i128]) -> LinearProgram {
        LinearProgram { rows: rows.iter().map(|(row, right)| (row.to_vec(), *right)).collect(), costs: costs.to_vec() }
    }

    #[test]
    fn the_least_cost_is_found() {
        // x + y = 4, x - y = 2 has one solution; x + y = 4 alone has many, of which x = 0 is the cheapest.
        assert_eq!(program(&[(&[1, 1], 4), (&[1, -1], 2)], &[1, 1]).solve(), Solution::Found(numbers(&[3, 1])));
        assert_eq!(program(&[(&[1, 1], 4)], &[2, 1]).solve(), Solution::Found(numbers(&[0, 4])));
        assert_eq!(
            program(&[(&[2, 3], 1)], &[5, 1]).solve(),
            Solution::Found(vec![Rational::zero(), Rational::new(1, 3)])
        );
    }

    #[test]
    fn what_cannot_be_is_told() {
        assert_eq!(program(&[(&[1, 1], -1)], &[0, 0]).solve(), Solution::None);
        assert_eq!(program(&[(&[1, -1], 0)], &[-1, 0]).solve(), Solution::Unbounded);
        // The second row says nothing new.
        assert_eq!(program(&[(&[1, 1], 1), (&[2, 2], 2)], &[1, 0]).solve(), Solution::Found(numbers(&[0, 1])));
    }

    #[test]
    fn integers_and_fractions_say_the_same() {
        let mut seed = 1_u64;
        let mut next = |most: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % most
        };
        let mut found = 0;
        for _ in 0..2000 {
            let (rows, columns) = (1 + next(5), 1 + next(7));
            let mut number = |_| i128::from(next(9)) - 4;
            let row = |number: &mut dyn FnMut(u64) -> i128| ((0..columns).map(&mut *number).collect(), number(0));
            let rows = (0..rows).map(|_| row(&mut number)).collect();
            let program = LinearProgram { rows, costs: (0..columns).map(&mut number).collect() };
            let solution = whole::solve(&program).unwrap();
            assert_eq!(solution, program.solve_with_fractions(), "{program:?}");
            found += usize::from(matches!(solution, Solution::Found(_)));
        }
        assert!(found > 200, "{found}");
    }

    #[test]
    fn numbers_that_do_not_fit_are_left_to_fractions() {
        let large = i128::from(i64::MAX) * 4;
        let program = program(&[(&[large, 1], large)], &[1, 2]);
        assert_eq!(whole::solve(&program), None);
        assert_eq!(program.solve(), Solution::Found(numbers(&[1, 0])));
    }
}
