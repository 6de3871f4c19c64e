//! Where threads may have to wait, and for what.
//!
//! That a thread is disabled throughout a cycle is asked of every state the cycle comes to. At most locations the answer is known without a look:
//! one of the edges has no guard, or two of them have a condition and its negation. At the others, only what stands in front
//! of an edge's last guard matters.

use std::collections::BTreeSet;

use program::command::{Action, Command};
use program::expr::{Expr, UnaryOp, VarRef};
use program::ids::{EdgeId, GlobalId, NodeId};
use program::procedure::{Edge, Procedure};

/// A location at which a thread may have to wait.
#[derive(Clone, Debug)]
pub struct Wait {
    /// The edges of which one must be enabled.
    pub edges: Vec<EdgeId>,
    /// The global variables that say so.
    pub reads: BTreeSet<GlobalId>,
    /// Whether it depends on other threads as well.
    pub joins: bool,
}

/// What a thread waits for at the location; nothing if it can always go on.
pub fn wait_at(procedure: &Procedure, node: NodeId) -> Option<Wait> {
    let edges: Vec<usize> = procedure.edges_from(node).filter(|edge| !procedure.edges[*edge].spurious).collect();
    let guards: Vec<&[Command]> = edges.iter().map(|edge| guards(&procedure.edges[*edge])).collect();
    if is_complete(&guards) {
        return None;
    }
    let mut wait =
        Wait { edges: edges.iter().copied().map(EdgeId::new).collect(), reads: BTreeSet::new(), joins: false };
    for command in guards.into_iter().flatten() {
        wait.joins |= matches!(command.action, Action::Join { .. } | Action::Fork { .. });
        command.action.for_each_expr(|expr| {
            expr.for_each_variable(&mut |variable| {
                if let VarRef::Global(global) = variable {
                    wait.reads.insert(global);
                }
            });
        });
    }
    Some(wait)
}

/// The commands of the edge to the last one that may have to wait.
pub fn guards(edge: &Edge) -> &[Command] {
    let waits = |command: &Command| matches!(command.action, Action::Assume(_) | Action::Join { .. });
    let count = edge.commands.iter().rposition(waits).map_or(0, |last| last + 1);
    &edge.commands[..count]
}

/// Whether one of the guards lets through in every state: they are the leaves of a tree of questions.
fn is_complete(guards: &[&[Command]]) -> bool {
    if guards.iter().any(|commands| commands.is_empty()) {
        return true;
    }
    let Some(first) = guards.first().and_then(|commands| commands.first()) else { return false };
    let Action::Assume(condition) = &first.action else {
        // All that do the same first.
        let same: Vec<&[Command]> = rest_after(guards, |action| *action == first.action);
        // Whatever it is must not wait itself.
        let goes_on = !matches!(first.action, Action::Join { .. } | Action::Unsupported(_));
        return goes_on && is_complete(&same)
            || same.len() < guards.len() && {
                let others: Vec<&[Command]> =
                    guards.iter().copied().filter(|commands| commands[0].action != first.action).collect();
                is_complete(&others)
            };
    };
    let (positive, negative) = match condition {
        Expr::Unary(UnaryOp::Not, inner) => ((**inner).clone(), condition.clone()),
        other => (other.clone(), Expr::unary(UnaryOp::Not, other.clone())),
    };
    let with = |wanted: &Expr| rest_after(guards, |action| *action == Action::Assume(wanted.clone()));
    is_complete(&with(&positive)) && is_complete(&with(&negative))
}

/// What comes after a first command like this.
fn rest_after<'a>(guards: &[&'a [Command]], is_wanted: impl Fn(&Action) -> bool) -> Vec<&'a [Command]> {
    guards.iter().filter(|commands| is_wanted(&commands[0].action)).map(|commands| &commands[1..]).collect()
}
