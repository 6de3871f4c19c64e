//! Calls of the scheduler library, put into LLVM IR as text.
//!
//! Nothing that is there is changed: lines are added, so that what runs is what the compiler has written.

use std::collections::BTreeMap;
use std::path::Path;

use program::span::Span;

use super::table::Places;
use crate::c;
use crate::c::places::Places as OwnPlaces;
use crate::error::Error;
use crate::llvm::debug::{self, Location};
use crate::llvm::ids::NodeId;
use crate::llvm::instructions::{Call, Operation, Terminator};
use crate::llvm::layout::Layout;
use crate::llvm::module::Module;
use crate::llvm::values::{Constant, Operand, Value};

/// The user's lines at which something is called, each with its number.
#[derive(Default)]
pub(super) struct Lines {
    numbers: BTreeMap<String, usize>,
}

impl Lines {
    fn number(&mut self, line: String) -> usize {
        let next = self.numbers.len();
        *self.numbers.entry(line).or_insert(next)
    }

    /// In the order of their numbers.
    pub(super) fn texts(&self) -> Vec<String> {
        let mut lines: Vec<(&usize, &String)> = self.numbers.iter().map(|(line, number)| (number, line)).collect();
        lines.sort();
        lines.into_iter().map(|(_, line)| line.clone()).collect()
    }
}

/// What is added before and after a line of the text.
#[derive(Default)]
struct Added {
    before: Vec<String>,
    after: Vec<String>,
}

/// What declares the functions that are called.
const DECLARATIONS: &str = "
declare void @unhang_before(i32)
declare void @unhang_before_all(i32, i32, i32, i32)
declare void @unhang_after()
declare void @unhang_line(i32)
";

/// The text with calls added; `is_own` says of a file whether the user has written it.
pub(super) fn instrument(
    name: &str,
    text: &str,
    places: &Places,
    lines: &mut Lines,
    is_own: &dyn Fn(&str) -> bool,
) -> Result<String, Error> {
    let module = crate::llvm::parse(name, text)?;
    let layout = Layout::new(&module).map_err(|why| Error::new(Span::NOWHERE, why.to_string()))?;
    let mut added: BTreeMap<u32, Added> = BTreeMap::new();
    for function in module.functions.iter().filter(|function| !function.blocks.is_empty()) {
        let own = c::places::places(&layout, &module, function);
        for block in &function.blocks {
            for instruction in &block.instructions {
                let Some(place) = location(&module, instruction.debug, is_own) else { continue };
                let file = place.file.as_ref().map_or("", |file| &*file.name);
                if let Operation::Call(call) = &instruction.operation
                    && is_told(&module, call)
                    && is_own(file)
                {
                    let line = lines.number(told(file, place.line));
                    let entry = added.entry(instruction.line).or_default();
                    entry.before.push(format!("call void @unhang_line(i32 {line})"));
                }
                let (line, column) = (place.line, place.column.max(1));
                let before = match access(&module, &instruction.operation, &own) {
                    None => None,
                    Some(Touch::Word { reads, writes }) => {
                        let number = places.number(file, line, column, reads, writes);
                        number.map(|number| format!("call void @unhang_before(i32 {number})"))
                    }
                    Some(Touch::Bytes(count)) => {
                        all(count, |reads, writes| places.exact(file, line, column, reads, writes))
                    }
                };
                if let Some(before) = before {
                    let entry = added.entry(instruction.line).or_default();
                    entry.before.push(before);
                    entry.after.push("call void @unhang_after()".to_owned());
                }
            }
            if let Terminator::Invoke { .. } = &block.terminator.operation
                && let Some(place) = location(&module, block.terminator.debug, is_own)
                && let Some(file) = place.file.as_ref().filter(|file| is_own(&file.name))
            {
                let line = lines.number(told(&file.name, place.line));
                let entry = added.entry(block.terminator.line).or_default();
                entry.before.push(format!("call void @unhang_line(i32 {line})"));
            }
        }
    }
    Ok(with(text, &added) + DECLARATIONS)
}

/// The text with a delay in front of every access to memory that others may reach, and of every call.
pub(super) fn delay(name: &str, text: &str) -> Result<String, Error> {
    const DELAY: &str = "call void @unhang_delay()";
    let module = crate::llvm::parse(name, text)?;
    let layout = Layout::new(&module).map_err(|why| Error::new(Span::NOWHERE, why.to_string()))?;
    let mut added: BTreeMap<u32, Added> = BTreeMap::new();
    let mut delay = |line: u32| added.entry(line).or_default().before.push(DELAY.to_owned());
    for function in module.functions.iter().filter(|function| !function.blocks.is_empty()) {
        let own = c::places::places(&layout, &module, function);
        for block in &function.blocks {
            for instruction in &block.instructions {
                let is_call = matches!(&instruction.operation, Operation::Call(call) if is_told(&module, call));
                if is_call || access(&module, &instruction.operation, &own).is_some() {
                    delay(instruction.line);
                }
            }
            if let Terminator::Invoke { .. } = &block.terminator.operation {
                delay(block.terminator.line);
            }
        }
    }
    Ok(with(text, &added) + "\ndeclare void @unhang_delay()\n")
}

