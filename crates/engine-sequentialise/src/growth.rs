//! Numbers that grow from turn to turn of the cycle.
//!
//! Before its n-th turn an integer is `x + a·n`, or in general `x + a·p + b·q + …`, where the parameters `p`, `q`, … are natural numbers
//! that follow a [`Law`]: `n` itself, the sum of all numbers below `n`, a power of two less one, and the like. The term that the formula has for the
//! integer is `x`, its value in the first turn; beside it stand its *slopes* `a`, `b`, …, which are derived from the term: those of a sum
//! are the sums of slopes. At the cycle's head, and where a value is chosen, the solver picks them. This is the argument of geometric
//! non-termination for the path that the cycle takes, but found together with the path, so that no path has to be tried in vain.
//!
//! Machine integers count, too: before the n-th turn one is `x + a·n`, and wraps around. They have slopes by the first law, which is that of `n` itself,
//! and these are machine integers of the same width.
//!
//! In exchange everything that is asked in the cycle must have the same answer in each turn: `x + a·n <= y + b·n` does so if it holds
//! at first and `a <= b`, or does not hold and `a >= b`. This is a condition of the expression's value, like that no fault is met
//! ([`crate::expressions`]). The cycle closes if every integer is afterwards what it is to be in the next turn.

use std::cell::RefCell;

use program::types::Type;
use rustc_hash::FxHashMap;
use solver::sort::Sort;
use solver::terms::{BitsOp, Node, Op, Term, Terms};

use crate::contents::Contents;
use crate::laws::{LINEAR, Law, Laws, Parameters};

/// Steps of so many may pass over the number that they would come to one by one.
const PASSED_OVER: [u32; 2] = [2, 3];

/// The slopes of an integer, one for each law.
type Slopes = Vec<Term>;

/// What is known of the integers of the cycle.
pub struct Growth {
    laws: Laws,
    notes: RefCell<Notes>,
}

#[derive(Default)]
struct Notes {
    /// Whether the cycle has begun: before that nothing grows.
    is_in_cycle: bool,
    /// The slopes of symbols that have some, and of terms that were asked for.
    slopes: FxHashMap<Term, Slopes>,
    /// The symbols of the cycle's head, and of choices, that the solver may have grow.
    growing: Vec<Term>,
}

impl Growth {
    /// Growth by these laws.
    pub fn by(laws: Laws) -> Growth {
        Growth { laws, notes: RefCell::default() }
    }

    /// From here on numbers grow.
    pub fn begin(&self) {
        self.notes.borrow_mut().is_in_cycle = !self.laws.is_empty();
    }

    /// Whether something may grow.
    pub fn is_on(&self) -> bool {
        self.notes.borrow().is_in_cycle
    }

    /// The slopes of the integer.
    pub fn slopes(&self, terms: &mut Terms, term: Term) -> Slopes {
        let sort = terms.sort(term).clone();
        if !self.is_on() || !may_have_slopes(&sort) {
            return self.zeros_of(terms, &sort);
        }
        if let Some(known) = self.notes.borrow().slopes.get(&term) {
            return known.clone();
        }
        let slopes = self.derived(terms, term);
        self.notes.borrow_mut().slopes.insert(term, slopes.clone());
        slopes
    }

    /// The slopes of what does not grow.
    fn zeros_of(&self, terms: &mut Terms, sort: &Sort) -> Slopes {
        let zero = zero(terms, sort);
        self.laws.iter().map(|_| zero).collect()
    }

    fn derived(&self, terms: &mut Terms, term: Term) -> Slopes {
        let sort = terms.sort(term).clone();
        let Node::Apply(op, operands) = terms.node(term).clone() else { return self.zeros_of(terms, &sort) };
        match op {
            Op::If => {
                let (first, second) = (self.slopes(terms, operands[1]), self.slopes(terms, operands[2]));
                first.iter().zip(second).map(|(first, second)| terms.choose(operands[0], *first, second)).collect()
            }
            _ if sort != Sort::Int => self.derived_of_bits(terms, &op, &operands, &sort),
            Op::Add => {
                let mut sums = self.zeros_of(terms, &Sort::Int);
                for operand in operands {
                    for (sum, slope) in sums.iter_mut().zip(self.slopes(terms, operand)) {
                        *sum = terms.add_int(*sum, slope);
                    }
                }
                sums
            }
            // Only products with numbers that are written down have operands that grow.
            Op::Multiply => match operands.iter().position(|operand| terms.as_int(*operand).is_some()) {
                Some(number) if operands.len() == 2 => {
                    let slopes = self.slopes(terms, operands[1 - number]);
                    slopes.into_iter().map(|slope| terms.multiply_int(operands[number], slope)).collect()
                }
                _ => self.zeros_of(terms, &Sort::Int),
            },
            Op::Divide if terms.as_int(operands[1]).is_some() => {
                let slopes = self.slopes(terms, operands[0]);
                slopes.into_iter().map(|slope| terms.divide_int(slope, operands[1])).collect()
            }
            _ => self.zeros_of(terms, &Sort::Int),
        }
    }

