//! Making terms. What is known from the operands alone is computed on the way: values are folded, what has no effect is left out,
//! sums and conjunctions within such are flattened. So the unrolling of a program with known values stays small.

use num_bigint::BigInt;
use num_traits::{One, Zero};

use crate::sort::Sort;
use crate::terms::{BitsOp, Node, Op, Operands, Term, Terms};

/// Making truth values.
impl Terms {
    /// The negation.
    pub fn not(&mut self, term: Term) -> Term {
        match self.node(term) {
            Node::Bool(value) => {
                let value = !value;
                self.bool(value)
            }
            Node::Apply(Op::Not, operands) => operands[0],
            _ => self.apply(Op::Not, [term], Sort::Bool),
        }
    }

    /// Whether both hold.
    pub fn and(&mut self, left: Term, right: Term) -> Term {
        self.all([left, right])
    }

    /// Whether one of them holds.
    pub fn or(&mut self, left: Term, right: Term) -> Term {
        self.any([left, right])
    }

    /// Whether the second holds where the first does.
    pub fn implies(&mut self, left: Term, right: Term) -> Term {
        let not = self.not(left);
        self.or(not, right)
    }

    /// Whether all of them hold.
    pub fn all(&mut self, terms: impl IntoIterator<Item = Term>) -> Term {
        self.junction(Op::And, terms)
    }

    /// Whether some of them holds.
    pub fn any(&mut self, terms: impl IntoIterator<Item = Term>) -> Term {
        self.junction(Op::Or, terms)
    }

    /// A conjunction or a disjunction. One operand decides alone if it is the opposite of what has no effect.
    fn junction(&mut self, op: Op, terms: impl IntoIterator<Item = Term>) -> Term {
        let idle = op == Op::And;
        let mut operands = Operands::new();
        let mut work: Vec<Term> = terms.into_iter().collect();
        work.reverse();
        while let Some(term) = work.pop() {
            match self.node(term) {
                Node::Bool(value) if *value == idle => {}
                Node::Bool(_) => return term,
                Node::Apply(inner, parts) if *inner == op => work.extend(parts.iter().rev()),
                _ if operands.contains(&term) => {}
                _ => operands.push(term),
            }
        }
        let has_opposite = operands.iter().any(|term| match self.node(*term) {
            Node::Apply(Op::Not, parts) => operands.contains(&parts[0]),
            _ => false,
        });
        match operands[..] {
            _ if has_opposite => self.bool(!idle),
            [] => self.bool(idle),
            [only] => only,
            _ => self.apply(op, operands, Sort::Bool),
        }
    }

    /// Whether the two are equal.
    pub fn equal(&mut self, left: Term, right: Term) -> Term {
        debug_assert_eq!(self.sort(left), self.sort(right));
        if left == right {
            return self.bool(true);
        }
        if self.is_literal(left) && self.is_literal(right) {
            return self.bool(false);
        }
        match (self.as_bool(left), self.as_bool(right)) {
            (Some(true), _) => return right,
            (_, Some(true)) => return left,
            (Some(false), _) => return self.not(right),
            (_, Some(false)) => return self.not(left),
            _ => {}
        }
        if let Some(equal) = self.equal_by_cases(left, right) {
            return equal;
        }
        // Which one comes first makes no difference.
        let (first, second) = if left < right { (left, right) } else { (right, left) };
        self.apply(Op::Equal, [first, second], Sort::Bool)
    }

    /// The first if the condition holds, and the second if not.
    pub fn choose(&mut self, condition: Term, first: Term, second: Term) -> Term {
        debug_assert_eq!(self.sort(first), self.sort(second));
        match self.as_bool(condition) {
            Some(true) => return first,
            Some(false) => return second,
            None if first == second => return first,
            None => {}
        }
        match (self.as_bool(first), self.as_bool(second)) {
            (Some(true), Some(false)) => return condition,
            (Some(false), Some(true)) => return self.not(condition),
            (Some(true), _) => return self.or(condition, second),
            (Some(false), _) => {
                let not = self.not(condition);
                return self.and(not, second);
            }
            (_, Some(true)) => {
                let not = self.not(condition);
                return self.or(not, first);
            }
            (_, Some(false)) => return self.and(condition, first),
            _ => {}
        }
        if let Some(chosen) = self.choose_by_cases(condition, first, second) {
            return chosen;
        }
        let sort = self.sort(first).clone();
        self.apply(Op::If, [condition, first, second], sort)
    }
}

