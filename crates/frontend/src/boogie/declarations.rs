//! The symbol tables: every declaration of every file, by name.

use std::collections::BTreeMap;
use std::sync::Arc;

use program::ids::{GlobalId, ObjectId, ProcId, SortId};
use program::procedure::{Draws, Variable};
use program::types::Type;
use program::value::{Base, Pointer, Value};

use crate::boogie::ast::{
    Attribute, AxiomDecl, Body, ConstantDecl, Declaration, FunctionDecl, ImplementationDecl, Name, ProcedureDecl,
    Signature, TypeDecl, VariableDecl, find_attribute,
};
use crate::boogie::types::Types;
use crate::error::{Error, Result};

/// Everything that is declared.
pub struct Declarations<'a> {
    pub types: Types,
    /// Names of global variables and constants.
    pub symbols: BTreeMap<Arc<str>, Symbol>,
    pub globals: Vec<Global<'a>>,
    pub constants: Vec<Constant<'a>>,
    /// Constants that are pointers to static memory; only the text form has them.
    pub objects: Vec<&'a ConstantDecl>,
    pub functions: BTreeMap<Arc<str>, Function<'a>>,
    pub axioms: Vec<&'a AxiomDecl>,
    pub procedures: Vec<ProcedureInfo<'a>>,
    procedure_names: BTreeMap<Arc<str>, usize>,
}

/// What a name outside procedures stands for.
#[derive(Clone, Copy)]
pub enum Symbol {
    Global(GlobalId),
    Constant(usize),
}

/// A global variable.
pub struct Global<'a> {
    pub declaration: &'a VariableDecl,
    pub ty: Type,
}

/// A constant.
pub struct Constant<'a> {
    pub declaration: &'a ConstantDecl,
    pub ty: Type,
    /// The value of a `unique` constant of a declared type, or of a static object.
    pub element: Option<Value>,
}

/// A function.
pub struct Function<'a> {
    pub declaration: &'a FunctionDecl,
    pub parameters: Vec<Type>,
    pub result: Type,
}

/// A procedure, together with its implementation.
pub struct ProcedureInfo<'a> {
    pub declaration: &'a ProcedureDecl,
    /// The names that the body uses; an implementation may rename parameters and results.
    pub signature: &'a Signature,
    pub body: Option<&'a Body>,
    pub implementation_attributes: &'a [Attribute],
    pub parameters: Vec<Type>,
    pub results: Vec<Type>,
}

