//! Strongly connected components of a graph given by its successors (Tarjan 1972, without recursion).

/// The components of the subgraph that the nodes induce, each with its nodes; a component comes after those it can reach.
///
/// The nodes are given in increasing order. `successors(n)` may name nodes outside the subgraph, and edges that `kept` denies.
pub fn components<'a>(
    nodes: &[u32],
    successors: impl Fn(u32) -> &'a [u32],
    kept: impl Fn(u32, u32) -> bool,
) -> Vec<Vec<u32>> {
    let mut search = Search {
        index: vec![UNSEEN; nodes.len()],
        low: vec![0; nodes.len()],
        on_stack: vec![false; nodes.len()],
        next_index: 0,
        stack: Vec::new(),
        found: Vec::new(),
    };
    for root in 0..nodes.len() {
        if search.index[root] != UNSEEN {
            continue;
        }
        let mut calls = vec![(search.enter(root), successors(nodes[root]).iter())];
        while let Some((position, targets)) = calls.last_mut() {
            let position = *position;
            let Some(&target) = targets.next() else {
                calls.pop();
                search.leave(position, calls.last().map(|(caller, _)| *caller), nodes);
                continue;
            };
            let Ok(target_position) = nodes.binary_search(&target) else { continue };
            if !kept(nodes[position], target) {
                continue;
            }
            if search.index[target_position] == UNSEEN {
                calls.push((search.enter(target_position), successors(target).iter()));
            } else if search.on_stack[target_position] {
                search.low[position] = search.low[position].min(search.index[target_position]);
            }
        }
    }
    search.found
}

const UNSEEN: u32 = u32::MAX;

/// The state of the search; nodes by their position among the given ones.
struct Search {
    index: Vec<u32>,
    low: Vec<u32>,
    on_stack: Vec<bool>,
    next_index: u32,
    stack: Vec<usize>,
    found: Vec<Vec<u32>>,
}

impl Search {
    fn enter(&mut self, position: usize) -> usize {
        self.index[position] = self.next_index;
        self.low[position] = self.next_index;
        self.next_index += 1;
        self.stack.push(position);
        self.on_stack[position] = true;
        position
    }

    fn leave(&mut self, position: usize, caller: Option<usize>, nodes: &[u32]) {
        if let Some(caller) = caller {
            self.low[caller] = self.low[caller].min(self.low[position]);
        }
        if self.low[position] != self.index[position] {
            return;
        }
        let mut component = Vec::new();
        while let Some(member) = self.stack.pop() {
            self.on_stack[member] = false;
            component.push(nodes[member]);
            if member == position {
                break;
            }
        }
        component.sort_unstable();
        self.found.push(component);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_components_in_reverse_order_of_reachability() {
        let graph: Vec<Vec<u32>> = vec![vec![1], vec![2], vec![1, 3], vec![4], vec![3], vec![0]];
        let nodes: Vec<u32> = (0..6).collect();
        let found = components(&nodes, |node| &graph[node as usize], |_, _| true);
        assert_eq!(found, vec![vec![3, 4], vec![1, 2], vec![0], vec![5]]);
        let without_edge_back = components(&nodes, |node| &graph[node as usize], |from, to| (from, to) != (2, 1));
        assert_eq!(without_edge_back.len(), 5);
    }
}
