//! The proof as evidence: the moves that it needs, and no others.

use evidence::ranked::{self, Able, Effect, NotStuck, Place, Ranked, Renamed};
use program::linear::expr::Linear;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::cuts::Cut;
use crate::graph::{self, Graph, Node};
use crate::proof::{self, Move, Proof, Set};

/// The evidence that the graph is covered.
pub fn certificate(
    proof: &Proof<'_>,
    graph: &Graph,
    cuts: &[Cut],
    order: Option<&[usize]>,
    letters: &Letters<'_>,
) -> Ranked {
    let mut stem = Chosen::default();
    stem.set(&proof.stem, proof.first);
    for (node, place) in graph.nodes.iter().enumerate() {
        let set = graph.set(node);
        // Also where nobody steps any more: names may lead there.
        stem.set(&proof.stem, set);
        for thread in &graph.followed[node] {
            for letter in letters(&place.control, *thread) {
                if stem.taken.insert((set, letter))
                    && let Some(effect) = proof.stem_move(set, letter)
                {
                    stem.add(&proof.stem, set, None, letter, effect);
                }
            }
        }
    }
    let mut used: Vec<_> = proof.used.iter().copied().collect();
    used.sort_unstable();
    let mut modules = Vec::new();
    for number in 0..proof.modules.len() {
        let mut chosen = Chosen::default();
        chosen.set(&proof.modules[number].annotation, proof.modules[number].first);
        for (_, of_stem, set, letter) in used.iter().filter(|(module, ..)| *module == number) {
            let Some(effect) = proof.module_move(number, *of_stem, *set, *letter) else { continue };
            let stem_set = stem.set(&proof.stem, *of_stem);
            chosen.add(&proof.modules[number].annotation, *set, Some(stem_set), *letter, effect);
        }
        modules.push(ranked::Module { rank: proof.modules[number].rank.clone(), annotation: chosen.made });
    }
    let mut told = |place: &graph::Place| {
        let sets = place.sets.iter().map(|set| stem.set(&proof.stem, *set)).collect();
        Place { control: place.control.clone(), sets }
    };
    let renamed = graph
        .renamed
        .iter()
        .map(|(place, names)| Renamed { place: told(place), threads: graph.renamings[*names].threads().clone() });
    let renamed = renamed.collect();
    let mut place = |node: Node| told(&graph.nodes[node]);
    let not_stuck = graph.not_stuck.iter();
    let not_stuck = not_stuck.map(|(node, sums)| NotStuck { place: place(*node), sums: sums.clone() }).collect();
    let able = graph.able.iter();
    let able =
        able.map(|(node, thread, sums)| Able { place: place(*node), thread: *thread, sums: sums.clone() }).collect();
    let cut = |cut: &Cut| match *cut {
        Cut::Head(node) => ranked::Cut::Head(place(node)),
        Cut::Falls(node, module) => ranked::Cut::Falls { around: place(node), module },
        Cut::Waits(node, thread) => ranked::Cut::Waits { around: place(node), thread },
    };
    let cuts = cuts.iter().map(cut).collect();
    let kin = proof.kinship.map(|kinship| kinship.symmetry.kin.clone()).unwrap_or_default();
    Ranked { order: order.map(<[usize]>::to_vec), stem: stem.made, modules, not_stuck, able, cuts, kin, renamed }
}

/// The letters of a thread at a control.
pub type Letters<'a> = dyn Fn(&program::linear::system::Control, usize) -> std::ops::Range<usize> + 'a;

/// What is chosen of an annotation, with new numbers.
#[derive(Default)]
struct Chosen {
    made: ranked::Annotation,
    facts: FxHashMap<Linear, usize>,
    sets: FxHashMap<Set, usize>,
    taken: FxHashSet<(Set, usize)>,
}

impl Chosen {
    /// The new number of the set.
    fn set(&mut self, annotation: &proof::Annotation, set: Set) -> usize {
        if let Some(known) = self.sets.get(&set) {
            return *known;
        }
        let facts = annotation.facts_of(set).into_iter().map(|fact| self.fact(fact)).collect();
        self.made.sets.push(facts);
        self.sets.insert(set, self.made.sets.len() - 1);
        self.made.sets.len() - 1
    }

    fn fact(&mut self, fact: Linear) -> usize {
        if let Some(known) = self.facts.get(&fact) {
            return *known;
        }
        self.made.facts.push(fact.clone());
        self.facts.insert(fact, self.made.facts.len() - 1);
        self.made.facts.len() - 1
    }

    fn add(&mut self, annotation: &proof::Annotation, set: Set, stem: Option<usize>, letter: usize, effect: Move) {
        let set = self.set(annotation, set);
        let effect = match effect {
            Move::Never(sum) => Effect::Never(sum),
            Move::To(next, sums) => Effect::To(self.set(annotation, next), sums),
        };
        self.made.moves.push(ranked::Move { stem: stem.unwrap_or(set), set, letter, effect });
    }
}
