//! The program as a whole: its header, its declarations, its procedures.

use std::cell::RefCell;
use std::fmt::Write;

use crate::bytes::Byte;
use crate::expr::VarRef;
use crate::ids::{GlobalId, ObjectId, ProcId, SortId};
use crate::program::{EndRule, Program, StaticObject};
use crate::text::expressions::Printer;
use crate::text::names::{Names, hides};
use crate::text::{procedures, quoted};
use crate::value::{Base, Pointer};

/// The whole program.
pub fn print(program: &Program) -> String {
    let names = Names::readable_back(program);
    let functions = RefCell::default();
    let mut bodies = String::new();
    for (index, procedure) in program.procedures.iter().enumerate() {
        let inside = names.inside(procedure);
        let printer = Printer { program, procedure: Some(procedure), names: &inside, functions: Some(&functions) };
        procedures::print(&printer, procedure, names.procedure(ProcId::new(index)), &mut bodies);
    }
    let mut text = header(program, &names);
    declarations(program, &names, &mut text);
    for declaration in functions.borrow().values() {
        let _ = writeln!(text, "{declaration}");
    }
    text + &bodies
}

/// A declared name, with the name as written if that is another one.
pub fn named(printed: &str, written: &str) -> String {
    if hides(printed, written) { format!("{{:unhang_name {}}} {printed}", quoted(written)) } else { printed.to_owned() }
}

fn header(program: &Program, names: &Names) -> String {
    let start: Vec<_> = program.start.iter().map(|procedure| quoted(names.procedure(*procedure))).collect();
    let mut text = format!("axiom {{:unhang_lowered}} {{:unhang_start {}}}", start.join(", "));
    if program.end == EndRule::MainThread {
        text.push_str(" {:unhang_end_with_main}");
    }
    if !program.section_kinds.is_empty() {
        let kinds: Vec<_> = program.section_kinds.iter().map(|kind| quoted(kind)).collect();
        let _ = write!(text, " {{:unhang_section_kinds {}}}", kinds.join(", "));
    }
    if !program.weaker_orders.is_empty() {
        let places: Vec<_> = program.weaker_orders.iter().map(|place| quoted(&place.to_string())).collect();
        let _ = write!(text, " {{:unhang_weaker_orders {}}}", places.join(", "));
    }
    text.push_str(" true;\n");
    text
}

fn declarations(program: &Program, names: &Names, text: &mut String) {
    for (index, sort) in program.sorts.iter().enumerate() {
        let id = SortId::new(index);
        let _ = writeln!(text, "type {};", named(names.sort(id), &sort.name));
        for (number, element) in sort.elements.iter().enumerate() {
            let printed = names.element(id, number as u32).unwrap_or(element);
            let attribute = attribute_of(printed, element);
            let _ = writeln!(text, "const {attribute}unique {printed}: {};", names.sort(id));
        }
    }
    let printer = Printer::readable(program, None, names);
    for (index, global) in program.globals.iter().enumerate() {
        let printed = names.variable(VarRef::Global(GlobalId::new(index)));
        let _ = writeln!(text, "var {}: {};", named(printed, &global.name), printer.names.ty(&global.ty));
    }
    for (index, object) in program.objects.iter().enumerate() {
        let printed = names.object(ObjectId::new(index));
        let constant = if object.constant { "{:unhang_constant} " } else { "" };
        let content = content(object, names);
        let attribute = attribute_of(printed, &object.name);
        let _ = writeln!(text, "const {{:unhang_object \"{content}\"}} {constant}{attribute}{printed}: $pointer;");
    }
}

fn attribute_of(printed: &str, written: &str) -> String {
    if hides(printed, written) { format!("{{:unhang_name {}}} ", quoted(written)) } else { String::new() }
}

/// The bytes of a static object, equal neighbours counted.
fn content(object: &StaticObject, names: &Names) -> String {
    let bytes: Vec<Byte> = object.content.iter().collect();
    let mut words: Vec<String> = Vec::new();
    let mut rest = &bytes[..];
    while let Some(byte) = rest.first() {
        let run = rest.iter().take_while(|other| *other == byte).count();
        let word = match byte {
            Byte::Data(value) => format!("{value:02x}"),
            Byte::Vague { value, undefined } => format!("{value:02x}?{undefined:02x}"),
            Byte::PointerPart(pointer, position) => part(*pointer, *position, names),
            Byte::TurningPart(..) => unreachable!("programs have no numbers that change with turns"),
        };
        words.push(if run == 1 { word } else { format!("{word}*{run}") });
        rest = &rest[run..];
    }
    words.join(" ")
}

fn part(Pointer { base, offset }: Pointer, position: u8, names: &Names) -> String {
    match base {
        Base::Address | Base::Dynamic(_) => format!("#{offset}:{position}"),
        Base::Static(target) => format!("@{}:{offset}:{position}", names.object(target)),
        Base::Procedure(target) => format!("&{}:{offset}:{position}", names.procedure(target)),
    }
}
