//! Quantifiers: `forall x, y: int, b: bool :: {triggers} body`.

use crate::boogie::ast::{Binder, Expr, ExprKind, Quantifier};
use crate::boogie::parse::Parser;
use crate::boogie::parse::expressions::deeper;
use crate::boogie::token::TokenKind;
use crate::error::Result;

impl Parser<'_> {
    /// Boogie asks for parentheses around quantifiers; we do not insist.
    pub(super) fn quantified(&mut self) -> Result<Expr> {
        let start = self.position;
        let quantifier = match self.kind() {
            TokenKind::Keyword("forall") => Quantifier::Forall,
            TokenKind::Keyword("exists") => Quantifier::Exists,
            _ => return Err(self.refuse("lambda expressions are")),
        };
        self.advance();
        if self.at("<") {
            return Err(self.refuse("type parameters are"));
        }
        let mut binders = Vec::new();
        loop {
            self.binders(&mut binders)?;
            if !self.take(",") {
                break;
            }
        }
        self.expect("::")?;
        self.triggers()?;
        let body = self.expression()?;
        let span = self.span_from(start);
        let depth = deeper(&[&body], span)?;
        Ok(Expr { kind: ExprKind::Quantified(quantifier, binders, Box::new(body)), span, depth })
    }

    fn binders(&mut self, binders: &mut Vec<Binder>) -> Result<()> {
        self.attributes()?;
        let names = self.names("a variable of the quantifier")?;
        self.expect(":")?;
        let ty = self.type_expr()?;
        binders.extend(names.into_iter().map(|name| Binder { name, ty: ty.clone() }));
        Ok(())
    }

    /// Triggers guide an SMT solver; running a program does not need them.
    fn triggers(&mut self) -> Result<()> {
        while self.at("{") {
            if self.at_attribute() {
                self.attributes()?;
            } else {
                self.expect("{")?;
                self.list(Parser::expression)?;
                self.expect("}")?;
            }
        }
        Ok(())
    }
}
