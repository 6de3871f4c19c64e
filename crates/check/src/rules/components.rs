//! Strongly connected components of a graph given by its successors (Tarjan 1972, without recursion).

/// Components of a graph.
#[derive(Default)]
pub struct Components {
    nodes: Vec<u32>,
    /// Where each component ends among the nodes; it starts where the one before it ends.
    ends: Vec<u32>,
}

impl Components {
    /// The components, each with its nodes in increasing order.
    pub fn iter(&self) -> impl Iterator<Item = &[u32]> {
        let starts = std::iter::once(&0).chain(&self.ends);
        starts.zip(&self.ends).map(|(start, end)| &self.nodes[*start as usize..*end as usize])
    }

    /// Those of them that are wanted.
    pub fn filtered(&self, is_wanted: impl Fn(&[u32]) -> bool) -> Components {
        let mut wanted = Components::default();
        for component in self.iter().filter(|component| is_wanted(component)) {
            wanted.nodes.extend(component);
            wanted.ends.push(wanted.nodes.len() as u32);
        }
        wanted
    }
}

/// The components of the subgraph that the nodes induce; a component comes after those it can reach.
///
/// The nodes are given in increasing order. `successors(n)` may name nodes outside the subgraph, and edges that `kept` denies.
pub fn components<'a>(
    nodes: &[u32],
    successors: impl Fn(u32) -> &'a [u32],
    kept: impl Fn(u32, u32) -> bool,
) -> Components {
    let mut search = Search {
        index: vec![UNSEEN; nodes.len()],
        low: vec![0; nodes.len()],
        on_stack: vec![false; nodes.len()],
        next_index: 0,
        stack: Vec::new(),
        found: Components::default(),
    };
    for root in 0..nodes.len() {
        if search.index[root] != UNSEEN {
            continue;
        }
        // Positions of nodes, each with how many of its successors were followed.
        let mut calls: Vec<(u32, u32)> = vec![(search.enter(root), 0)];
        while let Some((position, followed)) = calls.last_mut() {
            let position = *position as usize;
            let Some(&target) = successors(nodes[position]).get(*followed as usize) else {
                calls.pop();
                search.leave(position, calls.last().map(|(caller, _)| *caller as usize), nodes);
                continue;
            };
            *followed += 1;
            let Ok(target_position) = nodes.binary_search(&target) else { continue };
            if !kept(nodes[position], target) {
                continue;
            }
            if search.index[target_position] == UNSEEN {
                calls.push((search.enter(target_position), 0));
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
    stack: Vec<u32>,
    found: Components,
}

impl Search {
    fn enter(&mut self, position: usize) -> u32 {
        self.index[position] = self.next_index;
        self.low[position] = self.next_index;
        self.next_index += 1;
        self.stack.push(position as u32);
        self.on_stack[position] = true;
        position as u32
    }

    fn leave(&mut self, position: usize, caller: Option<usize>, nodes: &[u32]) {
        if let Some(caller) = caller {
            self.low[caller] = self.low[caller].min(self.low[position]);
        }
        if self.low[position] != self.index[position] {
            return;
        }
        let start = self.found.nodes.len();
        while let Some(member) = self.stack.pop().map(|member| member as usize) {
            self.on_stack[member] = false;
            self.found.nodes.push(nodes[member]);
            if member == position {
                break;
            }
        }
        self.found.nodes[start..].sort_unstable();
        self.found.ends.push(self.found.nodes.len() as u32);
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
        assert_eq!(found.iter().collect::<Vec<_>>(), [&[3, 4][..], &[1, 2], &[0], &[5]]);
        let larger = found.filtered(|component| component.len() > 1);
        assert_eq!(larger.iter().collect::<Vec<_>>(), [[3, 4], [1, 2]]);
        let without_edge_back = components(&nodes, |node| &graph[node as usize], |from, to| (from, to) != (2, 1));
        assert_eq!(without_edge_back.iter().count(), 5);
    }
}
