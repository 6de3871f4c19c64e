//! Which words are names: shared by the printer and the front end's lexer.

/// Words that are never names, unless a backslash stands in front of them.
///
/// Words that only our dialect knows (`fork`, `join`, `atomic`, `async`, `yield`, `assign`) are recognised by their
/// place instead, since plain Boogie programs may use them as names.
pub const KEYWORDS: &[&str] = &[
    "assert",
    "assume",
    "axiom",
    "bool",
    "break",
    "call",
    "const",
    "div",
    "else",
    "ensures",
    "exists",
    "false",
    "forall",
    "free",
    "function",
    "goto",
    "havoc",
    "if",
    "implementation",
    "int",
    "invariant",
    "lambda",
    "mod",
    "modifies",
    "old",
    "par",
    "procedure",
    "real",
    "requires",
    "return",
    "returns",
    "then",
    "true",
    "type",
    "unique",
    "var",
    "where",
    "while",
];

/// Whether a name may start with the character.
pub fn starts_name(c: char) -> bool {
    c.is_ascii_alphabetic() || "'~#$^_.?`".contains(c)
}

/// Whether a name may go on with the character.
pub fn continues_name(c: char) -> bool {
    starts_name(c) || c.is_ascii_digit()
}

/// The digits of the width, if the word is the name of a type of machine integers.
pub fn bits_type_width(word: &str) -> Option<&str> {
    let digits = word.strip_prefix("bv")?;
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then_some(digits)
}
