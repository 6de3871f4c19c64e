//! Expressions.
//!
//! From weakest to tightest: `<==>`; `==>` (to the right) and `<==` (to the left), not mixed; `&&` and `||`, not mixed;
//! comparisons, which do not chain; `++`; `+ -`; `* div mod`; `! -`; coercion by a colon;
//! selection, update and extraction by brackets.

use num_bigint::BigInt;
use program::expr::BinaryOp;
use program::span::Span;
use program::text::LONGEST_CHAIN;
use program::value::Value;

use crate::boogie::ast::{Expr, ExprKind, Operator};
use crate::boogie::parse::{MAXIMAL_DEPTH, Parser};
use crate::boogie::token::TokenKind;
use crate::error::{Error, Result};

impl Parser<'_> {
    pub(super) fn expression(&mut self) -> Result<Expr> {
        self.nested(Parser::equivalence)
    }

    fn equivalence(&mut self) -> Result<Expr> {
        let mut left = self.implication()?;
        while self.take("<==>") {
            let right = self.implication()?;
            left = binary(Operator::Iff, left, right)?;
        }
        Ok(left)
    }

    fn implication(&mut self) -> Result<Expr> {
        let first = self.logical()?;
        if self.at("==>") {
            return self.implication_to_the_right(first);
        }
        let mut left = first;
        while self.take("<==") {
            let right = self.logical()?;
            left = binary(Operator::Plain(BinaryOp::Implies), right, left)?;
        }
        if self.at("==>") {
            return Err(self.mixed("==>", "<=="));
        }
        Ok(left)
    }

    /// `a ==> b ==> c` is `a ==> (b ==> c)`.
    fn implication_to_the_right(&mut self, first: Expr) -> Result<Expr> {
        let mut operands = vec![first];
        while self.take("==>") {
            operands.push(self.logical()?);
        }
        if self.at("<==") {
            return Err(self.mixed("<==", "==>"));
        }
        let mut chain = operands.into_iter().rev();
        let Some(mut result) = chain.next() else { return Err(self.unexpected("an expression")) };
        for left in chain {
            result = binary(Operator::Plain(BinaryOp::Implies), left, result)?;
        }
        Ok(result)
    }

    fn logical(&mut self) -> Result<Expr> {
        let first = self.comparison()?;
        let (symbol, other, op) = match self.kind() {
            TokenKind::Symbol("&&") => ("&&", "||", BinaryOp::And),
            TokenKind::Symbol("||") => ("||", "&&", BinaryOp::Or),
            _ => return Ok(first),
        };
        let mut operands = vec![first];
        while self.take(symbol) {
            operands.push(self.comparison()?);
        }
        if self.at(other) {
            return Err(self.mixed(other, symbol));
        }
        chain(op, operands)
    }

    fn mixed(&self, found: &str, before: &str) -> Error {
        let what = format!("`{found}` and `{before}` cannot be mixed without parentheses");
        Error::new(self.span(), what)
    }

    fn comparison(&mut self) -> Result<Expr> {
        let left = self.concatenation()?;
        let Some(op) = self.comparison_operator()? else { return Ok(left) };
        self.advance();
        let right = self.concatenation()?;
        if self.comparison_operator()?.is_some() {
            return Err(Error::new(self.span(), "comparisons do not chain: use `&&` or parentheses"));
        }
        binary(Operator::Plain(op), left, right)
    }

    fn comparison_operator(&self) -> Result<Option<BinaryOp>> {
        let TokenKind::Symbol(symbol) = self.kind() else { return Ok(None) };
        Ok(Some(match *symbol {
            "==" => BinaryOp::Equal,
            "!=" => BinaryOp::NotEqual,
            "<" => BinaryOp::Less,
            "<=" => BinaryOp::LessEqual,
            ">" => BinaryOp::Greater,
            ">=" => BinaryOp::GreaterEqual,
            "<:" => return Err(self.refuse("the partial order `<:` is")),
            _ => return Ok(None),
        }))
    }

    fn concatenation(&mut self) -> Result<Expr> {
        let mut left = self.sum()?;
        while self.take("++") {
            let right = self.sum()?;
            left = binary(Operator::Plain(BinaryOp::Concat), left, right)?;
        }
        Ok(left)
    }

    fn sum(&mut self) -> Result<Expr> {
        let mut left = self.product()?;
        loop {
            let op = match self.kind() {
                TokenKind::Symbol("+") => BinaryOp::Add,
                TokenKind::Symbol("-") => BinaryOp::Subtract,
                _ => return Ok(left),
            };
            self.advance();
            let right = self.product()?;
            left = binary(Operator::Plain(op), left, right)?;
        }
    }

    fn product(&mut self) -> Result<Expr> {
        let mut left = self.prefixed()?;
        loop {
            let op = match self.kind() {
                TokenKind::Symbol("*") => BinaryOp::Multiply,
                TokenKind::Keyword("div") => BinaryOp::Divide,
                // Older Boogie, and Ultimate, have `%` for `mod`.
                TokenKind::Keyword("mod") | TokenKind::Symbol("%") => BinaryOp::Modulo,
                TokenKind::Symbol("/") => {
                    return Err(self.refuse("`/` (which divides reals; on integers write `div`) is"));
                }
                TokenKind::Symbol("**") => return Err(self.refuse("`**` is")),
                _ => return Ok(left),
            };
            self.advance();
            let right = self.prefixed()?;
            left = binary(Operator::Plain(op), left, right)?;
        }
    }

    fn prefixed(&mut self) -> Result<Expr> {
        let start = self.position;
        let is_minus = self.at("-");
        if !is_minus && !self.at("!") {
            return self.coerced();
        }
        self.advance();
        if is_minus && let TokenKind::Integer(value) = self.kind() {
            // `-5` is a number, not the negation of one, so that negative numbers have a notation of their own.
            let literal = ExprKind::Literal(Value::Int(-BigInt::from(value.clone())));
            self.advance();
            let number = leaf(literal, self.span_from(start));
            return self.behind(start, number);
        }
        let operand = self.nested(Parser::prefixed)?;
        let depth = deeper(&[&operand], operand.span)?;
        let operand = Box::new(operand);
        let kind = if is_minus { ExprKind::Negate(operand) } else { ExprKind::Not(operand) };
        Ok(Expr { kind, span: self.span_from(start), depth })
    }
}

