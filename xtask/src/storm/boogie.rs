//! Random programs in Boogie: those of `program::arbitrary`, in several shapes, some with numbers that have no bounds.

use program::arbitrary::random::Random;
use program::arbitrary::{Shape, program as random_program};
use program::command::{Action, Command};
use program::expr::{BinaryOp, Expr};
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
    match random.below(6) {
        0 => random_program(seed, &shape),
        1 | 2 => unbounded(random_program(seed, &shape), &mut random),
        _ => naive::small_program(seed, shape),
    }
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
    fn programs_are_valid_and_some_have_no_bounds() {
        let mut loosened = 0;
        for seed in 0..400 {
            let program = program(seed);
            assert_eq!(validate(&program).map_err(|invalid| invalid.to_string()), Ok(()), "seed {seed}");
            let original = random_program(seed, &Shape::default());
            loosened += usize::from(unbounded(original.clone(), &mut Random::new(seed)) != original);
        }
        assert!(loosened > 40, "{loosened}");
    }
}
