//! Types: the scalars that a value consists of, and where they lie in memory.

use program::types::Type;

use crate::llvm::layout::Layout;
use crate::llvm::operators::FloatKind;
use crate::llvm::types::{self as llvm, StructType};

/// More scalars than this in one value are not taken apart.
const MOST_LEAVES: usize = 4096;

/// A scalar of a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Leaf {
    /// Its type.
    pub ty: Type,
    /// Where it begins in memory, in bytes from the value's beginning.
    pub offset: u64,
    /// How many bytes it takes in memory.
    pub size: u64,
}

/// The scalars of a value of the type, in order.
pub fn leaves(layout: &Layout<'_>, ty: &llvm::Type, types: &[llvm::TypeDefinition]) -> Result<Vec<Leaf>, String> {
    let mut found = Vec::new();
    add(layout, ty, types, 0, &mut found)?;
    Ok(found)
}

fn add(
    layout: &Layout<'_>,
    ty: &llvm::Type,
    types: &[llvm::TypeDefinition],
    offset: u64,
    found: &mut Vec<Leaf>,
) -> Result<(), String> {
    if found.len() > MOST_LEAVES {
        return Err("a value of so many parts".to_owned());
    }
    let mut scalar = |ty: Type, size: u64| found.push(Leaf { ty, offset, size });
    match ty {
        llvm::Type::Void => {}
        llvm::Type::Integer(1) => scalar(Type::Bool, 1),
        llvm::Type::Integer(width) => scalar(Type::Bits(*width), u64::from(width.div_ceil(8))),
        llvm::Type::Pointer(_) => scalar(Type::Pointer, 8),
        llvm::Type::Float(kind) => {
            let width = float_width(*kind);
            scalar(Type::Bits(width), u64::from(width / 8));
        }
        llvm::Type::Array(array) => {
            let stride = layout.extent(&array.element).map_err(|why| why.to_string())?.size;
            for index in 0..array.length {
                add(layout, &array.element, types, offset + index * stride, found)?;
            }
        }
        llvm::Type::Vector(vector) if !vector.is_scalable && vector.element != llvm::Type::BOOL => {
            let size = layout.store_size(&vector.element).map_err(|why| why.to_string())?;
            for index in 0..vector.length {
                add(layout, &vector.element, types, offset + index * size, found)?;
            }
        }
        llvm::Type::Struct(structure) => add_fields(layout, structure, types, offset, found)?,
        llvm::Type::Named(id) => match &types[id.index()].body {
            Some(body) => add(layout, body, types, offset, found)?,
            None => return Err("a value of an opaque type".to_owned()),
        },
        _ => return Err("a value of this type".to_owned()),
    }
    Ok(())
}

fn add_fields(
    layout: &Layout<'_>,
    structure: &StructType,
    types: &[llvm::TypeDefinition],
    offset: u64,
    found: &mut Vec<Leaf>,
) -> Result<(), String> {
    let offsets = layout.structure(structure).map_err(|why| why.to_string())?.offsets;
    for (field, start) in structure.fields.iter().zip(offsets) {
        add(layout, field, types, offset + start, found)?;
    }
    Ok(())
}

/// How many bits a floating-point number has.
pub fn float_width(kind: FloatKind) -> u32 {
    match kind {
        FloatKind::Half | FloatKind::Brain => 16,
        FloatKind::Single => 32,
        FloatKind::Double => 64,
        FloatKind::X87 => 80,
        FloatKind::Quad | FloatKind::PowerPc => 128,
    }
}

/// Which scalars of a value the indices of `extractvalue` and `insertvalue` choose, and the type of the part.
pub fn part<'t>(
    layout: &Layout<'_>,
    ty: &'t llvm::Type,
    types: &'t [llvm::TypeDefinition],
    indices: &[u32],
) -> Result<(std::ops::Range<usize>, &'t llvm::Type), String> {
    let (mut start, mut part) = (0, ty);
    for index in indices {
        let count = |ty: &llvm::Type| leaves(layout, ty, types).map(|leaves| leaves.len());
        if let llvm::Type::Named(id) = part {
            part = types[id.index()].body.as_ref().ok_or("a value of an opaque type")?;
        }
        match part {
            llvm::Type::Struct(structure) => {
                let index = *index as usize;
                for field in structure.fields.iter().take(index) {
                    start += count(field)?;
                }
                part = structure.fields.get(index).ok_or("there is no such field")?;
            }
            llvm::Type::Array(array) => {
                start += *index as usize * count(&array.element)?;
                part = &array.element;
            }
            _ => return Err("a value of this type has no parts".to_owned()),
        }
    }
    let length = leaves(layout, part, types)?.len();
    Ok((start..start + length, part))
}
