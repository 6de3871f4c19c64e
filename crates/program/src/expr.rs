//! Expressions: side-effect free, over the variables in scope and the memory.
//!
//! Evaluating one can fault (a load through a dangling pointer, a division by zero, a look at [`Value::Any`]);
//! `and`, `or`, `implies` and `if` look only at the operands that they need.

use crate::ids::{GlobalId, LocalId};
use crate::types::Type;
use crate::value::{Pointer, Value};

/// A variable as seen from inside a procedure.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum VarRef {
    /// Shared by all threads.
    Global(GlobalId),
    /// In the current stack frame.
    Local(LocalId),
}

/// An expression.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Expr {
    /// A constant; never [`Value::Any`].
    Literal(Value),
    /// The content of a variable.
    Variable(VarRef),
    /// An operator with one operand.
    Unary(UnaryOp, Box<Expr>),
    /// An operator with two operands.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `if condition then first else second`.
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `map[keys]`.
    Select(Box<Expr>, Vec<Expr>),
    /// `map[keys := value]`.
    Update(Box<Expr>, Vec<Expr>, Box<Expr>),
    /// The value of the given type that the memory holds at the pointer.
    Load(Box<Expr>, Type),
}

/// Operators with one operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnaryOp {
    /// On `bool`.
    Not,
    /// On `int`.
    Negate,
    /// Every bit flipped.
    BitsNot,
    /// Two's complement.
    BitsNegate,
    /// Bits `low` (included) to `high` (excluded), as Boogie's `x[high:low]`.
    Extract {
        /// One above the highest bit taken.
        high: u32,
        /// The lowest bit taken.
        low: u32,
    },
    /// Widened to the given width with zeros.
    ZeroExtend(u32),
    /// Widened to the given width with copies of the sign.
    SignExtend(u32),
    /// Machine integer to `int`, read as unsigned.
    UnsignedToInt,
    /// Machine integer to `int`, read in two's complement.
    SignedToInt,
    /// `int` to a machine integer of the given width, with wrap-around.
    IntToBits(u32),
    /// The address as 64 bits, which remember what the pointer points to.
    PointerToBits,
    /// 64 bits as a pointer: to what they remember, or else to a number and so to no object.
    BitsToPointer,
    /// How many bytes the object has that the pointer points into, as 64 bits.
    ObjectSize,
    /// From a floating-point number of 32 or 64 bits to one of the given width.
    FloatToFloat(u32),
    /// From a floating-point number to a machine integer of the given width, towards zero; undefined if it does not fit.
    FloatToSigned(u32),
    /// The same, without a sign.
    FloatToUnsigned(u32),
    /// From a machine integer to a floating-point number of the given width.
    SignedToFloat(u32),
    /// The same, without a sign.
    UnsignedToFloat(u32),
}

/// Operators with two operands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOp {
    /// `&&`, on `bool`.
    And,
    /// `||`, on `bool`.
    Or,
    /// `==>`, on `bool`.
    Implies,
    /// Both operands of one type, any type.
    Equal,
    /// Both operands of one type, any type.
    NotEqual,
    /// On `int`.
    Less,
    /// On `int`.
    LessEqual,
    /// On `int`.
    Greater,
    /// On `int`.
    GreaterEqual,
    /// On `int`.
    Add,
    /// On `int`.
    Subtract,
    /// On `int`.
    Multiply,
    /// Euclidean, on `int`: the remainder is never negative. By zero it is unspecified.
    Divide,
    /// Euclidean, on `int`.
    Modulo,
    /// High bits, then low bits.
    Concat,
    /// On two machine integers of one width, giving a third.
    Bits(BitsOp),
    /// On two machine integers of one width, giving a truth value.
    BitsCompare(BitsComparison),
    /// Whether an operation on two machine integers of one width gives a number that the width cannot hold.
    BitsOverflow(OverflowOp),
    /// On two floating-point numbers of 32 or of 64 bits, giving a third.
    Float(FloatOp),
    /// On two floating-point numbers of 32 or of 64 bits, giving a truth value.
    FloatCompare(FloatComparison),
    /// A pointer moved by a signed 64-bit number of bytes.
    Offset,
    /// The distance in bytes between two pointers into the same object, as 64 bits.
    Distance,
    /// Whether one pointer is below another, where [`BinaryOp::Ordered`] holds.
    PointerLess,
    /// Whether it is known which of two pointers is below the other: both point into one object, or both are numbers, or one is
    /// a number at which nothing can lie.
    Ordered,
}

/// Arithmetic on machine integers, as in SMT-LIB's theory of bit vectors.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum BitsOp {
    Add,
    Subtract,
    Multiply,
    /// By zero: all ones.
    DivideUnsigned,
    /// Rounds towards zero; by zero: one or minus one, against the sign of the dividend.
    DivideSigned,
    /// By zero: the dividend.
    RemainderUnsigned,
    /// Has the sign of the dividend; by zero: the dividend.
    RemainderSigned,
    /// Has the sign of the divisor; by zero: the dividend.
    ModuloSigned,
    And,
    Or,
    Xor,
    /// By the width or more: zero.
    ShiftLeft,
    /// By the width or more: zero.
    ShiftRight,
    /// By the width or more: all copies of the sign.
    ShiftRightSigned,
}

