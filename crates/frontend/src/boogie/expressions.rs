//! Expressions: names are resolved, types checked, functions and finite quantifiers expanded.
//!
//! An expression is lowered for one of two purposes. To run it, everything in it must be executable.
//! To check it, as for a loop invariant, it is typed and then thrown away,
//! so quantifiers and functions without a body are fine.

use std::collections::BTreeMap;
use std::sync::Arc;

use program::expr::{Expr, UnaryOp, VarRef};
use program::ids::LocalId;
use program::span::Span;
use program::types::Type;
use program::value::Value;

use crate::boogie::ast::{self, Definition, ExprKind};
use crate::boogie::declarations::Symbol;
use crate::boogie::intrinsics;
use crate::boogie::parse::MAXIMAL_DEPTH;
use crate::boogie::session::{Session, constant_variable, old_variable};
use crate::boogie::typed::{Measure, Typed};
use crate::error::{Error, Result};

/// The names of a procedure's variables.
pub type Locals = BTreeMap<Arc<str>, Local>;

/// A variable of a procedure.
#[derive(Clone, Debug)]
pub struct Local {
    pub id: LocalId,
    pub ty: Type,
    /// Parameters cannot be assigned to.
    pub is_parameter: bool,
}

/// What an expression is lowered for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    Run,
    Check,
}

/// What `old` means where the expression stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OldRule {
    Refused,
    /// Global variables inside `old` become their stand-ins.
    Allowed,
}

/// Where an expression stands.
#[derive(Clone, Copy)]
pub struct Scope<'s, 'a> {
    pub session: &'s Session<'a>,
    pub locals: &'s Locals,
    pub purpose: Purpose,
    pub old: OldRule,
}

impl<'s, 'a> Scope<'s, 'a> {
    /// Lowers an expression of whatever type.
    pub fn lower(self, expr: &ast::Expr) -> Result<Typed> {
        Lowering::new(self).lower(expr)
    }

    /// Lowers an expression that must have this type.
    pub fn lower_as(self, expr: &ast::Expr, expected: &Type) -> Result<Typed> {
        let typed = self.lower(expr)?;
        self.expect(&typed.ty, expected, expr.span)?;
        Ok(typed)
    }

    pub fn condition(self, expr: &ast::Expr) -> Result<Expr> {
        self.lower_as(expr, &Type::Bool).map(|typed| typed.expr)
    }

    /// Fails unless the types are the same.
    pub fn expect(self, found: &Type, expected: &Type, span: Span) -> Result<()> {
        if found == expected {
            return Ok(());
        }
        let types = &self.session.declarations.types;
        let what = format!("expected type `{}`, found `{}`", types.show(expected), types.show(found));
        Err(Error::new(span, what))
    }
}

/// A name bound by a quantifier, a function or a definition.
#[derive(Clone)]
pub(super) enum Bound {
    Value(Typed),
    /// No value is known: while checking only, or while looking for a quantifier's bounds.
    Unknown(Type),
}

/// One expression being lowered.
pub(super) struct Lowering<'s, 'a> {
    pub scope: Scope<'s, 'a>,
    /// Innermost last.
    pub bound: Vec<(Arc<str>, Bound)>,
    /// The functions whose bodies we are in.
    pub functions: Vec<Arc<str>>,
    /// How deep the recursion is, function bodies included.
    pub level: u32,
    /// Whether global variables are visible; inside function bodies they are not.
    pub sees_globals: bool,
    pub inside_old: bool,
}

impl<'s, 'a> Lowering<'s, 'a> {
    fn new(scope: Scope<'s, 'a>) -> Self {
        let (bound, functions) = (Vec::new(), Vec::new());
        Lowering { scope, bound, functions, level: 0, sees_globals: true, inside_old: false }
    }

    pub fn lower(&mut self, expr: &ast::Expr) -> Result<Typed> {
        if self.level == MAXIMAL_DEPTH {
            return Err(too_deep(expr.span));
        }
        self.level += 1;
        let result = self.lower_kind(expr);
        self.level -= 1;
        result
    }

