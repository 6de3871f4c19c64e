//! Variables that nobody will read any more are forgotten, so that states differ only in what matters.

use std::collections::BTreeSet;

use program::command::{Action, Command};
use program::expr::VarRef;
use program::ids::LocalId;
use program::procedure::{Edge, Procedure};

type Variables = BTreeSet<LocalId>;

/// Adds the actions that forget.
pub fn forget(procedure: &mut Procedure) {
    let live = live(procedure);
    let set = set(procedure, &live);
    for edge in &mut procedure.edges {
        let (before, left_over) = (&live[edge.from.index()], &set[edge.from.index()]);
        let mut dead: Variables = touched(edge).chain(before.union(left_over).copied()).collect();
        dead.retain(|variable| !live[edge.to.index()].contains(variable) && !used_by_call(edge).contains(variable));
        if edge.commands.iter().any(|command| matches!(command.action, Action::Unsupported(_))) {
            continue;
        }
        if !dead.is_empty() {
            let variables = dead.into_iter().map(VarRef::Local).collect();
            edge.commands.push(Command { action: Action::Forget(variables), span: edge.span });
        }
    }
}

/// The variables that are read from each node on before they are written.
fn live(procedure: &Procedure) -> Vec<Variables> {
    let mut live = vec![Variables::new(); procedure.nodes.len()];
    live[procedure.exit.index()].extend(&procedure.results);
    let mut is_stable = false;
    while !is_stable {
        is_stable = true;
        for edge in procedure.edges.iter().rev() {
            let mut before = live[edge.to.index()].clone();
            if let Some(call) = &edge.call {
                call.results.iter().filter_map(local).for_each(|result| {
                    before.remove(&result);
                });
                call.for_each_expr(|expr| expr.for_each_variable(&mut |variable| before.extend(local(&variable))));
            }
            for command in edge.commands.iter().rev() {
                command.action.for_each_target(|target| {
                    local(&target).map(|target| before.remove(&target));
                });
                command.action.for_each_expr(|expr| {
                    expr.for_each_variable(&mut |variable| before.extend(local(&variable)));
                });
            }
            let known = &mut live[edge.from.index()];
            let count = known.len();
            known.extend(before);
            is_stable &= known.len() == count;
        }
    }
    live
}

/// The variables that may hold something at each node without being read from there on.
fn set(procedure: &Procedure, live: &[Variables]) -> Vec<Variables> {
    let mut set = vec![Variables::new(); procedure.nodes.len()];
    let parameters = (0..procedure.parameters).map(LocalId::new);
    set[procedure.entry.index()].extend(parameters.filter(|it| !live[procedure.entry.index()].contains(it)));
    for edge in &procedure.edges {
        let left_over = used_by_call(edge).into_iter().filter(|it| !live[edge.to.index()].contains(it));
        set[edge.to.index()].extend(left_over.collect::<Vec<_>>());
    }
    set
}

fn local(variable: &VarRef) -> Option<LocalId> {
    match variable {
        VarRef::Local(local) => Some(*local),
        VarRef::Global(_) => None,
    }
}

/// The variables that the edge's actions write or read.
fn touched(edge: &Edge) -> impl Iterator<Item = LocalId> {
    let mut found = Vec::new();
    edge.for_each_write(&mut |variable| found.extend(local(&variable)));
    edge.for_each_read(&mut |variable| found.extend(local(&variable)));
    found.into_iter()
}

/// The variables that the edge's call reads, or its return writes.
fn used_by_call(edge: &Edge) -> Vec<LocalId> {
    let mut found = Vec::new();
    if let Some(call) = &edge.call {
        call.for_each_expr(|expr| expr.for_each_variable(&mut |variable| found.extend(local(&variable))));
        found.extend(call.results.iter().filter_map(local));
    }
    found
}
