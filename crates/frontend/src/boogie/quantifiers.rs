//! Quantifiers over finitely many values, written out as conjunctions and disjunctions.
//!
//! A variable ranges over all values of its type if they are few, or between bounds that the body itself gives:
//! in `forall i: int :: 0 <= i && i < 4 ==> e` the instances outside the bounds are true whatever `e` is.
//! Everything is done on the negation of a `forall`'s body, which makes it an `exists`.

use std::sync::Arc;

use num_bigint::BigInt;
use num_traits::ToPrimitive;
use program::expr::{BinaryOp, Expr};
use program::span::Span;
use program::types::Type;
use program::value::{Bits, Value};

use crate::boogie::ast::{self, Binder, ExprKind, Operator, Quantifier};
use crate::boogie::expressions::{Bound, Lowering, Purpose, unknown};
use crate::boogie::fold::fold;
use crate::boogie::typed::Typed;
use crate::error::{Error, Result};

/// How many values one variable may range over.
const MAXIMAL_RANGE: u64 = 4_096;

impl Lowering<'_, '_> {
    pub(super) fn quantified(
        &mut self,
        quantifier: Quantifier,
        binders: &[Binder],
        body: &ast::Expr,
        span: Span,
    ) -> Result<Typed> {
        let outer = self.bound.len();
        let mut variables = Vec::new();
        for binder in binders {
            let ty = self.scope.session.declarations.types.resolve(&binder.ty)?;
            self.bound.push((Arc::clone(&binder.name.text), Bound::Unknown(ty.clone())));
            variables.push((outer + variables.len(), ty));
        }
        let result = match self.scope.purpose {
            Purpose::Check => self.lower_as(body, &Type::Bool).map(|_| unknown(&Type::Bool)),
            Purpose::Run => self.instances(quantifier, variables, body, span),
        };
        self.bound.truncate(outer);
        result
    }

    /// Fixes the variables one after the other; each one's bounds may depend on those fixed before.
    fn instances(
        &mut self,
        quantifier: Quantifier,
        mut variables: Vec<(usize, Type)>,
        body: &ast::Expr,
        span: Span,
    ) -> Result<Typed> {
        if variables.is_empty() {
            let mut instance = self.lower_as(body, &Type::Bool)?;
            instance.expr = fold(instance.expr);
            return Ok(instance);
        }
        let found = variables.iter().enumerate().find_map(|(position, (slot, ty))| {
            self.range(quantifier, *slot, ty, body).map(|values| (position, values))
        });
        let Some((position, values)) = found else { return Err(self.no_range(&variables, span)) };
        let (slot, ty) = variables.remove(position);
        let mut instances = Vec::new();
        for value in values {
            self.bound[slot].1 = Bound::Value(Typed::literal(value, ty.clone()));
            instances.push(self.instances(quantifier, variables.clone(), body, span)?);
        }
        self.bound[slot].1 = Bound::Unknown(ty);
        self.combine(quantifier, instances, span)
    }

    fn no_range(&self, variables: &[(usize, Type)], span: Span) -> Error {
        let names: Vec<_> = variables.iter().map(|(slot, _)| format!("`{}`", self.bound[*slot].0)).collect();
        let (have, them) = if names.len() == 1 { ("has", "it") } else { ("have", "them") };
        let what = format!(
            "this quantifier cannot be executed: {} {have} no finite range; give {them} constant bounds, as in \
             `0 <= i && i < 4 ==> …`",
            names.join(" and ")
        );
        Error::new(span, what)
    }

    /// A balanced conjunction or disjunction of the instances that are not decided.
    fn combine(&mut self, quantifier: Quantifier, instances: Vec<Typed>, span: Span) -> Result<Typed> {
        let (op, neutral) = match quantifier {
            Quantifier::Forall => (BinaryOp::And, true),
            Quantifier::Exists => (BinaryOp::Or, false),
        };
        let decided = |value: bool| Typed::literal(Value::Bool(value), Type::Bool);
        let is = |typed: &Typed, value: bool| typed.expr == Expr::Literal(Value::Bool(value));
        if instances.iter().any(|instance| is(instance, !neutral)) {
            return Ok(decided(!neutral));
        }
        let mut level: Vec<Typed> = instances.into_iter().filter(|instance| !is(instance, neutral)).collect();
        while level.len() > 1 {
            let mut above = Vec::new();
            let mut rest = level.into_iter();
            while let Some(left) = rest.next() {
                let Some(right) = rest.next() else {
                    above.push(left);
                    break;
                };
                let measure = self.measure(span, [&left, &right])?;
                above.push(Typed { expr: Expr::binary(op, left.expr, right.expr), ty: Type::Bool, measure });
            }
            level = above;
        }
        Ok(level.pop().unwrap_or_else(|| decided(neutral)))
    }

