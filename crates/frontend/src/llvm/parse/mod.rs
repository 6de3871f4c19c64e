//! Tokens to data, by recursive descent with one token of look-ahead.
//!
//! The grammar is that of LLVM's own reader, from version 14 on, and more liberal: attributes need not be known,
//! and types are not checked. This file has what all parts of the grammar share.

mod table;
mod types;
mod constants;
mod numbers;
mod metadata;
mod attributes;
mod module;
mod globals;
mod functions;
mod blocks;
mod instructions;
mod memory;
mod calls;
mod terminators;
mod results;

use std::collections::HashMap;
use std::sync::Arc;

use program::ids::FileId;
use program::span::Span;

use crate::error::{Error, Result};
use crate::llvm::attributes::Attribute;
use crate::llvm::ids::{NodeId, SymbolId, TypeId};
use crate::llvm::lexer::{Lexer, Placed, unescape_text};
use crate::llvm::metadata::Node;
use crate::llvm::module::{Definition, Module};
use crate::llvm::token::Token;
use crate::llvm::types::Type;
use table::Table;

/// How deep types, constants and metadata may nest, all together; recursion then stays within any thread's stack.
const MAXIMAL_NESTING: u32 = 200;

/// The module that the text describes.
pub fn module(text: &str) -> Result<Module> {
    let mut lexer = Lexer::new(text);
    let current = lexer.next();
    let mut parser = Parser {
        text,
        lexer,
        current,
        nesting: 0,
        words: HashMap::new(),
        types: Table::new(),
        symbols: Table::new(),
        nodes: Table::new(),
        groups: HashMap::new(),
        group_references: HashMap::new(),
        module: Module::default(),
        body: functions::Body::new(),
    };
    while parser.token() != Token::End {
        parser.item()?;
    }
    parser.finish()
}

/// A place in the text, and what was read before it.
struct Parser<'a> {
    text: &'a str,
    lexer: Lexer<'a>,
    current: Placed<'a>,
    nesting: u32,
    /// Every word has one copy.
    words: HashMap<&'a str, Arc<str>>,
    /// Named types; what is defined as `opaque` has no body.
    types: Table<Option<Type>>,
    symbols: Table<Definition>,
    nodes: Table<Node>,
    /// Attribute groups by number.
    groups: HashMap<u32, Arc<[Attribute]>>,
    /// Lists that consist of one reference to a group, until groups are resolved.
    group_references: HashMap<u32, Arc<[Attribute]>>,
    module: Module,
    /// The function that is being read.
    body: functions::Body,
}

