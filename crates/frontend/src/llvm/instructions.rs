//! Instructions, as data.

use std::sync::Arc;

use num_bigint::BigInt;

use crate::llvm::attributes::Attribute;
use crate::llvm::ids::{BlockId, LocalId, NodeId};
use crate::llvm::metadata::{Attachment, Metadata};
use crate::llvm::operators::{
    BinaryOperator, CastOperator, Flags, FloatPredicate, IntegerPredicate, MemoryOrdering, ReadModifyWriteOperator,
    TailKind,
};
use crate::llvm::types::{FunctionType, Type};
use crate::llvm::values::{Operand, TypedConstant, Value};

/// An instruction, or the terminator of a block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instruction<T = Operation> {
    /// What it does.
    pub operation: T,
    /// What its result is called; `None` if it has none.
    pub result: Option<LocalId>,
    /// The `DILocation`.
    pub debug: Option<NodeId>,
    /// Other metadata.
    pub metadata: Vec<Attachment>,
    /// The line of the file on which it begins.
    pub line: u32,
}

/// What an instruction does.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // The fields are those of the language's own manual, by their names there.
pub enum Operation {
    Negate {
        flags: Flags,
        operand: Operand,
    },
    Binary {
        operator: BinaryOperator,
        flags: Flags,
        ty: Type,
        left: Value,
        right: Value,
    },
    Cast {
        operator: CastOperator,
        flags: Flags,
        operand: Operand,
        to: Type,
    },
    Compare {
        predicate: IntegerPredicate,
        flags: Flags,
        ty: Type,
        left: Value,
        right: Value,
    },
    CompareFloats {
        predicate: FloatPredicate,
        flags: Flags,
        ty: Type,
        left: Value,
        right: Value,
    },
    Phi {
        flags: Flags,
        ty: Type,
        incoming: Vec<(Value, BlockId)>,
    },
    Select {
        flags: Flags,
        condition: Operand,
        then: Operand,
        otherwise: Operand,
    },
    Freeze(Operand),
    Call(Box<Call>),
    VariadicArgument {
        list: Operand,
        ty: Type,
    },
    LandingPad {
        ty: Type,
        is_cleanup: bool,
        clauses: Vec<Clause>,
    },
    CatchPad(Pad),
    CleanupPad(Pad),
    Allocate {
        ty: Type,
        count: Option<Operand>,
        alignment: Option<u64>,
        address_space: u32,
        flags: Vec<Arc<str>>,
    },
    Load {
        ty: Type,
        address: Operand,
        access: Access,
    },
    Store {
        value: Operand,
        address: Operand,
        access: Access,
    },
    Fence(Atomicity),
    CompareExchange(Box<CompareExchange>),
    ReadModifyWrite {
        operator: ReadModifyWriteOperator,
        address: Operand,
        value: Operand,
        access: Access,
    },
    GetElementPointer {
        source: Type,
        flags: Flags,
        base: Operand,
        indices: Vec<Operand>,
    },
    ExtractValue {
        aggregate: Operand,
        indices: Vec<u32>,
    },
    InsertValue {
        aggregate: Operand,
        value: Operand,
        indices: Vec<u32>,
    },
    ExtractElement {
        vector: Operand,
        index: Operand,
    },
    InsertElement {
        vector: Operand,
        value: Operand,
        index: Operand,
    },
    ShuffleVector {
        left: Operand,
        right: Operand,
        mask: Operand,
    },
    /// A debug record, or a call of a debug intrinsic, which says the same.
    Debug(DebugRecord),
}

/// How a block ends.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // As above.
pub enum Terminator {
    Return(Option<Operand>),
    Branch(BlockId),
    Conditional { condition: Value, then: BlockId, otherwise: BlockId },
    Switch { subject: Operand, default: BlockId, cases: Vec<(BigInt, BlockId)> },
    IndirectBranch { address: Operand, targets: Vec<BlockId> },
    Invoke { call: Box<Call>, normal: BlockId, unwind: BlockId },
    CallBranch { call: Box<Call>, normal: BlockId, indirect: Vec<BlockId> },
    Resume(Operand),
    Unreachable,
    CleanupReturn { pad: Value, unwind: Option<BlockId> },
    CatchReturn { pad: Value, to: BlockId },
    CatchSwitch { parent: Value, handlers: Vec<BlockId>, unwind: Option<BlockId> },
}

