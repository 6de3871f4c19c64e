//! Expressions, with as few parentheses as reading them back allows.

use std::cell::RefCell;
use std::collections::BTreeMap;

use num_bigint::Sign;

use crate::expr::{BinaryOp, Expr, UnaryOp};
use crate::procedure::Procedure;
use crate::program::Program;
use crate::text::LONGEST_CHAIN;
use crate::text::builtins::{binary_name, float_comparison_name, float_name, unary_name};
use crate::text::names::Names;
use crate::types::Type;
use crate::typing;
use crate::value::Value;

/// What prints, and how.
pub struct Printer<'a> {
    pub program: &'a Program,
    pub procedure: Option<&'a Procedure>,
    pub names: &'a Names,
    /// The functions used, with their declarations; absent where the text is for people only.
    pub functions: Option<&'a RefCell<BTreeMap<String, String>>>,
}

/// How tightly an operator binds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tightness {
    Whole,
    Implication,
    Logical,
    Comparison,
    Concatenation,
    Sum,
    Product,
    Prefix,
    Postfix,
}

impl<'a> Printer<'a> {
    pub fn readable(program: &'a Program, procedure: Option<&'a Procedure>, names: &'a Names) -> Printer<'a> {
        Printer { program, procedure, names, functions: None }
    }

    pub fn expr(&self, expr: &Expr) -> String {
        self.at(expr, Tightness::Whole)
    }

    pub fn list(&self, exprs: &[Expr]) -> String {
        exprs.iter().map(|expr| self.expr(expr)).collect::<Vec<_>>().join(", ")
    }

    /// In a place that asks for an expression which binds at least this tightly.
    pub fn at(&self, expr: &Expr, place: Tightness) -> String {
        let (text, tightness) = self.with_tightness(expr);
        if tightness < place { format!("({text})") } else { text }
    }

    fn with_tightness(&self, expr: &Expr) -> (String, Tightness) {
        match expr {
            Expr::Literal(value) => (self.names.value(value), literal_tightness(value)),
            Expr::Variable(variable) => (self.names.variable(*variable).to_owned(), Tightness::Postfix),
            Expr::Unary(op, operand) => self.unary(*op, operand),
            Expr::Binary(op, left, right) => self.binary(*op, left, right),
            Expr::If(condition, first, second) => {
                let text = format!("if {} then {} else {}", self.expr(condition), self.expr(first), self.expr(second));
                (text, Tightness::Whole)
            }
            Expr::Select(map, keys) => {
                (format!("{}[{}]", self.at(map, Tightness::Postfix), self.list(keys)), Tightness::Postfix)
            }
            Expr::Update(map, keys, value) => {
                let map = self.at(map, Tightness::Postfix);
                (format!("{map}[{} := {}]", self.list(keys), self.expr(value)), Tightness::Postfix)
            }
            Expr::Load(pointer, ty) => {
                let ty = self.names.ty(ty);
                let text = format!("$load_{}({})", ty.trim_start_matches('$'), self.expr(pointer));
                (text, Tightness::Postfix)
            }
        }
    }

    fn unary(&self, op: UnaryOp, operand: &Expr) -> (String, Tightness) {
        match op {
            UnaryOp::Not => (format!("!{}", self.at(operand, Tightness::Prefix)), Tightness::Prefix),
            // A minus in front of a number would be read as part of it.
            UnaryOp::Negate if matches!(operand, Expr::Literal(_)) => {
                (format!("-({})", self.expr(operand)), Tightness::Prefix)
            }
            UnaryOp::Negate => (format!("-{}", self.at(operand, Tightness::Prefix)), Tightness::Prefix),
            UnaryOp::Extract { high, low } => {
                (format!("{}[{high}:{low}]", self.at(operand, Tightness::Postfix)), Tightness::Postfix)
            }
            UnaryOp::PointerToBits => self.apply("$pointer_to_bits", &[operand]),
            UnaryOp::BitsToPointer => self.apply("$bits_to_pointer", &[operand]),
            UnaryOp::ObjectSize => self.apply("$object_size", &[operand]),
            UnaryOp::FloatToFloat(to) => self.apply(&format!("$float_to_float_{to}"), &[operand]),
            UnaryOp::FloatToSigned(to) => self.apply(&format!("$float_to_signed_{to}"), &[operand]),
            UnaryOp::FloatToUnsigned(to) => self.apply(&format!("$float_to_unsigned_{to}"), &[operand]),
            UnaryOp::SignedToFloat(to) => self.apply(&format!("$signed_to_float_{to}"), &[operand]),
            UnaryOp::UnsignedToFloat(to) => self.apply(&format!("$unsigned_to_float_{to}"), &[operand]),
            _ => self.unary_function(op, operand),
        }
    }

    fn unary_function(&self, op: UnaryOp, operand: &Expr) -> (String, Tightness) {
        let from = self.type_of(operand);
        let width = match from {
            Type::Bits(width) => width,
            _ => 0,
        };
        let (name, builtin) = match op {
            UnaryOp::ZeroExtend(wide) => {
                (format!("zero_extend_{width}_{wide}"), format!("zero_extend {}", wide.saturating_sub(width)))
            }
            UnaryOp::SignExtend(wide) => {
                (format!("sign_extend_{width}_{wide}"), format!("sign_extend {}", wide.saturating_sub(width)))
            }
            UnaryOp::IntToBits(wide) => (format!("int2bv_{wide}"), format!("int2bv {wide}")),
            _ => {
                let builtin = unary_name(op).unwrap_or("?");
                (format!("{builtin}_{width}"), builtin.to_owned())
            }
        };
        let to = typing::unary(op, &from).unwrap_or(Type::Int);
        self.function(&name, &builtin, &[&from], &to, &[operand])
    }

    fn binary(&self, op: BinaryOp, left: &Expr, right: &Expr) -> (String, Tightness) {
        let infix = |symbol: &str, left_place: Tightness, right_place: Tightness, own: Tightness| {
            (format!("{} {symbol} {}", self.at(left, left_place), self.at(right, right_place)), own)
        };
        use Tightness::{Comparison, Concatenation, Implication, Logical, Prefix, Product, Sum};
        match op {
            BinaryOp::And | BinaryOp::Or => (self.chain(op, left, right), Logical),
            BinaryOp::Implies => infix("==>", Logical, Implication, Implication),
            BinaryOp::Equal => infix("==", Concatenation, Concatenation, Comparison),
            BinaryOp::NotEqual => infix("!=", Concatenation, Concatenation, Comparison),
            BinaryOp::Less => infix("<", Concatenation, Concatenation, Comparison),
            BinaryOp::LessEqual => infix("<=", Concatenation, Concatenation, Comparison),
            BinaryOp::Greater => infix(">", Concatenation, Concatenation, Comparison),
            BinaryOp::GreaterEqual => infix(">=", Concatenation, Concatenation, Comparison),
            BinaryOp::Concat => infix("++", Concatenation, Sum, Concatenation),
            BinaryOp::Add => infix("+", Sum, Product, Sum),
            BinaryOp::Subtract => infix("-", Sum, Product, Sum),
            BinaryOp::Multiply => infix("*", Product, Prefix, Product),
            BinaryOp::Divide => infix("div", Product, Prefix, Product),
            BinaryOp::Modulo => infix("mod", Product, Prefix, Product),
            BinaryOp::Offset => self.apply("$offset", &[left, right]),
            BinaryOp::Distance => self.apply("$distance", &[left, right]),
            BinaryOp::PointerLess => self.apply("$below", &[left, right]),
            BinaryOp::Ordered => self.apply("$ordered", &[left, right]),
            BinaryOp::Float(op) => self.apply(float_name(op), &[left, right]),
            BinaryOp::FloatCompare(comparison) => self.apply(float_comparison_name(comparison), &[left, right]),
            BinaryOp::Bits(_) | BinaryOp::BitsCompare(_) | BinaryOp::BitsOverflow(_) => {
                self.binary_function(op, left, right)
            }
        }
    }

    /// `a && b && c`, leaning to the left, with parentheses around what is too long.
    fn chain(&self, op: BinaryOp, left: &Expr, right: &Expr) -> String {
        let symbol = if op == BinaryOp::And { "&&" } else { "||" };
        let mut operands = vec![right];
        let mut rest = left;
        while let Expr::Binary(inner, left, right) = rest
            && *inner == op
            && operands.len() + 1 < LONGEST_CHAIN
        {
            operands.push(right);
            rest = left;
        }
        operands.push(rest);
        let texts: Vec<_> = operands.iter().rev().map(|operand| self.at(operand, Tightness::Comparison)).collect();
        texts.join(&format!(" {symbol} "))
    }

    fn binary_function(&self, op: BinaryOp, left: &Expr, right: &Expr) -> (String, Tightness) {
        let from = self.type_of(left);
        let width = match from {
            Type::Bits(width) => width,
            _ => 0,
        };
        let builtin = binary_name(op).unwrap_or("?");
        let to = typing::binary(op, &from, &from).unwrap_or(Type::Bool);
        self.function(&format!("{builtin}_{width}"), builtin, &[&from, &from], &to, &[left, right])
    }

    /// A function that must be declared to be read back; people can do without its width.
    fn function(
        &self,
        name: &str,
        builtin: &str,
        from: &[&Type],
        to: &Type,
        operands: &[&Expr],
    ) -> (String, Tightness) {
        let Some(functions) = self.functions else {
            return self.apply(builtin.split(' ').next().unwrap_or(builtin), operands);
        };
        let name = format!("${name}");
        let from: Vec<_> = from.iter().map(|ty| self.names.ty(ty)).collect();
        let to = self.names.ty(to);
        let declaration = format!("function {{:bvbuiltin \"{builtin}\"}} {name}({}) returns ({to});", from.join(", "));
        functions.borrow_mut().insert(name.clone(), declaration);
        self.apply(&name, operands)
    }

    fn apply(&self, name: &str, operands: &[&Expr]) -> (String, Tightness) {
        let operands: Vec<_> = operands.iter().map(|operand| self.expr(operand)).collect();
        (format!("{name}({})", operands.join(", ")), Tightness::Postfix)
    }

    fn type_of(&self, expr: &Expr) -> Type {
        let known = self.procedure.and_then(|procedure| typing::type_of(self.program, procedure, expr).ok());
        known.unwrap_or(Type::Int)
    }
}

fn literal_tightness(value: &Value) -> Tightness {
    match value {
        Value::Int(value) if value.sign() == Sign::Minus => Tightness::Prefix,
        _ => Tightness::Postfix,
    }
}
