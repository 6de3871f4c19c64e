//! Pointers as numbers.
//!
//! What is based on an object or a procedure is a number that no program computes, or so we take it: it says so in its upper bits, then
//! which object, then how far from its start. So a pointer that is kept in a machine integer, as C programs and compilers do, is the same term in both,
//! and to compare pointers is to compare numbers. Reference semantics knows nothing of the numbers that addresses are; with each operator comes the condition that
//! its result depends on none of them. Numbers that look like addresses are not followed.

use program::arithmetic::raw::{ALIGNMENT, LOWEST_ADDRESS};
use program::expr::{BinaryOp, BitsOp, UnaryOp};
use program::value::{Base, Pointer};
use solver::sort::Sort;
use solver::terms::{BitsOp as Machine, Term, Terms};

/// How many bits pointers have.
pub const WIDTH: u32 = 64;

/// The upper bits of what is based on an object or a procedure.
const TAG: u64 = 0x5ad5;

/// Where the tag begins.
const TAG_AT: u32 = 48;

/// Where the number of the object begins.
const BASE_AT: u32 = 32;

/// Procedures are numbered from here on.
const FIRST_PROCEDURE: u64 = 1 << 15;

/// Where objects start, so that a pointer in front of one is still its.
const START: i64 = 1 << 30;

/// The number that the pointer is; nothing if there is none for it.
pub fn of(pointer: Pointer) -> Option<u64> {
    let number = match pointer.base {
        Base::Address => return Some(pointer.offset as u64),
        Base::Static(object) => u64::from(object.0),
        Base::Procedure(procedure) => FIRST_PROCEDURE + u64::from(procedure.0),
        Base::Dynamic(_) => return None,
    };
    let fits = number < 2 * FIRST_PROCEDURE && (-START..START).contains(&pointer.offset);
    fits.then(|| (TAG << TAG_AT) + (number << BASE_AT) + (START + pointer.offset) as u64)
}

/// Whether the term is of the kind that pointers are.
pub fn may_be(terms: &Terms, term: Term) -> bool {
    *terms.sort(term) == Sort::Bits(WIDTH)
}

/// Whether the number is based on an object or a procedure.
pub fn is_address(terms: &mut Terms, number: Term) -> Term {
    let (tag, wanted) = (terms.extract(WIDTH, TAG_AT, number), terms.bits(WIDTH - TAG_AT, TAG));
    terms.equal(tag, wanted)
}

/// Whether the number is based on nothing.
pub fn is_number(terms: &mut Terms, term: Term) -> Term {
    let is_address = is_address(terms, term);
    terms.not(is_address)
}

/// What the number is based on, if it is an address, and where from there.
pub fn parts(terms: &mut Terms, number: Term) -> (Term, Term) {
    (terms.extract(WIDTH, BASE_AT, number), terms.extract(BASE_AT, 0, number))
}

fn same_base(terms: &mut Terms, left: Term, right: Term) -> Term {
    let (left, right) = (terms.extract(WIDTH, BASE_AT, left), terms.extract(WIDTH, BASE_AT, right));
    terms.equal(left, right)
}

fn is_below(terms: &mut Terms, number: Term, bound: i64) -> Term {
    let bound = terms.bits(WIDTH, bound as u64);
    terms.bits_op(Machine::LessUnsigned, &[number, bound])
}

/// Whether the operator has this value for an operand that may be an address.
pub fn unary_is_fine(terms: &mut Terms, op: UnaryOp, operand: Term, value: Term) -> Term {
    let low_bits = ALIGNMENT.ilog2();
    let operand_is_fine = match op {
        UnaryOp::Extract { high, .. } if high <= low_bits => terms.bool(true),
        _ if may_be(terms, operand) => is_number(terms, operand),
        _ => terms.bool(true),
    };
    let value_is_fine = if may_be(terms, value) { is_number(terms, value) } else { terms.bool(true) };
    terms.and(operand_is_fine, value_is_fine)
}

