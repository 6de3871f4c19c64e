//! Statements that direct control: blocks, labels, conditions, loops, jumps.

use crate::boogie::ast::{Expr, Guard, Statement, StatementKind};
use crate::boogie::parse::Parser;
use crate::boogie::token::TokenKind;
use crate::error::{Error, Result};

impl Parser<'_> {
    /// `{ … }` without declarations.
    pub(super) fn block(&mut self) -> Result<Vec<Statement>> {
        self.expect("{")?;
        let statements = self.nested(Parser::statements)?;
        self.expect("}")?;
        Ok(statements)
    }

    pub(super) fn statements(&mut self) -> Result<Vec<Statement>> {
        let mut statements = Vec::new();
        while !self.at("}") && *self.kind() != TokenKind::End {
            let names_a_variable = matches!(self.kind_ahead(1), TokenKind::Symbol(":=" | ":" | "[" | ","));
            if names_a_variable || !self.measure()? {
                statements.push(self.statement()?);
            }
        }
        Ok(statements)
    }

    fn statement(&mut self) -> Result<Statement> {
        let start = self.position;
        let kind = match self.kind() {
            TokenKind::Identifier(_) => self.statement_with_name()?,
            TokenKind::Keyword("if") => self.conditional_statement()?,
            TokenKind::Keyword("while") => self.loop_statement()?,
            TokenKind::Symbol("{") => StatementKind::Block(self.block()?),
            TokenKind::Keyword("var") => {
                return Err(Error::new(
                    self.span(),
                    "local variables are declared at the start of the procedure's body",
                ));
            }
            _ => self.command()?,
        };
        let span = self.span_from(start);
        if needs_semicolon(&kind) {
            self.expect(";")?;
        }
        Ok(Statement { kind, span })
    }

    fn statement_with_name(&mut self) -> Result<StatementKind> {
        let next = self.kind_ahead(1);
        if matches!(next, TokenKind::Symbol(":")) {
            let label = self.name("a label")?;
            self.expect(":")?;
            return Ok(StatementKind::Label(label));
        }
        let is_assignment = matches!(next, TokenKind::Symbol(":=" | "[" | ","));
        if is_assignment { self.assignment() } else { self.thread_statement() }
    }

    fn conditional_statement(&mut self) -> Result<StatementKind> {
        let mut arms = Vec::new();
        loop {
            self.expect_keyword("if")?;
            let guard = self.guard()?;
            let then = self.block()?;
            arms.push((guard, then));
            if !self.take_keyword("else") {
                return Ok(StatementKind::If { arms, otherwise: Vec::new() });
            }
            if !self.at_keyword("if") {
                let otherwise = self.block()?;
                return Ok(StatementKind::If { arms, otherwise });
            }
        }
    }

    fn loop_statement(&mut self) -> Result<StatementKind> {
        self.expect_keyword("while")?;
        let guard = self.guard()?;
        let invariants = self.invariants()?;
        let body = self.block()?;
        Ok(StatementKind::While { guard, invariants, body })
    }

    fn guard(&mut self) -> Result<Guard> {
        self.attributes()?;
        self.expect("(")?;
        let start = self.position;
        let condition = if self.take("*") { None } else { Some(self.expression()?) };
        let span = self.span_from(start);
        self.expect(")")?;
        Ok(Guard { condition, span })
    }

    /// `measure e, …;`, the proof that a loop or a recursion ends, which a run does not need. Says whether it stands here:
    /// behind the head of a loop or a procedure, or as a statement where a loop is made of jumps.
    pub(super) fn measure(&mut self) -> Result<bool> {
        if !self.at_word("measure") {
            return Ok(false);
        }
        self.advance();
        self.attributes()?;
        self.list(Parser::expression)?;
        self.expect(";")?;
        Ok(true)
    }

    fn invariants(&mut self) -> Result<Vec<Expr>> {
        let mut invariants = Vec::new();
        loop {
            if self.measure()? {
                continue;
            }
            let free = matches!(self.kind(), TokenKind::Keyword("free"));
            if free {
                self.advance();
            }
            if !free && !self.at_keyword("invariant") {
                return Ok(invariants);
            }
            self.expect_keyword("invariant")?;
            self.attributes()?;
            invariants.push(self.expression()?);
            self.expect(";")?;
        }
    }
}

fn needs_semicolon(kind: &StatementKind) -> bool {
    !matches!(
        kind,
        StatementKind::Label(_)
            | StatementKind::If { .. }
            | StatementKind::While { .. }
            | StatementKind::Block(_)
            | StatementKind::Atomic(_)
    )
}
