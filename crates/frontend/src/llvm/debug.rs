//! What the debug information says: where an instruction comes from, and what things are called in the source.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::llvm::ids::{LocalId, NodeId};
use crate::llvm::instructions::{DebugRecord, Operation};
use crate::llvm::metadata::{Metadata, Node};
use crate::llvm::module::{Function, Module, Variable};
use crate::llvm::values::Value;

/// Scopes and inlined calls may nest as deep as this; whoever wrote a longer chain wrote a cycle.
const MAXIMAL_CHAIN: usize = 1_000;

/// A place in the source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Location {
    /// The file, if it is known.
    pub file: Option<SourcePath>,
    /// The line, counted from one; zero if the compiler made the instruction up.
    pub line: u32,
    /// The column, counted from one; zero if it is not known.
    pub column: u32,
    /// The function in whose text the place is.
    pub function: Option<FunctionName>,
}

/// A file of the source, as the compiler was told its name.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SourcePath {
    /// Where the name is relative to, if it is.
    pub directory: Arc<str>,
    /// The name.
    pub name: Arc<str>,
}

/// What a function is called.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FunctionName {
    /// As the source has it.
    pub name: Arc<str>,
    /// As the linker sees it, if that is different.
    pub linkage_name: Option<Arc<str>>,
}

/// A variable or function as the source has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Declared {
    /// What it is called.
    pub name: Arc<str>,
    /// The file, if it is known.
    pub file: Option<SourcePath>,
    /// The line, counted from one, or zero.
    pub line: u32,
    /// The node that describes its type, if there is one.
    pub ty: Option<NodeId>,
}

/// Where the instruction with this `!dbg` comes from, and then, for each call that was inlined, from inside to outside,
/// where the call comes from.
pub fn locations(module: &Module, debug: NodeId) -> Vec<Location> {
    let mut found = Vec::new();
    let mut next = Some(debug);
    while let Some(node) = next.map(|node| module.node(node)).filter(|node| node.is("DILocation")) {
        found.push(location(module, node));
        next = node.node("inlinedAt").filter(|_| found.len() < MAXIMAL_CHAIN);
    }
    found
}

fn location(module: &Module, node: &Node) -> Location {
    let scopes = scopes(module, node.node("scope"));
    let file = scopes.iter().find_map(|scope| scope.node("file"));
    let function = scopes.iter().find(|scope| scope.is("DISubprogram"));
    Location {
        file: file.and_then(|file| source_path(module, file)),
        line: node.number("line").unwrap_or_default(),
        column: node.number("column").unwrap_or_default(),
        function: function.and_then(|function| function_name(function)),
    }
}

/// The scope and those around it, up to the function.
fn scopes(module: &Module, innermost: Option<NodeId>) -> Vec<&Node> {
    let mut found = Vec::new();
    let mut next = innermost;
    while let Some(node) = next.map(|scope| module.node(scope)) {
        found.push(node);
        let is_last = node.is("DISubprogram") || found.len() == MAXIMAL_CHAIN;
        next = if is_last { None } else { node.node("scope") };
    }
    found
}

/// The file that a `DIFile` names.
pub fn source_path(module: &Module, file: NodeId) -> Option<SourcePath> {
    let node = module.node(file);
    let name = node.text("filename").filter(|name| !name.is_empty())?;
    let directory = node.text("directory").cloned().unwrap_or_default();
    Some(SourcePath { directory, name: Arc::clone(name) })
}

/// What a `DISubprogram` calls its function.
fn function_name(node: &Node) -> Option<FunctionName> {
    let linkage_name = node.text("linkageName").cloned();
    let name = node.text("name").or(linkage_name.as_ref())?;
    Some(FunctionName { name: Arc::clone(name), linkage_name })
}

/// How and where the source declares what the node, a `DISubprogram` or a variable, describes.
pub fn declared(module: &Module, node: NodeId) -> Option<Declared> {
    let node = module.node(node);
    let name = node.text("name").filter(|name| !name.is_empty())?;
    Some(Declared {
        name: Arc::clone(name),
        file: node.node("file").and_then(|file| source_path(module, file)),
        line: node.number("line").unwrap_or_default(),
        ty: node.node("type"),
    })
}

/// How and where the source declares the function.
pub fn function(module: &Module, function: &Function) -> Option<Declared> {
    declared(module, function.debug?)
}

/// How and where the source declares the global variable.
pub fn variable(module: &Module, variable: &Variable) -> Option<Declared> {
    let nodes = variable.debug.iter().map(|debug| (*debug, module.node(*debug)));
    let described =
        nodes.filter_map(|(id, node)| if node.is("DIGlobalVariable") { Some(id) } else { node.node("var") });
    described.into_iter().find_map(|node| declared(module, node))
}

/// The source's names of the function's locals: of variables for the addresses at which they live, and of variables for
/// the values that they take. A local that is several variables is called by the first.
pub fn local_names(module: &Module, function: &Function) -> BTreeMap<LocalId, Declared> {
    let records: Vec<&DebugRecord> = records(function).collect();
    let mut names = BTreeMap::new();
    let (declares, values): (Vec<&DebugRecord>, Vec<&DebugRecord>) =
        records.iter().partition(|record| &*record.kind == "declare");
    for record in declares.into_iter().chain(values) {
        let Some((local, variable)) = described(module, record) else { continue };
        if let Some(declared) = declared(module, variable) {
            names.entry(local).or_insert(declared);
        }
    }
    names
}

/// The debug records of the function, in the order of its blocks.
fn records(function: &Function) -> impl Iterator<Item = &DebugRecord> {
    let instructions = function.blocks.iter().flat_map(|block| &block.instructions);
    instructions.filter_map(|instruction| match &instruction.operation {
        Operation::Debug(record) => Some(record),
        _ => None,
    })
}

/// The local that a record speaks of and its `DILocalVariable`. Records with an expression that is not trivial are left
/// out: the local is then a part of the variable, or something from which its value is computed.
fn described(module: &Module, record: &DebugRecord) -> Option<(LocalId, NodeId)> {
    let (Metadata::Value(value), Metadata::Node(variable)) = (record.arguments.first()?, record.arguments.get(1)?)
    else {
        return None;
    };
    let local = match &value.value {
        Value::Local(local) => *local,
        _ => return None,
    };
    let is_whole = match record.arguments.get(2) {
        Some(Metadata::Node(expression)) => module.node(*expression).fields.is_empty(),
        _ => true,
    };
    is_whole.then_some((local, *variable))
}