    fn lower_kind(&mut self, expr: &ast::Expr) -> Result<Typed> {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Literal(value) => Ok(literal(value)),
            ExprKind::Name(name) => self.name(name, span),
            ExprKind::Apply(function, arguments) => self.apply(function, arguments, span),
            ExprKind::Not(operand) => self.unary(UnaryOp::Not, &Type::Bool, operand, span),
            ExprKind::Negate(operand) => self.unary(UnaryOp::Negate, &Type::Int, operand, span),
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right, span),
            ExprKind::If(condition, first, second) => self.conditional(condition, first, second, span),
            ExprKind::Select(map, keys) => self.select(map, keys, span),
            ExprKind::Update(map, keys, value) => self.update(map, keys, value, span),
            ExprKind::Extract { operand, high, low } => self.extract(operand, *high, *low, span),
            ExprKind::Coercion(operand, ty) => {
                let ty = self.scope.session.declarations.types.resolve(ty)?;
                self.lower_as(operand, &ty)
            }
            ExprKind::Old(operand) => self.old(operand, span),
            ExprKind::Quantified(quantifier, binders, body) => self.quantified(*quantifier, binders, body, span),
            ExprKind::Let(definitions, body) => self.with_definitions(definitions, body),
        }
    }

    pub fn lower_as(&mut self, expr: &ast::Expr, expected: &Type) -> Result<Typed> {
        let typed = self.lower(expr)?;
        self.scope.expect(&typed.ty, expected, expr.span)?;
        Ok(typed)
    }

    /// The measure of an expression with these operands.
    pub fn measure<'t>(&self, span: Span, operands: impl IntoIterator<Item = &'t Typed>) -> Result<Measure> {
        self.scope.session.spend(1, span)?;
        let mut measure = Measure::LEAF;
        for operand in operands {
            measure.depth = measure.depth.max(operand.measure.depth + 1);
            measure.size = measure.size.saturating_add(operand.measure.size);
        }
        if measure.depth > MAXIMAL_DEPTH { Err(too_deep(span)) } else { Ok(measure) }
    }

    pub(super) fn show(&self, ty: &Type) -> String {
        self.scope.session.declarations.types.show(ty)
    }

    fn name(&mut self, name: &Arc<str>, span: Span) -> Result<Typed> {
        if let Some((_, bound)) = self.bound.iter().rev().find(|(bound, _)| bound == name) {
            return match bound {
                Bound::Value(typed) => {
                    self.scope.session.spend(typed.measure.size, span)?;
                    Ok(typed.clone())
                }
                Bound::Unknown(ty) if self.scope.purpose == Purpose::Check => Ok(unknown(ty)),
                Bound::Unknown(_) => Err(Error::new(span, format!("`{name}` has no fixed value"))),
            };
        }
        if let Some(local) = self.scope.locals.get(name).filter(|_| self.sees_globals) {
            return Ok(Typed::variable(VarRef::Local(local.id), local.ty.clone()));
        }
        let tables = &self.scope.session.declarations;
        match tables.symbols.get(name) {
            Some(Symbol::Constant(constant)) => self.constant(*constant, span),
            Some(Symbol::Global(_)) if !self.sees_globals => {
                Err(Error::new(span, format!("a function cannot read the global variable `{name}`")))
            }
            Some(Symbol::Global(global)) => {
                let variable = if self.inside_old { old_variable(*global) } else { VarRef::Global(*global) };
                Ok(Typed::variable(variable, tables.globals[global.index()].ty.clone()))
            }
            None => match intrinsics::constant(name) {
                Some(value) => Ok(literal(&value)),
                None => Err(Error::new(span, format!("there is no variable or constant `{name}`"))),
            },
        }
    }

    fn constant(&self, constant: usize, span: Span) -> Result<Typed> {
        let session = self.scope.session;
        let declared = &session.declarations.constants[constant];
        if let Some(element) = &declared.element {
            return Ok(Typed::literal(element.clone(), declared.ty.clone()));
        }
        match session.constant_values.get(&constant) {
            Some(value) => {
                session.spend(value.measure.size, span)?;
                Ok(value.clone())
            }
            None => Ok(Typed::variable(constant_variable(constant), declared.ty.clone())),
        }
    }

    fn conditional(
        &mut self,
        condition: &ast::Expr,
        first: &ast::Expr,
        second: &ast::Expr,
        span: Span,
    ) -> Result<Typed> {
        let condition = self.lower_as(condition, &Type::Bool)?;
        let first = self.lower(first)?;
        let second = self.lower_as(second, &first.ty)?;
        let measure = self.measure(span, [&condition, &first, &second])?;
        let expr = Expr::If(Box::new(condition.expr), Box::new(first.expr), Box::new(second.expr));
        Ok(Typed { expr, ty: first.ty, measure })
    }

    /// The body with the values in place of the names.
    fn with_definitions(&mut self, definitions: &[Definition], body: &ast::Expr) -> Result<Typed> {
        let mut values = Vec::new();
        for definition in definitions {
            let value = self.lower(&definition.value)?;
            if let Some(ty) = &definition.ty {
                let ty = self.scope.session.declarations.types.resolve(ty)?;
                self.scope.expect(&value.ty, &ty, definition.value.span)?;
            }
            values.push((Arc::clone(&definition.name.text), Bound::Value(value)));
        }
        let outer = self.bound.len();
        self.bound.extend(values);
        let result = self.lower(body);
        self.bound.truncate(outer);
        result
    }

    fn old(&mut self, operand: &ast::Expr, span: Span) -> Result<Typed> {
        if self.scope.old == OldRule::Refused && self.scope.purpose == Purpose::Run {
            return Err(Error::new(span, "`old` is supported in `ensures` clauses only"));
        }
        let outer = std::mem::replace(&mut self.inside_old, true);
        let result = self.lower(operand);
        self.inside_old = outer;
        result
    }
}

/// A part whose value does not matter, since it is only checked.
pub(super) fn unknown(ty: &Type) -> Typed {
    Typed::literal(Value::Any, ty.clone())
}

pub(super) fn literal(value: &Value) -> Typed {
    let ty = match value {
        Value::Bool(_) => Type::Bool,
        Value::Bits(bits) => Type::Bits(bits.width()),
        Value::Pointer(_) => Type::Pointer,
        Value::Element(sort, _) => Type::Sort(*sort),
        Value::Vague(vague) => Type::Bits(vague.bits.width()),
        Value::Any | Value::Int(_) | Value::Form(_) | Value::Map(_) | Value::Parts(_) => Type::Int,
    };
    Typed::literal(value.clone(), ty)
}

pub(super) fn too_deep(span: Span) -> Error {
    Error::new(span, format!("this expression is too deep (more than {MAXIMAL_DEPTH} levels, functions expanded)"))
}
