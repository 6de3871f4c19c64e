//! Static objects, from the notation `"00*8 ff 05?f0 @object:8:0 &procedure:0:1 #4096:2"`.

use program::bytes::Byte;
use program::program::StaticObject;
use program::value::{Base, Pointer, Value};

use crate::boogie::ast::{Attribute, ConstantDecl, find_attribute};
use crate::boogie::declarations::Symbol;
use crate::boogie::lowered::{original_name, unescaped};
use crate::boogie::session::Session;
use crate::error::{Error, Result};

/// How many bytes a program's objects may have together.
const MAXIMAL_MEMORY: usize = 1 << 26;

/// All static objects of the program.
pub fn read(session: &Session<'_>) -> Result<Vec<StaticObject>> {
    let mut left = MAXIMAL_MEMORY;
    session.declarations.objects.iter().map(|declaration| object(session, declaration, &mut left)).collect()
}

fn object(session: &Session<'_>, declaration: &ConstantDecl, left: &mut usize) -> Result<StaticObject> {
    let variable = &declaration.variable;
    let text = find_attribute(&variable.attributes, "unhang_object").and_then(Attribute::text);
    let mut content = Vec::new();
    for word in text.map_or("", |text| text).split_whitespace() {
        let wrong = || Error::new(variable.name.span, format!("`{word}` is not a byte of static memory"));
        let (byte, count) = word.rsplit_once('*').unwrap_or((word, "1"));
        let count: usize = count.parse().map_err(|_| wrong())?;
        *left = left.checked_sub(count).ok_or_else(|| Error::new(variable.name.span, "static memory is too large"))?;
        let byte = initial_byte(session, byte).ok_or_else(wrong)?;
        content.extend(std::iter::repeat_n(byte, count));
    }
    let constant = find_attribute(&variable.attributes, "unhang_constant").is_some();
    let name = original_name(&variable.attributes, &variable.name);
    Ok(StaticObject { name, content: content.into_iter().collect(), constant })
}

fn initial_byte(session: &Session<'_>, word: &str) -> Option<Byte> {
    let tables = &session.declarations;
    let Some(kind @ ('@' | '&' | '#')) = word.chars().next() else {
        let byte = |digits: &str| u8::from_str_radix(digits, 16).ok();
        return match word.split_once('?') {
            None => byte(word).map(Byte::Data),
            Some((value, undefined)) => {
                let (value, undefined) = (byte(value)?, byte(undefined)?);
                (undefined != 0 && value & undefined == 0).then_some(Byte::Vague { value, undefined })
            }
        };
    };
    let mut parts = word[1..].split(':');
    let mut base = Base::Address;
    if kind != '#' {
        let name = unescaped(parts.next()?);
        base = match kind {
            '&' => Base::Procedure(tables.find_procedure(name)?),
            _ => {
                let Symbol::Constant(constant) = tables.symbols.get(name)? else { return None };
                let Some(Value::Pointer(pointer)) = &tables.constants[*constant].element else { return None };
                pointer.base
            }
        };
    }
    let (offset, position) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    (position < 8).then_some(Byte::PointerPart(Pointer { base, offset }, position))
}
