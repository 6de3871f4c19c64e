//! Expressions made ready for evaluation: names resolved, types gone into the operators.

use program::expr::{BinaryOp, BitsComparison, BitsOp, OverflowOp, UnaryOp, VarRef};
use program::ids::GlobalId;
use program::text;
use program::types::Type;
use program::value::{Pointer, Value};

use crate::compile::decode;
use crate::maps::Maps;
use crate::objects::Wrong;
use crate::odd::{is_odd, pack, unpack};
use crate::tables::Tables;
use crate::words::{ANY, Word};

/// An expression ready for evaluation.
#[derive(Clone, Debug)]
pub enum Code {
    /// A constant.
    Constant(Word),
    /// A constant that is not plain.
    OddConstant(Value),
    /// A global variable.
    Global(u32),
    /// A local variable of the topmost frame.
    Local(u32),
    /// An operator with one operand.
    Unary(Unary, Box<Code>),
    /// An operator with two operands, both of them needed.
    Binary(Binary, Box<Code>, Box<Code>),
    /// An operator on a machine integer or a pointer: the fast way for plain ones, if there is one, the operator, and the type.
    MachineUnary(Option<Unary>, Box<(UnaryOp, Type, Code)>),
    /// The same with two operands.
    MachineBinary(Option<Binary>, Box<(BinaryOp, (Type, Type), Code, Code)>),
    /// The value of the type that the memory holds at a pointer.
    Load(Type, Box<Code>),
    /// How many bytes the object has that a pointer points into.
    ObjectSize(Box<Code>),
    /// `&&`.
    And(Box<Code>, Box<Code>),
    /// `||`.
    Or(Box<Code>, Box<Code>),
    /// `==>`.
    Implies(Box<Code>, Box<Code>),
    /// `if then else`.
    If(Box<Code>, Box<Code>, Box<Code>),
    /// `map[keys]`, with the types of the keys, which their names in faults depend on.
    Select(Box<Code>, Vec<(Type, Code)>),
    /// `map[keys := value]`.
    Update(Box<Code>, Vec<Code>, Box<Code>),
    /// Equality of maps of the type, or inequality.
    MapsEqual(Type, bool, Box<Code>, Box<Code>),
}

/// Operators with one operand.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub enum Unary {
    Not,
    Negate,
    /// All bits of the width flipped.
    BitsNot(u32),
    BitsNegate(u32),
    Extract {
        high: u32,
        low: u32,
    },
    /// From the width, kept as it is.
    Keep,
    SignExtend {
        from: u32,
        to: u32,
    },
    UnsignedToInt(u32),
    SignedToInt(u32),
    IntToBits(u32),
}

/// Operators with two operands.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub enum Binary {
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
    /// The width of the right operand.
    Concat(u32),
    Bits(BitsOp, u32),
    Compare(BitsComparison, u32),
    Overflow(OverflowOp, u32),
    /// On pointers, plain ones.
    PointerOffset,
}

/// Why an expression has no value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// It depends on something arbitrary.
    Unchosen(String),
    /// The language does not say.
    Unspecified(String),
    /// It is not modelled.
    Unsupported(String),
    /// It does not fit in a word.
    TooLarge,
    /// The program does something wrong: the step fails.
    Fails,
}

/// What an expression is evaluated in.
pub struct Scope<'a> {
    /// The global variables.
    pub globals: &'a [Word],
    /// The local variables of the topmost frame.
    pub locals: &'a [Word],
    /// The memory.
    pub memory: &'a [Word],
    /// Names, for faults.
    pub names: Names<'a>,
}

/// Names as in the source.
#[derive(Clone, Copy)]
pub struct Names<'a> {
    /// Of what all procedures know.
    pub shared: &'a text::Names,
    /// Of the local variables.
    pub locals: &'a [String],
}

