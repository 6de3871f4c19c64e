//! Threads, calls, atomic blocks, contracts and sections.

mod common;

use common::{accepted, edges, read};
use frontend::boogie;
use program::span::SourceFile;

fn check(text: &str, procedure: &str, expect: &str) {
    let program = accepted(text);
    let lines = expect.lines().map(str::trim).filter(|line| !line.is_empty());
    let expect: String = lines.map(|line| format!("{line}\n")).collect();
    assert_eq!(edges(&program, procedure), expect, "for: {text}");
}

#[test]
fn threads_are_forked_and_joined() {
    check(
        "procedure p(a: int) returns (r: int) { r := a; }
        procedure main() { var x, y: int; x := 1; fork x, true p(x + 1); join x, true assign y; call {:async} p(0); async call p(1); }",
        "main",
        "
        0 -> 1: x := 1;
        1 -> 2: fork x, true p(x + 1);
        2[join] -> 3: join x, true assign y;
        3 -> 4: call {:async} p(0);
        4 -> exit: call {:async} p(1);
    ",
    );
}

#[test]
fn words_of_the_dialect_are_names_elsewhere() {
    check(
        "var fork, join: int; var atomic: [int]int; procedure async() { } procedure yield() { }
        procedure main() { var assign: int; fork, join := 1, 2; havoc atomic; atomic[0] := fork; call async(); fork fork yield(); join fork; assign := 1; }",
        "main",
        "
        0 -> 1: fork, join := 1, 2;
        1 -> 2: havoc atomic;
        2 -> 3: atomic := atomic[0 := fork];
        3 -> 4: call async();
        4 -> 5: fork fork yield();
        5[join] -> 6: join fork;
        6 -> exit: assign := 1;
    ",
    );
}

