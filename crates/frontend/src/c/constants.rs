//! Constants: the values of their scalars, and static objects with their first contents.

use num_bigint::{BigInt, BigUint};
use num_traits::ToPrimitive;
use program::bytes::{Byte, Bytes, whole_pointer};
use program::expr::{Expr, UnaryOp};
use program::types::Type;
use program::value::{Base, Bits, Pointer, Value};

use crate::c::leaves::{Leaf, float_width};
use crate::c::session::Session;
use crate::c::units::Entity;
use crate::llvm::ids::SymbolId;
use crate::llvm::operators::{BinaryOperator, CastOperator, FloatKind, Linkage};
use crate::llvm::types::Type as LlvmType;
use crate::llvm::values::{Constant, Expression, FloatLiteral, TypedConstant};

impl<'a> Session<'a> {
    /// The values of the constant's scalars.
    pub fn constant(&mut self, unit: usize, ty: &LlvmType, constant: &'a Constant) -> Result<Vec<Value>, String> {
        match constant {
            Constant::Undef | Constant::Poison => {
                Ok(self.leaves(unit, ty)?.into_iter().map(|leaf| undefined(&leaf.ty)).collect())
            }
            Constant::Zero => Ok(self.leaves(unit, ty)?.into_iter().map(|leaf| Value::default_of(&leaf.ty)).collect()),
            Constant::Array(parts) | Constant::Struct(parts) | Constant::Vector(parts) => {
                let mut values = Vec::new();
                for part in parts {
                    values.extend(self.constant(unit, &part.ty, &part.constant)?);
                }
                Ok(values)
            }
            Constant::Bytes(bytes) => Ok(bytes.iter().map(|byte| bits(8, u64::from(*byte))).collect()),
            Constant::Splat(element) => {
                let value = self.constant(unit, &element.ty, &element.constant)?;
                let count = self.leaves(unit, ty)?.len() / value.len().max(1);
                Ok(value.iter().cycle().take(count * value.len()).cloned().collect())
            }
            _ => Ok(vec![self.scalar(unit, ty, constant)?]),
        }
    }

    fn scalar(&mut self, unit: usize, ty: &LlvmType, constant: &'a Constant) -> Result<Value, String> {
        match (constant, ty) {
            (Constant::Integer(value), LlvmType::Integer(1)) => Ok(Value::Bool(value.bit(0))),
            (Constant::Integer(value), LlvmType::Integer(width)) => Ok(Value::Bits(Bits::wrap(*width, value))),
            (Constant::Float(literal), LlvmType::Float(kind)) => float(*literal, *kind),
            (Constant::Null, _) => Ok(Value::Pointer(Pointer::NULL)),
            (Constant::Symbol(symbol) | Constant::DsoLocalEquivalent(symbol) | Constant::NoCfi(symbol), _) => {
                self.address(unit, *symbol).map(Value::Pointer)
            }
            (Constant::Expression(expression), _) => self.expression(unit, expression),
            (Constant::BlockAddress(function, label), _) => {
                Ok(Value::Pointer(self.label(unit, self.units.name(unit, *function), label)))
            }
            _ => Err("a constant of this kind".to_owned()),
        }
    }

    /// The address of what the symbol stands for.
    pub fn address(&mut self, unit: usize, symbol: SymbolId) -> Result<Pointer, String> {
        let to = |base| Pointer { base, offset: 0 };
        match self.units.entity(unit, symbol) {
            Entity::Function(place) => Ok(to(Base::Procedure(self.procedure(place)))),
            // What the program can do without, and is not there, is at no address. The libraries are there.
            Entity::UndefinedFunction(place, name)
                if self.units.function(place).linkage == Linkage::ExternWeak
                    && self.primitive_for_call(name).is_none() =>
            {
                Ok(Pointer::NULL)
            }
            Entity::UndefinedFunction(place, name) => Ok(to(Base::Procedure(self.undefined_function(place, name)))),
            _ if self.thread_local(unit, symbol)?.is_some() => {
                let name = self.units.name(unit, symbol);
                Err(format!("the address of the thread-local variable `{name}` as a constant"))
            }
            Entity::Variable(place) => Ok(to(Base::Static(self.object(place)))),
            Entity::UndefinedVariable(name) => self.external_variable(name).map(|object| to(Base::Static(object))),
            Entity::Alias(unit, constant) => match self.scalar(unit, &LlvmType::Pointer(0), constant)? {
                Value::Pointer(pointer) => Ok(pointer),
                _ => Err("an alias of this kind".to_owned()),
            },
        }
    }

