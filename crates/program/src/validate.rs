//! Validity of programs: what every front end and every preparation pass guarantees.
//!
//! The rules, by the names used in [`Invalid`]:
//!
//! - `start`: at least one thread starts, and not more than may exist at once; procedures that start take no parameters.
//! - `nodes`: entry, exit and the ends of edges are nodes of their procedure.
//! - `edge-order`: edges are ordered by the node they leave.
//! - `exit`: no edge leaves the exit.
//! - `locals`: there are at least as many locals as parameters; results are locals.
//! - `expression`: expressions are well typed.
//! - `target`: assigned variables exist, have the assigned type, and occur once in a parallel assignment.
//! - `call`: arguments and results fit the callee; results are taken all or not at all.
//! - `section`: kinds of sections exist.
//! - `name`: keys of maps, thread ids and objects of sections are not maps themselves. They are told apart by how they are
//!   represented, which for maps is not what they are: elements may be arbitrary, and equal maps may be written differently.
//! - `marks`: no step is both spurious and taken eventually: what cannot be counted on cannot be waited for either.
//! - `object`: pointers in static memory point to objects and procedures that exist.
//!
//! Not checked, since it depends on the run: that joins find threads that fit them,
//! that sections are left only after they were entered, that calls through pointers fit.

use std::collections::BTreeSet;

use thiserror::Error;

use crate::command::{Action, Call, Callee, Section};
use crate::expr::{Expr, VarRef};
use crate::ids::{LocalId, NodeId, ProcId, SectionKindId};
use crate::procedure::{Edge, Procedure};
use crate::program::{MOST_THREADS, Program};
use crate::types::Type;
use crate::typing::{stored_in_memory, type_of};
use crate::value::{Base, Pointer};

/// A rule that a program breaks.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{place}: {what} (rule `{rule}`)")]
pub struct Invalid {
    /// The rule's name, as listed in the module's documentation.
    pub rule: &'static str,
    /// The procedure, and the edge if it is one.
    pub place: String,
    /// What is wrong.
    pub what: String,
}

/// Checks every rule and returns the first one broken.
pub fn validate(program: &Program) -> Result<(), Invalid> {
    start(program)?;
    validate_parts(program)
}

/// Checks every rule but `start`, for procedures that become a program only together with others.
pub fn validate_parts(program: &Program) -> Result<(), Invalid> {
    objects(program)?;
    for variable in &program.globals {
        keys(&variable.ty, &variable.name)?;
    }
    program.procedures.iter().try_for_each(|procedure| validate_procedure(program, procedure))
}

fn broken(rule: &'static str, place: impl Into<String>, what: impl Into<String>) -> Invalid {
    Invalid { rule, place: place.into(), what: what.into() }
}

/// No key of the map, nor of maps in it, is a map.
fn keys(ty: &Type, place: &str) -> Result<(), Invalid> {
    let Type::Map(map) = ty else { return Ok(()) };
    map.keys.iter().try_for_each(|key| name(key, place))?;
    keys(&map.value, place)
}

fn name(ty: &Type, place: &str) -> Result<(), Invalid> {
    match ty {
        Type::Map(_) => Err(broken("name", place, "a map cannot be a key, a thread id or the object of a section")),
        _ => Ok(()),
    }
}

fn start(program: &Program) -> Result<(), Invalid> {
    if program.start.is_empty() {
        return Err(broken("start", "program", "no thread starts"));
    }
    if program.start.len() > MOST_THREADS {
        return Err(broken("start", "program", format!("more than {MOST_THREADS} threads start")));
    }
    for &procedure in &program.start {
        match program.procedures.get(procedure.index()) {
            None => return Err(broken("start", "program", format!("there is no procedure {procedure:?}"))),
            Some(found) if found.parameters > 0 => {
                return Err(broken("start", &found.name, "starts a thread but has parameters"));
            }
            Some(_) => {}
        }
    }
    Ok(())
}

