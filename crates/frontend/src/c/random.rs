//! Random numbers and clocks of which a program makes little use.
//!
//! Programs of textbooks sleep for random times and print random numbers: what the numbers are makes no difference then, and zero
//! will do, which is the shortest time. Others take a remainder: then as many numbers as there are remainders stand for all.
//! Others compare the number with constants: then a few numbers do so in all possible ways.
//! Otherwise it is a number that nobody knows; see `primitives/process.bpl`.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use program::command::Action;
use program::expr::{BinaryOp, Expr};
use program::types::Type;
use program::value::{Bits, Value as ProgramValue};

use crate::c::chosen::{is_used, loads, representatives, uses_at_end};
use crate::c::function::{Lowering, number};
use crate::c::operators::resize;
use crate::c::places::{Place, Places};
use crate::c::units::Units;
use crate::c::uses::locals;
use crate::llvm::ids::LocalId;
use crate::llvm::instructions::{Call, Operation};
use crate::llvm::module::Function;
use crate::llvm::operators::{BinaryOperator, Flags};
use crate::llvm::types::Type as LlvmType;
use crate::llvm::values::{Constant, Value};

/// Functions that return random numbers of 31 bits.
const RANDOM: [&str; 3] = ["rand", "rand_r", "random"];

/// The largest random number.
const LARGEST: u64 = (1 << 31) - 1;

/// With more remainders than this the primitive's numbers are fewer.
const MOST_REMAINDERS: u64 = 1000;

/// Functions for which their arguments make no difference.
const INDIFFERENT: [&str; 7] = ["sleep", "usleep", "srand", "srandom", "printf", "fprintf", "putchar"];

impl<'a> Lowering<'_, 'a> {
    /// Lowers the call if it is of a random number or a clock of which the program makes little use.
    pub fn random(&mut self, result: Option<LocalId>, name: &str, call: &'a Call) -> Result<Option<()>, String> {
        let (Some(local), LlvmType::Integer(width)) = (result, &call.result) else { return Ok(None) };
        let is_plain_time = name == "time"
            && matches!(&call.arguments[..], [place] if place.operand.value == Value::Constant(Constant::Null));
        let is_random = RANDOM.contains(&name);
        let largest = if is_random { LARGEST } else { u64::MAX };
        if (is_random || is_plain_time)
            && makes_no_difference((self.session.units, self.unit), self.function, &self.places, local, largest)
        {
            self.define(result, vec![number(*width, 0)])?;
            return Ok(Some(()));
        }
        if !is_random {
            return Ok(None);
        }
        match remainder(self.function, local) {
            Some(Divisor::Known(count)) => {
                self.choose_one(local, &call.result, (0..count).map(|value| number(*width, value)))?;
            }
            // Where the remainder is taken it is chosen.
            Some(Divisor::Unknown) => {
                self.random_dividends.insert(local);
                self.define(result, vec![number(*width, 0)])?;
            }
            None => match self.compared_randomly(local, *width) {
                Some(values) => self.choose_one(local, &call.result, values.into_iter())?,
                None if may_overflow(self.function, local) => {
                    let random = self.new_variable("%random", Type::Bits(64));
                    self.call_primitive("$extreme_random", Vec::new(), vec![random])?;
                    self.define(result, vec![resize(Expr::local(random), 64, *width)])?;
                }
                None => return Ok(None),
            },
        }
        Ok(Some(()))
    }

    /// Values that stand for all random numbers, if the program does nothing with one but compare it with constants.
    fn compared_randomly(&self, local: LocalId, width: u32) -> Option<Vec<Expr>> {
        let mut values = representatives(self.function, &self.places, local, width)?;
        values.extend([0, LARGEST].map(|bound| Bits::wrap(width, &BigInt::from(bound))));
        let in_range = values.into_iter().filter(|value| *value.unsigned() <= LARGEST.into());
        Some(in_range.map(|value| Expr::Literal(ProgramValue::Bits(value))).collect())
    }

    /// The remainder of a random number.
    pub fn random_remainder(&mut self, result: Option<LocalId>, divisor: &Expr, width: u32) -> Result<(), String> {
        let remainder = self.new_variable("%remainder", Type::Bits(64));
        let zero = number(width, 0);
        let is_something = Expr::binary(BinaryOp::NotEqual, divisor.clone(), zero);
        self.edges.emit(Action::Assert(is_something, Some("division by zero".into())));
        let divisor = resize(divisor.clone(), width, 64);
        self.call_primitive("$random_remainder", vec![divisor], vec![remainder])?;
        self.define(result, vec![resize(Expr::local(remainder), 64, width)])
    }
}