    fn expression(&mut self, unit: usize, expression: &'a Expression) -> Result<Value, String> {
        match expression {
            Expression::GetElementPointer { source, base, indices, .. } => {
                let [Value::Pointer(start)] = &self.constant(unit, &base.ty, &base.constant)?[..] else {
                    return Err("an address of this kind".to_owned());
                };
                let mut numbers = Vec::new();
                for index in indices {
                    numbers.push(self.number(unit, index)?);
                }
                let offset = self.element_offset(unit, source, &numbers)?;
                Ok(Value::Pointer(Pointer { base: start.base, offset: start.offset.wrapping_add(offset) }))
            }
            Expression::Cast { operator, operand, to } => {
                let values = self.constant(unit, &operand.ty, &operand.constant)?;
                let [value] = &values[..] else { return Err("a conversion of this kind".to_owned()) };
                cast(*operator, value, to)
            }
            Expression::Binary { operator, left, right, .. } => {
                let (left, right) = (self.number(unit, left)?, self.number(unit, right)?);
                let result = match operator {
                    BinaryOperator::Add => left.wrapping_add(right),
                    BinaryOperator::Sub => left.wrapping_sub(right),
                    BinaryOperator::Mul => left.wrapping_mul(right),
                    _ => return Err("a constant computed like this".to_owned()),
                };
                Ok(Value::Bits(Bits::wrap(64, &BigInt::from(result))))
            }
            _ => Err("a constant computed like this".to_owned()),
        }
    }

    /// The constant's value, which is a number.
    pub fn number(&mut self, unit: usize, constant: &'a TypedConstant) -> Result<i64, String> {
        match &self.constant(unit, &constant.ty, &constant.constant)?[..] {
            [Value::Bits(bits)] => bits.signed().to_i64().ok_or_else(|| "a number of this size".into()),
            [Value::Bool(value)] => Ok(-i64::from(*value)),
            _ => Err("a constant computed like this".to_owned()),
        }
    }

    /// How far the element is from the base, in bytes.
    pub fn element_offset(&self, unit: usize, source: &LlvmType, indices: &[i64]) -> Result<i64, String> {
        let layout = self.units.layout(unit);
        let types = &self.units.module(unit).types;
        let size = |ty: &LlvmType| layout.extent(ty).map(|extent| extent.size as i64).map_err(|why| why.to_string());
        let Some((first, rest)) = indices.split_first() else { return Ok(0) };
        let mut offset = first.wrapping_mul(size(source)?);
        let mut ty = source;
        for index in rest {
            if let LlvmType::Named(id) = ty {
                ty = types[id.index()].body.as_ref().ok_or("an opaque type has no elements")?;
            }
            match ty {
                LlvmType::Struct(structure) => {
                    let offsets = layout.structure(structure).map_err(|why| why.to_string())?.offsets;
                    let position = usize::try_from(*index).ok().filter(|position| *position < offsets.len());
                    let position = position.ok_or("there is no such field")?;
                    offset = offset.wrapping_add(offsets[position] as i64);
                    ty = &structure.fields[position];
                }
                LlvmType::Array(array) => {
                    offset = offset.wrapping_add(index.wrapping_mul(size(&array.element)?));
                    ty = &array.element;
                }
                LlvmType::Vector(vector) => {
                    offset = offset.wrapping_add(index.wrapping_mul(size(&vector.element)?));
                    ty = &vector.element;
                }
                _ => return Err("a scalar has no elements".to_owned()),
            }
        }
        Ok(offset)
    }

    /// The bytes of a static object with this content.
    pub fn content(&mut self, unit: usize, ty: &LlvmType, constant: &'a Constant) -> Result<Bytes, String> {
        let size = self.units.layout(unit).extent(ty).map_err(|why| why.to_string())?.size;
        let size = usize::try_from(size).map_err(|_| "the object is too large")?;
        let mut bytes = Bytes::zeros(size);
        self.fill(unit, ty, constant, 0, &mut bytes)?;
        Ok(bytes)
    }

    /// Parts are written one by one, since large arrays are not to be taken apart into scalars.
    fn fill(
        &mut self,
        unit: usize,
        ty: &LlvmType,
        constant: &'a Constant,
        offset: usize,
        bytes: &mut Bytes,
    ) -> Result<(), String> {
        match constant {
            Constant::Zero | Constant::Undef | Constant::Poison => return Ok(()),
            Constant::Bytes(data) => {
                let data: Vec<Byte> = data.iter().map(|byte| Byte::Data(*byte)).collect();
                bytes.put(offset, &data);
                return Ok(());
            }
            Constant::Array(parts) | Constant::Struct(parts) => {
                for (index, part) in parts.iter().enumerate() {
                    let start = self.element_offset(unit, ty, &[0, index as i64])? as usize;
                    self.fill(unit, &part.ty, &part.constant, offset + start, bytes)?;
                }
                return Ok(());
            }
            _ => {}
        }
        let leaves = self.leaves(unit, ty)?;
        let values = self.constant(unit, ty, constant)?;
        for (leaf, value) in leaves.iter().zip(values) {
            let stored = stored(leaf, value)?;
            bytes.put(offset + leaf.offset as usize, &stored);
        }
        Ok(())
    }
}

