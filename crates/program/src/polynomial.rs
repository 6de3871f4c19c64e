//! Polynomials over parameters that are natural numbers: `7 + 2*p0 + p0*p1`.
//!
//! They say how large a number is after a cycle was taken any number of times. Since no parameter is negative, a polynomial without
//! negative coefficients is nowhere negative; that is all that it takes to compare two of them for all parameters at once.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

/// With more summands than this a polynomial is too large to go on with.
const MOST_SUMMANDS: usize = 256;

/// With more factors than this a product is too large to go on with.
const MOST_FACTORS: usize = 64;

/// A polynomial over the parameters `p0`, `p1`, …
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Polynomial {
    /// By the parameters that are multiplied, in ascending order, the coefficient, which is not zero.
    summands: BTreeMap<Vec<u32>, BigInt>,
}

impl Polynomial {
    /// The number.
    pub fn constant(number: BigInt) -> Polynomial {
        Polynomial::summand(Vec::new(), number)
    }

    /// The parameter.
    pub fn parameter(parameter: u32) -> Polynomial {
        Polynomial::summand(vec![parameter], BigInt::one())
    }

    /// The product of a number and parameters.
    pub fn summand(mut parameters: Vec<u32>, coefficient: BigInt) -> Polynomial {
        parameters.sort_unstable();
        let mut made = Polynomial::default();
        made.add_summand(parameters, &coefficient);
        made
    }

    fn add_summand(&mut self, parameters: Vec<u32>, coefficient: &BigInt) {
        let sum = self.summands.remove(&parameters).unwrap_or_default() + coefficient;
        if !sum.is_zero() {
            self.summands.insert(parameters, sum);
        }
    }

    /// The number that this is for all parameters, if it is.
    pub fn as_constant(&self) -> Option<BigInt> {
        let is_constant = self.summands.keys().all(Vec::is_empty);
        is_constant.then(|| self.at_zero())
    }

    /// The value if all parameters are zero.
    fn at_zero(&self) -> BigInt {
        self.summands.get(&Vec::new()).cloned().unwrap_or_default()
    }

    /// The coefficients of all summands with parameters.
    fn slopes(&self) -> impl Iterator<Item = &BigInt> {
        self.summands.iter().filter(|(parameters, _)| !parameters.is_empty()).map(|(_, coefficient)| coefficient)
    }

    /// The summands: which parameters are multiplied, and by what.
    pub fn summands(&self) -> impl Iterator<Item = (&[u32], &BigInt)> {
        self.summands.iter().map(|(parameters, coefficient)| (&parameters[..], coefficient))
    }

    /// One more than the largest number of a parameter.
    pub fn parameters(&self) -> usize {
        self.summands.keys().flatten().max().map_or(0, |most| *most as usize + 1)
    }

    /// Whether it is nowhere negative since nothing in it is.
    pub fn has_no_minus(&self) -> bool {
        self.summands.values().all(|coefficient| !coefficient.is_negative())
    }

    /// The sum of this and so many times the other one.
    pub fn plus(&self, times: &BigInt, other: &Polynomial) -> Polynomial {
        let mut sum = self.clone();
        for (parameters, coefficient) in &other.summands {
            sum.add_summand(parameters.clone(), &(coefficient * times));
        }
        sum
    }

    /// The product; nothing if it is too large.
    pub fn times(&self, other: &Polynomial) -> Option<Polynomial> {
        let mut product = Polynomial::default();
        for (left, first) in &self.summands {
            for (right, second) in &other.summands {
                let mut parameters = [&left[..], &right[..]].concat();
                parameters.sort_unstable();
                product.add_summand(parameters, &(first * second));
            }
        }
        let is_small = product.summands.len() <= MOST_SUMMANDS;
        let is_low = product.summands.keys().all(|parameters| parameters.len() <= MOST_FACTORS);
        (is_small && is_low).then_some(product)
    }

    /// With polynomials for the parameters; nothing if it is too large, or if there is none for a parameter.
    pub fn with(&self, replacements: &[Polynomial]) -> Option<Polynomial> {
        let mut made = Polynomial::default();
        for (parameters, coefficient) in &self.summands {
            let mut product = Polynomial::constant(coefficient.clone());
            for parameter in parameters {
                product = product.times(replacements.get(*parameter as usize)?)?;
            }
            made = made.plus(&BigInt::one(), &product);
        }
        Some(made)
    }

    /// The value for these parameters; nothing if there is one too few.
    pub fn at(&self, parameters: &[BigInt]) -> Option<BigInt> {
        let mut value = BigInt::zero();
        for (factors, coefficient) in &self.summands {
            let mut product = coefficient.clone();
            for factor in factors {
                product *= parameters.get(*factor as usize)?;
            }
            value += product;
        }
        Some(value)
    }

    /// How it compares with the other one, if that is the same for all parameters.
    pub fn compared(&self, other: &Polynomial) -> Option<Ordering> {
        let difference = self.plus(&-BigInt::one(), other);
        let at_zero = difference.at_zero();
        if difference.summands.is_empty() {
            Some(Ordering::Equal)
        } else if at_zero.is_positive() && difference.slopes().all(Signed::is_positive) {
            Some(Ordering::Greater)
        } else if at_zero.is_negative() && difference.slopes().all(Signed::is_negative) {
            Some(Ordering::Less)
        } else {
            None
        }
    }

