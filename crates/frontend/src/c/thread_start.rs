//! Functions that threads begin with, of other types than they should have. `void *work(int number)` is common: the standard says
//! nothing about it, and machines hand on as much of the argument as the function takes.

use program::command::{Call as ProgramCall, Callee};
use program::expr::{Expr, UnaryOp, VarRef};
use program::ids::{LocalId, ProcId};
use program::procedure::Procedure;
use program::span::Span;
use program::types::Type;
use program::value::{Base, Pointer, Value as ProgramValue};

use crate::c::constants::nothing;
use crate::c::edges::Edges;
use crate::c::function::Lowering;
use crate::c::operators::resize;
use crate::c::session::{Session, made_variable, thread_number};
use crate::c::units::Place;
use crate::llvm::instructions::Call;
use crate::llvm::types::Type as LlvmType;
use crate::llvm::values::Value;

/// Functions that start threads, with the position of what the thread begins with.
const STARTS: [(&str, usize); 2] = [("pthread_create", 2), ("thrd_create", 1)];

/// The pointer that the thread is given, among the variables of the procedure it begins with.
const ARGUMENT: LocalId = LocalId(1);

impl<'a> Lowering<'_, 'a> {
    /// What starts a thread with a function that returns a number, where a pointer is expected.
    pub fn start_without_result(&self, name: &str, call: &'a Call) -> Option<&'static str> {
        let (_, place) =
            self.started(name, call).filter(|_| name == "pthread_create" && !self.session.masks_signals())?;
        let returns_number = matches!(self.session.units.function(place).result, LlvmType::Integer(_));
        returns_number.then_some("$pthread_create_without_result")
    }

    /// If the call starts a thread with a function that does not take what it is given: which argument stands for the function, and
    /// what stands for it instead.
    pub fn adapted_start(&mut self, name: &str, call: &'a Call) -> Result<Option<(usize, Expr)>, String> {
        let Some((position, place)) = self.started(name, call) else { return Ok(None) };
        let Some(procedure) = self.session.adapted_start(place)? else { return Ok(None) };
        let pointer = Pointer { base: Base::Procedure(procedure), offset: 0 };
        Ok(Some((position, Expr::Literal(ProgramValue::Pointer(pointer)))))
    }

    /// The function that the call starts a thread with, if it is known, and which argument it is.
    fn started(&self, name: &str, call: &'a Call) -> Option<(usize, Place)> {
        let (_, position) = STARTS.iter().find(|(start, _)| *start == name)?;
        let Value::Constant(routine) = &call.arguments.get(*position)?.operand.value else { return None };
        Some((*position, self.called_function(self.unit, routine)?))
    }
}

impl Session<'_> {
    /// A procedure that takes a pointer and calls the function with as much of it as the function takes; parameters behind it have
    /// no value. None if the function takes a pointer, or nothing.
    fn adapted_start(&mut self, place: Place) -> Result<Option<ProcId>, String> {
        let function = self.units.function(place);
        let parameters = self.scalars(place.unit, &function.signature().parameters)?;
        let first = match parameters.first() {
            None => return Ok(None),
            Some(Type::Pointer) if parameters.len() == 1 => return Ok(None),
            Some(Type::Pointer) => Expr::local(ARGUMENT),
            Some(Type::Bits(width @ 1..=64)) => {
                resize(Expr::unary(UnaryOp::PointerToBits, Expr::local(ARGUMENT)), 64, *width)
            }
            Some(_) => return Ok(None),
        };
        if function.is_variadic {
            return Ok(None);
        }
        if let Some(known) = self.adapted_starts.get(&place) {
            return Ok(Some(*known));
        }
        let mut locals = vec![thread_number(), made_variable("argument", Type::Pointer)];
        let own_parameters = locals.len();
        locals.push(made_variable("%unwinding", Type::Pointer));
        let results = self.scalars(place.unit, std::slice::from_ref(&function.result))?;
        locals.extend(results.into_iter().map(|ty| made_variable("result", ty)));
        let results: Vec<LocalId> = (own_parameters..locals.len()).map(LocalId::new).collect();
        let missing = parameters[1..].iter().map(nothing);
        let mut edges = Edges::new(Span::NOWHERE);
        edges.call(ProgramCall {
            callee: Callee::Procedure(self.procedure(place)),
            arguments: [Expr::local(LocalId(0)), first].into_iter().chain(missing).collect(),
            results: results.iter().map(|result| VarRef::Local(*result)).collect(),
        });
        edges.go(Edges::EXIT);
        // The thread is known by the name of what it will run before it does.
        let name = self.units.function_name(place).to_owned();
        let procedure = edges.into_procedure(&name, locals, own_parameters, results);
        let adapted = self.add_procedure(Some(Procedure { wraps: true, ..procedure }));
        self.adapted_starts.insert(place, adapted);
        Ok(Some(adapted))
    }
}
