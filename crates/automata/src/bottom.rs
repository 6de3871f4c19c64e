//! Bottom components, found while the graph is being explored: the strongly connected components that no edge leaves.
//!
//! This is the path-based search of [`crate::components`], which forgets what it need not know. As soon as an edge leads to a
//! component that is complete, no component on the current path is a bottom one, as all of them lead there. Their nodes are
//! let go: an edge to any of them will in turn let go whatever leads to it.
//! So nodes are *watched* only as long as nothing else than themselves is known to follow. In most graphs these are few at a
//! time, and a node costs no more than half a byte in the end.
//!
//! A component may turn out to be *void*: as if neither it nor the edges into it had been there.
//! Then what leads to void components only may be a bottom component, too.

use rustc_hash::FxHashMap;

use crate::room::make_room;

/// A graph with fewer than 2^31 nodes, and what is to be done with its bottom components.
pub trait Visit {
    /// Why the search ends early.
    type Stop;

    /// Appends the successors of the node. The search itself takes so many bytes.
    fn expand(&mut self, node: u32, search_bytes: usize, successors: &mut Vec<u32>) -> Result<(), Self::Stop>;

    /// One more root to search from, if there is one that has come up in the meantime. It may have been visited before.
    fn next_root(&mut self) -> Option<u32> {
        None
    }

    /// A bottom component is complete.
    fn bottom(&mut self, component: Bottom<'_>) -> Result<Fate, Self::Stop>;
}

/// A bottom component.
pub struct Bottom<'a> {
    /// Its nodes.
    pub members: &'a [u32],
    /// Whether it has an edge inside.
    pub has_cycle: bool,
    /// Whether an edge leads to a void component.
    pub leads_to_void: bool,
}

/// What becomes of a bottom component.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// It is part of the graph.
    Kept,
    /// It is to be as if it were not there.
    Void,
}

/// What is known of a node.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Status {
    /// Nothing.
    Unseen,
    /// An edge leads to it that is still to be followed.
    Listed,
    /// It is on the path, or in a component with a node that is.
    Watched,
    /// It is in a bottom component, or is known to reach one.
    Settled,
    /// It is in a void component.
    Void,
}

/// A component under way.
struct Open {
    /// Where its nodes begin among those that are watched.
    first: u32,
    has_cycle: bool,
    leads_to_void: bool,
}

/// Visits all bottom components that can be reached from the roots.
pub fn search<V: Visit>(visit: &mut V, roots: &[u32]) -> Result<(), V::Stop> {
    let mut search = Search {
        statuses: Statuses::default(),
        watched: Vec::new(),
        places: FxHashMap::default(),
        open: Vec::new(),
        edges: Vec::new(),
    };
    let mut roots = roots.iter().copied();
    while let Some(root) = roots.next().or_else(|| visit.next_root()) {
        if matches!(search.statuses.get(root), Status::Unseen | Status::Listed) {
            search.enter(visit, root)?;
            search.run(visit)?;
            search.leave(visit, root)?;
        }
    }
    Ok(())
}

struct Search {
    statuses: Statuses,
    /// The nodes of the components under way.
    watched: Vec<u32>,
    /// Where each of them is in the list.
    places: FxHashMap<u32, u32>,
    open: Vec<Open>,
    /// Edges that are still to be followed. If a component is under way, the topmost begins in the last of these; if none is,
    /// it begins at a node that is settled.
    /// Edges along the current path stay until the search returns over them, with [`ON_PATH`] set in the node they lead to.
    edges: Vec<u32>,
}

const ON_PATH: u32 = 1 << 31;

impl Search {
    fn enter<V: Visit>(&mut self, visit: &mut V, node: u32) -> Result<(), V::Stop> {
        let begin = self.edges.len();
        make_room(&mut self.edges, 1);
        visit.expand(node, self.bytes(), &mut self.edges)?;
        let leads_to = |status| self.edges[begin..].iter().any(|target| self.statuses.get(*target) == status);
        let leads_to_void = leads_to(Status::Void);
        if leads_to(Status::Settled) {
            self.settle(node);
            self.keep_edges(begin, |status| status == Status::Unseen);
            return Ok(());
        }
        let first = self.watched.len() as u32;
        self.statuses.set(node, Status::Watched);
        self.places.insert(node, first);
        self.watched.push(node);
        self.open.push(Open { first, has_cycle: false, leads_to_void });
        // Edges to nodes on the path need not wait for their turn, which keeps the list short.
        for position in begin..self.edges.len() {
            let target = self.edges[position];
            if self.statuses.get(target) == Status::Watched {
                self.close_cycle(target);
            }
        }
        self.keep_edges(begin, |status| matches!(status, Status::Unseen | Status::Listed));
        Ok(())
    }

