//! Expressions as terms.
//!
//! An expression has a value where its evaluation meets no fault: the condition for that comes with the term. Operands that the
//! reference semantics does not look at, behind `&&` and its like, do not count there.

use num_bigint::BigInt;
use num_traits::{One, ToPrimitive};
use std::borrow::Cow;

use program::expr::{BinaryOp, BitsComparison, BitsOp, Expr, OverflowOp, UnaryOp, VarRef};
use program::value::Value;
use solver::sort::Sort;
use solver::terms::{BitsOp as Machine, Node, Term, Terms};

use crate::addresses;
use crate::contents::{Cell, Contents};
use crate::growth::{Counting, Growth};
use crate::universe::{Keys, Universe};

/// The value of an expression.
#[derive(Clone, Debug)]
pub struct Evaluated {
    /// The value.
    pub contents: Contents,
    /// Whether there is one: no fault is met.
    pub fine: Term,
}

/// What this engine has no terms for, in words that go before "is not supported".
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct NoTerm(pub Cow<'static, str>);

impl NoTerm {
    /// That there are none for this.
    pub const fn of(what: &'static str) -> NoTerm {
        NoTerm(Cow::Borrowed(what))
    }
}

/// What variables hold, and how maps are kept.
pub struct Scope<'a> {
    /// The global variables.
    pub globals: &'a [Contents],
    /// The local variables.
    pub locals: &'a [Contents],
    /// Which values there are.
    pub universe: &'a Universe,
    /// How they grow.
    pub growth: &'a Growth,
    /// Whether there are pointers, so that numbers may be addresses.
    pub has_pointers: bool,
}

