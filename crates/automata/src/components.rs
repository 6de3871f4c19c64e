//! Strongly connected components, found while the graph is being explored.
//!
//! This is the path-based algorithm (Gabow 2000, doi:10.1016/S0020-0190(00)00051-X): one stack has the nodes that are not
//! yet in a finished component, another one the components that these form so far.
//! Each component carries a summary of its nodes and of the edges inside it, which grows as components merge;
//! so a cycle that matters is noticed as soon as it is closed, before its component is complete (Couvreur 1999).
//! A node costs one word besides its place on the stacks.

use crate::room::make_room;

/// A graph with fewer than 2^31 nodes, and what is to be known of sets of nodes that are strongly connected.
pub trait Summarise {
    /// What an edge carries.
    type Label: Copy;
    /// What is known of a set of nodes that are strongly connected.
    type Summary;
    /// Why the search ends early.
    type Stop;

    /// Appends the successors of the node, and tells what is known of it alone. Called once for each node.
    ///
    /// `search_bytes` is how much memory the search takes at this moment.
    fn expand(
        &mut self,
        node: u32,
        search_bytes: usize,
        successors: &mut Vec<(Self::Label, u32)>,
    ) -> Result<Self::Summary, Self::Stop>;

    /// One more root to search from, if there is one that has come up in the meantime. It may have been visited before.
    fn next_root(&mut self) -> Option<u32> {
        None
    }

    /// Adds an edge inside a component to its summary.
    fn absorb(&mut self, summary: &mut Self::Summary, label: Self::Label);

    /// Adds the summary of a component to that of another with which it turns out to be one.
    fn merge(&mut self, summary: &mut Self::Summary, other: Self::Summary);
}

/// What is to be done with the components of a graph.
pub trait Visit: Summarise {
    /// A cycle was closed: these nodes are strongly connected, and perhaps not all that are.
    fn cycle(&mut self, members: &[u32], summary: &Self::Summary) -> Result<(), Self::Stop>;

    /// A component is complete.
    fn component(&mut self, component: Component<'_, Self::Summary>) -> Result<(), Self::Stop>;
}

/// A complete component.
pub struct Component<'a, S> {
    /// Its nodes.
    pub members: &'a [u32],
    /// What is known of it.
    pub summary: S,
    /// Whether it has an edge inside.
    pub has_cycle: bool,
}

/// A component under way.
struct Open<L, S> {
    /// Where its nodes begin on the stack of nodes.
    first: u32,
    /// The edge by which the search came to it; none for a root.
    incoming: Option<L>,
    summary: S,
    has_cycle: bool,
}

const UNSEEN: u32 = u32::MAX;
const DONE: u32 = u32::MAX - 1;
const ON_PATH: u32 = 1 << 31;

/// Visits all components that can be reached from the roots.
pub fn search<V: Visit>(visit: &mut V, roots: &[u32]) -> Result<(), V::Stop> {
    let mut search = Search { places: Vec::new(), nodes: Vec::new(), open: Vec::new(), edges: Vec::new() };
    let mut roots = roots.iter().copied();
    while let Some(root) = roots.next().or_else(|| visit.next_root()) {
        if search.place(root) == UNSEEN {
            search.enter(visit, root, None)?;
            search.run(visit)?;
            search.leave(visit, root)?;
        }
    }
    Ok(())
}

struct Search<V: Visit> {
    /// Where each node is on the stack of nodes, or whether it is unseen or done.
    places: Vec<u32>,
    nodes: Vec<u32>,
    open: Vec<Open<V::Label, V::Summary>>,
    /// Edges that are still to be followed. Those that lead along the current path stay until the search returns over them,
    /// with [`ON_PATH`] set in the node they lead to; the edges of that node are above.
    edges: Vec<(V::Label, u32)>,
}

impl<V: Visit> Search<V> {
    fn place(&mut self, node: u32) -> u32 {
        let index = node as usize;
        if index >= self.places.len() {
            let missing = index + 1 - self.places.len();
            make_room(&mut self.places, missing);
            self.places.resize(index + 1, UNSEEN);
        }
        self.places[index]
    }

    fn enter(&mut self, visit: &mut V, node: u32, incoming: Option<V::Label>) -> Result<(), V::Stop> {
        let (first, begin) = (self.nodes.len() as u32, self.edges.len());
        self.places[node as usize] = first;
        make_room(&mut self.nodes, 1);
        self.nodes.push(node);
        make_room(&mut self.edges, 1);
        let summary = visit.expand(node, self.bytes(), &mut self.edges)?;
        self.open.push(Open { first, incoming, summary, has_cycle: false });
        // Edges to nodes that were seen before need not wait for their turn, which keeps the stack of edges short.
        let mut kept = begin;
        for position in begin..self.edges.len() {
            let (label, target) = self.edges[position];
            match self.place(target) {
                UNSEEN => {
                    self.edges[kept] = (label, target);
                    kept += 1;
                }
                place => self.meet(visit, place, label)?,
            }
        }
        self.edges.truncate(kept);
        Ok(())
    }

    fn run(&mut self, visit: &mut V) -> Result<(), V::Stop> {
        while let Some((label, target)) = self.edges.pop() {
            if target & ON_PATH != 0 {
                self.leave(visit, target & !ON_PATH)?;
                continue;
            }
            match self.place(target) {
                UNSEEN => {
                    self.edges.push((label, target | ON_PATH));
                    self.enter(visit, target, Some(label))?;
                }
                place => self.meet(visit, place, label)?,
            }
        }
        Ok(())
    }

