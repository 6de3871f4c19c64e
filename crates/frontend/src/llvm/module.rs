//! A module: what one file says, as data.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::llvm::attributes::Attribute;
use crate::llvm::ids::{BlockId, LocalId, Name, NodeId, SymbolId};
use crate::llvm::instructions::{Instruction, Terminator};
use crate::llvm::metadata::{Attachment, Node};
use crate::llvm::operators::{Linkage, ThreadLocalMode};
use crate::llvm::types::{FunctionType, Type, TypeDefinition};
use crate::llvm::values::{Constant, TypedConstant};

/// What one file says.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Module {
    /// The name of the file itself.
    pub file: Arc<str>,
    /// `source_filename`.
    pub source: Arc<str>,
    /// `target datalayout`.
    pub data_layout: Arc<str>,
    /// `target triple`.
    pub triple: Arc<str>,
    /// Lines of `module asm`.
    pub assembly: Vec<Arc<str>>,
    /// The types that have names.
    pub types: Vec<TypeDefinition>,
    /// All that `@` names.
    pub symbols: Vec<Symbol>,
    /// Global variables.
    pub variables: Vec<Variable>,
    /// Functions, defined or only declared.
    pub functions: Vec<Function>,
    /// Second names.
    pub aliases: Vec<Alias>,
    /// Functions that are chosen when the program is loaded.
    pub resolvers: Vec<Alias>,
    /// All metadata nodes.
    pub nodes: Vec<Node>,
    /// Named metadata, such as `llvm.dbg.cu`.
    pub named_metadata: BTreeMap<Arc<str>, Vec<NodeId>>,
}

/// Something that `@` names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symbol {
    /// Without the `@`.
    pub name: Name,
    /// What it is.
    pub definition: Definition,
}

/// What a symbol is, and its position in the module's table of these.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Definition {
    /// In `functions`.
    Function(usize),
    /// In `variables`.
    Variable(usize),
    /// In `aliases`.
    Alias(usize),
    /// In `resolvers`.
    Resolver(usize),
}

/// A global variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    /// Its symbol.
    pub symbol: SymbolId,
    /// Who else sees it.
    pub linkage: Linkage,
    /// How every thread finds its own, if every thread has its own.
    pub thread_local: Option<ThreadLocalMode>,
    /// Whether nobody writes to it.
    pub is_constant: bool,
    /// Whether somebody outside may change it before the program starts.
    pub is_externally_initialized: bool,
    /// The type of its content.
    pub ty: Type,
    /// Its first content; `None` if it is defined elsewhere.
    pub initializer: Option<Constant>,
    /// In bytes, if stated.
    pub alignment: Option<u64>,
    /// Where it lives.
    pub address_space: u32,
    /// The section of the object file, if stated.
    pub section: Option<Arc<str>>,
    /// The `DIGlobalVariableExpression`s.
    pub debug: Vec<NodeId>,
    /// Other metadata.
    pub metadata: Vec<Attachment>,
    /// Where it stands in the file.
    pub line: u32,
}

/// A symbol that stands for another, or whose value a function computes when the program is loaded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Alias {
    /// Its symbol.
    pub symbol: SymbolId,
    /// Who else sees it.
    pub linkage: Linkage,
    /// The type of what it points to.
    pub ty: Type,
    /// What it stands for, or the function that computes it.
    pub target: TypedConstant,
    /// Where it stands in the file.
    pub line: u32,
}

/// A function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Function {
    /// Its symbol.
    pub symbol: SymbolId,
    /// Who else sees it.
    pub linkage: Linkage,
    /// The calling convention, if it is not that of C.
    pub convention: Option<Arc<str>>,
    /// The type of what it returns.
    pub result: Type,
    /// What is known of what it returns.
    pub result_attributes: Vec<Attribute>,
    /// The parameters.
    pub parameters: Vec<Parameter>,
    /// Whether it takes more arguments than it names.
    pub is_variadic: bool,
    /// Its attributes, with groups resolved.
    pub attributes: Arc<[Attribute]>,
    /// The routine that handles its exceptions.
    pub personality: Option<TypedConstant>,
    /// The section of the object file, if stated.
    pub section: Option<Arc<str>>,
    /// The `DISubprogram`.
    pub debug: Option<NodeId>,
    /// Other metadata.
    pub metadata: Vec<Attachment>,
    /// Parameters first, then the results of instructions.
    pub locals: Vec<Local>,
    /// Its blocks in the order of the text, the entry first; none if it is defined elsewhere.
    pub blocks: Vec<Block>,
    /// Where it stands in the file.
    pub line: u32,
}

/// A parameter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// Its entry in the function's table of locals, which has its name and type.
    pub local: LocalId,
    /// `noundef`, `byval(T)` and so on.
    pub attributes: Vec<Attribute>,
}

/// A parameter or the result of an instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Local {
    /// Without the `%`.
    pub name: Name,
    /// Its type.
    pub ty: Type,
}

/// A basic block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// Without the `%`.
    pub name: Name,
    /// All but the last.
    pub instructions: Vec<Instruction>,
    /// The last.
    pub terminator: Instruction<Terminator>,
}

impl Module {
    /// Whether it says where in the source things stand.
    pub fn tells_source(&self) -> bool {
        self.named_metadata.contains_key("llvm.dbg.cu")
    }

    /// What the symbol is called, without the `@`.
    pub fn symbol_name(&self, symbol: SymbolId) -> &Name {
        &self.symbols[symbol.index()].name
    }

    /// The symbol of this name. This looks at all symbols.
    pub fn find_symbol(&self, name: &str) -> Option<SymbolId> {
        let is_it = |symbol: &Symbol| matches!(&symbol.name, Name::Text(text) if &**text == name);
        let index = self.symbols.iter().position(is_it)?;
        Some(SymbolId(index as u32))
    }

    /// The function that the symbol is.
    pub fn function(&self, symbol: SymbolId) -> Option<&Function> {
        match self.symbols[symbol.index()].definition {
            Definition::Function(index) => self.functions.get(index),
            _ => None,
        }
    }

    /// The variable that the symbol is.
    pub fn variable(&self, symbol: SymbolId) -> Option<&Variable> {
        match self.symbols[symbol.index()].definition {
            Definition::Variable(index) => self.variables.get(index),
            _ => None,
        }
    }

    /// The metadata node.
    pub fn node(&self, node: NodeId) -> &Node {
        &self.nodes[node.index()]
    }
}

impl Function {
    /// Whether its body is elsewhere.
    pub fn is_declaration(&self) -> bool {
        self.blocks.is_empty()
    }

    /// Its type.
    pub fn signature(&self) -> FunctionType {
        let parameters = self.parameters.iter().map(|parameter| self.local(parameter.local).ty.clone()).collect();
        FunctionType { result: self.result.clone(), parameters, is_variadic: self.is_variadic }
    }

    /// The parameter or result.
    pub fn local(&self, local: LocalId) -> &Local {
        &self.locals[local.index()]
    }

    /// The block.
    pub fn block(&self, block: BlockId) -> &Block {
        &self.blocks[block.index()]
    }
}
