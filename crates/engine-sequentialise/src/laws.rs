//! The laws that parameters of a cycle follow ([`crate::growth`]): how each changes with every turn.

use std::borrow::Cow;
use std::collections::BTreeSet;

use evidence::counterexample::Parameter;
use num_bigint::BigInt;
use program::expr::{BinaryOp, Expr};
use program::polynomial::Polynomial;
use program::program::Program;
use program::value::Value;

/// How a parameter, which is zero at first, changes with each turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Law {
    /// It is this more than …
    pub constant: u32,
    /// … so many times each of the parameters, of which none comes after this one.
    pub times: Cow<'static, [u32]>,
}

impl Law {
    const fn of(constant: u32, times: &'static [u32]) -> Law {
        Law { constant, times: Cow::Borrowed(times) }
    }
}

/// Which laws numbers may follow.
pub type Laws = Cow<'static, [Law]>;

/// Nothing grows.
pub const NONE: Laws = Cow::Borrowed(&[]);

/// Numbers grow by the same in each turn.
pub const LINEAR: Laws = Cow::Borrowed(&[Law::of(1, &[1])]);

/// They may also grow by more and more, or double.
pub const DOUBLING: Laws = Cow::Borrowed(&[Law::of(1, &[1, 0, 0]), Law::of(0, &[1, 1, 0]), Law::of(1, &[0, 0, 2])]);

/// With more factors than this one does not see through what they make of each other.
const MOST_FACTORS: usize = 3;

/// Factors larger than this are not looked at.
const LARGEST_FACTOR: u32 = 100;

/// Numbers grow by the same in each turn, or like powers of the factors that the program multiplies with; nothing if there are none.
///
/// Of two powers one becomes larger than the other, and both larger than the number of turns. That must be seen from signs alone, so that parameters
/// are not powers but what the powers are made of: each becomes as much more as the one before is, besides being multiplied by its factor. (These
/// are Newton's divided differences of the powers, at 1, 1, f, f, g, …, and a power is a sum of them without minus.) The first factor is there
/// twice: that gives its powers times the number of turns.
pub fn by_factors(program: &Program) -> Laws {
    let mut factors = factors(program);
    factors.truncate(MOST_FACTORS);
    let Some(first) = factors.first().copied() else { return NONE };
    factors.insert(0, first);
    let mut laws = Vec::new();
    for (index, factor) in std::iter::once(1).chain(factors.iter().copied()).enumerate() {
        let mut times = vec![0; factors.len() + 1];
        times[index] = factor;
        if let Some(before) = index.checked_sub(1) {
            times[before] = 1;
        }
        laws.push(Law { constant: u32::from(index == 0), times: Cow::Owned(times) });
    }
    Cow::Owned(laws)
}

/// The numbers from two on with which something is multiplied.
fn factors(program: &Program) -> Vec<u32> {
    fn collect(expr: &Expr, factors: &mut BTreeSet<u32>) {
        if let Expr::Binary(BinaryOp::Multiply, left, right) = expr {
            for operand in [left, right] {
                if let Expr::Literal(Value::Int(number)) = &**operand
                    && let Ok(number @ 2..=LARGEST_FACTOR) = u32::try_from(number)
                {
                    factors.insert(number);
                }
            }
        }
        expr.for_each_operand(&mut |operand| collect(operand, factors));
    }
    let mut factors = BTreeSet::new();
    for edge in program.procedures.iter().flat_map(|procedure| &procedure.edges) {
        for command in &edge.commands {
            command.action.for_each_expr(|expr| collect(expr, &mut factors));
        }
    }
    factors.into_iter().collect()
}

/// The parameters of a lasso.
pub struct Parameters {
    laws: Laws,
    /// By law, the number of its parameter.
    numbers: Vec<Option<u32>>,
}

impl Parameters {
    /// Those of the laws that are numbered.
    pub fn new(laws: Laws, numbers: Vec<Option<u32>>) -> Parameters {
        Parameters { laws, numbers }
    }

    /// As evidence has them.
    pub fn as_evidence(&self) -> Vec<Parameter> {
        let kept = self.laws.iter().zip(&self.numbers).filter(|(_, number)| number.is_some());
        let parameter = |(law, _): (&Law, _)| {
            let times: Vec<BigInt> = law.times.iter().map(|times| BigInt::from(*times)).collect();
            Parameter { first: BigInt::ZERO, next: self.form(law.constant.into(), &times) }
        };
        kept.map(parameter).collect()
    }

    /// The polynomial with this value at first and these slopes.
    pub fn form(&self, first: BigInt, slopes: &[BigInt]) -> Polynomial {
        let mut form = Polynomial::constant(first);
        for (slope, number) in slopes.iter().zip(&self.numbers) {
            if let Some(number) = number {
                form = form.plus(slope, &Polynomial::parameter(*number));
            }
        }
        form
    }
}
