//! Terms, each of which exists once: equal terms have equal numbers, so that comparing them, and noticing that something was said
//! before, costs nothing.
//!
//! What makes a term smaller without looking further than its operands is done when it is made (`simplify.rs`).

use std::sync::Arc;

use num_bigint::{BigInt, BigUint};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::cases::Cases;
use crate::sort::Sort;

/// A term, by its number in a [`Terms`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Term(pub(crate) u32);

/// The operands of a term.
pub type Operands = SmallVec<[Term; 3]>;

/// What a term is made of.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Node {
    /// A truth value.
    Bool(bool),
    /// An integer.
    Int(BigInt),
    /// A machine integer of a width.
    Bits(u32, BigUint),
    /// A constant that the solver may choose, by its name and number: two of the same name are different.
    Symbol(Arc<str>, u32),
    /// An operator and what it is applied to.
    Apply(Op, Operands),
}

/// Operators, with the meaning that SMT-LIB gives them.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Op {
    Not,
    And,
    Or,
    Equal,
    If,
    Add,
    Multiply,
    /// Rounds so that the remainder is not negative.
    Divide,
    /// Never negative.
    Remainder,
    LessEqual,
    Select,
    Store,
    /// The map of this sort that has the operand everywhere.
    Everywhere(Sort),
    /// An operator on machine integers that needs no more than its name.
    Bits(BitsOp),
    /// The bits from the second number, the lowest, up to below the first.
    Extract(u32, u32),
    /// So many zeros in front.
    ZeroExtend(u32),
    /// So many times the first bit in front.
    SignExtend(u32),
    /// The machine integer as a number that is not negative.
    ToInt,
    /// The remainder of an integer as a machine integer of the width.
    ToBits(u32),
}

/// Operators on machine integers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum BitsOp {
    Not,
    Negate,
    And,
    Or,
    Xor,
    Add,
    Subtract,
    Multiply,
    DivideUnsigned,
    DivideSigned,
    RemainderUnsigned,
    RemainderSigned,
    ShiftLeft,
    ShiftRight,
    ShiftRightSigned,
    LessUnsigned,
    LessEqualUnsigned,
    LessSigned,
    LessEqualSigned,
    Concat,
}

/// All terms of a kind of work.
#[derive(Default)]
pub struct Terms {
    nodes: Vec<Node>,
    sorts: Vec<Sort>,
    known: FxHashMap<Node, Term>,
    symbols: u32,
    /// Those that are one of a few values, and when which.
    pub(crate) by_cases: FxHashMap<Term, Cases>,
    /// What operators make of such, if it was asked for before.
    pub(crate) applied: FxHashMap<Node, Option<Term>>,
    /// What operands take that have no room in their node, in bytes.
    elsewhere: usize,
}

impl Terms {
    /// No terms.
    pub fn new() -> Terms {
        Terms::default()
    }

    /// How many terms there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// How much memory they take, about.
    pub fn bytes(&self) -> u64 {
        let nodes = self.nodes.capacity() * size_of::<Node>() + self.sorts.capacity() * size_of::<Sort>();
        let known = self.known.capacity() * (size_of::<(Node, Term)>() + 1);
        // Conditions are terms; most lists of cases are longer than what has room in the table.
        let by_cases = self.by_cases.capacity() * (size_of::<(Term, Cases)>() + 1) + 64 * self.by_cases.len();
        let applied = self.applied.capacity() * (size_of::<(Node, Option<Term>)>() + 1);
        (nodes + known + by_cases + applied + self.elsewhere) as u64
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// What the term is made of.
    pub fn node(&self, term: Term) -> &Node {
        &self.nodes[term.0 as usize]
    }

    /// What the term is.
    pub fn sort(&self, term: Term) -> &Sort {
        &self.sorts[term.0 as usize]
    }

    /// What the term is applied to; nothing if it is no application.
    pub fn operands(&self, term: Term) -> &[Term] {
        match self.node(term) {
            Node::Apply(_, operands) => operands,
            _ => &[],
        }
    }

    /// A new constant that the solver may choose.
    pub fn symbol(&mut self, name: &str, sort: Sort) -> Term {
        self.symbols += 1;
        self.add(Node::Symbol(name.into(), self.symbols), sort)
    }

    /// How many constants there are that the solver may choose.
    pub fn symbols(&self) -> u32 {
        self.symbols
    }

    /// Whether a constant occurs in the term that was made when there were so many already.
    pub fn has_symbol_since(&self, term: Term, count: u32) -> bool {
        let mut seen = FxHashSet::default();
        let mut work = vec![term];
        while let Some(term) = work.pop() {
            match self.node(term) {
                Node::Symbol(_, number) if *number > count => return true,
                _ if seen.insert(term) => work.extend(self.operands(term)),
                _ => {}
            }
        }
        false
    }

    /// The truth value.
    pub fn bool(&mut self, value: bool) -> Term {
        self.add(Node::Bool(value), Sort::Bool)
    }

    /// The integer.
    pub fn int(&mut self, value: impl Into<BigInt>) -> Term {
        self.add(Node::Int(value.into()), Sort::Int)
    }

    /// The machine integer; what does not fit is cut off.
    pub fn bits(&mut self, width: u32, value: impl Into<BigUint>) -> Term {
        let value: BigUint = value.into();
        let modulus = BigUint::from(1u8) << width;
        self.add(Node::Bits(width, value % modulus), Sort::Bits(width))
    }

    /// The term, which is the one that there is already if there is one.
    pub(crate) fn add(&mut self, node: Node, sort: Sort) -> Term {
        if let Some(known) = self.known.get(&node) {
            return *known;
        }
        let term = Term(u32::try_from(self.nodes.len()).expect("terms are fewer than 2^32"));
        if let Node::Apply(_, operands) = &node
            && operands.spilled()
        {
            // Once in the list, and once where it is looked up.
            self.elsewhere += 2 * operands.len() * size_of::<Term>();
        }
        self.nodes.push(node.clone());
        self.sorts.push(sort);
        self.known.insert(node, term);
        term
    }

    /// The application, as it stands.
    pub(crate) fn apply(&mut self, op: Op, operands: impl IntoIterator<Item = Term>, sort: Sort) -> Term {
        self.add(Node::Apply(op, operands.into_iter().collect()), sort)
    }

    /// The truth value that the term is, if it is one.
    pub fn as_bool(&self, term: Term) -> Option<bool> {
        match self.node(term) {
            Node::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// The integer that the term is, if it is one.
    pub fn as_int(&self, term: Term) -> Option<&BigInt> {
        match self.node(term) {
            Node::Int(value) => Some(value),
            _ => None,
        }
    }

    /// Whether the term is a value that is written down: two different ones are not equal.
    pub fn is_literal(&self, term: Term) -> bool {
        matches!(self.node(term), Node::Bool(_) | Node::Int(_) | Node::Bits(..))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_terms_are_one_and_symbols_of_one_name_are_two() {
        let mut terms = Terms::new();
        let (x, y) = (terms.symbol("x", Sort::Int), terms.symbol("x", Sort::Int));
        assert_ne!(x, y);
        let (first, second) = (terms.add_int(x, y), terms.add_int(x, y));
        assert_eq!(first, second);
        assert_eq!(terms.bits(8, 256u32), terms.bits(8, 0u32));
        assert_eq!(terms.sort(first), &Sort::Int);
    }
}
