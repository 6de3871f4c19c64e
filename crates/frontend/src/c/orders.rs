//! Where the user's own lines name a memory order that is weaker than sequential consistency, which every access has here.
//!
//! C names the order at the instruction. C++ names it in a call of a function of a header, which then chooses among instructions
//! of all orders; what counts is the call, or, where it was inlined, the place that it was inlined at, and what is chosen.

use std::collections::{HashMap, HashSet};

use num_bigint::BigInt;
use program::span::SourcePlace;

use crate::c::spans::Files;
use crate::c::units::{Place, Units};
use crate::llvm::debug::{self, Location};
use crate::llvm::ids::{BlockId, LocalId, Name, NodeId};
use crate::llvm::instructions::{Access, Atomicity, Call, Operation, Terminator};
use crate::llvm::module::{Function, Module};
use crate::llvm::operators::MemoryOrdering;
use crate::llvm::values::{Constant, Expression, Operand, Value};

/// How `std::memory_order` ends the linker's name of a function whose last parameter it is.
const ORDER_TYPE: &str = "St12memory_order";

/// `std::memory_order_seq_cst` as a number.
const SEQUENTIALLY_CONSISTENT: u8 = 5;

/// Constants are followed through as many variables as this: a function may write to a variable what it has read there.
const LONGEST_WAY: u32 = 16;

/// The places in the user's own files at which the function names weaker orders.
pub fn weaker_orders(units: &Units<'_>, files: &Files, place: Place) -> Vec<SourcePlace> {
    let module = units.module(place.unit);
    let function = units.function(place);
    let mut named = Vec::new();
    for (block, content) in function.blocks.iter().enumerate() {
        let mut add = |what, debug| {
            named.extend(own_place(module, files, debug).map(|place| (BlockId(block as u32), what, place)));
        };
        for instruction in &content.instructions {
            match &instruction.operation {
                Operation::Call(call) if takes_orders(module, call) => add(Named::ByCall(call), instruction.debug),
                operation if is_weaker(operation) && !is_guard(module, operation) => {
                    add(Named::ByInstruction, instruction.debug)
                }
                _ => {}
            }
        }
        match &content.terminator.operation {
            Terminator::Invoke { call, .. } if takes_orders(module, call) => {
                add(Named::ByCall(call), content.terminator.debug);
            }
            _ => {}
        }
    }
    if named.is_empty() {
        return Vec::new();
    }
    let choices = Choices::new(module, function);
    let reached = choices.reached();
    let is_weaker = |what: &Named<'_>| match what {
        Named::ByInstruction => true,
        Named::ByCall(call) => !choices.passes_strong_orders(call),
    };
    let counts = |(block, what, place)| (reached.contains(&block) && is_weaker(&what)).then_some(place);
    named.into_iter().filter_map(counts).collect()
}

/// How an order is named.
enum Named<'a> {
    ByInstruction,
    ByCall(&'a Call),
}

fn is_weaker(operation: &Operation) -> bool {
    let is_weak = |ordering: MemoryOrdering| ordering != MemoryOrdering::SequentiallyConsistent;
    // What synchronises a thread with itself only is the same in every order.
    let names_weaker = |atomicity: &Atomicity| is_weak(atomicity.ordering) && atomicity.scope.is_none();
    let accesses_weaker = |access: &Access| access.atomicity.as_ref().is_some_and(names_weaker);
    match operation {
        Operation::Load { access, .. }
        | Operation::Store { access, .. }
        | Operation::ReadModifyWrite { access, .. } => accesses_weaker(access),
        Operation::Fence(atomicity) => names_weaker(atomicity),
        Operation::CompareExchange(exchange) => accesses_weaker(&exchange.access) || is_weak(exchange.failure),
        _ => false,
    }
}

/// Whether the compiler looks there whether a variable of a function, which lives for ever, has had its constructor called.
fn is_guard(module: &Module, operation: &Operation) -> bool {
    const GUARD_VARIABLE: &str = "_ZGV";
    let Operation::Load { address: Operand { value: Value::Constant(address), .. }, .. } = operation else {
        return false;
    };
    let mut constant = address;
    while let Constant::Expression(expression) = constant
        && let Expression::Cast { operand, .. } = &**expression
    {
        constant = &operand.constant;
    }
    matches!(constant, Constant::Symbol(symbol)
        if matches!(module.symbol_name(*symbol), Name::Text(name) if name.starts_with(GUARD_VARIABLE)))
}

fn callee_name<'a>(module: &'a Module, call: &Call) -> Option<&'a str> {
    let Value::Constant(Constant::Symbol(symbol)) = &call.callee else { return None };
    match module.symbol_name(*symbol) {
        Name::Text(name) => Some(name),
        Name::Number(_) => None,
    }
}

fn takes_orders(module: &Module, call: &Call) -> bool {
    callee_name(module, call).is_some_and(|name| orders_taken(name) > 0)
}

