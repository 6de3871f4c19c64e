//! Functions that take more arguments than they name.
//!
//! The others lie where clang's code for `va_arg` looks for them on x86-64: what would be in registers in one object, the rest in
//! another, as on the stack. Two hidden last parameters point to them. Both have the size of what is there, so that whoever takes
//! more arguments than there are is found out.

use program::command::{Action, Storage};
use program::expr::{Expr, VarRef};
use program::ids::LocalId as Local;
use program::types::Type;

use crate::c::function::{Lowering, number};
use crate::c::instructions::moved;
use crate::c::operators::resize;
use crate::llvm::attributes::{Attribute, alignment, type_of};
use crate::llvm::instructions::{Argument, Call};
use crate::llvm::operators::FloatKind;
use crate::llvm::types::Type as LlvmType;

/// How many registers for whole numbers and pointers there are, and how many for floating-point numbers.
const GENERAL_REGISTERS: u64 = 6;
const FLOATING_REGISTERS: u64 = 8;

/// Where the registers of the second kind are saved, and how far apart.
const FLOATING_START: u64 = 8 * GENERAL_REGISTERS;
const FLOATING_SIZE: u64 = 16;

/// How a function gets an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Class {
    /// In as many registers for whole numbers, if so many are left.
    General(u64),
    /// In a register for floating-point numbers, if one is left.
    Floating { size: u64 },
    /// As a copy of what the argument points to.
    Copied { size: u64, alignment: u64 },
}

/// Where an argument lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    Registers(u64),
    Stack(u64),
}

/// What is used up.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Areas {
    general: u64,
    floating: u64,
    stack: u64,
}

impl Areas {
    fn place(&mut self, class: Class) -> Place {
        match class {
            Class::General(count) if self.general + count <= GENERAL_REGISTERS => {
                self.general += count;
                Place::Registers(8 * (self.general - count))
            }
            Class::Floating { .. } if self.floating < FLOATING_REGISTERS => {
                self.floating += 1;
                Place::Registers(FLOATING_START + FLOATING_SIZE * (self.floating - 1))
            }
            Class::General(count) => self.on_stack(8 * count, 8 * count),
            Class::Floating { size } => self.on_stack(size, size),
            Class::Copied { size, alignment } => self.on_stack(size, alignment),
        }
    }

    fn on_stack(&mut self, size: u64, alignment: u64) -> Place {
        let start = self.stack.next_multiple_of(alignment.max(8));
        self.stack = start + size.next_multiple_of(8);
        Place::Stack(start)
    }

    /// How many bytes of the area of registers are used.
    fn registers(self) -> u64 {
        match self.floating {
            0 => 8 * self.general,
            used => FLOATING_START + FLOATING_SIZE * used,
        }
    }
}

