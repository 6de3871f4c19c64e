//! Cycles that take new objects each time: whatever the engine finds in random programs with a heap is accepted by `check`.

mod accepted;

use std::fmt::Write;

use engine::prepare;
use engine_sequentialise::context::Stops;
use engine_sequentialise::laws;
use engine_sequentialise::rounds::Bounds;
use engine_sequentialise::search::Scope;
use engine_sequentialise::universe::Universe;

use crate::accepted::{Generator, Trial};

#[test]
fn what_takes_new_objects_is_accepted() {
    let scope = |bounds| (bounds, Scope { universe: Universe::Exact, laws: laws::NONE, stops: Stops::Everywhere });
    let trial = Trial {
        write: program,
        prepare: |program| {
            prepare::in_part(program, None, 3, &|_| false).ok().filter(|prepared| !prepared.pools.is_empty())
        },
        scopes: vec![scope(Bounds { stem: 2, cycle: 1, unrolling: 1 })],
        is_meant: |_| true,
        least: 10,
    };
    trial.run();
}

const POINTERS: [&str; 3] = ["p", "q", "own"];

/// What a step does.
fn action(random: &mut Generator) -> String {
    let (one, other) = (random.pick(&POINTERS), random.pick(&POINTERS));
    match random.below(12) {
        0..=2 => format!("call {one} := $allocate_heap(16bv64); call $store({one}, $null);"),
        3 | 4 => format!("{one} := {other};"),
        5 => format!("{one} := $null;"),
        6 | 7 => format!("assume {one} != $null; {one} := $load_pointer({one});"),
        8 | 9 => format!("assume {one} != $null; call $store({one}, {other});"),
        10 => format!("call $free({one}); {one} := $null;"),
        _ => format!("assume {one} == {other};"),
    }
}

/// A loop of some steps, at each of which there may be two ways on.
fn thread(random: &mut Generator, text: &mut String, name: &str) {
    let nodes = 2 + random.below(4);
    // Writing to a string does not fail.
    let _ = writeln!(
        text,
        "procedure {name}()\n{{\n  var own: $pointer;\nn0:\n  own := $null;\n  goto n2;\nn1:\n  return;"
    );
    for node in 2..2 + nodes {
        let next = if node == 1 + nodes { 2 } else { node + 1 };
        let _ = writeln!(text, "n{node}:");
        let _ = if random.below(3) == 0 {
            let (left, right) = (action(random), action(random));
            writeln!(
                text,
                "  if (*) {{\n    atomic {{ {left} }}\n    goto n{next};\n  }} else {{\n    atomic {{ {right} }}\n    goto n2;\n  }}"
            )
        } else {
            writeln!(text, "  atomic {{ {} }}\n  goto n{next};", action(random))
        };
    }
    text.push_str("}\n");
}

fn program(random: &mut Generator) -> String {
    let mut text =
        "axiom {:unhang_lowered} {:unhang_start \"main\"} true;\nvar p: $pointer;\nvar q: $pointer;\n".to_owned();
    thread(random, &mut text, "one");
    thread(random, &mut text, "two");
    let more = if random.below(2) == 0 { " call {:async} two();" } else { "" };
    let _ = writeln!(
        text,
        "procedure main()\n{{\nn0:\n  atomic {{ p, q := $null, $null; call {{:async}} one();{more} }}\n  goto n1;\nn1:\n  return;\n}}"
    );
    text
}
