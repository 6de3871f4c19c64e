//! Tokens to syntax tree, by recursive descent.
//!
//! The grammar is Boogie's, with the statements for threads that Ultimate and Corral add; where Boogie's own versions
//! differ, the more liberal reading is taken.
//! This file has what all parts of the grammar share: looking at tokens, taking them, and the bound on nesting.

mod attributes;
mod types;
mod expressions;
mod atoms;
mod quantifiers;
mod statements;
mod commands;
mod procedures;
mod declarations;

use std::sync::Arc;

use program::span::Span;

use crate::boogie::ast::{Declaration, Name};
use crate::boogie::token::{Token, TokenKind};
use crate::error::{Error, Result};

/// How deep types, expressions and statements may nest, all together; recursion then stays within any thread's stack.
pub const MAXIMAL_NESTING: u32 = 200;

/// How deep an expression's tree may be. Chains such as `a + b + c` make it deep without nesting.
pub const MAXIMAL_DEPTH: u32 = 500;

/// The declarations of a file.
pub fn declarations(tokens: &[Token]) -> Result<Vec<Declaration>> {
    let mut parser = Parser { tokens, position: 0, nesting: 0 };
    let mut declarations = Vec::new();
    while *parser.kind() != TokenKind::End {
        parser.declaration(&mut declarations)?;
    }
    Ok(declarations)
}

/// A place in the token list.
struct Parser<'a> {
    tokens: &'a [Token],
    position: usize,
    nesting: u32,
}

impl<'a> Parser<'a> {
    fn kind(&self) -> &'a TokenKind {
        self.kind_ahead(0)
    }

    /// The token after `distance` others; the end of the file repeats.
    fn kind_ahead(&self, distance: usize) -> &'a TokenKind {
        let last = self.tokens.len() - 1;
        &self.tokens[(self.position + distance).min(last)].kind
    }

    fn span(&self) -> Span {
        self.tokens[self.position.min(self.tokens.len() - 1)].span
    }

    fn advance(&mut self) {
        self.position += 1;
    }

    /// From the token at `start` to the last token taken, as far as they are on one line.
    fn span_from(&self, start: usize) -> Span {
        let first = self.tokens[start.min(self.tokens.len() - 1)].span;
        let taken = self.tokens[start..self.position.min(self.tokens.len())].iter();
        let last = taken.take_while(|token| token.span.line == first.line).last().map_or(first, |token| token.span);
        Span { length: last.column + last.length - first.column, ..first }
    }

    fn at(&self, symbol: &str) -> bool {
        matches!(self.kind(), TokenKind::Symbol(found) if *found == symbol)
    }

    fn at_keyword(&self, keyword: &str) -> bool {
        matches!(self.kind(), TokenKind::Keyword(found) if *found == keyword)
    }

    /// Whether a name stands here that is this word of our dialect.
    fn at_word(&self, word: &str) -> bool {
        matches!(self.kind(), TokenKind::Identifier(found) if &**found == word)
    }

    fn take(&mut self, symbol: &str) -> bool {
        let found = self.at(symbol);
        if found {
            self.advance();
        }
        found
    }

    fn take_keyword(&mut self, keyword: &str) -> bool {
        let found = self.at_keyword(keyword);
        if found {
            self.advance();
        }
        found
    }

    fn expect(&mut self, symbol: &str) -> Result<()> {
        if self.take(symbol) { Ok(()) } else { Err(self.unexpected(&format!("`{symbol}`"))) }
    }

    fn expect_keyword(&mut self, keyword: &str) -> Result<()> {
        if self.take_keyword(keyword) { Ok(()) } else { Err(self.unexpected(&format!("`{keyword}`"))) }
    }

    fn name(&mut self, what: &str) -> Result<Name> {
        match self.kind() {
            TokenKind::Identifier(text) => {
                let name = Name { text: Arc::clone(text), span: self.span() };
                self.advance();
                Ok(name)
            }
            TokenKind::Keyword(word) => Err(Error::new(
                self.span(),
                format!("expected {what}, found the keyword `{word}` (write `\\{word}` to use it as a name)"),
            )),
            _ => Err(self.unexpected(what)),
        }
    }

    fn names(&mut self, what: &str) -> Result<Vec<Name>> {
        self.list(|parser| parser.name(what))
    }

    /// One or more, with commas between.
    fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> Result<T>) -> Result<Vec<T>> {
        let mut items = vec![item(self)?];
        while self.take(",") {
            items.push(item(self)?);
        }
        Ok(items)
    }

    /// None or more in parentheses, with commas between.
    fn parenthesised<T>(&mut self, item: impl FnMut(&mut Self) -> Result<T>) -> Result<Vec<T>> {
        self.expect("(")?;
        if self.take(")") {
            return Ok(Vec::new());
        }
        let items = self.list(item)?;
        self.expect(")")?;
        Ok(items)
    }

    fn unexpected(&self, expected: &str) -> Error {
        Error::new(self.span(), format!("expected {expected}, found {}", self.kind().describe()))
    }

    fn refuse(&self, what: &str) -> Error {
        Error::new(self.span(), format!("{what} not supported"))
    }

    /// Goes one level deeper for the time of `inner`.
    fn nested<T>(&mut self, inner: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.nesting == MAXIMAL_NESTING {
            return Err(too_deep(self.span()));
        }
        self.nesting += 1;
        let result = inner(self);
        self.nesting -= 1;
        result
    }
}

fn too_deep(span: Span) -> Error {
    Error::new(span, format!("this is nested too deeply (more than {MAXIMAL_NESTING} levels)"))
}
