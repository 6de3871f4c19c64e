//! When a thread can step, as an expression: what the paper's `waited` becomes where every guarded command can wait.
//!
//! A thread that takes no step in the cycle stays at its location, with the variables that it has. Whether it is enabled there
//! depends on what is shared alone, and is the disjunction of the guards of the edges that leave the location. So the sequential
//! program guesses, before any thread runs, who waits, where and with which values ([`Waits`]); whoever takes a step in the lasso
//! looks whether a waiting thread is enabled then; and a thread that ends by waiting must be where it was guessed to be.
//!
//! A guard that depends on a value chosen in the same step holds if some value will do, which is no expression. If there are few
//! values, all are tried; if not, the thread counts as enabled, so that cycles may be missed, and none are made up.

use std::collections::{BTreeMap, BTreeSet};

use program::command::Action;
use program::expr::{Expr, VarRef};
use program::ids::{ChoiceId, EdgeId, GlobalId, LocalId, NodeId, ProcId};
use program::procedure::{Edge, Procedure};
use program::span::Span;
use program::types::Type;
use program::value::Value;

use crate::emit::formula::{all, and, any, bool, equal, few_values, has_value, is, not, or, tidy, with};
use crate::emit::layout::{Layout, fits, slot, used_procedures, word};
use crate::emit::source::Source;

/// A location at which a thread may wait.
pub struct WaitPlace {
    /// Whether it is in what the thread was started with, rather than in a procedure that it calls.
    pub in_root: bool,
    /// The procedure.
    pub procedure: ProcId,
    /// The location in it.
    pub node: NodeId,
    /// When a thread can step there, in terms of the variables of the program.
    pub enabled: Expr,
    /// The local variables on which that depends.
    pub locals: BTreeSet<LocalId>,
}

/// Where a thread may wait, and what is guessed about it.
pub struct Waits {
    /// The variable with the number of the place, from one on; zero if the thread does not wait.
    pub at: GlobalId,
    /// The places.
    pub places: Vec<WaitPlace>,
    /// The variables with the values that locals have there, by type and number.
    pub values: BTreeMap<(Type, usize), GlobalId>,
}

impl Waits {
    /// The place by its number in the list is where the thread waits.
    pub fn is_at(&self, place: usize) -> Expr {
        equal(Expr::global(self.at), Expr::int(place as i64 + 1))
    }

    /// The guessed value of the local variable.
    pub fn value(&self, procedure: &Procedure, local: LocalId) -> Expr {
        Expr::global(self.values[&slot(procedure, local)])
    }

    /// Whether the thread is enabled at the place, with the guessed values.
    pub fn enabled(&self, source: &Source, place: &WaitPlace) -> Expr {
        let procedure = source.program.procedure(place.procedure);
        with(&place.enabled, &|variable| match variable {
            VarRef::Local(local) => Some(self.value(procedure, local)),
            VarRef::Global(_) => None,
        })
    }
}

/// What is known of all threads that may wait.
pub struct AllWaits {
    /// Thread by thread; nothing for those that never do.
    pub threads: Vec<Option<Waits>>,
    /// What of the shared variables matters to it.
    pub footprint: BTreeSet<GlobalId>,
    /// Where a thread counts as enabled since nobody can tell.
    pub open: BTreeSet<Span>,
}

