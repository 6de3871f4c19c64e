//! What is known of numbers without knowing them: `rand() % 1000000` is below a million, and so it can be doubled without harm.
//!
//! Whether a computation overflows is not asked where it cannot: that would be to ask for a number that nobody may know.

use std::collections::HashMap;

use num_bigint::BigInt;
use program::value::Bits;

use crate::llvm::ids::LocalId;
use crate::llvm::instructions::Operation;
use crate::llvm::module::Function;
use crate::llvm::operators::{BinaryOperator, CastOperator, Flags};
use crate::llvm::types::Type;
use crate::llvm::values::{Constant, Value};

/// The least and the largest value of a signed number.
type Range = (BigInt, BigInt);

/// The ranges of a function's numbers, as far as they are narrow.
#[derive(Default)]
pub struct Ranges {
    of: HashMap<LocalId, Range>,
}

impl Ranges {
    /// Looks through the function once: what is computed of numbers in blocks further down is found if these stand before it.
    pub fn of(function: &Function) -> Ranges {
        let mut ranges = Ranges::default();
        for instruction in function.blocks.iter().flat_map(|block| &block.instructions) {
            if let Some(result) = instruction.result
                && let Some(range) = ranges.result(&instruction.operation)
            {
                ranges.of.insert(result, range);
            }
        }
        ranges
    }

    fn result(&self, operation: &Operation) -> Option<Range> {
        match operation {
            Operation::Binary { operator, ty: Type::Integer(width), left, right, .. } => {
                self.computed(*operator, *width, left, right).filter(|range| fits(range, *width))
            }
            Operation::Cast { operator: CastOperator::SExt, operand, .. } => {
                operand.value.local().and_then(|local| self.of.get(&local)).cloned()
            }
            _ => None,
        }
    }

    /// The range of a result that is not wrapped around.
    fn computed(&self, operator: BinaryOperator, width: u32, left: &Value, right: &Value) -> Option<Range> {
        if let (BinaryOperator::SRem, Value::Constant(Constant::Integer(divisor))) = (operator, right) {
            let divisor = signed(width, divisor);
            let most = BigInt::from(divisor.magnitude().clone()) - 1;
            return (most >= BigInt::ZERO).then(|| (-&most, most));
        }
        let ((left_least, left_most), (right_least, right_most)) =
            (self.value(width, left)?, self.value(width, right)?);
        match operator {
            BinaryOperator::Add => Some((left_least + right_least, left_most + right_most)),
            BinaryOperator::Sub => Some((left_least - right_most, left_most - right_least)),
            BinaryOperator::Mul => {
                let corners = [
                    &left_least * &right_least,
                    &left_least * &right_most,
                    &left_most * &right_least,
                    &left_most * &right_most,
                ];
                Some((corners.iter().min()?.clone(), corners.iter().max()?.clone()))
            }
            _ => None,
        }
    }

    fn value(&self, width: u32, value: &Value) -> Option<Range> {
        match value {
            Value::Local(local) => self.of.get(local).cloned(),
            Value::Constant(Constant::Integer(number)) => Some((signed(width, number), signed(width, number))),
            _ => None,
        }
    }

    /// The flags without that of signed overflow, if what is computed does not overflow.
    pub fn without_harmless(&self, flags: Flags, result: Option<LocalId>) -> Flags {
        if result.is_some_and(|result| self.of.contains_key(&result)) { flags.without(Flags::NSW) } else { flags }
    }
}

/// The number as a signed one of that width, however it is written.
fn signed(width: u32, number: &BigInt) -> BigInt {
    Bits::wrap(width, number).signed()
}

/// Whether all numbers of the range are signed numbers of that width.
fn fits((least, most): &Range, width: u32) -> bool {
    let half = BigInt::from(1) << (width - 1);
    *least >= -&half && *most < half
}