impl Scope<'_> {
    /// The value of the expression; [`ANY`] only if it is a variable, or an element of a map, that nobody has looked at.
    pub fn eval(&self, tables: &mut Tables, code: &Code) -> Result<Word, Fault> {
        match code {
            Code::Constant(word) => Ok(*word),
            Code::OddConstant(value) => Ok(tables.odd.encode(value)),
            Code::Global(global) => Ok(self.globals[*global as usize]),
            Code::Local(local) => Ok(self.locals[*local as usize]),
            Code::Unary(op, operand) => unary(*op, self.definite(tables, operand)?),
            Code::Binary(op, left, right) => {
                let left = self.definite(tables, left)?;
                binary(*op, left, self.definite(tables, right)?)
            }
            Code::MachineUnary(fast, slow) => {
                let (op, ty, operand) = &**slow;
                let word = self.definite(tables, operand)?;
                match fast {
                    Some(fast) if !is_odd(word) => match unary(*fast, word) {
                        Err(Fault::TooLarge) => tables.unary(*op, ty, word),
                        result => result,
                    },
                    _ => tables.unary(*op, ty, word),
                }
            }
            Code::MachineBinary(fast, slow) => {
                let (op, types, left, right) = &**slow;
                let left = self.definite(tables, left)?;
                let right = self.definite(tables, right)?;
                match fast {
                    Some(fast) if !is_odd(left) && !is_odd(right) => match binary(*fast, left, right) {
                        Err(Fault::TooLarge) => tables.binary(*op, types, left, right),
                        result => result,
                    },
                    _ => tables.binary(*op, types, left, right),
                }
            }
            Code::Load(ty, pointer) => {
                let pointer = self.definite(tables, pointer)?;
                let pointer = tables.pointer(pointer)?;
                tables.note_read(pointer);
                let value = tables.objects.load(self.memory, pointer, ty).map_err(|Wrong| Fault::Fails)?;
                Ok(tables.odd.encode(&value))
            }
            Code::ObjectSize(pointer) => {
                let pointer = self.definite(tables, pointer)?;
                let pointer = tables.pointer(pointer)?;
                tables.note_read(pointer);
                let object = tables.objects.object(self.memory, pointer.base).map_err(|Wrong| Fault::Fails)?;
                Ok(object.bytes.len() as Word)
            }
            Code::And(left, right) => match self.definite(tables, left)? {
                0 => Ok(0),
                _ => self.definite(tables, right),
            },
            Code::Or(left, right) => match self.definite(tables, left)? {
                0 => self.definite(tables, right),
                _ => Ok(1),
            },
            Code::Implies(left, right) => match self.definite(tables, left)? {
                0 => Ok(1),
                _ => self.definite(tables, right),
            },
            Code::If(condition, first, second) => match self.definite(tables, condition)? {
                0 => self.eval(tables, second),
                _ => self.eval(tables, first),
            },
            Code::Select(map, keys) => {
                let map = self.eval(tables, map)?;
                let keys = self.keys(tables, keys.iter().map(|(_, key)| key))?;
                Ok(tables.maps.get(map, &keys))
            }
            Code::Update(map, keys, value) => {
                let map = self.eval(tables, map)?;
                let keys = self.keys(tables, keys.iter())?;
                let value = self.eval(tables, value)?;
                Ok(tables.maps.with(map, &keys, value))
            }
            Code::MapsEqual(ty, wanted, left, right) => {
                let (left_map, right_map) = (self.definite(tables, left)?, self.definite(tables, right)?);
                match maps_equal(&tables.maps, ty, left_map, right_map) {
                    Some(equal) => Ok(Word::from(equal == *wanted)),
                    None => Err(Fault::Unchosen(self.describe(tables, left))),
                }
            }
        }
    }

    /// The value of the expression, which must have been chosen.
    pub fn definite(&self, tables: &mut Tables, code: &Code) -> Result<Word, Fault> {
        match self.eval(tables, code)? {
            ANY => Err(Fault::Unchosen(self.describe(tables, code))),
            word => Ok(word),
        }
    }

    fn keys<'a>(
        &self,
        tables: &mut Tables,
        keys: impl Iterator<Item = &'a Code>,
    ) -> Result<smallvec::SmallVec<[Word; 2]>, Fault> {
        keys.map(|key| self.definite(tables, key)).collect()
    }

    /// The variable or element that an expression stands for, in the user's words.
    fn describe(&self, tables: &mut Tables, code: &Code) -> String {
        match code {
            Code::Global(global) => self.names.shared.variable(VarRef::Global(GlobalId(*global))).to_owned(),
            Code::Local(local) => self.names.locals[*local as usize].clone(),
            Code::Select(map, keys) => {
                let key = |(ty, key): &(Type, Code), tables: &mut Tables| match self.eval(tables, key) {
                    Ok(word) if word != ANY => self.names.shared.value(&decode(tables, ty, word)),
                    _ => "…".to_owned(),
                };
                let keys: Vec<String> = keys.iter().map(|typed| key(typed, tables)).collect();
                format!("{}[{}]", self.describe(tables, map), keys.join(", "))
            }
            Code::If(condition, first, second) => match self.eval(tables, condition) {
                Ok(1) => self.describe(tables, first),
                _ => self.describe(tables, second),
            },
            Code::Update(map, ..) => self.describe(tables, map),
            _ => "an expression".to_owned(),
        }
    }
}