/// Whether a pointer comes after the local among the arguments: of a string so many characters may be printed as the local says.
fn is_followed_by_text(call: &Call, local: LocalId) -> bool {
    let mut behind = call.arguments.iter().skip_while(|argument| argument.operand.value != Value::Local(local));
    behind.any(|argument| matches!(argument.operand.ty, LlvmType::Pointer(_)))
}

/// Whether the program would do the same with any other value of the local, which is at most so large.
fn makes_no_difference<'a>(
    (units, unit): (&Units<'a>, usize),
    function: &'a Function,
    places: &Places,
    local: LocalId,
    largest: u64,
) -> bool {
    let mut bounds = BTreeMap::from([(local, largest)]);
    let mut work = vec![(local, largest)];
    while let Some((local, largest)) = work.pop() {
        if uses_at_end(function, local) {
            return false;
        }
        for instruction in function.blocks.iter().flat_map(|block| &block.instructions) {
            if !locals(&instruction.operation).contains(&local) {
                continue;
            }
            let next: Vec<(LocalId, u64)> = match &instruction.operation {
                Operation::Debug(_) => Vec::new(),
                Operation::Call(call)
                    if units.undefined_callee(unit, &call.callee).is_some_and(|name| INDIFFERENT.contains(&name))
                        && !is_followed_by_text(call, local)
                        && instruction.result.is_none_or(|result| !is_used(function, result)) =>
                {
                    Vec::new()
                }
                Operation::Cast { to: LlvmType::Integer(_), .. } => {
                    instruction.result.map(|result| (result, largest)).into_iter().collect()
                }
                Operation::Binary { operator, left, right, .. } => {
                    let (Value::Local(_), Value::Constant(Constant::Integer(constant))) = (left, right) else {
                        return false;
                    };
                    let (Ok(constant), Some(result)) = (u64::try_from(constant), instruction.result) else {
                        return false;
                    };
                    // What could overflow, which is an error, makes a difference.
                    let largest = match operator {
                        BinaryOperator::SRem | BinaryOperator::URem if constant > 0 => Some(constant - 1),
                        BinaryOperator::SDiv | BinaryOperator::UDiv if constant > 0 => Some(largest),
                        BinaryOperator::Add => largest.checked_add(constant),
                        BinaryOperator::Mul => largest.checked_mul(constant),
                        _ => None,
                    };
                    match largest.filter(|largest| *largest <= LARGEST) {
                        Some(largest) => vec![(result, largest)],
                        None => return false,
                    }
                }
                Operation::Store { value, address, .. } if value.value == Value::Local(local) => {
                    match address.value.local().filter(|to| matches!(places.of.get(to), Some(Place::Variable(_)))) {
                        Some(variable) => loads(function, variable).map(|load| (load, largest)).collect(),
                        None => return false,
                    }
                }
                _ => return false,
            };
            for (next, largest) in next {
                if bounds.get(&next).is_none_or(|known| *known < largest) {
                    bounds.insert(next, largest);
                    work.push((next, largest));
                }
            }
        }
    }
    true
}

/// Whether the program computes with the local where a result that is too large is an error.
fn may_overflow(function: &Function, local: LocalId) -> bool {
    let mut instructions = function.blocks.iter().flat_map(|block| &block.instructions);
    instructions.any(|instruction| match &instruction.operation {
        Operation::Binary { flags, left, right, .. } => {
            flags.contains(Flags::NSW) && [left, right].contains(&&Value::Local(local))
        }
        _ => false,
    })
}

/// By what a remainder is taken.
enum Divisor {
    /// A constant that is not too large.
    Known(u64),
    /// Something else.
    Unknown,
}

/// By what the local is divided, if all that is done with it is to take a remainder.
fn remainder(function: &Function, local: LocalId) -> Option<Divisor> {
    if uses_at_end(function, local) {
        return None;
    }
    let instructions = function.blocks.iter().flat_map(|block| &block.instructions);
    let mut uses = instructions.map(|instruction| &instruction.operation).filter(|it| locals(it).contains(&local));
    let (Some(Operation::Binary { operator: BinaryOperator::SRem | BinaryOperator::URem, left, right, .. }), None) =
        (uses.next(), uses.next())
    else {
        return None;
    };
    if *left != Value::Local(local) || *right == Value::Local(local) {
        return None;
    }
    let Value::Constant(Constant::Integer(divisor)) = right else { return Some(Divisor::Unknown) };
    u64::try_from(divisor).ok().filter(|divisor| (1..=MOST_REMAINDERS).contains(divisor)).map(Divisor::Known)
}
