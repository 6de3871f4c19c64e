//! Random programs in which some threads do the same, but for a number of their own. Numbers stay small, so that there are few states.
//!
//! Used by the tests of engines that make use of that.

use std::fmt::Write;

use program::arbitrary::random::Random;

/// The text of a program with two or three threads that are alike, and perhaps another one.
pub fn program(random: &mut Random) -> String {
    let (count, body) = (2 + random.below(2), body(random, 2));
    let mut text = "var x: int;\nvar y: int;\n".to_owned();
    let mut forks = String::new();
    for number in 1..=count {
        // Without a number of its own, a thread is exactly like the others.
        let body = body.replace("SELF", &number.to_string());
        write!(text, "procedure like{number}() modifies x, y; {{\n  var m: int;\n  m := 1;\n{body}}}\n")
            .expect("strings take whatever is written");
        writeln!(forks, "  fork {number} like{number}();").expect("strings take whatever is written");
    }
    if random.below(2) == 0 {
        let body = self::body(random, 1).replace("SELF", "1");
        write!(text, "procedure other() modifies x, y; {{\n  var m: int;\n  m := 1;\n{body}}}\n")
            .expect("strings take whatever is written");
        forks.push_str("  fork 9 other();\n");
    }
    let joined = match random.below(3) {
        0 => vec![1 + random.below(count)],
        1 => (1..=count).collect(),
        _ => Vec::new(),
    };
    forks.extend(joined.iter().map(|number| format!("  join {number};\n")));
    let (x, y) = (random.below(3), random.below(2));
    format!("{text}procedure main() modifies x, y; {{\n  x := {x};\n  y := {y};\n{forks}}}\n")
}

fn body(random: &mut Random, depth: usize) -> String {
    (0..1 + random.below(3)).map(|_| statement(random, depth)).collect()
}

fn statement(random: &mut Random, depth: usize) -> String {
    const VARIABLES: [&str; 2] = ["x", "y"];
    let variable = VARIABLES[random.below(2)];
    match random.below(if depth == 0 { 7 } else { 11 }) {
        0 => format!("{variable} := {};\n", random.below(3)),
        1 => format!("{variable} := SELF;\n"),
        2 => format!("atomic {{ assume {variable} == 0; {variable} := SELF; }}\n"),
        3 => format!("m := {variable};\n"),
        4 => format!("if (m > 0) {{ {variable} := m - 1; }}\n"),
        5 => format!("atomic {{ assume {variable} > 0; {variable} := {variable} - 1; }}\n"),
        6 => "m := 0;\n".to_owned(),
        7 => format!("if ({}) {{\n{}}}\n", condition(random, variable), body(random, depth - 1)),
        _ => format!("while ({}) {{\n{}}}\n", condition(random, variable), body(random, depth - 1)),
    }
}

fn condition(random: &mut Random, variable: &str) -> String {
    match random.below(5) {
        0 => format!("{variable} > 0"),
        1 => format!("{variable} == SELF"),
        2 => format!("{variable} != SELF"),
        3 => "m > 0".to_owned(),
        _ => format!("{variable} == 0"),
    }
}