/// Making integers.
impl Terms {
    /// The sum.
    pub fn add_int(&mut self, left: Term, right: Term) -> Term {
        self.sum([left, right])
    }

    /// The difference.
    pub fn subtract_int(&mut self, left: Term, right: Term) -> Term {
        let negated = self.negate_int(right);
        self.add_int(left, negated)
    }

    /// The number with the other sign.
    pub fn negate_int(&mut self, term: Term) -> Term {
        let minus_one = self.int(-1);
        self.multiply_int(minus_one, term)
    }

    /// The sum of all. Values are added up and come last, equal operands are counted.
    pub fn sum(&mut self, terms: impl IntoIterator<Item = Term>) -> Term {
        let mut constant = BigInt::zero();
        let mut parts: Vec<(Term, BigInt)> = Vec::new();
        let mut work: Vec<Term> = terms.into_iter().collect();
        work.reverse();
        while let Some(term) = work.pop() {
            match self.node(term) {
                Node::Int(value) => constant += value,
                Node::Apply(Op::Add, operands) => work.extend(operands.iter().rev()),
                _ => {
                    let (factor, rest) = self.factor(term);
                    match parts.iter_mut().find(|(part, _)| *part == rest) {
                        Some((_, count)) => *count += factor,
                        None => parts.push((rest, factor)),
                    }
                }
            }
        }
        let mut operands = Operands::new();
        for (part, count) in parts.into_iter().filter(|(_, count)| !count.is_zero()) {
            let factor = self.int(count);
            operands.push(self.multiply_int(factor, part));
        }
        if !constant.is_zero() || operands.is_empty() {
            operands.push(self.int(constant));
        }
        match operands[..] {
            [only] => only,
            _ => self.apply(Op::Add, operands, Sort::Int),
        }
    }

    /// A term as a number times another term.
    fn factor(&self, term: Term) -> (BigInt, Term) {
        if let Node::Apply(Op::Multiply, operands) = self.node(term)
            && let [factor, rest] = operands[..]
            && let Some(factor) = self.as_int(factor)
        {
            return (factor.clone(), rest);
        }
        (BigInt::one(), term)
    }

    /// The product. A value comes first.
    pub fn multiply_int(&mut self, left: Term, right: Term) -> Term {
        let (left, right) = if self.as_int(right).is_some() { (right, left) } else { (left, right) };
        let factor = self.as_int(left).cloned();
        match (factor, self.as_int(right)) {
            (Some(left), Some(right)) => {
                let product = left * right;
                return self.int(product);
            }
            (Some(factor), None) if factor.is_zero() => return left,
            (Some(factor), None) if factor.is_one() => return right,
            (Some(factor), None) => match self.node(right).clone() {
                Node::Apply(Op::Multiply, _) => {
                    let (other, rest) = self.factor(right);
                    if !other.is_one() {
                        let product = self.int(factor * other);
                        return self.multiply_int(product, rest);
                    }
                }
                Node::Apply(Op::Add, operands) => {
                    let products: Operands = operands.iter().map(|part| self.multiply_int(left, *part)).collect();
                    return self.sum(products);
                }
                _ => {}
            },
            _ => {}
        }
        let (first, second) = if self.as_int(left).is_some() || left < right { (left, right) } else { (right, left) };
        self.apply(Op::Multiply, [first, second], Sort::Int)
    }

    /// The quotient, rounded so that the remainder is not negative; of what is divided by zero, any number.
    pub fn divide_int(&mut self, left: Term, right: Term) -> Term {
        self.division(Op::Divide, left, right)
    }

    /// The remainder, which is not negative; of what is divided by zero, any number.
    pub fn remainder_int(&mut self, left: Term, right: Term) -> Term {
        self.division(Op::Remainder, left, right)
    }

    fn division(&mut self, op: Op, left: Term, right: Term) -> Term {
        if let (Some(dividend), Some(divisor)) = (self.as_int(left), self.as_int(right))
            && !divisor.is_zero()
        {
            let size: BigInt = divisor.magnitude().clone().into();
            let remainder = ((dividend % &size) + &size) % &size;
            let result = if op == Op::Divide { (dividend - &remainder) / divisor } else { remainder };
            return self.int(result);
        }
        self.apply(op, [left, right], Sort::Int)
    }

