//! Where the locals of a function are used.

use crate::llvm::ids::{BlockId, LocalId, NodeId};
use crate::llvm::instructions::{Call, Operation, Terminator};
use crate::llvm::module::Function;
use crate::llvm::values::{Operand, Value};

/// How a local is used.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Uses {
    /// How often.
    pub count: u32,
    /// Whether somewhere else than in the block where it is defined, or by the beginning of a block.
    pub elsewhere: bool,
}

/// How each local of the function is used.
pub fn uses(function: &Function) -> Vec<Uses> {
    let mut uses = vec![Uses::default(); function.locals.len()];
    let mut home: Vec<Option<BlockId>> = vec![None; function.locals.len()];
    for (index, block) in function.blocks.iter().enumerate() {
        let results = block.instructions.iter().filter_map(|instruction| instruction.result);
        for result in results.chain(block.terminator.result) {
            home[result.index()] = Some(BlockId(index as u32));
        }
    }
    for (index, block) in function.blocks.iter().enumerate() {
        let here = Some(BlockId(index as u32));
        for instruction in &block.instructions {
            let is_phi = matches!(instruction.operation, Operation::Phi { .. });
            for_each_value(&instruction.operation, &mut |value| note(value, is_phi, here, &home, &mut uses));
        }
        for_each_value_at_end(&block.terminator.operation, &mut |value| note(value, false, here, &home, &mut uses));
        // The result of a call that ends a block is there in the blocks behind it.
        if let Some(result) = block.terminator.result {
            uses[result.index()].elsewhere = true;
        }
    }
    uses
}

fn note(value: &Value, is_phi: bool, here: Option<BlockId>, home: &[Option<BlockId>], uses: &mut [Uses]) {
    if let Value::Local(local) = value {
        let of_local = &mut uses[local.index()];
        of_local.count += 1;
        of_local.elsewhere |= is_phi || home[local.index()] != here;
    }
}

/// Calls `visit` on every value that the operation works on.
pub fn for_each_value<'a>(operation: &'a Operation, visit: &mut impl FnMut(&'a Value)) {
    let mut operands = |list: &[&'a Operand]| list.iter().for_each(|operand| visit(&operand.value));
    match operation {
        Operation::Negate { operand, .. }
        | Operation::Cast { operand, .. }
        | Operation::Freeze(operand)
        | Operation::VariadicArgument { list: operand, .. }
        | Operation::Load { address: operand, .. }
        | Operation::ExtractValue { aggregate: operand, .. } => operands(&[operand]),
        Operation::Binary { left, right, .. }
        | Operation::Compare { left, right, .. }
        | Operation::CompareFloats { left, right, .. } => {
            visit(left);
            visit(right);
        }
        Operation::Phi { incoming, .. } => incoming.iter().for_each(|(value, _)| visit(value)),
        Operation::Select { condition, then, otherwise, .. } => operands(&[condition, then, otherwise]),
        Operation::Call(call) => for_each_value_of_call(call, visit),
        Operation::CatchPad(pad) | Operation::CleanupPad(pad) => {
            visit(&pad.parent);
            pad.arguments.iter().for_each(|operand| visit(&operand.value));
        }
        Operation::Allocate { count, .. } => count.iter().for_each(|operand| visit(&operand.value)),
        Operation::Store { value, address, .. } | Operation::ReadModifyWrite { address, value, .. } => {
            operands(&[value, address]);
        }
        Operation::CompareExchange(exchange) => {
            operands(&[&exchange.address, &exchange.expected, &exchange.replacement]);
        }
        Operation::GetElementPointer { base, indices, .. } => {
            visit(&base.value);
            indices.iter().for_each(|operand| visit(&operand.value));
        }
        Operation::InsertValue { aggregate, value, .. } => operands(&[aggregate, value]),
        Operation::ExtractElement { vector, index } => operands(&[vector, index]),
        Operation::InsertElement { vector, value, index } => operands(&[vector, value, index]),
        Operation::ShuffleVector { left, right, mask } => operands(&[left, right, mask]),
        Operation::LandingPad { .. } | Operation::Fence(_) | Operation::Debug(_) => {}
    }
}

/// The same for the end of a block.
pub fn for_each_value_at_end<'a>(terminator: &'a Terminator, visit: &mut impl FnMut(&'a Value)) {
    match terminator {
        Terminator::Return(operand) => operand.iter().for_each(|operand| visit(&operand.value)),
        Terminator::Conditional { condition, .. } => visit(condition),
        Terminator::Switch { subject: operand, .. }
        | Terminator::IndirectBranch { address: operand, .. }
        | Terminator::Resume(operand) => visit(&operand.value),
        Terminator::Invoke { call, .. } | Terminator::CallBranch { call, .. } => for_each_value_of_call(call, visit),
        Terminator::CleanupReturn { pad, .. } | Terminator::CatchReturn { pad, .. } => visit(pad),
        Terminator::CatchSwitch { parent, .. } => visit(parent),
        Terminator::Branch(_) | Terminator::Unreachable => {}
    }
}

fn for_each_value_of_call<'a>(call: &'a Call, visit: &mut impl FnMut(&'a Value)) {
    visit(&call.callee);
    call.arguments.iter().for_each(|argument| visit(&argument.operand.value));
}

/// A call in a function.
pub struct Called<'a> {
    pub call: &'a Call,
    pub result: Option<LocalId>,
    /// The `DILocation`.
    pub debug: Option<NodeId>,
}

/// The calls in the function.
pub fn calls(function: &Function) -> impl Iterator<Item = Called<'_>> {
    function.blocks.iter().flat_map(|block| {
        let instructions = block.instructions.iter().filter_map(|instruction| match &instruction.operation {
            Operation::Call(call) => Some(Called { call, result: instruction.result, debug: instruction.debug }),
            _ => None,
        });
        let last = match &block.terminator.operation {
            Terminator::Invoke { call, .. } | Terminator::CallBranch { call, .. } => {
                Some(Called { call, result: block.terminator.result, debug: block.terminator.debug })
            }
            _ => None,
        };
        instructions.chain(last)
    })
}

/// The locals that the operation works on.
pub fn locals(operation: &Operation) -> Vec<LocalId> {
    let mut found = Vec::new();
    for_each_value(operation, &mut |value| found.extend(value.local()));
    found
}
