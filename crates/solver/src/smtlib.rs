//! Terms as SMT-LIB 2 writes them.
//!
//! What occurs in a term more than once, and is more than a name, gets a name of its own when it is first written: a constant that
//! is asserted to be equal. (`define-fun` would say the same, but Z3 4.8.12 takes time that grows with the square of the size to
//! read it.) With `:global-declarations` the constants stay when assertions are taken back, and what they are equal to is asserted
//! again if it is needed again.

use std::fmt::Write;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::terms::{BitsOp, Node, Op, Term, Terms};

/// What a solver was told, and so need not be told again.
#[derive(Default)]
pub struct Told {
    symbols: FxHashSet<Term>,
    /// Terms whose names were declared.
    declared: FxHashSet<Term>,
    /// Terms whose names mean what they should at the moment.
    named: FxHashSet<Term>,
    /// Those that have got their names since each of the points to which one may go back.
    named_since: Vec<Vec<Term>>,
}

impl Told {
    /// What is asserted from now on may be taken back.
    pub fn push(&mut self) {
        self.named_since.push(Vec::new());
    }

    /// What was asserted since the last [`Told::push`] is taken back.
    pub fn pop(&mut self) {
        for term in self.named_since.pop().unwrap_or_default() {
            self.named.remove(&term);
        }
    }

    /// Appends the declarations and definitions that the term needs to be written.
    pub fn declare(&mut self, terms: &Terms, term: Term, into: &mut String) {
        for shared in self.shared(terms, term) {
            if self.named.contains(&shared) {
                continue;
            }
            let mut body = String::new();
            self.application(terms, shared, &mut body);
            let name = shared.0;
            if self.declared.insert(shared) {
                let _ = writeln!(into, "(declare-const $t{name} {})", terms.sort(shared));
            }
            let _ = writeln!(into, "(assert (= $t{name} {body}))");
            self.named.insert(shared);
            if let Some(since) = self.named_since.last_mut() {
                since.push(shared);
            }
        }
    }

    /// What occurs more than once in the term and is to be named, operands first. New symbols are declared by whoever meets them.
    fn shared(&mut self, terms: &Terms, root: Term) -> Vec<Term> {
        let mut uses: FxHashMap<Term, u32> = FxHashMap::default();
        let mut order = Vec::new();
        // A term is entered when it is met first, and is done when all its operands are.
        let mut work = vec![(root, false)];
        while let Some((term, is_done)) = work.pop() {
            if is_done {
                order.push(term);
                continue;
            }
            let count = uses.entry(term).or_default();
            *count += 1;
            if *count > 1 || self.named.contains(&term) {
                continue;
            }
            work.push((term, true));
            work.extend(terms.operands(term).iter().rev().map(|operand| (*operand, false)));
        }
        order.retain(|term| uses[term] > 1 && !terms.operands(*term).is_empty());
        order
    }

    /// Appends declarations of the constants that are new in the term.
    pub fn declare_symbols(&mut self, terms: &Terms, root: Term, into: &mut String) {
        let mut seen: FxHashSet<Term> = FxHashSet::default();
        let mut work = vec![root];
        while let Some(term) = work.pop() {
            // What has a name was written before, and everything in it.
            if self.named.contains(&term) || !seen.insert(term) {
                continue;
            }
            if matches!(terms.node(term), Node::Symbol(..)) && self.symbols.insert(term) {
                let _ = writeln!(into, "(declare-const {} {})", name(terms, term), terms.sort(term));
            }
            work.extend(terms.operands(term).iter().rev());
        }
    }

    /// Appends the term, whose needs were declared.
    pub fn write(&self, terms: &Terms, term: Term, into: &mut String) {
        if self.named.contains(&term) {
            let _ = write!(into, "$t{}", term.0);
        } else {
            self.application(terms, term, into);
        }
    }

    /// Appends the term without looking whether it has a name.
    fn application(&self, terms: &Terms, term: Term, into: &mut String) {
        match terms.node(term) {
            Node::Bool(value) => {
                let _ = write!(into, "{value}");
            }
            Node::Int(value) if value.sign() == num_bigint::Sign::Minus => {
                let _ = write!(into, "(- {})", value.magnitude());
            }
            Node::Int(value) => {
                let _ = write!(into, "{value}");
            }
            Node::Bits(width, value) => {
                let _ = write!(into, "(_ bv{value} {width})");
            }
            Node::Symbol(..) => into.push_str(&name(terms, term)),
            Node::Apply(op, operands) => {
                into.push('(');
                operator(op, into);
                for operand in operands {
                    into.push(' ');
                    self.write(terms, *operand, into);
                }
                into.push(')');
            }
        }
    }
}

