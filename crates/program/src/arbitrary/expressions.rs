//! Random expressions. Those of type `int` stay between -2 and 3 if the variables do.

use std::sync::Arc;

use super::writer::Writer;
use crate::expr::{BinaryOp, BitsComparison, BitsOp, Expr, UnaryOp, VarRef};
use crate::ids::{ObjectId, SortId};
use crate::types::{MapType, Type};
use crate::value::{Base, Bits, Pointer, Value};

/// The tuples of keys that a map is filled at: all values, or the integers 0 and 1, or the elements that have names.
pub(super) fn all_keys(types: &[Type]) -> Vec<Vec<Expr>> {
    let mut tuples = vec![Vec::new()];
    for ty in types {
        let values: Vec<Expr> = match ty {
            Type::Bool => [false, true].map(|value| Expr::Literal(Value::Bool(value))).to_vec(),
            Type::Bits(width) => (0..1 << width).map(|value| bits_literal(*width, value)).collect(),
            Type::Sort(sort) => [0, 1].map(|number| Expr::Literal(Value::Element(*sort, number))).to_vec(),
            _ => [0, 1].map(Expr::int).to_vec(),
        };
        let longer = |tuple: &Vec<Expr>| -> Vec<Vec<Expr>> {
            values.iter().map(|value| tuple.iter().cloned().chain([value.clone()]).collect()).collect()
        };
        tuples = tuples.iter().flat_map(longer).collect();
    }
    tuples
}

fn bits_literal(width: u32, value: i64) -> Expr {
    Expr::Literal(Value::Bits(Bits::wrap(width, &value.into())))
}

