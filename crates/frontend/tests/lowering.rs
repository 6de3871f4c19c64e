//! Statements to steps: what each construct of the language becomes.

mod common;

use common::{accepted, edges};

/// Checks the edges of `main`, given with the body of `main` and whatever else the program declares.
fn check(declarations: &str, body: &str, expect: &str) {
    let program = accepted(&format!("{declarations}\nprocedure main() {{ {body} }}"));
    let expect: String =
        expect.lines().map(str::trim).filter(|line| !line.is_empty()).map(|line| format!("{line}\n")).collect();
    assert_eq!(edges(&program, "main"), expect, "for: {body}");
}

const VARIABLES: &str = "var x: int; var y: int; var b: bool;";

#[test]
fn plain_statements_are_one_step_each() {
    check(
        VARIABLES,
        "x := 1; y := x; assert x == y;",
        "
        0 -> 1: x := 1;
        1 -> 2: y := x;
        2 -> exit: assert x == y;
    ",
    );
    check(
        VARIABLES,
        "x, y := 1, 2; x, y := y, x;",
        "
        0 -> 1: x, y := 1, 2;
        1 -> exit: x, y := y, x;
    ",
    );
    check(
        VARIABLES,
        "yield; { x := 1; { yield; } }",
        "
        0 -> 1: yield;
        1 -> 2: x := 1;
        2 -> exit: yield;
    ",
    );
}

#[test]
fn an_empty_body_is_over_at_once() {
    let program = accepted("procedure main() { }");
    assert_eq!(program.procedures[0].nodes.len(), 1);
    assert_eq!(program.procedures[0].entry, program.procedures[0].exit);
}

#[test]
fn an_assumption_waits() {
    check(
        VARIABLES,
        "x := 0; assume x > 0;",
        "
        0 -> 1: x := 0;
        1[wait] -> exit: assume x > 0;
    ",
    );
    check(VARIABLES, "assume true;", "0 -> exit: assume true;");
}

#[test]
fn havoc_takes_the_assumptions_about_it_along() {
    check(
        VARIABLES,
        "b := true; havoc x; assume 0 <= x && x < 3; assume x != 1; assume b;",
        "
        0 -> 1: b := true;
        1[wait] -> 2: atomic { havoc x; assume 0 <= x && x < 3; assume x != 1; }
        2[wait] -> exit: assume b;
    ",
    );
    check("var x: int where x > 2;", "havoc x;", "0[wait] -> exit: atomic { havoc x; assume x > 2; }");
}

#[test]
fn conditions_are_steps_and_choices_are_not() {
    check(
        VARIABLES,
        "x := 0; if (x > 0) { x := 1; } else if (x < 0) { x := 2; } else { x := 3; } x := 4;",
        "
        0 -> 1: x := 0;
        1 -> 2: assume x > 0;
        1 -> 3: assume !(x > 0);
        2 -> 6: x := 1;
        3 -> 4: assume x < 0;
        3 -> 5: assume !(x < 0);
        4 -> 6: x := 2;
        5 -> 6: x := 3;
        6 -> exit: x := 4;
    ",
    );
    check(
        VARIABLES,
        "if (*) { x := 1; } else { y := 1; }",
        "
        0 -> exit: x := 1;
        0 -> exit: y := 1;
    ",
    );
    check(
        VARIABLES,
        "if (*) { assume false; } x := 1;",
        "
        0[wait] -> 1: assume false;
        0 -> exit: x := 1;
        1 -> exit: x := 1;
    "
        .replace("0 -> exit", "0[wait] -> exit")
        .as_str(),
    );
}

#[test]
fn a_choice_to_finish_without_a_step_is_a_step_without_effect() {
    check(
        VARIABLES,
        "if (*) { x := 1; }",
        "
        0 -> exit: x := 1;
        0 -> exit: yield;
    ",
    );
}

#[test]
fn loops_look_at_their_condition_each_time() {
    check(
        VARIABLES,
        "x := 3; while (x > 0) invariant x >= 0; free invariant true; { x := x - 1; }",
        "
        0 -> 1: x := 3;
        1 -> 2: assume x > 0;
        1 -> exit: assume !(x > 0);
        2 -> 1: x := x - 1;
    ",
    );
    check(
        VARIABLES,
        "while (true) { x := 1; }",
        "
        0 -> 1: assume true;
        1 -> 0: x := 1;
    ",
    );
}

#[test]
fn loops_without_steps_get_one() {
    check("", "L: goto L;", "0 -> 0: yield;");
    check(
        "",
        "while (*) { }",
        "
        0 -> 0: yield;
        0 -> exit: yield;
    ",
    );
    check(
        VARIABLES,
        "x := 1; while (*) { while (*) { } if (*) { x := 2; } } y := 1;",
        "
        0 -> 1: x := 1;
        1 -> 1: yield;
        1 -> 1: x := 2;
        1 -> exit: y := 1;
    ",
    );
    check("", "L: M: goto N, L; N: goto M;", "0 -> 0: yield;");
}