    /// Keeps the edges from the position on that lead to nodes of the right status, and lists these nodes.
    ///
    /// From a node that is settled, edges to nodes that are listed anyway need not be followed.
    fn keep_edges(&mut self, begin: usize, is_right: impl Fn(Status) -> bool) {
        let mut kept = begin;
        for position in begin..self.edges.len() {
            let target = self.edges[position];
            if is_right(self.statuses.get(target)) {
                self.statuses.set(target, Status::Listed);
                self.edges[kept] = target;
                kept += 1;
            }
        }
        self.edges.truncate(kept);
    }

    fn run<V: Visit>(&mut self, visit: &mut V) -> Result<(), V::Stop> {
        while let Some(target) = self.edges.pop() {
            if target & ON_PATH != 0 {
                self.leave(visit, target & !ON_PATH)?;
                continue;
            }
            let Some(from) = self.open.last_mut() else {
                if self.statuses.get(target) == Status::Listed {
                    self.edges.push(target | ON_PATH);
                    self.enter(visit, target)?;
                }
                continue;
            };
            match self.statuses.get(target) {
                Status::Unseen | Status::Listed => {
                    self.edges.push(target | ON_PATH);
                    self.enter(visit, target)?;
                }
                Status::Watched => self.close_cycle(target),
                Status::Settled => self.settle_all(),
                Status::Void => from.leads_to_void = true,
            }
        }
        Ok(())
    }

    /// All components under way down to that of the node are one.
    fn close_cycle(&mut self, target: u32) {
        let place = self.places[&target];
        let mut upper = self.open.pop().expect("the edge begins in a component under way");
        while upper.first > place {
            let mut lower = self.open.pop().expect("the component at the place is below");
            lower.leads_to_void |= upper.leads_to_void;
            upper = lower;
        }
        upper.has_cycle = true;
        self.open.push(upper);
    }

    /// The node is known to reach a bottom component, and so is everything that is watched: the path led here.
    fn settle(&mut self, node: u32) {
        self.statuses.set(node, Status::Settled);
        self.settle_all();
    }

    fn settle_all(&mut self) {
        self.open.clear();
        self.let_go(0, Status::Settled);
    }

    /// Stops watching the nodes from the place on.
    fn let_go(&mut self, first: usize, status: Status) {
        for node in self.watched.drain(first..) {
            self.statuses.set(node, status);
            self.places.remove(&node);
        }
    }

    fn leave<V: Visit>(&mut self, visit: &mut V, node: u32) -> Result<(), V::Stop> {
        let is_complete = |open: &mut Open| self.watched[open.first as usize] == node;
        let Some(complete) = self.open.pop_if(is_complete) else { return Ok(()) };
        let first = complete.first as usize;
        let fate = visit.bottom(Bottom {
            members: &self.watched[first..],
            has_cycle: complete.has_cycle,
            leads_to_void: complete.leads_to_void,
        })?;
        match fate {
            Fate::Kept => self.settle_all(),
            Fate::Void => {
                self.let_go(first, Status::Void);
                if let Some(below) = self.open.last_mut() {
                    below.leads_to_void = true;
                }
            }
        }
        Ok(())
    }

    /// How much memory the search itself takes.
    fn bytes(&self) -> usize {
        self.statuses.nibbles.capacity()
            + self.watched.capacity() * size_of::<u32>()
            + self.places.capacity() * (2 * size_of::<u32>() + 1)
            + self.edges.capacity() * size_of::<u32>()
            + self.open.capacity() * size_of::<Open>()
    }
}

/// The status of each node, two in a byte.
#[derive(Default)]
struct Statuses {
    nibbles: Vec<u8>,
}

impl Statuses {
    fn get(&self, node: u32) -> Status {
        let byte = self.nibbles.get(node as usize / 2).copied().unwrap_or(0);
        match byte >> (node % 2 * 4) & 0xf {
            0 => Status::Unseen,
            1 => Status::Listed,
            2 => Status::Watched,
            3 => Status::Settled,
            _ => Status::Void,
        }
    }

