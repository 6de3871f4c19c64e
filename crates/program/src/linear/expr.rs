//! Linear expressions over integers, and facts: expressions that are not negative.

use std::fmt;

/// A number of which linear expressions speak.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Var {
    /// A variable of the system, by its place in [`super::system::System::variables`].
    State(u32),
    /// What a ranking function was worth when its cycle was begun, by the number of the function.
    Old(u32),
    /// A number that exists during one step only.
    Chosen(u32),
}

/// `constant + coefficient * variable + …`
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Linear {
    /// In ascending order of the variables; no coefficient is zero.
    terms: Vec<(Var, i128)>,
    constant: i128,
}

impl Linear {
    /// The number.
    pub fn constant(constant: i128) -> Linear {
        Linear { terms: Vec::new(), constant }
    }

    /// The variable.
    pub fn variable(variable: Var) -> Linear {
        Linear { terms: vec![(variable, 1)], constant: 0 }
    }

    /// The sum of these multiples of variables and the number; nothing if a number is too large.
    pub fn of(terms: impl IntoIterator<Item = (Var, i128)>, constant: i128) -> Option<Linear> {
        let mut made = Linear::constant(constant);
        for (variable, coefficient) in terms {
            made = made.plus(coefficient, &Linear::variable(variable))?;
        }
        Some(made)
    }

    /// The variables with their coefficients, in ascending order; none is zero.
    pub fn terms(&self) -> &[(Var, i128)] {
        &self.terms
    }

    /// What does not depend on variables.
    pub fn constant_part(&self) -> i128 {
        self.constant
    }

    /// The coefficient of the variable.
    pub fn coefficient(&self, variable: Var) -> i128 {
        self.terms.binary_search_by_key(&variable, |(other, _)| *other).map_or(0, |place| self.terms[place].1)
    }

    /// The number that it is, if it is one.
    pub fn as_constant(&self) -> Option<i128> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// Whether the variable occurs.
    pub fn mentions(&self, variable: Var) -> bool {
        self.coefficient(variable) != 0
    }

    /// `self + factor * other`; nothing if a number is too large.
    pub fn plus(&self, factor: i128, other: &Linear) -> Option<Linear> {
        let constant = self.constant.checked_add(factor.checked_mul(other.constant)?)?;
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        let (mut left, mut right) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        loop {
            let (variable, coefficient) = match (left.peek(), right.peek()) {
                (Some(&&(first, a)), Some(&&(second, b))) if first == second => {
                    left.next();
                    right.next();
                    (first, a.checked_add(factor.checked_mul(b)?)?)
                }
                (Some(&&(first, a)), other) if other.is_none_or(|(second, _)| first < *second) => {
                    left.next();
                    (first, a)
                }
                (_, Some(&&(second, b))) => {
                    right.next();
                    (second, factor.checked_mul(b)?)
                }
                // Without a second one the case above holds; without either there is nothing left.
                (_, None) => break,
            };
            if coefficient != 0 {
                terms.push((variable, coefficient));
            }
        }
        Some(Linear { terms, constant })
    }

    /// `factor * self`; nothing if a number is too large.
    pub fn times(&self, factor: i128) -> Option<Linear> {
        Linear::default().plus(factor, self)
    }

    /// The same with expressions in place of variables, where there are any; nothing if a number is too large.
    pub fn substituted<'a>(&self, mut replacement: impl FnMut(Var) -> Option<&'a Linear>) -> Option<Linear> {
        let mut made = Linear::constant(self.constant);
        for (variable, coefficient) in &self.terms {
            made = match replacement(*variable) {
                Some(expr) => made.plus(*coefficient, expr)?,
                None => made.plus(*coefficient, &Linear::variable(*variable))?,
            };
        }
        Some(made)
    }

    /// `-1 - self`: not negative exactly if `self` is, since these are integers.
    pub fn negated_fact(&self) -> Option<Linear> {
        Linear::constant(-1).plus(-1, self)
    }

    /// As a fact, the strongest one over integers with the same meaning: coefficients without common divisor.
    #[must_use]
    pub fn tightened(self) -> Linear {
        let divisor =
            self.terms.iter().fold(0_u128, |divisor, (_, coefficient)| gcd(divisor, coefficient.unsigned_abs()));
        let Ok(divisor @ 2..) = i128::try_from(divisor) else { return self };
        let terms = self.terms.iter().map(|(variable, coefficient)| (*variable, coefficient / divisor)).collect();
        Linear { terms, constant: self.constant.div_euclid(divisor) }
    }
}

fn gcd(first: u128, second: u128) -> u128 {
    if second == 0 { first } else { gcd(second, first % second) }
}

/// `3 + 2*v0 - o1`
impl fmt::Display for Linear {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.constant)?;
        for (variable, coefficient) in &self.terms {
            let sign = if *coefficient < 0 { '-' } else { '+' };
            write!(f, " {sign} ")?;
            if coefficient.unsigned_abs() != 1 {
                write!(f, "{}*", coefficient.unsigned_abs())?;
            }
            write!(f, "{variable}")?;
        }
        Ok(())
    }
}

/// `v0`, `o1`, `c2`
impl fmt::Display for Var {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Var::State(number) => write!(f, "v{number}"),
            Var::Old(number) => write!(f, "o{number}"),
            Var::Chosen(number) => write!(f, "c{number}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn x() -> Linear {
        Linear::variable(Var::State(0))
    }

    fn y() -> Linear {
        Linear::variable(Var::State(1))
    }

    #[test]
    fn sums_have_no_zeros_and_are_ordered() {
        let sum = y().plus(2, &x()).unwrap();
        assert_eq!(sum.to_string(), "0 + 2*v0 + v1");
        assert_eq!(sum.plus(-1, &y()).unwrap(), x().times(2).unwrap());
        assert_eq!(sum.plus(-1, &sum).unwrap().as_constant(), Some(0));
    }

    #[test]
    fn facts_are_tightened_and_negated_over_integers() {
        let fact = x().times(2).unwrap().plus(-3, &Linear::constant(1)).unwrap();
        // 2x - 3 >= 0 is x - 2 >= 0, and not (x - 2 >= 0) is 1 - x >= 0.
        assert_eq!(fact.tightened().to_string(), "-2 + v0");
        assert_eq!(x().plus(-2, &Linear::constant(1)).unwrap().negated_fact().unwrap().to_string(), "1 - v0");
    }

    #[test]
    fn what_does_not_fit_is_told() {
        assert_eq!(x().times(i128::MAX).unwrap().times(2), None);
    }

    #[test]
    fn substitution_replaces_all_at_once() {
        let swapped = x().plus(2, &y()).unwrap();
        let (new_x, new_y) = (y(), x());
        let replaced = swapped.substituted(|variable| match variable {
            Var::State(0) => Some(&new_x),
            Var::State(1) => Some(&new_y),
            _ => None,
        });
        assert_eq!(replaced.unwrap().to_string(), "0 + 2*v0 + v1");
    }
}
