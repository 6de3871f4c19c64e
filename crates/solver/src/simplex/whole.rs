//! The simplex method on integers with a common denominator. Takes the same steps as the one with fractions.

use std::cmp::Ordering;

use crate::simplex::{LinearProgram, Rational, Solution};

/// Solves the program; nothing if a number does not fit.
pub(super) fn solve(program: &LinearProgram) -> Option<Solution> {
    let mut tableau = Tableau::of(program)?;
    let all = tableau.columns + tableau.rows.len();
    tableau.pay(|column| i64::from(column >= program.costs.len()), all)?;
    if !tableau.minimise(all)? || *tableau.reduced.last()? != 0 {
        return Some(Solution::None);
    }
    tableau.drop_artificial_columns()?;
    let costs: Vec<i64> = program.costs.iter().map(|cost| i64::try_from(*cost).ok()).collect::<Option<_>>()?;
    tableau.pay(|column| costs.get(column).copied().unwrap_or(0), tableau.columns)?;
    if !tableau.minimise(tableau.columns)? {
        return Some(Solution::Unbounded);
    }
    let mut values = vec![Rational::from_integer(0); tableau.columns];
    for (row, column) in tableau.rows.iter().zip(&tableau.basis) {
        if let Some(value) = values.get_mut(*column) {
            *value = Rational::new(i128::from(*row.last()?), i128::from(tableau.divisor));
        }
    }
    Some(Solution::Found(values))
}

/// As with fractions, but every number is so many times what it is.
struct Tableau {
    /// Each with the right side at its end, which is not negative.
    rows: Vec<Vec<i64>>,
    /// What each column would change of the cost, and at the end minus the cost itself.
    reduced: Vec<i64>,
    basis: Vec<usize>,
    /// How many columns there are that are none of ours.
    columns: usize,
    /// Positive: how many times.
    divisor: i64,
}

impl Tableau {
    fn of(program: &LinearProgram) -> Option<Tableau> {
        let columns = program.costs.len();
        let count = program.rows.len();
        let mut rows = Vec::with_capacity(count);
        for (place, (coefficients, right)) in program.rows.iter().enumerate() {
            let sign = if *right < 0 { -1 } else { 1 };
            let with_sign = |number: &i128| i64::try_from(*number).ok()?.checked_mul(sign);
            let mut row = Vec::with_capacity(columns + count + 1);
            for coefficient in coefficients {
                row.push(with_sign(coefficient)?);
            }
            row.extend((0..count).map(|other| i64::from(other == place)));
            row.push(with_sign(right)?);
            rows.push(row);
        }
        Some(Tableau { rows, reduced: Vec::new(), basis: (columns..columns + count).collect(), columns, divisor: 1 })
    }

    /// From now on each column costs so much; those from some place on nothing.
    fn pay(&mut self, cost: impl Fn(usize) -> i64, until: usize) -> Option<()> {
        let width = self.rows.first().map_or(self.columns + 1, Vec::len);
        let of = |column: usize| if column < until { cost(column) } else { 0 };
        let mut reduced: Vec<i64> = Vec::with_capacity(width);
        for column in 0..width {
            let own = if column + 1 < width { of(column) } else { 0 };
            let mut sum = i128::from(own) * i128::from(self.divisor);
            for (row, basic) in self.rows.iter().zip(&self.basis) {
                sum = sum.checked_sub(i128::from(of(*basic)) * i128::from(row[column]))?;
            }
            reduced.push(i64::try_from(sum).ok()?);
        }
        self.reduced = reduced;
        Some(())
    }

    fn drop_artificial_columns(&mut self) -> Option<()> {
        let mut place = 0;
        while place < self.rows.len() {
            if self.basis[place] >= self.columns {
                match (0..self.columns).find(|column| self.rows[place][*column] != 0) {
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

    /// Goes to the least cost with the first columns; says whether there is one.
    fn minimise(&mut self, usable: usize) -> Option<bool> {
        while let Some(column) = (0..usable).find(|column| self.reduced[*column] < 0) {
            let mut leaving: Option<usize> = None;
            for place in 0..self.rows.len() {
                if self.rows[place][column] > 0 && leaving.is_none_or(|other| self.leaves_before(place, other, column))
                {
                    leaving = Some(place);
                }
            }
            let Some(place) = leaving else { return Some(false) };
            self.pivot(place, column)?;
        }
        Some(true)
    }

    /// Whether the first row allows less of the column than the second; if it is the same, whose basic column comes first.
    fn leaves_before(&self, first: usize, second: usize, column: usize) -> bool {
        let part = |right: usize, entry: usize| {
            let (row, other) = (&self.rows[right], &self.rows[entry]);
            i128::from(row[row.len() - 1]) * i128::from(other[column])
        };
        match part(first, second).cmp(&part(second, first)) {
            Ordering::Less => true,
            Ordering::Equal => self.basis[first] < self.basis[second],
            Ordering::Greater => false,
        }
    }

    /// Makes the column basic in the row.
    fn pivot(&mut self, place: usize, column: usize) -> Option<()> {
        let mut pivot = std::mem::take(&mut self.rows[place]);
        if pivot[column] < 0 {
            // The right side is zero then.
            for number in &mut pivot {
                *number = number.checked_neg()?;
            }
        }
        let (times, divisor) = (pivot[column], self.divisor);
        for row in self.rows.iter_mut().chain([&mut self.reduced]) {
            let Some(&factor) = row.get(column) else { continue };
            if factor == 0 && times == divisor {
                continue;
            }
            for (number, change) in row.iter_mut().zip(&pivot) {
                if *number == 0 && (*change == 0 || factor == 0) {
                    continue;
                }
                let exact = i128::from(*number) * i128::from(times) - i128::from(factor) * i128::from(*change);
                *number = divided(exact, divisor)?;
            }
        }
        self.rows[place] = pivot;
        self.basis[place] = column;
        self.divisor = times;
        Some(())
    }
}

/// The quotient, which leaves no rest; nothing if it does not fit.
fn divided(number: i128, divisor: i64) -> Option<i64> {
    match i64::try_from(number) {
        Ok(small) => small.checked_div(divisor),
        Err(_) => i64::try_from(number / i128::from(divisor)).ok(),
    }
}
