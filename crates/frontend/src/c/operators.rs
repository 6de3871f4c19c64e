//! Operators of LLVM on scalars, as expressions. What would be undefined behaviour comes as a condition that must hold.

use program::command::SIGNED_OVERFLOW;
use program::expr::{BinaryOp, BitsComparison, BitsOp, Expr, FloatComparison, FloatOp, OverflowOp, UnaryOp};
use program::types::Type;
use program::value::Value;

use crate::c::constants::{bits, nothing, ones};
use crate::c::function::number;
use crate::llvm::operators::{BinaryOperator, CastOperator, Flags, FloatPredicate, IntegerPredicate};

/// An expression, and what must hold so that it has a value: conditions and what is wrong if they do not hold.
pub type Guarded = (Expr, Vec<(Expr, &'static str)>);

/// The negation.
pub fn not(expr: Expr) -> Expr {
    match expr {
        Expr::Unary(UnaryOp::Not, operand) => *operand,
        other => Expr::unary(UnaryOp::Not, other),
    }
}

/// One condition or the other.
pub fn or(left: Expr, right: Expr) -> Expr {
    Expr::binary(BinaryOp::Or, left, right)
}

/// Arithmetic on two scalars of the type.
pub fn binary(operator: BinaryOperator, flags: Flags, ty: &Type, left: Expr, right: Expr) -> Result<Guarded, String> {
    use BinaryOperator as Op;
    if *ty == Type::Bool {
        return boolean(operator, left, right).map(|expr| (expr, Vec::new()));
    }
    let Type::Bits(width) = *ty else { return Err("arithmetic on pointers".to_owned()) };
    if let Some(op) = float_op(operator) {
        if !matches!(width, 32 | 64) {
            return Err("arithmetic on `long double` and the like".to_owned());
        }
        return Ok((Expr::binary(BinaryOp::Float(op), left, right), Vec::new()));
    }
    let zero = || number(width, 0);
    let overflow = |op| not(Expr::binary(BinaryOp::BitsOverflow(op), left.clone(), right.clone()));
    let mut conditions = Vec::new();
    let mut wraps = |signed, unsigned| {
        if flags.contains(Flags::NSW) {
            conditions.push((overflow(signed), SIGNED_OVERFLOW));
        }
        if flags.contains(Flags::NUW) {
            conditions.push((overflow(unsigned), "unsigned integer overflow"));
        }
    };
    let op = match operator {
        Op::Add => {
            wraps(OverflowOp::AddSigned, OverflowOp::AddUnsigned);
            BitsOp::Add
        }
        Op::Sub => {
            wraps(OverflowOp::SubtractSigned, OverflowOp::SubtractUnsigned);
            BitsOp::Subtract
        }
        Op::Mul => {
            wraps(OverflowOp::MultiplySigned, OverflowOp::MultiplyUnsigned);
            BitsOp::Multiply
        }
        Op::UDiv | Op::SDiv | Op::URem | Op::SRem => {
            let divisor_is_something = Expr::binary(BinaryOp::NotEqual, right.clone(), zero());
            conditions.push((divisor_is_something, "division by zero"));
            if matches!(operator, Op::SDiv | Op::SRem) {
                let lowest = Expr::Literal(Value::Bits(program::value::Bits::wrap(
                    width,
                    &(num_bigint::BigInt::from(1) << (width - 1)),
                )));
                let minus_one =
                    Expr::Literal(Value::Bits(program::value::Bits::wrap(width, &num_bigint::BigInt::from(-1))));
                let fits = or(
                    Expr::binary(BinaryOp::NotEqual, right.clone(), minus_one),
                    Expr::binary(BinaryOp::NotEqual, left.clone(), lowest),
                );
                conditions.push((fits, SIGNED_OVERFLOW));
            }
            match operator {
                Op::UDiv => BitsOp::DivideUnsigned,
                Op::SDiv => BitsOp::DivideSigned,
                Op::URem => BitsOp::RemainderUnsigned,
                _ => BitsOp::RemainderSigned,
            }
        }
        Op::Shl | Op::LShr | Op::AShr => {
            let is_below = BinaryOp::BitsCompare(BitsComparison::UnsignedLess);
            let is_fine = Expr::binary(is_below, right.clone(), number(width, u64::from(width)));
            let is_small = |bits: &program::value::Bits| *bits.unsigned() < width.into();
            if !matches!(&right, Expr::Literal(Value::Bits(bits)) if is_small(bits)) {
                conditions.push((is_fine, "shift by more bits than there are"));
            }
            match operator {
                Op::Shl => BitsOp::ShiftLeft,
                Op::LShr => BitsOp::ShiftRight,
                _ => BitsOp::ShiftRightSigned,
            }
        }
        Op::And => BitsOp::And,
        Op::Or => BitsOp::Or,
        Op::Xor => BitsOp::Xor,
        Op::FAdd | Op::FSub | Op::FMul | Op::FDiv | Op::FRem => unreachable!("they were looked at before"),
    };
    Ok((Expr::binary(BinaryOp::Bits(op), left, right), conditions))
}

/// What optimised code computes: an optimiser computes things ahead which it may not need, and what overflows is no error then, but
/// has no value. Divisions it leaves where they are.
pub fn poisoned(operator: BinaryOperator, ty: &Type, (value, conditions): Guarded) -> Guarded {
    use BinaryOperator as Op;
    if matches!(operator, Op::UDiv | Op::SDiv | Op::URem | Op::SRem) {
        return (value, conditions);
    }
    let without_value = |value, (condition, _)| Expr::If(Box::new(condition), Box::new(value), Box::new(nothing(ty)));
    (conditions.into_iter().fold(value, without_value), Vec::new())
}

fn boolean(operator: BinaryOperator, left: Expr, right: Expr) -> Result<Expr, String> {
    let is_true = |expr: &Expr| *expr == Expr::truth();
    Ok(match operator {
        BinaryOperator::And | BinaryOperator::Mul => Expr::binary(BinaryOp::And, left, right),
        BinaryOperator::Or => or(left, right),
        BinaryOperator::Xor if is_true(&right) => not(left),
        BinaryOperator::Xor | BinaryOperator::Add | BinaryOperator::Sub => {
            Expr::binary(BinaryOp::NotEqual, left, right)
        }
        _ => return Err("arithmetic of this kind on truth values".to_owned()),
    })
}

fn float_op(operator: BinaryOperator) -> Option<FloatOp> {
    Some(match operator {
        BinaryOperator::FAdd => FloatOp::Add,
        BinaryOperator::FSub => FloatOp::Subtract,
        BinaryOperator::FMul => FloatOp::Multiply,
        BinaryOperator::FDiv => FloatOp::Divide,
        BinaryOperator::FRem => FloatOp::Remainder,
        _ => return None,
    })
}

/// The number with the other sign.
pub fn negate_float(ty: &Type, operand: Expr) -> Result<Expr, String> {
    match ty {
        Type::Bits(width) => {
            let sign = program::value::Bits::wrap(*width, &(num_bigint::BigInt::from(1) << (width - 1)));
            Ok(Expr::binary(BinaryOp::Bits(BitsOp::Xor), operand, Expr::Literal(Value::Bits(sign))))
        }
        _ => Err("arithmetic on pointers".to_owned()),
    }
}

/// The comparison by size that the predicate is; nothing if it asks for equality.
pub fn by_size(predicate: IntegerPredicate) -> Option<BitsComparison> {
    use IntegerPredicate as P;
    Some(match predicate {
        P::Eq | P::Ne => return None,
        P::Ugt => BitsComparison::UnsignedGreater,
        P::Uge => BitsComparison::UnsignedGreaterEqual,
        P::Ult => BitsComparison::UnsignedLess,
        P::Ule => BitsComparison::UnsignedLessEqual,
        P::Sgt => BitsComparison::SignedGreater,
        P::Sge => BitsComparison::SignedGreaterEqual,
        P::Slt => BitsComparison::SignedLess,
        P::Sle => BitsComparison::SignedLessEqual,
    })
}

/// A comparison of two integers or pointers of the type.
pub fn compare(predicate: IntegerPredicate, ty: &Type, left: Expr, right: Expr) -> Result<Expr, String> {
    use IntegerPredicate as P;
    match predicate {
        P::Eq => return Ok(Expr::binary(BinaryOp::Equal, left, right)),
        P::Ne => return Ok(Expr::binary(BinaryOp::NotEqual, left, right)),
        _ => {}
    }
    if *ty == Type::Pointer {
        let below = |left, right| Expr::binary(BinaryOp::PointerLess, left, right);
        return Ok(match predicate {
            P::Ult => below(left, right),
            P::Ugt => below(right, left),
            P::Ule => not(below(right, left)),
            P::Uge => not(below(left, right)),
            _ => return Err("a comparison of pointers of this kind".to_owned()),
        });
    }
    if *ty == Type::Bool {
        let both = |left: Expr, right: Expr| Expr::binary(BinaryOp::And, left, right);
        return Ok(match predicate {
            P::Ult | P::Sgt => both(not(left), right),
            P::Ugt | P::Slt => both(left, not(right)),
            P::Ule | P::Sge => or(not(left), right),
            _ => or(left, not(right)),
        });
    }
    let comparison = by_size(predicate).expect("equality was dealt with");
    Ok(Expr::binary(BinaryOp::BitsCompare(comparison), left, right))
}

/// A comparison of two floating-point numbers.
pub fn compare_floats(predicate: FloatPredicate, ty: &Type, left: &Expr, right: &Expr) -> Result<Expr, String> {
    use FloatComparison::{Equal, Less, LessEqual, Unordered};
    use FloatPredicate as P;
    if !matches!(ty, Type::Bits(32 | 64)) {
        return Err("arithmetic on `long double` and the like".to_owned());
    }
    let is = |op| Expr::binary(BinaryOp::FloatCompare(op), left.clone(), right.clone());
    let is_reversed = |op| Expr::binary(BinaryOp::FloatCompare(op), right.clone(), left.clone());
    Ok(match predicate {
        P::False => Expr::Literal(Value::Bool(false)),
        P::True => Expr::truth(),
        P::Oeq => is(Equal),
        P::Ogt => is_reversed(Less),
        P::Oge => is_reversed(LessEqual),
        P::Olt => is(Less),
        P::Ole => is(LessEqual),
        P::One => or(is(Less), is_reversed(Less)),
        P::Ord => not(is(Unordered)),
        P::Ueq => or(is(Unordered), is(Equal)),
        P::Ugt => not(is(LessEqual)),
        P::Uge => not(is(Less)),
        P::Ult => not(is_reversed(LessEqual)),
        P::Ule => not(is_reversed(Less)),
        P::Une => not(is(Equal)),
        P::Uno => is(Unordered),
    })
}

/// The truth value as a number of the width: zero, or else what `truth` says.
fn from_bool(condition: Expr, width: u32, truth: Value) -> Expr {
    Expr::If(Box::new(condition), Box::new(Expr::Literal(truth)), Box::new(number(width, 0)))
}

/// A number of the given width as one of another width, with zeros in front or its front cut off.
pub fn resize(expr: Expr, from: u32, to: u32) -> Expr {
    if let Expr::Literal(Value::Bits(value)) = &expr {
        let value = num_bigint::BigInt::from(value.unsigned().clone());
        return Expr::Literal(Value::Bits(program::value::Bits::wrap(to, &value)));
    }
    match from.cmp(&to) {
        std::cmp::Ordering::Equal => expr,
        std::cmp::Ordering::Less => Expr::unary(UnaryOp::ZeroExtend(to), expr),
        std::cmp::Ordering::Greater => Expr::unary(UnaryOp::Extract { high: to, low: 0 }, expr),
    }
}

/// The lowest bit as a truth value.
pub fn lowest_bit(expr: Expr) -> Expr {
    Expr::binary(BinaryOp::Equal, Expr::unary(UnaryOp::Extract { high: 1, low: 0 }, expr), number(1, 1))
}

/// A conversion between scalars of these types.
pub fn cast(operator: CastOperator, from: &Type, to: &Type, operand: Expr) -> Result<Expr, String> {
    use CastOperator as C;
    let unsupported = || Err("a conversion of this kind".to_owned());
    let floats = |from: u32, to: u32| matches!(from, 32 | 64) && matches!(to, 32 | 64);
    Ok(match (operator, from, to) {
        (C::BitCast | C::AddrSpaceCast, from, to) if from == to => operand,
        (C::Trunc, Type::Bits(_), Type::Bool) => lowest_bit(operand),
        (C::Trunc | C::ZExt, Type::Bits(from), Type::Bits(to)) => resize(operand, *from, *to),
        (C::SExt, Type::Bits(_), Type::Bits(to)) => match operand {
            Expr::Literal(Value::Bits(value)) => {
                Expr::Literal(Value::Bits(program::value::Bits::wrap(*to, &value.signed())))
            }
            operand => Expr::unary(UnaryOp::SignExtend(*to), operand),
        },
        (C::ZExt, Type::Bool, Type::Bits(to)) => from_bool(operand, *to, bits(*to, 1)),
        (C::SExt, Type::Bool, Type::Bits(to)) => {
            let all = program::value::Bits::wrap(*to, &ones(*to).into());
            from_bool(operand, *to, Value::Bits(all))
        }
        (C::FpTrunc | C::FpExt, Type::Bits(from), Type::Bits(to)) if floats(*from, *to) => {
            Expr::unary(UnaryOp::FloatToFloat(*to), operand)
        }
        (C::FpToSi, Type::Bits(32 | 64), Type::Bits(to)) => Expr::unary(UnaryOp::FloatToSigned(*to), operand),
        (C::FpToUi, Type::Bits(32 | 64), Type::Bits(to)) => Expr::unary(UnaryOp::FloatToUnsigned(*to), operand),
        (C::SiToFp, Type::Bits(_), Type::Bits(to @ (32 | 64))) => Expr::unary(UnaryOp::SignedToFloat(*to), operand),
        (C::UiToFp, Type::Bits(_), Type::Bits(to @ (32 | 64))) => Expr::unary(UnaryOp::UnsignedToFloat(*to), operand),
        (C::PtrToInt | C::PtrToAddr, Type::Pointer, Type::Bits(to)) => {
            resize(Expr::unary(UnaryOp::PointerToBits, operand), 64, *to)
        }
        (C::IntToPtr, Type::Bits(from), Type::Pointer) => {
            Expr::unary(UnaryOp::BitsToPointer, resize(operand, *from, 64))
        }
        _ => return unsupported(),
    })
}
