//! Expansion of calls inside atomic blocks.
//!
//! A recursive call is left as a call, and the atomic block then holds the scheduler.
//! Where the block gets too large the expansion stops, and the block is refused.

use program::command::{Action, Call, Callee, Command};
use program::expr::{Expr, VarRef};
use program::ids::{LocalId, ProcId};
use program::span::Span;

use crate::boogie::atomic::MAXIMAL_EXPANSION;
use crate::boogie::builder::{Builder, Frame, declare};
use crate::boogie::graph::{RawNode, Step};
use crate::boogie::typed::Typed;
use crate::error::Result;

/// How many calls may be expanded inside each other.
pub(super) const MAXIMAL_EXPANSION_DEPTH: usize = 30;

impl<'s, 'a> Builder<'s, 'a> {
    pub(super) fn expand_call(
        &mut self,
        callee: ProcId,
        arguments: Vec<Typed>,
        results: &[VarRef],
        span: Span,
        at: RawNode,
    ) -> Result<RawNode> {
        let session = self.session;
        let info = &session.declarations.procedures[callee.index()];
        let is_recursive = self.expanding.contains(&callee);
        let is_small = self.expanding.len() < MAXIMAL_EXPANSION_DEPTH
            && self.graph.edges.len() < self.expansion_start + MAXIMAL_EXPANSION;
        if !is_recursive && !is_small {
            self.expansion_stopped = true;
            return Ok(at);
        }
        let Some(body) = info.body.filter(|_| !is_recursive) else {
            let arguments = arguments.into_iter().map(|argument| argument.expr).collect();
            let call = Call { callee: Callee::Procedure(callee), arguments, results: results.to_vec() };
            return Ok(self.step(at, Step { call: Some(call), ..Step::new(Vec::new(), span) }));
        };
        let locals = &mut self.locals;
        let (scope, conditions) = declare(session, info, |declared, ty| {
            let name = format!("{}.{}", info.declaration.name.text, declared.name.text);
            locals.push(program::procedure::Variable { name, ty, span: declared.name.span });
            LocalId::new(locals.len() - 1)
        })?;
        let first = self.locals.len() - scope.len();
        let all: Vec<VarRef> = (first..self.locals.len()).map(|local| VarRef::Local(LocalId::new(local))).collect();
        self.expansion_locals.extend(all.iter().copied());
        let (parameters, others) = all.split_at(info.parameters.len());
        let end = self.graph.unplaced();
        let frame = Frame { scope, conditions, labels: Vec::new(), breaks: Vec::new(), end, info };
        let outer = std::mem::replace(&mut self.frame, frame);
        self.expanding.push(callee);

        let commands = self.enter_expansion(parameters, arguments, others, span);
        let finished = commands.and_then(|commands| {
            let inside = self.step(at, Step::new(commands, span));
            self.enter_labels(&body.statements)?;
            self.statements(&body.statements, inside)
        });
        self.expanding.pop();
        self.frame = outer;
        self.graph.jump(finished?, end, None);
        self.graph.place(end);
        let produced = others[..results.len()].iter().map(|result| Expr::Variable(*result));
        let assignments: Vec<_> = results.iter().copied().zip(produced).collect();
        if assignments.is_empty() {
            return Ok(end);
        }
        let commands = vec![Command { action: Action::Assign(assignments), span }];
        Ok(self.step(end, Step::new(commands, span)))
    }

    /// Sets the parameters and gives all other variables of the callee arbitrary values.
    fn enter_expansion(
        &self,
        parameters: &[VarRef],
        arguments: Vec<Typed>,
        others: &[VarRef],
        span: Span,
    ) -> Result<Vec<Command>> {
        let mut actions = Vec::new();
        if !parameters.is_empty() {
            let values = arguments.into_iter().map(|argument| argument.expr);
            actions.push(Action::Assign(parameters.iter().copied().zip(values).collect()));
        }
        if !others.is_empty() {
            actions.push(Action::Havoc(others.to_vec()));
        }
        for variable in others {
            if let Some((condition, _)) = self.where_clause(*variable)? {
                actions.push(Action::Assume(condition));
            }
        }
        Ok(actions.into_iter().map(|action| Command { action, span }).collect())
    }
}
