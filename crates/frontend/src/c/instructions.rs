//! Instructions, one by one.

use program::command::{Action, SIGNED_OVERFLOW, Storage};
use program::expr::{BinaryOp, BitsOp, Expr, UnaryOp, VarRef};
use program::types::Type;
use program::value::Value as ProgramValue;

use crate::c::Overflow;
use crate::c::addresses::Order;
use crate::c::constants::nothing;
use crate::c::edges::Edges;
use crate::c::function::{Lowering, number};
use crate::c::leaves::part;
use crate::c::operators::{self, Guarded};
use crate::c::standard::is_waiter_pool;
use crate::llvm::attributes::has;
use crate::llvm::ids::LocalId;
use crate::llvm::instructions::Operation;
use crate::llvm::types::Type as LlvmType;
use crate::llvm::values::Operand;

impl<'a> Lowering<'_, 'a> {
    /// Lowers an instruction that does not end its block.
    pub fn instruction(&mut self, result: Option<LocalId>, operation: &'a Operation) -> Result<(), String> {
        match operation {
            Operation::Debug(_) | Operation::Fence(_) | Operation::Phi { .. } => Ok(()),
            Operation::Negate { operand, .. } => self.each(result, &operand.ty, &[operand], |ty, operands| {
                Ok((operators::negate_float(ty, operands[0].clone())?, Vec::new()))
            }),
            Operation::Binary { ty: LlvmType::Integer(width), left, right, .. }
                if left.local().is_some_and(|left| self.random_dividends.contains_key(&left)) =>
            {
                let source = left.local().map(|left| self.random_dividends[&left].clone()).expect("it is one of them");
                let divisor = self.scalar(&LlvmType::Integer(*width), right)?;
                self.random_remainder(result, source, &divisor, *width)
            }
            Operation::Binary { operator, flags, ty, left, right } => {
                let (left, right) = (self.value(ty, left)?, self.value(ty, right)?);
                let is_optimised = !has(&self.function.attributes, "optnone");
                let flags = self.ranges.without_harmless(*flags, result);
                let compute = |ty: &Type, left, right| {
                    let guarded = operators::binary(*operator, flags, ty, left, right)?;
                    Ok(if is_optimised { operators::poisoned(*operator, ty, guarded) } else { guarded })
                };
                let otherwise = |left, right| compute(&Type::Bits(64), left, right);
                if let Some(done) = self.compute_times(result, (*operator, ty), (&left, &right), otherwise)? {
                    return Ok(done);
                }
                self.zip(result, ty, &left, &right, compute)
            }
            Operation::Compare { predicate, ty, left, right, .. } => {
                let (left, right) = (self.value(ty, left)?, self.value(ty, right)?);
                if let Some(order) = Order::of(*predicate, ty, &left, &right, self.has_addresses) {
                    return self.compare_addresses(result, order);
                }
                let otherwise =
                    |left, right| Ok((operators::compare(*predicate, &Type::Bits(64), left, right)?, Vec::new()));
                if let Some(done) = self.compare_times(result, (*predicate, ty), (&left, &right), otherwise)? {
                    return Ok(done);
                }
                self.zip(result, ty, &left, &right, |ty, left, right| {
                    Ok((operators::compare(*predicate, ty, left, right)?, Vec::new()))
                })
            }
            Operation::CompareFloats { predicate, ty, left, right, .. } => {
                let (left, right) = (self.value(ty, left)?, self.value(ty, right)?);
                self.zip(result, ty, &left, &right, |ty, left, right| {
                    Ok((operators::compare_floats(*predicate, ty, &left, &right)?, Vec::new()))
                })
            }
            Operation::Cast { operator, operand, to, .. } => {
                let (from, to) = (self.types(&operand.ty)?, self.types(to)?);
                let operands = self.operand(operand)?;
                if from.len() != to.len() {
                    return Err("a conversion between vectors of different lengths".to_owned());
                }
                let mut values = Vec::new();
                for ((from, to), operand) in from.iter().zip(&to).zip(operands) {
                    values.push(operators::cast(*operator, from, to, operand)?);
                }
                self.define(result, values)
            }
            Operation::Select { condition, then, otherwise, .. } => {
                let conditions = self.operand(condition)?;
                let (then, otherwise) = (self.operand(then)?, self.operand(otherwise)?);
                let condition = |index: usize| conditions.get(index).unwrap_or(&conditions[0]).clone();
                let choose = |(index, (then, otherwise)): (usize, (Expr, Expr))| {
                    Expr::If(Box::new(condition(index)), Box::new(then), Box::new(otherwise))
                };
                let values = then.into_iter().zip(otherwise).enumerate().map(choose).collect();
                self.define(result, values)
            }
            Operation::Freeze(operand) => {
                let values = self.operand(operand)?;
                self.define(result, values)
            }
            Operation::Call(call) => self.call(result, call, None),
            Operation::Allocate { ty, count, .. } => self.allocate(result, ty, count.as_ref()),
            Operation::Load { ty, address, .. } => self.load(result, ty, address),
            Operation::Store { value, address, .. } => self.store(value, address),
            Operation::CompareExchange(exchange) => self.compare_exchange(result, exchange),
            Operation::ReadModifyWrite { operator, address, value, .. } => {
                self.read_modify_write(result, *operator, address, value)
            }
            Operation::GetElementPointer { source, base, indices, .. } => {
                let is_waiter_pool = is_waiter_pool(self.session.units, self.unit, &base.value);
                let base = self.scalar_operand(base)?;
                let (known, computed) = self.offset(source, indices)?;
                self.define(result, vec![moved(base, (known, computed.filter(|_| !is_waiter_pool)))])
            }
            Operation::ExtractValue { aggregate, indices } => {
                let types = &self.module.types;
                let (range, _) = part(self.session.units.layout(self.unit), &aggregate.ty, types, indices)?;
                let values = self.operand(aggregate)?[range].to_vec();
                self.define(result, values)
            }
            Operation::InsertValue { aggregate, value, indices } => {
                let types = &self.module.types;
                let (range, _) = part(self.session.units.layout(self.unit), &aggregate.ty, types, indices)?;
                let (mut values, inserted) = (self.operand(aggregate)?, self.operand(value)?);
                values.splice(range, inserted);
                self.define(result, values)
            }
            Operation::ExtractElement { vector, index } => {
                let position = self.constant_index(index)?;
                let values = self.operand(vector)?;
                let value = values.get(position).ok_or("there is no such element")?.clone();
                self.define(result, vec![value])
            }
            Operation::InsertElement { vector, value, index } => {
                let position = self.constant_index(index)?;
                let (mut values, value) = (self.operand(vector)?, self.scalar_operand(value)?);
                *values.get_mut(position).ok_or("there is no such element")? = value;
                self.define(result, values)
            }
            Operation::ShuffleVector { left, right, mask } => {
                let (mut values, more) = (self.operand(left)?, self.operand(right)?);
                values.extend(more);
                let types = self.types(&left.ty)?;
                let mut shuffled = Vec::new();
                for place in self.operand(mask)? {
                    shuffled.push(match place {
                        Expr::Literal(ProgramValue::Bits(place)) => {
                            let place = usize::try_from(place.unsigned()).ok();
                            place.and_then(|place| values.get(place)).ok_or("there is no such element")?.clone()
                        }
                        _ => nothing(types.first().unwrap_or(&Type::Bits(8))),
                    });
                }
                self.define(result, shuffled)
            }
            Operation::VariadicArgument { .. } => Err("`va_arg` of this kind".to_owned()),
            Operation::LandingPad { ty, is_cleanup, clauses } => self.landing_pad(result, ty, *is_cleanup, clauses),
            Operation::CatchPad(_) | Operation::CleanupPad(_) => Err("exceptions of Windows".to_owned()),
        }
    }

    /// The types of the scalars of a value.
    pub fn types(&self, ty: &LlvmType) -> Result<Vec<Type>, String> {
        Ok(self.session.leaves(self.unit, ty)?.into_iter().map(|leaf| leaf.ty).collect())
    }

    fn each(
        &mut self,
        result: Option<LocalId>,
        ty: &LlvmType,
        operands: &[&'a Operand],
        compute: impl Fn(&Type, &[Expr]) -> Result<Guarded, String>,
    ) -> Result<(), String> {
        let mut columns = Vec::new();
        for operand in operands {
            columns.push(self.operand(operand)?);
        }
        let mut values = Vec::new();
        for (index, ty) in self.types(ty)?.iter().enumerate() {
            let row: Vec<Expr> = columns.iter().map(|column| column[index].clone()).collect();
            values.push(self.guarded(compute(ty, &row)?));
        }
        self.define(result, values)
    }

    fn zip(
        &mut self,
        result: Option<LocalId>,
        ty: &LlvmType,
        left: &[Expr],
        right: &[Expr],
        compute: impl Fn(&Type, Expr, Expr) -> Result<Guarded, String>,
    ) -> Result<(), String> {
        let mut values = Vec::new();
        for (ty, (left, right)) in self.types(ty)?.iter().zip(left.iter().zip(right)) {
            values.push(self.guarded(compute(ty, left.clone(), right.clone())?));
        }
        self.define(result, values)
    }

    /// The expression; what must hold so that it has a value is asserted.
    pub fn guarded(&mut self, (value, conditions): Guarded) -> Expr {
        for (condition, otherwise) in conditions {
            if otherwise == SIGNED_OVERFLOW && self.session.options.overflow == Overflow::Ends {
                self.end_unless(condition);
            } else {
                self.edges.emit(Action::Assert(condition, Some(otherwise.into())));
            }
        }
        value
    }

    /// Goes on with the same step if the condition holds; if not, the step ends the program.
    fn end_unless(&mut self, condition: Expr) {
        let begun = self.edges.suspend();
        self.edges.resume(begun.clone());
        self.edges.emit(Action::Assume(operators::not(condition.clone())));
        self.edges.emit(Action::Halt);
        self.edges.go(Edges::EXIT);
        self.edges.resume(begun);
        self.edges.emit(Action::Assume(condition));
    }

    fn constant_index(&mut self, index: &'a Operand) -> Result<usize, String> {
        match self.scalar_operand(index)? {
            Expr::Literal(ProgramValue::Bits(position)) => {
                usize::try_from(position.unsigned()).map_err(|_| "there is no such element".to_owned())
            }
            _ => Err("an element of a vector with a computed number".to_owned()),
        }
    }

    /// A variable that lives in memory gets its object; any other begins without a value.
    fn allocate(&mut self, result: Option<LocalId>, ty: &LlvmType, count: Option<&'a Operand>) -> Result<(), String> {
        let Some(result) = result else { return Ok(()) };
        if let Some(variable) = self.variable(&crate::llvm::values::Value::Local(result)) {
            let types = self.types(ty)?;
            self.assign(&[variable], types.iter().map(nothing).collect());
            return Ok(());
        }
        let extent = self.session.units.layout(self.unit).extent(ty).map_err(|why| why.to_string())?;
        let mut size = number(64, extent.size);
        if let Some(count) = count {
            let width = match count.ty {
                LlvmType::Integer(width) => width,
                _ => return Err("an array of this size".to_owned()),
            };
            let count = operators::resize(self.scalar_operand(count)?, width, 64);
            size = Expr::binary(BinaryOp::Bits(BitsOp::Multiply), count, size);
        }
        let home = self.home(result, &LlvmType::Pointer(0))?;
        self.edges.emit(Action::Allocate { target: VarRef::Local(home[0]), size, storage: Storage::Stack });
        Ok(())
    }

    /// How far the element is from the base, in bytes, as 64 bits: a known part and one that is computed.
    fn offset(&mut self, source: &'a LlvmType, indices: &'a [Operand]) -> Result<(i64, Option<Expr>), String> {
        let (mut known, mut computed): (i64, Option<Expr>) = (0, None);
        let types = &self.module.types;
        let mut ty = source;
        for (position, index) in indices.iter().enumerate() {
            let value = self.scalar_operand(index)?;
            if let LlvmType::Named(id) = ty
                && position > 0
            {
                ty = types[id.index()].body.as_ref().ok_or("an opaque type has no elements")?;
            }
            let layout = self.session.units.layout(self.unit);
            let element = match ty {
                _ if position == 0 => ty,
                LlvmType::Struct(structure) => {
                    let Expr::Literal(ProgramValue::Bits(field)) = &value else {
                        return Err("a field with a computed number".to_owned());
                    };
                    let field = usize::try_from(field.unsigned()).map_err(|_| "there is no such field")?;
                    let offsets = layout.structure(structure).map_err(|why| why.to_string())?.offsets;
                    known = known.wrapping_add(*offsets.get(field).ok_or("there is no such field")? as i64);
                    ty = &structure.fields[field];
                    continue;
                }
                LlvmType::Array(array) => &array.element,
                LlvmType::Vector(vector) => &vector.element,
                _ => return Err("a scalar has no elements".to_owned()),
            };
            let stride = layout.extent(element).map_err(|why| why.to_string())?.size;
            match &value {
                Expr::Literal(ProgramValue::Bits(index)) => {
                    let index = i64::try_from(index.signed()).map_err(|_| "an index of this size")?;
                    known = known.wrapping_add(index.wrapping_mul(stride as i64));
                }
                _ => {
                    let width = match index.ty {
                        LlvmType::Integer(width) => width,
                        _ => return Err("an index of this type".to_owned()),
                    };
                    let wide = match width {
                        64 => value,
                        width if width < 64 => Expr::unary(UnaryOp::SignExtend(64), value),
                        width => operators::resize(value, width, 64),
                    };
                    let distance = match stride {
                        1 => wide,
                        _ => Expr::binary(BinaryOp::Bits(BitsOp::Multiply), wide, number(64, stride)),
                    };
                    computed = Some(match computed {
                        None => distance,
                        Some(other) => Expr::binary(BinaryOp::Bits(BitsOp::Add), other, distance),
                    });
                }
            }
            ty = element;
        }
        Ok((known, computed))
    }
}

/// The pointer moved by so many bytes.
pub fn moved(base: Expr, (known, computed): (i64, Option<Expr>)) -> Expr {
    let base = match (base, known) {
        (base, 0) => base,
        (Expr::Literal(ProgramValue::Pointer(mut pointer)), known) => {
            pointer.offset = pointer.offset.wrapping_add(known);
            Expr::Literal(ProgramValue::Pointer(pointer))
        }
        (base, known) => Expr::binary(BinaryOp::Offset, base, number(64, known as u64)),
    };
    match computed {
        None => base,
        Some(distance) => Expr::binary(BinaryOp::Offset, base, distance),
    }
}
