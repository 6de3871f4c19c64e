//! Calls: a step into the procedure, or its contract if it has no body, or its expansion inside an atomic block.

use program::command::{Action, Call, Callee, Command};
use program::expr::VarRef;
use program::span::Span;

use crate::boogie::ast;
use crate::boogie::builder::Builder;
use crate::boogie::contract::Contract;
use crate::boogie::declarations::ProcedureInfo;
use crate::boogie::graph::{RawNode, Step, Wait};
use crate::boogie::lowered::{callee_by_pointer, memory_action};
use crate::boogie::typed::Typed;
use crate::error::{Error, Result};

impl<'s, 'a> Builder<'s, 'a> {
    pub(super) fn call(&mut self, call: &'a ast::Call, span: Span, at: RawNode) -> Result<RawNode> {
        let mut commands = self.marked_actions(&call.attributes, span)?;
        if let Some(action) = self.built_in_action(call)? {
            commands.push(Command { action, span });
            return Ok(self.step(at, Step::new(commands, span)));
        }
        if let Some((callee, arguments)) = callee_by_pointer(self, call)? {
            let results = self.assignables(&call.results)?.into_iter().map(|target| target.variable).collect();
            let call = Call { callee, arguments, results };
            return Ok(self.step(at, Step { call: Some(call), ..Step::new(commands, span) }));
        }
        let (callee, info) = self.session.declarations.procedure_named(&call.callee)?;
        let arguments = self.arguments(&call.callee, info, &call.arguments)?;
        let results = self.results(&call.callee, info, &call.results)?;
        if info.body.is_none() {
            return self.contract_step(info, commands, arguments, &results, span, at);
        }
        if self.inside_path() {
            let at = if commands.is_empty() { at } else { self.step(at, Step::new(commands, span)) };
            return self.expand_call(callee, arguments, &results, span, at);
        }
        let arguments = arguments.into_iter().map(|argument| argument.expr).collect();
        let call = Call { callee: Callee::Procedure(callee), arguments, results };
        Ok(self.step(at, Step { call: Some(call), ..Step::new(commands, span) }))
    }

    /// One step that does what the contract of a procedure without a body says, after the commands given.
    pub(super) fn contract_step(
        &mut self,
        info: &ProcedureInfo<'_>,
        mut commands: Vec<Command>,
        arguments: Vec<Typed>,
        results: &[VarRef],
        span: Span,
        at: RawNode,
    ) -> Result<RawNode> {
        let session = self.session;
        let contract = Contract::of(session, info)?;
        let fresh = &mut |name, ty| self.fresh_local(name, ty, span);
        commands.extend(contract.commands(session, arguments, results, span, fresh)?);
        let can_block = commands.iter().any(|command| matches!(command.action, Action::Assume(_)));
        let step = Step { wait: can_block.then_some(Wait::Assumption), ..Step::new(commands, span) };
        Ok(self.step(at, step))
    }

    /// The procedures that take and give back the scheduler in other tools, unless the program defines them itself.
    fn built_in_action(&self, call: &ast::Call) -> Result<Option<Action>> {
        let declared = self.session.declarations.find_procedure(&call.callee.text);
        if declared.is_some_and(|id| self.session.declarations.procedures[id.index()].body.is_some()) {
            return Ok(None);
        }
        let action = match &*call.callee.text {
            "corral_atomic_begin" | "__VERIFIER_atomic_begin" => Action::BeginAtomic,
            "corral_atomic_end" | "__VERIFIER_atomic_end" => Action::EndAtomic,
            // Taken at their contract, which says nothing, they would return just any number.
            name @ ("corral_getThreadID" | "corral_getChildThreadID") => {
                return Err(Error::new(call.callee.span, format!("`{name}` of Corral is not supported")));
            }
            name if name.starts_with('$') && declared.is_none() => {
                let results: Vec<VarRef> =
                    self.assignables(&call.results)?.iter().map(|found| found.variable).collect();
                return memory_action(self, call, &results);
            }
            _ => return Ok(None),
        };
        Ok((call.arguments.is_empty() && call.results.is_empty()).then_some(action))
    }
}
