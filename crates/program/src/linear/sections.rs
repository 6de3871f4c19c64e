//! Whether a section that a thread leaves is always open: to leave one that is not is an error, for which letters have no word.
//!
//! How often a section is open at least is counted along all ways through the procedure. Sections are told apart by kind and object, where
//! objects are literals; which of several sections another object may be is not known, so that leaving one is refused. Sections that a
//! command opens are a thread's own, and no other thread leaves them.

use std::collections::BTreeMap;

use crate::command::{Action, Section};
use crate::expr::Expr;
use crate::ids::{NodeId, SectionKindId};
use crate::linear::cases::NotLinear;
use crate::procedure::{Edge, Procedure};
use crate::value::Value;

/// How often sections are open at least; those that are missing may not be open at all.
type Open = BTreeMap<(SectionKindId, Option<Value>), u32>;

/// A section that is open more often counts as open this often.
const MOST: u32 = 16;

/// Fails if the procedure, with which a thread begins, may leave a section that is not open.
pub fn are_open(procedure: &Procedure) -> Result<(), NotLinear> {
    if !procedure.edges.iter().flat_map(|edge| &edge.commands).any(|it| matches!(it.action, Action::Leave(_))) {
        return Ok(());
    }
    let mut known: BTreeMap<NodeId, Open> = BTreeMap::from([(procedure.entry, Open::new())]);
    let mut waiting = vec![procedure.entry];
    while let Some(node) = waiting.pop() {
        for number in procedure.edges_from(node) {
            let edge = &procedure.edges[number];
            // Whatever is left without being open is found out at the end, when no less is known any more.
            let after = followed(edge, known[&node].clone()).0;
            let merged = match known.get(&edge.to) {
                Some(before) => fewer(before, &after),
                None => after,
            };
            if known.get(&edge.to) != Some(&merged) {
                known.insert(edge.to, merged);
                waiting.push(edge.to);
            }
        }
    }
    for edge in &procedure.edges {
        let Some(open) = known.get(&edge.from) else { continue };
        followed(edge, open.clone()).1?;
    }
    Ok(())
}

/// What is open after the edge, and whether all that it leaves was.
fn followed(edge: &Edge, mut open: Open) -> (Open, Result<(), NotLinear>) {
    let mut is_fine = Ok(());
    for command in &edge.commands {
        match &command.action {
            Action::Enter(section) => {
                if let Some(name) = name(section) {
                    let count = open.entry(name).or_default();
                    *count = (*count + 1).min(MOST);
                }
            }
            Action::Leave(section) => match name(section).filter(|name| open.contains_key(name)) {
                Some(name) => match open.get_mut(&name) {
                    Some(count) if *count > 1 => *count -= 1,
                    _ => {
                        open.remove(&name);
                    }
                },
                None => {
                    let what = "the end of a section that may not be open".to_owned();
                    is_fine = is_fine.and(Err(NotLinear { what, span: command.span }));
                    open.clear();
                }
            },
            _ => {}
        }
    }
    (open, is_fine)
}

fn name(section: &Section) -> Option<(SectionKindId, Option<Value>)> {
    match &section.object {
        None => Some((section.kind, None)),
        Some(Expr::Literal(value)) => Some((section.kind, Some(value.clone()))),
        Some(_) => None,
    }
}

fn fewer(first: &Open, second: &Open) -> Open {
    let least =
        |(name, count): (&(SectionKindId, Option<Value>), &u32)| Some((name.clone(), *second.get(name)?.min(count)));
    first.iter().filter_map(least).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::Command;
    use crate::procedure::Node;
    use crate::span::Span;

    fn procedure(edges: &[(u32, u32, &str)]) -> Procedure {
        let section = || Section { kind: SectionKindId(0), object: None };
        let command = |letter: char| {
            let action = if letter == 'e' { Action::Enter(section()) } else { Action::Leave(section()) };
            Command { action, span: Span::NOWHERE }
        };
        let edge = |(from, to, does): &(u32, u32, &str)| Edge {
            from: NodeId(*from),
            to: NodeId(*to),
            commands: does.chars().map(command).collect(),
            call: None,
            spurious: false,
            eventually: None,
            span: Span::NOWHERE,
        };
        Procedure {
            name: "p".to_owned(),
            span: Span::NOWHERE,
            locals: Vec::new(),
            parameters: 0,
            results: Vec::new(),
            nodes: vec![Node::default(); 4],
            edges: edges.iter().map(edge).collect(),
            entry: NodeId(0),
            exit: NodeId(3),
            section: None,
            wraps: false,
            random: None,
        }
    }

    #[test]
    fn what_is_left_was_entered_on_every_way() {
        assert!(are_open(&procedure(&[(0, 1, "e"), (1, 3, "l")])).is_ok());
        assert!(are_open(&procedure(&[(0, 1, ""), (1, 3, "l")])).is_err());
        assert!(are_open(&procedure(&[(0, 1, "e"), (0, 1, ""), (1, 3, "l")])).is_err());
        assert!(are_open(&procedure(&[(0, 1, "e"), (1, 1, "el"), (1, 3, "l")])).is_ok());
        // The second time around the loop nothing is open.
        assert!(are_open(&procedure(&[(0, 1, "e"), (1, 1, "l"), (1, 3, "")])).is_err());
        assert!(are_open(&procedure(&[(0, 1, "ee"), (1, 2, "l"), (2, 3, "l")])).is_ok());
        assert!(are_open(&procedure(&[(0, 1, "ee"), (1, 2, "l"), (2, 3, "ll")])).is_err());
    }
}
