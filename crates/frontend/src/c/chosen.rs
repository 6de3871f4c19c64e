//! Which values stand for all values that a program may choose.
//!
//! If all it does with a value is to compare it with constants, then the constants, and their neighbours, are enough: whatever
//! the value is, one of these compares in the same way with all of the constants, signed or not.

use std::collections::BTreeSet;

use num_bigint::BigInt;
use program::value::Bits;

use crate::c::places::{Place, Places};
use crate::c::uses::{for_each_value_at_end, locals};
use crate::llvm::ids::LocalId;
use crate::llvm::instructions::{Operation, Terminator};
use crate::llvm::module::{Block, Function};
use crate::llvm::values::{Constant, Value};

/// With more values than this there are too many runs to look at.
const MOST: usize = 48;

/// Values, of so many bits, that stand for whatever the local may be; none if it is not only compared with constants.
pub fn representatives(function: &Function, places: &Places, local: LocalId, width: u32) -> Option<BTreeSet<Bits>> {
    let constants = constants(function, places, local)?;
    let around = |constant: &BigInt| [-1, 0, 1].map(|by| Bits::wrap(width, &(constant + by)));
    let values: BTreeSet<Bits> = constants.iter().flat_map(around).collect();
    (!values.is_empty() && values.len() <= MOST).then_some(values)
}

/// The constants with which the value is compared, wherever it goes; none if it is used in any other way.
fn constants(function: &Function, places: &Places, value: LocalId) -> Option<Vec<BigInt>> {
    let mut constants = Vec::new();
    let mut seen = BTreeSet::from([value]);
    let mut work = vec![value];
    while let Some(local) = work.pop() {
        for block in &function.blocks {
            for instruction in &block.instructions {
                if !locals(&instruction.operation).contains(&local) {
                    continue;
                }
                match &instruction.operation {
                    Operation::Debug(_) => {}
                    Operation::Compare { left, right, .. } => {
                        constants.push(compared_with(left, right, local)?.clone())
                    }
                    Operation::Store { value: stored, address, .. } if stored.value == Value::Local(local) => {
                        let variable = address.value.local()?;
                        let Some(Place::Variable(_)) = places.of.get(&variable) else { return None };
                        work.extend(loads(function, variable).filter(|load| seen.insert(*load)));
                    }
                    _ => return None,
                }
            }
            if let Terminator::Switch { subject, cases, .. } = &block.terminator.operation
                && subject.value == Value::Local(local)
            {
                constants.extend(cases.iter().map(|(case, _)| case.clone()));
                continue;
            }
            if ends_with(block, local) {
                return None;
            }
        }
    }
    Some(constants)
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
