//! Accesses to memory. One that others may reach is an edge of its own, with what the thread does by itself before and after.

use program::command::Action;
use program::expr::{BinaryOp, BitsComparison, BitsOp, Expr, UnaryOp, VarRef};
use program::types::Type;

use crate::c::function::{Lowering, number};
use crate::c::instructions::moved;
use crate::c::leaves::Leaf;
use crate::c::operators::{self, lowest_bit, resize};
use crate::llvm::ids::LocalId;
use crate::llvm::instructions::CompareExchange;
use crate::llvm::operators::{BinaryOperator, Flags, ReadModifyWriteOperator};
use crate::llvm::types::Type as LlvmType;
use crate::llvm::values::{Operand, Value};

impl<'a> Lowering<'_, 'a> {
    /// Reads memory, or a variable that needs none.
    pub fn load(&mut self, result: Option<LocalId>, ty: &LlvmType, address: &'a Operand) -> Result<(), String> {
        if let Some(variable) = self.variable(&address.value) {
            self.look_at(result, &Expr::local(variable));
            return self.define(result, vec![Expr::local(variable)]);
        }
        let pointer = self.scalar_operand(address)?;
        let is_private = self.places.is_private(&address.value) || self.session.is_constant(&pointer);
        let leaves = self.session.leaves(self.unit, ty)?;
        let (homes, is_used_once) = match result {
            Some(result) => (self.home(result, ty)?, self.is_used_once(result)),
            None => return Ok(()),
        };
        for (leaf, home) in leaves.iter().zip(homes.iter().copied()) {
            if !is_private {
                self.edges.access();
            }
            let value = loaded(leaf, moved(pointer.clone(), (leaf.offset as i64, None)));
            self.assign(&[home], vec![value.clone()]);
            if !is_private {
                self.assumptions.has_read(home, value, is_used_once);
            }
        }
        if let [home] = homes[..] {
            self.look_at(result, &Expr::local(home));
        }
        Ok(())
    }

    /// Writes memory, or a variable that needs none.
    pub fn store(&mut self, value: &'a Operand, address: &'a Operand) -> Result<(), String> {
        let values = self.operand(value)?;
        if let Some(variable) = self.variable(&address.value) {
            self.assign(&[variable], values);
            return Ok(());
        }
        let pointer = self.scalar_operand(address)?;
        let is_private = self.places.is_private(&address.value);
        let leaves = self.session.leaves(self.unit, &value.ty)?;
        for (leaf, value) in leaves.iter().zip(values) {
            if !is_private {
                self.edges.access();
            }
            let pointer = moved(pointer.clone(), (leaf.offset as i64, None));
            self.edges.emit(Action::Store { pointer, value: stored(leaf, value) });
        }
        Ok(())
    }

    /// Both outcomes write: a failure writes what was there.
    pub fn compare_exchange(&mut self, result: Option<LocalId>, exchange: &'a CompareExchange) -> Result<(), String> {
        let (leaf, pointer) = self.atomic(&exchange.expected.ty, &exchange.address)?;
        let expected = self.scalar_operand(&exchange.expected)?;
        let replacement = self.scalar_operand(&exchange.replacement)?;
        self.edges.access();
        let old = self.new_variable("%old", leaf.ty.clone());
        self.edges.emit(Action::Assign(vec![(VarRef::Local(old), loaded(&leaf, pointer.clone()))]));
        let is_it = Expr::binary(BinaryOp::Equal, Expr::local(old), expected);
        let new = Expr::If(Box::new(is_it.clone()), Box::new(replacement), Box::new(Expr::local(old)));
        let success = self.new_variable("%success", Type::Bool);
        self.edges.emit(Action::Assign(vec![(VarRef::Local(success), is_it)]));
        self.edges.emit(Action::Store { pointer, value: stored(&leaf, new) });
        self.define(result, vec![Expr::local(old), Expr::local(success)])
    }

    /// Reads, computes and writes in one step.
    pub fn read_modify_write(
        &mut self,
        result: Option<LocalId>,
        operator: ReadModifyWriteOperator,
        address: &'a Operand,
        value: &'a Operand,
    ) -> Result<(), String> {
        let (leaf, pointer) = self.atomic(&value.ty, address)?;
        let value = self.scalar_operand(value)?;
        self.edges.access();
        let old = self.new_variable("%old", leaf.ty.clone());
        self.edges.emit(Action::Assign(vec![(VarRef::Local(old), loaded(&leaf, pointer.clone()))]));
        let new = modified(operator, &leaf.ty, Expr::local(old), value)?;
        self.edges.emit(Action::Store { pointer, value: stored(&leaf, new) });
        self.define(result, vec![Expr::local(old)])
    }

    fn atomic(&mut self, ty: &LlvmType, address: &'a Operand) -> Result<(Leaf, Expr), String> {
        let leaves = self.session.leaves(self.unit, ty)?;
        let [leaf] = &leaves[..] else { return Err("an atomic access of this type".to_owned()) };
        Ok((leaf.clone(), self.scalar_operand(address)?))
    }

    /// Copies bytes; what others may reach is copied in pieces of at most eight bytes.
    pub fn copy_memory(
        &mut self,
        to: &'a Operand,
        from: &'a Operand,
        size: &'a Operand,
        name: &str,
    ) -> Result<(), String> {
        let (target, source) = (self.scalar_operand(to)?, self.scalar_operand(from)?);
        let mut is_private = [to, from].map(|operand| self.places.is_private(&operand.value));
        is_private[1] |= self.session.is_constant(&source);
        let bytes = self.size(size)?;
        if is_private == [true, true] {
            self.edges.emit(Action::Copy { to: target, from: source, size: bytes });
            return Ok(());
        }
        match constant_size(&size.value).filter(|size| *size <= MOST_UNROLLED && name == "memcpy") {
            None => self.call_primitive(name, vec![target, source, bytes], Vec::new()),
            Some(total) => {
                let piece = self.new_variable("%piece", Type::Bits(64));
                for start in (0..total).step_by(8) {
                    let size = (total - start).min(8);
                    let place = |base: &Expr| moved(base.clone(), (start as i64, None));
                    if is_private.contains(&true) || size < 8 {
                        self.edges.access();
                        let (to, from) = (place(&target), place(&source));
                        self.edges.emit(Action::Copy { to, from, size: number(64, size) });
                        continue;
                    }
                    self.edges.access();
                    let value = Expr::Load(Box::new(place(&source)), Type::Bits(64));
                    self.assign(&[piece], vec![value]);
                    self.edges.access();
                    self.edges.emit(Action::Store { pointer: place(&target), value: Expr::local(piece) });
                }
                Ok(())
            }
        }
    }

    /// Copies to an object that nobody else knows.
    pub fn copy_to_own(&mut self, to: Expr, from: Expr, size: u64, is_private: bool) -> Result<(), String> {
        if is_private {
            self.edges.emit(Action::Copy { to, from, size: number(64, size) });
            return Ok(());
        }
        if size > MOST_UNROLLED {
            return self.call_primitive("memcpy", vec![to, from, number(64, size)], Vec::new());
        }
        for start in (0..size).step_by(8) {
            let place = |base: &Expr| moved(base.clone(), (start as i64, None));
            self.edges.access();
            self.edges.emit(Action::Copy {
                to: place(&to),
                from: place(&from),
                size: number(64, (size - start).min(8)),
            });
        }
        Ok(())
    }

    /// Writes the same byte many times.
    pub fn fill_memory(&mut self, to: &'a Operand, byte: &'a Operand, size: &'a Operand) -> Result<(), String> {
        let is_private = self.places.is_private(&to.value);
        let (target, byte) = (self.scalar_operand(to)?, self.scalar_operand(byte)?);
        let bytes = self.size(size)?;
        if is_private {
            self.edges.emit(Action::Fill { to: target, byte, size: bytes });
            return Ok(());
        }
        match constant_size(&size.value).filter(|size| *size <= MOST_UNROLLED) {
            None => self.call_primitive("memset", vec![target, resize(byte, 8, 32), bytes], Vec::new()),
            Some(total) => {
                for start in (0..total).step_by(8) {
                    self.edges.access();
                    let to = moved(target.clone(), (start as i64, None));
                    let size = number(64, (total - start).min(8));
                    self.edges.emit(Action::Fill { to, byte: byte.clone(), size });
                }
                Ok(())
            }
        }
    }

    fn size(&mut self, size: &'a Operand) -> Result<Expr, String> {
        let LlvmType::Integer(width) = size.ty else { return Err("a size of this type".to_owned()) };
        Ok(resize(self.scalar_operand(size)?, width, 64))
    }
}

