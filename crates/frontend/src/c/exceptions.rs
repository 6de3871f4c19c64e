//! Exceptions: every procedure's first result is the exception that is on its way out, or null.
//!
//! Who calls looks at it, and goes to the landing pad of the call, or out in turn. `pthread_exit` leaves all functions in the
//! same way, with an exception of its own.

use program::command::Action;
use program::expr::{BinaryOp, Expr, VarRef};
use program::ids::{LocalId as Local, NodeId};
use program::types::Type;
use program::value::Value;

use crate::c::function::{Lowering, number};
use crate::c::operators::not;
use crate::c::session::Session;
use crate::c::units::Place;
use crate::llvm::attributes::{Attribute, has};
use crate::llvm::ids::{BlockId, LocalId, SymbolId};
use crate::llvm::instructions::Clause;
use crate::llvm::types::Type as LlvmType;
use crate::llvm::values::{Constant, TypedConstant};

/// The block of an `invoke` and the one where its exceptions land.
pub type Landing = (BlockId, BlockId);

/// The function that has another thread leave its functions.
const CANCEL: &str = "pthread_cancel";

/// Functions of the library with which exceptions begin.
const ORIGINS: [&str; 6] = [
    "__cxa_throw",
    "__cxa_rethrow",
    "pthread_exit",
    CANCEL,
    "thrd_exit",
    "_ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE",
];

impl Session<'_> {
    /// Whether some function of the program may be left by an exception.
    pub fn unwinds(&self) -> bool {
        ORIGINS.iter().any(|name| self.declares(name))
    }

    /// Whether threads may be cancelled.
    pub fn cancels(&self) -> bool {
        self.declares(CANCEL)
    }

    /// Whether calls of the function are cancellation points, though it is none of the primitives.
    pub fn is_point_of_runtime(&self, place: Place) -> bool {
        self.cancels() && self.units.function_name(place) == "write" && self.is_of_runtime(place)
    }

    /// Whether threads may end within functions, which they leave in the same way.
    pub fn ends_threads(&self) -> bool {
        ["pthread_exit", "thrd_exit", CANCEL].iter().any(|name| self.declares(name))
    }

    /// Whether a call, or a function, with these attributes may be left by an exception.
    pub fn unwinds_from(&self, attributes: &[Attribute]) -> bool {
        // Functions of C promise that they throw nothing, which does not keep `pthread_exit` from leaving them.
        self.unwinds() && (self.ends_threads() || !has(attributes, "nounwind"))
    }

    /// The number by which a landing pad tells that an exception is of the type.
    pub fn type_number(&mut self, unit: usize, symbol: SymbolId) -> u64 {
        let name = self.units.name(unit, symbol).to_owned();
        let next = self.type_numbers.len() as u64 + 1;
        *self.type_numbers.entry(name).or_insert(next)
    }
}

impl<'a> Lowering<'_, 'a> {
    /// Goes on after a call that may have been left by an exception.
    pub fn after_call(&mut self, unwinds: bool, landing: Option<Landing>) -> Result<(), String> {
        let entry = self.entry_to_leave();
        if !unwinds {
            return self.leave_handlers(entry);
        }
        let Some(node) = self.edges.here() else { return Ok(()) };
        let exception = Expr::local(self.unwinding());
        self.edges.start(node);
        self.edges.emit(Action::Assume(Expr::binary(BinaryOp::NotEqual, exception.clone(), Expr::null())));
        self.leave_handlers(entry)?;
        match landing {
            Some((here, pad)) => self.go(here, pad)?,
            None => self.leave(),
        }
        self.edges.start(node);
        self.edges.emit(Action::Assume(Expr::binary(BinaryOp::Equal, exception, Expr::null())));
        self.leave_handlers(entry)
    }

    /// Looks what the exception that has come here is.
    pub fn landing_pad(
        &mut self,
        result: Option<LocalId>,
        ty: &LlvmType,
        is_cleanup: bool,
        clauses: &'a [Clause],
    ) -> Result<(), String> {
        let targets = match result {
            Some(result) => self.home(result, ty)?,
            None => self.new_variables(ty, "%landing")?,
        };
        let [exception, selector] = targets[..] else {
            return Err("a landing pad of this kind".into());
        };
        let unwinding = self.unwinding();
        let null = Expr::null();
        self.assign(&[exception, unwinding], vec![Expr::local(unwinding), null]);
        let join = self.edges.node();
        for clause in clauses {
            match clause {
                Clause::Catch(TypedConstant { constant: Constant::Null, .. }) => {
                    self.assign(&[selector], vec![number(32, 0)]);
                    self.edges.go(join);
                    self.edges.start(join);
                    return Ok(());
                }
                Clause::Catch(TypedConstant { constant, .. }) => {
                    let caught = self.edges.node();
                    let type_number = self.go_if_of_type(exception, constant, caught)?;
                    let others = self.edges.suspend();
                    self.edges.start(caught);
                    self.assign(&[selector], vec![number(32, type_number)]);
                    self.edges.go(join);
                    self.edges.resume(others);
                }
                // What a filter names is let through; and the end of a thread, unless it names nothing.
                Clause::Filter(TypedConstant { constant, .. }) => {
                    let passed = self.edges.node();
                    let named = named(constant)?;
                    if !named.is_empty() {
                        self.go_if_forced(exception, passed);
                    }
                    for named in named {
                        self.go_if_of_type(exception, &named.constant, passed)?;
                    }
                    self.assign(&[selector], vec![number(32, u64::from(u32::MAX))]);
                    self.edges.go(join);
                    self.edges.start(passed);
                }
            }
        }
        if is_cleanup {
            self.assign(&[selector], vec![number(32, 0)]);
            self.edges.go(join);
        } else {
            self.assign(&[unwinding], vec![Expr::local(exception)]);
            self.leave();
        }
        self.edges.start(join);
        Ok(())
    }

    /// Goes to the node if the exception is of the type, and on here if not. Tells the number of the type.
    fn go_if_of_type(&mut self, exception: Local, ty: &Constant, to: NodeId) -> Result<u64, String> {
        let symbol = ty.symbol().ok_or("a handler of this kind")?;
        let wanted = Expr::Literal(Value::Pointer(self.session.address(self.unit, symbol)?));
        let matches = self.new_variable("%matches", Type::Bool);
        self.call_primitive("$exception_matches", vec![Expr::local(exception), wanted], vec![matches])?;
        self.go_if(Expr::local(matches), to);
        Ok(self.session.type_number(self.unit, symbol))
    }

    /// Goes to the node if the exception is the end of a thread, and on here if not.
    fn go_if_forced(&mut self, exception: Local, to: NodeId) {
        if let Some(forced) = self.session.library_global("$forced") {
            let forced = Expr::Variable(VarRef::Global(forced));
            self.go_if(Expr::binary(BinaryOp::Equal, Expr::local(exception), forced), to);
        }
    }

    fn go_if(&mut self, condition: Expr, to: NodeId) {
        if let Some(node) = self.edges.here() {
            self.edges.emit(Action::Assume(condition.clone()));
            self.edges.go(to);
            self.edges.start(node);
            self.edges.emit(Action::Assume(not(condition)));
        }
    }
}

/// The types that a filter names.
fn named(filter: &Constant) -> Result<&[TypedConstant], String> {
    match filter {
        Constant::Zero => Ok(&[]),
        Constant::Array(types) => Ok(types),
        _ => Err("an exception specification of this kind".to_owned()),
    }
}
