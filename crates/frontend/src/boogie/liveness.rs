//! Liveness: which variables a piece of a program may read before it has written them.
//!
//! A variable that is live where a procedure starts has an arbitrary value that matters, and so one is chosen there.
//! For global variables a procedure is summed up by what it does to liveness, so that calls are exact;
//! a forked thread reads, from its fork on, all that it may read before writing.

use std::collections::{BTreeMap, BTreeSet};

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
///
/// Variables do not depend on each other here, so that they are looked at in portions: what is known of all nodes and all
/// variables at once would take too much memory in a program with many of both.
pub fn live_at_entry(procedure: &Procedure, summaries: &[Summary], at_exit: &Variables) -> Variables {
    let mut candidates = at_exit.clone();
    for edge in &procedure.edges {
        candidates.append(&mut live_before(edge, summaries, &Variables::new()));
    }
    let candidates: Vec<VarRef> = candidates.into_iter().collect();
    let effects = effects(procedure, &candidates);
    let is_live = |portion: &[VarRef], first: usize| {
        let mut live = vec![Portion::default(); procedure.nodes.len()];
        live[procedure.exit.index()] = Portion::of(portion, |variable| at_exit.contains(variable));
        let mut callees: BTreeMap<ProcId, (Portion, Portion)> = BTreeMap::new();
        let mut changed = true;
        while changed {
            changed = false;
            for (edge, effects) in procedure.edges.iter().zip(&effects).rev() {
                let mut before = live[edge.to.index()];
                for effect in effects {
                    match effect {
                        Effect::Writes(variable) => before.remove(variable.wrapping_sub(first)),
                        Effect::Reads(variable) => before.insert(variable.wrapping_sub(first)),
                        Effect::Starts(callee, start) => {
                            let (passes, reads) =
                                callees.entry(*callee).or_insert_with(|| of_callee(*callee, summaries, portion));
                            before.pass(if *start == Start::Call { *passes } else { Portion::ALL }, *reads);
                        }
                    }
                }
                let known = &mut live[edge.from.index()];
                let known_before = *known;
                known.pass(Portion::ALL, before);
                changed |= *known != known_before;
            }
        }
        live[procedure.entry.index()]
    };
    let mut found = Variables::new();
    for (index, portion) in candidates.chunks(Portion::SIZE).enumerate() {
        let live = is_live(portion, index * Portion::SIZE);
        found.extend(
            portion.iter().enumerate().filter(|(place, _)| live.contains(*place)).map(|(_, variable)| *variable),
        );
    }
    found
}

/// What an edge does to liveness, seen from its end to its start.
enum Effect {
    /// The candidate of this number is written.
    Writes(usize),
    /// It is read.
    Reads(usize),
    /// The procedure is called or forked.
    Starts(ProcId, Start),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Start {
    Call,
    Fork,
}

/// A set of variables among as many as one portion has.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Portion([u64; Portion::SIZE / 64]);

impl Portion {
    const SIZE: usize = 512;
    const ALL: Portion = Portion([u64::MAX; Portion::SIZE / 64]);

    fn of(variables: &[VarRef], contains: impl Fn(&VarRef) -> bool) -> Portion {
        let mut portion = Portion::default();
        variables
            .iter()
            .enumerate()
            .filter(|(_, variable)| contains(variable))
            .for_each(|(place, _)| portion.insert(place));
        portion
    }

    fn contains(&self, place: usize) -> bool {
        self.0[place / 64] >> (place % 64) & 1 == 1
    }

    /// Places of other portions do nothing.
    fn insert(&mut self, place: usize) {
        if let Some(word) = self.0.get_mut(place / 64) {
            *word |= 1 << (place % 64);
        }
    }

    /// Places of other portions do nothing.
    fn remove(&mut self, place: usize) {
        if let Some(word) = self.0.get_mut(place / 64) {
            *word &= !(1 << (place % 64));
        }
    }

    /// Keeps those that may pass, and adds others.
    fn pass(&mut self, passing: Portion, added: Portion) {
        for (word, (passing, added)) in self.0.iter_mut().zip(passing.0.iter().zip(added.0)) {
            *word = *word & passing | added;
        }
    }
}

/// What a call of the procedure lets pass, and what it reads.
fn of_callee(callee: ProcId, summaries: &[Summary], portion: &[VarRef]) -> (Portion, Portion) {
    let Some(summary) = summaries.get(callee.index()) else { return (Portion::ALL, Portion::default()) };
    let passes = |variable: &VarRef| matches!(variable, VarRef::Local(_)) || summary.passes.contains(variable);
    (Portion::of(portion, passes), Portion::of(portion, |variable| summary.reads.contains(variable)))
}

/// The effects of every edge.
fn effects(procedure: &Procedure, candidates: &[VarRef]) -> Vec<Vec<Effect>> {
    let number = |variable: VarRef| candidates.binary_search(&variable).ok();
    let reads = |expr: &Expr, effects: &mut Vec<Effect>| {
        expr.for_each_variable(&mut |variable| effects.extend(number(variable).map(Effect::Reads)));
    };
    let of_edge = |edge: &Edge| {
        let mut effects = Vec::new();
        if let Some(call) = &edge.call {
            effects.extend(call.results.iter().filter_map(|result| number(*result)).map(Effect::Writes));
            if let Callee::Procedure(callee) = call.callee {
                effects.push(Effect::Starts(callee, Start::Call));
            }
            call.for_each_expr(|expr| reads(expr, &mut effects));
        }
        for command in edge.commands.iter().rev() {
            command.action.for_each_target(|target| effects.extend(number(target).map(Effect::Writes)));
            if let Action::Fork { callee: Callee::Procedure(callee), .. } = command.action {
                effects.push(Effect::Starts(callee, Start::Fork));
            }
            command.action.for_each_expr(|expr| reads(expr, &mut effects));
        }
        effects
    };
    procedure.edges.iter().map(of_edge).collect()
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
