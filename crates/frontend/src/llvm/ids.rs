//! Typed indices into the tables of a module and of a function, and the names that the text uses for the entries.

use std::fmt;
use std::sync::Arc;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(pub u32);

        impl $name {
            /// The position in the table.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

ids! {
    /// A named type of the module.
    TypeId;
    /// A function, variable, alias or resolver of the module.
    SymbolId;
    /// A metadata node of the module.
    NodeId;
    /// A parameter or the result of an instruction, in one function.
    LocalId;
    /// A basic block of one function; the entry is the first.
    BlockId;
}

/// What follows `@`, `%` or stands before a block's colon.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Name {
    /// A name, without its quotes and with its escapes resolved.
    Text(Arc<str>),
    /// The number of something that has no name.
    Number(u32),
}

impl fmt::Display for Name {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Name::Text(text) => formatter.write_str(text),
            Name::Number(number) => write!(formatter, "{number}"),
        }
    }
}

impl Name {
    /// As the text spells it: in quotes, with escapes, if it has unusual characters.
    pub fn spelled(&self) -> String {
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'$' | b'.' | b'_');
        match self {
            Name::Number(number) => number.to_string(),
            Name::Text(text) if text.bytes().all(is_plain) && !text.starts_with(|c: char| c.is_ascii_digit()) => {
                text.to_string()
            }
            Name::Text(text) => {
                let mut spelled = "\"".to_owned();
                for byte in text.bytes() {
                    let is_printable = byte == b' ' || byte.is_ascii_graphic();
                    match byte {
                        b'"' | b'\\' => spelled.push_str(&format!("\\{byte:02X}")),
                        _ if is_printable => spelled.push(char::from(byte)),
                        _ => spelled.push_str(&format!("\\{byte:02X}")),
                    }
                }
                spelled + "\""
            }
        }
    }
}
