//! Random expressions.

use crate::generate::Writer;
use crate::syntax::{Expr, Operator, Type, Variable};

impl Writer<'_> {
    pub(super) fn literal(&mut self, ty: Type) -> Expr {
        match ty {
            Type::Bool => Expr::Bool(self.random.chance(50)),
            Type::Int => Expr::Int(self.random.below(4) as i64 - 1),
            Type::Bits => Expr::Bits(self.random.below(4) as u8),
            Type::Row | Type::Grid => unreachable!("there are no literals of maps"),
        }
    }

    /// An expression whose value stays small even in a loop.
    pub(super) fn small(&mut self, ty: Type) -> Expr {
        let expr = self.expr(ty, 2);
        match ty {
            Type::Int if self.random.chance(90) => {
                Expr::Binary(Operator::Modulo, Box::new(expr), Box::new(Expr::Int(2 + self.random.below(2) as i64)))
            }
            _ => expr,
        }
    }

    /// A condition on a variable that is neither an integer nor a map, or on an integer.
    pub(super) fn about(&mut self, variable: Variable) -> Expr {
        let value = Box::new(Expr::Variable(variable));
        match self.ty(variable) {
            Type::Bool if self.random.chance(50) => *value,
            Type::Bool => Expr::Not(value),
            ty => Expr::Binary(Operator::NotEqual, value, Box::new(self.literal(ty))),
        }
    }

    pub(super) fn mostly_true(&mut self) -> Expr {
        let left = self.expr(Type::Bool, 1);
        let right = self.expr(Type::Bool, 1);
        Expr::Binary(Operator::Or, Box::new(left), Box::new(right))
    }

    pub(super) fn expr(&mut self, ty: Type, depth: usize) -> Expr {
        let fitting: Vec<Variable> = self.variables().into_iter().filter(|variable| self.ty(*variable) == ty).collect();
        let leaf = |writer: &mut Self| match writer.random.pick(&fitting).copied() {
            Some(variable) if writer.random.chance(75) || matches!(ty, Type::Row | Type::Grid) => {
                Expr::Variable(variable)
            }
            _ => writer.literal(ty),
        };
        if depth == 0 || self.random.chance(30) {
            return leaf(self);
        }
        let below = depth - 1;
        if self.random.chance(12) {
            let [condition, first, second] = [Type::Bool, ty, ty].map(|ty| Box::new(self.expr(ty, below)));
            return Expr::If(condition, first, second);
        }
        if let Some(element) = self.element(ty, below) {
            return element;
        }
        match ty {
            Type::Bool => self.condition_of(below),
            Type::Int => match self.random.below(6) {
                0 => Expr::Negate(Box::new(self.expr(Type::Int, below))),
                1 => {
                    let op = if self.random.chance(50) { Operator::Divide } else { Operator::Modulo };
                    let divisor = Expr::Int([-2, 2, 3][self.random.below(3)]);
                    Expr::Binary(op, Box::new(self.expr(Type::Int, below)), Box::new(divisor))
                }
                2 => {
                    let factor = Expr::Int([-1, 2][self.random.below(2)]);
                    Expr::Binary(Operator::Multiply, Box::new(self.expr(Type::Int, below)), Box::new(factor))
                }
                3 => self.binary(Operator::Subtract, Type::Int, below),
                _ => self.binary(Operator::Add, Type::Int, below),
            },
            Type::Bits => match self.random.below(4) {
                0 => Expr::Swap(Box::new(leaf(self))),
                1 => self.binary(Operator::BitsAnd, Type::Bits, below),
                _ => self.binary(Operator::BitsAdd, Type::Bits, below),
            },
            Type::Row | Type::Grid => leaf(self),
        }
    }

    fn condition_of(&mut self, depth: usize) -> Expr {
        use Operator::{And, BitsLess, Equal, Iff, Implies, Less, LessEqual, NotEqual, Or};
        let (op, operands) = match self.random.below(12) {
            0 => return Expr::Not(Box::new(self.expr(Type::Bool, depth))),
            1 => return self.quantified(depth),
            2..=5 => (self.random.weighted(&[(1, And), (1, Or), (1, Implies), (1, Iff)]), Type::Bool),
            6..=9 => (self.random.weighted(&[(2, Less), (2, LessEqual), (2, Equal), (1, NotEqual)]), Type::Int),
            10 => (self.random.weighted(&[(1, Equal), (1, BitsLess)]), Type::Bits),
            _ => (NotEqual, Type::Bool),
        };
        self.binary(op, operands, depth)
    }

    fn binary(&mut self, op: Operator, operands: Type, depth: usize) -> Expr {
        let [left, right] = [operands, operands].map(|ty| Box::new(self.expr(ty, depth)));
        Expr::Binary(op, left, right)
    }

    /// An element of a map, or a map with an element changed.
    fn element(&mut self, ty: Type, depth: usize) -> Option<Expr> {
        let (map, keys) = match ty {
            Type::Int => (Type::Row, 1),
            Type::Bool => (Type::Grid, 2),
            Type::Row => (Type::Row, 1),
            Type::Grid => (Type::Grid, 2),
            Type::Bits => return None,
        };
        let maps: Vec<Variable> = self.variables().into_iter().filter(|variable| self.ty(*variable) == map).collect();
        let map = Box::new(Expr::Variable(*self.random.pick(&maps)?));
        let keys: Vec<Expr> = (0..keys).map(|_| self.expr(Type::Bool, depth.min(1))).collect();
        match ty {
            Type::Row => Some(Expr::Update(map, keys, Box::new(self.small(Type::Int)))),
            Type::Grid => Some(Expr::Update(map, keys, Box::new(self.expr(Type::Bool, depth)))),
            _ if self.random.chance(30) => Some(Expr::Select(map, keys)),
            _ => None,
        }
    }

    fn quantified(&mut self, depth: usize) -> Expr {
        let most = self.random.below(3) as i64;
        let bound = Expr::Binary(Operator::Less, Box::new(self.expr(Type::Int, 0)), Box::new(Expr::Bound));
        let rest = self.expr(Type::Bool, depth);
        let op = if self.random.chance(50) { Operator::And } else { Operator::Or };
        let body = Box::new(Expr::Binary(op, Box::new(bound), Box::new(rest)));
        if self.random.chance(50) { Expr::Forall(most, body) } else { Expr::Exists(most, body) }
    }
}
