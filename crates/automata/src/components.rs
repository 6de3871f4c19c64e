//! Strongly connected components, found while the graph is being explored.
//!
//! This is the path-based algorithm (Gabow 2000, doi:10.1016/S0020-0190(00)00051-X): one stack has the nodes that are not
//! yet in a finished component, another one the components that these form so far.
//! Each component carries a summary of its nodes and of the edges inside it, which grows as components merge;
//! so a cycle that matters is noticed as soon as it is closed, before its component is complete (Couvreur 1999).
//! A node costs one word besides its place on the stacks.

/// A graph with fewer than 2^31 nodes, and what is to be done with its components.
pub trait Visit {
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

    /// Adds an edge inside a component to its summary.
    fn absorb(&mut self, summary: &mut Self::Summary, label: Self::Label);

    /// Adds the summary of a component to that of another with which it turns out to be one.
    fn merge(&mut self, summary: &mut Self::Summary, other: Self::Summary);

    /// A cycle was closed: these nodes are strongly connected, and perhaps not all that are.
    fn cycle(&mut self, members: &[u32], summary: &Self::Summary) -> Result<(), Self::Stop>;

    /// A component is complete.
    fn component(&mut self, component: Component<'_, Self::Summary>) -> Result<Fate, Self::Stop>;
}

/// What becomes of a complete component.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// It is part of the graph.
    Kept,
    /// It is to be as if neither it nor the edges into it had been there.
    Removed,
}

/// A complete component.
pub struct Component<'a, S> {
    /// Its nodes.
    pub members: &'a [u32],
    /// What is known of it.
    pub summary: S,
    /// Whether it has an edge inside.
    pub has_cycle: bool,
    /// Whether no edge leads to another component that was kept.
    pub is_bottom: bool,
    /// Whether an edge leads to a component that was removed.
    pub leads_to_removed: bool,
}

/// A component under way.
struct Open<L, S> {
    /// Where its nodes begin on the stack of nodes.
    first: u32,
    /// The edge by which the search came to it; none for a root.
    incoming: Option<L>,
    summary: S,
    has_cycle: bool,
    leads_to_kept: bool,
    leads_to_removed: bool,
}

impl<L, S> Open<L, S> {
    fn lead_to(&mut self, fate: Fate) {
        match fate {
            Fate::Kept => self.leads_to_kept = true,
            Fate::Removed => self.leads_to_removed = true,
        }
    }
}

const UNSEEN: u32 = u32::MAX;
const KEPT: u32 = u32::MAX - 1;
const REMOVED: u32 = u32::MAX - 2;
const ON_PATH: u32 = 1 << 31;

/// Visits all components that can be reached from the roots.
pub fn search<V: Visit>(visit: &mut V, roots: &[u32]) -> Result<(), V::Stop> {
    let mut search = Search { places: Vec::new(), nodes: Vec::new(), open: Vec::new(), edges: Vec::new() };
    for &root in roots {
        if search.place(root) == UNSEEN {
            search.enter(visit, root, None)?;
            search.run(visit)?;
            search.leave(visit, root)?;
        }
    }
    Ok(())
}

struct Search<V: Visit> {
    /// Where each node is on the stack of nodes, or whether it is unseen or in a complete component.
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
        self.open.push(Open {
            first,
            incoming,
            summary,
            has_cycle: false,
            leads_to_kept: false,
            leads_to_removed: false,
        });
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
        match place {
            KEPT => self.last_open().lead_to(Fate::Kept),
            REMOVED => self.last_open().lead_to(Fate::Removed),
            _ => return self.close_cycle(visit, place, label),
        }
        Ok(())
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
            lower.leads_to_kept |= upper.leads_to_kept;
            lower.leads_to_removed |= upper.leads_to_removed;
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
        let component = Component {
            members: &self.nodes[first..],
            summary: complete.summary,
            has_cycle: complete.has_cycle,
            is_bottom: !complete.leads_to_kept,
            leads_to_removed: complete.leads_to_removed,
        };
        let fate = visit.component(component)?;
        if let Some(below) = self.open.last_mut() {
            below.lead_to(fate);
        }
        let place = match fate {
            Fate::Kept => KEPT,
            Fate::Removed => REMOVED,
        };
        for member in &self.nodes[first..] {
            self.places[*member as usize] = place;
        }
        self.nodes.truncate(first);
        Ok(())
    }
}

