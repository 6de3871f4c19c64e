//! Where a thread stands in a state, and if it cannot step, what keeps it from it.

use std::collections::BTreeSet;

use check::replay::is_enabled;
use check::semantics::access::Log;
use check::semantics::eval::Scope;
use check::semantics::state::Frame;
use program::command::Action;
use program::expr::Expr;
use program::ids::{EdgeId, ThreadSlot};
use program::procedure::Edge;
use program::program::Program;
use program::value::Value;

use crate::outcome::{Place, Situation, Standing};
use crate::scene::Scene;
use crate::value::{show, show_all};
use crate::{name, statement};

/// Where every thread of the state stands.
pub(crate) fn all_standing(program: &Program, scene: &Scene) -> Vec<Standing> {
    scene.state.slots().map(|slot| standing(program, scene, slot)).collect()
}

/// Where the thread stands.
pub(crate) fn standing(program: &Program, scene: &Scene, slot: ThreadSlot) -> Standing {
    Standing { thread: scene.thread(program, slot), situation: situation(program, scene, slot) }
}

fn situation(program: &Program, scene: &Scene, slot: ThreadSlot) -> Situation {
    let Some(frame) = scene.state.top(slot) else { return Situation::Finished };
    let (place, statements) = ahead(program, frame);
    if let Some(holder) = scene.state.holder().filter(|holder| *holder != slot) {
        return Situation::HeldBack { place, by: scene.thread(program, holder) };
    }
    let is_blocked = is_enabled(program, &scene.state, slot) == Ok(false);
    if is_blocked {
        let Facts { texts, joins } = facts(program, scene, slot);
        return Situation::Waits { place, statements, because: texts, at_times: Vec::new(), joins };
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

/// What the conditions in front of a thread depend on.
#[derive(Default)]
pub(crate) struct Facts {
    /// The values and the threads, in words.
    pub texts: Vec<String>,
    /// The threads that it wants to join and that have not finished.
    pub joins: Vec<String>,
}

/// The values and threads that the conditions in front of the thread depend on.
pub(crate) fn facts(program: &Program, scene: &Scene, slot: ThreadSlot) -> Facts {
    let mut facts = Facts::default();
    let Some(frame) = scene.state.top(slot) else { return facts };
    let procedure = program.procedure(frame.procedure);
    for edge in procedure.edges_from(frame.node) {
        edge_facts(program, scene, slot, &procedure.edges[edge], &mut facts);
    }
    let mut seen = BTreeSet::new();
    facts.texts.retain(|fact| seen.insert(fact.clone()));
    facts
}

/// What the edge looks at before it changes anything: after that, values are no longer those of the state.
fn edge_facts(program: &Program, scene: &Scene, slot: ThreadSlot, edge: &Edge, facts: &mut Facts) {
    let log = Log::default();
    let scope = Scope { program, state: &scene.state, slot, log: &log };
    for command in &edge.commands {
        match &command.action {
            Action::Assume(condition) => values_in(scope, condition, &mut facts.texts),
            Action::Join { id, .. } => return thread_to_join(scope, scene, id, facts),
            Action::Assert(..) | Action::Enter(_) | Action::BeginAtomic => {}
            _ => return,
        }
    }
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

fn thread_to_join(scope: Scope<'_>, scene: &Scene, id: &[Expr], facts: &mut Facts) {
    let id: Result<Vec<Value>, _> = id.iter().map(|part| scope.eval(part)).collect();
    let Ok(id) = id else { return };
    let is_awaited = |slot: &ThreadSlot| {
        let thread = scene.state.thread(*slot);
        thread.is_some_and(|thread| thread.id.as_ref() == Some(&id) && !thread.has_finished())
    };
    let names: Vec<String> =
        scene.state.slots().filter(is_awaited).map(|slot| scene.thread(scope.program, slot)).collect();
    facts.texts.push(match &names[..] {
        [] => format!("no thread has the id {}", show_all(scope.program, &id)),
        [one] => format!("{one} has not finished"),
        several => format!("{} have not finished", several.join(" and ")),
    });
    facts.joins.extend(names);
}
