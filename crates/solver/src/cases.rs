//! Machine integers of which it is known that they are one of a few values, and when they are which.
//!
//! Pointers of an unrolled program are like that, and the states of locks. With the conditions at hand it takes no machine integers at all to say that
//! two of them are equal, or that one is less: what is left is about truth values, where solvers are at their best, and widths make no difference.

use num_bigint::BigUint;
use num_traits::One;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::{SmallVec, smallvec};

use crate::sort::Sort;
use crate::terms::{BitsOp, Node, Op, Term, Terms};

/// Values, each of them once and in the order of their numbers, and the conditions under which a term is which. One condition holds, and no other.
pub type Cases = SmallVec<[(Term, Term); 2]>;

/// More values than this are not told apart.
const MOST_CASES: usize = 16;

/// More combinations of operands than this are not gone through.
const MOST_COMBINATIONS: usize = 32;

impl Terms {
    /// The values that the term may have, if they are known and few.
    pub fn cases(&mut self, term: Term) -> Option<Cases> {
        match self.node(term) {
            Node::Bits(..) => Some(smallvec![(term, self.bool(true))]),
            _ => self.by_cases.get(&term).cloned(),
        }
    }

    fn has_cases(&self, term: Term) -> bool {
        matches!(self.node(term), Node::Bits(..)) || self.by_cases.contains_key(&term)
    }

    /// What is each of these values under its condition. One of the conditions holds, and no other; values may be there several times.
    pub fn one_of(&mut self, cases: impl IntoIterator<Item = (Term, Term)>) -> Term {
        let mut conditions: FxHashMap<Term, SmallVec<[Term; 2]>> = FxHashMap::default();
        let mut values: SmallVec<[Term; 4]> = SmallVec::new();
        for (value, condition) in cases {
            let all = conditions.entry(value).or_default();
            if all.is_empty() {
                values.push(value);
            }
            all.push(condition);
        }
        values.sort_unstable();
        let mut cases = Cases::new();
        for value in &values {
            let condition = self.any(conditions.remove(value).unwrap_or_default());
            match self.as_bool(condition) {
                Some(true) => return *value,
                Some(false) => {}
                None => cases.push((*value, condition)),
            }
        }
        // Where no condition can hold, nobody looks.
        let Some(((last, _), others)) = cases.split_last() else { return values[0] };
        let sort = self.sort(*last).clone();
        let mut chosen = *last;
        for (value, condition) in others.iter().copied().rev() {
            chosen = self.apply(Op::If, [condition, value, chosen], sort.clone());
        }
        if cases.len() > 1 && cases.len() <= MOST_CASES {
            self.by_cases.insert(chosen, cases);
        }
        chosen
    }

    /// Whether the two are equal, if the values of both are known and few.
    pub(crate) fn equal_by_cases(&mut self, left: Term, right: Term) -> Option<Term> {
        let (left, right) = (self.cases(left)?, self.cases(right)?);
        let mut ways: SmallVec<[Term; 4]> = SmallVec::new();
        for (value, condition) in &left {
            if let Some((_, other)) = right.iter().find(|(other, _)| other == value) {
                ways.push(self.and(*condition, *other));
            }
        }
        Some(self.any(ways))
    }

    /// The first if the condition holds, and the second if not, if the values of both are known and few.
    pub(crate) fn choose_by_cases(&mut self, condition: Term, first: Term, second: Term) -> Option<Term> {
        let (first, second) = (self.cases(first)?, self.cases(second)?);
        let otherwise = self.not(condition);
        let mut cases = Cases::new();
        for (value, holds) in &first {
            let there = match second.iter().find(|(other, _)| other == value) {
                Some((_, other)) => self.choose(condition, *holds, *other),
                None => self.and(condition, *holds),
            };
            cases.push((*value, there));
        }
        for (value, holds) in second.iter().filter(|(value, _)| first.iter().all(|(other, _)| other != value)) {
            cases.push((*value, self.and(otherwise, *holds)));
        }
        (cases.len() <= MOST_CASES).then(|| self.one_of(cases))
    }

