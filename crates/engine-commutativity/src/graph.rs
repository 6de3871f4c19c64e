//! The reduced program with what is known on the way: the product of `fast$`'s stem part and the stem of the proof.
//!
//! A node is a control and a set of facts. It is explored breadth first, so that the words that are found are short.

use engine::linear::run::Badness;
use program::linear::blocked::all_blocked;
use program::linear::cases::Outcome;
use program::linear::expr::Linear;
use program::linear::sum::Sum;
use program::linear::symmetry::Renaming;
use program::linear::system::{Control, System};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::alphabet::Alphabet;
use crate::proof::{Proof, Set};
use crate::reduction::Reduction;

/// A node's number.
pub type Node = usize;

/// A step from a node to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Edge {
    /// The letter.
    pub letter: usize,
    /// The names that threads are given behind it, by their place in [`Graph::renamings`].
    pub renaming: usize,
    /// Where it leads.
    pub to: Node,
}

/// The nodes that can be reached, as far as the proof knows.
pub struct Graph {
    /// Where threads stand and what is known.
    pub nodes: Vec<Place>,
    /// By node, the letters that may be taken and where they lead.
    pub edges: Vec<Vec<Edge>>,
    /// Names that threads are given; the first are those that they have.
    pub renamings: Vec<Renaming>,
    /// The places where threads are given other names.
    pub renamed: Vec<(Place, usize)>,
    /// By node, the threads whose letters these are.
    pub followed: Vec<Vec<usize>>,
    /// By node where all threads may be stuck, why they are not.
    pub not_stuck: Vec<(Node, Vec<Sum>)>,
    /// Why threads can go on at nodes where that depends on the numbers.
    pub able: Vec<(Node, usize, Vec<Sum>)>,
    parents: Vec<Option<(Node, Edge)>>,
    numbers: FxHashMap<Place, Node>,
}

/// Where threads stand, and what is known there.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    /// Where threads stand.
    pub control: Control,
    /// The set of the stem; then one for each time that the part was looked at again below a bound. The last one counts.
    pub sets: Vec<Set>,
}

/// What the exploration came across.
pub enum Explored {
    /// A graph in which nothing goes wrong, apart from cycles.
    Graph(Graph),
    /// A word after which these facts must not hold: something goes wrong, or everybody is stuck.
    Bad {
        /// The word.
        word: Vec<usize>,
        /// The facts.
        then: Vec<Linear>,
        /// What is bad about it.
        what: Badness,
    },
    /// The budget is used up.
    Over,
}

/// Whether a run may end with threads that are stuck.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stuck {
    /// That is no concern of ours.
    Allowed,
    /// It must not.
    Forbidden,
}

/// The threads that are followed where they stand somewhere and something is known, as far as it was found out.
pub struct Followed<'a> {
    reduction: Reduction<'a>,
    known: FxHashMap<(Control, Set), Vec<usize>>,
}

impl<'a> Followed<'a> {
    /// By this reduction.
    pub fn by(reduction: Reduction<'a>) -> Followed<'a> {
        Followed { reduction, known: FxHashMap::default() }
    }

    fn threads(&mut self, proof: &Proof<'_>, control: &Control, set: Set) -> Vec<usize> {
        let threads = self.known.entry((control.clone(), set));
        threads.or_insert_with(|| self.reduction.followed(control, &proof.stem.facts_of(set))).clone()
    }
}

/// What is asked of an exploration.
pub struct Question<'a> {
    /// The system.
    pub system: &'a System,
    /// Its letters.
    pub alphabet: &'a Alphabet,
    /// Whether a run may end with threads that are stuck.
    pub stuck: Stuck,
    /// Whether to stop, given how many nodes there are.
    pub is_over: &'a dyn Fn(usize) -> bool,
}

/// Names that were looked for.
#[derive(Default)]
struct Names {
    /// By place, what it becomes, and by which names.
    known: FxHashMap<(Control, Set), (Place, usize)>,
    numbers: FxHashMap<Renaming, usize>,
}

impl Names {
    /// The place by the names that threads are given there, and which these are.
    fn given(&mut self, graph: &mut Graph, proof: &mut Proof<'_>, control: Control, set: Set) -> (Place, usize) {
        let Some(kinship) = proof.kinship else { return (Place { control, sets: vec![set] }, 0) };
        if let Some(known) = self.known.get(&(control.clone(), set)) {
            return known.clone();
        }
        let renaming = kinship.names(&control, &proof.stem.facts_of(set));
        let mut place = Place { control: control.clone(), sets: vec![set] };
        let mut number = 0;
        if !renaming.is_none() {
            number = *self.numbers.entry(renaming.clone()).or_insert_with(|| {
                graph.renamings.push(renaming.clone());
                graph.renamings.len() - 1
            });
            graph.renamed.push((place.clone(), number));
            let set = proof.stem.renamed(set, &renaming);
            place = Place { control: renaming.control(&control), sets: vec![set] };
        }
        self.known.insert((control, set), (place.clone(), number));
        (place, number)
    }
}

