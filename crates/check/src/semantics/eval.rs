//! Values of expressions.

use std::sync::Arc;

use num_bigint::BigInt;
use num_traits::ToPrimitive;
use program::arithmetic::forms::{self, DIFFERS};
use program::arithmetic::{integers, machine, turning};
use program::bytes::Byte;
use program::expr::{BinaryOp, Expr, UnaryOp, VarRef};
use program::ids::ThreadSlot;
use program::program::Program;
use program::types::Type;
use program::value::{Bits, MapValue, Pointer, Value};

use crate::semantics::access::{Log, note_read};
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
    /// Where accesses to memory are noted down.
    pub log: &'a Log,
}

impl Scope<'_> {
    /// The value of the expression. It is [`Value::Any`] only if the expression is a variable,
    /// or an element of a map, that nobody has looked at.
    pub fn eval(&self, expr: &Expr) -> Result<Value, Fault> {
        match expr {
            Expr::Literal(value) => Ok(value.clone()),
            Expr::Variable(variable) => Ok(self.variable(*variable).clone()),
            Expr::Unary(UnaryOp::ObjectSize, pointer) => {
                let pointer = self.pointer(pointer)?;
                note_read(self.log, pointer);
                let size = self.state.memory.size(pointer)?;
                Ok(Value::Bits(Bits::wrap(64, &BigInt::from(size))))
            }
            Expr::Unary(op, operand) => unary(*op, self.definite(operand)?),
            Expr::Binary(op, left, right) => self.binary(*op, left, right),
            Expr::If(condition, first, second) => self.eval(if self.condition(condition)? { first } else { second }),
            Expr::Select(map, keys) => {
                let map = self.eval(map)?;
                // Keys are looked at even if nobody has looked at the map.
                let keys = self.keys(keys)?;
                let Value::Map(map) = map else { return Ok(Value::Any) };
                tells_apart(&map, &keys)?;
                Ok(map.get(&keys).clone())
            }
            Expr::Update(map, keys, value) => {
                let map = match self.eval(map)? {
                    Value::Map(map) => map,
                    _ => Arc::new(MapValue::constant(Value::Any)),
                };
                let keys = self.keys(keys)?;
                tells_apart(&map, &keys)?;
                Ok(Value::Map(Arc::new(map.with(keys, self.eval(value)?))))
            }
            Expr::Load(pointer, ty) => {
                let pointer = self.pointer(pointer)?;
                note_read(self.log, pointer);
                Ok(self.state.memory.load(pointer, ty)?)
            }
        }
    }

    /// The value of the expression, which the outcome depends on: it must have been chosen.
    pub fn definite(&self, expr: &Expr) -> Result<Value, Fault> {
        match self.eval(expr)? {
            Value::Any => Err(Fault::Unchosen { variable: self.describe(expr) }),
            value => Ok(value),
        }
    }

    /// The value of the expression, which is compared with others as it stands: it must be the same each time around.
    pub fn settled(&self, expr: &Expr) -> Result<Value, Fault> {
        let value = self.definite(expr)?;
        if has_form(&value) { Err(DIFFERS.into()) } else { Ok(value) }
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
            Value::Vague(_) => Err(MemoryError::Uninitialised.into()),
            // Made of pieces that do not fit together.
            Value::Parts(_) => Err(MemoryError::NoObject.into()),
            other => ill_typed("pointer", &other),
        }
    }

    /// The value of an expression of type `bits(64)` as a number of bytes.
    pub fn size(&self, expr: &Expr) -> Result<u64, Fault> {
        match self.definite(expr)? {
            Value::Bits(size) => Ok(size.unsigned().to_u64().expect("64 bits fit in 64 bits")),
            Value::Vague(_) => Err(MemoryError::Uninitialised.into()),
            Value::Parts(_) => Err(Fault::Unspecified { what: "the address of an object as a size".to_owned() }),
            other => ill_typed("bits", &other),
        }
    }

    /// The bytes of the value of an expression.
    pub fn bytes(&self, expr: &Expr) -> Result<Vec<Byte>, Fault> {
        let value = self.definite(expr)?;
        match value.to_bytes() {
            Some(bytes) => Ok(bytes),
            None => ill_typed("a machine integer or a pointer", &value),
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
                if is_raw(&left_value) || is_raw(&right_value) || is_form(&left_value) || is_form(&right_value) {
                    return strict_binary(op, left_value, right_value);
                }
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

fn is_form(value: &Value) -> bool {
    matches!(value, Value::Form(_))
}

/// Whether the value depends on how often a cycle was taken.
pub fn has_form(value: &Value) -> bool {
    match value {
        Value::Form(_) => true,
        Value::Parts(_) => value.turns(),
        Value::Map(map) => {
            let in_entry = |(keys, value): (&[Value], &Value)| keys.iter().any(has_form) || has_form(value);
            has_form(map.default_value()) || map.entries().any(in_entry)
        }
        _ => false,
    }
}

/// Fails if it depends on how often a cycle was taken whether the keys are those of an entry.
fn tells_apart(map: &MapValue, keys: &[Value]) -> Result<(), Fault> {
    let is_told = |entry: &[Value]| {
        let mut pairs = entry.iter().zip(keys);
        entry == keys || pairs.any(|(left, right)| left != right && is_never_equal(left, right))
    };
    let has_forms = |keys: &[Value]| keys.iter().any(has_form);
    let is_plain = !has_forms(keys) && !map.entries().any(|(entry, _)| has_forms(entry));
    if is_plain || map.entries().all(|(entry, _)| is_told(entry)) { Ok(()) } else { Err(DIFFERS.into()) }
}

/// Whether it is known that two values of one type are never the same.
fn is_never_equal(left: &Value, right: &Value) -> bool {
    match (forms::polynomial(left), forms::polynomial(right)) {
        (Some(left), Some(right)) => left.equals(&right) == Some(false),
        _ => !has_form(left) && !has_form(right) && left != right,
    }
}

/// Whether a machine integer or a pointer is not plain.
fn is_raw(value: &Value) -> bool {
    matches!(value, Value::Vague(_) | Value::Parts(_))
}

fn unary(op: UnaryOp, operand: Value) -> Result<Value, Fault> {
    match (op, operand) {
        (UnaryOp::Not, Value::Bool(truth)) => Ok(Value::Bool(!truth)),
        (UnaryOp::Negate, Value::Int(number)) => Ok(Value::Int(-number)),
        (UnaryOp::IntToBits(width), Value::Int(number)) => Ok(Value::Bits(Bits::wrap(width, &number))),
        (op, Value::Form(number)) => match forms::unary(op, &number) {
            Some(value) => value.map_err(Fault::from),
            None => ill_typed("an operator on integers", &Value::Form(number)),
        },
        (op, operand) => match machine::unary(op, &operand) {
            Some(value) => value.map_err(Fault::from),
            None => ill_typed("an operand that fits the operator", &operand),
        },
    }
}

fn strict_binary(op: BinaryOp, left: Value, right: Value) -> Result<Value, Fault> {
    let value = match (&left, &right) {
        (Value::Int(left), Value::Int(right)) => integers::binary(op, left, right),
        (Value::Form(_), _) | (_, Value::Form(_)) => {
            let both = forms::polynomial(&left).zip(forms::polynomial(&right));
            both.and_then(|(left, right)| forms::binary(op, &left, &right))
        }
        (left, right) => machine::binary(op, left, right),
    };
    match value {
        Some(value) => value.map_err(Fault::from),
        None => ill_typed("operands that fit the operator", &left),
    }
}

/// Whether two values of the type are equal, unless that depends on something that was not chosen.
fn equal(left: &Value, right: &Value, ty: &Type) -> Option<bool> {
    match (left, right, ty) {
        (Value::Any, _, _) | (_, Value::Any, _) => None,
        (Value::Form(_), _, _) | (_, Value::Form(_), _) => forms::polynomial(left)?.equals(&forms::polynomial(right)?),
        (left, right, _) if left.turns() || right.turns() => turning::equal(left, right).ok(),
        (Value::Map(left), Value::Map(right), Type::Map(ty)) => {
            if left.entries().chain(right.entries()).any(|(keys, _)| keys.iter().any(has_form)) {
                return None;
            }
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