/// Comparisons of machine integers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum BitsComparison {
    UnsignedLess,
    UnsignedLessEqual,
    UnsignedGreater,
    UnsignedGreaterEqual,
    SignedLess,
    SignedLessEqual,
    SignedGreater,
    SignedGreaterEqual,
}

/// Operations of which one may ask whether they overflow.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum OverflowOp {
    AddSigned,
    AddUnsigned,
    SubtractSigned,
    SubtractUnsigned,
    MultiplySigned,
    MultiplyUnsigned,
}

/// Arithmetic on floating-point numbers in the format of IEEE 754, rounding to the nearest.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum FloatOp {
    Add,
    Subtract,
    Multiply,
    Divide,
    /// As C's `fmod`.
    Remainder,
}

/// Comparisons of floating-point numbers; none but the last holds if one of them is no number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum FloatComparison {
    Equal,
    Less,
    LessEqual,
    /// One of them is no number.
    Unordered,
}

impl Expr {
    /// The constant `true`.
    pub fn truth() -> Expr {
        Expr::Literal(Value::Bool(true))
    }

    /// The null pointer.
    pub fn null() -> Expr {
        Expr::Literal(Value::Pointer(Pointer::NULL))
    }

    /// The expression with a local variable's content.
    pub fn local(local: LocalId) -> Expr {
        Expr::Variable(VarRef::Local(local))
    }

    /// The expression with a global variable's content.
    pub fn global(global: GlobalId) -> Expr {
        Expr::Variable(VarRef::Global(global))
    }

    /// The integer as an expression.
    pub fn int(value: i64) -> Expr {
        Expr::Literal(Value::int(value))
    }

    /// An operator applied to one operand.
    pub fn unary(op: UnaryOp, operand: Expr) -> Expr {
        Expr::Unary(op, Box::new(operand))
    }

    /// An operator applied to two operands.
    pub fn binary(op: BinaryOp, left: Expr, right: Expr) -> Expr {
        Expr::Binary(op, Box::new(left), Box::new(right))
    }

    /// Calls `visit` on the direct operands, left to right.
    pub fn for_each_operand<'a>(&'a self, mut visit: impl FnMut(&'a Expr)) {
        match self {
            Expr::Literal(_) | Expr::Variable(_) => {}
            Expr::Unary(_, operand) | Expr::Load(operand, _) => visit(operand),
            Expr::Binary(_, left, right) => {
                visit(left);
                visit(right);
            }
            Expr::If(condition, first, second) => {
                visit(condition);
                visit(first);
                visit(second);
            }
            Expr::Select(map, keys) => {
                visit(map);
                keys.iter().for_each(visit);
            }
            Expr::Update(map, keys, value) => {
                visit(map);
                keys.iter().for_each(&mut visit);
                visit(value);
            }
        }
    }

    /// Calls `visit` on the direct operands, left to right, to change them.
    pub fn for_each_operand_mut(&mut self, mut visit: impl FnMut(&mut Expr)) {
        match self {
            Expr::Literal(_) | Expr::Variable(_) => {}
            Expr::Unary(_, operand) | Expr::Load(operand, _) => visit(operand),
            Expr::Binary(_, left, right) => {
                visit(left);
                visit(right);
            }
            Expr::If(condition, first, second) => {
                visit(condition);
                visit(first);
                visit(second);
            }
            Expr::Select(map, keys) => {
                visit(map);
                keys.iter_mut().for_each(visit);
            }
            Expr::Update(map, keys, value) => {
                visit(map);
                keys.iter_mut().for_each(&mut visit);
                visit(value);
            }
        }
    }

    /// Calls `visit` on every variable that occurs, as often as it occurs.
    pub fn for_each_variable(&self, visit: &mut impl FnMut(VarRef)) {
        if let Expr::Variable(variable) = self {
            visit(*variable);
        }
        self.for_each_operand(|operand| operand.for_each_variable(visit));
    }

    /// Calls `visit` on every literal that occurs.
    pub fn for_each_literal(&self, visit: &mut impl FnMut(&Value)) {
        if let Expr::Literal(value) = self {
            visit(value);
        }
        self.for_each_operand(|operand| operand.for_each_literal(visit));
    }

    /// Whether the variable occurs.
    pub fn mentions(&self, variable: VarRef) -> bool {
        let mut found = false;
        self.for_each_variable(&mut |occurring| found |= occurring == variable);
        found
    }

    /// Whether the memory is read.
    pub fn loads(&self) -> bool {
        let mut found = matches!(self, Expr::Load(..));
        self.for_each_operand(|operand| found |= operand.loads());
        found
    }
}
