//! In which calls exceptions may begin.
//!
//! Around the others nobody has to say which handlers wait, and behind them nobody has to look whether they were left by an
//! exception. All that counts is whether something that throws can be called, however far down; where it would be caught is not
//! looked at.
//!
//! A call through a pointer may be one of any function whose address is taken somewhere and whose parameters are of the types of
//! the arguments: with others the program fails.

use std::collections::{BTreeMap, HashSet};

use program::command::Callee;
use program::ids::ProcId;
use program::procedure::Procedure;
use program::types::Type;

use crate::c::session::{Session, UNWINDING};
use crate::c::units::{Entity, Place};
use crate::c::uses::{calls, for_each_value, for_each_value_at_end};
use crate::llvm::instructions::{Call, Operation, Terminator};
use crate::llvm::module::{Function, Module};
use crate::llvm::types::Type as LlvmType;
use crate::llvm::values::{Constant, Expression, Value};

/// What is known about the functions of a program, each by its place.
#[derive(Default)]
pub struct Throwing {
    /// Those that are defined and in which nothing is thrown.
    silent: HashSet<Place>,
    /// The types of the arguments of calls through pointers in which something may be thrown.
    pointers: HashSet<Vec<Type>>,
}

/// What is called.
#[derive(Clone, PartialEq, Eq)]
enum Target {
    Function(Place),
    /// A function to which there is a pointer, with arguments of these types.
    Pointer(Vec<Type>),
    /// Something in which nothing is thrown.
    Silent,
    /// Something of which that is not known.
    Anything,
}

impl Throwing {
    /// Looks at all functions.
    pub fn new(session: &Session<'_>) -> Throwing {
        if session.ends_threads() {
            return Throwing::default();
        }
        let mut throwing = Throwing::default();
        let mut callees: BTreeMap<Place, Vec<Target>> = BTreeMap::new();
        for unit in 0..session.units.count() {
            for (index, function) in session.units.module(unit).functions.iter().enumerate() {
                let place = Place { unit, index };
                callees.insert(place, calls(function).map(|called| target(session, unit, called.call)).collect());
                throwing.silent.insert(place);
            }
        }
        let pointed_at = pointed_at(session);
        throwing.pointers.extend(pointed_at.throwing);
        loop {
            let before = (throwing.silent.len(), throwing.pointers.len());
            let throwers =
                callees.iter().filter(|(_, callees)| callees.iter().any(|callee| throwing.is_thrown_in(callee)));
            let throwers: HashSet<Place> = throwers.map(|(place, _)| *place).collect();
            throwing.silent.retain(|place| !throwers.contains(place));
            for (place, types) in &pointed_at.functions {
                if !throwing.silent.contains(place) {
                    throwing.pointers.insert(types.clone());
                }
            }
            if before == (throwing.silent.len(), throwing.pointers.len()) {
                return throwing;
            }
        }
    }

    fn is_thrown_in(&self, target: &Target) -> bool {
        match target {
            Target::Function(place) => !self.silent.contains(place),
            Target::Pointer(types) => self.pointers.contains(types),
            Target::Silent => false,
            Target::Anything => true,
        }
    }
}

impl Session<'_> {
    /// Whether an exception may begin in the call, and leave it or not.
    pub fn may_throw(&self, unit: usize, call: &Call) -> bool {
        self.unwinds() && (self.ends_threads() || self.throwing.is_thrown_in(&target(self, unit, call)))
    }

    /// Whether nothing is thrown in the procedure of the library, nor in what it calls.
    fn is_primitive_silent(&self, primitive: (ProcId, &Procedure), seen: &mut HashSet<ProcId>) -> bool {
        let (id, procedure) = primitive;
        let first = procedure.results.first().map(|result| procedure.local(*result));
        if first.is_some_and(|first| first.name == UNWINDING) {
            return false;
        }
        let mut calls = procedure.edges.iter().filter_map(|edge| edge.call.as_ref());
        !seen.insert(id)
            || calls.all(|call| match call.callee {
                Callee::Procedure(callee) => self
                    .procedure_of_library(callee)
                    .is_some_and(|called| self.is_primitive_silent((callee, called), seen)),
                Callee::Pointer(_) => false,
            })
    }
}

