//! Whether a program may look at bits that have no value: to do so is an error, for which letters have no word.
//!
//! Such bits come from literals only: what is in memory that was never written. A local variable that may hold some may be copied and
//! overwritten; anything else that is done with it is refused. Which local variables do is found out along all ways through the procedure.
//! For a global variable to which such a literal is assigned there is a truth value that says whether it holds a value
//! ([`super::cases::Surroundings::presence`]); nothing else without a value may be assigned to one.

use std::collections::{BTreeMap, BTreeSet};

use crate::bytes::Byte;
use crate::command::Action;
use crate::expr::{BinaryOp, Expr, UnaryOp, VarRef};
use crate::ids::{GlobalId, LocalId, NodeId};
use crate::linear::cases::NotLinear;
use crate::procedure::{Edge, Procedure};
use crate::program::Program;
use crate::value::Value;

/// The local variables that may hold bits without a value.
type Vague = BTreeSet<LocalId>;

/// Fails if the procedure, with which a thread begins, may do anything with bits without a value but move them about.
pub fn is_never_looked_at(procedure: &Procedure) -> Result<(), NotLinear> {
    let mut is_there = false;
    for command in procedure.edges.iter().flat_map(|edge| &edge.commands) {
        command.action.for_each_expr(|expr| expr.for_each_literal(&mut |value| is_there |= is_vague(value)));
    }
    if !is_there {
        return Ok(());
    }
    let mut known: BTreeMap<NodeId, Vague> = BTreeMap::from([(procedure.entry, Vague::new())]);
    let mut waiting = vec![procedure.entry];
    while let Some(node) = waiting.pop() {
        for number in procedure.edges_from(node) {
            let edge = &procedure.edges[number];
            let after = followed(edge, known[&node].clone())?;
            let is_new = !known.contains_key(&edge.to);
            let before = known.entry(edge.to).or_default();
            let count = before.len();
            before.extend(after);
            if is_new || before.len() > count {
                waiting.push(edge.to);
            }
        }
    }
    // Whoever joins the thread gets its results.
    let is_vague = |result: &&LocalId| known.get(&procedure.exit).is_some_and(|vague| vague.contains(*result));
    if procedure.results.iter().any(|result| is_vague(&result)) {
        return Err(NotLinear { what: "a value that may not be there".to_owned(), span: procedure.span });
    }
    Ok(())
}

fn followed(edge: &Edge, mut vague: Vague) -> Result<Vague, NotLinear> {
    for command in &edge.commands {
        let refused = || NotLinear { what: "a value that may not be there".to_owned(), span: command.span };
        match &command.action {
            Action::Assign(assignments) => {
                let mut holds: Vec<(VarRef, bool)> = Vec::new();
                for (target, expr) in assignments {
                    // Of a global variable it is known at any time whether its bits have values (`Surroundings::presence`).
                    let is_told = matches!(target, VarRef::Global(_)) && is_written_out(expr);
                    let is_vague = copies(expr, &vague).ok_or_else(refused)?;
                    holds.push((*target, is_vague && !is_told));
                }
                for (target, is_vague) in holds {
                    match target {
                        VarRef::Global(_) if is_vague => return Err(refused()),
                        VarRef::Global(_) => {}
                        VarRef::Local(local) if is_vague => {
                            vague.insert(local);
                        }
                        VarRef::Local(local) => {
                            vague.remove(&local);
                        }
                    }
                }
            }
            Action::Havoc(targets) | Action::Forget(targets) | Action::Join { results: targets, .. } => {
                for target in targets {
                    if let VarRef::Local(local) = target {
                        vague.remove(local);
                    }
                }
            }
            // What is written for people to read is no concern of the program's.
            Action::Output(_) => {}
            other => {
                let mut is_fine = true;
                other.for_each_expr(|expr| is_fine &= !mentions(expr, &vague));
                if !is_fine {
                    return Err(refused());
                }
            }
        }
    }
    Ok(vague)
}

/// Whether the value of the expression may have bits without a value; nothing if it is not only a copy of those that have.
fn copies(expr: &Expr, vague: &Vague) -> Option<bool> {
    if !mentions(expr, vague) {
        return Some(false);
    }
    match expr {
        Expr::Literal(_) | Expr::Variable(_) => Some(true),
        Expr::Unary(
            UnaryOp::Extract { .. }
            | UnaryOp::ZeroExtend(_)
            | UnaryOp::SignExtend(_)
            | UnaryOp::BitsToPointer
            | UnaryOp::PointerToBits,
            operand,
        ) => copies(operand, vague),
        Expr::Binary(BinaryOp::Concat, left, right) => {
            copies(left, vague)?;
            copies(right, vague)
        }
        Expr::If(condition, first, second) if !mentions(condition, vague) => {
            Some(copies(first, vague)? | copies(second, vague)?)
        }
        _ => None,
    }
    .map(|_| true)
}

fn mentions(expr: &Expr, vague: &Vague) -> bool {
    let mut found = false;
    expr.for_each_literal(&mut |value| found |= is_vague(value));
    expr.for_each_variable(&mut |variable| {
        found |= matches!(variable, VarRef::Local(local) if vague.contains(&local));
    });
    found
}

/// The global variables to which bits without a value are assigned.
pub fn global_variables(program: &Program) -> BTreeSet<GlobalId> {
    let mut found = BTreeSet::new();
    let edges = program.procedures.iter().flat_map(|procedure| &procedure.edges);
    for command in edges.flat_map(|edge| &edge.commands) {
        let Action::Assign(assignments) = &command.action else { continue };
        for (target, expr) in assignments {
            if let VarRef::Global(global) = target
                && is_nothing(expr)
            {
                found.insert(*global);
            }
        }
    }
    found
}

/// Whether the expression is a literal some of whose bits have no value, as bits or as a pointer.
pub fn is_nothing(expr: &Expr) -> bool {
    match expr {
        Expr::Literal(value) => is_vague(value),
        Expr::Unary(UnaryOp::BitsToPointer, operand) => is_nothing(operand),
        _ => false,
    }
}

/// Whether the expression is a literal, as bits or as a pointer.
fn is_written_out(expr: &Expr) -> bool {
    matches!(expr, Expr::Literal(_)) || is_nothing(expr)
}

/// Whether some of its bits have no value.
pub fn is_vague(value: &Value) -> bool {
    match value {
        Value::Vague(_) => true,
        Value::Parts(bytes) => bytes.iter().any(|byte| matches!(byte, Byte::Vague { .. })),
        Value::Map(_) => true,
        _ => false,
    }
}
