//! The `assume` statements at the very beginning of the program, which say what its arbitrary initial values are.
//!
//! Nobody has assigned anything before them, and no other thread exists that could: a run that does not meet them would
//! wait for ever for values that it was merely given. So they are assumptions of the first step, as `requires` are.

use std::collections::BTreeSet;

use program::expr::Expr;
use program::value::Value;

use crate::boogie::ast::{self, Attribute, Statement, StatementKind};
use crate::boogie::builder::Builder;
use crate::boogie::constants::Fact;
use crate::boogie::declarations::Symbol;
use crate::boogie::fold::fold;
use crate::boogie::labels;
use crate::error::Result;

impl Builder<'_, '_> {
    /// The assumptions that the body of the procedure at which the program starts begins with, and how many statements
    /// they are, labels included.
    ///
    /// A label that somebody jumps to ends them: behind it variables may have been assigned.
    /// So does an assumption about nothing that was chosen, such as `assume false`, which no other values would meet.
    pub(super) fn leading_assumptions(&self, body: &[Statement]) -> Result<(Vec<Fact>, usize)> {
        let mut targets = BTreeSet::new();
        labels::collect_targets(body, &mut targets);
        let mut assumptions = Vec::new();
        let mut taken = 0;
        for (position, statement) in body.iter().enumerate() {
            match &statement.kind {
                StatementKind::Label(label) if !targets.contains(&label.text) => {}
                StatementKind::Assume(attributes, written) if !attributes.iter().any(is_of_its_time) => {
                    let expanded = self.run().condition(written)?;
                    let is_about_something = self.names_something(written) || mentions_something(&expanded);
                    if is_about_something {
                        assumptions.push((fold(expanded), statement.span));
                        taken = position + 1;
                    } else if expanded != Expr::Literal(Value::Bool(true)) {
                        break;
                    }
                }
                _ => break,
            }
        }
        Ok((assumptions, taken))
    }

    /// Whether a variable or an open constant is written in the condition.
    /// Where a quantifier is expanded it may be gone; where a function is, it may turn up.
    fn names_something(&self, condition: &ast::Expr) -> bool {
        let (scope, session) = (&self.frame.scope, self.session);
        condition.mentions(&|name| match session.declarations.symbols.get(name) {
            _ if scope.contains_key(name) => true,
            Some(Symbol::Global(_)) => true,
            Some(Symbol::Constant(constant)) => {
                let is_element = session.declarations.constants[*constant].element.is_some();
                !is_element && !session.constant_values.contains_key(constant)
            }
            None => false,
        })
    }
}

/// Where a section begins or ends, or a way is taken, is a matter of when, so such an `assume` stays the step that it is.
fn is_of_its_time(attribute: &Attribute) -> bool {
    matches!(&*attribute.name.text, "unhang_begin" | "unhang_end" | "unhang_eventually")
}

fn mentions_something(condition: &Expr) -> bool {
    let mut found = false;
    condition.for_each_variable(&mut |_| found = true);
    found
}
