//! What must hold before a step so that it can be taken, and what it changes.
//!
//! Promela has its guard in front. In our programs assumptions may also stand behind assignments of the same step: there, what was assigned
//! is put in place of the variables.

use std::collections::BTreeMap;

use program::command::Action;
use program::expr::{Expr, VarRef};

/// What has been assigned so far, in terms of the values before the step.
#[derive(Default)]
pub(super) struct Assigned(BTreeMap<VarRef, Expr>);

impl Assigned {
    /// The expression in terms of the values before the step.
    pub(super) fn before(&self, expr: &Expr) -> Expr {
        if let Expr::Variable(variable) = expr {
            return self.0.get(variable).unwrap_or(expr).clone();
        }
        let mut expr = expr.clone();
        expr.for_each_operand_mut(|operand| *operand = self.before(operand));
        expr
    }

    /// Follows the action, if it is an assignment.
    pub(super) fn follow(&mut self, action: &Action) {
        if let Action::Assign(assignments) = action {
            let new: Vec<(VarRef, Expr)> =
                assignments.iter().map(|(target, value)| (*target, self.before(value))).collect();
            self.0.extend(new);
        }
    }
}

#[cfg(test)]
mod tests {
    use program::expr::BinaryOp;
    use program::ids::GlobalId;

    use super::*;

    #[test]
    fn what_was_assigned_is_put_in() {
        let variable = |number: usize| VarRef::Global(GlobalId::new(number));
        let plus_one = |number: usize| Expr::binary(BinaryOp::Add, Expr::Variable(variable(number)), Expr::int(1));
        let mut assigned = Assigned::default();
        // x, y := y, x; x := x + 1
        assigned.follow(&Action::Assign(vec![
            (variable(0), Expr::Variable(variable(1))),
            (variable(1), Expr::Variable(variable(0))),
        ]));
        assigned.follow(&Action::Assign(vec![(variable(0), plus_one(0))]));
        assert_eq!(assigned.before(&plus_one(0)), Expr::binary(BinaryOp::Add, plus_one(1), Expr::int(1)));
        assert_eq!(assigned.before(&Expr::Variable(variable(1))), Expr::Variable(variable(0)));
    }
}