fn with(text: &str, added: &BTreeMap<u32, Added>) -> String {
    let mut result = String::with_capacity(text.len() * 5 / 4);
    for (number, line) in (1u32..).zip(text.lines()) {
        let Some(Added { before, after }) = added.get(&number) else {
            result.extend([line, "\n"]);
            continue;
        };
        // What is added stands where the instruction does, to whoever looks at it in a debugger.
        let node = line.rsplit_once(", !dbg ").and_then(|(_, rest)| rest.split([',', ' ']).next());
        let debug = node.map(|node| format!(", !dbg {node}")).unwrap_or_default();
        before.iter().for_each(|call| result.extend(["  ", call, &debug, "\n"]));
        result.extend([line, "\n"]);
        after.iter().for_each(|call| result.extend(["  ", call, &debug, "\n"]));
    }
    result
}

/// Where the instruction is written: as the front end says, in the user's own file if it was put there from a library.
fn location(module: &Module, debug: Option<NodeId>, is_own: &dyn Fn(&str) -> bool) -> Option<Location> {
    let mut locations = debug::locations(module, debug?);
    locations.retain(|location| location.line > 0);
    let own = locations.iter().position(|location| location.file.as_ref().is_some_and(|file| is_own(&file.name)));
    locations.into_iter().nth(own.unwrap_or(0))
}

fn told(file: &str, line: u32) -> String {
    let short = Path::new(file).file_name().map_or(file.into(), |name| name.to_string_lossy());
    format!("{short}:{line}")
}

/// What an instruction does with memory.
enum Touch {
    /// It looks at one value or changes it, or both, in a single step.
    Word { reads: bool, writes: bool },
    /// It copies or fills so many bytes, eight in a step.
    Bytes(u64),
}

/// More bytes than this are copied and filled by a function, of which the run has no accesses.
const MOST_BYTES: u64 = 64;

/// What the instruction does with memory. What only the function itself can reach, such as a variable that the compiler has made
/// for a value on its way, is no memory to others.
fn access(module: &Module, operation: &Operation, own: &OwnPlaces) -> Option<Touch> {
    let others = |operand: &Operand| !own.is_own(&operand.value);
    match operation {
        Operation::Load { address, .. } => others(address).then_some(Touch::Word { reads: true, writes: false }),
        Operation::Store { address, .. } => others(address).then_some(Touch::Word { reads: false, writes: true }),
        Operation::CompareExchange(_) | Operation::ReadModifyWrite { .. } => {
            Some(Touch::Word { reads: true, writes: true })
        }
        Operation::Call(call) => {
            let name = callee(module, call)?;
            let is = |beginning: &str| name.starts_with(beginning);
            let pointers = match (is("llvm.memcpy.") || is("llvm.memmove."), is("llvm.memset.")) {
                (true, _) => 2,
                (_, true) => 1,
                _ => return None,
            };
            let reaches = call.arguments.iter().take(pointers).any(|one| others(&one.operand));
            let Value::Constant(Constant::Integer(size)) = &call.arguments.get(2)?.operand.value else { return None };
            let size = u64::try_from(size.clone()).ok().filter(|size| *size <= MOST_BYTES && reaches)?;
            Some(Touch::Bytes(size))
        }
        _ => None,
    }
}

/// The call in front of an access to so many bytes; `exact` knows the place where the run reads, writes, or does both.
fn all(bytes: u64, exact: impl Fn(bool, bool) -> Option<usize>) -> Option<String> {
    let (reads, writes, both) = (exact(true, false), exact(false, true), exact(true, true));
    reads.or(writes).or(both)?;
    let steps = bytes.div_ceil(8) * if reads.is_some() && writes.is_some() { 2 } else { 1 };
    let place = |number: Option<usize>| number.map_or("-1".to_owned(), |number| number.to_string());
    let (reads, writes, both) = (place(reads), place(writes), place(both));
    Some(format!("call void @unhang_before_all(i32 {reads}, i32 {writes}, i32 {both}, i32 {steps})"))
}

/// Whether the call is one that a thread may wait in: not one of what the compiler knows by itself.
fn is_told(module: &Module, call: &Call) -> bool {
    !callee(module, call).is_some_and(|name| name.starts_with("llvm.")) && !matches!(call.callee, Value::Assembly(_))
}

fn callee(module: &Module, call: &Call) -> Option<String> {
    match &call.callee {
        Value::Constant(Constant::Symbol(symbol)) => Some(module.symbol_name(*symbol).to_string()),
        _ => None,
    }
}
