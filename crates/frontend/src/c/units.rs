//! Several files as one: which definition a symbol stands for.

use std::collections::HashMap;

use crate::c::names::is_called;
use crate::llvm::debug::{self, Declared};
use crate::llvm::ids::{Name, SymbolId};
use crate::llvm::instructions::{Clause, Instruction, Operation};
use crate::llvm::layout::Layout;
use crate::llvm::module::{Definition, Function, Module, Variable};
use crate::llvm::operators::Linkage;
use crate::llvm::values::{Constant, Expression, Value};

/// A file and a position in one of its tables.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    /// The file.
    pub unit: usize,
    /// The position.
    pub index: usize,
}

/// What a symbol stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Entity<'a> {
    /// A function with a body.
    Function(Place),
    /// A variable with a content.
    Variable(Place),
    /// A function that is declared only.
    UndefinedFunction(Place, &'a str),
    /// A variable that is declared only.
    UndefinedVariable(&'a str),
    /// What a constant of another file, an alias, says.
    Alias(usize, &'a Constant),
}

/// The files of a program.
pub struct Units<'a> {
    modules: &'a [Module],
    /// How many files are the user's. What the others define counts only if nobody else does.
    own: usize,
    layouts: Vec<Layout<'a>>,
    /// What other files may mean by a name.
    shared: HashMap<&'a str, (usize, SymbolId)>,
}

impl<'a> Units<'a> {
    /// Looks through the files.
    pub fn new(modules: &'a [Module], own: usize) -> Result<Units<'a>, String> {
        let mut layouts = Vec::new();
        for module in modules {
            let layout = Layout::new(module).map_err(|why| format!("{}: {why}", module.source))?;
            if layout.is_big_endian() || layout.pointer_bits(0) != 64 {
                let what = "only targets with 64-bit pointers, low bytes first, are supported";
                return Err(format!("{}: {what}; the file was compiled for `{}`", module.source, module.triple));
            }
            layouts.push(layout);
        }
        let mut units = Units { modules, own, layouts, shared: HashMap::new() };
        for (unit, module) in modules.iter().enumerate() {
            for (index, symbol) in module.symbols.iter().enumerate() {
                if let Name::Text(name) = &symbol.name {
                    units.define(unit, SymbolId(index as u32), name)?;
                }
            }
        }
        Ok(units)
    }

    fn define(&mut self, unit: usize, symbol: SymbolId, name: &'a str) -> Result<(), String> {
        let Some(linkage) = self.defining_linkage(unit, symbol) else { return Ok(()) };
        if matches!(linkage, Linkage::Private | Linkage::Internal | Linkage::Appending) {
            return Ok(());
        }
        let is_weak = |linkage: Linkage| {
            !matches!(linkage, Linkage::External) && linkage != Linkage::Private && linkage != Linkage::Internal
        };
        if let Some((other, known)) = self.shared.get(name).copied() {
            if unit >= self.own {
                return Ok(());
            }
            let known_linkage = self.defining_linkage(other, known).unwrap_or(Linkage::Weak);
            if !is_weak(known_linkage) && !is_weak(linkage) {
                let (first, second) = (&self.modules[other].source, &self.modules[unit].source);
                return Err(format!("`{name}` is defined twice, in {first} and in {second}"));
            }
            if is_weak(linkage) {
                return Ok(());
            }
        }
        self.shared.insert(name, (unit, symbol));
        Ok(())
    }

    /// Who sees the symbol, if it is defined in the file.
    fn defining_linkage(&self, unit: usize, symbol: SymbolId) -> Option<Linkage> {
        let module = &self.modules[unit];
        match module.symbols[symbol.index()].definition {
            Definition::Function(index) => {
                let function = &module.functions[index];
                (!function.is_declaration() && function.linkage != Linkage::AvailableExternally)
                    .then_some(function.linkage)
            }
            Definition::Variable(index) => {
                let variable = &module.variables[index];
                let is_here = variable.initializer.is_some() && variable.linkage != Linkage::AvailableExternally;
                is_here.then_some(variable.linkage)
            }
            Definition::Alias(index) => Some(module.aliases[index].linkage),
            Definition::Resolver(index) => Some(module.resolvers[index].linkage),
        }
    }

    /// How many files there are.
    pub fn count(&self) -> usize {
        self.modules.len()
    }

    /// The file.
    pub fn module(&self, unit: usize) -> &'a Module {
        &self.modules[unit]
    }

    /// The sizes of the file's types.
    pub fn layout(&self, unit: usize) -> &Layout<'a> {
        &self.layouts[unit]
    }

    /// The function.
    pub fn function(&self, place: Place) -> &'a Function {
        &self.modules[place.unit].functions[place.index]
    }

    /// The variable.
    pub fn variable(&self, place: Place) -> &'a Variable {
        &self.modules[place.unit].variables[place.index]
    }

    /// The names of functions that some file declares without a body.
    pub fn declared(&self) -> impl Iterator<Item = &'a str> {
        let names = |(unit, module): (usize, &'a Module)| {
            let declarations = module.functions.iter().filter(|function| function.is_declaration());
            declarations.map(move |function| (unit, function.symbol)).collect::<Vec<_>>()
        };
        let found: Vec<(usize, SymbolId)> = self.modules.iter().enumerate().flat_map(names).collect();
        found.into_iter().map(|(unit, symbol)| self.name(unit, symbol)).collect::<Vec<_>>().into_iter()
    }

    /// Whether some file declares or defines a function of this name.
    pub fn names(&self, name: &str) -> bool {
        self.functions_called(name).next().is_some()
    }

    /// Whether some file has a body for a function of this name.
    pub fn defines(&self, name: &str) -> bool {
        self.functions_called(name).any(|function| !function.is_declaration())
    }

    fn functions_called(&self, name: &str) -> impl Iterator<Item = &'a Function> {
        let functions =
            |(unit, module): (usize, &'a Module)| module.functions.iter().map(move |function| (unit, function));
        let all = self.modules.iter().enumerate().flat_map(functions);
        all.filter(move |(unit, function)| is_called(self.name(*unit, function.symbol), name))
            .map(|(_, function)| function)
    }

    /// The names of functions and variables that some file declares and none defines.
    pub fn undefined(&self) -> impl Iterator<Item = &'a str> {
        let symbols = self.modules.iter().flat_map(|module| &module.symbols);
        let names = symbols.filter_map(|symbol| match &symbol.name {
            Name::Text(name) => Some(&**name),
            Name::Number(_) => None,
        });
        names.filter(|name| !self.shared.contains_key(name))
    }

    /// Whether the user's own functions catch exceptions, or those of the standard library's headers keep them for somebody;
    /// others of the headers catch exceptions only to throw them again.
    pub fn catches_exceptions(&self) -> bool {
        if self.declared().any(|name| name == "_ZSt17current_exceptionv") {
            return true;
        }
        let is_handler = |instruction: &Instruction| match &instruction.operation {
            Operation::LandingPad { clauses, .. } => clauses.iter().any(|clause| matches!(clause, Clause::Catch(_))),
            _ => false,
        };
        let has_handler =
            |function: &Function| function.blocks.iter().flat_map(|block| &block.instructions).any(is_handler);
        let is_users = |module: &Module, function: &Function| match debug::function(module, function) {
            Some(Declared { file: Some(file), .. }) => !file.name.starts_with("/usr/"),
            _ => true,
        };
        // A compiler's own function, which ends the program, has no debug information.
        let is_compilers = |function: &Function| function.debug.is_none();
        self.modules.iter().any(|module| {
            let mut functions = module.functions.iter().filter(|function| !is_compilers(function));
            functions.any(|function| has_handler(function) && is_users(module, function))
        })
    }

    /// What the linker calls the symbol.
    pub fn name(&self, unit: usize, symbol: SymbolId) -> &'a str {
        match self.modules[unit].symbol_name(symbol) {
            Name::Text(name) => name,
            Name::Number(_) => "",
        }
    }

    /// What the linker calls the function.
    pub fn function_name(&self, place: Place) -> &'a str {
        self.name(place.unit, self.function(place).symbol)
    }

    /// What the name stands for wherever it is declared, if it is defined.
    pub fn find(&self, name: &str) -> Option<Entity<'a>> {
        let (unit, symbol) = *self.shared.get(name)?;
        Some(self.entity(unit, symbol))
    }

    /// What a symbol of the file stands for.
    pub fn entity(&self, unit: usize, symbol: SymbolId) -> Entity<'a> {
        let name = self.name(unit, symbol);
        let (unit, symbol) = match self.defining_linkage(unit, symbol) {
            Some(Linkage::Private | Linkage::Internal | Linkage::Appending) => (unit, symbol),
            _ => self.shared.get(name).copied().unwrap_or((unit, symbol)),
        };
        let module = self.module(unit);
        let is_defined = self.defining_linkage(unit, symbol).is_some();
        match module.symbols[symbol.index()].definition {
            Definition::Function(index) if is_defined => Entity::Function(Place { unit, index }),
            Definition::Function(index) => Entity::UndefinedFunction(Place { unit, index }, name),
            Definition::Variable(index) if is_defined => Entity::Variable(Place { unit, index }),
            Definition::Variable(_) => Entity::UndefinedVariable(name),
            Definition::Alias(index) => Entity::Alias(unit, &module.aliases[index].target.constant),
            Definition::Resolver(index) => Entity::Alias(unit, &module.resolvers[index].target.constant),
        }
    }

    /// The name of the function without a body that is called, if it is one.
    pub fn undefined_callee(&self, unit: usize, callee: &'a Value) -> Option<&'a str> {
        match callee {
            Value::Constant(constant) => self.undefined_function(unit, constant),
            _ => None,
        }
    }

    /// The name of the function without a body that the constant is the address of, if it is one.
    pub fn undefined_function(&self, unit: usize, constant: &'a Constant) -> Option<&'a str> {
        match constant {
            Constant::Symbol(symbol) => match self.entity(unit, *symbol) {
                Entity::UndefinedFunction(_, name) => Some(name),
                Entity::Alias(unit, target) => self.undefined_function(unit, target),
                _ => None,
            },
            Constant::Expression(expression) => match &**expression {
                Expression::Cast { operand, .. } => self.undefined_function(unit, &operand.constant),
                _ => None,
            },
            _ => None,
        }
    }
}
