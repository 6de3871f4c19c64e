//! Making a program smaller, to find out which part of it a failing test needs.

use crate::command::{Action, Callee, Command};
use crate::ids::{NodeId, ProcId};
use crate::procedure::Procedure;
use crate::program::{EndRule, Program};
use crate::validate::validate;

/// Valid programs that are a little smaller or simpler than this one, the greatest changes first.
pub fn shrink(program: &Program) -> Vec<Program> {
    let mut smaller = Vec::new();
    without_a_start(program, &mut smaller);
    for index in 0..program.procedures.len() {
        let procedure = &program.procedures[index];
        let mut with = |changed: Procedure| {
            let mut copy = program.clone();
            copy.procedures[index] = changed;
            smaller.push(copy);
        };
        without_an_edge(procedure, &mut with);
        without_a_step(procedure, &mut with);
        without_a_command(procedure, &mut with);
        without_a_mark(procedure, &mut with);
        without_a_section(procedure, &mut with);
        without_an_idle_node(procedure, &mut with);
    }
    if program.end == EndRule::MainThread {
        smaller.push(Program { end: EndRule::AllThreads, ..program.clone() });
    }
    smaller.retain(|candidate| candidate != program && validate(candidate).is_ok());
    smaller
}

/// The smallest program found by shrinking again and again as long as the test fails.
pub fn minimise(program: &Program, fails: &dyn Fn(&Program) -> bool) -> Program {
    let mut smallest = program.clone();
    while let Some(next) = shrink(&smallest).into_iter().find(|candidate| fails(candidate)) {
        smallest = next;
    }
    smallest
}

fn without_a_start(program: &Program, smaller: &mut Vec<Program>) {
    for index in 0..program.start.len() {
        let mut copy = program.clone();
        copy.start.remove(index);
        smaller.push(copy);
    }
    // The last procedure goes if nobody uses it: validity fails otherwise, but for uses through pointers.
    let last = ProcId::new(program.procedures.len() - 1);
    if !program.start.contains(&last) && !has_calls_through_pointers(program) {
        let mut copy = program.clone();
        copy.procedures.pop();
        smaller.push(copy);
    }
}

/// Whether some call or fork does not name its procedure.
pub fn has_calls_through_pointers(program: &Program) -> bool {
    let is_pointer = |callee: &Callee| matches!(callee, Callee::Pointer(_));
    let forks = |command: &Command| matches!(&command.action, Action::Fork { callee, .. } if is_pointer(callee));
    let mut edges = program.procedures.iter().flat_map(|procedure| &procedure.edges);
    edges.any(|edge| edge.call.as_ref().is_some_and(|call| is_pointer(&call.callee)) || edge.commands.iter().any(forks))
}

fn without_an_edge(procedure: &Procedure, with: &mut impl FnMut(Procedure)) {
    for edge in 0..procedure.edges.len() {
        let mut copy = procedure.clone();
        copy.edges.remove(edge);
        with(copy);
    }
}

/// The two ends of an edge become one node.
fn without_a_step(procedure: &Procedure, with: &mut impl FnMut(Procedure)) {
    for index in 0..procedure.edges.len() {
        let mut copy = procedure.clone();
        let gone = copy.edges.remove(index);
        if gone.from == gone.to || gone.from == procedure.entry && gone.to == procedure.exit {
            continue;
        }
        for edge in &mut copy.edges {
            if edge.to == gone.from {
                edge.to = gone.to;
            }
            if edge.from == gone.from {
                edge.from = gone.to;
            }
        }
        if copy.entry == gone.from {
            copy.entry = gone.to;
        }
        copy.edges.sort_by_key(|edge| edge.from);
        with(copy);
    }
}

fn without_a_command(procedure: &Procedure, with: &mut impl FnMut(Procedure)) {
    for edge in 0..procedure.edges.len() {
        if procedure.edges[edge].call.is_some() {
            let mut copy = procedure.clone();
            copy.edges[edge].call = None;
            with(copy);
        }
        for command in 0..procedure.edges[edge].commands.len() {
            let mut copy = procedure.clone();
            copy.edges[edge].commands.remove(command);
            with(copy);
        }
    }
}

/// A step becomes an ordinary one.
fn without_a_mark(procedure: &Procedure, with: &mut impl FnMut(Procedure)) {
    for edge in 0..procedure.edges.len() {
        if procedure.edges[edge].spurious || procedure.edges[edge].eventually.is_some() {
            let mut copy = procedure.clone();
            (copy.edges[edge].spurious, copy.edges[edge].eventually) = (false, None);
            with(copy);
        }
    }
}

/// A node becomes an ordinary one, or the procedure does.
fn without_a_section(procedure: &Procedure, with: &mut impl FnMut(Procedure)) {
    if procedure.section.is_some() {
        with(Procedure { section: None, ..procedure.clone() });
    }
    if procedure.wraps {
        with(Procedure { wraps: false, ..procedure.clone() });
    }
    for node in 0..procedure.nodes.len() {
        if procedure.nodes[node].discards {
            let mut copy = procedure.clone();
            copy.nodes[node].discards = false;
            with(copy);
        }
        if procedure.nodes[node].section.is_some() {
            let mut copy = procedure.clone();
            copy.nodes[node].section = None;
            with(copy);
        }
    }
}

/// The last node goes if no edge uses it.
fn without_an_idle_node(procedure: &Procedure, with: &mut impl FnMut(Procedure)) {
    let last = NodeId::new(procedure.nodes.len() - 1);
    let is_used = procedure.edges.iter().any(|edge| edge.from == last || edge.to == last);
    if !is_used && procedure.entry != last && procedure.exit != last {
        let mut copy = procedure.clone();
        copy.nodes.pop();
        with(copy);
    }
}
