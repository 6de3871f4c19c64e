//! What is printed reads back as the same program, places aside.

mod common;

use std::path::{Path, PathBuf};

use common::{accepted, read, without_places};
use program::arbitrary::{Shape, program as random_program};
use program::program::Program;
use program::text::print;

fn check(program: &Program) {
    let printed = print(program);
    let again = read(&printed).unwrap_or_else(|error| panic!("{}\nin:\n{printed}", error.render()));
    assert_eq!(without_places(again.clone()), without_places(program.clone()), "for:\n{printed}");
    assert_eq!(print(&again), printed);
}

#[test]
fn the_corpus_reads_back() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    let mut files = Vec::new();
    collect(&corpus, &mut files);
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        // What is rejected has tests of its own.
        if let Ok(program) = read(&text) {
            check(&program);
        }
    }
}

fn collect(folder: &Path, into: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            collect(&path, into);
        } else if path.extension().is_some_and(|extension| extension == "bpl") {
            into.push(path);
        }
    }
}

#[test]
fn random_programs_read_back() {
    let shapes = [Shape::default(), Shape { features: 100, statements: 6, oddities: 20, ..Shape::default() }];
    for seed in 0..400 {
        check(&random_program(seed, &shapes[seed as usize % shapes.len()]));
    }
}

#[test]
fn programs_with_odd_names_read_back() {
    check(&accepted(
        r"type \type; const unique \var: \type; var \if: \type; var $store: int; var x: int;
        procedure $call(x: int, \bool: bool) { var $load_bv8: int; $load_bv8 := x + $store; }
        procedure main(x: int) { var ~a#b.c'd?^`: int; \if := \var; ~a#b.c'd?^` := x; call $call(1, true); call {:async} main(2); }",
    ));
}

#[test]
fn nested_operators_read_back() {
    check(&accepted(
        "var a, b, c: bool; var x, y: int; var m: [int]int; var w: bv8;
        procedure main() {
            a := (a && b) && c; a := a && (b && c); a := (a ==> b) ==> c; a := a ==> b ==> c; a := (a || b) && (b || c);
            a := (a == b) == c; a := a == (b == c); a := !(a && b) == !c; x := -x; x := -(-x); x := -(5); x := -5; x := -(-5);
            x := x - (y - 1); x := x - y - 1; x := (x + y) * 2; x := x * (y * 2); x := (if a then x else y) + (if b then 1 else 2);
            x := if a then if b then 1 else 2 else m[if c then 1 else 2]; m := m[1 := 2][3 := m[4]]; w := (w ++ w)[8:0]; w := w[8:4] ++ w[4:0];
            a := x < y; a := (if a then x else y) < 3; a := a <==> b && c; x := x div 2 mod (y * -3);
        }",
    ));
}

#[test]
fn long_chains_read_back() {
    for length in [63, 64, 65, 66, 200, 3000] {
        let chain = vec!["a"; length].join(" && ");
        check(&accepted(&format!("var a: bool; procedure main() {{ a := {chain}; }}")));
        let nested: String = (0..length.min(150)).fold("a".to_owned(), |inner, _| format!("({inner} || a)"));
        check(&accepted(&format!("var a: bool; procedure main() {{ a := {nested}; }}")));
    }
}