    /// An edge leads from the last open component to a node that was seen before.
    fn meet(&mut self, visit: &mut V, place: u32, label: V::Label) -> Result<(), V::Stop> {
        if place == DONE { Ok(()) } else { self.close_cycle(visit, place, label) }
    }

    /// How much memory the search itself takes.
    fn bytes(&self) -> usize {
        (self.places.capacity() + self.nodes.capacity()) * size_of::<u32>()
            + self.edges.capacity() * size_of::<(V::Label, u32)>()
            + self.open.capacity() * size_of::<Open<V::Label, V::Summary>>()
    }

    fn last_open(&mut self) -> &mut Open<V::Label, V::Summary> {
        self.open.last_mut().expect("a node on the path is in an open component")
    }

    /// All open components down to the one at the place are one.
    fn close_cycle(&mut self, visit: &mut V, place: u32, label: V::Label) -> Result<(), V::Stop> {
        while self.last_open().first > place {
            let upper = self.open.pop().expect("the component at the place is below");
            let lower = self.last_open();
            visit.merge(&mut lower.summary, upper.summary);
            if let Some(incoming) = upper.incoming {
                visit.absorb(&mut lower.summary, incoming);
            }
        }
        let merged = self.last_open();
        merged.has_cycle = true;
        visit.absorb(&mut merged.summary, label);
        let first = merged.first as usize;
        let merged = self.open.last().expect("it was there a moment ago");
        visit.cycle(&self.nodes[first..], &merged.summary)
    }

    fn leave(&mut self, visit: &mut V, node: u32) -> Result<(), V::Stop> {
        if self.last_open().first != self.places[node as usize] {
            return Ok(());
        }
        let complete = self.open.pop().expect("it was there a moment ago");
        let first = complete.first as usize;
        let members = &self.nodes[first..];
        visit.component(Component { members, summary: complete.summary, has_cycle: complete.has_cycle })?;
        for member in members {
            self.places[*member as usize] = DONE;
        }
        self.nodes.truncate(first);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive::{Random, closure, random_graph};

    /// Remembers the components, with the sum of the labels inside each.
    struct Recorder<'a> {
        graph: &'a [Vec<(u64, u32)>],
        found: Vec<(Vec<u32>, u64, bool)>,
    }

    impl Summarise for Recorder<'_> {
        type Label = u64;
        type Summary = u64;
        type Stop = ();

        fn expand(&mut self, node: u32, _: usize, successors: &mut Vec<(u64, u32)>) -> Result<u64, ()> {
            successors.extend(&self.graph[node as usize]);
            Ok(0)
        }

        fn absorb(&mut self, summary: &mut u64, label: u64) {
            *summary += label;
        }

        fn merge(&mut self, summary: &mut u64, other: u64) {
            *summary += other;
        }
    }

    impl Visit for Recorder<'_> {
        fn cycle(&mut self, members: &[u32], _: &u64) -> Result<(), ()> {
            assert!(!members.is_empty());
            Ok(())
        }

        fn component(&mut self, component: Component<'_, u64>) -> Result<(), ()> {
            let mut members = component.members.to_vec();
            members.sort_unstable();
            self.found.push((members, component.summary, component.has_cycle));
            Ok(())
        }
    }

    #[test]
    fn summaries_have_exactly_the_edges_inside() {
        let graph =
            vec![vec![(1, 1)], vec![(2, 2), (4, 1)], vec![(8, 1), (16, 3)], vec![(32, 4)], vec![(64, 3)], vec![]];
        let mut recorder = Recorder { graph: &graph, found: Vec::new() };
        search(&mut recorder, &[0, 5]).unwrap();
        recorder.found.sort();
        let expected =
            vec![(vec![0], 0, false), (vec![1, 2], 2 + 4 + 8, true), (vec![3, 4], 32 + 64, true), (vec![5], 0, false)];
        assert_eq!(recorder.found, expected);
    }

    #[test]
    fn agrees_with_reachability_on_random_graphs() {
        let mut random = Random::default();
        for _ in 0..300 {
            let graph = random_graph(&mut random);
            let reach = closure(&graph);
            let mut recorder = Recorder { graph: &graph, found: Vec::new() };
            let all: Vec<u32> = (0..graph.len() as u32).collect();
            search(&mut recorder, &all).unwrap();
            assert_eq!(recorder.found.iter().map(|(members, ..)| members.len()).sum::<usize>(), all.len());
            for (members, sum, has_cycle) in &recorder.found {
                let first = members[0] as usize;
                let is_connected =
                    |n: &u32| *n as usize == first || reach[first][*n as usize] && reach[*n as usize][first];
                assert_eq!(members, &all.iter().copied().filter(is_connected).collect::<Vec<u32>>());
                let edges = members.iter().flat_map(|n| &graph[*n as usize]);
                let inside: Vec<u64> = edges.filter(|(_, to)| members.contains(to)).map(|(label, _)| *label).collect();
                assert_eq!((*sum, *has_cycle), (inside.iter().sum(), !inside.is_empty()));
            }
        }
    }
}
