//! What verification tools have programs call: the functions of SV-COMP, and those of CBMC, ESBMC and Dartagnan that mean the same.

use program::command::Action;
use program::expr::{BinaryOp, Expr};
use program::types::Type;
use program::value::{Bits, Value};

use crate::c::chosen::{is_looked_at, representatives};
use crate::c::confined::{Others, Tried};
use crate::c::function::{Lowering, number};
use crate::c::operators::resize;
use crate::c::places::Place;
use crate::llvm::ids::{LocalId, Name};
use crate::llvm::instructions::Call;
use crate::llvm::types::Type as LlvmType;

/// How the names of functions begin that take nothing and return any value of their type.
const CHOICES: [&str; 2] = ["__VERIFIER_nondet_", "nondet_"];

/// Functions that return only if their argument is not zero.
const ASSUMPTIONS: [&str; 3] = ["__VERIFIER_assume", "__CPROVER_assume", "__ESBMC_assume"];

/// What programs of SV-COMP define for the purpose: it calls `abort`, which is no failure there, and so does not wait.
const ABORTING_ASSUMPTION: &str = "assume_abort_if_not";

/// What programs of SV-COMP define, with a body that need not fail, and must not reach.
const ERROR: &str = "reach_error";

/// What is told of an assertion that fails, here and in `primitives/process.bpl`.
pub const ASSERTION_FAILED: &str = "an assertion failed";

/// What is told where [`ERROR`] is called.
pub const ERROR_REACHED: &str = "reach_error was called";

/// Functions that fail if their first argument is zero. Without its header, `assert` is a function, and these tools take it for one.
const ASSERTIONS: [&str; 4] = ["__VERIFIER_assert", "__CPROVER_assert", "__ESBMC_assert", "assert"];

/// Functions that tell a tool how far it should go, and do nothing.
const HINTS: [&str; 4] =
    ["__VERIFIER_loop_bound", "__VERIFIER_loop_begin", "__VERIFIER_spin_start", "__VERIFIER_spin_end"];

/// All values of so many bits are tried.
const MOST_BITS_TRIED: u32 = 16;

/// Of the values of more bits, those that are tried although they stand for no others.
const TRIED: [u64; 3] = [0, 1, 2];

/// Functions between which nobody else steps.
const ATOMIC_BEGINS: [&str; 3] = ["__VERIFIER_atomic_begin", "__CPROVER_atomic_begin", "__ESBMC_atomic_begin"];
const ATOMIC_ENDS: [&str; 3] = ["__VERIFIER_atomic_end", "__CPROVER_atomic_end", "__ESBMC_atomic_end"];

/// Whether the label is one of those by which CBMC knows a statement that runs as a thread of its own.
pub fn starts_thread(label: &Name) -> bool {
    matches!(label, Name::Text(text) if text.starts_with("__CPROVER_ASYNC_"))
}

/// Whether the function assumes that its argument is not zero.
pub fn is_assumption(name: &str) -> bool {
    ASSUMPTIONS.contains(&name)
}

/// Whether a thread goes on behind a call of the function only if its argument is not zero.
pub fn goes_on_only_if(name: &str) -> bool {
    is_assumption(name) || name == ABORTING_ASSUMPTION || ASSERTIONS.contains(&name)
}

/// Whether the call chooses any value.
pub fn is_choice(name: &str, call: &Call) -> bool {
    call.arguments.is_empty() && CHOICES.iter().any(|prefix| name.starts_with(prefix))
}

/// Whether calls of the function mean what its name says, even though it has a body.
pub fn is_known_by_name(name: &str) -> bool {
    name == ABORTING_ASSUMPTION || name == ERROR
}

