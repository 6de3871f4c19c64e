//! Machine integers as integers: a number, and two to the width that may be added to it or taken from it any number of times.
//!
//! A variable holds the number between zero and two to its width, or the one with a sign, as suits what is asked of it
//! ([`super::signs`]). In between, numbers are not reduced: `x + 1` is one more than `x`, and where it is compared or assigned, there
//! is a way on which it fits and one on which two to the width is taken away. So nothing is assumed about overflow: what wraps around
//! wraps around, and where the program says that it is an error, there is a way that fails.
//!
//! What is not linear may be any number of its width ([`super::cases`]).

use num_traits::ToPrimitive;

use crate::expr::{BinaryOp, BitsComparison, BitsOp, Expr, OverflowOp, UnaryOp};
use crate::linear::cases::{NotLinear, Path, Valued, Walk, is_harmless};
use crate::linear::division::{Part, Rounding};
use crate::linear::expr::{Linear, Var};
use crate::linear::system::Range;
use crate::types::Type;
use crate::value::Value;

/// Wider machine integers than this are not followed: sums of a few of them must fit into 128 bits.
const WIDEST: u32 = 64;

/// If two to the width may have to be added or taken away more often than this, how often is left open.
const MOST_TURNS: i128 = 4;

/// A machine integer on one way.
#[derive(Clone)]
struct Word {
    width: u32,
    /// Nothing if it may be any number of this width.
    number: Option<Number>,
}

/// A number that is the machine integer, but for multiples of two to the width.
#[derive(Clone)]
struct Number {
    value: Linear,
    /// It is no less than the first and no more than the second, if that is known.
    bounds: Option<(i128, i128)>,
}

impl Word {
    fn constant(width: u32, number: i128) -> Word {
        let bounds = Some((number, number));
        Word { width, number: Some(Number { value: Linear::constant(number), bounds }) }
    }

    /// The number of a machine integer that is the same on every way.
    fn as_constant(&self) -> Option<i128> {
        self.number.as_ref()?.value.as_constant()
    }
}

type Words = Vec<(Path, Word)>;