impl<'a> Lowering<'_, 'a> {
    /// Exchanges the arguments of the call behind the first so many for two pointers, and gives the objects to be released.
    pub fn pack(
        &mut self,
        call: &'a Call,
        arguments: &mut Vec<(Expr, Type)>,
        named: usize,
    ) -> Result<Vec<Local>, String> {
        let (named, others) = call.arguments.split_at(named.min(call.arguments.len()));
        let mut used = Areas::default();
        let mut scalars = 0;
        for argument in named {
            scalars += self.types(&argument.operand.ty)?.len();
            used.place(self.class(self.unit, &argument.operand.ty, &argument.attributes)?);
        }
        // What the named ones need of the stack is not of interest.
        let before = Areas { stack: 0, ..used };
        used = before;
        let mut placed = Vec::new();
        for argument in others {
            let class = self.class(self.unit, &argument.operand.ty, &argument.attributes)?;
            placed.push((argument, class, used.place(class)));
        }
        let registers = if used.registers() > before.registers() { used.registers() } else { 0 };
        let [registers, stack] = [("%registers", registers), ("%variadic", used.stack)].map(|(name, size)| {
            (size > 0).then(|| {
                let target = self.new_variable(name, Type::Pointer);
                let size = number(64, size);
                self.edges.emit(Action::Allocate { target: VarRef::Local(target), size, storage: Storage::Heap });
                target
            })
        });
        let pointer = |object: Option<Local>| object.map_or(Expr::null(), Expr::local);
        let mut values = arguments.split_off(scalars).into_iter().map(|(value, _)| value);
        for (argument, class, place) in placed {
            let target = match place {
                Place::Registers(offset) => moved(pointer(registers), (offset as i64, None)),
                Place::Stack(offset) => moved(pointer(stack), (offset as i64, None)),
            };
            self.put(&target, argument, class, &mut values)?;
        }
        arguments.extend([registers, stack].map(|object| (pointer(object), Type::Pointer)));
        Ok([registers, stack].into_iter().flatten().collect())
    }

    fn put(
        &mut self,
        target: &Expr,
        argument: &'a Argument,
        class: Class,
        values: &mut impl Iterator<Item = Expr>,
    ) -> Result<(), String> {
        let leaves = self.session.leaves(self.unit, &argument.operand.ty)?;
        for (leaf, value) in leaves.iter().zip(values) {
            let value = match (class, &leaf.ty) {
                (Class::Copied { size, .. }, _) => {
                    let is_private = self.places.is_private(&argument.operand.value);
                    return self.copy_to_own(target.clone(), value, size, is_private);
                }
                // A whole number takes its registers up to the end.
                (Class::General(count), Type::Bits(width)) => resize(value, *width, 64 * count as u32),
                _ => value,
            };
            let pointer = moved(target.clone(), (leaf.offset as i64, None));
            self.edges.emit(Action::Store { pointer, value });
        }
        Ok(())
    }

    fn class(&self, unit: usize, ty: &LlvmType, attributes: &[Attribute]) -> Result<Class, String> {
        let layout = self.session.units.layout(unit);
        let refused = || Err("an argument of this type for a function with any number of arguments".to_owned());
        if let Some(copied) = type_of(attributes, "byval") {
            let size = layout.extent(copied).map_err(|why| why.to_string())?.size;
            return Ok(Class::Copied { size, alignment: alignment(attributes).unwrap_or(8) });
        }
        match ty {
            LlvmType::Pointer(_) => Ok(Class::General(1)),
            LlvmType::Integer(width) if (2..=64).contains(width) => Ok(Class::General(1)),
            LlvmType::Integer(128) => Ok(Class::General(2)),
            LlvmType::Float(FloatKind::Single | FloatKind::Double) => Ok(Class::Floating { size: 8 }),
            LlvmType::Vector(_) => match layout.extent(ty).map_err(|why| why.to_string())?.size {
                size @ (8 | 16) => Ok(Class::Floating { size }),
                _ => refused(),
            },
            _ => refused(),
        }
    }

    /// The call is over, and nobody has its arguments any more.
    pub fn unpack(&mut self, objects: Vec<Local>) {
        for object in objects {
            self.edges.emit(Action::Free(Expr::local(object)));
        }
    }

    /// Lowers `va_start`, `va_copy` and `va_end`.
    pub fn argument_list(&mut self, name: &str, call: &'a Call) -> Result<(), String> {
        let triple = &self.module.triple;
        let is_known = triple.is_empty() || triple.starts_with("x86_64") && triple.contains("linux");
        if !is_known {
            return Err(format!("a function with any number of arguments, compiled for `{triple}`,"));
        }
        let list = self.scalar_operand(Lowering::argument(call, 0)?)?;
        self.edges.access();
        if name.starts_with("llvm.va_copy") {
            let from = self.scalar_operand(Lowering::argument(call, 1)?)?;
            self.edges.emit(Action::Copy { to: list, from, size: number(64, 24) });
        } else if name.starts_with("llvm.va_start") {
            let [registers, stack] =
                self.variadic.ok_or("`va_start` in a function that names all its arguments")?.map(Expr::local);
            let mut named = Areas::default();
            for parameter in &self.function.parameters {
                let ty = &self.function.local(parameter.local).ty;
                named.place(self.class(self.unit, ty, &parameter.attributes)?);
            }
            let floating = FLOATING_START + FLOATING_SIZE * named.floating;
            let fields = [(0, number(32, 8 * named.general)), (4, number(32, floating)), (8, stack), (16, registers)];
            for (offset, value) in fields {
                self.edges.emit(Action::Store { pointer: moved(list.clone(), (offset, None)), value });
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(classes: &[Class]) -> Vec<Place> {
        let mut areas = Areas::default();
        classes.iter().map(|class| areas.place(*class)).collect()
    }

    #[test]
    fn each_kind_has_registers_of_its_own() {
        let found =
            places(&[Class::General(1), Class::Floating { size: 8 }, Class::General(2), Class::Floating { size: 8 }]);
        assert_eq!(found, [0, 48, 8, 64].map(Place::Registers));
    }

    #[test]
    fn what_does_not_fit_into_the_registers_that_are_left_goes_to_the_stack_as_a_whole() {
        let mut classes = vec![Class::General(1); 5];
        classes.extend([Class::General(2), Class::General(1), Class::General(1)]);
        let expected = [Place::Stack(0), Place::Registers(40), Place::Stack(16)];
        assert_eq!(places(&classes)[5..], expected);
    }

    #[test]
    fn copies_lie_on_the_stack_as_they_are_aligned() {
        let copied = |size, alignment| Class::Copied { size, alignment };
        let expected = [0, 24, 32, 80].map(Place::Stack);
        assert_eq!(places(&[copied(19, 8), copied(3, 1), copied(48, 16), copied(8, 8)]), expected);
    }
}
