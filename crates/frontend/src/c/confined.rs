//! Values that a program chooses and then confines: `i = __VERIFIER_nondet_int(); __VERIFIER_assume(0 <= i && i < 4);`.
//!
//! All values between the constants with which such a variable is compared are tried, and one on either side that stands for all
//! beyond: these compare in the same way. If one of the two comes to a place where the program does something else with it, then
//! the variable is not confined, and it is not known what happens. Two more values are tried then, which may show how something
//! goes wrong.
//! A variable that is only known to be on one side of some number, as behind `if (n <= 0) return 0;`, is not confined by that, and may be
//! anything: then no value stands for others, and provers can make use of what is known. The same goes for one that is known not to be one of
//! a few (`if (d == 0 || d == 1) return 0;`): `astray.rs` walks there with the values that stand for others.
//! Variables of functions are found here, global ones in `chosen_globals.rs`.

use std::collections::HashMap;

use num_bigint::BigInt;
use program::command::Action;
use program::expr::{BinaryOp, Expr};
use program::value::{Bits, Value as ProgramValue};

use crate::c::astray::Walked;
use crate::c::chosen::{compared_with, ends_with, is_signed, is_unsigned, loads};
use crate::c::function::Lowering;
use crate::c::places::{Place, Places};
use crate::c::units::Units;
use crate::c::uses::locals;
use crate::c::verifiers::is_choice;
use crate::llvm::ids::LocalId;
use crate::llvm::instructions::{Operation, Terminator};
use crate::llvm::module::Function;
use crate::llvm::operators::IntegerPredicate;
use crate::llvm::types::Type as LlvmType;
use crate::llvm::values::Value;

/// With more values than this there are too many runs to look at.
const MOST: u32 = 256;

/// What is known of the variables of a function that are chosen and then confined.
#[derive(Default)]
pub struct Confined {
    /// By the result of the call that chooses, what to try.
    pub tried: HashMap<LocalId, Tried>,
    /// By what was read from the variable, the values that stand for others.
    pub outside: HashMap<LocalId, Vec<Bits>>,
}

/// Looks through the function.
pub fn confined<'a>(units: &Units<'a>, unit: usize, function: &'a Function, places: &Places) -> Confined {
    let mut found = Confined::default();
    for (result, width) in choices(units, unit, function) {
        if let Some(variable) = home(function, places, result) {
            let walked = Walked { units, unit, function, variable };
            confine(&walked, (result, width), &mut found);
        }
    }
    found
}

/// The results of calls that choose whole numbers, and how wide they are.
pub fn choices<'a>(units: &Units<'a>, unit: usize, function: &'a Function) -> impl Iterator<Item = (LocalId, u32)> {
    function.blocks.iter().flat_map(|block| &block.instructions).filter_map(move |instruction| {
        let (Operation::Call(call), Some(result)) = (&instruction.operation, instruction.result) else { return None };
        let LlvmType::Integer(width @ 2..) = call.result else { return None };
        let name = units.undefined_callee(unit, &call.callee)?;
        is_choice(name, call).then_some((result, width))
    })
}

/// The address to which the value goes, if it goes nowhere else.
pub fn destination(function: &Function, value: LocalId) -> Option<&Value> {
    let instructions = function.blocks.iter().flat_map(|block| &block.instructions);
    let mut uses = instructions.map(|it| &it.operation).filter(|operation| locals(operation).contains(&value));
    let (Some(Operation::Store { value: stored, address, .. }), None) = (uses.next(), uses.next()) else { return None };
    let ends_a_block = function.blocks.iter().any(|block| ends_with(block, value));
    (stored.value == Value::Local(value) && !ends_a_block).then_some(&address.value)
}

