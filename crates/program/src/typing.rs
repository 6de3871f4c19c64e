//! Types of expressions.
//!
//! Front ends check types as they lower and report errors in the user's terms;
//! the function here serves [`crate::validate`] and whoever builds programs by hand.

use crate::expr::{BinaryOp, Expr, UnaryOp, VarRef};
use crate::procedure::Procedure;
use crate::program::Program;
use crate::types::Type;
use crate::value::Value;

/// The type of the expression in the procedure, or what is wrong with it.
pub fn type_of(program: &Program, procedure: &Procedure, expr: &Expr) -> Result<Type, String> {
    let operand_type = |operand: &Expr| type_of(program, procedure, operand);
    match expr {
        Expr::Literal(value) => literal(program, value),
        Expr::Variable(VarRef::Global(global)) => match program.globals.get(global.index()) {
            Some(variable) => Ok(variable.ty.clone()),
            None => Err(format!("there is no global {global:?}")),
        },
        Expr::Variable(VarRef::Local(local)) => match procedure.locals.get(local.index()) {
            Some(variable) => Ok(variable.ty.clone()),
            None => Err(format!("there is no local {local:?}")),
        },
        Expr::Unary(op, operand) => unary(*op, &operand_type(operand)?),
        Expr::Binary(op, left, right) => binary(*op, &operand_type(left)?, &operand_type(right)?),
        Expr::If(condition, first, second) => {
            expect(&operand_type(condition)?, &Type::Bool)?;
            let ty = operand_type(first)?;
            expect(&operand_type(second)?, &ty)?;
            Ok(ty)
        }
        Expr::Select(map, keys) => {
            let ty = operand_type(map)?;
            let keys = keys.iter().map(operand_type).collect::<Result<Vec<_>, _>>()?;
            value_type_at(&ty, &keys)
        }
        Expr::Update(map, keys, value) => {
            let ty = operand_type(map)?;
            let keys = keys.iter().map(operand_type).collect::<Result<Vec<_>, _>>()?;
            expect(&operand_type(value)?, &value_type_at(&ty, &keys)?)?;
            Ok(ty)
        }
        Expr::Load(pointer, ty) => {
            expect(&operand_type(pointer)?, &Type::Pointer)?;
            stored_in_memory(ty)?;
            Ok(ty.clone())
        }
    }
}

/// Fails unless values of the type can be kept in memory: whole bytes, or a pointer.
pub fn stored_in_memory(ty: &Type) -> Result<(), String> {
    match ty {
        Type::Bits(width) if width % 8 == 0 && *width > 0 => Ok(()),
        Type::Pointer => Ok(()),
        _ => Err(format!("a value of type {ty} cannot be kept in memory")),
    }
}

fn literal(program: &Program, value: &Value) -> Result<Type, String> {
    match value {
        Value::Bool(_) => Ok(Type::Bool),
        Value::Int(_) => Ok(Type::Int),
        Value::Bits(bits) => Ok(Type::Bits(bits.width())),
        Value::Pointer(_) => Ok(Type::Pointer),
        Value::Element(sort, _) if sort.index() < program.sorts.len() => Ok(Type::Sort(*sort)),
        Value::Element(sort, _) => Err(format!("there is no sort {sort:?}")),
        Value::Vague(vague) => Ok(Type::Bits(vague.bits.width())),
        Value::Any | Value::Map(_) | Value::Parts(_) | Value::Form(_) => {
            Err("only scalar values can be written as literals".to_owned())
        }
    }
}

