//! Names that C takes.

use std::collections::BTreeSet;

use program::ids::{GlobalId, LocalId, ProcId};
use program::program::Program;

/// Words that have a meaning in C, or that the translation uses itself.
const TAKEN: &[&str] = &[
    "auto",
    "break",
    "case",
    "char",
    "const",
    "continue",
    "default",
    "do",
    "double",
    "else",
    "enum",
    "extern",
    "float",
    "for",
    "goto",
    "if",
    "inline",
    "int",
    "long",
    "register",
    "restrict",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "struct",
    "switch",
    "typedef",
    "typeof",
    "union",
    "unsigned",
    "void",
    "volatile",
    "while",
    "asm",
    "bool",
    "true",
    "false",
    "main",
    "assert",
    "reach_error",
    "integer",
    "element",
    "abort",
    "exit",
    "printf",
    "malloc",
    "free",
    "read",
    "write",
    "signal",
    "index",
    "time",
    "remove",
    "rename",
    "select",
    "send",
    "accept",
    "bind",
    "listen",
    "connect",
    "linux",
    "unix",
    "errno",
];

/// A name for every variable and procedure.
#[derive(Clone)]
pub struct Names {
    globals: Vec<String>,
    procedures: Vec<String>,
    locals: Vec<Vec<String>>,
}

impl Names {
    /// Names for all that the program declares, no two of which are the same where both are seen.
    pub fn of(program: &Program) -> Names {
        let mut taken: BTreeSet<String> = TAKEN.iter().map(|word| (*word).to_owned()).collect();
        let globals = program.globals.iter().map(|global| distinct(&global.name, &mut taken)).collect();
        let procedures = program.procedures.iter().map(|procedure| distinct(&procedure.name, &mut taken)).collect();
        let locals = program.procedures.iter().map(|procedure| {
            let mut taken = taken.clone();
            procedure.locals.iter().map(|local| distinct(&local.name, &mut taken)).collect()
        });
        Names { globals, procedures, locals: locals.collect() }
    }

    /// The name of the global variable.
    pub fn global(&self, global: GlobalId) -> &str {
        &self.globals[global.index()]
    }

    /// The name of the procedure.
    pub fn procedure(&self, procedure: ProcId) -> &str {
        &self.procedures[procedure.index()]
    }

    /// The name of the procedure's variable.
    pub fn local(&self, procedure: ProcId, local: LocalId) -> &str {
        &self.locals[procedure.index()][local.index()]
    }
}

fn distinct(written: &str, taken: &mut BTreeSet<String>) -> String {
    let mut base: String = written.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    // Names of helpers, results and labels have forms of their own.
    let is_ours = ["bv", "bits", "map_", "result_", "next_", "n"].iter().any(|prefix| {
        base.strip_prefix(prefix).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit() || prefix == &"bv"))
    });
    if is_ours || !base.starts_with(|c: char| c.is_ascii_alphabetic()) {
        base.insert_str(0, "v_");
    }
    let mut candidate = base.clone();
    let mut number = 2;
    while !taken.insert(candidate.clone()) {
        candidate = format!("{base}_{number}");
        number += 1;
    }
    candidate
}
