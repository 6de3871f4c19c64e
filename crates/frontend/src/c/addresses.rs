//! Which of two addresses is lower.
//!
//! Between different objects this may be so or so, but must stay so: it is chosen where somebody asks first.
//! See `primitives/addresses.bpl`.

use program::command::Action;
use program::expr::{BinaryOp, Expr, UnaryOp};
use program::types::Type;
use program::value::{Base, Value};

use crate::c::function::Lowering;
use crate::c::operators::not;
use crate::llvm::ids::LocalId;
use crate::llvm::instructions::Operation;
use crate::llvm::module::Function;
use crate::llvm::operators::{CastOperator, IntegerPredicate};
use crate::llvm::types::Type as LlvmType;

/// A question of order about two addresses: whether the first is below the second, or else whether it is not.
pub struct Order {
    first: Expr,
    second: Expr,
    is_asked: bool,
}

impl Order {
    /// The question that a comparison is, if it is one of pointers, or of numbers that may have been pointers.
    pub fn of(
        predicate: IntegerPredicate,
        ty: &LlvmType,
        left: &[Expr],
        right: &[Expr],
        has_addresses: bool,
    ) -> Option<Order> {
        let ([left], [right]) = (left, right) else { return None };
        let (left, right) = match ty {
            LlvmType::Pointer(_) => (left.clone(), right.clone()),
            LlvmType::Integer(64) if has_addresses => (address(left), address(right)),
            _ => return None,
        };
        let (first, second, is_asked) = match predicate {
            IntegerPredicate::Ult => (left, right, true),
            IntegerPredicate::Ugt => (right, left, true),
            IntegerPredicate::Ule => (right, left, false),
            IntegerPredicate::Uge => (left, right, false),
            _ => return None,
        };
        Some(Order { first, second, is_asked })
    }
}

/// The number as the address that it may be.
fn address(number: &Expr) -> Expr {
    match number {
        Expr::Unary(UnaryOp::PointerToBits, pointer) => Expr::clone(pointer),
        _ => Expr::unary(UnaryOp::BitsToPointer, number.clone()),
    }
}

/// Whether the function turns pointers into numbers.
pub fn has_addresses(function: &Function) -> bool {
    let mut instructions = function.blocks.iter().flat_map(|block| &block.instructions);
    instructions.any(|instruction| match &instruction.operation {
        Operation::Cast { operator, .. } => matches!(operator, CastOperator::PtrToInt | CastOperator::PtrToAddr),
        _ => false,
    })
}

impl Lowering<'_, '_> {
    /// Answers the question.
    pub fn compare_addresses(&mut self, result: Option<LocalId>, order: Order) -> Result<(), String> {
        let answer = self.order_of_addresses(order)?;
        self.define(result, vec![answer])
    }

    /// The answer to the question.
    pub fn order_of_addresses(&mut self, order: Order) -> Result<Expr, String> {
        let Order { first, second, is_asked } = order;
        let answer = |below: Expr| if is_asked { below } else { not(below) };
        let base = |expr: &Expr| match expr {
            Expr::Literal(Value::Pointer(pointer)) => Some(pointer.base),
            _ => None,
        };
        let bases = [base(&first), base(&second)];
        if bases.contains(&Some(Base::Address)) || bases[0].is_some() && bases[0] == bases[1] {
            return Ok(answer(Expr::binary(BinaryOp::PointerLess, first, second)));
        }
        let places = ["%first", "%second"].map(|name| self.new_variable(name, Type::Pointer));
        let below = self.new_variable("%below", Type::Bool);
        self.assign(&places, vec![first, second]);
        let [first, second] = places.map(Expr::local);
        let Some(node) = self.edges.here() else { return Ok(Expr::local(below)) };
        let join = self.edges.node();
        let is_known = Expr::binary(BinaryOp::Ordered, first.clone(), second.clone());
        self.edges.emit(Action::Assume(is_known.clone()));
        self.assign(&[below], vec![Expr::binary(BinaryOp::PointerLess, first.clone(), second.clone())]);
        self.edges.go(join);
        self.edges.start(node);
        self.edges.emit(Action::Assume(not(is_known)));
        self.call_primitive("$address_is_below", vec![first, second], vec![below])?;
        self.edges.go(join);
        self.edges.start(join);
        Ok(answer(Expr::local(below)))
    }
}
