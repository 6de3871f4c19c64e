//! Procedures: signature, variables, and one label per control location.

use std::fmt::Write;

use crate::ids::{LocalId, NodeId};
use crate::procedure::{Draws, Edge, Node, Procedure};
use crate::text::declarations::named;
use crate::text::expressions::Printer;
use crate::text::quoted;

/// Appends the procedure.
pub fn print(printer: &Printer<'_>, procedure: &Procedure, name: &str, into: &mut String) {
    let first_other = procedure.parameters;
    let usual_results: Vec<LocalId> = (first_other..first_other + procedure.results.len()).map(LocalId::new).collect();
    let has_usual_results = procedure.results == usual_results;
    let attributes = attributes(printer, procedure, has_usual_results);
    let first_local = if has_usual_results { first_other + procedure.results.len() } else { first_other };
    let declared = |range: std::ops::Range<usize>| -> Vec<String> {
        range.map(|index| variable(printer, procedure, LocalId::new(index))).collect()
    };
    let parameters = declared(0..first_other).join(", ");
    let results = declared(first_other..first_local);
    let _ = write!(into, "\nprocedure {attributes}{}({parameters})", named(name, &procedure.name));
    if !results.is_empty() {
        let _ = write!(into, " returns ({})", results.join(", "));
    }
    into.push_str("\n{\n");
    for local in declared(first_local..procedure.locals.len()) {
        let _ = writeln!(into, "  var {local};");
    }
    for node in 0..procedure.nodes.len() {
        location(printer, procedure, NodeId::new(node), into);
    }
    into.push_str("}\n");
}

fn attributes(printer: &Printer<'_>, procedure: &Procedure, has_usual_results: bool) -> String {
    let mut attributes = String::new();
    if let Some(kind) = procedure.section {
        let _ = write!(attributes, "{{:unhang_section {}}} ", quoted(printer.program.section_kind(kind)));
    }
    if procedure.wraps {
        attributes.push_str("{:unhang_wraps} ");
    }
    match procedure.random {
        Some(Draws::Fresh) => attributes.push_str("{:unhang_random} "),
        Some(Draws::Repeatable) => attributes.push_str("{:unhang_random \"repeatable\"} "),
        None => {}
    }
    if procedure.entry != NodeId(0) {
        let _ = write!(attributes, "{{:unhang_entry \"{:?}\"}} ", procedure.entry);
    }
    if !has_usual_results {
        let names: Vec<_> = procedure.results.iter().map(|result| quoted(printer.names.local(*result))).collect();
        let _ = write!(attributes, "{{:unhang_results {}}} ", names.join(", "));
    }
    attributes
}

fn variable(printer: &Printer<'_>, procedure: &Procedure, local: LocalId) -> String {
    let declared = procedure.local(local);
    format!("{}: {}", named(printer.names.local(local), &declared.name), printer.names.ty(&declared.ty))
}

fn location(printer: &Printer<'_>, procedure: &Procedure, node: NodeId, into: &mut String) {
    let _ = writeln!(into, "{node:?}:");
    let Node { section, discards } = &procedure.nodes[node.index()];
    if let Some(kind) = section {
        let _ = writeln!(into, "  assume {{:unhang_node {}}} true;", quoted(printer.program.section_kind(*kind)));
    }
    if *discards {
        into.push_str("  assume {:unhang_discards} true;\n");
    }
    let edges = &procedure.edges[procedure.edges_from(node)];
    match edges {
        [] if node == procedure.exit => into.push_str("  return;\n"),
        [] => into.push_str("  assume false;\n"),
        [only] => edge(printer, only, "  ", into),
        [first, middle @ .., last] => {
            into.push_str("  if (*) {\n");
            edge(printer, first, "    ", into);
            for other in middle {
                into.push_str("  } else if (*) {\n");
                edge(printer, other, "    ", into);
            }
            into.push_str("  } else {\n");
            edge(printer, last, "    ", into);
            into.push_str("  }\n");
        }
    }
}

fn edge(printer: &Printer<'_>, edge: &Edge, indent: &str, into: &mut String) {
    let _ = writeln!(into, "{indent}{}", printer.edge(edge));
    let _ = writeln!(into, "{indent}goto {:?};", edge.to);
}
