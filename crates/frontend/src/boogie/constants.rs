//! Constants and axioms: what follows from equations is replaced, the rest stays as assumptions.

use program::expr::{BinaryOp, Expr, UnaryOp, VarRef};
use program::span::Span;
use program::value::Value;

use crate::boogie::ast::{self, ExprKind, Operator};
use crate::boogie::expressions::{Locals, OldRule, Purpose, Scope};
use crate::boogie::fold::fold;
use crate::boogie::session::{Session, as_constant, constant_variable};
use crate::boogie::typed::{Measure, Typed};
use crate::boogie::unexecutable::Unexecutable;
use crate::error::{Error, Result};

/// Something that axioms say, and where.
pub type Fact = (Expr, Span);

/// What the axioms say, values of constants apart.
pub struct Axioms {
    /// Over stand-ins of constants.
    pub facts: Vec<Fact>,
    pub unexecutable: Vec<Unexecutable>,
}

/// Finds the constants that have one value, and returns what else the axioms say.
///
/// An axiom with a quantifier may need the value of a constant for its bounds, so axioms are tried again
/// as long as new values turn up.
pub fn solve(session: &mut Session<'_>) -> Result<Axioms> {
    let mut waiting = Vec::new();
    for axiom in &session.declarations.axioms {
        lower(session, &axiom.condition, Purpose::Check)?;
        written_conjuncts(&axiom.condition, &mut waiting);
    }
    let mut facts = Vec::new();
    let unexecutable = loop {
        let mut unexecutable = Vec::new();
        waiting.retain(|axiom| match lower(session, axiom, Purpose::Run) {
            Ok(condition) => {
                conjuncts(condition, axiom.span, &mut facts);
                false
            }
            Err(refusal) => {
                unexecutable.push(Unexecutable::new(&session.declarations, axiom, refusal));
                true
            }
        });
        if !take_equations(session, &mut facts)? {
            break unexecutable;
        }
    };
    let mut remaining = Vec::new();
    for (fact, span) in facts {
        match with_values(session, &fact, span)? {
            Expr::Literal(Value::Bool(true)) => {}
            Expr::Literal(Value::Bool(false)) => {
                return Err(Error::new(span, "this axiom is false, so the program has no runs"));
            }
            open => remaining.push((open, span)),
        }
    }
    Ok(Axioms { facts: remaining, unexecutable })
}

fn lower(session: &Session<'_>, axiom: &ast::Expr, purpose: Purpose) -> Result<Expr> {
    let locals = Locals::new();
    Scope { session, locals: &locals, purpose, old: OldRule::Refused }.condition(axiom)
}

fn written_conjuncts<'e>(axiom: &'e ast::Expr, into: &mut Vec<&'e ast::Expr>) {
    match &axiom.kind {
        ExprKind::Binary(Operator::Plain(BinaryOp::And), left, right) => {
            written_conjuncts(left, into);
            written_conjuncts(right, into);
        }
        _ => into.push(axiom),
    }
}

fn conjuncts(condition: Expr, span: Span, into: &mut Vec<Fact>) {
    match condition {
        Expr::Binary(BinaryOp::And, left, right) => {
            conjuncts(*left, span, into);
            conjuncts(*right, span, into);
        }
        other => into.push((other, span)),
    }
}

/// Moves the facts that define a constant from the list to the table of values.
fn take_equations(session: &mut Session<'_>, facts: &mut Vec<Fact>) -> Result<bool> {
    let before = session.constant_values.len();
    for (fact, span) in std::mem::take(facts) {
        let fact = with_values(session, &fact, span)?;
        match definition(&fact) {
            Some((constant, value)) => define(session, constant, value, span)?,
            None => facts.push((fact, span)),
        }
    }
    Ok(session.constant_values.len() > before)
}

/// The constant that the fact defines, and by what.
fn definition(fact: &Expr) -> Option<(usize, Expr)> {
    let constant = |expr: &Expr| match expr {
        Expr::Variable(variable) => as_constant(*variable).map(|constant| (constant, *variable)),
        _ => None,
    };
    match fact {
        Expr::Variable(_) => constant(fact).map(|(constant, _)| (constant, Expr::truth())),
        Expr::Unary(UnaryOp::Not, inner) => {
            constant(inner).map(|(constant, _)| (constant, Expr::Literal(Value::Bool(false))))
        }
        Expr::Binary(BinaryOp::Equal, left, right) => {
            let defines = |side: &Expr, value: &Expr| {
                let (constant, variable) = constant(side)?;
                (!value.mentions(variable)).then(|| (constant, value.clone()))
            };
            defines(left, right).or_else(|| defines(right, left))
        }
        _ => None,
    }
}

fn define(session: &mut Session<'_>, constant: usize, value: Expr, span: Span) -> Result<()> {
    let replace = |variable: VarRef| (as_constant(variable) == Some(constant)).then(|| value.clone());
    let mut values = std::mem::take(&mut session.constant_values);
    let is_affected = |known: &&mut Typed| known.expr.mentions(constant_variable(constant));
    for known in values.values_mut().filter(is_affected) {
        known.expr = fold(session.substitute(&known.expr, span, &replace)?);
        known.measure = Measure::of(&known.expr);
    }
    let ty = session.declarations.constants[constant].ty.clone();
    let measure = Measure::of(&value);
    values.insert(constant, Typed { expr: value, ty, measure });
    session.constant_values = values;
    Ok(())
}

fn with_values(session: &Session<'_>, expr: &Expr, span: Span) -> Result<Expr> {
    let value = |variable: VarRef| {
        let constant = as_constant(variable)?;
        session.constant_values.get(&constant).map(|value| value.expr.clone())
    };
    session.substitute(expr, span, &value).map(fold)
}
