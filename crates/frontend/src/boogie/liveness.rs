//! Liveness: which variables a piece of a program may read before it has written them.
//!
//! A variable that is live where a procedure starts has an arbitrary value that matters, and so one is chosen there.
//! For global variables a procedure is summed up by what it does to liveness, so that calls are exact;
//! a forked thread reads, from its fork on, all that it may read before writing.

use std::collections::BTreeSet;

use program::command::{Action, Call, Callee, Command};
use program::expr::{Expr, VarRef};
use program::ids::ProcId;
use program::procedure::{Edge, Procedure};

use crate::boogie::call_graph::CallGraph;
use crate::boogie::components::components;

/// A set of variables.
pub type Variables = BTreeSet<VarRef>;

/// What a procedure does to the liveness of global variables.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// May be read before they are written.
    pub reads: Variables,
    /// May come through to the exit without being written; those read before are not needed here.
    pub passes: Variables,
}

/// The variables live at the procedure's entry, if `at_exit` are live at its exit.
pub fn live_at_entry(procedure: &Procedure, summaries: &[Summary], at_exit: &Variables) -> Variables {
    let mut live = vec![Variables::new(); procedure.nodes.len()];
    live[procedure.exit.index()] = at_exit.clone();
    let mut changed = true;
    while changed {
        changed = false;
        for edge in procedure.edges.iter().rev() {
            let before = live_before(edge, summaries, &live[edge.to.index()]);
            let known = &mut live[edge.from.index()];
            let count = known.len();
            known.extend(before);
            changed |= known.len() > count;
        }
    }
    live.swap_remove(procedure.entry.index())
}

/// The summaries of all procedures, by iteration from below.
///
/// Callees come before their callers, so that only procedures that call each other in a circle are looked at repeatedly.
pub fn summaries(procedures: &[(ProcId, Procedure)], calls: &CallGraph, globals: &Variables) -> Vec<Summary> {
    let started = calls.started();
    let component_of = components(&started);
    let mut order: Vec<&(ProcId, Procedure)> = procedures.iter().collect();
    order.sort_by_key(|(id, _)| component_of[id.index()]);
    let mut summaries = vec![Summary::default(); started.len()];
    for circle in order.chunk_by(|(one, _), (other, _)| component_of[one.index()] == component_of[other.index()]) {
        let mut changed = true;
        while changed {
            changed = false;
            for (id, procedure) in circle {
                let summary = summary(procedure, &summaries, globals);
                let calls_back =
                    started[id.index()].iter().any(|callee| component_of[*callee] == component_of[id.index()]);
                changed |= calls_back && summary != summaries[id.index()];
                summaries[id.index()] = summary;
            }
        }
    }
    summaries
}

fn summary(procedure: &Procedure, summaries: &[Summary], globals: &Variables) -> Summary {
    let live = |at_exit: &Variables| {
        let mut live = live_at_entry(procedure, summaries, at_exit);
        live.retain(|variable| matches!(variable, VarRef::Global(_)));
        live
    };
    Summary { reads: live(&Variables::new()), passes: live(globals) }
}

/// Takes from every `havoc` of the commands the variables among `candidates` that are not read later on.
pub fn drop_dead_choices(commands: &mut Vec<Command>, candidates: &Variables) {
    let mut live = Variables::new();
    for command in commands.iter_mut().rev() {
        if let Action::Havoc(targets) = &mut command.action {
            targets.retain(|target| live.contains(target) || !candidates.contains(target));
        }
        live_before_action(&command.action, &[], &mut live);
    }
    commands.retain(|command| !matches!(&command.action, Action::Havoc(targets) if targets.is_empty()));
}

fn live_before(edge: &Edge, summaries: &[Summary], after: &Variables) -> Variables {
    let mut live = after.clone();
    if let Some(call) = &edge.call {
        live_before_call(call, summaries, &mut live);
    }
    for command in edge.commands.iter().rev() {
        live_before_action(&command.action, summaries, &mut live);
    }
    live
}

fn live_before_call(call: &Call, summaries: &[Summary], live: &mut Variables) {
    for result in &call.results {
        live.remove(result);
    }
    if let Callee::Procedure(callee) = call.callee
        && let Some(summary) = summaries.get(callee.index())
    {
        live.retain(|variable| matches!(variable, VarRef::Local(_)) || summary.passes.contains(variable));
        live.extend(summary.reads.iter().copied());
    }
    call.for_each_expr(|expr| read(expr, live));
}

fn live_before_action(action: &Action, summaries: &[Summary], live: &mut Variables) {
    action.for_each_target(|target| {
        live.remove(&target);
    });
    if let Action::Fork { callee: Callee::Procedure(callee), .. } = action {
        live.extend(reads_of(*callee, summaries));
    }
    action.for_each_expr(|expr| read(expr, live));
}

fn reads_of(callee: ProcId, summaries: &[Summary]) -> impl Iterator<Item = VarRef> + '_ {
    summaries.get(callee.index()).into_iter().flat_map(|summary| summary.reads.iter().copied())
}

fn read(expr: &Expr, live: &mut Variables) {
    expr.for_each_variable(&mut |variable| {
        live.insert(variable);
    });
}
