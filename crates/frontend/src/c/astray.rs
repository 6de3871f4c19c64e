//! Whether a value that stands for others comes to a place where more is done with it than to compare it: `if (d < 2) return 0;`, and
//! then `n / d`, for a `d` that is large.
//!
//! The function is walked with the value from where it was chosen. Branches on comparisons with it are decided, at others both ways are
//! taken. Where the outcome of a comparison is kept, in a variable or by a call, the walk gives up: a later branch may depend on it.

use std::collections::{BTreeMap, BTreeSet};

use num_bigint::BigInt;
use program::value::Bits;

use crate::c::chosen::{ends_with, loads};
use crate::c::units::Units;
use crate::c::uses::locals;
use crate::c::verifiers::goes_on_only_if;
use crate::llvm::ids::{BlockId, LocalId};
use crate::llvm::instructions::{Call, Instruction, Operation, Terminator};
use crate::llvm::module::{Block, Function};
use crate::llvm::operators::{BinaryOperator, CastOperator, IntegerPredicate};
use crate::llvm::values::{Constant, Value};

/// So many blocks are walked.
const MOST_BLOCKS: usize = 1 << 10;

/// A function with a variable, into which something is stored at one place.
pub struct Walked<'a, 'b> {
    pub units: &'b Units<'a>,
    pub unit: usize,
    pub function: &'a Function,
    pub variable: LocalId,
}

/// What is known where a walk is: the outcomes of comparisons with the value, and numbers that are made of them.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    block: usize,
    from: Option<usize>,
    known: BTreeMap<LocalId, bool>,
    /// Whether a branch was decided, and a constant was kept then: a later branch may depend on it.
    keeps: Keeps,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Keeps {
    Nothing,
    Decided,
    Constant,
}

/// How a walk goes on.
enum Next {
    Places(Vec<Place>),
    Looked,
    Unclear,
}

impl<'a> Walked<'a, '_> {
    /// Whether the value comes to such a place, as far as a walk of the function can tell.
    pub fn is_looked_at(&self, value: &Bits) -> bool {
        let loads: BTreeSet<LocalId> = loads(self.function, self.variable).collect();
        let is_store = |instruction: &Instruction| self.is_own_store(instruction);
        let stores_in = |block: &Block| block.instructions.iter().position(is_store);
        let start = self.function.blocks.iter().enumerate().find_map(|(place, it)| Some((place, stores_in(it)?)));
        let Some((block, store)) = start else { return false };
        let first = Place { block, from: None, known: BTreeMap::new(), keeps: Keeps::Nothing };
        let walk = Walk { of: self, value, loads };
        let mut work = match walk.block(first, store + 1) {
            Next::Places(places) => places,
            Next::Looked => return true,
            Next::Unclear => return false,
        };
        let mut seen = BTreeSet::new();
        while let Some(place) = work.pop() {
            if !seen.insert(place.clone()) {
                continue;
            }
            if seen.len() > MOST_BLOCKS {
                return false;
            }
            match walk.block(place, 0) {
                Next::Places(places) => work.extend(places),
                Next::Looked => return true,
                Next::Unclear => return false,
            }
        }
        false
    }

    fn is_own_store(&self, instruction: &Instruction) -> bool {
        matches!(&instruction.operation, Operation::Store { address, .. } if address.value == Value::Local(self.variable))
    }
}

/// A walk with one value.
struct Walk<'a, 'b, 'c> {
    of: &'c Walked<'a, 'b>,
    value: &'c Bits,
    loads: BTreeSet<LocalId>,
}

