//! Values, and what expressions mean.

use crate::syntax::{Expr, Operator, Type, Variable};

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Value {
    /// Of an integer that nobody has set. Generated programs do not look at it.
    Unset,
    Bool(bool),
    Int(i64),
    Bits(u8),
    /// The elements in the order of their keys, the first key counting most.
    Map(Vec<Value>),
}

impl Value {
    /// Whether no number in it has grown out of hand.
    pub fn is_small(&self) -> bool {
        match self {
            Value::Int(number) => number.abs() <= 1_000,
            Value::Map(elements) => elements.iter().all(Value::is_small),
            _ => true,
        }
    }
}

/// The values that a variable may have before it is assigned, integers excepted.
pub fn arbitrary(ty: Type) -> Vec<Value> {
    match ty {
        Type::Bool => vec![Value::Bool(false), Value::Bool(true)],
        Type::Bits => (0..4).map(Value::Bits).collect(),
        Type::Int => vec![Value::Unset],
        Type::Row => vec![Value::Map(vec![Value::Unset; 2])],
        Type::Grid => vec![Value::Map(vec![Value::Unset; 4])],
    }
}

/// Integers from here to [`MOST`], both excluded, are what a `havoc` leaves open at most.
pub const LEAST: i64 = -2;
pub const MOST: i64 = 8;

/// The values that a `havoc` tries; integers are confined to fewer by what is assumed of them.
pub fn havocked(ty: Type) -> Vec<Value> {
    match ty {
        Type::Int => (LEAST..=MOST).map(Value::Int).collect(),
        other => arbitrary(other),
    }
}

/// All ways to take one of each.
pub fn combinations(choices: &[Vec<Value>]) -> Vec<Vec<Value>> {
    let mut all = vec![Vec::new()];
    for choice in choices {
        let extend = |rest: &Vec<Value>| -> Vec<Vec<Value>> {
            choice.iter().map(|value| rest.iter().chain([value]).cloned().collect()).collect()
        };
        all = all.iter().flat_map(extend).collect();
    }
    all
}

/// What an expression is evaluated over.
#[derive(Clone, Copy)]
pub struct Scope<'a> {
    pub globals: &'a [Value],
    pub locals: &'a [Value],
    pub bound: i64,
}

impl Scope<'_> {
    pub fn truth(self, expr: &Expr) -> bool {
        match self.eval(expr) {
            Value::Bool(value) => value,
            other => panic!("{expr} is {other:?}"),
        }
    }

    fn definite(self, expr: &Expr) -> Value {
        match self.eval(expr) {
            Value::Unset => panic!("{expr} is not set"),
            value => value,
        }
    }

    fn int(self, expr: &Expr) -> i64 {
        match self.eval(expr) {
            Value::Int(value) => value,
            other => panic!("{expr} is {other:?}"),
        }
    }

    fn bits(self, expr: &Expr) -> u8 {
        match self.eval(expr) {
            Value::Bits(value) => value,
            other => panic!("{expr} is {other:?}"),
        }
    }

    /// Where in a map the element with these keys is.
    pub fn position(self, keys: &[Expr]) -> usize {
        keys.iter().fold(0, |position, key| 2 * position + usize::from(self.truth(key)))
    }

    pub fn eval(self, expr: &Expr) -> Value {
        match expr {
            Expr::Bool(value) => Value::Bool(*value),
            Expr::Int(value) => Value::Int(*value),
            Expr::Bits(value) => Value::Bits(*value),
            Expr::Variable(Variable::Global(index)) => self.globals[*index].clone(),
            Expr::Variable(Variable::Local(index)) => self.locals[*index].clone(),
            Expr::Bound => Value::Int(self.bound),
            Expr::Not(operand) => Value::Bool(!self.truth(operand)),
            Expr::Negate(operand) => Value::Int(-self.int(operand)),
            Expr::Swap(operand) => {
                let bits = self.bits(operand);
                Value::Bits((bits & 1) << 1 | bits >> 1)
            }
            Expr::Binary(op, left, right) => self.binary(*op, left, right),
            Expr::If(condition, first, second) => self.eval(if self.truth(condition) { first } else { second }),
            Expr::Select(map, keys) => match self.eval(map) {
                Value::Map(elements) => elements[self.position(keys)].clone(),
                other => panic!("{expr} is {other:?}"),
            },
            Expr::Update(map, keys, value) => match self.eval(map) {
                Value::Map(mut elements) => {
                    elements[self.position(keys)] = self.eval(value);
                    Value::Map(elements)
                }
                other => panic!("{expr} is {other:?}"),
            },
            Expr::Forall(most, body) => Value::Bool((0..=*most).all(|bound| Scope { bound, ..self }.truth(body))),
            Expr::Exists(most, body) => Value::Bool((0..=*most).any(|bound| Scope { bound, ..self }.truth(body))),
        }
    }

    fn binary(self, op: Operator, left: &Expr, right: &Expr) -> Value {
        match op {
            Operator::And => Value::Bool(self.truth(left) && self.truth(right)),
            Operator::Or => Value::Bool(self.truth(left) || self.truth(right)),
            Operator::Implies => Value::Bool(!self.truth(left) || self.truth(right)),
            Operator::Iff => Value::Bool(self.truth(left) == self.truth(right)),
            Operator::Equal => Value::Bool(self.definite(left) == self.definite(right)),
            Operator::NotEqual => Value::Bool(self.definite(left) != self.definite(right)),
            Operator::Less => Value::Bool(self.int(left) < self.int(right)),
            Operator::LessEqual => Value::Bool(self.int(left) <= self.int(right)),
            Operator::Add => Value::Int(self.int(left) + self.int(right)),
            Operator::Subtract => Value::Int(self.int(left) - self.int(right)),
            Operator::Multiply => Value::Int(self.int(left) * self.int(right)),
            Operator::Divide => Value::Int(self.int(left).div_euclid(self.int(right))),
            Operator::Modulo => Value::Int(self.int(left).rem_euclid(self.int(right))),
            Operator::BitsAdd => Value::Bits((self.bits(left) + self.bits(right)) & 3),
            Operator::BitsAnd => Value::Bits(self.bits(left) & self.bits(right)),
            Operator::BitsLess => Value::Bool(self.bits(left) < self.bits(right)),
        }
    }
}
