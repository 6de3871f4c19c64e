//! Where a thread stands in a state, and if it cannot step, what keeps it from it.

use check::replay::is_enabled;
use check::semantics::eval::Scope;
use check::semantics::state::{Frame, State};
use check::semantics::step::motions;
use evidence::counterexample::Motion;
use program::command::Action;
use program::expr::Expr;
use program::ids::{EdgeId, ThreadSlot};
use program::procedure::Edge;
use program::program::Program;
use program::value::Value;

use crate::outcome::{Place, Situation, Standing};
use crate::value::{show, show_all};
use crate::{name, statement};

/// Where every thread of the state stands.
pub(crate) fn all_standing(program: &Program, state: &State) -> Vec<Standing> {
    state.slots().map(|slot| standing(program, state, slot)).collect()
}

/// Where the thread stands.
pub(crate) fn standing(program: &Program, state: &State, slot: ThreadSlot) -> Standing {
    Standing { thread: name::thread(program, state, slot), situation: situation(program, state, slot) }
}

fn situation(program: &Program, state: &State, slot: ThreadSlot) -> Situation {
    let Some(frame) = state.top(slot) else { return Situation::Finished };
    let (place, statements) = ahead(program, frame);
    if let Some(holder) = state.holder().filter(|holder| *holder != slot) {
        return Situation::HeldBack { place, by: name::thread(program, state, holder) };
    }
    let is_blocked = is_enabled(program, state, slot) == Ok(false);
    if is_blocked {
        return Situation::Waits { place, statements, because: because(program, state, slot) };
    }
    Situation::Ready { place, statement: statements.join(" or ") }
}

/// The statements that the frame stands in front of.
fn ahead(program: &Program, frame: &Frame) -> (Option<Place>, Vec<String>) {
    let procedure = program.procedure(frame.procedure);
    let edges = procedure.edges_from(frame.node);
    let place = edges.clone().find_map(|edge| name::place(program, procedure.edges[edge].span));
    let mut statements: Vec<String> = Vec::new();
    for edge in edges {
        let text = statement::ahead_of_edge(program, procedure, EdgeId::new(edge));
        if !statements.contains(&text) {
            statements.push(text);
        }
    }
    if frame.node == procedure.exit {
        statements.push(format!("return from {}", procedure.name));
    }
    (place, statements)
}

/// The values and threads that the conditions in front of the thread depend on.
fn because(program: &Program, state: &State, slot: ThreadSlot) -> Vec<String> {
    let Some(frame) = state.top(slot) else { return Vec::new() };
    let procedure = program.procedure(frame.procedure);
    let mut facts: Vec<String> = Vec::new();
    for motion in motions(program, state, slot) {
        let Motion::Edge(edge) = motion else { continue };
        for fact in edge_facts(Scope { program, state, slot }, procedure.edge(edge)) {
            if !facts.contains(&fact) {
                facts.push(fact);
            }
        }
    }
    facts
}

/// What the edge looks at before it changes anything: after that, values are no longer those of the state.
fn edge_facts(scope: Scope<'_>, edge: &Edge) -> Vec<String> {
    let mut facts = Vec::new();
    for command in &edge.commands {
        match &command.action {
            Action::Assume(condition) => values_in(scope, condition, &mut facts),
            Action::Join { id, .. } => {
                facts.extend(thread_to_join(scope, id));
                break;
            }
            Action::Assert(_) | Action::Enter(_) | Action::BeginAtomic => {}
            _ => break,
        }
    }
    facts
}

/// The variables and map elements that occur in the expression, with their values.
fn values_in(scope: Scope<'_>, expr: &Expr, facts: &mut Vec<String>) {
    let Some(frame) = scope.state.top(scope.slot) else { return };
    let procedure = scope.program.procedure(frame.procedure);
    match expr {
        Expr::Variable(variable) => {
            let name = statement::variable_name(scope.program, procedure, *variable);
            facts.push(format!("{name} = {}", show(scope.program, scope.variable(*variable))));
        }
        Expr::Select(map, keys) => {
            let key_values: Result<Vec<Value>, _> = keys.iter().map(|key| scope.eval(key)).collect();
            if let (Expr::Variable(variable), Ok(key_values), Ok(value)) = (&**map, key_values, scope.eval(expr)) {
                let name = statement::variable_name(scope.program, procedure, *variable);
                let keys = show_all(scope.program, &key_values);
                facts.push(format!("{name}[{keys}] = {}", show(scope.program, &value)));
            }
        }
        _ => expr.for_each_operand(|operand| values_in(scope, operand, facts)),
    }
}

fn thread_to_join(scope: Scope<'_>, id: &[Expr]) -> Option<String> {
    let id: Vec<Value> = id.iter().map(|part| scope.eval(part)).collect::<Result<_, _>>().ok()?;
    let has_id = |slot: &ThreadSlot| scope.state.thread(*slot).is_some_and(|thread| thread.id.as_ref() == Some(&id));
    let names: Vec<String> =
        scope.state.slots().filter(has_id).map(|slot| name::thread(scope.program, scope.state, slot)).collect();
    Some(match &names[..] {
        [] => format!("no thread has the id {}", show_all(scope.program, &id)),
        [one] => format!("{one} has not finished"),
        several => format!("{} have not finished", several.join(" and ")),
    })
}