impl Walk<'_, '_, '_> {
    /// Goes through the block, from this instruction on.
    fn block(&self, mut place: Place, from: usize) -> Next {
        let block = &self.of.function.blocks[place.block];
        for instruction in &block.instructions[from..] {
            if self.of.is_own_store(instruction) {
                // From here on it is another value.
                return Next::Places(Vec::new());
            }
            if let Some(next) = self.instruction(instruction, &mut place) {
                return next;
            }
        }
        self.end(block, place)
    }

    /// What the instruction makes known; how the walk goes on if it does not go on behind it.
    fn instruction(&self, instruction: &Instruction, place: &mut Place) -> Option<Next> {
        let operation = &instruction.operation;
        let used = locals(operation);
        let uses_value = used.iter().any(|local| self.loads.contains(local));
        let outcome = match operation {
            Operation::Debug(_) => return None,
            Operation::Compare { predicate, left, right, .. } if uses_value => {
                let (Some(left), Some(right)) = (self.number(left), self.number(right)) else {
                    return Some(Next::Looked);
                };
                Some(compare(*predicate, &left, &right))
            }
            _ if uses_value => return Some(Next::Looked),
            Operation::Phi { incoming, .. } => {
                let is_from = |(_, from): &&(Value, BlockId)| Some(from.index()) == place.from;
                incoming.iter().find(is_from).and_then(|(value, _)| truth(value, &place.known))
            }
            Operation::Compare { predicate, left, right, .. } => {
                let left = truth(left, &place.known).zip(truth(right, &place.known));
                let equal = left.map(|(left, right)| left == right);
                match predicate {
                    IntegerPredicate::Eq => equal,
                    IntegerPredicate::Ne => equal.map(|equal| !equal),
                    _ => None,
                }
            }
            Operation::Cast { operator: CastOperator::ZExt | CastOperator::Trunc, operand, .. } => {
                truth(&operand.value, &place.known)
            }
            Operation::Binary { operator, left, right, .. } => {
                let (left, right) = (truth(left, &place.known), truth(right, &place.known));
                match operator {
                    BinaryOperator::And if left == Some(false) || right == Some(false) => Some(false),
                    BinaryOperator::Or if left == Some(true) || right == Some(true) => Some(true),
                    BinaryOperator::And => left.zip(right).map(|(left, right)| left && right),
                    BinaryOperator::Or => left.zip(right).map(|(left, right)| left || right),
                    BinaryOperator::Xor => left.zip(right).map(|(left, right)| left != right),
                    _ => None,
                }
            }
            Operation::Select { condition, then, otherwise, .. } => match truth(&condition.value, &place.known) {
                Some(true) => truth(&then.value, &place.known),
                Some(false) => truth(&otherwise.value, &place.known),
                None => None,
            },
            Operation::Call(call) if used.iter().any(|local| place.known.contains_key(local)) => {
                return match self.assumed(call, &place.known) {
                    Some(true) => None,
                    Some(false) => Some(Next::Places(Vec::new())),
                    None => Some(Next::Unclear),
                };
            }
            Operation::Store { value, .. } => {
                if used.iter().any(|local| place.known.contains_key(local)) {
                    return Some(Next::Unclear);
                }
                if place.keeps == Keeps::Decided && matches!(value.value, Value::Constant(_)) {
                    place.keeps = Keeps::Constant;
                }
                None
            }
            _ => None,
        };
        if let Some(result) = instruction.result {
            match outcome {
                Some(outcome) => place.known.insert(result, outcome),
                None => place.known.remove(&result),
            };
        }
        None
    }

    fn end(&self, block: &Block, place: Place) -> Next {
        let to = |target: BlockId, keeps: Keeps| Place {
            block: target.index(),
            from: Some(place.block),
            known: place.known.clone(),
            keeps,
        };
        let decided = place.keeps.max(Keeps::Decided);
        match &block.terminator.operation {
            Terminator::Conditional { condition, then, otherwise } => match truth(condition, &place.known) {
                Some(outcome) => Next::Places(vec![to(if outcome { *then } else { *otherwise }, decided)]),
                None if place.keeps == Keeps::Constant => Next::Unclear,
                None => Next::Places(vec![to(*then, place.keeps), to(*otherwise, place.keeps)]),
            },
            Terminator::Switch { subject, default, cases } if self.is_value(&subject.value) => {
                let case = cases.iter().find(|(case, _)| Bits::wrap(self.value.width(), case) == *self.value);
                Next::Places(vec![to(case.map_or(*default, |(_, target)| *target), decided)])
            }
            _ if self.loads.iter().any(|load| ends_with(block, *load)) => Next::Looked,
            _ if place.known.keys().any(|local| ends_with(block, *local)) => Next::Unclear,
            Terminator::Switch { .. } if place.keeps == Keeps::Constant => Next::Unclear,
            terminator => {
                Next::Places(terminator.successors().into_iter().map(|target| to(target, place.keeps)).collect())
            }
        }
    }

    /// Whether the call assumes something, and whether that holds; nothing if it is another call.
    fn assumed(&self, call: &Call, known: &BTreeMap<LocalId, bool>) -> Option<bool> {
        let symbol = match &call.callee {
            Value::Constant(constant) => constant.symbol()?,
            _ => return None,
        };
        let name = self.of.units.name(self.of.unit, symbol);
        let [argument] = &call.arguments[..] else { return None };
        goes_on_only_if(name).then(|| truth(&argument.operand.value, known)).flatten()
    }

    fn is_value(&self, value: &Value) -> bool {
        value.local().is_some_and(|local| self.loads.contains(&local))
    }

    /// The value itself, or a constant.
    fn number(&self, value: &Value) -> Option<Bits> {
        match value {
            Value::Constant(Constant::Integer(constant)) => Some(Bits::wrap(self.value.width(), constant)),
            _ => self.is_value(value).then(|| self.value.clone()),
        }
    }
}

/// Whether the value is known not to be zero, or to be zero.
fn truth(value: &Value, known: &BTreeMap<LocalId, bool>) -> Option<bool> {
    match value {
        Value::Constant(Constant::Integer(constant)) => {
            let (no, yes) = (BigInt::from(0), BigInt::from(1));
            (*constant == no || *constant == yes).then_some(*constant == yes)
        }
        _ => known.get(&value.local()?).copied(),
    }
}

fn compare(predicate: IntegerPredicate, left: &Bits, right: &Bits) -> bool {
    use IntegerPredicate::{Eq, Ne, Sge, Sgt, Sle, Slt, Uge, Ugt, Ule, Ult};
    let unsigned = left.unsigned().cmp(right.unsigned());
    let signed = left.signed().cmp(&right.signed());
    match predicate {
        Eq => unsigned.is_eq(),
        Ne => unsigned.is_ne(),
        Ult => unsigned.is_lt(),
        Ule => unsigned.is_le(),
        Ugt => unsigned.is_gt(),
        Uge => unsigned.is_ge(),
        Slt => signed.is_lt(),
        Sle => signed.is_le(),
        Sgt => signed.is_gt(),
        Sge => signed.is_ge(),
    }
}
