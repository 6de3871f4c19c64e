//! A value that is not known because there are too many: where it comes from, and what to do about it.

use evidence::reason::Reason;
use program::command::{Action, Command};
use program::expr::{Expr, VarRef};
use program::procedure::Procedure;
use program::program::Program;
use program::span::Span;
use program::types::Type;

use crate::lens::is_compiled;
use crate::{name, statement, words};

/// As many values as are tried for one variable.
const TRIED: &str = "65,536";

/// The sentence and the hint for a choice that is too large, of the variable that is looked at there.
pub(crate) fn explain(program: &Program, looked_at: &str, span: Span, reason: &Reason) -> (String, String) {
    if is_compiled(program) {
        return explain_compiled(looked_at);
    }
    let Some((procedure, variable)) = find(program, looked_at, span) else {
        return (reason.to_string(), words::hint(reason).to_owned());
    };
    let is_element = looked_at.contains('[');
    let ty = match variable {
        VarRef::Global(global) => &program.global(global).ty,
        VarRef::Local(local) => &procedure.local(local).ty,
    };
    let example = match ty {
        Type::Int => format!(": `havoc {looked_at}; assume 0 <= {looked_at} && {looked_at} < 4;`"),
        _ => String::new(),
    };
    let no_value = format!("`{looked_at}` has no definite value here");
    if is_constant(program, variable) {
        let example = if *ty == Type::Int { format!(", such as `axiom {looked_at} == 3;`") } else { String::new() };
        let what = format!("{no_value}: the axioms leave more values than can be tried");
        return (what, format!("fix `{looked_at}` by an axiom{example}"));
    }
    match origin(program, procedure, variable) {
        Origin::Nowhere if is_open_parameter(program, procedure, variable) => {
            let example = if *ty == Type::Int {
                format!(", as in `requires 0 <= {looked_at} && {looked_at} < 4;`")
            } else {
                String::new()
            };
            let what = format!("{no_value}: it is a parameter of `{}`, where the program starts", procedure.name);
            (what, format!("confine `{looked_at}` there to at most {TRIED} values{example}"))
        }
        Origin::Nowhere => {
            let or_choose = if example.is_empty() { String::new() } else { format!(", or choose it{example}") };
            let hint = format!("assign `{looked_at}` before this{or_choose}");
            (format!("{no_value}: it was never assigned"), hint)
        }
        Origin::Havoc(havoc) => {
            let place = name::place(program, havoc.span);
            let at = words::at_line(place.as_ref(), program.files.len() > 1);
            let what = format!("{no_value}: its `havoc`{at} leaves more values than can be tried");
            let hint = if havoc.is_confined {
                format!(
                    "bound `{looked_at}` from both sides in the assumptions behind its havoc, to at most {TRIED} values"
                )
            } else if is_assumption(program, procedure, span, variable) {
                format!("put the assumption about `{looked_at}` directly behind its havoc, with nothing in between")
            } else {
                format!("confine `{looked_at}` to at most {TRIED} values directly behind its havoc{example}")
            };
            (what, hint)
        }
        Origin::Unclear if is_element || example.is_empty() => {
            (reason.to_string(), format!("assign `{looked_at}` before this, or confine it where it is chosen"))
        }
        Origin::Unclear => (reason.to_string(), format!("assign `{looked_at}` before this, or confine it{example}")),
    }
}

/// The same for C and C++, where what nobody has set is an error, and only functions without a source return any value.
fn explain_compiled(looked_at: &str) -> (String, String) {
    const STUB: &str =
        "define the function in a file that is given with `--stub FILE`, so that it returns one of a few values";
    const FUNCTION: &str = "than can be tried: it comes from a function that may return any value";
    // What the source has no name for.
    if looked_at.starts_with('%') {
        return (format!("what this depends on may have more values {FUNCTION}"), STUB.to_owned());
    }
    let assumption = format!("`__VERIFIER_assume(0 <= {looked_at} && {looked_at} < 4);`");
    let hint = format!("assume right behind the call in which range `{looked_at}` is, such as {assumption}; or {STUB}");
    (format!("`{looked_at}` may have more values here {FUNCTION}"), hint)
}

/// The procedure that looks at the variable at the place, and the variable itself.
fn find<'a>(program: &'a Program, looked_at: &str, span: Span) -> Option<(&'a Procedure, VarRef)> {
    let name = looked_at.split('[').next()?;
    let stands_in = |procedure: &&Procedure| {
        let mut edges = procedure.edges.iter();
        edges.any(|edge| edge.span == span || edge.commands.iter().any(|command| command.span == span))
    };
    let procedure = program.procedures.iter().find(stands_in)?;
    let local = (procedure.locals.iter().position(|local| local.name == name))
        .map(|index| VarRef::Local(program::ids::LocalId::new(index)));
    let global = (program.globals.iter().position(|global| global.name == name))
        .map(|index| VarRef::Global(program::ids::GlobalId::new(index)));
    Some((procedure, local.or(global)?))
}

