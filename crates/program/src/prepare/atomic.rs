//! Atomic blocks as one step, where they have no loops: for those who know no threads that hold the scheduler.
//!
//! A thread that has begun an atomic block and not ended it is the only one that steps. If it never waits inside, and the block has no loop, it
//! comes to the end; so nothing is lost if it does not stop on the way: every run, up to where it breaks off inside a block, has one like it. The
//! thread is enabled in front of the block exactly if it was. The others are enabled there as well, and were not inside: so strong fairness sees no
//! difference, but weak fairness does, and nothing may be proved about it in this way.
//!
//! Unlike [`super::fuse`], this joins steps that others notice, and steps that may fail with others behind them. Steps in which something is
//! chosen are not put behind others, so that it is known which one chooses.

use std::collections::BTreeMap;

use crate::command::Action;
use crate::ids::NodeId;
use crate::prepare::Prepared;
use crate::prepare::fuse::{Fusion, Step, is_marked, never_waits, passing};
use crate::procedure::{Edge, Node, Procedure};

/// The same program, whose atomic blocks are single steps where that is possible.
pub fn joined(prepared: Prepared) -> Prepared {
    passing(prepared, &depths, can_be_passed)
}

/// More edges than this at a node inside a block, and it stays.
const MOST_NEW_EDGES: usize = 32;

/// By node that is inside atomic blocks whenever a thread stands there, of how many.
type Depths = BTreeMap<NodeId, u32>;

/// Nothing if it depends on the way to a node of how many it is inside.
fn depths(procedure: &Procedure, edges: &[Step]) -> Depths {
    let mut found = Depths::new();
    let mut open = vec![(procedure.entry, 0)];
    while let Some((node, depth)) = open.pop() {
        match found.insert(node, depth) {
            Some(known) if known != depth => return Depths::new(),
            Some(_) => continue,
            None => {}
        }
        for (edge, _) in edges.iter().filter(|(edge, _)| edge.from == node) {
            let Some(after) = depth_after(edge, depth) else { return Depths::new() };
            open.push((edge.to, after));
        }
    }
    found.retain(|_, depth| *depth > 0);
    found
}

/// Nothing if a block is ended that was not begun.
fn depth_after(edge: &Edge, before: u32) -> Option<u32> {
    edge.commands.iter().try_fold(before, |depth, command| match command.action {
        Action::BeginAtomic => depth.checked_add(1),
        Action::EndAtomic => depth.checked_sub(1),
        _ => Some(depth),
    })
}

fn can_be_passed(fusion: &Fusion<'_>, depths: &Depths, node: NodeId) -> bool {
    let Procedure { entry, exit, nodes, .. } = fusion.procedure;
    if !depths.contains_key(&node) || node == *entry || node == *exit || nodes[node.index()] != Node::default() {
        return false;
    }
    let edges = || fusion.edges.iter().map(|(edge, _)| edge);
    let leaving: Vec<&Edge> = edges().filter(|edge| edge.from == node).collect();
    let entering = edges().filter(|edge| edge.to == node).count();
    let is_plain =
        |edge: &&Edge| edge.to != node && !is_marked(edge) && edge.commands.iter().all(never_chooses_or_joins);
    leaving.iter().all(is_plain) && never_waits(&leaving) && leaving.len() * entering <= MOST_NEW_EDGES
}

fn never_chooses_or_joins(command: &crate::command::Command) -> bool {
    !matches!(command.action, Action::Havoc(_) | Action::Join { .. } | Action::Fork { .. })
}
