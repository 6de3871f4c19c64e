//! Calls: of functions with a body, of primitives, of intrinsics, through pointers.

use program::command::{Action, Call as ProgramCall, Callee};
use program::expr::{Expr, VarRef};
use program::ids::{LocalId as Local, ProcId};
use program::types::Type;

use crate::c::constants::nothing;
use crate::c::function::Lowering;
use crate::c::session::not_modelled;
use crate::c::units::{Entity, Place};
use crate::llvm::ids::LocalId;
use crate::llvm::instructions::Call;
use crate::llvm::types::Type as LlvmType;
use crate::llvm::values::{Assembly, Constant, Expression, Operand, Value};

/// The number of the thread is the first parameter of every procedure.
const SELF: Local = Local(0);

/// Assembly that has no effect under sequential consistency.
const IDLE: [&str; 7] = ["", "pause", "rep; nop", "rep;nop", "nop", "mfence", "yield"];

impl<'a> Lowering<'_, 'a> {
    /// Lowers a call.
    pub fn call(&mut self, result: Option<LocalId>, call: &'a Call) -> Result<(), String> {
        if let Value::Assembly(assembly) = &call.callee {
            return self.assembly(result, assembly);
        }
        let Value::Constant(constant) = &call.callee else {
            let pointer = self.scalar(&LlvmType::Pointer(0), &call.callee)?;
            let arguments = self.arguments(call)?;
            return self.finish_call(result, &call.result, Callee::Pointer(pointer), arguments);
        };
        if let Some(name) = self.session.units.undefined_function(self.unit, constant) {
            return self.call_undefined(result, name, call);
        }
        match self.called_function(self.unit, constant) {
            Some(place) => {
                let expected = self.parameter_types(place)?;
                let mut arguments = self.arguments(call)?;
                arguments.truncate(expected.len());
                let missing = expected[arguments.len()..].iter().map(|ty| (nothing(ty), ty.clone()));
                arguments.extend(missing.collect::<Vec<_>>());
                if arguments.iter().zip(&expected).any(|((_, found), expected)| found != expected) {
                    let name = self.session.units.function_name(place);
                    return Err(format!("`{name}` is called with arguments of other types than it has"));
                }
                let procedure = self.session.procedure(place);
                self.finish_call(result, &call.result, Callee::Procedure(procedure), arguments)
            }
            None => {
                let pointer = self.scalar(&LlvmType::Pointer(0), &call.callee)?;
                let arguments = self.arguments(call)?;
                self.finish_call(result, &call.result, Callee::Pointer(pointer), arguments)
            }
        }
    }

    fn assembly(&mut self, result: Option<LocalId>, assembly: &Assembly) -> Result<(), String> {
        let text = assembly.template.trim().trim_end_matches(';').trim();
        match result {
            None if IDLE.contains(&text) => Ok(()),
            _ => Err(format!("the assembly `{text}` is not supported")),
        }
    }

    /// The function with a body that the constant is the address of.
    fn called_function(&self, unit: usize, constant: &'a Constant) -> Option<Place> {
        match constant {
            Constant::Symbol(symbol) => match self.session.units.entity(unit, *symbol) {
                Entity::Function(place) => Some(place),
                Entity::Alias(unit, target) => self.called_function(unit, target),
                _ => None,
            },
            Constant::Expression(expression) => match &**expression {
                Expression::Cast { operand, .. } => self.called_function(unit, &operand.constant),
                _ => None,
            },
            _ => None,
        }
    }

    fn parameter_types(&self, place: Place) -> Result<Vec<Type>, String> {
        let mut types = Vec::new();
        for parameter in self.session.units.function(place).signature().parameters {
            types.extend(self.session.leaves(place.unit, &parameter)?.into_iter().map(|leaf| leaf.ty));
        }
        Ok(types)
    }

    /// The scalars of all arguments, with their types.
    fn arguments(&mut self, call: &'a Call) -> Result<Vec<(Expr, Type)>, String> {
        let mut arguments = Vec::new();
        for argument in &call.arguments {
            let values = self.operand(&argument.operand)?;
            arguments.extend(values.into_iter().zip(self.types(&argument.operand.ty)?));
        }
        Ok(arguments)
    }

    fn call_undefined(&mut self, result: Option<LocalId>, name: &'a str, call: &'a Call) -> Result<(), String> {
        if name.starts_with("llvm.") {
            return self.intrinsic(result, name, call);
        }
        if let Some(done) = self.output(result, name, call)? {
            return Ok(done);
        }
        if let Some((procedure, primitive)) = self.session.primitive(name) {
            let expected: Vec<Type> =
                primitive.locals[1..primitive.parameters].iter().map(|parameter| parameter.ty.clone()).collect();
            let results: Vec<Type> =
                primitive.results.iter().map(|result| primitive.local(*result).ty.clone()).collect();
            let mut arguments = self.arguments(call)?;
            arguments.truncate(expected.len());
            let fits = arguments.iter().map(|(_, ty)| ty).eq(expected.iter());
            if !fits || !results.is_empty() && results != self.types(&call.result)? {
                return Err(format!("`{name}` is declared with other types than it has in the C library"));
            }
            let is_wanted = !results.is_empty();
            let ty = if is_wanted { &call.result } else { &LlvmType::Void };
            self.finish_call(result.filter(|_| is_wanted), ty, Callee::Procedure(procedure), arguments)?;
            return Ok(());
        }
        if self.session.options.assume_pure.iter().any(|pure| pure == name) {
            return self.choose_result(result, &call.result);
        }
        Err(not_modelled(name))
    }

    /// The result may be anything.
    fn choose_result(&mut self, result: Option<LocalId>, ty: &LlvmType) -> Result<(), String> {
        if let Some(result) = result {
            let homes = self.home(result, ty)?;
            self.edges.emit(Action::Havoc(homes.into_iter().map(VarRef::Local).collect()));
        }
        Ok(())
    }

    fn finish_call(
        &mut self,
        result: Option<LocalId>,
        ty: &LlvmType,
        callee: Callee,
        arguments: Vec<(Expr, Type)>,
    ) -> Result<(), String> {
        let arguments =
            std::iter::once(Expr::local(SELF)).chain(arguments.into_iter().map(|(value, _)| value)).collect();
        let results = match result {
            Some(result) => self.home(result, ty)?.into_iter().map(VarRef::Local).collect(),
            None => Vec::new(),
        };
        self.edges.call(ProgramCall { callee, arguments, results });
        Ok(())
    }

    /// Calls a procedure of the library that is there.
    pub fn call_primitive(&mut self, name: &str, arguments: Vec<Expr>) -> Result<(), String> {
        let Some((procedure, _)) = self.session.primitive(name) else { return Err(not_modelled(name)) };
        self.call_procedure(procedure, arguments);
        Ok(())
    }

    /// Calls a procedure; its results are not wanted.
    pub fn call_procedure(&mut self, procedure: ProcId, arguments: Vec<Expr>) {
        let arguments = std::iter::once(Expr::local(SELF)).chain(arguments).collect();
        let callee = Callee::Procedure(procedure);
        self.edges.call(ProgramCall { callee, arguments, results: Vec::new() });
    }

    /// The argument at the position.
    pub fn argument(call: &'a Call, position: usize) -> Result<&'a Operand, String> {
        let argument = call.arguments.get(position).ok_or("an argument is missing")?;
        Ok(&argument.operand)
    }
}
