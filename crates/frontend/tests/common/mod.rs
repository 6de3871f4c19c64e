//! What the tests of the front end share: text in, program or message out.

// Every test crate uses some of these and none uses all.
#![allow(dead_code)]

use std::fmt::Write;

use frontend::boogie::{Options, lower};
use frontend::error::Error;
use program::ids::NodeId;
use program::program::Program;
use program::span::{SourceFile, Span};
use program::text;

/// Lowers a program of one file.
pub fn read(text: &str) -> Result<Program, Error> {
    let file = SourceFile::new("test.bpl".to_owned(), text.into());
    lower(vec![file], &Options::default())
}

/// Lowers a program that must be accepted.
pub fn accepted(text: &str) -> Program {
    read(text).unwrap_or_else(|error| panic!("{}", error.render()))
}

/// The edges of the procedure, one per line: `from[section] -> to: what happens`.
pub fn edges(program: &Program, name: &str) -> String {
    let id = program.find_procedure(name).unwrap_or_else(|| panic!("there is no procedure {name}"));
    let procedure = program.procedure(id);
    let mut lines = String::new();
    for edge in &procedure.edges {
        let section = procedure.nodes[edge.from.index()].section.map(|kind| program.section_kind(kind));
        let section = section.map_or(String::new(), |kind| format!("[{kind}]"));
        let node = |node: NodeId| if node == procedure.exit { "exit".to_owned() } else { node.0.to_string() };
        let _ = writeln!(
            lines,
            "{}{section} -> {}: {}",
            node(edge.from),
            node(edge.to),
            text::edge(program, procedure, edge)
        );
    }
    lines
}

/// The program without places and files, which printing does not keep.
pub fn without_places(mut program: Program) -> Program {
    program.files.clear();
    program.globals.iter_mut().for_each(|global| global.span = Span::NOWHERE);
    for procedure in &mut program.procedures {
        procedure.span = Span::NOWHERE;
        procedure.locals.iter_mut().for_each(|local| local.span = Span::NOWHERE);
        for edge in &mut procedure.edges {
            edge.span = Span::NOWHERE;
            edge.commands.iter_mut().for_each(|command| command.span = Span::NOWHERE);
        }
    }
    program
}