/// Room for so many more, and at least an eighth in all, where a vector by itself would double:
/// the vectors of a long search are most of its memory besides the graph.
fn make_room<T>(items: &mut Vec<T>, more: usize) {
    if items.len() + more > items.capacity() {
        items.reserve_exact(more.max(items.len() / 8).max(64));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Remembers the components, with the sum of the labels inside each; removes those that have an unwanted node.
    struct Recorder {
        graph: Vec<Vec<(u64, u32)>>,
        unwanted: Vec<u32>,
        found: Vec<(Vec<u32>, u64, bool, bool, bool)>,
    }

    impl Visit for Recorder {
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

        fn cycle(&mut self, members: &[u32], _: &u64) -> Result<(), ()> {
            assert!(!members.is_empty());
            Ok(())
        }

        fn component(&mut self, component: Component<'_, u64>) -> Result<Fate, ()> {
            let Component { summary, has_cycle, is_bottom, leads_to_removed, .. } = component;
            let mut members = component.members.to_vec();
            members.sort_unstable();
            let is_unwanted = members.iter().any(|member| self.unwanted.contains(member));
            self.found.push((members, summary, has_cycle, is_bottom, leads_to_removed));
            Ok(if is_unwanted { Fate::Removed } else { Fate::Kept })
        }
    }

    #[test]
    fn summaries_have_exactly_the_edges_inside() {
        let graph =
            vec![vec![(1, 1)], vec![(2, 2), (4, 1)], vec![(8, 1), (16, 3)], vec![(32, 4)], vec![(64, 3)], vec![]];
        let mut recorder = Recorder { graph, unwanted: Vec::new(), found: Vec::new() };
        search(&mut recorder, &[0, 5]).unwrap();
        recorder.found.sort();
        let expected = vec![
            (vec![0], 0, false, false, false),
            (vec![1, 2], 2 + 4 + 8, true, false, false),
            (vec![3, 4], 32 + 64, true, true, false),
            (vec![5], 0, false, true, false),
        ];
        assert_eq!(recorder.found, expected);
    }

    #[test]
    fn agrees_with_reachability_on_random_graphs() {
        let mut seed = 7u64;
        let mut random = |below: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % below
        };
        for _ in 0..300 {
            let count = 1 + random(9) as usize;
            let mut graph = vec![Vec::new(); count];
            for _ in 0..random(2 * count as u64 + 1) {
                let (from, to) = (random(count as u64) as usize, random(count as u64) as u32);
                graph[from].push((1, to));
            }
            let reach = closure(&graph);
            let unwanted = vec![random(count as u64) as u32];
            let mut recorder = Recorder { graph: graph.clone(), unwanted: unwanted.clone(), found: Vec::new() };
            let all: Vec<u32> = (0..count as u32).collect();
            search(&mut recorder, &all).unwrap();
            let removed: Vec<u32> = recorder
                .found
                .iter()
                .map(|found| &found.0)
                .find(|members| members.contains(&unwanted[0]))
                .unwrap()
                .clone();
            for (members, edges, has_cycle, is_bottom, leads_to_removed) in &recorder.found {
                let first = members[0] as usize;
                let expected: Vec<u32> = all
                    .iter()
                    .copied()
                    .filter(|n| *n as usize == first || reach[first][*n as usize] && reach[*n as usize][first])
                    .collect();
                assert_eq!(members, &expected);
                let targets = members.iter().flat_map(|n| &graph[*n as usize]).map(|(_, to)| to);
                let (inside, outside): (Vec<u32>, Vec<u32>) = targets.partition(|to| members.contains(to));
                let has_exit = outside.iter().any(|to| !removed.contains(to));
                let has_removed_exit = outside.iter().any(|to| removed.contains(to));
                assert_eq!((*edges, *has_cycle), (inside.len() as u64, !inside.is_empty()));
                assert_eq!((*is_bottom, *leads_to_removed), (!has_exit, has_removed_exit));
            }
        }
    }

    fn closure(graph: &[Vec<(u64, u32)>]) -> Vec<Vec<bool>> {
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
}
