//! Text to tokens.
//!
//! Comments (`//` to the end of the line, `/* … */` nested) and white space separate tokens and vanish.
//! Whoever reads the file puts U+FFFD for bytes that are not UTF-8, and so it may stand in comments only.

use num_bigint::BigUint;
use num_traits::One;
use program::ids::FileId;
use program::span::Span;
use program::text::words::{KEYWORDS, continues_name, starts_name};
use program::text::{counted, number};

use crate::boogie::token::{SYMBOLS, Token, TokenKind, UNICODE};
use crate::error::{Error, Result};

/// Longer numbers are refused: reading one takes time that grows with the square of its length.
const MAXIMAL_DIGITS: usize = 5_000;

/// Wider machine integers are refused, so that a typing slip cannot ask for gigabytes.
pub const MAXIMAL_WIDTH: u32 = 4_096;

/// Longer files are refused: they would take gigabytes, and nothing could be said about them in the end.
const MAXIMAL_TOKENS: usize = 20_000_000;

/// What Boogie's own scanner takes for directives where a line begins with it.
const DIRECTIVES: &[&str] = &["#if", "#elsif", "#else", "#endif", "#line"];

/// The tokens of a file, the last one being [`TokenKind::End`].
pub fn tokens(file: FileId, text: &str) -> Result<Vec<Token>> {
    let mut lexer = Lexer { file, rest: text, line: 1, column: 1 };
    let mut tokens = Vec::new();
    loop {
        lexer.skip_blank()?;
        let token = lexer.token()?;
        let at_end = token.kind == TokenKind::End;
        if tokens.len() == MAXIMAL_TOKENS && !at_end {
            let what = format!("a file of more than {} words and symbols is too long", number(MAXIMAL_TOKENS));
            return Err(Error::new(token.span, what));
        }
        tokens.push(token);
        if at_end {
            return Ok(tokens);
        }
    }
}

/// The width written in `digits`, if it is one that we support.
pub fn bits_width(digits: &str, span: Span) -> Result<u32> {
    match digits.parse::<u32>() {
        Ok(width) if (1..=MAXIMAL_WIDTH).contains(&width) => Ok(width),
        _ => {
            Err(Error::new(span, format!("the width of a bit vector must be between 1 and {}", number(MAXIMAL_WIDTH))))
        }
    }
}

struct Lexer<'a> {
    file: FileId,
    rest: &'a str,
    line: u32,
    column: u32,
}