pub(super) fn leaf(kind: ExprKind, span: Span) -> Expr {
    Expr { kind, span, depth: 1 }
}

pub(super) fn deeper(operands: &[&Expr], span: Span) -> Result<u32> {
    deeper_all(operands.iter().copied(), span)
}

pub(super) fn deeper_all<'e>(operands: impl Iterator<Item = &'e Expr>, span: Span) -> Result<u32> {
    let depth = 1 + operands.map(|operand| operand.depth).max().unwrap_or(0);
    if depth > MAXIMAL_DEPTH {
        return Err(Error::new(span, format!("this expression is too deep (more than {MAXIMAL_DEPTH} levels)")));
    }
    Ok(depth)
}

fn binary(op: Operator, left: Expr, right: Expr) -> Result<Expr> {
    let span = covering(left.span, right.span);
    let depth = deeper(&[&left, &right], span)?;
    Ok(Expr { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), span, depth })
}

/// From the earlier of two places to the end of the later one, as far as they are on one line.
fn covering(left: Span, right: Span) -> Span {
    let (first, last) =
        if (right.line, right.column) < (left.line, left.column) { (right, left) } else { (left, right) };
    if first.line == last.line { Span { length: last.column + last.length - first.column, ..first } } else { first }
}

fn chain(op: BinaryOp, mut operands: Vec<Expr>) -> Result<Expr> {
    let balanced = operands.len() > LONGEST_CHAIN;
    while balanced && operands.len() > 1 {
        let mut paired = Vec::with_capacity(operands.len().div_ceil(2));
        let mut rest = operands.into_iter();
        while let Some(left) = rest.next() {
            paired.push(match rest.next() {
                Some(right) => binary(Operator::Plain(op), left, right)?,
                None => left,
            });
        }
        operands = paired;
    }
    let mut rest = operands.into_iter();
    let Some(mut result) = rest.next() else { unreachable!("a chain has operands") };
    for right in rest {
        result = binary(Operator::Plain(op), result, right)?;
    }
    Ok(result)
}
