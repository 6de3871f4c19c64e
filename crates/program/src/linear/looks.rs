//! Which variables count: what somebody looks at.

use std::collections::BTreeSet;

use crate::command::Action;
use crate::expr::Expr;
use crate::ids::ProcId;
use crate::linear::cases::is_harmless;
use crate::linear::signs::{Owned, owned};
use crate::linear::vague;
use crate::program::Program;

/// The variables that somebody looks at, or that hold what a step has chosen. What the others hold makes no difference to anything, not even
/// to whether a state is the same as another.
pub(crate) fn read(program: &Program) -> BTreeSet<Owned> {
    let mut found = BTreeSet::new();
    for (number, procedure) in program.procedures.iter().enumerate() {
        let own = ProcId::new(number);
        found.extend(procedure.results.iter().map(|result| Owned::Local(own, *result)));
        for edge in &procedure.edges {
            edge.for_each_read(&mut |variable| {
                found.insert(owned(own, variable));
            });
            for command in &edge.commands {
                if let Action::Havoc(targets) | Action::Join { results: targets, .. } = &command.action {
                    found.extend(targets.iter().map(|target| owned(own, *target)));
                }
            }
        }
    }
    found
}

/// Those among them that make a difference to which steps there are: others are looked at only to find out what such others become. States
/// that differ in these are not the same, and so nothing is said of lassos.
pub fn counting(program: &Program) -> BTreeSet<Owned> {
    let mut found = BTreeSet::new();
    // By variable, those of which it is made.
    let mut made_of: Vec<(Owned, BTreeSet<Owned>)> = Vec::new();
    let may_be_absent = vague::global_variables(program);
    for (number, procedure) in program.procedures.iter().enumerate() {
        let own = ProcId::new(number);
        found.extend(procedure.results.iter().map(|result| Owned::Local(own, *result)));
        for edge in &procedure.edges {
            if let Some(call) = &edge.call {
                call.for_each_expr(|expr| found.extend(variables_in(own, expr)));
            }
            for action in edge.commands.iter().map(|command| &command.action) {
                let Action::Assign(assignments) = action else {
                    action.for_each_expr(|expr| found.extend(variables_in(own, expr)));
                    if let Action::Havoc(targets) | Action::Join { results: targets, .. } = action {
                        found.extend(targets.iter().map(|target| owned(own, *target)));
                    }
                    continue;
                };
                for (target, expr) in assignments {
                    let parts = variables_in(own, expr);
                    let may_fail = |part: &Owned| matches!(part, Owned::Global(it) if may_be_absent.contains(it));
                    // To compute what fails is to look at it.
                    if !is_harmless(expr) || parts.iter().any(may_fail) {
                        found.extend(parts);
                    } else {
                        made_of.push((owned(own, *target), parts));
                    }
                }
            }
        }
    }
    loop {
        let before = found.len();
        let (needed, rest): (Vec<_>, Vec<_>) = made_of.into_iter().partition(|(target, _)| found.contains(target));
        found.extend(needed.into_iter().flat_map(|(_, parts)| parts));
        made_of = rest;
        if found.len() == before {
            return found;
        }
    }
}

fn variables_in(own: ProcId, expr: &Expr) -> BTreeSet<Owned> {
    let mut found = BTreeSet::new();
    expr.for_each_variable(&mut |variable| {
        found.insert(owned(own, variable));
    });
    found
}
