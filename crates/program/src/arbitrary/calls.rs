//! Random calls, and what calls and forks have in common: callees, arguments, and variables for results.

use super::writer::Writer;
use super::{Declaration, Role};
use crate::command::{Action, Call, Callee};
use crate::expr::{Expr, VarRef};
use crate::ids::{NodeId, ObjectId, ProcId};
use crate::types::Type;
use crate::value::{Base, Pointer, Value};

impl Writer<'_> {
    pub fn call(&mut self, from: NodeId, to: NodeId) {
        let mut callees = self.procedures(Role::Helper);
        callees.extend(self.procedures(Role::Recursive));
        callees.retain(|(callee, _)| callee.index() > self.index);
        let Some(&(procedure, declaration)) = self.random.pick(&callees) else { return self.simple(from, to) };
        let arguments = match declaration.role {
            Role::Recursive => vec![Expr::int(self.random.below(3) as i64)],
            _ => self.arguments(declaration),
        };
        let results = self.results(declaration);
        let callee = self.callee(procedure);
        let actions = if self.random.chance(30) { self.simple_actions() } else { Vec::new() };
        self.call_edge(from, to, actions, Some(Call { callee, arguments, results }));
    }

    /// `target := value` by way of a procedure that returns its argument.
    pub fn assign_by_call(
        &mut self,
        from: NodeId,
        to: NodeId,
        before: Vec<Action>,
        target: VarRef,
        ty: &Type,
        value: Expr,
    ) {
        let same = self.procedures(Role::Identity).into_iter().find(|(_, other)| other.locals[0].ty == *ty);
        let (procedure, _) = same.expect("programs with calls have these procedures for both types");
        let call = Call { callee: Callee::Procedure(procedure), arguments: vec![value], results: vec![target] };
        self.call_edge(from, to, before, Some(call));
    }

    pub fn callee(&mut self, procedure: ProcId) -> Callee {
        if self.flavour.called_through_memory == Some(procedure) && self.random.chance(50) {
            let held = Pointer { base: Base::Static(ObjectId(4)), offset: 0 };
            let held = Expr::Literal(Value::Pointer(held));
            Callee::Pointer(Expr::Load(Box::new(held), Type::Pointer))
        } else if self.flavour.function_pointers && self.random.chance(50) {
            let pointer = Pointer { base: Base::Procedure(procedure), offset: i64::from(self.odd()) };
            Callee::Pointer(Expr::Literal(Value::Pointer(pointer)))
        } else {
            Callee::Procedure(procedure)
        }
    }

    pub fn arguments(&mut self, callee: &Declaration) -> Vec<Expr> {
        let types: Vec<Type> = callee.locals[..callee.parameters].iter().map(|local| local.ty.clone()).collect();
        types.iter().map(|ty| self.expression(ty, 0)).collect()
    }

    /// Variables that fit the callee's results, or none.
    pub fn results(&mut self, callee: &Declaration) -> Vec<VarRef> {
        let types: Vec<Type> = callee.results.iter().map(|local| callee.locals[local.index()].ty.clone()).collect();
        let prefers_globals = self.random.chance(50);
        let targets: Option<Vec<VarRef>> = types.iter().map(|ty| self.result_target(ty, prefers_globals)).collect();
        if self.random.chance(60) { targets.unwrap_or_default() } else { Vec::new() }
    }

    pub fn result_target(&mut self, ty: &Type, prefers_globals: bool) -> Option<VarRef> {
        let is_global = |variable: &VarRef| matches!(variable, VarRef::Global(_));
        let globals: Vec<VarRef> = self.variables(ty).into_iter().filter(is_global).collect();
        let global = self.random.pick(&globals).copied().filter(|_| prefers_globals);
        global.or_else(|| self.variable_of(ty))
    }
}