impl AllWaits {
    /// Where each thread may wait.
    pub fn of(source: &Source, layout: &mut Layout) -> AllWaits {
        let mut found = AllWaits { threads: Vec::new(), footprint: BTreeSet::new(), open: BTreeSet::new() };
        for thread in 0..source.threads.len() {
            let mut places = Vec::new();
            let root = source.threads[thread].root;
            let called = source.called.iter().filter(|(_, threads)| threads.contains(&thread));
            let procedures = [(true, root)].into_iter().chain(called.map(|(called, _)| (false, *called)));
            for (in_root, id) in procedures {
                let procedure = source.program.procedure(id);
                for node in (0..procedure.nodes.len()).map(NodeId::new) {
                    if in_root && node == procedure.exit {
                        continue;
                    }
                    let enabled = enabled(source, layout, thread, procedure, node, &mut found.open);
                    if !is(&enabled, true) {
                        let mut locals = BTreeSet::new();
                        enabled.for_each_variable(&mut |variable| match variable {
                            VarRef::Local(local) => drop(locals.insert(local)),
                            VarRef::Global(global) => drop(found.footprint.insert(global)),
                        });
                        places.push(WaitPlace { in_root, procedure: id, node, enabled, locals });
                    }
                }
            }
            found.threads.push((!places.is_empty()).then(|| guessed(source, layout, thread, places)));
        }
        found
    }

    /// The places of the thread that stands at the location, with their numbers in the list.
    pub fn places(&self, thread: usize, in_root: bool, at: (ProcId, NodeId)) -> Vec<(&Waits, usize)> {
        let Some(waits) = &self.threads[thread] else { return Vec::new() };
        let is_here = |place: &WaitPlace| place.in_root == in_root && (place.procedure, place.node) == at;
        let numbers = waits.places.iter().enumerate().filter(|(_, place)| is_here(place));
        numbers.map(|(number, _)| (waits, number)).collect()
    }

    /// That the thread does not wait.
    pub fn no_wait(&self, thread: usize) -> Expr {
        match &self.threads[thread] {
            Some(waits) => equal(Expr::global(waits.at), Expr::int(0)),
            None => bool(true),
        }
    }
}

fn guessed(source: &Source, layout: &mut Layout, thread: usize, places: Vec<WaitPlace>) -> Waits {
    let at = layout.make(format!("waits_{thread}"), Type::Int);
    let mut values = BTreeMap::new();
    for place in &places {
        let procedure = source.program.procedure(place.procedure);
        for local in &place.locals {
            let (ty, number) = slot(procedure, *local);
            let name = format!("waits_{thread}_{}_{number}", word(&source.program, &ty));
            values.entry((ty.clone(), number)).or_insert_with(|| layout.make(name, ty));
        }
    }
    Waits { at, places, values }
}

/// When the thread can step at the location by a step that can be counted on.
fn enabled(
    source: &Source,
    layout: &Layout,
    thread: usize,
    procedure: &Procedure,
    node: NodeId,
    open: &mut BTreeSet<Span>,
) -> Expr {
    let by_steps = if node == procedure.exit {
        // The return of a procedure that was called.
        bool(true)
    } else {
        let edges = &procedure.edges[procedure.edges_from(node)];
        let counted_on = edges.iter().filter(|edge| !edge.spurious);
        any(counted_on.map(|edge| guard(source, layout, procedure, edge, open)).collect::<Vec<_>>())
    };
    and(may_run(layout, Expr::int(thread as i64 + 1)), by_steps)
}

/// When the thread that runs can take a way of the choice at the location.
pub fn can_choose(
    source: &Source,
    layout: &Layout,
    procedure: &Procedure,
    node: NodeId,
    choice: ChoiceId,
    open: &mut BTreeSet<Span>,
) -> Expr {
    let edges = procedure.edges[procedure.edges_from(node)].iter().filter(|edge| edge.eventually == Some(choice));
    any(edges.map(|edge| guard(source, layout, procedure, edge, open)).collect::<Vec<_>>())
}

/// Where a choice counts as one that could be taken since nobody can tell.
pub fn open_choices(source: &Source, layout: &Layout) -> BTreeSet<Span> {
    let mut open = BTreeSet::new();
    for procedure in used_procedures(source).into_iter().map(|used| source.program.procedure(used)) {
        for edge in (0..procedure.edges.len()).map(EdgeId::new) {
            for choice in procedure.alternatives(edge) {
                can_choose(source, layout, procedure, procedure.edge(edge).from, choice, &mut open);
            }
        }
    }
    open
}