/// The low bits of the width.
pub fn wrap(width: u32, number: i128) -> Result<Word, Fault> {
    let word = if width >= 64 { number as u64 as i64 } else { (number & ((1i128 << width) - 1)) as i64 };
    // Some machine integers cannot be told from what is not plain.
    if word == ANY || is_odd(word) { Err(Fault::TooLarge) } else { Ok(word) }
}

fn signed(width: u32, word: Word) -> i128 {
    let unsigned = unsigned(word);
    if width > 0 && unsigned >> (width - 1) & 1 == 1 { unsigned - (1i128 << width) } else { unsigned }
}

fn unsigned(word: Word) -> i128 {
    i128::from(word as u64)
}

fn integer(number: i128) -> Result<Word, Fault> {
    match i64::try_from(number) {
        Ok(word) if word != ANY && !is_odd(word) => Ok(word),
        _ => Err(Fault::TooLarge),
    }
}

fn unary(op: Unary, operand: Word) -> Result<Word, Fault> {
    match op {
        Unary::Not => Ok(1 - operand),
        Unary::Negate => integer(-i128::from(operand)),
        Unary::BitsNot(width) => wrap(width, !unsigned(operand)),
        Unary::BitsNegate(width) => wrap(width, -unsigned(operand)),
        Unary::Extract { high, low } => wrap(high - low, unsigned(operand) >> low),
        Unary::Keep => Ok(operand),
        Unary::SignExtend { from, to } => wrap(to, signed(from, operand)),
        Unary::UnsignedToInt(_) => integer(unsigned(operand)),
        Unary::SignedToInt(width) => integer(signed(width, operand)),
        Unary::IntToBits(width) => wrap(width, i128::from(operand)),
    }
}

fn binary(op: Binary, left: Word, right: Word) -> Result<Word, Fault> {
    let (x, y) = (i128::from(left), i128::from(right));
    match op {
        Binary::Equal => Ok(Word::from(left == right)),
        Binary::NotEqual => Ok(Word::from(left != right)),
        Binary::Less => Ok(Word::from(left < right)),
        Binary::LessEqual => Ok(Word::from(left <= right)),
        Binary::Greater => Ok(Word::from(left > right)),
        Binary::GreaterEqual => Ok(Word::from(left >= right)),
        Binary::Add => integer(x + y),
        Binary::Subtract => integer(x - y),
        Binary::Multiply => integer(x * y),
        Binary::Divide | Binary::Modulo if right == 0 => Err(Fault::Unspecified("a division by zero".to_owned())),
        Binary::Divide => integer(x.div_euclid(y)),
        Binary::Modulo => integer(x.rem_euclid(y)),
        Binary::Concat(right_width) => {
            let (high, low) = (unsigned(left), unsigned(right));
            wrap(64, high << right_width | low)
        }
        Binary::Bits(op, width) => bits(op, width, left, right),
        Binary::Compare(comparison, width) => Ok(Word::from(compare(comparison, width, left, right))),
        Binary::Overflow(op, width) => Ok(Word::from(overflows(op, width, left, right))),
        Binary::PointerOffset => {
            let pointer = unpack(left);
            let offset = pointer.offset.wrapping_add(right);
            pack(Pointer { offset, ..pointer }).ok_or(Fault::TooLarge)
        }
    }
}

