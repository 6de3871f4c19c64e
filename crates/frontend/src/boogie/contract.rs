//! Procedures without a body: one step that does what the contract says.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use program::command::{Action, Command};
use program::expr::{Expr, VarRef};
use program::ids::{GlobalId, LocalId};
use program::span::Span;
use program::types::Type;

use crate::boogie::ast::{self, Clause};
use crate::boogie::builder::{declare, global_where_clause};
use crate::boogie::declarations::{ProcedureInfo, Symbol};
use crate::boogie::expressions::{Locals, OldRule, Purpose, Scope};
use crate::boogie::session::{Session, as_old, old_variable};
use crate::boogie::typed::Typed;
use crate::error::{Error, Result};

/// A contract, over the procedure's own parameters (the first locals) and results (the locals after them).
pub struct Contract {
    parameters: Vec<(String, Type)>,
    requires: Vec<Expr>,
    ensures: Vec<Expr>,
    modifies: Vec<GlobalId>,
}

/// Checks names and types in all contracts and `where` clauses, whether they have an effect or not.
pub fn check_all(session: &Session<'_>) -> Result<()> {
    let locals = Locals::new();
    let scope = Scope { session, locals: &locals, purpose: Purpose::Check, old: OldRule::Refused };
    for condition in session.declarations.globals.iter().filter_map(|global| global.declaration.condition.as_ref()) {
        scope.condition(condition)?;
    }
    for info in &session.declarations.procedures {
        clauses(session, info, Purpose::Check)?;
    }
    Ok(())
}

/// `requires` clauses of a procedure that the program starts at, free ones included.
pub fn assumed_at_start(session: &Session<'_>, info: &ProcedureInfo<'_>) -> Result<Vec<(Expr, Span)>> {
    let mut next = 0;
    let (scope, _) = declare_signature(session, info, &mut next)?;
    let scope = Scope { session, locals: &scope, purpose: Purpose::Run, old: OldRule::Refused };
    let required = info.declaration.contract.iter().filter_map(|clause| match clause {
        Clause::Requires { condition, .. } => Some(condition),
        _ => None,
    });
    required.map(|condition| Ok((scope.condition(condition)?, condition.span))).collect()
}

impl Contract {
    /// The contract of the procedure, ready to be executed.
    pub fn of(session: &Session<'_>, info: &ProcedureInfo<'_>) -> Result<Contract> {
        clauses(session, info, Purpose::Run)
    }

    /// What a call with these arguments and these variables for the results does.
    ///
    /// What the contract says of the state before, and what the step changes, is kept in fresh variables.
    pub fn commands(
        &self,
        session: &Session<'_>,
        arguments: Vec<Typed>,
        results: &[VarRef],
        span: Span,
        fresh: &mut dyn FnMut(String, Type) -> LocalId,
    ) -> Result<Vec<Command>> {
        let modified = self.modifies.iter().map(|global| VarRef::Global(*global));
        let changed: BTreeSet<VarRef> = results.iter().copied().chain(modified).collect();
        let mut saved = Vec::new();
        // What a parameter stands for before the step, and what all names stand for after it.
        let mut given: BTreeMap<VarRef, Expr> = BTreeMap::new();
        let mut meaning: BTreeMap<VarRef, Expr> = BTreeMap::new();
        for (index, argument) in arguments.into_iter().enumerate() {
            let parameter = VarRef::Local(LocalId::new(index));
            let survives = !changed.iter().any(|variable| argument.expr.mentions(*variable));
            let value = if survives || !self.ensures.iter().any(|clause| clause.mentions(parameter)) {
                argument.expr.clone()
            } else {
                save(&mut saved, fresh(self.parameters[index].0.clone(), argument.ty), argument.expr.clone())
            };
            meaning.insert(parameter, value);
            given.insert(parameter, argument.expr);
        }
        for (index, result) in results.iter().enumerate() {
            meaning.insert(VarRef::Local(LocalId::new(self.parameters.len() + index)), Expr::Variable(*result));
        }
        for global in self.old_globals() {
            let now = VarRef::Global(global);
            let value = if changed.contains(&now) {
                let declared = &session.declarations.globals[global.index()];
                let name = format!("old({})", declared.declaration.name.text);
                save(&mut saved, fresh(name, declared.ty.clone()), Expr::Variable(now))
            } else {
                Expr::Variable(now)
            };
            meaning.insert(old_variable(global), value);
        }
        let mut actions: Vec<Action> = Vec::new();
        for clause in &self.requires {
            let clause = session.substitute(clause, span, &|variable| given.get(&variable).cloned())?;
            actions.push(Action::Assert(clause, None));
        }
        if !saved.is_empty() {
            actions.push(Action::Assign(saved));
        }
        if !changed.is_empty() {
            actions.push(Action::Havoc(changed.iter().copied().collect()));
        }
        for global in &self.modifies {
            if let Some((condition, _)) = global_where_clause(session, global.index())? {
                actions.push(Action::Assume(condition));
            }
        }
        for clause in &self.ensures {
            let clause = session.substitute(clause, span, &|variable| meaning.get(&variable).cloned())?;
            actions.push(Action::Assume(clause));
        }
        Ok(actions.into_iter().map(|action| Command { action, span }).collect())
    }