/// The type of the operator's result, or why it does not apply.
pub fn unary(op: UnaryOp, operand: &Type) -> Result<Type, String> {
    match (op, operand) {
        (UnaryOp::Not, Type::Bool) => Ok(Type::Bool),
        (UnaryOp::Negate, Type::Int) => Ok(Type::Int),
        (UnaryOp::BitsNot | UnaryOp::BitsNegate, Type::Bits(width)) => Ok(Type::Bits(*width)),
        (UnaryOp::Extract { high, low }, Type::Bits(width)) if low < high && high <= *width => {
            Ok(Type::Bits(high - low))
        }
        (UnaryOp::ZeroExtend(wide) | UnaryOp::SignExtend(wide), Type::Bits(width)) if wide >= *width => {
            Ok(Type::Bits(wide))
        }
        (UnaryOp::UnsignedToInt | UnaryOp::SignedToInt, Type::Bits(_)) => Ok(Type::Int),
        (UnaryOp::IntToBits(width), Type::Int) => Ok(Type::Bits(width)),
        (UnaryOp::PointerToBits, Type::Pointer) => Ok(Type::Bits(64)),
        (UnaryOp::BitsToPointer, Type::Bits(64)) => Ok(Type::Pointer),
        (UnaryOp::ObjectSize, Type::Pointer) => Ok(Type::Bits(64)),
        (UnaryOp::FloatToFloat(to), Type::Bits(32 | 64)) if is_float(to) => Ok(Type::Bits(to)),
        (UnaryOp::FloatToSigned(to) | UnaryOp::FloatToUnsigned(to), Type::Bits(32 | 64)) if is_number(to) => {
            Ok(Type::Bits(to))
        }
        (UnaryOp::SignedToFloat(to) | UnaryOp::UnsignedToFloat(to), Type::Bits(from))
            if is_float(to) && is_number(*from) =>
        {
            Ok(Type::Bits(to))
        }
        _ => Err(format!("{op:?} does not apply to {operand}")),
    }
}

/// The type of the operator's result, or why it does not apply.
pub fn binary(op: BinaryOp, left: &Type, right: &Type) -> Result<Type, String> {
    match (op, left, right) {
        (BinaryOp::And | BinaryOp::Or | BinaryOp::Implies, Type::Bool, Type::Bool) => Ok(Type::Bool),
        (BinaryOp::Equal | BinaryOp::NotEqual, left, right) if left == right => Ok(Type::Bool),
        (BinaryOp::Less | BinaryOp::LessEqual | BinaryOp::Greater | BinaryOp::GreaterEqual, Type::Int, Type::Int) => {
            Ok(Type::Bool)
        }
        (
            BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply | BinaryOp::Divide | BinaryOp::Modulo,
            Type::Int,
            Type::Int,
        ) => Ok(Type::Int),
        (BinaryOp::Concat, Type::Bits(high), Type::Bits(low)) => Ok(Type::Bits(high + low)),
        (BinaryOp::Bits(_), Type::Bits(left), Type::Bits(right)) if left == right => Ok(Type::Bits(*left)),
        (BinaryOp::BitsCompare(_), Type::Bits(left), Type::Bits(right)) if left == right => Ok(Type::Bool),
        (BinaryOp::BitsOverflow(_), Type::Bits(left), Type::Bits(right)) if left == right => Ok(Type::Bool),
        (BinaryOp::Float(_), Type::Bits(left), Type::Bits(right)) if left == right && is_float(*left) => {
            Ok(Type::Bits(*left))
        }
        (BinaryOp::FloatCompare(_), Type::Bits(left), Type::Bits(right)) if left == right && is_float(*left) => {
            Ok(Type::Bool)
        }
        (BinaryOp::Offset, Type::Pointer, Type::Bits(64)) => Ok(Type::Pointer),
        (BinaryOp::Distance, Type::Pointer, Type::Pointer) => Ok(Type::Bits(64)),
        (BinaryOp::PointerLess | BinaryOp::Ordered, Type::Pointer, Type::Pointer) => Ok(Type::Bool),
        _ => Err(format!("{op:?} does not apply to {left} and {right}")),
    }
}

/// Whether floating-point numbers of this width are known.
fn is_float(width: u32) -> bool {
    matches!(width, 32 | 64)
}

/// Whether machine integers of this width are converted from and to floating-point numbers.
fn is_number(width: u32) -> bool {
    (1..=64).contains(&width)
}

fn value_type_at(map: &Type, keys: &[Type]) -> Result<Type, String> {
    match map {
        Type::Map(map) if map.keys == keys => Ok(map.value.clone()),
        Type::Map(_) => Err("the keys do not fit the map".to_owned()),
        _ => Err(format!("{map} is not a map")),
    }
}

fn expect(found: &Type, expected: &Type) -> Result<(), String> {
    if found == expected { Ok(()) } else { Err(format!("expected {expected}, found {found}")) }
}