/// The variable to which the value goes, if it goes nowhere else, and nothing else goes there.
fn home(function: &Function, places: &Places, value: LocalId) -> Option<LocalId> {
    let variable = destination(function, value)?.local()?;
    let is_store = |operation: &Operation| match operation {
        Operation::Store { address, .. } => address.value == Value::Local(variable),
        _ => false,
    };
    let mut instructions = function.blocks.iter().flat_map(|block| &block.instructions);
    let is_only = instructions.by_ref().filter(|instruction| is_store(&instruction.operation)).count() == 1;
    let is_plain = matches!(places.of.get(&variable), Some(Place::Variable(_)));
    (is_only && is_plain).then_some(variable)
}

fn confine(walked: &Walked<'_, '_>, (choice, width): (LocalId, u32), found: &mut Confined) {
    let (function, variable) = (walked.function, walked.variable);
    let mut looks = Looks::new(width);
    let looked_at: Vec<LocalId> = loads(function, variable).filter(|load| looks.note(function, *load)).collect();
    // One that is only compared has fewer values that stand for all.
    if looked_at.is_empty() {
        return;
    }
    if let Some(mut tried) = looks.tried() {
        if let Others::LikeThese(outside) = &tried.others
            && walked.is_looked_at(outside, &looks.constants)
        {
            tried.others = Others::Any;
        }
        if let Others::LikeThese(outside) = &tried.others {
            found.outside.extend(looked_at.into_iter().map(|load| (load, outside.clone())));
        }
        found.tried.insert(choice, tried);
    }
}

/// How a program looks at what it has chosen.
pub struct Looks {
    width: u32,
    constants: Vec<Bits>,
    /// Where comparisons have another outcome than for the number below: at a constant, or at the next number.
    bounds: Vec<(Bits, u32)>,
    has_signed: bool,
    has_unsigned: bool,
}

/// The values that are tried.
#[derive(Clone)]
pub struct Tried {
    pub values: Vec<Bits>,
    pub others: Others,
}

/// What becomes of all other values.
#[derive(Clone)]
pub enum Others {
    /// These stand for them, as long as the program only compares them with constants.
    LikeThese(Vec<Bits>),
    /// Nothing is known of them.
    Any,
}

impl Looks {
    /// Nobody has looked at the number of so many bits yet.
    pub fn new(width: u32) -> Looks {
        Looks { width, constants: Vec::new(), bounds: Vec::new(), has_signed: false, has_unsigned: false }
    }

    /// It is as good as compared with the constant.
    pub fn compare(&mut self, constant: &BigInt) {
        self.constants.push(Bits::wrap(self.width, constant));
    }

    /// Whether it is compared with any constant.
    pub fn has_compared(&self) -> bool {
        !self.constants.is_empty()
    }

    fn bound(&mut self, constant: &BigInt, changes: &[u32]) {
        self.bounds.extend(changes.iter().map(|by| (Bits::wrap(self.width, constant), *by)));
    }

    /// What the function does with what it has read; says whether it does more than to compare it with constants.
    pub fn note(&mut self, function: &Function, load: LocalId) -> bool {
        let mut is_looked_at = false;
        for block in &function.blocks {
            for instruction in block.instructions.iter().filter(|it| locals(&it.operation).contains(&load)) {
                match &instruction.operation {
                    Operation::Debug(_) => {}
                    Operation::Compare { predicate, left, right, .. } => match compared_with(left, right, load) {
                        Some(constant) => {
                            self.has_signed |= is_signed(*predicate);
                            self.has_unsigned |= is_unsigned(*predicate);
                            self.compare(constant);
                            let is_left = *left == Value::Local(load);
                            self.bound(constant, changes(*predicate, is_left));
                        }
                        None => is_looked_at = true,
                    },
                    _ => is_looked_at = true,
                }
            }
            match &block.terminator.operation {
                Terminator::Switch { subject, cases, .. } if subject.value == Value::Local(load) => {
                    for (case, _) in cases {
                        self.compare(case);
                        self.bound(case, &[0, 1]);
                    }
                }
                _ => is_looked_at |= ends_with(block, load),
            }
        }
        is_looked_at
    }

