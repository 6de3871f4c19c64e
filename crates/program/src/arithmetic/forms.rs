//! Operators on numbers that are polynomials over parameters: what is the same for all parameters has a value, and the rest has none.

use num_bigint::BigInt;
use num_traits::One;

use crate::arithmetic::Undetermined;
use crate::expr::{BinaryOp, UnaryOp};
use crate::polynomial::Polynomial;
use crate::value::{Bits, Value};

/// Why an operator has no value.
pub const DIFFERS: Undetermined = Undetermined::Unspecified("what is not the same each time around");

/// The integer as a polynomial; nothing if the value is no integer.
pub fn polynomial(value: &Value) -> Option<Polynomial> {
    match value {
        Value::Int(number) => Some(Polynomial::constant(number.clone())),
        Value::Form(polynomial) => Some((**polynomial).clone()),
        _ => None,
    }
}

/// The operator applied to one operand; nothing if it does not apply.
pub fn unary(op: UnaryOp, operand: &Polynomial) -> Option<Result<Value, Undetermined>> {
    Some(match op {
        UnaryOp::Negate => Ok(Value::form(Polynomial::default().plus(&-BigInt::one(), operand))),
        UnaryOp::IntToBits(width) => {
            let low = operand.divided(&(BigInt::one() << width)).ok_or(DIFFERS);
            low.map(|(_, remainder)| Value::Bits(Bits::wrap(width, &remainder)))
        }
        _ => return None,
    })
}

/// The operator applied to two operands; nothing if it does not apply.
pub fn binary(op: BinaryOp, left: &Polynomial, right: &Polynomial) -> Option<Result<Value, Undetermined>> {
    let truth = |decided: Option<bool>, wanted: bool| decided.map(|it| Value::Bool(it == wanted));
    let divided = || left.divided(&right.as_constant()?);
    let value = match op {
        BinaryOp::Equal => truth(left.equals(right), true),
        BinaryOp::NotEqual => truth(left.equals(right), false),
        BinaryOp::LessEqual => truth(left.is_at_most(right), true),
        BinaryOp::Greater => truth(left.is_at_most(right), false),
        BinaryOp::GreaterEqual => truth(right.is_at_most(left), true),
        BinaryOp::Less => truth(right.is_at_most(left), false),
        BinaryOp::Add => Some(Value::form(left.plus(&BigInt::one(), right))),
        BinaryOp::Subtract => Some(Value::form(left.plus(&-BigInt::one(), right))),
        BinaryOp::Multiply => left.times(right).map(Value::form),
        BinaryOp::Divide => divided().map(|(quotient, _)| Value::form(quotient)),
        BinaryOp::Modulo => divided().map(|(_, remainder)| Value::Int(remainder)),
        _ => return None,
    };
    Some(value.ok_or(DIFFERS))
}

#[cfg(test)]
mod tests {
    use num_bigint::BigInt;

    use super::*;

    /// Whatever has a value here has it for every parameter.
    #[test]
    fn forms_agree_with_integers() {
        use BinaryOp as Op;
        let ops = [
            Op::Equal,
            Op::NotEqual,
            Op::Less,
            Op::LessEqual,
            Op::Greater,
            Op::GreaterEqual,
            Op::Add,
            Op::Subtract,
            Op::Multiply,
            Op::Divide,
            Op::Modulo,
        ];
        let of = |constant: i64, slope: i64| {
            Polynomial::constant(constant.into()).plus(&slope.into(), &Polynomial::parameter(0))
        };
        let small = || (-4..=4).flat_map(|constant| (-2..=2).map(move |slope| of(constant, slope)));
        let mut decided = 0;
        for (left, right) in small().flat_map(|left| small().map(move |right| (left.clone(), right))) {
            for op in ops {
                let Some(Ok(form)) = binary(op, &left, &right) else { continue };
                decided += 1;
                for parameter in 0..8 {
                    let at = |polynomial: &Polynomial| polynomial.at(&[BigInt::from(parameter)]).unwrap();
                    let number = crate::arithmetic::integers::binary(op, &at(&left), &at(&right)).unwrap().unwrap();
                    let form = polynomial(&form).map_or(form.clone(), |form| Value::Int(at(&form)));
                    assert_eq!(form, number, "{op:?} of {left} and {right} at {parameter}");
                }
            }
        }
        assert!(decided > 5000, "{decided}");
    }

    #[test]
    fn bits_of_a_number_that_grows_by_their_multiples() {
        let by_four = Polynomial::constant(7.into()).plus(&4.into(), &Polynomial::parameter(0));
        let bits = |width| unary(UnaryOp::IntToBits(width), &by_four).unwrap();
        assert_eq!(bits(2), Ok(Value::Bits(Bits::wrap(2, &3.into()))));
        assert_eq!(bits(3), Err(DIFFERS));
    }
}