    /// The values outside of which the body is decided, if they are finitely many and can be found.
    fn range(&mut self, quantifier: Quantifier, slot: usize, ty: &Type, body: &ast::Expr) -> Option<Vec<Value>> {
        match ty {
            Type::Bool => Some(vec![Value::Bool(false), Value::Bool(true)]),
            Type::Bits(width) => {
                let count = ty.cardinality().filter(|count| *count <= MAXIMAL_RANGE)?;
                Some((0..count).map(|value| Value::Bits(Bits::wrap(*width, &value.into()))).collect())
            }
            Type::Int => {
                let (low, high) = self.bounds(quantifier, slot, body)?;
                if high < low {
                    return Some(Vec::new());
                }
                let count = (&high - &low).to_u64().filter(|count| *count < MAXIMAL_RANGE)?;
                Some((0..=count).map(|step| Value::Int(&low + step)).collect())
            }
            Type::Pointer | Type::Sort(_) | Type::Map(_) => None,
        }
    }

    fn bounds(&mut self, quantifier: Quantifier, slot: usize, body: &ast::Expr) -> Option<(BigInt, BigInt)> {
        let name = Arc::clone(&self.bound[slot].0);
        let mut comparisons = Vec::new();
        necessary(body, quantifier == Quantifier::Exists, &mut comparisons);
        let (mut low, mut high): (Option<BigInt>, Option<BigInt>) = (None, None);
        for (op, left, right) in comparisons {
            let is_variable =
                |side: &ast::Expr| matches!(&side.uncoerced().kind, ExprKind::Name(found) if *found == name);
            let (op, other) = match (is_variable(left), is_variable(right)) {
                (true, false) => (op, right),
                (false, true) => (mirrored(op), left),
                _ => continue,
            };
            let Some(limit) = self.constant_integer(other) else { continue };
            if let Some(least) = lower_bound(op, &limit) {
                low = Some(low.map_or(least.clone(), |known| known.max(least)));
            }
            if let Some(most) = upper_bound(op, &limit) {
                high = Some(high.map_or(most.clone(), |known| known.min(most)));
            }
        }
        Some((low?, high?))
    }

    fn constant_integer(&mut self, expr: &ast::Expr) -> Option<BigInt> {
        match fold(self.lower(expr).ok()?.expr) {
            Expr::Literal(Value::Int(value)) => Some(value),
            _ => None,
        }
    }
}

/// Comparisons that must hold for the expression to have the wanted truth value.
fn necessary<'e>(expr: &'e ast::Expr, wanted: bool, into: &mut Vec<(BinaryOp, &'e ast::Expr, &'e ast::Expr)>) {
    match &expr.uncoerced().kind {
        ExprKind::Not(inner) => necessary(inner, !wanted, into),
        ExprKind::Binary(Operator::Plain(op), left, right) => match (op, wanted) {
            (BinaryOp::And, true) | (BinaryOp::Or, false) => {
                necessary(left, wanted, into);
                necessary(right, wanted, into);
            }
            (BinaryOp::Implies, false) => {
                necessary(left, true, into);
                necessary(right, false, into);
            }
            (_, true) if is_comparison(*op) => into.push((*op, left, right)),
            (_, false) if is_comparison(*op) => into.push((negated(*op), left, right)),
            _ => {}
        },
        _ => {}
    }
}

fn is_comparison(op: BinaryOp) -> bool {
    mirrored(op) != op || op == BinaryOp::Equal || op == BinaryOp::NotEqual
}

fn mirrored(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Less => BinaryOp::Greater,
        BinaryOp::LessEqual => BinaryOp::GreaterEqual,
        BinaryOp::Greater => BinaryOp::Less,
        BinaryOp::GreaterEqual => BinaryOp::LessEqual,
        _ => op,
    }
}

fn negated(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Less => BinaryOp::GreaterEqual,
        BinaryOp::LessEqual => BinaryOp::Greater,
        BinaryOp::Greater => BinaryOp::LessEqual,
        BinaryOp::GreaterEqual => BinaryOp::Less,
        BinaryOp::Equal => BinaryOp::NotEqual,
        BinaryOp::NotEqual => BinaryOp::Equal,
        _ => op,
    }
}

fn lower_bound(op: BinaryOp, limit: &BigInt) -> Option<BigInt> {
    match op {
        BinaryOp::Greater => Some(limit + 1),
        BinaryOp::GreaterEqual | BinaryOp::Equal => Some(limit.clone()),
        _ => None,
    }
}

fn upper_bound(op: BinaryOp, limit: &BigInt) -> Option<BigInt> {
    match op {
        BinaryOp::Less => Some(limit - 1),
        BinaryOp::LessEqual | BinaryOp::Equal => Some(limit.clone()),
        _ => None,
    }
}
