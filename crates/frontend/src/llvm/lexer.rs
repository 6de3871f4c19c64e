//! Text to tokens, one at a time, in one pass.
//!
//! Comments (`;` to the end of the line) and white space vanish.
//! What is no token becomes [`Token::Bad`], which fits nowhere.

use std::sync::Arc;

use crate::llvm::token::Token;

/// The place in the text up to which tokens were taken.
#[derive(Clone)]
pub struct Lexer<'a> {
    text: &'a str,
    /// Where the next token is looked for.
    position: usize,
    /// The line of `position`, counted from one.
    line: u32,
}

/// A token and where it stands.
#[derive(Clone, Copy, Debug)]
pub struct Placed<'a> {
    /// The token.
    pub token: Token<'a>,
    /// Where it starts, in bytes.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
    /// The line on which it starts, counted from one.
    pub line: u32,
    /// Whether only blanks precede it on its line.
    pub is_first: bool,
}

impl<'a> Lexer<'a> {
    /// At the start of the text.
    pub fn new(text: &'a str) -> Lexer<'a> {
        Lexer { text, position: 0, line: 1 }
    }

    /// The next token; the end of the file repeats.
    pub fn next(&mut self) -> Placed<'a> {
        let is_first = self.skip_blank();
        let (start, line) = (self.position, self.line);
        let token = self.token();
        Placed { token, start, end: self.position, line, is_first }
    }

    fn byte(&self, distance: usize) -> Option<u8> {
        self.text.as_bytes().get(self.position + distance).copied()
    }

    /// Skips white space and comments; whether a line ended, or the text begins here.
    fn skip_blank(&mut self) -> bool {
        let mut is_first = self.position == 0;
        while let Some(byte) = self.byte(0) {
            match byte {
                b'\n' => {
                    self.line += 1;
                    is_first = true;
                }
                b' ' | b'\t' | b'\r' | 0 => {}
                b';' => {
                    let rest = &self.text.as_bytes()[self.position..];
                    self.position += rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
                    continue;
                }
                _ => break,
            }
            self.position += 1;
        }
        is_first
    }

    fn token(&mut self) -> Token<'a> {
        let Some(first) = self.byte(0) else { return Token::End };
        match first {
            b'%' => self.sigil(Token::Local, Token::LocalNumber),
            b'@' => self.sigil(Token::Global, Token::GlobalNumber),
            b'#' => self.sigil(Token::Record, Token::Group),
            b'$' => self.dollar(),
            b'!' => self.exclamation(),
            b'^' => self.sigil(|_| Token::Bad("a summary without its number"), |_| Token::Summary),
            b'"' => self.quoted(),
            b'0'..=b'9' => self.number(),
            b'-' | b'+' if self.byte(1).is_some_and(|byte| byte.is_ascii_digit()) => self.number(),
            b'+' if self.byte(1).is_some_and(|byte| byte.is_ascii_alphabetic()) => self.named_float(),
            b'.' if self.text[self.position..].starts_with("...") => {
                self.position += 3;
                Token::Ellipsis
            }
            _ if continues_name(first) => self.word(),
            b'=' | b',' | b'*' | b'[' | b']' | b'{' | b'}' | b'(' | b')' | b'<' | b'>' | b'|' | b':' | b'/' => {
                self.position += 1;
                Token::Symbol(first)
            }
            _ => {
                let rest = self.text[self.position..].chars().next();
                self.position += rest.map_or(1, char::len_utf8);
                Token::Bad("a character that has no meaning here")
            }
        }
    }

    /// Takes the bytes that fit.
    fn take_while(&mut self, fits: impl Fn(u8) -> bool) -> &'a str {
        let rest = &self.text.as_bytes()[self.position..];
        let length = rest.iter().position(|byte| !fits(*byte)).unwrap_or(rest.len());
        let taken = &self.text[self.position..self.position + length];
        self.position += length;
        taken
    }

    /// A mark, then a name, a quoted name or a number.
    fn sigil(&mut self, named: impl Fn(&'a str) -> Token<'a>, numbered: impl Fn(u32) -> Token<'a>) -> Token<'a> {
        self.position += 1;
        match self.byte(0) {
            Some(b'0'..=b'9') => match self.take_while(|byte| byte.is_ascii_digit()).parse() {
                Ok(number) => numbered(number),
                Err(_) => Token::Bad("a number that is too large"),
            },
            Some(b'"') => match self.string() {
                Some(name) => named(name),
                None => Token::Bad("a name whose quote is never closed"),
            },
            Some(byte) if continues_name(byte) => named(self.take_while(continues_name)),
            _ => Token::Bad("a mark without a name"),
        }
    }

    /// `$comdat`, or a label that begins like one.
    fn dollar(&mut self) -> Token<'a> {
        let mut ahead = self.clone();
        let word = ahead.take_while(continues_name);
        if ahead.byte(0) == Some(b':') {
            self.position = ahead.position + 1;
            return Token::Label(word);
        }
        self.sigil(|_| Token::Comdat, |_| Token::Comdat)
    }

    fn exclamation(&mut self) -> Token<'a> {
        match self.byte(1) {
            Some(b'0'..=b'9') => self.sigil(Token::MetadataName, Token::Node),
            Some(byte) if continues_name(byte) || byte == b'\\' => {
                self.position += 1;
                Token::MetadataName(self.take_while(|byte| continues_name(byte) || byte == b'\\'))
            }
            _ => {
                self.position += 1;
                Token::Symbol(b'!')
            }
        }
    }

    /// From a quote to the next; there is no escaped quote.
    fn string(&mut self) -> Option<&'a str> {
        self.position += 1;
        let content = self.take_while(|byte| byte != b'"');
        self.line += content.bytes().filter(|byte| *byte == b'\n').count() as u32;
        self.byte(0)?;
        self.position += 1;
        Some(content)
    }

    /// A string, or a label in quotes.
    fn quoted(&mut self) -> Token<'a> {
        match self.string() {
            None => Token::Bad("a string that is never closed"),
            Some(name) if self.byte(0) == Some(b':') => {
                self.position += 1;
                Token::Label(name)
            }
            Some(text) => Token::Text(text),
        }
    }

    fn word(&mut self) -> Token<'a> {
        let start = self.position;
        let word = self.take_while(continues_name);
        match (word, self.byte(0)) {
            (_, Some(b':')) => {
                self.position += 1;
                Token::Label(word)
            }
            ("c", Some(b'"')) => match self.string() {
                Some(bytes) => Token::Bytes(bytes),
                None => Token::Bad("an array of bytes that is never closed"),
            },
            ("-inf" | "-nan" | "-qnan" | "-snan", _) => {
                self.position = start;
                self.named_float()
            }
            _ if is_hexadecimal_integer(word) => Token::Integer(word),
            _ if word.starts_with("f0x") => Token::Float(word),
            _ => Token::Word(word),
        }
    }

    /// `+inf`, `-nan(0x1)`.
    fn named_float(&mut self) -> Token<'a> {
        let start = self.position;
        self.position += 1;
        self.take_while(|byte| byte.is_ascii_alphabetic());
        if self.byte(0) == Some(b'(') {
            self.take_while(|byte| byte != b')' && byte != b'\n');
            self.position += usize::from(self.byte(0) == Some(b')'));
        }
        Token::Float(&self.text[start..self.position])
    }

    /// An integer, a floating-point number, or a label that begins with a digit.
    fn number(&mut self) -> Token<'a> {
        let start = self.position;
        self.position += 1;
        let is_hexadecimal = self.text[start..].starts_with("0x");
        self.take_while(continues_name);
        let mut word = &self.text[start..self.position];
        if word.ends_with(['e', 'E']) && !is_hexadecimal && self.byte(0) == Some(b'+') {
            self.position += 1;
            self.take_while(|byte| byte.is_ascii_digit());
            word = &self.text[start..self.position];
        }
        let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
        let is_integer = digits.bytes().all(|byte| byte.is_ascii_digit());
        if self.byte(0) == Some(b':') {
            self.position += 1;
            return match word.parse() {
                Ok(number) if is_integer => Token::LabelNumber(number),
                _ => Token::Label(word),
            };
        }
        if is_integer { Token::Integer(word) } else { Token::Float(word) }
    }
}