impl<'a> Lowering<'_, 'a> {
    /// Lowers the call if the function is one of these.
    pub fn verifier(&mut self, result: Option<LocalId>, name: &str, call: &'a Call) -> Result<Option<()>, String> {
        if is_choice(name, call) {
            self.choose(result, &call.result)?;
        } else if is_assumption(name) || name == ABORTING_ASSUMPTION {
            let condition = self.condition(call)?;
            self.assume(condition, is_assumption(name));
        } else if ATOMIC_BEGINS.contains(&name) {
            self.edges.cut();
            self.edges.emit(Action::BeginAtomic);
            self.assumptions.begin_atomic();
        } else if ATOMIC_ENDS.contains(&name) {
            self.edges.emit(Action::EndAtomic);
            self.edges.cut();
        } else if ASSERTIONS.contains(&name) {
            let condition = self.condition(call)?;
            self.edges.emit(Action::Assert(condition, Some(ASSERTION_FAILED.into())));
            self.define(result, vec![number(32, 0)])?;
        } else if name == ERROR {
            self.edges.emit(Action::Assert(Expr::Literal(Value::Bool(false)), Some(ERROR_REACHED.into())));
            self.choose_result(result, &call.result)?;
        } else if !HINTS.contains(&name) {
            return Ok(None);
        }
        Ok(Some(()))
    }

    /// Whether the first argument is other than zero.
    fn condition(&mut self, call: &'a Call) -> Result<Expr, String> {
        let argument = Lowering::argument(call, 0)?;
        let value = self.scalar_operand(argument)?;
        let zero = match self.types(&argument.ty)?[..] {
            [Type::Bool] => return Ok(value),
            [Type::Bits(width)] => number(width, 0),
            [Type::Pointer] => Expr::null(),
            _ => return Err("a condition of this type".to_owned()),
        };
        Ok(Expr::binary(BinaryOp::NotEqual, value, zero))
    }

    /// The result may be any value of its type. If the program only compares it with constants, or confines it, then a few values
    /// stand for all.
    fn choose(&mut self, result: Option<LocalId>, ty: &LlvmType) -> Result<(), String> {
        let (Some(local), LlvmType::Integer(width @ 2..)) = (result, ty) else {
            return self.choose_result(result, ty);
        };
        let values: Vec<Bits> = match representatives(self.function, &self.places, local, *width) {
            Some(values) => values.into_iter().collect(),
            None => match self.confined.tried.get(&local).cloned() {
                Some(Tried { values, others: Others::LikeThese(_) }) => values,
                Some(Tried { values, others: Others::Any }) => return self.choose_any(local, ty, (*width, &values)),
                None => {
                    let values = TRIED.map(|value| Bits::wrap(*width, &value.into()));
                    return self.choose_any(local, ty, (*width, &values));
                }
            },
        };
        self.choose_one(local, ty, values.into_iter().map(|value| Expr::Literal(Value::Bits(value))))
    }

    /// Of more values than can be tried, one that the function only moves about is a number that nobody knows. Where the function
    /// looks at it, a few are tried, which may show how something goes wrong; but that nothing does is not known.
    fn choose_any(&mut self, local: LocalId, ty: &LlvmType, (width, tried): (u32, &[Bits])) -> Result<(), String> {
        if !(MOST_BITS_TRIED + 1..=64).contains(&width) {
            return self.choose_result(Some(local), ty);
        }
        let (globals, units) = (&self.session.chosen_globals, self.session.units);
        let is_own = |variable| matches!(self.places.of.get(&variable), Some(Place::Variable(_)));
        let is_looked_at =
            is_looked_at(self.function, local, is_own) || globals.is_looked_at(units, self.unit, self.function, local);
        if !is_looked_at {
            let chosen = self.new_variable("%any", Type::Bits(64));
            self.call_primitive("$any_number", Vec::new(), vec![chosen])?;
            return self.define(Some(local), vec![resize(Expr::local(chosen), 64, width)]);
        }
        let homes = self.home(local, ty)?;
        let Some(node) = self.edges.here() else { return Ok(()) };
        let chosen = self.edges.node();
        for value in tried {
            self.edges.start(node);
            self.assign(&homes, vec![Expr::Literal(Value::Bits(value.clone()))]);
            self.edges.go(chosen);
        }
        self.edges.start(node);
        self.choose_result(Some(local), ty)?;
        self.edges.go(chosen);
        self.edges.start(chosen);
        Ok(())
    }

    /// The result of the call is one of these values, whichever.
    pub fn choose_one(
        &mut self,
        local: LocalId,
        ty: &LlvmType,
        values: impl Iterator<Item = Expr>,
    ) -> Result<(), String> {
        let homes = self.home(local, ty)?;
        let Some(node) = self.edges.here() else { return Ok(()) };
        let chosen = self.edges.node();
        for value in values {
            self.edges.start(node);
            self.assign(&homes, vec![value]);
            self.edges.go(chosen);
        }
        self.edges.start(chosen);
        Ok(())
    }
}
