//! Programs of which it is taken for granted that assertions hold: `--assume-assertions`.
//!
//! Whether a program ends can be far easier to see than whether what it asserts is true. Who asks only the former lets the program end
//! where an assertion fails, in the step that fails, so that proofs need not show that none does. To pass over assertions would be
//! another program: what they say is what the steps behind them count on. To let the thread wait would be wrong, as others might
//! go on for ever in a run that has failed.
//! What the language or a library forbids (accesses out of bounds, an unlock of what is not locked) stays an error.

use program::command::{Action, Command};
use program::procedure::{Edge, Procedure};
use program::program::Program;

use crate::c::operators::not;
use crate::c::verifiers::{ASSERTION_FAILED, ERROR_REACHED};

/// What programs from C and C++ say of themselves where they fail: `assert`, `reach_error`, `abort`.
const IN_COMPILED: &[&str] = &[ASSERTION_FAILED, ERROR_REACHED, "abort was called"];

/// What may fail in a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// Whatever is asserted was written by the user, as in Boogie.
    User,
    /// The compiler and the libraries assert something, too.
    Compiled,
}

impl Origin {
    fn is_users(self, text: Option<&str>) -> bool {
        self == Origin::User || text.is_some_and(|text| IN_COMPILED.contains(&text))
    }
}

/// The program, which ends where one of the user's assertions does not hold.
pub fn assumed(mut program: Program, origin: Origin) -> Program {
    for procedure in &mut program.procedures {
        assume_in(procedure, origin);
    }
    program
}

fn assume_in(procedure: &mut Procedure, origin: Origin) {
    let exit = procedure.exit;
    let mut ends = Vec::new();
    for edge in &mut procedure.edges {
        for position in 0..edge.commands.len() {
            let Command { action, span } = &edge.commands[position];
            let Action::Assert(condition, text) = action else { continue };
            if !origin.is_users(text.as_deref()) {
                continue;
            }
            let (condition, span) = (condition.clone(), *span);
            let mut commands = edge.commands[..position].to_vec();
            commands.push(Command { action: Action::Assume(not(condition.clone())), span });
            commands.push(Command { action: Action::Halt, span });
            ends.push(Edge { to: exit, commands, call: None, ..edge.clone() });
            edge.commands[position].action = Action::Assume(condition);
        }
    }
    procedure.edges.extend(ends);
    procedure.edges.sort_by_key(|edge| edge.from);
}

#[cfg(test)]
mod tests {
    use program::span::SourceFile;
    use program::validate::validate;

    use super::*;
    use crate::boogie;

    fn lowered(text: &str) -> Program {
        let file = SourceFile::new("a.bpl".into(), text.into());
        boogie::lower(vec![file], &Default::default()).unwrap()
    }

    fn actions(edge: &Edge) -> Vec<&'static str> {
        let name = |command: &Command| match command.action {
            Action::Assume(_) => "assume",
            Action::Assert(..) => "assert",
            Action::Assign(_) => "assign",
            Action::Halt => "halt",
            _ => "other",
        };
        edge.commands.iter().map(name).collect()
    }

    #[test]
    fn each_assertion_of_a_step_is_a_way_to_end() {
        let program =
            lowered("var x: int; procedure main() { atomic { x := 1; assert x == 1; x := 2; assert x == 2; } }");
        let after = assumed(program, Origin::User);
        assert_eq!(validate(&after), Ok(()));
        let edges: Vec<_> = after.procedures[0].edges.iter().map(actions).filter(|it| it.contains(&"assume")).collect();
        assert!(edges.contains(&vec!["assign", "assume", "assign", "assume"]), "{edges:?}");
        assert!(edges.contains(&vec!["assign", "assume", "halt"]), "{edges:?}");
        assert!(edges.contains(&vec!["assign", "assume", "assign", "assume", "halt"]), "{edges:?}");
    }

    #[test]
    fn what_a_library_asserts_stays() {
        let text = r#"procedure main() { assert {:msg "a mutex is unlocked twice"} false; assert {:msg "an assertion failed"} false; }"#;
        let after = assumed(lowered(text), Origin::Compiled);
        assert_eq!(validate(&after), Ok(()));
        let kept = after.procedures[0].edges.iter().filter(|edge| actions(edge).contains(&"assert")).count();
        let ends = after.procedures[0].edges.iter().filter(|edge| actions(edge).contains(&"halt")).count();
        assert_eq!((kept, ends), (1, 1));
    }
}
