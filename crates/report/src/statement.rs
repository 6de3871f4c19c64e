//! The source text of a step.
//!
//! A statement is shown as it is written, on one line. The condition of an `if` or a `while` is shown with the way it goes.
//! Steps that nobody wrote, such as the choice of initial values, are described.

use program::command::Action;
use program::expr::{Expr, UnaryOp, VarRef};
use program::ids::EdgeId;
use program::procedure::{Edge, Procedure};
use program::program::Program;
use program::span::Span;

use crate::name;

/// How many lines of a statement that goes over several lines are looked at.
const JOINED_LINES: usize = 40;

/// What the edge does, as written; a condition with the way it goes.
pub(crate) fn of_edge(program: &Program, procedure: &Procedure, edge: EdgeId) -> String {
    let text = ahead_of_edge(program, procedure, edge);
    let edge = procedure.edge(edge);
    match name::place(program, edge.span) {
        Some(_) if is_condition(edge, &text) => format!("{text}? {}", answer(procedure, edge)),
        _ => text,
    }
}

/// What is written where the edge begins, for a thread that has not taken it.
pub(crate) fn ahead_of_edge(program: &Program, procedure: &Procedure, edge: EdgeId) -> String {
    let edge = procedure.edge(edge);
    // The first step of a procedure, which chooses initial values, stands at the procedure's name.
    let written = excerpt(program, edge.span).filter(|text| *text != procedure.name);
    written.unwrap_or_else(|| described(program, procedure, edge))
}

/// What is written at the span; a statement that goes on over the end of its line is put on one line.
pub(crate) fn excerpt(program: &Program, span: Span) -> Option<String> {
    let file = program.files.get(span.file.index())?;
    let mut text = without_comment(&file.excerpt(span)?).to_owned();
    let following = file.text.lines().skip(span.line as usize).take(JOINED_LINES);
    for line in following {
        if open_brackets(&text) <= 0 {
            break;
        }
        text.push(' ');
        text.push_str(without_comment(line).trim());
    }
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    (!text.is_empty()).then_some(text)
}

fn without_comment(line: &str) -> &str {
    line.split_once("//").map_or(line, |(code, _)| code)
}

/// How many brackets are opened and not closed.
fn open_brackets(text: &str) -> i32 {
    let weight = |character| match character {
        '{' | '(' | '[' => 1,
        '}' | ')' | ']' => -1,
        _ => 0,
    };
    text.chars().map(weight).sum()
}

/// Whether the edge is one way out of an `if` or a `while`, whose source text is the bare condition.
fn is_condition(edge: &Edge, text: &str) -> bool {
    let is_guard = matches!(&edge.commands[..], [only] if matches!(only.action, Action::Assume(_)));
    is_guard && edge.call.is_none() && !text.starts_with("assume") && !text.starts_with("atomic")
}

/// Whether the edge is the way of a condition that holds. The other way assumes the negation.
fn answer(procedure: &Procedure, edge: &Edge) -> &'static str {
    let siblings = procedure.edges_from(edge.from).map(|sibling| &procedure.edges[sibling]);
    let mut others = siblings.filter(|sibling| sibling.span == edge.span);
    let is_negation_of = |other: &Edge| match (assumed(edge), assumed(other)) {
        (Some(Expr::Unary(UnaryOp::Not, mine)), Some(theirs)) => **mine == *theirs,
        _ => false,
    };
    if others.any(is_negation_of) { "no" } else { "yes" }
}

fn assumed(edge: &Edge) -> Option<&Expr> {
    match &edge.commands.first()?.action {
        Action::Assume(condition) => Some(condition),
        _ => None,
    }
}

/// A step that nobody wrote.
fn described(program: &Program, procedure: &Procedure, edge: &Edge) -> String {
    let mut chosen = Vec::new();
    for command in &edge.commands {
        if let Action::Havoc(variables) = &command.action {
            chosen.extend(variables.iter().map(|variable| variable_name(program, procedure, *variable)));
        }
    }
    match (chosen.is_empty(), edge.commands.is_empty()) {
        (false, _) => format!("(choose {})", chosen.join(", ")),
        (true, true) => "(a step without effect)".to_owned(),
        (true, false) => program::text::edge(program, procedure, edge),
    }
}

pub(crate) fn variable_name(program: &Program, procedure: &Procedure, variable: VarRef) -> String {
    match variable {
        VarRef::Global(global) => program.global(global).name.clone(),
        VarRef::Local(local) => procedure.local(local).name.clone(),
    }
}