    /// The slopes of a machine integer: what they are computed from, if that is computed as this is ([`Growth::counts_well`]).
    fn derived_of_bits(&self, terms: &mut Terms, op: &Op, operands: &[Term], sort: &Sort) -> Slopes {
        match op {
            Op::Bits(op @ (BitsOp::Add | BitsOp::Subtract | BitsOp::Negate)) => {
                let all: Vec<Slopes> = operands.iter().map(|operand| self.slopes(terms, *operand)).collect();
                let of_law = |law: usize| all.iter().map(|slopes| slopes[law]).collect::<Vec<Term>>();
                (0..self.laws.len()).map(|law| terms.bits_op(*op, &of_law(law))).collect()
            }
            Op::Bits(BitsOp::Not) => {
                let slopes = self.slopes(terms, operands[0]);
                slopes.into_iter().map(|slope| terms.bits_op(BitsOp::Negate, &[slope])).collect()
            }
            Op::Bits(op @ (BitsOp::Multiply | BitsOp::ShiftLeft)) => match one_literal(terms, *op, operands) {
                Some((literal, other)) => {
                    let slopes = self.slopes(terms, other);
                    let order = |slope: Term| if other == operands[0] { [slope, literal] } else { [literal, slope] };
                    slopes.into_iter().map(|slope| terms.bits_op(*op, &order(slope))).collect()
                }
                None => self.zeros_of(terms, sort),
            },
            Op::Extract(high, 0) if may_have_slopes(terms.sort(operands[0])) => {
                let slopes = self.slopes(terms, operands[0]);
                slopes.into_iter().map(|slope| terms.extract(*high, 0, slope)).collect()
            }
            _ => self.zeros_of(terms, sort),
        }
    }

    /// Whether the operation on machine integers gives one with the slopes that are derived from its operands, or the same in each turn.
    pub fn counts_well(&self, terms: &mut Terms, op: Counting, operands: &[Term]) -> Term {
        if !self.is_on() || !operands.iter().any(|operand| matches!(terms.sort(*operand), Sort::Bits(_))) {
            return terms.bool(true);
        }
        match op {
            Counting::Follows => terms.bool(true),
            Counting::FollowsOne(op) if one_literal(terms, op, operands).is_some() => terms.bool(true),
            // Low bits stay if nothing is added to them.
            Counting::LowBits(count) => {
                let Sort::Bits(width) = *terms.sort(operands[0]) else { return terms.bool(true) };
                let slopes = self.slopes(terms, operands[0]);
                let mut all = Vec::new();
                for slope in slopes {
                    let low = terms.extract(count.min(width), 0, slope);
                    let zero = terms.bits(count.min(width), 0u8);
                    all.push(terms.equal(low, zero));
                }
                terms.all(all)
            }
            Counting::Equality => self.is_bits_equality_steady(terms, operands[0], operands[1]),
            Counting::FollowsOne(_) | Counting::Stays => {
                let all: Vec<Term> = operands.iter().map(|operand| self.is_steady(terms, *operand)).collect();
                terms.all(all)
            }
        }
    }

    /// Whether it is so in each turn, or in none, that both machine integers are equal: their difference stays, or is odd and changes by even numbers.
    fn is_bits_equality_steady(&self, terms: &mut Terms, first: Term, second: Term) -> Term {
        let (left, right) = (self.slopes(terms, first), self.slopes(terms, second));
        let (mut same, mut even) = (Vec::new(), Vec::new());
        for (left, right) in left.into_iter().zip(right) {
            same.push(terms.equal(left, right));
            let (left, right) = (terms.extract(1, 0, left), terms.extract(1, 0, right));
            even.push(terms.equal(left, right));
        }
        let same = terms.all(same);
        if terms.as_bool(same) == Some(true) {
            return same;
        }
        let (first, second) = (terms.extract(1, 0, first), terms.extract(1, 0, second));
        let close = terms.equal(first, second);
        let apart = terms.not(close);
        let passes = terms.all(even.into_iter().chain([apart]).collect::<Vec<_>>());
        terms.or(same, passes)
    }

