//! What a program computes with times, in programs that read clocks.
//!
//! A time is a number that nobody knows. Of two it can be asked which is later, also of what is between them, and by how much:
//! `primitives/time.bpl` chooses. All other arithmetic gives numbers that nobody knows, on which nothing may depend.

use std::sync::Arc;

use program::command::Action;
use program::expr::{BinaryOp, Expr, UnaryOp};
use program::types::Type;
use program::value::{Base, Pointer, Value};

use crate::c::calls::CLOCKS;
use crate::c::chosen::uses_at_end;
use crate::c::function::Lowering;
use crate::c::operators::{Guarded, not, or};
use crate::c::random::SEEDING;
use crate::c::session::Session;
use crate::c::units::{Place, Units};
use crate::c::uses::{Called, calls, locals};
use crate::llvm::debug::{self, Location};
use crate::llvm::ids::{LocalId, NodeId};
use crate::llvm::instructions::{Instruction, Operation};
use crate::llvm::module::{Function, Module};
use crate::llvm::operators::{BinaryOperator, IntegerPredicate};
use crate::llvm::types::Type as LlvmType;

/// Functions of C that say what time it is, in addition to `time`.
const READINGS: [&str; 4] = ["clock", "clock_gettime", "timespec_get", "gettimeofday"];

/// Functions of the runtime that tell days, and what tells no day in their places.
const CALENDAR: [(&str, &str); 8] = [
    ("gmtime", "$obscure_gmtime"),
    ("localtime", "$obscure_gmtime"),
    ("gmtime_r", "$obscure_gmtime_r"),
    ("localtime_r", "$obscure_gmtime_r"),
    ("ctime", "$obscure_asctime"),
    ("asctime", "$obscure_asctime"),
    ("ctime_r", "$obscure_asctime_r"),
    ("asctime_r", "$obscure_asctime_r"),
];

/// A number too large for a null pointer with an offset, and too small for a time.
const NUMBER: Pointer = Pointer { base: Base::Address, offset: 1 << 40 };

/// Whether the program itself reads clocks, not only the C++ library for it, and not only to begin with random numbers.
pub fn reads_clocks(session: &Session<'_>, units: &Units<'_>) -> bool {
    let of_unit = |unit| units.module(unit).functions.iter().map(move |function| (unit, function));
    (0..units.count()).flat_map(of_unit).any(|(unit, function)| {
        let is_reading = |Called { call, result, debug }: Called<'_>| match units.undefined_callee(unit, &call.callee) {
            Some("time") => result.is_none_or(|result| !only_seeds((units, unit), function, result)),
            Some(name) if CLOCKS.contains(&name) => library_function(session, units.module(unit), debug).is_none(),
            Some(name) => READINGS.contains(&name),
            None => false,
        };
        calls(function).any(is_reading)
    })
}

/// Whether all that becomes of the local is a seed for random numbers.
fn only_seeds((units, unit): (&Units<'_>, usize), function: &Function, local: LocalId) -> bool {
    let instructions = function.blocks.iter().flat_map(|block| &block.instructions);
    let mut uses = instructions.filter(|instruction| locals(&instruction.operation).contains(&local));
    let is_seed = |instruction: &Instruction| match (&instruction.operation, instruction.result) {
        (Operation::Cast { .. }, Some(result)) => only_seeds((units, unit), function, result),
        (Operation::Call(call), _) => {
            units.undefined_callee(unit, &call.callee).is_some_and(|name| SEEDING.contains(&name))
        }
        _ => false,
    };
    uses.all(is_seed) && !uses_at_end(function, local)
}

/// The name of the function in whose text the instruction with this `!dbg` stands, if it is one of a header of libstdc++. The
/// function of which it has become a part, where calls were inlined, may be anybody's.
pub fn library_function(session: &Session<'_>, module: &Module, debug: Option<NodeId>) -> Option<Arc<str>> {
    let Location { file: Some(file), function: Some(function), .. } =
        debug::locations(module, debug?).into_iter().next()?
    else {
        return None;
    };
    (session.files.is_header(&file) && file.name.contains("/include/c++/")).then_some(function.name)
}

impl Session<'_> {
    /// What stands in for a function of the calendar in programs that read clocks.
    pub fn obscured(&self, place: Place) -> Option<&'static str> {
        let name = self.units.function_name(place);
        let (_, primitive) = CALENDAR.iter().find(|(told, _)| self.reads_clocks && *told == name)?;
        self.is_of_runtime(place).then_some(*primitive)
    }
}

/// Whether the expression is a number that somebody knows, neither a time nor an address.
fn is_number(value: &Expr) -> Expr {
    match value {
        Expr::Literal(Value::Bits(_)) => Expr::truth(),
        _ => {
            let pointer = Expr::unary(UnaryOp::BitsToPointer, value.clone());
            Expr::binary(BinaryOp::Ordered, pointer, Expr::Literal(Value::Pointer(NUMBER)))
        }
    }
}

fn both(left: Expr, right: Expr) -> Expr {
    match (left == Expr::truth(), right == Expr::truth()) {
        (true, _) => right,
        (_, true) => left,
        _ => Expr::binary(BinaryOp::And, left, right),
    }
}