impl Walk<'_> {
    /// The machine integer as a variable of this width holds it.
    pub(super) fn word_within(
        &mut self,
        expr: &Expr,
        width: u32,
        is_signed: bool,
        path: Path,
    ) -> Result<Valued, NotLinear> {
        let mut ways = Vec::new();
        for (path, word) in self.word(expr, path)? {
            if word.width != width {
                return Err(self.no("a machine integer of another width"));
            }
            ways.extend(self.reduced(path, &word, is_signed)?);
        }
        Ok(ways)
    }

    /// The machine integer as an integer.
    pub(super) fn word_as_integer(&mut self, expr: &Expr, is_signed: bool, path: Path) -> Result<Valued, NotLinear> {
        let mut ways = Vec::new();
        for (path, word) in self.word(expr, path)? {
            ways.extend(self.reduced(path, &word, is_signed)?);
        }
        Ok(ways)
    }

    /// What a variable with the first range holds, as one with the second holds it.
    pub(super) fn moved(&self, path: Path, value: Linear, from: Range, to: Range) -> Result<Valued, NotLinear> {
        match (from, to) {
            (Range::Word { width, .. }, Range::Word { is_signed, .. }) => {
                let word = Word { width, number: Some(Number { value, bounds: from.bounds() }) };
                self.reduced(path, &word, is_signed)
            }
            _ => Ok(vec![(path, value)]),
        }
    }

    /// The ways on which a condition on machine integers is what is wanted; nothing if it is no such condition.
    pub(super) fn word_condition(
        &mut self,
        condition: &Expr,
        wanted: bool,
        path: &Path,
    ) -> Result<Option<Vec<Path>>, NotLinear> {
        let Expr::Binary(op, left, right) = condition else { return Ok(None) };
        let is_word = matches!(self.surroundings.type_of_expr(left), Some(Type::Bits(width)) if width <= WIDEST);
        if !is_word {
            return Ok(None);
        }
        let mut ways = Vec::new();
        for (path, [left, right]) in self.two_words(left, right, path.clone())? {
            match op {
                BinaryOp::Equal | BinaryOp::NotEqual => {
                    let is_signed = [&left, &right].iter().any(|word| needs_sign(word));
                    for (path, left, right) in self.both_reduced(path, &left, &right, is_signed)? {
                        ways.extend(self.compared(*op, wanted, path, &left, &right)?);
                    }
                }
                BinaryOp::BitsCompare(comparison) => {
                    let (op, is_signed) = comparison_of(*comparison);
                    for (path, left, right) in self.both_reduced(path, &left, &right, is_signed)? {
                        ways.extend(self.compared(op, wanted, path, &left, &right)?);
                    }
                }
                BinaryOp::BitsOverflow(op) => match self.overflows(*op, wanted, path, &left, &right)? {
                    Some(found) => ways.extend(found),
                    None => return Ok(None),
                },
                _ => return Ok(None),
            }
        }
        Ok(Some(ways))
    }

    /// The ways on which the operation gives a number that does not fit, or one that does; nothing if it is not linear.
    fn overflows(
        &self,
        op: OverflowOp,
        wanted: bool,
        path: Path,
        left: &Word,
        right: &Word,
    ) -> Result<Option<Vec<Path>>, NotLinear> {
        let (op, is_signed) = match op {
            OverflowOp::AddSigned => (BitsOp::Add, true),
            OverflowOp::AddUnsigned => (BitsOp::Add, false),
            OverflowOp::SubtractSigned => (BitsOp::Subtract, true),
            OverflowOp::SubtractUnsigned => (BitsOp::Subtract, false),
            OverflowOp::MultiplySigned => (BitsOp::Multiply, true),
            OverflowOp::MultiplyUnsigned => (BitsOp::Multiply, false),
        };
        let (least, most) = bounds(left.width, is_signed);
        let mut ways = Vec::new();
        for (path, first, second) in self.both_reduced(path, left, right, is_signed)? {
            let value = match op {
                BitsOp::Add => first.plus(1, &second),
                BitsOp::Subtract => first.plus(-1, &second),
                _ => match (first.as_constant(), second.as_constant()) {
                    (Some(factor), _) => second.times(factor),
                    (_, Some(factor)) => first.times(factor),
                    _ => return Ok(None),
                },
            };
            let value = self.too_large(value)?;
            let above = self.too_large(value.plus(-1, &Linear::constant(least)))?;
            let below = self.too_large(Linear::constant(most).plus(-1, &value))?;
            if wanted {
                for fits in [above, below] {
                    let overflows = self.too_large(fits.negated_fact())?;
                    ways.extend(path.clone().with(overflows));
                }
            } else {
                ways.extend(path.with(above).and_then(|path| path.with(below)));
            }
        }
        Ok(Some(ways))
    }

    fn two_words(&mut self, left: &Expr, right: &Expr, path: Path) -> Result<Vec<(Path, [Word; 2])>, NotLinear> {
        let mut ways = Vec::new();
        for (path, left) in self.word(left, path)? {
            for (path, right) in self.word(right, path)? {
                ways.push((path, [left.clone(), right]));
            }
        }
        Ok(ways)
    }

    fn both_reduced(
        &self,
        path: Path,
        left: &Word,
        right: &Word,
        is_signed: bool,
    ) -> Result<Vec<(Path, Linear, Linear)>, NotLinear> {
        let mut ways = Vec::new();
        for (path, left) in self.reduced(path, left, is_signed)? {
            for (path, right) in self.reduced(path, right, is_signed)? {
                ways.push((path, left.clone(), right));
            }
        }
        Ok(ways)
    }

    /// The number between zero and two to the width, or the one with a sign.
    fn reduced(&self, mut path: Path, word: &Word, is_signed: bool) -> Result<Valued, NotLinear> {
        let (least, most) = bounds(word.width, is_signed);
        let Some(Number { value, bounds }) = &word.number else {
            return Ok(vec![self.too_large(path.choose_blindly(least, most))?]);
        };
        let modulus = most - least + 1;
        let turn = |bound: i128| Some(bound.checked_sub(least)?.div_euclid(modulus));
        let turns = bounds.and_then(|(lowest, highest)| Some((turn(lowest)?, turn(highest)?)));
        let value_in =
            |turn: i128| self.too_large(turn.checked_mul(-modulus).and_then(|by| value.plus(by, &Linear::constant(1))));
        match turns {
            Some((first, last)) if first == last => Ok(vec![(path, value_in(first)?)]),
            Some((first, last)) if last.checked_sub(first).is_some_and(|turns| (0..MOST_TURNS).contains(&turns)) => {
                let mut ways = Vec::new();
                for turn in first..=last {
                    let value = value_in(turn)?;
                    let (above, below) = (
                        self.too_large(value.plus(-1, &Linear::constant(least)))?,
                        self.too_large(Linear::constant(most).plus(-1, &value))?,
                    );
                    // What is known from the bounds need not be asked.
                    let way = if turn == first { Some(path.clone()) } else { path.clone().with(above) };
                    let way = if turn == last { way } else { way.and_then(|way| way.with(below)) };
                    ways.extend(way.map(|way| (way, value)));
                }
                Ok(ways)
            }
            _ => {
                let turns = path.choose();
                let value = self.too_large(value.plus(-modulus, &turns))?;
                let above = self.too_large(value.plus(-1, &Linear::constant(least)))?;
                let below = self.too_large(Linear::constant(most).plus(-1, &value))?;
                let path = path.defining(only_variable(&turns), [above, below]);
                Ok(path.map(|path| (path, value)).into_iter().collect())
            }
        }
    }

    /// The machine integer on each way.
    fn word(&mut self, expr: &Expr, path: Path) -> Result<Words, NotLinear> {
        let Some(Type::Bits(width)) = self.surroundings.type_of_expr(expr) else {
            return Err(self.no("an expression that is no machine integer"));
        };
        let found = if width <= WIDEST { self.followed(expr, width, path.clone())? } else { None };
        match found {
            Some(ways) => Ok(ways),
            None if is_harmless(expr) => {
                let path = self.all_present(expr, path)?;
                Ok(path.map(|path| (path, Word { width, number: None })).into_iter().collect())
            }
            None => Err(self.no("an expression of another kind than linear integer arithmetic")),
        }
    }

    /// The same, if it is linear.
    fn followed(&mut self, expr: &Expr, width: u32, path: Path) -> Result<Option<Words>, NotLinear> {
        Ok(Some(match expr {
            Expr::Literal(Value::Bits(bits)) => {
                let number = self.too_large(bits.signed().to_i128())?;
                vec![(path, Word::constant(width, number))]
            }
            Expr::Variable(variable) => {
                let Some(path) = self.present(*variable, path)? else { return Ok(Some(Vec::new())) };
                let (variable, range) = self.variable(*variable)?;
                let number = Number { value: path.value(variable), bounds: range.bounds() };
                vec![(path, Word { width, number: Some(number) })]
            }
            Expr::If(condition, first, second) => {
                let mut ways = Vec::new();
                for (branch, wanted) in [(first, true), (second, false)] {
                    for path in self.holds(condition, wanted, path.clone())? {
                        ways.extend(self.word(branch, path)?);
                    }
                }
                ways
            }
            Expr::Unary(op, operand) => return self.followed_unary(*op, operand, width, path),
            Expr::Binary(BinaryOp::Bits(op), left, right) => {
                return self.followed_binary(*op, left, right, width, path);
            }
            Expr::Binary(BinaryOp::Concat, high, low) => {
                let mut ways = Vec::new();
                for (path, [high, low]) in self.two_words(high, low, path)? {
                    for (path, upper, lower) in self.both_reduced(path, &high, &low, false)? {
                        let value = self.too_large(lower.plus(1 << low.width, &upper))?;
                        ways.push((path, unsigned(width, value)));
                    }
                }
                ways
            }
            _ => return Ok(None),
        }))
    }

    fn followed_unary(
        &mut self,
        op: UnaryOp,
        operand: &Expr,
        width: u32,
        path: Path,
    ) -> Result<Option<Words>, NotLinear> {
        Ok(Some(match op {
            UnaryOp::IntToBits(_) => {
                let ways = self.evaluate(operand, path)?;
                let word = |value| Word { width, number: Some(Number { value, bounds: None }) };
                ways.into_iter().map(|(path, value)| (path, word(value))).collect()
            }
            UnaryOp::BitsNegate | UnaryOp::BitsNot => {
                let constant = if op == UnaryOp::BitsNot { -1 } else { 0 };
                let ways = self.word(operand, path)?;
                ways.into_iter()
                    .map(|(path, word)| {
                        (path, sum(width, &[(-1, &word)], constant).unwrap_or(Word { width, number: None }))
                    })
                    .collect()
            }
            UnaryOp::Extract { low: 0, .. } => {
                let ways = self.word(operand, path)?;
                ways.into_iter().map(|(path, word)| (path, Word { width, ..word })).collect()
            }
            UnaryOp::ZeroExtend(_) | UnaryOp::SignExtend(_) => {
                let is_signed = matches!(op, UnaryOp::SignExtend(_));
                let mut ways = Vec::new();
                for (path, word) in self.word(operand, path)? {
                    let bounds = Some(bounds(word.width, is_signed));
                    for (path, value) in self.reduced(path, &word, is_signed)? {
                        ways.push((path, Word { width, number: Some(Number { value, bounds }) }));
                    }
                }
                ways
            }
            _ => return Ok(None),
        }))
    }

    fn followed_binary(
        &mut self,
        op: BitsOp,
        left: &Expr,
        right: &Expr,
        width: u32,
        path: Path,
    ) -> Result<Option<Words>, NotLinear> {
        let mut ways = Vec::new();
        for (path, [left, right]) in self.two_words(left, right, path)? {
            let unknown = || Word { width, number: None };
            let constant = right.as_constant();
            match op {
                BitsOp::Add | BitsOp::Subtract => {
                    let sign = if op == BitsOp::Add { 1 } else { -1 };
                    let word = sum(width, &[(1, &left), (sign, &right)], 0);
                    ways.push((path, word.unwrap_or_else(unknown)));
                }
                BitsOp::Multiply => {
                    let word = match (left.as_constant(), constant) {
                        (Some(factor), _) => sum(width, &[(factor, &right)], 0),
                        (_, Some(factor)) => sum(width, &[(factor, &left)], 0),
                        _ => None,
                    };
                    ways.push((path, word.unwrap_or_else(unknown)));
                }
                BitsOp::DivideUnsigned | BitsOp::RemainderUnsigned | BitsOp::DivideSigned | BitsOp::RemainderSigned => {
                    ways.extend(self.divided_word(op, path, &left, &right)?);
                }
                BitsOp::And if constant.is_some_and(|mask| mask > 0 && (mask & (mask + 1)) == 0) => {
                    let divisor = Linear::constant(constant.unwrap_or(0) + 1);
                    for (path, value) in self.reduced(path, &left, false)? {
                        let numbers = [&value, &divisor];
                        ways.extend(self.part(path, numbers, Rounding::Natural, Part::Remainder, width)?);
                    }
                }
                BitsOp::ShiftLeft | BitsOp::ShiftRight | BitsOp::ShiftRightSigned => {
                    ways.extend(self.shifted(op, path, &left, &right)?);
                }
                _ => ways.push((path, unknown())),
            }
        }
        Ok(Some(ways))
    }

    /// The quotient or the remainder. What comes of a division by zero is not followed: programs make an error of it.
    fn divided_word(&self, op: BitsOp, path: Path, left: &Word, right: &Word) -> Result<Words, NotLinear> {
        let is_signed = matches!(op, BitsOp::DivideSigned | BitsOp::RemainderSigned);
        let rounding = if is_signed { Rounding::TowardsZero } else { Rounding::Natural };
        let is_quotient = matches!(op, BitsOp::DivideUnsigned | BitsOp::DivideSigned);
        let part = if is_quotient { Part::Quotient } else { Part::Remainder };
        let mut ways = Vec::new();
        for (path, dividend, divisor) in self.both_reduced(path, left, right, is_signed)? {
            for path in self.compared(BinaryOp::Equal, true, path.clone(), &divisor, &Linear::constant(0))? {
                ways.push((path, Word { width: left.width, number: None }));
            }
            ways.extend(self.part(path, [&dividend, &divisor], rounding, part, left.width)?);
        }
        Ok(ways)
    }

    fn part(
        &self,
        path: Path,
        numbers: [&Linear; 2],
        rounding: Rounding,
        part: Part,
        width: u32,
    ) -> Result<Words, NotLinear> {
        let (least, most) = bounds(width, rounding != Rounding::Natural);
        let bounds = match (part, numbers[1].as_constant()) {
            (Part::Remainder, Some(divisor)) => {
                let most = self.too_large(divisor.checked_abs())? - 1;
                (if rounding == Rounding::TowardsZero { -most } else { 0 }, most)
            }
            // The least number by minus one is one more than the largest.
            (Part::Quotient, _) => (least, if rounding == Rounding::Natural { most } else { most + 1 }),
            (Part::Remainder, None) => (least, most),
        };
        let found = self.divided(path, numbers, rounding, part)?;
        let word =
            |value: Option<Linear>| Word { width, number: value.map(|value| Number { value, bounds: Some(bounds) }) };
        Ok(found.into_iter().map(|(path, value)| (path, word(value))).collect())
    }

    fn shifted(&self, op: BitsOp, path: Path, left: &Word, right: &Word) -> Result<Words, NotLinear> {
        let width = left.width;
        let unknown = || Word { width, number: None };
        let by = right.as_constant();
        let factor = by.filter(|by| (0..i128::from(width)).contains(by)).map(|by| 1 << by);
        if op == BitsOp::ShiftLeft {
            let word = match (factor, by) {
                (Some(factor), _) => sum(width, &[(factor, left)], 0).unwrap_or_else(unknown),
                (None, Some(_)) => Word::constant(width, 0),
                (None, None) => unknown(),
            };
            return Ok(vec![(path, word)]);
        }
        // The signed shift divides by two and rounds down, as Euclid does by a positive number.
        let is_signed = op == BitsOp::ShiftRightSigned;
        let rounding = if is_signed { Rounding::Euclidean } else { Rounding::Natural };
        let mut ways = Vec::new();
        for (path, value) in self.reduced(path, left, is_signed)? {
            match (factor, by) {
                (Some(factor), _) => {
                    let numbers = [&value, &Linear::constant(factor)];
                    ways.extend(self.part(path, numbers, rounding, Part::Quotient, width)?);
                }
                (None, Some(_)) => ways.push((path, if is_signed { unknown() } else { Word::constant(width, 0) })),
                (None, None) => {
                    for (path, by) in self.reduced(path, right, false)? {
                        let bounds = Some(bounds(width, is_signed));
                        let found = self.shifted_down(path, &value, &by, rounding)?;
                        let word =
                            |value: Option<Linear>| Word { width, number: value.map(|value| Number { value, bounds }) };
                        ways.extend(found.into_iter().map(|(path, value)| (path, word(value))));
                    }
                }
            }
        }
        Ok(ways)
    }
}

