//! No input makes the front end panic or overflow the stack; what is too large or too deep gets a message.

mod common;
mod damage;

use common::read;
use damage::{Random, change_characters, change_words, words};

/// Everything that the grammar has, so that changes of it reach every corner.
const SAMPLE: &str = r#"
type T; type U = [int, bool][bv8]T; const unique red, green: T; const N: int uses { axiom {:a} N == 3: int; } axiom (forall i: int :: {f(i)} 0 <= i && i < N ==> i < 5);
function {:inline} f(a: int): int { if a > 0 then a * 2 else -a } function {:bvbuiltin "bvadd"} add(bv8, x: bv8) returns (bv8);
var {:layer 1} x, y: int where x > 0; var u: U; var w: bv8; var c: T;
procedure {:unhang_section "task"} p(a: int) returns (r: int where r > 0) requires a > 0; ensures r > old(x); modifies x; { var t: int; r := a + t; if (r > 0) { call r := p(r); } }
procedure q({:x} a: int); requires a > 0; modifies y; free ensures y == old(y) + a; implementation q(b: int) { L: goto L, M; M: return; }
procedure ext(a: int) returns (r: int); modifies x; ensures x == old(x) && r > a;
procedure main() {
    var i: int, b: bool;
    havoc i; assume {:unhang_begin "lock", i} 0 <= i && i < N; x, y := f(i), 1 div 2 mod 3; u[1, true] := u[1, false][5bv8 := red]; w := add(w, 250bv8)[8:4] ++ w[4:0];
    outer: while (i > 0) invariant i >= 0; free invariant true; { if (*) { break outer; } else if (i == 2) { i := i - 1; } else { call i := ext(i); } }
    atomic { assume x > 0; call i := p(x); while (*) { i := 0; } } atomic { if (b) { c := green; return; } call i := ext(3); }
    fork 1, red p(2); join 1, red assign i; call {:async} q(1); async call q(2); par i := p(1) | q(2); yield; /* a /* b */ */ // c
    assert (exists j: int, k: bool :: 0 <= j && j < 4 && (k ==> f(j) == i)) <==> b; call corral_atomic_begin();
}
"#;

#[test]
fn the_sample_is_accepted() {
    common::accepted(SAMPLE);
}

#[test]
fn changed_characters_do_no_harm() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let original: Vec<char> = SAMPLE.chars().collect();
    let odd: Vec<char> = "(){}[]<>:;,=!|&+-*/\\\"'~#$ 09azAZ\n\t∀λ§\u{feff}\0".chars().collect();
    for _ in 0..1_500 {
        let mut text = original.clone();
        change_characters(&mut random, &mut text, &odd);
        let text: String = text.into_iter().collect();
        if let Err(error) = read(&text) {
            assert!(!error.render().contains("internal error"), "{}", error.render());
        }
    }
}

#[test]
fn changed_words_do_no_harm() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let original = words(SAMPLE);
    for _ in 0..1_500 {
        let changed = change_words(&mut random, &original, 5, 4);
        if let Err(error) = read(&changed) {
            assert!(!error.render().contains("internal error"), "{}", error.render());
        }
    }
}

#[test]
fn changed_text_forms_do_no_harm() {
    let printed = program::text::print(&common::accepted(SAMPLE));
    let mut random = Random(0xdead_beef_cafe_f00d);
    let original = words(&printed);
    for _ in 0..500 {
        let mut words = original.clone();
        let (place, other) = (random.below(words.len()), random.below(original.len()));
        words[place] = original[other];
        // Whether a changed program is valid is the validator's business; here it only must not panic.
        let _ = read(&words.concat());
    }
}

fn check_deep(declarations: &str, body: &str, expect: &str) {
    let found = match read(&format!("{declarations} procedure main() {{ {body} }}")) {
        Ok(_) => "accepted".to_owned(),
        Err(error) => error.what,
    };
    assert_eq!(found, expect);
}

