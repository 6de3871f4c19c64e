//! Calls: of functions with a body, of primitives, of intrinsics, through pointers.

use program::command::{Action, Call as ProgramCall, Callee};
use program::expr::{Expr, VarRef};
use program::ids::LocalId as Local;
use program::procedure::Variable;
use program::types::Type;

use crate::c::chosen::is_used;
use crate::c::constants::nothing;
use crate::c::exceptions::Landing;
use crate::c::function::{Lowering, number};
use crate::c::names::is_called;
use crate::c::operators::resize;
use crate::c::session::{UNWINDING, not_modelled};
use crate::c::times::library_function;
use crate::c::units::{Entity, Place};
use crate::c::verifiers::is_known_by_name;
use crate::llvm::ids::LocalId;
use crate::llvm::instructions::Call;
use crate::llvm::types::Type as LlvmType;
use crate::llvm::values::{Assembly, Constant, Expression, Operand, Value};

/// The number of the thread is the first parameter of every procedure.
const SELF: Local = Local(0);

/// The clocks that libstdc++ reads by itself.
pub const CLOCKS: [&str; 2] = ["_ZNSt6chrono3_V212steady_clock3nowEv", "_ZNSt6chrono3_V212system_clock3nowEv"];

/// Assembly that has no effect under sequential consistency.
const IDLE: [&str; 7] = ["", "pause", "rep; nop", "rep;nop", "nop", "mfence", "yield"];

/// How the names of functions end that jump out of functions, or prepare for it.
const JUMPS: [&str; 3] = ["setjmp", "longjmp", "longjmp_chk"];

/// Functions that read a character from the input.
const READS_CHARACTER: [&str; 6] = ["getchar", "getc", "fgetc", "getchar_unlocked", "_ZNSi3getEv", "_ZNSi6ignoreEv"];

