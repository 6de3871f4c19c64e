//! Types, as data.
//!
//! All pointers are one type, whether the text says `ptr` or `i32*`: since LLVM 4 every instruction that needs to know
//! what a pointer points to says so itself.

use std::sync::Arc;

use crate::llvm::ids::{Name, TypeId};
use crate::llvm::module::Module;
use crate::llvm::operators::FloatKind;

/// A type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// `void`.
    Void,
    /// `iN`.
    Integer(u32),
    /// `float`, `double` and so on.
    Float(FloatKind),
    /// A pointer into this address space.
    Pointer(u32),
    /// `<N x T>`.
    Vector(Arc<VectorType>),
    /// `[N x T]`.
    Array(Arc<ArrayType>),
    /// `{ T, … }` or `<{ T, … }>`.
    Struct(Arc<StructType>),
    /// `%name`; the module's table has its definition.
    Named(TypeId),
    /// `T (T, …)`.
    Function(Arc<FunctionType>),
    /// `label`.
    Label,
    /// `token`.
    Token,
    /// `metadata`.
    Metadata,
    /// `x86_amx`.
    X86Amx,
    /// `x86_mmx`.
    X86Mmx,
    /// `target("name", …)`.
    Target(Arc<str>),
}

/// A vector of a fixed length, or of a multiple of it that only the processor knows.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct VectorType {
    /// Whether the length is multiplied by `vscale`.
    pub is_scalable: bool,
    /// How many elements.
    pub length: u64,
    /// The type of each.
    pub element: Type,
}

/// An array.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ArrayType {
    /// How many elements.
    pub length: u64,
    /// The type of each.
    pub element: Type,
}

/// A structure.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct StructType {
    /// Whether there is no padding.
    pub is_packed: bool,
    /// The types of the fields.
    pub fields: Vec<Type>,
}

/// The type of a function.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FunctionType {
    /// What it returns.
    pub result: Type,
    /// What it takes.
    pub parameters: Vec<Type>,
    /// Whether it takes more arguments than it names.
    pub is_variadic: bool,
}

/// A type with a name of its own: `%name = type …`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TypeDefinition {
    /// Without the `%`.
    pub name: Name,
    /// What it stands for, almost always a structure; `None` if it is opaque.
    pub body: Option<Type>,
}

impl Type {
    /// The type `i1`.
    pub const BOOL: Type = Type::Integer(1);

    /// The structure that the type is, with its name looked up.
    pub fn structure<'a>(&'a self, module: &'a Module) -> Option<&'a Arc<StructType>> {
        let ty = match self {
            Type::Named(id) => module.types[id.index()].body.as_ref()?,
            _ => self,
        };
        match ty {
            Type::Struct(structure) => Some(structure),
            _ => None,
        }
    }

    /// The type in the spelling of the text, for messages.
    pub fn describe(&self, module: &Module) -> String {
        let list = |types: &[Type]| types.iter().map(|ty| ty.describe(module)).collect::<Vec<_>>().join(", ");
        match self {
            Type::Void => "void".to_owned(),
            Type::Integer(width) => format!("i{width}"),
            Type::Float(kind) => kind.word().to_owned(),
            Type::Pointer(0) => "ptr".to_owned(),
            Type::Pointer(space) => format!("ptr addrspace({space})"),
            Type::Vector(vector) => {
                let scale = if vector.is_scalable { "vscale x " } else { "" };
                format!("<{scale}{} x {}>", vector.length, vector.element.describe(module))
            }
            Type::Array(array) => format!("[{} x {}]", array.length, array.element.describe(module)),
            Type::Struct(structure) if structure.is_packed => format!("<{{ {} }}>", list(&structure.fields)),
            Type::Struct(structure) => format!("{{ {} }}", list(&structure.fields)),
            Type::Named(id) => format!("%{}", module.types[id.index()].name.spelled()),
            Type::Function(function) => {
                let dots = match (function.is_variadic, function.parameters.is_empty()) {
                    (true, true) => "...",
                    (true, false) => ", ...",
                    (false, _) => "",
                };
                format!("{} ({}{dots})", function.result.describe(module), list(&function.parameters))
            }
            Type::Label => "label".to_owned(),
            Type::Token => "token".to_owned(),
            Type::Metadata => "metadata".to_owned(),
            Type::X86Amx => "x86_amx".to_owned(),
            Type::X86Mmx => "x86_mmx".to_owned(),
            Type::Target(text) => format!("target({text})"),
        }
    }
}