#[test]
fn deep_nesting_gets_a_message() {
    let nested = "this is nested too deeply (more than 200 levels)";
    let too_deep = "this expression is too deep (more than 500 levels)";
    let around = |open: &str, inner: &str, close: &str, times: usize| {
        format!("{}{inner}{}", open.repeat(times), close.repeat(times))
    };
    for times in [1_000, 100_000] {
        check_deep("var x: int;", &format!("x := {};", around("(", "x", ")", times)), nested);
        check_deep("var x: int;", &format!("x := {};", around("-(", "x", ")", times)), nested);
        check_deep("var b: bool;", &format!("b := {};", around("!", "b", "", times)), nested);
        check_deep("var x: int;", &format!("x := {};", around("if true then ", "x", " else x", times)), nested);
        check_deep("", &around("{", "", "}", times), nested);
        check_deep("", &around("if (*) {", "", "}", times), nested);
        check_deep("", &around("atomic {", "", "}", times), nested);
        check_deep(&format!("var m: {}int;", "[int]".repeat(times)), "", nested);
        check_deep("var x: int;", &format!("x := {};", vec!["x"; times].join(" + ")), too_deep);
        check_deep("var m: [int]int;", &format!("m := m{};", "[0 := 1]".repeat(times)), too_deep);
    }
    check_deep("var b: bool;", &format!("b := {};", vec!["b"; 100_000].join(" && ")), "accepted");
    check_deep("var b: bool;", &format!("b := {};", around("!", "b", "", 190)), "accepted");
    check_deep("var x: int;", &format!("x := {};", vec!["x"; 500].join(" + ")), "accepted");
    check_deep("var x: int;", "if (x > 0) { } else ".repeat(20_000).trim_end_matches("else "), "accepted");
}

#[test]
fn explosions_get_a_message() {
    let mut chain = "var x: int; function f0(a: int): int { a + a }".to_owned();
    for level in 1..1_000 {
        chain += &format!("function f{level}(a: int): int {{ f{0}(a) + 1 }}", level - 1);
    }
    let parts = "with functions, quantifiers and atomic blocks expanded, the program has more than 1,000,000 parts";
    check_deep(&chain, "x := f999(x);", "this expression is too deep (more than 500 levels, functions expanded)");
    let mut wide = "var x: int; function f0(a: int): int { a + a }".to_owned();
    for level in 1..60 {
        wide += &format!("function f{level}(a: int): int {{ f{0}(a) + f{0}(a) }}", level - 1);
    }
    check_deep(&wide, "x := f59(x);", parts);
    let quantifiers = "b := (forall p, q, r: bv8 :: m[p] == m[q]);";
    check_deep("var b: bool; var m: [bv8]int;", quantifiers, parts);
    let constants: String =
        (1..3_000).map(|index| format!("const c{index}: int; axiom c{index} == c{} + 1;", index - 1)).collect();
    let deep = "this expression is too deep (more than 500 levels, functions expanded)";
    check_deep(&format!("var x: int; const c0: int; {constants}"), "x := c2999;", deep);
    let known: String = (0..3_000).map(|index| format!("const c{index}: int; axiom c{index} == {index};")).collect();
    check_deep(&format!("var x: int; {known}"), "x := c2999;", "accepted");
    let types: String = (1..6_000).map(|level| format!("type T{level} = [T0]T{};", level - 1)).collect();
    check_deep(&format!("type T0; {types} var t: T5999;"), "", "this type is too large");
}

#[test]
fn atomic_blocks_that_are_too_large_are_refused() {
    let branch = "if (*) { x := 1; } else { x := 2; } ";
    let body = |times: usize| format!("var x: int; procedure main() {{ atomic {{ {} }} }}", branch.repeat(times));
    let refused = |text: &str| common::read(text).map_or_else(|error| error.what, |_| "accepted".to_owned());
    assert_eq!(common::accepted(&body(12)).procedures[0].edges.len(), 4_096);
    assert!(refused(&body(13)).starts_with("this `atomic` block has more than 4096 paths; "));
    assert!(refused(&body(3_000)).starts_with("this `atomic` block is too large: "));
    // Calls that expand into each other twice at every level.
    let calls = |levels: usize, rest: &str| {
        let mut text = "var x: int; procedure p0() { x := 1; }".to_owned();
        for level in 1..=levels {
            text += &format!("procedure p{level}() {{ call p{0}(); call p{0}(); }}", level - 1);
        }
        format!("{text} procedure main() {{ atomic {{ call p{levels}(); {rest} }} }}")
    };
    assert_eq!(common::accepted(&calls(6, "")).procedures.last().map(|main| main.edges.len()), Some(1));
    assert!(refused(&calls(39, "")).starts_with("this `atomic` block is too large: "));
    // A block with a loop holds the scheduler, however large it is.
    let held = common::accepted(&calls(39, "while (x > 0) { x := x - 1; }"));
    assert!(common::edges(&held, "main").starts_with("0 -> 1: call $atomic_begin();"));
    let held =
        format!("{} while (x > 0) {{ x := x - 1; }} }} }}", body(13).trim_end_matches([' ', '}']).to_owned() + "}");
    assert!(common::edges(&common::accepted(&held), "main").starts_with("0 -> 1: call $atomic_begin();"));
}