#[test]
fn jumps_lead_where_they_say() {
    check(
        VARIABLES,
        "x := 1; goto B; A: x := 2; return; B: x := 3; goto A, C; C:",
        "
        0 -> 1: x := 1;
        1 -> 2: x := 3;
        2 -> exit: x := 2;
        2 -> exit: yield;
    ",
    );
    check(
        VARIABLES,
        "outer: while (*) { while (*) { break outer; x := 9; } x := 1; break; } x := 2;",
        "
        0 -> 1: x := 1;
        0 -> exit: x := 2;
        1 -> exit: x := 2;
    ",
    );
    check(
        VARIABLES,
        "x := 1; L: if (x > 0) { break L; x := 3; } x := 2;",
        "
        0 -> 1: x := 1;
        1 -> 2: assume x > 0;
        1 -> 2: assume !(x > 0);
        2 -> exit: x := 2;
    ",
    );
}

#[test]
fn elements_of_maps_are_assigned_by_updates() {
    let maps = "var m: [int]int; var n: [int][int]bool; var p: [int, bool]int;";
    check(
        maps,
        "havoc m, n, p; m[1] := 2; n[1][2] := true; p[1, false] := m[1]; m := m[3 := 4];",
        "
        0 -> 1: havoc m, n, p;
        1 -> 2: m := m[1 := 2];
        2 -> 3: n := n[1 := n[1][2 := true]];
        3 -> 4: p := p[1, false := m[1]];
        4 -> exit: m := m[3 := 4];
    ",
    );
}

#[test]
fn what_is_read_before_it_is_written_is_chosen_first() {
    check(
        VARIABLES,
        "var z: int; y := z + x;",
        "
        0 -> 1: havoc x, z;
        1 -> exit: y := z + x;
    ",
    );
    check(
        "var m: [int]int;",
        "m[0] := 1;",
        "
        0 -> 1: havoc m;
        1 -> exit: m := m[0 := 1];
    ",
    );
    // What a call surely writes needs no choice; what a forked thread may read does.
    check(
        "var x: int; var y: int; procedure init() { x := 1; } procedure reader() { var l: int; l := y; l := x; }",
        "call init(); fork 1 reader();",
        "
        0 -> 1: havoc y;
        1 -> 2: call init();
        2 -> exit: fork 1 reader();
    ",
    );
    check(
        "var x: int where x > y; var y: int where y > 0; var z: int;",
        "z := x;",
        "
        0 -> 1: atomic { havoc x, y; assume x > y; assume y > 0; }
        1 -> exit: z := x;
    ",
    );
}

#[test]
fn procedures_choose_their_own_variables() {
    let program = accepted(
        "
        procedure p(a: int) returns (r: int, s: int) { var t: int, u: int where u > a; s := t + u; }
        procedure main() { var x, y: int; call x, y := p(3); }",
    );
    assert_eq!(edges(&program, "p"), "0 -> 1: atomic { havoc r, t, u; assume u > a; }\n1 -> exit: s := t + u;\n");
    assert_eq!(edges(&program, "main"), "0 -> exit: call x, y := p(3);\n");
}

#[test]
fn the_entry_may_choose_its_parameters() {
    let program = accepted("var g: int; procedure main(n: int) requires n > 0 && g > n; { var i: int; i := n; }");
    assert_eq!(edges(&program, "main"), "0 -> 1: atomic { havoc g, n; assume n > 0 && g > n; }\n1 -> exit: i := n;\n");
    assert_eq!(program.procedures[0].parameters, 0);
}

#[test]
fn an_entry_that_is_also_called_exists_twice() {
    let program = accepted("var x: int; procedure main(n: int) { x := x + n; if (x > 0) { call main(x); } }");
    assert_eq!(program.procedures.len(), 2);
    assert_eq!(program.procedures[0].parameters, 1);
    assert_eq!(program.start, vec![program::ids::ProcId(1)]);
    assert!(edges(&program, "main").starts_with("0 -> 1: x := x + n;"));
}