impl<'a> Lowering<'_, 'a> {
    /// Lowers a call. If it ends with an exception, control goes to the block that is given, or leaves the function.
    pub fn call(&mut self, result: Option<LocalId>, call: &'a Call, landing: Option<Landing>) -> Result<(), String> {
        if let Value::Assembly(assembly) = &call.callee {
            return self.assembly(result, assembly);
        }
        let Value::Constant(constant) = &call.callee else {
            let pointer = self.scalar(&LlvmType::Pointer(0), &call.callee)?;
            let mut arguments = self.arguments(call)?;
            let others = match call.signature.as_ref().filter(|signature| signature.is_variadic) {
                Some(signature) => self.pack(call, &mut arguments, signature.parameters.len())?,
                None => Vec::new(),
            };
            let unwinds = self.session.unwinds_from(&call.attributes) && self.session.may_throw(self.unit, call);
            self.finish_call(result, &call.result, Callee::Pointer(pointer), arguments)?;
            self.unpack(others);
            return self.after_call(unwinds, landing);
        };
        if let Some(name) = self.session.units.undefined_function(self.unit, constant) {
            return self.call_undefined(result, name, call, landing);
        }
        match self.called_function(self.unit, constant) {
            Some(place) => {
                let name = self.session.units.function_name(place);
                let instead = self.session.obscured(place).or_else(|| is_known_by_name(name).then_some(name));
                if let Some(name) = instead {
                    return self.call_undefined(result, name, call, landing);
                }
                let mut expected = self.parameter_types(place)?;
                let mut arguments = self.arguments(call)?;
                let function = self.session.units.function(place);
                let mut others = Vec::new();
                if function.is_variadic {
                    others = self.pack(call, &mut arguments, function.parameters.len())?;
                    expected.extend([Type::Pointer, Type::Pointer]);
                }
                arguments.truncate(expected.len());
                let missing =
                    expected[arguments.len().min(expected.len())..].iter().map(|ty| (nothing(ty), ty.clone()));
                arguments.extend(missing.collect::<Vec<_>>());
                if !adapt(&mut arguments, &expected, Widening::OfConstants) {
                    return Err(format!("a call of `{name}` with arguments of other types than it has"));
                }
                if self.session.is_point_of_runtime(place) {
                    let unwinding = self.unwinding();
                    self.call_primitive("pthread_testcancel", Vec::new(), vec![unwinding])?;
                    self.after_call(true, landing)?;
                }
                let procedure = self.session.procedure(place);
                let attributes = &self.session.units.function(place).attributes;
                let unwinds = self.session.unwinds_from(attributes)
                    && self.session.unwinds_from(&call.attributes)
                    && self.session.may_throw(self.unit, call);
                let ty = &self.session.units.function(place).result;
                self.finish_call(result, ty, Callee::Procedure(procedure), arguments)?;
                self.unpack(others);
                self.after_call(unwinds, landing)
            }
            None => {
                let pointer = self.scalar(&LlvmType::Pointer(0), &call.callee)?;
                let arguments = self.arguments(call)?;
                self.finish_call(result, &call.result, Callee::Pointer(pointer), arguments)?;
                self.after_call(self.session.unwinds(), landing)
            }
        }
    }

    fn assembly(&mut self, result: Option<LocalId>, assembly: &Assembly) -> Result<(), String> {
        let text = assembly.template.trim().trim_end_matches(';').trim();
        match result {
            None if IDLE.contains(&text) => Ok(()),
            _ => Err(format!("the assembly `{text}`")),
        }
    }

    /// The function with a body that the constant is the address of.
    pub fn called_function(&self, unit: usize, constant: &'a Constant) -> Option<Place> {
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
        self.session.scalars(place.unit, &self.session.units.function(place).signature().parameters)
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

    fn call_undefined(
        &mut self,
        result: Option<LocalId>,
        name: &'a str,
        call: &'a Call,
        landing: Option<Landing>,
    ) -> Result<(), String> {
        if name.starts_with("llvm.") {
            return self.intrinsic(result, name, call);
        }
        if let Some(done) = self.output(result, name, call)? {
            if self.session.cancels() {
                let unwinding = self.unwinding();
                self.call_primitive("$cancellable_output", Vec::new(), vec![unwinding])?;
                return self.after_call(true, landing);
            }
            return Ok(done);
        }
        if let Some(done) = self.marked_section(name, call)? {
            return Ok(done);
        }
        if let Some(done) = self.verifier(result, name, call)? {
            return Ok(done);
        }
        if let Some(done) = self.random(result, name, call)? {
            return Ok(done);
        }
        // What is read and thrown away, as by programs that wait for a key, makes no difference.
        if READS_CHARACTER.contains(&name) && !result.is_some_and(|result| is_used(self.function, result)) {
            return Ok(());
        }
        if name == "syscall" {
            return self.system_call(result, call);
        }
        let adapted_start = self.adapted_start(name, call)?;
        let name = self.clock_of_library(name).or_else(|| self.start_without_result(name, call)).unwrap_or(name);
        if let Some((procedure, primitive)) = self.session.primitive_for_call(name) {
            let expected: Vec<Type> =
                primitive.locals[1..primitive.parameters].iter().map(|parameter| parameter.ty.clone()).collect();
            let results: Vec<&Variable> = primitive.results.iter().map(|result| primitive.local(*result)).collect();
            let unwinds = results.first().is_some_and(|first| first.name == UNWINDING);
            let results: Vec<Type> = results[usize::from(unwinds)..].iter().map(|result| result.ty.clone()).collect();
            let mut arguments = self.arguments(call)?;
            if let Some((position, start)) = adapted_start {
                arguments[position].0 = start;
            }
            arguments.truncate(expected.len());
            let fits = arguments.len() == expected.len() && adapt(&mut arguments, &expected, Widening::OfAll);
            let declared = self.types(&call.result)?;
            let is_shortened =
                matches!((&results[..], &declared[..]), ([Type::Bits(from)], [Type::Bits(to)]) if from > to);
            if !fits || !results.is_empty() && results != declared && !is_shortened {
                return Err(format!("`{name}`, declared with other types than it has in the C library,"));
            }
            let mut targets = if unwinds { vec![self.unwinding()] } else { Vec::new() };
            let whole = match result.filter(|_| !results.is_empty()) {
                Some(result) if !is_shortened => self.home(result, &call.result)?,
                None if !unwinds => Vec::new(),
                _ => results.iter().map(|ty| self.new_variable("%unused", ty.clone())).collect(),
            };
            targets.extend(&whole);
            self.emit_call(Callee::Procedure(procedure), arguments, targets);
            if let (true, Some(result), [Type::Bits(from)], [Type::Bits(to)]) =
                (is_shortened, result, &results[..], &declared[..])
            {
                let homes = self.home(result, &call.result)?;
                self.assign(&homes, vec![resize(Expr::local(whole[0]), *from, *to)]);
            }
            return self.after_call(unwinds && self.session.unwinds(), landing);
        }
        if self.session.options.assume_pure.iter().any(|pure| is_called(name, pure)) {
            return self.choose_result(result, &call.result);
        }
        if JUMPS.iter().any(|jump| name.ends_with(jump)) {
            return Err(format!("`{name}`, which prepares or makes a jump out of functions,"));
        }
        Err(not_modelled(name))
    }

    /// What libstdc++ reads instead of a clock when it reads one by itself: functions whose names say how long they wait make
    /// a deadline of it, and others look whether one is over.
    fn clock_of_library(&self, name: &str) -> Option<&'static str> {
        if !CLOCKS.contains(&name) {
            return None;
        }
        let name = library_function(self.session, self.module, self.debug)?;
        // What the function is a template of, or for, has a name of its own.
        let begins = name.split('<').next()?.contains("_for");
        Some(if begins { "$clock_at_beginning" } else { "$clock_at_end" })
    }

    /// Of the system calls the one for futexes is known, and those that have simple functions of their own.
    fn system_call(&mut self, result: Option<LocalId>, call: &'a Call) -> Result<(), String> {
        const FUTEX: u64 = 202;
        const SIMPLE: [(u64, &str); 3] = [(24, "sched_yield"), (39, "getpid"), (186, "gettid")];
        let which = self.scalar_operand(Lowering::argument(call, 0)?)?;
        if let Some((_, function)) = SIMPLE.iter().find(|(code, _)| which == number(64, *code)) {
            let returned = self.new_variable("%returned", Type::Bits(32));
            self.call_primitive(function, Vec::new(), vec![returned])?;
            let Some(result) = result else { return Ok(()) };
            let homes = self.home(result, &call.result)?;
            self.assign(&homes, vec![resize(Expr::local(returned), 32, 64)]);
            return Ok(());
        }
        if which != number(64, FUTEX) {
            return Err("a system call other than that for futexes".to_owned());
        }
        let Some((procedure, primitive)) = self.session.primitive("$futex") else {
            return Err(not_modelled("syscall"));
        };
        let expected: Vec<Type> = primitive.locals[1..primitive.parameters].iter().map(|it| it.ty.clone()).collect();
        let mut adapted = self.arguments(call)?.split_off(1);
        adapted.truncate(expected.len());
        let missing = &expected[adapted.len()..];
        if !missing.iter().all(|ty| *ty == Type::Pointer) {
            return Err("a system call with fewer arguments than it takes".to_owned());
        }
        adapted.extend(missing.iter().map(|ty| (Expr::null(), ty.clone())));
        if !adapt(&mut adapted, &expected, Widening::OfAll) {
            return Err("a system call with arguments of these types".to_owned());
        }
        let targets = match result {
            Some(result) => self.home(result, &call.result)?,
            None => Vec::new(),
        };
        self.emit_call(Callee::Procedure(procedure), adapted, targets);
        Ok(())
    }

    /// The result may be anything.
    pub fn choose_result(&mut self, result: Option<LocalId>, ty: &LlvmType) -> Result<(), String> {
        if let Some(result) = result {
            let homes = self.home(result, ty)?;
            self.edges.emit(Action::Havoc(homes.into_iter().map(VarRef::Local).collect()));
        }
        Ok(())
    }

    /// Calls a procedure that a function has become, or what a pointer points to.
    fn finish_call(
        &mut self,
        result: Option<LocalId>,
        ty: &LlvmType,
        callee: Callee,
        arguments: Vec<(Expr, Type)>,
    ) -> Result<(), String> {
        let mut targets = vec![self.unwinding()];
        targets.extend(match result {
            Some(result) => self.home(result, ty)?,
            None => self.new_variables(ty, "%unused")?,
        });
        if matches!(callee, Callee::Pointer(_)) {
            // What is called may be a primitive, which says nothing about exceptions.
            let unwinding = self.unwinding();
            self.assign(&[unwinding], vec![Expr::null()]);
        }
        self.emit_call(callee, arguments, targets);
        Ok(())
    }

    fn emit_call(&mut self, callee: Callee, arguments: Vec<(Expr, Type)>, targets: Vec<Local>) {
        let arguments =
            std::iter::once(Expr::local(SELF)).chain(arguments.into_iter().map(|(value, _)| value)).collect();
        let results = targets.into_iter().map(VarRef::Local).collect();
        self.edges.call(ProgramCall { callee, arguments, results });
    }

    /// Calls a procedure of the library that is there.
    pub fn call_primitive(&mut self, name: &str, arguments: Vec<Expr>, results: Vec<Local>) -> Result<(), String> {
        let Some((procedure, _)) = self.session.primitive(name) else { return Err(not_modelled(name)) };
        let arguments = std::iter::once(Expr::local(SELF)).chain(arguments).collect();
        let results = results.into_iter().map(VarRef::Local).collect();
        self.edges.call(ProgramCall { callee: Callee::Procedure(procedure), arguments, results });
        Ok(())
    }

    /// The argument at the position.
    pub fn argument(call: &'a Call, position: usize) -> Result<&'a Operand, String> {
        let argument = call.arguments.get(position).ok_or("an argument is missing")?;
        Ok(&argument.operand)
    }
}

