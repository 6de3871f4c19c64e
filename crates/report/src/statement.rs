//! The source text of a step.
//!
//! A statement is shown as it is written, on one line. The condition of an `if` or a `while` is shown with the way it goes.
//! Steps that nobody wrote, such as the choice of initial values, are described.

use evidence::counterexample::Choice;
use program::command::Action;
use program::expr::{Expr, UnaryOp, VarRef};
use program::ids::EdgeId;
use program::procedure::{Edge, Procedure};
use program::program::Program;
use program::span::Span;
use program::value::Value;

/// How many lines of a statement that goes over several lines are looked at.
const JOINED_LINES: usize = 40;

/// What the edge does, as written; a condition with the way it goes.
pub(crate) fn of_edge(program: &Program, procedure: &Procedure, edge: EdgeId) -> String {
    match written(program, procedure, procedure.edge(edge)) {
        Written::Condition(text) => format!("{text}? {}", answer(procedure, procedure.edge(edge))),
        Written::Statement(text) => text,
        Written::Nowhere => described(program, procedure, procedure.edge(edge), |_| true),
    }
}

/// What a step along the edge does, with what it chooses.
pub(crate) fn of_step(program: &Program, procedure: &Procedure, edge: EdgeId, choices: &[Choice]) -> String {
    match written(program, procedure, procedure.edge(edge)) {
        Written::Nowhere => {
            let is_determined = |position: usize| !choices.get(position).is_some_and(is_open);
            described(program, procedure, procedure.edge(edge), is_determined)
        }
        _ => of_edge(program, procedure, edge),
    }
}

/// Whether the choice leaves everything open.
fn is_open(choice: &Choice) -> bool {
    match choice {
        Choice::Value(Value::Any) => true,
        Choice::Value(Value::Map(map)) => *map.default_value() == Value::Any && map.entries().next().is_none(),
        _ => false,
    }
}

/// What is written where the edge begins, for a thread that has not taken it.
pub(crate) fn ahead_of_edge(program: &Program, procedure: &Procedure, edge: EdgeId) -> String {
    match written(program, procedure, procedure.edge(edge)) {
        Written::Condition(text) => format!("{text}?"),
        Written::Statement(text) => text,
        Written::Nowhere => described(program, procedure, procedure.edge(edge), |_| true),
    }
}

/// The source text of an edge.
enum Written {
    /// A condition, which can hold or not.
    Condition(String),
    /// Anything else.
    Statement(String),
    /// There is none.
    Nowhere,
}

fn written(program: &Program, procedure: &Procedure, edge: &Edge) -> Written {
    // The first step of a procedure, which chooses initial values, stands at the procedure's name.
    let Some(text) = excerpt(program, edge.span).filter(|text| *text != procedure.name) else {
        return Written::Nowhere;
    };
    match (text.as_str(), &edge.commands[..]) {
        ("}", _) => Written::Statement(end_of(procedure)),
        // A block that holds the scheduler is written once, but beginning and ending it are steps of their own.
        (_, [only]) if only.action == Action::BeginAtomic && is_block(&text) => described_as("(atomic block begins)"),
        (_, [only]) if only.action == Action::EndAtomic && is_block(&text) => described_as("(atomic block ends)"),
        ("*" | "true" | "false", _) => Written::Statement(with_keyword(program, edge.span, &text)),
        _ if is_condition(edge, &text) => Written::Condition(text),
        _ => Written::Statement(text),
    }
}

fn end_of(procedure: &Procedure) -> String {
    format!("(end of {})", procedure.name)
}

fn is_block(text: &str) -> bool {
    text.starts_with("atomic") && text.contains('{')
}

fn described_as(words: &str) -> Written {
    Written::Statement(words.to_owned())
}

/// What is written at a place that an action stands at; in words, where the source has nothing but a brace.
pub(crate) fn at(program: &Program, span: Span) -> String {
    let text = excerpt(program, span).unwrap_or_default();
    let stands_at = |edge: &Edge| edge.span == span || edge.commands.iter().any(|command| command.span == span);
    let there = |procedure: &&Procedure| procedure.edges.iter().any(stands_at);
    match program.procedures.iter().find(there) {
        Some(procedure) if text == "}" => end_of(procedure),
        Some(procedure) if text == procedure.name => format!("(beginning of {text})"),
        _ => text,
    }
}

/// `while (*)`: a guard that decides everything or nothing does not speak for itself.
fn with_keyword(program: &Program, span: Span, guard: &str) -> String {
    let line = program.files.get(span.file.index()).and_then(|file| file.line(span)).unwrap_or_default();
    let before: String = line.chars().take(span.column.saturating_sub(1) as usize).collect();
    let keyword = ["while", "if"].into_iter().max_by_key(|keyword| before.rfind(keyword));
    match keyword.filter(|keyword| before.contains(keyword)) {
        Some(keyword) => format!("{keyword} ({guard})"),
        None => format!("({guard})"),
    }
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

/// How many lines of something in brackets are looked at, in a file that a compiler has read.
const JOINED_LINES_OF_COMPILED: usize = 5;

/// The line that the span stands on, with what follows it in brackets.
pub(crate) fn line(program: &Program, span: Span) -> String {
    let Some(file) = program.files.get(span.file.index()) else { return String::new() };
    let mut text = without_comment(file.line(span).unwrap_or_default()).trim().to_owned();
    let open = |text: &str| open_brackets(&text.replace(['{', '}'], ""));
    for line in file.text.lines().skip(span.line as usize).take(JOINED_LINES_OF_COMPILED) {
        if open(&text) <= 0 {
            break;
        }
        text.push(' ');
        text.push_str(without_comment(line).trim());
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
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

/// A step that nobody wrote. What it chooses is counted by position; open values are not worth mentioning.
fn described(program: &Program, procedure: &Procedure, edge: &Edge, is_determined: impl Fn(usize) -> bool) -> String {
    let mut chosen = Vec::new();
    for command in &edge.commands {
        if let Action::Havoc(variables) = &command.action {
            chosen.extend(variables.iter().map(|variable| variable_name(program, procedure, *variable)));
        }
    }
    if chosen.is_empty() {
        return match edge.commands.is_empty() {
            true => "(a step without effect)".to_owned(),
            false => program::text::edge(program, procedure, edge),
        };
    }
    let determined = chosen.into_iter().enumerate().filter(|(position, _)| is_determined(*position));
    let determined: Vec<String> = determined.map(|(_, name)| name).collect();
    match determined.is_empty() {
        true => "(initial values stay open)".to_owned(),
        false => format!("(choose {})", determined.join(", ")),
    }
}

pub(crate) fn variable_name(program: &Program, procedure: &Procedure, variable: VarRef) -> String {
    match variable {
        VarRef::Global(global) => program.global(global).name.clone(),
        VarRef::Local(local) => procedure.local(local).name.clone(),
    }
}
