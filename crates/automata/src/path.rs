//! Shortest paths, breadth first.

use std::collections::VecDeque;

use crate::room::make_room;

/// An edge: the node where it begins, and its place among that node's successors.
pub type EdgeOf = (u32, u32);

const UNSEEN: EdgeOf = (u32::MAX, u32::MAX);

/// The edges of a shortest path from the starts to the first edge for which `is_goal` holds, in order.
///
/// `successors` lists the edges of a node, the same whenever it is asked, and is told how much memory the search takes.
/// Nodes are small numbers. A node that is met costs one edge; what else belongs to the edges of the path, whoever asks can find
/// out again.
pub fn shortest<L, E>(
    starts: &[u32],
    mut successors: impl FnMut(u32, usize, &mut Vec<(L, u32)>) -> Result<(), E>,
    mut is_goal: impl FnMut(&L, u32) -> bool,
) -> Result<Option<Vec<EdgeOf>>, E> {
    let mut origin: Vec<EdgeOf> = Vec::new();
    let mut waiting = VecDeque::new();
    for start in starts {
        if see(&mut origin, *start, (*start, u32::MAX)) {
            waiting.push_back(*start);
        }
    }
    let mut edges = Vec::new();
    while let Some(node) = waiting.pop_front() {
        edges.clear();
        let bytes = origin.capacity() * size_of::<EdgeOf>()
            + waiting.capacity() * size_of::<u32>()
            + edges.capacity() * size_of::<(L, u32)>();
        successors(node, bytes, &mut edges)?;
        for (place, (label, target)) in edges.iter().enumerate() {
            let edge = (node, place as u32);
            if is_goal(label, *target) {
                return Ok(Some(path_to(&origin, edge)));
            }
            if see(&mut origin, *target, edge) {
                waiting.push_back(*target);
            }
        }
    }
    Ok(None)
}

/// Notes down by which edge the node was met, if it was not met before.
fn see(origin: &mut Vec<EdgeOf>, node: u32, edge: EdgeOf) -> bool {
    let index = node as usize;
    if index >= origin.len() {
        let missing = index + 1 - origin.len();
        make_room(origin, missing);
        origin.resize(index + 1, UNSEEN);
    }
    let is_new = origin[index] == UNSEEN;
    if is_new {
        origin[index] = edge;
    }
    is_new
}

/// The edges from the start to this one.
fn path_to(origin: &[EdgeOf], edge: EdgeOf) -> Vec<EdgeOf> {
    let mut path = vec![edge];
    let mut at = edge.0;
    // The start is its own origin.
    while origin[at as usize].0 != at {
        path.push(origin[at as usize]);
        at = origin[at as usize].0;
    }
    path.reverse();
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_shortest_way_around_a_cycle() {
        let graph: Vec<Vec<u32>> = vec![vec![1, 2], vec![2, 1, 1], vec![2, 0]];
        let successors = |node: u32, _: usize, edges: &mut Vec<((), u32)>| {
            edges.extend(graph[node as usize].iter().map(|to| ((), *to)));
            Ok::<_, ()>(())
        };
        let cycle = shortest(&[0], successors, |(), node| node == 0).unwrap().unwrap();
        assert_eq!(cycle, [(0, 1), (2, 1)]);
        let loop_of_one = shortest(&[1], successors, |(), node| node == 1).unwrap().unwrap();
        assert_eq!(loop_of_one, [(1, 1)]);
        assert_eq!(shortest(&[1, 0], successors, |(), node| node == 0).unwrap().unwrap(), [(1, 0), (2, 1)]);
        assert_eq!(shortest(&[0], successors, |(), node| node == 9).unwrap(), None);
    }
}
