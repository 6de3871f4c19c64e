//! Which variables of a function need no memory, and which memory nobody else can reach.
//!
//! Unoptimised code has each variable in memory of its own. One of which the address goes nowhere, and that is read and written
//! as a whole only, becomes a variable of the procedure. One whose address is used for accesses alone stays in memory, but no
//! other thread can reach it, so that accesses to it are nobody's business.

use std::collections::HashMap;

use program::types::Type;

use crate::c::leaves::{Leaf, leaves};
use crate::c::uses::{for_each_value_at_end, locals};
use crate::llvm::ids::{LocalId, Name};
use crate::llvm::instructions::Operation;
use crate::llvm::layout::Layout;
use crate::llvm::module::{Function, Module};
use crate::llvm::types::Type as LlvmType;
use crate::llvm::values::{Constant, Value};

/// Where a variable lives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// In a variable of the procedure.
    Variable(Type),
    /// In memory that nobody else can reach.
    Private,
    /// In memory.
    Shared,
}

/// Where the variables of the function live, by the local that has their address; and which locals point into private memory.
pub struct Places {
    /// By the local that has the address.
    pub of: HashMap<LocalId, Place>,
    /// Locals that point into the memory that this local points to.
    roots: HashMap<LocalId, LocalId>,
}

impl Places {
    /// Whether the value points to a variable that needs no memory, or into memory that nobody else can reach.
    pub fn is_own(&self, value: &Value) -> bool {
        let root = value.local().and_then(|local| self.roots.get(&local));
        root.is_some_and(|root| self.of.get(root).is_some_and(|place| *place != Place::Shared))
    }

    /// Whether the value points into memory that nobody else can reach.
    pub fn is_private(&self, value: &Value) -> bool {
        let root = value.local().and_then(|local| self.roots.get(&local));
        root.is_some_and(|root| self.of.get(root) == Some(&Place::Private))
    }
}

/// What is known of the types of a module.
struct Types<'a> {
    layout: &'a Layout<'a>,
    module: &'a Module,
}

impl Types<'_> {
    /// The scalars of a value; none if it cannot be taken apart.
    fn leaves(&self, ty: &LlvmType) -> Vec<Leaf> {
        leaves(self.layout, ty, &self.module.types).unwrap_or_default()
    }
}

/// Looks at the function of the module, whose types have this layout.
pub fn places(layout: &Layout<'_>, module: &Module, function: &Function) -> Places {
    let types = Types { layout, module };
    let mut places = Places { of: HashMap::new(), roots: HashMap::new() };
    for instruction in function.blocks.iter().flat_map(|block| &block.instructions) {
        if let (Operation::Allocate { ty, count, .. }, Some(result)) = (&instruction.operation, instruction.result) {
            let leaves = types.leaves(ty);
            let place = match &leaves[..] {
                [Leaf { ty, .. }] if is_one(count.as_ref().map(|count| &count.value)) => Place::Variable(ty.clone()),
                _ => Place::Private,
            };
            places.of.insert(result, place);
            places.roots.insert(result, result);
        }
    }
    // Blocks stand in an order in which uses may come before definitions: until nothing changes.
    loop {
        let known = places.roots.len();
        for instruction in function.blocks.iter().flat_map(|block| &block.instructions) {
            let derived = match &instruction.operation {
                Operation::GetElementPointer { base, .. } => base.value.local(),
                Operation::Cast { operand, to: LlvmType::Pointer(_), .. } => operand.value.local(),
                _ => None,
            };
            let root = derived.and_then(|from| places.roots.get(&from).copied());
            if let (Some(root), Some(result)) = (root, instruction.result) {
                places.roots.insert(result, root);
            }
        }
        if places.roots.len() == known {
            break;
        }
    }
    for block in &function.blocks {
        for instruction in &block.instructions {
            judge(&types, &instruction.operation, &mut places);
        }
        let mut escape = |value: &Value| share(&mut places, value);
        for_each_value_at_end(&block.terminator.operation, &mut escape);
    }
    places
}

fn is_one(count: Option<&Value>) -> bool {
    match count {
        None => true,
        Some(Value::Constant(Constant::Integer(count))) => *count == 1.into(),
        Some(_) => false,
    }
}

/// Sees what the operation does with addresses.
fn judge(types: &Types<'_>, operation: &Operation, places: &mut Places) {
    let module = types.module;
    match operation {
        Operation::Load { ty, address, .. } => access(types, &address.value, ty, places),
        Operation::Store { value, address, .. } => {
            share(places, &value.value);
            access(types, &address.value, &value.ty, places);
        }
        Operation::GetElementPointer { base, .. } => keep_in_memory(places, &base.value),
        Operation::Cast { operand, to: LlvmType::Pointer(_), .. } => keep_in_memory(places, &operand.value),
        Operation::Compare { left, right, .. } => {
            [left, right].into_iter().for_each(|value| keep_in_memory(places, value))
        }
        Operation::Call(call) if is_about_memory(module, &call.callee) => {
            call.arguments.iter().for_each(|argument| keep_in_memory(places, &argument.operand.value));
        }
        Operation::Call(call)
            if called(module, &call.callee).is_some_and(|name| name.starts_with("llvm.lifetime.")) => {}
        Operation::Debug(_) => {}
        _ => locals(operation).into_iter().for_each(|local| share(places, &Value::Local(local))),
    }
}

/// An access to a variable as a whole, or else to a part of it, which must be in memory then.
fn access(types: &Types<'_>, address: &Value, ty: &LlvmType, places: &mut Places) {
    let Some(local) = address.local() else { return };
    let Some(Place::Variable(whole)) = places.of.get(&local) else { return };
    let leaves = types.leaves(ty);
    let is_whole = matches!(&leaves[..], [leaf] if leaf.ty == *whole);
    if !is_whole {
        places.of.insert(local, Place::Private);
    }
}

/// The address is used, but goes nowhere.
fn keep_in_memory(places: &mut Places, value: &Value) {
    let Some(root) = value.local().and_then(|local| places.roots.get(&local).copied()) else { return };
    if let Some(place @ Place::Variable(_)) = places.of.get_mut(&root) {
        *place = Place::Private;
    }
}

/// The address may go anywhere.
fn share(places: &mut Places, value: &Value) {
    if let Some(root) = value.local().and_then(|local| places.roots.get(&local).copied()) {
        places.of.insert(root, Place::Shared);
    }
}

/// Whether the function copies or fills memory and does nothing else with addresses.
fn is_about_memory(module: &Module, callee: &Value) -> bool {
    let names = ["llvm.memcpy.", "llvm.memmove.", "llvm.memset."];
    called(module, callee).is_some_and(|called| names.iter().any(|name| called.starts_with(name)))
}

/// The name of the function that is called, if it has one.
pub fn called<'m>(module: &'m Module, callee: &Value) -> Option<&'m str> {
    match module.symbol_name(callee.symbol()?) {
        Name::Text(name) => Some(name),
        Name::Number(_) => None,
    }
}
