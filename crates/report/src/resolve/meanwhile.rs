//! The parts of a step one after the other: what one of them works on may have been computed by those before it.
//!
//! A step of a compiled program assigns to variables of the thread before it looks at memory. Only the states before and after the
//! step are known, so that an expression in the middle is turned into one that has the same value at the beginning.

use std::collections::BTreeMap;

use program::command::{Action, Command};
use program::expr::{Expr, VarRef};
use program::procedure::Edge;

/// What the step does that stands somewhere in the source, with what it has done before; front ends add what they need besides.
pub(crate) fn told_actions(edge: &Edge) -> impl Iterator<Item = (&Action, Meanwhile)> {
    let told = commands(edge).filter(|(command, _)| command.span.line > 0);
    told.map(|(command, meanwhile)| (&command.action, meanwhile))
}

/// All that the step does, with what it has done before.
pub(crate) fn commands(edge: &Edge) -> impl Iterator<Item = (&Command, Meanwhile)> {
    let mut meanwhile = Meanwhile::default();
    edge.commands.iter().map(move |command| {
        let before = meanwhile.clone();
        meanwhile.note(&command.action);
        (command, before)
    })
}

/// What the step has assigned so far, as it follows from what there was before the step; nothing where that is not known.
#[derive(Clone, Default)]
pub(crate) struct Meanwhile {
    values: BTreeMap<VarRef, Option<Expr>>,
    has_stored: bool,
}

impl Meanwhile {
    fn note(&mut self, action: &Action) {
        let assigned: Vec<(VarRef, Option<Expr>)> = match action {
            Action::Assign(assignments) => {
                assignments.iter().map(|(target, value)| (*target, self.at_first(value))).collect()
            }
            _ => Vec::new(),
        };
        self.has_stored |= matches!(action, Action::Store { .. } | Action::Copy { .. } | Action::Fill { .. });
        action.for_each_target(|target| drop(self.values.insert(target, None)));
        self.values.extend(assigned);
    }

    /// What has the same value before the step as the expression has now.
    pub fn at_first(&self, expr: &Expr) -> Option<Expr> {
        let mut expr = expr.clone();
        let is_known = self.substitute(&mut expr);
        (is_known && !(self.has_stored && expr.loads())).then_some(expr)
    }

    fn substitute(&self, expr: &mut Expr) -> bool {
        if let Expr::Variable(variable) = expr
            && let Some(assigned) = self.values.get(variable)
        {
            let Some(value) = assigned else { return false };
            *expr = value.clone();
            return true;
        }
        let mut is_known = true;
        expr.for_each_operand_mut(|operand| is_known &= self.substitute(operand));
        is_known
    }
}
