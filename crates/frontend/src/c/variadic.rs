//! Functions that take more arguments than they name.
//!
//! The others lie in an object of the caller's, eight bytes each, as on the stack of x86-64, to which a hidden last parameter
//! points. A list of them says that no argument is left in registers.

use program::command::{Action, Storage};
use program::expr::{Expr, VarRef};
use program::ids::LocalId as Local;
use program::types::Type;

use crate::c::function::{Lowering, number};
use crate::c::instructions::moved;
use crate::c::operators::resize;
use crate::llvm::instructions::Call;

/// What the fields of a list say when all registers are used up.
const REGISTERS_USED: [(i64, u64); 2] = [(0, 48), (4, 176)];

impl<'a> Lowering<'_, 'a> {
    /// The object with the arguments behind the first so many scalars, and what is left of them.
    pub fn pack(&mut self, arguments: &mut Vec<(Expr, Type)>, named: usize) -> Result<Option<Local>, String> {
        let others = arguments.split_off(named.min(arguments.len()));
        if others.is_empty() {
            arguments.push((Expr::null(), Type::Pointer));
            return Ok(None);
        }
        let object = self.new_variable("%variadic", Type::Pointer);
        let size = number(64, 8 * others.len() as u64);
        self.edges.emit(Action::Allocate { target: VarRef::Local(object), size, storage: Storage::Heap });
        for (index, (value, ty)) in others.into_iter().enumerate() {
            let value = match ty {
                Type::Pointer => value,
                Type::Bits(width) if width <= 64 => resize(value, width, 64),
                _ => return Err("an argument of this type for a function with any number of arguments".to_owned()),
            };
            let pointer = moved(Expr::local(object), (8 * index as i64, None));
            self.edges.emit(Action::Store { pointer, value });
        }
        arguments.push((Expr::local(object), Type::Pointer));
        Ok(Some(object))
    }

    /// The call is over, and nobody has its arguments any more.
    pub fn unpack(&mut self, object: Option<Local>) {
        if let Some(object) = object {
            self.edges.emit(Action::Free(Expr::local(object)));
        }
    }

    /// Lowers `va_start`, `va_copy` and `va_end`.
    pub fn argument_list(&mut self, name: &str, call: &'a Call) -> Result<(), String> {
        let list = self.scalar_operand(Lowering::argument(call, 0)?)?;
        self.edges.access();
        if name.starts_with("llvm.va_copy") {
            let from = self.scalar_operand(Lowering::argument(call, 1)?)?;
            self.edges.emit(Action::Copy { to: list, from, size: number(64, 24) });
        } else if name.starts_with("llvm.va_start") {
            let others = self.variadic.ok_or("`va_start` in a function that names all its arguments")?;
            for (offset, used) in REGISTERS_USED {
                self.edges
                    .emit(Action::Store { pointer: moved(list.clone(), (offset, None)), value: number(32, used) });
            }
            self.edges.emit(Action::Store { pointer: moved(list, (8, None)), value: Expr::local(others) });
        }
        Ok(())
    }
}
