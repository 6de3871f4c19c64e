//! Functions with `{:bvbuiltin "…"}`: names of SMT-LIB's theory of bit vectors become operators.

use program::expr::{BinaryOp, UnaryOp};
use program::text::builtins::{binary_operator, unary_operator};
use program::types::Type;
use program::value::Value;

use crate::boogie::ast::{AttributeArgument, Expr, ExprKind, find_attribute};
use crate::boogie::declarations::Function;
use crate::error::{Error, Result};

/// What a built-in function does.
#[derive(Clone, Copy, Debug)]
pub enum Builtin {
    Unary(UnaryOp),
    Binary(BinaryOp),
}

/// What the function is built in as; nothing if it has no such attribute.
pub fn of_function(function: &Function<'_>) -> Result<Option<Builtin>> {
    let attributes = &function.declaration.attributes;
    let attribute = find_attribute(attributes, "bvbuiltin").or_else(|| find_attribute(attributes, "builtin"));
    let Some(attribute) = attribute else { return Ok(None) };
    let name = &function.declaration.name;
    let Some(text) = attribute.text() else {
        return Err(Error::new(attribute.name.span, "expected the name of a built-in function as a string"));
    };
    let Some(builtin) = parse(text, function) else {
        let what = format!("the built-in function \"{text}\" of `{}` is not supported", name.text);
        return Err(Error::new(attribute.name.span, what));
    };
    if result(builtin, &function.parameters).as_ref() == Some(&function.result) {
        return Ok(Some(builtin));
    }
    let what = format!("the types of the function `{}` do not fit the built-in function \"{text}\"", name.text);
    Err(Error::new(name.span, what))
}

/// Reads `bvadd`, `zero_extend 8`, `(_ zero_extend 8)` and the like; Ultimate has the numbers in `{:indices 8}`.
fn parse(text: &str, function: &Function<'_>) -> Option<Builtin> {
    let bare = text.trim_matches(|c: char| c == '(' || c == ')' || c.is_whitespace());
    let words: Vec<&str> = bare.split_whitespace().collect();
    let indices = indices(function);
    let words: Vec<&str> = words.into_iter().chain(indices.iter().map(String::as_str)).collect();
    let words = words.strip_prefix(&["_"]).unwrap_or(&words);
    let number = |position: usize| words.get(position)?.parse::<u32>().ok();
    let operand_width = || match function.parameters.first() {
        Some(Type::Bits(width)) => Some(*width),
        _ => None,
    };
    match (*words.first()?, words.len()) {
        (name, 1) => {
            let operator = unary_operator(name).map(Builtin::Unary);
            let operator = operator.or_else(|| binary_operator(name).map(Builtin::Binary));
            operator.or_else(|| conversion_to_bits(name, function))
        }
        ("zero_extend", 2) => Some(Builtin::Unary(UnaryOp::ZeroExtend(operand_width()?.checked_add(number(1)?)?))),
        ("sign_extend", 2) => Some(Builtin::Unary(UnaryOp::SignExtend(operand_width()?.checked_add(number(1)?)?))),
        ("int2bv" | "nat2bv" | "int_to_bv", 2) => Some(Builtin::Unary(UnaryOp::IntToBits(number(1)?))),
        ("extract", 3) => {
            let high = number(1)?.checked_add(1)?;
            Some(Builtin::Unary(UnaryOp::Extract { high, low: number(2)? }))
        }
        _ => None,
    }
}

fn indices(function: &Function<'_>) -> Vec<String> {
    let attribute = find_attribute(&function.declaration.attributes, "indices");
    let arguments = attribute.map_or(&[][..], |attribute| &attribute.arguments);
    let number = |argument: &AttributeArgument| match argument {
        AttributeArgument::Expr(Expr { kind: ExprKind::Literal(Value::Int(number)), .. }) => Some(number.to_string()),
        _ => None,
    };
    arguments.iter().filter_map(number).collect()
}

/// `int2bv` without a number takes the width from the function's result.
fn conversion_to_bits(name: &str, function: &Function<'_>) -> Option<Builtin> {
    match (name, &function.result) {
        ("int2bv" | "nat2bv" | "int_to_bv", Type::Bits(width)) => Some(Builtin::Unary(UnaryOp::IntToBits(*width))),
        _ => None,
    }
}

/// The type of the operator's result, if its operands may have these types.
fn result(builtin: Builtin, operands: &[Type]) -> Option<Type> {
    match (builtin, operands) {
        (Builtin::Unary(op), [operand]) => program::typing::unary(op, operand).ok(),
        (Builtin::Binary(op), [left, right]) => program::typing::binary(op, left, right).ok(),
        _ => None,
    }
}