/// Whether the order of two numbers, or the distance of two pointers, can be told.
pub fn is_ordered(terms: &mut Terms, left: Term, right: Term) -> Term {
    let (first, second) = (is_address(terms, left), is_address(terms, right));
    let same = same_base(terms, left, right);
    let (left_low, right_low) = (is_below(terms, left, LOWEST_ADDRESS), is_below(terms, right, LOWEST_ADDRESS));
    let with_right = terms.or(right_low, same);
    let with_left = terms.or(left_low, same);
    let (if_first, if_second) = (terms.implies(first, with_right), terms.implies(second, with_left));
    terms.and(if_first, if_second)
}

/// Whether the operator has this value for operands of which some may be addresses.
pub fn binary_is_fine(terms: &mut Terms, op: BinaryOp, left: Term, right: Term, value: Term) -> Term {
    if !may_be(terms, left) && !may_be(terms, right) {
        // Two parts may make up an address, and a number does not.
        return if may_be(terms, value) { is_number(terms, value) } else { terms.bool(true) };
    }
    let mut are_numbers = Vec::new();
    for operand in [left, right] {
        if may_be(terms, operand) {
            are_numbers.push(is_number(terms, operand));
        }
    }
    let (first, second) = (are_numbers[0], are_numbers[are_numbers.len() - 1]);
    let both = terms.and(first, second);
    let plain = if may_be(terms, value) {
        let stays = is_number(terms, value);
        terms.and(both, stays)
    } else {
        both
    };
    if are_numbers.len() < 2 {
        return plain;
    }
    // One address and a number.
    let (only_left, only_right) = {
        let (is_first, is_second) = (terms.not(first), terms.not(second));
        (terms.and(is_first, second), terms.and(is_second, first))
    };
    let is_moved = |terms: &mut Terms, only: Term, from: Term| {
        let same = same_base(terms, from, value);
        terms.and(only, same)
    };
    let with_low = |terms: &mut Terms, bound: i64| {
        let (right_low, left_low) = (is_below(terms, right, bound), is_below(terms, left, bound));
        let (left, right) = (terms.and(only_left, right_low), terms.and(only_right, left_low));
        terms.or(left, right)
    };
    match op {
        BinaryOp::Equal | BinaryOp::NotEqual => {
            let with_low = with_low(terms, LOWEST_ADDRESS);
            let one = terms.or(only_left, only_right);
            let alike = terms.not(one);
            terms.or(alike, with_low)
        }
        BinaryOp::BitsCompare(_) | BinaryOp::PointerLess => is_ordered(terms, left, right),
        BinaryOp::Ordered => terms.bool(true),
        BinaryOp::Distance => {
            let same = same_base(terms, left, right);
            terms.or(both, same)
        }
        BinaryOp::Offset => {
            let moved = is_moved(terms, only_left, left);
            terms.or(plain, moved)
        }
        BinaryOp::Bits(BitsOp::Add) => {
            let (left, right) = (is_moved(terms, only_left, left), is_moved(terms, only_right, right));
            terms.any([plain, left, right])
        }
        BinaryOp::Bits(BitsOp::Subtract) => {
            let (moved, same) = (is_moved(terms, only_left, left), same_base(terms, left, right));
            let are_addresses = terms.or(first, second);
            let neither_number = terms.not(are_addresses);
            let distance = terms.and(neither_number, same);
            terms.any([plain, moved, distance])
        }
        BinaryOp::Bits(BitsOp::Or) => {
            let low_bits = with_low(terms, ALIGNMENT);
            terms.or(plain, low_bits)
        }
        BinaryOp::Bits(BitsOp::And) => {
            let low_bits = with_low(terms, ALIGNMENT);
            let highest = terms.bits(WIDTH, (-ALIGNMENT) as u64);
            let mask_right = terms.bits_op(Machine::LessEqualUnsigned, &[highest, right]);
            let mask_left = terms.bits_op(Machine::LessEqualUnsigned, &[highest, left]);
            let (left, right) = (terms.and(only_left, mask_right), terms.and(only_right, mask_left));
            terms.any([plain, low_bits, left, right])
        }
        _ => plain,
    }
}
