//! Global variables that hold what a program chooses and then confines: `n = __VERIFIER_nondet_int(); __VERIFIER_assume(0 < n && n < 3);`
//! with a global `n`, which threads read.
//!
//! As for variables of functions (`confined.rs`), but all functions of all files have to be looked through: the variable must be
//! read and written by its name only, and nothing but the choice may be written to it. What it holds at first counts as one more
//! constant with which it is compared.

use std::collections::{BTreeMap, BTreeSet};

use num_bigint::BigInt;

use crate::c::chosen::is_looked_at;
use crate::c::confined::{Confined, Looks, Others, Tried, choices, destination};
use crate::c::units::{Entity, Place, Units};
use crate::c::uses::{for_each_value, for_each_value_at_end};
use crate::llvm::ids::LocalId;
use crate::llvm::instructions::Operation;
use crate::llvm::module::Function;
use crate::llvm::types::Type;
use crate::llvm::values::{Constant, Value};

/// What is tried for each such variable.
#[derive(Default)]
pub struct ChosenGlobals {
    of: BTreeMap<Place, Tried>,
    /// Those of which nothing is known, but somebody computes with them, or compares them.
    looked_at: BTreeSet<Place>,
}

impl ChosenGlobals {
    /// Looks through all files, if some function chooses something for a global variable.
    pub fn new(units: &Units<'_>) -> ChosenGlobals {
        let mut candidates: BTreeMap<Place, u32> = BTreeMap::new();
        for (unit, function) in functions(units) {
            for (choice, width) in choices(units, unit, function) {
                let Some(place) = destination(function, choice).and_then(|address| named(units, unit, address)) else {
                    continue;
                };
                if units.variable(place).ty == Type::Integer(width) {
                    candidates.insert(place, width);
                }
            }
        }
        if candidates.is_empty() {
            return ChosenGlobals::default();
        }
        let looks_at = |unit: usize, function: &Function| {
            let reads: Vec<(Place, LocalId, &Type)> = reads(units, unit, function).collect();
            // Where else a variable of the function is changed makes no difference: it is enough that the value may be looked at there.
            let looks = reads.into_iter().filter(|(_, load, _)| is_looked_at(function, *load, |_| true));
            looks.map(|(place, ..)| place).collect::<Vec<Place>>()
        };
        let mut looked_at: BTreeSet<Place> =
            functions(units).flat_map(|(unit, function)| looks_at(unit, function)).collect();
        looked_at.retain(|place| candidates.contains_key(place));
        let exposed = exposed(units);
        candidates.retain(|place, _| !exposed.contains(place));
        let tried = |(place, width)| Some((place, tried(units, place, width)?));
        let of: BTreeMap<Place, Tried> = candidates.into_iter().filter_map(tried).collect();
        looked_at.retain(|place| !of.contains_key(place));
        ChosenGlobals { of, looked_at }
    }

    /// Whether the function chooses this for a global variable that somebody computes with, or compares.
    pub fn is_looked_at(&self, units: &Units<'_>, unit: usize, function: &Function, choice: LocalId) -> bool {
        let place = destination(function, choice).and_then(|address| named(units, unit, address));
        place.is_some_and(|place| self.looked_at.contains(&place))
    }

    /// Adds what is known of the function's choices for global variables, and of what it reads from them.
    pub fn add_to<'a>(&self, confined: &mut Confined, units: &Units<'a>, unit: usize, function: &'a Function) {
        if self.of.is_empty() {
            return;
        }
        for (choice, _) in choices(units, unit, function) {
            let place = destination(function, choice).and_then(|address| named(units, unit, address));
            if let Some(tried) = place.and_then(|place| self.of.get(&place)) {
                confined.tried.insert(choice, tried.clone());
            }
        }
        for (place, load, ty) in reads(units, unit, function) {
            let Some(tried) = self.of.get(&place) else { continue };
            let (Type::Integer(width), Others::LikeThese(outside)) = (ty, &tried.others) else { continue };
            if Looks::new(*width).note(function, load) {
                confined.outside.insert(load, outside.clone());
            }
        }
    }
}