/// That nobody else holds the scheduler.
pub fn may_run(layout: &Layout, me: Expr) -> Expr {
    let holds = |holder: GlobalId| {
        let holder = || Expr::global(holder);
        or(equal(holder(), Expr::int(0)), equal(holder(), me))
    };
    layout.holder.map_or(bool(true), holds)
}

/// When the edge can be taken, ending in an error or not: from its last command to its first.
fn guard(source: &Source, layout: &Layout, procedure: &Procedure, edge: &Edge, open: &mut BTreeSet<Span>) -> Expr {
    let mut enabled = bool(true);
    for command in edge.commands.iter().rev() {
        enabled = match &command.action {
            Action::Assume(condition) => {
                let condition = tidy(condition);
                let no_value = not(has_value(&condition));
                or(no_value, and(condition, enabled))
            }
            Action::Halt => bool(true),
            _ if is(&enabled, true) && !matches!(command.action, Action::Join { .. }) => enabled,
            Action::Assert(condition, _) => any([not(has_value(condition)), not(condition.clone()), enabled]),
            Action::Assign(assignments) => {
                let no_value = any(assignments.iter().map(|(_, value)| not(has_value(value))));
                let after = with(&enabled, &|variable| {
                    assignments.iter().find(|(target, _)| *target == variable).map(|(_, value)| value.clone())
                });
                or(no_value, after)
            }
            Action::Forget(variables) => with(&enabled, &|variable| {
                let is_scalar = |ty: Type| (!matches!(ty, Type::Map(_))).then(|| Expr::Literal(Value::default_of(&ty)));
                variables.contains(&variable).then(|| is_scalar(type_of(source, procedure, variable))).flatten()
            }),
            Action::Havoc(variables) => {
                let tried = variables.iter().try_fold(enabled, |enabled, variable| {
                    if !enabled.mentions(*variable) {
                        return Some(enabled);
                    }
                    let values = few_values(&type_of(source, procedure, *variable))?;
                    let chosen = |value: Value| {
                        with(&enabled, &|other| (other == *variable).then(|| Expr::Literal(value.clone())))
                    };
                    Some(any(values.into_iter().map(chosen)))
                });
                tried.unwrap_or_else(|| unknown(command.span, open))
            }
            Action::Join { id, results } => {
                let found = any(joinable(source, layout, procedure, id, results).into_iter().map(|(_, found)| found));
                if is(&enabled, true) || is(&found, false) { found } else { unknown(command.span, open) }
            }
            Action::Enter(_) | Action::Output(_) => enabled,
            // What it does is not part of the guard, and what follows might depend on it.
            _ => unknown(command.span, open),
        };
    }
    enabled
}

fn unknown(span: Span, open: &mut BTreeSet<Span>) -> Expr {
    open.insert(span);
    bool(true)
}

fn type_of(source: &Source, procedure: &Procedure, variable: VarRef) -> Type {
    match variable {
        VarRef::Global(global) => source.program.global(global).ty.clone(),
        VarRef::Local(local) => procedure.local(local).ty.clone(),
    }
}

/// The threads that a join in the procedure may find, each with the condition that it does.
pub fn joinable(
    source: &Source,
    layout: &Layout,
    procedure: &Procedure,
    wanted: &[Expr],
    targets: &[VarRef],
) -> Vec<(usize, Expr)> {
    let mut found = Vec::new();
    for (number, thread) in source.threads.iter().enumerate() {
        let status = &layout.status[number];
        let root = source.program.procedure(thread.root);
        if let (Some(id), Some(finished), Some(joined)) = (&status.id, status.finished, status.joined)
            && fits(&source.program, procedure, wanted, targets, root, id)
        {
            let same = id.iter().zip(wanted).map(|((part, _), wanted)| equal(part.expr(), wanted.clone()));
            let is_found = all([Expr::global(finished), not(Expr::global(joined))].into_iter().chain(same));
            if !is(&is_found, false) {
                found.push((number, is_found));
            }
        }
    }
    found
}