impl Writer<'_> {
    /// Variables of the type.
    pub fn variables(&self, ty: &Type) -> Vec<VarRef> {
        self.scope.iter().filter(|(_, other)| other == ty).map(|(variable, _)| *variable).collect()
    }

    pub fn variable_of(&mut self, ty: &Type) -> Option<VarRef> {
        let variables = self.variables(ty);
        self.random.pick(&variables).copied()
    }

    /// An expression of the type.
    pub fn expression(&mut self, ty: &Type, depth: usize) -> Expr {
        match ty {
            Type::Bool => self.condition(depth),
            Type::Int => self.integer(depth),
            Type::Bits(width) => self.bits(*width, depth),
            Type::Pointer => self.pointer(),
            Type::Sort(_) => self.element(),
            Type::Map(map) => self.changed_map(ty, map, depth),
        }
    }

    /// An expression of type `bool`.
    pub fn condition(&mut self, depth: usize) -> Expr {
        if depth == 0 {
            return self.atomic_condition();
        }
        match self.random.below(8) {
            0 => Expr::unary(UnaryOp::Not, self.condition(depth - 1)),
            1 => {
                let ops = [BinaryOp::And, BinaryOp::Or, BinaryOp::Implies, BinaryOp::Equal, BinaryOp::NotEqual];
                let op = ops[self.random.below(ops.len())];
                Expr::binary(op, self.condition(depth - 1), self.condition(depth - 1))
            }
            2 if self.flavour.bits => self.bits_comparison(depth - 1),
            3 if self.flavour.sorts => Expr::binary(BinaryOp::Equal, self.element(), self.element()),
            4 if self.flavour.maps => self.selected(&Type::Bool),
            5 if self.flavour.memory => self.memory_condition(),
            6 if self.flavour.maps => self.map_comparison(),
            _ => self.atomic_condition(),
        }
    }

    fn atomic_condition(&mut self) -> Expr {
        let boolean = self.variable_of(&Type::Bool);
        match (self.random.below(4), boolean) {
            (0 | 1, Some(variable)) => Expr::Variable(variable),
            (0..=2, _) => self.integer_comparison(),
            (_, Some(variable)) => Expr::unary(UnaryOp::Not, Expr::Variable(variable)),
            _ => self.integer_comparison(),
        }
    }

    fn integer_comparison(&mut self) -> Expr {
        let ops = [
            BinaryOp::Equal,
            BinaryOp::NotEqual,
            BinaryOp::Less,
            BinaryOp::LessEqual,
            BinaryOp::Greater,
            BinaryOp::GreaterEqual,
        ];
        let op = ops[self.random.below(ops.len())];
        let left = self.integer(0);
        let right = if self.random.chance(70) { self.small_number() } else { self.integer(0) };
        Expr::binary(op, left, right)
    }

    fn small_number(&mut self) -> Expr {
        Expr::int(self.random.below(3) as i64)
    }

    /// An expression of type `int`, small if the variables are.
    pub fn integer(&mut self, depth: usize) -> Expr {
        let Some(variable) = self.variable_of(&Type::Int) else { return self.small_number() };
        let variable = Expr::Variable(variable);
        if depth == 0 {
            return if self.random.chance(80) { variable } else { self.small_number() };
        }
        match self.random.below(9) {
            0 | 1 => self.small_number(),
            2 | 3 => {
                let ops = [BinaryOp::Add, BinaryOp::Add, BinaryOp::Subtract, BinaryOp::Multiply];
                let op = ops[self.random.below(ops.len())];
                let changed = Expr::binary(op, variable, self.integer(depth - 1));
                Expr::binary(BinaryOp::Modulo, changed, Expr::int(2 + self.random.below(2) as i64))
            }
            4 => {
                let (condition, other) = (self.condition(depth - 1), self.integer(depth - 1));
                Expr::If(Box::new(condition), Box::new(variable), Box::new(other))
            }
            5 if self.random.chance(30) => Expr::unary(UnaryOp::Negate, variable),
            6 if self.flavour.bits => {
                let op = if self.random.chance(70) { UnaryOp::UnsignedToInt } else { UnaryOp::SignedToInt };
                Expr::unary(op, self.bits(self.flavour.width, depth - 1))
            }
            7 if self.flavour.maps => self.selected(&Type::Int),
            8 if self.random.chance(30) => Expr::binary(BinaryOp::Divide, variable, Expr::int(2)),
            _ => variable,
        }
    }

    /// A machine integer. Of eight bits it is zero or one.
    pub fn bits(&mut self, width: u32, depth: usize) -> Expr {
        let largest = if width == 8 { 2 } else { 1 << width };
        let literal = bits_literal(width, self.random.below(largest) as i64);
        let Some(variable) = self.variable_of(&Type::Bits(width)).map(Expr::Variable) else { return literal };
        if depth == 0 {
            return if self.random.chance(70) { variable } else { literal };
        }
        match self.random.below(8) {
            0 | 1 => literal,
            2..=4 => {
                let ops = [
                    BitsOp::Add,
                    BitsOp::Add,
                    BitsOp::Subtract,
                    BitsOp::Multiply,
                    BitsOp::Xor,
                    BitsOp::And,
                    BitsOp::Or,
                    BitsOp::ShiftLeft,
                    BitsOp::ShiftRight,
                    BitsOp::ShiftRightSigned,
                    BitsOp::DivideUnsigned,
                    BitsOp::DivideSigned,
                    BitsOp::RemainderUnsigned,
                    BitsOp::RemainderSigned,
                    BitsOp::ModuloSigned,
                ];
                let op = BinaryOp::Bits(ops[self.random.below(ops.len())]);
                Expr::binary(op, variable, self.bits(width, depth - 1))
            }
            5 => Expr::unary(UnaryOp::IntToBits(width), self.integer(0)),
            6 if width > 1 && self.random.chance(50) => {
                // Rotated by one bit.
                let high = Expr::unary(UnaryOp::Extract { high: width, low: 1 }, variable.clone());
                Expr::binary(BinaryOp::Concat, Expr::unary(UnaryOp::Extract { high: 1, low: 0 }, variable), high)
            }
            6 => {
                let low = Expr::unary(UnaryOp::Extract { high: 1, low: 0 }, variable);
                Expr::unary(
                    if self.random.chance(50) { UnaryOp::ZeroExtend(width) } else { UnaryOp::SignExtend(width) },
                    low,
                )
            }
            _ => Expr::unary(if self.random.chance(50) { UnaryOp::BitsNot } else { UnaryOp::BitsNegate }, variable),
        }
    }

    fn bits_comparison(&mut self, depth: usize) -> Expr {
        let ops = [
            BinaryOp::Equal,
            BinaryOp::NotEqual,
            BinaryOp::BitsCompare(BitsComparison::UnsignedLess),
            BinaryOp::BitsCompare(BitsComparison::UnsignedLessEqual),
            BinaryOp::BitsCompare(BitsComparison::UnsignedGreater),
            BinaryOp::BitsCompare(BitsComparison::UnsignedGreaterEqual),
            BinaryOp::BitsCompare(BitsComparison::SignedLess),
            BinaryOp::BitsCompare(BitsComparison::SignedLessEqual),
            BinaryOp::BitsCompare(BitsComparison::SignedGreater),
            BinaryOp::BitsCompare(BitsComparison::SignedGreaterEqual),
        ];
        let op = ops[self.random.below(ops.len())];
        let width = self.flavour.width;
        Expr::binary(op, self.bits(width, depth), self.bits(width, 0))
    }

    fn element(&mut self) -> Expr {
        let literal = Expr::Literal(Value::Element(SortId(0), self.random.below(2) as u32));
        let variable = self.variable_of(&Type::Sort(SortId(0))).map(Expr::Variable);
        variable.filter(|_| self.random.chance(60)).unwrap_or(literal)
    }

    /// A map of the program's type, in a variable.
    fn map(&mut self) -> Option<(Expr, Arc<MapType>)> {
        let ty = self.flavour.map.clone();
        let variable = self.variable_of(&ty).filter(|_| self.flavour.maps)?;
        let Type::Map(map) = ty else { unreachable!("the type of maps is one") };
        Some((Expr::Variable(variable), map))
    }

    /// An element of a map, or of a map in a map, or something else of the type.
    fn selected(&mut self, wanted: &Type) -> Expr {
        let Some((mut element, mut map)) = self.map() else { return self.plain(wanted) };
        loop {
            element = Expr::Select(Box::new(element), self.keys(&map));
            match &map.value {
                value if value == wanted => return element,
                Type::Map(inner) => map = Arc::clone(inner),
                _ => return self.plain(wanted),
            }
        }
    }

    fn plain(&mut self, wanted: &Type) -> Expr {
        if *wanted == Type::Bool { self.atomic_condition() } else { self.small_number() }
    }

    fn keys(&mut self, map: &MapType) -> Vec<Expr> {
        let key = |ty: &Type| match ty {
            Type::Int if self.odd() => self.integer(0),
            Type::Int => Expr::binary(BinaryOp::Modulo, self.integer(0), Expr::int(2)),
            ty => self.expression(ty, 0),
        };
        map.keys.iter().map(key).collect()
    }

    /// A map of the type that differs from one that there is at some keys.
    fn changed_map(&mut self, ty: &Type, map: &MapType, depth: usize) -> Expr {
        let there_is = match self.variable_of(ty) {
            Some(variable) => Expr::Variable(variable),
            None => {
                let (outer, of_maps) = self.map().expect("a map in a map is asked for only if there is one");
                Expr::Select(Box::new(outer), self.keys(&of_maps))
            }
        };
        let (keys, value) = (self.keys(map), self.expression(&map.value, depth.min(1)));
        Expr::Update(Box::new(there_is), keys, Box::new(value))
    }

    /// Compares two maps that have a value at every key.
    fn map_comparison(&mut self) -> Expr {
        let Some((compared, map)) = self.map() else { return self.atomic_condition() };
        let every_key_is_set = map.keys.iter().all(|key| matches!(key, Type::Bool | Type::Bits(_)));
        if !every_key_is_set {
            return self.atomic_condition();
        }
        let changed = self.changed_map(&Type::Map(Arc::clone(&map)), &map, 0);
        let op = if self.random.chance(70) { BinaryOp::Equal } else { BinaryOp::NotEqual };
        Expr::binary(op, compared, changed)
    }

    /// A pointer: null, to a static object, or what a variable holds.
    pub fn pointer(&mut self) -> Expr {
        match (self.random.below(4), self.variable_of(&Type::Pointer)) {
            (0, _) => Expr::Literal(Value::Pointer(Pointer::NULL)),
            (1, _) => self.static_pointer(),
            (_, Some(variable)) => Expr::Variable(variable),
            _ => self.static_pointer(),
        }
    }

    /// A pointer to one of the two bytes of the first static object.
    pub fn static_pointer(&mut self) -> Expr {
        let offset = self.random.below(2) as i64;
        let to = |offset| Expr::Literal(Value::Pointer(Pointer { base: Base::Static(ObjectId(0)), offset }));
        match self.random.below(5) {
            0 => Expr::binary(BinaryOp::Offset, to(1 - offset), bits_literal(64, 2 * offset - 1)),
            _ => to(offset),
        }
    }
}
