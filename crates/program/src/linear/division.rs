//! What divisions say about numbers: the result, if the divisor is known; otherwise between which numbers it is.
//!
//! By a known divisor, `x = divisor * q + r` with `0 <= r < |divisor|` has exactly one solution, so that nothing is left open.
//! By another one, that the quotient is at most half as large and that the remainder is less than the divisor is all that is linear; it is
//! what loops that halve a number, and Euclid's algorithm, end by.

use crate::linear::cases::{NotLinear, Path, Valued, Walk};
use crate::linear::expr::{Linear, Var};

/// What of a division is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    Quotient,
    Remainder,
}

/// How to round, and what numbers there may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Rounding {
    /// No number is negative.
    Natural,
    /// The remainder has the sign of the dividend.
    TowardsZero,
    /// The remainder is never negative.
    Euclidean,
}

impl Walk<'_> {
    /// The ways on which a number is divided by one that is not zero on any of them, if something is known of the result. On the others it
    /// may be anything; those by zero are left out.
    pub(super) fn divided(
        &self,
        path: Path,
        [dividend, divisor]: [&Linear; 2],
        rounding: Rounding,
        part: Part,
    ) -> Result<Vec<(Path, Option<Linear>)>, NotLinear> {
        let known = divisor.as_constant();
        if let (Some(divisor), Rounding::Euclidean) = (known, rounding) {
            return Ok(all_known(self.by_known(path, dividend, divisor, part)?));
        }
        let mut ways = Vec::new();
        for (path, size, sign) in self.sizes(path, dividend, rounding)? {
            let of_size = match (known, part) {
                (Some(divisor), _) => {
                    let divisor = self.too_large(divisor.checked_abs())?;
                    all_known(self.by_known(path, &size, divisor, part)?)
                }
                (None, Part::Quotient) => self.quotients(path, [&size, divisor], (rounding, sign))?,
                (None, Part::Remainder) => self.remainders(path, [&size, divisor], (rounding, sign))?,
            };
            // By a known divisor, sizes are divided.
            let is_turned = known.is_some_and(|divisor| divisor < 0) && part == Part::Quotient;
            let sign = if rounding == Rounding::Euclidean && part == Part::Remainder { 1 } else { sign };
            for (path, value) in of_size {
                let value = value.map(|value| self.too_large(value.times(if is_turned { -sign } else { sign })));
                ways.push((path, value.transpose()?));
            }
        }
        Ok(ways)
    }

    /// The quotient or the remainder by a divisor that is known: `x = divisor * q + r` with `0 <= r < |divisor|`.
    fn by_known(&self, mut path: Path, dividend: &Linear, divisor: i128, part: Part) -> Result<Valued, NotLinear> {
        if divisor == 0 {
            return Ok(Vec::new());
        }
        let quotient = path.choose();
        let turned = self.too_large(divisor.checked_neg())?;
        let remainder = self.too_large(dividend.plus(turned, &quotient))?;
        let below =
            self.too_large(Linear::constant(self.too_large(divisor.checked_abs())? - 1).plus(-1, &remainder))?;
        let path = path.defining(only_variable(&quotient), [remainder.clone(), below]);
        let value = if part == Part::Quotient { quotient } else { remainder };
        Ok(path.map(|path| (path, value)).into_iter().collect())
    }

    /// The ways on which the number has one sign or the other, with its size.
    fn sizes(&self, path: Path, number: &Linear, rounding: Rounding) -> Result<Vec<(Path, Linear, i128)>, NotLinear> {
        if rounding == Rounding::Natural {
            return Ok(vec![(path, number.clone(), 1)]);
        }
        let turned = self.too_large(number.times(-1))?;
        let is_negative = self.too_large(number.negated_fact())?;
        let (above, below) = (path.clone().with(number.clone()), path.with(is_negative));
        let above = above.map(|path| (path, number.clone(), 1));
        Ok(above.into_iter().chain(below.map(|path| (path, turned, -1))).collect())
    }

    /// The quotient of a number of this size and sign by what is not known.
    fn quotients(
        &self,
        path: Path,
        [size, divisor]: [&Linear; 2],
        (rounding, sign): (Rounding, i128),
    ) -> Result<Vec<(Path, Option<Linear>)>, NotLinear> {
        let mut ways = self.halved(path.clone(), size, divisor, rounding == Rounding::Euclidean && sign < 0)?;
        if rounding != Rounding::Natural {
            let is_negative = self.too_large(divisor.negated_fact())?;
            ways.extend(path.with(is_negative).map(|path| (path, None)));
        }
        Ok(ways)
    }

    /// The ways on which a number is divided by two as often as the other one says, which is not known. It is rounded down.
    pub(super) fn shifted_down(
        &self,
        path: Path,
        number: &Linear,
        times: &Linear,
        rounding: Rounding,
    ) -> Result<Vec<(Path, Option<Linear>)>, NotLinear> {
        let by = self.too_large(times.plus(1, &Linear::constant(1)))?;
        let mut ways = Vec::new();
        for (path, size, sign) in self.sizes(path, number, rounding)? {
            for (path, value) in self.halved(path, &size, &by, sign < 0)? {
                let value = value.map(|value| self.too_large(value.times(sign)));
                ways.push((path, value.transpose()?));
            }
        }
        Ok(ways)
    }

    /// The size itself where the other number is 1, and at most half of it where that is larger. Rounded down, what is left of a negative
    /// number may be one further away from zero.
    fn halved(
        &self,
        path: Path,
        size: &Linear,
        by: &Linear,
        may_be_one_more: bool,
    ) -> Result<Vec<(Path, Option<Linear>)>, NotLinear> {
        let is_less_than_two = self.too_large(Linear::constant(1).plus(-1, by))?;
        let is_one = self.too_large(by.plus(-1, &Linear::constant(1)))?;
        let is_more = self.too_large(by.plus(-1, &Linear::constant(2)))?;
        let mut ways = Vec::new();
        let once = path.clone().with(is_less_than_two).and_then(|path| path.with(is_one));
        ways.extend(once.map(|path| (path, Some(size.clone()))));
        if let Some(path) = path.with(is_more) {
            let slack = Linear::constant(i128::from(may_be_one_more));
            let at_most_half = |value: &Linear| Some(vec![value.clone(), size.plus(-2, value)?.plus(1, &slack)?]);
            let (path, value) = self.too_large(path.choose_with(at_most_half))?;
            ways.extend(path.map(|path| (path, Some(value))));
        }
        Ok(ways)
    }

    /// The remainder of a number of this size and sign by what is not known.
    fn remainders(
        &self,
        path: Path,
        [size, divisor]: [&Linear; 2],
        (rounding, sign): (Rounding, i128),
    ) -> Result<Vec<(Path, Option<Linear>)>, NotLinear> {
        let mut ways = Vec::new();
        for turned in [1, -1] {
            if turned < 0 && rounding == Rounding::Natural {
                continue;
            }
            let most = self.too_large(divisor.times(turned).and_then(|it| it.plus(-1, &Linear::constant(1))))?;
            let Some(path) = path.clone().with(most.clone()) else { continue };
            let within = |value: &Linear| {
                let mut facts = vec![value.clone(), most.plus(-1, value)?];
                // What is left of a number is no larger than the number.
                if rounding != Rounding::Euclidean || sign > 0 {
                    facts.push(size.plus(-1, value)?);
                }
                Some(facts)
            };
            let (path, value) = self.too_large(path.choose_with(within))?;
            ways.extend(path.map(|path| (path, Some(value))));
        }
        Ok(ways)
    }
}

fn all_known(ways: Valued) -> Vec<(Path, Option<Linear>)> {
    ways.into_iter().map(|(path, value)| (path, Some(value))).collect()
}

/// The variable that the expression is.
fn only_variable(expr: &Linear) -> Var {
    expr.terms().first().expect("a number that was chosen is a variable").0
}