impl<'a> Parser<'a> {
    fn token(&self) -> Token<'a> {
        self.current.token
    }

    fn advance(&mut self) {
        self.current = self.lexer.next();
    }

    /// Where the current token starts.
    fn place(&self) -> usize {
        self.current.start
    }

    fn at(&self, symbol: u8) -> bool {
        self.token() == Token::Symbol(symbol)
    }

    fn at_word(&self, word: &str) -> bool {
        self.token() == Token::Word(word)
    }

    fn take(&mut self, symbol: u8) -> bool {
        let found = self.at(symbol);
        if found {
            self.advance();
        }
        found
    }

    fn take_word(&mut self, word: &str) -> bool {
        let found = self.at_word(word);
        if found {
            self.advance();
        }
        found
    }

    fn expect(&mut self, symbol: u8) -> Result<()> {
        if self.take(symbol) { Ok(()) } else { Err(self.unexpected(&format!("`{}`", char::from(symbol)))) }
    }

    fn expect_word(&mut self, word: &str) -> Result<()> {
        if self.take_word(word) { Ok(()) } else { Err(self.unexpected(&format!("`{word}`"))) }
    }

    /// The next token is a word; takes it.
    fn word(&mut self, what: &str) -> Result<&'a str> {
        let Token::Word(word) = self.token() else { return Err(self.unexpected(what)) };
        self.advance();
        Ok(word)
    }

    /// The next token is a string; takes it.
    fn string(&mut self) -> Result<Arc<str>> {
        let Token::Text(raw) = self.token() else { return Err(self.unexpected("a string")) };
        self.advance();
        Ok(unescape_text(raw))
    }

    /// The one copy of the word.
    fn intern(&mut self, word: &'a str) -> Arc<str> {
        Arc::clone(self.words.entry(word).or_insert_with(|| word.into()))
    }

    /// One or more, with commas between.
    fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> Result<T>) -> Result<Vec<T>> {
        let mut items = vec![item(self)?];
        while self.take(b',') {
            items.push(item(self)?);
        }
        Ok(items)
    }

    /// None or more up to the closing mark, with commas between; the opening mark was taken.
    fn list_until<T>(&mut self, close: u8, item: impl FnMut(&mut Self) -> Result<T>) -> Result<Vec<T>> {
        if self.take(close) {
            return Ok(Vec::new());
        }
        let items = self.list(item)?;
        self.expect(close)?;
        Ok(items)
    }

    /// Skips the parenthesis, bracket or brace that opens here, to the mark that closes it; returns the text.
    fn skip_balanced(&mut self) -> Result<&'a str> {
        let start = self.place();
        let mut depth = 0_usize;
        loop {
            match self.token() {
                Token::Symbol(b'(' | b'[' | b'{') => depth += 1,
                Token::Symbol(b')' | b']' | b'}') => depth = depth.saturating_sub(1),
                Token::End | Token::Bad(_) => return Err(self.unexpected("what closes this")),
                _ => {}
            }
            let end = self.current.end;
            self.advance();
            if depth == 0 {
                return Ok(&self.text[start..end]);
            }
        }
    }

    /// Goes one level deeper for the time of `inner`.
    fn nested<T>(&mut self, inner: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.nesting == MAXIMAL_NESTING {
            return Err(self.error(format!("this is nested too deeply (more than {MAXIMAL_NESTING} levels)")));
        }
        self.nesting += 1;
        let result = inner(self);
        self.nesting -= 1;
        result
    }

    fn symbol(&mut self) -> Result<SymbolId> {
        let place = self.place();
        let symbol = match self.token() {
            Token::Global(raw) => self.symbols.text(&unescape_name(raw), place),
            Token::GlobalNumber(number) => self.symbols.number(number, place),
            _ => return Err(self.unexpected("a symbol such as `@name`")),
        };
        self.advance();
        Ok(SymbolId(symbol))
    }

    fn type_id(&mut self) -> Result<TypeId> {
        let place = self.place();
        let id = match self.token() {
            Token::Local(raw) => self.types.text(&unescape_name(raw), place),
            Token::LocalNumber(number) => self.types.number(number, place),
            _ => return Err(self.unexpected("a type's name")),
        };
        self.advance();
        Ok(TypeId(id))
    }

    fn node_id(&mut self, number: u32) -> NodeId {
        let place = self.place();
        NodeId(self.nodes.number(number, place))
    }

    fn error(&self, what: impl Into<String>) -> Error {
        self.error_at(self.current.start, self.current.end - self.current.start, what)
    }

    fn unexpected(&self, expected: &str) -> Error {
        self.error(format!("expected {expected}, found {}", self.token().describe()))
    }

    /// An error at the byte `start`; lines and columns are counted here, since most texts have no errors.
    fn error_at(&self, start: usize, length: usize, what: impl Into<String>) -> Error {
        let before = &self.text[..start];
        let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        let column = before[line_start..].chars().count() + 1;
        let on_line = self.text[start..start + length].lines().next().unwrap_or_default().chars().count();
        Error::new(Span { file: FileId(0), line: line as u32, column: column as u32, length: on_line as u32 }, what)
    }
}

/// The name that was written, with its escapes resolved.
fn unescape_name(raw: &str) -> std::borrow::Cow<'_, str> {
    if raw.contains('\\') { unescape_text(raw).to_string().into() } else { raw.into() }
}