/// Which numbers are made wider, with zeros in front.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Widening {
    /// All: sizes are not negative.
    OfAll,
    /// Those of which it is known that they are not negative.
    OfConstants,
}

/// Makes arguments fit that a program without the right declarations gives: numbers of another width, as in headers for 32 bits,
/// and a zero for a null pointer. Says whether they fit.
fn adapt(arguments: &mut [(Expr, Type)], expected: &[Type], widening: Widening) -> bool {
    let is_small = |value: &Expr, width: u32| match value {
        Expr::Literal(program::value::Value::Bits(bits)) => !bits.unsigned().bit(u64::from(width) - 1),
        _ => false,
    };
    let adapted = |value: &Expr, given: &Type, wanted: &Type| match (given, wanted) {
        _ if given == wanted => Some(value.clone()),
        (Type::Bits(from), Type::Bits(to)) if from > to || widening == Widening::OfAll || is_small(value, *from) => {
            Some(resize(value.clone(), *from, *to))
        }
        (Type::Bits(width), Type::Pointer) if *value == number(*width, 0) => Some(Expr::null()),
        _ => None,
    };
    arguments.iter_mut().zip(expected).all(|((value, given), wanted)| match adapted(value, given, wanted) {
        Some(fitting) => {
            (*value, *given) = (fitting, wanted.clone());
            true
        }
        None => false,
    })
}
