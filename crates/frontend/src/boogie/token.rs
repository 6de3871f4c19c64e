//! Tokens of Boogie.

use std::sync::Arc;

use num_bigint::BigUint;
use program::span::Span;

/// A token and where it stands.
#[derive(Clone, Debug)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where it is; a token never spans lines.
    pub span: Span,
}

/// What a token is.
#[derive(Clone, PartialEq, Debug)]
pub enum TokenKind {
    /// A name, without the backslash that may keep it from being a keyword.
    Identifier(Arc<str>),
    /// One of [`program::text::words::KEYWORDS`].
    Keyword(&'static str),
    /// One of [`SYMBOLS`]; their unicode spellings are the same token.
    Symbol(&'static str),
    /// `12`.
    Integer(BigUint),
    /// `12bv8`.
    Bits(BigUint, u32),
    /// `1.5`: the digits before the point, and those behind it; those of `1e5` are all behind it.
    Real(BigUint, BigUint),
    /// `0x1.8e0f24e8`, `0NaN24e8`, `0+oo24e8`: known only to be refused by name.
    Float,
    /// `"text"`, with its escapes resolved.
    Text(Arc<str>),
    /// The end of the file.
    End,
}

/// Symbols; no symbol comes after one that it starts with.
pub const SYMBOLS: &[&str] = &[
    "<==>", "==>", "<==", "==", "!=", "<=", ">=", "<:", "&&", "||", ":=", "::", "++", "->", "**", "|{", "}|", "(", ")",
    "[", "]", "{", "}", ",", ";", ":", "+", "-", "*", "/", "%", "<", ">", "!", "|", "=",
];

/// Unicode spellings of symbols and keywords.
pub const UNICODE: &[(char, TokenKind)] = &[
    ('∧', TokenKind::Symbol("&&")),
    ('∨', TokenKind::Symbol("||")),
    ('¬', TokenKind::Symbol("!")),
    ('⇒', TokenKind::Symbol("==>")),
    ('⇐', TokenKind::Symbol("<==")),
    ('⇔', TokenKind::Symbol("<==>")),
    ('≠', TokenKind::Symbol("!=")),
    ('≤', TokenKind::Symbol("<=")),
    ('≥', TokenKind::Symbol(">=")),
    ('•', TokenKind::Symbol("::")),
    ('∀', TokenKind::Keyword("forall")),
    ('∃', TokenKind::Keyword("exists")),
    ('λ', TokenKind::Keyword("lambda")),
];

impl TokenKind {
    /// How a message names the token.
    pub fn describe(&self) -> String {
        match self {
            TokenKind::Identifier(name) => format!("`{name}`"),
            TokenKind::Keyword(word) | TokenKind::Symbol(word) => format!("`{word}`"),
            TokenKind::Integer(value) => format!("`{value}`"),
            TokenKind::Bits(value, width) => format!("`{value}bv{width}`"),
            TokenKind::Real(..) => "a real number".to_owned(),
            TokenKind::Float => "a floating-point number".to_owned(),
            TokenKind::Text(_) => "a string".to_owned(),
            TokenKind::End => "the end of the file".to_owned(),
        }
    }
}
