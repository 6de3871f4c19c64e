//! Where a thread stands in a state, and if it cannot step, what keeps it from it.

use std::collections::BTreeSet;

use check::replay::is_enabled;
use check::semantics::access::Log;
use check::semantics::eval::Scope;
use check::semantics::state::Frame;
use program::command::Action;
use program::expr::{Expr, VarRef};
use program::ids::{EdgeId, GlobalId, ThreadSlot};
use program::procedure::Edge;
use program::program::Program;
use program::value::{Bits, Value};

use crate::lens::{lock_name, own_span};
use crate::outcome::{Place, Situation, Standing};
use crate::resolve::Run;
use crate::resolve::{blame, wakeup};
use crate::scene::Scene;
use crate::value::{show, show_all};
use crate::{name, statement, words};

/// Where every thread stands at the end of the run, and who made them wait.
pub(crate) fn all_standing(program: &Program, run: &Run<'_>) -> Vec<Standing> {
    let at_the_end = |slot| {
        let Standing { thread, mut situation } = standing(program, run.last(), slot);
        if let Situation::Waits { because, waits_for, .. } = &mut situation {
            for (fact, text) in facts(program, run.last(), slot).known.iter().zip(because.iter_mut()) {
                if let Some(blame) = blame::of(program, run, slot, fact) {
                    text.push_str(&blame.in_words(program));
                    let other = blame.waits_for().filter(|name| !waits_for.contains(name));
                    waits_for.extend(other);
                }
            }
            because
                .extend(wakeup::of(program, run, slot).map(|lost| words::last_signal(&lost, program.files.len() > 1)));
        }
        Standing { thread, situation }
    };
    run.last().state.slots().map(at_the_end).collect()
}

/// Where the thread stands.
pub(crate) fn standing(program: &Program, scene: &Scene, slot: ThreadSlot) -> Standing {
    Standing { thread: scene.thread(program, slot), situation: situation(program, scene, slot) }
}

fn situation(program: &Program, scene: &Scene, slot: ThreadSlot) -> Situation {
    let Some(frame) = scene.state.top(slot) else { return Situation::Finished };
    let (place, statements) = if scene.folds() { own_line_ahead(program, scene, slot) } else { ahead(program, frame) };
    if let Some(holder) = scene.state.holder().filter(|holder| *holder != slot) {
        return Situation::HeldBack { place, by: scene.thread(program, holder) };
    }
    let is_blocked = is_enabled(program, &scene.state, slot) == Ok(false);
    if is_blocked {
        let facts = facts(program, scene, slot);
        let because = facts.texts();
        let Facts { joins, held_by, .. } = facts;
        let waits_for = joins.iter().chain(&held_by).cloned().collect();
        return Situation::Waits { place, statements, because, at_times: Vec::new(), waits_for, joins };
    }
    Situation::Ready { place, statement: statements.join(" or ") }
}

/// The line that the user has written and that the thread is at.
fn own_line_ahead(program: &Program, scene: &Scene, slot: ThreadSlot) -> (Option<Place>, Vec<String>) {
    match own_span(program, &scene.state, slot, None) {
        Some(span) => (name::place(program, span), vec![statement::line(program, span)]),
        None => (None, vec!["(outside of all functions)".to_owned()]),
    }
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
    /// The values and the threads.
    pub known: Vec<Fact>,
    /// The threads that it wants to join and that have not finished.
    pub joins: Vec<String>,
    /// The threads that hold what it wants to have.
    pub held_by: Vec<String>,
}

/// Something that a condition depends on.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Fact {
    /// In words.
    pub text: String,
    /// What it is about, if others can change that.
    pub about: Option<Element>,
}

/// A global variable, or an element of one that is a map.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Element {
    /// The variable.
    pub global: GlobalId,
    /// The keys of the element; none for the whole variable.
    pub keys: Vec<Value>,
}

