//! Variables and expressions in Promela.

use anyhow::{Result, bail};
use program::expr::{BinaryOp, Expr, UnaryOp, VarRef};
use program::procedure::Variable;
use program::value::Value;

use super::promela::Writer;

/// Letters and digits of a name.
pub(super) fn plain(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).collect()
}

impl Writer<'_> {
    /// Its declaration.
    pub(super) fn variable(&self, variable: VarRef) -> &Variable {
        match variable {
            VarRef::Global(global) => self.program.global(global),
            VarRef::Local(local) => self.procedure.local(local),
        }
    }

    /// What it is called in the model.
    pub(super) fn name(&self, variable: VarRef) -> String {
        let (letter, index) = match variable {
            VarRef::Global(global) => ('g', global.index()),
            VarRef::Local(local) => ('l', local.index()),
        };
        format!("{letter}{index}_{}", plain(&self.variable(variable).name))
    }

    /// The expression in Promela.
    pub(super) fn expr(&self, expr: &Expr) -> Result<String> {
        Ok(match expr {
            Expr::Literal(Value::Bool(truth)) => truth.to_string(),
            Expr::Literal(Value::Int(number)) => format!("({number})"),
            Expr::Variable(variable) => self.name(*variable),
            Expr::Unary(UnaryOp::Not, operand) => format!("!({})", self.expr(operand)?),
            Expr::Unary(UnaryOp::Negate, operand) => format!("(-({}))", self.expr(operand)?),
            Expr::Binary(op, left, right) => self.binary(*op, left, right)?,
            Expr::If(condition, first, second) => {
                format!("({} -> {} : {})", self.expr(condition)?, self.expr(first)?, self.expr(second)?)
            }
            Expr::Select(map, keys) => {
                let [key] = &keys[..] else { bail!("maps with several keys are not translated") };
                self.select(map, &self.expr(key)?)?
            }
            other => bail!("not translated: {other:?}"),
        })
    }

    /// What the map has at this place, after updates.
    fn select(&self, map: &Expr, key: &str) -> Result<String> {
        match map {
            Expr::Variable(variable) => Ok(format!("{}[{key}]", self.name(*variable))),
            Expr::Update(map, keys, value) => {
                let [place] = &keys[..] else { bail!("maps with several keys are not translated") };
                let (place, value) = (self.expr(place)?, self.expr(value)?);
                Ok(format!("({place} == {key} -> {value} : {})", self.select(map, key)?))
            }
            other => bail!("not translated: {other:?}"),
        }
    }

    fn binary(&self, op: BinaryOp, left: &Expr, right: &Expr) -> Result<String> {
        let is_positive = matches!(right, Expr::Literal(Value::Int(number)) if *number > 0.into());
        let (left, right) = (self.expr(left)?, self.expr(right)?);
        let symbol = match op {
            BinaryOp::And => "&&",
            BinaryOp::Or => "||",
            BinaryOp::Implies => return Ok(format!("(!({left}) || {right})")),
            BinaryOp::Equal => "==",
            BinaryOp::NotEqual => "!=",
            BinaryOp::Less => "<",
            BinaryOp::LessEqual => "<=",
            BinaryOp::Greater => ">",
            BinaryOp::GreaterEqual => ">=",
            BinaryOp::Add => "+",
            BinaryOp::Subtract => "-",
            BinaryOp::Multiply => "*",
            // Never negative here, while C's remainder has the sign of the left side.
            BinaryOp::Modulo if is_positive => return Ok(format!("((({left}) % {right} + {right}) % {right})")),
            other => bail!("not translated: {other:?}"),
        };
        Ok(format!("({left} {symbol} {right})"))
    }
}