/// Copies of more bytes than this are made by a loop.
const MOST_UNROLLED: u64 = 64;

fn constant_size(value: &Value) -> Option<u64> {
    match value {
        Value::Constant(crate::llvm::values::Constant::Integer(size)) => u64::try_from(size).ok(),
        _ => None,
    }
}

/// The scalar as it is read from memory.
fn loaded(leaf: &Leaf, pointer: Expr) -> Expr {
    let width = 8 * leaf.size as u32;
    let load = |ty| Expr::Load(Box::new(pointer), ty);
    match leaf.ty {
        Type::Bool => lowest_bit(load(Type::Bits(8))),
        Type::Bits(narrow) if narrow < width => resize(load(Type::Bits(width)), width, narrow),
        ref ty => load(ty.clone()),
    }
}

/// The scalar as it is written to memory.
fn stored(leaf: &Leaf, value: Expr) -> Expr {
    let width = 8 * leaf.size as u32;
    match leaf.ty {
        Type::Bool => Expr::If(Box::new(value), Box::new(number(8, 1)), Box::new(number(8, 0))),
        Type::Bits(narrow) => resize(value, narrow, width),
        _ => value,
    }
}

/// What is written back.
fn modified(operator: ReadModifyWriteOperator, ty: &Type, old: Expr, value: Expr) -> Result<Expr, String> {
    use ReadModifyWriteOperator as Op;
    let Type::Bits(_) = *ty else {
        return match operator {
            Op::Exchange => Ok(value),
            Op::And if *ty == Type::Bool => Ok(Expr::binary(BinaryOp::And, old, value)),
            Op::Or if *ty == Type::Bool => Ok(operators::or(old, value)),
            Op::Xor if *ty == Type::Bool => Ok(Expr::binary(BinaryOp::NotEqual, old, value)),
            _ => Err("an atomic operation of this kind on pointers".to_owned()),
        };
    };
    let bits = |op| Expr::binary(BinaryOp::Bits(op), old.clone(), value.clone());
    let choose = |comparison| {
        let condition = Expr::binary(BinaryOp::BitsCompare(comparison), old.clone(), value.clone());
        Expr::If(Box::new(condition), Box::new(old.clone()), Box::new(value.clone()))
    };
    let float =
        |operator| operators::binary(operator, Flags::NONE, ty, old.clone(), value.clone()).map(|(expr, _)| expr);
    Ok(match operator {
        Op::Exchange => value,
        Op::Add => bits(BitsOp::Add),
        Op::Sub => bits(BitsOp::Subtract),
        Op::And => bits(BitsOp::And),
        Op::Nand => Expr::unary(UnaryOp::BitsNot, bits(BitsOp::And)),
        Op::Or => bits(BitsOp::Or),
        Op::Xor => bits(BitsOp::Xor),
        Op::Max => choose(BitsComparison::SignedGreater),
        Op::Min => choose(BitsComparison::SignedLess),
        Op::UMax => choose(BitsComparison::UnsignedGreater),
        Op::UMin => choose(BitsComparison::UnsignedLess),
        Op::FAdd => float(BinaryOperator::FAdd)?,
        Op::FSub => float(BinaryOperator::FSub)?,
        _ => return Err(format!("the atomic operation `{}`", operator.word())),
    })
}