impl Facts {
    /// The facts in words.
    pub(crate) fn texts(&self) -> Vec<String> {
        self.known.iter().map(|fact| fact.text.clone()).collect()
    }
}

/// The values and threads that the conditions in front of the thread depend on.
pub(crate) fn facts(program: &Program, scene: &Scene, slot: ThreadSlot) -> Facts {
    let mut facts = Facts::default();
    let Some(frame) = scene.state.top(slot) else { return facts };
    if scene.folds() {
        return who_is_waited_for(program, scene, slot, frame);
    }
    let procedure = program.procedure(frame.procedure);
    for edge in procedure.edges_from(frame.node) {
        edge_facts(program, scene, slot, &procedure.edges[edge], &mut facts);
    }
    let mut seen = BTreeSet::new();
    facts.known.retain(|fact| seen.insert(fact.text.clone()));
    facts
}

/// The threads that the user's thread waits for, where it waits in a primitive: who holds what it wants to have, or who has to
/// finish first.
fn who_is_waited_for(program: &Program, scene: &Scene, slot: ThreadSlot, frame: &Frame) -> Facts {
    let mut facts = Facts::default();
    let procedure = program.procedure(frame.procedure);
    let Some(kind) = procedure.nodes[frame.node.index()].section else { return facts };
    let arguments = || procedure.locals[..procedure.parameters].iter().zip(frame.locals.iter());
    if program.section_kind(kind) == "join" {
        let joined = arguments().find(|(parameter, _)| parameter.name == "thread").map(|(_, value)| value);
        let others = scene.state.slots().filter(|other| thread_number(program, scene, *other).as_ref() == joined);
        for other in others {
            let name = scene.thread(program, other);
            facts.known.push(Fact { text: format!("{name} has not finished"), about: None });
            facts.joins.push(name);
        }
        return facts;
    }
    let mut holders = Vec::new();
    for other in scene.state.slots() {
        let open = scene.state.thread(other).map_or(&[][..], |thread| &thread.sections);
        let holds = |value: &Value| open.iter().any(|one| one.kind == kind && one.object.as_ref() == Some(value));
        let held = arguments().map(|(_, value)| value).find(|value| matches!(value, Value::Pointer(_)) && holds(value));
        holders.extend(held.map(|held| (other, held)));
    }
    // What several hold, or who wants to read holds already, is held for reading: a writer is served before more readers.
    let is_shared = holders.len() > 1 || holders.iter().any(|(holder, _)| *holder == slot);
    if let (true, Some((_, lock))) = (is_shared && reads(&procedure.name), holders.first()) {
        let writers = scene.state.slots().filter(|other| waits_to_write(program, scene, *other, lock));
        for writer in writers.map(|writer| scene.thread(program, writer)) {
            let lock = lock_name(program, &scene.state, lock);
            facts.known.push(Fact { text: format!("{writer} waits to write {lock}, and comes first"), about: None });
            facts.held_by.push(writer);
        }
        return facts;
    }
    for (holder, held) in holders {
        let name = scene.thread(program, holder);
        let itself = if holder == slot { " itself" } else { "" };
        let held = lock_name(program, &scene.state, held);
        facts.known.push(Fact { text: format!("{name}{itself} holds {held}"), about: None });
        facts.held_by.push(name);
    }
    facts
}

/// Whether the function of the library takes a lock for reading.
fn reads(function: &str) -> bool {
    function.contains("rdlock")
}

/// Whether the thread waits in a function of the library that takes the lock for writing.
fn waits_to_write(program: &Program, scene: &Scene, slot: ThreadSlot, lock: &Value) -> bool {
    let Some(frame) = scene.state.top(slot) else { return false };
    let procedure = program.procedure(frame.procedure);
    let is_waiting = procedure.nodes[frame.node.index()].section.is_some();
    is_waiting && procedure.name.contains("wrlock") && frame.locals[..procedure.parameters].contains(lock)
}

