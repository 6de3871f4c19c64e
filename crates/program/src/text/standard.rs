//! Boogie as other tools read it: a program with one thread and without memory, whose locations are labels and whose edges are blocks.
//!
//! There is one thread, so that nobody notices where a step ends: the commands of an edge are statements, one after the other, and
//! a choice between edges is a `goto` with several targets. What a verifier asks for is there (`modifies`), and so is what Corral starts
//! with (`{:entrypoint}`). Two attributes say to unhang what others take for granted of an `assume`: a run that gets no further is none
//! (`{:unhang_discards}` on procedures), and of runs without end nobody speaks (`{:unhang_spurious}` on steps that may be taken finitely often).

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use crate::command::{Action, Callee};
use crate::expr::VarRef;
use crate::ids::{GlobalId, LocalId, NodeId, ProcId, SortId};
use crate::procedure::{Edge, Procedure};
use crate::program::Program;
use crate::text::expressions::Printer;
use crate::text::names::Names;

/// The whole program.
pub fn print(program: &Program) -> String {
    let names = Names::readable_back(program);
    let functions: RefCell<BTreeMap<String, String>> = RefCell::default();
    let modified = modified(program);
    let mut bodies = String::new();
    for (index, procedure) in program.procedures.iter().enumerate() {
        let inside = names.inside(procedure);
        let printer = Printer { program, procedure: Some(procedure), names: &inside, functions: Some(&functions) };
        let id = ProcId::new(index);
        signature(&printer, procedure, id, &modified[index], &mut bodies);
        body(&printer, procedure, &mut bodies);
    }
    let mut text = String::new();
    for (index, sort) in program.sorts.iter().enumerate() {
        let id = SortId::new(index);
        let _ = writeln!(text, "type {};", names.sort(id));
        for (number, element) in sort.elements.iter().enumerate() {
            let printed = names.element(id, number as u32).unwrap_or(element);
            let _ = writeln!(text, "const unique {printed}: {};", names.sort(id));
        }
    }
    for (index, global) in program.globals.iter().enumerate() {
        let printed = names.variable(VarRef::Global(GlobalId::new(index)));
        let _ = writeln!(text, "var {printed}: {};", names.ty(&global.ty));
    }
    for declaration in functions.borrow().values() {
        let _ = writeln!(text, "{declaration}");
    }
    text + &bodies
}

/// What each procedure may change, also by what it calls.
fn modified(program: &Program) -> Vec<BTreeSet<GlobalId>> {
    let mut modified: Vec<BTreeSet<GlobalId>> = vec![BTreeSet::new(); program.procedures.len()];
    let mut callees: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); program.procedures.len()];
    for (index, procedure) in program.procedures.iter().enumerate() {
        for edge in &procedure.edges {
            let mut note = |variable: VarRef| {
                if let VarRef::Global(global) = variable {
                    modified[index].insert(global);
                }
            };
            edge.for_each_write(&mut note);
            if let Some(call) = &edge.call {
                call.results.iter().for_each(|result| note(*result));
                if let Callee::Procedure(callee) = call.callee {
                    callees[index].insert(callee.index());
                }
            }
        }
    }
    loop {
        let mut is_news = false;
        for caller in 0..modified.len() {
            for callee in callees[caller].clone() {
                let more = modified[callee].clone();
                let before = modified[caller].len();
                modified[caller].extend(more);
                is_news |= modified[caller].len() > before;
            }
        }
        if !is_news {
            return modified;
        }
    }
}

fn signature(
    printer: &Printer<'_>,
    procedure: &Procedure,
    id: ProcId,
    modified: &BTreeSet<GlobalId>,
    into: &mut String,
) {
    let variable =
        |local: LocalId| format!("{}: {}", printer.names.local(local), printer.names.ty(&procedure.local(local).ty));
    let list = |locals: &[LocalId]| locals.iter().map(|local| variable(*local)).collect::<Vec<_>>().join(", ");
    let parameters: Vec<LocalId> = (0..procedure.parameters).map(LocalId::new).collect();
    let entry = if printer.program.start.contains(&id) { "{:entrypoint} " } else { "" };
    let _ =
        write!(into, "\nprocedure {entry}{{:unhang_discards}} {}({})", printer.names.procedure(id), list(&parameters));
    if !procedure.results.is_empty() {
        let _ = write!(into, " returns ({})", list(&procedure.results));
    }
    into.push('\n');
    if !modified.is_empty() {
        let names: Vec<&str> = modified.iter().map(|global| printer.names.variable(VarRef::Global(*global))).collect();
        let _ = writeln!(into, "  modifies {};", names.join(", "));
    }
    into.push_str("{\n");
    for local in (procedure.parameters..procedure.locals.len()).map(LocalId::new) {
        if !procedure.results.contains(&local) {
            let _ = writeln!(into, "  var {};", variable(local));
        }
    }
}

fn body(printer: &Printer<'_>, procedure: &Procedure, into: &mut String) {
    let order = std::iter::once(procedure.entry)
        .chain((0..procedure.nodes.len()).map(NodeId::new).filter(|node| *node != procedure.entry));
    let mut is_target: BTreeSet<NodeId> = procedure.edges.iter().map(|edge| edge.to).collect();
    is_target.insert(procedure.entry);
    for node in order.filter(|node| is_target.contains(node)) {
        let _ = writeln!(into, "{node:?}:");
        let range = procedure.edges_from(node);
        match &procedure.edges[range.clone()] {
            [] if node == procedure.exit => into.push_str("  return;\n"),
            [] => into.push_str("  assume false;\n  return;\n"),
            [only] => block(printer, only, into),
            several => {
                let labels: Vec<String> =
                    range.clone().map(|index| format!("{node:?}_{}", index - range.start)).collect();
                let _ = writeln!(into, "  goto {};", labels.join(", "));
                for (edge, label) in several.iter().zip(&labels) {
                    let _ = writeln!(into, "{label}:");
                    block(printer, edge, into);
                }
            }
        }
    }
    into.push_str("}\n");
}

fn block(printer: &Printer<'_>, edge: &Edge, into: &mut String) {
    let file = printer.program.files.get(edge.span.file.index());
    if let Some(file) = file.filter(|_| edge.span.line > 0) {
        let _ = writeln!(into, "  // {}:{}", file.name.replace(['\n', '\r'], " "), edge.span.line);
    }
    let mut marks = edge.spurious;
    for command in &edge.commands {
        match &command.action {
            Action::Assume(condition) if marks => {
                let _ = writeln!(into, "  assume {{:unhang_spurious}} {};", printer.expr(condition));
                marks = false;
                continue;
            }
            Action::Assign(assignments) if assignments.is_empty() => continue,
            _ => {}
        }
        if marks {
            into.push_str("  assume {:unhang_spurious} true;\n");
            marks = false;
        }
        let _ = writeln!(into, "  {}", printer.action(&command.action));
    }
    if marks {
        into.push_str("  assume {:unhang_spurious} true;\n");
    }
    if let Some(call) = &edge.call {
        let _ = writeln!(into, "  {}", printer.call(call));
    }
    let _ = writeln!(into, "  goto {:?};", edge.to);
}
