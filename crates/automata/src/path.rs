//! Shortest paths, breadth first.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;

/// The edges of a shortest path from the start to the first edge after which `is_goal` holds, in order.
///
/// `successors` lists the edges of a node; an edge may not be followed if it does not list it.
pub fn shortest<N, L, E>(
    start: N,
    mut successors: impl FnMut(N) -> Result<Vec<(L, N)>, E>,
    mut is_goal: impl FnMut(&L, N) -> bool,
) -> Result<Option<Vec<(L, N)>>, E>
where
    N: Copy + Eq + Hash,
{
    let mut origin: HashMap<N, Option<(N, L)>> = HashMap::from([(start, None)]);
    let mut waiting = VecDeque::from([start]);
    while let Some(node) = waiting.pop_front() {
        for (label, target) in successors(node)? {
            if is_goal(&label, target) {
                let mut path = vec![(label, target)];
                let mut at = node;
                while let Some((previous, label)) = origin.get_mut(&at).and_then(Option::take) {
                    path.push((label, at));
                    at = previous;
                }
                path.reverse();
                return Ok(Some(path));
            }
            if let std::collections::hash_map::Entry::Vacant(entry) = origin.entry(target) {
                entry.insert(Some((node, label)));
                waiting.push_back(target);
            }
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_shortest_way_around_a_cycle() {
        let graph: Vec<Vec<u32>> = vec![vec![1, 2], vec![2], vec![0]];
        let successors = |node: u32| Ok::<_, ()>(graph[node as usize].iter().map(|to| ((), *to)).collect());
        let cycle = shortest(0, successors, |(), node| node == 0).unwrap().unwrap();
        assert_eq!(cycle, vec![((), 2), ((), 0)]);
        assert_eq!(shortest(0, successors, |(), node| node == 9).unwrap(), None);
    }
}
