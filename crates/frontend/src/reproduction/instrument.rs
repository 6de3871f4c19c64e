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
                let Some(place) = location(&module, instruction.debug) else { continue };
                let file = place.file.as_ref().map_or("", |file| &*file.name);
                if let Operation::Call(call) = &instruction.operation
                    && is_told(&module, call)
                    && is_own(file)
                {
                    let line = lines.number(told(file, place.line));
                    let entry = added.entry(instruction.line).or_default();
                    entry.before.push(format!("call void @unhang_line(i32 {line})"));
                }
                let Some((reads, writes)) = access(&module, &instruction.operation, &own) else { continue };
                if let Some(number) = places.number(file, place.line, place.column.max(1), reads, writes) {
                    let entry = added.entry(instruction.line).or_default();
                    entry.before.push(format!("call void @unhang_before(i32 {number})"));
                    entry.after.push("call void @unhang_after()".to_owned());
                }
            }
            if let Terminator::Invoke { .. } = &block.terminator.operation
                && let Some(place) = location(&module, block.terminator.debug)
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

/// Where the instruction is written.
fn location(module: &Module, debug: Option<NodeId>) -> Option<Location> {
    debug::locations(module, debug?).into_iter().find(|location| location.line > 0)
}

fn told(file: &str, line: u32) -> String {
    let short = Path::new(file).file_name().map_or(file.into(), |name| name.to_string_lossy());
    format!("{short}:{line}")
}

/// What the instruction does with memory: whether it looks at it, and whether it changes it. What only the function itself can
/// reach, such as a variable that the compiler has made for a value on its way, is no memory to others.
fn access(module: &Module, operation: &Operation, own: &OwnPlaces) -> Option<(bool, bool)> {
    let others = |operand: &Operand| !own.is_own(&operand.value);
    match operation {
        Operation::Load { address, .. } => others(address).then_some((true, false)),
        Operation::Store { address, .. } => others(address).then_some((false, true)),
        Operation::CompareExchange(_) | Operation::ReadModifyWrite { .. } => Some((true, true)),
        Operation::Call(call) => {
            let name = callee(module, call)?;
            let is = |beginning: &str| name.starts_with(beginning);
            let copies = is("llvm.memcpy.") || is("llvm.memmove.");
            let reaches = |count: usize| call.arguments.iter().take(count).any(|one| others(&one.operand));
            (copies && reaches(2) || is("llvm.memset.") && reaches(1)).then_some((copies, true))
        }
        _ => None,
    }
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
