//! What the user's variables hold in a state of a compiled program, part by part.

use check::semantics::state::{Frame, State};
use program::bytes::Byte;
use program::ids::{LocalId, ObjectId};
use program::program::Program;
use program::shape::Shape;
use program::types::Type;
use program::value::{Base, Pointer, Value};

use crate::course::Binding;
use crate::lens::{homes, is_declared, is_own, is_reserved, spelled};
use crate::printed::{quoted, string_at};

/// How many parts of a variable are told, and how many elements of an array.
const MOST_PARTS: usize = 12;

/// The variables that all threads know, each with what it holds.
pub(crate) fn globals(program: &Program, state: &State) -> Vec<Binding> {
    let mut told = Vec::new();
    for (index, object) in program.objects.iter().enumerate() {
        // What the library has is not known to the debug information.
        let Some(shape) = program.shapes.shape("", &object.name) else { continue };
        if !object.constant && !is_reserved(&object.name) {
            let base = Base::Static(ObjectId::new(index));
            Telling { program, state, base }.variable(&object.name, shape, &mut told);
        }
    }
    told
}

/// The variables of a function of the user, each with what it holds; none of other functions.
pub(crate) fn locals(program: &Program, state: &State, frame: &Frame) -> Vec<Binding> {
    let mut told = Vec::new();
    let procedure = program.procedure(frame.procedure);
    if !is_own(program, procedure.span) {
        return told;
    }
    let homes = homes(procedure);
    for (index, variable) in procedure.locals.iter().enumerate().filter(|(_, variable)| is_declared(variable)) {
        let value = &frame.locals[index];
        match value {
            Value::Any => {}
            Value::Pointer(Pointer { base, offset: 0 }) if homes.contains(&LocalId::new(index)) => {
                let shape = program.shapes.shape(&procedure.name, &variable.name).unwrap_or(&Shape::Whole);
                Telling { program, state, base: *base }.variable(&variable.name, shape, &mut told);
            }
            value => told.push(Binding::new(variable.name.clone(), spelled(program, state, value))),
        }
    }
    told
}

/// An object in a state.
struct Telling<'a> {
    program: &'a Program,
    state: &'a State,
    base: Base,
}

impl Telling<'_> {
    fn variable(&self, name: &str, shape: &Shape, told: &mut Vec<Binding>) {
        let Ok(object) = self.state.memory.object(self.base) else { return };
        let mut parts = Vec::new();
        self.part(name, 0, object.bytes.len() as u64, shape, &mut parts);
        let left_out = parts.len() > MOST_PARTS;
        told.extend(parts.into_iter().take(MOST_PARTS));
        told.extend(left_out.then(|| Binding { name: name.to_owned(), value: None }));
    }

    /// What the part holds that begins there, has so many bytes and is called so.
    fn part(&self, name: &str, offset: u64, size: u64, shape: &Shape, told: &mut Vec<Binding>) {
        // One more shows that there are others.
        if told.len() > MOST_PARTS {
            return;
        }
        match shape {
            Shape::Whole => told.extend(self.scalar(offset, size).map(|value| Binding::new(name, value))),
            Shape::Elements(1, _) if let Some(text) = self.text(offset, size) => {
                told.push(Binding::new(name, quoted(&text)));
            }
            Shape::Elements(bytes, shape) => {
                let elements = size.checked_div(*bytes).unwrap_or_default();
                for index in 0..elements.min(MOST_PARTS as u64 + 1) {
                    self.part(&format!("{name}[{index}]"), offset + index * bytes, *bytes, shape, told);
                }
            }
            Shape::Parts(parts) => {
                for part in parts.iter().filter(|part| !part.name.as_deref().is_some_and(is_reserved)) {
                    let name = part.name.as_ref().map_or(name.to_owned(), |part| format!("{name}.{part}"));
                    self.part(&name, offset + part.offset, part.bytes, &part.shape, told);
                }
            }
        }
    }

    /// The number or pointer that is there, if it is one and has a value.
    fn scalar(&self, offset: u64, size: u64) -> Option<String> {
        if !matches!(size, 1 | 2 | 4 | 8) {
            return None;
        }
        let bytes = self.state.memory.bytes(self.place(offset), size).ok()?;
        if bytes.iter().any(|byte| matches!(byte, Byte::Vague { .. })) {
            return None;
        }
        let is_pointer = matches!(bytes[0], Byte::PointerPart(..));
        let ty = if is_pointer && size == 8 { Type::Pointer } else { Type::Bits(8 * size as u32) };
        Some(spelled(self.program, self.state, &Value::of_bytes(&bytes, &ty)))
    }

    /// The text that is there, if it has an end and can be read.
    fn text(&self, offset: u64, size: u64) -> Option<String> {
        let bytes = self.state.memory.bytes(self.place(offset), size).ok()?;
        let length = bytes.iter().position(|byte| *byte == Byte::Data(0))?;
        let is_printed = |byte: &Byte| matches!(byte, Byte::Data(b' '..=b'~' | b'\n' | b'\t'));
        bytes[..length].iter().all(is_printed).then(|| string_at(self.state, self.place(offset), length))
    }

    fn place(&self, offset: u64) -> Pointer {
        Pointer { base: self.base, offset: offset as i64 }
    }
}