    fn old_globals(&self) -> BTreeSet<GlobalId> {
        let mut globals = BTreeSet::new();
        for clause in &self.ensures {
            clause.for_each_variable(&mut |variable| globals.extend(as_old(variable)));
        }
        globals
    }
}

fn save(saved: &mut Vec<(VarRef, Expr)>, local: LocalId, value: Expr) -> Expr {
    saved.push((VarRef::Local(local), value));
    Expr::local(local)
}

fn declare_signature(
    session: &Session<'_>,
    info: &ProcedureInfo<'_>,
    next: &mut usize,
) -> Result<(Locals, BTreeMap<LocalId, Arc<ast::Expr>>)> {
    // Contracts use the names of the declaration, which an implementation may change.
    let signature = ProcedureInfo {
        declaration: info.declaration,
        signature: &info.declaration.signature,
        body: None,
        implementation_attributes: &[],
        parameters: Vec::new(),
        results: Vec::new(),
    };
    declare(session, &signature, |_, _| {
        *next += 1;
        LocalId::new(*next - 1)
    })
}

fn clauses(session: &Session<'_>, info: &ProcedureInfo<'_>, purpose: Purpose) -> Result<Contract> {
    let mut next = 0;
    let (locals, conditions) = declare_signature(session, info, &mut next)?;
    let scope = Scope { session, locals: &locals, purpose, old: OldRule::Refused };
    let after = Scope { old: OldRule::Allowed, ..scope };
    let named = info.declaration.signature.parameters.iter().zip(&info.parameters);
    let parameters = named.map(|(declared, ty)| (declared.name.text.to_string(), ty.clone())).collect();
    let mut contract = Contract { parameters, requires: Vec::new(), ensures: Vec::new(), modifies: Vec::new() };
    for (local, condition) in &conditions {
        if local.index() >= info.parameters.len() {
            contract.ensures.push(after.condition(condition)?);
        }
    }
    for clause in &info.declaration.contract {
        match clause {
            Clause::Requires { free: true, condition } => {
                Scope { purpose: Purpose::Check, ..scope }.condition(condition)?;
            }
            Clause::Requires { free: false, condition } => contract.requires.push(scope.condition(condition)?),
            Clause::Ensures(condition) => contract.ensures.push(after.condition(condition)?),
            Clause::Modifies(names) => {
                for name in names {
                    match session.declarations.symbols.get(&name.text) {
                        Some(Symbol::Global(global)) => contract.modifies.push(*global),
                        _ => {
                            let what = format!("there is no global variable `{}`", name.text);
                            return Err(Error::new(name.span, what));
                        }
                    }
                }
            }
        }
    }
    Ok(contract)
}
