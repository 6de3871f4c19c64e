//! Operators, maps and extraction: types checked, operands lowered.

use program::expr::{BinaryOp, Expr, UnaryOp};
use program::span::Span;
use program::text::counted;
use program::types::Type;

use crate::boogie::ast::{self, Operator};
use crate::boogie::expressions::Lowering;
use crate::boogie::lexer::MAXIMAL_WIDTH;
use crate::boogie::typed::Typed;
use crate::error::{Error, Result};

impl Lowering<'_, '_> {
    pub(super) fn unary(&mut self, op: UnaryOp, ty: &Type, operand: &ast::Expr, span: Span) -> Result<Typed> {
        let operand = self.lower_as(operand, ty)?;
        let measure = self.measure(span, [&operand])?;
        Ok(Typed { expr: Expr::unary(op, operand.expr), ty: ty.clone(), measure })
    }

    pub(super) fn binary(&mut self, op: Operator, left: &ast::Expr, right: &ast::Expr, span: Span) -> Result<Typed> {
        let (left_span, right_span) = (left.span, right.span);
        let left = self.lower(left)?;
        let right = self.lower(right)?;
        let ty = self.binary_type(op, (&left.ty, left_span), (&right.ty, right_span), span)?;
        let measure = self.measure(span, [&left, &right])?;
        let op = match op {
            Operator::Iff => BinaryOp::Equal,
            Operator::Plain(op) => op,
        };
        Ok(Typed { expr: Expr::binary(op, left.expr, right.expr), ty, measure })
    }

    fn binary_type(&self, op: Operator, left: (&Type, Span), right: (&Type, Span), span: Span) -> Result<Type> {
        let both = |ty: &Type| {
            self.scope.expect(left.0, ty, left.1)?;
            self.scope.expect(right.0, ty, right.1)
        };
        let arithmetic = || {
            if let (Type::Bits(_), Type::Bits(_)) = (left.0, right.0) {
                let hint = "this operator is on `int`; bit vectors need a function with `{:bvbuiltin …}`";
                return Err(Error::new(span, hint));
            }
            both(&Type::Int)
        };
        match op {
            Operator::Iff | Operator::Plain(BinaryOp::And | BinaryOp::Or | BinaryOp::Implies) => {
                both(&Type::Bool).map(|()| Type::Bool)
            }
            Operator::Plain(BinaryOp::Equal | BinaryOp::NotEqual) if left.0 == right.0 => Ok(Type::Bool),
            Operator::Plain(BinaryOp::Equal | BinaryOp::NotEqual) => {
                let what = format!("`{}` cannot be compared with `{}`", self.show(left.0), self.show(right.0));
                Err(Error::new(span, what))
            }
            Operator::Plain(BinaryOp::Less | BinaryOp::LessEqual | BinaryOp::Greater | BinaryOp::GreaterEqual) => {
                arithmetic().map(|()| Type::Bool)
            }
            Operator::Plain(BinaryOp::Concat) => self.concatenated(left.0, right.0, span),
            Operator::Plain(_) => arithmetic().map(|()| Type::Int),
        }
    }

    fn concatenated(&self, left: &Type, right: &Type, span: Span) -> Result<Type> {
        match (left, right) {
            (Type::Bits(high), Type::Bits(low)) if high + low <= MAXIMAL_WIDTH => Ok(Type::Bits(high + low)),
            (Type::Bits(_), Type::Bits(_)) => Err(Error::new(
                span,
                format!("bit vectors of more than {} are not supported", counted(MAXIMAL_WIDTH, "bit")),
            )),
            _ => {
                let what = format!("`++` joins bit vectors, not `{}` and `{}`", self.show(left), self.show(right));
                Err(Error::new(span, what))
            }
        }
    }

    pub(super) fn select(&mut self, map: &ast::Expr, keys: &[ast::Expr], span: Span) -> Result<Typed> {
        let map = self.lower(map)?;
        let (keys, value) = self.keys(&map.ty, keys, span)?;
        let measure = self.measure(span, keys.iter().chain([&map]))?;
        let keys = keys.into_iter().map(|key| key.expr).collect();
        Ok(Typed { expr: Expr::Select(Box::new(map.expr), keys), ty: value, measure })
    }

    pub(super) fn update(
        &mut self,
        map: &ast::Expr,
        keys: &[ast::Expr],
        value: &ast::Expr,
        span: Span,
    ) -> Result<Typed> {
        let map = self.lower(map)?;
        let (keys, value_type) = self.keys(&map.ty, keys, span)?;
        let value = self.lower_as(value, &value_type)?;
        let measure = self.measure(span, keys.iter().chain([&map, &value]))?;
        let keys = keys.into_iter().map(|key| key.expr).collect();
        let expr = Expr::Update(Box::new(map.expr), keys, Box::new(value.expr));
        Ok(Typed { expr, ty: map.ty, measure })
    }

    /// The keys, lowered, and the type of what they select.
    fn keys(&mut self, map: &Type, keys: &[ast::Expr], span: Span) -> Result<(Vec<Typed>, Type)> {
        let Type::Map(map) = map else {
            return Err(Error::new(span, format!("`{}` is not a map", self.show(map))));
        };
        if keys.len() != map.keys.len() {
            let what = format!("this map takes {}, not {}", counted(map.keys.len(), "key"), keys.len());
            return Err(Error::new(span, what));
        }
        let lowered = keys.iter().zip(&map.keys).map(|(key, ty)| self.lower_as(key, ty));
        Ok((lowered.collect::<Result<Vec<_>>>()?, map.value.clone()))
    }

    pub(super) fn extract(&mut self, operand: &ast::Expr, high: u32, low: u32, span: Span) -> Result<Typed> {
        let operand = self.lower(operand)?;
        match operand.ty {
            Type::Bits(width) if high <= width => {}
            _ => {
                let what = format!("`[{high}:{low}]` cannot be taken from `{}`", self.show(&operand.ty));
                return Err(Error::new(span, what));
            }
        }
        let measure = self.measure(span, [&operand])?;
        let expr = Expr::unary(UnaryOp::Extract { high, low }, operand.expr);
        Ok(Typed { expr, ty: Type::Bits(high - low), measure })
    }
}
