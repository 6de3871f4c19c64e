//! Every message that a user can meet, with its place.

mod common;

use common::read;
use frontend::boogie::{Options, lower};
use program::span::SourceFile;

/// Checks the place and the message for a program of several lines.
fn check(text: &str, expect: &str) {
    let found = match read(text) {
        Ok(_) => "accepted".to_owned(),
        Err(error) => format!("{}:{} {}", error.span.line, error.span.column, error.what),
    };
    assert_eq!(found, expect, "for: {text}");
}

/// Checks the column in the body of `main` and the message.
fn check_body(body: &str, expect: &str) {
    let program = "const C: int; var x: int; var b: bool; var m: [int, int]bool; var w: bv8;
        function f(a: int): int; function g(a: int): int { g(a) } procedure p(a: int) returns (r: int) { r := a; }";
    let found = match read(&format!("{program} procedure main(n: int) {{\n{body}\n}}")) {
        Ok(_) => "accepted".to_owned(),
        Err(error) => format!("{} {}", error.span.column, error.what),
    };
    assert_eq!(found, expect, "for: {body}");
}

#[test]
fn syntax() {
    check("a \u{fffd}", "1:3 this is not a text in UTF-8; other bytes may stand in comments only");
    check_body("x := (var a, b := 1; a);", "7 1 value cannot be given to 2 names");
    check_body("x := (var a: bool := 1; 2);", "22 expected type `bool`, found `int`");
    check("var x int;", "1:7 expected `:`, found `int`");
    check("procedure main() {\n x = 1; }", "2:4 expected `:=` or `:` after a name that starts a statement, found `=`");
    check("procedure main() {", "1:19 expected `}`, found the end of the file");
    check("procedure main() { } }", "1:22 expected a declaration, found `}`");
    check(
        "var if: int;",
        "1:5 expected the name of a variable, found the keyword `if` (write `\\if` to use it as a name)",
    );
    check("procedure main()", "1:17 expected `{`, found the end of the file");
    check(
        "procedure main() { { var x: int; } }",
        "1:22 local variables are declared at the start of the procedure's body",
    );
    check("function f(x: int) { 1 }", "1:20 expected `:` or `returns` and the type of the result, found `{`");
    check_body("x := 1 x := 2;", "8 expected `;`, found `x`");
    check_body("x := (1;", "8 expected `)`, found `;`");
    check_body("x := ;", "6 expected an expression, found `;`");
    check_body("b := b && b || b;", "13 `||` and `&&` cannot be mixed without parentheses");
    check_body("b := b ==> b <== b;", "14 `<==` and `==>` cannot be mixed without parentheses");
    check_body("b := b <== b ==> b;", "14 `==>` and `<==` cannot be mixed without parentheses");
    check_body("b := 1 < x < 2;", "12 comparisons do not chain: use `&&` or parentheses");
    check_body("call x, p(1);", "10 expected `:=`, found `(`");
    check_body("w := w[4:8];", "8 there are no bits from 8 up to 4");
    check_body("w := 2bv1;", "6 2 does not fit in 1 bit");
    check_body("w := 256bv8;", "6 256 does not fit in 8 bits");
}