/// How many memory orders, its last parameters, a function of this name takes; where a type comes again, names refer back to it.
fn orders_taken(name: &str) -> usize {
    let (_, rest) = match name.rsplit_once(ORDER_TYPE) {
        Some(parts) if name.starts_with("_Z") => parts,
        _ => return 0,
    };
    let is_reference = rest.strip_prefix('S').and_then(|rest| rest.strip_suffix('_')).is_some_and(|number| {
        number.chars().all(|character| character.is_ascii_digit() || character.is_ascii_uppercase())
    });
    match rest {
        "" => 1,
        _ if is_reference => 2,
        _ => 0,
    }
}

/// The innermost place in a file of the user, unless it is a library that names the order there.
fn own_place(module: &Module, files: &Files, debug: Option<NodeId>) -> Option<SourcePlace> {
    let locations = debug::locations(module, debug?);
    let is_own = |location: &Location| {
        location.line > 0 && location.file.as_ref().is_some_and(|file| files.origin(file).is_own())
    };
    let position = locations.iter().position(is_own)?;
    let is_told = |library: &Location| {
        let name = library.function.as_ref().and_then(|function| function.linkage_name.as_ref());
        name.is_some_and(|name| orders_taken(name) > 0)
    };
    if position > 0 && !is_told(&locations[position - 1]) {
        return None;
    }
    let Location { file, line, column, .. } = &locations[position];
    Some(SourcePlace { file: file.as_ref()?.name.to_string(), line: *line, column: (*column).max(1) })
}

/// What is known of a function before it runs: the values of variables that are written once.
struct Choices<'a> {
    module: &'a Module,
    function: &'a Function,
    results: HashMap<LocalId, &'a Operation>,
    /// What is written to the addresses; `None` if there are several such instructions.
    stores: HashMap<LocalId, Option<&'a Value>>,
}

impl<'a> Choices<'a> {
    fn new(module: &'a Module, function: &'a Function) -> Choices<'a> {
        let mut choices = Choices { module, function, results: HashMap::new(), stores: HashMap::new() };
        for instruction in function.blocks.iter().flat_map(|block| &block.instructions) {
            choices.results.extend(instruction.result.map(|result| (result, &instruction.operation)));
            if let Operation::Store { value, address: Operand { value: Value::Local(address), .. }, .. } =
                &instruction.operation
            {
                let stored = choices.stores.entry(*address).or_insert(Some(&value.value));
                *stored = stored.filter(|stored| std::ptr::eq(*stored, &raw const value.value));
            }
        }
        choices
    }

    /// The number that the value is, as far as a constant is passed on.
    fn number(&self, value: &'a Value) -> Option<&'a BigInt> {
        self.passed_on(value, LONGEST_WAY)
    }

    fn passed_on(&self, value: &'a Value, way: u32) -> Option<&'a BigInt> {
        let way = way.checked_sub(1)?;
        match value {
            Value::Constant(Constant::Integer(number)) => Some(number),
            Value::Local(local) => match self.results.get(local)? {
                Operation::Load { address: Operand { value: Value::Local(address), .. }, .. } => {
                    self.passed_on((*self.stores.get(address)?)?, way)
                }
                // Of a sequentially consistent exchange, the failure has the same order.
                Operation::Call(call) if takes_orders(self.module, call) => {
                    self.passed_on(&call.arguments.last()?.operand.value, way).filter(|order| is_strong(order))
                }
                _ => None,
            },
            _ => None,
        }
    }

    fn passes_strong_orders(&self, call: &'a Call) -> bool {
        let taken = callee_name(self.module, call).map_or(0, orders_taken);
        let mut orders = call.arguments.iter().rev().take(taken);
        orders.all(|argument| self.number(&argument.operand.value).is_some_and(is_strong))
    }

    /// The blocks that control may come to, where a choice between cases is known.
    fn reached(&self) -> HashSet<BlockId> {
        let mut reached = HashSet::new();
        let mut waiting = vec![BlockId(0)];
        while let Some(block) = waiting.pop() {
            if reached.insert(block) {
                let terminator = &self.function.blocks[block.index()].terminator.operation;
                match terminator {
                    Terminator::Switch { subject, default, cases }
                        if let Some(number) = self.number(&subject.value) =>
                    {
                        let case = cases.iter().find(|(value, _)| value == number);
                        waiting.push(case.map_or(*default, |(_, target)| *target));
                    }
                    _ => waiting.extend(terminator.successors()),
                }
            }
        }
        reached
    }
}

fn is_strong(order: &BigInt) -> bool {
    *order == SEQUENTIALLY_CONSISTENT.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_how_many_orders_come_last() {
        assert_eq!(orders_taken("_ZNSt13__atomic_baseIiE5storeEiSt12memory_order"), 1);
        assert_eq!(orders_taken("_ZNSt13__atomic_baseIiE23compare_exchange_strongERiiSt12memory_orderS2_"), 2);
        assert_eq!(orders_taken("_ZStorSt12memory_orderSt23__memory_order_modifier"), 0);
        assert_eq!(orders_taken("St12memory_order"), 0);
        assert_eq!(orders_taken("_Z4pushi"), 0);
    }
}
