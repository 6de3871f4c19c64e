//! The types of results, which the text does not always state.

use std::sync::Arc;

use crate::llvm::instructions::{Operation, Terminator};
use crate::llvm::parse::Parser;
use crate::llvm::types::{StructType, Type, VectorType};
use crate::llvm::values::Operand;

/// The type of what the operation yields, `void` if nothing; or what is wrong with it.
pub fn operation(parser: &Parser<'_>, operation: &Operation) -> Result<Type, String> {
    Ok(match operation {
        Operation::Negate { operand, .. } | Operation::Freeze(operand) => operand.ty.clone(),
        Operation::Binary { ty, .. }
        | Operation::Phi { ty, .. }
        | Operation::VariadicArgument { ty, .. }
        | Operation::LandingPad { ty, .. }
        | Operation::Load { ty, .. } => ty.clone(),
        Operation::Cast { to, .. } => to.clone(),
        Operation::Compare { ty, .. } | Operation::CompareFloats { ty, .. } => with_shape(ty, Type::BOOL),
        Operation::Select { then, .. } => then.ty.clone(),
        Operation::Call(call) => call.result.clone(),
        Operation::CatchPad(_) | Operation::CleanupPad(_) => Type::Token,
        Operation::Allocate { address_space, .. } => Type::Pointer(*address_space),
        Operation::Store { .. } | Operation::Fence(_) | Operation::Debug(_) => Type::Void,
        Operation::CompareExchange(exchange) => {
            let fields = vec![exchange.replacement.ty.clone(), Type::BOOL];
            Type::Struct(Arc::new(StructType { is_packed: false, fields }))
        }
        Operation::ReadModifyWrite { value, .. } => value.ty.clone(),
        Operation::GetElementPointer { base, indices, .. } => address(base, indices),
        Operation::ExtractValue { aggregate, indices } => member(parser, &aggregate.ty, indices)?,
        Operation::InsertValue { aggregate, .. } => aggregate.ty.clone(),
        Operation::ExtractElement { vector, .. } => vector_type(&vector.ty)?.element.clone(),
        Operation::InsertElement { vector, .. } => vector.ty.clone(),
        Operation::ShuffleVector { left, mask, .. } => with_shape(&mask.ty, vector_type(&left.ty)?.element.clone()),
    })
}

/// The type of what the terminator yields, `void` if nothing.
pub fn terminator(terminator: &Terminator) -> Type {
    match terminator {
        Terminator::Invoke { call, .. } | Terminator::CallBranch { call, .. } => call.result.clone(),
        Terminator::CatchSwitch { .. } => Type::Token,
        _ => Type::Void,
    }
}

/// A vector of `element`s as long as `shape` if that is a vector, else `element`.
fn with_shape(shape: &Type, element: Type) -> Type {
    match shape {
        Type::Vector(vector) => {
            let VectorType { is_scalable, length, .. } = **vector;
            Type::Vector(Arc::new(VectorType { is_scalable, length, element }))
        }
        _ => element,
    }
}

/// If the base or an index is a vector, so is the result.
fn address(base: &Operand, indices: &[Operand]) -> Type {
    let is_vector = |operand: &&Operand| matches!(operand.ty, Type::Vector(_));
    match (&base.ty, indices.iter().find(is_vector)) {
        (Type::Pointer(_), Some(index)) => with_shape(&index.ty, base.ty.clone()),
        _ => base.ty.clone(),
    }
}

fn vector_type(ty: &Type) -> Result<&VectorType, String> {
    match ty {
        Type::Vector(vector) => Ok(vector),
        _ => Err("the operand of this instruction is not a vector".to_owned()),
    }
}

/// The type of the member that the indices lead to.
fn member(parser: &Parser<'_>, aggregate: &Type, indices: &[u32]) -> Result<Type, String> {
    let mut ty = aggregate;
    for index in indices {
        let body = match ty {
            Type::Named(id) => parser.types.get(id.0).and_then(Option::as_ref).unwrap_or(ty),
            _ => ty,
        };
        ty = match body {
            Type::Struct(structure) => structure.fields.get(*index as usize),
            Type::Array(array) => Some(&array.element),
            _ => None,
        }
        .ok_or_else(|| format!("the operand of this instruction has no member {index}"))?;
    }
    Ok(ty.clone())
}