#[test]
fn constants_are_replaced_where_axioms_say_so() {
    check(
        "var x: int; const N: int; const K: int; axiom K == N * 2 && N == 3; const b: bool; axiom !b; var c: bool;",
        "x := K; c := b;",
        "
        0 -> 1: x := 6;
        1 -> exit: c := false;
    ",
    );
    check(
        "var x: int; const N, M: int uses { axiom N == 3; axiom {:a} M == N + 1; } function f(): int { 2 } uses { axiom f() == 2; }",
        "x := M + f();",
        "0 -> exit: x := 4 + 2;",
    );
    check(
        "type T; const unique red, green: T; const blue: T; axiom blue == green; var t: T;",
        "t := red; t := blue;",
        "
        0 -> 1: t := red;
        1 -> exit: t := green;
    ",
    );
    check(
        "var x: int; const N, M, unused: int; axiom 0 < N && N < M; axiom M <= 4; axiom unused > 0;",
        "x := N;",
        "
        0 -> 1: atomic { havoc N, M; assume 0 < N; assume N < M; assume M <= 4; }
        1 -> exit: x := N;
    ",
    );
    check(
        "var x: int; const unique A, B: int; axiom A == 1; axiom 0 < B && B < 3;",
        "x := B;",
        "
        0 -> 1: atomic { havoc B; assume 0 < B; assume B < 3; assume 1 != B; }
        1 -> exit: x := B;
    ",
    );
}

#[test]
fn coercions_leave_nothing_behind() {
    check(
        "type I = int; var x: int; var m: [int]int; var w: bv8;",
        "x := -1: int - m[2: I]: int: I; w := (w: bv8)[8:4] ++ w[4:0]: bv4;",
        "
        0 -> 1: havoc m, w;
        1 -> 2: x := -1 - m[2];
        2 -> exit: w := w[8:4] ++ w[4:0];
    ",
    );
}

#[test]
fn functions_and_quantifiers_are_expanded() {
    check(
        "var x: int; function twice(a: int): int { a + a } function f(a: int) returns (r: int) { twice(a) * 2 }",
        "x := f(1);",
        "0 -> exit: x := (1 + 1) * 2;",
    );
    let forall = "var b: bool; var m: [int]int; const N: int; axiom N == 3;";
    check(
        forall,
        "havoc m; b := (forall i: int :: 0 <= i && i < N ==> m[i] > 0);",
        "
        0 -> 1: havoc m;
        1 -> exit: b := m[0] > 0 && m[1] > 0 && m[2] > 0;
    ",
    );
    check(
        forall,
        "havoc m; b := (exists i, j: int :: 1 <= i && j == i + 1 && i <= 2 && m[i] == j);",
        "
        0 -> 1: havoc m;
        1 -> exit: b := m[1] == 2 || m[2] == 3;
    ",
    );
    check(
        forall,
        "havoc m; b := (forall i: int :: i < 0 || !(i <= 1) || m[i] == 0);",
        "
        0 -> 1: havoc m;
        1 -> exit: b := m[0] == 0 && m[1] == 0;
    ",
    );
    check(forall, "b := (forall p: bool, q: bool :: p && q ==> q && p);", "0 -> exit: b := true;");
    check(forall, "b := (exists w: bv2 :: w == 3bv2);", "0 -> exit: b := true;");
}

#[test]
fn machine_integers_have_operators_and_functions() {
    check("var w: bv8; var v: bv16; var b: bool;
        function {:bvbuiltin \"bvadd\"} add(bv8, bv8) returns (bv8);
        function {:bvbuiltin \"(_ zero_extend 8)\"} wide(bv8): bv16;
        function {:builtin \"sign_extend\"} {:indices 8} signed(x: bv8): bv16;
        function {:bvbuiltin \"bvult\"} less(bv8, bv8): bool;
        function {:bvbuiltin \"bv2nat\"} nat(bv8): int;
        function {:bvbuiltin \"int2bv 8\"} bits(int): bv8;", "
        w := add(5bv8, 250bv8); v := wide(w); v := w ++ v[8:0]; w := v[16:8]; b := less(w, bits(nat(w))); v := signed(w);", "
        0 -> 1: w := bvadd(5bv8, 250bv8);
        1 -> 2: v := zero_extend(w);
        2 -> 3: v := w ++ v[8:0];
        3 -> 4: w := v[16:8];
        4 -> 5: b := bvult(w, int2bv(bv2nat(w)));
        5 -> exit: v := sign_extend(w);
    ");
}

#[test]
fn operators_bind_as_in_boogie() {
    check("var a, b, c: bool; var x: int;", "
        a, b, c, x := true, true, true, 1;
        a := b ==> c ==> a; a := a <== b <== c; a := b && c && a <==> x + 1 * 2 - 3 == 4 div 2 mod 3; a := !b || x < -x;", "
        0 -> 1: a, b, c, x := true, true, true, 1;
        1 -> 2: a := b ==> c ==> a;
        2 -> 3: a := c ==> b ==> a;
        3 -> 4: a := (b && c && a) == (x + 1 * 2 - 3 == 4 div 2 mod 3);
        4 -> exit: a := !b || x < -x;
    ");
    check(
        "var a, b: bool;",
        "a, b := true, ∀ i: bv1 • ¬(i ≠ i) ∧ a ⇒ a ∨ false ⇔ a;",
        "
        0 -> 1: havoc a;
        1 -> exit: a, b := true, (a ==> a || false) == a && (a ==> a || false) == a;
    ",
    );
}
