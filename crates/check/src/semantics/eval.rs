//! Values of expressions.

use std::sync::Arc;

use num_bigint::BigInt;
use program::arithmetic::euclidean;
use program::expr::{BinaryOp, Expr, UnaryOp, VarRef};
use program::ids::ThreadSlot;
use program::program::Program;
use program::types::Type;
use program::value::{Base, Bits, MapValue, Pointer, Value};

use crate::semantics::bits;
use crate::semantics::fault::{Fault, MemoryError};
use crate::semantics::state::State;

/// Where an expression is evaluated: in the topmost frame of a thread.
#[derive(Clone, Copy)]
pub struct Scope<'a> {
    /// The program.
    pub program: &'a Program,
    /// The state.
    pub state: &'a State,
    /// The thread.
    pub slot: ThreadSlot,
}

impl Scope<'_> {
    /// The value of the expression. It is [`Value::Any`] only if the expression is a variable,
    /// or an element of a map, that nobody has looked at.
    pub fn eval(&self, expr: &Expr) -> Result<Value, Fault> {
        match expr {
            Expr::Literal(value) => Ok(value.clone()),
            Expr::Variable(variable) => Ok(self.variable(*variable).clone()),
            Expr::Unary(op, operand) => unary(*op, self.definite(operand)?),
            Expr::Binary(op, left, right) => self.binary(*op, left, right),
            Expr::If(condition, first, second) => self.eval(if self.condition(condition)? { first } else { second }),
            Expr::Select(map, keys) => {
                let map = self.eval(map)?;
                // Keys are looked at even if nobody has looked at the map.
                let keys = self.keys(keys)?;
                Ok(if let Value::Map(map) = map { map.get(&keys).clone() } else { Value::Any })
            }
            Expr::Update(map, keys, value) => {
                let map = match self.eval(map)? {
                    Value::Map(map) => map,
                    _ => Arc::new(MapValue::constant(Value::Any)),
                };
                let keys = self.keys(keys)?;
                Ok(Value::Map(Arc::new(map.with(keys, self.eval(value)?))))
            }
            Expr::Load(pointer, ty) => self.state.memory.load(self.pointer(pointer)?, ty),
        }
    }

    /// The value of the expression, which the outcome depends on: it must have been chosen.
    pub fn definite(&self, expr: &Expr) -> Result<Value, Fault> {
        match self.eval(expr)? {
            Value::Any => Err(Fault::Unchosen { variable: self.describe(expr) }),
            value => Ok(value),
        }
    }

    /// The value of an expression of type `bool`.
    pub fn condition(&self, expr: &Expr) -> Result<bool, Fault> {
        match self.definite(expr)? {
            Value::Bool(truth) => Ok(truth),
            other => ill_typed("bool", &other),
        }
    }

    /// The value of an expression of pointer type.
    pub fn pointer(&self, expr: &Expr) -> Result<Pointer, Fault> {
        match self.definite(expr)? {
            Value::Pointer(pointer) => Ok(pointer),
            other => ill_typed("pointer", &other),
        }
    }

    /// The content of a variable.
    pub fn variable(&self, variable: VarRef) -> &Value {
        match variable {
            VarRef::Global(global) => &self.state.globals[global.index()],
            VarRef::Local(local) => {
                let frame = self.state.top(self.slot).expect("expressions are evaluated in running threads");
                &frame.locals[local.index()]
            }
        }
    }

    fn keys(&self, keys: &[Expr]) -> Result<Vec<Value>, Fault> {
        keys.iter().map(|key| self.definite(key)).collect()
    }

    fn binary(&self, op: BinaryOp, left: &Expr, right: &Expr) -> Result<Value, Fault> {
        match op {
            BinaryOp::And => Ok(Value::Bool(self.condition(left)? && self.condition(right)?)),
            BinaryOp::Or => Ok(Value::Bool(self.condition(left)? || self.condition(right)?)),
            BinaryOp::Implies => Ok(Value::Bool(!self.condition(left)? || self.condition(right)?)),
            BinaryOp::Equal | BinaryOp::NotEqual => {
                let (left_value, right_value) = (self.definite(left)?, self.definite(right)?);
                let equal = equal(&left_value, &right_value, &self.type_of(left))
                    .ok_or_else(|| Fault::Unchosen { variable: self.describe(left) })?;
                Ok(Value::Bool(equal == (op == BinaryOp::Equal)))
            }
            _ => strict_binary(op, self.definite(left)?, self.definite(right)?),
        }
    }

    fn type_of(&self, expr: &Expr) -> Type {
        let frame = self.state.top(self.slot).expect("expressions are evaluated in running threads");
        let procedure = self.program.procedure(frame.procedure);
        program::typing::type_of(self.program, procedure, expr).expect("validity: expressions are well typed")
    }

    /// The variable, or the element of a map, that an expression stands for, in the user's words.
    fn describe(&self, expr: &Expr) -> String {
        match expr {
            Expr::Variable(VarRef::Global(global)) => self.program.global(*global).name.clone(),
            Expr::Variable(VarRef::Local(local)) => {
                let frame = self.state.top(self.slot).expect("expressions are evaluated in running threads");
                self.program.procedure(frame.procedure).local(*local).name.clone()
            }
            Expr::Select(map, keys) => {
                let key = |key: &Expr| match self.eval(key) {
                    Ok(value) if value != Value::Any => program::text::value(self.program, &value),
                    _ => "…".to_owned(),
                };
                let keys: Vec<String> = keys.iter().map(key).collect();
                format!("{}[{}]", self.describe(map), keys.join(", "))
            }
            Expr::If(condition, first, second) => match self.condition(condition) {
                Ok(true) => self.describe(first),
                _ => self.describe(second),
            },
            Expr::Update(map, ..) => self.describe(map),
            _ => "an expression".to_owned(),
        }
    }
}