#[test]
fn par_forks_and_joins_its_arms() {
    let arms = "procedure p() { } procedure q(a: int) returns (r: int) { r := a; }";
    check(
        &format!("{arms} procedure main() {{ var x: int;\npar p() | x := q(1); }}"),
        "main",
        "
        0 -> 1: atomic { fork par.2.1#1 p(); fork par.2.1#2 q(1); }
        1[join] -> exit: atomic { join par.2.1#1; join par.2.1#2 assign x; }
    ",
    );
    // Where several threads may stand at the same statement their arms must be told apart.
    check(
        &format!("{arms} procedure w() {{\npar p() | p(); }} procedure main() {{ fork 1 w(); fork 2 w(); }}"),
        "w",
        "
        0 -> 1: atomic { par.2.1#bit := bvand(bvnot(par.2.1#busy), bvadd(par.2.1#busy, 1bv32)); par.2.1#busy, par.2.1#beyond, par.2.1#place := bvor(par.2.1#busy, par.2.1#bit), if par.2.1#bit == 0bv32 then par.2.1#beyond + 1 else par.2.1#beyond, if par.2.1#bit == 0bv32 then par.2.1#beyond + 1 else 0; fork par.2.1#1, par.2.1#bit, par.2.1#place p(); fork par.2.1#2, par.2.1#bit, par.2.1#place p(); }
        1[join] -> exit: atomic { join par.2.1#1, par.2.1#bit, par.2.1#place; join par.2.1#2, par.2.1#bit, par.2.1#place; par.2.1#busy, par.2.1#bit, par.2.1#place := bvand(par.2.1#busy, bvnot(par.2.1#bit)), 0bv32, 0; }
    ",
    );
}

#[test]
fn an_atomic_block_is_one_edge_per_path() {
    let variables = "var x: int; var b: bool; var m: [int]int;";
    check(
        &format!(
            "{variables} procedure main() {{ x, b := 1, true; atomic {{ assume x > 0; if (b) {{ x := 0; }} else if (x == 2) {{ x := 1; }} b := false; }} }}"
        ),
        "main",
        "
        0 -> 1: x, b := 1, true;
        1[wait] -> exit: atomic { assume x > 0; assume b; x := 0; b := false; }
        1[wait] -> exit: atomic { assume x > 0; assume !b; assume x == 2; x := 1; b := false; }
        1[wait] -> exit: atomic { assume x > 0; assume !b; assume !(x == 2); b := false; }
    ",
    );
    check(
        &format!("{variables} procedure main() {{ atomic {{ }} x := 1; }}"),
        "main",
        "
        0 -> 1: yield;
        1 -> exit: x := 1;
    ",
    );
    check(
        &format!("{variables} procedure main() {{ x := 0; atomic {{ if (x > 0) {{ x := 1; }} }} }}"),
        "main",
        "
        0 -> 1: x := 0;
        1 -> exit: atomic { assume x > 0; x := 1; }
        1 -> exit: assume !(x > 0);
    ",
    );
}

#[test]
fn jumps_out_of_an_atomic_block_end_the_path() {
    check(
        "var x: int; procedure main() { x := 0; while (true) { atomic { if (*) { x := 1; break; } if (*) { x := 2; return; } if (*) { goto L; x := 9; } goto M; M: x := 3; } x := 4; } L: x := 5; }",
        "main",
        "
        0 -> 1: x := 0;
        1 -> 2: assume true;
        2 -> 4: x := 1;
        2 -> exit: x := 2;
        2 -> 4: yield;
        2 -> 3: x := 3;
        3 -> 1: x := 4;
        4 -> exit: x := 5;
    ",
    );
}

#[test]
fn calls_in_an_atomic_block_are_expanded() {
    check(
        "var x: int; procedure inc(a: int) returns (r: int) { var t, u: int; if (a > 0) { r := t; return; } r := a + 1; }
        procedure main() { x := 1; atomic { call x := inc(x); } }",
        "main",
        "
        0 -> 1: x := 1;
        1 -> exit: atomic { inc.a := x; havoc inc.t; assume inc.a > 0; inc.r := inc.t; x := inc.r; }
        1 -> exit: atomic { inc.a := x; assume !(inc.a > 0); inc.r := inc.a + 1; x := inc.r; }
    ",
    );
}

#[test]
fn a_loop_that_never_goes_round_does_not_keep_a_block_from_being_one_step() {
    check(
        "var x: int; procedure main() { atomic { while (false) { x := 1; } while (true) { x := 2; break; } } }",
        "main",
        "0 -> exit: atomic { assume !false; assume true; x := 2; }",
    );
}

#[test]
fn an_atomic_block_with_a_loop_holds_the_scheduler() {
    check(
        "var x: int; procedure main() { x := 3; atomic { while (x > 0) { x := x - 1; if (x == 1) { return; } } } x := 7; }",
        "main",
        "
        0 -> 1: x := 3;
        1 -> 2: call $atomic_begin();
        2 -> 3: assume x > 0;
        2 -> 6: assume !(x > 0);
        3 -> 4: x := x - 1;
        4 -> 5: assume x == 1;
        4 -> 2: assume !(x == 1);
        5 -> exit: call $atomic_end();
        6 -> 7: call $atomic_end();
        7 -> exit: x := 7;
    ",
    );
    check(
        "procedure corral_atomic_begin(); procedure corral_atomic_end(); procedure r() { call r(); }
        procedure main() { call corral_atomic_begin(); call corral_atomic_end(); atomic { call r(); } }",
        "main",
        "
        0 -> 1: call $atomic_begin();
        1 -> 2: call $atomic_end();
        2 -> 3: call $atomic_begin();
        3 -> 4: call r();
        4 -> exit: call $atomic_end();
    ",
    );
}

#[test]
fn a_procedure_without_a_body_does_what_its_contract_says() {
    check(
        "var g: int where g != 7; var h: int;
        procedure p(a: int) returns (r: int where r > 0); requires a > 0; free requires a < 9; modifies g; ensures g == old(g) + a && r > h; free ensures r != a;
        procedure main() { var x: int; g, h, x := 0, 0, 1; call x := p(x); call x := p(h); }",
        "main",
        "
        0 -> 1: g, h, x := 0, 0, 1;
        1[wait] -> 2: atomic { assert x > 0; a, old(g) := x, g; havoc g, x; assume g != 7; assume x > 0; assume g == old(g) + a && x > h; assume x != a; }
        2[wait] -> exit: atomic { assert h > 0; old(g) := g; havoc g, x; assume g != 7; assume x > 0; assume g == old(g) + h && x > h; assume x != h; }
    ",
    );
    check(
        "var g: int; procedure p(a: int); modifies g; ensures g > a; procedure main() { fork 1 p(3); }",
        "p",
        "0[wait] -> exit: atomic { havoc g; assume g > a; }",
    );
}

#[test]
fn sections_are_opened_and_closed() {
    check(
        "var x: int; procedure {:unhang_section \"task\"} p() { }
        procedure main() { x := 1; assume {:unhang_begin \"lock\", x} x > 0; assert {:unhang_end \"lock\", x} true; assume {:unhang_begin \"idle\"} true; call {:unhang_end \"idle\"} p(); }",
        "main",
        "
        0 -> 1: x := 1;
        1[wait] -> 2: atomic { assume x > 0; assume {:unhang_begin \"lock\", x} true; }
        2 -> 3: atomic { assert true; assume {:unhang_end \"lock\", x} true; }
        3 -> 4: assume {:unhang_begin \"idle\"} true;
        4 -> exit: atomic { assume {:unhang_end \"idle\"} true; call p(); }
    ",
    );
}

/// The procedure without a body is none of the program's, so that those behind it have other numbers than in the text.
#[test]
fn procedures_are_called_and_forked_through_pointers() {
    check(
        "procedure none(); procedure p(a: int) returns (r: int) { r := a; }
        procedure main() { var f: $pointer; var x: int; f := $procedure(p); call x := $call(f, 1); call $call(f, 2); fork 1 $call(f, 3); call {:async} $call($procedure(p), 4); }",
        "main",
        "
        0 -> 1: f := $procedure(p);
        1 -> 2: call x := $call(f, 1);
        2 -> 3: call $call(f, 2);
        3 -> 4: fork 1 $call(f, 3);
        4 -> exit: call {:async} $call($procedure(p), 4);
    ",
    );
    let error = read("procedure none(); procedure main() { var f: $pointer; f := $procedure(none); }").unwrap_err();
    assert!(error.what.contains("`$procedure`"), "{error}");
    let error = read("procedure main() { call $call(); }").unwrap_err();
    assert_eq!(error.what, "expected a pointer to a procedure");
}

#[test]
fn nothing_starts_in_a_library() {
    let library = |text: &str| boogie::library(vec![SourceFile::new("library.bpl".to_owned(), text.into())]);
    let found =
        library("var x: int; procedure none(); procedure p() { x := 1; } procedure main() { call p(); }").unwrap();
    let names: Vec<&str> = found.procedures.iter().map(|procedure| &*procedure.name).collect();
    assert_eq!((names, found.start.len(), found.files.len()), (vec!["p", "main"], 0, 1));
    assert_eq!(edges(&found, "main"), "0 -> exit: call p();\n");
    let error = library("const c: int; procedure p() returns (r: int) { r := c; }").unwrap_err();
    assert_eq!(error.to_string(), "library.bpl:1:7: error: `c` has no value in a library");
}

#[test]
fn implementations_may_rename_parameters() {
    check(
        "procedure p(a: int) returns (b: int); requires a > 0; implementation p(c: int) returns (d: int) { d := c; } procedure main() { var x: int; call x := p(1); }",
        "p",
        "0 -> exit: d := c;",
    );
}

#[test]
fn places_are_kept() {
    let program = accepted("var x: int;\nprocedure main() {\n  x := 1 +\n    2;\n  while (x > 0) { x := 0; }\n}");
    let excerpt = |index: usize| program.files[0].excerpt(program.procedures[0].edges[index].span);
    assert_eq!(excerpt(0).as_deref(), Some("x := 1 +"));
    assert_eq!(excerpt(1).as_deref(), Some("x > 0"));
    assert_eq!(excerpt(3).as_deref(), Some("x := 0"));
}