#[test]
fn what_is_refused_is_named() {
    check(
        "procedure p(r: real) { } procedure q() { }",
        "1:26 real numbers in a program with several procedures are not supported",
    );
    check("procedure p() { assume 1.5 > 1.0; }", "1:24 real numbers that are no integers are not supported");
    check("procedure p() { assume 1e2 > 1.0; }", "1:24 real numbers that are no integers are not supported");
    check("procedure p(r: real) { havoc r; }", "1:24 `havoc` in a program with real numbers is not supported");
    check("procedure p(r: real) { fork 1 p(r); }", "1:24 `fork` in a program with real numbers is not supported");
    check(
        "procedure p(r: real) { assume real(1) == r; }",
        "1:31 conversions between `int` and `real` are not supported",
    );
    check("axiom (exists r: real :: r > r);", "1:8 `exists` in a program with real numbers is not supported");
    check("datatype D { A() }", "1:1 `datatype` is not supported");
    check("type T a;", "1:8 type parameters are not supported");
    check("type T; var x: T int;", "1:18 type parameters are not supported");
    check("procedure p<a>(x: a) { }", "1:12 type parameters are not supported");
    check("function f<a>(x: a): a;", "1:11 type parameters are not supported");
    check("var m: <a>[a]int;", "1:8 type parameters (polymorphic maps) are not supported");
    check("const a: int uses { var x: int; }", "1:21 expected `axiom`, found `var`");
    check("const a: int extends b;", "1:14 the order of constants (`extends`, `complete`) is not supported");
    check("yield procedure p();", "1:1 the declaration `yield …` of Civl is not supported");
    check("pure procedure p();", "1:1 the declaration `pure …` of Civl is not supported");
    check("atomic action A() { }", "1:1 the declaration `atomic …` of Civl is not supported");
    check("invariant I();", "1:1 the declaration `invariant …` of Civl is not supported");
    check("hideable axiom true;", "1:1 `hideable` is not supported");
    check("const a: int uses { hideable axiom a > 0; }", "1:21 `hideable` is not supported");
    check("revealed function f(): int;", "1:1 `revealed` is not supported");
    check_body("x := int(2);", "6 conversions between `int` and `real` are not supported");
    check_body("x := 4 / 2;", "8 `/` (which divides reals; on integers write `div`) is not supported");
    check_body("b := (lambda i: int :: i) == b;", "7 lambda expressions are not supported");
    check_body("b := x <: x;", "8 the partial order `<:` is not supported");
    check_body("x := x->f;", "7 fields of datatypes (`->`) are not supported");
    check_body("call forall p(*);", "6 `call forall` is not supported");
    check_body("call p(1) | p(2);", "11 `call … | …` (write `par … | …`) is not supported");
    check_body("par call p(1);", "5 `par call` (write `par` alone) is not supported");
    check_body("x := \"one\";", "6 strings are not supported");
    check_body("x := 0x1.0e0f24e8;", "6 floating-point numbers are not supported");
    check_body("call x := corral_getThreadID();", "11 `corral_getThreadID` of Corral is not supported");
    check("\n#line 3\n", "2:1 directives such as `#line` are not supported");
    check("var r: rmode;", "1:8 the type `rmode` is not supported");
    check("var s: [int]float24e8;", "1:13 the type `float24e8` is not supported");
    check("var s: Set [int]bool;", "1:12 type parameters are not supported");
    check(
        "var {:thread_local} x: int; procedure p() { } procedure main() { fork 1 p(); }",
        "1:21 `{:thread_local}` on `x` is not supported in a program that starts threads",
    );
    check_body("reveal f;", "1 `reveal` is not supported");
    check_body("hide *;", "1 `hide` is not supported");
    check_body("push;", "1 `push` is not supported");
    check_body("x := f(1);", "6 the function `f` has no body and no known `{:bvbuiltin …}`, so it cannot be executed");
    check_body("x := g(1);", "60 the recursive function `g` is not supported");
    check_body("x := old(x);", "6 `old` is supported in `ensures` clauses only");
    check_body(
        "b := (forall i, j: int :: i > j);",
        "7 this quantifier cannot be executed: `i` and `j` have no finite range; give them constant bounds, as in `0 <= i && i < 4 ==> …`",
    );
    check_body(
        "b := (forall i: int :: i > x);",
        "7 this quantifier cannot be executed: `i` has no finite range; give it constant bounds, as in `0 <= i && i < 4 ==> …`",
    );
    check_body("goto L; atomic { L: x := 1; }", "6 a jump into an atomic block (label `L`) is not supported");
    check(
        "procedure p(); implementation p() { } implementation p() { }",
        "1:54 more than one implementation of the procedure `p` is not supported",
    );
    check(
        "function f(int): int; const c: int; axiom f(c) == 1; procedure main() { assert c == c; }",
        "1:43 this axiom cannot be used: the function `f` has no body and no known `{:bvbuiltin …}`, so it cannot be \
         executed; it cannot be left out either, since it may say something about what the program uses by way of `c`",
    );
    check(
        "function {:bvbuiltin \"bvfoo\"} f(bv8): bv8; var w: bv8; procedure main() { w := f(1bv8); }",
        "1:12 the built-in function \"bvfoo\" of `f` is not supported",
    );
    check(
        "function {:bvbuiltin \"bvadd\"} f(bv8): bv8; var w: bv8; procedure main() { w := f(1bv8); }",
        "1:31 the types of the function `f` do not fit the built-in function \"bvadd\"",
    );
}

#[test]
fn names() {
    check_body("for (;;) { }", "1 `for` (write it with `while` or `if`) is not supported");
    check_body("p(1);", "1 a procedure is called with `call`: write `call p(…);`");
    check_body("y := 1;", "1 there is no variable `y`");
    check_body("x := y;", "6 there is no variable or constant `y`");
    check_body("x := h(1);", "6 there is no function `h`");
    check_body("call q();", "6 there is no procedure `q`");
    check_body("goto L;", "6 there is no label `L`");
    check_body("L: L: x := 1;", "4 the label `L` is declared twice");
    check_body("break;", "1 there is no loop around this `break`");
    check_body("break L;", "7 no loop or conditional around this `break` has the label `L`");
    check_body("n := 1;", "1 the parameter `n` cannot be assigned to");
    check_body("C := 1;", "1 the constant `C` cannot be assigned to");
    check_body("x, x := 1, 2;", "4 `x` is set twice in one statement");
    check("var x: T; procedure main() { }", "1:8 there is no type `T`");
    check("type T = U; type U = [int]T; procedure main() { }", "1:27 the type `T` is defined by itself");
    check("var x: int; const x: int;", "1:19 `x` is declared twice");
    check("type T; type T;", "1:14 the type `T` is declared twice");
    check("procedure p() { } procedure p() { }", "1:29 the procedure `p` is declared twice");
    check("procedure p(a: int) { var a: int; }", "1:27 `a` is declared twice in this procedure");
    check("implementation p() { }", "1:16 there is no procedure `p`");
    check(
        "procedure p(a: int); implementation p(a: bool) { }",
        "1:37 this implementation does not fit the declaration of the procedure `p`",
    );
    check("procedure p(); modifies y; procedure main() { }", "1:25 there is no global variable `y`");
    check(
        "var x: int; function f(): int { x } procedure main() { }",
        "1:33 a function cannot read the global variable `x`",
    );
}

