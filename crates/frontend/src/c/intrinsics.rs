//! Functions that the compiler knows itself: `llvm.…`.

use program::command::Action;
use program::expr::{BinaryOp, BitsComparison, BitsOp, Expr, OverflowOp, UnaryOp};
use program::types::Type;
use program::value::Value;

use crate::c::function::{Lowering, number};
use crate::llvm::ids::LocalId;
use crate::llvm::instructions::Call;

/// Intrinsics without an effect here.
const IDLE: [&str; 12] = [
    "llvm.x86.sse2.pause",
    "llvm.lifetime.",
    "llvm.invariant.",
    "llvm.assume",
    "llvm.donothing",
    "llvm.prefetch",
    "llvm.stackrestore",
    "llvm.experimental.noalias",
    "llvm.var.annotation",
    "llvm.sideeffect",
    "llvm.pseudoprobe",
    "llvm.dbg.",
];

/// Intrinsics whose result is their first argument.
const IDENTITIES: [&str; 7] = [
    "llvm.threadlocal.address",
    "llvm.expect.",
    "llvm.launder.invariant.group",
    "llvm.strip.invariant.group",
    "llvm.annotation.",
    "llvm.ptr.annotation.",
    "llvm.ssa.copy",
];

impl<'a> Lowering<'_, 'a> {
    /// Lowers a call of an intrinsic.
    pub fn intrinsic(&mut self, result: Option<LocalId>, name: &str, call: &'a Call) -> Result<(), String> {
        let is_one_of = |names: &[&str]| names.iter().any(|prefix| name.starts_with(prefix));
        if is_one_of(&IDLE) {
            return Ok(());
        }
        if is_one_of(&IDENTITIES) {
            let values = self.operand(Lowering::argument(call, 0)?)?;
            return self.define(result, values);
        }
        if name.starts_with("llvm.va_") {
            return self.argument_list(name, call);
        }
        let family = name.trim_start_matches("llvm.");
        let family = |prefix: &str| family.starts_with(prefix);
        if family("memcpy.") || family("memmove.") {
            let name = if family("memcpy.") { "memcpy" } else { "memmove" };
            let [to, from, size] = [0, 1, 2].map(|position| Lowering::argument(call, position));
            return self.copy_memory(to?, from?, size?, name);
        }
        if family("memset.") {
            let [to, byte, size] = [0, 1, 2].map(|position| Lowering::argument(call, position));
            return self.fill_memory(to?, byte?, size?);
        }
        if family("trap") || family("debugtrap") || family("ubsantrap") {
            let never = Expr::Literal(Value::Bool(false));
            self.edges.emit(Action::Assert(never, Some("the program traps".into())));
            return Ok(());
        }
        if family("eh.typeid.for") {
            let symbol = Lowering::argument(call, 0)?.value.symbol().ok_or_else(|| not_known(name))?;
            let type_number = self.session.type_number(self.unit, symbol);
            return self.define(result, vec![number(32, type_number)]);
        }
        if family("stacksave") {
            return self.define(result, vec![Expr::Literal(Value::Pointer(program::value::Pointer::NULL))]);
        }
        if family("is.constant.") {
            return self.define(result, vec![Expr::Literal(Value::Bool(false))]);
        }
        if family("objectsize.") {
            let types = self.types(&call.result)?;
            let [Type::Bits(width)] = types[..] else { return Err(not_known(name)) };
            let all = program::value::Bits::wrap(width, &(-1).into());
            return self.define(result, vec![Expr::Literal(Value::Bits(all))]);
        }
        if family("ptrmask.") {
            let [pointer, mask] = [0, 1].map(|position| Lowering::argument(call, position));
            let address = Expr::unary(UnaryOp::PointerToBits, self.scalar_operand(pointer?)?);
            let masked = Expr::binary(BinaryOp::Bits(BitsOp::And), address, self.scalar_operand(mask?)?);
            return self.define(result, vec![Expr::unary(UnaryOp::BitsToPointer, masked)]);
        }
        if let Some(overflow) = overflow(name) {
            return self.with_overflow(result, overflow, call);
        }
        self.pure(result, name, call)
    }

    fn with_overflow(
        &mut self,
        result: Option<LocalId>,
        (op, overflow): (BitsOp, OverflowOp),
        call: &'a Call,
    ) -> Result<(), String> {
        let (left, right) =
            (self.scalar_operand(Lowering::argument(call, 0)?)?, self.scalar_operand(Lowering::argument(call, 1)?)?);
        let value = Expr::binary(BinaryOp::Bits(op), left.clone(), right.clone());
        let overflows = Expr::binary(BinaryOp::BitsOverflow(overflow), left, right);
        self.define(result, vec![value, overflows])
    }

    /// Functions of scalars.
    fn pure(&mut self, result: Option<LocalId>, name: &str, call: &'a Call) -> Result<(), String> {
        let types = self.types(&call.result)?;
        let [Type::Bits(width)] = types[..] else { return Err(not_known(name)) };
        let mut operands = Vec::new();
        for argument in &call.arguments {
            operands.extend(self.operand(&argument.operand)?);
        }
        let operator = name.split('.').nth(1).unwrap_or_default();
        let value = match (operator, &operands[..]) {
            ("smax", [left, right]) => choose(BitsComparison::SignedGreater, left, right),
            ("smin", [left, right]) => choose(BitsComparison::SignedLess, left, right),
            ("umax", [left, right]) => choose(BitsComparison::UnsignedGreater, left, right),
            ("umin", [left, right]) => choose(BitsComparison::UnsignedLess, left, right),
            ("abs", [operand, ..]) => {
                let is_negative =
                    Expr::binary(BinaryOp::BitsCompare(BitsComparison::SignedLess), operand.clone(), number(width, 0));
                let negated = Expr::unary(UnaryOp::BitsNegate, operand.clone());
                Expr::If(Box::new(is_negative), Box::new(negated), Box::new(operand.clone()))
            }
            ("ctpop", [operand]) => sum((0..width).map(|bit| bit_at(operand, bit, width)).collect(), width),
            ("ctlz", [operand, ..]) => first_bit(operand, width, (0..width).rev()),
            ("cttz", [operand, ..]) => first_bit(operand, width, 0..width),
            ("bswap", [operand]) => {
                let byte =
                    |index: u32| Expr::unary(UnaryOp::Extract { high: 8 * index + 8, low: 8 * index }, operand.clone());
                (1..width / 8).fold(byte(0), |high, index| Expr::binary(BinaryOp::Concat, high, byte(index)))
            }
            ("fabs", [operand]) if matches!(width, 32 | 64) => {
                // Zero and what is no number have signs, too.
                let all_but_sign = number(width, u64::MAX >> (65 - width));
                Expr::binary(BinaryOp::Bits(BitsOp::And), operand.clone(), all_but_sign)
            }
            ("fmuladd", [first, second, third]) if matches!(width, 32 | 64) => {
                let product =
                    Expr::binary(BinaryOp::Float(program::expr::FloatOp::Multiply), first.clone(), second.clone());
                Expr::binary(BinaryOp::Float(program::expr::FloatOp::Add), product, third.clone())
            }
            ("fshl" | "fshr", [high, low, by]) => funnel(operator == "fshl", width, high, low, by),
            ("usub", [left, right]) if name.starts_with("llvm.usub.sat") => {
                let is_less =
                    Expr::binary(BinaryOp::BitsCompare(BitsComparison::UnsignedLess), left.clone(), right.clone());
                let difference = Expr::binary(BinaryOp::Bits(BitsOp::Subtract), left.clone(), right.clone());
                Expr::If(Box::new(is_less), Box::new(number(width, 0)), Box::new(difference))
            }
            _ => return Err(not_known(name)),
        };
        self.define(result, vec![value])
    }
}