    fn set(&mut self, node: u32, status: Status) {
        let (index, shift) = (node as usize / 2, node % 2 * 4);
        if index >= self.nibbles.len() {
            let missing = index + 1 - self.nibbles.len();
            make_room(&mut self.nibbles, missing);
            self.nibbles.resize(index + 1, 0);
        }
        self.nibbles[index] = self.nibbles[index] & !(0xf << shift) | (status as u8) << shift;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive::{Random, closure, random_graph};

    /// Remembers the bottom components; those that have an unwanted node are void.
    struct Recorder<'a> {
        graph: &'a [Vec<(u64, u32)>],
        unwanted: Vec<u32>,
        expanded: Vec<u32>,
        found: Vec<(Vec<u32>, bool, bool)>,
    }

    impl Visit for Recorder<'_> {
        type Stop = ();

        fn expand(&mut self, node: u32, _: usize, successors: &mut Vec<u32>) -> Result<(), ()> {
            self.expanded.push(node);
            successors.extend(self.graph[node as usize].iter().map(|(_, target)| target));
            Ok(())
        }

        fn bottom(&mut self, component: Bottom<'_>) -> Result<Fate, ()> {
            let mut members = component.members.to_vec();
            members.sort_unstable();
            let is_unwanted = members.iter().any(|member| self.unwanted.contains(member));
            self.found.push((members, component.has_cycle, component.leads_to_void));
            Ok(if is_unwanted { Fate::Void } else { Fate::Kept })
        }
    }

    /// The components in an order in which each comes after those it leads to, judged one by one.
    fn expected(graph: &[Vec<(u64, u32)>], roots: &[u32], unwanted: &[u32]) -> Vec<(Vec<u32>, bool, bool)> {
        let reach = closure(graph);
        let can_reach = |from: u32, to: u32| from == to || reach[from as usize][to as usize];
        let all: Vec<u32> = (0..graph.len() as u32).filter(|n| roots.iter().any(|root| can_reach(*root, *n))).collect();
        let component =
            |n: u32| -> Vec<u32> { all.iter().copied().filter(|m| can_reach(n, *m) && can_reach(*m, n)).collect() };
        let mut components: Vec<Vec<u32>> = all.iter().map(|n| component(*n)).collect();
        components.sort_by_key(|members| (all.iter().filter(|n| can_reach(members[0], **n)).count(), members.clone()));
        components.dedup();
        let mut void: Vec<u32> = Vec::new();
        let mut found = Vec::new();
        for members in components {
            let edges: Vec<(u64, u32)> = members.iter().flat_map(|n| &graph[*n as usize]).copied().collect();
            let (inside, outside): (Vec<_>, Vec<_>) = edges.into_iter().partition(|(_, to)| members.contains(to));
            if outside.iter().any(|(_, to)| !void.contains(to)) {
                continue;
            }
            if unwanted.iter().any(|n| members.contains(n)) {
                void.extend(&members);
            }
            found.push((members, !inside.is_empty(), !outside.is_empty()));
        }
        found.sort();
        found
    }

    #[test]
    fn agrees_with_reachability_on_random_graphs() {
        let mut random = Random::default();
        for _ in 0..3000 {
            let graph = random_graph(&mut random);
            let count = graph.len() as u64;
            let mut some =
                |most: u64| -> Vec<u32> { (0..random.below(most)).map(|_| random.below(count) as u32).collect() };
            let (mut roots, unwanted) = (some(3), some(4));
            roots.push(0);
            let mut recorder =
                Recorder { graph: &graph, unwanted: unwanted.clone(), expanded: Vec::new(), found: Vec::new() };
            search(&mut recorder, &roots).unwrap();
            recorder.found.sort();
            assert_eq!(recorder.found, expected(&graph, &roots, &unwanted), "{graph:?} {roots:?} {unwanted:?}");
            recorder.expanded.sort_unstable();
            let reach = closure(&graph);
            let reached = |n: &u32| roots.iter().any(|root| root == n || reach[*root as usize][*n as usize]);
            assert_eq!(recorder.expanded, (0..graph.len() as u32).filter(reached).collect::<Vec<_>>());
        }
    }
}