/// By which number threads of compiled programs know the thread: one more than that which all of its functions are given.
fn thread_number(program: &Program, scene: &Scene, slot: ThreadSlot) -> Option<Value> {
    let bottom = scene.state.thread(slot)?.frames()?.first()?;
    let procedure = program.procedure(bottom.procedure);
    let own = procedure.locals[..procedure.parameters].iter().position(|local| local.name == "self")?;
    match &bottom.locals[own] {
        Value::Bits(bits) => Some(Value::Bits(Bits::wrap(64, &(bits.signed() + 1)))),
        _ => None,
    }
}

/// What the edge looks at before it changes anything: after that, values are no longer those of the state.
fn edge_facts(program: &Program, scene: &Scene, slot: ThreadSlot, edge: &Edge, facts: &mut Facts) {
    let log = Log::default();
    let scope = Scope { program, state: &scene.state, slot, log: &log };
    for command in &edge.commands {
        match &command.action {
            Action::Assume(condition) => values_in(scope, condition, &mut facts.known),
            Action::Join { id, .. } => return thread_to_join(scope, scene, id, facts),
            Action::Assert(..) | Action::Enter(_) | Action::BeginAtomic => {}
            _ => return,
        }
    }
}

/// The variables and map elements that occur in the expression, with their values.
fn values_in(scope: Scope<'_>, expr: &Expr, facts: &mut Vec<Fact>) {
    let Some(frame) = scope.state.top(scope.slot) else { return };
    let procedure = scope.program.procedure(frame.procedure);
    match expr {
        Expr::Variable(variable) => {
            let name = statement::variable_name(scope.program, procedure, *variable);
            let text = format!("{name} = {}", show(scope.program, scope.variable(*variable)));
            facts.push(Fact { text, about: element(*variable, Vec::new()) });
        }
        Expr::Select(map, keys) => {
            let key_values: Result<Vec<Value>, _> = keys.iter().map(|key| scope.eval(key)).collect();
            if let (Expr::Variable(variable), Ok(key_values), Ok(value)) = (&**map, key_values, scope.eval(expr)) {
                let name = statement::variable_name(scope.program, procedure, *variable);
                let keys = show_all(scope.program, &key_values);
                let text = format!("{name}[{keys}] = {}", show(scope.program, &value));
                facts.push(Fact { text, about: element(*variable, key_values) });
            }
        }
        _ => expr.for_each_operand(|operand| values_in(scope, operand, facts)),
    }
}

fn element(variable: VarRef, keys: Vec<Value>) -> Option<Element> {
    match variable {
        VarRef::Global(global) => Some(Element { global, keys }),
        VarRef::Local(_) => None,
    }
}

fn thread_to_join(scope: Scope<'_>, scene: &Scene, id: &[Expr], facts: &mut Facts) {
    let id: Result<Vec<Value>, _> = id.iter().map(|part| scope.eval(part)).collect();
    let Ok(id) = id else { return };
    let has_id = |slot: &ThreadSlot| scene.state.thread(*slot).is_some_and(|thread| thread.id.as_ref() == Some(&id));
    let has_finished = |slot: &ThreadSlot| scene.state.thread(*slot).is_some_and(|thread| thread.has_finished());
    let (finished, running): (Vec<ThreadSlot>, Vec<ThreadSlot>) =
        scene.state.slots().filter(has_id).partition(has_finished);
    let named = |slots: &[ThreadSlot]| slots.iter().map(|slot| scene.thread(scope.program, *slot)).collect();
    let (names, misfits): (Vec<String>, Vec<String>) = (named(&running), named(&finished));
    let text = match (&names[..], &misfits[..]) {
        ([], []) => format!("no thread has the id {}", show_all(scope.program, &id)),
        ([], misfits) => format!("the results of {} do not fit", misfits.join(" and ")),
        ([one], _) => format!("{one} has not finished"),
        (several, _) => format!("{} have not finished", several.join(" and ")),
    };
    facts.known.push(Fact { text, about: None });
    facts.joins.extend(names);
}
