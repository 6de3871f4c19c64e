//! Sections that the user marks with `unhang.h`.

use program::command::{Action, Section};
use program::ids::SectionKindId;

use crate::c::function::Lowering;
use crate::c::session::Session;
use crate::c::units::{Entity, Place};
use crate::llvm::instructions::Call;
use crate::llvm::values::{Constant, Expression, TypedConstant};

/// How a function is marked every call of which is a section.
const MUST_RETURN: &[u8] = b"unhang:must_return\0";

impl<'a> Lowering<'_, 'a> {
    /// Lowers the call if it is one of the header's functions.
    pub fn marked_section(&mut self, name: &str, call: &'a Call) -> Result<Option<()>, String> {
        let (is_begin, kind_is_given) = match name {
            "unhang_begin" => (true, true),
            "unhang_end" => (false, true),
            "unhang_wait_begin" => (true, false),
            "unhang_wait_end" => (false, false),
            _ => return Ok(None),
        };
        let kind = match kind_is_given {
            true => {
                self.text(&Lowering::argument(call, 0)?.value).ok_or("a kind of section that is no string literal")?
            }
            false => "wait".to_owned(),
        };
        let object = self.scalar_operand(Lowering::argument(call, usize::from(kind_is_given))?)?;
        let section = Section { kind: self.session.section_kind(&kind), object: Some(object) };
        self.edges.emit(if is_begin { Action::Enter(section) } else { Action::Leave(section) });
        // Others may see where the section begins.
        self.edges.cut();
        Ok(Some(()))
    }
}

impl Session<'_> {
    /// The kind of sections that the calls of the function are, if they are sections.
    pub fn must_return(&mut self, place: Place) -> Option<SectionKindId> {
        let units = self.units;
        for unit in 0..units.count() {
            let module = units.module(unit);
            let list = module.find_symbol("llvm.global.annotations").and_then(|symbol| module.variable(symbol));
            let Some(Constant::Array(entries)) = list.and_then(|list| list.initializer.as_ref()) else { continue };
            for entry in entries {
                let Constant::Struct(fields) = &entry.constant else { continue };
                let [function, mark, ..] = &fields[..] else { continue };
                let is_it = self.entity_of(unit, function) == Some(Entity::Function(place));
                let text = match self.entity_of(unit, mark) {
                    Some(Entity::Variable(place)) => units.variable(place).initializer.as_ref(),
                    _ => None,
                };
                if is_it && matches!(text, Some(Constant::Bytes(text)) if **text == *MUST_RETURN) {
                    return Some(self.section_kind("call"));
                }
            }
        }
        None
    }

    /// What the constant is the address of.
    fn entity_of(&self, unit: usize, constant: &TypedConstant) -> Option<Entity<'_>> {
        match &constant.constant {
            Constant::Symbol(symbol) => Some(self.units.entity(unit, *symbol)),
            Constant::Expression(expression) => match &**expression {
                Expression::Cast { operand, .. } => self.entity_of(unit, operand),
                Expression::GetElementPointer { base, .. } => self.entity_of(unit, base),
                _ => None,
            },
            _ => None,
        }
    }
}
