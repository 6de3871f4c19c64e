//! Random numbers and clocks of which a program makes little use.
//!
//! Programs of textbooks sleep for random times and print random numbers: what the numbers are makes no difference then, and zero
//! will do, which is the shortest time. Others take a remainder: then as many numbers as there are remainders stand for all.
//! Others compare the number with constants: then a few numbers do so in all possible ways.
//! Otherwise it is a number that nobody knows; see `primitives/random.bpl`.

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
use crate::c::session::Session;
use crate::c::units::Units;
use crate::c::uses::locals;
use crate::llvm::ids::LocalId;
use crate::llvm::instructions::{Call, Operation};
use crate::llvm::module::Function;
use crate::llvm::operators::{BinaryOperator, Flags};
use crate::llvm::types::Type as LlvmType;
use crate::llvm::values::{Constant, Value};

/// Functions that return random numbers of 31 bits.
const RANDOM: [&str; 3] = ["rand", OWN_SEED, "random"];

/// The one among them that is given a seed.
const OWN_SEED: &str = "rand_r";

/// Functions that begin anew with random numbers.
pub const SEEDING: [&str; 2] = ["srand", "srandom"];

/// The largest random number.
const LARGEST: u64 = (1 << 31) - 1;

/// With more remainders than this the primitive's numbers are fewer.
const MOST_REMAINDERS: u64 = 1000;

/// Functions for which their arguments make no difference.
const INDIFFERENT: [&str; 7] = ["sleep", "usleep", "srand", "srandom", "printf", "fprintf", "putchar"];

impl Session<'_> {
    /// Whether the program begins anew with random numbers anywhere.
    fn seeds(&self) -> bool {
        SEEDING.iter().any(|name| self.declares(name))
    }
}

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
            self.advance_seed(name, call)?;
            self.define(result, vec![number(*width, 0)])?;
            return Ok(Some(()));
        }
        if !is_random {
            return Ok(None);
        }
        let source = self.source(name);
        match remainder(self.function, local) {
            Some(Divisor::Known(count)) => {
                self.advance_seed(name, call)?;
                let drawn = self.draw("$random_below", vec![source, number(64, count)])?;
                self.define(result, vec![resize(drawn, 64, *width)])?;
            }
            // Where the remainder is taken it is chosen.
            Some(Divisor::Unknown) => {
                self.advance_seed(name, call)?;
                self.random_dividends.insert(local, source);
                self.define(result, vec![number(*width, 0)])?;
            }
            None => match self.compared_randomly(local, *width) {
                Some(values) => {
                    self.advance_seed(name, call)?;
                    let drawn = self.draw("$random_below", vec![source, number(64, values.len() as u64)])?;
                    // Whoever follows the run looks for the number, not for which of the values it is.
                    let homes = self.home(local, &call.result)?;
                    self.assign(&homes, vec![one_of(&drawn, values)]);
                }
                None if may_overflow(self.function, local) => {
                    self.advance_seed(name, call)?;
                    let drawn = self.draw("$extreme_random", vec![source])?;
                    self.define(result, vec![resize(drawn, 64, *width)])?;
                }
                None => return Ok(None),
            },
        }
        Ok(Some(()))
    }

    /// Where the function's numbers come from, as `primitives/random.bpl` has it.
    fn source(&self, name: &str) -> Expr {
        number(8, if name == OWN_SEED { 2 } else { u64::from(self.session.seeds()) })
    }

    fn draw(&mut self, primitive: &str, arguments: Vec<Expr>) -> Result<Expr, String> {
        let drawn = self.new_variable("%random", Type::Bits(64));
        self.call_primitive(primitive, arguments, vec![drawn])?;
        Ok(Expr::local(drawn))
    }

    /// If the function is given a seed, it is another one afterwards.
    fn advance_seed(&mut self, name: &str, call: &'a Call) -> Result<(), String> {
        if name == OWN_SEED {
            let seed = self.scalar_operand(Lowering::argument(call, 0)?)?;
            self.call_primitive("$advance_seed", vec![seed], Vec::new())?;
        }
        Ok(())
    }

    /// Values that stand for all random numbers, if the program does nothing with one but compare it with constants.
    fn compared_randomly(&self, local: LocalId, width: u32) -> Option<Vec<Expr>> {
        let mut values = representatives(self.function, &self.places, local, width)?;
        values.extend([0, LARGEST].map(|bound| Bits::wrap(width, &BigInt::from(bound))));
        let in_range = values.into_iter().filter(|value| *value.unsigned() <= LARGEST.into());
        Some(in_range.map(|value| Expr::Literal(ProgramValue::Bits(value))).collect())
    }

    /// The remainder of a random number.
    pub fn random_remainder(
        &mut self,
        result: Option<LocalId>,
        source: Expr,
        divisor: &Expr,
        width: u32,
    ) -> Result<(), String> {
        let zero = number(width, 0);
        let is_something = Expr::binary(BinaryOp::NotEqual, divisor.clone(), zero);
        self.edges.emit(Action::Assert(is_something, Some("division by zero".into())));
        let divisor = resize(divisor.clone(), width, 64);
        let remainder = self.draw("$random_remainder", vec![source, divisor])?;
        self.define(result, vec![resize(remainder, 64, width)])
    }
}

/// The value at the place that was drawn.
fn one_of(drawn: &Expr, values: Vec<Expr>) -> Expr {
    let mut numbered = values.into_iter().enumerate().rev();
    let (_, last) = numbered.next().expect("some value stands for all");
    numbered.fold(last, |others, (place, value)| {
        let is_it = Expr::binary(BinaryOp::Equal, drawn.clone(), number(64, place as u64));
        Expr::If(Box::new(is_it), Box::new(value), Box::new(others))
    })
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
