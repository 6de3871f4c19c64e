//! Tokens.

/// A token. Names and strings are slices of the text, without quotes, with their escapes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Token<'a> {
    /// The end of the file.
    End,
    /// What is no token, and why.
    Bad(&'static str),
    /// A keyword, a type, an attribute.
    Word(&'a str),
    /// `name:`.
    Label(&'a str),
    /// `12:`.
    LabelNumber(u32),
    /// `%name`.
    Local(&'a str),
    /// `%12`.
    LocalNumber(u32),
    /// `@name`.
    Global(&'a str),
    /// `@12`.
    GlobalNumber(u32),
    /// `$name`.
    Comdat,
    /// `#12`.
    Group(u32),
    /// `#dbg_value`.
    Record(&'a str),
    /// `!12`.
    Node(u32),
    /// `!name`.
    MetadataName(&'a str),
    /// `^12`.
    Summary,
    /// An integer, decimal or `u0x` or `s0x`.
    Integer(&'a str),
    /// A floating-point number in any notation.
    Float(&'a str),
    /// `"…"`.
    Text(&'a str),
    /// `c"…"`.
    Bytes(&'a str),
    /// `...`.
    Ellipsis,
    /// A punctuation mark.
    Symbol(u8),
}

impl Token<'_> {
    /// The token in words, for messages.
    pub fn describe(self) -> String {
        match self {
            Token::End => "the end of the file".to_owned(),
            Token::Bad(why) => why.to_owned(),
            Token::Word(word) => format!("`{word}`"),
            Token::Label(name) => format!("`{name}:`"),
            Token::LabelNumber(number) => format!("`{number}:`"),
            Token::Local(name) => format!("`%{name}`"),
            Token::LocalNumber(number) => format!("`%{number}`"),
            Token::Global(name) => format!("`@{name}`"),
            Token::GlobalNumber(number) => format!("`@{number}`"),
            Token::Comdat => "the name of a comdat".to_owned(),
            Token::Group(number) => format!("`#{number}`"),
            Token::Record(name) => format!("`#{name}`"),
            Token::Node(number) => format!("`!{number}`"),
            Token::MetadataName(name) => format!("`!{name}`"),
            Token::Summary => "an entry of a summary".to_owned(),
            Token::Integer(digits) | Token::Float(digits) => format!("`{digits}`"),
            Token::Text(_) => "a string".to_owned(),
            Token::Bytes(_) => "an array of bytes".to_owned(),
            Token::Ellipsis => "`...`".to_owned(),
            Token::Symbol(symbol) => format!("`{}`", char::from(symbol)),
        }
    }
}