    /// What is to be tried; nothing if that is too much.
    pub fn tried(&self) -> Option<Tried> {
        let width = self.width;
        let as_number = |bits: &Bits| if self.has_unsigned { bits.unsigned().clone().into() } else { bits.signed() };
        let numbers: Vec<BigInt> = self.constants.iter().map(as_number).collect();
        let (least, most) = (numbers.iter().min()?, numbers.iter().max()?);
        let is_one_order = !(self.has_signed && self.has_unsigned);
        if !is_one_order || most - least > BigInt::from(MOST) {
            return None;
        }
        let beyond = [least - 1, most + 1];
        let is_number = |number: &&BigInt| as_number(&Bits::wrap(width, number)) == **number;
        let outside: Vec<Bits> = beyond.iter().filter(is_number).map(|number| Bits::wrap(width, number)).collect();
        // What lies further out stands for itself only, and may show how something goes wrong all the same.
        let further = [most + 2, most + 3];
        let mut values = outside.clone();
        values.extend(further.iter().filter(is_number).map(|number| Bits::wrap(width, number)));
        let mut number = least.clone();
        while number <= *most {
            values.push(Bits::wrap(width, &number));
            number += 1;
        }
        let others = if self.may_confine(as_number) { Others::LikeThese(outside) } else { Others::Any };
        Some(Tried { values, others })
    }

    /// Whether there are a few numbers, and more than one, which comparisons tell from all others. Without a sign, those from zero on count.
    fn may_confine(&self, as_number: impl Fn(&Bits) -> BigInt) -> bool {
        let bounds = self.bounds.iter().map(|(constant, by)| as_number(constant) + *by);
        let bounds: Vec<BigInt> = bounds.chain(self.has_unsigned.then(BigInt::default)).collect();
        let (least, most) = (bounds.iter().min(), bounds.iter().max());
        least.zip(most).is_some_and(|(least, most)| most - least >= BigInt::from(2))
    }
}

/// How far above the constant the comparison changes its outcome.
fn changes(predicate: IntegerPredicate, constant_is_right: bool) -> &'static [u32] {
    use IntegerPredicate::{Eq, Ne, Sge, Sgt, Sle, Slt, Uge, Ugt, Ule, Ult};
    match (predicate, constant_is_right) {
        (Eq | Ne, _) => &[0, 1],
        (Slt | Ult | Sge | Uge, true) | (Sgt | Ugt | Sle | Ule, false) => &[0],
        (Sle | Ule | Sgt | Ugt, true) | (Sge | Uge | Slt | Ult, false) => &[1],
    }
}

impl Lowering<'_, '_> {
    /// The program is about to do more with what it has read than to compare it: then no value may stand for others.
    pub fn look_at(&mut self, load: Option<LocalId>, value: &Expr) {
        let Some(outside) = load.and_then(|load| self.confined.outside.get(&load)).cloned() else { return };
        let Some(node) = self.edges.here() else { return };
        let mut is_inside = Expr::truth();
        for bits in outside {
            let stands_for_others = Expr::Literal(ProgramValue::Bits(bits));
            self.edges.start(node);
            self.edges.emit(Action::Assume(Expr::binary(BinaryOp::Equal, value.clone(), stands_for_others.clone())));
            let what = "a value that may be anything, and is not confined where it is chosen,";
            self.edges.emit(Action::Unsupported(what.into()));
            let nowhere = self.edges.node();
            self.edges.go(nowhere);
            let differs = Expr::binary(BinaryOp::NotEqual, value.clone(), stands_for_others);
            is_inside =
                if is_inside == Expr::truth() { differs } else { Expr::binary(BinaryOp::And, is_inside, differs) };
        }
        self.edges.start(node);
        self.edges.emit(Action::Assume(is_inside));
    }
}