impl<'a> Declarations<'a> {
    /// Sorts the declarations of all files into tables.
    pub fn collect(declarations: &'a [Declaration]) -> Result<Declarations<'a>> {
        let type_declarations: Vec<&TypeDecl> = declarations.iter().filter_map(as_type).collect();
        let mut tables = Declarations {
            types: Types::collect(&type_declarations)?,
            symbols: BTreeMap::new(),
            globals: Vec::new(),
            constants: Vec::new(),
            objects: Vec::new(),
            functions: BTreeMap::new(),
            axioms: Vec::new(),
            procedures: Vec::new(),
            procedure_names: BTreeMap::new(),
        };
        for declaration in declarations {
            match declaration {
                Declaration::Type(_) | Declaration::Implementation(_) => {}
                Declaration::Constant(constant) => tables.constant(constant)?,
                Declaration::Function(function) => tables.function(function)?,
                Declaration::Axiom(axiom) => tables.axioms.push(axiom),
                Declaration::Variable(variable) => tables.global(variable)?,
                Declaration::Procedure(procedure) => tables.procedure(procedure)?,
            }
        }
        for declaration in declarations {
            if let Declaration::Implementation(implementation) = declaration {
                tables.implementation(implementation)?;
            }
        }
        Ok(tables)
    }

    /// The procedure with this name.
    pub fn find_procedure(&self, name: &str) -> Option<ProcId> {
        self.procedure_names.get(name).copied().map(ProcId::new)
    }

    /// The procedure with this name, or the error that there is none.
    pub fn procedure_named(&self, name: &Name) -> Result<(ProcId, &ProcedureInfo<'a>)> {
        let found = self.find_procedure(&name.text);
        let found = found.ok_or_else(|| Error::new(name.span, format!("there is no procedure `{}`", name.text)))?;
        Ok((found, &self.procedures[found.index()]))
    }

    fn symbol(&mut self, name: &Name, symbol: Symbol) -> Result<()> {
        match self.symbols.insert(Arc::clone(&name.text), symbol) {
            None => Ok(()),
            Some(_) => Err(Error::new(name.span, format!("`{}` is declared twice", name.text))),
        }
    }

    fn constant(&mut self, declaration: &'a ConstantDecl) -> Result<()> {
        let variable = &declaration.variable;
        let ty = self.types.resolve(&variable.ty)?;
        self.symbol(&variable.name, Symbol::Constant(self.constants.len()))?;
        let element = match ty {
            Type::Sort(sort) if declaration.unique => Some(self.element(sort, &variable.name)),
            Type::Pointer if find_attribute(&variable.attributes, "unhang_object").is_some() => {
                let base = Base::Static(ObjectId::new(self.objects.len()));
                self.objects.push(declaration);
                Some(Value::Pointer(Pointer { base, offset: 0 }))
            }
            _ => None,
        };
        self.constants.push(Constant { declaration, ty, element });
        Ok(())
    }

    fn element(&mut self, sort: SortId, name: &Name) -> Value {
        let elements = &mut self.types.sorts[sort.index()].elements;
        elements.push(name.text.to_string());
        Value::Element(sort, (elements.len() - 1) as u32)
    }

    fn global(&mut self, declaration: &'a VariableDecl) -> Result<()> {
        let ty = self.types.resolve(&declaration.ty)?;
        self.symbol(&declaration.name, Symbol::Global(GlobalId::new(self.globals.len())))?;
        self.globals.push(Global { declaration, ty });
        Ok(())
    }

    fn function(&mut self, declaration: &'a FunctionDecl) -> Result<()> {
        let name = &declaration.name;
        let types = declaration.parameters.iter().map(|(_, ty)| self.types.resolve(ty));
        let parameters = types.collect::<Result<Vec<_>>>()?;
        let result = self.types.resolve(&declaration.result)?;
        let function = Function { declaration, parameters, result };
        match self.functions.insert(Arc::clone(&name.text), function) {
            None => Ok(()),
            Some(_) => Err(Error::new(name.span, format!("the function `{}` is declared twice", name.text))),
        }
    }

    fn procedure(&mut self, declaration: &'a ProcedureDecl) -> Result<()> {
        let name = &declaration.name;
        let (parameters, results) = self.signature_types(&declaration.signature)?;
        if self.procedure_names.insert(Arc::clone(&name.text), self.procedures.len()).is_some() {
            return Err(Error::new(name.span, format!("the procedure `{}` is declared twice", name.text)));
        }
        self.procedures.push(ProcedureInfo {
            declaration,
            signature: &declaration.signature,
            body: declaration.body.as_ref(),
            implementation_attributes: &[],
            parameters,
            results,
        });
        Ok(())
    }

    fn signature_types(&self, signature: &Signature) -> Result<(Vec<Type>, Vec<Type>)> {
        let types = |variables: &[VariableDecl]| {
            variables.iter().map(|variable| self.types.resolve(&variable.ty)).collect::<Result<Vec<_>>>()
        };
        Ok((types(&signature.parameters)?, types(&signature.results)?))
    }

    fn implementation(&mut self, implementation: &'a ImplementationDecl) -> Result<()> {
        let name = &implementation.name;
        let (procedure, info) = self.procedure_named(name)?;
        if info.body.is_some() {
            let what = format!("more than one implementation of the procedure `{}` is not supported", name.text);
            return Err(Error::new(name.span, what));
        }
        let (parameters, results) = self.signature_types(&implementation.signature)?;
        let info = &mut self.procedures[procedure.index()];
        if parameters != info.parameters || results != info.results {
            let what = format!("this implementation does not fit the declaration of the procedure `{}`", name.text);
            return Err(Error::new(name.span, what));
        }
        info.signature = &implementation.signature;
        info.body = Some(&implementation.body);
        info.implementation_attributes = &implementation.attributes;
        Ok(())
    }
}

impl Global<'_> {
    /// As the program has it.
    pub fn variable(&self) -> Variable {
        let name = &self.declaration.name;
        Variable { name: name.text.to_string(), ty: self.ty.clone(), span: name.span }
    }
}

/// What the attribute says of random numbers that follow from a seed.
const REPEATABLE: &str = "repeatable";

impl ProcedureInfo<'_> {
    /// The attributes of the procedure and of its implementation.
    pub fn attribute(&self, name: &str) -> Option<&Attribute> {
        let mut attributes = self.declaration.attributes.iter().chain(self.implementation_attributes);
        attributes.find(|attribute| &*attribute.name.text == name)
    }

    /// Whether what it chooses are random numbers, and of which kind.
    pub fn random(&self) -> Option<Draws> {
        let attribute = self.attribute("unhang_random")?;
        Some(if attribute.text().is_some_and(|kind| &**kind == REPEATABLE) { Draws::Repeatable } else { Draws::Fresh })
    }
}

fn as_type(declaration: &Declaration) -> Option<&TypeDecl> {
    match declaration {
        Declaration::Type(declaration) => Some(declaration),
        _ => None,
    }
}