impl Scope<'_> {
    fn variable(&self, variable: VarRef) -> Contents {
        match variable {
            VarRef::Global(global) => self.globals[global.index()].clone(),
            VarRef::Local(local) => self.locals[local.index()].clone(),
        }
    }

    /// The expression's value.
    pub fn eval(&self, terms: &mut Terms, expr: &Expr) -> Result<Evaluated, NoTerm> {
        match expr {
            Expr::Literal(Value::Vague(vague)) if vague.undefined.count_ones() == u64::from(vague.bits.width()) => {
                let cell = Cell::undefined(terms, &Sort::Bits(vague.bits.width()));
                Ok(Evaluated { contents: Contents::Whole(cell), fine: terms.bool(true) })
            }
            Expr::Literal(value) => {
                let value = literal(terms, self.universe, value)?;
                Ok(Evaluated { contents: Contents::of(terms, value), fine: terms.bool(true) })
            }
            // A variable may be copied without a look at it.
            Expr::Variable(variable) => Ok(Evaluated { contents: self.variable(*variable), fine: terms.bool(true) }),
            // What was never written may be moved about.
            Expr::Unary(UnaryOp::PointerToBits | UnaryOp::BitsToPointer, operand) => self.eval(terms, operand),
            Expr::Unary(op, operand) => {
                let (operand, fine) = self.term(terms, operand)?;
                let (value, mut fits) = self.unary(terms, *op, operand)?;
                if self.has_pointers {
                    let is_fine = addresses::unary_is_fine(terms, *op, operand, value);
                    fits = terms.and(fits, is_fine);
                }
                Ok(Evaluated { contents: Contents::of(terms, value), fine: terms.and(fine, fits) })
            }
            Expr::Binary(op, left, right) => self.binary(terms, *op, left, right),
            Expr::If(condition, first, second) => {
                let (condition, fine) = self.term(terms, condition)?;
                let (first, second) = (self.eval(terms, first)?, self.eval(terms, second)?);
                let either = terms.choose(condition, first.fine, second.fine);
                let contents = first.contents.or_else(terms, condition, &second.contents);
                Ok(Evaluated { contents, fine: terms.and(fine, either) })
            }
            Expr::Select(map, keys) => self.select(terms, map, keys),
            Expr::Update(map, keys, value) => self.update(terms, map, keys, value),
            Expr::Load(..) => Err(NoTerm::of("memory that is no variable")),
        }
    }

    /// The expression's value as one term, which is looked at.
    pub fn term(&self, terms: &mut Terms, expr: &Expr) -> Result<(Term, Term), NoTerm> {
        let evaluated = self.eval(terms, expr)?;
        match evaluated.contents {
            Contents::Whole(cell) => {
                let defined = cell.is_defined(terms);
                Ok((cell.value, terms.and(evaluated.fine, defined)))
            }
            Contents::ByKey(..) => Err(NoTerm::of("a comparison of maps")),
        }
    }

    /// The same of an expression that must have this value in each turn of the cycle.
    pub fn steady(&self, terms: &mut Terms, expr: &Expr) -> Result<(Term, Term), NoTerm> {
        let (value, fine) = self.term(terms, expr)?;
        let is_steady = self.growth.is_steady(terms, value);
        Ok((value, terms.and(fine, is_steady)))
    }

    fn select(&self, terms: &mut Terms, map: &Expr, keys: &[Expr]) -> Result<Evaluated, NoTerm> {
        let evaluated = self.eval(terms, map)?;
        match evaluated.contents {
            Contents::ByKey(universe, cells) => {
                let (hits, found) = self.hits(terms, &universe, keys)?;
                let mut element = *cells.last().ok_or(NoTerm::of("a map without elements"))?;
                for (hit, cell) in hits.iter().zip(&cells).rev() {
                    element = cell.or_else(terms, *hit, &element);
                }
                let fine = terms.and(evaluated.fine, found);
                Ok(Evaluated { contents: Contents::Whole(element), fine })
            }
            Contents::Whole(cell) => {
                let (Cell { mut value, mut defined }, mut fine) = (cell, evaluated.fine);
                for key in keys {
                    let (key, key_fine) = self.steady(terms, key)?;
                    fine = terms.and(fine, key_fine);
                    (value, defined) = (terms.select(value, key), terms.select(defined, key));
                }
                Ok(Evaluated { contents: Contents::Whole(Cell { value, defined }), fine })
            }
        }
    }

    /// Which of the keys of a map is meant, and whether one of them is.
    fn hits(&self, terms: &mut Terms, universe: &Keys, keys: &[Expr]) -> Result<(Vec<Term>, Term), NoTerm> {
        let (mut meant, mut fine) = (Vec::new(), terms.bool(true));
        for key in keys {
            let (key, key_fine) = self.steady(terms, key)?;
            fine = terms.and(fine, key_fine);
            meant.push(key);
        }
        let mut hits = Vec::new();
        for candidate in &**universe {
            let mut same = Vec::new();
            for (key, value) in meant.iter().zip(candidate) {
                let value = literal(terms, self.universe, value)?;
                same.push(terms.equal(*key, value));
            }
            hits.push(terms.all(same));
        }
        let some = terms.any(hits.iter().copied());
        Ok((hits, terms.and(fine, some)))
    }

    fn update(&self, terms: &mut Terms, map: &Expr, keys: &[Expr], value: &Expr) -> Result<Evaluated, NoTerm> {
        let evaluated = self.eval(terms, map)?;
        let element = self.eval(terms, value)?;
        let mut fine = terms.and(evaluated.fine, element.fine);
        let Contents::Whole(new) = element.contents else { return Err(NoTerm::of("a map of maps")) };
        match evaluated.contents {
            Contents::ByKey(universe, mut cells) => {
                let (hits, found) = self.hits(terms, &universe, keys)?;
                for (hit, cell) in hits.iter().zip(&mut cells) {
                    *cell = new.or_else(terms, *hit, cell);
                }
                fine = terms.and(fine, found);
                Ok(Evaluated { contents: Contents::ByKey(universe, cells), fine })
            }
            Contents::Whole(cell) => {
                let mut path = Vec::new();
                for key in keys {
                    let (key, key_fine) = self.steady(terms, key)?;
                    fine = terms.and(fine, key_fine);
                    path.push(key);
                }
                // What is in an array has no slopes.
                let is_steady = self.growth.is_steady(terms, new.value);
                fine = terms.and(fine, is_steady);
                let value = store(terms, cell.value, &path, new.value);
                let defined = store(terms, cell.defined, &path, new.defined);
                Ok(Evaluated { contents: Contents::Whole(Cell { value, defined }), fine })
            }
        }
    }

    fn binary(&self, terms: &mut Terms, op: BinaryOp, left: &Expr, right: &Expr) -> Result<Evaluated, NoTerm> {
        let ((first, first_fine), (second, second_fine)) = (self.term(terms, left)?, self.term(terms, right)?);
        // Whether the second operand is looked at.
        let looked_at = match op {
            BinaryOp::And | BinaryOp::Implies => first,
            BinaryOp::Or => terms.not(first),
            _ => terms.bool(true),
        };
        let second_fine = terms.implies(looked_at, second_fine);
        let mut fine = terms.and(first_fine, second_fine);
        if let BinaryOp::Divide | BinaryOp::Modulo = op {
            let zero = literal(terms, self.universe, &Value::int(0))?;
            let by_zero = terms.equal(second, zero);
            let not = terms.not(by_zero);
            fine = terms.and(fine, not);
        }
        let (value, mut fits) = self.apply(terms, op, first, second)?;
        if self.has_pointers {
            let is_fine = addresses::binary_is_fine(terms, op, first, second, value);
            fits = terms.and(fits, is_fine);
        }
        Ok(Evaluated { contents: Contents::of(terms, value), fine: terms.and(fine, fits) })
    }
}

