//! Which values stand for all values that a program may choose.
//!
//! If all it does with a value is to compare it with constants, then the constants, and their neighbours, are enough: whatever
//! the value is, one of these compares in the same way with all of the constants. If numbers are compared with a sign here and
//! without one there, the two places where the orders part, zero and the lowest number, count as constants, too.

use std::collections::BTreeSet;

use num_bigint::BigInt;
use program::value::Bits;

use crate::c::places::{Place, Places};
use crate::c::uses::{for_each_value_at_end, locals};
use crate::llvm::ids::LocalId;
use crate::llvm::instructions::{Instruction, Operation, Terminator};
use crate::llvm::module::{Block, Function};
use crate::llvm::operators::IntegerPredicate;
use crate::llvm::values::{Constant, Value};

/// With more values than this there are too many runs to look at.
const MOST: usize = 48;

/// Values, of so many bits, that stand for whatever the local may be; none if it is not only compared with constants.
pub fn representatives(function: &Function, places: &Places, local: LocalId, width: u32) -> Option<BTreeSet<Bits>> {
    let Comparisons { mut constants, signed, unsigned } = comparisons(function, places, local)?;
    if signed && unsigned {
        constants.extend([BigInt::from(0), BigInt::from(1) << (width - 1)]);
    }
    let around = |constant: &BigInt| [-1, 0, 1].map(|by| Bits::wrap(width, &(constant + by)));
    let values: BTreeSet<Bits> = constants.iter().flat_map(around).collect();
    (!values.is_empty() && values.len() <= MOST).then_some(values)
}

/// With what a value is compared, and in which of the two orders.
#[derive(Default)]
struct Comparisons {
    constants: Vec<BigInt>,
    signed: bool,
    unsigned: bool,
}

/// Where a value is used.
enum Use<'f> {
    /// By an instruction.
    Instruction(&'f Instruction),
    /// At the end of a block.
    End(&'f Terminator),
}

/// All uses of the local, in their order.
fn uses(function: &Function, local: LocalId) -> impl Iterator<Item = Use<'_>> {
    function.blocks.iter().flat_map(move |block| {
        let instructions = block.instructions.iter().filter(move |it| locals(&it.operation).contains(&local));
        let end = ends_with(block, local).then_some(Use::End(&block.terminator.operation));
        instructions.map(Use::Instruction).chain(end)
    })
}

/// All comparisons of the value, wherever it goes; none if it is used in any other way, or not compared with a constant.
fn comparisons(function: &Function, places: &Places, value: LocalId) -> Option<Comparisons> {
    let mut found = Comparisons::default();
    let mut seen = BTreeSet::from([value]);
    let mut work = vec![value];
    while let Some(local) = work.pop() {
        for used in uses(function, local) {
            let instruction = match used {
                Use::Instruction(instruction) => instruction,
                Use::End(Terminator::Switch { subject, cases, .. }) if subject.value == Value::Local(local) => {
                    found.constants.extend(cases.iter().map(|(case, _)| case.clone()));
                    continue;
                }
                Use::End(_) => return None,
            };
            match &instruction.operation {
                Operation::Debug(_) => {}
                Operation::Compare { predicate, left, right, .. } => {
                    found.constants.push(compared_with(left, right, local)?.clone());
                    found.signed |= is_signed(*predicate);
                    found.unsigned |= is_unsigned(*predicate);
                }
                Operation::Store { value: stored, address, .. } if stored.value == Value::Local(local) => {
                    let variable = address.value.local()?;
                    let Some(Place::Variable(_)) = places.of.get(&variable) else { return None };
                    work.extend(loads(function, variable).filter(|load| seen.insert(*load)));
                }
                _ => return None,
            }
        }
    }
    Some(found)
}

/// Whether the function compares the value, computes with it or decides by it, wherever it goes among the function's own variables.
pub fn is_looked_at(function: &Function, value: LocalId, is_own: impl Fn(LocalId) -> bool) -> bool {
    let mut seen = BTreeSet::from([value]);
    let mut work = vec![value];
    while let Some(local) = work.pop() {
        for used in uses(function, local) {
            let instruction = match used {
                Use::Instruction(instruction) => instruction,
                Use::End(Terminator::Return(_) | Terminator::Invoke { .. }) => continue,
                Use::End(_) => return true,
            };
            match &instruction.operation {
                operation if is_computation(operation) => return true,
                Operation::Cast { .. } => work.extend(instruction.result.filter(|result| seen.insert(*result))),
                Operation::Store { value: stored, address, .. } if stored.value == Value::Local(local) => {
                    let variable = address.value.local().filter(|variable| is_own(*variable));
                    let loads = variable.into_iter().flat_map(|variable| loads(function, variable));
                    work.extend(loads.filter(|load| seen.insert(*load)));
                }
                _ => {}
            }
        }
    }
    false
}

fn is_computation(operation: &Operation) -> bool {
    matches!(operation, Operation::Binary { .. } | Operation::Compare { .. } | Operation::GetElementPointer { .. })
}

/// Whether the comparison is one of numbers with a sign.
pub fn is_signed(predicate: IntegerPredicate) -> bool {
    use IntegerPredicate::{Sge, Sgt, Sle, Slt};
    matches!(predicate, Sgt | Sge | Slt | Sle)
}

/// Whether the comparison is one of numbers without a sign.
pub fn is_unsigned(predicate: IntegerPredicate) -> bool {
    use IntegerPredicate::{Uge, Ugt, Ule, Ult};
    matches!(predicate, Ugt | Uge | Ult | Ule)
}

/// What the local is compared with, if it is a constant.
pub fn compared_with<'a>(left: &'a Value, right: &'a Value, local: LocalId) -> Option<&'a BigInt> {
    match (left, right) {
        (Value::Local(compared), Value::Constant(Constant::Integer(constant)))
        | (Value::Constant(Constant::Integer(constant)), Value::Local(compared))
            if *compared == local =>
        {
            Some(constant)
        }
        _ => None,
    }
}

/// The locals that hold what was read from the variable with this address.
pub fn loads(function: &Function, variable: LocalId) -> impl Iterator<Item = LocalId> + '_ {
    let instructions = function.blocks.iter().flat_map(|block| &block.instructions);
    instructions.filter_map(move |instruction| match &instruction.operation {
        Operation::Load { address, .. } if address.value == Value::Local(variable) => instruction.result,
        _ => None,
    })
}

/// Whether the program does anything with the local.
pub fn is_used(function: &Function, local: LocalId) -> bool {
    let mut instructions = function.blocks.iter().flat_map(|block| &block.instructions);
    let is_debug = |operation: &Operation| matches!(operation, Operation::Debug(_));
    instructions.any(|it| !is_debug(&it.operation) && locals(&it.operation).contains(&local))
        || uses_at_end(function, local)
}

/// Whether the end of some block uses the local.
pub fn uses_at_end(function: &Function, local: LocalId) -> bool {
    function.blocks.iter().any(|block| ends_with(block, local))
}

/// Whether the end of the block uses the local.
pub fn ends_with(block: &Block, local: LocalId) -> bool {
    let mut is_used = false;
    for_each_value_at_end(&block.terminator.operation, &mut |value| is_used |= *value == Value::Local(local));
    is_used
}
