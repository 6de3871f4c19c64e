//! Sections that the user marks with `unhang.h`.

use std::collections::HashSet;

use program::command::{Action, Section};

use crate::c::function::Lowering;
use crate::c::units::{Entity, Place, Units};
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

/// The functions that are marked so.
pub fn must_return(units: &Units<'_>) -> HashSet<Place> {
    let mut marked = HashSet::new();
    for unit in 0..units.count() {
        let module = units.module(unit);
        let list = module.find_symbol("llvm.global.annotations").and_then(|symbol| module.variable(symbol));
        let Some(Constant::Array(entries)) = list.and_then(|list| list.initializer.as_ref()) else { continue };
        for entry in entries {
            let Constant::Struct(fields) = &entry.constant else { continue };
            let [function, mark, ..] = &fields[..] else { continue };
            let text = match entity(units, unit, mark) {
                Some(Entity::Variable(place)) => units.variable(place).initializer.as_ref(),
                _ => None,
            };
            let is_mark = matches!(text, Some(Constant::Bytes(text)) if **text == *MUST_RETURN);
            if let Some(Entity::Function(place)) = entity(units, unit, function).filter(|_| is_mark) {
                marked.insert(place);
            }
        }
    }
    marked
}

/// What the constant is the address of.
fn entity<'a>(units: &Units<'a>, unit: usize, constant: &TypedConstant) -> Option<Entity<'a>> {
    match &constant.constant {
        Constant::Symbol(symbol) => Some(units.entity(unit, *symbol)),
        Constant::Expression(expression) => match &**expression {
            Expression::Cast { operand, .. } => entity(units, unit, operand),
            Expression::GetElementPointer { base, .. } => entity(units, unit, base),
            _ => None,
        },
        _ => None,
    }
}