/// The bytes that the scalar takes in memory.
fn stored(leaf: &Leaf, value: Value) -> Result<Vec<Byte>, String> {
    let width = 8 * leaf.size as u32;
    let widened = match value {
        Value::Bool(value) => bits(width, u64::from(value)),
        Value::Bits(bits) if bits.width() < width => {
            Value::Bits(Bits::wrap(width, &BigInt::from(bits.unsigned().clone())))
        }
        other => other,
    };
    widened.to_bytes().ok_or_else(|| "a constant of this kind".to_owned())
}

/// A value of the type of which nothing is known.
fn undefined(ty: &Type) -> Value {
    match ty {
        Type::Bits(width) => Value::undefined(*width),
        Type::Pointer => Value::undefined(64),
        _ => Value::Bool(false),
    }
}

/// The value of the type as an expression.
pub fn literal(ty: &Type, value: Value) -> Expr {
    match (&value, ty) {
        (Value::Parts(bytes), Type::Bits(64)) if whole_pointer(bytes).is_some() => {
            let pointer = whole_pointer(bytes).unwrap_or(Pointer::NULL);
            Expr::unary(UnaryOp::PointerToBits, Expr::Literal(Value::Pointer(pointer)))
        }
        // A literal of this kind is a machine integer.
        (Value::Vague(_) | Value::Parts(_), Type::Pointer) => Expr::unary(UnaryOp::BitsToPointer, Expr::Literal(value)),
        _ => Expr::Literal(value),
    }
}

/// Something of the type of which nothing is known, as an expression.
pub fn nothing(ty: &Type) -> Expr {
    literal(ty, undefined(ty))
}

/// A small number as a machine integer.
pub fn bits(width: u32, value: u64) -> Value {
    Value::Bits(Bits::wrap(width, &BigInt::from(value)))
}

fn float(literal: FloatLiteral, kind: FloatKind) -> Result<Value, String> {
    let wide = |value: u128| Value::Bits(Bits::wrap(float_width(kind), &BigInt::from(value)));
    Ok(match (literal, kind) {
        (FloatLiteral::Double(value), FloatKind::Double) => bits(64, value),
        (FloatLiteral::Double(value), FloatKind::Single) => {
            bits(32, u64::from((f64::from_bits(value) as f32).to_bits()))
        }
        (FloatLiteral::Half(value) | FloatLiteral::Brain(value), _) => bits(16, u64::from(value)),
        (
            FloatLiteral::X87(value)
            | FloatLiteral::Quad(value)
            | FloatLiteral::PowerPc(value)
            | FloatLiteral::Bits(value),
            _,
        ) => wide(value),
        (FloatLiteral::Double(_), _) => return Err("a number of this format".to_owned()),
    })
}

fn cast(operator: CastOperator, value: &Value, to: &LlvmType) -> Result<Value, String> {
    let unsupported = || Err("a constant conversion of this kind".to_owned());
    match (operator, value, to) {
        (CastOperator::BitCast | CastOperator::AddrSpaceCast, value, _) => Ok(value.clone()),
        (CastOperator::PtrToInt | CastOperator::PtrToAddr, Value::Pointer(pointer), LlvmType::Integer(64)) => {
            Ok(match pointer.base {
                Base::Address => Value::Bits(Bits::wrap(64, &BigInt::from(pointer.offset))),
                _ => Value::of_bytes(&Byte::of_pointer(*pointer), &Type::Bits(64)),
            })
        }
        (CastOperator::IntToPtr, Value::Bits(bits), _) => Ok(Value::Pointer(Pointer::to_address(bits))),
        (CastOperator::IntToPtr, Value::Parts(bytes), _) => Ok(Value::of_bytes(bytes, &Type::Pointer)),
        (CastOperator::Trunc | CastOperator::ZExt, Value::Bits(bits), LlvmType::Integer(width)) => {
            Ok(Value::Bits(Bits::wrap(*width, &BigInt::from(bits.unsigned().clone()))))
        }
        (CastOperator::SExt, Value::Bits(bits), LlvmType::Integer(width)) => {
            Ok(Value::Bits(Bits::wrap(*width, &bits.signed())))
        }
        _ => unsupported(),
    }
}

/// All bits set, of the given width.
pub fn ones(width: u32) -> BigUint {
    (BigUint::from(1u32) << width) - 1u32
}
