//! Types and small functions of the C program, of which only those are written that are used.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::Arc;

use program::program::Program;
use program::types::{MapType, Type};

/// Maps whose keys are machine integers up to this width have an element for each of them.
const WIDEST_KEY: u32 = 8;

/// What the C program declares before its own variables.
pub struct Helpers<'a> {
    program: &'a Program,
    /// Functions from outside that are used.
    needed: BTreeSet<&'static str>,
    widths: BTreeSet<u32>,
    has_integers: bool,
    has_elements: bool,
    maps: Vec<Arc<MapType>>,
    map_texts: Vec<String>,
    /// Functions by name, in the order of their first use.
    functions: Vec<(String, String)>,
    known: BTreeSet<String>,
}

impl<'a> Helpers<'a> {
    /// Nothing so far.
    pub fn new(program: &'a Program) -> Helpers<'a> {
        Helpers {
            program,
            needed: BTreeSet::new(),
            widths: BTreeSet::new(),
            has_integers: false,
            has_elements: false,
            maps: Vec::new(),
            map_texts: Vec::new(),
            functions: Vec::new(),
            known: BTreeSet::new(),
        }
    }

    /// The function from outside is used.
    pub fn needs(&mut self, function: &'static str) {
        self.needed.insert(function);
    }

    /// The function is used, and has this text if it was not before.
    pub fn function(&mut self, name: &str, text: impl FnOnce(&mut Self) -> String) {
        if self.known.insert(name.to_owned()) {
            let text = text(self);
            self.functions.push((name.to_owned(), text));
        }
    }

    /// The name of the type.
    pub fn ty(&mut self, ty: &Type) -> String {
        match ty {
            Type::Bool => "_Bool".to_owned(),
            Type::Int | Type::Pointer => {
                self.has_integers = true;
                "integer".to_owned()
            }
            Type::Bits(width) => {
                self.widths.insert(*width);
                format!("bits{width}")
            }
            Type::Sort(_) => {
                self.has_elements = true;
                "element".to_owned()
            }
            Type::Map(map) => format!("struct map_{}", self.map(map)),
        }
    }

    /// The number of the type of maps.
    pub fn map(&mut self, map: &Arc<MapType>) -> usize {
        if let Some(number) = self.maps.iter().position(|known| known == map) {
            return number;
        }
        let value = self.ty(&map.value);
        map.keys.iter().for_each(|key| drop(self.ty(key)));
        self.maps.push(map.clone());
        let number = self.maps.len() - 1;
        let size = map.keys.iter().map(keys_of).collect::<Vec<_>>().join(" * ");
        // One that holds others comes behind them, since its value was named first.
        self.map_texts.push(format!("struct map_{number} {{ {value} at[{size}]; }};\n"));
        number
    }

    /// An expression with any value of the type.
    pub fn any(&mut self, ty: &Type) -> String {
        match ty {
            Type::Bool => {
                self.needs("__VERIFIER_nondet_bool");
                "__VERIFIER_nondet_bool()".to_owned()
            }
            Type::Int | Type::Pointer => {
                self.has_integers = true;
                "nondet_integer()".to_owned()
            }
            Type::Bits(width) => {
                self.widths.insert(*width);
                let (nondet, whole) = nondet_bits(*width);
                self.needs(nondet);
                if *width == whole {
                    format!("{nondet}()")
                } else {
                    format!("(bits{width})({nondet}() & {})", mask(*width))
                }
            }
            Type::Sort(_) => {
                self.has_elements = true;
                self.function("any_element", |helpers| {
                    helpers.needs("__VERIFIER_nondet_int");
                    "static element any_element(void) { element it = __VERIFIER_nondet_int(); __VERIFIER_assume(it >= 0); return it; }\n"
                        .to_owned()
                });
                "any_element()".to_owned()
            }
            Type::Map(map) => {
                let number = self.map(map);
                let value = map.value.clone();
                self.function(&format!("any_map_{number}"), |helpers| {
                    let any = helpers.any(&value);
                    format!(
                        "static struct map_{number} any_map_{number}(void) {{\n  struct map_{number} it;\n  unsigned place;\n  \
                         for (place = 0; place < sizeof it.at / sizeof it.at[0]; place++) it.at[place] = {any};\n  return it;\n}}\n"
                    )
                });
                format!("any_map_{number}()")
            }
        }
    }

    /// Everything that these procedures use, in an order in which C can read it.
    pub fn declarations(&self, needs_wide: bool, bodies: &str) -> String {
        // What the program compares is its own affair.
        let mut text =
            String::from("#ifdef __clang__\n#pragma clang diagnostic ignored \"-Wtautological-compare\"\n#endif\n");
        if self.needed.contains("reach_error") {
            text.push_str("#include <assert.h>\n");
            text.push_str("void reach_error(void) { assert(0 && \"a fair run that never ends\"); }\n");
        }
        text.push_str("#ifdef __CPROVER__\n#define __VERIFIER_assume(condition) __CPROVER_assume(condition)\n");
        text.push_str("#else\nextern void __VERIFIER_assume(int);\n#endif\n");
        for (name, ty) in NONDET {
            if self.needed.contains(name) {
                let _ = writeln!(text, "extern {ty} {name}(void);");
            }
        }
        if self.has_integers {
            let (condition, small) = if needs_wide { ("1", "") } else { ("defined UNHANG_WIDE", "int") };
            let _ = write!(
                text,
                "/* Arithmetic that leaves these integers is not followed. */\n#if {condition}\ntypedef long long integer;\n\
                 extern long long __VERIFIER_nondet_longlong(void);\n#define nondet_integer __VERIFIER_nondet_longlong\n"
            );
            if !small.is_empty() {
                text.push_str("#else\ntypedef int integer;\n");
                if !self.needed.contains("__VERIFIER_nondet_int") {
                    text.push_str("extern int __VERIFIER_nondet_int(void);\n");
                }
                text.push_str("#define nondet_integer __VERIFIER_nondet_int\n");
            }
            text.push_str("#endif\n");
        }
        if self.has_elements {
            let sorts: Vec<&str> = self.program.sorts.iter().map(|sort| sort.name.as_str()).collect();
            let _ = writeln!(text, "typedef int element; /* {} */", sorts.join(", ").replace("*/", "* /"));
        }
        for width in &self.widths {
            let _ = writeln!(text, "typedef {} bits{width};", machine_type(*width));
        }
        if !self.maps.is_empty() {
            text.push_str(
                "#ifndef UNHANG_KEYS\n#define UNHANG_KEYS 8 /* maps have the keys from 0 on, and so many */\n#endif\n",
            );
        }
        self.map_texts.iter().for_each(|map| text.push_str(map));
        self.used_functions(bodies).into_iter().for_each(|function| text.push_str(function));
        text
    }

    /// The functions that the procedures call, or that such call. Some are left over from conditions that were not needed.
    fn used_functions(&self, bodies: &str) -> Vec<&str> {
        let mut used: Vec<&str> = Vec::new();
        // A function may call those before it.
        for (name, function) in self.functions.iter().rev() {
            let call = format!("{name}(");
            if bodies.contains(&call) || used.iter().any(|later| later.contains(&call)) {
                used.push(function);
            }
        }
        used.reverse();
        used
    }
}

/// Functions from outside, with their types.
const NONDET: &[(&str, &str)] = &[
    ("__VERIFIER_nondet_bool", "_Bool"),
    ("__VERIFIER_nondet_int", "int"),
    ("__VERIFIER_nondet_uchar", "unsigned char"),
    ("__VERIFIER_nondet_ushort", "unsigned short"),
    ("__VERIFIER_nondet_uint", "unsigned int"),
    ("__VERIFIER_nondet_ulonglong", "unsigned long long"),
];

/// The smallest machine type that has so many bits.
fn machine_type(width: u32) -> &'static str {
    match width {
        0..=8 => "unsigned char",
        9..=16 => "unsigned short",
        17..=32 => "unsigned int",
        _ => "unsigned long long",
    }
}

fn nondet_bits(width: u32) -> (&'static str, u32) {
    match width {
        0..=8 => ("__VERIFIER_nondet_uchar", 8),
        9..=16 => ("__VERIFIER_nondet_ushort", 16),
        17..=32 => ("__VERIFIER_nondet_uint", 32),
        _ => ("__VERIFIER_nondet_ulonglong", 64),
    }
}

/// All bits of the width.
pub fn mask(width: u32) -> String {
    format!("0x{:x}ULL", if width >= 64 { u64::MAX } else { (1_u64 << width) - 1 })
}

/// How many keys of the type a map has elements for.
pub fn keys_of(ty: &Type) -> String {
    match ty {
        Type::Bool => "2".to_owned(),
        Type::Bits(width) if *width <= WIDEST_KEY => (1_u32 << width).to_string(),
        _ => "UNHANG_KEYS".to_owned(),
    }
}

/// Whether a key of the type may have no element.
pub fn may_have_no_element(ty: &Type) -> bool {
    !matches!(ty, Type::Bool) && !matches!(ty, Type::Bits(width) if *width <= WIDEST_KEY)
}
