//! Cycles on stacks that grow: whatever the engine finds in random recursive programs is accepted by `check`.

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
fn what_descends_is_accepted() {
    let bounds = Bounds { stem: 1, cycle: 2, unrolling: 1 };
    let scope = |laws| (bounds, Scope { universe: Universe::Exact, laws, stops: Stops::Everywhere });
    let trial = Trial {
        write: program,
        prepare: |program| prepare::in_part(program, Some(3), 1, &|_| false).ok(),
        scopes: vec![scope(laws::NONE), scope(laws::LINEAR)],
        is_meant: |closing| *closing == Closing::Keyframe,
        least: 10,
    };
    trial.run();
}

fn truth(random: &mut Generator) -> &'static str {
    random.pick(&["g", "h", "p", "own", "!g", "!h", "!p", "!own", "true", "false"])
}

fn statement(random: &mut Generator, text: &mut String, depth: u32) {
    // Writing to a string does not fail.
    let _ = match random.below(if depth == 0 { 6 } else { 8 }) {
        0 | 1 => writeln!(text, "{} := {};", random.pick(&["g", "h", "own"]), truth(random)),
        2 => writeln!(text, "call own := A({});", truth(random)),
        3 => writeln!(text, "call own := B({});", truth(random)),
        4 => writeln!(text, "assume {};", truth(random)),
        5 => writeln!(text, "n := n + {};", random.below(3) as i64 - 1),
        _ => {
            let condition = match random.below(4) {
                0 => format!("n < {}", random.below(5)),
                _ => truth(random).to_owned(),
            };
            let _ = writeln!(text, "if ({condition}) {{");
            statement(random, text, depth - 1);
            let _ = writeln!(text, "}} else {{");
            statement(random, text, depth - 1);
            writeln!(text, "}}")
        }
    };
}

fn procedure(random: &mut Generator, text: &mut String, name: &str) {
    let _ =
        writeln!(text, "procedure {name}(p: bool) returns (r: bool)\nmodifies g, h, n;\n{{\nvar own: bool;\nown := p;");
    for _ in 0..=random.below(3) {
        statement(random, text, 2);
    }
    let _ = writeln!(text, "r := {};\n}}", truth(random));
}

fn program(random: &mut Generator) -> String {
    let mut text = "var g, h: bool;\nvar n: int;\n".to_owned();
    procedure(random, &mut text, "A");
    procedure(random, &mut text, "B");
    text.push_str("procedure other()\nmodifies g, h, n;\n{\nvar own: bool;\ncall own := B(true);\n}\n");
    text.push_str("procedure main()\nmodifies g, h, n;\n{\nvar own: bool;\ng, h, n := true, false, 0;\n");
    if random.below(2) == 0 {
        text.push_str("fork 1 other();\n");
    }
    text.push_str("call own := A(false);\n}\n");
    text
}
