//! Lowered expressions with their types and measures, and substitution in them.

use program::expr::{Expr, VarRef};
use program::types::Type;
use program::value::Value;

/// A lowered expression.
#[derive(Clone, Debug)]
pub struct Typed {
    pub expr: Expr,
    pub ty: Type,
    pub measure: Measure,
}

/// How large an expression is.
#[derive(Clone, Copy, Debug)]
pub struct Measure {
    /// The length of the longest way to a leaf.
    pub depth: u32,
    /// How many parts it has.
    pub size: u32,
}

impl Measure {
    pub const LEAF: Measure = Measure { depth: 1, size: 1 };

    pub fn of(expr: &Expr) -> Measure {
        let mut result = Measure::LEAF;
        expr.for_each_operand(|operand| {
            let operand = Measure::of(operand);
            result.depth = result.depth.max(operand.depth + 1);
            result.size = result.size.saturating_add(operand.size);
        });
        result
    }
}

impl Typed {
    pub fn leaf(expr: Expr, ty: Type) -> Typed {
        Typed { expr, ty, measure: Measure::LEAF }
    }

    pub fn variable(variable: VarRef, ty: Type) -> Typed {
        Typed::leaf(Expr::Variable(variable), ty)
    }

    pub fn literal(value: Value, ty: Type) -> Typed {
        Typed::leaf(Expr::Literal(value), ty)
    }
}

/// The expression with some of its variables replaced.
pub fn substitute(expr: &Expr, replace: &impl Fn(VarRef) -> Option<Expr>) -> Expr {
    with_leaves(expr, &|leaf| match leaf {
        Expr::Variable(variable) => replace(*variable),
        _ => None,
    })
}

/// The expression with some of its variables and literals replaced.
pub fn with_leaves(expr: &Expr, replace: &impl Fn(&Expr) -> Option<Expr>) -> Expr {
    let again = |inner: &Expr| Box::new(with_leaves(inner, replace));
    let all = |inner: &[Expr]| inner.iter().map(|expr| with_leaves(expr, replace)).collect();
    match expr {
        Expr::Literal(_) | Expr::Variable(_) => replace(expr).unwrap_or_else(|| expr.clone()),
        Expr::Unary(op, operand) => Expr::Unary(*op, again(operand)),
        Expr::Binary(op, left, right) => Expr::Binary(*op, again(left), again(right)),
        Expr::If(condition, first, second) => Expr::If(again(condition), again(first), again(second)),
        Expr::Select(map, keys) => Expr::Select(again(map), all(keys)),
        Expr::Update(map, keys, value) => Expr::Update(again(map), all(keys), again(value)),
        Expr::Load(pointer, ty) => Expr::Load(again(pointer), ty.clone()),
    }
}
