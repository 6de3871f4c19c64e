//! The text form: Boogie that reads back as the same program, spans aside, and readable pieces for reports.
//!
//! [`print()`] writes one label per control location. Behind it stands the edge that leaves it, as a statement or as an
//! `atomic` block, and a `goto`; several edges are the arms of an `if (*)`. The exit is a `return`.
//! The first axiom carries `{:unhang_lowered}`, which tells the front end to take everything as it stands:
//!
//! | notation | meaning |
//! |---|---|
//! | `axiom {:unhang_lowered} {:unhang_start "main", …} {:unhang_section_kinds "wait", …} true;` | the program; the threads that start |
//! | `{:unhang_end_with_main}` on it | [`crate::program::EndRule::MainThread`] |
//! | `{:unhang_weaker_orders "main.c:7:3", …}` on it | where the source names a memory order that is weaker than sequential consistency |
//! | `{:unhang_name "…"}` on a declaration | the name in the source, where it cannot be written as it is |
//! | `{:unhang_entry "n3"}`, `{:unhang_results "x", …}`, `{:unhang_section "…"}`, `{:unhang_wraps}`, `{:unhang_random}` on a procedure | an entry that is not the first label; results that do not follow the parameters; calls that are sections; a procedure that stands for what it calls; one that chooses random numbers |
//! | `assume {:unhang_node "wait"} true;` behind a label | the location is a section |
//! | `assume {:unhang_discards} true;` behind it | a run that ends with a thread blocked here is discarded |
//! | `assume {:unhang_begin "kind", object} true;`, `{:unhang_end …}` | enter and leave a section |
//! | `const {:unhang_object "00*8 ff @x:8:0 &p:0:1"} {:unhang_constant} o: $pointer;` | a static object: bytes in hexadecimal, repeated by `*`; with `?` the bits that have no value; part of a pointer to an object `@`, a procedure `&` or a number `#`, with offset and position |
//! | `$pointer`, `$null`, `$address(n)`, `$at(object, n)`, `$procedure(p, n)`, `$dynamic(k, n)` | pointers, and their literals |
//! | `$load_bv32(p)`, `$load_pointer(p)`, `$offset(p, n)`, `$distance(p, q)`, `$below(p, q)`, `$pointer_to_bits(p)`, `$bits_to_pointer(n)`, `$object_size(p)` | operators on memory |
//! | `$vague(5bv8, 240bv8)` | a machine integer of which some bits, given second, have no value |
//! | `$float_add(x, y)`, `$float_less(x, y)`, `$float_to_signed_32(x)`, … | floating-point numbers, kept as machine integers |
//! | `assume {:unhang_output "format", x, …} true;`, `assume {:unhang_unsupported "what"} true;` | actions |
//! | `assume {:unhang_spurious} true;` first in a step | a step that cannot be counted on |
//! | `assume {:unhang_eventually 3} true;` first in a step | a way that is taken eventually, of the choice with this number |
//! | `assert {:msg "…"} c;` | what goes wrong if the condition does not hold |
//! | `$element#T(7)` | an element without a name |
//! | `call $store(p, v);`, `call p := $allocate_heap(n);` (or `_stack`), `call $free(p);`, `call $copy(to, from, n);`, `call $fill(to, byte, n);`, `call x, y := $forget();`, `call $halt();`, `call $atomic_begin();`, `call $atomic_end();` | actions |
//! | `call $call(p, …);`, `fork id $call(p, …);` | a call or a fork through a pointer |
//!
//! Operators on machine integers are declared as functions with `{:bvbuiltin "…"}`.

pub mod words;
pub mod builtins;
mod names;
mod literals;
mod expressions;
mod commands;
mod procedures;
mod declarations;
mod standard;

use std::fmt::Display;

use crate::command::{Action, Call};
use crate::expr::Expr;
use crate::procedure::{Edge, Procedure};
use crate::program::Program;
use crate::text::expressions::Printer;
use crate::types::Type;
use crate::value::Value;
pub use names::Names;

/// Longer chains of `&&` or `||` are read as balanced trees, so that they may be as long as they like.
/// Shorter ones lean to the left, as Boogie says, and the printer puts parentheses where a longer one does.
pub const LONGEST_CHAIN: usize = 64;

/// The program as Boogie that the front end reads back.
pub fn print(program: &Program) -> String {
    declarations::print(program)
}

/// A program with one thread and without memory as Boogie that other tools read, too.
pub fn standard(program: &Program) -> String {
    standard::print(program)
}

/// The expression as a user would write it.
pub fn expr(program: &Program, procedure: &Procedure, expr: &Expr) -> String {
    readable(program, procedure, |printer| printer.expr(expr))
}

/// The action as a statement, with its semicolon.
pub fn command(program: &Program, procedure: &Procedure, action: &Action) -> String {
    readable(program, procedure, |printer| printer.action(action))
}