/// A question about numbers of which one may be a time.
struct Question {
    /// When it is none.
    is_plain: Expr,
    /// The procedure that answers it, with these arguments.
    primitive: &'static str,
    arguments: Vec<Expr>,
    /// Whether the opposite was asked.
    is_negated: bool,
    ty: Type,
}

impl Lowering<'_, '_> {
    /// Compares two numbers, if they may be times.
    pub fn compare_times(
        &mut self,
        result: Option<LocalId>,
        (predicate, ty): (IntegerPredicate, &LlvmType),
        (left, right): (&[Expr], &[Expr]),
        otherwise: impl Fn(Expr, Expr) -> Result<Guarded, String>,
    ) -> Result<Option<()>, String> {
        use IntegerPredicate::{Eq, Ne, Sge, Sgt, Sle, Slt, Uge, Ugt, Ule, Ult};
        let Some([left, right]) = self.possible_times(ty, left, right) else { return Ok(None) };
        let is_plain = both(is_number(&left), is_number(&right));
        let (first, second) = match predicate {
            Sle | Ule | Sgt | Ugt => (&right, &left),
            _ => (&left, &right),
        };
        let arguments = [first, second].map(|value| Expr::unary(UnaryOp::BitsToPointer, value.clone())).to_vec();
        let primitive = match predicate {
            Eq | Ne => "$is_same_time",
            Slt | Sle | Sgt | Sge => "$is_at_least",
            Ult | Ule | Ugt | Uge => "$is_at_least_unsigned",
        };
        let is_negated = matches!(predicate, Ne | Slt | Ult | Sgt | Ugt);
        let question = Question { is_plain, primitive, arguments, is_negated, ty: Type::Bool };
        self.ask(result, question, || otherwise(left.clone(), right.clone())).map(Some)
    }

    /// Subtracts or divides numbers, if they may be times.
    pub fn compute_times(
        &mut self,
        result: Option<LocalId>,
        (operator, ty): (BinaryOperator, &LlvmType),
        (left, right): (&[Expr], &[Expr]),
        otherwise: impl Fn(Expr, Expr) -> Result<Guarded, String>,
    ) -> Result<Option<()>, String> {
        let is_literal = matches!(right, [Expr::Literal(_)]);
        let primitive = match operator {
            BinaryOperator::Sub if !is_literal => "$subtract_times",
            BinaryOperator::SDiv if is_literal => "$divide_time",
            _ => return Ok(None),
        };
        let Some([left, right]) = self.possible_times(ty, left, right) else { return Ok(None) };
        let as_pointer = |value: &Expr| Expr::unary(UnaryOp::BitsToPointer, value.clone());
        let (is_plain, second) = match is_literal {
            true => (is_number(&left), right.clone()),
            false => (or(is_number(&left), is_number(&right)), as_pointer(&right)),
        };
        let arguments = vec![as_pointer(&left), second];
        let question = Question { is_plain, primitive, arguments, is_negated: false, ty: Type::Bits(64) };
        self.ask(result, question, || otherwise(left.clone(), right.clone())).map(Some)
    }

    /// The two numbers in variables, if they may be times.
    fn possible_times(&mut self, ty: &LlvmType, left: &[Expr], right: &[Expr]) -> Option<[Expr; 2]> {
        let ([left], [right], LlvmType::Integer(64), true) = (left, right, ty, self.session.reads_clocks) else {
            return None;
        };
        let is_literal = |expr: &Expr| matches!(expr, Expr::Literal(_));
        if is_literal(left) && is_literal(right) {
            return None;
        }
        Some([("%first", left), ("%second", right)].map(|(name, value)| {
            if is_literal(value) {
                return value.clone();
            }
            let variable = self.new_variable(name, Type::Bits(64));
            self.assign(&[variable], vec![value.clone()]);
            Expr::local(variable)
        }))
    }

    fn ask(
        &mut self,
        result: Option<LocalId>,
        question: Question,
        otherwise: impl Fn() -> Result<Guarded, String>,
    ) -> Result<(), String> {
        let Question { is_plain, primitive, arguments, is_negated, ty } = question;
        let value = self.new_variable("%value", ty.clone());
        let answer = self.new_variable("%answer", ty);
        let is_time = self.new_variable("%is_time", Type::Bool);
        let Some(node) = self.edges.here() else { return Ok(()) };
        let join = self.edges.node();
        self.edges.emit(Action::Assume(is_plain.clone()));
        let plain = self.guarded(otherwise()?);
        self.assign(&[value], vec![plain]);
        self.edges.go(join);
        self.edges.start(node);
        self.edges.emit(Action::Assume(not(is_plain)));
        self.call_primitive(primitive, arguments, vec![is_time, answer])?;
        let Some(asked) = self.edges.here() else { return Ok(()) };
        self.edges.emit(Action::Assume(Expr::local(is_time)));
        let answer = if is_negated { not(Expr::local(answer)) } else { Expr::local(answer) };
        self.assign(&[value], vec![answer]);
        self.edges.go(join);
        self.edges.start(asked);
        self.edges.emit(Action::Assume(not(Expr::local(is_time))));
        let other = self.guarded(otherwise()?);
        self.assign(&[value], vec![other]);
        self.edges.go(join);
        self.edges.start(join);
        self.define(result, vec![Expr::local(value)])
    }
}