    /// Whether the first is at most the second.
    pub fn at_most(&mut self, left: Term, right: Term) -> Term {
        match (self.as_int(left), self.as_int(right)) {
            _ if left == right => self.bool(true),
            (Some(left), Some(right)) => {
                let holds = left <= right;
                self.bool(holds)
            }
            _ => self.apply(Op::LessEqual, [left, right], Sort::Bool),
        }
    }

    /// Whether the first is less than the second.
    pub fn less(&mut self, left: Term, right: Term) -> Term {
        let at_most = self.at_most(right, left);
        self.not(at_most)
    }
}

/// Making maps.
impl Terms {
    /// What the map has at the key. What was stored before at other keys that are values is passed over.
    pub fn select(&mut self, map: Term, key: Term) -> Term {
        let mut map = map;
        loop {
            match self.node(map) {
                Node::Apply(Op::Store, operands) => {
                    let [before, stored, value] = operands[..] else { break };
                    if stored == key {
                        return value;
                    }
                    if !(self.is_literal(stored) && self.is_literal(key)) {
                        break;
                    }
                    map = before;
                }
                Node::Apply(Op::Everywhere(_), operands) => return operands[0],
                _ => break,
            }
        }
        let Sort::Map(sorts) = self.sort(map).clone() else { unreachable!("only maps have elements") };
        self.apply(Op::Select, [map, key], sorts.1.clone())
    }

    /// The map with another value at the key.
    pub fn store(&mut self, map: Term, key: Term, value: Term) -> Term {
        let map = match self.node(map) {
            Node::Apply(Op::Store, operands) if operands[1] == key => operands[0],
            _ => map,
        };
        let is_there = match (self.node(value), self.node(map)) {
            (Node::Apply(Op::Select, operands), _) if operands[..] == [map, key] => true,
            (_, Node::Apply(Op::Everywhere(_), operands)) => operands[0] == value,
            _ => false,
        };
        if is_there {
            return map;
        }
        let sort = self.sort(map).clone();
        self.apply(Op::Store, [map, key, value], sort)
    }

    /// The map with the value everywhere.
    pub fn everywhere(&mut self, key: Sort, value: Term) -> Term {
        let sort = Sort::map(key, self.sort(value).clone());
        self.apply(Op::Everywhere(sort.clone()), [value], sort)
    }
}

/// Making machine integers.
impl Terms {
    /// An operator on machine integers. What division and shifts make of values is left to the solver.
    pub fn bits_op(&mut self, op: BitsOp, operands: &[Term]) -> Term {
        if let Some(known) = self.apply_by_cases(Op::Bits(op), operands) {
            return known;
        }
        let width = |terms: &Terms, term: Term| match terms.sort(term) {
            Sort::Bits(width) => *width,
            other => unreachable!("machine integers have a width, not {other}"),
        };
        let sort = match op {
            BitsOp::LessUnsigned | BitsOp::LessEqualUnsigned | BitsOp::LessSigned | BitsOp::LessEqualSigned => {
                Sort::Bool
            }
            BitsOp::Concat => Sort::Bits(operands.iter().map(|operand| width(self, *operand)).sum()),
            _ => Sort::Bits(width(self, operands[0])),
        };
        self.apply(Op::Bits(op), operands.iter().copied(), sort)
    }

    /// The bits from `low`, the lowest, up to below `high`.
    pub fn extract(&mut self, high: u32, low: u32, term: Term) -> Term {
        if low == 0 && *self.sort(term) == Sort::Bits(high) {
            return term;
        }
        if let Some(known) = self.apply_by_cases(Op::Extract(high, low), &[term]) {
            return known;
        }
        self.apply(Op::Extract(high, low), [term], Sort::Bits(high - low))
    }

    /// The number with so many zeros in front.
    pub fn zero_extend(&mut self, by: u32, term: Term) -> Term {
        self.extend(Op::ZeroExtend(by), by, term)
    }

    /// The number with so many copies of its first bit in front.
    pub fn sign_extend(&mut self, by: u32, term: Term) -> Term {
        self.extend(Op::SignExtend(by), by, term)
    }

    fn extend(&mut self, op: Op, by: u32, term: Term) -> Term {
        if let Some(known) = self.apply_by_cases(op.clone(), &[term]) {
            return known;
        }
        match self.sort(term) {
            Sort::Bits(width) if by > 0 => {
                let sort = Sort::Bits(width + by);
                self.apply(op, [term], sort)
            }
            _ => term,
        }
    }