    /// Whether it is at most the other one for all parameters, or for none; nothing if that differs.
    pub fn is_at_most(&self, other: &Polynomial) -> Option<bool> {
        let is_never_above = other.plus(&-BigInt::one(), self).has_no_minus();
        match self.compared(other) {
            _ if is_never_above => Some(true),
            Some(Ordering::Greater) => Some(false),
            _ => None,
        }
    }

    /// Whether it equals the other one for all parameters, or for none; nothing if that differs, or is not known.
    pub fn equals(&self, other: &Polynomial) -> Option<bool> {
        let difference = self.plus(&-BigInt::one(), other);
        // What all summands but the number are multiples of cannot make up for a number that is none.
        let divisor = difference.slopes().fold(BigInt::zero(), |divisor, slope| divisor.gcd(slope));
        let is_never_zero = !divisor.is_zero() && !difference.at_zero().is_multiple_of(&divisor);
        match self.compared(other) {
            _ if is_never_zero => Some(false),
            compared => compared.map(|order| order == Ordering::Equal),
        }
    }

    /// The quotient by a number that is not zero, and the remainder, which is the same for all parameters; nothing if it is not.
    /// Euclidean: the remainder is not negative.
    pub fn divided(&self, divisor: &BigInt) -> Option<(Polynomial, BigInt)> {
        if self.slopes().any(|slope| !slope.is_multiple_of(divisor)) {
            return None;
        }
        let (whole, remainder) = crate::arithmetic::integers::euclidean(&self.at_zero(), divisor)?;
        let mut quotient = Polynomial::constant(whole);
        for (parameters, coefficient) in self.summands.iter().filter(|(parameters, _)| !parameters.is_empty()) {
            quotient.add_summand(parameters.clone(), &(coefficient / divisor));
        }
        Some((quotient, remainder))
    }
}

/// `7+2*p0-1*p0*p1`.
impl fmt::Display for Polynomial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.summands.is_empty() {
            return f.write_str("0");
        }
        for (position, (parameters, coefficient)) in self.summands.iter().enumerate() {
            if position > 0 && !coefficient.is_negative() {
                f.write_str("+")?;
            }
            write!(f, "{coefficient}")?;
            parameters.iter().try_for_each(|parameter| write!(f, "*p{parameter}"))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(constant: i64, slope: i64) -> Polynomial {
        Polynomial::constant(constant.into()).plus(&slope.into(), &Polynomial::parameter(0))
    }

    #[test]
    fn sums_and_products() {
        let square = of(1, 1).times(&of(1, 1)).unwrap();
        assert_eq!(square.to_string(), "1+2*p0+1*p0*p0");
        assert_eq!(square.at(&[5.into()]), Some(36.into()));
        assert_eq!(square.with(&[of(2, 3)]).unwrap().at(&[2.into()]), Some(81.into()));
        assert_eq!(of(3, 2).plus(&-BigInt::one(), &of(1, 2)).as_constant(), Some(2.into()));
        assert_eq!(square.at(&[]), None);
    }

    #[test]
    fn comparisons_hold_for_all_parameters_or_are_left_open() {
        assert_eq!(of(1, 2).compared(&of(0, 1)), Some(Ordering::Greater));
        assert_eq!(of(0, 1).compared(&of(1, 1)), Some(Ordering::Less));
        assert_eq!(of(0, 2).compared(&of(0, 1)), None);
        assert_eq!(of(0, 1).is_at_most(&of(0, 2)), Some(true));
        assert_eq!(of(5, 0).is_at_most(&of(0, 1)), None);
        assert_eq!(of(1, 1).is_at_most(&of(0, 1)), Some(false));
        assert_eq!(of(0, 1).equals(&of(0, 2)), None);
        assert_eq!(of(0, 2).equals(&of(5, 0)), Some(false), "an even number is not five");
    }

    #[test]
    fn whatever_is_decided_is_so_for_each_parameter() {
        let small = || (-3..=3).flat_map(|constant| (-3..=3).map(move |slope| of(constant, slope)));
        for (left, right) in small().flat_map(|left| small().map(move |right| (left.clone(), right))) {
            let (order, at_most, equals) = (left.compared(&right), left.is_at_most(&right), left.equals(&right));
            for parameter in 0..20 {
                let value = |polynomial: &Polynomial| polynomial.at(&[parameter.into()]).unwrap();
                let found = value(&left).cmp(&value(&right));
                assert!(order.is_none_or(|order| order == found), "{left} and {right} at {parameter}");
                assert!(at_most.is_none_or(|at_most| at_most == found.is_le()), "{left} <= {right} at {parameter}");
                assert!(equals.is_none_or(|equals| equals == found.is_eq()), "{left} == {right} at {parameter}");
            }
        }
    }

    #[test]
    fn division_is_euclidean() {
        assert_eq!(of(7, 4).divided(&2.into()), Some((of(3, 2), 1.into())));
        assert_eq!(of(-7, 4).divided(&2.into()), Some((of(-4, 2), 1.into())));
        assert_eq!(of(-7, 4).divided(&(-2).into()), Some((of(4, -2), 1.into())));
        assert_eq!(of(7, 3).divided(&2.into()), None);
        assert_eq!(of(7, 3).divided(&0.into()), None);
    }
}
