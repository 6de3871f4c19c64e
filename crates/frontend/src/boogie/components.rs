//! Strongly connected components, by Tarjan's algorithm without recursion.
//!
//! The front end may not use the crate `automata`, which stands below it; it needs no more than this.

/// For every node its component; edges between components lead to smaller numbers.
pub fn components(successors: &[Vec<usize>]) -> Vec<usize> {
    let count = successors.len();
    let mut search = Search {
        successors,
        index: vec![usize::MAX; count],
        low: vec![0; count],
        component: vec![usize::MAX; count],
        stack: Vec::new(),
        found: 0,
        visited: 0,
    };
    for node in 0..count {
        if search.index[node] == usize::MAX {
            search.from(node);
        }
    }
    search.component
}

struct Search<'a> {
    successors: &'a [Vec<usize>],
    index: Vec<usize>,
    low: Vec<usize>,
    component: Vec<usize>,
    stack: Vec<usize>,
    found: usize,
    visited: usize,
}

impl Search<'_> {
    fn from(&mut self, root: usize) {
        self.open(root);
        let mut path = vec![(root, 0)];
        while let Some((node, position)) = path.pop() {
            if let Some(&next) = self.successors[node].get(position) {
                path.push((node, position + 1));
                if self.index[next] == usize::MAX {
                    self.open(next);
                    path.push((next, 0));
                } else if self.component[next] == usize::MAX {
                    self.low[node] = self.low[node].min(self.index[next]);
                }
                continue;
            }
            if let Some((parent, _)) = path.last() {
                self.low[*parent] = self.low[*parent].min(self.low[node]);
            }
            if self.low[node] == self.index[node] {
                self.close(node);
            }
        }
    }

    fn open(&mut self, node: usize) {
        self.index[node] = self.visited;
        self.low[node] = self.visited;
        self.visited += 1;
        self.stack.push(node);
    }

    fn close(&mut self, root: usize) {
        while let Some(node) = self.stack.pop() {
            self.component[node] = self.found;
            if node == root {
                break;
            }
        }
        self.found += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cycles_are_one_component_and_edges_lead_down() {
        let found = components(&[vec![1], vec![2], vec![1, 3], vec![]]);
        assert_eq!(found, vec![2, 1, 1, 0]);
    }
}
