//! Whether a value that stands for others comes to a place where more is done with it than to compare it: `if (d < 2) return 0;`, and
//! then `n / d`, for a `d` that is large.
//!
//! The function is walked with the value from where it was chosen. Branches on comparisons with it are decided, at others both ways are
//! taken. Where the outcome of a comparison may be kept, the walk gives up, since a later branch may depend on it: where it is stored or an
//! argument, and in blocks to which some values do not lead that stand for themselves, where something is called, or a branch comes behind
//! something that was stored.

use std::collections::{BTreeMap, BTreeSet};

use num_bigint::BigInt;
use program::arithmetic::bits;
use program::value::Bits;

use crate::c::chosen::{ends_with, loads};
use crate::c::operators::by_size;
use crate::c::units::Units;
use crate::c::uses::locals;
use crate::c::verifiers::{goes_on_only_if, is_choice};
use crate::llvm::ids::{BlockId, LocalId};
use crate::llvm::instructions::{Call, Instruction, Operation, Terminator};
use crate::llvm::module::{Block, Function};
use crate::llvm::operators::{BinaryOperator, CastOperator, IntegerPredicate};
use crate::llvm::values::{Constant, Value};

/// So many blocks are walked.
const MOST_BLOCKS: usize = 1 << 10;

/// With so many values that stand for themselves.
const MOST_VALUES: usize = 16;

/// A function with a variable, into which something is stored at one place.
pub struct Walked<'a, 'b> {
    pub units: &'b Units<'a>,
    pub unit: usize,
    pub function: &'a Function,
    pub variable: LocalId,
}

/// What depends on the value, and whether it is one or zero, if it is one of these.
type Outcomes = BTreeMap<LocalId, Option<bool>>;

/// Where a walk is, and what is known there.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    block: usize,
    from: Option<usize>,
    outcomes: Outcomes,
    /// Whether a branch was decided by the value.
    is_decided: bool,
    /// Whether something was stored where not all values lead: a later branch may depend on it.
    has_stored: bool,
}

/// Whose walk it is.
#[derive(Clone, Copy)]
enum Whose<'a> {
    /// That of a value that stands for itself: to which blocks does it lead for certain?
    Inside,
    /// That of one that stands for others. All those that stand for themselves lead to these blocks.
    Outside(&'a BTreeSet<usize>),
}

/// Why a walk does not go on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stop {
    /// More is done with the value than to compare it.
    Looked,
    /// It is not clear where the value leads.
    Unclear,
    /// It leads no further here.
    End,
}

impl<'a> Walked<'a, '_> {
    /// Whether one of the values that stand for others comes to such a place, as far as walks of the function can tell.
    pub fn is_looked_at(&self, outside: &[Bits], inside: &[Bits]) -> bool {
        if inside.len() > MOST_VALUES {
            return false;
        }
        let blocks = inside.iter().map(|value| self.walk(value, Whose::Inside).1);
        let common = blocks.reduce(|left, right| &left & &right).unwrap_or_default();
        outside.iter().any(|value| self.walk(value, Whose::Outside(&common)).0 == Stop::Looked)
    }

    /// Why the walk came to its end, and the blocks that it went through.
    fn walk(&self, value: &Bits, whose: Whose<'_>) -> (Stop, BTreeSet<usize>) {
        let loads: BTreeSet<LocalId> = loads(self.function, self.variable).collect();
        let walk = Walk { of: self, value, whose, loads };
        let is_store = |instruction: &Instruction| self.is_own_store(instruction);
        let store_in = |block: &Block| block.instructions.iter().position(is_store);
        let start = self.function.blocks.iter().enumerate().find_map(|(place, it)| Some((place, store_in(it)?)));
        let Some((block, store)) = start else { return (Stop::End, BTreeSet::new()) };
        let first = Place { block, from: None, outcomes: Outcomes::new(), is_decided: false, has_stored: false };
        let mut work = vec![(first, store + 1)];
        let (mut seen, mut blocks) = (BTreeSet::new(), BTreeSet::new());
        while let Some((place, from)) = work.pop() {
            if !seen.insert(place.clone()) {
                continue;
            }
            if seen.len() > MOST_BLOCKS {
                return (Stop::Unclear, blocks);
            }
            blocks.insert(place.block);
            match walk.block(place, from) {
                Ok(places) => work.extend(places.into_iter().map(|place| (place, 0))),
                Err(Stop::End) => {}
                Err(stop) if matches!(whose, Whose::Outside(_)) => return (stop, blocks),
                // What is certain was found on other ways.
                Err(_) => {}
            }
        }
        (Stop::End, blocks)
    }

    fn is_own_store(&self, instruction: &Instruction) -> bool {
        matches!(&instruction.operation, Operation::Store { address, .. } if address.value == Value::Local(self.variable))
    }
}