/// The variable that the expression is.
fn only_variable(expr: &Linear) -> Var {
    expr.terms().first().expect("a number that was chosen is a variable").0
}

/// A machine integer that is this number, which is not negative and fits.
fn unsigned(width: u32, value: Linear) -> Word {
    Word { width, number: Some(Number { value, bounds: Some(bounds(width, false)) }) }
}

/// The least and the largest number of the width.
pub(super) fn bounds(width: u32, is_signed: bool) -> (i128, i128) {
    if is_signed && width > 0 { (-(1 << (width - 1)), (1 << (width - 1)) - 1) } else { (0, (1 << width) - 1) }
}

/// The sum of multiples of machine integers, if nothing in it may be anything and no bound of it is too large.
fn sum(width: u32, terms: &[(i128, &Word)], constant: i128) -> Option<Word> {
    let mut value = Linear::constant(constant);
    let mut bounds = Some((constant, constant));
    for (factor, word) in terms {
        let number = word.number.as_ref()?;
        value = value.plus(*factor, &number.value)?;
        bounds = bounds.zip(number.bounds).and_then(|((least, most), (low, high))| {
            let (one, other) = (low.checked_mul(*factor)?, high.checked_mul(*factor)?);
            Some((least.checked_add(one.min(other))?, most.checked_add(one.max(other))?))
        });
    }
    Some(Word { width, number: Some(Number { value, bounds }) })
}

/// Whether the number may be negative, and fits with a sign.
fn needs_sign(word: &Word) -> bool {
    let signed = bounds(word.width, true);
    let known = word.number.as_ref().and_then(|number| number.bounds);
    known.is_some_and(|(least, most)| least < 0 && signed.0 <= least && most <= signed.1)
}

/// The comparison of numbers that a comparison of machine integers is, and whether these have signs.
fn comparison_of(comparison: BitsComparison) -> (BinaryOp, bool) {
    match comparison {
        BitsComparison::UnsignedLess => (BinaryOp::Less, false),
        BitsComparison::UnsignedLessEqual => (BinaryOp::LessEqual, false),
        BitsComparison::UnsignedGreater => (BinaryOp::Greater, false),
        BitsComparison::UnsignedGreaterEqual => (BinaryOp::GreaterEqual, false),
        BitsComparison::SignedLess => (BinaryOp::Less, true),
        BitsComparison::SignedLessEqual => (BinaryOp::LessEqual, true),
        BitsComparison::SignedGreater => (BinaryOp::Greater, true),
        BitsComparison::SignedGreaterEqual => (BinaryOp::GreaterEqual, true),
    }
}

#[cfg(test)]
mod tests;