/// Operators. With the value comes the condition that it is in the universe.
impl Scope<'_> {
    fn unary(&self, terms: &mut Terms, op: UnaryOp, operand: Term) -> Result<(Term, Term), NoTerm> {
        let counting = match op {
            UnaryOp::BitsNot | UnaryOp::BitsNegate => Counting::Follows,
            UnaryOp::Extract { high, low: 0 } if high % 8 == 0 => Counting::Follows,
            UnaryOp::Extract { high, .. } => Counting::LowBits(high),
            _ => Counting::Stays,
        };
        let counts_well = self.growth.counts_well(terms, counting, &[operand]);
        let (value, fits) = self.unary_value(terms, op, operand)?;
        Ok((value, terms.and(fits, counts_well)))
    }

    fn unary_value(&self, terms: &mut Terms, op: UnaryOp, operand: Term) -> Result<(Term, Term), NoTerm> {
        let width = width(terms, operand);
        let value = match op {
            UnaryOp::Not => terms.not(operand),
            UnaryOp::Negate => {
                let zero = literal(terms, self.universe, &Value::int(0))?;
                return self.integers(terms, BinaryOp::Subtract, zero, operand);
            }
            UnaryOp::BitsNot => terms.bits_op(Machine::Not, &[operand]),
            UnaryOp::BitsNegate => terms.bits_op(Machine::Negate, &[operand]),
            UnaryOp::Extract { high, low } => terms.extract(high, low, operand),
            UnaryOp::ZeroExtend(to) => terms.zero_extend(to - width, operand),
            UnaryOp::SignExtend(to) => terms.sign_extend(to - width, operand),
            UnaryOp::UnsignedToInt | UnaryOp::SignedToInt => {
                return Ok(self.to_integer(terms, operand, op == UnaryOp::SignedToInt));
            }
            UnaryOp::IntToBits(to) => match self.universe {
                Universe::Exact | Universe::FewKeys => {
                    let modulus = terms.int(BigInt::one() << to);
                    let is_steady = self.growth.is_by_multiples(terms, operand, modulus);
                    return Ok((terms.to_bits(to, operand), is_steady));
                }
                Universe::Small { .. } if to <= width => terms.extract(to, 0, operand),
                Universe::Small { .. } => terms.sign_extend(to - width, operand),
            },
            UnaryOp::PointerToBits | UnaryOp::BitsToPointer => operand,
            UnaryOp::ObjectSize => return Err(NoTerm::of("the size of an object")),
            UnaryOp::FloatToFloat(_)
            | UnaryOp::FloatToSigned(_)
            | UnaryOp::FloatToUnsigned(_)
            | UnaryOp::SignedToFloat(_)
            | UnaryOp::UnsignedToFloat(_) => return Err(FLOATS),
        };
        Ok((value, terms.bool(true)))
    }

    /// The machine integer as an integer.
    fn to_integer(&self, terms: &mut Terms, operand: Term, is_signed: bool) -> (Term, Term) {
        let width = width(terms, operand);
        match self.universe {
            Universe::Exact | Universe::FewKeys if !is_signed => (terms.to_int(operand), terms.bool(true)),
            Universe::Exact | Universe::FewKeys => {
                let (unsigned, zero) = (terms.to_int(operand), terms.bits(width, 0u8));
                let modulus = terms.int(BigInt::one() << width);
                let below = terms.subtract_int(unsigned, modulus);
                let negative = terms.bits_op(Machine::LessSigned, &[operand, zero]);
                (terms.choose(negative, below, unsigned), terms.bool(true))
            }
            Universe::Small { number_bits, .. } => {
                // With one more bit than any of both needs.
                let by = (number_bits + 1).saturating_sub(width).max(1);
                let wide = if is_signed { terms.sign_extend(by, operand) } else { terms.zero_extend(by, operand) };
                narrowed(terms, wide, *number_bits)
            }
        }
    }

    /// Arithmetic on integers.
    fn integers(&self, terms: &mut Terms, op: BinaryOp, left: Term, right: Term) -> Result<(Term, Term), NoTerm> {
        let Universe::Small { number_bits, .. } = self.universe else {
            let is_fine = self.grows_well(terms, op, left, right);
            let value = match op {
                BinaryOp::Add => terms.add_int(left, right),
                BinaryOp::Subtract => terms.subtract_int(left, right),
                BinaryOp::Multiply => terms.multiply_int(left, right),
                BinaryOp::Divide => terms.divide_int(left, right),
                BinaryOp::Modulo => terms.remainder_int(left, right),
                _ => unreachable!("these are all operations on integers"),
            };
            return Ok((value, is_fine));
        };
        let by = if op == BinaryOp::Multiply { *number_bits } else { 2 };
        let (left, right) = (terms.sign_extend(by, left), terms.sign_extend(by, right));
        let wide = match op {
            BinaryOp::Add => terms.bits_op(Machine::Add, &[left, right]),
            BinaryOp::Subtract => terms.bits_op(Machine::Subtract, &[left, right]),
            BinaryOp::Multiply => terms.bits_op(Machine::Multiply, &[left, right]),
            _ => {
                let zero = terms.bits(width(terms, left), 0u8);
                let rest = terms.bits_op(Machine::RemainderSigned, &[left, right]);
                let negative = terms.bits_op(Machine::LessSigned, &[rest, zero]);
                let divisor_negative = terms.bits_op(Machine::LessSigned, &[right, zero]);
                let opposite = terms.bits_op(Machine::Negate, &[right]);
                let divisor = terms.choose(divisor_negative, opposite, right);
                let moved = terms.bits_op(Machine::Add, &[rest, divisor]);
                let rest = terms.choose(negative, moved, rest);
                if op == BinaryOp::Modulo {
                    rest
                } else {
                    let multiple = terms.bits_op(Machine::Subtract, &[left, rest]);
                    terms.bits_op(Machine::DivideSigned, &[multiple, right])
                }
            }
        };
        Ok(narrowed(terms, wide, *number_bits))
    }

    /// Whether the slopes of the result of an operation on integers are those that are derived from its operands.
    fn grows_well(&self, terms: &mut Terms, op: BinaryOp, left: Term, right: Term) -> Term {
        let is_number = |term: Term| terms.as_int(term).is_some();
        match op {
            BinaryOp::Add | BinaryOp::Subtract => terms.bool(true),
            BinaryOp::Multiply if is_number(left) || is_number(right) => terms.bool(true),
            BinaryOp::Divide | BinaryOp::Modulo if is_number(right) => self.growth.is_by_multiples(terms, left, right),
            _ => {
                let (left, right) = (self.growth.is_steady(terms, left), self.growth.is_steady(terms, right));
                terms.and(left, right)
            }
        }
    }

    /// Whether a comparison of integers, or of other things, comes out in the same way in each turn.
    fn compares_well(&self, terms: &mut Terms, op: BinaryOp, left: Term, right: Term) -> Term {
        match op {
            _ if *terms.sort(left) != Sort::Int => self.counts_well(terms, op, left, right),
            BinaryOp::Equal | BinaryOp::NotEqual => self.growth.is_equality_steady(terms, left, right),
            BinaryOp::LessEqual | BinaryOp::Greater => self.growth.is_order_steady(terms, left, right),
            BinaryOp::GreaterEqual | BinaryOp::Less => self.growth.is_order_steady(terms, right, left),
            _ => terms.bool(true),
        }
    }

    /// Whether the outcome of an operator on machine integers that count counts as well, or is the same in each turn.
    fn counts_well(&self, terms: &mut Terms, op: BinaryOp, left: Term, right: Term) -> Term {
        // The operand of which only so many low bits are of interest.
        let low = |count: u32, operand: Term| (Counting::LowBits(count), vec![operand]);
        let both = vec![left, right];
        let (counting, operands) = match op {
            BinaryOp::Equal | BinaryOp::NotEqual => (Counting::Equality, both),
            BinaryOp::Bits(BitsOp::Add | BitsOp::Subtract) => (Counting::Follows, both),
            BinaryOp::Bits(BitsOp::Multiply) => (Counting::FollowsOne(Machine::Multiply), both),
            BinaryOp::Bits(BitsOp::ShiftLeft) => (Counting::FollowsOne(Machine::ShiftLeft), both),
            BinaryOp::Bits(BitsOp::And) => match (mask(terms, left), mask(terms, right)) {
                (_, Some(mask)) => low(64 - mask.leading_zeros(), left),
                (Some(mask), _) => low(64 - mask.leading_zeros(), right),
                _ => (Counting::Stays, both),
            },
            BinaryOp::Bits(BitsOp::RemainderUnsigned) => match mask(terms, right) {
                Some(divisor) if divisor.is_power_of_two() => low(divisor.trailing_zeros(), left),
                _ => (Counting::Stays, both),
            },
            _ => (Counting::Stays, both),
        };
        self.growth.counts_well(terms, counting, &operands)
    }

    fn apply(&self, terms: &mut Terms, op: BinaryOp, left: Term, right: Term) -> Result<(Term, Term), NoTerm> {
        let compares_well = self.compares_well(terms, op, left, right);
        let at_most = |terms: &mut Terms, left, right| match self.universe {
            Universe::Exact | Universe::FewKeys => terms.at_most(left, right),
            Universe::Small { .. } => terms.bits_op(Machine::LessEqualSigned, &[left, right]),
        };
        let value = match op {
            BinaryOp::And => terms.and(left, right),
            BinaryOp::Or => terms.or(left, right),
            BinaryOp::Implies => terms.implies(left, right),
            BinaryOp::Equal => terms.equal(left, right),
            BinaryOp::NotEqual => {
                let equal = terms.equal(left, right);
                terms.not(equal)
            }
            BinaryOp::LessEqual => at_most(terms, left, right),
            BinaryOp::GreaterEqual => at_most(terms, right, left),
            BinaryOp::Less => {
                let not = at_most(terms, right, left);
                terms.not(not)
            }
            BinaryOp::Greater => {
                let not = at_most(terms, left, right);
                terms.not(not)
            }
            BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply | BinaryOp::Divide | BinaryOp::Modulo => {
                return self.integers(terms, op, left, right);
            }
            BinaryOp::Concat => terms.bits_op(Machine::Concat, &[left, right]),
            BinaryOp::Bits(op) => machine(terms, op, left, right),
            BinaryOp::BitsCompare(comparison) => compare(terms, comparison, left, right),
            BinaryOp::BitsOverflow(op) => overflows(terms, op, left, right),
            BinaryOp::Float(_) | BinaryOp::FloatCompare(_) => return Err(FLOATS),
            BinaryOp::Offset => terms.bits_op(Machine::Add, &[left, right]),
            BinaryOp::Distance => terms.bits_op(Machine::Subtract, &[left, right]),
            BinaryOp::PointerLess => terms.bits_op(Machine::LessUnsigned, &[left, right]),
            BinaryOp::Ordered => addresses::is_ordered(terms, left, right),
        };
        Ok((value, compares_well))
    }
}