impl Lexer<'_> {
    fn here(&self, length: u32) -> Span {
        Span { file: self.file, line: self.line, column: self.column, length }
    }

    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn advance(&mut self) {
        let Some(next) = self.peek() else { return };
        self.rest = &self.rest[next.len_utf8()..];
        if next == '\n' {
            self.line += 1;
            self.column = 1;
        } else {
            self.column += 1;
        }
    }

    /// Takes the longest prefix of characters that fit; none of them may be a line end.
    fn take_while(&mut self, fits: impl Fn(char) -> bool) -> &str {
        let end = self.rest.find(|c| !fits(c)).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at(end);
        self.rest = rest;
        self.column += taken.chars().count() as u32;
        taken
    }

    fn skip_blank(&mut self) -> Result<()> {
        loop {
            if self.rest.starts_with("//") {
                self.take_while(|c| c != '\n');
            } else if self.rest.starts_with("/*") {
                self.skip_comment()?;
            } else if self.peek().is_some_and(|c| c.is_whitespace() || c == '\u{feff}') {
                self.advance();
            } else {
                return Ok(());
            }
        }
    }

    fn skip_comment(&mut self) -> Result<()> {
        let start = self.here(2);
        let mut depth = 0usize;
        loop {
            if self.rest.starts_with("/*") {
                depth += 1;
                self.advance();
            } else if self.rest.starts_with("*/") {
                depth -= 1;
                self.advance();
            } else if self.rest.is_empty() {
                return Err(Error::new(start, "this comment is never closed"));
            }
            self.advance();
            if depth == 0 {
                return Ok(());
            }
        }
    }

    fn token(&mut self) -> Result<Token> {
        let start = self.here(0);
        let kind = match self.peek() {
            None => TokenKind::End,
            Some(c) if c.is_ascii_digit() => self.number()?,
            Some(c) if starts_name(c) || c == '\\' => self.word()?,
            Some('"') => self.text()?,
            Some(char::REPLACEMENT_CHARACTER) => return Err(self.not_a_text()),
            Some(c) => self.symbol(c)?,
        };
        Ok(Token { kind, span: Span { length: self.column - start.column, ..start } })
    }

    fn word(&mut self) -> Result<TokenKind> {
        let start = self.here(1);
        let escaped = self.rest.starts_with('\\');
        if escaped {
            self.advance();
            if !self.peek().is_some_and(starts_name) {
                return Err(Error::new(start, "expected a name after the backslash"));
            }
        }
        let word = self.take_while(continues_name);
        if start.column == 1 && DIRECTIVES.contains(&word) {
            return Err(Error::new(start, format!("directives such as `{word}` are not supported")));
        }
        let keyword = KEYWORDS.iter().find(|keyword| **keyword == word);
        Ok(match keyword {
            Some(keyword) if !escaped => TokenKind::Keyword(keyword),
            _ => TokenKind::Identifier(word.into()),
        })
    }

    fn number(&mut self) -> Result<TokenKind> {
        let start = self.here(1);
        let digits = self.take_while(|c| c.is_ascii_digit()).to_owned();
        if digits.len() > MAXIMAL_DIGITS {
            return Err(Error::new(start, format!("a number of more than {}", counted(MAXIMAL_DIGITS, "digit"))));
        }
        let value = BigUint::parse_bytes(digits.as_bytes(), 10).unwrap_or_default();
        if digits == "0" && self.at_float() {
            self.advance();
            self.take_while(|c| c.is_ascii_alphanumeric() || c == '.');
            return Ok(TokenKind::Float);
        }
        if self.at_fraction() {
            let rest = self.take_while(|c| c.is_ascii_alphanumeric() || c == '.');
            // What has an exponent counts as something behind the point.
            let behind = rest.strip_prefix('.').filter(|digits| digits.len() <= MAXIMAL_DIGITS);
            let behind = behind.and_then(|digits| BigUint::parse_bytes(digits.as_bytes(), 10));
            return Ok(TokenKind::Real(value, behind.unwrap_or_else(BigUint::one)));
        }
        let is_bits = self.rest.strip_prefix("bv").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        if !is_bits {
            return Ok(TokenKind::Integer(value));
        }
        self.advance();
        self.advance();
        let width = self.take_while(|c| c.is_ascii_digit()).to_owned();
        let width = bits_width(&width, Span { length: self.column - start.column, ..start })?;
        if value.bits() > u64::from(width) {
            let span = Span { length: self.column - start.column, ..start };
            return Err(Error::new(span, format!("{value} does not fit in {}", counted(width, "bit"))));
        }
        Ok(TokenKind::Bits(value, width))
    }

    /// Whether what follows makes a real number of the digits just read.
    fn at_fraction(&self) -> bool {
        let digit_after = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
        let exponent = self.rest.strip_prefix('e').map(|rest| rest.strip_prefix('-').unwrap_or(rest));
        self.rest.strip_prefix('.').is_some_and(digit_after) || exponent.is_some_and(digit_after)
    }

    /// Whether what follows makes a floating-point number of the zero just read.
    fn at_float(&self) -> bool {
        let digit_after = |text: &str| text.starts_with(|c: char| c.is_ascii_hexdigit());
        ["x", "NaN", "nan", "+oo", "-oo"].iter().any(|mark| self.rest.strip_prefix(mark).is_some_and(digit_after))
    }

    fn text(&mut self) -> Result<TokenKind> {
        let start = self.here(1);
        self.advance();
        let mut text = String::new();
        loop {
            match self.peek() {
                None | Some('\n') => return Err(Error::new(start, "this string is not closed on its line")),
                Some('"') => break,
                Some('\\') => {
                    self.advance();
                    match self.peek() {
                        Some('n') => text.push('\n'),
                        Some(c @ ('"' | '\\')) => text.push(c),
                        // Boogie keeps other backslashes as they are.
                        _ => {
                            text.push('\\');
                            continue;
                        }
                    }
                }
                Some(char::REPLACEMENT_CHARACTER) => return Err(self.not_a_text()),
                Some(c) => text.push(c),
            }
            self.advance();
        }
        self.advance();
        Ok(TokenKind::Text(text.into()))
    }

    fn not_a_text(&self) -> Error {
        Error::new(self.here(1), "this is not a text in UTF-8; other bytes may stand in comments only")
    }

    fn symbol(&mut self, first: char) -> Result<TokenKind> {
        if let Some(symbol) = SYMBOLS.iter().find(|symbol| self.rest.starts_with(**symbol)) {
            symbol.chars().for_each(|_| self.advance());
            return Ok(TokenKind::Symbol(symbol));
        }
        if let Some((_, kind)) = UNICODE.iter().find(|(spelling, _)| *spelling == first) {
            self.advance();
            return Ok(kind.clone());
        }
        Err(Error::new(self.here(1), format!("the character {first:?} has no meaning here")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: &str) {
        let found = match tokens(FileId(0), text) {
            Ok(tokens) => tokens.iter().map(|token| token.kind.describe()).collect::<Vec<_>>().join(" "),
            Err(error) => format!("{}:{} {}", error.span.line, error.span.column, error.what),
        };
        assert_eq!(found, expect);
    }

    #[test]
    fn names_numbers_and_symbols() {
        check("x~1 := #t.~$a'?^`;", "`x~1` `:=` `#t.~$a'?^`` `;` the end of the file");
        check("12 5bv32 1.5 2e3", "`12` `5bv32` a real number a real number the end of the file");
        check(
            "0x1.8e0f24e8 0+oo24e8 0NaN24e8;",
            &format!("{0} {0} {0} `;` the end of the file", "a floating-point number"),
        );
        check("a<==>b <== c<=d", "`a` `<==>` `b` `<==` `c` `<=` `d` the end of the file");
        check("∀ a ∧ ¬b", "`forall` `a` `&&` `!` `b` the end of the file");
        check(r"\while while", "`while` `while` the end of the file");
        check(r#""a\"b""#, "a string the end of the file");
    }

    #[test]
    fn comments_nest() {
        check("a /* x /* y */ z */ b // c\n d", "`a` `b` `d` the end of the file");
        check("a\n /* x /* y */", "2:2 this comment is never closed");
    }

    #[test]
    fn what_is_not_a_token_is_reported() {
        check("a § b", "1:3 the character '§' has no meaning here");
        check("\"abc\n\"", "1:1 this string is not closed on its line");
        check("300bv8", "1:1 300 does not fit in 8 bits");
        check("1bv0", "1:1 the width of a bit vector must be between 1 and 4,096");
        check("\\ ", "1:1 expected a name after the backslash");
    }
}
