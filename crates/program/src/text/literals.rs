//! Types and values.

use crate::bytes::whole_pointer;
use crate::text::names::Names;
use crate::types::Type;
use crate::value::{Base, MapValue, Pointer, Value};

impl Names {
    /// The type, with sorts by name.
    pub fn ty(&self, ty: &Type) -> String {
        match ty {
            Type::Sort(sort) => self.sort(*sort).to_owned(),
            Type::Map(map) => {
                let keys: Vec<_> = map.keys.iter().map(|key| self.ty(key)).collect();
                format!("[{}]{}", keys.join(", "), self.ty(&map.value))
            }
            Type::Bool | Type::Int | Type::Bits(_) | Type::Pointer => ty.to_string(),
        }
    }

    /// The value; `*` where it is arbitrary.
    pub fn value(&self, value: &Value) -> String {
        match value {
            Value::Any => "*".to_owned(),
            Value::Bool(value) => value.to_string(),
            Value::Int(value) => value.to_string(),
            Value::Form(polynomial) => polynomial.to_string(),
            Value::Bits(bits) => format!("{}bv{}", bits.unsigned(), bits.width()),
            Value::Pointer(pointer) => self.pointer(*pointer),
            Value::Element(sort, element) => match self.element(*sort, *element) {
                Some(name) => name.to_owned(),
                None => format!("$element#{}({element})", self.sort(*sort)),
            },
            Value::Map(map) => self.map(map),
            Value::Vague(vague) => {
                let width = vague.bits.width();
                format!("$vague({}bv{width}, {}bv{width})", vague.bits.unsigned(), vague.undefined)
            }
            Value::Parts(bytes) => match whole_pointer(bytes) {
                Some(pointer) => format!("$pointer_to_bits({})", self.pointer(pointer)),
                None => "$parts".to_owned(),
            },
        }
    }

    fn pointer(&self, pointer: Pointer) -> String {
        let offset = pointer.offset;
        match pointer.base {
            Base::Address if offset == 0 => "$null".to_owned(),
            Base::Address => format!("$address({offset})"),
            Base::Static(object) if offset == 0 => self.object(object).to_owned(),
            Base::Static(object) => format!("$at({}, {offset})", self.object(object)),
            Base::Procedure(procedure) if offset == 0 => format!("$procedure({})", self.procedure(procedure)),
            Base::Procedure(procedure) => format!("$procedure({}, {offset})", self.procedure(procedure)),
            Base::Dynamic(number) => format!("$dynamic({number}, {offset})"),
        }
    }

    /// Boogie has no literals for maps; this is for reports only.
    fn map(&self, map: &MapValue) -> String {
        let entry = |(keys, value): (&[Value], &Value)| {
            let keys: Vec<_> = keys.iter().map(|key| self.value(key)).collect();
            format!("{} := {}", keys.join(", "), self.value(value))
        };
        let mut entries: Vec<String> = map.entries().map(entry).collect();
        entries.push(format!("else {}", self.value(map.default_value())));
        format!("[{}]", entries.join("; "))
    }
}
