//! Values and constants, as data.

use std::sync::Arc;

use num_bigint::BigInt;

use crate::llvm::ids::{LocalId, Name, SymbolId};
use crate::llvm::metadata::Metadata;
use crate::llvm::operators::{BinaryOperator, CastOperator, Flags, FloatPredicate, IntegerPredicate};
use crate::llvm::types::Type;

/// What an instruction works on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// A parameter or the result of an instruction of the same function.
    Local(LocalId),
    /// A constant.
    Constant(Constant),
    /// A piece of assembly, as the callee of a call.
    Assembly(Arc<Assembly>),
    /// A metadata operand, as an argument of a call.
    Metadata(Metadata),
}

/// A value and its type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operand {
    /// The type.
    pub ty: Type,
    /// The value.
    pub value: Value,
}

/// A constant; its type stands beside it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Constant {
    /// An integer as written: it may be signed or not, whatever its type. `true` is one and `false` zero.
    Integer(BigInt),
    /// A floating-point number.
    Float(FloatLiteral),
    /// `null`.
    Null,
    /// `undef`.
    Undef,
    /// `poison`.
    Poison,
    /// `zeroinitializer`.
    Zero,
    /// `none`, the token of no parent.
    NoToken,
    /// The address of a symbol.
    Symbol(SymbolId),
    /// `c"…"`: an array of bytes.
    Bytes(Arc<[u8]>),
    /// `[ … ]`.
    Array(Vec<TypedConstant>),
    /// `{ … }` or `<{ … }>`; the type says which.
    Struct(Vec<TypedConstant>),
    /// `< … >`.
    Vector(Vec<TypedConstant>),
    /// A vector whose elements are all the same.
    Splat(Box<TypedConstant>),
    /// An expression.
    Expression(Box<Expression>),
    /// `blockaddress(@function, %block)`.
    BlockAddress(SymbolId, Name),
    /// `dso_local_equivalent @function`.
    DsoLocalEquivalent(SymbolId),
    /// `no_cfi @function`.
    NoCfi(SymbolId),
    /// `ptrauth (…)`: a signed pointer, and what it is signed with.
    SignedPointer(Vec<TypedConstant>),
}

/// A constant and its type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TypedConstant {
    /// The type.
    pub ty: Type,
    /// The constant.
    pub constant: Constant,
}

/// An operation on constants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expression {
    /// An address computed from another. What `inrange` says is not kept: it allows, and forbids, nothing but
    /// optimisations.
    GetElementPointer {
        /// What the base points to.
        source: Type,
        /// `inbounds`, `nuw`, `nusw`.
        flags: Flags,
        /// Where it starts.
        base: TypedConstant,
        /// Which element.
        indices: Vec<TypedConstant>,
    },
    /// A conversion.
    Cast {
        /// Which.
        operator: CastOperator,
        /// What is converted.
        operand: TypedConstant,
        /// To what.
        to: Type,
    },
    /// Arithmetic.
    Binary {
        /// Which.
        operator: BinaryOperator,
        /// `nsw` and so on.
        flags: Flags,
        /// The first operand.
        left: TypedConstant,
        /// The second operand.
        right: TypedConstant,
    },
    /// A comparison of integers or pointers.
    Compare {
        /// Which.
        predicate: IntegerPredicate,
        /// The first operand.
        left: TypedConstant,
        /// The second operand.
        right: TypedConstant,
    },
    /// A comparison of floating-point numbers.
    CompareFloats {
        /// Which.
        predicate: FloatPredicate,
        /// The first operand.
        left: TypedConstant,
        /// The second operand.
        right: TypedConstant,
    },
    /// What old compilers write and new ones do not: `select`, `fneg`, `extractvalue` and so on.
    Other {
        /// The instruction's name.
        operator: Arc<str>,
        /// The operands.
        operands: Vec<TypedConstant>,
        /// The numbers behind the operands of `extractvalue` and `insertvalue`.
        indices: Vec<u32>,
    },
}

/// A floating-point number, bit for bit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloatLiteral {
    /// The bits of a double. Numbers of type `float` are written as doubles, too, as are decimals of any type.
    Double(u64),
    /// `0xH`: the bits of a half.
    Half(u16),
    /// `0xR`: the bits of a bfloat.
    Brain(u16),
    /// `0xK`: the 80 bits of an x87 number.
    X87(u128),
    /// `0xL`: the bits of a number of IEEE's 128-bit format.
    Quad(u128),
    /// `0xM`: the bits of two doubles, the first of them being the lower half.
    PowerPc(u128),
    /// `f0x`: the bits of a number of whatever the type is.
    Bits(u128),
}

/// Inline assembly.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assembly {
    /// The instructions.
    pub template: Arc<str>,
    /// The constraints.
    pub constraints: Arc<str>,
    /// `sideeffect`, `alignstack`, `inteldialect`, `unwind`.
    pub flags: Vec<Arc<str>>,
}

impl Constant {
    /// The symbol, if the constant is the address of one, perhaps as another kind of pointer.
    pub fn symbol(&self) -> Option<SymbolId> {
        match self {
            Constant::Symbol(symbol) => Some(*symbol),
            Constant::Expression(expression) => match &**expression {
                Expression::Cast { operator: CastOperator::BitCast, operand, .. } => operand.constant.symbol(),
                _ => None,
            },
            _ => None,
        }
    }

    /// Visits the symbols whose addresses are part of the constant.
    pub fn for_each_symbol(&self, visit: &mut impl FnMut(SymbolId)) {
        let mut parts =
            |parts: &[TypedConstant]| parts.iter().for_each(|part| part.constant.for_each_symbol(&mut *visit));
        match self {
            Constant::Symbol(symbol) | Constant::DsoLocalEquivalent(symbol) | Constant::NoCfi(symbol) => visit(*symbol),
            Constant::Array(elements)
            | Constant::Struct(elements)
            | Constant::Vector(elements)
            | Constant::SignedPointer(elements) => parts(elements),
            Constant::Splat(element) => parts(std::slice::from_ref(element)),
            Constant::Expression(expression) => match &**expression {
                Expression::GetElementPointer { base, indices, .. } => {
                    parts(std::slice::from_ref(base));
                    parts(indices);
                }
                Expression::Cast { operand, .. } => parts(std::slice::from_ref(operand)),
                Expression::Binary { left, right, .. }
                | Expression::Compare { left, right, .. }
                | Expression::CompareFloats { left, right, .. } => {
                    parts(std::slice::from_ref(left));
                    parts(std::slice::from_ref(right));
                }
                Expression::Other { operands, .. } => parts(operands),
            },
            Constant::Integer(_)
            | Constant::Float(_)
            | Constant::Null
            | Constant::Undef
            | Constant::Poison
            | Constant::Zero
            | Constant::NoToken
            | Constant::Bytes(_)
            | Constant::BlockAddress(..) => {}
        }
    }
}

impl Value {
    /// The symbol, if the value is the address of one.
    pub fn symbol(&self) -> Option<SymbolId> {
        match self {
            Value::Constant(constant) => constant.symbol(),
            _ => None,
        }
    }

    /// The local, if the value is one.
    pub fn local(&self) -> Option<LocalId> {
        match self {
            Value::Local(local) => Some(*local),
            _ => None,
        }
    }
}
