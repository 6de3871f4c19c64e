//! Random programs in Boogie: those of `program::arbitrary`, in several shapes, some with numbers that have no bounds, some with recursion
//! that has none, and some with a condition variable.

mod conditions;

use program::arbitrary::random::Random;
use program::arbitrary::{Shape, program as random_program};
use program::command::{Action, Command};
use program::expr::{BinaryOp, Expr, VarRef};
use program::ids::LocalId;
use program::program::Program;
use program::validate::validate;

use super::naive;

/// The program of a seed.
///
/// Few features make programs of which provers know something, and many make programs in which features meet.
/// Every third program has numbers without bounds, and one in six is as large as it happens to be; of these the truth is mostly not known.
pub fn program(seed: u64) -> Program {
    let mut random = Random::new(seed ^ 0xb009_1e00);
    let features = [5, 15, 25, 60][random.below(4)];
    let shape = Shape { features, memory: random.chance(40), ..Shape::default() };
    let program = match random.below(7) {
        0 => random_program(seed, &shape),
        1 | 2 => unbounded(random_program(seed, &shape), &mut random),
        3 => {
            // Waiting and telling take steps of their own, so that there is little room for others.
            let small = Shape { threads: 3, statements: 1, globals: 1, ..shape };
            conditions::with_condition(random_program(seed, &small), &mut random)
        }
        _ => naive::small_program(seed, shape),
    };
    if random.chance(25) { deeper(program, &mut random) } else { program }
}

/// How many states the program may have if its truth is to be known.
pub fn most_states(program: &Program) -> usize {
    if conditions::are_in(program) { MOST_STATES_WITH_CONDITIONS } else { naive::MOST_STATES }
}

/// A condition variable is several steps for each use.
const MOST_STATES_WITH_CONDITIONS: usize = 1_000;

/// The name of the procedure that calls itself with a smaller number.
const RECURSIVE: &str = "recursive";

/// The program in which recursion ends whenever it likes, with the same number again or with a smaller one.
fn deeper(program: Program, random: &mut Random) -> Program {
    let mut changed = program.clone();
    let number = VarRef::Local(LocalId(0));
    for procedure in changed.procedures.iter_mut().filter(|procedure| procedure.name == RECURSIVE) {
        for edge in &mut procedure.edges {
            let decides = |command: &Command| match &command.action {
                Action::Assume(Expr::Binary(BinaryOp::LessEqual | BinaryOp::Greater, left, _)) => {
                    **left == Expr::Variable(number)
                }
                _ => false,
            };
            edge.commands.retain(|command| !decides(command));
            if let Some(call) = edge.call.as_mut().filter(|call| call.arguments.len() == 1)
                && matches!(&call.arguments[0], Expr::Binary(BinaryOp::Subtract, left, _) if **left == Expr::Variable(number))
                && random.chance(60)
            {
                call.arguments = vec![Expr::Variable(number)];
            }
        }
    }
    if validate(&changed).is_ok() { changed } else { program }
}

/// The program without some of the remainders and guards that keep its numbers small.
fn unbounded(program: Program, random: &mut Random) -> Program {
    let mut changed = program.clone();
    for edge in changed.procedures.iter_mut().flat_map(|procedure| &mut procedure.edges) {
        // What a `havoc` leaves open is mostly confined by what follows it.
        let confines = |pair: &[Command]| matches!(pair, [a, b] if matches!((&a.action, &b.action), (Action::Havoc(_), Action::Assume(_))));
        if let Some(place) = edge.commands.windows(2).position(confines).filter(|_| random.chance(40)) {
            edge.commands.remove(place + 1);
        }
        for command in &mut edge.commands {
            if let Action::Assign(assignments) = &mut command.action {
                assignments.iter_mut().for_each(|(_, value)| loosen(value, random));
            }
        }
    }
    if validate(&changed).is_ok() { changed } else { program }
}

/// `a mod b` becomes `a`, and `if c then a + 1 else b` becomes `a + 1`.
fn loosen(expr: &mut Expr, random: &mut Random) {
    expr.for_each_operand_mut(|operand| loosen(operand, random));
    if !random.chance(70) {
        return;
    }
    let is_sum = |expr: &Expr| matches!(expr, Expr::Binary(BinaryOp::Add | BinaryOp::Subtract, ..));
    let inner = match expr {
        Expr::Binary(BinaryOp::Modulo, number, _) => Some((**number).clone()),
        Expr::If(_, first, second) => [first, second].into_iter().find(|arm| is_sum(arm)).map(|arm| (**arm).clone()),
        _ => None,
    };
    if let Some(inner) = inner {
        *expr = inner;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_valid_and_some_have_no_bounds_or_wait_for_conditions() {
        let (mut loosened, mut deepened, mut conditions) = (0, 0, 0);
        for seed in 0..600 {
            let program = program(seed);
            assert_eq!(validate(&program).map_err(|invalid| invalid.to_string()), Ok(()), "seed {seed}");
            let original = random_program(seed, &Shape::default());
            loosened += usize::from(unbounded(original.clone(), &mut Random::new(seed)) != original);
            deepened += usize::from(deeper(original.clone(), &mut Random::new(seed)) != original);
            conditions += usize::from(conditions::are_in(&program));
        }
        assert!(loosened > 60 && deepened > 20 && conditions > 40, "{loosened}, {deepened}, {conditions}");
    }
}
