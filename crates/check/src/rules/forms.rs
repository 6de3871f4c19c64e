//! Choices in terms of parameters: there are some only where there are parameters.

use evidence::counterexample::{Choice, Closing, Counterexample, Step};
use program::program::Program;

use crate::rules::{Rejection, broken};
use crate::semantics::eval::has_form;

/// Accepts the counterexample if what it chooses is in terms of parameters at most in a cycle that has some.
pub fn check(program: &Program, counterexample: &Counterexample) -> Result<(), Rejection> {
    let plain: Vec<&[Step]> = match counterexample {
        Counterexample::Lasso(lasso) => match lasso.closing {
            Closing::Growing(_) => {
                if program.procedures.iter().any(|procedure| procedure.random.is_some()) {
                    return Err(broken("form", "the program draws random numbers, which follow no law"));
                }
                vec![&lasso.stem]
            }
            Closing::SameState | Closing::SameUpToHeapNames | Closing::Keyframe => vec![&lasso.stem, &lasso.cycle],
        },
        Counterexample::Deadlock(steps) | Counterexample::Failure(steps) => vec![steps],
        Counterexample::Trap(trap) => vec![&trap.steps],
    };
    let is_form = |choice: &Choice| matches!(choice, Choice::Value(value) if has_form(value));
    if plain.into_iter().flatten().any(|step| step.choices.iter().any(is_form)) {
        return Err(broken("form", "a choice is in terms of parameters, and there are none"));
    }
    Ok(())
}
