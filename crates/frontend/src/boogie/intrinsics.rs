//! The functions with `$` names: what the text form needs and Boogie has no notation for.
//!
//! They are known wherever the program does not declare the name itself.
//! `program::text` documents the notation.

use num_traits::ToPrimitive;
use program::expr::{BinaryOp, Expr, FloatComparison, FloatOp, UnaryOp};
use program::ids::SortId;
use program::text::builtins::{float_comparison_name, float_name};
use program::text::words::bits_type_width;
use program::types::Type;
use program::typing;
use program::value::{Base, Bits, Pointer, Value};

use crate::boogie::ast::{self, ExprKind, Name};
use crate::boogie::declarations::Symbol;
use crate::boogie::expressions::literal as typed_literal;
use crate::boogie::session::Session;
use crate::boogie::typed::Typed;
use crate::error::{Error, Result};

/// A function on values.
pub enum Intrinsic {
    Unary(UnaryOp),
    Binary(BinaryOp),
    Load(Type),
}

/// The function with this name.
pub fn function(name: &str) -> Option<Intrinsic> {
    if let Some(ty) = name.strip_prefix("$load_") {
        return match bits_type_width(ty) {
            Some(width) => Some(Intrinsic::Load(Type::Bits(width.parse().ok()?))),
            None => (ty == "pointer").then_some(Intrinsic::Load(Type::Pointer)),
        };
    }
    Some(match name {
        "$pointer_to_bits" => Intrinsic::Unary(UnaryOp::PointerToBits),
        "$bits_to_pointer" => Intrinsic::Unary(UnaryOp::BitsToPointer),
        "$object_size" => Intrinsic::Unary(UnaryOp::ObjectSize),
        "$offset" => Intrinsic::Binary(BinaryOp::Offset),
        "$distance" => Intrinsic::Binary(BinaryOp::Distance),
        "$below" => Intrinsic::Binary(BinaryOp::PointerLess),
        "$ordered" => Intrinsic::Binary(BinaryOp::Ordered),
        _ => return float_operation(name).or_else(|| float_conversion(name)),
    })
}

fn float_operation(name: &str) -> Option<Intrinsic> {
    use FloatOp::{Add, Divide, Multiply, Remainder, Subtract};
    let operations = [Add, Subtract, Multiply, Divide, Remainder];
    if let Some(op) = operations.into_iter().find(|op| float_name(*op) == name) {
        return Some(Intrinsic::Binary(BinaryOp::Float(op)));
    }
    use FloatComparison::{Equal, Less, LessEqual, Unordered};
    let comparison = [Equal, Less, LessEqual, Unordered].into_iter().find(|op| float_comparison_name(*op) == name)?;
    Some(Intrinsic::Binary(BinaryOp::FloatCompare(comparison)))
}

/// `$float_to_signed_32` and the like.
fn float_conversion(name: &str) -> Option<Intrinsic> {
    let (conversion, width) = name.rsplit_once('_')?;
    let width = width.parse().ok()?;
    Some(Intrinsic::Unary(match conversion {
        "$float_to_float" => UnaryOp::FloatToFloat(width),
        "$float_to_signed" => UnaryOp::FloatToSigned(width),
        "$float_to_unsigned" => UnaryOp::FloatToUnsigned(width),
        "$signed_to_float" => UnaryOp::SignedToFloat(width),
        "$unsigned_to_float" => UnaryOp::UnsignedToFloat(width),
        _ => return None,
    }))
}

impl Intrinsic {
    /// The type of the result, if the operands may have these types.
    pub fn result(&self, operands: &[Type]) -> Option<Type> {
        match (self, operands) {
            (Intrinsic::Unary(op), [operand]) => typing::unary(*op, operand).ok(),
            (Intrinsic::Binary(op), [left, right]) => typing::binary(*op, left, right).ok(),
            (Intrinsic::Load(ty), [Type::Pointer]) => typing::stored_in_memory(ty).ok().map(|()| ty.clone()),
            _ => None,
        }
    }