/// The signed number in fewer bits, and whether it fits.
fn narrowed(terms: &mut Terms, wide: Term, bits: u32) -> (Term, Term) {
    let narrow = terms.extract(bits, 0, wide);
    let back = terms.sign_extend(width(terms, wide) - bits, narrow);
    (narrow, terms.equal(wide, back))
}

/// The machine integer that is written down.
fn mask(terms: &Terms, term: Term) -> Option<u64> {
    match terms.node(term) {
        Node::Bits(_, value) => value.to_u64(),
        _ => None,
    }
}

fn compare(terms: &mut Terms, comparison: BitsComparison, left: Term, right: Term) -> Term {
    let (op, operands) = match comparison {
        BitsComparison::UnsignedLess => (Machine::LessUnsigned, [left, right]),
        BitsComparison::UnsignedLessEqual => (Machine::LessEqualUnsigned, [left, right]),
        BitsComparison::UnsignedGreater => (Machine::LessUnsigned, [right, left]),
        BitsComparison::UnsignedGreaterEqual => (Machine::LessEqualUnsigned, [right, left]),
        BitsComparison::SignedLess => (Machine::LessSigned, [left, right]),
        BitsComparison::SignedLessEqual => (Machine::LessEqualSigned, [left, right]),
        BitsComparison::SignedGreater => (Machine::LessSigned, [right, left]),
        BitsComparison::SignedGreaterEqual => (Machine::LessEqualSigned, [right, left]),
    };
    terms.bits_op(op, &operands)
}

