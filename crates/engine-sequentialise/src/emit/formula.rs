//! Conditions as expressions: small ones, since what is known before the program runs is not written down.

use num_bigint::BigInt;
use num_traits::Zero;
use program::expr::{BinaryOp, Expr, UnaryOp, VarRef};
use program::types::Type;
use program::value::{Bits, Value};

/// Whether the expression is this truth value, plainly.
pub fn is(expr: &Expr, truth: bool) -> bool {
    *expr == Expr::Literal(Value::Bool(truth))
}

/// The truth value.
pub fn bool(truth: bool) -> Expr {
    Expr::Literal(Value::Bool(truth))
}

/// Not this.
pub fn not(expr: Expr) -> Expr {
    match expr {
        Expr::Literal(Value::Bool(truth)) => bool(!truth),
        Expr::Unary(UnaryOp::Not, inner) => *inner,
        Expr::Binary(BinaryOp::Equal, left, right) => Expr::Binary(BinaryOp::NotEqual, left, right),
        Expr::Binary(BinaryOp::NotEqual, left, right) => Expr::Binary(BinaryOp::Equal, left, right),
        other => Expr::unary(UnaryOp::Not, other),
    }
}

/// Both; the second one is looked at only if the first holds.
pub fn and(left: Expr, right: Expr) -> Expr {
    if is(&left, false) || is(&right, true) || left == right {
        left
    } else if is(&left, true) {
        right
    } else {
        Expr::binary(BinaryOp::And, left, right)
    }
}

/// One of them; the second one is looked at only if the first does not hold.
pub fn or(left: Expr, right: Expr) -> Expr {
    if is(&left, true) || is(&right, false) || left == right {
        left
    } else if is(&left, false) || is(&right, true) {
        right
    } else if is_one_of(&not(right.clone()), &left) {
        bool(true)
    } else {
        Expr::binary(BinaryOp::Or, left, right)
    }
}

/// Whether the condition is the other one, or one of those that it is the disjunction of.
fn is_one_of(condition: &Expr, other: &Expr) -> bool {
    match other {
        Expr::Binary(BinaryOp::Or, left, right) => is_one_of(condition, left) || is_one_of(condition, right),
        other => other == condition,
    }
}

/// The condition without double negations.
pub fn tidy(condition: &Expr) -> Expr {
    let mut copy = condition.clone();
    copy.for_each_operand_mut(|operand| *operand = tidy(operand));
    match copy {
        Expr::Unary(UnaryOp::Not, inner) => not(*inner),
        other => other,
    }
}

/// All of them.
pub fn all(conditions: impl IntoIterator<Item = Expr>) -> Expr {
    conditions.into_iter().fold(bool(true), and)
}

/// At least one of them.
pub fn any(conditions: impl IntoIterator<Item = Expr>) -> Expr {
    conditions.into_iter().fold(bool(false), or)
}

/// Whether both are the same.
pub fn equal(left: Expr, right: Expr) -> Expr {
    match (&left, &right) {
        _ if left == right => bool(true),
        (Expr::Literal(one), Expr::Literal(other)) => bool(one == other),
        (_, Expr::Literal(Value::Bool(true))) => left,
        (_, Expr::Literal(Value::Bool(false))) => not(left),
        (Expr::Literal(Value::Bool(_)), _) => equal(right, left),
        _ => Expr::binary(BinaryOp::Equal, left, right),
    }
}

/// The expression with others in place of variables.
pub fn with(expr: &Expr, in_place: &dyn Fn(VarRef) -> Option<Expr>) -> Expr {
    if let Expr::Variable(variable) = expr
        && let Some(other) = in_place(*variable)
    {
        return other;
    }
    let mut copy = expr.clone();
    copy.for_each_operand_mut(|operand| *operand = with(operand, in_place));
    copy
}

/// When the expression has a value: nothing is divided by zero that is looked at.
pub fn has_value(expr: &Expr) -> Expr {
    match expr {
        Expr::Binary(BinaryOp::And, left, right) | Expr::Binary(BinaryOp::Implies, left, right) => {
            let needed = or(not((**left).clone()), has_value(right));
            and(has_value(left), if is(&has_value(right), true) { bool(true) } else { needed })
        }
        Expr::Binary(BinaryOp::Or, left, right) => {
            let needed = or((**left).clone(), has_value(right));
            and(has_value(left), if is(&has_value(right), true) { bool(true) } else { needed })
        }
        Expr::If(condition, first, second) => {
            let (first, second) = (has_value(first), has_value(second));
            let chosen = if is(&first, true) && is(&second, true) {
                bool(true)
            } else {
                Expr::If(condition.clone(), Box::new(first), Box::new(second))
            };
            and(has_value(condition), chosen)
        }
        Expr::Binary(BinaryOp::Divide | BinaryOp::Modulo, left, right) => {
            let not_zero = match &**right {
                Expr::Literal(Value::Int(number)) => bool(!number.is_zero()),
                other => Expr::binary(BinaryOp::NotEqual, other.clone(), Expr::int(0)),
            };
            all([has_value(left), has_value(right), not_zero])
        }
        other => {
            let mut parts = Vec::new();
            other.for_each_operand(|operand| parts.push(has_value(operand)));
            all(parts)
        }
    }
}

/// All values of the type, if they are few enough to be tried one by one.
pub fn few_values(ty: &Type) -> Option<Vec<Value>> {
    match ty {
        Type::Bool => Some(vec![Value::Bool(false), Value::Bool(true)]),
        Type::Bits(width @ 1..=4) => {
            Some((0..1_u32 << width).map(|it| Value::Bits(Bits::wrap(*width, &BigInt::from(it)))).collect())
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use program::ids::GlobalId;

    #[test]
    fn what_is_not_looked_at_needs_no_value() {
        let divisor = || Expr::global(GlobalId(0));
        let quotient = Expr::binary(BinaryOp::Divide, Expr::int(8), divisor());
        let not_zero = Expr::binary(BinaryOp::NotEqual, divisor(), Expr::int(0));
        assert_eq!(has_value(&quotient), not_zero);
        let large = Expr::binary(BinaryOp::Greater, quotient, Expr::int(1));
        let guarded = Expr::binary(BinaryOp::And, not_zero.clone(), large);
        assert_eq!(has_value(&guarded), or(not(not_zero.clone()), not_zero));
        assert_eq!(has_value(&Expr::binary(BinaryOp::Modulo, divisor(), Expr::int(2))), bool(true));
    }

    #[test]
    fn conditions_that_are_known_vanish() {
        let open = || Expr::global(GlobalId(0));
        assert_eq!(all([bool(true), open(), bool(true)]), open());
        assert_eq!(any([bool(false), open(), bool(true)]), bool(true));
        assert_eq!(equal(bool(true), open()), open());
        assert_eq!(not(not(open())), open());
        assert_eq!(or(open(), not(open())), bool(true));
        assert_eq!(tidy(&Expr::unary(UnaryOp::Not, not(open()))), open());
    }
}
