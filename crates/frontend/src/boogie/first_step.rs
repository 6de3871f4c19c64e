//! The first step of a procedure: arbitrary values for the variables that may be read before they are written.
//!
//! The first step of the program also chooses global variables and constants, and assumes what is known of them.

use std::collections::BTreeSet;

use program::command::{Action, Command};
use program::expr::{BinaryOp, Expr, VarRef};
use program::ids::NodeId;
use program::procedure::{Edge, Node, Procedure};
use program::span::Span;
use program::value::Value;

use crate::boogie::builder::global_where_clause;
use crate::boogie::constants::{Axioms, Fact};
use crate::boogie::fold::fold;
use crate::boogie::liveness::{Summary, Variables, live_at_entry};
use crate::boogie::procedures::Lowered;
use crate::boogie::session::{Session, as_constant, constant_variable};
use crate::error::Result;

/// Adds the first step of a procedure that is called or forked, if it needs one.
pub fn of_procedure(lowered: &mut Lowered) -> Result<()> {
    let procedure = &lowered.procedure;
    let results: Variables = procedure.results.iter().map(|result| VarRef::Local(*result)).collect();
    let mut chosen = live_at_entry(procedure, &[], &results);
    chosen.retain(|variable| is_unset_local(procedure, *variable));
    let mut assumptions = Vec::new();
    close(&mut chosen, &mut assumptions, |variable| match variable {
        VarRef::Local(local) => Ok(lowered.conditions.get(&local).cloned()),
        VarRef::Global(_) => Ok(None),
    })?;
    chosen.retain(|variable| is_unset_local(procedure, *variable));
    let commands = commands(chosen, assumptions, procedure.span);
    prepend(&mut lowered.procedure, commands);
    Ok(())
}

/// Adds the first step of the program to the procedure that it starts at.
///
/// Parameters have become ordinary variables by now. The assumptions are those made before anything happens.
pub fn of_program(
    session: &Session<'_>,
    start: &mut Lowered,
    summaries: &[Summary],
    mut assumptions: Vec<Fact>,
    axioms: &Axioms,
) -> Result<()> {
    let span = start.procedure.span;
    let mut chosen = live_at_entry(&start.procedure, summaries, &Variables::new());
    for (condition, _) in &assumptions {
        chosen.extend(variables(condition));
    }
    close(&mut chosen, &mut assumptions, |variable| match variable {
        VarRef::Local(local) => Ok(start.conditions.get(&local).cloned()),
        VarRef::Global(global) => global_where_clause(session, global.index()),
    })?;
    let mut facts = facts_about(&mut chosen, &axioms.facts);
    for axiom in &axioms.unexecutable {
        axiom.check(session, &chosen)?;
    }
    facts.extend(differences(session, &chosen, span));
    facts.extend(assumptions);
    let hidden = session.hidden_values();
    chosen.retain(|variable| !hidden.iter().any(|(known, _)| known == variable));
    let mut commands = commands(chosen, facts, span);
    if !hidden.is_empty() {
        commands.insert(0, Command { action: Action::Assign(hidden), span });
    }
    prepend(&mut start.procedure, commands);
    Ok(())
}

fn variables(expr: &Expr) -> Variables {
    let mut found = Variables::new();
    expr.for_each_variable(&mut |variable| {
        found.insert(variable);
    });
    found
}

fn is_unset_local(procedure: &Procedure, variable: VarRef) -> bool {
    matches!(variable, VarRef::Local(local) if local.index() >= procedure.parameters)
}

/// What a `where` clause mentions must be chosen as well.
fn close(
    chosen: &mut Variables,
    assumptions: &mut Vec<Fact>,
    where_clause: impl Fn(VarRef) -> Result<Option<(Expr, Span)>>,
) -> Result<()> {
    let mut work: Vec<VarRef> = chosen.iter().rev().copied().collect();
    while let Some(variable) = work.pop() {
        let Some((condition, span)) = where_clause(variable)? else { continue };
        condition.for_each_variable(&mut |mentioned| {
            if chosen.insert(mentioned) {
                work.push(mentioned);
            }
        });
        assumptions.push((condition, span));
    }
    Ok(())
}

/// The axioms that say something about chosen constants; the constants that they mention are chosen as well.
fn facts_about(chosen: &mut Variables, axioms: &[Fact]) -> Vec<Fact> {
    let mut taken = BTreeSet::new();
    loop {
        let before = taken.len();
        for (index, (axiom, _)) in axioms.iter().enumerate() {
            let mentioned = variables(axiom);
            let is_relevant = mentioned.iter().any(|variable| chosen.contains(variable));
            if is_relevant && taken.insert(index) {
                chosen.extend(mentioned);
            }
        }
        if taken.len() == before {
            return taken.into_iter().map(|index| axioms[index].clone()).collect();
        }
    }
}

/// `unique` constants of one type are different; those of declared types are so by their representation.
fn differences(session: &Session<'_>, chosen: &Variables, span: Span) -> Vec<Fact> {
    let constants = &session.declarations.constants;
    let is_open = |index: &usize| chosen.iter().any(|variable| as_constant(*variable) == Some(*index));
    let value_of = |index: usize| match session.constant_values.get(&index) {
        Some(value) => value.expr.clone(),
        None => Expr::Variable(constant_variable(index)),
    };
    let unique: Vec<usize> = (0..constants.len())
        .filter(|index| constants[*index].declaration.unique && constants[*index].element.is_none())
        .filter(|index| is_open(index) || session.constant_values.contains_key(index))
        .collect();
    let mut differences = Vec::new();
    for (position, first) in unique.iter().enumerate() {
        for second in &unique[position + 1..] {
            if constants[*first].ty != constants[*second].ty {
                continue;
            }
            let different = Expr::binary(BinaryOp::NotEqual, value_of(*first), value_of(*second));
            let different = fold(different);
            if different != Expr::Literal(Value::Bool(true)) {
                differences.push((different, span));
            }
        }
    }
    differences
}

fn commands(chosen: Variables, assumptions: Vec<Fact>, span: Span) -> Vec<Command> {
    let mut commands = Vec::new();
    if !chosen.is_empty() {
        commands.push(Command { action: Action::Havoc(chosen.into_iter().collect()), span });
    }
    let assume = |(condition, span)| Command { action: Action::Assume(condition), span };
    commands.extend(assumptions.into_iter().map(assume));
    commands
}

/// Puts a step in front of the procedure, unless there is nothing to do in it.
fn prepend(procedure: &mut Procedure, commands: Vec<Command>) {
    if commands.is_empty() {
        return;
    }
    let shifted = |node: NodeId| NodeId(node.0 + 1);
    for edge in &mut procedure.edges {
        edge.from = shifted(edge.from);
        edge.to = shifted(edge.to);
    }
    let first = NodeId(0);
    let (to, span) = (shifted(procedure.entry), procedure.span);
    // Values that nothing satisfies make a run that is none, not a thread that hangs.
    procedure.nodes.insert(0, Node { discards: true, ..Node::default() });
    procedure.edges.insert(0, Edge { from: first, to, commands, call: None, spurious: false, eventually: None, span });
    procedure.entry = first;
    procedure.exit = shifted(procedure.exit);
}
