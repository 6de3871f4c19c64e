//! A thread on its way along one edge: what is known on the way, and what the prepared program does there.

use std::sync::Arc;

use crate::command::{Action, Command};
use crate::expr::{BinaryOp, Expr, UnaryOp, VarRef};
use crate::ids::{GlobalId, LocalId};
use crate::program::Program;
use crate::span::Span;
use crate::value::Value;

use crate::prepare::cells::{CellId, literal};
use crate::prepare::explore::Explorer;
use crate::prepare::known::Known;
use crate::prepare::points::{CallId, Facts, Others, PointId, ThreadId};

/// Why a walk ends before the edge does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// The edge cannot be taken.
    Blocked,
    /// The run ends here, in every case.
    Over,
    /// The program cannot be prepared; why was noted down.
    Obstacle,
}

/// What a walk through an expression gives.
#[derive(Clone, Debug)]
pub struct Term {
    /// What is known of its value.
    pub known: Known,
    /// The expression in the prepared program.
    pub expr: Expr,
    /// Whether it may have no value, so that looking at it is an error: then it must be looked at, whatever is known.
    pub fails: bool,
}

/// What an expression reads directly, if it reads just one thing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Place {
    /// A local variable of the procedure on top.
    Local(LocalId),
    /// A cell.
    Cell(CellId),
}

/// A thread on its way.
pub struct Walker<'e, 'a> {
    /// What is known of the program.
    pub explorer: &'e mut Explorer<'a>,
    /// Who walks.
    pub thread: ThreadId,
    /// The procedure on top.
    pub call: CallId,
    /// From where.
    pub from: PointId,
    /// What is known now.
    pub facts: Facts,
    /// What the prepared program does.
    pub commands: Vec<Command>,
    /// Whether that may end in an error.
    pub may_fail: bool,
    /// Where the command at hand is written.
    pub span: Span,
    /// Under which conditions the expression at hand is looked at.
    pub conditions: Vec<Expr>,
    /// What must hold for the expressions of the command at hand to have values, and what goes wrong otherwise.
    pub needs: Vec<(Expr, &'static str)>,
    /// A place of which another value is assumed than is known.
    pub assumed: Option<(Place, Value)>,
    /// Which object of a pool is to be had.
    pub turn: usize,
}

impl<'a> Walker<'_, 'a> {
    /// The program.
    pub fn program(&self) -> &'a Program {
        self.explorer.program
    }

    /// Adds a command.
    pub fn emit(&mut self, action: Action) {
        self.may_fail |= matches!(action, Action::Assert(..) | Action::Leave(_) | Action::EndAtomic);
        self.commands.push(Command { action, span: self.span });
    }

    /// Adds an assignment, of nothing perhaps.
    pub fn emit_assignments(&mut self, assignments: Vec<(VarRef, Expr)>) {
        if !assignments.is_empty() {
            self.emit(Action::Assign(assignments));
        }
    }

    /// Notes down why the program cannot be prepared.
    pub fn obstacle<T>(&mut self, why: impl Into<String>) -> Result<T, Stop> {
        self.explorer.obstruct(self.span, why.into(), self.call);
        Err(Stop::Obstacle)
    }

    /// The variable of the prepared program for a local variable of the procedure at work.
    pub fn local(&self, call: CallId, local: LocalId) -> VarRef {
        VarRef::Local(self.explorer.points.local_number(call, local))
    }

    /// The variable of the prepared program for a cell.
    pub fn cell(&self, cell: CellId) -> VarRef {
        VarRef::Global(GlobalId(cell.0))
    }

    /// What is known of the place.
    pub fn known_at(&self, place: Place) -> Known {
        if let Some((assumed, value)) = &self.assumed
            && *assumed == place
        {
            return Known::one(value.clone());
        }
        match place {
            Place::Local(local) => self.facts.frames.last().expect("a running thread")[local.index()].clone(),
            Place::Cell(cell) => self.explorer.found(self.thread, &self.facts, cell),
        }
    }

    /// The content of the place.
    pub fn read(&self, place: Place) -> Term {
        let known = self.known_at(place);
        let variable = match place {
            Place::Local(local) => self.local(self.call, local),
            Place::Cell(cell) => self.cell(cell),
        };
        let expr = known.constant().map_or(Expr::Variable(variable), |value| literal(self.program(), value));
        Term { known, expr, fails: false }
    }

    /// Takes note that the place now holds this. The prepared program is told elsewhere.
    pub fn set(&mut self, place: Place, known: Known) {
        match place {
            Place::Local(local) => self.facts.top()[local.index()] = known,
            Place::Cell(cell) => {
                if self.facts.others != Others::NONE {
                    self.explorer.interfere(self.thread, cell, &known);
                }
                Arc::make_mut(&mut self.facts.written).insert(cell, known);
            }
        }
    }

    /// Takes note that the place holds one of these for now: nobody writes it.
    pub fn narrow(&mut self, place: Place, known: Known) {
        match place {
            Place::Local(local) => self.facts.top()[local.index()] = known,
            Place::Cell(cell) => {
                Arc::make_mut(&mut self.facts.written).insert(cell, known);
            }
        }
    }

    /// Says what must hold where the expression at hand is looked at.
    pub fn need(&mut self, holds: Term, otherwise: &'static str) -> Result<(), Stop> {
        match holds.truth() {
            Some(true) => return Ok(()),
            Some(false) if self.conditions.is_empty() && self.assumed.is_none() => {
                self.emit(Action::Assert(holds.expr, Some(otherwise.into())));
                return Err(Stop::Over);
            }
            _ => {}
        }
        let guard = self.conditions.iter().cloned().reduce(|left, right| Expr::binary(BinaryOp::And, left, right));
        let holds = match guard {
            Some(guard) => Expr::binary(BinaryOp::Implies, guard, holds.expr),
            None => holds.expr,
        };
        self.needs.push((holds, otherwise));
        Ok(())
    }

    /// Puts what must hold in front of the command at hand.
    pub fn emit_needs(&mut self) {
        for (holds, otherwise) in std::mem::take(&mut self.needs) {
            self.emit(Action::Assert(holds, Some(otherwise.into())));
        }
    }
}

impl Term {
    /// A constant.
    pub fn constant(program: &Program, value: Value) -> Term {
        Term { expr: literal(program, &value), known: Known::one(value), fails: false }
    }

    /// The only value that it may have.
    pub fn value(&self) -> Option<&Value> {
        self.known.constant().filter(|_| !self.fails)
    }

    /// The truth value that it has for certain.
    pub fn truth(&self) -> Option<bool> {
        self.known.truth().filter(|_| !self.fails)
    }

    /// The opposite of a truth value.
    pub fn negated(self) -> Term {
        let negated = Known::apply(&[&self.known], |operands| match operands {
            [Value::Bool(truth)] => Some(Value::Bool(!truth)),
            _ => None,
        });
        let fails = self.fails || !negated.always_has_a_value;
        Term { known: negated.known, expr: Expr::unary(UnaryOp::Not, self.expr), fails }
    }
}