impl Graph {
    /// Explores what can be reached.
    pub fn explore(question: &Question<'_>, proof: &mut Proof<'_>, followed: &mut Followed<'_>) -> Explored {
        let system = question.system;
        let mut graph = Graph {
            nodes: Vec::new(),
            edges: Vec::new(),
            followed: Vec::new(),
            not_stuck: Vec::new(),
            able: Vec::new(),
            parents: Vec::new(),
            numbers: FxHashMap::default(),
            renamings: vec![Renaming::default()],
            renamed: Vec::new(),
        };
        let mut names = Names::default();
        graph.add(Place { control: system.initial(), sets: vec![proof.first] }, None);
        let mut next = 0;
        while next < graph.nodes.len() {
            if (question.is_over)(graph.nodes.len()) {
                return Explored::Over;
            }
            let (control, set) = (graph.nodes[next].control.clone(), graph.set(next));
            let threads = followed.threads(proof, &control, set);
            if let Some(then) = graph.stuck(question, proof, next, &control, set) {
                let (word, names) = graph.word_and_names(system, next);
                let then = then.iter().map(|fact| names.inverse().linear(fact)).collect();
                return Explored::Bad { word, then, what: Badness::Stuck };
            }
            for thread in &threads {
                let Some(node) = control.0[*thread] else { continue };
                for letter in system.letters_at(*thread, node) {
                    let Some(target) = proof.stem_step(set, letter) else { continue };
                    if system.letters[letter].outcome == Outcome::Fails {
                        let (mut word, names) = graph.word_and_names(system, next);
                        word.push(names.inverse().letter(system, letter));
                        return Explored::Bad { word, then: Vec::new(), what: Badness::Fails };
                    }
                    let control = system.after(&control, &system.letters[letter]);
                    let (place, renaming) = names.given(&mut graph, proof, control, target);
                    // The number of the node is known when it is there.
                    let edge = Edge { letter, renaming, to: 0 };
                    let to = graph.add(place, Some((next, edge)));
                    graph.edges[next].push(Edge { to, ..edge });
                }
            }
            graph.followed[next] = threads;
            next += 1;
        }
        Explored::Graph(graph)
    }

    fn add(&mut self, place: Place, parent: Option<(Node, Edge)>) -> Node {
        if let Some(known) = self.numbers.get(&place) {
            return *known;
        }
        let node = self.nodes.len();
        self.numbers.insert(place.clone(), node);
        self.nodes.push(place);
        self.edges.push(Vec::new());
        self.followed.push(Vec::new());
        self.parents.push(parent);
        node
    }

    /// What is known at the node.
    pub fn set(&self, node: Node) -> Set {
        *self.nodes[node].sets.last().expect("a node has a set of the stem")
    }

    /// Adds the part once more, with the function of the module below zero everywhere. Gives the nodes of the copy.
    pub fn add_below(&mut self, proof: &mut Proof<'_>, part: &[Node], module: usize) -> Vec<Node> {
        let mut open: Vec<(Node, Set)> =
            part.iter().map(|node| (*node, proof.below(self.set(*node), module))).collect();
        let mut copy = Vec::new();
        let mut done = FxHashSet::default();
        while let Some((node, set)) = open.pop() {
            if !done.insert((node, set)) {
                continue;
            }
            let from = self.above(node, set);
            copy.push(from);
            for edge in self.edges[node].clone() {
                if part.binary_search(&edge.to).is_err() {
                    continue;
                }
                let Some(target) = proof.stem_step(set, edge.letter) else { continue };
                let above = Edge { to: self.above(edge.to, target), ..edge };
                if !self.edges[from].contains(&above) {
                    self.edges[from].push(above);
                }
                open.push((edge.to, target));
            }
        }
        copy.sort_unstable();
        copy
    }

    /// The node with one more set, to which the same words lead.
    fn above(&mut self, node: Node, set: Set) -> Node {
        let mut place = self.nodes[node].clone();
        place.sets.push(set);
        let above = self.add(place, self.parents[node]);
        self.followed[above] = self.followed[node].clone();
        above
    }

    /// The shortest word that leads to the node, by the names that threads have in truth.
    pub fn word_to(&self, system: &System, node: Node) -> Vec<usize> {
        self.word_and_names(system, node).0
    }

    /// The shortest word that leads to the node, and the names that threads have been given on the way.
    pub fn word_and_names(&self, system: &System, node: Node) -> (Vec<usize>, Renaming) {
        let mut edges = Vec::new();
        let mut at = node;
        while let Some((before, edge)) = self.parents[at] {
            edges.push(edge);
            at = before;
        }
        edges.reverse();
        let mut names = Renaming::default();
        let word = self.by_true_names(system, &edges, &mut names);
        (word, names)
    }

    /// The word of the edges by the names that threads have in truth, if they have been given names before.
    fn by_true_names(&self, system: &System, edges: &[Edge], names: &mut Renaming) -> Vec<usize> {
        let mut word = Vec::new();
        for edge in edges {
            word.push(names.inverse().letter(system, edge.letter));
            if edge.renaming != 0 {
                *names = names.then(&self.renamings[edge.renaming]);
            }
        }
        word
    }

    /// The cycle from a node back to it, as often as it takes until threads have the names again that they have there.
    pub fn cycle(&self, system: &System, edges: &[Edge], at_head: &Renaming) -> Vec<usize> {
        let mut names = at_head.clone();
        let mut word = Vec::new();
        loop {
            word.extend(self.by_true_names(system, edges, &mut names));
            if names == *at_head {
                return word;
            }
        }
    }

    /// Facts with which all threads are stuck at the node, unless the proof knows that this cannot be.
    fn stuck(
        &mut self,
        question: &Question<'_>,
        proof: &Proof<'_>,
        node: Node,
        control: &Control,
        set: Set,
    ) -> Option<Vec<Linear>> {
        if question.stuck == Stuck::Allowed {
            return None;
        }
        let blocked = |thread, node| question.alphabet.blocked(thread, node).to_vec();
        let alternatives = all_blocked(question.system, control, blocked);
        let mut sums = Vec::new();
        for facts in alternatives {
            match proof.contradicts(set, &facts) {
                Some(sum) => sums.push(sum),
                None => return Some(facts),
            }
        }
        if !sums.is_empty() {
            self.not_stuck.push((node, sums));
        }
        None
    }
}
