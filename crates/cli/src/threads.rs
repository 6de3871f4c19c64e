//! Which threads the user asks about: by the procedure that they run, or by the line that starts them.
//!
//! A line stands for the procedure with which it starts a thread, so `thread=12` is `thread=worker` if line 12 says
//! `pthread_create(&id, NULL, worker, NULL)`; threads that other lines start with the same procedure are asked about as well.

use std::collections::{BTreeMap, BTreeSet};

use program::command::{Action, Callee};
use program::expr::Expr;
use program::ids::ProcId;
use program::procedure::Procedure;
use program::program::Program;
use program::property::{Property, Question};
use program::span::Span;
use program::text::counted;
use program::value::{Base, Value};

/// So many procedures are named at most, where the user has named one that is not there.
const MOST_NAMES: usize = 12;

/// Why the question makes no sense for the program, if it asks about a procedure that is not there, or that no thread runs.
pub fn no_such_thread(program: &Program, question: &Question) -> Option<String> {
    let Property::Thread(name) = &question.property else { return None };
    let run = program.run_by_threads();
    if run.iter().any(|procedure| program.procedure(*procedure).name == *name) {
        return None;
    }
    let what = match program.find_procedure(name) {
        Some(_) => format!("no thread starts with `{name}`"),
        None => format!("there is no procedure `{name}`"),
    };
    // Those that wrap stand for others, and those of libraries are nothing that the user knows.
    let is_known = |procedure: &&Procedure| {
        let file = program.files.get(procedure.span.file.index());
        !procedure.wraps && file.is_none_or(|file| file.origin.is_own())
    };
    let names = run.iter().map(|procedure| program.procedure(*procedure)).filter(is_known);
    let names: BTreeSet<&str> = names.map(|procedure| procedure.name.as_str()).collect();
    let others = names.len().saturating_sub(MOST_NAMES);
    let mut names: Vec<String> = names.into_iter().take(MOST_NAMES).map(str::to_owned).collect();
    names.extend((others > 0).then(|| format!("and {}", counted(others as u64, "other"))));
    let only = if names.len() == 1 { "only " } else { "" };
    Some(format!("{what}; threads run {only}{}", names.join(", ")))
}

/// The question with the name of a procedure, if it has a line in its place; or why there is no such line.
pub fn by_name(program: &Program, question: Question) -> Result<Question, String> {
    let Property::Thread(asked) = &question.property else { return Ok(question) };
    let Some((file, line)) = place(asked).filter(|_| program.find_procedure(asked).is_none()) else {
        return Ok(question);
    };
    let started = started(program);
    let is_meant = |span: &Span| span.line == line && file.is_none_or(|file| is_called(program, *span, file));
    let found: BTreeSet<&str> =
        started.iter().filter(|(span, _)| is_meant(span)).flat_map(|(_, names)| names.iter().copied()).collect();
    let mut names = found.into_iter();
    match (names.next(), names.next()) {
        (Some(name), None) => Ok(Question { property: Property::Thread(name.to_owned()), ..question }),
        (Some(first), Some(second)) => {
            Err(format!("{} starts threads with `{first}` and with `{second}`: name one of them", told(asked)))
        }
        (None, _) => Err(no_such_line(program, asked, &started)),
    }
}

/// `12` or `main.c:12`.
fn place(asked: &str) -> Option<(Option<&str>, u32)> {
    let (file, line) = asked.rsplit_once(':').map_or((None, asked), |(file, line)| (Some(file), line));
    Some((file, line.parse().ok()?))
}

fn told(asked: &str) -> String {
    if asked.contains(':') { asked.to_owned() } else { format!("line {asked}") }
}

fn is_called(program: &Program, span: Span, name: &str) -> bool {
    let file = program.files.get(span.file.index());
    file.is_some_and(|file| file.name == name || file.name.ends_with(&format!("/{name}")))
}

fn no_such_line(program: &Program, asked: &str, started: &BTreeMap<Span, BTreeSet<&str>>) -> String {
    let told: BTreeSet<String> = started
        .iter()
        .map(|(span, names)| {
            let file = program.files.get(span.file.index()).map_or("", |file| file.name.as_str());
            format!("{file}:{} ({})", span.line, names.iter().copied().collect::<Vec<_>>().join(", "))
        })
        .collect();
    if told.is_empty() {
        return format!(
            "no line of the program starts a thread with a procedure that is named there: not {asked} either"
        );
    }
    let others = told.len().saturating_sub(MOST_NAMES);
    let mut told: Vec<String> = told.into_iter().take(MOST_NAMES).collect();
    told.extend((others > 0).then(|| format!("and {}", counted(others as u64, "other"))));
    format!("no thread is started at {}; threads are started at {}", self::told(asked), told.join(", "))
}

/// By place in the user's files, the procedures with which threads are started there: by a fork, or by a call of something that starts
/// threads and is given a pointer to a procedure.
fn started(program: &Program) -> BTreeMap<Span, BTreeSet<&str>> {
    let starters = starters(program);
    let mut found: BTreeMap<Span, BTreeSet<&str>> = BTreeMap::new();
    for procedure in &program.procedures {
        for edge in &procedure.edges {
            let mut add = |span: Span, started: ProcId| {
                let is_own = program.files.get(span.file.index()).is_some_and(|file| file.origin.is_own());
                if is_own && span.line > 0 {
                    found.entry(span).or_default().insert(program.procedure(started).name.as_str());
                }
            };
            for command in &edge.commands {
                if let Action::Fork { callee: Callee::Procedure(started), .. } = &command.action {
                    add(command.span, *started);
                }
            }
            if let Some(call) = &edge.call
                && matches!(call.callee, Callee::Procedure(callee) if starters.contains(&callee))
            {
                call.for_each_expr(|expr| pointed_to(expr, &mut |started| add(edge.span, started)));
            }
        }
    }
    found
}

fn pointed_to(expr: &Expr, add: &mut dyn FnMut(ProcId)) {
    expr.for_each_literal(&mut |value| {
        if let Value::Pointer(pointer) = value
            && let Base::Procedure(procedure) = pointer.base
        {
            add(procedure);
        }
    });
}

/// The procedures that start threads, or call others that do.
fn starters(program: &Program) -> BTreeSet<ProcId> {
    let mut found: BTreeSet<ProcId> = BTreeSet::new();
    loop {
        let starts = |procedure: &Procedure| {
            procedure.edges.iter().any(|edge| {
                let forks = edge.commands.iter().any(|command| matches!(command.action, Action::Fork { .. }));
                let calls = edge.call.as_ref().map(|call| &call.callee);
                forks || matches!(calls, Some(Callee::Procedure(callee)) if found.contains(callee))
            })
        };
        let all = program.procedures.iter().enumerate();
        let next: BTreeSet<ProcId> = all.filter(|(_, it)| starts(it)).map(|(number, _)| ProcId::new(number)).collect();
        if next.len() == found.len() {
            return found;
        }
        found = next;
    }
}