fn objects(program: &Program) -> Result<(), Invalid> {
    let exists = |pointer: Pointer| match pointer.base {
        Base::Address => true,
        Base::Static(object) => object.index() < program.objects.len(),
        Base::Procedure(procedure) => procedure.index() < program.procedures.len(),
        Base::Dynamic(_) => false,
    };
    for object in &program.objects {
        if !object.content.pointers().all(exists) {
            return Err(broken("object", &object.name, "has a pointer to nothing"));
        }
    }
    Ok(())
}

fn validate_procedure(program: &Program, procedure: &Procedure) -> Result<(), Invalid> {
    let place = &procedure.name;
    let is_node = |node: NodeId| node.index() < procedure.nodes.len();
    if !is_node(procedure.entry) || !is_node(procedure.exit) {
        return Err(broken("nodes", place, "entry or exit is not a node"));
    }
    if procedure.parameters > procedure.locals.len() {
        return Err(broken("locals", place, "has more parameters than locals"));
    }
    if procedure.results.iter().any(|result| result.index() >= procedure.locals.len()) {
        return Err(broken("locals", place, "has a result that is not a local"));
    }
    for local in &procedure.locals {
        keys(&local.ty, &local.name)?;
    }
    let sections = procedure.nodes.iter().filter_map(|node| node.section).chain(procedure.section);
    for kind in sections {
        section_kind(program, place, kind)?;
    }
    if !procedure.edges.is_sorted_by_key(|edge| edge.from) {
        return Err(broken("edge-order", place, "edges are not ordered by the node they leave"));
    }
    for (index, edge) in procedure.edges.iter().enumerate() {
        let scope = Scope { program, procedure, place: format!("{place}, edge {index}") };
        if !is_node(edge.from) || !is_node(edge.to) {
            return Err(broken("nodes", scope.place, "an end of the edge is not a node"));
        }
        if edge.from == procedure.exit {
            return Err(broken("exit", scope.place, "leaves the exit"));
        }
        scope.edge(edge)?;
    }
    Ok(())
}

fn section_kind(program: &Program, place: &str, kind: SectionKindId) -> Result<(), Invalid> {
    if kind.index() < program.section_kinds.len() {
        Ok(())
    } else {
        Err(broken("section", place, format!("there is no section kind {kind:?}")))
    }
}

/// Where an expression or a variable is looked at.
struct Scope<'a> {
    program: &'a Program,
    procedure: &'a Procedure,
    place: String,
}

