//! Words from a head back to itself: whether each is ranked or excused.

use std::collections::{BTreeSet, HashSet};

use rustc_hash::FxBuildHasher;

use crate::rules::ranked::cuts::{Cuts, Excuse, within};
use crate::rules::ranked::graph::{Edge, Graph};
use crate::rules::{Rejection, broken};

/// Where a word from the head has come to, and what is known about it.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Position {
    node: usize,
    /// By module, the set that is known, if any.
    sets: Vec<Option<usize>>,
    /// The threads that can always go on at the head and have not stepped since, each with whether it was followed somewhere.
    waiting: Vec<(usize, bool)>,
}

/// Checks all words from the head back to itself.
pub fn check(cuts: &Cuts<'_>, graph: &mut Graph, head: usize) -> Result<(), Rejection> {
    let part = graph.part(head);
    let graph = &*graph;
    if within(graph, &part).any(|(_, edge)| edge.renaming != 0) {
        return Err(broken("ranked", "words are said to be ranked where threads are given other names"));
    }
    let control = &graph.places[head].control;
    let waiting = match cuts.excuse {
        Excuse::Nothing => Vec::new(),
        Excuse::Weak | Excuse::Strong => {
            let threads = 0..cuts.system.threads.len();
            let can_always = threads.filter(|thread| cuts.order.can_always_go_on(control, *thread));
            can_always.map(|thread| (thread, false)).collect()
        }
    };
    let sets = vec![Some(0); cuts.facts.modules()];
    let mut open = vec![Position { node: head, sets, waiting }];
    let mut known: HashSet<Position, FxBuildHasher> = HashSet::default();
    while let Some(position) = open.pop() {
        let states = (graph.places.len() + known.len()) as u64;
        if (cuts.interrupt)(states, states * cuts.bytes()) {
            return Err(Rejection::Interrupted { states });
        }
        for (after, to) in steps(cuts, graph, &part, &position) {
            if to == head && !is_fine(cuts, &after) {
                return Err(broken("ranked", "there is a cycle that no module ranks"));
            }
            if known.insert(after.clone()) {
                open.push(after);
            }
        }
    }
    Ok(())
}

fn steps<'a>(
    cuts: &'a Cuts<'_>,
    graph: &'a Graph,
    part: &'a BTreeSet<usize>,
    position: &'a Position,
) -> impl Iterator<Item = (Position, usize)> + 'a {
    let stem = graph.set(position.node);
    let followed = &graph.followed[position.node];
    graph.edges[position.node].iter().filter(|edge| part.contains(&edge.to)).map(move |Edge { letter, to, .. }| {
        let taken = &cuts.system.letters[*letter];
        let after = |(module, set): (usize, &Option<usize>)| cuts.facts.module_after(module, stem, *set, *letter);
        let still = position.waiting.iter().filter(|(thread, _)| *thread != taken.thread);
        let waiting = still.map(|(thread, before)| (*thread, *before || followed.contains(thread)));
        let sets = position.sets.iter().enumerate().map(after).collect();
        (Position { node: *to, sets, waiting: waiting.collect() }, *to)
    })
}

fn is_fine(cuts: &Cuts<'_>, position: &Position) -> bool {
    let is_ranked = position.sets.iter().enumerate().any(|(module, set)| cuts.facts.is_ranked(module, *set));
    is_ranked || position.waiting.iter().any(|(_, was_followed)| *was_followed)
}
