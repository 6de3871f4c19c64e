//! The program as a whole.

use std::collections::BTreeSet;

use crate::bytes::{Byte, Bytes};
use crate::command::{Action, Callee, Command};
use crate::expr::Expr;
use crate::ids::{GlobalId, ProcId, SectionKindId, SortId};
use crate::procedure::{Procedure, Variable};
use crate::shape::Shapes;
use crate::span::{SourceFile, SourcePlace, Span};
use crate::value::{Base, Pointer, Value};

/// More threads than this do not exist at once.
pub const MOST_THREADS: usize = 128;

/// A concurrent program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// The files that spans refer to.
    pub files: Vec<SourceFile>,
    /// User-declared types of which only equality is known.
    pub sorts: Vec<Sort>,
    /// Variables shared by all threads. They hold [`crate::value::Value::Any`] at the start.
    pub globals: Vec<Variable>,
    /// Memory objects that exist from the start.
    pub objects: Vec<StaticObject>,
    /// The procedures.
    pub procedures: Vec<Procedure>,
    /// What the threads that exist at the start run, in the order of their slots; the first one is the main thread.
    ///
    /// They take no arguments and cannot be joined.
    pub start: Vec<ProcId>,
    /// When a run is complete.
    pub end: EndRule,
    /// The kinds of sections that occur.
    pub section_kinds: Vec<String>,
    /// Where the user's own lines name a weaker memory order than the sequential consistency that every access has here,
    /// each line once, in order. What is said of the program is said under the assumption that this makes no difference.
    pub weaker_orders: Vec<SourcePlace>,
    /// What the parts of objects are called.
    pub shapes: Shapes,
}

/// A user-declared type of which only equality is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sort {
    /// Its name in the source.
    pub name: String,
    /// The names of the elements that the program names; element `n` of the sort is `elements[n]`.
    pub elements: Vec<String>,
}

/// A memory object that exists from the start of the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StaticObject {
    /// Its name in the source.
    pub name: String,
    /// Its first content; the length is the object's size. Pointers in it point to static objects and procedures.
    pub content: Bytes,
    /// Whether a write to it is an error.
    pub constant: bool,
}

/// When a run is complete.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndRule {
    /// When all threads have finished, as in Boogie.
    AllThreads,
    /// When the main thread has finished, whatever the others do, as in C and C++.
    MainThread,
}

impl Program {
    /// Where a step begins an atomic block that it does not end, so that its thread stops inside.
    pub fn block_left_open(&self) -> Option<Span> {
        let begins = |command: &&Command| command.action == Action::BeginAtomic;
        let ends = |command: &&Command| command.action == Action::EndAtomic;
        let mut open = self
            .procedures
            .iter()
            .flat_map(|procedure| &procedure.edges)
            .filter(|edge| edge.commands.iter().filter(begins).count() > edge.commands.iter().filter(ends).count());
        open.next().map(|edge| edge.commands.iter().find(begins).map_or(Span::NOWHERE, |command| command.span))
    }

    /// The procedure.
    pub fn procedure(&self, procedure: ProcId) -> &Procedure {
        &self.procedures[procedure.index()]
    }

    /// The global variable.
    pub fn global(&self, global: GlobalId) -> &Variable {
        &self.globals[global.index()]
    }

    /// The user-declared type.
    pub fn sort(&self, sort: SortId) -> &Sort {
        &self.sorts[sort.index()]
    }

    /// The name of a kind of section.
    pub fn section_kind(&self, kind: SectionKindId) -> &str {
        &self.section_kinds[kind.index()]
    }

    /// The procedures that threads may run ([`crate::property::Property::Thread`]), in order: those that threads start with, and
    /// what they may call if they wrap. A call or a fork through a pointer may be that of any procedure to which there is one.
    pub fn run_by_threads(&self) -> BTreeSet<ProcId> {
        let pointed_to = self.pointed_to();
        let callees = |callee: &Callee| match callee {
            Callee::Procedure(procedure) => BTreeSet::from([*procedure]),
            Callee::Pointer(_) => pointed_to.clone(),
        };
        let mut waiting: Vec<ProcId> = self.start.clone();
        for edge in self.procedures.iter().flat_map(|procedure| &procedure.edges) {
            for command in &edge.commands {
                if let Action::Fork { callee, .. } = &command.action {
                    waiting.extend(callees(callee));
                }
            }
        }
        let mut run = BTreeSet::new();
        while let Some(procedure) = waiting.pop() {
            if run.insert(procedure) && self.procedure(procedure).wraps {
                let calls = self.procedure(procedure).edges.iter().filter_map(|edge| edge.call.as_ref());
                calls.for_each(|call| waiting.extend(callees(&call.callee)));
            }
        }
        run
    }

    /// The procedures to which there is a pointer, in an expression or in an object.
    fn pointed_to(&self) -> BTreeSet<ProcId> {
        let mut found = BTreeSet::new();
        let mut in_pointer = |pointer: Pointer| {
            if let Base::Procedure(procedure) = pointer.base {
                found.insert(procedure);
            }
        };
        let mut in_expr = |expr: &Expr| {
            expr.for_each_literal(&mut |value| match value {
                Value::Pointer(pointer) => in_pointer(*pointer),
                Value::Parts(bytes) => bytes.iter().for_each(|byte| {
                    if let Byte::PointerPart(pointer, _) = byte {
                        in_pointer(*pointer);
                    }
                }),
                _ => {}
            });
        };
        for edge in self.procedures.iter().flat_map(|procedure| &procedure.edges) {
            edge.commands.iter().for_each(|command| command.action.for_each_expr(&mut in_expr));
            edge.call.iter().for_each(|call| call.for_each_expr(&mut in_expr));
        }
        for byte in self.objects.iter().flat_map(|object| object.content.iter()) {
            if let Byte::PointerPart(pointer, _) = byte {
                in_pointer(pointer);
            }
        }
        found
    }

    /// The procedure with this name.
    pub fn find_procedure(&self, name: &str) -> Option<ProcId> {
        self.procedures.iter().position(|procedure| procedure.name == name).map(ProcId::new)
    }
}