impl Scope<'_> {
    fn edge(&self, edge: &Edge) -> Result<(), Invalid> {
        if edge.spurious && edge.eventually.is_some() {
            return Err(broken("marks", &*self.place, "a step that is taken eventually is not spurious"));
        }
        for command in &edge.commands {
            self.action(&command.action)?;
        }
        edge.call.iter().try_for_each(|call| self.call(call))
    }

    fn action(&self, action: &Action) -> Result<(), Invalid> {
        match action {
            Action::Assume(condition) | Action::Assert(condition, _) => self.expect(condition, &Type::Bool),
            Action::Assign(assignments) => {
                let mut seen = BTreeSet::new();
                for (target, expr) in assignments {
                    if !seen.insert(*target) {
                        return Err(broken("target", &self.place, format!("assigns {target:?} twice")));
                    }
                    self.expect(expr, &self.variable(*target)?)?;
                }
                Ok(())
            }
            Action::Havoc(targets) | Action::Forget(targets) => {
                targets.iter().try_for_each(|target| self.variable(*target).map(drop))
            }
            Action::Store { pointer, value } => {
                self.expect(pointer, &Type::Pointer)?;
                let ty = self.type_of(value)?;
                stored_in_memory(&ty).map_err(|what| broken("expression", &self.place, what))
            }
            Action::Copy { to, from, size } => {
                self.expect(to, &Type::Pointer)?;
                self.expect(from, &Type::Pointer)?;
                self.expect(size, &Type::Bits(64))
            }
            Action::Fill { to, byte, size } => {
                self.expect(to, &Type::Pointer)?;
                self.expect(byte, &Type::Bits(8))?;
                self.expect(size, &Type::Bits(64))
            }
            Action::Output(output) => output.arguments.iter().try_for_each(|argument| {
                stored_in_memory(&self.type_of(argument)?).map_err(|what| broken("expression", &self.place, what))
            }),
            Action::Allocate { target, size, .. } => {
                self.expect(size, &Type::Bits(64))?;
                self.expect_variable(*target, &Type::Pointer)
            }
            Action::Free(pointer) => self.expect(pointer, &Type::Pointer),
            Action::Fork { id, callee, arguments } => {
                id.iter().flatten().try_for_each(|expr| self.name(expr))?;
                self.callee(callee, arguments, &[])
            }
            Action::Join { id, results } => {
                id.iter().try_for_each(|expr| self.name(expr))?;
                results.iter().try_for_each(|target| self.variable(*target).map(drop))
            }
            Action::Enter(section) | Action::Leave(section) => self.section(section),
            Action::BeginAtomic | Action::EndAtomic | Action::Halt | Action::Unsupported(_) => Ok(()),
        }
    }

    fn section(&self, section: &Section) -> Result<(), Invalid> {
        section_kind(self.program, &self.place, section.kind)?;
        section.object.iter().try_for_each(|object| self.name(object))
    }

    fn name(&self, expr: &Expr) -> Result<(), Invalid> {
        name(&self.type_of(expr)?, &self.place)
    }

    fn call(&self, call: &Call) -> Result<(), Invalid> {
        self.callee(&call.callee, &call.arguments, &call.results)
    }

    fn callee(&self, callee: &Callee, arguments: &[Expr], results: &[VarRef]) -> Result<(), Invalid> {
        let callee = match callee {
            Callee::Procedure(procedure) => self.callee_procedure(*procedure)?,
            Callee::Pointer(pointer) => {
                arguments.iter().try_for_each(|argument| self.type_of(argument).map(drop))?;
                return self.expect(pointer, &Type::Pointer);
            }
        };
        if arguments.len() != callee.parameters {
            return Err(broken("call", &self.place, "the number of arguments is wrong"));
        }
        for (argument, parameter) in arguments.iter().zip(&callee.locals) {
            self.expect(argument, &parameter.ty)?;
        }
        if !results.is_empty() && results.len() != callee.results.len() {
            return Err(broken("call", &self.place, "the number of results is wrong"));
        }
        for (target, result) in results.iter().zip(&callee.results) {
            self.expect_variable(*target, &self.local_type(callee, *result)?)?;
        }
        Ok(())
    }

    fn callee_procedure(&self, procedure: ProcId) -> Result<&Procedure, Invalid> {
        let found = self.program.procedures.get(procedure.index());
        found.ok_or_else(|| broken("call", &self.place, format!("there is no procedure {procedure:?}")))
    }

    fn local_type(&self, procedure: &Procedure, local: LocalId) -> Result<Type, Invalid> {
        let found = procedure.locals.get(local.index());
        found.map(|variable| variable.ty.clone()).ok_or_else(|| broken("target", &self.place, "no such local"))
    }

    fn variable(&self, variable: VarRef) -> Result<Type, Invalid> {
        type_of(self.program, self.procedure, &Expr::Variable(variable))
            .map_err(|what| broken("target", &self.place, what))
    }

    fn expect_variable(&self, variable: VarRef, expected: &Type) -> Result<(), Invalid> {
        let found = self.variable(variable)?;
        if found == *expected {
            Ok(())
        } else {
            Err(broken("target", &self.place, format!("{variable:?} has type {found}, not {expected}")))
        }
    }

    fn type_of(&self, expr: &Expr) -> Result<Type, Invalid> {
        type_of(self.program, self.procedure, expr).map_err(|what| broken("expression", &self.place, what))
    }

    fn expect(&self, expr: &Expr, expected: &Type) -> Result<(), Invalid> {
        let found = self.type_of(expr)?;
        if found == *expected {
            Ok(())
        } else {
            Err(broken("expression", &self.place, format!("expected {expected}, found {found}")))
        }
    }
}