fn ill_typed<T>(expected: &str, found: &Value) -> Result<T, Fault> {
    unreachable!("validity: expected {expected}, found {found:?}")
}

fn unary(op: UnaryOp, operand: Value) -> Result<Value, Fault> {
    Ok(match (op, operand) {
        (UnaryOp::Not, Value::Bool(truth)) => Value::Bool(!truth),
        (UnaryOp::Negate, Value::Int(number)) => Value::Int(-number),
        (UnaryOp::BitsNot, Value::Bits(bits)) => Value::Bits(Bits::wrap(bits.width(), &(-bits.signed() - 1))),
        (UnaryOp::BitsNegate, Value::Bits(bits)) => Value::Bits(Bits::wrap(bits.width(), &-bits.signed())),
        (UnaryOp::Extract { high, low }, Value::Bits(bits)) => {
            let shifted = BigInt::from(bits.unsigned() >> low);
            Value::Bits(Bits::wrap(high - low, &shifted))
        }
        (UnaryOp::ZeroExtend(width), Value::Bits(bits)) => {
            Value::Bits(Bits::wrap(width, &BigInt::from(bits.unsigned().clone())))
        }
        (UnaryOp::SignExtend(width), Value::Bits(bits)) => Value::Bits(Bits::wrap(width, &bits.signed())),
        (UnaryOp::UnsignedToInt, Value::Bits(bits)) => Value::Int(BigInt::from(bits.unsigned().clone())),
        (UnaryOp::SignedToInt, Value::Bits(bits)) => Value::Int(bits.signed()),
        (UnaryOp::IntToBits(width), Value::Int(number)) => Value::Bits(Bits::wrap(width, &number)),
        (UnaryOp::PointerToBits, Value::Pointer(pointer)) => match pointer.base {
            Base::Address => Value::Bits(Bits::wrap(64, &BigInt::from(pointer.offset))),
            _ => return Err(Fault::Unspecified { what: "the address of an object as a number".to_owned() }),
        },
        (UnaryOp::BitsToPointer, Value::Bits(bits)) => {
            let offset = i64::try_from(bits.signed()).expect("64 bits fit in 64 bits");
            Value::Pointer(Pointer { base: Base::Address, offset })
        }
        (_, other) => return ill_typed("an operand that fits the operator", &other),
    })
}

