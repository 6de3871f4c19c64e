//! Programs whose choices are confined to a few values, so that all their states can be looked at one by one.
//!
//! Every `havoc` of an integer gets an assumption that it is within bounds; the initial values are such a `havoc`, too. Nothing else
//! changes, edges keep their numbers. So each run of the confined program is one of the program itself, and what refutes
//! the one refutes the other, unless it is that no value is left to choose.

use anyhow::{Context, Result, ensure};
use program::command::{Action, Command};
use program::expr::{BinaryOp, Expr, VarRef};
use program::procedure::{Edge, Procedure};
use program::program::Program;
use program::types::Type;

/// The least and the greatest value that is chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bounds {
    least: i64,
    greatest: i64,
}

/// For programs that do not say otherwise: something negative, zero, and more than a few.
const DEFAULT: Bounds = Bounds { least: -2, greatest: 3 };

/// What a line `// bounds: 0..1` of the program says.
pub(super) fn of(text: &str) -> Result<Bounds> {
    let Some(words) = text.lines().find_map(|line| line.strip_prefix("// bounds: ")) else { return Ok(DEFAULT) };
    let (least, greatest) = words.split_once("..").with_context(|| format!("`{words}` are no bounds"))?;
    let bounds = Bounds { least: least.parse()?, greatest: greatest.parse()? };
    ensure!(bounds.least <= bounds.greatest, "nothing is within the bounds `{words}`");
    Ok(bounds)
}

/// The program in which no integer is chosen that is out of bounds.
pub(super) fn confined(program: &Program, bounds: Bounds) -> Program {
    let mut confined = program.clone();
    for procedure in &mut confined.procedures {
        let edges = procedure.edges.iter().map(|edge| edge_within(program, procedure, edge, bounds)).collect();
        procedure.edges = edges;
    }
    confined
}

fn edge_within(program: &Program, procedure: &Procedure, edge: &Edge, bounds: Bounds) -> Edge {
    let mut commands = Vec::new();
    for command in &edge.commands {
        commands.push(command.clone());
        let Action::Havoc(chosen) = &command.action else { continue };
        let is_integer = |variable: &&VarRef| match variable {
            VarRef::Global(global) => program.global(*global).ty == Type::Int,
            VarRef::Local(local) => procedure.local(*local).ty == Type::Int,
        };
        let assumed = chosen.iter().filter(is_integer).map(|variable| Action::Assume(within(*variable, bounds)));
        commands.extend(assumed.map(|action| Command { action, span: command.span }));
    }
    Edge { commands, ..edge.clone() }
}

fn within(variable: VarRef, bounds: Bounds) -> Expr {
    let above = Expr::binary(BinaryOp::LessEqual, Expr::int(bounds.least), Expr::Variable(variable));
    let below = Expr::binary(BinaryOp::LessEqual, Expr::Variable(variable), Expr::int(bounds.greatest));
    Expr::binary(BinaryOp::And, above, below)
}

#[cfg(test)]
mod tests {
    use frontend::boogie::{Options, lower};
    use program::span::SourceFile;
    use program::validate::validate;

    use super::*;

    #[test]
    fn bounds_are_read() {
        assert_eq!(of("// Two.\nvar x: int;\n").unwrap(), DEFAULT);
        assert_eq!(of("// Two.\n// bounds: -3..0\n").unwrap(), Bounds { least: -3, greatest: 0 });
        for text in ["// bounds: 1", "// bounds: 2..1", "// bounds: a..b"] {
            assert!(of(text).is_err(), "{text}");
        }
    }

    #[test]
    fn integers_and_nothing_else_are_confined() {
        let text = "var x: int; var b: bool; procedure main() { var y: int; y := x; if (b) { havoc y; assume y >= x; } assert y < 3; }";
        let file = SourceFile::new("choices.bpl".into(), text.into());
        let program = lower(vec![file], &Options::default()).unwrap();
        let confined = confined(&program, Bounds { least: 0, greatest: 3 });
        validate(&confined).unwrap();
        let assumptions = |program: &Program| {
            let edges = program.procedures.iter().flat_map(|procedure| &procedure.edges);
            let commands = edges.flat_map(|edge| &edge.commands);
            commands.filter(|command| matches!(command.action, Action::Assume(_))).count()
        };
        // The initial value of x and the choice of y; the initial value of b is no integer.
        assert_eq!(assumptions(&confined), assumptions(&program) + 2);
    }
}