    /// The expression; [`Intrinsic::result`] has accepted the operands.
    pub fn build(self, mut operands: Vec<Expr>) -> Expr {
        let last = operands.pop().unwrap_or_else(Expr::truth);
        match (self, operands.pop()) {
            (Intrinsic::Unary(op), _) => Expr::unary(op, last),
            (Intrinsic::Load(ty), _) => Expr::Load(Box::new(last), ty),
            (Intrinsic::Binary(op), first) => Expr::binary(op, first.unwrap_or_else(Expr::truth), last),
        }
    }
}

/// The constant with this name.
pub fn constant(name: &str) -> Option<Value> {
    (name == "$null").then_some(Value::Pointer(Pointer::NULL))
}

/// A literal written as a function: `$address(8)`, `$at(object, 8)`, `$procedure(p)`, `$dynamic(3, 8)`, `$element#T(7)`.
pub fn literal(session: &Session<'_>, name: &Name, arguments: &[ast::Expr]) -> Result<Option<Typed>> {
    let wrong = || Error::new(name.span, format!("the arguments do not fit `{}`", name.text));
    if let Some(sort) = name.text.strip_prefix("$element#") {
        let sorts = &session.declarations.types.sorts;
        let sort = sorts.iter().position(|declared| declared.name == sort).ok_or_else(wrong)?;
        let [number] = arguments else { return Err(wrong()) };
        let number = integer(number).and_then(|number| u32::try_from(number).ok()).ok_or_else(wrong)?;
        return Ok(Some(typed_literal(&Value::Element(SortId::new(sort), number))));
    }
    if &*name.text == "$vague" {
        let [bits, undefined] = arguments else { return Err(wrong()) };
        let (Some(bits), Some(undefined)) = (machine_integer(bits), machine_integer(undefined)) else {
            return Err(wrong());
        };
        if bits.width() != undefined.width() {
            return Err(wrong());
        }
        return Ok(Some(typed_literal(&Value::vague(bits.clone(), undefined.unsigned().clone()))));
    }
    if !matches!(&*name.text, "$address" | "$at" | "$procedure" | "$dynamic") {
        return Ok(None);
    }
    let pointer = pointer(session, &name.text, arguments).ok_or_else(wrong)?;
    Ok(Some(typed_literal(&Value::Pointer(pointer))))
}

fn pointer(session: &Session<'_>, name: &str, arguments: &[ast::Expr]) -> Option<Pointer> {
    let first = arguments.first()?;
    let offset = match arguments {
        [_] => 0,
        [_, offset] => integer(offset)?,
        _ => return None,
    };
    let tables = &session.declarations;
    match (name, &first.kind) {
        ("$address", _) => Some(Pointer { base: Base::Address, offset: integer(first)? }),
        ("$dynamic", _) => Some(Pointer { base: Base::Dynamic(u32::try_from(integer(first)?).ok()?), offset }),
        ("$procedure", ExprKind::Name(procedure)) => {
            let found = tables.find_procedure(procedure)?;
            // One without a body is no procedure of the program; calls of it do what its contract says.
            tables.procedures[found.index()].body?;
            Some(Pointer { base: Base::Procedure(found), offset })
        }
        ("$at", ExprKind::Name(object)) => {
            let Symbol::Constant(constant) = tables.symbols.get(object)? else { return None };
            match tables.constants[*constant].element {
                Some(Value::Pointer(start)) => Some(Pointer { offset, ..start }),
                _ => None,
            }
        }
        _ => None,
    }
}

fn machine_integer(expr: &ast::Expr) -> Option<&Bits> {
    match &expr.kind {
        ExprKind::Literal(Value::Bits(bits)) => Some(bits),
        _ => None,
    }
}

fn integer(expr: &ast::Expr) -> Option<i64> {
    match &expr.kind {
        ExprKind::Literal(Value::Int(value)) => value.to_i64(),
        _ => None,
    }
}
