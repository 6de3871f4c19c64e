//! `__VERIFIER_assume` and its like: a thread waits until the assumption holds, as one does for a lock that is made of it.
//!
//! The condition is an expression over what was read before. If that came from memory that others may reach, the thread reads it
//! again, all at once, whenever it is to be seen whether it can go on. Where it waits it has let go of the scheduler, if it took it
//! in front of the assumption and has done nothing since but look at what the assumption is about: then that is as good as taking
//! it later.
//! An assumption about anything else will never hold if it does not hold at once. Then the run is none of the program's, and
//! nobody takes another step. If a value was chosen in the same step, another one is chosen instead.

use std::collections::HashMap;

use program::command::Action;
use program::expr::{BinaryOp, Expr, VarRef};
use program::ids::LocalId;

use crate::c::function::Lowering;
use crate::c::operators::not;
use crate::c::places::Place;
use crate::c::verifiers::is_assumption;
use crate::llvm::instructions::Operation;
use crate::llvm::values::Value;

/// What is known in a block for assumptions to come.
#[derive(Default)]
pub struct Assumptions {
    /// Variables that hold what was read from memory and are used once, with how to read it again.
    reads: HashMap<LocalId, Expr>,
    atomic: Option<Atomic>,
}

/// What was done since the scheduler was taken: nothing but this.
#[derive(Default)]
struct Atomic {
    /// What was assumed, to be read again.
    assumed: Vec<Expr>,
    /// The variables that hold what was read from memory for any other purpose.
    looked_at: Vec<LocalId>,
}

impl Assumptions {
    /// The scheduler has just been taken.
    pub fn begin_atomic(&mut self) {
        self.atomic = Some(Atomic::default());
    }

    /// Something has happened.
    pub fn disturb(&mut self) {
        self.atomic = None;
    }

    /// Another block begins.
    pub fn forget_reads(&mut self) {
        self.reads.clear();
    }

    /// The variable has got its value from memory that others may reach; it may be used once only, or more often.
    pub fn has_read(&mut self, variable: LocalId, value: Expr, is_used_once: bool) {
        if is_used_once {
            self.reads.insert(variable, value);
        }
        if let Some(atomic) = &mut self.atomic {
            atomic.looked_at.push(variable);
        }
    }

    /// The variable gets another value.
    pub fn assigned(&mut self, variable: LocalId) {
        self.reads.retain(|read, value| *read != variable && !value.mentions(VarRef::Local(variable)));
    }

    /// The condition as it is when everything is read again, if it then may have another value.
    fn read_again(&mut self, condition: &Expr) -> Option<Expr> {
        let mut again = condition.clone();
        let mut found = Vec::new();
        self.substitute(&mut again, &mut found);
        if let Some(atomic) = &mut self.atomic {
            atomic.looked_at.retain(|variable| !found.contains(variable));
        }
        (!found.is_empty()).then_some(again)
    }

    fn substitute(&self, expr: &mut Expr, found: &mut Vec<LocalId>) {
        if let Expr::Variable(VarRef::Local(variable)) = expr
            && let Some(value) = self.reads.get(variable)
        {
            found.push(*variable);
            *expr = value.clone();
        }
        expr.for_each_operand_mut(|operand| self.substitute(operand, found));
    }
}

impl<'a> Lowering<'_, 'a> {
    /// The operation is about to happen: from then on the scheduler cannot be let go of as if it had not been taken.
    pub fn notice(&mut self, operation: &'a Operation) {
        let is_harmless = match operation {
            Operation::Store { address, .. } => self.is_variable(&address.value),
            Operation::CompareExchange(_) | Operation::ReadModifyWrite { .. } => false,
            Operation::Call(call) => {
                let name = self.session.units.undefined_callee(self.unit, &call.callee);
                name.is_some_and(|name| is_assumption(name) || name.starts_with("llvm.dbg."))
            }
            _ => true,
        };
        if !is_harmless {
            self.assumptions.disturb();
        }
    }

    fn is_variable(&self, address: &Value) -> bool {
        address.local().is_some_and(|local| matches!(self.places.of.get(&local), Some(Place::Variable(_))))
    }

    /// Goes on if the condition holds. If not, waits for it, if that is asked for and can help.
    pub fn assume(&mut self, condition: Expr, may_wait: bool) {
        let again = if may_wait { self.assumptions.read_again(&condition) } else { None };
        if again.is_none() && self.edges.selects(&condition) {
            return;
        }
        let Some(node) = self.edges.here() else { return };
        let passed = self.edges.node();
        self.edges.start(node);
        self.edges.emit(Action::Assume(condition.clone()));
        self.edges.go(passed);
        self.edges.start(node);
        self.edges.emit(Action::Assume(not(condition)));
        let waiting = self.edges.discarding_node();
        match again {
            Some(again) => {
                let mut guard = again.clone();
                let mut may_let_go = false;
                if let Some(atomic) = &mut self.assumptions.atomic {
                    may_let_go = atomic.looked_at.is_empty();
                    for earlier in &atomic.assumed {
                        guard = Expr::binary(BinaryOp::And, earlier.clone(), guard);
                    }
                    atomic.assumed.push(again);
                }
                if may_let_go {
                    self.edges.emit(Action::EndAtomic);
                }
                self.edges.go(waiting);
                self.edges.start(waiting);
                self.edges.emit(Action::Assume(guard));
                if may_let_go {
                    self.edges.emit(Action::BeginAtomic);
                }
                self.edges.go(passed);
            }
            None => {
                self.edges.emit(Action::BeginAtomic);
                self.edges.go(waiting);
            }
        }
        self.edges.start(passed);
    }
}