fn not_known(name: &str) -> String {
    format!("the compiler's function `{name}`")
}

fn overflow(name: &str) -> Option<(BitsOp, OverflowOp)> {
    let operator = name.strip_prefix("llvm.")?.split_once(".with.overflow")?.0;
    Some(match operator {
        "sadd" => (BitsOp::Add, OverflowOp::AddSigned),
        "uadd" => (BitsOp::Add, OverflowOp::AddUnsigned),
        "ssub" => (BitsOp::Subtract, OverflowOp::SubtractSigned),
        "usub" => (BitsOp::Subtract, OverflowOp::SubtractUnsigned),
        "smul" => (BitsOp::Multiply, OverflowOp::MultiplySigned),
        "umul" => (BitsOp::Multiply, OverflowOp::MultiplyUnsigned),
        _ => return None,
    })
}

fn choose(comparison: BitsComparison, left: &Expr, right: &Expr) -> Expr {
    let condition = Expr::binary(BinaryOp::BitsCompare(comparison), left.clone(), right.clone());
    Expr::If(Box::new(condition), Box::new(left.clone()), Box::new(right.clone()))
}

/// The bit as a number of the width.
fn bit_at(operand: &Expr, bit: u32, width: u32) -> Expr {
    let bit = Expr::unary(UnaryOp::Extract { high: bit + 1, low: bit }, operand.clone());
    if width == 1 { bit } else { Expr::unary(UnaryOp::ZeroExtend(width), bit) }
}

fn sum(mut parts: Vec<Expr>, width: u32) -> Expr {
    while parts.len() > 1 {
        let pair = |pair: &[Expr]| match pair {
            [left, right] => Expr::binary(BinaryOp::Bits(BitsOp::Add), left.clone(), right.clone()),
            rest => rest[0].clone(),
        };
        parts = parts.chunks(2).map(pair).collect();
    }
    parts.pop().unwrap_or_else(|| number(width, 0))
}

/// How many bits come before the first that is set, in the order given.
fn first_bit(operand: &Expr, width: u32, order: impl DoubleEndedIterator<Item = u32>) -> Expr {
    let order: Vec<u32> = order.collect();
    let mut count = number(width, u64::from(width));
    for (before, bit) in order.into_iter().enumerate().rev() {
        let is_set = Expr::binary(
            BinaryOp::Equal,
            Expr::unary(UnaryOp::Extract { high: bit + 1, low: bit }, operand.clone()),
            number(1, 1),
        );
        count = Expr::If(Box::new(is_set), Box::new(number(width, before as u64)), Box::new(count));
    }
    count
}

/// Two numbers side by side, shifted.
fn funnel(is_left: bool, width: u32, high: &Expr, low: &Expr, by: &Expr) -> Expr {
    let modulus = number(width, u64::from(width));
    let by = Expr::binary(BinaryOp::Bits(BitsOp::RemainderUnsigned), by.clone(), modulus);
    let whole = Expr::binary(BinaryOp::Concat, high.clone(), low.clone());
    let by = Expr::unary(UnaryOp::ZeroExtend(2 * width), by);
    let op = if is_left { BitsOp::ShiftLeft } else { BitsOp::ShiftRight };
    let shifted = Expr::binary(BinaryOp::Bits(op), whole, by);
    let range = if is_left { (2 * width, width) } else { (width, 0) };
    Expr::unary(UnaryOp::Extract { high: range.0, low: range.1 }, shifted)
}
