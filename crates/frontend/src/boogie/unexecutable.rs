//! Axioms that cannot be executed, and whether the program can do without them.
//!
//! What runs never applies a function without a body, so that such an axiom bears on the runs only through the constants
//! that it mentions. If these have nothing to do with the constants that the program uses, then whatever values the
//! latter have, the axiom holds for some meaning of the functions and of its own constants, provided that the axioms do not
//! contradict each other. It is left out then, and no run comes or goes.

use std::collections::BTreeSet;
use std::sync::Arc;

use program::expr::VarRef;

use crate::boogie::ast::{Expr, ExprKind};
use crate::boogie::declarations::{Declarations, Symbol};
use crate::boogie::liveness::Variables;
use crate::boogie::session::{Session, as_constant, constant_variable};
use crate::error::{Error, Result};

/// An axiom that cannot be executed.
pub struct Unexecutable {
    refusal: Error,
    mentioned: Mentioned,
}

/// What an axiom speaks of, functions expanded.
#[derive(Default)]
struct Mentioned {
    constants: BTreeSet<usize>,
    /// Axioms have no business with them.
    global: Option<Arc<str>>,
}

impl Unexecutable {
    pub fn new(declarations: &Declarations<'_>, axiom: &Expr, refusal: Error) -> Unexecutable {
        Unexecutable { refusal, mentioned: Mentioned::by(declarations, axiom) }
    }

    /// Fails if the axiom may say something about what the program uses: the variables chosen in its first step.
    pub fn check(&self, session: &Session<'_>, chosen: &Variables) -> Result<()> {
        let name = |constant: usize| &session.declarations.constants[constant].declaration.variable.name.text;
        let needed = self.mentioned.constants.iter().find(|constant| has_a_say(session, **constant, chosen));
        let Some(name) = self.mentioned.global.as_ref().or(needed.map(|constant| name(*constant))) else {
            return Ok(());
        };
        let what = format!(
            "this axiom cannot be used: {}; it cannot be left out either, since it may say something about what the \
             program uses by way of `{name}`",
            self.refusal.what
        );
        Err(Error::new(self.refusal.span, what))
    }
}

/// Whether the constant has to do with anything chosen: itself, what its value depends on, or what it must differ from.
fn has_a_say(session: &Session<'_>, constant: usize, chosen: &Variables) -> bool {
    let constants = &session.declarations.constants;
    let declared = &constants[constant];
    if declared.element.is_some() {
        return false;
    }
    let must_differ = |variable: &VarRef| {
        let other = as_constant(*variable).map(|other| &constants[other]);
        declared.declaration.unique && other.is_some_and(|other| other.declaration.unique && other.ty == declared.ty)
    };
    let mut depends = false;
    match session.constant_values.get(&constant) {
        Some(value) => value.expr.for_each_variable(&mut |variable| depends |= chosen.contains(&variable)),
        None => depends = chosen.contains(&constant_variable(constant)),
    }
    depends || chosen.iter().any(must_differ)
}

impl Mentioned {
    fn by(declarations: &Declarations<'_>, axiom: &Expr) -> Mentioned {
        let mut found = Mentioned::default();
        let mut functions = BTreeSet::new();
        let mut work = vec![(axiom, Vec::new())];
        while let Some((expr, mut bound)) = work.pop() {
            let mut applied = Vec::new();
            found.collect(declarations, expr, &mut bound, &mut applied);
            for name in applied {
                let Some(function) = declarations.functions.get(&name).map(|function| function.declaration) else {
                    continue;
                };
                if let Some(body) = function.body.as_ref().filter(|_| functions.insert(name)) {
                    let names = function.parameters.iter().filter_map(|(name, _)| name.as_ref());
                    work.push((body, names.map(|name| Arc::clone(&name.text)).collect()));
                }
            }
        }
        found
    }

    fn collect(
        &mut self,
        declarations: &Declarations<'_>,
        expr: &Expr,
        bound: &mut Vec<Arc<str>>,
        applied: &mut Vec<Arc<str>>,
    ) {
        let outer = bound.len();
        match &expr.kind {
            ExprKind::Name(name) if !bound.contains(name) => match declarations.symbols.get(name) {
                Some(Symbol::Constant(constant)) => {
                    self.constants.insert(*constant);
                }
                Some(Symbol::Global(_)) => self.global = Some(Arc::clone(name)),
                None => {}
            },
            ExprKind::Apply(function, _) => applied.push(Arc::clone(&function.text)),
            ExprKind::Quantified(_, binders, _) => {
                bound.extend(binders.iter().map(|binder| Arc::clone(&binder.name.text)));
            }
            ExprKind::Let(definitions, body) => {
                definitions.iter().for_each(|definition| self.collect(declarations, &definition.value, bound, applied));
                bound.extend(definitions.iter().map(|definition| Arc::clone(&definition.name.text)));
                self.collect(declarations, body, bound, applied);
                bound.truncate(outer);
                return;
            }
            _ => {}
        }
        expr.for_each_operand(&mut |operand| self.collect(declarations, operand, bound, applied));
        bound.truncate(outer);
    }
}