/// A walk with one value.
struct Walk<'a, 'b, 'c> {
    of: &'c Walked<'a, 'b>,
    value: &'c Bits,
    whose: Whose<'c>,
    loads: BTreeSet<LocalId>,
}

impl Walk<'_, '_, '_> {
    /// Goes through the block, from this instruction on, and says where it leads.
    fn block(&self, mut place: Place, from: usize) -> Result<Vec<Place>, Stop> {
        let block = &self.of.function.blocks[place.block];
        for instruction in &block.instructions[from..] {
            // From here on it is another value.
            if self.of.is_own_store(instruction) {
                return Err(Stop::End);
            }
            self.instruction(instruction, &mut place)?;
        }
        self.end(block, &place)
    }

    /// Goes on behind the instruction.
    fn instruction(&self, instruction: &Instruction, place: &mut Place) -> Result<(), Stop> {
        let operation = &instruction.operation;
        if matches!(operation, Operation::Debug(_)) {
            return Ok(());
        }
        let used = locals(operation);
        let uses_value = used.iter().any(|local| self.loads.contains(local));
        let uses_outcome = used.iter().any(|local| place.outcomes.contains_key(local));
        let is_common = self.is_common(place);
        match operation {
            Operation::Compare { predicate, left, right, .. } if uses_value => {
                let numbers = self.number(left).zip(self.number(right));
                let outcome = numbers.map(|(left, right)| compare(*predicate, &left, &right));
                if outcome.is_none() {
                    self.look()?;
                }
                self.define(instruction, place, outcome);
            }
            _ if uses_value => {
                self.look()?;
                self.define(instruction, place, None);
            }
            Operation::Call(call) if uses_outcome => match self.assumed(call, &place.outcomes) {
                Some(true) => {}
                Some(false) => return Err(Stop::End),
                None => return Err(Stop::Unclear),
            },
            Operation::Store { .. } if uses_outcome => return Err(Stop::Unclear),
            Operation::Call(call) if !is_common && !self.is_chosen(call) => return Err(Stop::Unclear),
            Operation::Store { .. } => place.has_stored |= !is_common,
            // Which of its values it has depends on the way.
            Operation::Phi { incoming, .. } if place.is_decided => {
                let is_from = |(_, from): &&(Value, BlockId)| Some(from.index()) == place.from;
                let outcome = incoming.iter().find(is_from).and_then(|(value, _)| truth(value, &place.outcomes));
                self.define(instruction, place, outcome);
            }
            _ if uses_outcome => {
                let outcome = computed(operation, &place.outcomes);
                self.define(instruction, place, outcome);
            }
            _ => {
                // It is computed anew, and may have depended on the value before.
                instruction.result.and_then(|result| place.outcomes.remove(&result));
            }
        }
        Ok(())
    }

    /// Where the end of the block leads.
    fn end(&self, block: &Block, place: &Place) -> Result<Vec<Place>, Stop> {
        let to = |target: BlockId, is_decided: bool| Place {
            block: target.index(),
            from: Some(place.block),
            outcomes: place.outcomes.clone(),
            is_decided,
            has_stored: place.has_stored,
        };
        let terminator = &block.terminator.operation;
        let uses_outcome = place.outcomes.keys().any(|local| ends_with(block, *local));
        match terminator {
            Terminator::Conditional { condition, then, otherwise } if uses_outcome => {
                let outcome = truth(condition, &place.outcomes).ok_or(Stop::Unclear)?;
                Ok(vec![to(if outcome { *then } else { *otherwise }, true)])
            }
            Terminator::Switch { subject, default, cases } if self.is_value(&subject.value) => {
                let case = cases.iter().find(|(case, _)| Bits::wrap(self.value.width(), case) == *self.value);
                Ok(vec![to(case.map_or(*default, |(_, target)| *target), true)])
            }
            _ if self.loads.iter().any(|load| ends_with(block, *load)) => {
                self.look()?;
                Err(Stop::Unclear)
            }
            _ if uses_outcome => Err(Stop::Unclear),
            _ => {
                let targets = terminator.successors();
                let is_clear = targets.len() <= 1 || !place.has_stored;
                if is_clear {
                    Ok(targets.into_iter().map(|it| to(it, place.is_decided)).collect())
                } else {
                    Err(Stop::Unclear)
                }
            }
        }
    }

    /// Whether what is done here says nothing about the value.
    fn is_common(&self, place: &Place) -> bool {
        match self.whose {
            Whose::Inside => true,
            Whose::Outside(common) => !place.is_decided || common.contains(&place.block),
        }
    }

    /// More is done with the value than to compare it: whoever stands for itself goes on.
    fn look(&self) -> Result<(), Stop> {
        match self.whose {
            Whose::Inside => Ok(()),
            Whose::Outside(_) => Err(Stop::Looked),
        }
    }

    fn define(&self, instruction: &Instruction, place: &mut Place, outcome: Option<bool>) {
        place.outcomes.extend(instruction.result.map(|result| (result, outcome)));
    }

    /// Whether the call assumes something, and whether that holds; nothing if it is another call.
    fn assumed(&self, call: &Call, outcomes: &Outcomes) -> Option<bool> {
        let [argument] = &call.arguments[..] else { return None };
        goes_on_only_if(self.callee(call)?).then(|| truth(&argument.operand.value, outcomes)).flatten()
    }

    /// Whether the call chooses a value, and does nothing else.
    fn is_chosen(&self, call: &Call) -> bool {
        self.callee(call).is_some_and(|name| is_choice(name, call))
    }

    fn callee(&self, call: &Call) -> Option<&str> {
        match &call.callee {
            Value::Constant(constant) => Some(self.of.units.name(self.of.unit, constant.symbol()?)),
            _ => None,
        }
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

/// Whether what is computed of outcomes is one or zero, if that is clear.
fn computed(operation: &Operation, outcomes: &Outcomes) -> Option<bool> {
    let truth = |value: &Value| truth(value, outcomes);
    match operation {
        Operation::Compare { predicate, left, right, .. } => {
            let equal = truth(left)? == truth(right)?;
            match predicate {
                IntegerPredicate::Eq => Some(equal),
                IntegerPredicate::Ne => Some(!equal),
                _ => None,
            }
        }
        Operation::Cast { operator: CastOperator::ZExt | CastOperator::Trunc, operand, .. } => truth(&operand.value),
        Operation::Binary { operator: BinaryOperator::And, left, right, .. } => Some(truth(left)? && truth(right)?),
        Operation::Binary { operator: BinaryOperator::Or, left, right, .. } => Some(truth(left)? || truth(right)?),
        Operation::Binary { operator: BinaryOperator::Xor, left, right, .. } => Some(truth(left)? != truth(right)?),
        Operation::Select { condition, then, otherwise, .. } => {
            truth(if truth(&condition.value)? { &then.value } else { &otherwise.value })
        }
        _ => None,
    }
}

/// Whether the value is known to be one, or to be zero.
fn truth(value: &Value, outcomes: &Outcomes) -> Option<bool> {
    match value {
        Value::Constant(Constant::Integer(constant)) => {
            let (no, yes) = (BigInt::from(0), BigInt::from(1));
            (*constant == no || *constant == yes).then_some(*constant == yes)
        }
        _ => *outcomes.get(&value.local()?)?,
    }
}

fn compare(predicate: IntegerPredicate, left: &Bits, right: &Bits) -> bool {
    match by_size(predicate) {
        Some(comparison) => bits::compare(comparison, left, right),
        None => (left == right) == (predicate == IntegerPredicate::Eq),
    }
}
