//! Names: as the user wrote them for reports, and so that they can be read back for the text form.

use std::collections::BTreeSet;

use crate::expr::VarRef;
use crate::ids::{LocalId, ObjectId, ProcId, SortId};
use crate::procedure::Procedure;
use crate::program::Program;
use crate::text::words::{KEYWORDS, bits_type_width, continues_name, starts_name};

/// A name for everything that a program declares.
#[derive(Clone)]
pub struct Names {
    sorts: Vec<String>,
    elements: Vec<Vec<String>>,
    globals: Vec<String>,
    objects: Vec<String>,
    procedures: Vec<String>,
    locals: Vec<String>,
}

impl Names {
    /// The names in the source, of which several may be equal.
    pub fn as_written(program: &Program, procedure: Option<&Procedure>) -> Names {
        let locals = procedure.map_or(&[][..], |procedure| &procedure.locals);
        Names {
            sorts: program.sorts.iter().map(|sort| sort.name.clone()).collect(),
            elements: program.sorts.iter().map(|sort| sort.elements.clone()).collect(),
            globals: program.globals.iter().map(|global| global.name.clone()).collect(),
            objects: program.objects.iter().map(|object| object.name.clone()).collect(),
            procedures: program.procedures.iter().map(|procedure| procedure.name.clone()).collect(),
            locals: locals.iter().map(|local| local.name.clone()).collect(),
        }
    }

    /// Names that Boogie can read, different where they must be.
    pub fn readable_back(program: &Program) -> Names {
        let written = Names::as_written(program, None);
        let mut values = BTreeSet::new();
        let globals = distinct(&written.globals, &mut values);
        let objects = distinct(&written.objects, &mut values);
        let elements = written.elements.iter().map(|names| distinct(names, &mut values)).collect();
        Names {
            sorts: distinct(&written.sorts, &mut BTreeSet::new()),
            elements,
            globals,
            objects,
            procedures: distinct(&written.procedures, &mut BTreeSet::new()),
            locals: Vec::new(),
        }
    }

    /// With the names of the procedure's variables, none of which hides a global name.
    pub fn inside(&self, procedure: &Procedure) -> Names {
        let outer = self.globals.iter().chain(&self.objects).chain(self.elements.iter().flatten());
        let mut taken: BTreeSet<String> = outer.cloned().collect();
        let written: Vec<String> = procedure.locals.iter().map(|local| local.name.clone()).collect();
        Names { locals: distinct(&written, &mut taken), ..self.clone() }
    }

    /// The name of the variable.
    pub fn variable(&self, variable: VarRef) -> &str {
        match variable {
            VarRef::Global(global) => get(&self.globals, global.index()),
            VarRef::Local(local) => self.local(local),
        }
    }

    /// The name of the procedure's variable.
    pub fn local(&self, local: LocalId) -> &str {
        get(&self.locals, local.index())
    }

    /// The name of the user-declared type.
    pub fn sort(&self, sort: SortId) -> &str {
        get(&self.sorts, sort.index())
    }

    /// The name of the sort's element, if it has one.
    pub fn element(&self, sort: SortId, element: u32) -> Option<&str> {
        self.elements.get(sort.index())?.get(element as usize).map(String::as_str)
    }

    /// The name of the static object.
    pub fn object(&self, object: ObjectId) -> &str {
        get(&self.objects, object.index())
    }

    /// The name of the procedure.
    pub fn procedure(&self, procedure: ProcId) -> &str {
        get(&self.procedures, procedure.index())
    }
}

fn get(names: &[String], index: usize) -> &str {
    names.get(index).map_or("?", String::as_str)
}

/// Readable names for the written ones, none of them among those taken.
fn distinct(written: &[String], taken: &mut BTreeSet<String>) -> Vec<String> {
    let mut names = Vec::new();
    for name in written {
        let base = readable(name);
        let mut candidate = base.clone();
        let mut number = 2;
        while !taken.insert(candidate.clone()) {
            candidate = format!("{base}~{number}");
            number += 1;
        }
        names.push(candidate);
    }
    names
}

/// The name itself if Boogie can read it, else something close to it.
fn readable(name: &str) -> String {
    let mut result: String = name.chars().map(|c| if continues_name(c) { c } else { '_' }).collect();
    // Names with a dollar and a small letter are ours.
    let is_ours = result.strip_prefix('$').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_lowercase()));
    if is_ours || bits_type_width(&result).is_some() || !result.starts_with(starts_name) {
        result.insert(0, '_');
    }
    if KEYWORDS.contains(&result.as_str()) { format!("\\{result}") } else { result }
}

/// Whether the name as printed does not say the name as written.
pub fn hides(printed: &str, written: &str) -> bool {
    printed.strip_prefix('\\').unwrap_or(printed) != written
}
