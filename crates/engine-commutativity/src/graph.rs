//! The reduced program with what is known on the way: the product of `fast$`'s stem part and the stem of the proof.
//!
//! A node is a control and a set of facts. It is explored breadth first, so that the words that are found are short.

use program::linear::blocked::all_blocked;
use program::linear::cases::Outcome;
use program::linear::expr::Linear;
use program::linear::sum::Sum;
use program::linear::system::{Control, System};
use rustc_hash::FxHashMap;

use crate::alphabet::Alphabet;
use crate::proof::{Proof, Set};
use crate::reduction::followed;

/// A node's number.
pub type Node = usize;

/// The nodes that can be reached, as far as the proof knows.
pub struct Graph {
    /// Where threads stand and what is known.
    pub nodes: Vec<(Control, Set)>,
    /// By node, the letters that may be taken and where they lead.
    pub edges: Vec<Vec<(usize, Node)>>,
    /// By node, the threads whose letters these are.
    pub followed: Vec<Vec<usize>>,
    /// By node where all threads may be stuck, why they are not.
    pub not_stuck: Vec<(Node, Vec<Sum>)>,
    parents: Vec<Option<(Node, usize)>>,
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

/// What is bad about the end of a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Badness {
    /// The last step goes wrong.
    Fails,
    /// Nobody can go on.
    Stuck,
}

/// Whether a run may end with threads that are stuck.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stuck {
    /// That is no concern of ours.
    Allowed,
    /// It must not.
    Forbidden,
}

/// What is asked of an exploration.
pub struct Question<'a> {
    /// The system.
    pub system: &'a System,
    /// Its letters.
    pub alphabet: &'a Alphabet,
    /// By which order threads are followed; without one, all are.
    pub order: Option<&'a [usize]>,
    /// Whether a run may end with threads that are stuck.
    pub stuck: Stuck,
    /// Whether to stop, given how many nodes there are.
    pub is_over: &'a dyn Fn(usize) -> bool,
}

impl Graph {
    /// Explores what can be reached.
    pub fn explore(
        question: &Question<'_>,
        proof: &mut Proof<'_>,
        sets_of_threads: &mut FxHashMap<Control, Vec<usize>>,
    ) -> Explored {
        let system = question.system;
        let mut graph = Graph {
            nodes: Vec::new(),
            edges: Vec::new(),
            followed: Vec::new(),
            not_stuck: Vec::new(),
            parents: Vec::new(),
        };
        let mut numbers: FxHashMap<(Control, Set), Node> = FxHashMap::default();
        graph.add(&mut numbers, (system.initial(), proof.first), None);
        let mut next = 0;
        while next < graph.nodes.len() {
            if (question.is_over)(graph.nodes.len()) {
                return Explored::Over;
            }
            let (control, set) = graph.nodes[next].clone();
            let threads = sets_of_threads.entry(control.clone());
            let threads =
                threads.or_insert_with(|| followed(system, question.alphabet, question.order, &control)).clone();
            if let Some(then) = graph.stuck(question, proof, next, &control, set) {
                return Explored::Bad { word: graph.word_to(next), then, what: Badness::Stuck };
            }
            for thread in &threads {
                let Some(node) = control.0[*thread] else { continue };
                for letter in system.letters_at(*thread, node) {
                    let Some(target) = proof.stem_step(set, letter) else { continue };
                    if system.letters[letter].outcome == Outcome::Fails {
                        let mut word = graph.word_to(next);
                        word.push(letter);
                        return Explored::Bad { word, then: Vec::new(), what: Badness::Fails };
                    }
                    let key = (system.after(&control, &system.letters[letter]), target);
                    let to = graph.add(&mut numbers, key, Some((next, letter)));
                    graph.edges[next].push((letter, to));
                }
            }
            graph.followed[next] = threads;
            next += 1;
        }
        Explored::Graph(graph)
    }

    fn add(
        &mut self,
        numbers: &mut FxHashMap<(Control, Set), Node>,
        key: (Control, Set),
        parent: Option<(Node, usize)>,
    ) -> Node {
        if let Some(known) = numbers.get(&key) {
            return *known;
        }
        let node = self.nodes.len();
        numbers.insert(key.clone(), node);
        self.nodes.push(key);
        self.edges.push(Vec::new());
        self.followed.push(Vec::new());
        self.parents.push(parent);
        node
    }

    /// The shortest word that leads to the node.
    pub fn word_to(&self, node: Node) -> Vec<usize> {
        let mut word = Vec::new();
        let mut at = node;
        while let Some((before, letter)) = self.parents[at] {
            word.push(letter);
            at = before;
        }
        word.reverse();
        word
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