    /// The application, if the values of all operands are known and few, and what the operator makes of them.
    pub(crate) fn apply_by_cases(&mut self, op: Op, operands: &[Term]) -> Option<Term> {
        if operands.iter().any(|operand| !self.has_cases(*operand)) {
            return None;
        }
        let key = Node::Apply(op, operands.into());
        if let Some(known) = self.applied.get(&key) {
            return *known;
        }
        let Node::Apply(op, _) = &key else { unreachable!("it is an application") };
        let applied = self.applied_by_cases(op, operands);
        self.applied.insert(key, applied);
        applied
    }

    fn applied_by_cases(&mut self, op: &Op, operands: &[Term]) -> Option<Term> {
        let mut combinations: Vec<(SmallVec<[Term; 2]>, Term)> = vec![(SmallVec::new(), self.bool(true))];
        for operand in operands {
            let cases = self.cases(*operand)?;
            if combinations.len() * cases.len() > MOST_COMBINATIONS {
                return None;
            }
            let mut longer = Vec::with_capacity(combinations.len() * cases.len());
            for (values, condition) in &combinations {
                for (value, holds) in &cases {
                    let mut values = values.clone();
                    values.push(*value);
                    longer.push((values, self.and(*condition, *holds)));
                }
            }
            combinations = longer;
        }
        let mut results: SmallVec<[(Term, Term); 4]> = SmallVec::new();
        for (values, condition) in combinations {
            results.push((self.folded(op, &values)?, condition));
        }
        if *self.sort(results[0].0) == Sort::Bool {
            let holds: Vec<Term> =
                results.into_iter().filter(|(it, _)| self.as_bool(*it) == Some(true)).map(|it| it.1).collect();
            return Some(self.any(holds));
        }
        let values: FxHashSet<Term> = results.iter().map(|(value, _)| *value).collect();
        (values.len() <= MOST_CASES).then(|| self.one_of(results))
    }

