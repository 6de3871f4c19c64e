//! The innermost parts of expressions: names, numbers, applications, and the brackets and types behind them.

use std::sync::Arc;

use program::text::counted;
use program::value::{Bits, Value};

use crate::boogie::ast::{Definition, Expr, ExprKind, Name, TypeExpr};
use crate::boogie::parse::Parser;
use crate::boogie::parse::expressions::{deeper, deeper_all, leaf};
use crate::boogie::token::TokenKind;
use crate::error::{Error, Result};

impl Parser<'_> {
    pub(super) fn coerced(&mut self) -> Result<Expr> {
        let start = self.position;
        let atom = self.atom()?;
        self.behind(start, atom)
    }

    /// Brackets, and then types, as often as they follow.
    pub(super) fn behind(&mut self, start: usize, operand: Expr) -> Result<Expr> {
        let mut operand = self.brackets(start, operand)?;
        while self.take(":") {
            let ty = self.type_expr()?;
            let span = self.span_from(start);
            let depth = deeper(&[&operand], span)?;
            operand = Expr { kind: ExprKind::Coercion(Box::new(operand), ty), span, depth };
        }
        Ok(operand)
    }

    /// `[i]`, `[i := v]` and `[high:low]`, as often as they follow.
    fn brackets(&mut self, start: usize, mut operand: Expr) -> Result<Expr> {
        loop {
            if self.at("->") {
                return Err(self.refuse("fields of datatypes (`->`) are"));
            }
            if !self.take("[") {
                return Ok(operand);
            }
            if let Some((high, low)) = self.extraction()? {
                let depth = deeper(&[&operand], operand.span)?;
                let kind = ExprKind::Extract { operand: Box::new(operand), high, low };
                operand = Expr { kind, span: self.span_from(start), depth };
                continue;
            }
            let keys = self.list(Parser::expression)?;
            let value = if self.take(":=") { Some(self.expression()?) } else { None };
            self.expect("]")?;
            let span = self.span_from(start);
            let depth = deeper_all(keys.iter().chain(&value).chain([&operand]), span)?;
            let operand_box = Box::new(operand);
            let kind = match value {
                Some(value) => ExprKind::Update(operand_box, keys, Box::new(value)),
                None => ExprKind::Select(operand_box, keys),
            };
            operand = Expr { kind, span, depth };
        }
    }

    fn extraction(&mut self) -> Result<Option<(u32, u32)>> {
        let (TokenKind::Integer(high), TokenKind::Symbol(":"), TokenKind::Integer(low)) =
            (self.kind(), self.kind_ahead(1), self.kind_ahead(2))
        else {
            return Ok(None);
        };
        let span = self.span();
        (0..3).for_each(|_| self.advance());
        self.expect("]")?;
        match (u32::try_from(high), u32::try_from(low)) {
            (Ok(high), Ok(low)) if low < high => Ok(Some((high, low))),
            _ => Err(Error::new(span, format!("there are no bits from {low} up to {high}"))),
        }
    }

    fn atom(&mut self) -> Result<Expr> {
        let span = self.span();
        let literal = match self.kind() {
            TokenKind::Keyword("true") => Value::Bool(true),
            TokenKind::Keyword("false") => Value::Bool(false),
            TokenKind::Integer(value) => Value::Int(value.clone().into()),
            TokenKind::Bits(value, width) => Value::Bits(Bits::wrap(*width, &value.clone().into())),
            _ => return self.compound_atom(),
        };
        self.advance();
        Ok(leaf(ExprKind::Literal(literal), span))
    }

    fn compound_atom(&mut self) -> Result<Expr> {
        match self.kind() {
            TokenKind::Identifier(name) => self.name_or_application(name),
            TokenKind::Symbol("(") => {
                self.advance();
                let inner = if self.at_keyword("var") { self.nested(Parser::definitions)? } else { self.expression()? };
                self.expect(")")?;
                Ok(inner)
            }
            TokenKind::Keyword("if") => self.nested(Parser::conditional),
            TokenKind::Keyword("old") => self.old(),
            TokenKind::Keyword("forall" | "exists" | "lambda") => self.nested(Parser::quantified),
            TokenKind::Keyword("real") | TokenKind::Real(..) => Err(self.refuse("real numbers are")),
            TokenKind::Text(_) => Err(self.refuse("strings are")),
            TokenKind::Float => Err(self.refuse("floating-point numbers are")),
            TokenKind::Keyword("int") => Err(self.refuse("conversions between `int` and `real` are")),
            TokenKind::Symbol("|{") => Err(self.refuse("code expressions (`|{ … }|`) are")),
            _ => Err(self.unexpected("an expression")),
        }
    }

    fn name_or_application(&mut self, name: &Arc<str>) -> Result<Expr> {
        let start = self.position;
        let span = self.span();
        self.advance();
        if !self.at("(") {
            return Ok(leaf(ExprKind::Name(Arc::clone(name)), span));
        }
        let arguments = self.parenthesised(Parser::expression)?;
        let whole = self.span_from(start);
        let depth = deeper_all(arguments.iter(), whole)?;
        let function = Name { text: Arc::clone(name), span };
        Ok(Expr { kind: ExprKind::Apply(function, arguments), span: whole, depth })
    }

    fn conditional(&mut self) -> Result<Expr> {
        let start = self.position;
        self.expect_keyword("if")?;
        let condition = self.expression()?;
        self.expect_keyword("then")?;
        let first = self.expression()?;
        self.expect_keyword("else")?;
        let second = self.expression()?;
        let span = self.span_from(start);
        let depth = deeper(&[&condition, &first, &second], span)?;
        let kind = ExprKind::If(Box::new(condition), Box::new(first), Box::new(second));
        Ok(Expr { kind, span, depth })
    }

    /// `var x, y := e, f; body`, which stands in parentheses.
    fn definitions(&mut self) -> Result<Expr> {
        let start = self.position;
        self.expect_keyword("var")?;
        let names = self.list(Parser::defined_name)?;
        self.expect(":=")?;
        let values = self.list(Parser::expression)?;
        if names.len() != values.len() {
            let (given, set) = (counted(values.len(), "value"), counted(names.len(), "name"));
            return Err(Error::new(self.span_from(start), format!("{given} cannot be given to {set}")));
        }
        self.expect(";")?;
        self.attributes()?;
        let body = self.expression()?;
        let span = self.span_from(start);
        let depth = deeper_all(values.iter().chain([&body]), span)?;
        let definitions = names.into_iter().zip(values).map(|((name, ty), value)| Definition { name, ty, value });
        Ok(Expr { kind: ExprKind::Let(definitions.collect(), Box::new(body)), span, depth })
    }

    fn defined_name(&mut self) -> Result<(Name, Option<TypeExpr>)> {
        self.attributes()?;
        let name = self.name("a name")?;
        let ty = if self.take(":") { Some(self.type_expr()?) } else { None };
        Ok((name, ty))
    }

    fn old(&mut self) -> Result<Expr> {
        let start = self.position;
        self.expect_keyword("old")?;
        self.expect("(")?;
        let inner = self.expression()?;
        self.expect(")")?;
        let span = self.span_from(start);
        let depth = deeper(&[&inner], span)?;
        Ok(Expr { kind: ExprKind::Old(Box::new(inner)), span, depth })
    }
}
