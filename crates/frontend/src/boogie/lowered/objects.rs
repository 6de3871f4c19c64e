//! Static objects, from the notation `"00*8 ff @object:8:0 &procedure:0:1"`.

use program::program::{InitialByte, InitialTarget, StaticObject};
use program::value::{Base, Value};

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
    Ok(StaticObject { name: original_name(&variable.attributes, &variable.name), content, constant })
}

fn initial_byte(session: &Session<'_>, word: &str) -> Option<InitialByte> {
    let tables = &session.declarations;
    let (is_object, part) = match (word.strip_prefix('@'), word.strip_prefix('&')) {
        (Some(part), _) => (true, part),
        (_, Some(part)) => (false, part),
        _ => return u8::from_str_radix(word, 16).ok().map(InitialByte::Data),
    };
    let mut parts = part.split(':');
    let (name, offset, position) = (unescaped(parts.next()?), parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    let target = if is_object {
        let Symbol::Constant(constant) = tables.symbols.get(name)? else { return None };
        let Some(Value::Pointer(pointer)) = &tables.constants[*constant].element else { return None };
        let Base::Static(object) = pointer.base else { return None };
        InitialTarget::Object(object)
    } else {
        InitialTarget::Procedure(tables.find_procedure(name)?)
    };
    Some(InitialByte::PointerPart { target, offset, position })
}