fn store(terms: &mut Terms, map: Term, path: &[Term], value: Term) -> Term {
    match path {
        [] => value,
        [key, rest @ ..] => {
            let inner = if rest.is_empty() {
                value
            } else {
                let inner = terms.select(map, *key);
                store(terms, inner, rest, value)
            };
            terms.store(map, *key, inner)
        }
    }
}

/// The value as a term.
pub fn literal(terms: &mut Terms, universe: &Universe, value: &Value) -> Result<Term, NoTerm> {
    Ok(match value {
        Value::Bool(value) => terms.bool(*value),
        Value::Int(value) => match universe.number(value) {
            None => terms.int(value.clone()),
            Some(bits) => {
                let (width, value) = bits?;
                terms.bits(width, value)
            }
        },
        Value::Bits(bits) => terms.bits(bits.width(), bits.unsigned().clone()),
        Value::Element(sort, number) => match universe.element(*sort) {
            None => terms.int(*number),
            Some(width) => terms.bits(width, *number),
        },
        Value::Any | Value::Form(_) => unreachable!("literals have values"),
        Value::Map(_) => return Err(NoTerm::of("a map that is written down")),
        Value::Pointer(pointer) => {
            let number = addresses::of(*pointer).ok_or(NoTerm::of("a pointer far from its object"))?;
            terms.bits(addresses::WIDTH, number)
        }
        Value::Parts(_) => return Err(NoTerm::of("a number that is made of parts of pointers")),
        Value::Vague(_) => return Err(NoTerm::of("a number with bits that have no value")),
    })
}

