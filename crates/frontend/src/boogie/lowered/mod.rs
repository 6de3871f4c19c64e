//! The text form read back: a program that `program::text` printed is taken as it stands.
//!
//! No first step is added, nothing is expanded, no location vanishes.

mod objects;
mod bodies;
mod commands;

pub use commands::{callee_by_pointer, memory_action};

use program::ids::{LocalId, ProcId};
use program::procedure::{Procedure, Variable};
use program::program::{EndRule, Program, Sort};
use program::span::{SourcePlace, Span};

use crate::boogie::ast::{Attribute, AttributeArgument, AxiomDecl, Declaration, Name, VariableDecl, find_attribute};
use crate::boogie::builder::{Builder, declare};
use crate::boogie::declarations::{Declarations, ProcedureInfo};
use crate::boogie::session::Session;
use crate::error::{Error, Result};

/// The axiom that says that the program was printed, if there is one.
pub fn header(parsed: &[Declaration]) -> Option<&AxiomDecl> {
    parsed.iter().find_map(|declaration| match declaration {
        Declaration::Axiom(axiom) => find_attribute(&axiom.attributes, "unhang_lowered").map(|_| axiom),
        _ => None,
    })
}

/// Reads the program.
pub fn read(parsed: &[Declaration], header: &AxiomDecl) -> Result<Program> {
    let session = Session::new(Declarations::collect(parsed)?);
    for kind in texts(find_attribute(&header.attributes, "unhang_section_kinds"), header.span)? {
        session.section_kind(kind);
    }
    let declared = &session.declarations;
    let mut procedures = Vec::new();
    for info in &declared.procedures {
        procedures.push(procedure(&session, info)?);
    }
    let ends_with_main = find_attribute(&header.attributes, "unhang_end_with_main").is_some();
    Ok(Program {
        files: Vec::new(),
        sorts: sorts(parsed, &session),
        globals: declared.globals.iter().map(|global| variable(global.declaration, global.variable())).collect(),
        objects: objects::read(&session)?,
        procedures,
        start: start(&session, header)?,
        end: if ends_with_main { EndRule::MainThread } else { EndRule::AllThreads },
        section_kinds: session.section_kinds(),
        weaker_orders: weaker_orders(header)?,
        shapes: program::shape::Shapes::default(),
    })
}

fn weaker_orders(header: &AxiomDecl) -> Result<Vec<SourcePlace>> {
    let read = |place: &str| {
        SourcePlace::read(place).ok_or_else(|| Error::new(header.span, format!("`{place}` is no place in a file")))
    };
    texts(find_attribute(&header.attributes, "unhang_weaker_orders"), header.span)?.into_iter().map(read).collect()
}

fn start(session: &Session<'_>, header: &AxiomDecl) -> Result<Vec<ProcId>> {
    let names = texts(find_attribute(&header.attributes, "unhang_start"), header.span)?;
    let find = |name: &str| {
        let found = session.declarations.find_procedure(unescaped(name));
        found.ok_or_else(|| Error::new(header.span, format!("there is no procedure `{name}` to start at")))
    };
    names.into_iter().map(find).collect()
}

/// The name in the source: what the attribute says, or else the name that was printed.
fn original_name(attributes: &[Attribute], name: &Name) -> String {
    let attribute = find_attribute(attributes, "unhang_name").and_then(Attribute::text);
    attribute.unwrap_or(&name.text).to_string()
}

fn variable(declaration: &VariableDecl, variable: Variable) -> Variable {
    Variable { name: original_name(&declaration.attributes, &declaration.name), ..variable }
}

fn sorts(parsed: &[Declaration], session: &Session<'_>) -> Vec<Sort> {
    let names = parsed.iter().filter_map(|declaration| match declaration {
        Declaration::Type(ty) if ty.body.is_none() => Some(original_name(&ty.attributes, &ty.name)),
        _ => None,
    });
    let mut sorts: Vec<Sort> = names.map(|name| Sort { name, elements: Vec::new() }).collect();
    for constant in &session.declarations.constants {
        if let Some(program::value::Value::Element(sort, _)) = constant.element {
            let declaration = &constant.declaration.variable;
            sorts[sort.index()].elements.push(original_name(&declaration.attributes, &declaration.name));
        }
    }
    sorts
}

fn procedure<'a>(session: &Session<'a>, info: &ProcedureInfo<'a>) -> Result<Procedure> {
    let name = &info.declaration.name;
    let Some(body) = info.body else {
        return Err(Error::new(name.span, "a procedure without a body has no place in a lowered program"));
    };
    let mut locals = Vec::new();
    let (mut scope, _) = declare(session, info, |declared, ty| {
        let found = Variable { name: declared.name.text.to_string(), ty, span: declared.name.span };
        locals.push(variable(declared, found));
        LocalId::new(locals.len() - 1)
    })?;
    // Unlike Boogie, the program representation has nothing against assignments to parameters.
    scope.values_mut().for_each(|local| local.is_parameter = false);
    let results = match info.attribute("unhang_results") {
        None => (info.parameters.len()..info.parameters.len() + info.results.len()).map(LocalId::new).collect(),
        Some(attribute) => {
            let find = |result: &str| match scope.get(unescaped(result)) {
                Some(local) => Ok(local.id),
                None => Err(Error::new(attribute.name.span, format!("there is no variable `{result}`"))),
            };
            texts(Some(attribute), name.span)?.into_iter().map(find).collect::<Result<Vec<_>>>()?
        }
    };
    let kind = info.attribute("unhang_section").and_then(Attribute::text);
    let section = kind.map(|kind| session.section_kind(kind));
    let entry = info.attribute("unhang_entry").and_then(Attribute::text);
    let builder = Builder::new(session, info, locals, scope);
    let graph = bodies::read(&builder, &body.statements, entry.map(|label| &**label), body.end)?;
    Ok(Procedure {
        name: original_name(&info.declaration.attributes, name),
        span: name.span,
        locals: builder.locals,
        parameters: info.parameters.len(),
        results,
        nodes: graph.nodes,
        edges: graph.edges,
        entry: graph.entry,
        exit: graph.exit,
        section,
        wraps: info.attribute("unhang_wraps").is_some(),
        random: info.random(),
    })
}

/// The arguments of an attribute, if they are all strings.
fn texts(attribute: Option<&Attribute>, span: Span) -> Result<Vec<&str>> {
    let arguments = attribute.map_or(&[][..], |attribute| &attribute.arguments);
    let text = |argument: &'_ AttributeArgument| match argument {
        AttributeArgument::Text(_) => Ok(()),
        AttributeArgument::Expr(_) => Err(Error::new(span, "expected strings in this attribute")),
    };
    arguments.iter().try_for_each(text)?;
    Ok(arguments.iter().filter_map(AttributeArgument::text).collect())
}

/// A name without the backslash that keeps it from being a keyword.
fn unescaped(name: &str) -> &str {
    name.strip_prefix('\\').unwrap_or(name)
}