fn overflows(op: OverflowOp, width: u32, left: Word, right: Word) -> bool {
    let (x, y) = (unsigned(left), unsigned(right));
    let (signed_x, signed_y) = (signed(width, left), signed(width, right));
    let fits_signed = |number: Option<i128>| {
        number.is_some_and(|number| (-(1i128 << (width - 1))..1i128 << (width - 1)).contains(&number))
    };
    let fits_unsigned = |number: Option<i128>| number.is_some_and(|number| (0..1i128 << width).contains(&number));
    !match op {
        OverflowOp::AddSigned => fits_signed(Some(signed_x + signed_y)),
        OverflowOp::AddUnsigned => fits_unsigned(Some(x + y)),
        OverflowOp::SubtractSigned => fits_signed(Some(signed_x - signed_y)),
        OverflowOp::SubtractUnsigned => fits_unsigned(Some(x - y)),
        OverflowOp::MultiplySigned => fits_signed(signed_x.checked_mul(signed_y)),
        OverflowOp::MultiplyUnsigned => fits_unsigned(x.checked_mul(y)),
    }
}

fn bits(op: BitsOp, width: u32, left: Word, right: Word) -> Result<Word, Fault> {
    let (x, y) = (unsigned(left), unsigned(right));
    let (signed_x, signed_y) = (signed(width, left), signed(width, right));
    let by_zero = y == 0;
    let shift = u32::try_from(y).ok().filter(|by| *by < width);
    wrap(
        width,
        match op {
            BitsOp::Add => x + y,
            BitsOp::Subtract => x - y,
            // The product of two 64-bit numbers may not fit even here; its low bits do.
            BitsOp::Multiply => x.wrapping_mul(y),
            BitsOp::DivideUnsigned if by_zero => -1,
            BitsOp::DivideUnsigned => x / y,
            BitsOp::RemainderUnsigned if by_zero => x,
            BitsOp::RemainderUnsigned => x % y,
            BitsOp::DivideSigned if by_zero => {
                if signed_x < 0 {
                    1
                } else {
                    -1
                }
            }
            BitsOp::DivideSigned => signed_x / signed_y,
            BitsOp::RemainderSigned | BitsOp::ModuloSigned if by_zero => x,
            BitsOp::RemainderSigned => signed_x % signed_y,
            BitsOp::ModuloSigned => {
                let remainder = signed_x % signed_y;
                if remainder != 0 && (remainder < 0) != (signed_y < 0) { remainder + signed_y } else { remainder }
            }
            BitsOp::And => x & y,
            BitsOp::Or => x | y,
            BitsOp::Xor => x ^ y,
            BitsOp::ShiftLeft => shift.map_or(0, |by| x.wrapping_shl(by)),
            BitsOp::ShiftRight => shift.map_or(0, |by| x >> by),
            BitsOp::ShiftRightSigned => signed_x >> shift.unwrap_or(width).min(127),
        },
    )
}

fn compare(comparison: BitsComparison, width: u32, left: Word, right: Word) -> bool {
    let (x, y) = (unsigned(left), unsigned(right));
    let (signed_x, signed_y) = (signed(width, left), signed(width, right));
    match comparison {
        BitsComparison::UnsignedLess => x < y,
        BitsComparison::UnsignedLessEqual => x <= y,
        BitsComparison::UnsignedGreater => x > y,
        BitsComparison::UnsignedGreaterEqual => x >= y,
        BitsComparison::SignedLess => signed_x < signed_y,
        BitsComparison::SignedLessEqual => signed_x <= signed_y,
        BitsComparison::SignedGreater => signed_x > signed_y,
        BitsComparison::SignedGreaterEqual => signed_x >= signed_y,
    }
}

/// Whether two maps are equal, unless that depends on something that was not chosen.
fn maps_equal(maps: &Maps, ty: &Type, left: Word, right: Word) -> Option<bool> {
    let Type::Map(map) = ty else {
        return if left == ANY || right == ANY { None } else { Some(left == right) };
    };
    let arity = map.keys.len();
    let mut keys: Vec<&[Word]> =
        maps.entries(left, arity).chain(maps.entries(right, arity)).map(|entry| &entry[..arity]).collect();
    keys.sort_unstable();
    keys.dedup();
    for keys in &keys {
        if !maps_equal(maps, &map.value, maps.get(left, keys), maps.get(right, keys))? {
            return Some(false);
        }
    }
    let all_keys = map.keys.iter().try_fold(1u64, |count, key| count.checked_mul(key.cardinality()?));
    if all_keys == Some(keys.len() as u64) {
        return Some(true);
    }
    maps_equal(maps, &map.value, maps.default_value(left), maps.default_value(right))
}