fn continues_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-' | b'$')
}

fn is_hexadecimal_integer(word: &str) -> bool {
    let digits = word.strip_prefix("u0x").or_else(|| word.strip_prefix("s0x"));
    digits.is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

/// The bytes of a string: `\\` is a backslash, `\41` the byte with this hexadecimal number.
pub fn unescape(raw: &str) -> Vec<u8> {
    let raw = raw.as_bytes();
    let mut bytes = Vec::with_capacity(raw.len());
    let mut position = 0;
    let digit = |place: usize| raw.get(place).and_then(|byte| char::from(*byte).to_digit(16));
    while let Some(byte) = raw.get(position) {
        if *byte == b'\\' && raw.get(position + 1) == Some(&b'\\') {
            bytes.push(b'\\');
            position += 2;
        } else if let (b'\\', Some(high), Some(low)) = (*byte, digit(position + 1), digit(position + 2)) {
            bytes.push((high * 16 + low) as u8);
            position += 3;
        } else {
            bytes.push(*byte);
            position += 1;
        }
    }
    bytes
}

/// The text of a name or string. If its bytes are not UTF-8 its escapes stay, so that different ones stay different.
pub fn unescape_text(raw: &str) -> Arc<str> {
    if !raw.contains('\\') {
        return raw.into();
    }
    String::from_utf8(unescape(raw)).map_or_else(|_| raw.into(), Into::into)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: &str) {
        let mut lexer = Lexer::new(text);
        let mut found = Vec::new();
        loop {
            match lexer.next().token {
                Token::End => break,
                token => found.push(token.describe()),
            }
        }
        assert_eq!(found.join(" "), expect);
    }

    #[test]
    fn names_and_numbers() {
        check("%a.b-1 = @\"x y\"; comment\n%3 $c", "`%a.b-1` `=` `@x y` `%3` the name of a comdat");
        check("-5 1.5e+10 0x41 0xK3FF 2.0E-3 u0x1F -inf", "`-5` `1.5e+10` `0x41` `0xK3FF` `2.0E-3` `u0x1F` `-inf`");
        check("!5 !dbg !{!\"s\"} #3 #dbg_value", "`!5` `!dbg` `!` `{` `!` a string `}` `#3` `#dbg_value`");
        check("i32 (...)*", "`i32` `(` `...` `)` `*`");
        check("c\"a\\00\" c \"\"", "an array of bytes `c` a string");
    }

    #[test]
    fn labels() {
        check("a: 5: \"x y\": .b: $c: 1x: -d:", "`a:` `5:` `x y:` `.b:` `$c:` `1x:` `-d:`");
    }

    #[test]
    fn what_is_not_a_token() {
        check("\"abc", "a string that is never closed");
        check("@ %\"a ä", "a mark without a name a name whose quote is never closed");
        check(
            "%99999999999 § ?",
            "a number that is too large a character that has no meaning here a character that has no meaning here",
        );
    }

    #[test]
    fn escapes() {
        assert_eq!(unescape("a\\41\\\\\\zz\\4"), b"aA\\\\zz\\4");
        assert_eq!(&*unescape_text("\\C3\\A4\\01"), "ä\u{1}");
        assert_eq!(&*unescape_text("\\FF\\41"), "\\FF\\41");
    }
}
