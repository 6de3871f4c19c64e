//! Bodies: one location per label, one edge per statement with its `goto`.

use std::collections::BTreeMap;
use std::sync::Arc;

use program::ids::NodeId;
use program::procedure::{Edge, Node};
use program::span::Span;

use crate::boogie::ast::{Statement, StatementKind, find_attribute};
use crate::boogie::builder::Builder;
use crate::boogie::eliminate::Automaton;
use crate::boogie::lowered::commands::{Lowered, commands};
use crate::error::{Error, Result};

type Labels = BTreeMap<Arc<str>, NodeId>;

/// Reads the locations and edges.
pub fn read(builder: &Builder<'_, '_>, statements: &[Statement], entry: Option<&str>, end: Span) -> Result<Automaton> {
    let locations = locations(statements)?;
    let labels: Labels =
        locations.iter().enumerate().map(|(index, (label, _))| (Arc::clone(label), NodeId::new(index))).collect();
    let mut nodes = Vec::new();
    let mut edges = Vec::new();
    let mut exit = None;
    for (index, (_, statements)) in locations.iter().enumerate() {
        let (node, statements) = node(builder, statements);
        nodes.push(node);
        let from = NodeId::new(index);
        match statements {
            [Statement { kind: StatementKind::Return, .. }] => exit = Some(from),
            // A location that is never left.
            [] | [Statement { kind: StatementKind::Assume(..), .. }] => {}
            [Statement { kind: StatementKind::If { arms, otherwise }, .. }] => {
                for (_, arm) in arms {
                    edges.push(edge(builder, from, arm, &labels, end)?);
                }
                edges.push(edge(builder, from, otherwise, &labels, end)?);
            }
            _ => edges.push(edge(builder, from, statements, &labels, end)?),
        }
    }
    let missing = |what: &str| Error::new(end, format!("this lowered procedure has no {what}"));
    let entry = match entry {
        Some(label) => labels.get(label).copied(),
        None => (!nodes.is_empty()).then_some(NodeId(0)),
    };
    let entry = entry.ok_or_else(|| missing("entry"))?;
    Ok(Automaton { nodes, edges, entry, exit: exit.ok_or_else(|| missing("`return`"))? })
}

/// The statements cut at their labels.
fn locations(statements: &[Statement]) -> Result<Vec<(Arc<str>, &[Statement])>> {
    let mut locations: Vec<(Arc<str>, &[Statement])> = Vec::new();
    let is_label = |statement: &Statement| matches!(statement.kind, StatementKind::Label(_));
    for (index, statement) in statements.iter().enumerate() {
        let StatementKind::Label(label) = &statement.kind else {
            if index == 0 {
                return Err(Error::new(statement.span, "expected a label at the start of a lowered procedure"));
            }
            continue;
        };
        let rest = &statements[index + 1..];
        let length = rest.iter().position(is_label).unwrap_or(rest.len());
        locations.push((Arc::clone(&label.text), &rest[..length]));
    }
    Ok(locations)
}

/// The location, and the statements behind the marks that describe it.
fn node<'b>(builder: &Builder<'_, '_>, statements: &'b [Statement]) -> (Node, &'b [Statement]) {
    let mut node = Node::default();
    let mut statements = statements;
    while let Some((Statement { kind: StatementKind::Assume(attributes, _), .. }, rest)) = statements.split_first() {
        if let Some(kind) = find_attribute(attributes, "unhang_node").and_then(|attribute| attribute.text()) {
            node.section = Some(builder.session.section_kind(kind));
        } else if find_attribute(attributes, "unhang_discards").is_some() {
            node.discards = true;
        } else {
            break;
        }
        statements = rest;
    }
    (node, statements)
}

fn edge(builder: &Builder<'_, '_>, from: NodeId, statements: &[Statement], labels: &Labels, end: Span) -> Result<Edge> {
    let [statement, Statement { kind: StatementKind::Goto(targets), .. }] = statements else {
        let span = statements.first().map_or(end, |statement| statement.span);
        return Err(Error::new(span, "expected one statement and a `goto` in a lowered procedure"));
    };
    let [target] = &targets[..] else {
        return Err(Error::new(statement.span, "expected one target of the `goto` in a lowered procedure"));
    };
    let to = labels.get(&target.text).copied();
    let to = to.ok_or_else(|| Error::new(target.span, format!("there is no label `{}`", target.text)))?;
    let Lowered { commands, call, spurious, eventually } = commands(builder, statement)?;
    Ok(Edge { from, to, commands, call, spurious, eventually, span: statement.span })
}