const FLOATS: NoTerm = NoTerm::of("a floating-point number");

fn machine(terms: &mut Terms, op: BitsOp, left: Term, right: Term) -> Term {
    let op = match op {
        BitsOp::Add => Machine::Add,
        BitsOp::Subtract => Machine::Subtract,
        BitsOp::Multiply => Machine::Multiply,
        BitsOp::DivideUnsigned => Machine::DivideUnsigned,
        BitsOp::DivideSigned => Machine::DivideSigned,
        BitsOp::RemainderUnsigned => Machine::RemainderUnsigned,
        BitsOp::RemainderSigned => Machine::RemainderSigned,
        BitsOp::ModuloSigned => return modulo(terms, left, right),
        BitsOp::And => Machine::And,
        BitsOp::Or => Machine::Or,
        BitsOp::Xor => Machine::Xor,
        BitsOp::ShiftLeft => Machine::ShiftLeft,
        BitsOp::ShiftRight => Machine::ShiftRight,
        BitsOp::ShiftRightSigned => Machine::ShiftRightSigned,
    };
    terms.bits_op(op, &[left, right])
}

/// The remainder with the sign of the divisor.
fn modulo(terms: &mut Terms, left: Term, right: Term) -> Term {
    let zero = terms.bits(width(terms, left), 0u8);
    let rest = terms.bits_op(Machine::RemainderSigned, &[left, right]);
    let is_zero = terms.equal(rest, zero);
    let rest_negative = terms.bits_op(Machine::LessSigned, &[rest, zero]);
    let divisor_negative = terms.bits_op(Machine::LessSigned, &[right, zero]);
    let one_sign = terms.equal(rest_negative, divisor_negative);
    let by_zero = terms.equal(right, zero);
    let as_it_is = terms.any([is_zero, one_sign, by_zero]);
    let moved = terms.bits_op(Machine::Add, &[rest, right]);
    terms.choose(as_it_is, rest, moved)
}