/// A symbol's name: a number keeps it apart from others, and whatever SMT-LIB does not allow in quotes is left out.
pub(crate) fn name(terms: &Terms, term: Term) -> String {
    match terms.node(term) {
        Node::Symbol(name, number) => {
            let plain: String = name.chars().filter(|it| !matches!(it, '|' | '\\') && !it.is_control()).collect();
            format!("|{plain}!{number}|")
        }
        _ => unreachable!("only symbols have names"),
    }
}

fn operator(op: &Op, into: &mut String) {
    let word = match op {
        Op::Not => "not",
        Op::And => "and",
        Op::Or => "or",
        Op::Equal => "=",
        Op::If => "ite",
        Op::Add => "+",
        Op::Multiply => "*",
        Op::Divide => "div",
        Op::Remainder => "mod",
        Op::LessEqual => "<=",
        Op::Select => "select",
        Op::Store => "store",
        Op::ToInt => "bv2nat",
        Op::Bits(op) => bits_operator(*op),
        Op::Everywhere(sort) => {
            let _ = write!(into, "(as const {sort})");
            return;
        }
        Op::Extract(high, low) => {
            let _ = write!(into, "(_ extract {} {low})", high - 1);
            return;
        }
        Op::ZeroExtend(by) => {
            let _ = write!(into, "(_ zero_extend {by})");
            return;
        }
        Op::SignExtend(by) => {
            let _ = write!(into, "(_ sign_extend {by})");
            return;
        }
        Op::ToBits(width) => {
            let _ = write!(into, "(_ int2bv {width})");
            return;
        }
    };
    into.push_str(word);
}

fn bits_operator(op: BitsOp) -> &'static str {
    match op {
        BitsOp::Not => "bvnot",
        BitsOp::Negate => "bvneg",
        BitsOp::And => "bvand",
        BitsOp::Or => "bvor",
        BitsOp::Xor => "bvxor",
        BitsOp::Add => "bvadd",
        BitsOp::Subtract => "bvsub",
        BitsOp::Multiply => "bvmul",
        BitsOp::DivideUnsigned => "bvudiv",
        BitsOp::DivideSigned => "bvsdiv",
        BitsOp::RemainderUnsigned => "bvurem",
        BitsOp::RemainderSigned => "bvsrem",
        BitsOp::ShiftLeft => "bvshl",
        BitsOp::ShiftRight => "bvlshr",
        BitsOp::ShiftRightSigned => "bvashr",
        BitsOp::LessUnsigned => "bvult",
        BitsOp::LessEqualUnsigned => "bvule",
        BitsOp::LessSigned => "bvslt",
        BitsOp::LessEqualSigned => "bvsle",
        BitsOp::Concat => "concat",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sort::Sort;

    fn said(told: &mut Told, terms: &Terms, term: Term) -> String {
        let mut text = String::new();
        told.declare_symbols(terms, term, &mut text);
        told.declare(terms, term, &mut text);
        told.write(terms, term, &mut text);
        text
    }

    #[test]
    fn what_occurs_twice_is_named_once() {
        let mut terms = Terms::new();
        let (x, three) = (terms.symbol("x", Sort::Int), terms.int(-3));
        let product = terms.multiply_int(x, x);
        let sum = terms.add_int(product, three);
        let (zero, positive) = (terms.int(0), terms.bool(true));
        let is_zero = terms.equal(sum, zero);
        let small = terms.at_most(sum, x);
        let both = terms.all([is_zero, small, positive]);
        let mut told = Told::default();
        let first = said(&mut told, &terms, both);
        let expected = "(declare-const |x!1| Int)\n(declare-const $t4 Int)\n\
                        (assert (= $t4 (+ (* |x!1| |x!1|) (- 3))))\n\
                        (and (= $t4 0) (<= $t4 |x!1|))";
        assert_eq!(first, expected);
        assert_eq!(said(&mut told, &terms, small), "(<= $t4 |x!1|)");

        let mut told = Told::default();
        told.push();
        assert_eq!(said(&mut told, &terms, both), expected);
        told.pop();
        let again = "(assert (= $t4 (+ (* |x!1| |x!1|) (- 3))))\n(and (= $t4 0) (<= $t4 |x!1|))";
        assert_eq!(said(&mut told, &terms, both), again);
    }

    #[test]
    fn names_stay_within_their_quotes() {
        let mut terms = Terms::new();
        let odd = terms.symbol("a|b\\c\n", Sort::Bits(8));
        let part = terms.extract(4, 0, odd);
        let wide = terms.zero_extend(4, part);
        let sum = terms.bits_op(BitsOp::Add, &[wide, odd]);
        let text = said(&mut Told::default(), &terms, sum);
        assert_eq!(
            text,
            "(declare-const |abc!1| (_ BitVec 8))\n(bvadd ((_ zero_extend 4) ((_ extract 3 0) |abc!1|)) |abc!1|)"
        );
    }
}