#[test]
fn types() {
    check_body("x := true;", "6 expected type `int`, found `bool`");
    check_body("if (x) { }", "5 expected type `bool`, found `int`");
    check_body("assume 1;", "8 expected type `bool`, found `int`");
    check_body("b := x == b;", "6 `int` cannot be compared with `bool`");
    check_body("x := x + b;", "10 expected type `int`, found `bool`");
    check_body("w := w + w;", "6 this operator is on `int`; bit vectors need a function with `{:bvbuiltin …}`");
    check_body("w := w ++ 1;", "6 `++` joins bit vectors, not `bv8` and `int`");
    check_body("b := (b: int);", "7 expected type `int`, found `bool`");
    check_body("x := x: T;", "9 there is no type `T`");
    check_body("w := w[9:0];", "6 `[9:0]` cannot be taken from `bv8`");
    check_body("b := m[1];", "6 this map takes 2 keys, not 1");
    check_body("b := m[1, true];", "11 expected type `int`, found `bool`");
    check_body("b := x[1];", "6 `int` is not a map");
    check_body("x, b := 1;", "1 1 value cannot be assigned to 2 variables");
    check_body("call x := p();", "11 the procedure `p` takes 1 argument, not 0");
    check_body("call p(1);", "6 the procedure `p` has 1 result, not 0");
    check_body("call main();", "6 the procedure `main` takes 1 argument, not 0");
    check_body("call x := main(1);", "11 the procedure `main` has 0 results, not 1");
    check_body("call b := p(1);", "6 expected type `bool`, found `int`");
    check_body("fork 1 x := p(1);", "8 a thread that is started has no results yet; take them at its `join`");
    check_body(
        "async call x := p(1);",
        "12 a thread that is started has no results yet, and this one can never be joined; to take its results, start \
         it with `fork` and take them at its `join`",
    );
    check_body("x := f(1, 2);", "6 the function `f` takes 1 argument, not 2");
    check_body("while (*) invariant x; { }", "21 expected type `bool`, found `int`");
    check("type T; var t: [T]int; procedure main() { t := 1; }", "1:48 expected type `[T]int`, found `int`");
    check("procedure main(); ensures 1; implementation main() { }", "1:27 expected type `bool`, found `int`");
}

#[test]
fn contradictions() {
    check(
        "const N: int;\naxiom N == 3; axiom N > 4; procedure main() { }",
        "2:21 this axiom is false, so the program has no runs",
    );
    check("var x: int where 1; procedure main() { }", "1:18 expected type `bool`, found `int`");
}

#[test]
fn where_to_start() {
    check("var x: int;", "0:0 there is no procedure to start at: none has a body");
    check(
        "procedure p() { call q(); } procedure q() { call p(); }",
        "0:0 there is no procedure to start at: each one with a body is called by another or by itself; choose one with \
         --entry NAME",
    );
    check("procedure p() { call p(); }", "accepted");
    check(
        "procedure p() { } procedure q() { }",
        "1:11 there is no `main` to start at, and several procedures that nobody calls: `p`, `q`; choose one with --entry",
    );
    check("procedure p() { call q(); } procedure q() { }", "accepted");
    check("procedure {:entrypoint} p() { } procedure main() { }", "accepted");
    let file = || SourceFile::new("a.bpl".into(), "procedure p() { } procedure q();".into());
    let entry = |name: &str| Options { entry: Some(name.to_owned()) };
    assert!(lower(vec![file()], &entry("p")).is_ok());
    assert_eq!(lower(vec![file()], &entry("r")).unwrap_err().what, "there is no procedure `r` to start at");
    let no_body = "has no body to start at; give it one, or choose another procedure with --entry NAME";
    assert_eq!(lower(vec![file()], &entry("q")).unwrap_err().what, format!("the procedure `q` {no_body}"));
    check("procedure main();\nprocedure p() { }", &format!("1:11 the procedure `main` {no_body}"));
    check("procedure p() { }\nprocedure {:entrypoint} q();", &format!("2:25 the procedure `q` {no_body}"));
}

#[test]
fn several_files_are_one_program() {
    let file = |name: &str, text: &str| SourceFile::new(name.into(), text.into());
    let files = vec![file("a.bpl", "var x: int;"), file("b.bpl", "procedure main() {\n  x := yes;\n}")];
    let error = lower(files, &Options::default()).unwrap_err();
    assert_eq!(error.to_string(), "b.bpl:2:8: error: there is no variable or constant `yes`");
    assert!(error.render().ends_with("2 |   x := yes;\n  |        ^^^\n"));
}