/// Whether the result, computed with twice the bits, is another one with as many as there are.
fn overflows(terms: &mut Terms, op: OverflowOp, left: Term, right: Term) -> Term {
    let width = width(terms, left);
    let (machine, is_signed) = match op {
        OverflowOp::AddSigned => (Machine::Add, true),
        OverflowOp::AddUnsigned => (Machine::Add, false),
        OverflowOp::SubtractSigned => (Machine::Subtract, true),
        OverflowOp::SubtractUnsigned => (Machine::Subtract, false),
        OverflowOp::MultiplySigned => (Machine::Multiply, true),
        OverflowOp::MultiplyUnsigned => (Machine::Multiply, false),
    };
    let by = if machine == Machine::Multiply { width } else { 1 };
    let mut wide = |term| if is_signed { terms.sign_extend(by, term) } else { terms.zero_extend(by, term) };
    let (left, right) = (wide(left), wide(right));
    let exact = terms.bits_op(machine, &[left, right]);
    let kept = terms.extract(width, 0, exact);
    let back = if is_signed { terms.sign_extend(by, kept) } else { terms.zero_extend(by, kept) };
    let same = terms.equal(exact, back);
    terms.not(same)
}

fn width(terms: &Terms, term: Term) -> u32 {
    match terms.sort(term) {
        Sort::Bits(width) => *width,
        _ => 0,
    }
}