/// Whether the variable stands for a constant, which only axioms can confine.
fn is_constant(program: &Program, variable: VarRef) -> bool {
    let VarRef::Global(global) = variable else { return false };
    let span = program.global(global).span;
    let line = program.files.get(span.file.index()).and_then(|file| file.line(span));
    line.is_some_and(|line| line.trim_start().starts_with("const"))
}

/// Whether the variable is a parameter of the procedure that the program starts at, which nobody gives a value.
///
/// In the program it is a variable like any other; it is written in the first brackets behind the procedure's name.
fn is_open_parameter(program: &Program, procedure: &Procedure, variable: VarRef) -> bool {
    let VarRef::Local(local) = variable else { return false };
    let (start, end) = (procedure.span, procedure.local(local).span);
    let is_start = program.start.iter().any(|started| std::ptr::eq(program.procedure(*started), procedure));
    let Some(file) = program.files.get(start.file.index()) else { return false };
    if !is_start || start.line == 0 || (start.file, start.line) > (end.file, end.line) {
        return false;
    }
    let lines = file.text.lines().skip(start.line as usize - 1).take((end.line - start.line) as usize + 1);
    let last = (end.line - start.line) as usize;
    let between = lines.enumerate().flat_map(|(index, line)| {
        let from = if index == 0 { start.column.saturating_sub(1) as usize } else { 0 };
        let to = if index == last { end.column.saturating_sub(1) as usize } else { usize::MAX };
        line.chars().take(to).skip(from)
    });
    let is_bracket = |character: &char| matches!(character, '(' | ')' | '{');
    between.filter(is_bracket).eq(['('])
}

/// Where an open value of a variable comes from.
enum Origin {
    /// Nothing sets the variable to an open value: it has been open from the start.
    Nowhere,
    /// This `havoc` alone does.
    Havoc(Havoc),
    /// Several things could.
    Unclear,
}

struct Havoc {
    span: Span,
    /// Whether assumptions about the variable belong to the same step.
    is_confined: bool,
}

fn origin(program: &Program, procedure: &Procedure, variable: VarRef) -> Origin {
    let only = [procedure];
    let everywhere: Vec<&Procedure> = program.procedures.iter().collect();
    let (procedures, is_parameter) = match variable {
        VarRef::Local(local) => (&only[..], local.index() < procedure.parameters),
        VarRef::Global(_) => (&everywhere[..], false),
    };
    let mut is_open_from_the_start = false;
    let mut havocs = Vec::new();
    let mut may_be_handed_on = is_parameter;
    for procedure in procedures {
        for edge in &procedure.edges {
            for (position, command) in edge.commands.iter().enumerate() {
                match &command.action {
                    // What the first step chooses was chosen by nobody.
                    Action::Havoc(chosen) if chosen.contains(&variable) && command.span == procedure.span => {
                        is_open_from_the_start = true;
                    }
                    Action::Havoc(chosen) if chosen.contains(&variable) => {
                        let following = &edge.commands[position + 1..];
                        let is_confined = following.iter().any(|command| assumes_about(command, variable));
                        havocs.push(Havoc { span: command.span, is_confined });
                    }
                    Action::Assign(assignments) => {
                        let hands_on =
                            |(target, value): &(VarRef, Expr)| *target == variable && may_be_open(value, variable);
                        may_be_handed_on |= assignments.iter().any(hands_on);
                    }
                    Action::Havoc(_) => {}
                    other => other.for_each_target(|target| may_be_handed_on |= target == variable),
                }
            }
            may_be_handed_on |= edge.call.as_ref().is_some_and(|call| call.results.contains(&variable));
        }
    }
    match (may_be_handed_on, havocs.pop()) {
        (false, None) => Origin::Nowhere,
        (false, Some(only)) if havocs.is_empty() && !is_open_from_the_start => Origin::Havoc(only),
        _ => Origin::Unclear,
    }
}

/// Whether the value of the expression, assigned to the variable, may be open although the variable was not.
fn may_be_open(value: &Expr, target: VarRef) -> bool {
    match value {
        Expr::Variable(variable) => *variable != target,
        Expr::Select(..) | Expr::Load(..) => true,
        Expr::Update(map, _, element) => may_be_open(map, target) || may_be_open(element, target),
        Expr::If(_, first, second) => may_be_open(first, target) || may_be_open(second, target),
        // These look at their operands, which fails if those are open.
        Expr::Literal(_) | Expr::Unary(..) | Expr::Binary(..) => false,
    }
}

fn assumes_about(command: &Command, variable: VarRef) -> bool {
    matches!(&command.action, Action::Assume(condition) if condition.mentions(variable))
}

/// Whether the place is an `assume` about the variable.
fn is_assumption(program: &Program, procedure: &Procedure, span: Span, variable: VarRef) -> bool {
    let mut commands = procedure.edges.iter().flat_map(|edge| &edge.commands);
    let is_written = statement::excerpt(program, span).is_some_and(|text| text.starts_with("assume"));
    is_written && commands.any(|command| command.span == span && assumes_about(command, variable))
}