    /// Has the solver pick slopes for the symbol.
    fn let_grow(&self, terms: &mut Terms, symbol: Term) {
        let sort = terms.sort(symbol).clone();
        let slope = |(number, _): (usize, &Law)| match &sort {
            // Machine integers follow the law of the turns alone.
            Sort::Bits(_) if number > 0 => zero(terms, &sort),
            _ => terms.symbol("slope", sort.clone()),
        };
        let slopes: Slopes = self.laws.iter().enumerate().map(slope).collect();
        let mut notes = self.notes.borrow_mut();
        notes.slopes.insert(symbol, slopes);
        notes.growing.push(symbol);
    }

    /// A value of the type was chosen.
    pub fn chosen(&self, terms: &mut Terms, contents: &Contents, ty: &Type) {
        if self.is_on() && *ty == Type::Int {
            contents.cells().iter().for_each(|cell| self.let_grow(terms, cell.value));
        }
    }

    /// The variable's contents at the cycle's head: symbols in place of integers, so that the solver can have them grow.
    pub fn at_head(&self, terms: &mut Terms, assertions: &mut Vec<Term>, contents: &mut Contents) {
        for cell in contents.cells_mut() {
            let sort = terms.sort(cell.value).clone();
            if self.is_on() && may_have_slopes(&sort) {
                let symbol = terms.symbol("head", sort);
                assertions.push(terms.equal(symbol, cell.value));
                self.let_grow(terms, symbol);
                cell.value = symbol;
            }
        }
    }

    /// A value is guessed, which is one of these under their conditions: so are its slopes.
    pub fn merged(&self, terms: &mut Terms, assertions: &mut Vec<Term>, guess: Term, values: &[(Term, Term)]) {
        let sort = terms.sort(guess).clone();
        if !self.is_on() || !may_have_slopes(&sort) {
            return;
        }
        let of_values: Vec<(Slopes, Term)> =
            values.iter().map(|(value, gone)| (self.slopes(terms, *value), *gone)).collect();
        let mut slopes = self.zeros_of(terms, &sort);
        if of_values.iter().any(|(other, _)| *other != slopes) {
            slopes = self.laws.iter().map(|_| terms.symbol("slope", sort.clone())).collect();
            for (other, gone) in of_values {
                for (slope, other) in slopes.iter().zip(other) {
                    let equal = terms.equal(*slope, other);
                    assertions.push(terms.implies(gone, equal));
                }
            }
        }
        self.notes.borrow_mut().slopes.insert(guess, slopes);
    }

    /// Whether the term is the same in each turn.
    pub fn is_steady(&self, terms: &mut Terms, term: Term) -> Term {
        let sort = terms.sort(term).clone();
        if !may_have_slopes(&sort) {
            return terms.bool(true);
        }
        let zero = zero(terms, &sort);
        let all: Vec<Term> = self.slopes(terms, term).into_iter().map(|slope| terms.equal(slope, zero)).collect();
        terms.all(all)
    }

    /// Whether all slopes are multiples of the number.
    pub fn is_by_multiples(&self, terms: &mut Terms, term: Term, divisor: Term) -> Term {
        let zero = terms.int(0);
        let mut all = Vec::new();
        for slope in self.slopes(terms, term) {
            let rest = terms.remainder_int(slope, divisor);
            all.push(terms.equal(rest, zero));
        }
        terms.all(all)
    }

    /// Whether it is so in each turn, or in none, that the first integer is at most the second one.
    pub fn is_order_steady(&self, terms: &mut Terms, first: Term, second: Term) -> Term {
        let (rises, falls) = self.tendencies(terms, first, second);
        let at_most = terms.at_most(first, second);
        terms.choose(at_most, rises, falls)
    }

    /// Whether it is so in each turn, or in none, that both are equal.
    pub fn is_equality_steady(&self, terms: &mut Terms, first: Term, second: Term) -> Term {
        let (rises, falls) = self.tendencies(terms, first, second);
        let (at_most, equal) = (terms.at_most(first, second), terms.equal(first, second));
        let stays = terms.and(rises, falls);
        let apart = terms.choose(at_most, rises, falls);
        let steady = terms.choose(equal, stays, apart);
        if self.laws == LINEAR || terms.as_bool(steady).is_some() {
            return steady;
        }
        // What changes by multiples of a number cannot come to one that is none away.
        let mut ways = vec![steady];
        for divisor in PASSED_OVER {
            let (divisor, zero) = (terms.int(divisor), terms.int(0));
            let difference = terms.subtract_int(second, first);
            let rest = terms.remainder_int(difference, divisor);
            let comes_close = terms.equal(rest, zero);
            let passes = terms.not(comes_close);
            let by_multiples = self.is_by_multiples(terms, difference, divisor);
            ways.push(terms.and(passes, by_multiples));
        }
        terms.any(ways)
    }

