//! Small random graphs, and who reaches whom in them: what the searches are tested against.

/// Random numbers (a linear congruential generator), the same ones in every run.
pub struct Random(u64);

impl Default for Random {
    fn default() -> Random {
        Random(7)
    }
}

impl Random {
    pub fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }
}

/// A graph with up to nine nodes and up to two edges for each; no two edges have the same label.
pub fn random_graph(random: &mut Random) -> Vec<Vec<(u64, u32)>> {
    let count = 1 + random.below(9);
    let mut graph = vec![Vec::new(); count as usize];
    for edge in 0..random.below(2 * count + 1) {
        let (from, to) = (random.below(count) as usize, random.below(count) as u32);
        graph[from].push((1 << edge, to));
    }
    graph
}

/// Whether there is a path with at least one edge from each node to each other.
pub fn closure(graph: &[Vec<(u64, u32)>]) -> Vec<Vec<bool>> {
    let count = graph.len();
    let mut reach = vec![vec![false; count]; count];
    for (from, edges) in graph.iter().enumerate() {
        edges.iter().for_each(|(_, to)| reach[from][*to as usize] = true);
    }
    for middle in 0..count {
        for from in 0..count {
            for to in 0..count {
                reach[from][to] |= reach[from][middle] && reach[middle][to];
            }
        }
    }
    reach
}