/// A call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// What it says about being in tail position.
    pub tail: Option<TailKind>,
    /// `fast` and so on.
    pub flags: Flags,
    /// The calling convention, if it is not that of C.
    pub convention: Option<Arc<str>>,
    /// What is known of the result.
    pub result_attributes: Vec<Attribute>,
    /// The type of the result.
    pub result: Type,
    /// The type of the function, which the text has if the function is variadic.
    pub signature: Option<Arc<FunctionType>>,
    /// Who is called.
    pub callee: Value,
    /// With what.
    pub arguments: Vec<Argument>,
    /// The attributes of the call, with groups resolved.
    pub attributes: Arc<[Attribute]>,
    /// Operand bundles.
    pub bundles: Vec<Bundle>,
}

/// An argument of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Argument {
    /// The value.
    pub operand: Operand,
    /// `noundef`, `byval(T)` and so on.
    pub attributes: Vec<Attribute>,
}

/// `"tag"(operands)` at a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bundle {
    /// What it means.
    pub tag: Arc<str>,
    /// What it carries.
    pub operands: Vec<Operand>,
}

/// A clause of a landing pad.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Clause {
    /// Exceptions of this type are caught here.
    Catch(TypedConstant),
    /// Exceptions of no other types may pass.
    Filter(TypedConstant),
}

/// What the pads of Windows' exceptions carry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pad {
    /// The token of the pad around it.
    pub parent: Value,
    /// What the personality gets.
    pub arguments: Vec<Operand>,
}

/// How memory is accessed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Access {
    /// Whether the access itself is observable.
    pub is_volatile: bool,
    /// In bytes, if stated.
    pub alignment: Option<u64>,
    /// `None` if it is an ordinary access.
    pub atomicity: Option<Atomicity>,
}

/// How an access synchronises.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Atomicity {
    /// The ordering.
    pub ordering: MemoryOrdering,
    /// With whom: `singlethread`, or another name that the target knows; `None` is the whole system.
    pub scope: Option<Arc<str>>,
}

/// `cmpxchg`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CompareExchange {
    /// Whether it may fail for no reason.
    pub is_weak: bool,
    /// Where.
    pub address: Operand,
    /// What has to be there.
    pub expected: Operand,
    /// What is put there.
    pub replacement: Operand,
    /// How, if it succeeds.
    pub access: Access,
    /// The ordering if it fails.
    pub failure: MemoryOrdering,
}

/// What the debugger is told about a variable or a label.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DebugRecord {
    /// `declare`, `value`, `assign`, `label` and so on.
    pub kind: Arc<str>,
    /// In the language's order: the value, the variable, the expression.
    pub arguments: Vec<Metadata>,
}

/// The targets of a terminator, by reference; `$iter` is `iter` or `iter_mut`.
macro_rules! targets {
    ($terminator:expr, $iter:ident) => {
        match $terminator {
            Terminator::Return(_) | Terminator::Resume(_) | Terminator::Unreachable => Vec::new(),
            Terminator::Branch(to) | Terminator::CatchReturn { to, .. } => vec![to],
            Terminator::Conditional { then, otherwise, .. } => vec![then, otherwise],
            Terminator::Switch { default, cases, .. } => {
                std::iter::once(default).chain(cases.$iter().map(|(_, to)| to)).collect()
            }
            Terminator::IndirectBranch { targets, .. } => targets.$iter().collect(),
            Terminator::Invoke { normal, unwind, .. } => vec![normal, unwind],
            Terminator::CallBranch { normal, indirect, .. } => {
                std::iter::once(normal).chain(indirect.$iter()).collect()
            }
            Terminator::CleanupReturn { unwind, .. } => unwind.$iter().collect(),
            Terminator::CatchSwitch { handlers, unwind, .. } => handlers.$iter().chain(unwind.$iter()).collect(),
        }
    };
}

impl Terminator {
    /// Where the control may go.
    pub fn successors(&self) -> Vec<BlockId> {
        let targets: Vec<&BlockId> = targets!(self, iter);
        targets.into_iter().copied().collect()
    }

    /// Where the control may go, to be changed.
    pub(crate) fn targets_mut(&mut self) -> Vec<&mut BlockId> {
        targets!(self, iter_mut)
    }
}
