//! Control-flow automata as Graphviz: one cluster for each procedure.

use std::fmt::Write;

use program::ids::EdgeId;
use program::procedure::Procedure;
use program::program::Program;

use crate::{name, statement, words};

/// The program's procedures as one directed graph.
pub fn write(program: &Program) -> String {
    let mut text = String::from("digraph program {\n  node [shape=circle, label=\"\", width=0.25];\n");
    for (number, procedure) in program.procedures.iter().enumerate() {
        cluster(&mut text, program, number, procedure);
    }
    text.push_str("}\n");
    text
}

fn cluster(text: &mut String, program: &Program, number: usize, procedure: &Procedure) {
    let node = |id: program::ids::NodeId| format!("p{number}n{}", id.0);
    // Writing to a string does not fail.
    let _ = writeln!(text, "  subgraph cluster_{number} {{\n    label={};", quoted(&procedure.name));
    let _ = writeln!(text, "    {} [style=filled, fillcolor=gray];", node(procedure.entry));
    let _ = writeln!(text, "    {} [shape=doublecircle];", node(procedure.exit));
    for (index, declared) in procedure.nodes.iter().enumerate() {
        if let Some(kind) = declared.section {
            let kind = quoted(program.section_kind(kind));
            let _ = writeln!(text, "    p{number}n{index} [xlabel={kind}];");
        }
    }
    for (index, edge) in procedure.edges.iter().enumerate() {
        let statement = statement::of_edge(program, procedure, EdgeId::new(index));
        let label = match name::place(program, edge.span) {
            None => statement,
            Some(place) => format!("{}: {statement}", words::line(&place, program.files.len() > 1)),
        };
        let _ = writeln!(text, "    {} -> {} [label={}];", node(edge.from), node(edge.to), quoted(&label));
    }
    text.push_str("  }\n");
}

fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    format!("\"{escaped}\"")
}