/// What is tried for the variable; nothing if somebody reads it in another width, or writes something else to it, or it is never
/// compared with a constant.
fn tried(units: &Units<'_>, place: Place, width: u32) -> Option<Tried> {
    let variable = units.variable(place);
    let zero = BigInt::ZERO;
    let first = match variable.initializer.as_ref().filter(|_| variable.thread_local.is_none())? {
        Constant::Integer(first) => first,
        Constant::Zero => &zero,
        _ => return None,
    };
    let mut looks = Looks::new(width);
    for (unit, function) in functions(units) {
        let is_choice: BTreeSet<LocalId> = choices(units, unit, function).map(|(choice, _)| choice).collect();
        for instruction in function.blocks.iter().flat_map(|block| &block.instructions) {
            let Operation::Store { value, address, .. } = &instruction.operation else { continue };
            if named(units, unit, &address.value) != Some(place) {
                continue;
            }
            let stored = value.value.local().filter(|local| is_choice.contains(local))?;
            destination(function, stored).filter(|_| value.ty == variable.ty)?;
        }
        for (_, load, ty) in reads(units, unit, function).filter(|(read, ..)| *read == place) {
            if *ty != variable.ty {
                return None;
            }
            looks.note(function, load);
        }
    }
    // One that is only moved about is a number that nobody needs to know.
    if !looks.has_compared() {
        return None;
    }
    looks.compare(first);
    looks.tried()
}

/// The variables whose addresses are used for anything but to read and to write them.
fn exposed(units: &Units<'_>) -> BTreeSet<Place> {
    let mut found = BTreeSet::new();
    for unit in 0..units.count() {
        let module = units.module(unit);
        let mut expose = |constant: &Constant| {
            constant.for_each_symbol(&mut |symbol| {
                if let Entity::Variable(place) = units.entity(unit, symbol) {
                    found.insert(place);
                }
            });
        };
        module.variables.iter().filter_map(|variable| variable.initializer.as_ref()).for_each(&mut expose);
        module.aliases.iter().chain(&module.resolvers).for_each(|alias| expose(&alias.target.constant));
        let mut value = |value: &Value| {
            if let Value::Constant(constant) = value {
                expose(constant);
            }
        };
        for block in module.functions.iter().flat_map(|function| &function.blocks) {
            for instruction in &block.instructions {
                match &instruction.operation {
                    Operation::Load { address, .. } if is_name(&address.value) => {}
                    Operation::Store { value: stored, address, .. } if is_name(&address.value) => value(&stored.value),
                    operation => for_each_value(operation, &mut value),
                }
            }
            for_each_value_at_end(&block.terminator.operation, &mut value);
        }
    }
    found
}

/// What the function reads from variables that it names, and as what.
fn reads<'a>(
    units: &Units<'a>,
    unit: usize,
    function: &'a Function,
) -> impl Iterator<Item = (Place, LocalId, &'a Type)> {
    function.blocks.iter().flat_map(|block| &block.instructions).filter_map(move |instruction| {
        let Operation::Load { address, ty, .. } = &instruction.operation else { return None };
        Some((named(units, unit, &address.value)?, instruction.result?, ty))
    })
}

/// The variable with this address.
fn named(units: &Units<'_>, unit: usize, address: &Value) -> Option<Place> {
    let Value::Constant(Constant::Symbol(symbol)) = address else { return None };
    match units.entity(unit, *symbol) {
        Entity::Variable(place) => Some(place),
        _ => None,
    }
}

fn is_name(address: &Value) -> bool {
    matches!(address, Value::Constant(Constant::Symbol(_)))
}

fn functions<'a>(units: &Units<'a>) -> impl Iterator<Item = (usize, &'a Function)> {
    (0..units.count()).flat_map(move |unit| units.module(unit).functions.iter().map(move |function| (unit, function)))
}