fn strict_binary(op: BinaryOp, left: Value, right: Value) -> Result<Value, Fault> {
    match (left, right) {
        (Value::Int(left), Value::Int(right)) => integers(op, left, right),
        (Value::Bits(left), Value::Bits(right)) => Ok(match op {
            BinaryOp::Concat => {
                let high = BigInt::from(left.unsigned().clone()) << right.width();
                let width = left.width() + right.width();
                Value::Bits(Bits::wrap(width, &(high | BigInt::from(right.unsigned().clone()))))
            }
            BinaryOp::Bits(op) => Value::Bits(bits::apply(op, &left, &right)),
            BinaryOp::BitsCompare(comparison) => Value::Bool(bits::compare(comparison, &left, &right)),
            _ => return ill_typed("operands that fit the operator", &Value::Bits(left)),
        }),
        (Value::Pointer(pointer), Value::Bits(by)) if op == BinaryOp::Offset => {
            let by = i64::try_from(by.signed()).expect("64 bits fit in 64 bits");
            Ok(Value::Pointer(Pointer { offset: pointer.offset.wrapping_add(by), ..pointer }))
        }
        (Value::Pointer(left), Value::Pointer(right)) => pointers(op, left, right),
        (left, _) => ill_typed("operands that fit the operator", &left),
    }
}

fn integers(op: BinaryOp, left: BigInt, right: BigInt) -> Result<Value, Fault> {
    let divided = || {
        let unspecified = || Fault::Unspecified { what: "a division by zero".to_owned() };
        euclidean(&left, &right).ok_or_else(unspecified)
    };
    Ok(match op {
        BinaryOp::Less => Value::Bool(left < right),
        BinaryOp::LessEqual => Value::Bool(left <= right),
        BinaryOp::Greater => Value::Bool(left > right),
        BinaryOp::GreaterEqual => Value::Bool(left >= right),
        BinaryOp::Add => Value::Int(left + right),
        BinaryOp::Subtract => Value::Int(left - right),
        BinaryOp::Multiply => Value::Int(left * right),
        BinaryOp::Divide => Value::Int(divided()?.0),
        BinaryOp::Modulo => Value::Int(divided()?.1),
        _ => return ill_typed("operands that fit the operator", &Value::Int(left)),
    })
}

fn pointers(op: BinaryOp, left: Pointer, right: Pointer) -> Result<Value, Fault> {
    if left.base != right.base {
        return Err(MemoryError::DifferentObjects.into());
    }
    Ok(match op {
        BinaryOp::Distance => Value::Bits(Bits::wrap(64, &(BigInt::from(left.offset) - BigInt::from(right.offset)))),
        BinaryOp::PointerLess => Value::Bool(left.offset < right.offset),
        _ => return ill_typed("operands that fit the operator", &Value::Pointer(left)),
    })
}

/// Whether two values of the type are equal, unless that depends on something that was not chosen.
fn equal(left: &Value, right: &Value, ty: &Type) -> Option<bool> {
    match (left, right, ty) {
        (Value::Any, _, _) | (_, Value::Any, _) => None,
        (Value::Map(left), Value::Map(right), Type::Map(ty)) => {
            let keys: std::collections::BTreeSet<&[Value]> =
                left.entries().chain(right.entries()).map(|(keys, _)| keys).collect();
            for keys in &keys {
                if !equal(left.get(keys), right.get(keys), &ty.value)? {
                    return Some(false);
                }
            }
            let all_keys = ty.keys.iter().try_fold(1u64, |n, key| n.checked_mul(key.cardinality()?));
            let every_key_was_seen = all_keys == Some(keys.len() as u64);
            if every_key_was_seen {
                return Some(true);
            }
            equal(left.default_value(), right.default_value(), &ty.value)
        }
        _ => Some(left == right),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maps_over_finite_keys_are_compared_by_content() {
        let key = |truth| vec![Value::Bool(truth)];
        let zeros = MapValue::constant(Value::int(0));
        let by_entries =
            MapValue::constant(Value::int(7)).with(key(true), Value::int(0)).with(key(false), Value::int(0));
        let ty = Type::map(vec![Type::Bool], Type::Int);
        let (left, right) = (Value::Map(Arc::new(zeros)), Value::Map(Arc::new(by_entries)));
        assert_eq!(equal(&left, &right, &ty), Some(true));
    }

    #[test]
    fn equality_with_something_not_chosen_is_open_unless_a_difference_shows() {
        let ty = Type::map(vec![Type::Int], Type::Int);
        let unknown = MapValue::constant(Value::Any);
        let with = |value: i64| Value::Map(Arc::new(unknown.with(vec![Value::int(0)], Value::int(value))));
        assert_eq!(equal(&with(1), &with(1), &ty), None);
        assert_eq!(equal(&with(1), &with(2), &ty), Some(false));
    }
}