/// What the call is a call of.
fn target(session: &Session<'_>, unit: usize, call: &Call) -> Target {
    match &call.callee {
        Value::Constant(constant) => named_target(session, unit, constant),
        Value::Assembly(_) => Target::Silent,
        _ => {
            let types: Vec<LlvmType> = call.arguments.iter().map(|argument| argument.operand.ty.clone()).collect();
            let is_variadic = call.signature.as_ref().is_some_and(|signature| signature.is_variadic);
            scalars(session, unit, &types).filter(|_| !is_variadic).map_or(Target::Anything, Target::Pointer)
        }
    }
}

fn named_target(session: &Session<'_>, unit: usize, constant: &Constant) -> Target {
    match constant {
        Constant::Symbol(symbol) => match session.units.entity(unit, *symbol) {
            Entity::Function(place) => Target::Function(place),
            Entity::UndefinedFunction(_, name) if is_silent(session, name) => Target::Silent,
            Entity::Alias(unit, target) => named_target(session, unit, target),
            _ => Target::Anything,
        },
        Constant::Expression(expression) => match &**expression {
            Expression::Cast { operand, .. } => named_target(session, unit, &operand.constant),
            _ => Target::Anything,
        },
        _ => Target::Anything,
    }
}

/// Whether nothing is thrown in the function, which is declared only. Nobody gets through those that are not known.
fn is_silent(session: &Session<'_>, name: &str) -> bool {
    let is_silent = |primitive| session.is_primitive_silent(primitive, &mut HashSet::new());
    name != "__once_proxy" && session.primitive_for_call(name).is_none_or(is_silent)
}

fn scalars(session: &Session<'_>, unit: usize, types: &[LlvmType]) -> Option<Vec<Type>> {
    let leaves: Result<Vec<_>, _> = types.iter().map(|ty| session.leaves(unit, ty)).collect();
    Some(leaves.ok()?.into_iter().flatten().map(|leaf| leaf.ty).collect())
}

/// Functions to which there may be pointers, with the types of the arguments that they take.
#[derive(Default)]
struct PointedAt {
    functions: BTreeMap<Place, Vec<Type>>,
    /// For those without a body in which something may be thrown.
    throwing: HashSet<Vec<Type>>,
}

fn pointed_at(session: &Session<'_>) -> PointedAt {
    let mut found = PointedAt::default();
    for unit in 0..session.units.count() {
        let module = session.units.module(unit);
        for_each_constant(module, &mut |constant| {
            constant.for_each_symbol(&mut |symbol| match session.units.entity(unit, symbol) {
                Entity::Function(place) => {
                    found.functions.insert(place, types_taken(session, place));
                }
                Entity::UndefinedFunction(place, name) if !is_silent(session, name) => {
                    found.throwing.insert(types_taken(session, place));
                }
                // What it stands for is a constant of its own file.
                _ => {}
            });
        });
    }
    found
}

/// The types of the arguments that the function takes; one whose parameters have no scalars cannot be called.
fn types_taken(session: &Session<'_>, place: Place) -> Vec<Type> {
    let function = session.units.function(place);
    let mut types = scalars(session, place.unit, &function.signature().parameters).unwrap_or_default();
    if function.is_variadic {
        types.extend([Type::Pointer, Type::Pointer]);
    }
    types
}

/// Visits the constants of the file, but for those that are called where they stand.
fn for_each_constant<'a>(module: &'a Module, visit: &mut impl FnMut(&'a Constant)) {
    module.variables.iter().filter_map(|variable| variable.initializer.as_ref()).for_each(&mut *visit);
    module.aliases.iter().chain(&module.resolvers).for_each(|alias| visit(&alias.target.constant));
    let mut value = |value: &'a Value| {
        if let Value::Constant(constant) = value {
            visit(constant);
        }
    };
    for block in module.functions.iter().flat_map(|function: &Function| &function.blocks) {
        for instruction in &block.instructions {
            match &instruction.operation {
                Operation::Call(call) => arguments(call).for_each(&mut value),
                operation => for_each_value(operation, &mut value),
            }
        }
        match &block.terminator.operation {
            Terminator::Invoke { call, .. } | Terminator::CallBranch { call, .. } => {
                arguments(call).for_each(&mut value)
            }
            terminator => for_each_value_at_end(terminator, &mut value),
        }
    }
}

fn arguments(call: &Call) -> impl Iterator<Item = &Value> {
    call.arguments.iter().map(|argument| &argument.operand.value)
}