    /// What the operator makes of values, if that is known here.
    fn folded(&mut self, op: &Op, values: &[Term]) -> Option<Term> {
        let number = |index: usize| match self.node(values[index]) {
            Node::Bits(width, value) => Some((*width, value.clone())),
            _ => None,
        };
        let (width, first) = number(0)?;
        let modulus = BigUint::one() << width;
        let half = &modulus >> 1u32;
        let second = || number(1).map(|(_, value)| value);
        // In two's complement the order of signed numbers is that of unsigned ones, half a turn on.
        let turned = |value: &BigUint| (value + &half) % &modulus;
        let (width, value) = match op {
            Op::Extract(high, low) => (high - low, first >> *low),
            Op::ZeroExtend(by) => (width + by, first),
            Op::SignExtend(by) if first < half => (width + by, first),
            Op::SignExtend(by) => (width + by, (BigUint::one() << (width + by)) - modulus + first),
            Op::Bits(BitsOp::Not) => (width, modulus - 1u8 - first),
            Op::Bits(BitsOp::Negate) => (width, modulus - first),
            Op::Bits(BitsOp::And) => (width, first & second()?),
            Op::Bits(BitsOp::Or) => (width, first | second()?),
            Op::Bits(BitsOp::Xor) => (width, first ^ second()?),
            Op::Bits(BitsOp::Add) => (width, first + second()?),
            Op::Bits(BitsOp::Subtract) => (width, first + modulus - second()?),
            Op::Bits(BitsOp::Multiply) => (width, first * second()?),
            Op::Bits(BitsOp::Concat) => {
                let (low, value) = number(1).filter(|_| values.len() == 2)?;
                (width + low, (first << low) + value)
            }
            Op::Bits(BitsOp::LessUnsigned) => return second().map(|second| self.bool(first < second)),
            Op::Bits(BitsOp::LessEqualUnsigned) => return second().map(|second| self.bool(first <= second)),
            Op::Bits(BitsOp::LessSigned) => return second().map(|second| self.bool(turned(&first) < turned(&second))),
            Op::Bits(BitsOp::LessEqualSigned) => {
                return second().map(|second| self.bool(turned(&first) <= turned(&second)));
            }
            _ => return None,
        };
        Some(self.bits(width, value))
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::session::{Answer, Session, Solver};

    const UNARY: [Op; 7] = [
        Op::Extract(2, 1),
        Op::Extract(3, 2),
        Op::Extract(2, 0),
        Op::ZeroExtend(2),
        Op::SignExtend(2),
        Op::Bits(BitsOp::Not),
        Op::Bits(BitsOp::Negate),
    ];

    const BINARY: [BitsOp; 11] = [
        BitsOp::And,
        BitsOp::Or,
        BitsOp::Xor,
        BitsOp::Add,
        BitsOp::Subtract,
        BitsOp::Multiply,
        BitsOp::Concat,
        BitsOp::LessUnsigned,
        BitsOp::LessEqualUnsigned,
        BitsOp::LessSigned,
        BitsOp::LessEqualSigned,
    ];

    /// The application, with values or without.
    fn applied(terms: &mut Terms, op: &Op, operands: &[Term]) -> Term {
        match op {
            Op::Extract(high, low) => terms.extract(*high, *low, operands[0]),
            Op::ZeroExtend(by) => terms.zero_extend(*by, operands[0]),
            Op::SignExtend(by) => terms.sign_extend(*by, operands[0]),
            Op::Bits(op) => terms.bits_op(*op, operands),
            _ => unreachable!("operators on machine integers only"),
        }
    }

    /// A number of three bits that is one of a few values, by a condition for each, and the same as a constant that the solver may choose.
    fn one_of_few(terms: &mut Terms, asserted: &mut Vec<Term>, values: &[u8]) -> (Term, Term) {
        let (constant, mut cases) = (terms.symbol("x", Sort::Bits(3)), Vec::new());
        for value in values {
            let (value, condition) = (terms.bits(3, *value), terms.symbol("c", Sort::Bool));
            let is_it = terms.equal(constant, value);
            asserted.push(terms.equal(condition, is_it));
            cases.push((value, condition));
        }
        asserted.push(terms.any(cases.iter().map(|(_, condition)| *condition)));
        (terms.one_of(cases), constant)
    }

    #[test]
    fn operators_make_of_cases_what_the_solver_makes_of_numbers() {
        let (mut terms, mut asserted, mut different) = (Terms::new(), Vec::new(), Vec::new());
        let (left, any_left) = one_of_few(&mut terms, &mut asserted, &[3, 4]);
        let (right, any_right) = one_of_few(&mut terms, &mut asserted, &[0, 1, 2, 3, 4, 5, 6, 7]);
        let binary = BINARY.map(|op| (Op::Bits(op), vec![left, right], vec![any_left, any_right]));
        let unary = UNARY.map(|op| (op, vec![right], vec![any_right]));
        for (op, by_cases, plainly) in binary.into_iter().chain(unary) {
            let first = applied(&mut terms, &op, &by_cases);
            let second = applied(&mut terms, &op, &plainly);
            assert!(*terms.sort(first) == Sort::Bool || terms.cases(first).is_some(), "{op:?}");
            let equal = terms.equal(first, second);
            different.push(terms.not(equal));
        }
        let choice = terms.symbol("choice", Sort::Bool);
        let (first, second) = (terms.choose(choice, left, right), terms.choose(choice, any_left, any_right));
        let equal = terms.equal(first, second);
        different.push(terms.not(equal));
        let (first, second) = (terms.equal(left, right), terms.equal(any_left, any_right));
        let equal = terms.equal(first, second);
        different.push(terms.not(equal));
        asserted.push(terms.any(different));
        let mut session = Session::start(&Solver::at(Path::new("z3"))).expect("z3 is there");
        asserted.iter().for_each(|term| session.assert(&terms, *term));
        assert_eq!(session.check(&|| false), Ok(Answer::Unsatisfiable));
    }

    #[test]
    fn what_is_one_of_a_few_values_is_known_to_be_no_other() {
        let mut terms = Terms::new();
        let choice = terms.symbol("choice", Sort::Bool);
        let (one, two, three) = (terms.bits(64, 1u8), terms.bits(64, 2u8), terms.bits(64, 3u8));
        let chosen = terms.choose(choice, one, two);
        let (is_one, is_two, is_three) =
            (terms.equal(chosen, one), terms.equal(two, chosen), terms.equal(chosen, three));
        let (not, no) = (terms.not(choice), terms.bool(false));
        assert_eq!((is_one, is_two, is_three), (choice, not, no));
        let other = terms.choose(not, two, one);
        assert_eq!(other, chosen);
        let sum = terms.bits_op(BitsOp::Add, &[chosen, one]);
        let expected = terms.choose(choice, two, three);
        assert_eq!(sum, expected);
        let less = terms.bits_op(BitsOp::LessUnsigned, &[chosen, two]);
        assert_eq!(less, choice);
    }
}
