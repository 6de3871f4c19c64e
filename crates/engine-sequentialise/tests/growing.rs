//! Cycles in which numbers grow: whatever the engine finds in random programs on integers is accepted by `check`.

mod accepted;

use std::fmt::Write;

use engine::prepare;
use engine_sequentialise::context::Stops;
use engine_sequentialise::laws;
use engine_sequentialise::rounds::Bounds;
use engine_sequentialise::search::Scope;
use engine_sequentialise::universe::Universe;
use evidence::counterexample::Closing;

use crate::accepted::{Generator, Trial};

#[test]
fn what_grows_is_accepted() {
    let bounds = Bounds { stem: 1, cycle: 2, unrolling: 2 };
    let scope = |laws| (bounds, Scope { universe: Universe::Exact, laws, stops: Stops::Few });
    let trial = Trial {
        write: program,
        prepare: |program| prepare::without_memory(program).ok(),
        scopes: vec![scope(laws::LINEAR), scope(laws::DOUBLING)],
        is_meant: |closing| matches!(closing, Closing::Growing(_)),
        least: 15,
    };
    trial.run();
}

fn number(random: &mut Generator) -> i64 {
    random.below(7) as i64 - 3
}

fn variable(random: &mut Generator) -> &'static str {
    random.pick(&["x", "y", "z", "own"])
}

fn condition(random: &mut Generator) -> String {
    let (left, op, right) = (variable(random), random.pick(&["<", "<=", "!=", "==", ">="]), variable(random));
    match random.below(5) {
        0 => format!("{left} {op} {}", number(random)),
        1 => format!("{left} {op} {right}"),
        2 => format!("{left} {op} {right} + {}", number(random)),
        3 => format!("2 * {left} {op} {right}"),
        _ => format!("{left} mod 2 == {}", random.below(2)),
    }
}

fn statement(random: &mut Generator, text: &mut String, depth: u32) {
    let (target, other) = (variable(random), variable(random));
    // Writing to a string does not fail.
    let _ = match random.below(if depth == 0 { 5 } else { 7 }) {
        0 | 1 => writeln!(text, "{target} := {target} + {};", number(random)),
        2 => writeln!(text, "{target} := {other} + {};", number(random)),
        3 => writeln!(text, "{target} := {target} + {other};"),
        4 => writeln!(text, "havoc {target}; assume {target} > {other};"),
        5 => writeln!(text, "m[{}] := {target};", random.below(2)),
        _ => {
            let _ = writeln!(text, "if ({}) {{", condition(random));
            statement(random, text, depth - 1);
            let _ = writeln!(text, "}} else {{");
            statement(random, text, depth - 1);
            writeln!(text, "}}")
        }
    };
}

fn thread(random: &mut Generator, text: &mut String) {
    let _ = writeln!(text, "own := {};", number(random));
    let _ = writeln!(text, "while ({}) {{", condition(random));
    for _ in 0..=random.below(2) {
        statement(random, text, 1);
    }
    if random.below(3) == 0 {
        let _ = writeln!(text, "assume {};", condition(random));
    }
    let _ = writeln!(text, "}}");
}

fn program(random: &mut Generator) -> String {
    let globals = "var x, y, z: int;\nvar m: [int]int;\n";
    let mut text = format!("{globals}procedure other()\nmodifies x, y, z, m;\n{{\nvar own: int;\n");
    thread(random, &mut text);
    text.push_str("}\nprocedure main()\nmodifies x, y, z, m;\n{\nvar own: int;\n");
    let _ = writeln!(text, "x, y, z := {}, {}, {};", number(random), number(random), number(random));
    let _ = writeln!(text, "m[0] := 0; m[1] := 0;");
    if random.below(2) == 0 {
        text.push_str("fork 1 other();\n");
    }
    thread(random, &mut text);
    text.push_str("}\n");
    text
}