    /// The machine integer as an integer that is not negative.
    pub fn to_int(&mut self, term: Term) -> Term {
        match self.node(term) {
            Node::Bits(_, value) => {
                let value = BigInt::from(value.clone());
                self.int(value)
            }
            _ => self.apply(Op::ToInt, [term], Sort::Int),
        }
    }

    /// The integer as a machine integer, of which what does not fit is cut off.
    pub fn to_bits(&mut self, width: u32, term: Term) -> Term {
        match self.as_int(term) {
            Some(value) => {
                let modulus = BigInt::one() << width;
                let rest = ((value % &modulus) + &modulus) % &modulus;
                self.bits(width, rest.magnitude().clone())
            }
            None => self.apply(Op::ToBits(width), [term], Sort::Bits(width)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn truth_values_are_folded() {
        let mut terms = Terms::new();
        let (a, b) = (terms.symbol("a", Sort::Bool), terms.symbol("b", Sort::Bool));
        let (yes, no) = (terms.bool(true), terms.bool(false));
        let not_a = terms.not(a);
        assert_eq!(terms.not(not_a), a);
        assert_eq!((terms.and(a, yes), terms.and(a, no), terms.or(a, yes)), (a, no, yes));
        assert_eq!((terms.and(a, not_a), terms.or(not_a, a)), (no, yes));
        let both = terms.and(a, b);
        assert_eq!(terms.all([both, a, yes, b]), both);
        assert_eq!((terms.choose(a, yes, no), terms.choose(a, no, yes), terms.choose(a, b, b)), (a, not_a, b));
        assert_eq!((terms.equal(a, yes), terms.equal(no, a), terms.equal(a, a)), (a, not_a, yes));
    }

    #[test]
    fn sums_are_counted() {
        let mut terms = Terms::new();
        let (x, y) = (terms.symbol("x", Sort::Int), terms.symbol("y", Sort::Int));
        let (one, two) = (terms.int(1), terms.int(2));
        let x_and_one = terms.add_int(x, one);
        assert_eq!(terms.subtract_int(x_and_one, one), x);
        let double = terms.multiply_int(two, x);
        assert_eq!(terms.add_int(x, x), double);
        assert_eq!(terms.subtract_int(double, x), x);
        let (left, right) = (terms.add_int(x, y), terms.add_int(y, x));
        let difference = terms.subtract_int(left, right);
        assert_eq!(terms.as_int(difference), Some(&BigInt::zero()));
    }

    #[test]
    fn division_rounds_so_that_the_remainder_is_not_negative() {
        let mut terms = Terms::new();
        for (dividend, divisor, quotient, rest) in [(7, 2, 3, 1), (-7, 2, -4, 1), (7, -2, -3, 1), (-7, -2, 4, 1)] {
            let (left, right) = (terms.int(dividend), terms.int(divisor));
            let (quotient, rest) = (terms.int(quotient), terms.int(rest));
            assert_eq!((terms.divide_int(left, right), terms.remainder_int(left, right)), (quotient, rest));
        }
        let (left, zero) = (terms.int(7), terms.int(0));
        let undefined = terms.divide_int(left, zero);
        assert!(!terms.is_literal(undefined));
    }

    #[test]
    fn what_was_stored_is_found() {
        let mut terms = Terms::new();
        let map = terms.symbol("m", Sort::map(Sort::Int, Sort::Int));
        let (one, two, key) = (terms.int(1), terms.int(2), terms.symbol("k", Sort::Int));
        let stored = terms.store(map, one, two);
        assert_eq!(terms.select(stored, one), two);
        let (behind, plain) = (terms.select(stored, two), terms.select(map, two));
        assert_eq!(behind, plain);
        let open = terms.select(stored, key);
        assert_eq!(terms.operands(open), [stored, key]);
        let again = terms.select(map, key);
        assert_eq!(terms.store(map, key, again), map);
        assert_eq!(terms.store(stored, one, one), terms.store(map, one, one));
        let everywhere = terms.everywhere(Sort::Int, two);
        assert_eq!(terms.select(everywhere, key), two);
        assert_eq!(terms.store(everywhere, key, two), everywhere);
    }
}