    /// Whether the second integer less the first one never becomes smaller, and whether it never becomes larger.
    fn tendencies(&self, terms: &mut Terms, first: Term, second: Term) -> (Term, Term) {
        let (first, second) = (self.slopes(terms, first), self.slopes(terms, second));
        let (mut rises, mut falls) = (Vec::new(), Vec::new());
        for (slope, other) in first.into_iter().zip(second) {
            rises.push(terms.at_most(slope, other));
            falls.push(terms.at_most(other, slope));
        }
        (terms.all(rises), terms.all(falls))
    }

    /// Whether the integer after the cycle is what it is to be before the next turn.
    pub fn closes(&self, terms: &mut Terms, head: Term, last: Term) -> Term {
        if !self.is_on() || !may_have_slopes(terms.sort(head)) {
            return terms.equal(head, last);
        }
        let (slopes, last_slopes) = (self.slopes(terms, head), self.slopes(terms, last));
        if let Sort::Bits(_) = terms.sort(head) {
            let next = terms.bits_op(BitsOp::Add, &[head, slopes[0]]);
            let mut all = vec![terms.equal(next, last)];
            for (slope, last_slope) in slopes.into_iter().zip(last_slopes) {
                all.push(terms.equal(slope, last_slope));
            }
            return terms.all(all);
        }
        let mut next = head;
        let mut next_slopes = self.zeros_of(terms, &Sort::Int);
        for (law, slope) in self.laws.iter().zip(slopes) {
            let times = |terms: &mut Terms, number: u32| {
                let number = terms.int(number);
                terms.multiply_int(number, slope)
            };
            let more = times(terms, law.constant);
            next = terms.add_int(next, more);
            for (next_slope, number) in next_slopes.iter_mut().zip(&*law.times) {
                let more = times(terms, *number);
                *next_slope = terms.add_int(*next_slope, more);
            }
        }
        let mut all = vec![terms.equal(next, last)];
        for (next_slope, last_slope) in next_slopes.into_iter().zip(last_slopes) {
            all.push(terms.equal(next_slope, last_slope));
        }
        terms.all(all)
    }

    /// The slopes that the solver picks.
    pub fn picked(&self) -> Vec<Term> {
        let notes = self.notes.borrow();
        notes.growing.iter().flat_map(|symbol| notes.slopes[symbol].iter().copied()).collect()
    }

    /// The slopes of the symbol that the solver picks; none if it does not.
    pub fn of_symbol(&self, symbol: Term) -> Slopes {
        self.notes.borrow().slopes.get(&symbol).cloned().unwrap_or_default()
    }

    /// How many laws there are.
    pub fn laws(&self) -> usize {
        self.laws.len()
    }

    /// The parameters that evidence needs if some slopes of these are not zero: those laws, and those that they refer to.
    pub fn parameters(&self, is_used: &[bool]) -> Parameters {
        let mut kept: Vec<bool> = is_used.to_vec();
        for (index, law) in self.laws.iter().enumerate().rev() {
            let is_used = kept[index];
            let refers_to = law.times.iter().zip(kept.iter_mut());
            refers_to.for_each(|(times, kept)| *kept |= is_used && *times > 0);
        }
        let mut numbers = Vec::new();
        for is_kept in &kept {
            numbers.push(is_kept.then(|| numbers.iter().flatten().count() as u32));
        }
        Parameters::new(self.laws.clone(), numbers)
    }
}

/// What an operation on machine integers asks of those that count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counting {
    /// Nothing: its result counts as they do.
    Follows,
    /// That one of both is written down; then its result counts.
    FollowsOne(BitsOp),
    /// That so many low bits are the same in each turn.
    LowBits(u32),
    /// That both are equal in each turn or in none.
    Equality,
    /// That they do not count.
    Stays,
}

/// The operand that is written down, and the other one; of a shift, the second one must be.
fn one_literal(terms: &Terms, op: BitsOp, operands: &[Term]) -> Option<(Term, Term)> {
    match operands {
        [first, second] if terms.is_literal(*second) => Some((*second, *first)),
        [first, second] if terms.is_literal(*first) && op == BitsOp::Multiply => Some((*first, *second)),
        _ => None,
    }
}

/// Whether terms of the sort may have slopes: integers, and machine integers of whole bytes that fit into a register.
pub fn may_have_slopes(sort: &Sort) -> bool {
    match sort {
        Sort::Int => true,
        Sort::Bits(width) => width.is_multiple_of(8) && *width <= 64,
        _ => false,
    }
}

fn zero(terms: &mut Terms, sort: &Sort) -> Term {
    match sort {
        Sort::Bits(width) => terms.bits(*width, 0u8),
        _ => terms.int(0),
    }
}
