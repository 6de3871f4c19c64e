//! Threads: `fork`, `call {:async}`, `join` and `par`.

use program::command::{Action, Callee, Command};
use program::expr::Expr;
use program::span::Span;
use program::types::Type;

use crate::boogie::ast::{self, Name};
use crate::boogie::builder::Builder;
use crate::boogie::graph::{RawNode, Step, Wait};
use crate::boogie::lowered::callee_by_pointer;
use crate::boogie::par_number::{ParNumber, statement_name};
use crate::error::{Error, Result};

impl<'s, 'a> Builder<'s, 'a> {
    /// Starts a thread that a `join` can find by the id, or that nobody can join.
    pub(super) fn start_thread(
        &mut self,
        id: Option<&'a Vec<ast::Expr>>,
        call: &'a ast::Call,
        span: Span,
        at: RawNode,
    ) -> Result<RawNode> {
        if let Some(result) = call.results.first() {
            let what = match id {
                Some(_) => "a thread that is started has no results yet; take them at its `join`",
                None => {
                    "a thread that is started has no results yet, and this one can never be joined; to take its \
                     results, start it with `fork` and take them at its `join`"
                }
            };
            return Err(Error::new(result.span, what));
        }
        let mut commands = self.marked_actions(&call.attributes, span)?;
        let id = match id {
            Some(id) => Some(self.thread_id(id)?),
            None => None,
        };
        commands.push(Command { action: self.fork(id, call)?, span });
        Ok(self.step(at, Step::new(commands, span)))
    }

    /// An expression by which a thread or an object is known, which a map is not.
    pub(super) fn named(&self, written: &ast::Expr) -> Result<Expr> {
        let typed = self.run().lower(written)?;
        match typed.ty {
            Type::Map(_) => Err(Error::new(written.span, "a map cannot be a thread id or the object of a section")),
            _ => Ok(typed.expr),
        }
    }

    fn thread_id(&self, id: &[ast::Expr]) -> Result<Vec<Expr>> {
        id.iter().map(|part| self.named(part)).collect()
    }

    fn fork(&self, id: Option<Vec<Expr>>, call: &ast::Call) -> Result<Action> {
        if let Some((callee, arguments)) = callee_by_pointer(self, call)? {
            return Ok(Action::Fork { id, callee, arguments });
        }
        let (callee, info) = self.session.declarations.procedure_named(&call.callee)?;
        let arguments = self.arguments(&call.callee, info, &call.arguments)?;
        let arguments = arguments.into_iter().map(|argument| argument.expr).collect();
        Ok(Action::Fork { id, callee: Callee::Procedure(callee), arguments })
    }

    pub(super) fn join(&mut self, id: &[ast::Expr], results: &[Name], span: Span, at: RawNode) -> Result<RawNode> {
        let id = self.thread_id(id)?;
        let results = self.assignables(results)?.into_iter().map(|target| target.variable).collect();
        let commands = vec![Command { action: Action::Join { id, results }, span }];
        Ok(self.step(at, Step { wait: Some(Wait::Thread), ..Step::new(commands, span) }))
    }

    /// One step that forks all arms, and one that joins them all.
    ///
    /// While a thread waits for its arms it cannot start the same statement again, so fixed ids tell its own arms
    /// apart. They do not tell them from those of another thread at the same statement:
    /// if there can be one, a [`ParNumber`] is added to the id.
    pub(super) fn par(&mut self, arms: &'a [ast::Call], span: Span, at: RawNode) -> Result<RawNode> {
        let mut forks = Vec::new();
        let mut joins = Vec::new();
        let name = &self.frame.info.declaration.name.text;
        let procedure = self.session.declarations.find_procedure(name);
        let is_shared = procedure.is_some_and(|procedure| self.session.calls.runs_in_forked_threads(procedure));
        let number = is_shared.then(|| ParNumber::new(self, span));
        forks.extend(number.iter().flat_map(|number| number.take(span)));
        let mut taken = Vec::new();
        for (position, arm) in arms.iter().enumerate() {
            let (_, info) = self.session.declarations.procedure_named(&arm.callee)?;
            taken.extend(arm.results.iter().cloned());
            let results = self.results(&arm.callee, info, &arm.results)?;
            let description = format!("{}#{}", statement_name(span), position + 1);
            let mut id = vec![Expr::Literal(self.session.par_arm(description))];
            id.extend(number.iter().flat_map(ParNumber::id));
            forks.push(Command { action: self.fork(Some(id.clone()), arm)?, span });
            joins.push(Command { action: Action::Join { id, results }, span });
        }
        self.assignables(&taken)?;
        joins.extend(number.iter().map(|number| number.give_back(span)));
        let started = self.step(at, Step::new(forks, span));
        Ok(self.step(started, Step { wait: Some(Wait::Thread), ..Step::new(joins, span) }))
    }
}
