//! How variables are made up, as the debug information says: the names that reports tell parts of objects by.
//!
//! What a library's classes have inside is its own affair: a part of a class that has members with names such as libraries use is told by
//! the last name before. Of unions nobody knows which member is meant, and of fields of bits where they are.

use program::shape::{Part, Shape};

use crate::llvm::ids::NodeId;
use crate::llvm::metadata::{Metadata, Node};
use crate::llvm::module::Module;

/// Types may be as deep as this; whoever wrote deeper ones wrote a circle.
const MAXIMAL_DEPTH: usize = 100;

/// How things of the type are made up.
pub fn shape(module: &Module, ty: NodeId) -> Shape {
    within(module, ty, MAXIMAL_DEPTH).unwrap_or(Shape::Whole)
}

/// Nothing if it has no parts.
fn within(module: &Module, ty: NodeId, depth: usize) -> Option<Shape> {
    let node = module.node(ty);
    let depth = depth.checked_sub(1)?;
    match &**tag(node)? {
        "DW_TAG_typedef" | "DW_TAG_const_type" | "DW_TAG_volatile_type" | "DW_TAG_atomic_type" => {
            within(module, node.node("baseType")?, depth)
        }
        "DW_TAG_structure_type" | "DW_TAG_class_type" => {
            let parts: Option<Vec<Part>> =
                members(module, node).filter_map(|member| part(module, member, depth)).collect();
            parts.filter(|parts| !parts.is_empty()).map(Shape::Parts)
        }
        "DW_TAG_array_type" => array(module, node, depth),
        _ => None,
    }
}

fn tag(node: &Node) -> Option<&std::sync::Arc<str>> {
    match node.field("tag")? {
        Metadata::Word(tag) => Some(tag),
        _ => None,
    }
}

fn members<'a>(module: &'a Module, node: &Node) -> impl Iterator<Item = &'a Node> {
    let elements = node.node("elements").map(|elements| module.node(elements));
    elements.into_iter().flat_map(|elements| &elements.fields).filter_map(|field| match &field.value {
        Metadata::Node(element) => Some(module.node(*element)),
        _ => None,
    })
}

/// The member as a part, if it is one of each object; nothing inside if it is a library's.
fn part(module: &Module, member: &Node, depth: usize) -> Option<Option<Part>> {
    let is_base = match tag(member).map(|tag| &**tag) {
        Some("DW_TAG_member") => false,
        Some("DW_TAG_inheritance") => true,
        _ => return None,
    };
    if flags(member).any(|flag| matches!(flag, "DIFlagStaticMember" | "DIFlagBitField" | "DIFlagVirtual")) {
        return None;
    }
    let name = member.text("name").filter(|name| !is_base && !name.is_empty());
    if name.is_some_and(|name| name.starts_with('_')) {
        return Some(None);
    }
    let ty = member.node("baseType")?;
    Some(Some(Part {
        offset: u64::from(member.number("offset").unwrap_or(0) / 8),
        bytes: size(module, ty)?,
        name: name.map(ToString::to_string),
        shape: within(module, ty, depth).unwrap_or(Shape::Whole),
    }))
}

fn flags(node: &Node) -> impl Iterator<Item = &str> {
    let words = match node.field("flags") {
        Some(Metadata::Word(words)) => &**words,
        _ => "",
    };
    words.split(" | ")
}

/// How many bytes things of the type have.
fn size(module: &Module, ty: NodeId) -> Option<u64> {
    let mut node = module.node(ty);
    for _ in 0..MAXIMAL_DEPTH {
        match node.number("size").filter(|bits| *bits > 0) {
            Some(bits) => return Some(u64::from(bits) / 8),
            None => node = module.node(node.node("baseType")?),
        }
    }
    None
}

/// An array, whose dimensions go from the outermost to the innermost.
fn array(module: &Module, node: &Node, depth: usize) -> Option<Shape> {
    let element = node.node("baseType")?;
    let mut bytes = size(module, element)?;
    let mut shape = within(module, element, depth).unwrap_or(Shape::Whole);
    let counts: Option<Vec<u32>> = members(module, node).map(|range| range.number("count")).collect();
    for count in counts?.into_iter().rev() {
        shape = Shape::Elements(bytes, Box::new(shape));
        bytes = bytes.checked_mul(u64::from(count))?;
    }
    Some(shape)
}