/// The call as a statement, with its semicolon.
pub fn call(program: &Program, procedure: &Procedure, call: &Call) -> String {
    readable(program, procedure, |printer| printer.call(call))
}

/// All that the edge does, on one line.
pub fn edge(program: &Program, procedure: &Procedure, edge: &Edge) -> String {
    readable(program, procedure, |printer| printer.edge(edge))
}

/// The value; `*` where it is arbitrary.
pub fn value(program: &Program, value: &Value) -> String {
    Names::as_written(program, None).value(value)
}

/// The type, with sorts by name.
pub fn ty(program: &Program, ty: &Type) -> String {
    Names::as_written(program, None).ty(ty)
}

/// `0 arguments`, `1 argument`, `1,000 arguments`.
pub fn counted<N: Display + PartialEq + From<u8>>(count: N, thing: &str) -> String {
    let ending = if count == N::from(1) { "" } else { "s" };
    format!("{} {thing}{ending}", number(count))
}

/// A natural number with commas between the thousands, the one form in which people read amounts.
pub fn number(number: impl Display) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (position, digit) in digits.chars().enumerate() {
        if position > 0 && (digits.len() - position).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A string as Boogie's attributes have it.
fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    format!("\"{escaped}\"")
}

fn readable(program: &Program, procedure: &Procedure, show: impl Fn(&Printer<'_>) -> String) -> String {
    let names = Names::as_written(program, Some(procedure));
    show(&Printer::readable(program, Some(procedure), &names))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expr::{BinaryOp, BitsOp};
    use crate::ids::{NodeId, SortId};
    use crate::procedure::{Node, Variable};
    use crate::program::{EndRule, Sort};
    use crate::span::Span;
    use crate::value::{Bits, MapValue, Pointer};
    use std::sync::Arc;

    fn program() -> Program {
        let variable = |name: &str, ty| Variable { name: name.to_owned(), ty, span: Span::NOWHERE };
        let main = Procedure {
            name: "main".to_owned(),
            span: Span::NOWHERE,
            locals: vec![variable("if", Type::Int), variable("std::x", Type::Bits(8))],
            parameters: 0,
            results: vec![],
            nodes: vec![Node::default()],
            edges: vec![],
            entry: NodeId(0),
            exit: NodeId(0),
            section: None,
            wraps: false,
            random: None,
        };
        Program {
            files: vec![],
            sorts: vec![Sort { name: "Colour".to_owned(), elements: vec!["red".to_owned()] }],
            globals: vec![],
            objects: vec![],
            procedures: vec![main],
            start: vec![crate::ids::ProcId(0)],
            end: EndRule::AllThreads,
            section_kinds: vec![],
            weaker_orders: Vec::new(),
            shapes: crate::shape::Shapes::default(),
        }
    }

    #[test]
    fn values_are_readable() {
        let program = program();
        let check = |shown: Value, expect: &str| assert_eq!(value(&program, &shown), expect);
        check(Value::Any, "*");
        check(Value::int(-3), "-3");
        check(Value::Bits(Bits::wrap(8, &(-1).into())), "255bv8");
        check(Value::Pointer(Pointer::NULL), "$null");
        check(Value::Element(SortId(0), 0), "red");
        check(Value::Element(SortId(0), 4), "$element#Colour(4)");
        let map = MapValue::constant(Value::Any).with(vec![Value::int(1)], Value::Bool(true));
        check(Value::Map(Arc::new(map)), "[1 := true; else *]");
    }

    #[test]
    fn only_one_is_singular() {
        assert_eq!([0, 1, 2].map(|number: u32| counted(number, "bit")), ["0 bits", "1 bit", "2 bits"]);
        let shown: Vec<String> = [0, 12, 999, 1000, 1_234_567].into_iter().map(number).collect();
        assert_eq!(shown, ["0", "12", "999", "1,000", "1,234,567"]);
    }

    #[test]
    fn reports_use_the_names_of_the_source() {
        let program = program();
        let main = &program.procedures[0];
        let (number, word) = (Expr::local(crate::ids::LocalId(0)), Expr::local(crate::ids::LocalId(1)));
        let sum = Expr::binary(BinaryOp::Bits(BitsOp::Add), word.clone(), word);
        assert_eq!(expr(&program, main, &sum), "bvadd(std::x, std::x)");
        let less = Expr::binary(BinaryOp::Less, number, Expr::int(2));
        assert_eq!(command(&program, main, &Action::Assume(less)), "assume if < 2;");
        assert_eq!(ty(&program, &Type::map(vec![Type::Int], Type::Sort(SortId(0)))), "[int]Colour");
    }

    #[test]
    fn the_text_form_marks_names_that_boogie_cannot_read() {
        let printed = print(&program());
        assert!(printed.contains("  var \\if: int;\n  var {:unhang_name \"std::x\"} std__x: bv8;\n"), "{printed}");
    }
}
